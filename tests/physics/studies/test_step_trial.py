"""A step on trial: numbers of the shared page on numerics, computed there by another program, at 10 ms."""

import math

import numpy as np
import pytest

from physics import BadInput
from physics.errors import Cancelled
from physics.free.free_body import FreeBody
from physics.gimbals.gimbals import Gimbals
from physics.pendulums.double_pendulum import DoublePendulum
from physics.pivoted.gyroscope import Gyroscope
from physics.pivoted.heavy_top import HeavyTop
from physics.registry import integrators
from physics.studies import step_trial as module
from physics.studies.step_trial import ROUNDING, _bracket, fastest_rate, step_trial
from physics.table.rolling_body import RollingBody

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
EARTH = {"base": "earth", "latitude": math.radians(48.85), "lb": -0.001, "outer_friction": 0.001}
SETTLED = (0.2960189834189804, 1.570405591029935, 399999.9826768669, 0.0, -3.1892180401315074e-05,
           1.3670648207194461e-05, 199.99999564937633, 4.358583426429774e-07, 0.0)  # fmt: skip
"""State of a gyrocompass after 2000 s: it has ceased to nod, and wanders slowly."""


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


RACKET = FreeBody({}, {"omega_1": 3.0, "omega_2": 2.0, "omega_3": 12.0})
HEAVY = HeavyTop({}, {"omega_1": 2.0})


@pytest.mark.parametrize("system", [RACKET, HEAVY], ids=["free-body", "heavy-top"])
def test_poisson_brackets_are_kept_by_splitting_alone(system):
    found = step_trial(system, "splitting", STEP)
    assert found.form == "Poisson" and found.verdict == "yes" and max(found.defect, found.longer) < 1e-9
    for method, order, dt in (("heun", 2, 1e-3), ("rk4", 4, 2e-3), ("implicit-midpoint", 2, 2e-3)):
        found = step_trial(system, method, dt)
        assert found.verdict == "no" and found.longer > 100.0 * max(ROUNDING, found.longer_bound)
        if not math.isnan(found.slope):
            assert found.slope == pytest.approx(order + 1, abs=0.3)


def test_a_bracket_is_that_of_a_cross_product():
    a, b = np.array([1.0, 2.0, 3.0]), np.array([0.3, -2.0, 5.0])
    assert np.array_equal(_bracket(a) @ b, np.cross(b, a))
    both = _bracket(np.concatenate([a, b]))
    assert np.array_equal(both[:3, 3:], _bracket(b)) and np.array_equal(both, -both.T) and not both[3:, 3:].any()


@pytest.mark.parametrize("system", [TOP, BARS, RACKET, HEAVY], ids=["gyroscope", "bars", "free-body", "heavy-top"])
@pytest.mark.parametrize("method", [name for name, each in integrators().items() if each.kind != "adaptive"])
def test_the_order_measured_is_that_declared(system, method):
    declared = integrators()[method]
    if declared.reason_against(system):
        return
    found = step_trial(system, method, 1e-3)
    if math.isinf(declared.order):
        assert math.isnan(found.order) and found.leads_back == "yes"
        return
    assert found.shows_order(declared.order) is (True if declared.order < 8 or found.order > 7.7 else None)
    assert found.order < declared.order + 1.2
    assert found.leads_back == ("yes" if declared.reversible else found.leads_back)
    assert declared.reversible or found.leads_back == "no" or found.comes_back


def test_no_order_is_told_from_steps_too_long_for_the_fastest_motion():
    gyrocompass = Gimbals(EARTH)
    across, about = gyrocompass.A + gyrocompass.Ai, gyrocompass.A + gyrocompass.Bi + gyrocompass.Co
    nodding = gyrocompass.C * SETTLED[6] / math.sqrt(across * about)
    assert fastest_rate(gyrocompass, np.array(SETTLED)) == pytest.approx(nodding, rel=1e-3)
    found = step_trial(gyrocompass, "rk4", 2.5e-3, state=SETTLED)
    assert math.isnan(found.order) and found.shows_order(4) is None, "its errors at 0.32 s fall with order 3"
    assert step_trial(gyrocompass, "rk4", 2.5e-3, state=(0.3, 1.5, 0, 0, 0, 0, 200, 0, 0)).shows_order(4) is True


def test_a_wrong_order_is_noticed():
    found = step_trial(BARS, "rk4", 1e-3)
    assert found.shows_order(5) is False and found.shows_order(4) is True and found.order_step < 0.1


def test_a_trial_is_made_from_any_state_and_can_be_ended():
    moved = [*BARS.start()]
    moved[0] += 1.0
    assert step_trial(BARS, "rk4", STEP, state=moved).defect != step_trial(BARS, "rk4", STEP).defect

    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        step_trial(BARS, "rk4", STEP, pause=stop)


def test_systems_without_a_form_are_tried_all_the_same():
    found = step_trial(RollingBody(), "rk4", STEP)
    assert found.form == "" and math.isnan(found.defect) and found.shows_order(4) and found.leads_back == "no"


def test_bad_input_is_named():
    with pytest.raises(BadInput, match="unknown integrator 'rk5'"):
        step_trial(FreeBody(), "rk5", STEP)


def test_momenta_that_do_not_determine_velocities_are_named(monkeypatch):
    monkeypatch.setattr(module, "canonical", lambda momenta, p, state: np.zeros(len(state)))
    with pytest.raises(BadInput, match="at this state of double-pendulum momenta do not determine the velocities"):
        step_trial(BARS, "rk4", STEP)
