"""Equations of motion of a person's own, which a scene file gives as text."""

from __future__ import annotations

import dataclasses
import json
import math
from array import array
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from physics.core.fields import AnyParameter, Description, EnergyPart, Event, Invariant, Parameter, Quantity, Variable
from physics.core.made_systems import MadeSystem
from physics.core.units import unit_called
from physics.equations import TABLES
from physics.equations.description import FAR, OwnEquations, OwnVariable, rate_unit, read_equations, symbol_of
from physics.equations.dimensions import dimension_warnings
from physics.equations.drawing import (
    DrawnRow,
    OwnDrawing,
    checked_sizes,
    drawing_of,
    layout_of,
    places_of,
    read_drawing,
    sizes_of,
    usual_rows,
)
from physics.equations.kernels import STATE_HEAD, KernelPrinter, margin_of, ranges_of
from physics.equations.motion import OwnMotion, motion_of, numeric, onto_constraints, start_state
from physics.equations.text_block import DOT
from physics.errors import BadInput
from physics.shapes.pose import PoseLayout
from physics.types import Floats

SPRING_PENDULUM = {
    "equations": "\n".join(
        (
            "x = r*sin(θ)",
            "z = -r*cos(θ)",
            "lagrangian = ½*m*(x'² + z'²) - m*g*z - ½*k*(r - l)²",
        )
    ),
    "parameters": {
        "m": {"value": "0.5 kg", "low": 0.001, "high": 100, "meaning": "mass of the bob"},
        "k": {"value": "20 N/m", "low": 0, "high": 10000, "meaning": "stiffness of the spring"},
        "l": {"value": "0.75 m", "low": 0.01, "high": 10, "meaning": "length of the spring without load"},
        "g": {"value": "9.81 m/s²", "low": 0, "high": 100, "meaning": "gravity"},
    },
    "variables": {
        "r": {"unit": "m", "start": 1.08, "low": 0.01, "meaning": "length of the spring"},
        "theta": {"unit": "rad", "start": 0.05, "meaning": "angle from the downward vertical"},
    },
    "draw": {
        "bob": {"ball": ["x", "z"], "trace": True, "radius": 0.04},
        "coil": {"spring": ["origin", "bob"], "turns": 12},
    },
}  # fmt: skip
"""The equations where none are described."""


MOST_CLOSING, CLOSED, BEGUN_OFF = 30, 1e-13, 1e-3
"""Rounds in which a start is moved onto the constraints at most, and what may be left of them, over their sizes; of the
start that a description gives."""


