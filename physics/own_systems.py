"""Systems and integrators in a Python file of one's own, which a person names.

>>> from physics.own_systems import load_file
>>> load_file("my_top.py").systems
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import partial
from math import isfinite, nan
from numbers import Real
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from physics.core import own_files
from physics.core.fields import Parameter
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.errors import BadInput, check_path, shown
from physics.registry import check_class, register, register_integrator
from physics.shapes.pose import BODY, PoseLayout
from physics.shapes.solids import Solid
from physics.types import Floats


class OwnFile(NamedTuple):
    """What a file has added: its path, its classes of systems and its integrators, each in the order of the file."""

    path: Path
    systems: tuple[type[System], ...]
    integrators: tuple[Integrator, ...]
    module: ModuleType


def load_file(path: str | Path) -> OwnFile:
    """Run a Python file, and add the systems and integrators that it defines, so that they have names everywhere.

    Its classes derived from `System` with a `name`, and the integrators of its `INTEGRATORS`, if there are any; from
    then on they are found as those of Polhode are. A file that was loaded before is run anew. Raises BadInput, with
    file and line, for a file that cannot be run, that has neither, or that has one which cannot be made.
    """
    check_path("file", path)
    module = own_files.load_module(Path(path))
    try:
        return _registered(module)
    except BadInput:
        own_files.forget(module)
        raise


def _registered(module: ModuleType) -> OwnFile:
    """Add what the module of a file defines, and return it; raises BadInput."""
    where = Path(str(module.__file__))
    own = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, System)]
    kinds = tuple(each for each in own if each.__module__ == module.__name__ and "name" in vars(each))
    given = getattr(module, "INTEGRATORS", ())
    if not isinstance(given, list | tuple):
        raise BadInput(f"{where.name}: INTEGRATORS = {shown(given)}: must be a tuple of integrators")
    methods = tuple(given)
    if not kinds and not methods:
        raise BadInput(
            f"{where.name}: defines no system and no integrator; must have a class derived from physics.System with a "
            "name, or INTEGRATORS; polhode new system NAME writes one to begin with"
        )
    for kind in kinds:
        _checked(where, kind)
        register(kind)
    for method in methods:
        own_files.told(where, partial(register_integrator, method))
    return OwnFile(where, kinds, methods, module)


def _checked(path: Path, kind: type[System]) -> None:
    """Raise BadInput where a class cannot be made with its defaults, or its equations cannot be evaluated at the start.

    The class, and the line where it failed, are named.
    """
    check_class(kind)
    try:
        if not isinstance(kind.title, str):
            raise BadInput(f"title = {shown(kind.title)}: must be a text")
        for each in kind.fields.values():
            if isinstance(each, Parameter):
                each.check(each.default)
        system = own_files.told(path, kind)
        start = system.start()
        own_files.told(path, lambda: _evaluated(system, start))
    except BadInput as error:
        raise BadInput(f"class {kind.__name__}: {error}") from error


def _evaluated(system: System, start: array[float]) -> None:
    """Evaluate all that a picture, a step and the panels need of a system once."""
    _check_names(system)
    y: Floats = memoryview(start)
    slope: Floats = memoryview(array("d", bytes(8 * len(start))))
    if len(y) != len(system.variables):
        raise BadInput(f"the start has {len(y)} numbers, and there are {len(system.variables)} variables")
    system.rate(0.0, y, system.p, slope)
    for each in (*system.invariants, *system.quantities):
        _check_number(each.name, each.value(system, y))
    parts = system.split_energy(y)
    if not isinstance(parts, Mapping):
        raise BadInput(f"split_energy returns {shown(parts)}: must be a value for each name of energy_parts")
    for part in system.energy_parts:
        if part.name not in parts:
            raise BadInput(f"split_energy: {part.name} is missing; must have a value for each name of energy_parts")
        _check_number(f"split_energy: {part.name}", parts[part.name])
    if system.has_pose:
        _check_pose(system, y)


def _check_pose(system: System, y: Floats) -> None:
    """Raise BadInput where what is drawn is not as `pose_layout` says; whatever `pose` raises is raised."""
    layout = system.pose_layout
    if not isinstance(layout, PoseLayout):
        raise BadInput(f"pose_layout = {shown(layout)}: must be a physics.shapes.pose.PoseLayout")
    for each in layout.bodies:
        if not (isinstance(each, tuple) and len(each) == 2 and isinstance(each[1], Solid)):
            raise BadInput(f"pose_layout: {shown(each)} is no body; must be (name, a solid of physics.shapes.solids)")
    out: Floats = memoryview(array("d", [nan]) * layout.size)
    type(system).pose(0.0, y, memoryview(system.pose_numbers), out)
    for place, (name, _) in enumerate(layout.bodies):
        if not all(map(isfinite, out[BODY * place : BODY * (place + 1)])):
            raise BadInput(
                f"pose: the body {shown(name)} has no place at the start; write_body(out, {BODY * place}, ...)"
            )


def _check_names(system: System) -> None:
    """Raise BadInput where two columns of a table would have one name, or one that is no name."""
    taken = {"t"}
    values = (each.name for each in (*system.invariants, *system.quantities))
    for name in (*(each.name for each in system.variables), *values):
        if not (isinstance(name, str) and name.isidentifier()):
            raise BadInput(f"name = {shown(name)}: must be letters, digits and _, and begin with a letter")
        if name in taken:
            raise BadInput(f"the name {name} is taken; each variable, invariant and quantity needs one of its own")
        taken.add(name)


def _check_number(name: str, value: object) -> None:
    if not isinstance(value, Real):
        raise BadInput(f"{name} = {shown(value)}: must be a number")
