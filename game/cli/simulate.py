"""`polhode simulate`: a run as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

import click

from game.cli.json_text import json_text
from game.cli.tables import FORMATS, checked_target, comment, opened, write_npz
from game.model.errors import DIVERGED
from game.model.replacement import replacing
from game.scenefile import Scene
from physics import BadInput, Simulation, System
from physics.core.pieces import state_after
from physics.core.report import ReportEntry
from physics.simulation.energy_budget import energy_quantities
from physics.simulation.outcome import InvariantValue
from physics.simulation.pace import Pace
from physics.simulation.report_track import ReportTrack
from physics.simulation.run import Run, columns, sample, sample_blocks, table, write_csv
from physics.simulation.run_tables import check_parquet
from physics.types import Floats, Occurrence

UNSEEN = 128
"""Steps between two samples where no rows are written."""
PARQUET = ".parquet"
MAX_PRINTED_EVENTS = 20
"""Greatest number of events that are printed one by one."""


def compute(
    scene: Scene,
    duration: float | None,
    every: float | None,
    output: str | None,
    as_json: bool,
    chosen: Sequence[str] | None = None,
) -> int:
    """Run a scene for `duration` [s], or to its end (None), write rows and a summary; returns the exit code.

    chosen: the columns of the rows; None: state, invariants and derived quantities. Raises BadInput, RecordingError.
    """
    simulation = scene.simulation()
    if every is not None and duration is not None and every > duration > 0:
        raise BadInput(f"every = {every:g} s: must be at most the duration, {duration:g} s")
    names = columns(simulation.system, chosen)
    target = checked_target(output, as_json, (*FORMATS, PARQUET))
    if target.endswith(PARQUET):
        check_parquet()
    track = ReportTrack(simulation)
    opening = scene.opening_tick(simulation.dt)
    Pace(opening).advance(simulation, opening, track.advance)
    if target.endswith(".npz"):
        numbers = partial(table, simulation, duration, every, track, names)
        write_npz(target, comment(simulation), lambda: dict(zip(names, numbers().T, strict=True)))
    elif target.endswith(PARQUET):
        found = table(simulation, duration, every, track, names)
        with replacing(target) as part, part.open("wb") as binary:
            Run.of(simulation, found, track.report(), names).to_parquet(binary)
    elif target:
        with opened(target) as file:
            blocks = sample_blocks(simulation, duration, every, track, names)
            rows = chain.from_iterable(block.tolist() for block in blocks)
            write_csv(file, comment(simulation), names, rows)
    else:
        for _ in sample(simulation, duration, UNSEEN * simulation.dt, track, ()):
            pass
    _print_summary(simulation, track.report(), as_json)
    return DIVERGED if simulation.divergence else 0


def print_summary(head: Mapping[str, Any], rest: Mapping[str, Any], sentence: str, as_json: bool) -> None:
    """Print the summary: what was run (system, integrator, dt [s], time [s]) and the rest, as JSON or in a sentence."""
    if as_json:
        click.echo(json_text({**head, **rest}))
    else:
        click.echo(f"{head['system']}, {head['integrator']}, dt = {head['dt']:g} s: {sentence}", err=True)


def _print_summary(simulation: Simulation, report: Mapping[str, ReportEntry], as_json: bool) -> None:
    """Print the summary of a run: drifts of the invariants, report, events, and the divergence if there was one."""
    readings = simulation.invariants()
    divergence = simulation.divergence
    head = {
        "system": simulation.system.name,
        "integrator": simulation.integrator.name,
        "dt": simulation.dt,
        "time": simulation.time,
    }
    rest = {
        "steps": simulation.tick,
        "state": _by_name(simulation.system, simulation.y),
        "invariants": {name: _reading(reading) for name, reading in readings.items()},
        **_energy(simulation),
        "events": [_event(simulation.system, event) for event in simulation.events],
        **_report_values(report),
        "warning": simulation.warning or None,
        "diverged": str(divergence) if divergence else None,
    }
    drifts = ", ".join(f"{name} {reading.drift:+.2e}" for name, reading in readings.items())
    said = f"; relative drift: {drifts}" if drifts else ""
    print_summary(head, rest, f"{simulation.tick} steps to t = {simulation.time:g} s{said}", as_json)
    if not as_json:
        _print_report(report)
        _print_events([str(event) for event in simulation.events])
    for line in (*simulation.system.warnings, *simulation.system.notes):
        click.echo(f"polhode: {line}", err=True)
    if divergence or simulation.warning:
        click.echo(f"polhode: {divergence or simulation.warning}", err=True)


def _reading(reading: InvariantValue) -> dict[str, float]:
    """Return value and drift of an invariant, and the rounding where the value is below it."""
    rounding = {"rounding": reading.rounding} if reading.rounding else {}
    return {"value": reading.value, "drift": reading.drift, **rounding}


def _energy(simulation: Simulation) -> dict[str, Any]:
    """Return the parts of the energy [J] by their names as columns, and where it has come from."""
    budget, names = simulation.energy_budget(), [each.name for each in energy_quantities(simulation.system)]
    if not names:
        return {}
    parts = dict(zip(names, (value for _, value in budget.parts), strict=True))
    return {"energy": {"parts": parts, "start": budget.start, "drift": budget.drift}}


def _by_name(system: System, y: Floats | Sequence[float]) -> dict[str, float]:
    """Return a state by the names of its variables."""
    return {variable.name: value for variable, value in zip(system.variables, y, strict=True)}


def _event(system: System, event: Occurrence) -> dict[str, Any]:
    """Return an event with the states before and after it."""
    sides = {"before": _by_name(system, event.before), "after": _by_name(system, state_after(system, event))}
    return {**event._asdict(), **sides}


def _report_values(report: Mapping[str, ReportEntry]) -> dict[str, Any]:
    """Return the report of a run by name, with the times of peaks, and the reasons of missing entries."""
    found: dict[str, Any] = {}
    for name, each in report.items():
        found[name] = each.value
        if each.time is not None:
            found[f"{name}_time"] = each.time
    reasons = {name: each.reason for name, each in report.items() if each.value is None}
    return {"report": found, "report_missing": reasons} if report else {}


def _print_report(report: Mapping[str, ReportEntry]) -> None:
    """Print a line for each entry of the report, under its group; one line for all that miss for the same reason."""
    for name, each in report.items():
        if each.value is not None:
            click.echo(f"{each.group}: {each.meaning} = {each} ({name})", err=True)
    missing = [(each.group, each.reason) for each in report.values() if each.value is None]
    for group, reason in dict.fromkeys(missing):
        click.echo(f"{group}: {reason}", err=True)


def _print_events(lines: Sequence[str]) -> None:
    """Print a line for each event; of very many, the first and the last."""
    left_out = len(lines) - MAX_PRINTED_EVENTS
    if left_out > 0:
        half = MAX_PRINTED_EVENTS // 2
        lines = [*lines[:half], f"and {left_out} more", *lines[-half:]]
    for line in lines:
        click.echo(line, err=True)
