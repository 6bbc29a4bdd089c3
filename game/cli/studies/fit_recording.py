"""`polhode fit FILE…` without a scene: what recordings of a thrown telephone tell of it."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from game.cli.json_text import json_text
from game.cli.studies.fit import rounded, window_of
from game.cli.studies.table_columns import given_column
from game.experiments.measurements.column_uses import of_run
from game.experiments.measurements.recording_columns import UNITS, SensorTable, sensor_table
from game.experiments.measurements.table_file import FileTable
from game.experiments.measurements.thrown_files import thrown_recordings
from game.experiments.measurements.thrown_numbers import (
    found_numbers,
    is_no_body,
    mirrored_axes,
    times_of_noise,
    turns_of,
    twin_words,
)
from game.experiments.measurements.thrown_task import FoundBody
from game.model.errors import FIT_LOST
from game.model.replacement import check_writable
from game.scenefile import RecordedFile, RecordingSpec
from game.scenefile.measured_spec import MOST_RECORDINGS, FlightSpec
from game.session.files.thrown_run import write_found
from physics import BadInput
from physics.core.units import factor, spellings
from physics.errors import unknown
from physics.fitting.flight.attitude import Turning, turning
from physics.fitting.flight.recordings import ThrownFit, fit_recordings, with_stamps
from physics.fitting.flight.search import REVERSED, stamp_shift
from physics.fitting.flight.thrown import FlightValue, ThrownBody


def fit_files(
    files: Sequence[str],
    columns: Sequence[tuple[str, str]],
    unit: str,
    window: str | None,
    reverse: str | None,
    output: str | None,
    as_json: bool,
    run: str = "",
    shift: int | None = None,
) -> int:
    """Fit a free body to recordings, print what is found, and save it as a scene with the measured motion beside it.

    columns: ("omega_1", "HEADING:UNIT"). unit: of rates whose headings give none. window: "A..B" of each flight,
    separated by commas [s]. reverse: the axis of the wrong sense. run: of several in a table. shift: rows
    by which times stand aside, None for asking. Returns the exit code.
    Raises BadInput, RecordingError.
    """
    if output is not None:
        _check_output(Path(output), files)
    if unit and factor(unit, "rad/s") is None:
        raise BadInput(f"unit {unit!r}: must be one of {spellings('rad/s')}")

    def taken(table: FileTable) -> SensorTable:
        wrong = next((name for name, _ in columns if name not in UNITS), None)
        if wrong is not None:
            raise unknown("column of a recording", wrong, UNITS)
        if run:
            table = of_run(table, run)
        given = {name: given_column(table, name, text, UNITS[name]) for name, text in columns}
        return sensor_table(table, given, unit)

    said = RecordedFile("", unit=unit, run=run, shift=shift or 0)
    recordings, notes, sources = thrown_recordings([Path(each) for each in files], taken, said)
    for note in dict.fromkeys(notes):
        click.echo(note, err=True)
    if reverse is not None:
        recordings = [each._replace(rates=each.rates * np.array(REVERSED[reverse])) for each in recordings]
    stamps = [stamp_shift(each.t, each.rates) for each in recordings] if shift is None else []
    recordings = [with_stamps(each, shift or 0) for each in recordings]
    windows = [span for part in window.split(",") if (span := window_of(part))] if window else []
    with click.progressbar(length=1000, label="Fitting", file=sys.stderr) as bar:
        found = fit_recordings(recordings, windows, lambda part: bar.update(int(1000 * part) - bar.pos))
    turnings = [turning(found.body, place) for place in range(len(found.body.flights))]
    asked = [
        f"{each.name}: its times seem to belong to the row {'before' if rows > 0 else 'after'}, where the rates are "
        f"{100.0 * left:.0f} % as rough: give --shift {rows}, or --shift 0"
        for each, (rows, left) in zip(recordings, stamps, strict=False) if rows
    ]  # fmt: skip
    click.echo(json_text({**as_data(found, turnings), "questions": asked}) if as_json else "\n".join(
        [*lines(found, turnings), *(line for each in asked for line in ("", each))]))  # fmt: skip
    if not found.body.followed:
        if output is not None:
            click.echo(f"polhode: {output} is not written: the fit has not followed the data", err=True)
        return FIT_LOST
    if output is not None:
        _save(Path(output), found, turnings[0], None if columns else kept(found, sources, reverse or ""))
    return 0


def kept(found: ThrownFit, files: Sequence[tuple[RecordedFile, ...]], reverse: str) -> RecordingSpec | None:
    """Return the recordings of a fit for a scene file, None where they are more than the window joins."""
    if len(files) > MOST_RECORDINGS:
        return None
    flights = (FlightSpec(place + 1, begin, end) for place, begin, end in found.spans)
    return RecordingSpec(tuple(each for own in files for each in own), tuple(flights), reverse, shown=1)


def _check_output(output: Path, files: Sequence[str]) -> None:
    """Raise BadInput for a scene that cannot be written, or with a table that would replace one of the recordings."""
    if output.suffix != ".toml":
        raise BadInput(f"output {str(output)!r}: must end in .toml")
    table = output.with_suffix(".csv")
    if table.resolve() in {Path(each).resolve() for each in files}:
        raise BadInput(
            f"output {str(output)!r}: {table.name} beside it would replace the recording; choose another name"
        )
    for path in (output, table):
        check_writable(str(path))


# Text ---------------------------------------------------------------------------------------------------------


def lines(found: ThrownFit, turnings: Sequence[Turning]) -> list[str]:
    """Return what is found as lines of text: whether it is followed, flights, ratios, axes, bias, what is open."""
    body = found.body
    return [*_followed(body), *_flights(found), "", *_numbers(body), *_remarks(found), "", *_turned(body, turnings)]


def _followed(body: ThrownBody) -> list[str]:
    if body.followed:
        said = f"FOLLOWED: the rates are those of a free body; residuals {body.rms:.3g} rad/s"
        if body.times > 1.0:
            said += (
                f", which are a pattern, not noise: errors are {times_of_noise(body)[1]:.2g} times those of noise alone"
            )
        return [said]
    until = f" after {body.reach:.3g} s" if 0.0 < body.reach < math.inf else ""
    return [
        f"NOT FOLLOWED: the rates leave those of a free body{until}; residuals {body.rms:.3g} rad/s",
        "the values mean nothing; what may help: --window BEGIN..END of the free flight alone",
    ]


def _flights(found: ThrownFit) -> list[str]:
    said = []
    for (place, begin, end), flight in zip(found.spans, found.body.flights, strict=True):
        recording, how = found.recordings[place], found.found[place]
        said.append(f"flight: {recording.name}, {begin:.4g} to {end:.4g} s, {len(flight.t)} rows")
        if how.arm is not None:
            x, y, z = (1e3 * how.arm).tolist()
            said[-1] += f"; accelerometer at ({x:.1f}, {y:.1f}, {z:.1f}) mm from the centre of mass"
    for recording, rest, (count, limit) in zip(found.recordings, found.rests, found.cut, strict=True):
        if rest is not None:
            said.append(f"rest: {recording.name}, {rest[0]:.4g} to {rest[1]:.4g} s, tells the bias beforehand")
        if count:
            said.append(f"{recording.name}: rates are cut off at {limit:.4g} rad/s: {count} rows left out")
    return said


def _numbers(body: ThrownBody) -> list[str]:
    """Return the table of what is found; without errors where the motion is not followed."""
    rows = [("size unknown", "value", "± 95 %", "unit", "")]
    rows += [(each.name, *_value(each.value, body), each.unit, each.about) for each in found_numbers(body)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _value(each: FlightValue, body: ThrownBody) -> tuple[str, str]:
    if not body.followed:
        return f"{each.value:.6g}", "not known"
    if math.isinf(each.half):
        return "", "not found"
    return rounded(each.value, each.half), "not known" if math.isnan(each.half) else f"{each.half:.2g}"


def _remarks(found: ThrownFit) -> list[str]:
    body, said = found.body, []
    if body.twin is not None:
        said.append(f"{twin_words(body)}: give --reverse x, y, z or all")
    for axis in mirrored_axes(found):
        said.append(f"the accelerometer fits rates of the other sense alone: give --reverse {axis}")
    if is_no_body(body):
        said.append("I₁ + I₂ < I₃: no real body has such moments")
    return [line for each in (*said, *body.remarks) for line in ("", each)]


def _turned(body: ThrownBody, turnings: Sequence[Turning]) -> list[str]:
    """Return how far the attitude by the rates alone departs from that of the fitted body; the mass has no effect."""
    if not body.followed:
        return []
    said = [
        f"attitude by the rates alone, flight {k + 1}: {math.degrees(float(each.apart[-1])):.2g}° from that of the "
        f"body after {float(each.t[-1]):.3g} s and {turns_of(each):.2g} turns"
        for k, each in enumerate(turnings)
    ]
    return [*said, "mass and size have no effect on the rates, and are not found"]


def as_data(found: ThrownFit, turnings: Sequence[Turning]) -> dict[str, Any]:
    """Return what is found as data for JSON; null for what is not known."""
    body = found.body

    def pair(each: FlightValue) -> dict[str, float]:
        return {"value": each.value, "half95": each.half if body.followed else math.nan}

    return {
        "followed": body.followed,
        "rms": body.rms,
        "noise": body.noise,
        "correlation_times": body.times,
        "flights": [
            {"file": found.recordings[place].name, "begin": begin, "end": end, "rows": len(flight.t),
             "half_period": pair(half), "omega": start.tolist(), "attitude_apart": float(turned.apart[-1])}
            for (place, begin, end), flight, half, start, turned in zip(
                found.spans, body.flights, body.half_periods, body.starts, turnings, strict=True)
        ],
        "rests": [None if each is None else list(each) for each in found.rests],
        "accelerometer": [None if each.arm is None else each.arm.tolist() for each in found.found],
        "ratios": [pair(each) for each in body.ratios],
        "sum_of_ratios": pair(body.total),
        "inertia": body.inertia.tolist(),
        "axes": body.axes.tolist(),
        "axes_half95": body.axis_halves.tolist() if body.followed else [math.nan] * 3,
        "bias": [pair(each) for each in body.bias],
        "air": [pair(each) for each in body.air],
        "twin": None if body.twin is None else list(body.twin),
        "remarks": list(body.remarks),
    }  # fmt: skip


# The scene ----------------------------------------------------------------------------------------------------


def _save(output: Path, found: ThrownFit, turned: Turning, recording: RecordingSpec | None) -> None:
    """Write the scene of the first flight, and beside it the table of its measured motion."""
    table = write_found(output, FoundBody(found, (turned,)), 0, recording)
    click.echo(f"{output} and {table.name} beside it are written", err=True)
