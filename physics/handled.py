"""What a hand does to a simulation: it pulls while ticks run, or puts a body elsewhere, and its work is counted."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence

import numpy as np

from physics.errors import BadInput
from physics.hand import BLOW_SECONDS, Hand, blow, check, displace
from physics.system import Floats, System, Vector3


class Handled:
    """The part of a `Simulation` that a hand reaches. hand, pull, work: as that says."""

    system: System
    y: Floats
    tick: int
    dt: float
    hand: Hand | None
    pull: Vector3
    work: float
    _references: Mapping[str, tuple[float, float]]
    _previous: array[float]

    def _forget(self) -> None:
        raise NotImplementedError

    def _let_go_on(self) -> None:
        raise NotImplementedError

    def hold(self, hand: Hand | None) -> None:
        """Let a hand pull from now on, in place of the one that did, or let go. Raises BadInput where it cannot."""
        if hand is not None:
            check(self.system, self.y, hand)
        self.hand, self.pull = hand, np.zeros(3)
        self._let_go_on()

    def put(self, hand: Hand) -> None:
        """Put the point that a hand holds where it points, or as near as it goes; the energy that takes is its work.

        Raises BadInput where that cannot be.
        """
        check(self.system, self.y, hand)
        state: Floats = memoryview(array("d", self.y))
        displace(self.system, state, hand.body, np.array(hand.point), np.array(hand.target))
        self.rearrange(state)

    def rearrange(self, state: Sequence[float]) -> None:
        """Go on from another state, into which a hand has put it: that energy is its work. Raises BadInput."""
        if len(state) != len(self.y) or not all(map(math.isfinite, state)):
            raise BadInput(f"state = {list(state)}: must be {len(self.y)} finite numbers")
        before = self._values()
        self.y[:] = memoryview(array("d", state))
        self.work += self.system.energy(self.y) - before[0]
        self._handled(before)
        self._let_go_on()

    def _pulled(self, ticks: int) -> int:
        """Have the hand do what it does at this tick; returns how many ticks, of so many, there are to the next blow.

        Where that fails it lets go.
        """
        if self.hand is None:
            return ticks
        every = max(1, round(BLOW_SECONDS / self.dt))
        if self.tick % every == 0:
            before, state = self._values(), bytes(self.y)
            try:
                self.pull, work = blow(self.system, self.hand, self.y, every * self.dt)
            except (BadInput, ArithmeticError, ValueError, LookupError):
                self.y[:] = memoryview(state).cast("d")
                self.hold(None)
                return ticks
            self.work += work
            self._handled(before)
        return min(ticks, every - self.tick % every)

    def _values(self) -> list[float]:
        return [invariant.value(self.system, self.y) for invariant in self.system.invariants]

    def _handled(self, before: list[float]) -> None:
        """A hand has changed the state: no invariant has drifted by that."""
        given = [value - old for value, old in zip(self._values(), before, strict=True)]
        self._references = {
            name: (start + part, size)
            for (name, (start, size)), part in zip(self._references.items(), given, strict=True)
        }
        self._previous = array("d", self.y)
        self._forget()
