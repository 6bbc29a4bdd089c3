"""Scenes of Python files: a person names one, it is run, and the system that it defines is shown."""

from __future__ import annotations

from pathlib import Path

from game.scenefile.schema import Scene
from physics import BadInput
from physics.errors import unknown
from physics.own_systems import OwnFile, load_file

ENDING = ".py"


def is_python(name: str) -> bool:
    """Return whether a name is that of a Python file, or of a system in one: FILE.py or FILE.py:SYSTEM."""
    return _parted(name) is not None


def load(name: str) -> Scene:
    """Run the file of the name FILE.py, or FILE.py:SYSTEM, and return the scene of its first, or that, system.

    Raises BadInput.
    """
    file, wanted = _parted(name) or (name, "")
    return scene_of(load_file(Path(file)), wanted)


def scene_of(own: OwnFile, wanted: str = "") -> Scene:
    """Return the scene of a system of a file that was run, by default its first one; raises BadInput."""
    kinds = {kind.name: kind for kind in own.systems}
    if not kinds:
        methods = ", ".join(method.name for method in own.integrators)
        raise BadInput(
            f"{own.path.name}: defines no system to show, only {methods}; name a scene, and add --load {own.path.name}"
        )
    if wanted and wanted not in kinds:
        raise BadInput(f"{own.path.name}: {unknown('system', wanted, kinds)}")
    kind = kinds[wanted] if wanted else own.systems[0]
    return Scene(system=kind.name, name=kind.name, title=kind.title, source=own.path.name)


def _parted(name: str) -> tuple[str, str] | None:
    """Return the file and the system of a name; None for the name of something else."""
    if name.endswith(ENDING):
        return name, ""
    file, mark, wanted = name.rpartition(ENDING + ":")
    return (file + ENDING, wanted) if mark and wanted else None
