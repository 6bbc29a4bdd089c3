"""Momenta that a machine keeps: found by following its motion from several states, each an invariant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from physics.core.straight_line import root
from physics.errors import BadInput
from physics.machines.assembly import Contradiction, Unclosed, closed_start, displaced
from physics.machines.dynamics import inertia_in_lab
from physics.machines.equations import MovingMachine, moving, size_of, slopes
from physics.machines.motion import point_of
from physics.machines.parts import GROUND, TURN, MachineTable
from physics.machines.vectors import UNIT, ZERO, Number, Vector, added, cross, difference, dot, scaled, turned

PROBES = 4
"""Number of states from which the motion is followed."""
STEP = 1e-6
"""Time over which a momentum is compared [s]."""
KEPT, SMALL = 1e-6, 1e-3
"""Greatest change in a second, over the momentum or this one where it is smaller, of a momentum that is kept."""
ALONG = (-STEP, 0.0, STEP)
"""Times at which it is compared, from a state on [s]."""
NONE = 1e-9
"""Momentum below which there is none to be kept."""
LETTERS = "xyz"


class Momentum(NamedTuple):
    """A momentum along an axis, or the angular momentum about it through a point."""

    name: str
    symbol: str
    axis: Vector
    about: Vector | None

    @property
    def unit(self) -> str:
        """Its unit."""
        return "kg m/s" if self.about is None else "kg m²/s"

    @property
    def meaning(self) -> str:
        """What it is, in words."""
        return f"momentum along {self.name[-1]}" if self.about is None else self.name.replace("_", " ")

    def shares(self, state: MovingMachine) -> list[Number]:
        """Return the share of each link of a machine that moves."""
        found: list[Number] = []
        for link, moved in zip(state.machine.links, state.found, strict=True):
            centre = point_of(moved, link.centre)
            carried = scaled(link.mass, centre.velocity)
            if self.about is None:
                found.append(dot(self.axis, carried))
                continue
            spin = turned(inertia_in_lab(link, moved), moved.spin)
            found.append(dot(self.axis, added(cross(difference(centre.place, self.about), carried), spin)))
        return found

    def value(self, machine: MachineTable, y: Sequence[Number]) -> Number:
        """Return the momentum at a state."""
        return self.of(moving(machine, y))

    def of(self, state: MovingMachine) -> Number:
        """Return the momentum of a machine that moves."""
        return sum(self.shares(state), start=0.0)

    def scale(self, machine: MachineTable, y: Sequence[Number]) -> Number:
        """Return the size of the shares of all links, to which a drift is compared."""
        return root(sum((each * each for each in self.shares(moving(machine, y))), start=0.0))


def candidates(machine: MachineTable) -> list[Momentum]:
    """Return momenta that may be kept: along and about x, y and z, and about the axes of joints to the ground."""
    found = [
        Momentum(f"momentum_{letter}", f"P_{letter}", axis, None) for letter, axis in zip(LETTERS, UNIT, strict=True)
    ]
    found += [
        Momentum(f"angular_momentum_{letter}", f"L_{letter}", axis, ZERO)
        for letter, axis in zip(LETTERS, UNIT, strict=True)
    ]
    for number, link in enumerate(machine.links):
        if link.parent == GROUND and link.kind == TURN and link.place != ZERO:
            name = f"angular_momentum_{number + 1}"
            found.append(Momentum(name, f"L_{number + 1}", link.axis, link.place))
    return found


def kept_momenta(machine: MachineTable, y: Sequence[float]) -> list[Momentum]:
    """Return the momenta that do not change along the motion from several states by chance."""
    if machine.has_time:
        return []
    free = replace(machine, contacts=())
    found = _kept_of(candidates(machine), free, y)
    for contact in machine.contacts:  # what it does while it acts, and in a blow, is what its equation does
        found = _kept_of(found, replace(free, equations=(*free.equations, contact)), y)
    return found


def _kept_of(momenta: Sequence[Momentum], machine: MachineTable, y: Sequence[float]) -> list[Momentum]:
    """Return those momenta that are kept by a machine without contacts, in states around the beginning of y."""
    begun = y[: machine.coordinates + machine.rates]
    start = [*begun, *[0.0] * (size_of(machine) - len(begun))]
    left, found = list(momenta), 0
    for seed in range(1, PROBES + 1):
        state = _state(machine, start, seed) if left else None
        if state is not None:
            found += 1
            slope = slopes(machine, state)
            near = (moving(machine, [a + step * b for a, b in zip(state, slope, strict=True)]) for step in ALONG)
            before, now, after = near
            left = [each for each in left if _is_kept(each, before, now, after)]
    return left if found > 1 else []


def _state(machine: MachineTable, y: Sequence[float], seed: int) -> list[float] | None:
    """Return a state by chance, always the same, with closed loops; None where these cannot be closed there."""
    random = np.random.default_rng(PROBES + seed)  # not those of the displacement, along which nothing turns
    found = displaced(machine, y, seed)
    at = machine.coordinates
    found[at : at + machine.rates] = random.uniform(-1.0, 1.0, machine.rates).tolist()
    try:
        return closed_start(machine, found, (), ())
    except (Unclosed, Contradiction, BadInput):
        return None


def _is_kept(momentum: Momentum, *states: MovingMachine) -> bool:
    """Return whether a momentum is the same before and after a state, and is not zero there."""
    before, now, after = (momentum.of(each) for each in states)
    size, change = abs(now), abs(after - before) / (2.0 * STEP)
    return bool(size > NONE and change < KEPT * max(size, SMALL))
