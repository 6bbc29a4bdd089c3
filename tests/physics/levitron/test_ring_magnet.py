"""The field of the base against closed forms, charges, differences and the reference case."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ellipe, ellipk

from physics.levitron.ring_magnet import axis_derivatives, base_field, complete_integrals, loop_fields
from tests.physics.levitron.charges import ChargedFaces
from tests.reference import case

BASE = 0.02, 0.05, 0.02, 0.4


def field_and_gradient(r, base=BASE):
    x, y, z = map(float, r)
    b, along, rise, steep, h = base_field(x, y, z, base)
    gradient = [[b + h * x * x, h * x * y, rise * x], [h * x * y, b + h * y * y, rise * y], [rise * x, rise * y, steep]]
    return np.array([b * x, b * y, along]), np.array(gradient)


def test_field_agrees_with_the_reference_case():
    """The last place is above the outer wall; its field in the case is that of a place next to it."""
    places = case("levitron/field_and_trap")["expected"]["field"]
    for expected in places:
        field, gradient = field_and_gradient(expected["r"])
        assert field == pytest.approx(np.array(expected["B"]), abs=1e-11 if expected is places[-1] else 3e-16)
        assert gradient == pytest.approx(np.array(expected["gradient"]), abs=1e-14)


@pytest.mark.parametrize("base", [BASE, (0.0, 0.05, 0.02, 0.4), (0.03, 0.09, 0.05, 1.2)])
@pytest.mark.parametrize("place", [(1e-7, 2e-7, 0.05), (0.004, -0.003, 0.045), (0.03, 0.04, 0.06), (-0.1, 0.05, 0.08)])
def test_field_agrees_with_magnetic_charges(base, place):
    """The third place is above the wall of the first two bases, where rho is the outer radius."""
    field, gradient = field_and_gradient(place, base)
    of_charges, slopes = ChargedFaces(*base).field_and_gradient(place)
    assert field == pytest.approx(of_charges, abs=1e-13 * np.abs(of_charges).max())
    assert gradient == pytest.approx(slopes, abs=1e-12 * np.abs(slopes).max())


@pytest.mark.parametrize("rho", [0.0, 1e-12, 1e-8, 1e-4, 0.012, 0.019999999, 0.02, 0.035, 0.05, 0.05000001, 0.2])
def test_gradient_is_that_of_the_field_everywhere(rho):
    """Also on the axis, on both walls and next to them; by differences of fourth order."""
    place, step = np.array([0.6 * rho, 0.8 * rho, 0.03]), 2e-5
    _, gradient = field_and_gradient(place)
    for axis in range(3):
        move = step * np.eye(3)[axis]
        values = [field_and_gradient(place + k * move)[0] for k in (-2, -1, 1, 2)]
        slope = (values[0] - 8.0 * values[1] + 8.0 * values[2] - values[3]) / (12.0 * step)
        assert gradient[:, axis] == pytest.approx(slope, abs=1e-9)


def test_below_and_beside_the_base_the_field_is_mirrored():
    """Bz is the same at both sides of the middle plane of the ring, the other components change their signs."""
    for rho in (0.01, 0.05, 0.08):
        above, below = field_and_gradient((rho, 0.0, 0.025))[0], field_and_gradient((rho, 0.0, -0.045))[0]
        assert below == pytest.approx(above * (-1.0, -1.0, 1.0), rel=1e-13)


@pytest.mark.parametrize("z", [0.0, 0.03, 0.051, 0.3])
def test_on_the_axis_closed_forms_hold(z):
    B, slope, curvature, third = axis_derivatives(z, *BASE)
    assert base_field(0.0, 0.0, z, BASE)[1] == pytest.approx(B, abs=1e-16)
    assert base_field(0.0, 0.0, z, BASE)[3] == pytest.approx(slope, rel=2e-14)
    step = 1e-5
    higher, lower = axis_derivatives(z + step, *BASE), axis_derivatives(z - step, *BASE)
    for order, value in enumerate((slope, curvature, third)):
        assert (higher[order] - lower[order]) / (2.0 * step) == pytest.approx(value, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize(("rho", "zeta"), [(0.3, 0.4), (0.9, 0.2), (1.5, -0.7)])
def test_a_loop_has_the_field_of_complete_elliptic_integrals(rho, zeta):
    """Smythe, Static and Dynamic Electricity, 7.10, for a loop of radius 1."""
    potential, across, along, _ = loop_fields(1.0, rho, zeta)
    s_2 = (1.0 + rho) ** 2 + zeta**2
    m = 4.0 * rho / s_2
    K, E, d_2 = ellipk(m), ellipe(m), (1.0 - rho) ** 2 + zeta**2
    scale = 1.0 / (2.0 * math.pi * math.sqrt(s_2))
    assert potential * rho == pytest.approx((1.0 - 0.5 * m) * K / (math.pi * math.sqrt(m * rho)) - E / (
        math.pi * math.sqrt(m * rho)), rel=1e-13)  # fmt: skip
    assert across * rho == pytest.approx(scale * zeta / rho * (-K + (1.0 + rho**2 + zeta**2) / d_2 * E), rel=1e-12)
    assert along == pytest.approx(scale * (K + (1.0 - rho**2 - zeta**2) / d_2 * E), rel=1e-13)


@pytest.mark.parametrize(("kc", "g"), [(0.3, 0.5), (0.9, -0.2), (0.05, 0.1), (1.0, 1.0)])
def test_the_complete_integral_agrees_with_quadrature(kc, g):
    def integrand(phi):
        c_2, s_2 = math.cos(phi) ** 2, math.sin(phi) ** 2
        return (c_2 + g * s_2) / ((c_2 + g * g * s_2) * math.sqrt(c_2 + kc * kc * s_2))

    value, _ = quad(integrand, 0.0, 0.5 * math.pi, limit=400, epsabs=1e-13, epsrel=1e-12)
    assert complete_integrals(kc, 0.0, 0.0, g)[2] == pytest.approx(value, rel=1e-12)