class Equations(MadeSystem):
    """Equations of motion of one's own: accelerations, rates or a Lagrangian L, as text.

    Of a Lagrangian, with p = dL/dq' and M = dp/dq', the accelerations follow from M q'' = Q + dL/dq - (dp/dq q' +
    dp/dt), by derivatives of the recorded text and by L D Lᵀ. Q are the forces that are given, less what a dissipation
    takes. What is kept is found: momenta of coordinates that L does not have, and the energy, sum p q' - L, which with
    a dissipation, forces or a time in L has beside it what was lost and the work, as variables of the state.

    Each description is a class of its own, because its kernels are recorded: nothing of the text is run.
    """

    name = "equations"
    title = "Equations of one's own"
    kind = "own equations"

    equations = Description(
        meaning="equations, variables, parameters and what is drawn", default=json.dumps(SPRING_PENDULUM),
        content="a text of equations, and tables of variables, parameters, invariants, quantities, events and draw",
    )  # fmt: skip

    own: ClassVar[OwnEquations]
    rows: ClassVar[tuple[DrawnRow, ...]]
    axes: ClassVar[tuple[str, str, str]]
    own_fields: ClassVar[dict[str, AnyParameter]]
    numbers: ClassVar[Callable[..., list[float]]]
    energies: ClassVar[Callable[[float, Floats, Floats, Floats], None]]
    momenta: ClassVar[Callable[[float, Floats, Floats, Floats], None]]
    part_names: ClassVar[tuple[tuple[str, int], ...]]
    sizes: ClassVar[Callable[[float, Floats, Floats, Floats], None]]
    closures: ClassVar[Callable[[float, Floats, Floats, Floats], None]]
    causes: ClassVar[Callable[[float, Floats, Floats, Floats], None]]
    waiting: ClassVar[tuple[tuple[int, str, str], ...]] = ()

    @staticmethod
    def gathered(given: Mapping[str, Any]) -> dict[str, Any]:
        """Return parameters with the tables of a description as one of them; raises BadInput."""
        return gathered(given)

    @staticmethod
    def attributes_of(text: str) -> tuple[dict[str, Any], dict[str, AnyParameter]]:
        """Return the attributes of the class of equations, and their parameters; raises BadInput."""
        own = _attributes(text)
        return own, own["own_fields"]

    def constants(self) -> tuple[float, ...]:
        """Return the parameters, and what depends on them alone."""
        values = [self.parameters[name] for name in self.own.parameters]
        try:
            return tuple(type(self).numbers(values))
        except (ArithmeticError, ValueError):
            said = ", ".join(f"{name} = {value:g}" for name, value in zip(self.own.parameters, values, strict=True))
            raise BadInput(f"equations: a number does not exist or is too large with {said}") from None

    @property
    def pose_layout(self) -> PoseLayout:
        """The order of what `pose` writes."""
        return self._layout

    @cached_property
    def _layout(self) -> PoseLayout:
        return layout_of(self.rows, self._sizes)

    @cached_property
    def drawing(self) -> OwnDrawing:
        """What is drawn, in the sizes that the parameters give."""
        return drawing_of(self.rows, self._sizes, self.axes)

    @cached_property
    def _sizes(self) -> list[tuple[float, ...]]:
        """The sizes of what is drawn; raises BadInput for those that cannot be."""
        out = array("d", bytes(8 * max(1, sum(len(row.sizes) for row in self.rows))))
        type(self).sizes(0.0, memoryview(out), self.p, memoryview(out))
        return checked_sizes(self.rows, out)

    def split_energy(self, y: Floats) -> Mapping[str, float]:
        """Return the value [J] of each part of the energy."""
        out = array("d", bytes(8 * 2))
        type(self).energies(0.0, y, self.p, memoryview(out))
        return {name: y[place] if place >= 0 else out[place] for name, place in self.part_names}

    def trouble(self, y: Floats) -> str:
        """Return which variable has left its bounds, or that the masses resist a motion no more."""
        for name, row in self.own.variables.items():
            value = y[self.index(name)]
            if not row.low < value < row.high:
                space = f" {row.unit}" if row.unit else ""
                return f"{name} has left its bounds: it is {value:.6g}{space}, and must be {_bounds(row)}{space}"
        if self.margin(y, self.p) > 0.0:
            return ""
        said = "no kinetic energy resists a motion there"
        return f"{said}, or constraints hold the same" if self.own.block.of("constraint") else said

    def _checked_initial(self, given: dict[str, Any]) -> dict[str, float]:
        """Return the initial values; raises BadInput where the equations have no value."""
        found = super()._checked_initial(given)
        y: Floats = memoryview(array("d", found.values()))
        found = dict(zip(found, self._closed(y), strict=True)) if self.own.block.of("constraint") else found
        self._layout  # noqa: B018  # what cannot be drawn is told here
        slopes: Floats = memoryview(array("d", bytes(8 * len(y))))
        try:
            type(self).rate(0.0, y, self.p, slopes)
        except (ArithmeticError, ValueError):
            raise BadInput("equations: a number does not exist or is too large at the start") from None
        for variable, slope in zip(self.variables, slopes, strict=True):
            if not math.isfinite(slope):
                raise BadInput(f"equations: the rate of {variable.name} is {slope} at the start; must be a number")
        for kept in self.invariants:
            if not math.isfinite(kept.reference(self, y)[0]):
                raise BadInput(f"invariants.{kept.name}: it has no value at the start; begin elsewhere")
        return found | self._waiting_events(memoryview(array("d", found.values())))

    def _waiting_events(self, y: Floats) -> dict[str, float]:
        """Return the variables of the events that wait at a start until what causes them has risen through 0.

        Raises BadInput for an event that would happen at once, and has no such variable.
        """
        found: dict[str, float] = {}
        if not self.waiting:
            return found
        causes: Floats = memoryview(array("d", bytes(8 * len(self.waiting))))
        type(self).causes(0.0, y, self.p, causes)
        guards = type(self).guards(0.0, y, self.p)
        for cause, (event, name, latch) in zip(causes, self.waiting, strict=True):
            if cause < 0.0 and latch:
                found[latch] = 1.0
            elif cause < 0.0 and guards[event] < 0.0:
                raise BadInput(
                    f"events.{name}.when: it is {cause:.6g} at the start and falls, but happens where it falls "
                    "through 0; begin where it is 0 or more"
                )
        return found

    def _closed(self, y: Floats) -> list[float]:
        """Move a start onto the constraints, and return it; raises BadInput where none is near."""
        lines = [*self.own.block.of("constraint").values()]
        out: Floats = memoryview(array("d", bytes(16 * len(lines))))
        try:
            for _ in range(MOST_CLOSING):
                type(self).closures(0.0, y, self.p, out)
                off = [k for k in range(len(lines)) if not abs(out[2 * k]) <= CLOSED * out[2 * k + 1]]
                type(self).settle(y, self.p)
                if not off:
                    return list(y)
        except (ArithmeticError, ValueError):
            off = [0]
        raise lines[off[0]].fault("no place near the start satisfies the constraint; begin elsewhere")


