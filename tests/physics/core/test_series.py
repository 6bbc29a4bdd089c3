"""Taylor coefficients: motions known by hand, and the equations of every system that has them."""

from math import atan2, comb, factorial, sqrt

import numpy as np
import pytest

import physics
from physics.core.series import MAX_ORDER, NoSeries, SeriesRecord, TaylorSeries, series_kernel
from physics.maths.kernel_functions import exponential, hyperbolic_tangent, logarithm, raised
from physics.maths.trig import sincos, unbiased_arctan2
from tests.physics.compiled.test_kernel_compiler import compiled
from tests.physics.integrators.problems import buffer

HAVE = [name for name, kind in physics.systems().items() if hasattr(kind, "series")]
ORDER = 12


def coefficients(rate, y, p=(), order=ORDER):
    """Return the coefficients (order + 1, n) of the motion from y."""
    return computed(series_kernel(rate, len(y), __name__, "written"), y, p, order)


def computed(kernel, y, p, order=ORDER):
    out = buffer([np.nan] * (len(y) * (order + 1)))
    kernel(float(order), buffer(y), buffer(p), out)
    return np.array(out).reshape(order + 1, len(y))


def test_growth_is_the_exponential():
    def rate(t, y, p, dy):
        dy[0] = p[0] * y[0]

    expected = [3.0 * 0.5**k / factorial(k) for k in range(ORDER + 1)]
    assert coefficients(rate, [3.0], [0.5])[:, 0] == pytest.approx(expected, rel=1e-14)


def test_square_is_a_pole():
    """y' = y² from 1: 1 / (1 - t)."""

    def rate(t, y, p, dy):
        dy[0] = y[0] * y[0]

    assert coefficients(rate, [1.0])[:, 0] == pytest.approx(np.ones(ORDER + 1), rel=1e-14)


def test_quotient_is_a_root():
    """y' = 1/y from 1: sqrt(1 + 2 t), whose coefficients are binomials of a half."""

    def rate(t, y, p, dy):
        dy[0] = 1.0 / y[0]

    halves = [-((-1.0) ** k) * comb(2 * k, k) / (4.0**k * (2 * k - 1)) * 2.0**k for k in range(ORDER + 1)]
    assert coefficients(rate, [1.0])[:, 0] == pytest.approx(halves, rel=1e-13)


def test_root_is_a_square():
    """y' = 2 sqrt(y) from 9: (3 + t)²."""

    def rate(t, y, p, dy):
        dy[0] = 2.0 * sqrt(y[0])

    assert coefficients(rate, [9.0])[:, 0] == pytest.approx([9.0, 6.0, 1.0, *[0.0] * (ORDER - 2)], abs=1e-14)


def test_sine_and_cosine_of_a_falling_angle():
    """x' = cos a, z' = sin a, a' = 1: x = sin t, z = 1 - cos t."""

    def rate(t, y, p, dy):
        dy[1], dy[0] = sincos(y[2])
        dy[2] = 1.0

    found = coefficients(rate, [0.0, 0.0, 0.0])
    signs = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    for k in range(1, ORDER + 1):
        assert found[k, :2] == pytest.approx(np.array(signs[(k - 1) % 4 + 1]) / factorial(k), abs=1e-16)


def assert_solves(rate, y, p=()):
    """The derivative of the polynomial is the right-hand side at the polynomial, up to the first term left out."""
    found = coefficients(rate, y, p)
    powers = np.arange(ORDER + 1)
    step = 0.02 / (np.abs(found[1:]).max(axis=1) ** (1.0 / powers[1:])).max()
    there, slope = (step**powers) @ found, (powers[1:] * step ** powers[:-1]) @ found[1:]
    expected = buffer(np.zeros(len(y)))
    rate(0.0, buffer(there), buffer(p), expected)
    assert slope == pytest.approx(np.array(expected), abs=1e-14 * np.abs(found[1]).max())
    begun = buffer(np.zeros(len(y)))
    rate(0.0, buffer(y), buffer(p), begun)
    assert found[1] == pytest.approx(np.array(begun), rel=1e-15)


def test_logarithm_and_exponential_of_a_line():
    """x = 2 + t: log x and exp(-x), and x^(1/3), by their known series."""

    def rate(t, y, p, dy):
        dy[0] = 1.0
        dy[1], dy[2], dy[3] = logarithm(y[0]), exponential(-y[0]), raised(y[0], p[0])

    found = coefficients(rate, [2.0, 0.0, 0.0, 0.0], [1.0 / 3.0])
    for k in range(1, ORDER):
        assert found[k + 1, 1] * (k + 1) == pytest.approx(-((-0.5) ** k) / k, rel=1e-14)
        assert found[k + 1, 2] * (k + 1) == pytest.approx(np.exp(-2.0) * (-1.0) ** k / factorial(k), rel=1e-14)
        binomial = np.prod([(1.0 / 3.0 - j) / (j + 1) for j in range(k)])
        assert found[k + 1, 3] * (k + 1) == pytest.approx(2.0 ** (1.0 / 3.0 - k) * binomial, rel=1e-13)


