"""Blows at the stops of a trebuchet: their impulses, blows that accumulate, what a blow pulls away."""

import itertools
import math
from array import array

import numpy as np
import pytest

import physics
from physics.trebuchet import machine, phases
from tests.physics.trebuchet import newton


def blow(parameters, q, v, event, phase=machine.SWINGS):
    """Return the state before and after an event, and the machine as point masses."""
    system = physics.system("trebuchet", parameters)
    y = memoryview(array("d", [*q, *v, *[0.0] * 9]))
    y[machine.PHASE] = phase
    system.settle(y, system.p)
    before = array("d", y)
    system.jump(event, 0.0, y, system.p)
    s = system
    points = newton.points(s.short_arm, s.long_arm, s.pivot_height, s.hangs, s.sling, s.counterweight_mass,
                           s.projectile_mass + s.pouch_mass, s.beam_mass, s.counterweight_inertia)  # fmt: skip
    return before, y, newton.mass_matrix(points, q)


@pytest.mark.parametrize("e", [0.0, 0.3, 0.5, 1.0])
@pytest.mark.parametrize(
    ("event", "place", "q", "v"),
    [
        (phases.SLING_STOP, 1, [1.0, 0.0, 2.0], [2.0, -3.0, 1.0]),
        (phases.SLING_STOP, 1, [-0.5, 2 * math.pi, 2.0], [-2.0, 4.0, 1.0]),
        (phases.SLING_STOP, 1, [0.0, 0.0, 2.0], [2.0, -3.0, 1.0]),
        (phases.HANGER_STOP, 2, [1.5, 2.0, 0.0], [2.0, 1.0, -3.0]),
        (phases.BEAM_STOP, 0, [2.3486534225211297, 1.2, 1.0], [1.5, 1.0, -0.5]),
    ],
)
def test_each_impact_loses_the_energy_of_its_restitution(e, event, place, q, v):
    parameters = {"restitution": e, "trough": "none", "counterweight_inertia": 200.0}
    before, after, M = blow(parameters, q, v, event)
    n = np.eye(3)[place]
    inverse = np.linalg.inv(M)
    loss = 0.5 * (1 - e * e) * (n @ v) ** 2 / (n @ inverse @ n)
    assert after[machine.LOSS] == pytest.approx(loss, rel=1e-9, abs=1e-6)
    assert after[3 + place] == pytest.approx(-e * v[place], abs=1e-12)
    expected = np.array(v) - (1 + e) * inverse @ n * (n @ v) / (n @ inverse @ n)
    assert list(after[3:6]) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert list(after[:3]) == pytest.approx(list(before[:3]), abs=1e-9)


LIGHT_BEAM = {"short_arm": 0.9359, "hanger": 1.7613, "beam_mass": 10.0, "counterweight_mass": 2247.0}
COCKED = physics.system("trebuchet").cocked_angle
TOGETHER = [
    ([-COCKED, 0.73, 0.0], [-7.3, -2.3, -1.1]),
    ([-COCKED, 0.73, 0.0], [2.0, -2.3, -3.1]),
    ([COCKED, 0.73, 2 * math.pi], [-2.0, -2.3, 7.0]),
]
"""Tip and hanger at their stops, and the rates."""


@pytest.mark.parametrize(("q", "v"), TOGETHER)
@pytest.mark.parametrize(("e", "endless"), [(0.0, True), (0.3, True), (0.5, False), (0.9, False)])
def test_blows_that_two_stops_hand_back_and_forth_for_ever_end_at_their_limit(q, v, e, endless):
    side = {0: -math.copysign(1.0, q[0]), 2: 1.0 if q[2] < 3 else -1.0}

    def hit(rates):
        return next((place for place in side if side[place] * rates[place] < -1e-13), None)

    event = {0: phases.BEAM_STOP, 2: phases.HANGER_STOP}[hit(v)]
    _, after, M = blow({**LIGHT_BEAM, "restitution": e, "trough": "none"}, q, v, event)
    inverse, rates, blows = np.linalg.inv(M), np.array(v), 0
    while (place := hit(rates)) is not None:
        rates -= (1 + e) * rates[place] * inverse[place] / inverse[place, place]
        blows += 1
    assert (blows > 100) is endless
    if endless:
        assert list(after[3:6]) == pytest.approx(list(rates), abs=1e-11)
        assert after[machine.REST] == machine.ON_BEAM_TIP + machine.ON_HANGER
        assert after[machine.LOSS] == pytest.approx(0.5 * (v @ M @ v - rates @ M @ rates), rel=1e-9)
    else:
        assert after[machine.REST] == 0.0


