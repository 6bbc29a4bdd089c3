"""`polhode web` and `polhode worksheet`: scenes as one folder of pages with a catalogue, and sheets about them."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import click

from game.export.web_folder import scene_picture, write_web
from game.export.worksheet_file import sheet_html
from game.learn.worksheet import explained
from game.model.replacement import replacing
from game.scenefile import presets
from game.session.open_scene import load
from physics import BadInput

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


def write_worksheet(name: str, output: str, language: str, answers: bool) -> int:
    """Write the worksheet of a scene, and say so; returns the exit code. Raises BadInput, RecordingError."""
    path = Path(output)
    if path.suffix.lower() != ".html":
        raise BadInput(f"output {output!r}: must end in .html")
    scene = load(name)
    explained(scene)  # refuses before a picture is drawn
    picture = scene_picture(scene, name)
    shown = "" if picture is None else f"data:image/webp;base64,{base64.b64encode(picture).decode()}"
    sheet = sheet_html(scene, language, answers, shown)
    with replacing(path) as part:
        part.write_bytes(sheet)
    click.echo(f"Saved {output}", err=True)
    return 0
