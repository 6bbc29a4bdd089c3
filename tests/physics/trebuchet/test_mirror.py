"""The mirror image of a machine moves like it: left and right differ only in where the stone is to fly."""

import math
from array import array

import numpy as np
import pytest

import physics
from physics.trebuchet import machine, phases
from physics.trebuchet.machine import ALPHA, BETA, FORWARD, GAMMA, HELD, LOSS, PHASE, REST, SLACK, V_X, X

TURN = 2 * math.pi
ASYMMETRIC = {phases.AIM, phases.AIM_LOST, phases.RELEASED}


def rough(mu=0.4, e=0.5, **more):
    parameters = {"trough_friction": mu, "restitution": e, "release": "beam", "beam_angle": -3.0, "pouch_mass": 2.0}
    return physics.system("trebuchet", parameters | {"counterweight_inertia": 300.0} | more)


def mirrored(system, y):
    """Return the state seen in a mirror; a stone that slides forward slides backward there."""
    image = memoryview(array("d", y))
    for place in (ALPHA, BETA, GAMMA):
        image[place] = -y[place] if place == ALPHA else TURN - y[place]
    for place in (3, 4, 5, X, V_X):
        image[place] = -y[place]
    image[machine.TURN] = TURN - y[machine.TURN]
    if machine.in_trough(y[PHASE]) and system.trough_friction and machine.in_contact(y[REST]) != HELD:
        image[REST] += FORWARD if machine.in_contact(y[REST]) == 0.0 else -FORWARD
    return image


def states(system, phase, count=30, resting=0.0):
    """Return random states in a phase; in the trough the sling leads to the ground; what rests is at its stop."""
    draw, found = np.random.default_rng(int(phase) + 5), []
    p = system.p
    while len(found) < count:
        y = memoryview(array("d", bytes(8 * 15)))
        y[0:6] = array("d", draw.uniform([-2.3, 0.2, 0.2, -4, -4, -4], [2.3, 6.0, 6.0, 4, 4, 4]))
        y[PHASE], y[REST] = phase, resting
        if machine.in_trough(phase):
            cosine = (p[machine.L3] + p[machine.L2] * math.cos(y[ALPHA])) / p[machine.L5]
            if abs(cosine) > 0.95:
                continue
            y[BETA] = (y[ALPHA] + draw.choice([-1.0, 1.0]) * math.acos(cosine)) % TURN
        for place, rests in zip((ALPHA, BETA, GAMMA), machine.resting(resting), strict=True):
            if rests:
                at = math.acos(-p[machine.L3] / p[machine.L2])
                y[place] = draw.choice([-at, at] if place == ALPHA else [0.0, TURN])
                y[place + 3] = 0.0
        machine.project(y, p)
        if machine.in_trough(phase) and system.trough_friction:
            y[REST] += FORWARD if y[V_X] > 0.0 else 0.0
        if phase == machine.FLIES:
            y[X : V_X + 2] = array("d", draw.uniform([-50.0, 0.0, -40.0, -40.0], [50.0, 50.0, 40.0, 40.0]))
        found.append(y)
    return found


CASES = [
    (machine.SLIDES, 0.0), (machine.SWINGS, 0.0), (machine.AIMS, 0.0), (machine.FLIES, 0.0), (machine.LANDED, 0.0),
    (machine.GIVEN_UP_IN_SLING, 0.0), (machine.GIVEN_UP_IN_TROUGH, 0.0), (machine.SLIDES, machine.ON_HANGER),
    (machine.AIMS, machine.ON_SLING), (machine.AIMS, machine.ON_BEAM_TIP), (machine.LANDED, machine.ON_BEAM_TIP + 4.0),
    (machine.FLIES, machine.ON_SLING + 4.0), (machine.GIVEN_UP_IN_SLING, machine.ON_SLING + machine.ON_BEAM_TIP),
]  # fmt: skip


@pytest.mark.parametrize(("phase", "resting"), CASES)
@pytest.mark.parametrize("mu", [0.0, 0.4])
def test_rates_and_guards_of_the_mirror_image(phase, resting, mu):
    system = rough(mu)
    for y in states(system, phase, resting=resting):
        image = mirrored(system, y)
        one, other = (memoryview(array("d", bytes(8 * 15))) for _ in range(2))
        system.rate(0.0, y, system.p, one)
        system.rate(0.0, image, system.p, other)
        signs = np.where(np.isin(np.arange(15), (0, 1, 2, 3, 4, 5, X, V_X, machine.TURN)), -1.0, 1.0)
        assert np.array(other) == pytest.approx(signs * one, rel=1e-9, abs=1e-9)
        for slack in (0.0, 1.0):
            y[SLACK] = image[SLACK] = slack
            guards, seen = system.guards(0.5, y, system.p), system.guards(0.5, image, system.p)
            for event in set(range(len(guards))) - ASYMMETRIC:
                assert seen[event] == pytest.approx(guards[event], rel=1e-8, abs=1e-6), event


