"""The numbers of a system as formulas of its parameters and initial values, for a page that computes them itself."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from physics.core.fields import Invariant, Parameter, Variable
from physics.core.formulas import Formulas, MirroredRow, OutOfRecord, ValuedTerm, mirror
from physics.core.record import Unrecorded
from physics.core.system import System
from physics.core.variable_groups import group_variables, ungrouped
from physics.errors import BadInput

FAILURES = (
    Unrecorded, OutOfRecord, BadInput, AssertionError, ArithmeticError, TypeError, ValueError, AttributeError,
    LookupError, RuntimeError,
)  # fmt: skip
"""What a calculation raises that is not made of operations which a record knows."""


MOST_LINES, MOST_WAYS = 6000, 8
"""Greatest number of lines of all ways through a calculation, and of the ways."""


class SystemFormulas(NamedTuple):
    """A record of a calculation, and its results: numbers, or terms of the record."""

    record: Formulas
    results: list[Any]

    def values(self, given: Sequence[float]) -> list[float]:
        """Return the results for other given numbers. Raises OutOfRecord."""
        found = self.record.evaluate(given)
        return [found[each.number] if isinstance(each, ValuedTerm) else each for each in self.results]


class _OpenVariable(Variable):
    """A variable whose check of a formula is a guard."""

    def check(self, value: object) -> Any:
        if isinstance(value, ValuedTerm):
            if not self.low <= value <= self.high:
                raise OutOfRecord
            return value
        return super().check(value)


def numbers(system: System) -> list[str]:
    """Return the names of the parameters that are numbers of a continuous kind, in the order of the program."""
    return [name for name, field in system.applicable().items() if isinstance(field, Parameter) and not field.whole]


def given_of(system: System) -> dict[str, float]:
    """Return the numbers of which there are formulas: the parameters of `numbers`, and what is kept of the start."""
    return {**{name: float(system.parameters[name]) for name in numbers(system)}, **system.kept_start()}


def numbers_of(system: System, given: Mapping[str, float], known: Sequence[float]) -> SystemFormulas:
    """Return the numbers `p`, those of `pose`, and the start as formulas of what `given_of` names.

    given: values of these; known: the results then (`all_numbers`). Raises Unrecorded.
    """

    def every(made: Any) -> list[Any]:
        begun = made._checked_initial({name: made.open_values[name] for name in system.kept_start()})
        return [*made.p, *made.pose_constants(), *(each.check(begun[each.name]) for each in made.variables)]

    return _recorded(system, given, every, known)


def all_numbers(system: System) -> list[float]:
    """Return the numbers of which `numbers_of` has the formulas."""
    return [*system.p, *system.pose_numbers, *system.start()]


def aliased_start_of(system: System, given: Mapping[str, float], known: Sequence[float]) -> SystemFormulas:
    """Return the start as formulas of what `given_of` names and of the aliases that are entered. Raises Unrecorded."""
    names = [*system.kept_start(), *entered_aliases(system)]

    def start(made: Any) -> list[Any]:
        begun = made._checked_initial(ungrouped({name: made.open_values[name] for name in names}, made.groups))
        return [each.check(begun[each.name]) for each in made.variables]

    return _recorded(system, given, start, known)


def aliases_of(system: System, given: Mapping[str, float], known: Sequence[float]) -> SystemFormulas:
    """Return the aliases that are entered as formulas of the parameters and all variables. Raises Unrecorded."""

    def aliases(made: Any) -> list[Any]:
        found = made.to_aliases({each.name: made.open_values[each.name] for each in made.variables})
        return [found[name] for name in entered_aliases(system)]

    return _recorded(system, given, aliases, known)


def scale_of(
    invariant: Invariant, system: System, given: Mapping[str, float], known: Sequence[float]
) -> SystemFormulas:
    """Return the scale of an invariant as a formula of the state y, then of the numbers p. Raises Unrecorded."""

    def scale(made: Any) -> list[Any]:
        return [mirror().of(invariant.scale)(made, _opened_state(made))]

    return _recorded(system, given, scale, known, same=True)


def energies_of(system: System, given: Mapping[str, float], known: Sequence[float]) -> SystemFormulas:
    """Return the parts of the energy [J] as formulas of the state y, then of the numbers p. Raises Unrecorded."""

    def parts(made: Any) -> list[Any]:
        found = made.split_energy(_opened_state(made))
        return [found[part.name] for part in system.energy_parts]

    return _recorded(system, given, parts, known, same=True)


def _opened_state(made: Any) -> MirroredRow:
    """Return the state of a system that computes with formulas, of its open values, and give it the others as p."""
    terms, n = list(made.open_values.values()), len(made.variables)
    made.p = MirroredRow(terms[n:])
    return MirroredRow(terms[:n])


def entered_aliases(system: System) -> list[str]:
    """Return the names of the aliases that are entered as initial values."""
    return [each.name for each in system.aliases if each.entry]


def _recorded(
    system: System,
    given: Mapping[str, float],
    of: Callable[[Any], list[Any]],
    known: Sequence[float],
    same: bool = False,
) -> SystemFormulas:
    """Return results of a system whose numbers are formulas. Raises Unrecorded where they are not as known.

    given: values of the parameters, and of others beside them; same: the parameters stay, and are not among them.
    """
    record, parameters = Formulas(given), [] if same else numbers(system)
    try:
        made = _mirrored(system) if same else _made(system, {name: record.given_terms[name] for name in parameters})
        made.open_values = {name: term for name, term in record.given_terms.items() if name not in parameters}
        results = of(made)
        values = [each.value if isinstance(each, ValuedTerm) else float(each) for each in results]
    except FAILURES as problem:
        raise Unrecorded(f"{type(problem).__name__}: {problem}") from problem
    if _bits(values) != _bits(known):
        raise Unrecorded("the record has other numbers")
    return SystemFormulas(record, [each if isinstance(each, ValuedTerm) else float(each) for each in results])


def _bits(numbers: Sequence[float]) -> bytes:
    return struct.pack(f"{len(numbers)}d", *numbers)


def _made(system: System, terms: Mapping[str, ValuedTerm]) -> Any:
    """Return a system with formulas in place of parameters; the bounds of these are no guards."""
    world = mirror()
    own = world.of(type(system))
    made = object.__new__(type(own)(own.__name__, (own,), dict(terms)))
    made.parameters = {**system.parameters, **terms}
    made.consistent()
    made.variables = tuple(map(_opened, made.instance_variables()))
    made.aliases = tuple(map(_opened, made.instance_aliases()))
    made.groups = group_variables((*made.aliases, *made.variables))
    made.p = MirroredRow(made.constants())
    made.initial = dict(system.initial)
    return made


def _mirrored(system: System) -> Any:
    """Return a system that computes with formulas, with the numbers that it has."""
    made = object.__new__(mirror().of(type(system)))
    vars(made).update(vars(system))
    return made


def _opened(variable: Variable) -> Variable:
    opened = object.__new__(_OpenVariable)
    vars(opened).update(vars(variable))
    return opened


Record = Callable[[System, Mapping[str, float], Sequence[float]], SystemFormulas]
"""A function of a system, of values of the given numbers, and of the results then."""


class Ways:
    """Several ways through one calculation, one for each outcome of its comparisons that was met.

    record: makes the formulas of a system. given, known: values of its numbers, and the results then. Raises
    Unrecorded.
    """

    def __init__(self, record: Record, system: System, given: Mapping[str, float], known: Sequence[float]) -> None:
        self._record, self._system = record, system
        self._size = len(known)
        self.every = [record(system, given, known)]
        if self._lines() > MOST_LINES:
            raise Unrecorded("it has too many lines")

    def _lines(self) -> int:
        return sum(len(way.record.lines) for way in self.every)

    def values(self, given: Mapping[str, float]) -> list[float]:
        """Return the results for other given numbers. Raises OutOfRecord."""
        for way in self.every:
            with suppress(OutOfRecord):
                return way.values(list(given.values()))
        raise OutOfRecord

    def agree(self, given: Mapping[str, float], known: Sequence[float]) -> bool:
        """Return whether the results have the bits of known ones; a further way is recorded where there is none."""
        if len(known) != self._size:
            return False
        try:
            return _bits(self.values(given)) == _bits(known)
        except OutOfRecord:
            if len(self.every) >= MOST_WAYS:
                return False
        try:
            more = self._record(self._system, given, known)
        except Unrecorded:
            return False
        if self._lines() + len(more.record.lines) > MOST_LINES:
            return False
        self.every.append(more)
        return True
