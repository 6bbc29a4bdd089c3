"""Fit of a thrown body to whole recordings of a telephone: rest, flights, and what both tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from physics.core.units import format_number
from physics.errors import BadInput
from physics.fitting.flight.motion import Numbers
from physics.fitting.flight.search import (
    LEAST_FLIGHT,
    MOST_FLIGHTS,
    FoundFlights,
    flights_by_acceleration,
    flights_by_rates,
    rest_before,
    runs_of,
    with_arm,
)
from physics.fitting.flight.thrown import ThrownBody, fit_flights, flight_ends
from physics.fitting.flight.unknowns import NO_BIAS_KNOWN, BiasPrior, RatesFlight

MOST_TRIED = 4
"""Flights that the rates alone tell, the longest, whose ends are looked for."""
SATURATION, SATURATED_ROWS = 0.999, 3
"""Part of the greatest magnitude of a rate from which on a row seems cut off, and how many such rows in a row are."""


class ThrownRecording(NamedTuple):
    """A recording: times t (rows,) [s], rising; rates (rows, 3) [rad/s] and, where there is an accelerometer, what it
    shows, gravity included, (rows, 3) [m/s²]; NaN for none. name: of its file.
    """

    name: str
    t: Numbers
    rates: Numbers
    acceleration: Numbers | None = None


class ThrownFit(NamedTuple):
    """A fit to recordings. body: what is found. recordings: as they were used, rates that were cut off left out.

    rests: begin and end [s] of the rest of each recording whose bias was used, None for none. found: its flights.
    spans: of each flight, place of its recording, begin and end [s]. cut: rows left out because the sensor was at its
    limit, and that limit [rad/s].
    """

    body: ThrownBody
    recordings: tuple[ThrownRecording, ...]
    rests: tuple[tuple[float, float] | None, ...]
    found: tuple[FoundFlights, ...]
    spans: tuple[tuple[int, float, float], ...]
    cut: tuple[tuple[int, float], ...]


class RecordedFlights(NamedTuple):
    """The flights of recordings. recordings, rests, found, spans, cut: as in `ThrownFit`.

    flights: the rows of each of `spans`. bias: what the rests tell of it. near: inertia matrices (3, 3) from which a
    fit may begin.
    """

    recordings: tuple[ThrownRecording, ...]
    rests: tuple[tuple[float, float] | None, ...]
    found: tuple[FoundFlights, ...]
    spans: tuple[tuple[int, float, float], ...]
    cut: tuple[tuple[int, float], ...]
    flights: tuple[RatesFlight, ...]
    bias: BiasPrior
    near: tuple[Numbers, ...]


def with_stamps(recording: ThrownRecording, shift: int) -> ThrownRecording:
    """Return a recording whose rows have the times of other ones: row k that of row k + shift, −1, 0 or 1."""
    if not shift:
        return recording
    rows, times = (slice(1, None), slice(0, -1)) if shift < 0 else (slice(0, -1), slice(1, None))
    acceleration = None if recording.acceleration is None else recording.acceleration[rows]
    return recording._replace(t=recording.t[times], rates=recording.rates[rows], acceleration=acceleration)


def fit_recordings(
    recordings: Sequence[ThrownRecording],
    windows: Sequence[tuple[float, float]] = (),
    note: Callable[[float], None] = lambda part: None,
) -> ThrownFit:
    """Fit one body to the free flights of recordings that the same telephone has made.

    windows: begin and end [s] of flights, in every recording; () for those that are found. note: called with the part
    that is done. Raises BadInput where there is no flight.
    """
    return fit_recorded(flights_of(recordings, [windows] * len(recordings)), note)


def fit_recorded(given: RecordedFlights, note: Callable[[float], None] = lambda part: None) -> ThrownFit:
    """Fit one body to these flights; as `fit_recordings`."""
    body = fit_flights(given.flights, given.bias, note, given.near[:1])
    return ThrownFit(body, given.recordings, given.rests, given.found, given.spans, given.cut)


def flights_of(
    recordings: Sequence[ThrownRecording], windows: Sequence[Sequence[tuple[float, float]]] = ()
) -> RecordedFlights:
    """Return the longest free flights of recordings, at most `MOST_FLIGHTS`.

    windows: begin and end [s] of the flights of each recording, () for those that are found; a recording without any
    then has none, where another has. Raises BadInput where there is no flight.
    """
    cleaned = [_without_cut_off(each) for each in recordings]
    used = [each for each, _, _ in cleaned]
    flights, rests, every, spans = [], [], [], []
    priors, near = [], []
    for place, recording in enumerate(used):
        rest = rest_before(recording.t, recording.rates, recording.acceleration)
        if rest is not None:
            priors.append(rest[0])
        rests.append(None if rest is None else rest[1])
        bias = rest[0] if rest else NO_BIAS_KNOWN
        if any(windows):
            found = _given(recording, windows[place], bias)
        else:
            found, inertia = _found(recording, bias)
            near += inertia
        every.append(found)
        for first, last in found.rows:
            name = f"{recording.name}, {recording.t[first]:.4g} s"
            flights.append(RatesFlight(recording.t[first:last], recording.rates[first:last], name))
            spans.append((place, float(recording.t[first]), float(recording.t[last - 1])))
    if not flights:
        names = ", ".join(each.name for each in recordings)
        raise BadInput(
            f"{names}: no free flight of {LEAST_FLIGHT:g} s or more is found; throw it with a spin, "
            "or give --window BEGIN..END of a flight"
        )
    kept = sorted(sorted(range(len(flights)), key=lambda i: -len(flights[i].t))[:MOST_FLIGHTS])
    return RecordedFlights(
        tuple(used), tuple(rests), tuple(every), tuple(spans[i] for i in kept),
        tuple((count, limit) for _, count, limit in cleaned), tuple(flights[i] for i in kept), _joined(priors),
        tuple(near),
    )  # fmt: skip


def _joined(priors: Sequence[BiasPrior]) -> BiasPrior:
    """Return the mean of what rests tell of the bias, weighted by their errors."""
    if not priors:
        return NO_BIAS_KNOWN
    weights = np.array([1.0 / each.deviation**2 for each in priors])
    values = np.array([each.value for each in priors])
    return BiasPrior((weights * values).sum(axis=0) / weights.sum(axis=0), 1.0 / np.sqrt(weights.sum(axis=0)))


def _given(recording: ThrownRecording, windows: Sequence[tuple[float, float]], bias: BiasPrior) -> FoundFlights:
    """Return the flights in these windows. Raises BadInput for one without rows."""
    rows = []
    for begin, end in windows:
        inside = np.flatnonzero((recording.t >= begin) & (recording.t <= end))
        if len(inside) < 2:
            first, last = (format_number(float(recording.t[k])) for k in (0, -1))
            raise BadInput(
                f"window = {begin:g}..{end:g}: has no rows in {recording.name}; its times are from {first} to {last} s"
            )
        rows.append((int(inside[0]), int(inside[-1]) + 1))
    if recording.acceleration is None or not rows:
        return FoundFlights(tuple(rows))
    return with_arm(recording.t, recording.rates - bias.value, recording.acceleration, tuple(rows))


def _found(recording: ThrownRecording, bias: BiasPrior) -> tuple[FoundFlights, list[Numbers]]:
    """Return the flights by the accelerometer, or else by the rates, then with their inertias."""
    t, rates = recording.t, recording.rates
    if recording.acceleration is not None and np.isfinite(recording.acceleration).any():
        return flights_by_acceleration(t, rates - bias.value, recording.acceleration), []
    found: list[tuple[int, int]] = []
    inertias = []
    runs = flights_by_rates(t, rates).rows
    for first, last in sorted(runs, key=lambda run: t[run[0]] - t[run[1] - 1])[:MOST_TRIED]:
        ends, inertia = flight_ends(t, rates, first, last, bias)
        long_enough = t[ends[1] - 1] - t[ends[0]] >= LEAST_FLIGHT
        if (
            (inertia is not None or len(runs) == 1)
            and long_enough
            and not any(ends[0] < b and a < ends[1] for a, b in found)
        ):
            found.append(ends)
            inertias += [] if inertia is None else [inertia]
    return FoundFlights(tuple(sorted(found))), inertias


def _without_cut_off(recording: ThrownRecording) -> tuple[ThrownRecording, int, float]:
    """Return a recording without the rows in which a rate stands at its greatest value, how many, and that value."""
    rates = recording.rates.copy()
    limit = float(np.nanmax(np.abs(rates), initial=0.0))
    at = np.abs(rates) >= SATURATION * limit
    cut = np.zeros(len(rates), bool)
    for axis in range(3):
        for first, last in runs_of(at[:, axis]):
            if last - first >= SATURATED_ROWS and float(np.ptp(rates[first:last, axis])) < 1e-6 * limit:
                cut[first:last] = True
    rates[cut] = np.nan
    return recording._replace(rates=rates), int(cut.sum()), limit
