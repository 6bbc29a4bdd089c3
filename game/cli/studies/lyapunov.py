"""`polhode lyapunov`: the Lyapunov exponents of a motion."""

from __future__ import annotations

import math
import sys
import time as wall
from typing import Any

import click

from game.cli.json_text import json_text
from game.experiments.exponents import with_error
from game.model.errors import DIVERGED, INTERRUPTED
from game.scenefile import Scene
from physics.batch.copies import wait_for_code
from physics.core.units import check_number
from physics.studies.lyapunov import (
    INTERVAL,
    MAX_TIME,
    LyapunovRun,
    LyapunovSpectrum,
    intervals,
    is_precise,
)

POLL_SECONDS = 0.02
REFRESH_SECONDS = 0.1
"""Seconds between two pictures of the progress."""


def compute(
    scene: Scene, exponents: int, time: float, transient: float | None, precision: float | None, as_json: bool
) -> int:
    """Compute exponents of a scene's motion and print them; returns the exit code.

    After Ctrl-C it prints what is known by then. Raises BadInput.
    """
    simulation = scene.simulation()
    time = check_number("time", time, "s", INTERVAL, MAX_TIME)
    skipped = 0.1 * time if transient is None else transient
    if simulation.integrator.kind != "adaptive":  # in another thread: compiling here would hold up Ctrl-C
        wait_for_code(simulation.system, simulation.integrator, lambda: wall.sleep(POLL_SECONDS))
    run = LyapunovRun(
        simulation.system, simulation.integrator.name, simulation.dt, simulation.settings, exponents, skipped
    )
    interrupted = _follow(run, time, precision or 0.0)
    if interrupted and run.time <= run.transient:
        click.echo(f"polhode: no exponents yet after {run.time:g} s, within the transient", err=True)
        return INTERRUPTED
    found = run.spectrum()
    head = {"system": simulation.system.name, "integrator": simulation.integrator.name, "dt": simulation.dt}
    met = None if precision is None else is_precise(found, precision)
    if as_json:
        click.echo(json_text({**head, **as_values(found), "precision_met": met}))
    else:
        click.echo(f"{simulation.system.name}, {simulation.integrator.name}, dt = {simulation.dt:g} s")
        click.echo("\n".join(sentences(found)))
        if precision is not None and not met:
            click.echo(f"the error is not below {precision:g} /s after {found.time:g} s")
    if found.ended:
        click.echo(f"polhode: ended early: {found.ended}", err=True)
    if interrupted:
        return INTERRUPTED
    return DIVERGED if run.failed else 0


def _follow(run: LyapunovRun, time: float, precision: float) -> bool:
    """Run to the end with a bar of progress; returns True if Ctrl-C ended it."""
    drawn = 0.0
    try:
        with click.progressbar(length=1000, label="Following", file=sys.stderr) as bar:
            for done, total in intervals(run, time, precision):
                if wall.monotonic() > drawn + REFRESH_SECONDS:
                    bar.update(int(1000 * done / total) - bar.pos)
                    drawn = wall.monotonic()
            bar.update(1000 - bar.pos)
    except KeyboardInterrupt:
        return True
    return False


def as_values(found: LyapunovSpectrum) -> dict[str, Any]:
    """Return a spectrum as values for JSON; an error that is not known is null."""
    return {
        "time": found.time,
        "transient": found.transient,
        "exponents": found.exponents.tolist(),
        "errors": found.errors.tolist(),
        "sum": found.sum,
        "directions": found.directions,
        "blocks": found.blocks,
        "chaotic": found.chaotic,
        "bound": found.bound,
        "ended": found.ended or None,
    }


def sentences(found: LyapunovSpectrum) -> list[str]:
    """Return a spectrum in lines of words: what the largest exponent means, then each with its error."""
    after = f"after {found.time:g} s (transient {found.transient:g} s)"
    largest = with_error(float(found.exponents[0]), float(found.errors[0]))
    if found.chaotic:
        apart = 1.0 / float(found.exponents[0])
        lines = [f"chaotic: lambda_1 = {largest} /s {after}; neighbours part by a factor e in {apart:.3g} s"]
    elif math.isfinite(found.bound):
        lines = [f"no chaos found: lambda_1 = {largest} /s {after}; an exponent above {found.bound:.2g} /s would show"]
    else:
        lines = [f"too short to tell: lambda_1 = {largest} /s {after}"]
    for number, (value, error) in enumerate(zip(found.exponents, found.errors, strict=True), 1):
        lines.append(f"  lambda_{number} = {with_error(float(value), float(error))} /s")
    if found.sum is not None and len(found.exponents) > 1:
        lines.append(f"  sum = {found.sum:+.2g} /s")
    return lines
