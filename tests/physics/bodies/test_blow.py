"""Blows with friction: closed forms of slip that stops, holds, turns back, curves; and an independent integration."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import physics
from physics.bodies.blow import CONTENSOU, COULOMB, VISCOUS, blow
from physics.maths.quaternion import rotation_matrix
from physics.table import sliding
from physics.table.sliding import CONTACT, LOSS, V_X, V_Z, Z
from physics.table.sliding_body import SlidingBody

SAMPLE, CAMPAIGN = 10, 1000


def response(B=(3.5, 0.0, 3.5), D=(0.0, 0.0, 40.0), n=(0.0, 0.0, 1.0, 0.0)):
    """Return the response of a contact; as it stands, that of a ball of 1 kg below its centre."""
    return (*B, *D, *n)


def after(v, impulses, r):
    """Return v_x, v_y, v_z and omega_z after these impulses."""
    B_xx, B_xy, B_yy, D_x, D_y, D_w, n_x, n_y, n_z, n_w = r
    whole = [[B_xx, B_xy, n_x, D_x], [B_xy, B_yy, n_y, D_y], [n_x, n_y, n_z, n_w], [D_x, D_y, n_w, D_w]]
    return np.array(v) + np.array(whole) @ impulses


def work(v, impulses, r):
    """Return the energy that a blow takes [J]: its impulses times the means of the velocities before and after."""
    return -0.5 * np.array(impulses) @ (np.array(v) + after(v, impulses, r))


# Closed forms -----------------------------------------------------------------------------------------------------


def test_without_friction_the_normal_impulse_acts_alone():
    r = response(n=(0.7, -0.4, 2.5, 3.0))
    for law in (VISCOUS, COULOMB, CONTENSOU):
        assert blow((0.3, 0.2, -1.5, 4.0), (law, 0.0, 1e-3), r) == (0.0, 0.0, 1.5 / 2.5, 0.0)


@pytest.mark.parametrize("direction", [0.0, 0.4, 2.0, -1.3])
def test_a_ball_slips_on_or_stops_at_two_sevenths_of_its_momentum(direction):
    c, s = math.cos(direction), math.sin(direction)
    for fall, friction in ((1.0, 0.1), (3.0, 0.1)):
        x, y, up, drill = blow((0.7 * c, 0.7 * s, -fall, 9.0), (COULOMB, friction, 0.0), response())
        along = -min(friction * fall, 0.7 / 3.5)
        assert (x, y, up, drill) == pytest.approx((along * c, along * s, fall, 0.0), abs=1e-15)


def test_a_viscous_blow_reduces_the_slip_of_a_ball_by_an_exponential():
    for mu in (1e-3, 0.3, 10.0):
        v = (0.7, -0.2, -2.0, 0.0)
        gone = after(v, blow(v, (VISCOUS, mu, 0.0), response()), response())
        left = math.exp(-3.5 * mu * 2.0)
        assert gone[:3] == pytest.approx((0.7 * left, -0.2 * left, 0.0), rel=1e-12, abs=1e-14)


def planar(u, fall, mu, B, n, n_z):
    """Return the impulses along and upwards of a blow in a plane: Routh's two straight lines."""
    sense = math.copysign(1.0, u)
    until_rest = abs(u) / (mu * B - sense * n) if mu * B > sense * n else math.inf
    climb = n_z - mu * sense * n
    if climb > 0.0 and fall / climb <= until_rest:
        return -mu * sense * fall / climb, fall / climb
    along, up = -mu * sense * until_rest, until_rest
    share = -n / B if abs(n) <= mu * B else -math.copysign(mu, n)
    more = (fall - climb * until_rest) / (n_z + n * share)
    return along + share * more, up + more


