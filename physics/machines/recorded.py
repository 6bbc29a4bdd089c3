"""The kernels of one machine: its equations as straight lines, in which the table has vanished."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from physics.core.kernel_source import kernel_of_source
from physics.core.scratch import scratch
from physics.core.straight_line import StraightLine
from physics.core.system import System
from physics.machines import contacts, marks
from physics.machines.equations import (
    balance,
    closed_positions,
    closed_rates,
    energies,
    gaps,
    normalised,
    reserves,
    size_of,
    slopes,
)
from physics.machines.parts import VANISHING, MachineTable
from physics.machines.vectors import Number
from physics.types import Floats

ROUNDS = 2
"""Steps of Newton's method that close loops: one takes gaps of 1e-7 to 1e-14, a second to rounding."""
OFTEN = 40
"""Number of evaluations of the equations of a structure from which on they are recorded, which takes as long."""
RATE = "def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:"
SETTLE = "def settle(y: Floats, p: Floats) -> None:"
VALUES = "def values(y: Floats, p: Floats, w: Floats) -> None:"
STRIKE = "def strike(y: Floats, p: Floats, w: Floats) -> None:"
MARK_VALUES = "def mark_values(y: Floats, p: Floats, v: Floats) -> None:"
GAPS = "def gaps(y: Floats, p: Floats, w: Floats) -> None:"
ENERGIES = "def energies(t: float, y: Floats, p: Floats, out: Floats) -> None:"
MODULE = "physics.machines.made"
"""The module that recorded functions belong to."""


Equations = Callable[[MachineTable, Sequence[Number]], Sequence[Number]]
"""A function of a machine and a state, which returns numbers."""
EquationsWith = Callable[[MachineTable, Sequence[Number], Sequence[Number]], Sequence[Number]]
"""A function of a machine, a state, and further numbers."""


class Kernels(NamedTuple):
    """Kernels of a machine, as `System` has them, on a state y and the numbers p of the table.

    energies: writes what `physics.machines.equations.Energies` has. balance: of a system and a state, their sum with
    what was lost, less work.
    """

    rate: Callable[[float, Floats, Floats, Floats], None]
    settle: Callable[[Floats, Floats], None]
    energies: Callable[[float, Floats, Floats, Floats], None]
    balance: Callable[[Any, Floats], float]


class ContactKernels(NamedTuple):
    """Kernels of a machine with contacts or marks: its events, and what sets at a start which contacts act, if any."""

    guards: Callable[[float, Floats, Floats], tuple[float, ...]]
    jump: Callable[[int, float, Floats, Floats], None]
    decide: Callable[[Floats, Floats], None] | None


@dataclass(frozen=True)
class _Recordable:
    """A machine that is the same as others of its structure. name: of that."""

    name: str
    machine: MachineTable = field(compare=False)


def recorded(machine: MachineTable) -> Kernels:
    """Return the kernels of a machine; those of one structure share them, and the machine code made of them."""
    return _recorded(_Recordable(machine.structure_name, machine))


@lru_cache(128)
def _recorded(of: _Recordable) -> Kernels:
    machine, name = of.machine, of.name
    return Kernels(
        record_of(machine, slopes, [RATE], "dy", f"rate_{name}"),
        _settling(machine, name),
        record_of(machine, energies, [ENERGIES], "out", f"energies_{name}"),
        value_of(machine, balance, "balance"),
    )


def margin_kernel(machine: MachineTable) -> Callable[[Floats, Floats], float] | None:
    """Return the least of what must be positive where the equations hold, None where there is nothing."""
    return _margin(_Recordable(machine.structure_name, machine))


@lru_cache(128)
def _margin(of: _Recordable) -> Callable[[Floats, Floats], float] | None:
    record, table, y = _beginning(of.machine)
    found, name = reserves(table, y), of.name
    if not found:
        return None
    head = ["def reserves(y: Floats, p: Floats, w: Floats) -> None:"]
    known = {"reserves": record.kernel(head, found, "w", MODULE, f"reserves_{name}"), "scratch": scratch}
    least = ", ".join(f"w[{k}]" for k in range(len(found)))
    lines = [
        "def margin(y: Floats, p: Floats) -> float:",
        f"    w = scratch({len(found)})",
        "    reserves(y, p, w)",
        f"    return min({least})" if len(found) > 1 else f"    return {least}",
    ]
    made: Callable[[Floats, Floats], float] = kernel_of_source(lines, "margin", MODULE, f"margin_{name}", known)
    return made


