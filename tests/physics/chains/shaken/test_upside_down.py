"""Chains upside down on a shaken support: bounds against published ones, Floquet's theory and the motion itself."""

import math
import unicodedata
from array import array

import numpy as np
import pytest

import physics
from physics.chains.shaken.hanging_modes import squares_over_gravity
from physics.chains.shaken.strutt_chart import is_bounded
from physics.chains.shaken.upside_down import FAST_LIMIT, shaking_bounds
from tests.reference import case

ROPE = {"count": 3, "length": 0.5, "bob": 0.1, "support": "harmonic", "frequency_z": 300.0}
"""Three bobs on light rods, as Acheson and Mullin had them shaken (Nature 366, 1993, 215)."""
G = 9.81


def chain(amplitude=0.01, start=0.02, **changes):
    return physics.system("planar-chain", {**ROPE, "amplitude_z": amplitude, **changes}, {"theta": math.pi - start})


def quantity(system, name):
    return next(each for each in system.quantities if each.name == name).value(system, system.start())


def hanging_squares(system):
    """Return w² of the hanging chain from Lagrange's matrices by kinetic and potential energy of each piece, ascending.

    M_ij = sum over rods of J + m x_i x_j, and over bobs; K_ii = g times what hangs on link i.
    """
    L = [link.length for link in system.chain]
    n, g = len(L), system.gravity
    M, K = np.zeros((n, n)), np.zeros(n)
    for k, link in enumerate(system.chain):
        for mass, reach in ((link.mass, link.centre), (link.bob, link.length)):
            arm = np.array([L[i] if i < k else reach if i == k else 0.0 for i in range(n)])
            M += mass * np.outer(arm, arm)
            K += g * mass * arm
        M[k, k] += link.inertia
    return np.sort(np.linalg.eigvals(np.linalg.solve(M, np.diag(K))).real)


def test_modes_are_those_of_bernoulli_bessel_and_of_the_whole_matrices():
    found = case("linkages/P7_normal_modes")
    for expected in found["cases"]:
        if "equal bobs" in expected["name"]:
            n = int(expected["name"].split()[0])
            system = physics.system("planar-chain", {"count": n, "length": 1.0, "g": found["params"]["g"]})
            w = np.sqrt(squares_over_gravity(system.chain) * system.gravity)
            assert w == pytest.approx(expected["omega"], rel=found["tolerance"]["rel"])
    random = np.random.default_rng(3)
    for n in (1, 2, 5, 40):
        numbers = {name: random.uniform(0.3, 2.0, n).tolist() for name in ("lengths", "masses", "bobs")}
        system = physics.system("planar-chain", {"links": "given", **numbers}, {"theta": 0.0})
        assert squares_over_gravity(system.chain) * system.gravity == pytest.approx(hanging_squares(system), rel=1e-9)


def test_a_chain_of_which_a_part_would_rise_has_no_modes():
    odd = physics.system("planar-chain", {"links": "given", "lengths": [1, 1], "masses": [1], "centres": [0.5, -0.5],
                                          "bobs": [0]}, {"theta": 0.0})  # fmt: skip
    assert len(squares_over_gravity(odd.chain)) == 0
    shaken = odd.replace(parameters={"support": "harmonic", "frequency_z": 100.0})
    assert not shaken.has_stability and "least_shaking" not in {each.name for each in shaken.quantities}


def test_one_mode_is_kapitzas_pendulum():
    """A bob on a rod stands if (A nu)² > 2 g l, for fast shaking (Kapitza 1951), and A < 0.454 l."""
    system = physics.system("planar-chain", {"count": 1, "length": 0.2, "support": "harmonic", "frequency_z": 1e4})
    assert quantity(system, "least_fast_shaking") == pytest.approx(math.sqrt(2 * G * 0.2) / 1e4, rel=1e-14)
    assert quantity(system, "greatest_fast_shaking") == pytest.approx(0.5 * FAST_LIMIT * 0.2, rel=1e-14)
    assert quantity(system, "least_shaking") == pytest.approx(quantity(system, "least_fast_shaking"), rel=1e-6)
    assert quantity(system, "greatest_shaking") == pytest.approx(quantity(system, "greatest_fast_shaking"), rel=1e-5)


