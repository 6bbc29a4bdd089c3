"""`polhode simulate`: a run without a picture, as a table."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import click
import numpy as np

import physics
from game.errors import DIVERGED
from game.scenefile import Scene
from physics import BadInput, Simulation
from physics.run import columns, configuration, sample, write_csv

FORMATS = (".csv", ".npz")


def compute(scene: Scene, duration: float, every: float | None, output: str | None, as_json: bool) -> int:
    """Run a scene for `duration` [s], write its rows, say how it went; returns the exit code.

    Raises BadInput, OSError.
    """
    simulation = scene.simulation()
    if every is not None and every > duration > 0:
        raise BadInput(f"every = {every:g} s: must be at most the duration, {duration:g} s")
    rows = sample(simulation, duration, every)
    target = output or ("" if as_json else "-")
    _checked_suffix(target)
    if target.endswith(".npz"):
        _write_npz(target, simulation, rows)
    elif target:
        with opened(target) as file:
            write_csv(file, comment(simulation), columns(simulation.system), rows)
    else:
        for _ in rows:
            pass
    _report(simulation, as_json)
    return DIVERGED if simulation.divergence else 0


def _checked_suffix(target: str) -> None:
    suffix = Path(target).suffix
    if target not in ("", "-") and suffix not in FORMATS:
        raise BadInput(f"output {target!r}: must end in {' or '.join(FORMATS)}, or be - for standard output")


def comment(simulation: Simulation) -> list[str]:
    """What was run, for the head of a file."""
    method = simulation.integrator.name
    described = configuration(simulation.system, method, simulation.settings, simulation.dt)
    return [f"polhode {physics.__version__}", *described]


@contextmanager
def opened(target: str) -> Iterator[TextIO]:
    """The file to write to; - is standard output."""
    if target == "-":
        yield sys.stdout
        sys.stdout.flush()
    else:
        try:
            with open(target, "w", encoding="utf-8", newline="") as file:
                yield file
        except OSError as error:
            raise BadInput(f"output {target!r}: {error.strerror}") from None


def _write_npz(target: str, simulation: Simulation, rows: Iterable[list[float]]) -> None:
    """One array for each column, and the configuration as text."""
    try:
        with open(target, "wb") as file:
            data = np.array(list(rows))
            named: dict[str, Any] = dict(zip(columns(simulation.system), data.T, strict=True))
            np.savez_compressed(file, configuration="\n".join(comment(simulation)), **named)
    except OSError as error:
        raise BadInput(f"output {target!r}: {error.strerror}") from None


def _report(simulation: Simulation, as_json: bool) -> None:
    """How it went: drifts of the invariants, and what stopped it if something did."""
    readings = simulation.invariants()
    divergence = simulation.divergence
    if as_json:
        summary = {
            "system": simulation.system.name,
            "integrator": simulation.integrator.name,
            "dt": simulation.dt,
            "time": simulation.time,
            "steps": simulation.tick,
            "state": {v.name: value for v, value in zip(simulation.system.variables, simulation.y, strict=True)},
            "invariants": {name: {"value": r.value, "drift": r.drift} for name, r in readings.items()},
            "diverged": str(divergence) if divergence else None,
        }
        click.echo(json.dumps(summary, indent=2))
    else:
        drifts = ", ".join(f"{name} {reading.drift:+.2e}" for name, reading in readings.items())
        click.echo(
            f"{simulation.system.name}, {simulation.integrator.name}, dt = {simulation.dt:g} s: "
            f"{simulation.tick} steps to t = {simulation.time:g} s; relative drift: {drifts}",
            err=True,
        )
    if divergence:
        click.echo(f"polhode: {divergence}", err=True)
