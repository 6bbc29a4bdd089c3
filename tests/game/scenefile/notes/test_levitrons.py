"""What the notes of the levitrons say, measured."""

import math

import numpy as np
import pytest

from tests.game.scenefile.notes.claims import claims, rounds_to, simulation

MINUTE = 60.0 / (2.0 * math.pi)
"""Turns a minute in a radian a second."""


def followed(name, duration, every=20):
    """Return the run of a preset to its end, at most `duration` [s], and states on the way (n, dim)."""
    run, rows = simulation(name), []
    while run.time < duration and run.divergence is None:
        run.advance(every)
        rows.append(run.state)
    return run, np.array(rows)


def tilts(rows):
    """Return the angles of the axis from the vertical [deg]."""
    return np.degrees(2.0 * np.arctan2(np.hypot(rows[:, 1], rows[:, 2]), np.hypot(rows[:, 0], rows[:, 3])))


@claims(
    "levitron",
    "its spin of 1719 turns a minute",
    "a quarter as fast",
    "it bounces 1.42 times a second",
    "between 50.3 and 51.6 mm above the base",
    "within 3.9° of the vertical",
)
def test_levitron():
    run, rows = followed("levitron", 20.0)
    assert run.divergence is None and not run.events
    assert rounds_to(rows[0, 6] * MINUTE, "1719")
    assert rounds_to(run.system.trap.frequency, "1.42")
    assert rounds_to(1e3 * rows[:, 9].min(), "50.3") and rounds_to(1e3 * rows[:, 9].max(), "51.6")
    assert rounds_to(tilts(rows).max(), "3.9")


@claims(
    "levitron-too-fast",
    "At 2674 turns a minute, above the limit of 2528",
    "2 mm aside after 0.4 s, 11 mm after 1 s",
    "slides out of the trap after 1.24 s",
)
def test_levitron_too_fast():
    run, rows = followed("levitron-too-fast", 3.0)
    assert rounds_to(rows[0, 6] * MINUTE, "2674")
    assert rounds_to(run.system.trap.window.high * MINUTE, "2528")
    aside = 1e3 * np.hypot(rows[:, 7], rows[:, 8])
    assert rounds_to(aside[49], "2") and rounds_to(aside[124], "11"), "rows are 8 ms apart"
    assert rounds_to(run.events[0].time, "1.24") and "slid off" in str(run.divergence)


@claims("levitron-tilted", "A tilt of the base of 0.2°", "gone after 1.15 s", "Over one of 0.1° it stays")
def test_levitron_tilted():
    run, _ = followed("levitron-tilted", 3.0)
    assert math.degrees(run.system.tilt_x) == pytest.approx(0.2)
    assert rounds_to(run.events[0].time, "1.15")
    level = simulation("levitron-tilted", tilt_x="0.1 deg")
    level.advance(round(20.0 / level.dt))
    assert level.divergence is None and not level.events


@claims(
    "levitron-running-down",
    "Ten times as fast",
    "from 1910 turns a minute, by 1 % a second",
    "After 69.4 s it has 954 left, just below the least that the linear theory allows, 960",
)
def test_levitron_running_down():
    run, rows = followed("levitron-running-down", 80.0, 2000)
    assert rounds_to(run.system.initial["omega_3"] * MINUTE, "1910")
    assert rows[0, 6] / 200.0 == pytest.approx(0.99, abs=1e-4)
    (event,) = run.events
    assert rounds_to(event.time, "69.4") and rounds_to(event.before[6] * MINUTE, "954")
    assert rounds_to(run.system.trap.window.low * MINUTE, "960")
    assert "fallen onto the base" in str(run.divergence)
