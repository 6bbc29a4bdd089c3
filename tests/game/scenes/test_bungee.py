"""The look of a bungee jump: bridge, gorge, cord, jumper and ball."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from game.picture import Instance, Material, Stage, View
from game.scenes import canyon, gorge, look_for
from game.scenes.bungee import BungeeLook, deepest
from physics import Simulation
from physics.systems.bungee import Bungee
from tests.game.scenes.test_pendulum import corners

VIEW = View(np.array([60.0, -13.0, 40.0], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def made(**parameters: Any) -> tuple[Bungee, BungeeLook]:
    system = Bungee({"gorge": 62.0, **parameters})
    look = look_for(system)
    assert isinstance(look, BungeeLook)
    return system, look


def shown(look: BungeeLook, system: Bungee, depth: float) -> list[Instance]:
    there = Bungee(dict(system.parameters_given()), {"depth": depth})
    frame = look.frame(there, memoryview(there.start()), VIEW, 0.0)
    assert frame.stage is Stage.FIELD
    return frame.instances


def rocky(instance: Instance) -> bool:
    return bool(np.all(instance.mesh.vertices[:, 8] == Material.ROCK))


def body(instances: list[Instance]) -> np.ndarray:
    """All points of the jumper."""
    return np.vstack([corners(each) for each in instances if each.mesh in map(gorge.person, range(3))])


def test_the_jumper_stands_on_the_bridge_and_hangs_by_the_feet() -> None:
    system, look = made()
    above, below = body(shown(look, system, 0.0)), body(shown(look, system, 20.0))
    assert above[:, 2].min() == pytest.approx(62.0, abs=0.05)
    assert above[:, 2].max() == pytest.approx(63.8, abs=0.1)
    assert below[:, 2].max() == pytest.approx(42.0, abs=0.05)
    assert below[:, 2].min() == pytest.approx(40.2, abs=0.1)


def test_the_cord_goes_from_the_bridge_to_the_jumper() -> None:
    system, look = made(lumps=10)
    instances = shown(look, system, 5.0)
    cord = np.vstack([corners(each) for each in instances if each.mesh is look._cord])
    there = Bungee(dict(system.parameters_given()), {"depth": 5.0})
    for point in look.to_world(there.points(memoryview(there.start()))):
        assert np.linalg.norm(cord - point, axis=1).min() < 0.5


def test_the_cord_turns_red_as_it_pulls() -> None:
    system, look = made()
    simulation = Simulation(system, integrator="rk4", dt=1e-3)
    redness = []
    for ticks in (0, 3000):
        simulation.advance(ticks)
        frame = look.frame(system, simulation.y, VIEW, 0.0)
        tints = np.array([each.tint for each in frame.instances if each.mesh is look._cord])
        redness.append(float((tints[:, 0] - tints[:, 2]).mean()))
    assert redness[1] > redness[0] + 0.5


def test_nothing_of_the_rock_is_where_the_jumper_falls_and_the_bridge_rests_on_it() -> None:
    system, look = made()
    walls = [each for each in look._still.instances if rocky(each) and np.ptp(each.mesh.vertices[:, 2]) > 0.2]
    assert len(walls) == 2 * canyon.PANELS
    points = np.vstack([corners(each) for each in walls])
    fallen = points[np.abs(points[:, 0]) < 0.4 * look._width]
    lowest = fallen[fallen[:, 2] > look.lift - look.deep]
    assert np.abs(lowest[:, 1]).min() > 0.25 * look._width
    assert np.abs(fallen[:, 1]).min() > 0.6 * canyon.RIVER * look._width
    assert points[:, 2].max() == pytest.approx(62.0, rel=0.08)
    deck = corners(look._deck)
    assert np.abs(deck[:, 1]).max() > 0.5 * look._width
    assert deck[:, 0].max() == pytest.approx(system.start_x, abs=0.1)


def test_the_jump_is_about_as_deep_as_the_look_expects() -> None:
    system, _ = made(cord="massless")
    simulation = Simulation(system, integrator="rk4", dt=1e-3)
    depths = []
    for _ in range(60):
        simulation.advance(100)
        depths.append(-system.points(simulation.y)[-1, 2])
    assert max(depths) == pytest.approx(deepest(system), rel=0.02)