def both_at_their_stops(pair, draw):
    """Return angles and rates with two coordinates at stops, the first about to hit its own; and the ways inward."""
    q, v = draw.uniform([-1.5, 1.0, 1.0], [1.5, 5.0, 5.0]), draw.uniform(-5.0, 5.0, 3)
    side = {}
    for place in pair:
        far = draw.choice([False, True])
        q[place] = (COCKED if far else -COCKED) if place == 0 else (2 * math.pi if far else 0.0)
        side[place] = -1.0 if far else 1.0
    v[pair[0]] = -side[pair[0]] * (1.0 + abs(v[pair[0]]))
    return q, v, side


@pytest.mark.parametrize("pair", [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)])
@pytest.mark.parametrize("e", [0.05, 0.2, 0.4])
def test_two_stops_come_to_rest_at_once_only_where_single_blows_would_never_end(pair, e):
    draw, event = np.random.default_rng(11), (phases.BEAM_STOP, phases.SLING_STOP, phases.HANGER_STOP)
    bits = (machine.ON_BEAM_TIP, machine.ON_SLING, machine.ON_HANGER)
    for _ in range(20):
        q, v, side = both_at_their_stops(pair, draw)
        _, after, M = blow({**LIGHT_BEAM, "restitution": e, "trough": "none"}, q, v, event[pair[0]])
        inverse, rates, blows, place = np.linalg.inv(M), v.copy(), 0, pair[0]
        a, b = pair
        if abs((1 + e) ** 2 * inverse[a, b] ** 2 / (4 * e * inverse[a, a] * inverse[b, b]) - 1) < 0.1:
            continue
        while place is not None and blows < 300:
            rates -= (1 + e) * rates[place] * inverse[place] / inverse[place, place]
            blows += 1
            place = next((k for k in pair if side[k] * rates[k] < 0.0), None)
        assert after[machine.REST] == (bits[a] + bits[b] if blows == 300 else 0.0)
        if blows == 300:
            assert [after[3 + k] for k in pair] == [0.0, 0.0]
            assert list(after[3:6]) == pytest.approx(list(rates), abs=1e-3)


@pytest.mark.parametrize(("place", "resting"), [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)])
@pytest.mark.parametrize("speed", [1.0, 1e-6])
@pytest.mark.parametrize("arms", [LIGHT_BEAM, {"hanger": 0.6, "sling": 7.0}])
def test_what_rests_at_a_stop_stays_there_unless_a_blow_pulls_at_it(place, resting, speed, arms):
    """Both against the mass matrix of points: the impulse of the other stop, and the rates with it or without it. The
    rates of a blow too slow to free anything end at rest.
    """
    draw, event = np.random.default_rng(13), (phases.BEAM_STOP, phases.SLING_STOP, phases.HANGER_STOP)[place]
    bits, e, fates = (machine.ON_BEAM_TIP, machine.ON_SLING, machine.ON_HANGER), 0.5, set()
    system = physics.system("trebuchet", {**arms, "restitution": e, "trough": "none"})
    for _ in range(30):
        q, v, side = both_at_their_stops((place, resting), draw)
        v *= speed
        v[resting] = 0.0
        M = newton.mass_matrix(newton.points(
            system.short_arm, system.long_arm, system.pivot_height, system.hangs, system.sling,
            system.counterweight_mass, system.projectile_mass + system.pouch_mass, system.beam_mass,
            system.counterweight_inertia), q)  # fmt: skip
        free = [k for k in range(3) if k != resting]
        e = 0.5 if speed == 1.0 else 0.0
        response = np.zeros(3)
        response[free] = np.linalg.solve(M[np.ix_(free, free)], np.eye(3)[place][free])
        change = -(1 + e) * v[place] / response[place] * response
        pulled = side[resting] * (M @ change)[resting] < 0.0 and speed == 1.0
        if pulled:
            response = np.linalg.inv(M)[place]
            change = -(1 + e) * v[place] / response[place] * response
        y = memoryview(array("d", [*q, *v, *[0.0] * 9]))
        y[machine.PHASE], y[machine.REST] = machine.SWINGS, bits[resting]
        system.settle(y, system.p)
        system.jump(event, 0.0, y, system.p)
        stays = 0.0 if pulled else bits[resting]
        assert y[machine.REST] == stays + (0.0 if speed == 1.0 else bits[place])
        assert list(y[3:6]) == pytest.approx(v + change, rel=1e-9, abs=1e-12)
        fates.add(pulled)
    assert fates == {speed == 1.0, False}


