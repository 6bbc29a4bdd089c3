"""The table `[challenge]` of a scene file: what a person is to achieve with the scene, and how that is measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from physics import BadInput, System
from physics.core.fields import Quantity, Variable
from physics.core.units import check_number
from physics.core.variable_groups import variable_names
from physics.errors import unknown

if TYPE_CHECKING:
    from physics.core.expressions import Expression

MEDALS = ("gold", "silver", "bronze")
"""The medals, the best first."""
TIME = "t"
"""The name of the time since the start of the run [s] in expressions."""
MOST_WATCHED, MOST_CHANGES, LONGEST_TEXT = 16, 40, 1500
"""Greatest numbers of values that are watched, of numbers that may be changed, and of characters of a text."""
LONGEST, SHORTEST_STEP, LONGEST_STEP = 3600.0, 1e-5, 10.0
"""Longest attempt, and bounds of the time from one look at the run to the next [s]."""
MOST_MARKS, MOST_POINTS, FARTHEST = 16, 64, 1e4
"""Greatest numbers of marks in the picture and of points of one, and greatest distance along an axis [m]."""
WATCHES = ("greatest", "least", "lasting", "first", "rises", "between")


class WatchSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A number that is watched while the run goes on. One of its fields is given.

    greatest, least: value of an expression so far. lasting: seconds for which one has been above 0; first: the time at
    which it was that first, -1 while it was not [s]; rises: how often it has come above 0. between: the names of two
    events; the seconds from each of the first to the next of the second, together.
    """

    greatest: str = ""
    least: str = ""
    lasting: str = ""
    first: str = ""
    rises: str = ""
    between: tuple[str, str] | None = None

    @property
    def kind(self) -> str:
        """The field that is given. Raises BadInput where that is not one."""
        given = [name for name in WATCHES if getattr(self, name)]
        if len(given) != 1:
            raise BadInput(f"must have one of {', '.join(WATCHES)}, not {len(given)}")
        return given[0]

    @property
    def text(self) -> str:
        """The expression, "" for one of events."""
        return "" if self.between is not None else str(getattr(self, self.kind))


class ChallengeSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a person is to achieve with a scene.

    rules: in words; lesson: which equation has been used, told with a medal, in which $...$ is an equation. change:
    parameters and initial values that may be changed; no others, nor the method, and no hand may pull. An attempt is
    over after `within` [s], at one of the events `ends`, as soon as the expression `until` is above 0, and with `pause`
    when the person pauses. It is lost as soon as `keep` is not above 0, and where `needs` is not in the end. score: its
    value in the end, in `unit`. bronze, silver, gold: what it is to reach at least, or at most where gold is the
    smallest. every: time from one look at the run to the next [s]. watch: numbers for the expressions, by name.
    marks: lines that show in the picture where to go, such as a gate, each through points x, y, z [m] of the lab, z up.
    """

    rules: str
    score: str
    bronze: float
    silver: float
    gold: float
    within: float | str
    lesson: str = ""
    change: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    until: str = ""
    keep: str = ""
    needs: str = ""
    pause: bool = False
    unit: str = ""
    every: float | str = 0.01
    watch: Mapping[str, WatchSpec] = {}
    marks: tuple[tuple[tuple[float, float, float], ...], ...] = ()

    @property
    def seconds(self) -> float:
        """The longest time of an attempt [s]. Raises BadInput."""
        return check_number("challenge.within", self.within, "s", SHORTEST_STEP, LONGEST)

    @property
    def step(self) -> float:
        """The time from one look at the run to the next [s]. Raises BadInput."""
        return check_number("challenge.every", self.every, "s", SHORTEST_STEP, LONGEST_STEP)

    @property
    def sense(self) -> Literal[1, -1]:
        """1 where a greater score is better, -1 where a smaller one is."""
        return 1 if self.gold > self.bronze else -1

    def medal(self, score: float) -> str:
        """Return the medal for a score, "" for none."""
        return next((name for name in MEDALS if self.sense * score >= self.sense * getattr(self, name)), "")

    def better(self, one: float, other: float) -> bool:
        """Return whether a score is better than another one."""
        return self.sense * one > self.sense * other

    def expressions(self) -> dict[str, Expression]:
        """Return the expressions by the names of what they are for. Raises BadInput."""
        found = {"score": self.score, "until": self.until, "keep": self.keep, "needs": self.needs}
        for name, watched in self.watch.items():
            try:
                found[f"watch.{name}"] = watched.text
            except BadInput as error:
                raise BadInput(f"challenge.watch.{name}: {error}") from None
        return {name: _read(f"challenge.{name}", text) for name, text in found.items() if text}

    def check(self, system: System) -> None:
        """Raise BadInput for what a system does not have, or what is out of bounds."""
        from physics.core.evaluation import check_expression
        from physics.core.expressions import BadExpression

        self._check_bounds()
        for name in self.change:
            if name not in system.applicable():
                _check_initial(system, name)
        known = known_names(system)
        events = [event.name for event in system.events]
        for name, watched in self.watch.items():
            if name in known:
                raise BadInput(f"challenge.watch.{name}: {system.name} has a value of this name; choose another one")
            for event in watched.between or ():
                _check_event(f"challenge.watch.{name}.between", event, events)
        for event in self.ends:
            _check_event("challenge.ends", event, events)
        for name, expression in self.expressions().items():
            also = () if name.startswith("watch.") else tuple(self.watch)
            try:
                check_expression(expression, (*known, *also))
            except BadExpression as error:
                raise BadInput(f"challenge.{name}: {error}") from None

    def _check_bounds(self) -> None:
        """Raise BadInput for numbers, texts and lists that are out of bounds."""
        if not (self.bronze < self.silver < self.gold or self.bronze > self.silver > self.gold):
            medals = f"bronze = {self.bronze:g}, silver = {self.silver:g}, gold = {self.gold:g}"
            raise BadInput(f"challenge: {medals}: must grow from one to the next, or fall")
        if self.seconds < self.step:
            raise BadInput(f"challenge.every = {self.step:g} s: must be at most within = {self.seconds:g} s")
        for name, text in (("rules", self.rules), ("lesson", self.lesson)):
            if len(text) > LONGEST_TEXT:
                raise BadInput(f"challenge.{name}: has {len(text)} characters; must have at most {LONGEST_TEXT}")
        self._check_marks()
        for name, count, most in (
            ("watch", len(self.watch), MOST_WATCHED), ("change", len(self.change), MOST_CHANGES),
        ):  # fmt: skip
            if count > most:
                raise BadInput(f"challenge.{name} = {count} names: must be at most {most}")

    def _check_marks(self) -> None:
        """Raise BadInput for marks that are too many, too long, or too far away."""
        if len(self.marks) > MOST_MARKS:
            raise BadInput(f"challenge.marks = {len(self.marks)} lines: must be at most {MOST_MARKS}")
        for line in self.marks:
            if not 2 <= len(line) <= MOST_POINTS:
                raise BadInput(f"challenge.marks: a line of {len(line)} points: must have from 2 to {MOST_POINTS}")
            for value in (value for point in line for value in point):
                if not abs(value) <= FARTHEST:
                    raise BadInput(f"challenge.marks: {value:g} m: must be from -{FARTHEST:g} to {FARTHEST:g} m")


def known_names(system: System) -> tuple[str, ...]:
    """Return the names of an expression of a challenge: time, state, invariants, quantities, parameters in numbers."""
    applicable = system.applicable()
    numbers = (name for name, value in system.parameters.items() if isinstance(value, float) and name in applicable)
    values: tuple[Variable | Quantity, ...] = (*system.variables, *system.invariants, *system.quantities)
    return tuple(
        dict.fromkeys(
            (TIME, *(each.name for each in values), *(name for name in numbers if name in system.applicable()))
        )
    )


def _read(where: str, text: str) -> Expression:
    from physics.core.expressions import BadExpression, parsed

    try:
        return parsed(text)
    except BadExpression as error:
        raise BadInput(f"{where}: {error}") from None


def _check_event(where: str, event: str, known: list[str]) -> None:
    if event not in known:
        raise BadInput(f"{where}: {unknown('event', event, known)}")


def _check_initial(system: System, name: str) -> None:
    """Raise BadInput where a name is not that of an initial value."""
    initial = variable_names((*system.variables, *system.aliases))
    if name not in initial:
        raise BadInput(f"challenge.change: {unknown('value', name, (*system.applicable(), *initial))}")
