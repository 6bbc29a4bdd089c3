"""The numbers of a page that its reader types: which may be typed, and the formulas by which the page computes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from game.export.sections import Sections
from physics import System
from physics.core.fields import Invariant
from physics.core.formulas import GUARDS, OutOfRecord
from physics.core.record import Unrecorded
from physics.core.system_formulas import (
    SystemFormulas,
    Ways,
    aliased_start_of,
    aliases_of,
    all_numbers,
    energies_of,
    entered_aliases,
    given_of,
    numbers,
    numbers_of,
    scale_of,
)
from physics.types import Floats

LOOKED_AT = 9
"""Values of a slider at which formulas are compared with the program's own numbers."""
State = tuple[System, Floats]
"""A system, and a state of it."""
Values = Sequence[tuple[float, System]]
"""Values of a parameter or an initial value, with the systems that have them."""


class Typed(NamedTuple):
    """What may be typed in a page. names: of parameters and initial values; described: their formulas, if any."""

    names: frozenset[str]
    described: dict[str, Any] | None


def typed_numbers(
    system: System, parameters: Mapping[str, Values], starts: Mapping[str, Values], sections: Sections
) -> Typed:
    """Return what may be typed, all together, of parameters and initial values, by their names.

    Each is compared with the program's own numbers at some values, those at both ends among them.
    """
    if system.start_follows:  # its kernels are recorded for its own description
        return Typed(frozenset(), None)
    given = given_of(system)
    try:
        ways = Ways(
            numbers_of, system, given, all_numbers(system.replace({name: given[name] for name in numbers(system)}))
        )
    except Unrecorded:
        return Typed(frozenset(), None)

    def agree(name: str, made: Values) -> bool:
        return all(ways.agree({**given, name: x}, all_numbers(each)) for x, each in few(made))

    found = {name for name, made in parameters.items() if agree(name, made)}
    aliased, shown = _aliased(system, given), list(_shown(system))
    for name, made in starts.items():
        if name in shown:
            whole = aliased is not None and all(_begins(aliased, system, name, x, each) for x, each in few(made))
        else:
            whole = name in given and agree(name, made)
        found |= {name} if whole else set()
    if not found:
        return Typed(frozenset(), None)
    described = {
        "names": list(given), "parameters": len(numbers(system)), "values": list(given.values()),
        "aliases": shown if aliased is not None else [],
        "shown": list(_shown(system).values()) if aliased is not None else [],
        "numbers": [_described(each, sections) for each in ways.every],
        "begun": [_described(each, sections) for each in aliased[0].every] if aliased is not None else [],
        "entered": [_described(each, sections) for each in aliased[1].every] if aliased is not None else [],
    }  # fmt: skip
    return Typed(frozenset(found), described)


def energy_formulas(
    system: System, states: Sequence[Floats], changed: Sequence[System], sections: Sections
) -> list[dict[str, Any]]:
    """Return the formulas of the parts of the energy, of y and then p; none where a page could not trust them.

    They are compared with the program's own numbers at states of the run, and at the starts of changed systems. Where
    such a system has other parts, the formulas must say by their comparisons that they do not apply.
    """
    names = [part.name for part in system.energy_parts]
    if not names:
        return []
    some = sorted({round(k * (len(states) - 1) / (LOOKED_AT - 1)) for k in range(LOOKED_AT)})
    looked_at: list[tuple[System, Floats]] = [(system, states[k]) for k in some]
    alike = [each for each in changed if len(each.p) == len(system.p)]
    others = [each for each in alike if [part.name for part in each.energy_parts] != names]
    looked_at += [(each, memoryview(each.start())) for each in alike if not any(each is other for other in others)]
    known = [[each.split_energy(y)[name] for name in names] for each, y in looked_at]
    given = [{f"{k}": x for k, x in enumerate((*y, *each.p))} for each, y in looked_at]
    try:
        ways = Ways(energies_of, system, given[0], known[0])
    except Unrecorded:
        return []
    if not all(map(ways.agree, given, known)) or any(_applies(ways, each) for each in others):
        return []
    return [_described(each, sections) for each in ways.every]