@pytest.mark.parametrize("frequency", [60.0, 150.0, 400.0])
def test_the_bounds_are_where_a_mode_begins_to_grow(frequency):
    system = chain(frequency_z=frequency)
    bounds = shaking_bounds(system)
    squares = squares_over_gravity(system.chain)
    for amplitude, stands in (
        (0.999 * bounds.least, False), (1.001 * bounds.least, bounds.least < bounds.greatest),
        (0.999 * bounds.greatest, bounds.least < bounds.greatest), (1.001 * bounds.greatest, False),
    ):  # fmt: skip
        modes = [is_bounded(2 * amplitude * k, -4 * G * k / frequency**2) for k in squares]
        assert all(modes) == stands


def test_bounds_of_other_supports_do_not_exist():
    for changes in ({}, {"support": "stroke"}, {"support": "harmonic"}, {"support": "harmonic", "frequency_z": 1e-3}):
        system = physics.system("planar-chain", changes)
        assert shaking_bounds(system) is None and not system.has_stability


def run(amplitude, periods, **changes):
    """Return the greatest angle from the upward vertical [rad], and the drift of the energy balance [J]."""
    system = chain(amplitude, **changes)
    simulation = physics.Simulation(system, "dop853", 0.0005)
    assert simulation.compile()
    greatest, n = 0.0, len(system.chain)
    while simulation.time < periods * 2 * math.pi / system.frequency_z and greatest < 1.0:
        assert simulation.advance(10) == 10, simulation.message
        greatest = max(greatest, max(abs(angle - math.pi) for angle in simulation.y[:n]))
    return greatest, abs(simulation.invariants()["energy"].drift)


def test_the_chain_stands_between_its_bounds_and_falls_outside():
    """200 periods from 0.02 rad; above the greatest amplitude it first flutters, the more the further above."""
    bounds = shaking_bounds(chain())
    for amplitude in (1.02 * bounds.least, 1.05 * bounds.least, 0.99 * bounds.greatest):
        greatest, drift = run(amplitude, 200)
        assert greatest < 0.04
        assert drift < 1e-8
    assert run(0.98 * bounds.least, 200)[0] > 1.0
    assert run(1.1 * bounds.greatest, 200)[0] > 1.0
    flutter = [run(part * bounds.greatest, 200)[0] for part in (0.99, 1.01, 1.03, 1.05)]
    assert np.all(np.diff(flutter) > 0.03) and flutter[-1] < 0.2


def test_the_chart_marks_the_modes_on_the_side_where_the_chain_is():
    system = chain(0.0115)
    chart = system.stability()
    squares = squares_over_gravity(system.chain)
    for theta, side in ((math.pi - 0.1, -1.0), (0.1, 1.0)):
        y = memoryview(array("d", system.replace(initial={"theta": theta}).start()))
        points = chart.present(y)
        assert [point.x for point in points] == pytest.approx(2 * 0.0115 * squares, rel=1e-14)
        assert [point.y for point in points] == pytest.approx(side * 4 * G * squares / system.frequency_z**2, rel=1e-14)
        assert all(point.stable for point in points)
        assert max(point.x for point in points) < chart.x[-1]
    names = [boundary.name for boundary in chart.boundaries]
    assert names[:4] == ["a₀", "b₁", "a₁", "b₂"]
    for boundary, name in zip(chart.boundaries, names, strict=True):
        assert boundary.values[0] == pytest.approx(unicodedata.digit(name[1]) ** 2, abs=1e-12)


@pytest.mark.parametrize("changes", [{"amplitude_z": 0.0}, {"gravity": 0.0}, {"amplitude_z": 100.0, "count": 150},
                                     {"frequency_z": 5.0}])  # fmt: skip
def test_the_chart_exists_for_extreme_shaking(changes):
    system = chain().replace(parameters=changes)
    chart = system.stability()
    assert np.isfinite([boundary.values for boundary in chart.boundaries]).all()
    assert len(chart.present(system.start())) + chart.beyond == len(system.chain)
