"""`polhode import`, and `polhode export` to MJCF and URDF: machines of other programs."""

from __future__ import annotations

from pathlib import Path

import click

from game.model.replacement import check_writable, replacing
from game.scenefile import Scene
from physics import BadInput
from physics.exchange.files import machine_text, read_machine, scene_text
from physics.machines.machine import Machine


def import_machine(file: str, output: str) -> int:
    """Write a machine of another program as a scene file, and say what was left out; returns the exit code.

    Raises BadInput, RecordingError.
    """
    if not output.endswith(".toml"):
        raise BadInput(f"output = {output!r}: must be a scene file, FILE.toml")
    draft = read_machine(Path(file))
    check_writable(output)
    text = scene_text(draft, (f"Made by polhode import from {Path(file).name}.",))
    _write(output, text)
    click.echo(f"Saved {output}: {len(draft.bodies)} bodies, {len(draft.joints)} joints", err=True)
    _tell(draft.left_out)
    return 0


def export_machine(scene: Scene, output: str) -> int:
    """Write the machine of a scene as MJCF or URDF, and say what was left out; returns the exit code.

    Raises BadInput, RecordingError.
    """
    system = scene.simulation().system
    if not isinstance(system, Machine):
        raise BadInput(f"{output}: {system.name} is no machine of bodies and joints; only such are written so")
    check_writable(output)
    title = scene.title or scene.name
    text, left_out = machine_text(system, Path(output).suffix.lower(), title)
    _write(output, text)
    click.echo(f"Saved {output}: {title}, {len(system.made.bodies)} bodies", err=True)
    _tell(left_out)
    return 0


def _write(output: str, text: str) -> None:
    with replacing(output) as path:
        path.write_text(text, encoding="utf-8")


def _tell(left_out: tuple[str, ...]) -> None:
    for each in left_out:
        click.echo(f"Left out: {each}", err=True)