@pytest.mark.parametrize("mu", [0.05, 0.3, 1.5])
def test_friction_holds_the_stone_through_a_blow_of_the_hanger_if_its_impulse_is_in_the_cone(mu):
    """Against the mass matrix of points: the impulses on the trough that keep the stone at rest in both directions."""
    system, kinds = physics.system("trebuchet", {"trough_friction": mu, "restitution": 0.5}), set()
    s, draw = system, np.random.default_rng(17)
    points = newton.points(s.short_arm, s.long_arm, s.pivot_height, s.hangs, s.sling, s.counterweight_mass,
                           s.projectile_mass + s.pouch_mass, s.beam_mass, s.counterweight_inertia)  # fmt: skip
    for _ in range(30):
        y = memoryview(array("d", system.start()))
        far, side = draw.choice([(2 * math.pi, 1.0), (0.0, -1.0)]), draw.choice([-1.0, 1.0])
        y[0] = draw.uniform(-COCKED, -1.8)
        aside = math.acos((s.pivot_height + s.long_arm * math.cos(y[0])) / s.sling)
        y[1] = (y[0] + side * aside) % (2 * math.pi)
        y[2], y[5] = far[0], far[1] * 3.0
        y[machine.REST] = machine.HELD
        q, v = np.array(y[0:3]), np.array([0.0, 0.0, y[5]])
        kkt = np.zeros((6, 6))
        kkt[:3, :3] = newton.mass_matrix(points, q)
        kkt[:3, 3:5] = -newton.jacobian(points[0][1], q).T
        kkt[:3, 5] = -np.eye(3)[2]
        kkt[3:, :3] = -kkt[:3, 3:].T
        along, up, _ = np.linalg.solve(kkt, [0.0, 0.0, 0.0, 0.0, 0.0, -1.5 * v[2]])[3:]
        kind = "lifted" if up < 0.0 else ("held" if abs(along) <= mu * up else "slides")
        system.jump(phases.HANGER_STOP, 0.0, y, system.p)
        if kind == "held":
            assert list(y[3:6]) == pytest.approx([0.0, 0.0, -0.5 * v[2]], abs=1e-9)
            assert machine.in_contact(y[machine.REST]) == machine.HELD
        else:
            assert abs(y[machine.V_X]) > 1e-6
            assert machine.in_trough(y[machine.PHASE]) is (kind == "slides")
        kinds.add(kind)
    assert len(kinds) > 1


@pytest.mark.parametrize("hanger", [0.4, 1.5])
def test_a_blow_of_the_hanger_frees_a_sling_that_rests_along_the_beam_if_it_pulls(hanger):
    """The stone is on the ground, too: against the impulses on sling and stone that keep both where they are."""
    system, kinds = physics.system("trebuchet", {"pivot_height": 2.0, "sling": 1.0, "hanger": hanger}), set()
    s = system
    points = newton.points(s.short_arm, s.long_arm, s.pivot_height, s.hangs, s.sling, s.counterweight_mass,
                           s.projectile_mass + s.pouch_mass, s.beam_mass, s.counterweight_inertia)  # fmt: skip
    for beam, far, end in itertools.product((-1.0, 1.0), (0.0, 2 * math.pi), (0.0, 2 * math.pi)):
        y = memoryview(array("d", system.start()))
        y[0] = beam * math.acos(-s.pivot_height / (s.long_arm - s.sling))
        y[1], y[2], y[5] = far, end, 3.0 if end else -3.0
        y[machine.REST] = machine.ON_SLING
        kkt = np.zeros((6, 6))
        kkt[:3, :3] = newton.mass_matrix(points, y[0:3])
        kkt[:3, 3] = -newton.jacobian(points[0][1], y[0:3])[1]
        kkt[:3, 4:] = -np.eye(3)[:, 1:]
        kkt[3:, :3] = -kkt[:3, 3:].T
        up, on_sling, _ = np.linalg.solve(kkt, [0.0, 0.0, 0.0, 0.0, 0.0, -(1 + system.restitution) * y[5]])[3:]
        inward = -1.0 if far else 1.0
        system.jump(phases.HANGER_STOP, 0.0, y, system.p)
        kinds.add(kind := (bool(up > 0.0), bool(inward * on_sling > 0.0)))
        assert machine.in_trough(y[machine.PHASE]) is kind[0]
        if kind == (True, True):
            assert y[machine.REST] == machine.ON_SLING
            assert list(y[3:5]) == pytest.approx([0.0, 0.0], abs=1e-12)
        elif up > 0.0:
            assert y[machine.REST] == 0.0
            assert inward * y[4] > 1e-6
    assert len(kinds) > 1


