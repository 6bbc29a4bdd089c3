"""`polhode web`: scenes as one folder of pages with a catalogue."""

from __future__ import annotations

import os
from pathlib import Path

import click

from game.export.web_folder import write_web
from game.scenefile import presets

MOST_JOBS = 4
"""Greatest number of processes without `--jobs`; each takes up to 1 GB of memory."""


def write(scenes: tuple[str, ...], output: str, jobs: int | None) -> int:
    """Write the folder, say what is ready and what it has become; returns the exit code. Raises BadInput."""
    names = scenes or presets()

    def told(name: str, live: bool, done: int) -> None:
        click.echo(f"{done} of {len(names)}: {name}, {'live' if live else 'a recording'}", err=True)

    found = write_web(names, Path(output), jobs or min(os.cpu_count() or 1, MOST_JOBS), told)
    click.echo(f"Saved {output}: {found.pages} pages, {found.size / 1e6:.2f} MB; begin with index.html", err=True)
    return 0
