"""`polhode export` to animated glTF."""

from __future__ import annotations

from pathlib import Path

import click

from game.export.glb_file import export_glb
from game.export.pose_recording import FPS
from game.model.recording import Progress
from game.model.replacement import check_writable
from game.scenefile import Scene


def export_animation(
    scene: Scene,
    output: str,
    duration: float | None,
    fps: int | None,
    progress: Progress = lambda done, steps: None,
) -> int:
    """Write the file and say what it is; returns the exit code. Raises BadInput, RecordingError."""
    check_writable(output)
    done = export_glb(scene, Path(output), duration, FPS if fps is None else fps, progress)
    what = f"{done.seconds:.3g} s with up to {done.keys} poses a second"
    click.echo(f"Saved {output}: {scene.title or scene.name}, {what}, {done.size / 1e6:.2f} MB", err=True)
    click.echo(f"Not in the file: {', '.join(done.left_out)}", err=True)
    return 0
