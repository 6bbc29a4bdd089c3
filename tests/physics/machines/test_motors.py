"""Motors whose torque is an expression: closed forms, their work, their numbers as sliders, and faults in one line."""

from __future__ import annotations

import cmath
import math
import tomllib
from pathlib import Path
from typing import Any

import pytest

import physics
from physics import BadInput
from physics.batch.copies import LaneBatch, spread_over
from physics.machines.articulated import is_deep
from physics.machines.machine import Machine
from tests.physics.machines.models import swung

DOCUMENTS = Path(__file__).parents[3] / "docs"
MASS, STIFFNESS, DAMPING = 2.0, 50.0, 0.8
BODY = {"shape": "point", "centre": [0, 0, 0], "mass": MASS}


def slider(numbers: dict[str, Any] | None = None, **words: Any) -> dict[str, Any]:
    """Return a mass that slides along x."""
    joints = {"x": {"slider": ["ground", "m"], "axis": "x", **words}}
    return {"bodies": {"m": BODY}, "joints": joints, "numbers": numbers or {}}


def run(system: physics.System, dt: float = 1e-3) -> physics.Simulation:
    made = physics.Simulation(system, "gauss6", dt)
    assert made.compile(), made.compile_problem
    return made


def forced(t: float, amplitude: float, rate: float) -> float:
    """Return x(t) of m x'' + c x' + k x = A cos(w t) from rest at 0."""
    response = amplitude / complex(STIFFNESS - MASS * rate * rate, DAMPING * rate)
    decay = DAMPING / (2.0 * MASS)
    own = math.sqrt(STIFFNESS / MASS - decay * decay)
    a = -response.real
    b = (decay * a - (1j * rate * response).real) / own
    free = math.exp(-decay * t) * (a * math.cos(own * t) + b * math.sin(own * t))
    return (response * cmath.exp(1j * rate * t)).real + free


def test_a_driven_oscillator_is_its_closed_form_and_its_work_is_known() -> None:
    given = slider({"A": "3 N", "w": "4 rad/s"}, force="A*cos(w*t)", stiffness=STIFFNESS, damping=DAMPING)
    system = Machine({"machine": given})
    assert [each.name for each in system.variables] == ["x", "x_rate", "loss", "work", "time"]
    assert system.fields["A"].unit == "N"
    for changed in (system, system.replace({"A": 5.0, "w": 4.9})):
        assert type(changed) is type(system), "a number that is changed keeps the kernels"
        made = run(changed)
        begun = changed.energy(made.y)
        for second in (1, 2, 3):
            made.advance(1000)
            x = forced(second, changed.parameters["A"], changed.parameters["w"])
            assert made.y[0] == pytest.approx(x, abs=1e-12)
            assert changed.energy(made.y) == pytest.approx(begun, abs=1e-12)
        assert made.y[system.index("work")] > 1.0


def test_a_torque_may_depend_on_the_state() -> None:
    """A motor holds a pole upright on a hinge: theta'' = (m g l sin - K theta - D theta')/(m l²), slowly."""
    pole = {"shape": "point", "centre": [0, 0, 0.5], "mass": 0.4}
    joint = {"hinge": ["ground", "pole"], "at": [0, 0, 0], "axis": "y", "angle": 0.3, "torque": "-K*θ - 0.2*θ'"}
    system = Machine({"machine": {"bodies": {"pole": pole}, "joints": {"theta": joint}, "numbers": {"K": 3}}})
    assert [each.name for each in system.variables] == ["theta", "theta_rate", "work"]
    made = run(system)
    begun = system.energy(made.y)
    made.advance(4000)
    theta, rate, h = 0.3, 0.0, 1e-3

    def slope(theta: float, rate: float) -> float:
        return (0.4 * 9.81 * 0.5 * math.sin(theta) - 3.0 * theta - 0.2 * rate) / (0.4 * 0.25)

    theta, rate = swung(slope, theta, rate, h, 4000)
    assert made.y[0] == pytest.approx(theta, abs=1e-10) and abs(theta) < 0.05
    assert system.energy(made.y) == pytest.approx(begun, abs=1e-12)


def test_all_functions_have_the_same_bits_in_cpython_and_machine_code() -> None:
    force = "exp(-t)*tanh(x) + log(1 + x²)*where(x' > 0, 1, -2)*abs(x)^0.3 + atan2(x', 3) - min(x, t)*sign(x') + tan(x)"
    system = Machine({"machine": slider(force=force)}, {"x": 0.3, "x_rate": 1.0})
    compiled, plain = (physics.Simulation(system, "rk4", 1e-3) for _ in range(2))
    assert compiled.compile()
    for each in (compiled, plain):
        assert each.advance(200) == 200
    assert bytes(compiled.y) == bytes(plain.y)