def test_hyperbolic_tangent_and_angle_of_a_line():
    """tanh t at 0 and the angle of (1, t): t - t³/3 + 2 t⁵/15 - ..., t - t³/3 + t⁵/5 - ..."""

    def rate(t, y, p, dy):
        dy[0] = 1.0
        dy[1], dy[2] = hyperbolic_tangent(y[0]), unbiased_arctan2(y[0], p[0])

    found = coefficients(rate, [0.0, 0.0, 0.0], [1.0])
    tanh = {1: 1.0, 3: -1.0 / 3.0, 5: 2.0 / 15.0, 7: -17.0 / 315.0, 9: 62.0 / 2835.0}
    for k in range(1, 11):
        assert found[k + 1, 1] * (k + 1) == pytest.approx(tanh.get(k, 0.0), rel=1e-14)
        angle = (-1.0) ** (k // 2) / k if k % 2 else 0.0
        assert found[k + 1, 2] * (k + 1) == pytest.approx(angle, rel=1e-14)


def mixed(t, y, p, dy):
    """Use every function, of moving terms and of constants, several of one term."""
    s, c = sincos(y[0])
    still, steady = sincos(p[0])
    dy[0] = exponential(-y[0]) * s + still * hyperbolic_tangent(y[1] * c)
    dy[1] = raised(y[2], y[1]) - raised(p[1], y[0]) + unbiased_arctan2(y[1], c - 3.0) * steady
    dy[2] = logarithm(y[2] + 2.0) * unbiased_arctan2(p[0], y[1]) + raised(p[1], p[0]) + logarithm(p[1])
    dy[2] += exponential(p[0]) + hyperbolic_tangent(p[0]) + unbiased_arctan2(p[0], p[1]) + sqrt(y[0] * y[0] + 1.0)


def test_all_functions_together():
    assert_solves(mixed, [0.4, -0.7, 1.3], [0.6, 1.7])


def test_machine_code_of_functions_has_the_same_bits():
    kernel = series_kernel(mixed, 3, __name__, "written")
    y, p, out, machine = np.array([0.4, -0.7, 1.3]), np.array([0.6, 1.7]), np.zeros(27), np.zeros(27)
    kernel(8.0, memoryview(y), memoryview(p), memoryview(out))
    run = compiled(kernel)
    run(y, p, machine, t=8.0)
    assert out.tobytes() == machine.tobytes()


def test_common_factors_leave_sums():
    """p x y ± p x z is one product with p; so is -1/2 x y - 1/2 x z."""
    record = SeriesRecord()
    p, x, y, z = record.term(True, "p", 0), *(record.term(False, "y", i) for i in range(3))
    for made in (p * x * y + p * (x * z), p * x * y - p * (x * z), -(0.5 * x) * y - 0.5 * (x * z)):
        operation, factor, rest = record.lines[made.number]
        assert operation == "*"
        assert record.terms[factor].fixed
        assert record.lines[rest][0] in "+-"


def test_a_coefficient_does_not_depend_on_the_order_asked_for():
    kernel, top = physics.system_class("gyroscope").series, physics.system("gyroscope")
    whole = computed(kernel, top.start(), top.p, MAX_ORDER)
    for order in (1, 2, 3, 7):
        assert (computed(kernel, top.start(), top.p, order) == whole[: order + 1]).all()


@pytest.mark.parametrize("name", HAVE)
def test_series_satisfies_the_equations(name):
    """The derivative of the polynomial is the right-hand side at the polynomial, up to the first term left out."""
    system = physics.system(name)
    start = np.array(system.start())
    start = start + 0.1 * np.cos(np.arange(1.0, len(start) + 1.0))  # no coordinate is at rest or at a special place
    found = computed(type(system).series, start, system.p)
    powers = np.arange(ORDER + 1)
    sizes = np.abs(found[1:]).max(axis=1) ** (1.0 / powers[1:])
    step = 0.02 / sizes.max()
    there, slope = (step**powers) @ found, (powers[1:] * step ** powers[:-1]) @ found[1:]
    expected = buffer(np.zeros(len(start)))
    system.rate(0.0, buffer(there), system.p, expected)
    assert slope == pytest.approx(np.array(expected), abs=1e-13 * np.abs(found[1]).max())


def test_systems_whose_equations_are_arithmetic_have_one():
    assert {"gyroscope", "free-body", "heavy-top", "double-pendulum", "foucault-pendulum"} <= set(HAVE)
    assert not {"trebuchet", "whip", "sliding-body"} & set(HAVE)


def compares(t, y, p, dy):
    dy[0] = 1.0 if y[0] > 0.0 else 2.0


def takes_an_angle(t, y, p, dy):
    dy[0] = atan2(y[0], 1.0)


def depends_on_time(t, y, p, dy):
    dy[0] = t * y[0]


def counts_variables(t, y, p, dy):
    for i in range(len(y)):
        dy[i] = y[i]


@pytest.mark.parametrize("rate", [compares, takes_an_angle, depends_on_time, counts_variables])
def test_other_right_hand_sides_are_refused(rate):
    with pytest.raises(NoSeries):
        series_kernel(rate, 1, __name__, "written")


def test_class_without_a_series_has_no_such_attribute():
    class Switch:
        rate = staticmethod(compares)
        variables = ("x",)
        series = TaylorSeries()

    assert not hasattr(Switch, "series")
    reason = physics.integrator("taylor").reason_against(physics.system_class("trebuchet"))
    assert reason.startswith("taylor needs a right-hand side without comparisons")
