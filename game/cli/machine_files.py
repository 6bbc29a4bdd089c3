"""`polhode import`, and `polhode export` to MJCF, URDF and scene files: machines of other programs, systems apart."""

from __future__ import annotations

from pathlib import Path

import click

from game.model.replacement import check_writable, replacing
from game.scenefile import Scene
from game.scenefile.sketching.taken import compared, proof_of
from physics import BadInput
from physics.exchange.files import description_text, machine_text, read_machine, scene_text
from physics.machines.machine import Machine
from physics.registry import integrator


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


def export_apart(scene: Scene, output: str) -> int:
    """Write what a scene shows as a machine of bodies and joints, and say whether that moves as it does.

    The accelerations of both are compared at the start and at three states of the run. Returns the exit code; raises
    BadInput, RecordingError.
    """
    run = scene.simulation()
    system = run.system
    found = proof_of(run)
    check_writable(output)
    title = scene.title or scene.name
    said = compared(found)
    refused = integrator(scene.integrator).reason_against(found.machine)
    method = Scene(system="machine").integrator if refused else scene.integrator
    comments = [f"{title}, taken apart by polhode export.", f"Compared with {system.name}, {said}."]
    comments += [f"Left behind: {each}." for each in found.left]
    text = description_text(title, found.tables, found.initial, comments, integrator=method, dt=run.dt)
    _write(output, text)
    click.echo(f"Saved {output}: {len(found.machine.made.bodies)} bodies; {said}", err=True)
    for each in found.left:
        click.echo(f"Left behind: {each}", err=True)
    return 0


def _write(output: str, text: str) -> None:
    with replacing(output) as path:
        path.write_text(text, encoding="utf-8")


def _tell(left_out: tuple[str, ...]) -> None:
    for each in left_out:
        click.echo(f"Left out: {each}", err=True)