@pytest.mark.parametrize("law", [COULOMB, CONTENSOU])
@pytest.mark.parametrize(
    ("u", "mu", "n", "slip"),
    [
        (5.0, 0.3, 0.4, "slips"), (0.05, 0.3, 0.4, "stops"), (0.0, 0.3, -0.4, "stops"), (-0.2, 0.1, 0.9, "turns"),
        (0.2, 0.1, 0.9, "slips"), (0.0, 0.1, 0.9, "begins"), (2.0, 3.0, 1.2, "jams"),
    ],
)  # fmt: skip
def test_in_a_plane_slip_goes_on_stops_holds_turns_back_and_jams(law, u, mu, n, slip):
    """Of a patch that does not spin, too. A jam: friction drives the contact into the table until it stops."""
    B, n_z, fall = 2.0, 1.5, 0.8
    assert (n_z - mu * n < 0.0) == (slip == "jams")
    for turned in (0.0, 0.7, 2.5):
        c, s = math.cos(turned), math.sin(turned)
        other = 1.1  # the response across the plane, which must not matter
        r = response(
            (B * c * c + other * s * s, (B - other) * c * s, B * s * s + other * c * c), n=(n * c, n * s, n_z, 0.0)
        )
        v = (u * c, u * s, -fall, 0.0)
        found = blow(v, (law, mu, 5e-4), r)
        along, up = planar(u, fall, mu, B, n, n_z)
        assert found == pytest.approx((along * c, along * s, up, 0.0), rel=1e-12, abs=1e-13)
        end = after(v, found, r)
        gone = {"slips": math.copysign(1.0, u), "turns": 1.0, "begins": 1.0}.get(slip, 0.0)
        assert end[:2] @ [c, s] * gone > 0.0 or np.hypot(*end[:2]) < 1e-13
        assert end[2] == pytest.approx(0.0, abs=1e-14)
        assert work(v, found, r) > 0.0


@pytest.mark.parametrize("mu", [0.05, 0.2, 0.35, 1.0])
@pytest.mark.parametrize("angle", [0.3, 1.5, 2.8, -2.0])
def test_a_curved_slip_is_the_path_of_a_swimmer_in_a_river(mu, angle):
    """B isotropic, k = mu B: at the angle phi from n, r sin phi / tan(phi/2)^(k/n) is constant and
    r (k + n cos phi) falls by k² - n² per P; for k > n it stops where that is 0.
    """
    B, n, n_z, u = 2.0, 0.6, 1.4, 0.5
    k, r = mu * B, response((B, 0.0, B), n=(n, 0.0, n_z, 0.0))
    stop = u * (k + n * math.cos(angle)) / (k * k - n * n) if k > n else math.inf
    stopped = 0
    for fall in (0.05, 0.5, 2.0, 20.0):
        v = (u * math.cos(angle), u * math.sin(angle), -fall, 0.0)
        found = blow(v, (COULOMB, mu, 0.0), r)
        end, P = after(v, found, r), found[2]
        assert end[2] == pytest.approx(0.0, abs=1e-14)
        if stop <= P:
            stopped += 1
            assert end[:2] == pytest.approx((0.0, 0.0), abs=1e-13)
            continue
        phi, size = math.atan2(end[1], end[0]), math.hypot(*end[:2])
        path = size * math.sin(phi) / math.tan(0.5 * phi) ** (k / n) if phi > 0.0 else 0.0
        if angle > 0.0:
            assert path == pytest.approx(u * math.sin(angle) / math.tan(0.5 * angle) ** (k / n), rel=1e-10)
        fallen = u * (k + n * math.cos(angle)) - (k * k - n * n) * P
        assert size * (k + n * math.cos(phi)) == pytest.approx(fallen, rel=1e-11)
    assert stopped > 0 or k <= n


def test_a_patch_that_only_spins_is_slowed_by_its_drilling_torque_until_it_stops():
    R, r = 2e-3, response(D=(0.0, 0.0, 4e4))
    whole = 3 * math.pi / 16 * 0.4 * R * 1.5
    for spin, drill in ((20.0, 20.0 / 4e4), (-10.0, -10.0 / 4e4), (100.0, whole)):
        found = blow((0.0, 0.0, -1.5, spin), (CONTENSOU, 0.4, R), r)
        assert found == pytest.approx((0.0, 0.0, 1.5, -drill), rel=1e-12, abs=1e-15)


