"""Constraints beside a Lagrangian: the same motion as in coordinates that need none, and no drift."""

from __future__ import annotations

import math
from array import array
from typing import Any

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import physics
from physics import BadInput
from physics.types import Floats

FREE = "lagrangian = ½*m*(x'² + z'²) - m*g*z\n"
NUMBERS = {"m": "0.5 kg", "g": "9.81 m/s²", "l": {"value": "1 m", "low": 0.1, "high": 10}}


def rod(constraints: str = "constraint = x² + z² - l²", **more: Any) -> dict[str, Any]:
    """Return a pendulum in x and z, which begins at an angle whose sine is 0.6, without a rate."""
    variables = {"x": {"unit": "m", "start": 0.6}, "z": {"unit": "m", "start": -0.8}}
    return {"equations": FREE + constraints, "parameters": NUMBERS, "variables": variables, **more}


def moved(description: dict[str, Any], method: str, dt: float, seconds: float) -> physics.Simulation:
    run = physics.Simulation(physics.system("equations", description), method, dt)
    assert run.advance(round(seconds / dt)) == round(seconds / dt), run.divergence
    return run


def test_a_rod_pendulum_moves_as_its_angle_does_with_the_order_of_the_method() -> None:
    """The angle is that of the closed form, sin(θ/2) = k sn(K + ω t), k = sin(θ(0)/2)."""
    k = math.sin(0.5 * math.atan2(0.6, 0.8))
    theta = 2.0 * math.asin(k * ellipj(math.sqrt(9.81) * 2.0 + ellipk(k * k), k * k)[0])
    for method, order in (("rk4", 4), ("gauss4", 4), ("heun", 2)):
        errors = []
        for dt in (0.02, 0.01, 0.005):
            y = moved(rod(), method, dt, 2.0).y
            errors.append(math.hypot(y[0] - math.sin(theta), y[1] + math.cos(theta)))
            assert abs(y[0] ** 2 + y[1] ** 2 - 1.0) < 1e-14 and abs(y[0] * y[2] + y[1] * y[3]) < 1e-14
        assert math.log2(errors[1] / errors[2]) == pytest.approx(order, abs=0.4), method
    for method, error in (("gauss6", 1e-12), ("taylor", 1e-10)):
        y = moved(rod(), method, 0.01, 2.0).y
        assert math.hypot(y[0] - math.sin(theta), y[1] + math.cos(theta)) < error, method


def test_nothing_drifts_in_1000_seconds_and_the_bits_of_machine_code_are_those_of_python() -> None:
    system = physics.system("equations", rod())
    plain, compiled = (physics.Simulation(system, "rk4", 1e-3) for _ in range(2))
    assert compiled.compile()
    plain.advance(200)
    compiled.advance(200)
    assert bytes(plain.y) == bytes(compiled.y)
    energy = system.invariants[0].value
    begun = energy(system, compiled.y)
    compiled.advance(1_000_000 - 200)
    x, z, u, w = compiled.y
    assert abs(x * x + z * z - 1.0) < 1e-12 and abs(x * u + z * w) < 1e-12
    assert energy(system, compiled.y) == pytest.approx(begun, rel=1e-10)


def test_two_rods_move_as_a_double_pendulum_in_angles() -> None:
    """The second formulation has no constraint; both begin at 1 rad and 2 rad, at rest."""
    begun = np.cumsum([(math.sin(1.0), -math.cos(1.0)), (0.7 * math.sin(2.0), -0.7 * math.cos(2.0))], axis=0)
    places = {name: {"start": float(value)} for name, value in zip(("x", "z", "u", "w"), begun.ravel(), strict=True)}
    numbers = {"g": 9.81, "l": 0.7}
    text = """
    lagrangian = ½*(x'² + z'²) - g*z + ½*2*(u'² + w'²) - 2*g*w
    constraint = x² + z² - 1
    constraint = (u - x)² + (w - z)² - l²
    """
    held = moved({"equations": text, "parameters": numbers, "variables": places}, "gauss6", 0.005, 3.0)
    text = """
    x = sin(a)
    z = -cos(a)
    u = x + l*sin(b)
    w = z - l*cos(b)
    lagrangian = ½*(x'² + z'²) - g*z + ½*2*(u'² + w'²) - 2*g*w
    """
    angles = {"a": {"start": 1.0}, "b": {"start": 2.0}}
    a, b = moved({"equations": text, "parameters": numbers, "variables": angles}, "gauss6", 0.005, 3.0).y[:2]
    x, z = math.sin(a), -math.cos(a)
    assert list(held.y[:4]) == pytest.approx([x, z, x + 0.7 * math.sin(b), z - 0.7 * math.cos(b)], abs=1e-10)


def test_multipliers_are_the_tension_of_a_rod_and_of_two() -> None:
    """The tension of a pendulum is m (v²/l - g·e), with e along the rod; of two, Newton's law of each point has it."""
    system = physics.system("equations", rod(quantities={"pull": {"value": "-2*l*λ₁", "unit": "N"}}))
    y: Floats = memoryview(array("d", [0.6, -0.8, 1.6, 1.2]))
    (pull,) = (each.value(system, y) for each in system.quantities if each.name == "pull")
    assert pull == pytest.approx(0.5 * (4.0 + 9.81 * 0.8), rel=1e-13)
    text = """
    lagrangian = ½*(x'² + z'²) - g*z + ½*2*(u'² + w'²) - 2*g*w
    constraint = x² + z² - 1
    constraint = (u - x)² + (w - z)² - 1
    """
    start = {"x": 0.6, "z": -0.8, "u": 1.4, "w": -1.4}
    given = {
        "ax": "x'' - 2*λ₁*x - 2*λ₂*(x - u)", "az": "z'' + g - 2*λ₁*z - 2*λ₂*(z - w)", "au": "2*u'' - 2*λ₂*(u - x)",
        "aw": "2*w'' + 2*g - 2*λ₂*(w - z)", "λ": "λ₂",
    }  # fmt: skip
    variables = {name: {"start": value} for name, value in start.items()}
    both = physics.system(
        "equations", {"equations": text, "parameters": {"g": 9.81}, "variables": variables, "quantities": given}
    )
    found = {each.name: each.value(both, memoryview(both.start())) for each in both.quantities}
    assert found.pop("lambda") < -1.0
    assert all(abs(found[name]) < 1e-13 for name in ("ax", "az", "au", "aw"))


