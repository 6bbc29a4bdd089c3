from __future__ import annotations

import math

import numpy as np
import pytest

from physics import BadInput, Simulation, registry
from physics.batch.watches import AFTER, BEFORE, DONE, RATE_AFTER, TICKS, WATCH_ROWS, watch_exit
from physics.studies.map_axes import copies_at, map_axis
from physics.studies.sampled_copies import (
    MapRun,
    crossing,
    half_sine_squared,
    rate_variable,
    sight_of,
    tilts,
    value_at,
    watched,
)

BARS = registry.system_class("double-pendulum")()


def test_crossing_is_the_root_of_the_cubic() -> None:
    at = np.array([0.25, 0.5, 0.9])
    cubic = np.polynomial.Polynomial([0.0, 2.0, -1.0, 1.5])
    slope = cubic.deriv()
    found = crossing(cubic(0.0) - cubic(at), cubic(1.0) - cubic(at), slope(0.0) + 0.0 * at, slope(1.0) + 0.0 * at)
    assert found == pytest.approx(at, abs=1e-10)


def runs(copies, run, watch, name, records, limits=(-9e9, 9e9)):
    """Return what a watch keeps of copies, from the same record for each."""
    sight = sight_of(copies.system, name)
    given = np.tile([*limits, float(sight.round)], (len(copies.states), 1))
    kept = np.zeros((len(copies.states), WATCH_ROWS))
    for row, value in records.items():
        kept[:, row] = value
    return watched(copies, run, watch, sight, given, kept, lambda: False)


@pytest.mark.parametrize("name", ["theta2", "tip_speed"])
def test_copies_that_are_finished_leave_the_others_as_they_are(name: str) -> None:
    axis = map_axis(BARS, "theta2", 1.0, 2.0, 90)
    limits = (-9.0, 1.75 if name == "theta2" else 9.0)
    run = MapRun(0.5, "rk4", 2e-3)
    copies = copies_at(BARS, (axis,), axis.values[:, None])
    together = runs(copies, run, watch_exit, name, {TICKS: -1.0}, limits)
    some = np.arange(90) % 7 == 3
    alone = runs(copies.only(some), run, watch_exit, name, {TICKS: -1.0}, limits)
    assert together.records[some].tobytes() == alone.records.tobytes()
    assert len(set(together.records[:, DONE])) == 2
    assert together.looks(together.records[:, TICKS]).max() <= 0.5 + 1e-12


def test_run_ends_at_its_duration() -> None:
    copies = copies_at(BARS, (), np.zeros((1, 0)))
    seen = runs(copies, MapRun(0.013, "rk4", 1e-3), watch_exit, "theta2", {TICKS: -1.0})
    run = Simulation(BARS, "rk4", 1e-3)
    run.advance(13)
    assert seen.records[0, AFTER] == run.y[0] and seen.records[0, RATE_AFTER] == run.y[2]
    assert seen.records[0, TICKS] == 13.0 and not seen.failed.any()


@pytest.mark.parametrize("name", ["theta2", "energy", "tip_speed"])
def test_values_are_those_of_each_system(name: str) -> None:
    axis = map_axis(BARS, "upper_length", 0.5, 1.5, 3)
    copies = copies_at(BARS, (axis,), axis.values[:, None])
    seen = runs(copies, MapRun(1e-6, "rk4", 1e-6), watch_exit, name, {TICKS: -1.0})
    assert seen.records[:, BEFORE].tolist() == [value_at(copies.of(i), name, copies.states[i]) for i in range(3)]


def test_tilt_of_a_body_is_read_from_its_quaternion() -> None:
    top = registry.system_class("heavy-top")()
    axis = map_axis(top, "theta", 0.01, 3.1, 9)
    copies = copies_at(top, (axis,), axis.values[:, None])
    seen = runs(copies, MapRun(1e-6, "rk4", 1e-6), watch_exit, "theta", {TICKS: -1.0})
    assert tilts(seen.records[:, BEFORE]) == pytest.approx(axis.values, abs=1e-12)
    assert half_sine_squared(1.2) == pytest.approx(math.sin(0.6) ** 2, rel=1e-15)
    assert half_sine_squared(-0.1) < 0.0 and half_sine_squared(math.inf) > 1.0


def test_a_copy_whose_method_fails_has_failed() -> None:
    stone = registry.system_class("rattleback")()
    fast = stone.replace(initial={"omega_3": 9e4})
    copies = copies_at(fast, (), np.zeros((1, 0)))
    assert runs(copies, MapRun(0.5, "gauss4", 0.1), watch_exit, "omega_3", {TICKS: -1.0}, (-9e19, 9e19)).failed.all()


def test_rates_belong_to_coordinates_alone() -> None:
    assert rate_variable(BARS, "theta3") == "theta3_dot"
    assert rate_variable(BARS, "theta3_dot") == "" and rate_variable(BARS, "energy") == ""
    with pytest.raises(BadInput, match="unknown quantity"):
        sight_of(BARS, "theta4")