def _check_start(motion: OwnMotion) -> None:
    """Raise BadInput where a description begins off its constraints, with where they hold near by."""
    if not motion.closed:
        return
    state, names = start_state(motion.own, len(motion.y)), motion.own.accelerated
    gaps = numeric(motion.record, motion.own, [each for pair in motion.closed for each in pair])
    found = gaps(state, 0.0)
    off = [k for k, gap in enumerate(found[::2]) if abs(gap) > BEGUN_OFF * found[2 * k + 1]]
    if not off:
        return
    state = onto_constraints(numeric(motion.record, motion.own, motion.settled), state, MOST_CLOSING)
    near = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, state[: len(names)], strict=True))
    holds = all(abs(gap) <= BEGUN_OFF * size for gap, size in zip(gaps(state, 0.0)[::2], found[1::2], strict=True))
    such = f"such as {near}" if holds else "and no place near by satisfies it"
    raise motion.constrained[off[0]].fault(f"the constraint is {found[2 * off[0]]:.3g} at the start, not 0; {such}")


def _bounds(row: OwnVariable) -> str:
    if math.isinf(row.high):
        return f"above {row.low:g}"
    return f"below {row.high:g}" if math.isinf(row.low) else f"between {row.low:g} and {row.high:g}"


def gathered(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters in which the tables of a description are one, "equations"; raises BadInput for both."""
    beside = {word: given[word] for word in TABLES[1:] if word in given}
    own = given.get("equations")
    is_text = isinstance(own, str) and not own.lstrip().startswith("{")
    if not beside and not is_text:
        return dict(given)
    if own is not None and not is_text:
        raise BadInput(f"{next(iter(beside))}: equations describes it, too; give one of them")
    rest = {name: value for name, value in given.items() if name not in TABLES}
    return {"equations": {**({"equations": own} if is_text else {}), **beside}, **rest}


def _attributes(text: str) -> dict[str, Any]:
    """Return the attributes of the class of a description; raises BadInput."""
    given = json.loads(text)
    for word in given:
        if word not in TABLES:
            raise BadInput(f"{word}: is unknown in equations; there are {', '.join(TABLES)}")
    own = read_equations(given)
    rows = read_drawing(given)
    motion, drawn = _drawn_motion(own, rows)
    _check_start(motion)
    printer = KernelPrinter(motion)
    energy_parts, part_names = _energy_parts(motion)
    axes = ("", "", "") if rows else _axes(own)
    kept = motion.energy
    split = [0.0 if kept is None or each is None else each for each in (kept or (0,) * 5)[2:4]]
    events: dict[str, Any] = {}
    if motion.events:
        events = {
            "events": tuple(Event(each.name, each.meaning, each.quiet) for each in motion.events),
            "guards": staticmethod(printer.guards([each.guard for each in motion.events])),
            "jump": staticmethod(printer.jump()),
            **_beginnings(motion, printer),
        }
    if motion.settled:
        events["settle"] = staticmethod(printer.settle())
    if motion.closed:
        closed = [each for pair in motion.closed for each in pair]
        events["closures"] = staticmethod(printer.kernel(f"closures{STATE_HEAD}", closed, "out"))
    powers: dict[str, Any] = dict.fromkeys(("momenta", "split_step", "canonical_momenta"))  # not those of the base
    if motion.momenta:
        powers["momenta"] = staticmethod(printer.kernel(f"momenta{STATE_HEAD}", motion.momenta, "out"))
    if motion.leap:
        powers["split_step"] = staticmethod(printer.leap())
    if motion.has_constant_masses:
        powers["canonical_momenta"] = _canonical_momenta
    variables, quantities = _variables(motion), _quantities(motion, printer)
    invariants = _invariants(motion, printer)
    columns: tuple[Variable | Quantity, ...] = (*variables, *invariants, *quantities)
    _check_columns([each.name for each in columns])
    return {
        **events, **powers, "__doc__": Equations.__doc__, "own": own,
        "rows": drawn, "axes": axes, "notes": motion.notes,
        "sizes": staticmethod(printer.kernel(f"sizes{STATE_HEAD}", motion.sizes, "out")),
        "warnings": tuple(f"equations {each}" for each in _unit_warnings(own)),
        "own_fields": _fields(own), "numbers": staticmethod(printer.constants()), "variables": variables,
        "invariants": invariants, "quantities": quantities,
        "energy_parts": energy_parts, "part_names": part_names,
        "second_order": motion.layout.size == 2 * motion.layout.second, "separable": motion.separable,
        "rate": staticmethod(printer.kernel("rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:",
                                            motion.slopes, "dy")),
        "margin": staticmethod(margin_of(printer)),
        "pose": staticmethod(printer.kernel("pose(t: float, y: Floats, p: Floats, out: Floats) -> None:",
                                            motion.pose, "out")),
        "energies": staticmethod(printer.kernel(f"energies{STATE_HEAD}", split, "out")),
    }  # fmt: skip


def _beginnings(motion: OwnMotion, printer: KernelPrinter) -> dict[str, Any]:
    """Return what tells at a start which events wait until their causes have risen through 0."""
    asked = [(k, event, event.when) for k, event in enumerate(motion.events) if event.when is not None]
    waiting = tuple(
        (k, event.name, motion.latches[event.latch].name if event.latch >= 0 else "") for k, event, _ in asked
    )
    return {
        "waiting": waiting,
        "causes": staticmethod(printer.kernel(f"causes{STATE_HEAD}", [when for _, _, when in asked], "out")),
    }


def _check_columns(names: list[str]) -> None:
    """Raise BadInput where two columns of a table would have one name."""
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f'equations: "{name}" is also the name of what is found or added; call it otherwise')


def _canonical_momenta(system: Equations, y: Floats) -> tuple[float, ...]:
    """Return the momenta that belong to the first half of the state y."""
    out = array("d", bytes(8 * len(y)))
    type(system).momenta(0.0, y, system.p, memoryview(out))
    return tuple(out[: len(y) // 2])


def _unit_warnings(own: OwnEquations) -> list[str]:
    units = {name: row.unit for name, row in own.variables.items()}
    return dimension_warnings(own.block, units, {name: row.unit for name, row in own.parameters.items()})


def _axes(own: OwnEquations) -> tuple[str, str, str]:
    """Return the names of the variables along x, y and z of a point that stands for the state."""
    names = _point_names(own)
    if len(names) == 1:
        return "", "", names[0]
    return (names[0], "", names[1]) if len(names) == 2 else (names[0], names[1], names[2])


def _point_names(own: OwnEquations) -> list[str]:
    if own.accelerated:
        return [own.accelerated[0], f"{own.accelerated[0]}'"]
    return list(own.first_order[:3])


def _drawn_motion(own: OwnEquations, rows: tuple[DrawnRow, ...]) -> tuple[OwnMotion, tuple[DrawnRow, ...]]:
    """Return the terms of equations and what is drawn, a point that stands for the state where nothing is said."""
    if rows:
        return motion_of(own, rows), rows
    names, motion = _point_names(own), motion_of(own, ())
    drawn = usual_rows(names, *ranges_of(motion, names))
    motion.pose, motion.sizes = places_of(drawn, motion.names), sizes_of(drawn, motion.names, [])
    return motion, drawn


def _fields(own: OwnEquations) -> dict[str, AnyParameter]:
    """Return the parameters."""
    found: dict[str, AnyParameter] = {}
    for name, row in own.parameters.items():
        field = Parameter(
            default=row.value, unit=row.unit or "", low=row.low, high=row.high, meaning=row.meaning,
            symbol=symbol_of(name),
        )  # fmt: skip
        field.__set_name__(Equations, name)
        found[name] = field
    return found


def _variables(motion: OwnMotion) -> tuple[Variable, ...]:
    """Return the variables of the state."""
    own, layout = motion.own, motion.layout
    found: list[Variable] = []
    for name in own.accelerated:
        found.append(_variable(own.variables[name]))
    for name in own.accelerated:
        row = own.variables[name]
        begins = 0.0 if math.isnan(row.rate) else row.rate
        found.append(Variable(f"{name}{DOT}", f"{row.symbol}′", rate_unit(row.unit), f"rate of {row.symbol}",
                              begins, -FAR, FAR, role="velocity"))  # fmt: skip
    for name in own.first_order:
        each = _variable(own.variables[name])
        found.append(dataclasses.replace(each, role="auxiliary") if own.accelerated else each)
    unit = energy_unit(own)
    further = {
        layout.loss: Variable("loss", "W", unit, "energy that dissipation has taken", entry=False, role="auxiliary"),
        layout.work: Variable("work", "W_s", unit, "work of forces and of what moves by itself",
                              entry=False, role="auxiliary"),
        layout.time: Variable("time", "t", "s", "time of the equations", low=0.0, entry=False, role="auxiliary"),
    }  # fmt: skip
    for place in range(len(found), layout.size):
        if place in further:
            found.append(further[place])
            continue
        name, symbol, meaning = motion.latches[place]
        found.append(Variable(name, symbol, "", meaning, 0.0, 0.0, 1.0, entry=False, role="discrete"))
    return tuple(found)


def _variable(row: OwnVariable) -> Variable:
    low, high = max(row.low, -FAR), min(row.high, FAR)
    return Variable(row.name, row.symbol, row.unit, row.meaning or f"variable {row.symbol}", row.start, low, high)


def energy_unit(own: OwnEquations) -> str:
    """Return J where something has a mass in its unit, else "": the equations are reduced."""
    units = [each.unit for each in own.variables.values()] + [each.unit or "" for each in own.parameters.values()]
    known = (unit_called(each) for each in units if each)
    return "J" if any(each is not None and dict(each.dimension).get("kg") for each in known) else ""


def _momentum_unit(own: OwnEquations, name: str) -> str:
    if energy_unit(own) != "J":
        return ""
    return {"m": "kg m/s", "rad": "kg m²/s"}.get(own.variables[name].unit, "")


def _invariants(motion: OwnMotion, printer: KernelPrinter) -> tuple[Invariant, ...]:
    """Return what the motion keeps, the energy first."""
    own, layout, found = motion.own, motion.layout, list[Invariant]()
    if motion.energy is not None:
        total = motion.energy.energy
        total = total + motion.y[layout.loss] if layout.loss >= 0 else total
        total = total - motion.y[layout.work] if layout.work >= 0 else total
        symbol, meaning = ("h", "Jacobi integral, sum of p q' less L") if motion.is_jacobi else ("E", "energy")
        ends = [", and what was lost"] * (layout.loss >= 0) + [", less the work"] * (layout.work >= 0)
        scale = printer.value(motion.energy.size)
        found.append(Invariant("energy", symbol, energy_unit(own), meaning + "".join(ends), printer.value(total),
                               scale=scale))  # fmt: skip
    for name, value in motion.cyclic.items():
        symbol = own.variables[name].symbol
        found.append(Invariant(f"momentum_{name}", f"p_{symbol}", _momentum_unit(own, name),
                               f"momentum of {symbol}, on which nothing depends", printer.value(value)))  # fmt: skip
    found += _sums(motion, printer)
    names = {each.name for each in found}
    for row in own.invariants:
        if row.name in names:
            raise BadInput(f"invariants.{row.name}: is found from the lagrangian; call it otherwise")
        each = Invariant(row.name, row.symbol, row.unit, row.meaning, printer.value(motion.invariants[row.name]))
        found.insert(0 if row.name == "energy" else len(found), each)
    return tuple(found)


def _sums(motion: OwnMotion, printer: KernelPrinter) -> list[Invariant]:
    """Return momenta of sums and angular momenta that are kept, by names that nothing else has."""
    own, found = motion.own, list[Invariant]()
    given = {each.name for each in (*own.invariants, *own.quantities)}
    taken = {*own.variables, *own.parameters, *given}
    for each in motion.sums:
        usual, letter = ("angular_momentum", "L") if each.turns else ("total_momentum", "P")
        number = 1 + sum(other.name.startswith(usual) for other in found)
        name, symbol = (usual, letter) if number == 1 else (f"{usual}_{number}", f"{letter}_{number}")
        unit = _momentum_unit(own, each.coordinates[0])
        if each.turns:
            unit = "kg m²/s" if unit == "kg m/s" else ""
        if name not in taken:
            found.append(Invariant(name, symbol, unit, each.meaning, printer.value(each.value)))
    return found


def _quantities(motion: OwnMotion, printer: KernelPrinter) -> tuple[Quantity, ...]:
    return tuple(
        Quantity(row.name, row.symbol, row.unit, row.meaning, printer.value(motion.quantities[row.name]))
        for row in motion.own.quantities
    )


def _energy_parts(motion: OwnMotion) -> tuple[tuple[EnergyPart, ...], tuple[tuple[str, int], ...]]:
    """Return the parts of the energy, and their places: in the state, or in what `energies` writes from the end."""
    kept, layout = motion.energy, motion.layout
    if kept is None or kept.kinetic is None or motion.is_jacobi:
        return (), ()
    parts = [
        (EnergyPart("kinetic", "½ Σ p q′", "of second order in the rates", "kinetic"), -2),
        (EnergyPart("potential", "-L(q, 0)", "of the coordinates alone", "potential"), -1),
    ]
    if layout.loss >= 0:
        parts.append((EnergyPart("dissipated", "", "what the dissipation has taken", "lost"), layout.loss))
    if layout.work >= 0:
        parts.append((EnergyPart("work", "", "work of forces", "work"), layout.work))
    return tuple(part for part, _ in parts), tuple((part.name, place) for part, place in parts)


def _become_the_default() -> None:
    """Make the base class that of the equations where none are described, as classes of systems are."""
    for name, value in _attributes(Equations.equations.default).items():
        setattr(Equations, name, value)
    Equations.fields = {"equations": Equations.fields["equations"], **Equations.own_fields}


_become_the_default()
