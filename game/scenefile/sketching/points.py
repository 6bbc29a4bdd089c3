"""Points among the words of parts of a sketch, and the body that each of them belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from game.scenefile.sketch import PartName, joined
from physics.machines.joints import GROUND_NAME
from physics.machines.measures import POINTS

BOTH = ""
"""In place of a body: the point is one of both bodies of a joint."""


class PointWord(NamedTuple):
    """A place among the words of a part where a point is given. within: the table or list that has it at `key`.

    body: whose point it is, the ground's included; `BOTH` for the common point of the two bodies of a joint.
    """

    within: Any
    key: Any
    body: str


def points_of(part: PartName, words: Any) -> Iterator[PointWord]:
    """Yield the points that the words of a part give by three coordinates; points that are named as anchors are none.

    A point that says where a plane of the ground is counts as one of the ground.
    """
    kind, name = part
    if isinstance(words, Mapping):
        found = _of_body(name, words) if kind == "bodies" else _of_another(kind, words)
        for each in found:
            if isinstance(each.within[each.key], list | tuple):
                yield each


def paired_points(part: PartName, words: Any, numbers: Any) -> Iterator[tuple[PointWord, Any]]:
    """Yield the points of a part with the same points in `numbers`: its words without expressions."""
    for own, other in zip(points_of(part, words), points_of(part, numbers), strict=True):
        yield own, other.within[other.key]


def mark_of(kind: str, words: Any) -> Any:
    """Return the table of the mark of a part, at which a rope lets go or the run ends; an empty one for none."""
    mark = words if kind == "ends" else words.get("lets_go") if kind == "ropes" and isinstance(words, Mapping) else {}
    return mark if isinstance(mark, Mapping) else {}


def _of_body(name: str, words: Mapping[str, Any]) -> Iterator[PointWord]:
    yield from _at_words(words, dict.fromkeys(("from", "to", "centre"), name))
    yield from _in_list(words.get("corners"), name)
    anchors = words.get("anchors")
    if isinstance(anchors, Mapping):
        yield from _at_words(anchors, dict.fromkeys(anchors, name))


def _of_another(kind: str, words: Mapping[str, Any]) -> Iterator[PointWord]:
    if kind == "joints":
        at = words.get("at")
        if isinstance(at, list | tuple) and len(at) == 2:
            yield from (PointWord(at, k, body) for k, body in enumerate(joined(words)))
        else:
            yield from _at_words(words, {"at": BOTH})
    elif kind in ("springs", "rods", "ropes"):
        pair = words.get("between")
        if isinstance(pair, list | tuple) and len(pair) == 2:
            yield from _at_words(words, {"from": str(pair[0]), "to": str(pair[1])})
        yield from _in_list(words.get("over"), GROUND_NAME)
    elif kind in ("traces", "edges"):
        yield from _at_words(words, {"at": str(words.get("body", ""))})
    elif kind == "rolling":
        yield from _at_words(words, {"on": GROUND_NAME})
    elif kind == "measures":
        for word, count in POINTS.items():
            yield from _in_list(words.get(word), GROUND_NAME) if count > 1 else _at_words(words, {word: GROUND_NAME})
    mark = mark_of(kind, words)
    yield from _at_words(mark, {"at": str(mark.get("body", ""))})


def _at_words(words: Mapping[str, Any], bodies: Mapping[str, str]) -> Iterator[PointWord]:
    """Yield the words that are there. bodies: whose point each is."""
    yield from (PointWord(words, word, body) for word, body in bodies.items() if word in words)


def _in_list(given: object, body: str) -> Iterator[PointWord]:
    for k in range(len(given)) if isinstance(given, Sequence) and not isinstance(given, str) else ():
        yield PointWord(given, k, body)
