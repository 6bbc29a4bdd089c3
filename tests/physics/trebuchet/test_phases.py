"""Phases of a shot: stops and their losses, release, rest, shots that are given up."""

import math

import pytest

import physics
from physics.trebuchet import machine

BOUNCY = {"trough": "none", "restitution": 1.0, "release": "beam", "beam_angle": -3.0, "time_limit": 1e3}


def shot(parameters, duration, method="rk4", dt=1e-3, initial=None, settings=None):
    run = physics.Simulation(physics.system("trebuchet", parameters, initial), method, dt, settings)
    run.compile()
    run.advance(round(duration / dt))
    assert run.divergence is None, run.message
    return run


def names(run):
    return [event.name for event in run.events]


def test_impacts_with_restitution_1_conserve_energy():
    run = shot(BOUNCY, 20.0, "dop853", 5e-3, {"alpha": 2.2, "beta": 1.0, "gamma": 2.0, "gamma_dot": 9.0},
               {"rtol": 1e-12, "atol": 1e-12})  # fmt: skip
    assert names(run).count("hanger-stop") >= 3
    assert names(run).count("sling-stop") >= 3
    assert abs(run.invariants()["energy"].drift) < 1e-9
    assert abs(run["loss"]) < 1e-9 * run.system.energy(run.y)


def test_without_restitution_the_empty_sling_comes_to_rest_on_the_beam_and_leaves_it_again():
    run = shot({"restitution": 0.0}, 6.0)
    happened = names(run)
    assert "sling-free" in happened
    assert abs(run.invariants()["energy"].drift) < 1e-8
    resting = next(event for event in run.events if event.name == "sling-stop")
    again = shot({"restitution": 0.0}, math.ceil(resting.time * 1e3) / 1e3)
    assert again["rest"] == machine.ON_SLING
    assert again["beta_dot"] == 0.0
    assert again["beta"] in (0.0, 2 * math.pi)


def test_half_restitution_never_chatters():
    run = shot({"restitution": 0.5, "release": "beam", "beam_angle": -3.0, "time_limit": 3.0}, 60.0)
    assert len(run.events) < 1000
    assert abs(run.invariants()["energy"].drift) < 1e-6


@pytest.mark.parametrize(
    ("parameters", "angle"),
    [
        ({}, lambda y: math.atan2(y[9], y[8]) - math.radians(45)),
        ({"release_angle": "30 deg"}, lambda y: math.atan2(y[9], y[8]) - math.radians(30)),
        ({"release": "sling", "release_angle": "40 deg"}, lambda y: y[1] - y[0] - math.pi / 2 - math.radians(40)),
        ({"release": "beam", "beam_angle": 0.2}, lambda y: y[0] - 0.2),
        ({"release": "finger", "finger_angle": 0.7}, lambda y: y[1] - math.pi / 2 - 0.7),
        ({"finger_angle": 0.5, "finger_friction": 0.2}, lambda y: y[1] - math.pi / 2 - 0.5 - math.atan(0.2)),
    ],
)
@pytest.mark.parametrize("method", ["rk4", "dop853"])
def test_release_occurs_at_its_condition(parameters, angle, method):
    run = shot(parameters, 1.5, method)
    release = next(event for event in run.events if event.name == "release")
    assert angle(release.before) == pytest.approx(0.0, abs=1e-9)


SHORT_HANGERS = [
    (3.0, 0.3, 3.0, 10.0), (2.0, 0.2, 5.0, 10.0), (2.5, 0.2, 3.0, 10.0), (2.5, 0.3, 5.0, 10.0), (3.0, 0.2, 3.0, 50.0),
]  # fmt: skip
"""Short arm, hanger, sling [m], and mass of the beam [kg] of machines whose hanger stops before the release."""


@pytest.mark.parametrize("machine", SHORT_HANGERS)
@pytest.mark.parametrize("method", ["rk4", "dop853"])
def test_a_blow_that_turns_the_velocity_past_the_release_direction_releases_nothing(machine, method):
    names = ("short_arm", "hanger", "sling", "beam_mass")
    run = shot(dict(zip(names, machine, strict=True)), 2.5, method)
    stop, release = (next(e for e in run.events if e.name == name) for name in ("hanger-stop", "release"))
    assert stop.time < release.time - 0.1
    assert math.atan2(release.before[9], release.before[8]) == pytest.approx(math.radians(45), abs=1e-9)


def test_a_stone_that_is_laid_onto_the_ground_keeps_the_sling_within_its_stops():
    start = physics.system("trebuchet", {"sling": 4.9796}, {"alpha": -2.0874, "beta": 4.88466}).initial
    assert 0.0 < start["beta"] < 2 * math.pi
    assert start["y"] == pytest.approx(0.0, abs=1e-12)


def test_a_shot_without_release_is_given_up_at_the_time_limit():
    run = shot({"release": "beam", "beam_angle": -3.0, "time_limit": 2.5}, 4.0)
    given_up = next(event for event in run.events if event.name == "given-up")
    assert given_up.time == pytest.approx(2.5, abs=1e-12)
    assert run["phase"] in (machine.GIVEN_UP_IN_SLING, machine.GIVEN_UP_IN_TROUGH)
    assert "release" not in names(run)


def test_a_stone_that_falls_in_its_sling_slides_on_along_the_ground():
    run = shot({}, 11.0, initial={"alpha": 2.2, "beta": 0.75})
    assert names(run)[:3] == ["aim", "touch-down", "lift-off"]
    assert "landing" in names(run)
    assert run["loss"] > 0.0
    assert abs(run.invariants()["energy"].drift) < 1e-8


def test_without_a_trough_the_stone_dips_below_the_ground():
    run = physics.simulate(
        "trebuchet", 1.2, parameters={"trough": "none", "beam": "point", "projectile_mass": 15.1, "release": "sling"}
    )
    assert run["y"].min() == pytest.approx(-0.51, abs=0.01)  # trebuchet.md, erratum 10


def test_trough_friction_is_counted_as_loss_and_reduces_the_range():
    smooth, rough = shot({}, 11.0), shot({"trough_friction": 0.5}, 11.0)
    assert rough["x"] < smooth["x"]
    early = shot({"trough_friction": 0.5}, 0.3)
    assert early["loss"] > 10.0
    assert abs(rough.invariants()["energy"].drift) < 1e-8
