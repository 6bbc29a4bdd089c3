"""Turn about L, time to the next flip and twist of a free body, against reference values and the motion itself."""

import math
from array import array

import numpy as np
import pytest
from mpmath import MPContext
from scipy.integrate import solve_ivp

import physics
from physics.free.poinsot import PoinsotSolution, elements
from physics.free.polhode_values import HALF, NEXT_FLIP, PERIOD, SIZE, SOLID, TURN, twist, write_polhode_values
from tests.reference import case

MONTGOMERY = case("satellite/montgomery_phase")["expected"]


def values(moments, omega):
    out = memoryview(array("d", [math.nan] * SIZE))
    write_polhode_values(*map(float, (*moments, *omega)), out)
    return list(out)


@pytest.mark.parametrize("expected", MONTGOMERY)
def test_period_turn_and_solid_angle_are_those_of_the_reference(expected):
    found = values(expected["I"], expected["omega"])
    assert found[PERIOD] == pytest.approx(expected["period"], rel=1e-14)
    assert found[HALF] == 0.5 * found[PERIOD]
    assert found[TURN] == pytest.approx(expected["turn"], rel=1e-14)
    assert (found[SOLID] - expected["solid_angle"]) / (2 * math.pi) == pytest.approx(
        round((found[SOLID] - expected["solid_angle"]) / (2 * math.pi)), abs=1e-13
    )


def motions(count=40):
    """Return moments, ascending, and omega, of bodies without and with equal moments."""
    random = np.random.default_rng(11)
    for _ in range(count):
        a, b = np.sort(random.uniform(0.2, 1.0, 2))
        yield (a, b, random.uniform(b, a + b)), random.normal(size=3)
    yield (1.0, 1.0, 1.6), (0.3, -0.2, 1.0)
    yield (0.5, 1.0, 1.0), (0.3, -0.2, 1.0)


@pytest.mark.parametrize(("moments", "omega"), list(motions()))
def test_after_a_period_the_body_has_turned_about_its_momentum(moments, omega):
    """The closed form of the orientation, a Fourier series, gives the same rotation to 1e-12."""
    found = values(moments, omega)
    solution = PoinsotSolution(np.diag(moments), omega)
    assert found[PERIOD] == pytest.approx(solution.elements.period, rel=1e-14)
    turned = solution.rotation([found[PERIOD]])[0]
    n = solution.momentum / np.linalg.norm(solution.momentum)
    cross = np.array([[0.0, -n[2], n[1]], [n[2], 0.0, -n[0]], [-n[1], n[0], 0.0]])
    expected = np.eye(3) + math.sin(found[TURN]) * cross + (1 - math.cos(found[TURN])) * cross @ cross
    assert turned == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("moments", "omega"), list(motions(8)))
def test_the_solid_angle_is_that_of_the_loop_of_the_momentum(moments, omega):
    """The area on the sphere, from sums of the azimuth about the enclosed axis times 1 less its cosine."""
    found, e = values(moments, omega), elements(np.diag(moments), omega)
    u = e.start + e.p * found[PERIOD] * np.arange(40001) / 40000
    L = e.omega(u) * e.moments
    L = L / np.linalg.norm(L, axis=1, keepdims=True) * [1.0, 1.0, math.copysign(1.0, e.c)]
    azimuth = np.unwrap(np.arctan2(L[:, 1], L[:, 0])) * math.copysign(1.0, e.c)
    cosine = 0.5 * (L[1:, 2] + L[:-1, 2])
    assert found[SOLID] == pytest.approx(np.sum((1.0 - cosine) * np.diff(azimuth)), abs=1e-7)
    assert (found[SOLID] > 0.0) == (e.moments[2] > e.moments[0])