def patch_friction(mu, R, v, spin):
    """Return f_x, f_y and tau of a patch by the formulas of the law, per newton."""
    speed, rim = math.hypot(*v), R * spin
    around = mu / (speed + 8 / (3 * math.pi) * abs(rim))
    drill = 3 * math.pi / 16 * mu * R * rim / (abs(rim) + 15 * math.pi / 16 * speed)
    return -around * v[0], -around * v[1], -drill


def holding(whole):
    """Return the impulses (x, y, about the vertical) per normal one that keep slip and spin at rest."""
    return np.linalg.solve(whole[np.ix_((0, 1, 3), (0, 1, 3))], -whole[(0, 1, 3), 2])


@pytest.mark.parametrize("seed", range(8))
def test_a_contact_at_rest_holds_or_slips_as_the_law_has_it_for_the_slip_that_follows(seed):
    """From rest friction is constant: the impulses are those of the law for the slip and spin after the blow, or what
    holds lies within it: at the ratio of slip to spin that has its friction, its torque is less.
    """
    draw, held = np.random.default_rng(seed), []
    for _ in range(12):
        R, mu, fall = 0.03, float(10 ** draw.uniform(-1.0, 0.3)), float(draw.uniform(0.1, 2.0))
        A = draw.normal(size=(4, 4)) * [1.0, 1.0, 1.0, 1 / R]
        whole = A.T @ A + np.diag([1.0, 1.0, 1.0, 1 / R**2])
        whole[:3, 3] *= draw.choice([0.01, 0.2, 1.0])  # of the drilling torque, without which it is held more often
        whole[3, :3] = whole[:3, 3]
        found = np.array(blow((0.0, 0.0, -fall, 0.0), (CONTENSOU, mu, R), as_response(whole)))
        end = whole @ found + [0.0, 0.0, -fall, 0.0]
        x, y, drill = holding(whole)
        share = math.hypot(x, y) / mu
        ratio = 8 / (3 * math.pi) * share / (1 - share) if share < 1.0 else math.inf
        held.append(share < 1.0 and abs(drill) <= 3 * math.pi / 16 * mu * R / (1 + 15 * math.pi / 16 * ratio))
        if held[-1]:
            assert end == pytest.approx(np.zeros(4), abs=1e-12 / R)
        else:
            assert found[[0, 1, 3]] / found[2] == pytest.approx(patch_friction(mu, R, end[:2], end[3]), rel=1e-9)
        assert end[2] == pytest.approx(0.0, abs=1e-13)
    assert 0 < sum(held) < len(held)


def as_response(whole):
    """Return the ten numbers of a response (4, 4) to impulses along x, y, upwards and about the vertical."""
    places = ((0, 0), (0, 1), (1, 1), (0, 3), (1, 3), (3, 3), (0, 2), (1, 2), (2, 2), (2, 3))
    return tuple(float(whole[place]) for place in places)


@pytest.mark.parametrize("part", [0.98, 1.02])
@pytest.mark.parametrize("angle", [0.2, -2.4])
def test_a_point_holds_up_to_mu_and_slips_above(part, angle):
    B = np.array([[2.0, 0.5], [0.5, 3.0]])
    pull = 0.4 * part * np.array([math.cos(angle), math.sin(angle)])
    r = response((2.0, 0.5, 3.0), n=(*(B @ pull), 1.6, 0.0))
    v = (0.0, 0.0, -1.0, 0.0)
    found = blow(v, (COULOMB, 0.4, 0.0), r)
    end = after(v, found, r)
    if part < 1.0:
        assert np.hypot(*end[:2]) < 1e-15
        assert np.array(found[:2]) / found[2] == pytest.approx(-pull, rel=1e-12)
    else:
        assert np.hypot(*end[:2]) > 1e-3
        assert np.array(found[:2]) / found[2] == pytest.approx(-0.4 * end[:2] / np.hypot(*end[:2]), rel=1e-9)


SPHEROIDS = [
    (0.02, 0.06, 0.1, 0.3, 0.6, 0.15), (0.02, 0.06, 0.1, 0.3, 0.6, 0.5), (0.02, 0.03, 0.05, 0.1, 0.4, 0.5),
    (0.02, 0.03, 0.05, 0.01, 0.4, 0.5), (0.02, 0.03, 0.05, 0.1, 0.4, 0.0),
]  # fmt: skip


