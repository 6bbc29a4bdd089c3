"""The exact motion of the free body: published cases, other methods, degenerate bodies, and a million steps."""

from array import array

import numpy as np
import pytest

import physics
from physics.free.exact_rotation import flow
from physics.free.poinsot import PoinsotSolution
from physics.maths.quaternion import rotation_matrix
from tests.physics.free.test_free_body import CASES, SKEW, SKEW_START, given, largest_errors
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


FAR = [
    ((1.0, 2.0, 3.0), (7e-05, 1.0, 0.0001), 20.0,
     [0.9224816528481283, -0.385414752863511, 0.021978817842278467, -0.328499177183928, -0.7538019548318505,
      0.5690965677994931, -0.20277053717951132, -0.5322011660705372, -0.821976902403646],
     [-0.6569946118133105, -0.7538952745231113, 0.37931602701517136]),
    ((0.5, 0.1, 0.4), (-1e-07, -2e-10, -1.8), 18.5,
     [-0.1909043790000691, 0.9816086370300454, 4.226836276105858e-05, 0.9816084045363784, 0.19090430373591194,
      0.0006978242274434216, 0.0006769210764243247, 0.00017470868092353696, -0.9999997556273367],
     [-0.0009747472988774638, -0.0012583933451488418, 1.7999995601238876]),
    ((2.016145848467202, 2.016145730529846, 2.0000001179373568), (1.0, -0.65, 0.006), 24.0,
     [0.42297832210837905, -0.8848572633155175, 0.19523565909985122, -0.8882138580686383, -0.3622280983101455,
      0.2826074081290871, -0.17934737623172856, -0.2929478253074914, -0.9391571169332671],
     [0.999249829338007, -0.6511526622927909, 0.005999079618260481]),
    ((0.3637, 0.1113, 0.305), (-0.001, 7.5e-05, -0.478), 34.0,
     [0.8458043951310918, 0.0004998541433611274, 0.5334929009113085, 0.08626079440780114, -0.9869692135367777,
      -0.13583389443997268, 0.5264731717049435, 0.16090842636863348, -0.834826016483978],
     [-0.21188183310253386, -0.21084690029420497, 0.39840694984165204]),
]  # fmt: skip
"""Moments, omega, time, and the rotation and omega there: Taylor's series of order 60 in numbers of 45 digits."""


@pytest.mark.parametrize("known", FAR, ids=["flip", "flip of one axis", "almost a sphere", "slow flip"])
def test_one_long_step_has_all_digits_near_the_separatrix_and_of_an_almost_round_body(known):
    moments, omega, h, rotation, later = known
    body = body_of(moments, omega)
    p, y, out = (memoryview(array("d", each)) for each in (body.p, body.start(), bytes(56)))
    body.flow(h, y, p, out)
    motion = PoinsotSolution(np.diag(moments), omega)
    for R, found in ((rotation_matrix(out[:4]), out[4:]), (motion.rotation([h])[0], motion.omega([h])[0])):
        assert pytest.approx(np.reshape(rotation, (3, 3)), abs=3e-14) == R
        assert list(found) == pytest.approx(later, abs=3e-14)


def random_bodies(count):
    """Yield moments, omega and time: any body, needles and disks, almost round ones, flips about the middle axis."""
    random = np.random.default_rng(11)
    for kind in range(count):
        almost_round = [1.0, 1.0 + 10.0 ** random.uniform(-8, -1), 0.1 + random.random()]
        masses = [random.random(3), 10.0 ** random.uniform(-4, 0, 3), almost_round, random.random(3)][kind % 4]
        moments = np.sum(masses) - np.asarray(masses)
        omega = random.normal(size=3)
        if kind % 4 == 3:
            omega *= 10.0 ** random.uniform(-9, -1, 3)
            omega[np.argsort(moments)[1]] = 1.0
        yield moments, omega, random.uniform(0.0, 40.0)


def test_the_addition_theorems_agree_with_the_fourier_series_for_all_bodies():
    """Two ways that share only Jacobi's functions: this one and `physics/free/poinsot.py`."""
    for moments, omega, h in random_bodies(200):
        body = body_of(moments.tolist(), omega.tolist())
        p, y, out = (memoryview(array("d", each)) for each in (body.p, body.start(), bytes(56)))
        body.flow(h, y, p, out)
        motion = PoinsotSolution(np.diag(moments), omega)
        rounding = 2e-15 * max(1.0, h * float(np.linalg.norm(omega)))
        assert np.abs(motion.rotation([h])[0] - rotation_matrix(out[:4])).max() < 10.0 * rounding, (moments, omega, h)
        assert np.abs(motion.omega([h])[0] - np.array(out[4:])).max() < 10.0 * rounding, (moments, omega, h)
