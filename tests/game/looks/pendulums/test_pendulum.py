"""The look of pendulums: every joint is drawn at its computed position, and the stand holds the first one."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import physics
from game.looks import look_for
from game.looks.kit.parts import pendulum_parts
from game.looks.pendulums import wooden_bars
from game.looks.pendulums.pendulum import PendulumLook, StandLook
from game.model.frame import Instance, Mesh, View
from game.model.material import Material
from physics import System
from tests.game.looks.kit.parts.test_timber import faces
from tests.game.scales_at import scales_at

VIEW = View(np.array([6.0, -13.0, 4.0], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
KINDS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "bars": ("double-pendulum", {"upper_length": 1.3, "lower_length": 0.6}, {"theta2": 2.0, "theta3": -0.7}),
    "open bars": ("double-pendulum-open", {}, {}),
    "bobs": ("planar-chain", {"count": 4, "length": 2.0}, {"theta": [0.3, 1.0, -2.0, 3.0]}),
    "slats": ("planar-chain", {"bob": 0, "mass": 2}, {"theta": [0.3, 1.0, -2.0]}),
}


def made(kind: str) -> tuple[System, StandLook]:
    system = physics.system(*KINDS[kind])
    look = look_for(system)
    assert isinstance(look, PendulumLook)
    return system, look


def corners(instance: Instance) -> np.ndarray:
    """Return all vertices of an instance in the world."""
    return np.asarray(instance.mesh.vertices[:, :3] @ instance.model[:3, :3] + instance.model[3, :3])


@pytest.mark.parametrize("kind", KINDS)
def test_each_link_reaches_from_joint_to_joint(kind: str) -> None:
    system, look = made(kind)
    y = memoryview(system.start())
    joints = look.to_world(look.points(system, y))
    links = look.hanging(system, y, joints)[: len(joints) - 1]
    for link, start, end in zip(links, joints, joints[1:], strict=False):
        length, along = np.linalg.norm(end - start), (end - start) / np.linalg.norm(end - start)
        reach = (corners(link) - start) @ along
        assert -0.12 * look.length < reach.min() < 1e-9
        assert length - 1e-6 < reach.max() < length + 0.12 * look.length
        across = (corners(link) - start) @ np.cross(along, (0.0, 1.0, 0.0))
        assert abs(across.max() + across.min()) < 0.1 * np.ptp(across)


def test_bobs_hang_at_their_joints_and_the_heaviest_is_the_largest() -> None:
    system = physics.system("planar-chain", {"links": "given", "lengths": [1.0, 1.0], "bobs": [1.0, 8.0]})
    look = look_for(system)
    assert isinstance(look, StandLook)
    y = memoryview(system.start())
    joints = look.to_world(look.points(system, y))
    sizes = []
    for bob, joint in zip(look.hanging(system, y, joints)[2:], joints[1:], strict=True):
        points = corners(bob)
        middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
        assert middle[[0, 2]] == pytest.approx(joint[[0, 2]], abs=1e-3 * look.length)
        sizes.append(float(np.ptp(points[:, 0])))
    assert sizes[1] == pytest.approx(2.0 * sizes[0], rel=0.05)


@pytest.mark.parametrize("kind", ["bars", "open bars", "slats"])
def test_overlapping_bars_differ(kind: str) -> None:
    """Check wood, width and the brass heads about the joints of each."""
    system, look = made(kind)
    y = memoryview(system.start())
    joints = look.to_world(look.points(system, y))
    count = len(joints) - 1
    instances = look.hanging(system, y, joints)
    bars, heads = instances[:count], instances[count:]
    assert len(heads) == count
    assert all(one.tint != other.tint for one, other in itertools.pairwise(bars))
    widths = [float(np.ptp(bar.mesh.vertices[:, 0])) for bar in bars]
    assert all(front < 0.9 * back for back, front in itertools.pairwise(widths))
    for head, *ends in zip(heads, joints, joints[1:], strict=False):
        for end in ends:
            away = np.hypot(*(corners(head) - end)[:, [0, 2]].T)
            assert away.min() < 1e-6 * look.length
    assert set(heads[0].mesh.vertices[:, 8].astype(int)) == {Material.BRASS, Material.STEEL}


@pytest.mark.parametrize("kind", KINDS)
def test_links_lie_in_front_of_one_another(kind: str) -> None:
    system, look = made(kind)
    bodies = system.bodies(memoryview(system.start()))
    middles = [
        np.median(mesh.vertices[:, 1]) for mesh, body in zip(look.meshes, bodies, strict=True) if "bob" not in body.name
    ]
    assert np.all(np.diff(middles) < 0.0)


def test_hanging_links_do_not_reach_the_floor() -> None:
    system = physics.system("planar-chain", {}, {"theta": 0.0})
    look = look_for(system)
    frame = look.frame(system, memoryview(system.start()), VIEW, 0.0)
    lowest = min(float(corners(instance)[:, 2].min()) for instance in frame.instances[3:])
    assert lowest >= -1e-6


def test_the_stand_holds_a_pivot_that_moves_and_stays_on_the_floor() -> None:
    system = physics.system(
        "planar-chain",
        {"support": "harmonic", "amplitude_x": 0.4, "amplitude_z": 0.3, "frequency_x": 1.0, "frequency_z": 2.0},
    )
    look = look_for(system)
    assert isinstance(look, StandLook)
    y = system.start()
    for time in (0.0, 1.0, 2.0):
        y[system.index("time")] = time
        state = memoryview(y)
        pivot = look.to_world(look.points(system, state)[0])
        foot, socket, column, bearing = look.stand(pivot)
        assert corners(foot)[:, 2].min() == pytest.approx(0.0, abs=1e-6)
        assert corners(column)[:, 2].max() == pytest.approx(pivot[2], abs=1e-5)
        assert bearing.model[3, :3] == pytest.approx(pivot, abs=1e-5)
        assert foot.model[3, 0] == socket.model[3, 0] == pytest.approx(pivot[0], abs=1e-5)
        assert corners(socket)[:, 2].min() < corners(foot)[:, 2].max() < corners(socket)[:, 2].max(), "one in the other"


def test_force_arrows_are_scaled_by_the_whole_weight() -> None:
    lengths = []
    for mass in (1.0, 5.0):
        system = physics.system("double-pendulum", {"upper_mass": mass, "lower_mass": mass}, {"theta2": 0.3})
        look = look_for(system)
        frame = look.frame(system, memoryview(system.start()), VIEW, 0.0)
        look.add_arrows(frame, system, memoryview(system.start()), scales_at(look, system))
        force = next(arrow for arrow in frame.arrows if arrow.label == "F₁₂")
        lengths.append(float(np.linalg.norm(force.tip - force.tail)))
    assert lengths[0] == pytest.approx(lengths[1], rel=1e-5)
    assert lengths[0] < 0.5 * look.size


@pytest.mark.parametrize(
    "mesh",
    [
        pendulum_parts.slat(1.0, 0.05, 0.04, -0.1),
        pendulum_parts.rod(1.0, 0.02),
        wooden_bars.wood(1.0, 0.05, 0.04, -0.1),
        wooden_bars.heads(1.0, 0.05, 0.04, -0.1),
        pendulum_parts.pin(0.02, -0.1, 0.1),
        pendulum_parts.bob(0.1),
        pendulum_parts.oval_link(),
        pendulum_parts.wire(0.1),
        pendulum_parts.foot(0.2),
        pendulum_parts.column(0.02),
        pendulum_parts.plinth(0.2),
        pendulum_parts.fittings(0.2, 0.02),
        pendulum_parts.joint(0.03),
        pendulum_parts.joint(0.03, (1.0, 0.0, 0.0), (0.0, 0.6, 0.8)),
        pendulum_parts.bearing(0.02, 0.2, -0.02),
        pendulum_parts.plaited(),
        pendulum_parts.handle(0.3, 0.02),
    ],
)
def test_surfaces_face_outward(mesh: Mesh) -> None:
    areas, normals = faces(mesh)
    assert np.isfinite(mesh.vertices).all()
    assert np.all((areas * normals).sum(axis=1) > -1e-9 * np.abs(areas).max())
    assert np.linalg.norm(mesh.vertices[:, 3:6], axis=1) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("kind", ["bars", "bobs", "slats"])
def test_tips_of_many_states_equal_those_of_each(kind: str) -> None:
    system, look = made(kind)
    start = np.array(system.start())
    states = start + 0.01 * np.arange(4)[:, None]
    each = [look.to_world(look.points(system, memoryview(state))[-1]) for state in states]
    assert look.tips(system, states) == pytest.approx(np.array(each), abs=1e-4 * look.length)
