"""Systems as machines of bodies and joints: the same accelerations, and the same motion."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np
import pytest

import physics
from physics.apart.proof import BUILDERS, NOT_THESE, Proof, take_apart
from physics.errors import BadInput


def taken(name: str, parameters: dict[str, Any], initial: dict[str, float]) -> tuple[physics.System, Proof]:
    system = physics.system(name, parameters, initial)
    run = physics.Simulation(system, "rk4", 1e-3)
    states = [array("d", run.y)]
    for _ in range(3):
        run.advance(150)
        states.append(array("d", run.y))
    return system, take_apart(system, [memoryview(each) for each in states])


TAPERED = {"links": "tapered", "count": 3, "friction": (0.003,), "radii": (0.02,)}
SHAKEN = {
    "count": 2, "support": "harmonic", "amplitude_x": 0.03, "frequency_x": 11.0, "phase_x": 0.4,
    "amplitude_z": 0.05, "frequency_z": 17.0, "mass": 0.3, "load": 0.2,
}  # fmt: skip
MIXED = {"joints": ("ball", "universal", "hinge"), "joint_damping": (0.001,), "amplitude": (0.0, 0.02, 0.0),
         "frequency": (0.0, 9.0, 0.0)}  # fmt: skip
CROOKED = {"body": "asymmetric", "mass": 0.5, "I1": 4e-4, "I2": 7e-4, "I3": 5e-4, "I12": 5e-5, "distance_1": 0.02,
           "distance_3": 0.05}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "parameters", "initial"),
    [
        ("double-pendulum", {"upper_length": 0.7, "lower_mass": 0.3}, {"theta2_dot": 2.0}),
        ("double-pendulum-newton", {"lower_length": 1.4}, {}),
        ("planar-chain", TAPERED, {"theta_dot_2": 3.0}),
        ("planar-chain", SHAKEN, {"theta_1": 2.0}),
        ("jointed-chain", MIXED, {"u_2_1": 2.0, "u_1_3": 3.0}),
        ("heavy-top", CROOKED, {"theta": 0.7, "omega_1": 3.0, "omega_3": 20.0}),
        ("gyroscope", {}, {"theta": 0.6, "phi_dot": 200.0}),
        ("gimbals", {"spring": 0.2, "outer_friction": 1e-3, "motor": 0.02, "lb": -0.004}, {}),
        ("parallel-linkage", {"loops": 2}, {"phi": 0.3}),
        ("wilberforce", {}, {"theta": 0.4}),
    ],
)
def test_a_system_has_the_accelerations_of_its_machine(
    name: str, parameters: dict[str, Any], initial: dict[str, float]
) -> None:
    _, found = taken(name, parameters, initial)
    assert found.states >= 3
    assert found.difference < 1e-11


@pytest.mark.parametrize(
    ("name", "parameters", "left"),
    [
        ("planar-chain", {"count": 2, "drag": (0.1,)}, "the drag of the masses"),
        ("double-pendulum", {"a22": "printed", "lower_length": 2.0}, ""),
    ],
)
def test_what_moves_otherwise_is_not_said_to_be_the_same(name: str, parameters: dict[str, Any], left: str) -> None:
    _, found = taken(name, parameters, {})
    assert not found.is_same
    assert found.difference > 1e-3
    assert left in ("", *found.left)


def test_the_machine_goes_on_as_the_system_does() -> None:
    """Ends of the bars after a second, by one method with small steps."""
    system, found = taken("double-pendulum", {"lower_length": 0.6}, {"theta2": 1.2})
    ends = []
    for each in (system, found.machine):
        run = physics.Simulation(each, "rk4", 2.5e-4)
        run.advance(4000)
        upper, lower = run.system.bodies(run.y)
        ends.append([*upper.position, *lower.position])
    assert np.allclose(ends[0], ends[1], atol=1e-9)


@pytest.mark.parametrize(
    ("name", "parameters", "said"),
    [
        ("rattleback", {}, "rattleback cannot be taken apart into bodies and joints: it rolls, slips or turns on"),
        ("bungee", {}, "it has a cord that only pulls"),
        ("planar-chain", {"support": "stroke"}, "support = stroke: a machine has no such motion"),
        ("planar-chain", {"count": 60}, "at most 40"),
        ("gimbals", {"base": "earth"}, "base = earth: must be still to be taken apart"),
    ],
)
def test_what_is_no_machine_is_refused_in_one_line(name: str, parameters: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as fault:
        taken(name, parameters, {})
    assert said in str(fault.value)


def test_every_system_is_taken_apart_or_refused_by_its_reason() -> None:
    """Only those listed here are in neither table: nothing is built for them yet."""
    known = {*BUILDERS, *(name for names in NOT_THESE.values() for name in names)}
    assert known <= set(physics.systems())
    others = {"trebuchet", "spatial-chain", "whip", "gyroscope-integrals", "gyroscope-recipe"}
    assert set(physics.systems()) - known == others
