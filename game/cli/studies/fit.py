"""`polhode fit`: parameters and initial values of a scene from a table of measured motion."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from game.cli.json_text import json_text
from game.cli.studies.table_columns import answers, asked, given_column
from game.experiments.measurements.column_uses import DEFAULT, TIME, counts_rows, of_run, run_of, understood
from game.experiments.measurements.heading_names import TIME_UNIT
from game.experiments.measurements.measured import (
    MAX_TIME,
    check_times,
    counts_a_turn,
    in_si,
    since_first,
    unwrapped,
)
from game.experiments.measurements.scene_table import MAX_FILE_BYTES
from game.experiments.measurements.table_file import FileColumn, FileTable, read_table
from game.experiments.measurements.thrown_files import is_recording
from game.model.errors import FIT_LOST
from game.model.replacement import check_writable, replacing
from game.scenefile import TABLES, MeasuredSpec, Scene
from game.scenefile.loading import measured_files
from game.session.save_scene import toml
from physics import BadInput, System
from physics.core.units import ANGLE, check_number, format_number, spellings
from physics.errors import unknown
from physics.fitting.estimates import Estimate
from physics.fitting.fit import Fit
from physics.fitting.fit import fit as fit_motion
from physics.fitting.noise import spread
from physics.fitting.observables import observables
from physics.fitting.solver import Loss

FILM = "pendulum"
"""What stands in place of a scene where a film of a pendulum is fitted."""
OF_FILMS = ("rate", "length", "gaps")
"""Options that only films have."""
HIDING = 0.5
"""Noise found from a column, as a part of its spread, that hides any motion."""
Numbers = np.ndarray[Any, np.dtype[np.float64]]


def is_film(scene: str, free: str | None) -> bool:
    """Return whether a film of a pendulum is fitted: its word stands in place of a scene."""
    return scene == FILM and free is None


def check_fit_files(
    scene: str, files: Sequence[str], free: str | None, of_recordings: Mapping[str, object]
) -> tuple[str, ...]:
    """Return the files that are recordings of a thrown body, () where a scene is fitted to one table.

    of_recordings: options that only recordings and films have, by name. Raises BadInput for what does not fit together.
    """
    wrong = next((name for name in OF_FILMS if of_recordings.get(name)), None)
    if wrong is not None:
        raise BadInput(f"{wrong}: is for films of a pendulum alone, polhode fit {FILM} FILE; leave it out")
    if scene and is_recording(scene):
        if free is not None:
            raise BadInput(f"free = {free}: are numbers of a scene; name one before {scene}, or leave --free out")
        return scene, *files
    if len(files) != 1:
        missing = "is missing; give a table" if not files else f"is given {len(files)} times; a scene is fitted to one"
        raise BadInput(f"FILE: {missing}")
    if free is None and scene == "free-body":
        return (*files,)
    if free is None:
        raise BadInput("free: is missing; give parameters and initial values, such as --free length,friction,theta")
    given = next((name for name, value in of_recordings.items() if value), None)
    if given is not None:
        raise BadInput(f"{given}: is for recordings of a thrown body alone; leave it out")
    return ()


def fit(
    scene: Scene,
    path: str,
    columns: Sequence[tuple[str, str]],
    free: str,
    noise: Sequence[tuple[str, str]],
    window: str | None,
    loss: Loss,
    starts: int,
    seed: int,
    segment: float | None,
    output: str | None,
    as_json: bool,
    run: str = "",
) -> int:
    """Fit the free numbers of a scene to a table, print what is found, and save the scene with it.

    columns: ("theta", "angle:deg"), the quantity and the column of the table with its unit. free: names separated by
    commas. window: "A..B" or "B" [s]. segment: as in `physics.fitting.fit.fit`. run: of several in the table. Returns
    the exit code: a fit that has not followed the data has its own, and saves no scene. Raises BadInput,
    RecordingError.
    """
    if output is not None and Path(output).suffix != ".toml":
        raise BadInput(f"output {output!r}: must end in .toml")
    if output is not None:
        check_writable(output)
    simulation = scene.simulation()
    table = read_table(Path(path))
    t, measured = columns_of(table, simulation.system, columns, run)
    names = [name.strip() for name in free.split(",") if name.strip()]
    with click.progressbar(length=1000, label="Fitting", file=sys.stderr) as bar:
        found = fit_motion(
            simulation.system, t, measured, names, dict(noise), simulation.integrator.name, simulation.dt,
            simulation.settings, window_of(window), loss, starts, seed, segment,
            note=lambda part: bar.update(int(1000 * part) - bar.pos),
        )  # fmt: skip
    if output is not None and found.followed:
        with replacing(output) as part:
            beside = None if columns else _table_beside(table.path, Path(output), found)
            part.write_text(toml(fitted_scene(scene, found, table.path.name, beside)), encoding="utf-8")
    click.echo(json_text(as_data(found)) if as_json else "\n".join(lines(found, table.path.name)))
    if found.followed:
        return 0
    if output is not None:
        click.echo(f"polhode: {output} is not written: the fit has not followed the data", err=True)
    return FIT_LOST


def columns_of(
    table: FileTable, system: System, given: Sequence[tuple[str, str]], run: str = ""
) -> tuple[Numbers, dict[str, Numbers]]:
    """Return the times (rows,) [s] and the measured values by the names of quantities, in SI units.

    given: (quantity, "column:unit"); the column by its heading or its number from 1, the unit that of the heading where
    it is left out. Without any, columns are what their headings say; so is the time, `t`; see `independent`. Rows
    without a time are left out. run: the one that is wanted, of several. Raises BadInput.
    """
    if run:
        table = of_run(table, run)
    known = {TIME: TIME_UNIT, **{name: each.unit for name, each in observables(system).items()}}
    for note in table.notes:
        click.echo(note, err=True)
    chosen: dict[str, tuple[int, str]] = {}
    for quantity, text in given:
        if quantity not in known:
            raise unknown(f"quantity of {system.name}", quantity, known)
        if quantity in chosen:
            raise BadInput(f"--column {quantity}: given twice")
        chosen[quantity] = given_column(table, quantity, text, known[quantity])
    if TIME not in chosen:
        chosen = _with_headings(table, system, chosen)
    if len(chosen) < 2:
        others = [each for i, each in enumerate(table.columns) if i != chosen[TIME][0]]
        other = min(others, key=counts_rows).name if others else "HEADING"
        said = "".join(f"; {note}" for note in understood(table, system).notes)
        such = f"{system.variables[0].name}={other}:{system.variables[0].unit}".rstrip(":")
        raise BadInput(
            f"table {table.path}: no heading is a quantity of {system.name}{said}; "
            f"give --column QUANTITY=HEADING:UNIT, such as {such}"
        )
    used = (f"{name} = {table.columns[place].name} [{unit}]" for name, (place, unit) in chosen.items())
    click.echo(f"columns: {', '.join(used)}", err=True)
    _check_jumps(table, chosen, known, given)
    values = {name: in_si(table.columns[place].values, unit, known[name]) for name, (place, unit) in chosen.items()}
    for name, (_, unit) in chosen.items():
        if known[name] == ANGLE:
            values[name], jumps = unwrapped(values[name], counts_a_turn(unit))
            if jumps:
                click.echo(f"{name}: goes round {jumps} times, and is taken as one that goes on", err=True)
    times, said = since_first(table.columns[chosen[TIME][0]], chosen[TIME][1])
    del values[TIME]
    if said:
        click.echo(said, err=True)
    timed = np.isfinite(times)
    check_times(table.path, times[timed])
    return times[timed], {name: column[timed] for name, column in values.items()}


def _check_jumps(
    table: FileTable,
    chosen: dict[str, tuple[int, str]],
    known: dict[str, str],
    given: Sequence[tuple[str, str]],
) -> None:
    """Raise BadInput for an angle whose unit nobody has named, and which mostly jumps by half a turn or more.

    Such numbers may be degrees, or counts of an encoder; a fit would search for minutes for a motion that has none.
    """
    named = {quantity for quantity, text in given if text.rpartition(":")[2].strip() == ANGLE}
    for name, (place, unit) in chosen.items():
        column = table.columns[place]
        values = column.values[np.isfinite(column.values)]
        if known[name] != ANGLE or unit != ANGLE or column.unit or name in named or len(values) < 2:
            continue
        step = float(np.median(np.abs(np.diff(values))))
        if step >= math.pi:
            raise BadInput(
                f"{name}: changes by {step:.3g} from row to row, which in rad is half a turn or more; give its unit: "
                f"--column {name}={column.name}:UNIT, one of {answers(ANGLE)}"
            )


def _with_headings(table: FileTable, system: System, given: dict[str, tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """Return the columns that are given with that of the time, or where none are, all that headings say.

    Raises BadInput that asks for what headings leave open.
    """
    places = [place for place, _ in given.values()]
    found = understood(table, system, next(filter(None, (run_of(table.columns[place]) for place in places)), ""))
    for question in found.questions:
        if question.quantity == TIME or not given:
            raise BadInput(f"table {table.path}: {asked(question, table)}")
    named = {use.quantity: (place, use.unit) for place, use in found.uses.items()}
    if TIME not in named:
        counting = next((i for i, each in enumerate(table.columns) if _counts_time(each) and i not in places), None)
        if counting is not None:
            column = table.columns[counting]
            step = format_number(float(np.nanmedian(np.diff(column.values))))
            raise BadInput(
                f"table {table.path}: {column.name} rises by {step} from row to row and has no heading: "
                f"give --column t={counting + 1}:UNIT, one of {spellings(TIME_UNIT)}, if it is the time"
            )
        headings = ", ".join(column.name for column in table.columns)
        raise BadInput(
            f"table {table.path}: no column is the time; give --column t=HEADING, one of {headings}, "
            "with its unit, as t=HEADING:ms, where that is not s"
        )
    return {**given, TIME: named[TIME]} if given else independent(named, system)


def _counts_time(column: FileColumn) -> bool:
    """Return whether a column without a heading rises in whole steps, as milliseconds of a microcontroller do."""
    return DEFAULT.fullmatch(column.name) is not None and column.rises and not column.unit


def independent(columns: dict[str, tuple[int, str]], system: System) -> dict[str, tuple[int, str]]:
    """Return the columns by quantity without those that follow from others, as in a table of `polhode simulate`.

    Where angles, places or rates are given, an energy or another derived quantity tells nothing new, and one that does
    not change would, with a noise near zero, outweigh all the others.
    """
    counted = [each.name for each in system.variables if each.role in ("auxiliary", "discrete")]
    state = {each.name for each in (*system.variables, *system.aliases)} - set(counted)
    if not state & set(columns):
        return columns
    derived = {each.name for each in (*system.invariants, *system.quantities)} - state
    return {name: column for name, column in columns.items() if name not in (*derived, *counted)}


def window_of(text: str | None) -> tuple[float, float] | None:
    """Return the first and last time [s] of "A..B" or "B", None for all. Raises BadInput."""
    if text is None:
        return None
    low, _, high = text.partition("..") if ".." in text else ("", "", text)
    first = check_number("window", low, "s", -MAX_TIME, MAX_TIME) if low else -math.inf
    last = check_number("window", high, "s", -MAX_TIME, MAX_TIME) if high else math.inf
    if not first < last:
        raise BadInput(f"window = {text}: must end later than it begins")
    return first, last


def _table_beside(table: Path, output: Path, found: Fit) -> MeasuredSpec | None:
    """Return a table as a scene in the file `output` can name it.

    None where it is neither beside it nor shipped, or too large.
    """
    beside = table.resolve().parent == output.resolve().parent
    shipped = measured_files().get(table.name)
    named = beside or (shipped is not None and shipped.samefile(table))
    fits = table.name.lower().endswith(TABLES) and table.stat().st_size <= MAX_FILE_BYTES
    return MeasuredSpec(table.name, found.begin) if named and fits else None


def fitted_scene(scene: Scene, found: Fit, source: str, measured: MeasuredSpec | None = None) -> Scene:
    """Return the scene with the fitted parameters and start, and the table that it names."""
    system = found.system
    note = f"Fitted to {source}, {found.t[-1]:.4g} s from t = {_time(found.begin, found.t[-1])} s."
    return scene.changed(
        title=scene.title or f"{system.title}, fitted", note=note, time=0.0,
        parameters={name: system.parameters[name] for name in system.applicable()}, initial=dict(system.initial),
        measured=measured,
    )  # fmt: skip


def as_data(found: Fit) -> dict[str, Any]:
    """Return a fit as data for JSON.

    null for an error of what is not determined, for all errors where the data were not followed, and for a horizon
    beyond the data.
    """
    names = [each.name for each in found.estimates]
    return {
        "followed": found.followed,
        "reach": found.reach,
        "over_noise": found.over,
        "system": found.system.name,
        "loss": found.loss,
        "values": found.count,
        "rows_in_a_mean": found.size,
        "trial_step": found.trial or None,
        "begin": found.begin,
        "duration": float(found.t[-1]),
        "unknowns": [
            {"name": each.name, "unit": each.unit, "value": each.value, "sd": each.deviation, "half95": each.half,
             "start": each.start, "bound": each.bound}
            for each in found.estimates
        ],
        "correlation": {name: dict(zip(names, row, strict=True)) for name, row in zip(
            names, found.correlations.tolist(), strict=True)},
        "not_determined": [
            {"words": each.words, "changes": each.changes, "absolute": list(each.absolute), "sd": each.deviation,
             "found": [{"formula": one.formula, "value": one.value, "half95": one.half} for one in each.products]}
            for each in found.combinations
        ],
        "noise": found.noise,
        "rms": found.rms,
        "horizon": found.horizon,
        "segments": list(found.segments),
        "runs": found.runs,
    }  # fmt: skip


# Text ---------------------------------------------------------------------------------------------------------


def lines(found: Fit, source: str) -> list[str]:
    """Return a fit as lines of text: unknowns with errors, residuals, what is not determined, the horizon."""
    head = f"{found.system.name}: {found.count} values of {source}, {found.t[-1]:.4g} s from "
    head += f"t = {_time(found.begin, found.t[-1])} s"
    if found.segments:
        head += f", begun anew in {len(found.segments)} segments"
    return [
        *_lost(found), head, *_thinned(found), *_tried(found), "",
        *_table([("", "value", "± 95 %", "unit", "start"), *(_row(each, found) for each in found.estimates)]), "",
        *_table([("residuals", "rms", "noise", "unit"), *_residual_rows(found)]), *_remarks(found),
    ]  # fmt: skip


def _thinned(found: Fit) -> list[str]:
    """Return what is said of a long table whose rows are not all fitted one by one."""
    if found.size == 1:
        return []
    if not found.followed:
        return [f"of its {found.rows} rows one of {found.size} is used"]
    return [f"of its {found.rows} rows the means of {found.size} neighbours are used, which tell as much"]


def _tried(found: Fit) -> list[str]:
    """Return what is said of the steps of a long motion."""
    if not found.trial:
        return []
    step = f"motions were tried in steps of {format_number(found.trial)} s"
    return [f"{step}; values and errors are those of the steps asked for" if found.followed else step]


def _lost(found: Fit) -> list[str]:
    """Return what is said first of a fit that has not followed the data, and what may help."""
    if found.followed:
        return []
    over = ", ".join(_over(found, place) for place in range(len(found.columns)))
    lines = [f"NOT FOLLOWED: the fit has not followed the data; residuals: {over}"]
    if 0.0 < found.reach < found.t[-1]:
        until = found.begin + found.reach
        lines.append(
            f"followed up to t = {_time(until, found.t[-1])} s; the values are those of this part, "
            "their errors are not known"
        )
    else:
        lines.append("the values mean nothing, and their errors are not known")
    helps = ["another start (--set)", "--starts", "a shorter --window", "--segment"]
    if set(found.noise_given) != set(found.columns):
        helps.insert(0, f"--noise {found.columns[0]}=… where the noise is known")
    return [*lines, f"what may help: {', '.join(helps)}", ""]


def _over(found: Fit, place: int) -> str:
    """Return what is said of the residuals of a column that is not followed."""
    name, values = found.columns[place], found.measured[:, place]
    times, noise, width = found.over[name], found.noise[name], spread(values)
    if not math.isfinite(times):
        return f"{name} has no motion to compare"
    if name not in found.noise_given and noise >= HIDING * width:
        return f"{name} scatters from row to row as much as in all, so that no motion is seen in it"
    return f"{name} {times:.3g} times the noise"


def _time(t: float, duration: float) -> str:
    """Return a time of a table [s] with the digits that tell the parts of a duration apart, at least four."""
    digits = 4 + max(0, math.ceil(math.log10(max(abs(t), 1e-300) / duration)))
    return f"{t:.{min(digits, 17)}g}"


def _row(each: Estimate, found: Fit) -> tuple[str, ...]:
    if not found.followed:
        half = "not known"
    elif each.bound is not None:
        half = "at its bound"
    elif math.isinf(each.half):
        half = "not found alone"
    else:
        half = f"{each.half:.2g}"
    return each.name, rounded(each.value, each.half), half, each.unit, f"{each.start:.6g}"


def rounded(value: float, half: float) -> str:
    """Return a value with as many decimals as two digits of its error need, or six digits."""
    if not math.isfinite(half) or half <= 0.0 or abs(value) < half or half < 1e-12:
        return f"{value:.6g}"
    decimals = 1 - math.floor(math.log10(half))
    return f"{value:.{decimals}f}" if 0 <= decimals <= 12 and abs(value) < 1e6 else f"{value:.6g}"


def _residual_rows(found: Fit) -> list[tuple[str, ...]]:
    units = {name: each.unit for name, each in observables(found.system).items()}
    rows: list[tuple[str, ...]] = []
    for name in found.columns:
        factor, unit = (math.pi / 180, "°") if units[name] == "rad" else (1.0, units[name])
        noise = found.noise[name] / factor
        how = "" if name in found.noise_given else " (found)" if found.followed else " (estimated)"
        rows.append((name, f"{found.rms[name] / factor:.4g}", f"{noise:.4g}{how}", unit))
    return rows


def _remarks(found: Fit) -> list[str]:
    """Return what the data leave open, strong correlations, bounds and the horizon, each with an empty line before."""
    said = []
    for combination in found.combinations:
        said += ["", combination.words]
        said += [
            f"  {each.formula} = {rounded(each.value, each.half)} ± {each.half:.2g} in SI units"
            for each in combination.products if math.isfinite(each.half)
        ]  # fmt: skip
    if found.correlated:
        pairs = (f"{one} and {other} {size:+.3f}" for one, other, size in found.correlated)
        said += ["", f"correlated: {', '.join(pairs)}"]
    for each in found.estimates:
        if each.bound is not None:
            said += ["", f"{each.name}: has reached its bound {format_number(each.bound)} {each.unit}".rstrip()]
    if math.isfinite(found.horizon):
        said += ["", f"horizon: {found.horizon:.3g} s; later the errors of the fit alone leave the motion unknown"]
    return said


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows of words as lines with columns below one another."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]
