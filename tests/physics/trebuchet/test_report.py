"""The report of a shot against an independent program, and its reasons for missing values."""

import math

import numpy as np
import pytest

import physics
from tests.reference import case

EXPECTED = case("trebuchet/default_uniform_beam_trough")["expected"]
SAME = {
    "lift_off_time": "t_liftoff",
    "release_time": "t_release",
    "release_x": "x_release",
    "release_y": "y_release",
    "release_speed": "v_release",
    "release_speed_x": "vx",
    "release_speed_y": "vy",
    "release_alpha": "alpha",
    "release_beta": "beta",
    "release_gamma": "gamma",
    "range": "range",
    "range_vacuum": "range_vacuum",
    "apex": "apex",
    "landing_time": "t_land",
    "impact_speed": "v_land",
}
PEAKS = {
    "peak_sling": "sling",
    "least_sling": "sling_min",
    "peak_hanger": "hanger",
    "peak_pivot": "pivot",
    "peak_pivot_x": "pivot_x",
    "peak_pivot_y": "pivot_y",
    "peak_normal": "N",
}
SAMPLED = 3e-6
"""Relative amount by which the largest sample of the case may lie below the peak between samples."""


def fired(duration=10.0, dt=2e-3, integrator="dop853", initial=None, **parameters):
    return physics.simulate("trebuchet", duration, dt=dt, integrator=integrator, parameters=parameters, initial=initial)


@pytest.fixture(scope="module")
def default():
    return fired(dt=1e-3)


def values(run):
    return {name: each.value for name, each in run.report.items()}


def test_the_reference_shot(default):
    found = values(default)
    for name, expected in SAME.items():
        assert found[name] == pytest.approx(EXPECTED[expected], rel=1e-6), name
    assert math.degrees(found["release_elevation"]) == pytest.approx(EXPECTED["elev_deg"], rel=1e-6)
    assert found["efficiency"] == pytest.approx(0.708, abs=5e-4)
    assert found["range_ideal"] == pytest.approx(544.56, abs=5e-3)
    assert found["flight_time"] == pytest.approx(EXPECTED["t_land"] - EXPECTED["t_release"], rel=1e-6)
    assert found["impact_energy"] == pytest.approx(7.5 * EXPECTED["v_land"] ** 2, rel=1e-6)
    assert found["sling_slack"] is EXPECTED["sling_went_slack"]


def test_peak_loads_match_the_reference(default):
    for name, expected in PEAKS.items():
        reported, sampled = default.report[name], EXPECTED["peaks"][expected]
        assert reported.value == pytest.approx(sampled["value"], rel=SAMPLED), name
        assert reported.time == pytest.approx(sampled["t"], abs=2e-4), name
        if name != "least_sling":
            assert abs(reported.value) >= abs(sampled["value"]) * (1 - 1e-8), name


def test_peak_loads_are_found_between_ticks(default):
    coarse = fired(dt=4e-3)
    for name in PEAKS:
        assert coarse.report[name].value == pytest.approx(default.report[name].value, rel=5e-6), name
    assert coarse.report["apex"].value == pytest.approx(default.report["apex"].value, rel=1e-8)


HARD_STOPS = [
    ({"hanger": 0.5, "sling": 6.0, "counterweight_mass": 4000.0},
     (15068.81660, -5558.51644, 1113873.437, 1099185.956, -660436.492, 908999.841)),
    ({"short_arm": 3.0, "hanger": 0.3, "sling": 3.0, "beam_mass": 10.0},
     (81810.73562, -78808.38249, 3104157.15, 3102912.53, -2953064.033, 1022312.394)),
]  # fmt: skip
"""Machines whose hanger stops hard before the release, and their peak loads: from rows every 0.25 ms, for the second
machine close to the peaks every 10 microseconds."""


@pytest.mark.parametrize(("parameters", "expected"), HARD_STOPS)
@pytest.mark.parametrize("dt", [5e-3, 1e-2, 2e-2])
def test_peak_loads_do_not_depend_on_the_step(parameters, expected, dt):
    run = physics.simulate(
        "trebuchet", 2.5, dt=dt, integrator="dop853", parameters=parameters, settings={"rtol": 1e-10, "atol": 1e-12}
    )
    names = ("peak_sling", "least_sling", "peak_hanger", "peak_pivot", "peak_pivot_x", "peak_pivot_y")
    assert [run.report[name].value for name in names] == pytest.approx(expected, rel=1e-6)


def test_reported_energies_balance(default):
    found = values(default)
    loss = default["loss"][np.searchsorted(default.t, found["landing_time"]) - 1]
    spent = found["loss_stops"] + found["loss_friction"] + found["loss_air"]
    assert spent == pytest.approx(loss, rel=1e-3)
    kinetic, height = found["release_energy"], found["release_y"]
    assert kinetic + 15 * 9.81 * height - found["loss_air"] == pytest.approx(found["impact_energy"], rel=1e-6)
    assert found["loss_stops"] == found["loss_friction"] == 0.0


def test_losses_in_the_trough_and_at_stops_are_reported_separately():
    found = values(fired(trough_friction=0.3))
    assert 0 < found["loss_friction"] < 0.3 * found["peak_normal"] * 5
    assert found["range"] < EXPECTED["range"]
    heavy = values(fired(pouch_mass=2.0, drag="none"))
    assert heavy["loss_stops"] > 1.0
    assert abs(heavy["loss_friction"]) + abs(heavy["loss_air"]) < 1e-6 * heavy["loss_stops"]


@pytest.mark.parametrize(
    ("duration", "known", "missing"),
    [
        (0.3, ["peak_sling", "drop", "range_ideal"], {"lift_off_time": "still in the trough"}),
        (0.5, ["lift_off_time", "loss_friction"], {"release_time": "not released yet", "range": "not released yet"}),
        (3.0, ["release_time", "range_vacuum", "efficiency"], {"apex": "still rising", "range": "not landed yet"}),
        (6.0, ["apex", "loss_air"], {"range": "not landed yet", "flight_time": "not landed yet"}),
    ],
)
def test_unknown_values_have_a_reason(default, duration, known, missing):
    report = fired(duration=duration, dt=1e-3).report
    assert list(report) == list(default.report), "always the same names"
    for name in known:
        assert report[name].value is not None
    for name, reason in missing.items():
        assert (report[name].value, report[name].reason) == (None, reason)


def test_a_shot_that_is_never_released_has_a_reason():
    report = fired(duration=2.0, time_limit=0.8).report
    assert report["range"].value is None
    assert "not released within the time limit" in report["range"].reason
    assert "not released within the time limit" in report["release_speed"].reason
    assert report["peak_sling"].value > 0
    assert report["peak_sling"].time <= 0.8
    assert report["sling_slack"].value is False


def test_slack_after_a_shot_is_given_up_is_not_reported():
    run = fired(duration=8.0, time_limit=0.5)
    assert any("slack" in event for event in run.events)
    assert run.report["sling_slack"].value is False


def test_without_a_trough_there_is_no_lift_off():
    report = fired(trough="none").report
    assert (report["lift_off_time"].value, report["lift_off_time"].reason) == (None, "there is no trough")
    assert report["range"].value is not None


def test_a_sling_that_would_push_is_reported_as_slack():
    report = fired(trough="none", sling=6.0, release="beam", beam_angle=-1.2, duration=4.0).report
    assert report["sling_slack"].value is (report["least_sling"].value < 0.0)


def test_losses_before_the_release_match_the_state():
    run = fired(trough_friction=0.2, duration=0.5)
    assert run.report["loss_friction"].value == pytest.approx(run["loss"][-1], rel=1e-12)