def test_a_moved_constraint_does_work_and_a_momentum_that_none_changes_is_kept() -> None:
    run = moved(rod("constraint = x² + (z - 0.1*sin(3*t))² - l²"), "rk4", 1e-3, 3.0)
    system = run.system
    assert {"work", "time"} <= {each.name for each in system.variables}
    energy = system.invariants[0].value
    assert energy(system, run.y) == pytest.approx(energy(system, memoryview(system.start())), abs=1e-9)
    assert abs(run.y[system.index("work")]) > 0.1
    text = "lagrangian = ½*(x'² + y'² + z'²) - 9.81*z\nconstraint = x² + z² - 1"
    tube = physics.system(
        "equations", {"equations": text, "variables": {"x": {"start": 1}, "y": {"rate": 1}, "z": {"start": 0}}}
    )
    assert [each.name for each in tube.invariants] == ["energy", "momentum_y"]


def test_the_start_follows_a_parameter_and_an_invariant_is_tried_on_the_constraint() -> None:
    system = physics.system("equations", rod(invariants={"kept": "m*(½*(x'² + z'²) + g*z)"}))
    assert [each.name for each in system.invariants] == ["energy", "kept"]
    longer = system.replace(parameters={"l": 2.0})
    assert (longer.initial["x"], longer.initial["z"]) == pytest.approx((1.2, -1.6), rel=1e-14)
    with pytest.raises(BadInput, match="invariants.kept: it is not kept"):
        physics.system("equations", rod(invariants={"kept": "x'"}))


TWICE = "constraint = x² + z² - l²\nconstraint = 2*x² + 2*z² - 2*l²"


@pytest.mark.parametrize(
    ("description", "said"),
    [
        (rod(TWICE),
         "equations 3:1: the constraint follows from those before it, or holds nothing there; leave it out"),
        (rod("constraint = x\n" * 3), "equations 4:1: more constraints than coordinates, 2"),
        (rod("constraint = x' - z'"), "equations 2:1: a constraint of rates; must be of coordinates alone"),
        (rod("constraint = l - m"), "equations 2:1: a constraint of no coordinate; must be of x, z"),
        (rod("constraint = x² + z² - 4*l²"),
         "equations 2:1: the constraint is -3 at the start, not 0; such as x = 1.2, z = -1.6"),
        (rod("constraint = x² + z² + l²"),
         "equations 2:1: the constraint is 2 at the start, not 0; and no place near by satisfies it"),
        (rod("constraint = (x² + z² - l²)²"),
         "equations 2:1: the constraint has no slope at the start, and holds nothing there; write it without a square"),
        (rod("constraint = log(-x)"),
         "equations 2:1: the constraint has no value or no slope at the start; begin elsewhere"),
        (rod("constraint = 1/(x - 0.6)"),
         "equations 2:1: the constraint has no value or no slope at the start; begin elsewhere"),
        (rod("Constrain = x² + z² - l²"), 'equations 2:1: nothing reads "Constrain"; did you mean "constraint"?'),
        (rod() | {"equations": "x'' = 0\nz'' = 0\nconstraint = x - z"},
         "equations 3:1: a constraint without a lagrangian; needs one"),
        (rod(events={"floor": {"when": "z + 1", "set": {"z'": "-z'"}, "rest": True}}),
         "events.floor.rest: beside a constraint nothing comes to rest; leave one out"),
    ],
)  # fmt: skip
def test_what_constraints_cannot_be(description: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as caught:
        physics.system("equations", description)
    assert str(caught.value) == said


def test_a_sphere_on_a_turning_earth_is_foucaults_pendulum() -> None:
    """The system of that name is a second formulation; its Earth turns so fast here that all forces of it matter."""
    own = physics.system("foucault-pendulum", {"rotation_rate": 0.5, "length": 5.0})
    length, gravity, north, up, _ = own.p[:5]
    start = dict(zip(("x", "y", "z", "x_dot", "y_dot", "z_dot"), own.start(), strict=False))
    text = f"""
    u = x' + n*z - o*y
    v = y' + o*x
    w = z' - n*x
    lagrangian = ½*(u² + v² + w²) - {gravity!r}*z
    constraint = x² + y² + z² - {length!r}²
    """
    rows = {name: {"start": start[name], "rate": start[f"{name}_dot"]} for name in "xyz"}
    given = {"equations": text, "parameters": {"n": north, "o": up}, "variables": rows}
    found = moved(given, "gauss6", 0.01, 5.0)
    wanted = physics.Simulation(own, "gauss6", 0.01)
    wanted.advance(500)
    assert abs(north) > 0.1 and abs(up) > 0.1
    assert list(found.y[:6]) == pytest.approx(list(wanted.y[:6]), abs=1e-9)
    assert [each.symbol for each in found.system.invariants] == ["h"], "the Jacobi integral"
