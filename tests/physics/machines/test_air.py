"""Drag and wind: terminal velocity, the tanh law, a body that the wind carries, and the balance of energy."""

from __future__ import annotations

import math
from typing import Any

import pytest

import physics
from physics import BadInput
from physics.machines.machine import Machine
from physics.machines.reactions import ground_forces
from tests.physics.machines.models import swung

C, MASS, G = 0.02, 0.3, 9.81
DROP = {"drop": {"slider": ["ground", "stone"], "axis": "-z"}}


def machine(joints: dict[str, Any], body: dict[str, Any], **words: Any) -> Machine:
    ball = {} if "shape" in body else {"shape": "ball", "radius": 0.05}
    stone = {**ball, "centre": [0, 0, 0], "mass": MASS, **body}
    return Machine({"machine": {"bodies": {"stone": stone}, "joints": joints, **words}})


def run(system: Machine) -> physics.Simulation:
    made = physics.Simulation(system, "gauss6", 1e-3)
    assert made.compile(), made.compile_problem
    return made


def test_a_stone_falls_by_the_tanh_law_to_its_terminal_velocity() -> None:
    system = machine(DROP, {"drag": C})
    made, terminal = run(system), math.sqrt(MASS * G / C)
    begun = system.energy(made.y)
    for second in (1, 2, 10):
        made.advance(second * 1000 - made.tick)
        x = G * second / terminal
        fallen = terminal * terminal / G * math.log(math.cosh(x))
        assert list(made.y[:2]) == pytest.approx([fallen, terminal * math.tanh(x)], rel=1e-11)
        kinetic = 0.5 * MASS * made.y[1] ** 2
        assert made.y[system.index("loss")] == pytest.approx(MASS * G * fallen - kinetic, rel=1e-9)
        assert system.energy(made.y) == pytest.approx(begun, abs=1e-10)
    assert made.y[1] == pytest.approx(terminal, rel=1e-5)


def test_the_wind_carries_a_body_and_its_work_is_accounted_for() -> None:
    """At rest in a wind w on a frictionless rail: v = w - w/(1 + c w t/m)."""
    rail = {"rail": {"slider": ["ground", "stone"], "axis": "x"}}
    system = machine(rail, {"drag": C}, wind=[8.0, 0.0, 3.0], gravity=0.0)
    made = run(system)
    made.advance(2000)
    # The wind is not along the rail: v' = c |v - w| (w_x - v)/m, by the method of Runge and Kutta.
    v, h, loss = 0.0, 1e-3, 0.0

    def push(v: float) -> float:
        return C * math.hypot(8.0 - v, 3.0) * (8.0 - v) / MASS

    for _ in range(2000):
        a1 = push(v)
        a2 = push(v + h / 2 * a1)
        a3 = push(v + h / 2 * a2)
        a4 = push(v + h * a3)
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    assert made.y[1] == pytest.approx(v, rel=1e-10) and v > 2.0
    loss, work = (made.y[system.index(name)] for name in ("loss", "work"))
    assert work - loss == pytest.approx(0.5 * MASS * v * v, rel=1e-10)
    assert loss > 0.0 and system.energy(made.y) == pytest.approx(0.0, abs=1e-10)


def test_in_a_wind_along_the_rail_the_law_is_closed() -> None:
    rail = {"rail": {"slider": ["ground", "stone"], "axis": "x"}}
    system = machine(rail, {"drag": C}, wind=[8.0, 0.0, 0.0])
    made = run(system)
    made.advance(1500)
    assert made.y[1] == pytest.approx(8.0 - 8.0 / (1.0 + C * 8.0 * 1.5 / MASS), rel=1e-12)


def test_a_drag_coefficient_is_that_of_the_trebuchet_s_stone() -> None:
    """½ C_d A ρ with the area of the ball; with density and coefficient as sliders."""
    system = machine(DROP, {"drag_coefficient": 0.5}, air_density=1.2)
    area = math.pi * 0.05**2
    assert system.table.links[0].drag == pytest.approx(0.5 * 1.2 * 0.5 * area, rel=1e-15)
    assert {"stone.drag_coefficient", "air_density"} <= set(system.fields)
    changed = system.replace({"air_density": 2.4})
    assert type(changed) is type(system) and changed.table.links[0].drag == 2.0 * system.table.links[0].drag
    given = machine(DROP, {"drag_coefficient": 0.5, "area": "30 cm²"})
    assert given.table.links[0].drag == pytest.approx(0.5 * 1.225 * 0.5 * 3e-3, rel=1e-14)
    assert "stone.area" in given.fields


def test_drag_of_a_body_that_swings_acts_on_its_centre() -> None:
    """A pendulum: theta'' = -(g/l) sin theta - (c l/m) |theta'| theta'."""
    joints = {"pivot": {"hinge": ["ground", "stone"], "at": [0, 0, 0.8], "axis": "-y", "angle": 2.0}}
    system = machine(joints, {"drag": 0.2, "shape": "point"} | {"inertia": [0, 0, 0]})
    made = run(system)
    begun = system.energy(made.y)
    made.advance(3000)
    theta, rate, h = 2.0, 0.0, 5e-4

    def slope(theta: float, rate: float) -> float:
        return -G / 0.8 * math.sin(theta) - 0.2 * 0.8 / MASS * abs(rate) * rate

    theta, rate = swung(slope, theta, rate, h, 6000)
    assert list(made.y[:2]) == pytest.approx([theta, rate], abs=1e-8)
    assert system.energy(made.y) == pytest.approx(begun, abs=1e-8)


def test_the_ground_does_not_feel_what_the_wind_does_to_a_bob_that_hangs_straight() -> None:
    """The wind pushes the point across its rod, which moves as if it were free: the pivot carries the weight alone."""
    joints = {"pivot": {"hinge": ["ground", "stone"], "at": [0, 0, 0.8], "axis": "-y"}}
    system = machine(joints, {"drag": 0.2, "shape": "point", "inertia": [0, 0, 0]}, wind=[5.0, 0.0, 0.0])
    (held,) = ground_forces(system.table, list(system.start()))
    assert held.force == pytest.approx((0.0, 0.0, MASS * G), abs=1e-12)


FAULTS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "both": ({"drag": 1, "drag_coefficient": 1}, {}, "stone: drag and drag_coefficient: give one"),
    "area alone": ({"area": 1}, {}, "stone: area without drag_coefficient"),
    "no area": ({"shape": "box", "size": [1, 1, 1], "drag_coefficient": 1}, {}, "without an area: give area"),
    "negative": ({"drag": -1}, {}, "stone: drag = -1"),
    "wind for nothing": ({}, {"wind": [1, 0, 0]}, "wind: no body has drag"),
    "density for nothing": ({"drag": 1}, {"air_density": 1}, "air_density: no body has a drag coefficient"),
    "a number for wind": ({"drag": 1}, {"wind": 3}, "wind = 3: must be 3 numbers in m/s"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named(fault: str) -> None:
    body, words, said = FAULTS[fault]
    with pytest.raises(BadInput, match=said):
        machine(DROP, body, **words)