def contact_kernels(machine: MachineTable, energies: Any) -> ContactKernels:
    """Return the kernels of the contacts and marks of a machine. energies: its kernel of that name."""
    name = machine.structure_name
    known: dict[str, Any] = {**contacts.numbers_of(machine), "kinetic": energies, "scratch": scratch}
    if machine.contacts:
        record, table, y = _beginning(machine)
        w = [record.term(False, "w", k) for k in range(machine.pushing)]
        known["values"] = record_of(machine, contacts.contact_values, [VALUES], "w", f"values_{name}")
        known["strike"] = record.kernel([STRIKE], contacts.struck(table, y, w), "w", MODULE, f"strike_{name}")

    def bound(function: Any) -> Any:
        known[function.__name__] = contacts.bound(function, known, MODULE, f"{function.__name__}_{name}")
        return known[function.__name__]

    if machine.marks:
        known["mark_values"] = record_of(machine, marks.mark_values, [MARK_VALUES], "v", f"mark_values_{name}")
        lines = marks.passing_lines(machine)
        known["pass_marks"] = kernel_of_source(lines, "pass_marks", MODULE, f"pass_marks_{name}", known)
    functions = {**contacts.GUARD_FUNCTIONS, **known}
    guards = kernel_of_source(contacts.guard_lines(machine), "guards", MODULE, f"guards_{name}", functions)
    if not machine.contacts:
        return ContactKernels(guards, bound(marks.jump), None)
    bound(contacts.worst_of), bound(contacts.first_of)
    decide, _, jump = bound(contacts.decide), bound(contacts.blow), bound(contacts.jump)
    return ContactKernels(guards, bound(contacts.jump_or_pass) if machine.marks else jump, decide)


def record_of(machine: MachineTable, of: Equations, head: Sequence[str], out: str, name: str) -> Any:
    """Return a function of a machine and a state as a kernel that writes what it returns into its argument `out`."""
    record, table, y = _beginning(machine)
    return record.kernel(head, of(table, y), out, MODULE, name)


def record_with(
    machine: MachineTable, numbers: Sequence[float], of: EquationsWith, head: Sequence[str], out: str, name: str
) -> Any:  # fmt: skip
    """Return a kernel as `record_of` does, of a function of further numbers, which follow those of the table in p."""
    record, table, y = _beginning(machine)
    count = len(machine.numbers())
    more = [each if each in VANISHING else record.term(False, "p", count + k) for k, each in enumerate(numbers)]
    return record.kernel(head, of(table, y, more), out, MODULE, name)


class OpenLoops:
    """What the equations of machines of one structure say of a state (`gaps`): recorded once it was asked for often.

    The numbers are the same, those of zeros too, as all are positive.
    """

    def __init__(self, name: str) -> None:
        self._name, self._asked = name, 0
        self._kernel: Any = None

    def values(self, machine: MachineTable, y: Sequence[float]) -> list[float]:
        """Return what `gaps` does of a machine of this structure."""
        if self._kernel is None:
            self._asked += 1
            if self._asked < OFTEN:
                return [each + 0.0 for each in gaps(machine, y)]
            self.record(machine)
        count = len(machine.equations) + machine.pushing
        w = [0.0] * (count * (1 + machine.rates + machine.drives) + machine.drives)
        self._kernel(y, machine.listed, w)
        return [each + 0.0 for each in w]

    def record(self, machine: MachineTable) -> None:
        """Record them from a machine of this structure now, because they will be asked for often."""
        if self._kernel is None:
            self._kernel = record_of(machine, gaps, [GAPS], "w", self._name)


def open_loops_of(machine: MachineTable) -> OpenLoops:
    """Return what finds the open loops of machines of the structure of one."""
    # Where momenta are looked for, ropes that act stand among the equations: a structure does not say so.
    return _open_loops(machine.structure_name, len(machine.equations))


@lru_cache(128)
def _open_loops(structure: str, equations: int) -> OpenLoops:
    return OpenLoops(f"gaps_{equations}_{structure}")


def value_of(machine: MachineTable, of: Callable[[MachineTable, Sequence[Number]], Number], name: str) -> Any:
    """Return a function of a machine and a state as the value of a quantity."""
    record, table, y = _beginning(machine)
    head = ["def value(system: Any, y: Floats) -> float:", "    p = system.p"]
    return record.kernel(head, [of(table, y)], "", MODULE, f"{name}_{machine.structure_name}")


def _beginning(machine: MachineTable) -> tuple[StraightLine, MachineTable, list[Number]]:
    """Return an empty record with the table and the state of a machine as terms."""
    record, gone = StraightLine(), machine.vanishing()
    table = machine.mapped(lambda place, number: number if gone[place] else record.term(False, "p", place))
    return record, table, [record.term(False, "y", i) for i in range(size_of(machine))]


def _settling(machine: MachineTable, name: str) -> Callable[[Floats, Floats], None]:
    """Return what closes the loops of a state, and gives quaternions length 1."""
    if not machine.equations and not machine.contacts:
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