def run_of(parameters, initial, duration=4.0):
    """Return a run with small errors, whose energy is conserved with what the blows take."""
    system = physics.system("trebuchet", parameters, initial)
    run = physics.Simulation(system, "dop853", 5e-3, {"rtol": 1e-9, "atol": 1e-11})
    run.compile()
    ticks = round(duration / 5e-3)
    assert run.advance(ticks) == ticks, run.message
    assert abs(run.invariants()["energy"].drift) < 1e-7
    return run


@pytest.mark.parametrize("e", [0.0, 0.5])
def test_a_stone_and_a_tip_that_come_to_rest_on_the_ground_do_not_chatter(e):
    run = run_of({"restitution": e}, {"alpha": 0.5, "beta": 1.0, "alpha_dot": 20.0}, 1.0)
    assert len(run.events) < 60


@pytest.mark.parametrize(
    ("parameters", "initial"),
    [
        ({**LIGHT_BEAM, "sling": 6.4739, "restitution": 0.3, "projectile_mass": 17.39, "release": "sling"},
         {"alpha": 0.89033, "beta": 5.61933, "gamma": 4.84249,
          "alpha_dot": -8.30417, "beta_dot": -0.31194, "gamma_dot": 0.96123}),
        ({"short_arm": 1.3041, "hanger": 1.154, "sling": 4.1652, "beam_mass": 222.6, "projectile_mass": 23.8,
          "counterweight_mass": 1315.5, "restitution": 0.0, "release": "beam"},
         {"alpha": 0.89668, "beta": 4.19151, "gamma": 3.23712,
          "alpha_dot": 7.07437, "beta_dot": 9.24955, "gamma_dot": 1.66751}),
    ],
)  # fmt: skip
def test_accumulating_blows_come_to_rest(parameters, initial):
    run = run_of(parameters, initial)
    assert len(run.events) < 100


def at_rest_on_the_ground(gamma, rate):
    """Return a cocked machine whose hanger hits a stop, and its state."""
    system = physics.system("trebuchet", {"restitution": 0.5})
    y = memoryview(array("d", system.start()))
    y[machine.GAMMA], y[machine.GAMMA_DOT] = gamma, rate
    return system, y


def test_a_blow_that_presses_the_stone_into_the_trough_leaves_it_there():
    system, y = at_rest_on_the_ground(2 * math.pi, 4.0)
    system.jump(phases.HANGER_STOP, 0.0, y, system.p)
    assert y[machine.GAMMA_DOT] == pytest.approx(-2.0)
    assert y[machine.V_Y] == pytest.approx(0.0, abs=1e-12)
    assert y[machine.PHASE] == machine.SLIDES


def test_the_trough_does_not_hold_a_stone_that_a_blow_pulls_up():
    system, y = at_rest_on_the_ground(0.0, -4.0)
    system.jump(phases.HANGER_STOP, 0.0, y, system.p)
    assert y[machine.GAMMA_DOT] == pytest.approx(2.0)
    assert y[machine.V_Y] > 0.0
    assert y[machine.PHASE] in (machine.SWINGS, machine.AIMS)


def test_a_tip_at_rest_is_freed_by_a_blow_that_lifts_it():
    system, y = at_rest_on_the_ground(0.0, -4.0)
    y[machine.REST] = machine.ON_BEAM_TIP
    pressed = array("d", y)
    pressed[machine.GAMMA], pressed[machine.GAMMA_DOT] = 2 * math.pi, 4.0
    system.jump(phases.HANGER_STOP, 0.0, y, system.p)
    assert (y[machine.REST], y[machine.ALPHA_DOT] < 0.0) == (0.0, True)
    system.jump(phases.HANGER_STOP, 0.0, memoryview(pressed), system.p)
    assert (pressed[machine.REST], pressed[machine.ALPHA_DOT]) == (machine.ON_BEAM_TIP, 0.0)
