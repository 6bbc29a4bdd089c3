"""Many copies of what is simulated, started a little aside: a cloud of tips that shows how a motion spreads."""

from __future__ import annotations

import math
from collections.abc import Mapping

from game.palette import diverging
from game.picture import Points, SceneFrame
from game.scenes.generic import Look
from physics import BadInput, Simulation, native
from physics.copies import Copies, States, shape_for, spread_over


class Cloud:
    """`count` copies of a simulation, spread about its state, that advance with it under the same method.

    A change of method, dt or parameters is theirs too. When the simulation has gone elsewhere (the past, another
    scene) the cloud is not shown, and gathers anew about it with the next tick. spread: half the width for each
    variable by its name. Raises BadInput where there is no machine code.
    """

    def __init__(self, simulation: Simulation, count: int, spread: Mapping[str, float]) -> None:
        self.count, self.spread = count, dict(spread)
        try:
            native.pair(shape_for(simulation.system, simulation.integrator))
        except native.Unavailable as problem:
            raise BadInput(f"ensemble = {count}: there is no machine code to move it ({problem})") from None
        self._copies: Copies | None = None
        self._size = min(max(7.0 - math.log10(count), 2.0), 4.0)
        self._points: Points | None = None
        self.gather(simulation)

    def of(self, simulation: Simulation) -> Cloud | None:
        """Such a cloud of another simulation, or None where that does not have the variables."""
        known = {variable.name for variable in simulation.system.variables}
        return Cloud(simulation, self.count, self.spread) if known.issuperset(self.spread) else None

    def gather(self, simulation: Simulation) -> None:
        """Start anew about the present state; not yet, where machine code is still being made."""
        states, share = spread_over(simulation.y, simulation.system, self.spread, self.count)
        self._colors = diverging(share)
        self._copies = self._made(simulation, states)
        self._follow(simulation)

    def _made(self, simulation: Simulation, states: States) -> Copies | None:
        shape = shape_for(simulation.system, simulation.integrator)
        if native.ready(shape) is None:
            native.background.ask(shape)
            return None
        method, settings = simulation.integrator, simulation.settings
        return Copies(simulation.system, method, simulation.dt, states, settings, simulation.time)

    def _follow(self, simulation: Simulation) -> None:
        self._tick, self._system, self._points = simulation.tick, simulation.system, None
        self._method = simulation.integrator, simulation.settings

    def advance(self, simulation: Simulation, ticks: int) -> None:
        """Go along after the simulation has advanced by so many ticks."""
        copies = self._copies
        if copies is None or simulation.tick - ticks != self._tick or type(self._system) is not type(simulation.system):
            self.gather(simulation)
            return
        if self._method != (simulation.integrator, simulation.settings):
            copies = self._copies = self._made(simulation, copies.states)
            if copies is None:
                return
        if self._system is not simulation.system:
            copies.take_constants(simulation.system)
        copies.dt = simulation.dt
        copies.advance(ticks)
        self._follow(simulation)

    def words(self, simulation: Simulation) -> str:
        """How many there are, and why they are not shown where they are not."""
        count = f"{self.count} copies"
        if self._copies is None:
            return f"{count}, hidden while machine code is made"
        return count if self._tick == simulation.tick else f"{count}, hidden in the past"

    def add_to(self, frame: SceneFrame, look: Look, simulation: Simulation) -> None:
        """Put the tips into a picture, if they are where the simulation is."""
        if self._copies is None or self._tick != simulation.tick:
            return
        if self._points is None:
            tips = look.tips(simulation.system, self._copies.states)
            self._points = Points(tips, self._colors, self._size)
        frame.points.append(self._points)
