"""Which events each phase of a shot can have, and where they happen."""

import math

import pytest

import physics
from physics.trebuchet import machine, phases
from physics.trebuchet.accelerations import dynamics
from physics.trebuchet.loads import sling_tension
from physics.trebuchet.release import NO_EVENT, across_and_along
from tests.physics.trebuchet.test_mirror import TURN, rough, states

STOPS = {phases.BEAM_STOP, phases.SLING_STOP, phases.HANGER_STOP}
IN_SLING = STOPS | {phases.RELEASED, phases.GIVEN_UP, phases.GONE_SLACK}
GIVEN_UP = STOPS | {phases.GONE_SLACK}
IN_TROUGH, OVER_IT = {phases.LIFT_OFF, phases.HOLD, phases.JAM}, {phases.TOUCH_DOWN}


@pytest.mark.parametrize(
    ("phase", "possible"),
    [
        (machine.SLIDES, IN_SLING | IN_TROUGH), (machine.SWINGS, IN_SLING | OVER_IT),
        (machine.AIMS, IN_SLING | OVER_IT), (machine.FLIES, STOPS | {phases.LANDING}), (machine.LANDED, STOPS),
        (machine.GIVEN_UP_IN_SLING, GIVEN_UP | OVER_IT), (machine.GIVEN_UP_IN_TROUGH, GIVEN_UP | IN_TROUGH),
    ],
)  # fmt: skip
@pytest.mark.parametrize("mu", [0.0, 0.1])
def test_events_of_each_phase(phase, possible, mu):
    """Without friction a stone neither holds nor jams; with it, one that swings may meet Painlevé's paradox instead."""
    system = rough(mu)
    expected = possible if mu else possible - {phases.HOLD, phases.JAM}
    for y in states(system, phase):
        found = {k for k, guard in enumerate(system.guards(0.5, y, system.p)) if guard < NO_EVENT}
        if mu and phases.TOUCH_DOWN in expected and phases.JAM in found:
            found = found - {phases.JAM} | {phases.TOUCH_DOWN}
        assert found == expected


@pytest.mark.parametrize(
    ("bit", "stop", "free"),
    [
        (machine.ON_BEAM_TIP, phases.BEAM_STOP, phases.BEAM_FREE),
        (machine.ON_SLING, phases.SLING_STOP, phases.SLING_FREE),
        (machine.ON_HANGER, phases.HANGER_STOP, phases.HANGER_FREE),
    ],
)
def test_what_rests_at_its_stop_can_only_leave_it(bit, stop, free):
    system = rough()
    for phase in (machine.AIMS, machine.LANDED):
        for y in states(system, phase, 8, resting=bit):
            guards = system.guards(0.5, y, system.p)
            assert guards[stop] == NO_EVENT
            assert guards[free] < NO_EVENT
            others = {phases.BEAM_FREE, phases.SLING_FREE, phases.HANGER_FREE} - {free}
            assert {guards[other] for other in others} == {NO_EVENT}
            system.jump(free, 0.5, y, system.p)
            assert y[machine.REST] == 0.0


def test_a_fixed_counterweight_has_no_stop():
    system = rough(counterweight="fixed", counterweight_inertia=0.0)
    for y in states(system, machine.AIMS, 5):
        assert system.guards(0.5, y, system.p)[phases.HANGER_STOP] == NO_EVENT


@pytest.mark.parametrize("phase", [machine.SWINGS, machine.GIVEN_UP_IN_SLING, machine.SLIDES])
def test_a_sling_goes_slack_and_taut_where_its_tension_passes_zero(phase):
    system, signs = rough(), set()
    for y in states(system, phase):
        tension = sling_tension(y, system.p, dynamics(y, system.p))
        small = 1e-6 * system.projectile_mass * system.gravity
        for slack in (0.0, 1.0):
            y[machine.SLACK] = slack
            guards = system.guards(0.5, y, system.p)
            going, coming = guards[phases.GONE_SLACK], guards[phases.TAUT]
            assert (coming if slack else going) == pytest.approx(-tension if slack else tension, rel=1e-9, abs=small)
            assert (going if slack else coming) == NO_EVENT
        signs.add(tension > 0.0)
    assert signs == {False, True}


@pytest.mark.parametrize(
    ("height", "rate", "lands"), [(1.0, -5.0, False), (0.0, -1e-3, True), (-1e-9, -0.5, True), (-1e-9, 1e-3, False)]
)
def test_a_stone_lands_at_the_ground_on_its_way_down_at_any_speed(height, rate, lands):
    system = rough()
    y = states(system, machine.FLIES, 1)[0]
    y[machine.Y], y[machine.V_Y] = height, rate
    assert (system.guards(0.5, y, system.p)[phases.LANDING] <= 0.0) is lands


@pytest.mark.parametrize(("angle", "rate", "met"), [(0.0, -1e-3, True), (0.0, 1e-3, False), (0.1, -9.0, False)])
def test_a_stop_is_met_on_the_way_to_it_at_any_speed(angle, rate, met):
    """Sling and hanger at either end of a turn; the tip where it reaches the ground, on either side."""
    system = rough()
    y = states(system, machine.AIMS, 1)[0]
    down = math.acos(-system.pivot_height / system.long_arm)
    for side in (1.0, -1.0):
        for place in (machine.BETA, machine.GAMMA):
            y[place], y[place + 3] = (angle, rate) if side > 0.0 else (TURN - angle, -rate)
        y[machine.ALPHA], y[machine.ALPHA_DOT] = side * (down - angle), -side * rate
        guards = system.guards(0.5, y, system.p)
        assert [bool(guards[k] <= 1e-9) for k in sorted(STOPS)] == [met] * 3


def test_a_shot_is_given_up_at_its_time_limit():
    system = rough(time_limit=2.5)
    y = states(system, machine.SWINGS, 1)[0]
    assert [system.guards(t, y, system.p)[phases.GIVEN_UP] for t in (2.0, 2.5, 3.0)] == [0.5, 0.0, -0.5]


@pytest.mark.parametrize("degrees", [10.0, 45.0, 80.0])
def test_velocity_across_and_along_the_release_direction(degrees):
    """The velocity turned by the release angle; the guard is positive until it points there, upwards or forwards."""
    system = physics.system("trebuchet", {"release_angle": math.radians(degrees)})
    y, turn = states(system, machine.AIMS, 1)[0], math.radians(degrees)
    for angle in (0.3, 1.2, 2.0, -2.5):
        y[machine.V_X], y[machine.V_Y] = 7.0 * math.cos(angle), 7.0 * math.sin(angle)
        across, along = across_and_along(y, system.p)
        assert (along, across) == pytest.approx((7.0 * math.cos(angle - turn), 7.0 * math.sin(angle - turn)))
        guards = system.guards(0.5, y, system.p)
        assert guards[phases.RELEASED] == pytest.approx(max(across, -along))
        assert guards[phases.AIM_LOST] == pytest.approx(max(across, along))
