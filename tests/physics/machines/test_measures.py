"""Measures of machines: distances, angles, heights, speeds, pulls and powers by name."""

from __future__ import annotations

import math
from typing import Any

import pytest

import physics
from physics.errors import BadInput
from physics.machines.machine import Machine

G = 9.81


def point(mass: float, *centre: float) -> dict[str, Any]:
    return {"shape": "point", "centre": list(centre), "mass": mass}


def measured(machine: Machine, y: Any) -> dict[str, float]:
    return {each.name: each.value(machine, y) for each in machine.quantities}


def test_measures_of_points_of_a_double_pendulum() -> None:
    """All follow from the angles a and b of the bars from the downward, and their rates."""
    bodies = {
        "upper": {"shape": "bar", "from": [0, 0, 0], "to": [0, 0, -0.8], "mass": 1},
        "lower": {"shape": "bar", "from": [0, 0, -0.8], "to": [0, 0, -1.3], "mass": 1},
    }
    joints = {
        "A": {"hinge": ["ground", "upper"], "at": [0, 0, 0], "axis": "-y", "angle": 0.9, "rate": 1.1},
        "B": {"hinge": ["upper", "lower"], "at": "end, start", "axis": "-y", "angle": 0.5, "rate": -0.4},
    }
    measures = {
        "reach": {"distance": [[0, 0, 0], "lower.end"]}, "up": {"height": "lower.end"},
        "bend": {"angle": ["upper.start", "upper.end", "lower.end"]}, "v": {"speed": "lower"},
    }  # fmt: skip
    system = Machine({"machine": {"bodies": bodies, "joints": joints, "measures": measures}})
    a, b, u, w = 0.9, 1.4, 1.1, 0.7
    found = measured(system, physics.Simulation(system, "rk4", 1e-3).y)
    assert found["reach"] == pytest.approx(math.sqrt(0.64 + 0.25 + 0.8 * math.cos(0.5)), rel=1e-13)
    assert found["up"] == pytest.approx(-0.8 * math.cos(a) - 0.5 * math.cos(b), rel=1e-13)
    assert found["bend"] == pytest.approx(math.pi - 0.5, rel=1e-13)
    speed = math.hypot(0.8 * u * math.cos(a) + 0.25 * w * math.cos(b), 0.8 * u * math.sin(a) + 0.25 * w * math.sin(b))
    assert found["v"] == pytest.approx(speed, rel=1e-13)
    assert {each.name: each.unit for each in system.quantities} == {"reach": "m", "up": "m", "bend": "rad", "v": "m/s"}
    assert system.quantities[0].meaning == "distance of (0, 0, 0) and lower.end"


@pytest.mark.parametrize("tie", ["ropes", "rods"])
def test_the_pull_of_what_carries_a_bob(tie: str) -> None:
    """T = m (g cos φ + v²/l) for a bob on a rope or rod at an angle φ from the downward."""
    x, z = 1.5 * math.sin(0.4), -1.5 * math.cos(0.4)
    joints = {"fly": {"planar": ["ground", "bob"], "axis": "-y", "rate": [2 * math.sin(0.4), -2 * math.cos(0.4)]}}
    tables = {tie: {"string": {"between": ["ground", "bob"], "from": [0, 0, 0]}}, "measures": {"T": {"pull": "string"}}}
    system = Machine({"machine": {"bodies": {"bob": point(0.7, x, 0, z)}, "joints": joints, **tables}})
    y = physics.Simulation(system, "rk4", 1e-3).y
    vector = system.arrows(y)[0].vector
    speed = math.hypot(*vector)
    assert measured(system, y)["T"] == pytest.approx(0.7 * (G * math.cos(0.4) + speed * speed / 1.5), rel=1e-12)


