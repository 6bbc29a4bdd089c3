"""The contract of a mechanical system: one class in one file is a page of a textbook.

A system declares its parameters, state variables, equations of motion, invariants, bodies and arrows;
everything else is made from these. An instance is one set of parameters and one start and never changes:
`replace` makes another.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from physics.core.fields import AnyParameter, Event, Field, Invariant, Quantity, Role, Variable
from physics.core.report import ReportEntry, Rows
from physics.core.solids import Body
from physics.core.variable_groups import group_variables, ungrouped, variable_names
from physics.errors import BadInput, unknown
from physics.types import Arrow, Floats, GripPoint, Occurrence, Projectile, Vector3


class System:
    """Base of every system. See `physics/systems/` for examples.

    Class attributes to declare: name, title, parameters (as `Parameter`, `Choice`, `Vector` or `Profile` attributes),
    variables (positions first, then their rates when second_order), invariants (the energy first) and quantities,
    of which an instance has those that apply to it; separable when accelerations depend on positions alone. Methods to
    write: constants, bodies, arrows; where they mean something: consistent, trouble, traces, body_traces; the kernels
    below; and these:

    instance_variables, instance_aliases: where the state depends on parameters, such as a number of links. `variables`
    and `aliases` of an instance are its own, those of the class are what one with its defaults has. The arrays under
    which variables of one group may be given as a start are in `groups`.

    aliases, with `from_aliases` and `to_aliases`: other names under which a start may be given, such as Euler angles
    where the state holds a quaternion.
    events, with the kernels `guards` and `jump`: where the motion changes its kind.
    report, ends: what a run came to, and the names of the events after which that is settled, such as a landing.
    highlight: the name of the event that deserves slow motion; "" where there is none.
    thrown: of a machine that throws something, what and where.
    family, with `motion` and `resume`: systems of one family are formulations of the same motion.
    kind: what sort of thing it is, such as a pendulum: systems of one kind look alike.

    Kernels are static methods in scalar arithmetic on the state y (n,) and the numbers p, because the same source is
    compiled as it stands. In every system their arguments have the names, the order and the types that they have here:

    rate(t, y, p, dy): the time derivative of y, written into dy.
    margin(y, p): positive where the equations hold.
    settle(y, p): puts a state back where rounding and the method have moved it from, such as a quaternion to length 1;
    done after every step, in place.
    guards(t, y, p) and jump(event, t, y, p): where events happen, and what they do.
    momenta(t, y, p, out), for some integrators: of a Lagrangian L(q, v), dL/dv into out[:n/2] and dL/dq into out[n/2:].
    split_step(h, y, p, out), for splitting: the state after a step of h made of exact flows, of order 2 and its own
    inverse at -h.

    Raises BadInput for an unknown name, a value out of bounds, or a parameter that does not apply beside
    the chosen options.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    fields: ClassVar[dict[str, AnyParameter]] = {}
    variables: tuple[Variable, ...]
    invariants: tuple[Invariant, ...]
    quantities: tuple[Quantity, ...] = ()
    aliases: tuple[Variable, ...] = ()
    events: ClassVar[tuple[Event, ...]] = ()
    ends: ClassVar[tuple[str, ...]] = ()
    highlight: ClassVar[str] = ""
    family: ClassVar[str] = ""
    kind: ClassVar[str] = ""
    second_order: ClassVar[bool] = True
    separable: ClassVar[bool] = False
    p: Floats
    """What `constants` returns, read-only, as every kernel reads it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        found = {key: value for key, value in vars(cls).items() if isinstance(value, Field)}
        inherited: dict[str, AnyParameter] = {}
        for base in reversed(cls.__mro__[1:]):
            inherited |= vars(base).get("fields", {})
        cls.fields = {**inherited, **found}  # type: ignore[dict-item]  # a Field in a class is one of the three

    def __init__(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> None:
        given = self.named(parameters or {})
        self.parameters: Mapping[str, Any] = self._checked_parameters(given)
        for name, value in given.items():
            if not self.fields[name].applies(self.parameters):
                raise BadInput(f"{name} = {value}: {self._why_not(self.fields[name])}")
        self.consistent()
        self.variables = self.instance_variables()
        self.aliases = self.instance_aliases()
        self.groups = group_variables((*self.aliases, *self.variables))
        self.p = _flat(array("d", self.constants()).tobytes())
        self.initial: Mapping[str, float] = self._checked_initial(ungrouped(initial or {}, self.groups))
        self._choose_quantities()

    def _choose_quantities(self) -> None:
        """Of what the class can say, what means something for this instance."""
        self.invariants = tuple(each for each in type(self).invariants if each.applies(self))
        self.quantities = tuple(each for each in type(self).quantities if each.applies(self))

    def __getstate__(self) -> dict[str, Any]:
        """All but functions, which another process finds in the class."""
        kept = {name: value for name, value in vars(self).items() if name not in ("invariants", "quantities")}
        return {**kept, "p": bytes(self.p)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update({**state, "p": _flat(state["p"])})
        self._choose_quantities()

    @classmethod
    def named(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Parameters by their names, some of which may be given by their symbols in plain letters, such as l5."""
        spelled = {field.spelled: name for name, field in cls.fields.items() if field.spelled}
        return {key if key in cls.fields else spelled.get(key.replace("_", ""), key): v for key, v in given.items()}

    def _checked_parameters(self, given: dict[str, Any]) -> dict[str, Any]:
        for name in given:
            if name not in self.fields:
                raise unknown(f"parameter of {self.name}", name, self.fields)
        return {
            name: field.check(given[name]) if name in given else field.default for name, field in self.fields.items()
        }

    def _checked_initial(self, given: dict[str, Any]) -> dict[str, float]:
        """All variables at the start: those given, or what the given aliases say, or their defaults."""
        checked = {name: self.start_variable(name).check(value) for name, value in given.items()}
        aliases = {v.name: checked.pop(v.name) for v in self.aliases if v.name in checked}
        start = {v.name: checked.get(v.name, v.start) for v in self.variables}
        return self.from_aliases(start, aliases) if aliases else self.normalized(start)

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
        changed = self.named(parameters or {})
        chosen = {**self.parameters, **changed}
        kept = {name: value for name, value in self.parameters.items() if self.fields[name].applies(chosen)}
        start, given = self.kept_start(), initial or {}
        shown = {variable.name for variable in self.aliases if variable.entry}
        if given and shown.issuperset(given):  # those that are not changed stay as they are
            start |= {name: value for name, value in self.to_aliases(self.initial).items() if name in shown}
        if changed and type(self).instance_variables is not System.instance_variables:
            made = type(self)({**kept, **changed})
            known = {variable.name for variable in (*made.variables, *made.aliases)}
            start = {name: value for name, value in start.items() if name in known}
        start = {name: value for name, value in start.items() if name not in given}
        return type(self)({**kept, **changed}, {**start, **given})

    def kept_start(self) -> dict[str, float]:
        """What `replace` keeps of the start: all of it, but for what follows from parameters that may change."""
        return dict(self.initial)

    def applicable(self) -> dict[str, AnyParameter]:
        """The parameters that mean something beside the present options, in order of declaration."""
        return {name: field for name, field in self.fields.items() if field.applies(self.parameters)}

    def entered(self) -> dict[str, float]:
        """The present start in terms of all aliases and variables."""
        return {**self.to_aliases(self.initial), **self.initial}

    def start_variable(self, name: str) -> Variable:
        """The variable or alias of that name; raises BadInput for a name that is none."""
        for variable in (*self.variables, *self.aliases):
            if variable.name == name:
                return variable
        raise unknown(f"initial value of {self.name}", name, variable_names((*self.variables, *self.aliases)))

    def start(self) -> array[float]:
        """The initial state y, in the order of `variables`."""
        return array("d", self.initial.values())

    def entries(self) -> tuple[Variable, ...]:
        """What people give a start by: aliases, and variables that those do not replace; velocities come last."""
        found = [variable for variable in (*self.aliases, *self.variables) if variable.entry]
        return tuple(sorted(found, key=lambda variable: variable.role == "velocity"))

    # What a system writes -------------------------------------------------------------------------------

    def instance_variables(self) -> tuple[Variable, ...]:
        """The state variables of an instance with these parameters, which are checked already."""
        return type(self).variables

    def instance_aliases(self) -> tuple[Variable, ...]:
        """The aliases of an instance with these parameters."""
        return type(self).aliases

    def consistent(self) -> None:
        """Raise BadInput when parameters that are each within bounds do not go together."""

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """A given start as the equations want it, such as a quaternion of length 1; raises BadInput."""
        return start

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """What the aliases are at a start given by all variables."""
        return {}

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """The start with the given aliases changed and the others as they are in it; raises BadInput."""
        raise NotImplementedError

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
    def margin(y: Floats, p: Floats) -> float:
        """How far y is from where the equations fail: positive where they hold, else `trouble` says why.

        Scalar arithmetic only, like `rate`; so is the value of the energy, which reads of its system only p.
        """
        return 1.0

    @staticmethod
    def settle(y: Floats, p: Floats) -> None:
        """Put the state back where it belongs after a step, in place. Like `rate`."""

    @staticmethod
    def guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
        """One number for each of `events`: positive while it has not happened, and where it cannot happen.

        An event happens where its number is no longer positive; its place within a step is found with the order of
        the method. Scalar arithmetic only, like `rate`.
        """
        return ()

    @staticmethod
    def jump(event: int, t: float, y: Floats, p: Floats) -> None:
        """What an event does to the state y, in place; its guard must be positive afterwards. Like `rate`."""

    def motion(self, y: Floats) -> Any:
        """The motion at y, in a form that all formulations of a `family` know: of a rigid body a `Motion`."""
        raise NotImplementedError

    def resume(self, motion: Any) -> array[float]:
        """The state y that moves like `motion`; raises BadInput where these coordinates cannot say it."""
        raise NotImplementedError

    def bodies(self, y: Floats) -> list[Body]:
        """The rigid bodies at the state y; the first one is what a camera looks at."""
        raise NotImplementedError

    def grip(self, y: Floats, body: int, point: Vector3) -> GripPoint | None:
        """How a point (3,) [m] in the axes of one of `bodies` answers a hand; None: `physics/core/grip.py` finds it.

        That takes a time that grows as the square of the number of variables: chains say it themselves.
        """
        return None

    def thrown(self, y: Floats) -> Projectile | None:
        """What the machine throws, at the state y; None: it throws nothing."""
        return None

    def arrows(self, y: Floats) -> list[Arrow]:
        """The vectors worth drawing at the state y."""
        return []

    def traces(self, y: Floats) -> dict[str, Vector3]:
        """Named points (3,) [m] whose paths in the lab are worth drawing."""
        return {}

    def body_traces(self, y: Floats) -> dict[str, tuple[int, Vector3]]:
        """Named points whose paths on a body are worth drawing: which of `bodies`, and where in its axes (3,) [m]."""
        return {}

    def report(self, t: Rows, states: Rows, events: Sequence[Occurrence]) -> tuple[ReportEntry, ...]:
        """What a run came to, or has come to so far; always the same names, whatever is known of them.

        t (n,) [s] and states (n, dim), n > 0: of the run since its start, close enough to interpolate between.
        events: what has happened in it, the oldest first.
        """
        return ()

    @property
    def reports(self) -> bool:
        """Whether a run of this system comes to anything that `report` says."""
        return type(self).report is not System.report

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
        raise unknown(f"variable of {self.name}", name, variable_names(self.variables))

    def places(self, role: Role) -> list[int]:
        """The places in y of all variables of a role."""
        return [i for i, variable in enumerate(self.variables) if variable.role == role]

    def between(self, before: Floats, after: Floats, part: float) -> array[float]:
        """The state to show `part` (0 to 1) of the way from one tick to the next.

        Angles are unwrapped, so that a straight line serves however fast a body turns.
        """
        return array("d", (a + part * (b - a) for a, b in zip(before, after, strict=True)))


def _flat(numbers: bytes) -> Floats:
    """Doubles that cannot be changed."""
    return memoryview(numbers).cast("d")
