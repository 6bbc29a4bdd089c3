"""The physics of a page: modules of WebAssembly, the numbers that they need, and the proof of their bits."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

import physics
from game.export.exported_picture import Shown, frame_of, same_parts
from game.export.page_numbers import State, Values, few, scale_formulas, typed_numbers
from game.export.sections import Sections
from game.looks import look_for
from game.looks.generic import Look
from game.model.hold import OnBody
from physics import BadInput, Simulation, System
from physics.compiled import native
from physics.compiled.wasm import wasm_module
from physics.core import events
from physics.core.driver_arguments import FIELDS, REAL
from physics.core.fields import SMALL_DIFFERENCE, Parameter, Variable
from physics.core.integrator import Integrator
from physics.core.units import seconds
from physics.maths.rounded import power
from physics.simulation.simulation import MAX_DT, MAX_ENERGY_RATIO, MAX_LOGGED_EVENTS, MIN_DT
from physics.types import Floats

STOPS = 65
"""Values of a slider for which a page has the numbers of the system."""
PROOF_TICKS = 10_000
"""Ticks after which a page compares the bits of its state with those of the native run."""
MOST_STARTS = 12
"""Greatest number of initial values with a slider."""
USUAL_METHODS = ("rk4", "dop853", "gauss4")
"""Methods beside the scene's own; gauss4, of the symplectic ones, applies to every system that any applies to."""
SAME_LIFT = 1e-9
"""Greatest difference of the heights at which pictures stand [m] that is rounding."""
FLOATING = 0.05
"""Part of its height by which a body that floats may be lower than the program would have it."""
JOINT_TRIES = 60
"""Changes of several numbers at once at which a page looks for other pictures."""
REACH = 4.0
"""Range of a slider, in sizes of the value it has, where its bounds are wider."""


def can_live(system: System) -> bool:
    """Return whether a page can compute what is shown of a system: it has the kernel `pose`."""
    return system.has_pose


def describe_live(
    simulation: Simulation,
    sliding: Sequence[Sliding],
    sections: Sections,
    states: Sequence[Floats] = (),
    limits: Mapping[str, tuple[float, float]] | None = None,
    shaped: Sequence[str] = (),
    joint: Sequence[Sequence[str]] = (),
) -> dict[str, Any]:
    """Return the physics of a page that begins at the start of a simulation, which is left as it is.

    sliding: parameters with sliders. states: some of its run. limits: as `start_limits`. shaped:
    parameters that change the picture. joint: as `joint_changes`. Raises RuntimeError for a system or method that has
    no module.
    """
    system: Any = simulation.system
    starts = {
        each.name: [(x, made) for x, made in _made_starts(system, each) if _within(x, (limits or {}).get(each.name))]
        for each in entries(system)
    }
    changed = {field.name: made for field, made in sliding}
    typed = typed_numbers(system, changed, starts, sections)
    return {
        "fields": [[name, "real" if kind is REAL else "whole"] for name, kind, _ in FIELDS],
        "n": len(system.variables),
        "events": [{"name": each.name, "meaning": each.meaning, "quiet": each.quiet} for each in system.events],
        "log": {"head": events.HEAD, "before": events.BEFORE, "limit": MAX_LOGGED_EVENTS,
                "rows": MAX_LOGGED_EVENTS + events.MAX_EVENTS},
        "ratio": MAX_ENERGY_RATIO,
        "step": [seconds(simulation.dt).numerator, seconds(simulation.dt).denominator],
        "dt": simulation.dt,
        "discrete": system.places("discrete"),
        "own": simulation.integrator.name,
        "methods": [_method(system, each, simulation, sections) for each in methods(system, simulation.integrator)],
        "start": sections.add(system.start(), "f8"),
        "p": sections.add(system.p, "f8"),
        "s": sections.add(system.pose_numbers, "f8"),
        "size": system.pose_layout.size,
        "starts": [
            each for v in entries(system)
            if (each := _start_slider(system, v, sections, typed.names, starts[v.name], (limits or {}).get(v.name)))
        ],
        "parameters": [_parameter_slider(system, each, sections, typed.names) for each in sliding],
        "fixed": _fixed(system, {field.name for field, _ in sliding}),
        "order": list(system.applicable()),
        "variables": [each.name for each in system.variables],
        "formulas": typed.described,
        "bounds": [MIN_DT, MAX_DT],
        "scales": [each.reference(system, memoryview(system.start()))[1] for each in system.invariants],
        "shaped": list(shaped),
        "joint": list(joint),
        "scale_formulas": scale_formulas(_looked_at(system, states, [*starts.values(), *changed.values()]), sections),
        "small": SMALL_DIFFERENCE,
        "looked": events.ENERGY_CHECK_INTERVAL,
        "proof": proof(simulation),
    }  # fmt: skip