@pytest.mark.parametrize(("a", "c", "mass", "drop", "mu", "theta"), SPHEROIDS)
@pytest.mark.parametrize("law", ["coulomb", "contensou"])
def test_a_spheroid_that_is_dropped_without_turning_does_not_slip_where_friction_is_enough(
    law, a, c, mass, drop, mu, theta
):
    """Two linear equations for the impulse: the contact, at (Y, Z) from G in the plane of its axis, is at rest."""
    parameters = {"shape": "ellipsoid", "axis_1": a, "axis_2": a, "axis_3": c, "mass": mass, "law": law, "mu": mu}
    start = {"theta": theta, "psi_dot": 0.0, "theta_dot": 0.0, "phi_dot": 0.0, "drop": drop}
    body = physics.system("sliding-body", parameters, start)
    s, k = math.sin(theta), math.cos(theta)
    length = math.hypot(a * s, c * k)
    Y, Z_ = (c * c - a * a) * s * k / length, -length
    I, fall = mass / 5 * (a * a + c * c), math.sqrt(2 * drop * body.gravity)  # noqa: E741  # a moment of inertia
    W = np.array([[1 / mass + Z_ * Z_ / I, -Y * Z_ / I], [-Y * Z_ / I, 1 / mass + Y * Y / I]])
    P = np.linalg.solve(W, [0.0, fall])
    assert abs(P[0]) < mu * P[1]
    y = memoryview(body.start())
    y[Z], y[V_Z] = sliding.resting_height(y, body.p)[0], -fall
    body.jump(1, 0.0, y, body.p)
    assert y[4:7].tolist() == pytest.approx([(Y * P[1] - Z_ * P[0]) / I, 0.0, 0.0], rel=1e-12, abs=1e-10)
    assert y[V_X : V_Z + 1].tolist() == pytest.approx([0.0, P[0] / mass, P[1] / mass - fall], rel=1e-12, abs=1e-14)
    assert np.hypot(*sliding.rubbing(y, body.p)) < 1e-14 * fall
    assert y[LOSS] == pytest.approx(0.5 * P @ [0.0, fall], rel=1e-12)


@pytest.mark.parametrize("law", ["coulomb", "contensou"])
@pytest.mark.parametrize("epsilon", [1e-4, 1e-2])
def test_what_holds_in_a_landing_creeps_from_there_slower_than_epsilon(law, epsilon):
    parameters = {"shape": "ellipsoid", "axis_1": 0.02, "axis_2": 0.02, "axis_3": 0.03, "law": law, "mu": 0.4}
    start = {"theta": 0.5, "psi_dot": 0.0, "theta_dot": 0.0, "phi_dot": 0.0, "drop": 1e-4, "v_z": -1.4}
    body = physics.system("sliding-body", parameters | {"epsilon": epsilon}, start)
    simulation = physics.Simulation(body, "rk4", 2e-6)
    while not simulation.events:
        simulation.advance(1)
    for _ in range(40):
        simulation.advance(5)
        assert np.hypot(*sliding.rubbing(simulation.y, body.p)) < 0.7 * epsilon
    assert simulation["contact"] == 1.0


# An independent integration ---------------------------------------------------------------------------------------


def friction(law, v, spin, epsilon):
    """Return f_x, f_y and tau of the laws of `sliding-body`, smoothed below epsilon, and their Jacobian (3, 3)."""
    name, mu, R = law
    if name == "viscous":
        return np.array([*(-mu * v), 0.0]), np.diag([-mu, -mu, 0.0])
    speed, rim = np.hypot(*v), R * spin
    e, sense = v / max(speed, 1e-300), np.sign(rim)
    slide, drill = mu / np.hypot(speed + 8 / (3 * np.pi) * abs(rim), epsilon), 0.0
    bend = slide**3 / mu**2 * (speed + 8 / (3 * np.pi) * abs(rim))
    J = np.zeros((3, 3))
    J[:2, :2] = -slide * np.eye(2) + bend * np.outer(v, e)
    J[:2, 2] = bend * v * 8 / (3 * np.pi) * sense * R
    if R > 0.0:
        around = abs(rim) + 15 * np.pi / 16 * speed
        drill = 3 * np.pi / 16 * mu * R / np.hypot(around, epsilon)
        bend = drill * around / (around**2 + epsilon**2)
        J[2, :2] = bend * rim * 15 * np.pi / 16 * e
        J[2, 2] = (bend * abs(rim) - drill) * R
    return np.array([*(-slide * v), -drill * rim]), J


