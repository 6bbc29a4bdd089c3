from __future__ import annotations

import math

import numpy as np
import pytest

from physics import BadInput, Simulation, registry
from physics.studies.map_axes import copies_at, map_axis
from physics.studies.sampled_copies import (
    SAMPLE_TICKS,
    Crossings,
    MapRun,
    SampledCopies,
    crossing,
    rate_reading,
    reading_of,
    value_at,
)

BARS = registry.system_class("double-pendulum")()


def test_crossing_is_the_root_of_the_cubic() -> None:
    at = np.array([0.25, 0.5, 0.9])
    cubic = np.polynomial.Polynomial([0.0, 2.0, -1.0, 1.5])
    slope = cubic.deriv()
    found = crossing(cubic(0.0) - cubic(at), cubic(1.0) - cubic(at), slope(0.0) + 0.0 * at, slope(1.0) + 0.0 * at)
    assert found == pytest.approx(at, abs=1e-10)


def test_crossings_have_the_times_of_their_copies() -> None:
    found = Crossings()
    found.add(np.array([2]), 1.0, 0.5, np.array([[-1.0], [1.0]]), np.array([[4.0], [4.0]]))
    found.add(np.array([0]), 2.0, 0.5, np.array([[-1.0], [3.0]]), np.array([[8.0], [8.0]]))
    assert found.times(3) == pytest.approx([2.125, math.inf, 1.25])
    assert np.isinf(Crossings().times(2)).all()


def test_copies_that_are_finished_leave_the_others_as_they_are() -> None:
    axis = map_axis(BARS, "theta2", 1.0, 2.0, 40)
    copies = copies_at(BARS, (axis,), axis.values[:, None])
    alone, fewer = (SampledCopies(copies, MapRun(0.3, "rk4", 5e-3)) for _ in range(2))
    while alone.advance():
        pass
    fewer.finish(np.arange(40) % 3 > 0)
    while fewer.advance():
        pass
    assert fewer.at.tolist() == list(range(0, 40, 3)) and fewer.time == pytest.approx(0.3)
    assert fewer.column(1).tobytes() == alone.column(1)[::3].tobytes()


def test_run_ends_at_its_duration() -> None:
    seen = SampledCopies(copies_at(BARS, (), np.zeros((1, 0))), MapRun(0.013, "rk4", 1e-3))
    spans = []
    while seen.advance():
        spans.append(seen.span)
    assert spans == pytest.approx([SAMPLE_TICKS * 1e-3, 5e-3])
    run = Simulation(BARS, "rk4", 1e-3)
    run.advance(13)
    assert seen.states[0].tolist() == list(run.y)


@pytest.mark.parametrize("name", ["theta2", "energy", "tip_speed"])
def test_readings_are_the_values_of_each_system(name: str) -> None:
    axis = map_axis(BARS, "upper_length", 0.5, 1.5, 3)
    copies = copies_at(BARS, (axis,), axis.values[:, None])
    read = reading_of(BARS, name)(SampledCopies(copies, MapRun(1.0, "rk4", 1e-3)))
    assert read.tolist() == [value_at(copies.of(i), name, copies.states[i]) for i in range(3)]


def test_tilt_of_a_body_is_read_from_its_quaternion() -> None:
    top = registry.system_class("heavy-top")()
    axis = map_axis(top, "theta", 0.01, 3.1, 9)
    seen = SampledCopies(copies_at(top, (axis,), axis.values[:, None]), MapRun(1.0, "rk4", 1e-3))
    assert reading_of(top, "theta")(seen) == pytest.approx(axis.values, abs=1e-12)


def test_rates_belong_to_coordinates_alone() -> None:
    seen = SampledCopies(copies_at(BARS, (), np.zeros((1, 0))), MapRun(1.0, "rk4", 1e-3))
    rate = rate_reading(BARS, "theta3")
    assert rate is not None and rate(seen).tolist() == [0.0]
    assert rate_reading(BARS, "theta3_dot") is None and rate_reading(BARS, "energy") is None
    with pytest.raises(BadInput, match="unknown quantity"):
        reading_of(BARS, "theta4")
