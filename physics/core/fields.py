"""Descriptions of a system's parameters, state variables, events and quantities.

Sliders, command line, scene files, validation, HUD, CSV columns and listings are all made from them.
"""

from __future__ import annotations

import json
import math
import unicodedata
from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias, overload

from physics.core.units import ANGLE, check_number, format_number
from physics.errors import BadInput, shown
from physics.shapes import profiles
from physics.types import Floats

Role: TypeAlias = Literal["coordinate", "velocity", "auxiliary", "discrete"]
"""Role of a state variable: a coordinate is a position; a velocity (or momentum) is changed by an impulse, and the
energy is of second order in all of them; auxiliary variables are neither, such as losses and clocks; discrete ones,
such as the phase of a motion, change by events alone: their rate is exactly 0, and methods keep their bits."""

EnergyKind: TypeAlias = Literal["kinetic", "potential", "elastic", "lost", "work"]
"""Kind of a part of the energy: what the system has (kinetic, potential of weights and inertial forces, elastic), what
friction, air and impacts have taken from it, or what a moving support or a motor has brought in as work."""

SMALL_DIFFERENCE = 1e-3
"""A quantity smaller than this part of its terms counts as their small difference."""


class Parametrised(Protocol):
    """An object with values of parameters, from which the fields of its class read theirs."""

    parameters: Mapping[str, Any]


def _plain(letter: str) -> str:
    """Return an ASCII letter or digit as it is, a small Greek letter by its name, any other character as ""."""
    if letter.isascii():
        return letter if letter.isalnum() else ""
    name = unicodedata.name(letter, "")
    return name.rsplit(" ", 1)[-1].lower() if name.startswith("GREEK SMALL LETTER") else ""


@dataclass(frozen=True, kw_only=True)
class Field:
    """Base of all parameters of a system: a meaning, and the choices under which the parameter applies.

    when: maps the name of a `Choice` to the options under which this parameter applies; empty: always. name: that of
    the class attribute.
    """

    meaning: str
    symbol: str = ""
    when: Mapping[str, Sequence[str]] = field(default_factory=dict)
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        object.__setattr__(self, "name", name)

    @cached_property
    def spelled(self) -> str:
        """Return the symbol in ASCII letters and digits: l5 for l₅, mub for μ_b."""
        return "".join(map(_plain, unicodedata.normalize("NFKD", self.symbol)))

    def applies(self, values: Mapping[str, Any]) -> bool:
        """Return whether the parameter applies with the chosen `values`."""
        return not self.when or all(values[choice] in options for choice, options in self.when.items())


class Measured:
    """A field with a unit."""

    unit: str

    @property
    def angle(self) -> bool:
        """True for an angle, which repeats after a full turn."""
        return self.unit == ANGLE


@dataclass(frozen=True, kw_only=True)
class Parameter(Field, Measured):
    """A number with a unit and bounds.

    log: a slider for it is logarithmic. whole: only whole numbers are allowed.
    """

    default: float
    unit: str
    low: float
    high: float
    log: bool = False
    whole: bool = False

    @overload
    def __get__(self, instance: None, owner: type) -> Parameter: ...
    @overload
    def __get__(self, instance: Parametrised, owner: type) -> float: ...
    def __get__(self, instance: Parametrised | None, owner: type) -> Parameter | float:
        return self if instance is None else float(instance.parameters[self.name])

    def check(self, value: object) -> float:
        """Return `value` (a number, or text with or without a unit) as a float; raises BadInput."""
        checked = check_number(self.name, value, self.unit, self.low, self.high)
        if self.whole and not checked.is_integer():
            raise BadInput(f"{self.name} = {format_number(checked)}: must be {self.allowed()}")
        return checked

    def allowed(self) -> str:
        """Return a description of the allowed values, for listings."""
        return f"{'whole, ' if self.whole else ''}{format_number(self.low)} to {format_number(self.high)}"