def integrated(body: SlidingBody, X, R, V, epsilon):
    """Return (v, omega) in the lab after a blow at X (lab), by Radau's method with the normal impulse as time."""
    law = body.law, body.mu, body.patch if body.law == "contensou" else 0.0
    mass = np.zeros((6, 6))
    mass[:3, :3], mass[3:, 3:] = body.mass * np.eye(3), R @ body.inertia_matrix @ R.T
    arm = np.array([[0.0, -X[2], X[1]], [X[2], 0.0, -X[0]], [-X[1], X[0], 0.0]])
    contact = np.vstack([np.hstack([np.eye(3), -arm]), [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]])
    kick = np.linalg.solve(mass, contact.T)
    rough, upwards = contact[[0, 1, 3]], kick[:, 2]

    def rate(P, V):
        v_x, v_y, spin = rough @ V
        return upwards + kick[:, [0, 1, 3]] @ friction(law, np.array([v_x, v_y]), spin, epsilon)[0]

    def slope(P, V):
        v_x, v_y, spin = rough @ V
        return kick[:, [0, 1, 3]] @ friction(law, np.array([v_x, v_y]), spin, epsilon)[1] @ rough

    def ends(P, V):
        return contact[2] @ V

    ends.terminal, ends.direction = True, 1.0
    longest = 1e4 * body.mass * abs(contact[2] @ V)
    found = solve_ivp(rate, (0.0, longest), V, "Radau", events=ends, jac=slope, rtol=1e-9, atol=1e-12)
    return found.y_events[0][0]


def lab_velocity(y):
    """Return R and (v, omega) in the lab."""
    R = rotation_matrix(y)
    return R, np.array([*y[V_X : V_Z + 1], *(R @ np.array(y[4:7]))])


def energy(body, R, V):
    """Return the kinetic energy [J]."""
    spin = R.T @ V[3:]
    return 0.5 * (body.mass * V[:3] @ V[:3] + spin @ body.inertia_matrix @ spin)


def landings(count: int, seed: int) -> Iterator[tuple[SlidingBody, memoryview]]:
    """Yield bodies of every shape and law that are about to land: turning, slipping or dropped."""
    draw = np.random.default_rng(seed)
    shapes = SlidingBody.fields["shape"].options
    for i in range(count):
        law = ("coulomb", "contensou", "coulomb", "viscous")[int(draw.integers(4))]
        given = {"shape": shapes[i % len(shapes)], "law": law, "mu": float(10 ** draw.uniform(-1.5, 0.4))}
        if law == "contensou":
            given["patch"] = float(10 ** draw.uniform(-4, -2))
        if given["shape"] == "ellipsoid":
            given |= {f"axis_{j}": float(draw.uniform(0.005, 0.06)) for j in (1, 2, 3)}
        if given["shape"] == "ellipsoid" and draw.random() < 0.5:
            given |= {"inertia": "given", "I1": 2e-5, "I2": 3e-5, "I3": 2.5e-5, "I12": 2e-6, "I13": -3e-6, "I23": 1e-6}
            given |= {f"centre_{j}": float(draw.uniform(-4e-3, 4e-3)) for j in (1, 2, 3)}
        body = physics.system("sliding-body", given)
        y = memoryview(body.start())
        q = draw.normal(size=4)
        y[0:4] = array("d", q / np.linalg.norm(q))
        y[4:7] = array("d", draw.normal(size=3) * draw.choice([0.0, 1.0, 30.0, 100.0]))
        y[10:13] = array("d", draw.normal(size=3) * draw.choice([0.0, 0.01, 0.5, 2.0]))
        y[CONTACT] = 0.0
        y[Z], rising = sliding.resting_height(y, body.p)
        y[V_Z] = rising - float(10 ** draw.uniform(-2.0, 0.7))
        yield body, y


