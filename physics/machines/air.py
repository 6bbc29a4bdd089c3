"""The air on the bodies of a machine: a force -c |v - w| (v - w) on each centre, in a wind w.

Against the air it takes the power c |v - w|³, which is lost; the wind brings in the power F·w. Together they are the
power F·v that the body gets, so that E + W - W_s is kept in any wind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from physics.core.straight_line import chosen, root
from physics.errors import BadInput
from physics.machines.bodies import MachineBody
from physics.machines.dynamics import NO_WRENCH, Wrench, force_at
from physics.machines.motion import Moved, point_of
from physics.machines.parts import MachineTable, is_there
from physics.machines.vectors import ZERO, Number, Vector, difference, dot, scaled
from physics.machines.words import AIR_DENSITY, WIND, number, numbers

STANDARD_AIR = 1.225
"""Density of the air where none is given [kg/m³]."""


def read_wind(words: Mapping[str, Any], bodies: Mapping[str, MachineBody]) -> Vector:
    """Return the velocity of the air [m/s]; raises BadInput."""
    if "wind" not in words:
        return ZERO
    if not any(each.drag or each.drag_area for each in bodies.values()):
        raise BadInput("wind: no body has drag; give one drag, or drag_coefficient")
    x, y, z = numbers("wind", words["wind"], WIND, 3)
    return x, y, z


def read_drags(words: Mapping[str, Any], bodies: Mapping[str, MachineBody]) -> dict[str, float]:
    """Return the drag of each body over the square of its velocity [kg/m]; raises BadInput."""
    if "air_density" in words and not any(each.drag_area for each in bodies.values()):
        raise BadInput("air_density: no body has a drag coefficient; give one drag_coefficient")
    density = number("air_density", words.get("air_density", STANDARD_AIR), AIR_DENSITY)
    return {name: body.drag + 0.5 * density * body.drag_area for name, body in bodies.items()}


def air_wrenches(machine: MachineTable, found: Sequence[Moved]) -> tuple[list[Wrench], Number, Number]:
    """Return the wrench of the air on each link about its joint; power lost, and power that the wind brings in [W]."""
    wrenches, lost, work = [NO_WRENCH] * len(machine.links), 0.0, 0.0
    for i, (link, moved) in enumerate(zip(machine.links, found, strict=True)):
        if not is_there(link.drag):
            continue
        centre = point_of(moved, link.centre)
        through = difference(centre.velocity, machine.wind)
        square = dot(through, through)
        # A choice has no Taylor series, nor has the pull of the air at the turning points of a velocity.
        pull = link.drag * chosen("where>", square, 0.0, root(square), 0.0)
        force = scaled(-1.0, scaled(pull, through))
        wrenches[i] = force_at(moved, centre.place, force)
        lost, work = lost + pull * square, work + dot(force, machine.wind)
    return wrenches, lost, work
