"""Values while a kernel is compiled: what is known of each, and the LLVM values that it consists of.

The shape of a value is what functions are compiled anew for: a kind of number, or a tuple of a word and shapes. Numbers
are joined as in Python: truth to whole, whole to real.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from physics.compiled.kernel_builder import BIT, DOUBLE, INTEGER

REAL, WHOLE, TRUTH = "real", "whole", "truth"
KINDS = TRUTH, WHOLE, REAL
"""Kinds of numbers; each can be taken for a later one."""
TYPES = {REAL: DOUBLE, WHOLE: INTEGER, TRUTH: BIT}
GROUP, ROW, FIELDS = "group", "row", "fields"
Shape = Any
"""A kind of number, (GROUP, *shapes), (ROW, strided, endless), (FIELDS, *(name, shape)), or a `Known`."""
ENDLESS = 1 << 30
"""Length of a buffer whose own length is not known, as that of the constants p: more than any system has."""


class Mismatch(Exception):
    """Raised for two values that cannot be one variable; the message says what they are."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number; literal: its value where it is known while compiling, else None; natural: it is known to be >= 0.

    most: the greatest value that a loop over a range of known bounds gives it, else None.
    """

    kind: str
    code: Any
    literal: Any = None
    natural: bool = False
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A tuple."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Buffer:
    """A buffer of doubles: pointer, length, and the distance of two of them (None: 1).

    endless: its length is not known, so that nothing may be counted from its end. argument: where the function that is
    being written got it, as its number among the arguments and the attribute of that one, if it is known; first: where
    it begins in that.
    """

    place: Any
    length: Any
    stride: Any = None
    endless: bool = False
    argument: tuple[int, str] | None = None
    first: int = 0


def endless_row(place: Any, stride: Any = None) -> Buffer:
    """Return a buffer whose length is not known."""
    return Buffer(place, INTEGER(ENDLESS), stride, True)


@dataclass(frozen=True, slots=True)
class Fields:
    """An object of which some attributes are known."""

    values: dict[str, Value]


class Known:
    """An object of Python that is no number: a function, a module, None. It is its own shape."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and self.value is other.value

    def __hash__(self) -> int:
        return hash(id(self.value))


Value = Number | Group | Buffer | Fields | Known
NOTHING = Known(None)
"""What a function without a result returns."""


def constant(value: Any) -> Value:
    """Return the value of an object that is known while compiling."""
    if isinstance(value, bool):
        return Number(TRUTH, BIT(int(value)), value)
    if isinstance(value, int):
        return Number(WHOLE, INTEGER(value), value, value >= 0)
    if isinstance(value, float):
        return Number(REAL, DOUBLE(value), value)
    if isinstance(value, tuple):
        return Group(tuple(map(constant, value)))
    return Known(value)


def whole(code: Any, natural: bool = False) -> Number:
    """Return the value of a whole number in LLVM; natural: it is known to be >= 0."""
    return Number(WHOLE, code, None, natural)


def is_in_range(number: int) -> bool:
    """Return whether a whole number has 64 bits."""
    return -(1 << 63) <= number < 1 << 63


def is_natural(value: Value) -> bool:
    """Return whether a value is a whole number that is known to be >= 0."""
    return isinstance(value, Number) and value.natural


def real(code: Any) -> Number:
    """Return the value of a double in LLVM."""
    return Number(REAL, code)


def truth(code: Any) -> Number:
    """Return the value of a bit in LLVM."""
    return Number(TRUTH, code)


def shape_of(value: Value) -> Shape:
    """Return the shape of a value."""
    if isinstance(value, Number):
        return value.kind
    if isinstance(value, Group):
        return (GROUP, *map(shape_of, value.items))
    if isinstance(value, Buffer):
        return (ROW, value.stride is not None, value.endless)
    if isinstance(value, Fields):
        return (FIELDS, *((name, shape_of(each)) for name, each in value.values.items()))
    return value


def buffers_in(value: Value) -> Iterator[tuple[str, Buffer]]:
    """Yield a buffer, or those that are attributes of an object, with the names of these."""
    if isinstance(value, Buffer):
        yield "", value
    elif isinstance(value, Fields):
        yield from ((name, each) for name, each in value.values.items() if isinstance(each, Buffer))


def as_argument(value: Value, number: int) -> Value:
    """Return a value as an argument of the function that is being written: its buffers know which they are."""
    if isinstance(value, Buffer):
        return replace(value, argument=(number, ""), first=0)
    if isinstance(value, Fields):
        known = {name: replace(row, argument=(number, name), first=0) for name, row in buffers_in(value)}
        return Fields({**value.values, **known})
    return value


def parts_of(value: Value) -> list[Any]:
    """Return the LLVM values that a value consists of."""
    if isinstance(value, Number):
        return [value.code]
    if isinstance(value, Group):
        return [part for each in value.items for part in parts_of(each)]
    if isinstance(value, Buffer):
        length, stride = [] if value.endless else [value.length], [] if value.stride is None else [value.stride]
        return [value.place, *length, *stride]
    if isinstance(value, Fields):
        return [part for each in value.values.values() for part in parts_of(each)]
    return []


def types_of(shape: Shape) -> list[Any]:
    """Return the types of the LLVM values that a value of a shape consists of."""
    if isinstance(shape, Known):
        return []
    if isinstance(shape, str):
        return [TYPES[shape]]
    word, *rest = shape
    if word == GROUP:
        return [kind for each in rest for kind in types_of(each)]
    if word == ROW:
        return [DOUBLE.as_pointer(), *[INTEGER] * (not rest[1]), *[INTEGER] * rest[0]]
    return [kind for _, each in rest for kind in types_of(each)]


def assembled(shape: Shape, parts: Iterator[Any]) -> Value:
    """Return the value of a shape that consists of the next LLVM values."""
    if isinstance(shape, Known):
        return shape
    if isinstance(shape, str):
        return Number(shape, next(parts))
    word, *rest = shape
    if word == GROUP:
        return Group(tuple(assembled(each, parts) for each in rest))
    if word == ROW:
        place, length = next(parts), INTEGER(ENDLESS) if rest[1] else next(parts)
        return Buffer(place, length, next(parts) if rest[0] else None, rest[1])
    return Fields({name: assembled(each, parts) for name, each in rest})


def joined(one: Shape, other: Shape) -> Shape:
    """Return the shape of a variable that is one or the other; raises Mismatch."""
    if one == other:
        return one
    if isinstance(one, str) and isinstance(other, str):
        return max(one, other, key=KINDS.index)
    if isinstance(one, tuple) and isinstance(other, tuple) and one[0] == other[0] and len(one) == len(other):
        if one[0] == GROUP:
            return (GROUP, *map(joined, one[1:], other[1:]))
        if one[0] == ROW:
            return (ROW, one[1] or other[1], one[2] or other[2])
    raise Mismatch(f"{described(one)} and {described(other)}")


def described(shape: Shape) -> str:
    """Return what a value of a shape is, in words."""
    if isinstance(shape, Known):
        return "None" if shape.value is None else f"the {type(shape.value).__name__} {_name(shape.value)}"
    if isinstance(shape, str):
        return {REAL: "a real number", WHOLE: "a whole number", TRUTH: "True or False"}[shape]
    word, *rest = shape
    return {GROUP: f"a tuple of {len(rest)}", ROW: "a buffer"}.get(word, "an object")


def _name(value: Any) -> str:
    return str(getattr(value, "__name__", None) or repr(value))[:40]
