"""`polhode replay`: repeats a logged session and compares its states."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from game.model.errors import DIFFERS
from game.session.files.log_replay import Replay
from game.session.past.event_log import read
from physics import BadInput


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
