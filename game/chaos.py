"""What is worked out about a chaotic motion in the background, while somebody watches it."""

from __future__ import annotations

from game.flips import WHOLE, Angles, FlipMap
from game.section import LongRun
from physics import Simulation, System
from physics.section import Plane


class Chaos:
    """The flip map of the pendulum of a session, and the section of the run that would follow."""

    def __init__(self) -> None:
        self.flips: FlipMap | None = None
        self.section: LongRun | None = None

    def map(self, system: System, across: Angles = WHOLE, up: Angles = WHOLE) -> None:
        """Begin a flip map in the place of the one there is. Raises BadInput."""
        fresh = FlipMap(system, across, up)
        if self.flips is not None:
            self.flips.cancel()
        self.flips = fresh

    def run_on(self, simulation: Simulation, plane: Plane, others: int = 0) -> None:
        """Begin a section of the run that would follow, and of others of its energy, in the place of the one there is.

        Raises BadInput.
        """
        fresh = LongRun(simulation, plane, others)
        self.forget_section()
        self.section = fresh

    def forget_section(self) -> None:
        """Stop it, and forget what it found."""
        if self.section is not None:
            self.section.cancel()
        self.section = None

    def clear(self) -> None:
        """Stop and forget."""
        self.forget_section()
        if self.flips is not None:
            self.flips.cancel()
        self.flips = None
