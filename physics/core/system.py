"""Base class of mechanical systems.

A system declares its parameters, state variables, equations of motion, invariants, bodies and arrows; everything else
is derived from these. An instance is one set of parameters and one initial state and never changes: `replace` makes
another.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import (
    AnyParameter,
    EnergyPart,
    Event,
    Field,
    Invariant,
    Parameter,
    Profile,
    Quantity,
    Role,
    Variable,
    Vector,
)
from physics.core.report import ReportEntry, Rows
from physics.core.series import TaylorSeries
from physics.core.stability import Stability, StabilityChart
from physics.core.variable_groups import group_variables, ungrouped, variable_names
from physics.errors import BadInput, by_names, unknown
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Body
from physics.types import Arrow, Floats, GripPoint, Occurrence, Projectile, Vector3

PoseKernel: TypeAlias = Callable[[float, Floats, Floats, Floats], None]
POSE_CODE: dict[tuple[type[System], int], PoseKernel] = {}
"""Machine code of `System.pose` by class and number of variables, with the same bits, where it has been loaded."""
NOT_KEPT = ("invariants", "quantities", "energy_parts", "_last_pose")
"""Attributes that a copy of a system in another process makes anew."""
SHARED = "parameters", "variables", "aliases", "groups", "p", "invariants", "energy_parts", "quantities"
"""Attributes that the constructor sets from the parameters."""


class System:
    """Base class of all systems; see `physics/pendulums/foucault_pendulum.py` for an example.

    Class attributes to declare: name, title, parameters (as `Parameter`, `Choice`, `Vector` or `Profile` attributes),
    variables (positions first, then their rates when second_order), invariants (the energy first), energy_parts and
    quantities, of which an instance has those that apply to it; separable when accelerations depend on positions alone;
    oriented when the state begins with a quaternion and the angular velocity in body axes.
    Methods to implement: constants, split_energy, pose_layout, pose_constants; where they apply: consistent, trouble,
    why_stuck, why_not_split; the kernels below; and these:

    instance_variables, instance_aliases: where the state depends on parameters, such as a number of links. `variables`
    and `aliases` of an instance are its own; those of the class belong to an instance with default parameters.
    `groups` of an instance: the arrays under which initial values of several variables may be given together.

    aliases, with `from_aliases` and `to_aliases`: other names under which initial values may be given, such as Euler
    angles where the state holds a quaternion.
    events, with the kernels `guards` and `jump`: where the equations or the state change within a motion.
    report, ends: the results of a run, and the names of the events after which they are final, such as a landing.
    longest: the greatest duration [s] of a run to such an end, which may never come.
    plotted: names of the variables and quantities that tell most about the motion, of one or two units; (): its angles.
    highlight: the name of the event to show in slow motion; "" for none.
    split_parts(y), of a body with `split_step`: what its parts are (`physics/tops/split_parts.py`).
    splitting_excess(y), of a system whose `split_step` is half a kick, free motion and half a kick: what that adds to
    the energy that it keeps, over h² [J/s²]; with why_losing(): which loss there is (the end of a sentence), or "".
    thrown: the projectile of a machine that throws one.
    cartesian(states), of a chain with `split_step`: states (r, n) in coordinates in which T = ½ |q'|²
    (`physics.types.Cartesian`), whose places at the two ends of a step are all that RATTLE knows.
    canonical_momenta(y), where the state is (q, v) with momenta of q that are v times constants, so that methods which
    are symplectic in canonical variables are so here: the momenta.
    lie_poisson(y), of a body whose angular momentum turns by a Lie-Poisson bracket: its variables in body axes, L
    [kg m²/s] or L and the vertical gamma (`physics/studies/step_trial.py`).
    family, with `motion` and `resume`: systems of one family are formulations of the same motion.
    inlined: the kernels are so short that machine code is worth making of each with explicit methods anew
    (`physics.compiled.kernel_entry.steady`): a fifth faster, for a tenth to half a second at the first use.
    start_follows: all initial values follow from those that `kept_start` returns, and no others may be given.
    kind: the sort of object, such as a pendulum: systems of one kind look alike.
    warnings, notes: sentences that are told where a description is opened: what may be wrong in it, and what to know.

    Kernels are static methods in scalar arithmetic on the state y (n,) and the numbers p, because the same source is
    compiled as it stands. In every system their arguments have the names, the order and the types that they have here:

    rate(t, y, p, dy): the time derivative of y, written into dy.
    margin(y, p): positive where the equations hold.
    settle(y, p): projects the state back where rounding and the method have moved it away, such as a quaternion to
    length 1; called after every step, in place.
    guards(t, y, p) and jump(event, t, y, p): where events happen, and how they change the state.
    survey(t, y, p, dy), where the three share much work and do not depend on t: writes rate, and returns margin and
    then the guards; machine code calls it once a step.
    momenta(t, y, p, out), for some integrators: of a Lagrangian L(q, v), dL/dv into out[:n/2] and dL/dq into out[n/2:].
    value(system, y) of invariants and quantities, declared with them (`physics/core/fields.py`), of system only p.
    pose(t, y, s, out): what is drawn of a state, in the order of `pose_layout`, with the numbers s of `pose_constants`
    (the constants, unless it is overridden). It depends on y alone, and t is 0: what moves by itself, such as a driven
    support, has its time in the state.
    A system without it implements bodies, arrows, traces and body_traces itself, and cannot be exported alive.
    split_step(h, y, p, out), for splitting: the state after a step of h made of exact flows, or by RATTLE
    (`physics/chains/rattle`), of order 2 and its own inverse at -h. None in a class that inherits one which does not
    hold; `why_not_split` where parameters decide, and there it writes nan.
    flow(h, y, p, out), where the motion has a closed form: the state after the time h, of any length and sign.
    series(order, y, p, out), for Taylor's method, is made from `rate` where that is arithmetic
    (`physics/core/series.py`).

    Raises BadInput for an unknown name, a value out of bounds, or a parameter that does not apply with the chosen
    options.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    fields: ClassVar[dict[str, AnyParameter]] = {}
    variables: tuple[Variable, ...]
    invariants: tuple[Invariant, ...]
    quantities: tuple[Quantity, ...] = ()
    energy_parts: tuple[EnergyPart, ...] = ()
    aliases: tuple[Variable, ...] = ()
    events: ClassVar[tuple[Event, ...]] = ()
    ends: ClassVar[tuple[str, ...]] = ()
    longest: ClassVar[float] = math.inf
    plotted: ClassVar[tuple[str, ...]] = ()
    highlight: ClassVar[str] = ""
    family: ClassVar[str] = ""
    kind: ClassVar[str] = ""
    second_order: ClassVar[bool] = True
    separable: ClassVar[bool] = False
    oriented: ClassVar[bool] = False
    inlined: ClassVar[bool] = False
    start_follows: ClassVar[bool] = False
    warnings: ClassVar[tuple[str, ...]] = ()
    notes: ClassVar[tuple[str, ...]] = ()
    p: Floats
    """The result of `constants`, read-only, as kernels read it."""
    series = TaylorSeries()

    _last_pose: tuple[bytes, NDArray[np.float64]] = (b"", np.empty(0))

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        found = {key: value for key, value in vars(cls).items() if isinstance(value, Field)}
        inherited: dict[str, AnyParameter] = {}
        for base in reversed(cls.__mro__[1:]):
            inherited |= vars(base).get("fields", {})
        cls.fields = {**inherited, **found}  # type: ignore[dict-item]  # a Field in a class is one of the three

    def __init__(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> None:
        self._set_up(self.named(by_names("parameters", parameters)), by_names("initial", initial), {})

    def _set_up(self, given: Mapping[str, Any], initial: Mapping[str, Any], checked: Mapping[str, Any]) -> None:
        """Set all attributes; checked: values of parameters that another system of this class has checked."""
        self.parameters: Mapping[str, Any] = checked_parameters(self, given, checked)
        for name, value in given.items():
            if not self.fields[name].applies(self.parameters):
                raise BadInput(f"{name} = {value}: {self._why_not(self.fields[name])}")
        self.consistent()
        self.variables = self.instance_variables()
        self.aliases = self.instance_aliases()
        self.groups = group_variables((*self.aliases, *self.variables))
        self.p = _flat(array("d", self.constants()).tobytes())
        self.initial: Mapping[str, float] = self._start_from(initial)
        self._choose_quantities()

    def _start_from(self, initial: Mapping[str, Any]) -> dict[str, float]:
        """Return the checked initial values of all variables; raises BadInput."""
        start = self._checked_initial(ungrouped(initial, self.groups))
        # What follows from aliases may be out of bounds, and could not be given again as it stands.
        return {each.name: each.check(start[each.name]) for each in self.variables}

    def _begun_at(self, initial: Mapping[str, Any]) -> Self:
        """Return the same system from another start; it shares what follows from the parameters alone."""
        made = object.__new__(type(self))
        vars(made).update((name, vars(self)[name]) for name in SHARED)
        made.initial = made._start_from(initial)
        return made

    def _choose_quantities(self) -> None:
        """Select the invariants, quantities and parts of the energy that apply to this instance."""
        self.invariants = tuple(each for each in type(self).invariants if each.applies(self))
        self.energy_parts = tuple(each for each in type(self).energy_parts if each.applies(self))
        self.quantities = tuple(each for each in type(self).quantities if each.applies(self))

    def __getstate__(self) -> dict[str, Any]:
        """Return all attributes except functions, which another process finds in the class."""
        kept = {name: value for name, value in vars(self).items() if name not in NOT_KEPT}
        return {**kept, "p": bytes(self.p)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update({**state, "p": _flat(state["p"])})
        self._choose_quantities()

    @classmethod
    def named(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return parameters by their names; `given` may use symbols in ASCII letters too, such as l5."""
        if cls.fields.keys() >= given.keys():
            return dict(given)
        spelled = {field.spelled: name for name, field in cls.fields.items() if field.spelled}
        return {key if key in cls.fields else spelled.get(key.replace("_", ""), key): v for key, v in given.items()}

    @classmethod
    def files_in(cls, given: Mapping[str, Any]) -> dict[str, str | Path]:
        """Return the paths of files among given parameters, by the names of these."""
        return {
            name: value
            for name, value in cls.named(given).items()
            if isinstance(cls.fields.get(name), Profile) and isinstance(value, str | Path)
        }

    @classmethod
    def with_rows(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return given parameters by their names, with rows in place of files; raises BadInput."""
        return cls.named(given) | {name: cls.fields[name].check(path) for name, path in cls.files_in(given).items()}

    @classmethod
    def check_no_files(cls, given: Mapping[str, Any]) -> None:
        """Raise BadInput where a given parameter is the path of a file: what was recorded names none."""
        for name, value in cls.files_in(given).items():
            raise BadInput(f"{name} = {str(value)!r}: must be rows; a file is not read from here")

    def _checked_initial(self, given: dict[str, Any]) -> dict[str, float]:
        """Return the initial values of all variables, from given variables and aliases, else defaults."""
        known = {variable.name: variable for variable in (*self.aliases, *self.variables)}
        checked = {
            name: (known[name] if name in known else self.start_variable(name)).check(value)
            for name, value in given.items()
        }
        aliases = {v.name: checked.pop(v.name) for v in self.aliases if v.name in checked}
        start = {v.name: checked.get(v.name, v.start) for v in self.variables}
        return self.from_aliases(start, aliases) if aliases else self.normalized(start)

    def _why_not(self, field: Field) -> str:
        """Return the reason why a parameter does not apply with the present options."""
        for choice, options in field.when.items():
            if self.parameters[choice] not in options:
                return f"applies when {choice} is {' or '.join(options)}, not {self.parameters[choice]}"
        return ""

    def replace(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> Self:
        """Return the same system with some parameters or initial values changed; raises BadInput like the constructor.

        When a choice changes, parameters that still apply keep their values.
        """
        changed = self.named(by_names("parameters", parameters))
        chosen = {**self.parameters, **changed}
        kept = {name: value for name, value in self.parameters.items() if self.fields[name].applies(chosen)}
        given = by_names("initial", initial)
        start = self.kept_start() if changed or given or self.start_follows else dict(self.initial)
        shown = {variable.name for variable in self.aliases if variable.entry}
        entered = {variable.name for variable in self.entries()}
        if not shown.isdisjoint(given) and entered.issuperset(given):  # aliases that are not given keep their values
            start |= {name: value for name, value in self.to_aliases(self.initial).items() if name in shown}
        if type(self).instance_variables is not System.instance_variables and not self._only_numbers(changed):
            made = type(self)({**kept, **changed})
            known = {variable.name for variable in (*made.variables, *made.aliases)}
            start = {name: value for name, value in start.items() if name in known}
        start = {name: value for name, value in start.items() if name not in given}
        if type(self).__init__ is not System.__init__:
            return type(self)({**kept, **changed}, {**start, **given})
        if not changed:
            return self._begun_at({**start, **given})
        made = object.__new__(type(self))
        checked = {name: value for name, value in kept.items() if isinstance(value, float) and name not in changed}
        made._set_up({**kept, **changed}, {**start, **given}, checked)
        return made

    def _only_numbers(self, changed: Mapping[str, Any]) -> bool:
        """Return whether changed parameters leave the names of variables as they are: numbers for numbers of a kind."""
        for name, value in changed.items():
            field = self.fields.get(name)
            if isinstance(field, Vector):
                alike = isinstance(value, list | tuple) and len(value) == len(self.parameters[name])
            else:
                alike = isinstance(field, Parameter) and not field.whole
            if not alike:
                return False
        return True

    def kept_start(self) -> dict[str, float]:
        """Return the initial values that `replace` keeps: all, except those that follow from parameters."""
        return dict(self.initial)

    def applicable(self) -> dict[str, AnyParameter]:
        """Return the parameters that apply with the present options, in order of declaration."""
        return {name: field for name, field in self.fields.items() if field.applies(self.parameters)}

    def entered(self) -> dict[str, float]:
        """Return the initial values of all aliases and variables."""
        return {**self.to_aliases(self.initial), **self.initial}

    def start_variable(self, name: str) -> Variable:
        """Return the variable or alias of that name; raises BadInput for an unknown name."""
        for variable in (*self.variables, *self.aliases):
            if variable.name == name:
                return variable
        raise unknown(f"initial value of {self.name}", name, variable_names((*self.variables, *self.aliases)))

    def start(self) -> array[float]:
        """Return the initial state y, in the order of `variables`."""
        return array("d", self.initial.values())

    def entries(self) -> tuple[Variable, ...]:
        """Return the aliases and variables that the user enters as initial values, velocities last."""
        found = [variable for variable in (*self.aliases, *self.variables) if variable.entry]
        return tuple(sorted(found, key=lambda variable: variable.role == "velocity"))

    # What a system implements ---------------------------------------------------------------------------

    def instance_variables(self) -> tuple[Variable, ...]:
        """Return the state variables of an instance with these parameters, which are already checked."""
        return type(self).variables

    def instance_aliases(self) -> tuple[Variable, ...]:
        """Return the aliases of an instance with these parameters."""
        return type(self).aliases

    def consistent(self) -> None:
        """Raise BadInput when parameters that are each within bounds are not compatible."""

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return initial values as the equations need them, such as a quaternion of length 1; raises BadInput."""
        return start

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return the values of the aliases for initial values of all variables."""
        return {}

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the initial values with the given aliases changed and the others unchanged; raises BadInput."""
        raise NotImplementedError

    def constants(self) -> tuple[float, ...]:
        """Return the numbers p that kernels read, computed once from the parameters; values may read further ones."""
        raise NotImplementedError

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y at time t into dy.

        Scalar arithmetic on y[i] and p[i] only: the same source is compiled as it stands.
        """
        raise NotImplementedError

    @staticmethod
    def margin(y: Floats, p: Floats) -> float:
        """Return a number that is positive where the equations hold; where it is not, `trouble` says why.

        Scalar arithmetic only, like `rate`; so is the value of the energy, which of its system reads only p.
        """
        return 1.0

    @staticmethod
    def settle(y: Floats, p: Floats) -> None:
        """Project the state back onto its constraints after a step, in place. Scalar arithmetic, like `rate`."""

    @staticmethod
    def guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
        """Return one number for each of `events`: positive while it has not happened, and where it cannot happen.

        An event happens where its number is no longer positive; its place within a step is found with the order of
        the method. Scalar arithmetic only, like `rate`.
        """
        return ()

    @staticmethod
    def jump(event: int, t: float, y: Floats, p: Floats) -> None:
        """Apply an event to the state y, in place; its guard must be positive afterwards. Like `rate`."""

    def motion(self, y: Floats) -> Any:
        """Return the motion at y in a form common to all formulations of a `family`: a `Motion` for a rigid body."""
        raise NotImplementedError

    def resume(self, motion: Any) -> array[float]:
        """Return the state y of `motion`; raises BadInput if these coordinates cannot represent it."""
        raise NotImplementedError

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The order of what `pose` writes; raises BadInput where nothing says what is drawn."""
        raise BadInput(f"{self.name}: has nothing that is drawn; write pose_layout and pose, or bodies")

    def pose_constants(self) -> tuple[float, ...]:
        """Return the numbers s that `pose` reads, computed once from the parameters."""
        return self.constants()

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn of the state y into out. Scalar arithmetic only, like `rate`; t is always 0."""
        raise NotImplementedError

    @cached_property
    def pose_numbers(self) -> array[float]:
        """The result of `pose_constants`, as the kernel reads it."""
        return array("d", self.pose_constants())

    def posed(self, y: Floats) -> NDArray[np.float64]:
        """Return what `pose` writes at the state y, (size,), read-only; nan from where on its arithmetic fails.

        The last result is kept: bodies, arrows and traces of a picture are all made from it.
        """
        state = array("d", y)
        key = state.tobytes()
        if self._last_pose[0] != key:
            self._last_pose = key, written_pose(self, state)
        return self._last_pose[1]

    def split_energy(self, y: Floats) -> Mapping[str, float]:
        """Return the value [J] of each of `energy_parts` at the state y, by its name.

        Their sum, those of the kind "work" taken negatively, is the energy invariant. For one picture, in CPython; it
        may raise ArithmeticError and ValueError where the state is not finite.
        """
        if self.energy_parts:
            raise NotImplementedError
        return {}

    def bodies(self, y: Floats) -> list[Body]:
        """Return the rigid bodies at the state y; the camera looks at the first; raises BadInput without any."""
        return self.pose_layout.bodies_of(self.posed(y))

    def grip(self, y: Floats, body: int, point: Vector3) -> GripPoint | None:
        """Return the grip of a point (3,) [m] in the axes of one of `bodies`, or None to have it computed.

        `physics/core/grip.py` computes it by differences, in a time that grows as the square of the number of
        variables; chains implement it themselves.
        """
        return None

    def thrown(self, y: Floats) -> Projectile | None:
        """Return the projectile at the state y, or None for a system without one."""
        return None

    def arrows(self, y: Floats) -> list[Arrow]:
        """Return the vectors to draw at the state y."""
        return self.pose_layout.arrows_of(self.posed(y)) if self.has_pose else []

    def traces(self, y: Floats) -> dict[str, Vector3]:
        """Return named points (3,) [m] whose paths in the lab are drawn."""
        return self.pose_layout.traces_of(self.posed(y)) if self.has_pose else {}

    def body_traces(self, y: Floats) -> dict[str, tuple[int, Vector3]]:
        """Return named points whose paths on a body are drawn: index in `bodies`, and place in its axes (3,) [m]."""
        return self.pose_layout.body_traces_of(self.posed(y)) if self.has_pose else {}

    def report(self, t: Rows, states: Rows, events: Sequence[Occurrence]) -> tuple[ReportEntry, ...]:
        """Return the results of a run so far: always the same entries, with or without values.

        t (n,) [s] and states (n, dim), n > 0: of the run since its start, close enough to interpolate between.
        events: those of the run, the oldest first.
        """
        return ()

    def stability(self) -> Stability | StabilityChart | None:
        """Return the linear model of the system's steady motions, or a chart of the regions where they are stable.

        None where it has neither. It may take a second.
        """
        return None

    @property
    def keeps_energy(self) -> bool:
        """Whether the exact solution of the equations keeps the energy; False for a source's errors."""
        return True

    @property
    def has_pose(self) -> bool:
        """True if the kernel `pose` writes what is drawn."""
        return type(self).pose is not System.pose

    @property
    def has_stability(self) -> bool:
        """True if the stability of steady motions is known."""
        return type(self).stability is not System.stability

    @property
    def reports(self) -> bool:
        """True if `report` of this system has entries."""
        return type(self).report is not System.report

    def trouble(self, y: Floats) -> str:
        """Return why the equations do not hold at y (a sentence for the user), or "" if they do."""
        return ""

    def why_stuck(self, y: Floats, dt: float) -> str:
        """Return why no method can make a step of dt [s] from y (a sentence for the user), or "" if none is known."""
        return ""

    def why_not_split(self) -> str:
        """Return what `split_step` needs that these parameters lack (the end of a sentence), or "" if nothing."""
        return ""

    # Derived from these ---------------------------------------------------------------------------------

    def energy(self, y: Floats) -> float:
        """Return the energy [J], the first invariant; nan where no energy is known."""
        return self.invariants[0].value(self, y) if has_energy(self) else math.nan

    def index(self, name: str) -> int:
        """Return the index of a variable in y; raises BadInput for an unknown name."""
        for i, variable in enumerate(self.variables):
            if isinstance(name, str) and variable.name == name:
                return i
        raise unknown(f"variable of {self.name}", name, variable_names(self.variables))

    def places(self, role: Role) -> list[int]:
        """Return the indices in y of all variables of a role."""
        return [i for i, variable in enumerate(self.variables) if variable.role == role]

    def between(self, before: Floats, after: Floats, part: float) -> array[float]:
        """Return the state to show at the fraction `part` (0 to 1) between two ticks.

        Angles are not wrapped, so linear interpolation is correct however fast a body rotates. Discrete variables keep
        their values before, until the second tick.
        """
        mixed = array("d", (a + part * (b - a) for a, b in zip(before, after, strict=True)))
        if part < 1.0:
            for i in self.places("discrete"):
                mixed[i] = before[i]
        return mixed


def _flat(numbers: bytes) -> Floats:
    """Return bytes as a read-only buffer of doubles."""
    return memoryview(numbers).cast("d")


def written_pose(system: System, state: array[float]) -> NDArray[np.float64]:
    """Return what `pose` writes at a state, (size,), read-only; nan from where on its arithmetic fails."""
    out = array("d", [math.nan]) * system.pose_layout.size
    write = POSE_CODE.get((type(system), len(state)), type(system).pose)
    with suppress(ArithmeticError, ValueError):
        write(0.0, memoryview(state), memoryview(system.pose_numbers), memoryview(out))
    found = np.frombuffer(out)
    found.flags.writeable = False
    return found


def has_energy(system: System | type[System]) -> bool:
    """Return whether the energy is known: equations of a person's own need not have one."""
    return bool(system.invariants) and system.invariants[0].name == "energy"


def nothing_kept(system: Any, y: Floats) -> float:
    """Return 0: what is watched where no invariant is known."""
    return 0.0


def watched_value(system: System | type[System]) -> Callable[[Any, Floats], float]:
    """Return the value of the first invariant, which tells whether a run has gone wrong, or 0 where there is none."""
    return system.invariants[0].value if system.invariants else nothing_kept


def written_start(system: System) -> dict[str, float]:
    """Return the initial values that a scene file needs for the same start, to the last bit."""
    return system.kept_start() if system.start_follows else dict(system.initial)


def checked_parameters(system: System, given: Mapping[str, Any], checked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of all parameters; checked: those that another system of the class has checked."""
    for name in given:
        if name not in system.fields:
            raise unknown(f"parameter of {system.name}", name, system.fields)
    return {
        name: checked[name] if name in checked else field.check(given[name]) if name in given else field.default
        for name, field in system.fields.items()
    }
