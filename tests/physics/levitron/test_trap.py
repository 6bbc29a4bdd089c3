"""The trap against the reference case, the published window of another base, and the roots of the linear equations."""

import math

import numpy as np
import pytest

from physics.levitron.ring_magnet import axis_derivatives
from physics.levitron.trap import spin_window, trap_of
from tests.reference import case

BASE, MASS, DIPOLE, MOMENTS = (0.02, 0.05, 0.02, 0.4), 0.0213, 0.65, (1.32e-6, 2.2e-6)


def trap(base=BASE, mass=MASS, dipole=DIPOLE, moments=MOMENTS, gravity=9.81):
    return trap_of(base, mass, dipole, moments, gravity)


def test_heights_masses_and_spins_of_the_reference_case():
    """The greatest spin of the case has ten valid digits; the linear equations below confirm ours."""
    expected, found = case("levitron/field_and_trap")["expected"], trap()
    assert (found.low, found.high) == pytest.approx((expected["trap"]["z_low"], expected["trap"]["z_high"]), rel=1e-13)
    assert (found.heaviest, found.lightest) == pytest.approx(
        (expected["trap"]["m_heavy"], expected["trap"]["m_light"]), rel=1e-13
    )
    assert found.upper == pytest.approx(expected["z0"], rel=1e-13)
    assert axis_derivatives(found.upper, *BASE) == pytest.approx(tuple(expected["axis_derivatives"]), rel=1e-11)
    assert found.lower == pytest.approx(0.045285, abs=1e-6)
    assert found.frequency == pytest.approx(1.425, abs=5e-4)
    assert found.window.low == pytest.approx(expected["spin_window"][0], rel=1e-12)
    assert found.window.high == pytest.approx(expected["spin_window"][1], rel=1e-9)


def roots(spin, mass, dipole, moments, B, slope, curvature):
    """Return the four roots of the linear equations, as a polynomial."""
    I1, I3 = moments
    move = np.array([mass, 0.0, 0.5 * dipole * curvature])
    turn = np.array([I1, -I3 * spin, dipole * B])
    return np.roots(np.polysub(np.polymul(move, turn), [(0.5 * dipole * slope) ** 2]))


def test_the_window_is_where_all_roots_of_the_linear_equations_are_real():
    found = trap()
    fields = axis_derivatives(found.upper, *BASE)[:3]

    def unstable(spin):
        return np.abs(roots(spin, MASS, DIPOLE, MOMENTS, *fields).imag).max() > 1e-6

    for edge, inward in ((found.window.low, 1.0), (found.window.high, -1.0)):
        assert unstable(edge * (1.0 - inward * 1e-8)) and not unstable(edge * (1.0 + inward * 1e-8))
    for spin in np.linspace(found.window.low, found.window.high, 9)[1:-1]:
        assert not unstable(spin)


def test_the_least_spin_is_nearly_that_of_a_sleeping_top():
    found = trap()
    B = axis_derivatives(found.upper, *BASE)[0]
    sleeping = 2.0 * math.sqrt(DIPOLE * B * MOMENTS[0]) / MOMENTS[1]
    assert sleeping == pytest.approx(100.968, abs=5e-4)
    assert 0.98 < found.window.low / sleeping < 1.0


def of_a_ring_of_dipoles(Z):
    """Return the field of a ring of dipoles on its axis and two derivatives: -d/dZ of Z/(1 + Z²)^1.5."""
    q = 1.0 + Z * Z
    return (
        -(1.0 - 2.0 * Z * Z) * q**-2.5,
        -(6.0 * Z**3 - 9.0 * Z) * q**-3.5,
        -(-24.0 * Z**4 + 72.0 * Z**2 - 9.0) * q**-4.5,
    )


def test_window_of_gans_jones_and_washizu():
    """J. Phys. D 31, 1998, 671: I1 = 0.089, I3 = 0.139, M = 8.20 in units of mass, gravity and radius of the ring."""
    for Z in (0.7, 1.7):
        values = [of_a_ring_of_dipoles(Z + k * 1e-5) for k in (-1, 0, 1)]
        for order in range(2):
            difference = (values[2][order] - values[0][order]) / 2e-5
            assert difference == pytest.approx(values[1][order + 1], abs=1e-9)
    heights = np.linspace(1.6, 1.8, 200001)
    forces = -of_a_ring_of_dipoles(heights)[1]
    assert 1.0 / forces.max() == pytest.approx(8.187957, abs=5e-7), "the least moment, as they print"
    assert heights[forces.argmax()] == pytest.approx(1.693902711, abs=1e-5)
    above = heights[forces.argmax() :]
    balance = float(above[np.abs(8.20 * -of_a_ring_of_dipoles(above)[1] - 1.0).argmin()])
    window = spin_window(1.0, 8.20, (0.089, 0.139), *of_a_ring_of_dipoles(balance))
    assert window == pytest.approx((4.846, 9.000), abs=1e-3)
    assert window.low > 4.84 and window.high < 9.17, "where their top stays in their integrations"


@pytest.mark.parametrize(
    ("change", "lost"),
    [({"mass": 0.0216}, ["lower", "upper", "frequency"]), ({"gravity": 0.0}, ["heaviest", "lightest", "upper"]),
     ({"mass": 0.0005}, ["low_spin"]), ({"moments": (3e-5, 2.2e-6)}, ["low_spin"])],
)  # fmt: skip
def test_what_does_not_exist_is_nan(change, lost):
    """Too heavy; without weight; too light; a top too slender for any spin."""
    found = trap(**change)
    values = {**found._asdict(), "low_spin": found.window.low}
    for name in (*lost, "low_spin"):
        assert math.isnan(values[name]), name


def test_light_tops_hang_above_the_trap():
    found = trap(mass=0.0209)
    assert found.upper > found.high and math.isnan(found.window.low)
    assert trap(mass=0.0211).upper < found.high


def test_every_base_of_a_wide_choice_has_a_trap_or_none():
    """Disk or ring: the slope of the field has a greatest value on the axis, and the trap is above it."""
    dice = np.random.default_rng(1)
    for _ in range(50):
        outer = float(dice.uniform(0.01, 0.3))
        base = (float(dice.uniform(0.0, 0.99)) * outer, outer, float(dice.uniform(0.001, 0.1)), 0.4)
        found = trap(base=base)
        if not math.isnan(found.high):
            B, slope, curvature, _ = axis_derivatives(found.high, *base)
            assert slope**2 == pytest.approx(2.0 * B * curvature, rel=1e-10)
            assert found.low < found.high and abs(axis_derivatives(found.low, *base)[2]) < 1e-9 * abs(slope) / outer