def _looked_at(system: System, states: Sequence[Floats], changed: Sequence[Values]) -> list[State]:
    """Return the start of a system, states of its run, and the starts of systems that are changed in one number."""
    found: list[State] = [(system, memoryview(system.start())), *((system, y) for y in states[:: len(states) // 8 + 1])]
    last = found[-1][1]
    for each in (each for made in changed for _, each in few(made) if len(each.p) == len(system.p)):
        found += [(each, memoryview(each.start())), (each, last)]
    return found


def entries(system: System) -> tuple[Variable, ...]:
    """Return the initial values that have a slider: at most `MOST_STARTS`, the first and the last, which are rates."""
    every = system.entries()
    half = MOST_STARTS // 2
    return every if len(every) <= MOST_STARTS else (*every[:half], *every[-half:])


def methods(system: System, own: Integrator) -> list[Integrator]:
    """Return the methods that a page offers: the scene's own, the usual ones, and a symplectic one that applies."""
    found = [own]
    every = [physics.integrator(name) for name in physics.integrators()]
    usual = [each for each in every if each.name in USUAL_METHODS]
    symplectic = [each for each in every if each.symplectic == "always"]
    for each in (*usual, *symplectic):
        enough = each.symplectic == "always" and any(one.symplectic == "always" for one in found)
        if each not in found and not each.reason_against(system) and not enough:
            found.append(each)
    return found


def _method(system: System, method: Integrator, simulation: Simulation, sections: Sections) -> dict[str, Any]:
    own = method is simulation.integrator
    settings = simulation.settings if own else method.checked_settings({})
    return {
        "name": method.name, "title": method.title, "module": sections.add_bytes(wasm_module(system, method)),
        "settings": list(settings.values()), "room": len(native.workspace(system, method)),
        "memory": events.memory_size(system, method),
    }  # fmt: skip


def proof(simulation: Simulation) -> dict[str, Any]:
    """Return the number of ticks that a native run completes from its start, at most `PROOF_TICKS`, and its bits then.

    A state is written as hexadecimal numbers of 16 digits.
    """
    settings = dict(simulation.settings)
    run = Simulation(simulation.system, simulation.integrator.name, simulation.dt, settings)
    run.compile()
    run.advance(PROOF_TICKS)
    return {"ticks": run.tick, "bits": [struct.pack(">d", value).hex() for value in run.y]}


# Sliders ----------------------------------------------------------------------------------------------------


def stop_values(low: float, high: float, value: float, logarithmic: bool, whole: bool) -> list[float]:
    """Return the values of a slider, `value` among them, in order."""
    every: Iterable[float]
    if whole:
        every = np.unique(np.rint(np.linspace(low, high, STOPS)))
    elif logarithmic and low > 0.0:
        every = [low * power(high / low, k / (STOPS - 1)) for k in range(STOPS)]
    else:
        every = np.linspace(low, high, STOPS)
    rounded = [float(f"{x:.3g}") for x in every if low <= float(f"{x:.3g}") <= high]
    near = min(rounded, key=lambda x: abs(x - value), default=value)
    return sorted({*(x for x in rounded if x != near), value})


def slider_bounds(low: float, high: float, usual: float) -> tuple[float, float]:
    """Return bounds, limited by a usual size of the value."""
    reach = REACH * abs(usual)
    return (max(low, -reach), min(high, reach)) if reach > 0.0 else (max(low, -1.0), min(high, 1.0))


def start_values(system: System, variable: Variable) -> list[System]:
    """Return the system with the least and the greatest value of an initial value's slider, where it accepts them."""
    found = []
    values = _start_range(system, variable)
    for number in (values[0], values[-1]):
        with suppress(BadInput, ArithmeticError, ValueError):
            found.append(system.replace(initial={variable.name: number}))
    return found


def _start_range(system: System, variable: Variable) -> list[float]:
    """Return the values of the slider of an initial value."""
    value = system.entered()[variable.name]
    usual = max(abs(value), abs(variable.start)) or 1.0
    low, high = slider_bounds(variable.low, variable.high, usual)
    if variable.angle:
        low, high = max(variable.low, -np.pi), min(variable.high, np.pi)
    return stop_values(min(low, value), max(high, value), value, False, False)


def start_limits(look: Look[Any], start: Shown) -> dict[str, tuple[float, float]]:
    """Return between which initial values the picture stays, of those with other pictures within their sliders.

    start: that of the run, as shown. Each is changed alone.
    """
    found = {}
    for variable in entries(start.system):
        value, values = start.system.entered()[variable.name], _start_range(start.system, variable)
        ends = [
            next((x for x in _approaching(values, value, end) if _starts_alike(look, start, {variable.name: x})), value)
            for end in (values[0], values[-1])
        ]
        if ends != [values[0], values[-1]]:
            found[variable.name] = (ends[0], ends[1])
    return found


def _approaching(values: Sequence[float], value: float, end: float) -> list[float]:
    """Return some values from an end of a slider to its present value, the end first."""
    way = [x for x in values if min(value, end) <= x <= max(value, end)]
    way = way if end <= value else way[::-1]
    return [way[0], *way[1 :: max(len(way) // 8, 1)]]


def joint_changes(
    look: Look[Any], start: Shown, sliding: Sequence[Sliding], limits: Mapping[str, tuple[float, float]]
) -> list[list[str]]:
    """Return sets of initial values and parameters that lead to another picture where they are changed together.

    They are looked for at the ends of their sliders and between. start: that of the run, as shown. limits: as
    `start_limits`. A set that holds another one is left out.
    """
    ends = {field.name: (made[0][0], made[-1][0]) for field, made in sliding}
    variables = {each.name for each in entries(start.system)}
    for variable in entries(start.system):
        values = [each for each in _start_range(start.system, variable) if _within(each, limits.get(variable.name))]
        ends[variable.name] = values[0], values[-1]
    chance, found = random.Random(1), list[set[str]]()

    def same(changes: Mapping[str, float]) -> bool:
        initial = {name: number for name, number in changes.items() if name in variables}
        parameters = {name: number for name, number in changes.items() if name not in variables}
        return _starts_alike(look, start, initial, parameters)

    for _ in range(JOINT_TRIES if variables else 0):
        some = chance.sample(sorted(variables), min(len(variables), chance.randint(1, 4)))
        some += chance.sample(sorted(ends.keys() - variables), min(len(ends) - len(variables), chance.randint(0, 2)))
        changes = {name: chance.choice((*ends[name], chance.uniform(*ends[name]))) for name in some}
        if len(changes) < 2 or any(each <= changes.keys() for each in found) or same(changes):
            continue
        for name in some:
            fewer = {other: number for other, number in changes.items() if other != name}
            changes = changes if same(fewer) else fewer
        found = [*(each for each in found if not each > changes.keys()), set(changes)]
    return [sorted(each) for each in found]


def _starts_alike(
    look: Look[Any], start: Shown, initial: Mapping[str, float], parameters: Mapping[str, float] = MappingProxyType({})
) -> bool:
    """Return whether the program draws the same parts with other numbers; true where there is no such start."""
    try:
        system = start.system.replace(parameters, initial)
    except (BadInput, ArithmeticError, ValueError):
        return True
    other = look if look.sized_by_motion or look.fits(system) else look_for(system)
    shown = start._replace(system=system, y=memoryview(system.start()))
    mine, its = (frame_of(one, each, overlays=False) for one, each in ((look, start), (other, shown)))
    floats = all(isinstance(each.on, OnBody) for each in mine.instances)  # above the floor, which it must not touch
    higher = other.lift - look.lift if floats else abs(other.lift - look.lift)
    return higher <= (FLOATING * look.lift if floats else SAME_LIFT) and same_parts(mine, its)


def _within(number: float, limits: tuple[float, float] | None) -> bool:
    return limits is None or limits[0] <= number <= limits[1]


def _made_starts(system: System, variable: Variable) -> list[tuple[float, System]]:
    """Return a few values of the slider of an initial value, with the systems that begin with them."""
    values, value = _start_range(system, variable), system.entered()[variable.name]
    few = sorted({*values[:: max(len(values) // 4, 1)], values[-1], value})
    found = _stops(few, partial(_started, system, variable.name), value)
    if len(found) > 2 or len(values) == len(few):
        return found
    every = _stops(values, partial(_started, system, variable.name), value)  # a small part of the values is accepted
    kept = {0, len(every) - 1, *range(0, len(every), max(len(every) // 4, 1))}
    return [each for k, each in enumerate(every) if k in kept or each[0] == value]


def _fixed(system: System, sliding: Collection[str]) -> list[dict[str, Any]]:
    """Return the parameters that a page does not change."""
    return [
        {"name": each.name, "symbol": each.symbol, "unit": each.unit, "meaning": each.meaning,
         "value": float(system.parameters[each.name]), "angle": each.angle}
        for each in system.applicable().values()
        if isinstance(each, Parameter) and not each.whole and each.name not in sliding
    ]  # fmt: skip


def _start_slider(
    system: System, variable: Variable, sections: Sections, typed: Collection[str] = (),
    some: Sequence[tuple[float, System]] | None = None, limits: tuple[float, float] | None = None,
) -> dict[str, Any] | None:  # fmt: skip
    """Return the slider of an initial value: direct, where it is a number of the state, else with states at stops.

    Whether it is direct is looked up at a few of its stops. typed: names of what the page computes by formulas. some:
    what `_made_starts` returns, where that is there.
    """
    value = system.entered()[variable.name]
    values = [each for each in _start_range(system, variable) if _within(each, limits)]
    low, high = limits or (variable.low, variable.high)
    found = {
        "name": variable.name, "symbol": variable.symbol, "unit": variable.unit, "meaning": variable.meaning,
        "value": value, "angle": variable.angle, "low": low, "high": high, "logarithmic": False,
        "typed": True,
    }  # fmt: skip
    place = next((i for i, each in enumerate(system.variables) if each.name == variable.name), -1)
    some = _made_starts(system, variable) if some is None else some
    usual = list(system.start())
    if variable.name in typed:
        accepted = [x for x in values if some[0][0] <= x <= some[-1][0]]
        return {**found, "stops": accepted} if any(list(each.start()) != usual for _, each in some) else None
    few = {*values[:: max(len(values) // 4, 1)], values[-1], value}
    if (
        not typed
        and place >= 0
        and len(some) == len(few) > 2
        and all(_is_direct(each, usual, place, x) for x, each in some)
    ):
        return {**found, "place": place, "stops": values}
    known = dict(some)
    made = _stops(values, lambda x: known[x] if x in known else _started(system, variable.name, x), value)
    if len(made) < 3 or all(list(each.start()) == usual for _, each in made):
        return None
    table = _table(made, [list(each.start()) for _, each in made], sections, "start", usual)
    return {**found, "typed": False, **table}


def _started(system: System, name: str, number: float) -> System:
    return system.replace(initial={name: number})


def _changed(system: System, name: str, number: float) -> System:
    return system if number == system.parameters[name] else system.replace(parameters={name: number})


def _is_direct(system: System, usual: Sequence[float], place: int, number: float) -> bool:
    """Return whether a start differs from the usual one only by this number at this place."""
    return all(a == (number if i == place else b) for i, (a, b) in enumerate(zip(system.start(), usual, strict=True)))


class Sliding(NamedTuple):
    """A parameter with a slider: its field, and the values that the system accepts, in order, with the systems."""

    field: Parameter
    made: Sequence[tuple[float, System]]

    @property
    def ends(self) -> list[System]:
        """The systems with the least and the greatest value."""
        return [self.made[0][1], self.made[-1][1]]


def sliding_parameters(look: Look[Any], start: Shown) -> tuple[list[Sliding], list[Sliding]]:
    """Return the parameters that change the motion: those that leave the picture as it is, and the others.

    start: that of the run, as shown.
    """
    system: Any = start.system
    every = (Sliding(field, _accepted(system, field)) for field in system.applicable().values())
    alike, others = list[Sliding](), list[Sliding]()
    for each in every:
        if _moves(system, each.made):
            (alike if _looks_alike(look, start, each.ends) else others).append(each)
    return alike, others


def _moves(system: System, made: Sequence[tuple[float, System]]) -> bool:
    """Return whether there are three values or more, and the numbers of the system differ: 0 and -0 are the same."""
    return len(made) > 2 and any(list(each.p) != list(system.p) for _, each in made)


def _parameter_range(system: Any, field: Any) -> list[float]:
    """Return the values of the slider of a parameter; none where it has none."""
    if not isinstance(field, Parameter) or field.whole:
        return []
    value = float(system.parameters[field.name])
    low, high = slider_bounds(field.low, field.high, max(abs(field.default), abs(value)) or 0.01 * field.high)
    if field.log:
        low = max(field.low, (min(abs(field.default) or value, abs(value) or 1.0) or 1.0) / REACH)
    return stop_values(low, high, value, field.log, False) if low <= value <= high and low < high else []


def _accepted(system: Any, field: Any) -> list[tuple[float, System]]:
    """Return the values of the slider of a parameter that its system accepts, with the systems."""
    values = _parameter_range(system, field)
    if not values:
        return []
    value = float(system.parameters[field.name])
    return _stops(values, partial(_changed, system, field.name), value)


def _parameter_slider(system: Any, sliding: Sliding, sections: Sections, typed: Collection[str] = ()) -> dict[str, Any]:
    """Return the slider of a parameter; those that are typed need no tables."""
    field, made = sliding
    found = {"name": field.name, "symbol": field.symbol, "unit": field.unit, "meaning": field.meaning,
             "value": float(system.parameters[field.name]), "angle": field.angle, "low": field.low,
             "high": field.high, "logarithmic": field.log, "typed": field.name in typed}  # fmt: skip
    if field.name in typed:  # the picture was compared within the range of the slider
        found |= {"low": made[0][0], "high": made[-1][0]}
        return {**found, "stops": [number for number, _ in made]}
    table = _table(made, [list(each.p) for _, each in made], sections, "p", list(system.p))
    poses = [list(each.pose_numbers) for _, each in made]
    starts = [list(each.start()) for _, each in made]
    table |= {k: v for k, v in _table(made, poses, sections, "s", list(system.pose_numbers)).items() if k == "s"}
    table |= {k: v for k, v in _table(made, starts, sections, "start", list(system.start())).items() if k == "start"}
    return {**found, **table}


def _stops(values: Iterable[float], make: Callable[[float], System], value: float) -> list[tuple[float, System]]:
    """Return the values that a system accepts with the systems, those without a gap about the present value.

    They are tried outward from there: a value that is refused may take many times as long as one that is not.
    """
    every = list(values)
    if value not in every or (middle := _made(value, make)) is None:
        return []
    place = every.index(value)
    before = takewhile(lambda each: each is not None, (_made(number, make) for number in reversed(every[:place])))
    after = takewhile(lambda each: each is not None, (_made(number, make) for number in every[place + 1 :]))
    return [each for each in (*reversed(list(before)), middle, *after) if each is not None]


def _made(number: float, make: Callable[[float], System]) -> tuple[float, System] | None:
    """Return a value with its system, None where the system does not accept it."""
    with suppress(BadInput, ArithmeticError, ValueError):
        return number, make(number)
    return None


def _table(
    made: Sequence[tuple[float, System]],
    rows: Sequence[Sequence[float]],
    sections: Sections,
    name: str,
    usual: Sequence[float],
) -> dict[str, Any]:
    """Return stops with the numbers that differ among them: their places, and a row of them for each stop."""
    stops = [number for number, _ in made]
    if any(len(row) != len(usual) for row in rows):
        return {"stops": stops}
    numbers = np.array(rows)
    bits = numbers.view(np.uint64)
    places = np.flatnonzero((bits != np.array([usual]).view(np.uint64)).any(axis=0))
    return {"stops": stops, name: {"places": places.tolist(), "rows": sections.add(numbers[:, places], "f8")}}


def _looks_alike(look: Look[Any], start: Shown, changed: Sequence[System]) -> bool:
    """Return whether systems with another parameter look the same: their bodies, and all that stands round them.

    What is sized by the motion of the present system stays as it is, as in the window.
    """
    picture = frame_of(look, start, overlays=False)
    for system in changed:
        if look.sized_by_motion and not look.fits(system):
            return False
        other = look if look.sized_by_motion else look_for(system)
        shown = start._replace(system=system, y=memoryview(system.start()))
        if abs(look.lift - other.lift) > SAME_LIFT or not same_parts(picture, frame_of(other, shown, overlays=False)):
            return False
    return True
