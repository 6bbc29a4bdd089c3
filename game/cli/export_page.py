"""`polhode export`: a scene as one HTML file."""

from __future__ import annotations

from pathlib import Path

import click

from game.export.page_file import MAX_BYTES, export
from game.model.recording import Progress
from game.model.replacement import check_writable
from game.scenefile import Scene


def export_page(scene: Scene, output: str, progress: Progress = lambda done, steps: None) -> int:
    """Write the page and say what it is; returns the exit code. Raises BadInput, RecordingError."""
    check_writable(output)
    done = export(scene, Path(output), progress)
    kind = "live" if done.live else "a recording"
    click.echo(f"Saved {output}: {scene.title or scene.name}, {kind}, {done.size / 1e6:.2f} MB", err=True)
    if done.left_out:
        click.echo(f"Not in the page: {', '.join(done.left_out)}", err=True)
    if not done.poster:
        click.echo("Without a picture for browsers that lack WebGL: there is no OpenGL here", err=True)
    if done.size > MAX_BYTES:
        click.echo(f"polhode: the page is larger than {MAX_BYTES / 1e6:g} MB", err=True)
    return 0
