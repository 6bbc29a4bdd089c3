"""`polhode simulate --ensemble N`: many copies, as states or as statistics."""

from __future__ import annotations

import sys
from typing import Any

import click
import numpy as np

from game.cli.simulate import print_summary
from game.cli.tables import checked_target, comment, opened, write_npz
from game.model.errors import DIVERGED
from game.scenefile import Scene
from physics.batch.ensemble import Ensemble, ensemble
from physics.simulation.run import write_csv

MEASURES = ("mean", "std", "low", "high")


def compute(scene: Scene, duration: float, every: float | None, seed: int, output: str | None, as_json: bool) -> int:
    """Run all copies of a scene for `duration` [s], write them and a summary; returns the exit code.

    FILE.npz gets every state, (copies, rows) for each variable; FILE.csv and standard output a row of statistics
    for each time. Raises BadInput, RecordingError.
    """
    target = checked_target(output, as_json)
    to_npz = target.endswith(".npz")
    simulation = scene.simulation()
    with click.progressbar(length=scene.ensemble.copies, label="copies", file=sys.stderr) as bar:
        found = ensemble(
            simulation.system,
            scene.ensemble.copies,
            scene.ensemble.spread,
            duration,
            simulation.dt,
            simulation.integrator.name,
            every,
            seed,
            simulation.settings,
            keep_states=to_npz,
            progress=lambda done, _: bar.update(done - bar.pos),
        )
    described = [*comment(simulation), "", "[ensemble]", f"copies = {scene.ensemble.copies}", f"seed = {seed}"]
    described += [f"spread.{name} = {value!r}" for name, value in scene.ensemble.spread.items()]
    if to_npz:
        named = {variable.name: found[variable.name] for variable in found.system.variables}
        arrays = {"t": found.t, "moved": found.moved, **named, **found.statistics._asdict()}
        write_npz(target, described, lambda: arrays)
    elif target:
        with opened(target) as file:
            write_csv(file, described, _columns(found), _rows(found))
    return _report(found, as_json)


def _columns(found: Ensemble) -> list[str]:
    names = [variable.name for variable in found.system.variables]
    return ["t", "alive", *(f"{name}_{measure}" for name in names for measure in MEASURES)]


def _rows(found: Ensemble) -> Any:
    """Return the rows of `_columns`."""
    every = np.stack([getattr(found.statistics, measure) for measure in MEASURES], axis=2)
    return np.column_stack([found.t, found.statistics.alive, every.reshape(len(found.t), -1)])


def _report(found: Ensemble, as_json: bool) -> int:
    """Print the spread at the end and the number of copies that are finite; returns the exit code."""
    copies, alive = len(found.moved), int(found.statistics.alive[-1])
    apart = dict(zip((v.name for v in found.system.variables), found.statistics.std[-1], strict=True))
    head = {
        "system": found.system.name,
        "integrator": found.integrator,
        "dt": found.dt,
        "time": float(found.t[-1]),
    }
    std = {name: float(value) if alive else None for name, value in apart.items()}
    spread = ", ".join(f"{name} {value:.2e}" for name, value in apart.items())
    sentence = f"{copies} copies to t = {found.t[-1]:g} s, {alive} of them finite; standard deviation: {spread}"
    print_summary(head, {"copies": copies, "alive": alive, "std": std}, sentence, as_json)
    return 0 if alive else DIVERGED
