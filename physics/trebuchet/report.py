"""Report of a trebuchet shot: release, flight, loads, energy, and bounds of the range."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from physics.core.pieces import smooth_segments, state_after
from physics.core.report import Peak, ReportEntry, Rows, peak
from physics.maths import rounded
from physics.maths.rounded import square
from physics.trebuchet import phases
from physics.trebuchet.engine import ThrowingMachine
from physics.trebuchet.machine import ALPHA, BETA, GAMMA, GRAVITY, GROUND, LOSS, M1, M2, V_X, V_Y, X, Y
from physics.trebuchet.peaks import HANGER, NORMAL, PIVOT, PIVOT_X, PIVOT_Y, SLING, sampled_loads
from physics.trebuchet.still_air import LONGEST, blows, still_path
from physics.types import Occurrence

Value = float | bool | Peak | None

REPORTED: tuple[ReportEntry, ...] = (
    ReportEntry("lift_off_time", "t_l", "s", "lift-off from the trough", "Release"),
    ReportEntry("release_time", "t_r", "s", "time of release", "Release"),
    ReportEntry("release_speed", "v_r", "m/s", "speed", "Release", main=True),
    ReportEntry("release_elevation", "θ_r", "rad", "elevation of the velocity", "Release", main=True),
    ReportEntry("range", "R", "m", "range, from the pivot", "Flight", main=True),
    ReportEntry("range_still", "R_s", "m", "range without wind", "Flight"),
    ReportEntry("range_vacuum", "R_v", "m", "range without air", "Flight"),
    ReportEntry("range_ideal", "R_m", "m", "range if all energy reached the stone, no air", "Flight"),
    ReportEntry("apex", "H", "m", "highest point", "Flight", main=True),
    ReportEntry("landing_time", "t_i", "s", "time of landing", "Flight"),
    ReportEntry("flight_time", "T", "s", "time in flight", "Flight", main=True),
    ReportEntry("impact_speed", "v_i", "m/s", "impact speed", "Flight"),
    ReportEntry("impact_angle", "θ_i", "rad", "impact angle, downward", "Flight"),
    ReportEntry("impact_energy", "E_i", "J", "impact energy", "Flight"),
    ReportEntry("peak_sling", "F_s", "N", "largest sling tension", "Loads", main=True),
    ReportEntry("least_sling", "F_s", "N", "smallest sling tension", "Loads"),
    ReportEntry("sling_slack", "", "", "sling went slack", "Loads"),
    ReportEntry("peak_hanger", "F_h", "N", "largest tension in the hanger", "Loads", main=True),
    ReportEntry("peak_pivot", "F_p", "N", "largest load on the axle", "Loads", main=True),
    ReportEntry("efficiency", "η", "", "efficiency", "Energy", main=True),
    ReportEntry("release_energy", "E_r", "J", "kinetic energy of the projectile at release", "Energy"),
    ReportEntry("drop_energy", "E_h", "J", "energy given up by the counterweight", "Energy"),
    ReportEntry("loss_stops", "W_s", "J", "lost to stops", "Energy"),
    ReportEntry("loss_friction", "W_f", "J", "lost to the trough, and in the sling to the air", "Energy"),
    ReportEntry("loss_air", "W_a", "J", "lost to the air", "Energy"),
    ReportEntry("release_x", "x_r", "m", "release, from the pivot", "Details"),
    ReportEntry("release_y", "y_r", "m", "release, height", "Details"),
    ReportEntry("release_speed_x", "v_x", "m/s", "release, speed forward", "Details"),
    ReportEntry("release_speed_y", "v_y", "m/s", "release, speed upward", "Details"),
    ReportEntry("release_alpha", "α_r", "rad", "release, angle α of the beam", "Details"),
    ReportEntry("release_beta", "β_r", "rad", "release, angle β of the sling", "Details"),
    ReportEntry("release_gamma", "γ_r", "rad", "release, angle γ of the hanger", "Details"),
    ReportEntry("peak_pivot_x", "F_px", "N", "largest load on the axle, along x", "Details"),
    ReportEntry("peak_pivot_y", "F_py", "N", "largest load on the axle, along y", "Details"),
    ReportEntry("peak_normal", "N", "N", "largest load on the trough", "Details"),
    ReportEntry("drop", "h", "m", "drop of the counterweight", "Details"),
)
IN_FLIGHT = ("range", "landing_time", "flight_time", "impact_speed", "impact_angle", "impact_energy")
"""Names of the values that are known at the landing."""
LONGEST_SHOT = 1000.0
"""Greatest duration of a shot [s]: lift or wind may keep the stone in the air for ever."""


def reported(machine: ThrowingMachine, t: Rows, states: Rows, events: Sequence[Occurrence]) -> tuple[ReportEntry, ...]:
    """Return the report as `System.report` does; values at the release use the state just before it."""
    shot = ShotAnalysis(machine, t, states, events)
    values: Mapping[str, Value] = {**_release(shot), **_flight(shot), **_loads(shot), **_energy(shot)}
    return tuple(each.told(values.get(each.name), shot.why_not(each.name)) for each in REPORTED)


class ShotAnalysis:
    """Analysis of a shot: its events, and the smooth pieces of the run between them.

    lifted, released, landed, given_up: None while they have not happened. swing: the pieces of the run up to the
    release; flight: that from there to the landing. until [s]: the end of the run so far. over [s], lost [J]: when the
    shot was over, infinite while it is not, and what had been lost by then.
    """

    def __init__(self, machine: ThrowingMachine, t: Rows, states: Rows, events: Sequence[Occurrence]) -> None:
        self.machine, self.p, self.events = machine, machine.p, events
        self.lifted, self.released = self.first(phases.LIFT_OFF), self.first(phases.RELEASED)
        self.landed, self.given_up = self.first(phases.LANDING), self.first(phases.GIVEN_UP)
        until, end = self.released or self.given_up, self.landed or self.given_up
        early = [event for event in events if until is None or event.time <= until.time]
        found = smooth_segments(machine, t, states, early)
        self.swing = [piece for piece in found[: len(early) + (until is None)] if len(piece.t) and piece.t[-1] >= t[0]]
        turns = [event for event in (self.released, self.landed) if event]
        self.flight = smooth_segments(machine, t, states, turns)[1] if self.released else None
        self.until = float(t[-1])
        self.over = end.time if end else math.inf
        self.lost = float(end.before[LOSS] if end else states[-1, LOSS])

    def first(self, kind: int) -> Occurrence | None:
        """Return the first event of a kind, or None."""
        return next((event for event in self.events if event.name == self.machine.events[kind].name), None)

    def stops(self, until: float) -> float:
        """Return the energy lost to stops up to a time [J]."""
        kinds = [self.machine.events[kind].name for kind in (phases.BEAM_STOP, phases.SLING_STOP, phases.HANGER_STOP)]
        hits = [event for event in self.events if event.name in kinds and event.time <= until]
        return float(sum(state_after(self.machine, hit)[LOSS] - hit.before[LOSS] for hit in hits))

    def why_not(self, name: str) -> str:
        """Return the reason why a value is not available."""
        if name == "lift_off_time":
            return "still in the trough" if self.p[GROUND] else "there is no trough"
        if self.given_up:
            return self.given_up.meaning
        if not self.released:
            return "not released yet"
        if self.until >= LONGEST_SHOT and name in (*IN_FLIGHT, "apex"):
            return f"still in the air after {LONGEST_SHOT:g} s"
        if name in IN_FLIGHT:
            return "not landed yet"
        if name == "range_still":
            return f"still in the air after {LONGEST:g} s" if blows(self.p) else "there is no wind"
        if name == "efficiency":
            return "the counterweight has nowhere to fall"
        return "still rising" if name == "apex" else "the swing is no longer kept"


def _release(shot: ShotAnalysis) -> dict[str, Value]:
    found: dict[str, Value] = {"lift_off_time": shot.lifted.time if shot.lifted else None, "drop": shot.machine.drop}
    if shot.released:
        y = shot.released.before
        found |= {
            "release_time": shot.released.time,
            "release_speed": math.hypot(y[V_X], y[V_Y]),
            "release_elevation": rounded.atan2(y[V_Y], y[V_X]),
            "release_x": y[X],
            "release_y": y[Y],
            "release_speed_x": y[V_X],
            "release_speed_y": y[V_Y],
            "release_alpha": y[ALPHA],
            "release_beta": y[BETA],
            "release_gamma": y[GAMMA],
        }
    return found


def _flight(shot: ShotAnalysis) -> dict[str, Value]:
    """Return the values of the flight and bounds of the range: with all energy of the drop at 45°, and without air."""
    p, released, landed = shot.p, shot.released, shot.landed
    found: dict[str, Value] = {"range_ideal": 2.0 * p[M1] / p[M2] * shot.machine.drop}
    if released and shot.flight:
        x, y, v_x, v_y = (released.before[place] for place in (X, Y, V_X, V_Y))
        found["range_vacuum"] = x + v_x * (v_y + math.sqrt(max(v_y * v_y + 2.0 * p[GRAVITY] * y, 0.0))) / p[GRAVITY]
        path = still_path(p, released.before) if blows(p) else None
        if path is not None and path[-1, 1] == 0.0:
            found["range_still"] = float(path[-1, 0])
        if shot.flight.states[-1, V_Y] <= 0.0:
            found["apex"] = peak(shot.flight.t, shot.flight.states[:, Y])
    if released and landed:
        end = landed.before
        speed = math.hypot(end[V_X], end[V_Y])
        found |= {
            "range": end[X],
            "landing_time": landed.time,
            "flight_time": landed.time - released.time,
            "impact_speed": speed,
            "impact_angle": rounded.atan2(-end[V_Y], end[V_X]),
            "impact_energy": 0.5 * p[M2] * speed * speed,
        }
    return found


def _loads(shot: ShotAnalysis) -> dict[str, Value]:
    """Return the largest loads while the stone is in the sling; those with a direction count by their size."""
    if not shot.swing:
        return {}
    parts = sampled_loads(shot.machine, shot.swing)

    def most(column: int, size: Callable[[Rows], Rows] = np.abs) -> Peak:
        tops = [(peak(t, size(rows[:, column])), t, rows) for t, rows in parts]
        top, t, rows = max(tops, key=lambda found: found[0].value)
        return Peak(math.copysign(top.value, rows[int(np.argmin(np.abs(t - top.time))), column]), top.time)

    slack = shot.first(phases.GONE_SLACK)
    return {
        "peak_sling": most(SLING, np.positive),
        "least_sling": most(SLING, np.negative),
        "sling_slack": slack is not None and slack.time <= shot.over,
        "peak_hanger": most(HANGER),
        "peak_pivot": most(PIVOT),
        "peak_pivot_x": most(PIVOT_X),
        "peak_pivot_y": most(PIVOT_Y),
        "peak_normal": most(NORMAL),
    }


def _energy(shot: ShotAnalysis) -> dict[str, Value]:
    p, released = shot.p, shot.released
    fallen = p[M1] * p[GRAVITY] * shot.machine.drop
    stops = shot.stops(shot.over)
    if released is None:
        return {"drop_energy": fallen, "loss_stops": stops, "loss_friction": shot.lost - stops}
    friction = released.before[LOSS] - shot.stops(released.time)
    kinetic = 0.5 * p[M2] * (square(released.before[V_X]) + square(released.before[V_Y]))
    return {
        "efficiency": kinetic / fallen if fallen > 0.0 else None,
        "release_energy": kinetic,
        "drop_energy": fallen,
        "loss_stops": stops,
        "loss_friction": friction,
        "loss_air": shot.lost - stops - friction,
    }