@dataclass(frozen=True, kw_only=True)
class Choice(Field):
    """A parameter whose value is one of several named options."""

    default: str
    options: tuple[str, ...]
    unit: str = ""

    @overload
    def __get__(self, instance: None, owner: type) -> Choice: ...
    @overload
    def __get__(self, instance: Parametrised, owner: type) -> str: ...
    def __get__(self, instance: Parametrised | None, owner: type) -> Choice | str:
        return self if instance is None else str(instance.parameters[self.name])

    def check(self, value: object) -> str:
        """Return `value` if it is one of the options; raises BadInput."""
        if value not in self.options:
            raise BadInput(f"{self.name} = {value!r}: must be one of {', '.join(self.options)}")
        return str(value)

    def allowed(self) -> str:
        """Return a description of the allowed values, for listings."""
        return ", ".join(self.options)


@dataclass(frozen=True, kw_only=True)
class ChoiceList(Field):
    """A parameter whose value is a list of named options, each of which may be abbreviated."""

    default: tuple[str, ...]
    options: tuple[str, ...]
    unit: str = ""
    shortest: int = 1
    longest: int = 1000

    @overload
    def __get__(self, instance: None, owner: type) -> ChoiceList: ...
    @overload
    def __get__(self, instance: Parametrised, owner: type) -> tuple[str, ...]: ...
    def __get__(self, instance: Parametrised | None, owner: type) -> ChoiceList | tuple[str, ...]:
        return self if instance is None else tuple(instance.parameters[self.name])

    def check(self, value: object) -> tuple[str, ...]:
        """Return `value` (names, or text `ball, hinge`) as a tuple of options; raises BadInput naming the entry."""
        if isinstance(value, str):
            value = [part.strip() for part in value.strip("[] ").split(",") if part.strip()]
        if not isinstance(value, Sequence):
            raise BadInput(f"{self.name} = {value!r}: must be a list of {', '.join(self.options)}")
        if not self.shortest <= len(value) <= self.longest:
            raise BadInput(f"{self.name}: {len(value)} names given, {self.shortest} to {self.longest} allowed")
        return tuple(self._option(i, entry) for i, entry in enumerate(value))

    def _option(self, i: int, entry: object) -> str:
        found = [option for option in self.options if entry and option.startswith(str(entry).strip("'\""))]
        if len(found) != 1:
            raise BadInput(f"{self.name}[{i}] = {entry!r}: must be one of {', '.join(self.options)}")
        return found[0]

    def allowed(self) -> str:
        """Return a description of the allowed values, for listings."""
        return f"{self.shortest} to {self.longest} of {', '.join(self.options)}"


@dataclass(frozen=True, kw_only=True)
class Vector(Field):
    """A list of numbers with a common unit and common bounds, such as the radii of a profile."""

    default: tuple[float, ...]
    unit: str
    low: float
    high: float
    shortest: int = 1
    longest: int = 1000

    @overload
    def __get__(self, instance: None, owner: type) -> Vector: ...
    @overload
    def __get__(self, instance: Parametrised, owner: type) -> tuple[float, ...]: ...
    def __get__(self, instance: Parametrised | None, owner: type) -> Vector | tuple[float, ...]:
        return self if instance is None else tuple(instance.parameters[self.name])

    def check(self, value: object) -> tuple[float, ...]:
        """Return `value` (numbers or rows of them, one number, or text `0.01, 0.02`) as a tuple; raises BadInput."""
        if isinstance(value, str):
            value = [part for part in value.replace("[", "").replace("]", "").split(",") if part.strip()]
        elif isinstance(value, int | float):
            value = [value]
        try:
            rows = [[row] if isinstance(row, str) or not hasattr(row, "__iter__") else row for row in value]  # type: ignore[attr-defined]
            entries = list(chain.from_iterable(rows))
        except TypeError:
            raise BadInput(f"{self.name} = {value!r}: must be a list of numbers in {self.unit}") from None
        if not self.shortest <= len(entries) <= self.longest:
            raise BadInput(f"{self.name}: {len(entries)} numbers given, {self.shortest} to {self.longest} allowed")
        return tuple(
            check_number(f"{self.name}[{i}]", entry, self.unit, self.low, self.high) for i, entry in enumerate(entries)
        )

    def allowed(self) -> str:
        """Return a description of the allowed values, for listings."""
        return (
            f"{self.shortest} to {self.longest} numbers, each {format_number(self.low)} to {format_number(self.high)}"
        )


