"""The contract of a mechanical system: one class in one file is a page of a textbook.

A system declares its parameters, state variables, equations of motion, invariants, bodies and arrows;
everything else is made from these. An instance is one set of parameters and one start and never changes:
`replace` makes another.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from physics.errors import BadInput, unknown
from physics.fields import AnyParameter, Field, Invariant, Quantity, Variable

Floats: TypeAlias = "memoryview[float]"
"""A flat buffer of doubles: what right-hand sides and integrators read and write."""

Vector3 = NDArray[np.float64]


class Body(NamedTuple):
    """A rigid body of revolution where it is.

    outline: rows (r, z) [m] of its outline from the bottom of its axis to the top, in body axes, z along the
    axis. position (3,) [m]: where the origin of the body axes is in the lab. rotation (3, 3): body to lab.
    spin_rate [rad/s]: how fast it turns about its own axis.
    """

    name: str
    outline: tuple[tuple[float, float], ...]
    position: Vector3
    rotation: NDArray[np.float64]
    spin_rate: float = 0.0


class Arrow(NamedTuple):
    """A vector that explains: origin (3,) [m] and components (3,) in the lab, in `unit`."""

    name: str
    symbol: str
    unit: str
    meaning: str
    origin: Vector3
    vector: Vector3


class System:
    """Base of every system. See `physics/systems/` for examples.

    Class attributes to declare: name, title, parameters (as `Parameter`, `Choice` or `Vector` attributes),
    variables (positions first, then their rates when second_order), invariants (the energy first),
    quantities; separable when accelerations depend on positions alone. Methods to write: constants, rate, bodies,
    arrows; where they mean something: consistent, margin and trouble, traces, and two static ones of the form of
    `rate` for special integrators:

    momenta(t, y, p, out): of a Lagrangian L(q, v), the momenta dL/dv into out[:n/2] and dL/dq into out[n/2:].
    split_step(h, y, p, out): the state after a step of h made of exact flows, of order 2 and its own inverse at -h.

    Raises BadInput for an unknown name, a value out of bounds, or a parameter that does not apply beside
    the chosen options.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    fields: ClassVar[dict[str, AnyParameter]] = {}
    variables: ClassVar[tuple[Variable, ...]]
    invariants: ClassVar[tuple[Invariant, ...]]
    quantities: ClassVar[tuple[Quantity, ...]] = ()
    second_order: ClassVar[bool] = True
    separable: ClassVar[bool] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        found = {key: value for key, value in vars(cls).items() if isinstance(value, Field)}
        cls.fields = {**cls.fields, **found}  # type: ignore[dict-item]  # a Field in a class is one of the three

    def __init__(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> None:
        given = dict(parameters or {})
        self.parameters: Mapping[str, Any] = self._checked_parameters(given)
        self.initial: Mapping[str, float] = self._checked_initial(dict(initial or {}))
        for name, value in given.items():
            if not self.fields[name].applies(self.parameters):
                raise BadInput(f"{name} = {value}: {self._why_not(self.fields[name])}")
        self.consistent()
        self.p: tuple[float, ...] = self.constants()

    def _checked_parameters(self, given: dict[str, Any]) -> dict[str, Any]:
        for name in given:
            if name not in self.fields:
                raise unknown(f"parameter of {self.name}", name, self.fields)
        return {
            name: field.check(given[name]) if name in given else field.default for name, field in self.fields.items()
        }

    def _checked_initial(self, given: dict[str, Any]) -> dict[str, float]:
        names = [variable.name for variable in self.variables]
        for name in given:
            if name not in names:
                raise unknown(f"initial value of {self.name}", name, names)
        return {v.name: v.check(given[v.name]) if v.name in given else v.start for v in self.variables}

    def _why_not(self, field: Field) -> str:
        """Why a parameter does not apply beside the present options."""
        for choice, options in field.when.items():
            if self.parameters[choice] not in options:
                return f"applies when {choice} is {' or '.join(options)}, not {self.parameters[choice]}"
        return ""

    def replace(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> Self:
        """The same system with some parameters or initial values changed; raises BadInput like the constructor.

        A choice that is changed keeps the values of the parameters that still apply.
        """
        changed = dict(parameters or {})
        chosen = {**self.parameters, **changed}
        kept = {name: value for name, value in self.parameters.items() if self.fields[name].applies(chosen)}
        return type(self)({**kept, **changed}, {**self.initial, **(initial or {})})

    def applicable(self) -> dict[str, AnyParameter]:
        """The parameters that mean something beside the present options, in order of declaration."""
        return {name: field for name, field in self.fields.items() if field.applies(self.parameters)}

    def start(self) -> array[float]:
        """The initial state y, in the order of `variables`."""
        return array("d", self.initial.values())

    # What a system writes -------------------------------------------------------------------------------

    def consistent(self) -> None:
        """Raise BadInput when parameters that are each within bounds do not go together."""

    def constants(self) -> tuple[float, ...]:
        """The numbers p that `rate` reads, computed once from the parameters."""
        raise NotImplementedError

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y at time t into dy.

        Scalar arithmetic on y[i] and p[i] only: the same source is to be compiled as it stands.
        """
        raise NotImplementedError

    @staticmethod
    def margin(y: Floats, p: Sequence[float]) -> float:
        """How far y is from where the equations fail: positive where they hold, else `trouble` says why.

        Scalar arithmetic only, like `rate`; so is the value of the energy, which reads of its system only p.
        """
        return 1.0

    def bodies(self, y: Floats) -> list[Body]:
        """The rigid bodies at the state y; the first one is what a camera looks at."""
        raise NotImplementedError

    def arrows(self, y: Floats) -> list[Arrow]:
        """The vectors worth drawing at the state y."""
        return []

    def traces(self, y: Floats) -> dict[str, Vector3]:
        """Named points (3,) [m] whose paths are worth drawing."""
        return {}

    def trouble(self, y: Floats) -> str:
        """Why the equations do not hold at y (a sentence for the user), or "" when they do."""
        return ""

    # What follows from it -------------------------------------------------------------------------------

    def energy(self, y: Floats) -> float:
        """The energy [J]: the first invariant."""
        return self.invariants[0].value(self, y)

    def index(self, name: str) -> int:
        """The place of a variable in y; raises BadInput for a name that is none."""
        for i, variable in enumerate(self.variables):
            if variable.name == name:
                return i
        raise unknown(f"variable of {self.name}", name, (v.name for v in self.variables))

    def between(self, before: Floats, after: Floats, part: float) -> array[float]:
        """The state to show `part` (0 to 1) of the way from one tick to the next.

        Angles are unwrapped, so that a straight line serves however fast a body turns.
        """
        return array("d", (a + part * (b - a) for a, b in zip(before, after, strict=True)))