def test_the_pull_of_a_spring_and_the_power_of_motors() -> None:
    bodies = {
        "block": {"shape": "box", "centre": [0, 0, 0], "size": [0.2, 0.1, 0.1], "mass": 2},
        "flag": point(1, 0, 0, 1),
    }
    joints = {
        "x": {"slider": ["ground", "block"], "axis": "x", "position": 0.3, "rate": 0.5, "force": "4 - 2*x'"},
        "mast": {"hinge": ["ground", "flag"], "at": [0, 0, 0.5], "axis": "y", "driven": {"speed": 3.0}},
    }
    tables = {
        "springs": {
            "s": {"between": ["ground", "block"], "from": [-1, 0, 0], "stiffness": 20, "rest": 0.9, "damping": 3}
        },
        "measures": {"F": {"pull": "s"}, "P": {"power": "x"}, "turn": {"power": "mast"}},
    }
    system = Machine({"machine": {"bodies": bodies, "joints": joints, **tables}})
    run = physics.Simulation(system, "gauss6", 1e-3)
    found = measured(system, run.y)
    assert found["F"] == pytest.approx(20 * (1.3 - 0.9) + 3 * 0.5, rel=1e-13)
    assert found["P"] == pytest.approx((4 - 2 * 0.5) * 0.5, rel=1e-13)
    run.advance(100)  # what drives the mast lifts a mass that goes evenly round
    assert measured(system, run.y)["turn"] == pytest.approx(-1.0 * G * 0.5 * 3.0 * math.sin(0.3), rel=1e-10)


@pytest.mark.parametrize("loops", [False, True])
def test_the_forces_in_joints_are_those_of_the_double_pendulum(loops: bool) -> None:
    """The same two bars with hinges that carry them, and as bars that fly, held by hinges that close loops."""
    pendulum = physics.system("double-pendulum", {"upper_mass": 1.3, "lower_mass": 0.7, "lower_length": 0.6},
                              {"theta2": 0.8, "theta3": 0.3, "theta2_dot": 1.5, "theta3_dot": -2.0})  # fmt: skip
    bodies = {
        "upper": {"shape": "bar", "from": [0, 0, 0], "to": [0, 0, -1], "mass": 1.3, "inertia": [1.3 / 12, 1.3 / 12, 0]},
        "lower": {"shape": "bar", "from": [0, 0, -1], "to": [0, 0, -1.6], "mass": 0.7,
                  "inertia": [0.7 * 0.36 / 12, 0.7 * 0.36 / 12, 0]},
    }  # fmt: skip
    hinges: dict[str, Any] = {
        "A": {"hinge": ["ground", "upper"], "at": [0, 0, 0], "axis": "-y"},
        "B": {"hinge": ["upper", "lower"], "at": "end, start", "axis": "-y"},
    }
    joints, initial = dict(hinges), {"A": 0.8, "A_rate": 1.5, "B": -0.5, "B_rate": -3.5}
    if loops:
        planes = {name: {"planar": ["ground", name], "axis": "-y"} for name in bodies}
        joints = planes | hinges
        initial = {"upper_angle": 0.8, "upper_angle_rate": 1.5, "lower_angle": 0.3, "lower_angle_rate": -2.0}
    measures = {"at_A": {"force": "A"}, "at_B": {"force": "B"}}
    system = Machine({"machine": {"bodies": bodies, "joints": joints, "measures": measures}}, initial)
    assert len(system.described.machine.equations) == (4 if loops else 0)
    run = physics.Simulation(system, "gauss6", 1e-3)
    known = {
        each.name: each.value(pendulum, physics.Simulation(pendulum, "rk4", 1e-3).y) for each in pendulum.quantities
    }
    found = measured(system, run.y)
    assert found["at_A"] == pytest.approx(known["F12"], rel=1e-11)
    assert found["at_B"] == pytest.approx(known["F23"], rel=1e-11)


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        ({}, "measure m: needs one of distance, angle, height, speed, pull, force, power; has none"),
        ({"height": "bob", "speed": "bob"}, "has height, speed"),
        ({"distance": "bob"}, "must be 2 points"),
        ({"height": "bop"}, 'body "bop" is unknown, did you mean "bob"?'),
        ({"height": "bob.top"}, "bob has no anchor"),
        ({"pull": "string"}, 'spring, rod or rope "string" is unknown'),
        ({"power": "swong"}, 'joint "swong" is unknown, did you mean "swing"?'),
    ],
)
def test_a_measure_that_is_none_is_told_in_one_line(measure: Any, said: str) -> None:
    joints = {"swing": {"hinge": ["ground", "bob"], "at": [0, 0, 1], "axis": "-y", "angle": 1.0}}
    with pytest.raises(BadInput) as fault:
        Machine({"machine": {"bodies": {"bob": point(1, 0, 0, 0)}, "joints": joints, "measures": {"m": measure}}})
    assert said in str(fault.value).replace("'", '"')