def deviation(body, before, found, expected, X):
    """Return the greatest difference of velocities, of G and of the contact about G, over those before."""
    size = np.linalg.norm(X)
    scale = max(np.linalg.norm(before[:3]), size * np.linalg.norm(before[3:]))
    return max(np.abs(found - expected)[:3].max(), size * np.abs(found - expected)[3:].max()) / scale


@pytest.mark.parametrize(("count", "seed"), [(SAMPLE, 1), pytest.param(CAMPAIGN, 7, marks=pytest.mark.long)])
def test_landings_of_every_shape_are_those_of_newton_and_euler(count, seed, record_property):
    """The integration has the mass matrix of the lab, and friction smoothed below 1e-9 of the fall; it sticks and turns
    back by that alone.
    """
    worst = 0.0
    for body, y in landings(count, seed):
        X = rotation_matrix(y) @ np.array(sliding.lowest_point(y, body.p)[:3])
        fall = -sliding.slip(y, *sliding.lowest_point(y, body.p)[:3])[2]
        R, before = lab_velocity(y)
        sliding.landing_jump(y, body.p)
        _, found = lab_velocity(y)
        expected = integrated(body, X, R, before, 1e-9 * fall)
        worst = max(worst, deviation(body, before, found, expected, X))
        assert worst < 1e-6, (body.parameters, before)
        lost = energy(body, R, before) - energy(body, R, found)
        assert lost >= 0.0
        assert lost == pytest.approx(
            energy(body, R, before) - energy(body, R, expected), abs=3e-6 * energy(body, R, before)
        )
    record_property("greatest deviation", float(worst))


def resting_on_one(draw):
    """Return two balls on a level axis and their state: one is at rest on the table, the other one comes down."""
    law, mu = ("coulomb", "contensou")[int(draw.integers(2))], float(10 ** draw.uniform(-1.5, 0.3))
    start = {"theta": "90 deg", "psi": draw.uniform(-3.0, 3.0)}
    body = physics.system("sliding-body", {"shape": "two balls", "law": law, "mu": mu}, start)
    y = memoryview(body.start())
    rolling = np.cross([0.0, 0.0, 1.0], rotation_matrix(y)[:, 2])
    omega = draw.normal(size=3) * [5.0, 5.0, 20.0]
    omega += (0.5 * 10 ** draw.uniform(-1.0, 1.0) / body.radius - omega @ rolling) * rolling
    y[4:7] = array("d", rotation_matrix(y).T @ omega)
    y[10:12] = array("d", draw.normal(size=2))
    for y[CONTACT] in (sliding.ON_TABLE, sliding.ON_SECOND):
        sliding.project_to_table(y, body.p)
        if sliding.other_ball(y, body.p)[1] < 0.0:
            break
    return body, y


@pytest.mark.parametrize(("count", "seed"), [(10, 3), pytest.param(200, 4, marks=pytest.mark.long)])
def test_blows_of_two_balls_in_turn_are_those_of_newton_and_euler(count, seed):
    """The one that comes down is struck, then the other one if that drives it down, and so on."""
    draw, blows = np.random.default_rng(seed), []
    for _ in range(count):
        body, y = resting_on_one(draw)
        R, before = lab_velocity(y)
        V, struck, blow_count = before, 3.0 - y[CONTACT], 0
        while True:
            side = 1.0 if struck == sliding.ON_SECOND else -1.0
            X = body.radius * (side * R[:, 2] - [0.0, 0.0, 1.0])
            fall = -(V[2] + np.cross(V[3:], X)[2])
            if not fall > 1e-12:
                break
            V, struck, blow_count = integrated(body, X, R, V, 1e-9 * fall), 3.0 - struck, blow_count + 1
        sliding.strike_in_turn(y, body.p)
        assert deviation(body, before, lab_velocity(y)[1], V, X) < 1e-6
        blows.append(blow_count)
    assert 1 in blows and max(blows) < sliding.MAX_BLOWS
