"""`polhode replay`: repeats a logged session and compares its states."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from game.model.edit import Edit
from game.model.errors import DIFFERS
from game.session import edits
from game.session.log_run import logged_scene, redo, without_others
from game.session.past.event_log import EventLog, LogEntry, fingerprint, read
from game.session.session import Session
from physics import BadInput
from physics.core.units import format_number
from physics.simulation.pace import Pace

TICKS_AT_ONCE = 20_000


def replay(path: Path) -> int:
    """Replay the log in a file, print the result, and return the exit code. Raises BadInput."""
    log = read(path)
    difference, line = "", 1
    try:
        repetition = Replay(log)
        with click.progressbar(log.entries, label="Replaying", file=sys.stderr) as entries:
            for entry in entries:
                line += 1
                difference = repetition.do(entry)
                if difference:
                    break
    except BadInput as error:
        raise BadInput(f"log {path}, line {line}: {error}") from None
    if difference:
        click.echo(f"polhode: {path}: {difference}", err=True)
        return DIFFERS
    last = next(entry.value for entry in reversed(log.entries) if entry.what == "state")
    states = sum(entry.what == "state" for entry in log.entries)
    counts = f"ticks: {repetition.ticks}; changes: {len(log.entries) - states}; states compared: {states}"
    click.echo(f"The same: {counts}, the last with sha256 {last}")
    return 0


class Replay:
    """A session to which the entries of a log are applied in order. ticks: number of ticks run."""

    def __init__(self, log: EventLog) -> None:
        self.session = Session(without_others(log.scene))
        self.ticks = 0
        self._pace = Pace()
        self._agreed = "from the start on"

    def do(self, entry: LogEntry) -> str:
        """Run to the tick of an entry and apply it; returns the difference from the log, or ""."""
        stopped = self._run(entry.tick)
        if stopped:
            return stopped
        simulation = self.session.simulation
        match entry.what:
            case "state":
                if fingerprint(simulation) != entry.value:
                    time = format_number(simulation.time)
                    return f"the state differs at tick {entry.tick} (t = {time} s); {self._agreed}"
                self._agreed = f"it was the same at tick {entry.tick} (t = {format_number(simulation.time)} s)"
            case "scene":
                edits.apply(self.session, Edit("scene", without_others(logged_scene(entry.value))))
            case _:
                redo(self.session, entry)
        return ""

    def _run(self, tick: int) -> str:
        """Run to a tick; returns why that is impossible, or ""."""
        simulation = self.session.simulation
        while simulation.tick < tick:
            done = self._pace.advance(simulation, min(tick - simulation.tick, TICKS_AT_ONCE))
            self.ticks += done
            if simulation.divergence is not None:
                return f"it stops at tick {simulation.tick} on the way to tick {tick}: {simulation.message}"
        return ""