Rows = tuple[tuple[float, float], ...]


@dataclass(frozen=True, kw_only=True)
class Profile(Field):
    """The meridian of a body of revolution: rows (r, z) [m] from its lowest point to its highest, r within bounds."""

    default: Rows
    unit: str
    low: float
    high: float
    shortest: int = 3
    longest: int = 1000

    @overload
    def __get__(self, instance: None, owner: type) -> Profile: ...
    @overload
    def __get__(self, instance: Parametrised | None, owner: type) -> Rows: ...
    def __get__(self, instance: Parametrised | None, owner: type) -> Profile | Rows:
        return self if instance is None else tuple(instance.parameters[self.name])

    def check(self, value: object) -> Rows:
        """Return `value` (rows, or the path of a CSV file) as a tuple of rows; raises BadInput naming row or line."""
        if isinstance(value, str | Path):
            entries, places = profiles.read(self.name, Path(value))
            rows = [self._row(f"{self.name}: {place}", *entry) for entry, place in zip(entries, places, strict=True)]
        else:
            rows = [self._row(f"{self.name}[{i}]", *entry) for i, entry in enumerate(self._listed(value))]
            places = [f"row {i}" for i in range(len(rows))]
        if not self.shortest <= len(rows) <= self.longest:
            raise BadInput(f"{self.name}: {len(rows)} rows given, {self.shortest} to {self.longest} allowed")
        for place, (_, below), (_, z) in zip(places[1:], rows, rows[1:], strict=False):
            if z < below:
                raise BadInput(
                    f"{self.name}: {place}: z = {format_number(z)} {self.unit}: must not be below the row before it"
                )
        if not sum((a * a + a * b + b * b) * (above - below) for (a, below), (b, above) in pairwise(rows)) > 0.0:
            raise BadInput(f"{self.name}: has no volume; must have some r above 0 between different z")
        return tuple(rows)

    def _row(self, place: str, r: object, z: object) -> tuple[float, float]:
        low, high = self.low, self.high
        return check_number(f"{place}: r", r, self.unit, low, high), check_number(
            f"{place}: z", z, self.unit, -high, high
        )

    def _listed(self, value: object) -> list[tuple[object, object]]:
        try:
            return [(r, z) for r, z in value]  # type: ignore[attr-defined]  # anything else raises here
        except (TypeError, ValueError):
            raise BadInput(
                f"{self.name} = {value!r}: must be rows [r, z] in {self.unit}, or the path of a CSV file of them"
            ) from None

    def allowed(self) -> str:
        """Return a description of the allowed values, for listings."""
        radii = f"{format_number(self.low)} to {format_number(self.high)}"
        return f"a CSV file or {self.shortest} to {self.longest} rows r, z, r {radii}"


