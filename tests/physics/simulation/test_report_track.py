"""Peaks between samples, smooth segments between events, and the states from which a report is computed."""

import math

import numpy as np
import pytest

import physics
from physics.core.fields import Event, Invariant
from physics.core.pieces import smooth_segments, state_after
from physics.core.report import ReportEntry, peak
from physics.simulation.report_track import ReportTrack, reportable
from physics.types import Occurrence

TOP = 0.7123


def hill(step, first=0.0, last=1.5):
    t = np.arange(first, last, step)
    return t, np.cos(3.0 * (t - TOP))


def test_peak_between_samples_has_an_error_of_fifth_order():
    def error(step):
        tops = [peak(*hill(step, first=part * step)) for part in np.linspace(0.0, 1.0, 7)]
        assert all(abs(top.time - TOP) < 1e-2 * step for top in tops)
        return max(abs(top.value - 1.0) for top in tops)

    assert error(0.1) < 2e-5
    assert error(0.05) < error(0.1) / 2**4.5


def test_peak_at_an_end_or_on_a_sample_is_that_sample():
    t, values = hill(0.05, last=TOP - 0.1)
    assert peak(t, values) == (values[-1], t[-1])
    t, values = hill(0.05, first=TOP + 0.1)
    assert peak(t, values) == (values[0], t[0])
    t = np.linspace(TOP - 0.2, TOP + 0.2, 9)
    assert peak(t, np.cos(3.0 * (t - TOP))).time == t[4]


def test_peak_close_to_an_end_is_found():
    t, values = hill(0.05, first=TOP - 0.54, last=TOP + 0.02)
    assert values[-1] == max(values)
    assert peak(t, values).value == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("count", [1, 2])
def test_peak_of_few_samples_is_the_largest(count):
    assert peak(np.arange(count, dtype=float), np.arange(count, dtype=float)) == (count - 1.0, count - 1.0)


def test_peak_of_samples_at_unequal_distances():
    t = np.array([0.0, 0.13, 0.2, 0.31, 0.4, 0.46, 0.6])
    assert peak(t, np.sin(3.0 * t + 0.5)).value == pytest.approx(1.0, abs=3e-4)


def floor_ahead(t, y, p):
    return (y[0] if y[1] < 0.0 else 1.0,)


def bounce(event, t, y, p):
    y[0], y[1] = 0.0, -0.5 * y[1]


def fall(t, y, p, dy):
    dy[0], dy[1] = y[1], -10.0


class Ball(physics.System):
    """A ball that falls from 5 m at 10 m/s², hits the ground at 1 s, and rises again at half its speed."""

    name, title = "ball", "Ball"
    variables = (physics.Variable("x", "x", "m", "height", 5.0), physics.Variable("v", "v", "m/s", "speed upward"))
    invariants = (Invariant("energy", "E", "J", "energy", lambda system, y: 10.0 * y[0] + 0.5 * y[1] ** 2),)
    events = (Event("bounce", "the ball hits the ground"),)
    rate, guards, jump = staticmethod(fall), staticmethod(floor_ahead), staticmethod(bounce)

    def constants(self):
        return ()

    def report(self, t, states, events):
        late = smooth_segments(self, t, states, events)[-1]
        return (ReportEntry("bounce", "h", "m", "height after a bounce").told(peak(late.t, late.states[:, 0]), ""),)


HIT = Occurrence(11, 1.0, "bounce", "", (0.0, -10.0))


def test_segments_begin_and_end_exactly_at_events():
    t = np.array([0.0, 0.4, 0.8, 1.0 + 1e-9, 1.2, 1.6])
    states = np.array([[5.0 - 5.0 * at**2, -10.0 * at] for at in t])
    before, after = smooth_segments(Ball(), t, states, [HIT])
    assert before.t.tolist() == [0.0, 0.4, 0.8, 1.0]
    assert before.states[-1].tolist() == [0.0, -10.0]
    assert after.t.tolist() == [1.0, 1.2, 1.6], "a sample that is the event to rounding is the event"
    assert after.states[0].tolist() == [0.0, 5.0]
    assert state_after(Ball(), HIT).tolist() == [0.0, 5.0]


def test_run_without_events_is_one_segment():
    t, states = np.array([0.0, 1.0]), np.zeros((2, 2))
    (whole,) = smooth_segments(Ball(), t, states, [])
    assert whole.t.tolist() == [0.0, 1.0]


@pytest.mark.parametrize("most", [10, 1000])
def test_track_is_thinned_evenly(most):
    simulation = physics.Simulation(Ball(), "rk4", 0.01)
    track = ReportTrack(simulation, most)
    assert track.advance(75) + track.advance(110) == 185 == simulation.tick
    found = track.report()["bounce"]
    assert found.value == pytest.approx(1.25, rel=1e-9)
    assert found.time == pytest.approx(1.5, abs=1e-6)
    assert len(track._rows) <= most + 1
    times = np.array([time for time, _ in track._rows[:-1]])
    assert np.diff(times) == pytest.approx(np.full(len(times) - 1, 0.01 if most == 1000 else 0.32))


def test_report_does_not_depend_on_the_output_interval():
    runs = [physics.simulate(Ball(), 1.8, dt=0.01, every=every) for every in (None, 0.6)]
    assert len(runs[1].t) == 4
    assert runs[0].report == runs[1].report
    assert runs[0].report["bounce"].value == pytest.approx(1.25, rel=1e-9)


def test_track_of_a_system_without_report_keeps_nothing():
    simulation = physics.Simulation("gyroscope")
    track = ReportTrack(simulation)
    assert track.advance(10) == 10
    assert track.report() == {}
    assert not track._rows
    assert not simulation.system.reports


def test_reportable_lists_the_entries_before_a_run():
    names = reportable(physics.system("trebuchet"))
    assert list(names) == list(physics.simulate("trebuchet", 0.1, dt=0.01).report)
    assert (names["range"].unit, names["range"].value) == ("m", None)
    assert reportable(physics.system("gyroscope")) == {}


def test_report_entry_is_written_with_its_unit_or_the_reason():
    height = ReportEntry("h", "h", "m", "height")
    assert str(height.told(1.25, "")) == "1.25 m"
    assert str(height.told(None, "not yet")) == "not yet"
    assert str(height.told(peak(*hill(0.05)), "")) == "1 m at t = 0.7123 s"
    assert str(ReportEntry("s", "", "", "slack").told(False, "")) == "no"
    assert math.isclose(height.told(peak(*hill(0.05)), "").time, TOP, abs_tol=1e-6)
