"""The look of a bungee jump: bridge, gorge, cord, jumper and ball."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from game.looks import look_for
from game.looks.pendulums import jumper_figure
from game.looks.pendulums.bungee import RIVER_SPEED, BungeeLook, jump_depth
from game.looks.places import canyon, gorge
from game.model.frame import Instance, Mesh, Surroundings, View
from game.model.material import Material
from physics import Simulation
from physics.pendulums.bungee import Bungee
from tests.game.looks.kit.parts.test_timber import faces
from tests.game.looks.pendulums.test_pendulum import corners

PARTS = [jumper_figure.figure_part(part) for part in range(6)]
VIEW = View(np.array([60.0, -13.0, 40.0], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def made(**parameters: Any) -> tuple[Bungee, BungeeLook]:
    system = Bungee({"gorge": 62.0, **parameters})
    look = look_for(system)
    assert isinstance(look, BungeeLook)
    return system, look


def shown(look: BungeeLook, system: Bungee, depth: float) -> list[Instance]:
    there = Bungee(dict(system.parameters_given()), {"depth": depth})
    frame = look.frame(there, memoryview(there.start()), VIEW, 0.0)
    assert frame.stage is Surroundings.FIELD
    return frame.instances


def rocky(instance: Instance) -> bool:
    return bool(np.all(instance.mesh.vertices[:, 8] == Material.ROCK))


def body(instances: list[Instance]) -> np.ndarray:
    """Return all points of the jumper."""
    return np.vstack([corners(each) for each in instances if each.mesh in PARTS])


def test_the_jumper_stands_on_the_bridge_and_hangs_by_the_feet() -> None:
    system, look = made()
    above, below = body(shown(look, system, 0.0)), body(shown(look, system, 20.0))
    assert above[:, 2].min() == pytest.approx(62.0, abs=0.05)
    assert above[:, 2].max() == pytest.approx(63.8, abs=0.1)
    assert below[:, 2].max() == pytest.approx(42.0, abs=0.05)
    assert below[:, 2].min() == pytest.approx(40.2, abs=0.1)
    for points in (above, below):
        assert np.ptp(points[:, 1]) == pytest.approx(1.7, abs=0.15), "arms are spread across the jump"


def test_the_camera_follows_the_middle_of_the_jumper() -> None:
    system, look = made()
    for depth in (0.0, 2.0, 20.0):
        points = body(shown(look, system, depth))
        there = Bungee(dict(system.parameters_given()), {"depth": depth})
        middle = look.middle(there, memoryview(there.start()))
        assert middle == pytest.approx(0.5 * (points.min(axis=0) + points.max(axis=0)), abs=0.25)


def test_the_cord_goes_from_the_bridge_to_the_jumper() -> None:
    system, look = made(lumps=10)
    instances = shown(look, system, 5.0)
    cord = np.vstack([corners(each) for each in instances if each.mesh is look._cord])
    there = Bungee(dict(system.parameters_given()), {"depth": 5.0})
    for point in look.to_world(there.points(memoryview(there.start()))):
        assert np.linalg.norm(cord - point, axis=1).min() < 0.5


def test_the_cord_turns_red_with_tension() -> None:
    system, look = made()
    simulation = Simulation(system, integrator="rk4", dt=1e-3)
    assert simulation.compile()
    redness = []
    for ticks in (0, 3000):
        simulation.advance(ticks)
        frame = look.frame(system, simulation.y, VIEW, 0.0)
        tints = np.array([each.tint for each in frame.instances if each.mesh is look._cord])
        redness.append(float((tints[:, 0] - tints[:, 2]).mean()))
    assert redness[1] > redness[0] + 0.5


def test_the_rock_leaves_the_fall_free_and_carries_the_bridge() -> None:
    system, look = made()
    walls = [each for each in look._still.instances if rocky(each) and np.ptp(each.mesh.vertices[:, 2]) > 0.2]
    assert len(walls) == 2 * canyon.PANELS
    points = np.vstack([corners(each) for each in walls])
    fallen = points[np.abs(points[:, 0]) < 0.4 * look._width]
    lowest = fallen[fallen[:, 2] > look.lift - look.deep]
    assert np.abs(lowest[:, 1]).min() > 0.25 * look._width
    assert np.abs(fallen[:, 1]).min() > 0.6 * canyon.RIVER * look._width
    assert points[:, 2].max() == pytest.approx(62.0, rel=0.08)
    bridge = np.vstack([corners(each) for each in look._bridge])
    assert np.abs(bridge[:, 1]).max() > 0.5 * look._width
    assert bridge[:, 0].max() == pytest.approx(system.start_x, abs=0.1)


def test_the_arch_springs_from_the_rock_and_stays_clear_of_the_cord() -> None:
    _, look = made()
    width, deep = look._width, look.lift
    rock = np.vstack([corners(each) for each in look._still.instances if rocky(each)])
    steel = [each for each in look._bridge if np.all(each.mesh.vertices[:, 8] != Material.TIMBER)]
    points = np.vstack([corners(each) for each in steel])
    low = points[points[:, 2] < points[:, 2].min() + 0.01 * deep]
    for side in (-1.0, 1.0):
        foot = low[side * low[:, 1] > 0.0].mean(axis=0)
        near = rock[(np.abs(rock[:, 0] - foot[0]) < 0.06 * width) & (np.abs(rock[:, 2] - foot[2]) < 0.06 * deep)]
        assert np.abs(near[side * near[:, 1] > 0.0, 1]).min() < abs(foot[1]) + 0.01 * width, "it ends in the rock"
    below = points[points[:, 2] < look.lift - 0.3]
    assert below[:, 0].max() < -0.05, "the cord hangs at x = 0"
    middle = points[np.abs(points[:, 1]) < 0.05 * width]
    assert middle[:, 2].min() > look.lift - 3.0, "the crown is right under the deck"


@pytest.mark.parametrize("gap", [0.0, 0.4, 6.0])
def test_the_bridge_reaches_from_behind_the_cord_to_the_jumper(gap: float) -> None:
    system, look = made(gap=gap, cord="heavy")
    boards = np.vstack([corners(each) for each in look._bridge if Material.TIMBER in each.mesh.vertices[:, 8]])
    top = boards[np.abs(boards[:, 2] - look.lift) < 0.01]
    assert top[:, 0].min() < -2.0
    assert top[:, 0].max() == pytest.approx(system.start_x, abs=0.02)
    slot = top[(np.abs(top[:, 1]) < 0.05) & (np.abs(top[:, 0]) < 0.02)]
    assert not len(slot), "the cord hangs through a gap between boards"


def test_invisible_stretches_of_the_bridge_are_culled() -> None:
    _, look = made()
    assert len(look._bridge) == 2 * gorge.STRETCHES
    for each in look._bridge:
        assert np.ptp(corners(each)[:, 1]) < 0.3 * look._width


def test_the_river_moves_with_simulated_time() -> None:
    system, look = made()
    tints = []
    for now in (0.0, 0.5, 0.5, 2.0):
        frame = look.frame(system, memoryview(system.start()), VIEW, 0.0)
        look.add_marks(frame, system, memoryview(system.start()), (), now)
        water = [each for each in frame.instances if Material.WATER in each.mesh.vertices[:, 8]]
        assert len(water) == 1
        tints.append(water[0].tint)
    assert tints[1] == tints[2]
    run = 0.5 * RIVER_SPEED / (canyon.RIVER * look._width)
    assert tints[1] == pytest.approx([run * scale % 1.0 for scale in canyon.DRIFTS])
    assert len(set(tints)) == 3


@pytest.mark.parametrize("mesh", [*PARTS, *gorge.deck(60.0, 0.4, 1.0), *gorge.steel(60.0, 0.4, 1.0)])
def test_surfaces_face_outward(mesh: Mesh) -> None:
    areas, normals = faces(mesh)
    assert np.isfinite(mesh.vertices).all()
    assert np.all((areas * normals).sum(axis=1) > -1e-9 * np.abs(areas).max())
    assert np.linalg.norm(mesh.vertices[:, 3:6], axis=1) == pytest.approx(1.0, abs=1e-5)


def test_the_jump_is_about_as_deep_as_the_look_expects() -> None:
    system, _ = made(cord="massless")
    simulation = Simulation(system, integrator="rk4", dt=1e-3)
    assert simulation.compile()
    depths = []
    for _ in range(60):
        simulation.advance(100)
        depths.append(-system.points(simulation.y)[-1, 2])
    assert max(depths) == pytest.approx(jump_depth(system), rel=0.02)
