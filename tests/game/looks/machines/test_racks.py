"""Racks and threads of machines: a tooth meets a gap, always, and a thread goes on in itself where its nut turns."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from game.looks.machines.machine import MachineLook
from game.looks.machines.machine_gears import toothed
from game.looks.machines.machine_mesh import frame_along
from game.looks.machines.machine_racks import GearRack, rack_mesh, rack_outline, racks_of, thread_mesh, threads_of
from physics.machines.machine import Machine
from tests.game.looks.machines.test_gears import inside


def racked(radius: float, axis: str = "-y", **more: Any) -> Machine:
    """Return a bar that slides along z, and a wheel on the ground that it turns."""
    return Machine({"machine": {
        "bodies": {
            "bar": {"shape": "bar", "from": [0.1, 0, 0], "to": [0.1, 0, 0.8], "mass": 1},
            "wheel": {"shape": "disk", "centre": [0, 0, 0.3], "radius": 0.04, "axis": "y", "mass": 2},
        },
        "joints": {
            "fall": {"slider": ["ground", "bar"], "axis": "z", "position": 0.03, **more},
            "turn": {"hinge": ["ground", "wheel"], "axis": axis, "angle": 0.4},
        },
        "racks": {"teeth": {"joints": ["fall", "turn"], "radius": radius}},
    }})  # fmt: skip


def outlines(system: Machine, rack: GearRack, slid: float, turned: float) -> tuple[np.ndarray, np.ndarray]:
    """Return rack and wheel in the world where their joints have these coordinates."""
    flat = rack_outline(rack)
    bar = rack.place + slid * rack.along + flat[:, :1] * rack.along + flat[:, 1:] * rack.toward
    x, y, _ = frame_along(rack.wheel.axis)
    c, s = math.cos(turned), math.sin(turned)
    wheel = toothed(rack.wheel) @ np.array([[c, s], [-s, c]])
    return bar, rack.wheel.centre + wheel[:, :1] * x + wheel[:, 1:] * y


@pytest.mark.parametrize("radius", [0.1, -0.1])
@pytest.mark.parametrize("axis", ["y", "-y"])
def test_teeth_of_a_rack_never_cut_those_of_its_wheel(radius: float, axis: str) -> None:
    system = racked(radius, axis)
    (rack,) = racks_of(system.described)
    slid, turned = (system.start()[system.index(name)] for name in ("fall", "turn"))
    assert (slid, turned) == pytest.approx((0.03, 0.4))
    for more in np.linspace(-0.4, 0.4, 9):
        bar, wheel = outlines(system, rack, slid + radius * more, turned + more)
        assert not inside(bar, wheel).any() and not inside(wheel, bar).any()
    near = np.linalg.norm(bar[:, None] - wheel[None], axis=2).min()
    assert near < 0.01, "they mesh"


def test_a_rack_is_as_long_as_its_range_and_a_closed_mesh() -> None:
    system = racked(0.1, range=[-0.2, 0.9])
    (rack,) = racks_of(system.described)
    assert rack.span[0] <= 0.03 - 0.9 and rack.span[1] >= 0.03 + 0.2
    mesh = rack_mesh(rack)
    triangles = mesh.vertices[mesh.indices.reshape(-1, 3)]
    across = np.cross(triangles[:, 1, :3] - triangles[:, 0, :3], triangles[:, 2, :3] - triangles[:, 0, :3])
    whole = np.linalg.norm(across, axis=1) > 2e-8
    assert (np.einsum("ij,ij->i", across, triangles[:, :, 3:6].mean(axis=1))[whole] > 0.0).all()


def screwed(held: dict[str, Any], **screw: Any) -> Machine:
    bodies = {
        "spindle": {"shape": "cylinder", "from": [0, 0, 0], "to": [0, 0, 1], "radius": 0.03, "mass": 1},
        "nut": {"shape": "box", "centre": [0, 0, 0.4], "size": [0.1, 0.1, 0.1], "mass": 1},
    }
    used = {name for each in held.values() for pair in each.values() if isinstance(pair, list) for name in pair}
    tables = {"bodies": {name: each for name, each in bodies.items() if name in used}, "joints": held}
    return Machine({"machine": {**tables, "screws": {"s": screw}}})


def test_a_thread_goes_on_in_itself_as_its_nut_turns() -> None:
    """A nut that slides by p/4 in a quarter turn leaves the thread on its ground where it is."""
    system = screwed({"J": {"cylindrical": ["ground", "nut"], "at": [0, 0, 0.4], "axis": "z"}}, joint="J", pitch=0.2)
    (thread,) = threads_of(system.described, 1.0)
    mesh = thread_mesh(thread._replace(span=(-0.5, 0.5), radius=0.08))
    assert thread.body == "ground" and thread.pitch == pytest.approx(0.2) and mesh is not None
    angles = np.unwrap(np.arctan2(*mesh.vertices[40:-40, [1, 0]].astype(float).T))
    rise = np.polyfit(angles, mesh.vertices[40:-40, 2], 1)[0]
    assert rise == pytest.approx(0.2 / (2.0 * math.pi), rel=0.02), "right-handed"
    assert len(MachineLook(system).furniture()) > 0


def test_a_screw_that_only_turns_has_the_thread_that_drives_its_nut() -> None:
    """A nut that does not turn climbs a left-handed screw that turns counter-clockwise."""
    joints = {
        "S": {"hinge": ["ground", "spindle"], "at": [0, 0, 0], "axis": "z"},
        "z": {"slider": ["ground", "nut"], "axis": "z"},
    }
    (thread,) = threads_of(screwed(joints, joints=["z", "S"], pitch=0.05).described, 1.0)
    assert (thread.body, thread.span, thread.radius) == ("spindle", (0.0, 1.0), 0.03)
    assert thread.pitch == pytest.approx(-0.05)


def test_too_fine_a_thread_is_not_drawn() -> None:
    joints = {"J": {"cylindrical": ["ground", "spindle"], "at": [0, 0, 0], "axis": "z"}}
    (thread,) = threads_of(screwed(joints, joint="J", pitch=0.001).described, 1.0)
    assert thread.body == "spindle" and thread_mesh(thread) is None
