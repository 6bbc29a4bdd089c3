import numpy as np
import pytest

import physics
from physics.bicycle.bicycle import Bicycle
from tests.physics.bicycle.published import bicycle
from tests.reference import case

REFERENCE = case("bicycle/linear_benchmark")


@pytest.mark.parametrize("matrix", ["M", "C1", "K0", "K2"])
def test_matrices_are_those_of_the_benchmark(matrix):
    model = bicycle(REFERENCE, {}).linear
    assert getattr(model, matrix) == pytest.approx(np.array(REFERENCE["expected"][matrix]), rel=1e-12, abs=2e-13)


def test_eigenvalues_are_those_of_the_benchmark():
    model = Bicycle().linear
    for speed, expected in REFERENCE["expected"]["eigenvalues"].items():
        wanted = np.sort_complex([complex(*each) for each in expected])
        assert np.sort_complex(model.eigenvalues(float(speed))) == pytest.approx(wanted, rel=1e-11, abs=1e-11)


def zero(growth, low, high):
    """Return where a growth rate changes its sign, by bisection."""
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if growth(middle) * growth(high) < 0.0 else (low, middle)
    return low


def test_weave_and_capsize_speeds_are_the_published_ones():
    model = Bicycle().linear

    def weave(speed):
        return max(each.real for each in model.eigenvalues(speed) if each.imag > 1e-9)

    def capsize(speed):
        return max(each.real for each in model.eigenvalues(speed) if abs(each.imag) < 1e-9)

    assert zero(weave, 4.0, 5.0) == pytest.approx(REFERENCE["expected"]["weave_speed"], rel=1e-12)
    imaginary = max(each.imag for each in model.eigenvalues(REFERENCE["expected"]["weave_speed"]))
    assert imaginary == pytest.approx(REFERENCE["expected"]["weave_frequency_there"], rel=1e-11)
    assert zero(capsize, 5.5, 6.5) == pytest.approx(REFERENCE["expected"]["capsize_speed"], rel=1e-12)


def test_the_weave_begins_where_two_growths_meet():
    """Below that speed they are real; there the square of their difference, which is smooth, is 0."""
    model, expected = Bicycle().linear, REFERENCE["expected"]

    def fastest(speed):
        return sorted(model.eigenvalues(speed), key=lambda each: (each.real, each.imag))[-2:]

    def apart(speed):
        one, other = fastest(speed)
        return ((one - other) ** 2).real

    speed = zero(apart, 0.5, 1.0)
    assert speed == pytest.approx(expected["double_root_speed"], rel=1e-12)
    assert np.mean(fastest(speed)).real == pytest.approx(expected["double_root"], rel=1e-12)


def test_the_ground_carries_the_weight_at_rest_as_published():
    system = Bicycle(initial={"forward_speed": 0.0, "lean_rate": 0.0})
    found = {each.name: each.value(system, memoryview(system.start())) for each in system.quantities}
    expected = REFERENCE["expected"]["normal_at_rest"]
    assert found["rear_push"] == pytest.approx(expected["rear"], rel=1e-13)
    assert found["front_push"] == pytest.approx(expected["front"], rel=1e-13)


def test_the_two_mass_skate_is_stable_above_its_speed():
    reference = case("bicycle/two_mass_skate")
    model = bicycle(reference, {}).linear
    assert zero(lambda speed: max(model.eigenvalues(speed).real), 2.0, 4.0) == pytest.approx(2.8410083, rel=1e-7)


def test_a_small_sway_grows_as_the_eigenvalue_says():
    """Nonlinear ride at 4 m/s: half periods of the lean grow by exp(0.4133 π / 3.0791)."""
    system = Bicycle(initial={"forward_speed": 4.0, "lean": 1e-4, "lean_rate": 0.0})
    simulation = physics.Simulation(system, "rk4", 1e-3)
    simulation.compile()
    simulation.advance(5000)
    lean = []
    for _ in range(3000):
        simulation.advance(1)
        lean.append(simulation["lean"])
    lean = np.abs(lean)
    peaks = lean[1:-1][(lean[1:-1] > lean[:-2]) & (lean[1:-1] > lean[2:])]
    growth = np.log(peaks[1:] / peaks[:-1])
    assert growth == pytest.approx(0.4132533152112413 * np.pi / 3.079108186032054, rel=2e-3)