@dataclass(frozen=True, kw_only=True)
class Tabulated(Profile):
    """A curve by its points: rows of two numbers without units, the first growing, or the path of a CSV file of them.

    columns: the names of both. least, most: bounds of the first; low, high: of the second. curve: returns points of the
    curve that the system takes through the rows, these among them, near enough to be joined by straight lines.
    """

    columns: tuple[str, str]
    least: float
    most: float
    curve: Callable[[Rows], Rows]
    shortest: int = 2

    def check(self, value: object) -> Rows:
        """Return `value` (rows, or the path of a CSV file) as a tuple of rows; raises BadInput naming row or line."""
        both = ", ".join(self.columns)
        if isinstance(value, str | Path):
            read, places = profiles.read(self.name, Path(value), both)
            entries: list[tuple[object, object]] = [(a, b) for a, b in read]
            places = [f"{self.name}: {place}" for place in places]
        else:
            try:
                entries = [(a, b) for a, b in value]  # type: ignore[attr-defined]  # anything else raises here
            except (TypeError, ValueError):
                raise BadInput(
                    f"{self.name} = {value!r}: must be rows [{both}], or the path of a CSV file of them"
                ) from None
            places = [f"{self.name}[{i}]" for i in range(len(entries))]
        first, second = self.columns
        rows = [
            (check_number(f"{place}: {first}", a, "", self.least, self.most),
             check_number(f"{place}: {second}", b, "", self.low, self.high))
            for place, (a, b) in zip(places, entries, strict=True)
        ]  # fmt: skip
        if not self.shortest <= len(rows) <= self.longest:
            raise BadInput(f"{self.name}: {len(rows)} rows given, {self.shortest} to {self.longest} allowed")
        for place, (before, _), (after, _) in zip(places[1:], rows, rows[1:], strict=False):
            if not after > before:
                raise BadInput(f"{place}: {first} = {format_number(after)}: must be above that of the row before it")
        return tuple(rows)

    def allowed(self) -> str:
        """Return a description of the allowed values, for listings."""
        first, second = self.columns
        bounds = f"{format_number(self.low)} to {format_number(self.high)}"
        return f"a CSV file or {self.shortest} to {self.longest} rows {first}, {second}, {second} {bounds}"


