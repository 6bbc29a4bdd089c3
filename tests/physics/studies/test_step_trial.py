"""A step on trial: numbers of the shared page on numerics, computed there by another program, at 10 ms."""

import math

import numpy as np
import pytest

from physics import BadInput
from physics.studies import step_trial as module
from physics.studies.step_trial import step_trial
from physics.systems.double_pendulum import DoublePendulum
from physics.systems.free_body import FreeBody
from physics.systems.gyroscope import Gyroscope

TOP = Gyroscope({}, {"theta": 0.9, "psi_dot": 2.0, "theta_dot": 1.0, "phi_dot": 60.0})
BARS = DoublePendulum({}, {"theta2": 1.0, "theta3": 1.5, "theta2_dot": 0.7, "theta3_dot": -0.4})
FAR = {
    ("euler", TOP): (4.4e-3, 6.5e-3), ("euler", BARS): (1.6e-3, 3.1e-3),
    ("euler-cromer", TOP): (1.5e-2, 6.9e-3), ("euler-cromer", BARS): (1.3e-3, 3.0e-3),
    ("heun", TOP): (2.2e-5, 1.8e-5), ("heun", BARS): (1.0e-5, 1.6e-6),
    ("rk4", TOP): (8.0e-8, 6.1e-9), ("rk4", BARS): (2.9e-9, 8.6e-11),
}  # fmt: skip
"""Defect and return error of methods that are neither symplectic nor reversible."""
BACK = {
    ("implicit-midpoint", TOP): 1.4e-6, ("implicit-midpoint", BARS): 4.9e-6,
    ("gauss4", TOP): 3.6e-8, ("gauss4", BARS): 6e-10,
}  # fmt: skip
"""Defect of reversible methods, which are symplectic in positions and momenta only where they step these."""
STEP = 0.01


@pytest.mark.parametrize(("case", "expected"), FAR.items(), ids=[f"{method}-{system.name}" for method, system in FAR])
def test_defect_and_return_of_methods_that_are_not_symplectic(case, expected):
    method, system = case
    found = step_trial(system, method, STEP)
    assert (found.defect, found.returned) == (
        pytest.approx(expected[0], rel=0.05),
        pytest.approx(expected[1], rel=0.05),
    )
    assert found.verdict == "no"


@pytest.mark.parametrize(("case", "expected"), BACK.items(), ids=[f"{method}-{system.name}" for method, system in BACK])
def test_reversible_methods_lead_back_whatever_their_defect(case, expected):
    method, system = case
    found = step_trial(system, method, STEP)
    assert found.defect == pytest.approx(expected, rel=0.06)
    assert found.returned < 1e-15 and found.verdict == "no"


def test_symplectic_methods_have_no_defect_at_any_step():
    for method, system in (("splitting", TOP), ("symplectic-euler", TOP), ("symplectic-euler", BARS)):
        found = step_trial(system, method, STEP)
        assert max(found.defect, found.longer) < 5e-11 < found.bound
        assert found.verdict == "yes" and math.isnan(found.slope)
    assert step_trial(BARS, "symplectic-euler", STEP).returned == pytest.approx(9e-4, rel=0.06)


def test_a_high_order_is_told_from_symplectic_by_a_longer_step():
    found = step_trial(BARS, "gauss6", STEP)
    assert found.defect < 1e-11 and found.longer > 1e-7 and found.verdict == "no"
    assert step_trial(BARS, "gauss6", 0.4 * STEP).verdict == "yes"  # 0.04 s is too short to tell


@pytest.mark.parametrize(("method", "order", "dt"), [("euler", 1, 2e-3), ("heun", 2, 2e-3), ("rk4", 4, STEP)])
def test_the_defect_grows_with_the_order_and_one(method, order, dt):
    assert step_trial(BARS, method, dt).slope == pytest.approx(order + 1, abs=0.2)


def test_an_adaptive_method_is_judged_by_its_tolerance():
    found = step_trial(TOP, "dop853", STEP)
    assert found.verdict == "within its tolerance" and found.defect < 1e-10


def test_a_step_that_cannot_be_made_gives_nan_and_no_error():
    found = step_trial(BARS.replace(initial={"theta2_dot": 1e9}), "implicit-midpoint", 1.0)
    assert math.isnan(found.defect) and math.isnan(found.returned) and found.verdict == "undecided"


def test_bad_input_is_named():
    with pytest.raises(BadInput, match="trial: free-body has not what symplecticity is measured with"):
        step_trial(FreeBody(), "rk4", STEP)


def test_momenta_that_do_not_determine_velocities_are_named(monkeypatch):
    monkeypatch.setattr(module, "canonical", lambda system, state: np.zeros(len(state)))
    with pytest.raises(BadInput, match="at this state of double-pendulum momenta do not determine the velocities"):
        step_trial(BARS, "rk4", STEP)