def reached(system, y, event):
    """Move a state to where an event happens: a coordinate at its stop, the stone on the ground."""
    draw = np.random.default_rng(7)
    if event in (phases.SLING_STOP, phases.HANGER_STOP):
        place = BETA if event == phases.SLING_STOP else GAMMA
        y[place] = draw.choice([0.0, TURN])
        y[place + 3] = -abs(y[place + 3]) if y[place] == 0.0 else abs(y[place + 3])
    elif event == phases.BEAM_STOP:
        y[ALPHA] = math.copysign(math.acos(-system.p[machine.L3] / system.p[machine.L2]), y[ALPHA])
        y[3] = math.copysign(y[3], y[ALPHA])
    machine.project(y, system.p)


EFFECTS = [
    (phases.LIFT_OFF, machine.SLIDES, machine.AIMS), (phases.LIFT_OFF, machine.GIVEN_UP_IN_TROUGH, 5.0),
    (phases.RELEASED, machine.AIMS, machine.FLIES), (phases.LANDING, machine.FLIES, machine.LANDED),
    (phases.BEAM_STOP, machine.AIMS, machine.AIMS), (phases.BEAM_STOP, machine.LANDED, machine.LANDED),
    (phases.SLING_STOP, machine.AIMS, machine.AIMS), (phases.SLING_STOP, machine.FLIES, machine.FLIES),
    (phases.HANGER_STOP, machine.AIMS, machine.AIMS), (phases.HANGER_STOP, machine.SLIDES, None),
    (phases.HANGER_STOP, machine.GIVEN_UP_IN_TROUGH, None), (phases.GIVEN_UP, machine.SLIDES, 6.0),
    (phases.GIVEN_UP, machine.SWINGS, 5.0), (phases.GIVEN_UP, machine.AIMS, 5.0),
    (phases.GONE_SLACK, machine.AIMS, machine.AIMS), (phases.TAUT, machine.AIMS, machine.AIMS),
    (phases.HOLD, machine.SLIDES, None), (phases.SLIP, machine.GIVEN_UP_IN_TROUGH, None),
    (phases.JAM, machine.SLIDES, None),
]  # fmt: skip


@pytest.mark.parametrize(("event", "phase", "next_phase"), EFFECTS)
@pytest.mark.parametrize(("mu", "e"), [(0.0, 1.0), (0.4, 0.5), (1.5, 0.0)])
def test_effects_of_the_mirror_image_and_energy_with_losses(event, phase, next_phase, mu, e):
    """Every event keeps the energy together with what is lost, and changes the mirror image alike."""
    system = rough(mu, e)
    for y in states(system, phase, 12):
        reached(system, y, event)
        image = mirrored(system, y)
        before = machine.mechanical(y, system.p) + y[LOSS]
        system.jump(event, 0.5, y, system.p)
        system.jump(event, 0.5, image, system.p)
        assert machine.mechanical(y, system.p) + y[LOSS] == pytest.approx(before, rel=1e-10, abs=1e-6)
        assert y[LOSS] >= -1e-9
        assert next_phase is None or y[PHASE] == next_phase
        assert list(mirrored(system, y)) == pytest.approx(list(image), rel=1e-8, abs=1e-7)


@pytest.mark.parametrize("phase", [machine.AIMS, machine.GIVEN_UP_IN_SLING])
@pytest.mark.parametrize("mu", [0.0, 0.3, 2.0])
def test_landing_of_the_stone_ends_its_fall_and_loses_energy(phase, mu):
    """Stones that fall onto the ground: afterwards they lie on it, or the sling pulls them up."""
    system, tried = rough(mu), 0
    lying = machine.SLIDES if phase == machine.AIMS else machine.GIVEN_UP_IN_TROUGH
    for y in states(system, lying, 40):
        y[PHASE], y[REST] = phase, 0.0
        y[4] += 1.5
        machine.project(y, system.p)
        if y[machine.V_Y] >= -0.1:
            continue
        tried += 1
        image, before = mirrored(system, y), machine.mechanical(y, system.p)
        system.jump(phases.TOUCH_DOWN, 0.5, y, system.p)
        system.jump(phases.TOUCH_DOWN, 0.5, image, system.p)
        assert list(mirrored(system, y)) == pytest.approx(list(image), rel=1e-8, abs=1e-7)
        assert machine.mechanical(y, system.p) + y[LOSS] == pytest.approx(before, rel=1e-10)
        assert y[LOSS] > 0.0
        if machine.in_trough(y[PHASE]):
            assert y[PHASE] == lying
            assert (y[machine.Y], y[machine.V_Y]) == pytest.approx((0.0, 0.0), abs=1e-9)
    assert tried > 5
