"""The exact motion of the free body: published cases, other methods, degenerate bodies, and a million steps."""

from array import array

import numpy as np
import pytest

import physics
from physics.maths.quaternion import rotation_matrix
from physics.tops.exact_rotation import flow
from tests.physics.systems.test_free_body import CASES, SKEW, SKEW_START, given, largest_errors
from tests.reference import case

SEPARATRIX = (1.0, 2.0, 3**-0.5)
"""An omega on the separatrix of a body with moments of 1, 2 and 3."""


def moved(moments, omega, h):
    """Return the state (7,) after h, of a body that begins in its principal axes."""
    out = array("d", bytes(56))
    flow(h, array("d", [1.0, 0.0, 0.0, 0.0, *omega]), array("d", [*[0.0] * 12, *moments, 1.0, 0.0, 0.0, 0.0]), out)
    return np.array(out)


def body_of(moments, omega):
    parameters = {"body": "given", **dict(zip(("I1", "I2", "I3"), moments, strict=True))}
    return physics.system("free-body", parameters, dict(zip(("omega_1", "omega_2", "omega_3"), omega, strict=True)))


def by_taylor(moments, omega, h):
    """Return the state after h by Taylor's series to rounding, in steps of less than 0.05 s."""
    body = body_of(moments, omega)
    simulation = physics.Simulation(body, "taylor", h / 20, {"rtol": 1e-14, "atol": 1e-16})
    simulation.advance(20)
    return np.array(simulation.state)


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_the_case(name):
    reference = case(f"tops/{name}")
    run = physics.simulate("free-body", reference["expected"][-1]["t"], 0.5, "exact", 0.5, *given(reference))
    assert max(largest_errors(reference, run)) < 2e-11 < reference["tolerance"]


@pytest.mark.parametrize(
    ("moments", "omega"),
    [
        ((0.7, 0.9, 1.5), (-3.0, -1.0, 2.0)),
        ((0.7, 0.9, 1.5), (3.0, -1.0, 0.2)),
        ((0.7, 0.9, 1.5), (-0.1, 0.2, -3.0)),
        ((0.7, 0.9, 1.5), (0.0, 2.0, 0.0)),
        ((0.7, 0.9, 1.5), (0.0, 0.0, -2.0)),
        ((0.7, 0.9, 1.5), (2.0, 0.0, 0.0)),
        ((0.7, 0.9, 1.5), (1e-200, 0.0, 2.0)),
        ((0.7, 0.9, 1.5), (1e-9, 2.0, 0.0)),
        ((0.7, 0.7, 1.5), (1.0, 2.0, -0.5)),
        ((0.7, 0.7, 1.5), (1.0, 2.0, 0.0)),
        ((0.7, 0.7, 0.71), (6e-6, 4.0, 1e-6)),
        ((0.7, 1.5, 1.5), (1.0, 2.0, 0.5)),
        ((0.7, 1.5, 1.5), (1e-6, 2.0, -6e-6)),
        ((1.0, 1.0, 1.0), (1.0, 2.0, 3.0)),
        ((1.0, 1.0 + 1e-15, 1.0 + 3e-14), (1.0, 2.0, 3.0)),
        ((1.0, 2.0, 3.0), SEPARATRIX),
        ((0.7, 0.9, 1.5), (0.0, 0.0, 0.0)),
    ],
)
def test_agrees_with_taylor_for_every_kind_of_body_and_motion(moments, omega):
    for h in (1e-3, 0.9):
        exact, other = moved(moments, omega, h), by_taylor(moments, omega, h)
        assert rotation_matrix(exact) == pytest.approx(rotation_matrix(other), abs=3e-15)
        assert exact[4:] == pytest.approx(other[4:], abs=1e-14)


def test_long_steps_are_as_good_as_short_ones():
    body = physics.system("free-body", SKEW, SKEW_START)
    ends = []
    for ticks in (40, 4000):
        simulation = physics.Simulation(body, "exact", 40.0 / ticks)
        simulation.advance(ticks)
        ends.append(np.concatenate([np.ravel(rotation_matrix(simulation.y)), simulation.state[4:]]))
    assert ends[0] == pytest.approx(ends[1], abs=1e-12)


def test_going_back_leads_to_the_start():
    body = physics.system("free-body", SKEW, SKEW_START)
    p, y = memoryview(array("d", body.p)), memoryview(body.start())
    there, back = (memoryview(array("d", bytes(56))) for _ in range(2))
    body.flow(0.3, y, p, there)
    body.flow(-0.3, there, p, back)
    assert list(back) == pytest.approx(list(y), abs=1e-15)
    assert max(abs(a - b) for a, b in zip(y, there, strict=True)) > 0.1


def test_step_keeps_the_poisson_bracket_of_the_angular_momentum():
    """J B(L) Jᵀ = B(F L) with B the matrix of the cross product: the motion is canonical."""
    moments = np.array([0.7, 0.9, 1.5])
    start = moments * (-3.0, -1.0, 2.0)

    def ended(L):
        return moments * moved(moments, L / moments, 0.4)[4:]

    def bracket(L):
        return np.array([[0.0, -L[2], L[1]], [L[2], 0.0, -L[0]], [-L[1], L[0], 0.0]])

    columns = [(ended(start + e) - ended(start - e)) / 2e-5 for e in 1e-5 * np.eye(3)]
    jacobian = np.array(columns).T
    assert jacobian @ bracket(start) @ jacobian.T == pytest.approx(bracket(ended(start)), abs=1e-8)


@pytest.mark.parametrize("dt", [1e-3, 0.5])
def test_conserved_quantities_stay_at_rounding(dt):
    """A step of one length repeats the rounding of its elliptic functions: uncorrected, E drifts by 3e-16 a step."""
    simulation = physics.Simulation("free-body", "exact", dt)
    simulation.advance(5000)
    values = simulation.invariants()
    assert max(abs(value.drift) for value in values.values()) < 2e-14


def test_only_the_free_body_has_it():
    method = physics.integrator("exact")
    assert method.reason_against(physics.system_class("gyroscope")).startswith("exact needs the motion in closed form")
    assert method.order_text == "∞"