@dataclass(frozen=True, kw_only=True)
class Description(Field):
    """A description in tables, as a text in JSON; content: what the tables are."""

    default: str
    content: str
    unit: str = ""

    def check(self, value: object) -> str:
        """Return a description as a text; raises BadInput where it is none."""
        if isinstance(value, str):
            try:
                value = json.loads(value, object_pairs_hook=self._table)
            except BadInput:
                raise
            except (ValueError, RecursionError) as error:
                raise BadInput(f"{self.name}: not JSON: {error}") from None
        if not isinstance(value, Mapping):
            raise BadInput(f"{self.name} = {shown(value)}: must be {self.content}")
        try:
            return json.dumps(value, default=self._refuse)
        except BadInput:
            raise
        except (TypeError, ValueError, RecursionError) as error:
            raise BadInput(f"{self.name}: {error}") from None

    def _table(self, pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise BadInput(f"{self.name}: {shown(twice)} is there twice; names must differ")
        return found

    def _refuse(self, value: object) -> None:
        raise BadInput(f"{self.name}: {shown(value)}: must be a number, a text, a list or a table")

    def allowed(self) -> str:
        """Return a description of the allowed values, for listings."""
        return self.content


AnyParameter = Parameter | Choice | ChoiceList | Vector | Profile | Description


@dataclass(frozen=True)
class Variable(Measured):
    """One component of the state: its name in code, its symbol on screen, and its initial value.

    entry: whether the user enters it as an initial value; False for variables that aliases replace or that follow from
    others. group: the name under which it may be given together with others of its kind, as one array in their order.
    role: see `Role`.
    """

    name: str
    symbol: str
    unit: str
    meaning: str
    start: float = 0.0
    low: float = -1e9
    high: float = 1e9
    why: str = ""
    """The reason for the bounds, where it is not obvious; part of the error message."""
    entry: bool = field(default=True, kw_only=True)
    group: str = field(default="", kw_only=True)
    role: Role = field(default="coordinate", kw_only=True)

    def check(self, value: object) -> float:
        """Return `value` as an initial value of this variable; raises BadInput."""
        try:
            return check_number(self.name, value, self.unit, self.low, self.high)
        except BadInput as error:
            raise BadInput(f"{error}{self.why and ' ' + self.why}") from None

    def allowed(self) -> str:
        """Return a description of the allowed values, for listings."""
        return f"{format_number(self.low)} to {format_number(self.high)}"


@dataclass(frozen=True)
class Event:
    """A kind of event at which the equations or the state change. meaning: a sentence without a full stop.

    quiet: the event is too frequent or too minor to be announced.
    """

    name: str
    meaning: str
    quiet: bool = False


ValueKernel: TypeAlias = Callable[[float, Floats, Floats, Floats], None]
"""kernel(t, y, p, out) writes several values of the state y into out: scalar arithmetic, as `System.rate`; t is 0."""


class SharedValues:
    """Values that have much of their work in common: one kernel writes all of them.

    names: in the order in which the kernel writes them; `shared[name]` is the value of a `Quantity`. Values from where
    on CPython's arithmetic fails are nan. The last result is kept, for the other values of the same state.
    """

    def __init__(self, kernel: ValueKernel, *names: str) -> None:
        self.kernel, self.names = kernel, names
        self._values = {name: SharedValue(self, place) for place, name in enumerate(names)}
        self._last: tuple[Any, bytes, array[float]] = None, b"", array("d")

    def __getitem__(self, name: str) -> SharedValue:
        return self._values[name]

    def at(self, system: Any, y: Floats) -> array[float]:
        """Return all values at the state y of a system, in the order of `names`."""
        key = bytes(memoryview(y))
        kept, state, found = self._last
        if kept is not system or state != key:
            found = array("d", [math.nan]) * len(self.names)
            with suppress(ArithmeticError, ValueError):
                self.kernel(0.0, y, system.p, memoryview(found))
            self._last = system, key, found
        return found


@dataclass(frozen=True, eq=False)
class SharedValue:
    """One of `SharedValues`, by its place among them."""

    shared: SharedValues
    place: int

    def __call__(self, system: Any, y: Floats) -> float:
        """Return the value at the state y."""
        return self.shared.at(system, y)[self.place]


@dataclass(frozen=True)
class Quantity(Measured):
    """A number computed from the state: value(system, y). applies(system): whether it is defined for that system.

    value: a named function that of its system reads only p, in scalar arithmetic, or one of `SharedValues`: both are
    compiled with the same bits, for many states at once (`physics/core/measure.py`). Other functions run in CPython.
    """

    name: str
    symbol: str
    unit: str
    meaning: str
    value: Callable[[Any, Floats], float]
    applies: Callable[[Any], bool] = field(default=lambda system: True, kw_only=True)


@dataclass(frozen=True)
class Invariant(Quantity):
    """A quantity that the exact motion conserves.

    scale(system, y): the magnitude to which a drift is compared when the quantity itself starts at zero or is a small
    difference of large terms.
    """

    scale: Callable[[Any, Floats], float] | None = None

    def reference(self, system: Any, y: Floats) -> tuple[float, float]:
        """Return the value at y, and the magnitude by which later drifts are divided (never zero).

        The value is nan where CPython's arithmetic fails.
        """
        try:
            start = self.value(system, y)
            size = self.scale(system, y) if self.scale is not None else abs(start)
        except (ArithmeticError, ValueError):
            return math.nan, 1.0
        return start, abs(start) if abs(start) > SMALL_DIFFERENCE * size else size or 1.0


@dataclass(frozen=True)
class EnergyPart:
    """A part of the energy [J], whose value `System.split_energy` computes.

    name: a word or two, to be shown and to look its value up by. formula: how it is computed, with the symbols of the
    textbook; "" for one that is integrated. applies(system): whether that system has it.

    All parts together are the energy invariant, where those of the kind "work" count negatively.
    """

    name: str
    formula: str
    meaning: str
    kind: EnergyKind
    applies: Callable[[Any], bool] = field(default=lambda system: True, kw_only=True)
