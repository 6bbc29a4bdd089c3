"""Ropes of a machine as its description has them: straight, or over pegs of the ground, without mass."""

from __future__ import annotations

from collections.abc import Mapping

from physics.errors import BadInput, shown
from physics.machines.bodies import MachineBody
from physics.machines.joints import Carried, read_ends
from physics.machines.parts import LENGTH, PEGS, Contact, LoopEquation
from physics.machines.vectors import ZERO, Vector, difference, distance
from physics.machines.words import ROPES, number, point, table

WORDS = ("between", "from", "to", "over", "taut", "lets_go", *ROPES)
MOST_PEGS = 20
NEAR = 1e-9
"""Greatest distance of two points that count as one [m]."""


def read_rope(
    called: str, given: object, bodies: Mapping[str, MachineBody], carried: Mapping[str, Carried]
) -> LoopEquation:
    """Return the equation of a rope, a `Contact` unless it is always taut; raises BadInput."""
    words = table(called, given, WORDS)
    one, other, start, end = read_ends(called, words, bodies, carried)
    pegs = pegs_of(called, words)
    ways = [distance(a, b) for a, b in zip([start, *pegs], [*pegs, end], strict=True)]
    between = sum(ways[1:-1])
    for name, way in (("from", ways[0]), ("to", ways[-1])):
        if pegs and not way > NEAR:
            raise BadInput(f"{called}: {name} is at a peg; must be apart from it")
    length = number(f"{called}: length", words["length"], ROPES["length"]) if "length" in words else sum(ways)
    if not length > NEAR:
        raise BadInput(f"{called}: from and to are one point; must be apart, or have a length")
    if not length > between + NEAR:
        raise BadInput(f"{called}: length = {length:g} m: must be more than the {between:g} m between its pegs")
    at, to = difference(start, one.origin), difference(end, other.origin)
    always = words.get("taut", False)
    if not isinstance(always, bool):
        raise BadInput(f"{called}: taut = {shown(always)}: must be true, for a rope that never goes slack, or false")
    if always and "restitution" in words:
        raise BadInput(f"{called}: taut and restitution: a rope that is always taut is never jerked; leave one out")
    if always and "lets_go" in words:
        raise BadInput(f"{called}: taut and lets_go: a rope that lets go is not always taut; leave taut out")
    e = number(f"{called}: restitution", words.get("restitution", 0.0), ROPES["restitution"])
    kind, first, last = (PEGS, pegs[0], pegs[-1]) if pegs else (LENGTH, ZERO, ZERO)
    if always:
        return LoopEquation(kind, one.link, other.link, at, to, first, last, length - between)
    return Contact(
        kind, one.link, other.link, at, to, first, last, length - between, restitution=e, lets_go="lets_go" in words
    )


def pegs_of(called: str, words: Mapping[str, object]) -> tuple[Vector, ...]:
    """Return the points of the ground over which a rope runs, () for a straight one; raises BadInput."""
    if "over" not in words:
        return ()
    given = words["over"]
    if not isinstance(given, list | tuple) or not 1 <= len(given) <= MOST_PEGS:
        raise BadInput(f"{called}: over = {shown(given)}: must be a list of 1 to {MOST_PEGS} points")
    found = [point(f"{called}: over[{k}]", each) for k, each in enumerate(given)]
    for k in range(1, len(found)):
        if not distance(found[k - 1], found[k]) > NEAR:
            raise BadInput(f"{called}: over[{k}] is at the peg before it; must be apart")
    return tuple(found)
