"""The sketches of the machines of a run: of each machine that is shown the one that a person has made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from game.scenefile.described_tables import MACHINE
from game.scenefile.schema import Scene
from physics import BadInput, System

if TYPE_CHECKING:
    from game.scenefile.sketch import Sketch
    from physics.machines.sketch_check import SketchCheck


@dataclass(frozen=True, eq=False)
class WorkshopState:
    """The sketch of the machine that is shown.

    source: the one that a person has made in the workshop, from which it differs in values at most; None: nobody has.
    """

    sketch: Sketch
    source: Sketch | None = None

    @property
    def made(self) -> bool:
        """Whether a person has made it in the workshop."""
        return self.source is not None

    @property
    def check(self) -> SketchCheck:
        """What is wrong with it, and what shows it."""
        return self.sketch.check

    def require_runnable(self) -> None:
        """Raise BadInput with the first fault where what a person has made cannot run.

        Any other machine runs, since it is there; its start may have values that a file could not give all at once.
        """
        if self.source is not None and not self.source.check.runnable:
            raise BadInput(self.source.check.faults[0].line)


class SketchBook:
    """The sketches of a run, by the systems that show them, so that they come back with these."""

    def __init__(self) -> None:
        self._made: WeakKeyDictionary[System, Sketch] = WeakKeyDictionary()
        self._last: tuple[System, Scene, WorkshopState] | None = None

    @property
    def made(self) -> bool:
        """Whether a person has made one in the workshop."""
        return bool(self._made)

    def add(self, system: System, sketch: Sketch) -> None:
        """Add the sketch that a system shows."""
        self._made[system] = sketch
        self._last = None

    def shown(self, system: System, scene: Scene) -> WorkshopState | None:
        """Return the sketch of a system, None where it is no machine. scene: for what is no part of the machine."""
        if system.name != MACHINE:
            return None
        if self._last is not None and self._last[0] is system and self._last[1] is scene:
            return self._last[2]
        state = self._found(system, scene)
        self._last = system, scene, state
        return state

    def _found(self, system: System, scene: Scene) -> WorkshopState:
        """Return the sketch of a system: one that was made, perhaps with values that were changed since."""
        if system in self._made:
            return WorkshopState(self._made[system], self._made[system])
        alike = [other for other in self._made if other.parameters[MACHINE] == system.parameters[MACHINE]]
        if alike:
            nearest = min(reversed(alike), key=lambda other: _differences(other, system))
            source = self._made[nearest]
            return WorkshopState(source.with_values(system, nearest), source)
        from game.scenefile.sketch import Sketch

        return WorkshopState(Sketch.of_system(system, scene))


def _differences(one: System, other: System) -> int:
    """Return in how many values two systems of one machine differ."""
    pairs = ((one.parameters, other.parameters), (one.kept_start(), other.kept_start()))
    return sum(a.get(name) != b.get(name) for a, b in pairs for name in {**a, **b})
