"""Lagrangians: accelerations against closed forms, derivatives against differences, and what is found to be kept."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Sequence

import numpy as np
import pytest

import physics
from physics.core.evaluation import evaluated
from physics.equations.equations import Equations
from physics.equations.naming import asked_text
from physics.equations.normal_form import normal
from physics.equations.own_record import EquationRecord, along, gradient
from physics.simulation.shadow_energy import shadow_correction
from tests.physics.equations.scenes import made, of_case

Numbers = Sequence[float]


def accelerations(system: Equations, q: Numbers, v: Numbers, time: float = 0.0) -> list[float]:
    """Return the accelerations at a state."""
    y = array("d", [*q, *v, *[0.0] * (len(system.variables) - 2 * len(q))])
    for k, each in enumerate(system.variables):
        y[k] = time if each.name == "time" else y[k]
    out = array("d", bytes(8 * len(y)))
    type(system).rate(0.0, memoryview(y), system.p, memoryview(out))
    return list(out[len(q) : 2 * len(q)])


def of(names: str, text: str, **parameters: float) -> Equations:
    """Return the system of a text with these variables, which begin at 0.5."""
    tables = {
        "equations": text,
        "variables": {name: {"start": 0.5} for name in names.split()},
        "parameters": parameters,
    }
    return made(tables)


def double_pendulum(q: Numbers, v: Numbers, t: float) -> list[float]:
    """Return the closed form with lengths 1 and 0.7, masses 2 and 1.3, gravity 9.81."""
    (a, b), (u, w), m, n, k, g = q, v, 2.0, 1.3, 0.7, 9.81
    d, total = a - b, 2 * m + n - n * math.cos(2 * a - 2 * b)
    first = -g * (2 * m + n) * math.sin(a) - n * g * math.sin(a - 2 * b)
    first -= 2 * math.sin(d) * n * (w * w * k + u * u * math.cos(d))
    second = 2 * math.sin(d) * (u * u * (m + n) + g * (m + n) * math.cos(a) + w * w * k * n * math.cos(d))
    return [first / total, second / (k * total)]


def relativistic(q: Numbers, v: Numbers, t: float) -> list[float]:
    """Return that of a particle of mass 1 with c = 3 under the force (-2 x, 0.5)."""
    force, c2 = np.array([-2 * q[0], 0.5]), 9.0
    inverse = math.sqrt(1 - (v[0] ** 2 + v[1] ** 2) / c2)
    return list(inverse * (force - np.dot(force, v) * np.array(v) / c2))


def charged(q: Numbers, v: Numbers, t: float) -> list[float]:
    """Return that of a charge in the plane with B = 1.5 + x, from A_y = 1.5 x + x²/2, and a friction 0.3."""
    field = 1.5 + q[0]
    return [field * v[1] - 0.3 * v[0] + math.sin(t), -field * v[0] - 0.3 * v[1]]


def spring(q: Numbers, v: Numbers, t: float) -> list[float]:
    """Return that of a mass 0.5 on a spring of 20 N/m and 0.75 m, with a support that moves up by 0.1 sin(3 t)."""
    (r, a), (u, w), g = q, v, 9.81 - 0.9 * math.sin(3 * t)
    return [r * w * w + g * math.cos(a) - 40.0 * (r - 0.75), -(g * math.sin(a) + 2 * u * w) / r]


CLOSED: dict[str, tuple[Equations, Callable[[Numbers, Numbers, float], list[float]]]] = {
    "double pendulum": (
        of("a b", "x = l*sin(a)\nz = -l*cos(a)\nX = x + k*sin(b)\nZ = z - k*cos(b)\n"
           "lagrangian = ½*m*(x'² + z'²) + ½*n*(X'² + Z'²) - m*g*z - n*g*Z", m=2.0, n=1.3, l=1.0, k=0.7, g=9.81),
        double_pendulum,
    ),
    "relativistic": (
        of("x y", "lagrangian = -m*c²*sqrt(1 - (x'² + y'²)/c²) - x² + 0.5*y", m=1.0, c=3.0), relativistic,
    ),
    "charged": (
        of("x y", "lagrangian = ½*(x'² + y'²) + (B*x + ½*x²)*y'\n"
           "dissipation = 0.15*(x'² + y'²)\nforce x = sin(t)", B=1.5),
        charged,
    ),
    "spring": (
        of("r a", "s = A*sin(w*t)\nx = r*sin(a)\nz = s - r*cos(a)\n"
           "lagrangian = ½*m*(x'² + z'²) - m*g*z - ½*k*(r - l)²", m=0.5, k=20.0, l=0.75, g=9.81, A=0.1, w=3.0),
        spring,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CLOSED)
def test_accelerations_are_those_of_closed_forms(name: str) -> None:
    (system, closed), dice = CLOSED[name], random.Random(name)
    for _ in range(50):
        q, v, t = [dice.uniform(0.3, 1.5) for _ in range(2)], [dice.uniform(-1.2, 1.2) for _ in range(2)], dice.random()
        wanted = closed(q, v, t)
        size = max(map(abs, wanted))
        assert np.abs(np.subtract(accelerations(system, q, v, t), wanted)).max() < 1e-13 * max(size, 1.0)


@pytest.mark.parametrize("name", [*CLOSED, "driven_damped_pendulum", "kapitza"])
def test_the_energy_with_what_was_lost_and_the_work_is_kept(name: str) -> None:
    system = CLOSED[name][0] if name in CLOSED else of_case(name)
    run = physics.Simulation(system, "dop853", 0.1, settings={"rtol": 1e-12, "atol": 1e-13})
    run.advance(20)
    assert abs(run.invariants()["energy"].drift) < 1e-9
    moved = {"work", "loss"} & {each.name for each in system.variables}
    assert all(abs(run[each]) > 1e-3 for each in moved)
    assert moved == {"charged": {"loss", "work"}, "spring": {"work"}, "kapitza": {"work"}}.get(
        name, {"loss", "work"} if name == "driven_damped_pendulum" else set()
    )


def test_parts_of_the_energy_are_those_of_the_places() -> None:
    """Of the spring pendulum that the class itself is: from x and z, which the Lagrangian is made of."""
    system = physics.system("equations", {"m": 0.8, "k": 30.0})
    y = memoryview(array("d", [0.9, 0.4, 0.7, -1.1]))
    r, theta, u, w = y
    moving = 0.5 * 0.8 * (u * u + (r * w) ** 2)
    rest = -0.8 * 9.81 * r * math.cos(theta) + 15.0 * (r - 0.75) ** 2
    parts = system.split_energy(y)
    assert parts["kinetic"] == pytest.approx(moving, rel=1e-14)
    assert parts["potential"] == pytest.approx(rest, rel=1e-14)
    assert system.energy(y) == pytest.approx(moving + rest, rel=1e-14)


ATOMS = ("x", "y", "a", "2", "0.5", "x", "y")
UNARY = (
    *("sin({})", "cos({})", "exp(0.3*{})", "sqrt(2 + ({})^2)", "log(4 + ({})^2)", "tanh({})", "({})^3"),
    *("(3 + ({})^2)^0.7", "-({})", "abs({})", "atan2({}, 2)", "where({} > 0.1, x, y*y)", "1/(5 + ({})^2)"),
)
BINARY = ("({} + {})", "({} - {})", "({} * {})", "({} / (4 + ({})^2))", "max({}, {})", "min({}, {})")


def random_text(dice: random.Random, depth: int) -> str:
    """Return a random expression of x, y and a."""
    if depth == 0:
        return dice.choice(ATOMS)
    if dice.random() < 0.5:
        return dice.choice(UNARY).format(random_text(dice, depth - 1))
    return dice.choice(BINARY).format(random_text(dice, depth - 1), random_text(dice, depth - 1))


@pytest.mark.parametrize("block", [*range(3), *(pytest.param(k, marks=pytest.mark.long) for k in range(3, 30))])
def test_derivatives_and_normal_forms_of_random_expressions(block: int) -> None:
    dice, told = random.Random(block), 0
    for _ in range(40):
        expression = asked_text("f", random_text(dice, 4)).expression
        record = EquationRecord()
        x, y, a = (record.term(False, "y", k) for k in range(3))
        value = evaluated(expression, {"x": x, "y": y, "a": a})
        slopes = gradient(record, value, [x, y])
        (flow,) = along(record, [value], {x.number: 0.6, y.number: -0.8})
        other = normal(record, value)
        kernel = record.kernel(["def f(y, out):"], [value, other, *slopes, flow], "out", "tests.made", "f")
        at, found = [dice.uniform(0.2, 1.4) for _ in range(3)], [0.0] * 5
        kernel(at, found)

        def along_line(h: float, at: list[float] = at, expression: object = expression) -> float:
            return float(evaluated(expression, {"x": at[0] + 0.6 * h, "y": at[1] - 0.8 * h, "a": at[2]}))  # type: ignore[arg-type]

        size = max(*map(abs, found), 1e-3)
        assert found[0] == along_line(0.0) or abs(found[0] - along_line(0.0)) < 1e-12 * size
        assert abs(found[1] - found[0]) < 1e-11 * size
        assert abs(0.6 * found[2] - 0.8 * found[3] - found[4]) < 1e-12 * size
        h = 1e-4
        slope = (8 * (along_line(h) - along_line(-h)) - (along_line(2 * h) - along_line(-2 * h))) / (12 * h)
        if abs(along_line(h) + along_line(-h) - 2 * found[0]) < 1e-4 * size:  # no corner between
            assert abs(slope - found[4]) < 1e-5 * size
            told += 1
    assert told > 30


def test_a_lagrangian_in_places_costs_what_it_costs_in_angles() -> None:
    system = of("theta phi", "x = l*sin(θ)*cos(φ)\ny = l*sin(θ)*sin(φ)\nz = -l*cos(θ)\n"
                "lagrangian = ½*m*(x'² + y'² + z'²) - m*g*z", m=0.7, l=1.3, g=9.81)  # fmt: skip
    assert [each.name for each in system.invariants] == ["energy", "momentum_phi"]
    import linecache

    lines = linecache.getlines(type(system).rate.__code__.co_filename)
    assert sum(any(sign in line for sign in (" * ", " / ", " + ", " - ")) for line in lines) <= 10


@pytest.mark.parametrize(("method", "dt", "better"), [("gauss4", 0.2, 500.0), ("symplectic-euler", 0.05, 50.0)])
def test_the_shadow_energy_of_a_symplectic_method_is_kept_better(method: str, dt: float, better: float) -> None:
    """Its correction is made of the momenta, and of no other kernel that the method uses."""
    system = of_case("henon_heiles")
    correction = shadow_correction(system, physics.integrator(method), dt)
    assert correction is not None
    run = physics.Simulation(system, method, dt)
    energies = []
    for _ in range(40):
        run.advance(1)
        energies.append((system.energy(run.y), correction(memoryview(array("d", run.y)))))
    plain, corrected = np.array(energies)[:, 0], np.array(energies).sum(axis=1)
    assert np.ptp(corrected) * better < np.ptp(plain)


def test_equations_have_the_powers_of_their_own_alone() -> None:
    powers = {name: [getattr(of_case(name), each, None) is not None for each in ("momenta", "split_step", "series")]
              for name in ("spherical_pendulum", "kepler", "lorenz", "driven_damped_pendulum")}  # fmt: skip
    assert powers == {
        "spherical_pendulum": [True, False, True], "kepler": [False, True, True], "lorenz": [False, False, True],
        "driven_damped_pendulum": [False, False, True],
    }  # fmt: skip
