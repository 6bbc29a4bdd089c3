"""What is said of a machine whose loops cannot be closed, or whose ropes are too short, at its start."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from physics.machines.assembly import SHUT, Contradiction, Unclosed, least_open, open_gaps, reserves
from physics.machines.equations import places
from physics.machines.parts import LENGTH, PLANE, MachineTable
from physics.maths import dense

LIGHT = 1e-3
"""Weight of ropes beside loops where it is sought how much too short they are: loops are closed, and ropes stretch."""


def open_loop_line(machine: MachineTable, gap: Unclosed, closes: Sequence[str], given: Collection[int]) -> str:
    """Return the line about a loop that cannot be closed. closes: what each equation, then each contact, belongs to.

    given: numbers of the rates whose coordinate is given.
    """
    name = closes[gap.equation]
    short = short_ropes(machine, gap, closes, given)
    if short:
        return (
            f'the loop through "{name}" cannot be closed: ropes too short by {short}; lengthen one, or give less of '
            "the start"
        )
    return cannot_close(name, gap_of(machine, gap.state, closes, name) or gap.rest)


def cannot_close(name: str, remains: float) -> str:
    """Return the line about a loop that cannot be closed. name: of what closes it; remains: the least gap [m]."""
    return (
        f'the loop through "{name}" cannot be closed: {remains:.4g} m remain; lengths or the given angles are '
        "incompatible"
    )


def gap_of(machine: MachineTable, y: Sequence[float], closes: Sequence[str], name: str) -> float:
    """Return the distance of the two points of a joint that is open [m]; 0 for what has none."""
    gaps = zip(machine.equations, closes, open_gaps(machine, y), strict=False)
    return dense.length([off for each, owner, off in gaps if owner == name and each.kind == PLANE] or [0.0])


def contradiction_line(machine: MachineTable, fault: Contradiction, closes: Sequence[str], given: Iterable[str]) -> str:
    """Return the line about rates that cannot be together, or that a rope does not let be. given: whose they are."""
    contact, rates = fault.equation - len(machine.equations), ", ".join(given)
    if 0 <= contact < machine.ropes:
        return f"the given rates contradict rope {closes[fault.equation]}, which is taut there: {rates}"
    return f"the given rates contradict each other: {rates}"


def short_ropes(machine: MachineTable, gap: Unclosed, closes: Sequence[str], given: Collection[int]) -> str:
    """Return by how much ropes are too short where they are the least so, as "0.5 m (a), 0.2 m (b)"; "" if none is."""
    at, equations = places(machine).contacts, len(machine.equations)
    if not any(gap.state[at + k] for k in range(machine.ropes)):
        return ""
    state = least_open(machine, gap.state, given, LIGHT)
    found = []
    for k, (value, _) in enumerate(reserves(machine, state)[: machine.ropes]):
        if value < -SHUT:
            length = machine.contacts[k].value
            short = math.sqrt(length * (length - 2.0 * value)) - length
            by = short if machine.contacts[k].kind == LENGTH else -value
            found.append(f"{by:.3g} m ({closes[equations + k]})")
    return ", ".join(found)
