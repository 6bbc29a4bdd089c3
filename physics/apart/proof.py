"""A system taken apart, and the proof that the machine moves as it does: equal accelerations."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from physics.apart import planar, spatial
from physics.apart.taken import TakenApart
from physics.core.system import System
from physics.errors import BadInput
from physics.machines.machine import Machine
from physics.types import Floats

BUILDERS: Mapping[str, Callable[[Any], TakenApart]] = {
    **dict.fromkeys(
        ("double-pendulum", "double-pendulum-newton", "double-pendulum-forces", "double-pendulum-open"),
        planar.double_bars,
    ),
    "planar-chain": planar.planar_chain, "parallel-linkage": planar.parallel_linkage,
    "wilberforce": planar.wilberforce, "heavy-top": spatial.heavy_top, "gyroscope": spatial.gyroscope,
    "gimbals": spatial.gimbals, "jointed-chain": spatial.jointed_chain,
}  # fmt: skip
"""What takes systems apart, by their names."""
NOT_THESE = {
    "it rolls, slips or turns on a table": (
        "rolling-body", "rolling-top", "sliding-body", "rattleback", "tippe-top", "euler-disk", "bicycle"
    ),
    "it has no joint": ("free-body", "satellite", "levitron"),
    "it is a machine already": ("machine",),
    "it is equations alone": ("equations",),
    "it turns with the Earth": ("foucault-pendulum",),
    "it has a cord that only pulls": ("bungee",),
}  # fmt: skip
"""Why others are not taken apart."""
SAME = 1e-9
"""Part of the greatest acceleration up to which those of both count as the same: other formulas round otherwise."""


class Proof(NamedTuple):
    """A machine, what stays behind of the system, and how far accelerations differ.

    difference: the greatest, in the greatest acceleration of all states. states: how many were compared.
    """

    machine: Machine
    tables: dict[str, Any]
    initial: dict[str, float]
    left: tuple[str, ...]
    difference: float
    states: int

    @property
    def is_same(self) -> bool:
        """Whether the accelerations are the same but for rounding."""
        return self.difference <= SAME


def refusal(name: str) -> str:
    """Return why a system cannot be taken apart, "" where it can."""
    if name in BUILDERS:
        return ""
    why = next((why for why, names in NOT_THESE.items() if name in names), "no way is built for it yet")
    return f"{name} cannot be taken apart into bodies and joints: {why}"


def take_apart(system: System, states: Sequence[Floats]) -> Proof:
    """Return a system as a machine, compared at states, the first of which is the start; raises BadInput."""
    if refused := refusal(system.name):
        raise BadInput(refused)
    taken = BUILDERS[system.name](system)
    machine = Machine({"machine": taken.tables})
    differences, sizes, compared = [0.0], [0.0], 0
    for k, y in enumerate(states):
        try:
            ours, theirs = _accelerations(system, machine, taken, y)
        except BadInput:
            if not k:
                raise
            continue  # as in a dead point, where a motion is not determined
        compared += 1
        differences += [abs(ours[name] - theirs[name]) for name in ours]
        sizes += [abs(each) for each in ours.values()]
    largest = max(sizes)
    difference = max(differences) / largest if largest else max(differences)
    begun = taken.start(states[0])
    return Proof(machine.replace(initial=begun), taken.tables, begun, taken.left, difference, compared)


def _accelerations(
    system: System, machine: Machine, taken: TakenApart, y: Floats
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the accelerations of the joints at a state: of the system, and of the machine."""
    dy: Floats = memoryview(array("d", bytes(8 * len(y))))
    system.rate(0.0, y, system.p, dy)
    ours = {name: value for name, value in taken.start(dy).items() if "_rate" in name}
    begun = machine.replace(initial=taken.start(y))
    place = {each.name: k for k, each in enumerate(begun.variables)}
    state: Floats = memoryview(array("d", [begun.initial[each.name] for each in begun.variables]))
    if taken.time >= 0 and "time" in place:
        state[place["time"]] = y[taken.time]
    slope: Floats = memoryview(array("d", bytes(8 * len(state))))
    begun.rate(0.0, state, begun.p, slope)
    return ours, {name: slope[place[name]] for name in ours}
