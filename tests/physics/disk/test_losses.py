import math

import numpy as np
import pytest

from physics.disk.euler_disk import EulerDisk
from physics.disk.losses import EXPONENTS, exponent, is_slow, slow_power, time_left, torque
from physics.disk.numbers import RADIUS

DYING = list(EXPONENTS)


@pytest.mark.parametrize("law", DYING)
def test_the_exponent_follows_from_the_power(law):
    """alpha' goes as alpha^-k where the power does, so that alpha ~ (t_f - t)^(1 / (1 + k))."""
    p = EulerDisk({"law": law}).p
    k = -math.log(slow_power(0.02, p) / slow_power(0.01, p), 2.0)
    assert exponent(p) == EXPONENTS[law] == pytest.approx(1.0 / (1.0 + k), rel=1e-12)


@pytest.mark.parametrize("law", DYING)
def test_the_time_left_falls_as_time_passes(law):
    """The time left by the law falls by 1 s in a second of falling at alpha' = -2 power / (3 m g R)."""
    disk = EulerDisk({"law": law})
    alpha, h = 0.01, 1e-6
    falling = 2.0 * slow_power(alpha, disk.p) / (3.0 * disk.mass * disk.gravity * disk.radius)
    slope = (time_left(alpha + h, disk.p) - time_left(alpha - h, disk.p)) / (2.0 * h)
    assert slope * falling == pytest.approx(1.0, rel=1e-7)


@pytest.mark.parametrize("law", DYING)
def test_the_torque_takes_the_power_of_steady_motion(law):
    disk = EulerDisk({"law": law}, {"theta": 4e-3})
    alpha = 4e-3
    s, c = math.sin(alpha), math.cos(alpha)
    Omega = disk.to_aliases(disk.initial)["psi_dot"]
    found = torque(s, c, 0.0, Omega * s, 0.0, disk.mass * disk.gravity, disk.p)
    assert -found[1] * Omega * s == pytest.approx(slow_power(alpha, disk.p), rel=2e-5)


def test_moffatts_disk_lasts_as_long_as_he_says():
    """About 100 s from 0.1 rad (Nature 404, 2000, 833), 95.37 s by his formula with these numbers."""
    disk = EulerDisk({"law": "air"})
    assert time_left(0.1, disk.p) == pytest.approx(95.37, abs=0.01)
    m, R, eta = disk.mass, disk.radius, disk.viscosity
    assert time_left(0.1, disk.p) == pytest.approx(0.1**3 * m / (2.0 * math.pi * eta * R), rel=1e-12)


@pytest.mark.parametrize("law", ["dry", "viscous", "boundary-layer", "air"])
def test_torques_of_angles_have_no_part_on_the_others(law):
    """A force on phi has no component along k, one on psi none along the axis; neither has one along u."""
    p = EulerDisk({"law": law}).p
    s, c = math.sin(0.3), math.cos(0.3)
    t_u, t_e, t_a = torque(s, c, 0.7, 5.0, -2.0, 4.0, p)
    assert t_u == 0.0
    assert abs(s * t_e + c * t_a if law in ("dry", "viscous") else t_a) < 1e-18
    assert t_u * 0.7 + t_e * 5.0 + t_a * -2.0 < 0.0


def test_no_law_takes_nothing_and_never_ends():
    p = EulerDisk({"law": "none"}).p
    assert torque(0.1, 1.0, 1.0, 1.0, 1.0, 4.0, p) == (0.0, 0.0, 0.0)
    assert time_left(0.1, p) == math.inf and math.isnan(exponent(p))


def test_the_law_is_slow_far_from_the_end():
    p = EulerDisk({"contour_friction": 9.0867e-5}).p
    tilts = np.geomspace(1e-4, 0.1, 100)
    slow = [is_slow(float(alpha), p) for alpha in tilts]
    assert slow == sorted(slow)
    assert tilts[slow.index(True)] == pytest.approx(3.0e-3, rel=0.05)
    assert p[RADIUS] == 0.0375
