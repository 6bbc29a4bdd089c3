"""The kernels of one machine: its equations as straight lines, in which the table has vanished."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from physics.core.kernel_source import kernel_of_source
from physics.core.straight_line import StraightLine
from physics.core.system import System
from physics.machines.equations import (
    balance,
    closed_positions,
    closed_rates,
    energies,
    moving,
    normalised,
    size_of,
    slopes,
)
from physics.machines.loops import least_slope
from physics.machines.parts import TOUCH, MachineTable, structure
from physics.machines.vectors import Number
from physics.types import Floats

ROUNDS = 2
"""Steps of Newton's method that close loops: one takes gaps of 1e-7 to 1e-14, a second to rounding."""
RATE = "def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:"
SETTLE = "def settle(y: Floats, p: Floats) -> None:"
MARGIN = "def margin(y: Floats, p: Floats) -> float:"
FLATTEST = 0.01
"""Sine of the angle between a disk that rolls and its plane, below which it counts as flat."""
ENERGIES = "def energies(t: float, y: Floats, p: Floats, out: Floats) -> None:"
MODULE = "physics.machines.made"
"""The module that recorded functions belong to."""


Equations = Callable[[MachineTable, Sequence[Number]], Sequence[Number]]
"""A function of a machine and a state, which returns numbers."""


class Kernels(NamedTuple):
    """Kernels of a machine, as `System` has them, on a state y and the numbers p of the table.

    energies: writes what `physics.machines.equations.Energies` has. balance: of a system and a state, their sum with
    what was lost, less work. margin: positive where no disk that rolls lies flat, None
    where none rolls.
    """

    rate: Callable[[float, Floats, Floats, Floats], None]
    settle: Callable[[Floats, Floats], None]
    energies: Callable[[float, Floats, Floats, Floats], None]
    balance: Callable[[Any, Floats], float]
    margin: Callable[[Floats, Floats], float] | None


def recorded(machine: MachineTable) -> Kernels:
    """Return the kernels of a machine."""
    name = name_of(machine)
    return Kernels(
        record_of(machine, slopes, [RATE], "dy", f"rate_{name}"),
        _settling(machine, name),
        record_of(machine, energies, [ENERGIES], "out", f"energies_{name}"),
        value_of(machine, balance, "balance"),
        _margin(machine, name),
    )


def _margin(machine: MachineTable, name: str) -> Callable[[Floats, Floats], float] | None:
    """Return the sine of the flattest disk that rolls, less the least one."""
    if not any(each.kind == TOUCH for each in machine.equations):
        return None
    record, table, y = _beginning(machine)
    state = moving(table, y)
    slope = least_slope(table, state.found, state.q)
    made: Callable[[Floats, Floats], float] = record.kernel([MARGIN], [slope - FLATTEST], "", MODULE, f"margin_{name}")
    return made


def name_of(machine: MachineTable) -> str:
    """Return a name of what the kernels of a machine depend on."""
    return hashlib.sha256(repr(structure(machine)).encode()).hexdigest()[:16]


def record_of(machine: MachineTable, of: Equations, head: Sequence[str], out: str, name: str) -> Any:
    """Return a function of a machine and a state as a kernel that writes what it returns into its argument `out`."""
    record, table, y = _beginning(machine)
    return record.kernel(head, of(table, y), out, MODULE, name)


def value_of(machine: MachineTable, of: Callable[[MachineTable, Sequence[Number]], Number], name: str) -> Any:
    """Return a function of a machine and a state as the value of a quantity."""
    record, table, y = _beginning(machine)
    head = ["def value(system: Any, y: Floats) -> float:", "    p = system.p"]
    return record.kernel(head, [of(table, y)], "", MODULE, f"{name}_{name_of(machine)}")


def _beginning(machine: MachineTable) -> tuple[StraightLine, MachineTable, list[Number]]:
    """Return an empty record with the table and the state of a machine as terms."""
    record, gone = StraightLine(), list(machine.vanishing())
    table = machine.mapped(lambda place, number: number if gone[place] else record.term(False, "p", place))
    return record, table, [record.term(False, "y", i) for i in range(size_of(machine))]


def _settling(machine: MachineTable, name: str) -> Callable[[Floats, Floats], None]:
    """Return what closes the loops of a state, and gives quaternions length 1."""
    if not machine.equations:
        if machine.coordinates == machine.rates:
            return System.settle  # there is nothing to be done, and no call that does it
        return _in_place(machine, lambda table, y: [*normalised(table, y[: table.coordinates])], f"settle_{name}")
    known = {
        "close_positions": _in_place(machine, closed_positions, f"close_positions_{name}"),
        "close_rates": _in_place(machine, closed_rates, f"close_rates_{name}"),
    }
    lines = [
        SETTLE,
        *["    close_positions(y, p)"] * ROUNDS,
        "    close_rates(y, p)",
    ]
    made: Callable[[Floats, Floats], None] = kernel_of_source(lines, "settle", MODULE, f"settle_{name}", known)
    return made


def _in_place(machine: MachineTable, of: Equations, name: str) -> Callable[[Floats, Floats], None]:
    """Return a kernel that changes a state."""
    made: Callable[[Floats, Floats], None] = record_of(machine, of, [SETTLE], "y", name)
    return made
