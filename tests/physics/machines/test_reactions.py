"""Forces of the ground on machines: closed forms of a pendulum, and the rate of momentum of a machine with loops."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from physics.machines.equations import moving, slopes
from physics.machines.machine import Machine
from physics.machines.motion import point_of
from physics.machines.reactions import ground_forces
from physics.types import Floats
from tests.physics.machines.models import bar, hinge

G = 9.81


def test_the_pivot_of_a_pendulum_bears_what_the_closed_form_says() -> None:
    length, angle, rate = 0.8, 0.6, 2.0
    bodies = {"bob": {"centre": [0, 0, -length], "mass": 0.7}}
    system = Machine(
        {"machine": {"bodies": bodies, "joints": {"A": hinge("ground", "bob", [0, 0, 0], angle=angle, rate=rate)}}}
    )
    (found,) = ground_forces(system.table, system.start())
    inward = np.array([-math.sin(angle), 0.0, math.cos(angle)])
    assert found.force == pytest.approx(0.7 * (G * math.cos(angle) + length * rate**2) * inward, abs=1e-12)
    assert found.place == pytest.approx((0.0, 0.0, 0.0))


FOUR_BAR: dict[str, Any] = {
    "bodies": {"crank": bar(0.0, 0.3, 0.5), "coupler": bar(0.3, 0.9, 1.0), "rocker": bar(1.0, 0.7, 0.8)},
    "joints": {
        "A": hinge("ground", "crank", [0, 0, 0], angle=1.0, rate=4.0, torque=0.3),
        "B": hinge("crank", "coupler", "end, start"), "C": hinge("coupler", "rocker", "end, end"),
        "D": hinge("ground", "rocker", [1, 0, 0], damping=0.1),
    },
    "springs": {"s": {"between": ["ground", "coupler"], "from": [0.4, 0.2, 1.1], "stiffness": 20.0, "damping": 0.4}},
}  # fmt: skip
ENGINE: dict[str, Any] = {
    "bodies": {
        "crank": bar(0.0, 0.1, 0.5), "rod": bar(0.1, 0.35, 0.4), "piston": {"mass": 0.8, "centre": [0.45, 0, 0]},
    },
    "joints": {
        "shaft": {**hinge("ground", "crank", [0, 0, 0]), "driven": {"offset": 0.4, "speed": 7.0}},
        "pin": hinge("crank", "rod", "end, start"), "wrist": hinge("rod", "piston", "end, centre"),
        "bore": {"slider": ["ground", "piston"], "at": [0.45, 0, 0], "axis": "x"},
    },
}  # fmt: skip


def momentum(system: Machine, y: list[float]) -> np.ndarray:
    """Return the momentum of all bodies."""
    links = zip(system.table.links, moving(system.table, y).found, strict=True)
    total: np.ndarray = np.sum(
        [link.mass * np.array(point_of(moved, link.centre).velocity) for link, moved in links], axis=0
    )
    return total


@pytest.mark.parametrize("given", [FOUR_BAR, ENGINE], ids=["four-bar", "engine"])
def test_the_forces_of_the_ground_are_what_changes_the_momentum(given: dict[str, Any]) -> None:
    system = Machine({"machine": given})
    y = list(system.start())
    slope, step = slopes(system.table, y), 1e-5
    after, before = ([a + sign * step * b for a, b in zip(y, slope, strict=True)] for sign in (1.0, -1.0))
    change = (momentum(system, after) - momentum(system, before)) / (2.0 * step)
    mass = sum(link.mass for link in system.table.links)
    found = ground_forces(system.table, y)
    assert [each.link for each in found] == [k for k, link in enumerate(system.table.links) if link.parent < 0]
    held = np.sum([each.force for each in found], axis=0)
    springs = change - held + (0.0, 0.0, mass * G)
    if "springs" in given:
        (spring,), state = system.table.springs, moving(system.table, y)
        end = point_of(state.found[spring.second], spring.to)
        way = np.array(end.place) - spring.at
        length = np.linalg.norm(way)
        stretched = spring.stiffness * (length - spring.rest) + spring.damping * (way / length) @ end.velocity
        springs = springs + stretched * way / length
    assert springs == pytest.approx(np.zeros(3), abs=2e-7)


def test_a_slider_without_friction_bears_no_force_along_its_way() -> None:
    system = Machine({"machine": ENGINE})
    bore = next(
        each for each in ground_forces(system.table, system.start()) if system.described.names[each.link] == "bore"
    )
    assert abs(bore.force[0]) < 1e-12 < abs(bore.force[2])


def test_they_are_drawn_at_the_joints_that_hold_a_machine() -> None:
    system = Machine({"machine": FOUR_BAR})
    start: Floats = memoryview(system.start())
    drawn = {arrow.name: arrow for arrow in system.arrows(start)}
    for each in ground_forces(system.table, system.start()):
        arrow = drawn[f"force {system.described.names[each.link]}"]
        assert arrow.vector == pytest.approx(each.force, rel=1e-9) and arrow.origin == pytest.approx(
            each.place, abs=1e-15
        )
