"""The parts of a splitting method: they make up the energy, and their corrections are those of closed forms."""

import math

import pytest

from physics.core.powers import SplitBody, SplitPart
from physics.free.free_body import FreeBody
from physics.pivoted.gyroscope import Gyroscope
from physics.pivoted.heavy_top import HeavyTop
from physics.tops.split_parts import splitting_correction

TOP = Gyroscope({}, {"theta": 0.9, "psi_dot": 2.0, "theta_dot": 1.0, "phi_dot": 60.0})
SYSTEMS = (
    TOP,
    FreeBody({}, {"omega_1": 3.0, "omega_2": 2.0, "omega_3": 12.0}),
    HeavyTop(
        {
            "body": "asymmetric",
            "about": "pivot",
            "I1": 3e-4,
            "I2": 5e-4,
            "I3": 2.5e-4,
            "I12": 3e-5,
            "distance_1": 0.028,
        },
        {"theta": 1.0, "omega_1": 2.0, "omega_2": 3.0, "omega_3": 12.0},
    ),
)


def energy_of(body: SplitBody) -> float:
    return sum(
        0.5 * sum(a * L * L for a, L in zip(part.a, body.L, strict=True))
        + sum(w * g for w, g in zip(part.w, body.gamma, strict=True))
        for part in body.parts
    )


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_the_parts_are_the_energy(system):
    y = memoryview(system.start())
    assert energy_of(system.split_parts(y)) == pytest.approx(system.energy(y), rel=1e-13)


def test_the_correction_of_a_symmetric_top():
    y = memoryview(TOP.start())
    I_A, I3, M = TOP.p[:3]
    theta, psi_dot, theta_dot, phi_dot = y[1], *y[3:]
    L_3 = I3 * (psi_dot * math.cos(theta) + phi_dot)
    across = I_A * psi_dot * math.sin(theta)
    L_z = across * math.sin(theta) + L_3 * math.cos(theta)
    L_L = (I_A * theta_dot) ** 2 + across**2 + L_3**2
    expected = M * (L_z * L_3 - L_L * math.cos(theta)) / (12.0 * I_A**2) - (M * math.sin(theta)) ** 2 / (24.0 * I_A)
    assert splitting_correction(TOP.split_parts(y)) == pytest.approx(expected, rel=1e-12)


def test_parts_that_commute_need_no_correction():
    turning = SplitBody((1.0, 2.0, 3.0), (0.0, 0.6, 0.8), (SplitPart((2.0, 2.0, 2.0)), SplitPart((0.0, 0.0, 5.0))))
    assert splitting_correction(turning) == pytest.approx(0.0, abs=1e-13)
