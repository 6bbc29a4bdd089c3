"""What ties the coordinates of two joints of a machine: gears, racks, screws and couplings, as they are described."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from physics.errors import BadInput, shown
from physics.machines.built import Built
from physics.machines.parts import GEAR, SLIDE, TURN, Coupling, LoopEquation
from physics.machines.words import COUPLED, RATIO, SIGNED_LENGTH, near, needed, number, table


def _of_joints(called: str, given: Mapping[str, Any], built: Built) -> tuple[int, int]:
    """Return the links of two joints with one coordinate each."""
    names = needed(called, given, "joints", 'two of them, such as ["A", "B"]')
    if not isinstance(names, list | tuple) or len(names) != 2 or names[0] == names[1]:
        raise BadInput(f'{called}: joints = {shown(names)}: must be two joints, such as ["A", "B"]')
    found = []
    for name in names:
        links = built.tree.get(name, []) if isinstance(name, str) else []
        if not links:
            such = near(name, tuple(built.tree)) or f"; there are {', '.join(built.tree)}"
            raise BadInput(f"{called}: joint {shown(name)} is unknown, or closes a loop{such}")
        if len(links) != 1 or built.links[links[0]].rates != 1:
            raise BadInput(f"{called}: joint {name} must be a hinge or a slider that is not driven")
        found.append(links[0])
    return found[0], found[1]


def _gear(name: str, each: object, built: Built) -> LoopEquation:
    """Return the equation of a gear: the first of two joints turns by `ratio` times the second."""
    called = f"gear {name}"
    given = table(called, each, ("joints", "ratio"))
    one, other = _of_joints(called, given, built)
    ratio = number(
        f"{called}: ratio", needed(called, given, "ratio", "turns of the first for one of the second"), RATIO
    )
    return _geared(built, one, other, ratio)


def _geared(built: Built, one: int, other: int, ratio: float) -> LoopEquation:
    """Return q_a = r q_b + q_0 of two links, which holds at the start."""
    starts = [_coordinate(built, link) for link in (one, other)]
    return LoopEquation(GEAR, one, other, value=ratio, offset=starts[0] - ratio * starts[1])


def _rack(name: str, each: object, built: Built) -> LoopEquation:
    """Return the equation of a toothed bar that slides by the radius of a wheel for each radian of its turn."""
    called = f"rack {name}"
    given = table(called, each, ("joints", "radius"))
    one, other = _slide_and_turn(called, given, built)
    radius = _signed_length(called, given, "radius", "that of the wheel, at its teeth")
    return _geared(built, one, other, radius)


def _screw(name: str, each: object, built: Built) -> LoopEquation:
    """Return the equation of a screw: a slide by the pitch for each turn."""
    called = f"screw {name}"
    given = table(called, each, ("joint", "joints", "pitch"))
    if ("joint" in given) == ("joints" in given):
        raise BadInput(f"{called}: needs joint, a cylindrical one, or joints, a slider and a hinge")
    if "joints" in given:
        one, other = _slide_and_turn(called, given, built)
    else:
        one, other = _links_of(called, given["joint"], built)
    pitch = _signed_length(called, given, "pitch", "the way along the axis for one turn")
    return _geared(built, one, other, pitch / (2.0 * math.pi))


def _signed_length(called: str, given: Mapping[str, Any], word: str, what: str) -> float:
    """Return a length that may be negative, but not zero [m]. what: it is, in words."""
    length = number(f"{called}: {word}", needed(called, given, word, what), SIGNED_LENGTH)
    if length == 0.0:
        raise BadInput(f"{called}: {word} = 0: must not be zero")
    return length


def _slide_and_turn(called: str, given: Mapping[str, Any], built: Built) -> tuple[int, int]:
    """Return the links of a slider and of a hinge, which are named in this order."""
    links = _of_joints(called, given, built)
    if [built.links[link].kind for link in links] != [SLIDE, TURN]:
        raise BadInput(
            f"{called}: joints = {shown(given['joints'])}: the first must be a slider, and the second a hinge"
        )
    return links


def _links_of(called: str, name: object, built: Built) -> tuple[int, int]:
    """Return the slide and the turn of a cylindrical joint."""
    links = built.tree.get(name, []) if isinstance(name, str) else []
    if [built.links[link].kind for link in links] != [SLIDE, TURN]:
        such = [each for each, own in built.tree.items() if [built.links[k].kind for k in own] == [SLIDE, TURN]]
        told = f"; there is {', '.join(such)}" if such else ""
        raise BadInput(f"{called}: joint = {shown(name)}: must be a cylindrical joint that closes no loop{told}")
    return links[0], links[1]


def _coordinate(built: Built, link: int) -> float:
    return built.coordinates[sum(each.coordinates for each in built.links[:link])]


def read_couplings(tables: Mapping[str, Any], built: Built) -> tuple[Coupling, ...]:
    """Return the couplings of the energy of two joints, or of the two motions of a cylindrical one; raises BadInput."""
    found = []
    for name, each in tables.items():
        called = f"coupling {name}"
        given = table(called, each, ("joint", "joints", "stiffness"))
        if ("joint" in given) == ("joints" in given):
            raise BadInput(f"{called}: needs joint, a cylindrical one, or joints, two of them")
        one, other = _of_joints(called, given, built) if "joints" in given else _links_of(called, given["joint"], built)
        slides = sum(built.links[link].kind == SLIDE for link in (one, other))
        word = COUPLED._replace(unit=("N m", "N", "N/m")[slides])
        stiffness = number(f"{called}: stiffness", needed(called, given, "stiffness", "a number"), word)
        found.append(Coupling(one, other, stiffness))
    return tuple(found)


TIES: dict[str, Callable[[str, object, Built], LoopEquation]] = {"gears": _gear, "racks": _rack, "screws": _screw}
"""What reads a part of each table whose parts have an equation, by its name and words."""