def scale_formulas(looked_at: Sequence[State], sections: Sections) -> list[dict[str, Any] | None]:
    """Return the formulas of the scales of the invariants, of y and then p.

    They are compared with the program's own numbers at states, the first being the start of the scene. An invariant
    whose scale is its value has no formulas; None stands for one whose scale a page cannot compute. own: they hold for
    the numbers p of the scene alone.
    """
    return [_scale_formulas(each, looked_at, sections) for each in looked_at[0][0].invariants]


def _scale_formulas(invariant: Invariant, looked_at: Sequence[State], sections: Sections) -> dict[str, Any] | None:
    if invariant.scale is None:
        return {"formulas": [], "own": False}
    first = looked_at[0][0]
    for own in (False, True):
        ways = _scale_ways(invariant, [each for each in looked_at if not own or list(each[0].p) == list(first.p)])
        if ways is not None:
            return {"formulas": [_described(each, sections) for each in ways.every], "own": own}
    return None


def _scale_ways(invariant: Invariant, looked_at: Sequence[State]) -> Ways | None:
    given, known = [], []
    for system, y in looked_at:
        with suppress(ArithmeticError, ValueError):
            assert invariant.scale is not None
            known.append([float(invariant.scale(system, y))])
            given.append({f"{k}": x for k, x in enumerate((*y, *system.p))})
    with suppress(Unrecorded, LookupError):
        ways = Ways(partial(scale_of, invariant), looked_at[0][0], given[0], known[0])
        return ways if all(map(ways.agree, given, known)) else None
    return None


def _applies(ways: Ways, system: System) -> bool:
    """Return whether formulas of y and p give numbers at the start of a system."""
    with suppress(OutOfRecord):
        ways.values({f"{k}": x for k, x in enumerate((*system.start(), *system.p))})
        return True
    return False


def few(made: Values) -> Values:
    """Return some of many values, both ends among them."""
    last = len(made) - 1
    return [made[k] for k in sorted({round(k * last / (LOOKED_AT - 1)) for k in range(LOOKED_AT)})] if made else []


def _aliased(system: System, given: Mapping[str, float]) -> tuple[Ways, Ways] | None:
    """Return the ways from aliases to the start and back, None where there are none."""
    shown = _shown(system)
    if not shown:
        return None
    parameters = {name: given[name] for name in numbers(system)}
    with suppress(Unrecorded):
        begun = system.replace(initial=shown)
        return (
            Ways(aliased_start_of, system, {**given, **shown}, list(begun.start())),
            Ways(aliases_of, system, {**parameters, **system.initial}, list(shown.values())),
        )
    return None


def _shown(system: System) -> dict[str, float]:
    """Return the values of the aliases that are entered, none where they are kept as the start."""
    entered, names = system.entered(), entered_aliases(system)
    return {name: entered[name] for name in names} if set(names).isdisjoint(system.kept_start()) else {}


def _begins(aliased: tuple[Ways, Ways], system: System, name: str, value: float, changed: System) -> bool:
    """Return whether the start and the aliases that follow from another value of one are those of the program."""
    begun, entered = aliased
    given = given_of(system)
    parameters = {each: given[each] for each in numbers(system)}
    return begun.agree({**given, **_shown(system), name: value}, list(changed.start())) and entered.agree(
        {**parameters, **changed.initial}, [changed.entered()[each] for each in entered_aliases(system)]
    )


def _described(formulas: SystemFormulas, sections: Sections) -> dict[str, Any]:
    """Return a record as a page reads it: what neither results nor comparisons need is left out."""
    record = formulas.record
    results = [record.given(each) for each in formulas.results]
    guards = [record.terms[k] for k, (operation, *_) in enumerate(record.lines) if operation in GUARDS]
    places: dict[int, int] = {}
    known: dict[float | str, int] = {}
    operations: dict[str, int] = {}
    words: list[int] = []
    for place, number in enumerate(record.needed([*results, *guards])):
        places[number] = place
        operation, *operands = record.lines[number]
        if operation == "number":
            operands = [known.setdefault(operands[0], len(known))]
        elif operation != "given":
            operands = (
                [places[each] for each in operands[:2]] + list(operands[2:])
                if operation in GUARDS
                else [places[each] for each in operands]
            )
        words += [operations.setdefault(operation, len(operations)), len(operands), *map(int, operands)]
    return {
        "operations": list(operations), "words": sections.add(words, "u4"),
        "numbers": sections.add([float.fromhex(str(each)) for each in known], "f8"),
        "results": sections.add([places[each.number] for each in results], "u4"),
    }  # fmt: skip
