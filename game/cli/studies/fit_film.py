"""`polhode fit pendulum FILE`: what a film of a pendulum, or an encoder at one, tells of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from game.cli.json_text import json_text
from game.cli.studies.fit import rounded, window_of
from game.cli.studies.table_columns import answers, given_column
from game.experiments.measurements.column_uses import ANGLES, TIME, UNKNOWN, of_run, runs_of, understood
from game.experiments.measurements.heading_names import TIME_UNIT, bare_name, key
from game.experiments.measurements.measured import counts_a_turn, in_si, since_first, unwrapped
from game.experiments.measurements.table_file import FileColumn, FileTable, read_table
from game.model.errors import FIT_LOST
from physics import BadInput
from physics.chains.planar_chain import PlanarChain
from physics.core.units import ANGLE, factor, format_number, spellings
from physics.errors import unknown
from physics.fitting.swing.film import FilmFit, FilmValue, fit_film

COLUMNS = {TIME: TIME_UNIT, "angle": ANGLE, "x": "m", "y": "m", "pivot_x": "m", "pivot_y": "m"}
"""What a column can be, with its SI unit; places may be in any unit."""
GRAVITY = 9.81
SLOW, NEAR = (8, 4, 2), 0.08
"""How many times slower a film may play than it was taken, and how near g must then be to what it is on Earth."""
WORSE = 1.5
"""Residual in the last fifth over that before, from which it is said."""
NAMES = {"q": "g/ℓ", "c1": "damping c₁", "c2": "damping c₂", "dry": "dry friction", "theta": "angle at the start",
         "theta_dot": "rate at the start", "offset": "offset of the angle", "pivot_x": "pivot x", "pivot_y": "pivot y",
         "radius": "length in the picture", "plumb": "plumb line"}  # fmt: skip
LAWS = {"c1": "θ'' = … − c₁ θ'", "c2": "θ'' = … − c₂ |θ'| θ'", "dry": "θ'' = … − d sgn θ'"}
Numbers = np.ndarray[Any, np.dtype[np.float64]]


def fit_films(
    files: Sequence[str],
    columns: Sequence[tuple[str, str]],
    run: str,
    window: str | None,
    rate: float | None,
    length: float | None,
    gaps: bool,
    as_json: bool,
) -> int:
    """Fit a pendulum to a table of its angle or of points of its bob, and print what is found.

    columns: as `COLUMNS`. rate: true frames a second, where the times of the table are not true. length: of the
    pendulum [m]. gaps: lost frames are counted. Returns the exit code. Raises BadInput.
    """
    if len(files) != 1:
        raise BadInput(f"FILE: is given {len(files)} times; a film is one table")
    table = read_table(Path(files[0]))
    for note in table.notes:
        click.echo(note, err=True)
    if run:
        table = of_run(table, run)
    t, values, used = film_columns(table, columns, rate)
    click.echo(f"columns: {used}", err=True)
    begin, end = window_of(window) or (-math.inf, math.inf)
    inside = (t >= begin) & (t <= end)
    found = fit_film(t[inside], values[inside], gaps)
    asked = questions(found, length)
    click.echo(json_text(as_data(found, asked)) if as_json else "\n".join(lines(found, table.path.name, length, asked)))
    return 0 if found.followed else FIT_LOST


# Columns ------------------------------------------------------------------------------------------------------


def film_columns(
    table: FileTable, columns: Sequence[tuple[str, str]], rate: float | None
) -> tuple[Numbers, Numbers, str]:
    """Return times (rows,) [s], an angle (rows, 1) [rad] or points of the bob (rows, 2), and what was taken for them.

    Raises BadInput that asks for what headings leave open.
    """
    chosen: dict[str, tuple[int, str]] = {}
    for name, text in columns:
        if name not in COLUMNS:
            raise unknown("column of a film", name, COLUMNS)
        chosen[name] = given_column(table, name, text, COLUMNS[name])
    if not {"x", "y", "angle"} & chosen.keys():
        chosen |= _by_headings(table)
    if ("x" in chosen) != ("y" in chosen):
        other = "y" if "x" in chosen else "x"
        raise BadInput(f"table {table.path}: {other} of the bob is missing; give --column {other}=HEADING")
    times = _times(table, chosen, rate)
    if "angle" in chosen:
        place, unit = chosen["angle"]
        angle, _ = unwrapped(in_si(table.columns[place].values, unit, ANGLE), counts_a_turn(unit))
        values = angle[:, None]
    else:
        values = np.column_stack([_place(table, chosen, name) for name in ("x", "y")])
    used = (f"{name} = {table.columns[place].name} [{unit}]" for name, (place, unit) in chosen.items())
    return times, values, ", ".join(used)


def _place(table: FileTable, chosen: dict[str, tuple[int, str]], name: str) -> Numbers:
    """Return a coordinate of the bob, from that of the pivot on where this is measured, too [m or any unit]."""
    place, unit = chosen[name]
    found = in_si(table.columns[place].values, unit, "m")
    if f"pivot_{name}" not in chosen:
        return found
    place, unit = chosen[f"pivot_{name}"]
    return found - in_si(table.columns[place].values, unit, "m")


def _times(table: FileTable, chosen: dict[str, tuple[int, str]], rate: float | None) -> Numbers:
    """Return the times of the rows [s]; with a rate of frames a second, those of as many intervals."""
    if TIME not in chosen:
        found = understood(table, PlanarChain)
        place = next((place for place, use in found.uses.items() if use.quantity == TIME), None)
        if place is None and rate is not None:
            return np.arange(table.rows) / rate
        if place is None or found.uses[place].unit == UNKNOWN:
            question = next((each.words for each in found.questions if each.quantity == TIME), "no column is the time")
            raise BadInput(
                f"table {table.path}: {question}; give --column t=HEADING:UNIT, one of {spellings(TIME_UNIT)}, "
                "or --rate"
            )
        chosen[TIME] = place, found.uses[place].unit
    place, unit = chosen[TIME]
    times, said = since_first(table.columns[place], unit)
    if said:
        click.echo(said, err=True)
    if rate is None:
        return times
    usual = float(np.nanmedian(np.diff(times)))
    return np.asarray((times - times[0]) / (usual * rate))


def _by_headings(table: FileTable) -> dict[str, tuple[int, str]]:
    """Return the columns of the bob, or of an angle, by their headings. Raises BadInput that asks."""
    runs = runs_of(table.columns)
    if len(runs) > 1:
        raise BadInput(f"table {table.path}: several runs; give --run, one of {', '.join(runs)}")
    named = {axis: [i for i, each in enumerate(table.columns) if _is_axis(each, axis)] for axis in ("x", "y")}
    angles = [i for i, each in enumerate(table.columns) if _is_angle(each)]
    if len(named["x"]) > 1 or len(named["y"]) > 1:
        tracks = [*dict.fromkeys(table.columns[i].group for i in named["x"] if table.columns[i].group)]
        names = tracks or ["columns " + ", ".join(str(i + 1) for i in named["x"])]
        first = named["x"][0] + 1
        raise BadInput(
            f"table {table.path}: several tracks, {', '.join(names)}: which is the bob, and is one the pivot? give "
            f"--column x={first} --column y={named['y'][0] + 1}, and pivot_x and pivot_y where one is"
        )
    if named["x"] and named["y"]:
        return {axis: (places[0], _unit_of_place(table.columns[places[0]])) for axis, places in named.items()}
    if len(angles) == 1:
        column = table.columns[angles[0]]
        if not column.unit:
            raise BadInput(
                f"table {table.path}: {column.heading} has no unit; give --column angle={column.name}:UNIT, one of "
                f"{answers(ANGLE)}"
            )
        return {"angle": given_column(table, "angle", str(angles[0] + 1), ANGLE)}
    headings = ", ".join(column.heading for column in table.columns)
    raise BadInput(
        f"table {table.path}: neither x and y of a bob nor one angle among {headings}; give --column x=HEADING and "
        "y=HEADING, or angle=HEADING:UNIT"
    )


def _is_axis(column: FileColumn, axis: str) -> bool:
    return bare_name(column.name).casefold() == axis


def _is_angle(column: FileColumn) -> bool:
    return key(bare_name(column.name).split(",")[0]).casefold().removesuffix("1") in ANGLES


def _unit_of_place(column: FileColumn) -> str:
    """Return the unit of a place: that of its heading where it is one of lengths, else any."""
    return column.unit if column.unit and factor(column.unit, "m") is not None else "m"


# Text ---------------------------------------------------------------------------------------------------------


def questions(found: FilmFit, length: float | None) -> list[str]:
    """Return what is asked, each in one line with the option that answers it."""
    said = []
    if found.lost and not found.used:
        frames = ", ".join(f"{each.frame}" + (f" ({each.missing})" if each.missing > 1 else "") for each in found.lost)
        seem = "frame {} seems lost: insert a gap?" if len(found.lost) == 1 else "frames {} seem lost: insert gaps?"
        said.append(f"{seem.format(frames)} give --gaps")
    own = {each.name: each for each in found.values}
    size = length if length is not None else own["radius"].value if "radius" in own else math.nan
    g = own["q"].value * size
    slow = next((times for times in SLOW if abs(g * times * times / GRAVITY - 1.0) < NEAR), 0)
    if found.followed and slow:
        usual = float(np.median(np.diff(found.t)))
        said.append(
            f"g/ℓ times the length, {g:.4g} m/s², is 9.81/{slow * slow} m/s²: was the film taken {slow} times as fast "
            f"as it plays? give --rate, such as --rate {format_number(round(slow / usual, 2))}"
        )
    return said


def lines(found: FilmFit, source: str, length: float | None, asked: Sequence[str]) -> list[str]:
    """Return what is found as lines of text."""
    t = found.t
    head = f"pendulum: {len(t)} rows of {source}, {t[-1] - t[0]:.4g} s from t = {t[0]:.4g} s"
    if not found.followed:
        first = "NOT FOLLOWED: the film is not that of a pendulum with one length; the values mean nothing"
        return [first, head, "what may help: a shorter --window, --rate, --column", *(f"\n{each}" for each in asked)]
    if found.used:
        inserted = ", ".join(f"frame {each.frame}" for each in found.lost)
        head += f"; {sum(each.missing for each in found.lost)} frames inserted: {inserted}"
    rows = [("", "value", "± 95 %", "unit", ""), *(_row(each) for each in found.values)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    told = ["  ".join(word.ljust(size) for word, size in zip(row, widths, strict=True)).rstrip() for row in rows]
    if len(found.rms) == 1:
        left = f"{math.degrees(found.rms[0]):.3g}°"
    else:
        left = " and ".join(f"{each:.3g}" for each in found.rms) + " in x and y"
    said = [f"residuals: {left}"]
    if found.times > 1.5:
        said[-1] += f", a pattern, not noise: errors are {math.sqrt(found.times):.2g} times those of noise alone"
    return [head, "", *told, "", *said, *_remarks(found, length), *(line for each in asked for line in ("", each))]


def _row(each: FilmValue) -> tuple[str, ...]:
    turn = math.pi / 180.0
    scale, unit = (turn, each.unit.replace("rad", "°")) if each.unit.startswith("rad") else (1.0, each.unit)
    half = "not found alone" if math.isinf(each.half) else f"{each.half / scale:.2g}"
    return NAMES[each.name], rounded(each.value / scale, each.half / scale), half, unit, LAWS.get(each.name, "")


def _remarks(found: FilmFit, length: float | None) -> list[str]:
    said = []
    if found.alike:
        each = ", ".join(f"{NAMES[one.name]} = {rounded(one.value, one.half)} ± {one.half:.2g}" for one in found.alike)
        said.append(f"the swing is too short to tell laws of damping apart: alone, {each} follows as well")
    elif found.dropped:
        left = ", ".join(NAMES[name] for name in found.dropped)
        said.append(f"within its error, and left out: {left}")
    if found.last > WORSE:
        said.append(
            f"the last fifth is followed {found.last:.2g} times worse than the rest: damping has another law there"
        )
    q = found["q"]
    if length is None:
        said.append("only g/ℓ is found; g only where ℓ was measured otherwise: give --length")
    else:
        said.append(f"g = {rounded(q.value * length, q.half * length)} ± {q.half * length:.2g} m/s² for a length of "
                    f"{length:g} m")  # fmt: skip
    return [line for each in said for line in ("", each)]


def as_data(found: FilmFit, asked: Sequence[str]) -> dict[str, Any]:
    """Return what is found as data for JSON."""

    def row(each: FilmValue) -> dict[str, Any]:
        return {"name": each.name, "unit": each.unit, "value": each.value, "half95": each.half}

    return {
        "followed": found.followed,
        "values": [row(each) for each in found.values],
        "dropped": list(found.dropped),
        "alike": [row(each) for each in found.alike],
        "lost_frames": [{"frame": each.frame, "count": each.missing, "row": each.row} for each in found.lost],
        "gaps_inserted": found.used,
        "rms": list(found.rms),
        "last_fifth": found.last,
        "correlation_times": found.times,
        "questions": list(asked),
    }