FAULTS = {
    "0.3*sn(t)": 'joint x: force = \'0.3*sn(t)\': column 5: "sn" is unknown; did you mean "sin"?',
    "0.3 kNn": "joint x: force = '0.3 kNn': unit 'kNn' does not fit; allowed: N, mN, kN",
    "3 t": 'column 3: no operator before "t"; a product needs *',
    "fast": 'column 1: "fast" is unknown; names here are t, A, x, x_rate',
    "1/t": "it is nan at the start; must be a number",
    "sqrt(x - 1)": "it is nan at the start",
    "x + * 2": 'column 5: "*" is not expected here',
    "30 cm": "unit 'cm' does not fit",
    "1/0*t": "column 2: this number does not exist",
}
NUMBERS = {
    "t": 1, "sin": 1, "x": 1, "x_rate": 1, "machine": 1, "gravity": 1, "a b": 1, "A": "3 foo", "B": [1],
    "C": "3 grad", "D": 1e300,
}  # fmt: skip


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_of_an_expression_is_named(text: str) -> None:
    with pytest.raises(BadInput) as problem:
        Machine({"machine": slider({"A": 1}, force=text)})
    assert FAULTS[text] in str(problem.value) and "\n" not in str(problem.value)
    assert str(problem.value).startswith("joint x: force = ")


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_cannot_be_is_named(name: str) -> None:
    with pytest.raises(BadInput, match=rf"numbers.*{name}"):
        Machine({"machine": slider({name: NUMBERS[name]})})


def test_expressions_have_a_bounded_number_of_operations() -> None:
    long = "+".join(f"sin({k}*t)" for k in range(1, 300))
    joints = {f"x{k}": {"slider": ["ground", f"m{k}"], "axis": "x", "force": f"{long}+{k}"} for k in range(9)}
    given = {"bodies": dict.fromkeys((f"m{k}" for k in range(9)), BODY), "joints": joints}
    with pytest.raises(BadInput, match=r"joint x3: force: 59\d\d operations of all expressions; at most 5000"):
        Machine({"machine": given})


def test_a_name_in_greek_letters_is_a_name() -> None:
    given = slider({"ω": 4.0, "A_1": "3 N"}, force="A₁*cos(omega*t)")
    assert {"ω", "A_1"} <= set(Machine({"machine": given}).fields)
    given = slider({"omega": 4.0}, force="cos(ω*t)")
    assert Machine({"machine": given}).is_worked_on


def test_numbers_with_units_are_numbers() -> None:
    system = Machine({"machine": slider(force="300 mN")})
    assert system.parameters["x.force"] == 0.3


def test_copies_side_by_side_have_the_bits_of_one() -> None:
    force = "exp(-t)*tanh(x) + log(1 + x²)*where(x' > 0, 1, -2)*abs(x)^0.3 + min(x, t)*sign(x')"
    system, method = Machine({"machine": slider(force=force)}, {"x": 0.3, "x_rate": 1.0}), physics.integrator("rk4")
    states, _ = spread_over(system.start(), system, {"x": 0.2, "x_rate": 0.5}, 40)
    flock = LaneBatch(system, method, 1e-3, states)
    flock.advance(50)
    for i in (0, 17, 39):
        alone = physics.Simulation(system, "rk4", 1e-3)
        alone.y[:] = memoryview(states[i].copy())
        alone.advance(50)
        assert flock.states[i].tobytes() == bytes(alone.y)


def test_a_deep_chain_in_the_wind_with_motors_keeps_its_balance() -> None:
    """Articulated bodies, which deep trees have, feel the air and the motors, too."""
    bodies, joints = {}, {}
    for k in range(10):
        drawn = {"from": [0.2 * k, 0, 0], "to": [0.2 * k + 0.2, 0, 0]}
        bodies[f"b{k}"] = {"shape": "bar", **drawn, "mass": 0.1, "drag": 0.05}
        pair = ["ground" if k == 0 else f"b{k - 1}", f"b{k}"]
        motor = {"torque": "0.4*cos(3*t)"} if k in (0, 4) else {}
        joints[f"J{k}"] = {"hinge": pair, "at": [0.2 * k, 0, 0], "axis": "-y", **motor}
    system = Machine({"machine": {"bodies": bodies, "joints": joints, "wind": [3.0, 0.0, 1.0]}})
    assert is_deep(system.table)
    made = run(system)
    begun = system.energy(made.y)
    made.advance(300)
    loss, work = (made.y[system.index(name)] for name in ("loss", "work"))
    assert loss > 0.05 and abs(work) > 0.05
    assert system.energy(made.y) == pytest.approx(begun, abs=1e-10)


@pytest.mark.parametrize("word", ["A.torque", "D.damping"])
def test_a_motor_and_a_damper_in_a_loop_can_be_switched_off(word: str) -> None:
    """The state keeps W and W_s, and the machine moves as one that is described without them."""
    tables = tomllib.loads((DOCUMENTS / "samples/four-bar.toml").read_text("utf-8"))
    without = {"bodies": tables["bodies"], "joints": {name: dict(each) for name, each in tables["joints"].items()}}
    joint, number = word.split(".")
    system = Machine({"machine": {each: tables[each] for each in ("bodies", "joints")}})
    del without["joints"][joint][number]
    runs = [
        physics.Simulation(each, "rk4", 1e-3) for each in (system.replace({word: 0.0}), Machine({"machine": without}))
    ]
    for each in runs:
        assert each.advance(50) == 50
    names = [[each.name for each in made.system.variables] for made in runs]
    assert set(names[0]) - set(names[1]) == {"work" if number == "torque" else "loss"}
    found, expected = (dict(zip(each, made.y, strict=True)) for each, made in zip(names, runs, strict=True))
    assert {name: found[name] for name in names[1]} == pytest.approx(expected, rel=1e-12)