@pytest.mark.parametrize(("moments", "omega"), list(motions(20)))
def test_the_next_flip_comes_when_it_says(moments, omega):
    """omega about the intermediate axis changes its sign then, and not before; half a period later again."""
    found = values(moments, omega)
    solution = PoinsotSolution(np.diag(moments), omega)
    middle = solution.omega(found[NEXT_FLIP] + found[HALF] * np.array([0.0, 1.0]))[:, 1]
    assert middle == pytest.approx([0.0, 0.0], abs=1e-12)
    before = solution.omega(np.linspace(0.0, 0.999, 500) * found[NEXT_FLIP])[:, 1]
    assert np.all(np.sign(before) == np.sign(before[0]))
    assert found[NEXT_FLIP] <= found[HALF]


def test_extreme_motions_have_values():
    assert values((1, 2, 3), (0, 2, 0)) == [0.0] * SIZE, "omega is constant"
    assert values((1, 2, 3), (0, 0, 0)) == [0.0] * SIZE
    assert values((2, 2, 2), (1, 2, 3)) == [0.0] * SIZE
    on_it = values((1, 5, 9), (3.0, 0.1, 1.0))
    assert on_it[PERIOD] == math.inf and math.isnan(on_it[TURN]) and math.isnan(on_it[SOLID])
    assert on_it[NEXT_FLIP] == math.inf or on_it[NEXT_FLIP] < 1.0
    near = values((1, 2, 3), (1e-3, 5.0, 1e-9))
    assert near[HALF] == pytest.approx(math.log(16.0 / parameter((1, 2, 3), (1e-3, 5.0, 1e-9))[0])
                                       / parameter((1, 2, 3), (1e-3, 5.0, 1e-9))[1], rel=1e-5)  # fmt: skip


def parameter(moments, omega):
    """Return 1 - m and p of a polhode."""
    e = elements(np.diag(moments), omega)
    return e.m1, e.p


def test_the_readings_of_a_free_body_agree_with_a_run():
    """A racket in body axes that are not principal ones: the countdown of flips and the turn in a period."""
    body = physics.system("free-body", {"body": "racket"}, {"omega_1": 0.4, "omega_2": 0.1, "omega_3": 12.0})
    found = {each.name: each.value(body, body.start()) for each in body.quantities}
    simulation = physics.Simulation(body, "dop853", 1e-3, {"rtol": 1e-13, "atol": 1e-13})
    simulation.advance(int(found["next_flip"] / 1e-3))
    late = {each.name: each.value(body, simulation.y) for each in body.quantities}
    assert late["next_flip"] == pytest.approx(found["next_flip"] - simulation.time, abs=1e-13)
    steady = "turn", "solid_angle", "half_period", "twist"
    assert [late[name] for name in steady] == pytest.approx([found[name] for name in steady], rel=1e-12)
    assert found["turn"] + found["solid_angle"] == pytest.approx(
        2 * simulation.invariants()["energy"].value * found["period"] / simulation.invariants()["L"].value
        + math.copysign(2 * math.pi, found["solid_angle"]), rel=1e-12
    )  # fmt: skip


# The twist about the handle, against integration over the turn ---------------------------------------------------

RACKET = (1.2e-3, 1.24e-2, 1.36e-2)
CASES = [
    ((3.0, 5.0, 9.0), (0.02, 0.4, 0.05)),
    ((1.0, 2.0, 2.6), (0.3, 0.05, 1.2)),
    ((1.0, 2.0, 2.6), (1.5, 0.3, 0.1)),
    ((1.0, 2.0, 2.6), (-0.3, 0.7, -0.5)),
    ((1.0, 2.0, 2.9), (1e-5, 1.0, 1e-5)),
    ((0.02, 2.0, 2.01), (5.0, 0.3, 0.1)),
    ((0.02, 2.0, 2.01), (0.1, 0.3, 5.0)),
    (RACKET, (0.1, 12.0, 0.0)),
    (RACKET, (-0.1, 0.4, 9.0)),
]


def motion(moments, state, until):
    """Return omega and the angles psi and phi of the handle where until(state) is 0 first, by Euler's equations."""
    A, B, C = moments

    def rates(t, state):
        o_A, o_B, o_C, _, _ = state
        L = math.hypot(A * o_A, B * o_B, C * o_C)
        psi_dot = L * (B * o_B**2 + C * o_C**2) / ((B * o_B) ** 2 + (C * o_C) ** 2)
        euler = (B - C) * o_B * o_C / A, (C - A) * o_C * o_A / B, (A - B) * o_A * o_B / C
        return [*euler, psi_dot, o_A - psi_dot * A * o_A / L]

    def event(t, state):
        return until(state)

    event.terminal = True
    return solve_ivp(rates, (0.0, 1e3), state, "DOP853", events=event, rtol=3e-14, atol=1e-16).y[:, -1]


@pytest.mark.parametrize(("moments", "omega"), CASES)
def test_the_twist_is_that_of_the_integrated_motion(moments, omega):
    """From the middle of a flip until the handle has come half round, twice: the motion is its own mirror image."""
    middle = motion(moments, [*omega, 0.0, 0.0], lambda state: state[1])
    half = motion(moments, [*middle[:3], 0.0, 0.0], lambda state: state[3] - math.pi)
    assert abs(half[3] - math.pi) < 1e-12
    assert twist(*moments, *omega) == pytest.approx(2.0 * abs(half[4]), rel=1e-13, abs=1e-14)


@pytest.mark.parametrize(("moments", "omega"), CASES)
def test_the_twist_is_right_to_rounding(moments, omega):
    """By elliptic integrals of 40 digits, and a root of psi(chi) = pi as close."""
    mp = MPContext()
    mp.dps = 40
    A, B, C = map(mp.mpf, moments)
    a, b, c = map(mp.mpf, omega)
    x, y = A * (C - A) * a * a + B * (C - B) * b * b, B * (B - A) * b * b + C * (C - A) * c * c
    side = A * (B - A) * a * a - C * (C - B) * c * c
    fast = x * (B - A) if side > 0 else y * (C - B)
    m = 1 - abs((C - A) * side / fast)
    N = A * x / (C * y) * (m if side > 0 else 1)
    speed = mp.sqrt((A * a) ** 2 + (B * b) ** 2 + (C * c) ** 2) / mp.sqrt(fast / (A * B * C))

    def lack(chi):
        F = mp.ellipf(chi, m)
        return speed * (F / C + (C - A) / (A * C) * (F - mp.ellippi(-N, chi, m))) - mp.pi

    near = mp.pi**2 / (2 * (lack(mp.pi / 2) + mp.pi))
    chi = mp.findroot(lack, (near, 1.01 * near), tol=1e-60, verify=False)
    assert abs(lack(chi)) < 1e-36
    most_B, most_C = mp.sqrt(B * (y / (B - A) if side > 0 else x / (C - B))), mp.sqrt(C * y / (C - A))
    s, cosine = mp.sin(chi), (mp.cos(chi) if side > 0 else mp.sqrt(1 - m * mp.sin(chi) ** 2))
    phi = mp.atan2(most_B * s, most_C * cosine)
    if side > 0:
        phi += 2 * mp.pi * mp.nint((chi - phi) / (2 * mp.pi))
    assert twist(*moments, *omega) == pytest.approx(float(2 * abs(phi)), rel=1e-15, abs=1e-16)


def test_a_racket_thrown_about_its_middle_axis_makes_half_a_turn():
    defects = [math.pi - twist(*RACKET, aside, 12.0, 0.0) for aside in (0.5, 0.1, 0.02, 0.004)]
    assert min(defects) > 0.0 and max(defects) < 0.5, defects


def test_motions_without_a_twist():
    assert twist(1.0, 2.0, 3.0, 0.0, 4.0, 0.0) == 0.0
    assert math.isnan(twist(1.0, 5.0, 9.0, 3.0, 0.0, 1.0)), "on the separatrix"
    assert math.isnan(twist(1.0, 1.0, 3.0, 1.0, 0.2, 1.0))
