"""Many copies of what is simulated, started a little aside: a cloud of tips that shows how a motion spreads."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from game.experiments.cloud_trails import CloudTrails
from game.looks.generic import Look
from game.model.colormap import diverging
from game.model.frame import Array, FadingLines, Points, SceneFrame
from game.scenefile import EnsembleSpec
from physics import BadInput, Simulation, System
from physics.batch.copies import LaneBatch, States, shape_for, spread_over
from physics.compiled import native

USUAL_COPIES = 1000
USUAL_SPREAD = 0.05
"""Of a start, half the width of the spread."""
BEAD_LIMIT = 0.011
"""Radius of one of a thousand beads, in radii of the scene."""
DUST, DUST_SIZE = 0.45, 0.7
"""Opacity and size of copies that leave no line, in those of the ones that do: they stand back behind these."""
DENSITY_LIMIT = 20_000
"""From so many on dots let through what is beneath, so that they show how many are where."""


def usual_ensemble(system: System) -> EnsembleSpec:
    """What a cloud begins with: copies spread in the first variable that does not start at nothing."""
    at, entries = system.entered(), system.entries() or (*system.aliases, *system.variables)
    first = next((variable for variable in entries if at[variable.name]), entries[0])
    width = USUAL_SPREAD * (abs(at[first.name]) or 1.0)
    return EnsembleSpec(USUAL_COPIES, {first.name: float(f"{width:.2g}")})


def cloud_of(simulation: Simulation, ensemble: EnsembleSpec) -> Cloud:
    """The cloud that an ensemble of a scene asks for, about the present state. Raises BadInput."""
    return Cloud(simulation, ensemble.copies, ensemble.checked(simulation.system))


def compile_for(simulation: Simulation, count: int) -> None:
    """Make the machine code of a cloud now, for whoever cannot do without; raises BadInput where there is none."""
    try:
        native.compiled_run(shape_for(simulation.system, simulation.integrator))
    except native.Unavailable as problem:
        raise BadInput(f"ensemble = {count}: compiled code is needed and not available: {problem}") from None


def dot_sizes(count: int) -> tuple[float, int]:
    """How large [pixels] and how opaque (0 to 255) each of so many dots is."""
    return min(max(7.0 - math.log10(count), 1.0), 4.0), round(255 * min(1.0, (DENSITY_LIMIT / count) ** 0.45))


class Cloud:
    """`count` copies of a simulation, spread about its state, that advance with it under the same method.

    A change of method, dt or parameters is theirs too. When the simulation has gone elsewhere (the past, another
    scene) the cloud is not shown, and gathers anew about it with the next tick. They move in machine code: where that
    is not there yet the cloud is not shown, and gathers when it is. spread: half the width for each variable by its
    name.
    """

    def __init__(self, simulation: Simulation, count: int, spread: Mapping[str, float]) -> None:
        self.count, self.spread = count, dict(spread)
        self._copies: LaneBatch | None = None
        self._size, self._opacity = dot_sizes(count)
        self._bead = BEAD_LIMIT * min(1.0, (1000.0 / count) ** 0.4) if count < DENSITY_LIMIT else 0.0
        self.wake = CloudTrails(count)
        self.gather(simulation)

    def of(self, simulation: Simulation) -> Cloud | None:
        """Such a cloud of another simulation, or None where that does not have the variables."""
        known = simulation.system.entered()
        return Cloud(simulation, self.count, self.spread) if known.keys() >= self.spread.keys() else None

    def is_of(self, system: System) -> bool:
        """Whether its copies are of this kind of system."""
        return type(self._system) is type(system) and len(self._system.variables) == len(system.variables)

    def compile_in_background(self, simulation: Simulation) -> None:
        """Have the machine code made that the copies of a simulation need."""
        native.background.ask(shape_for(simulation.system, simulation.integrator))

    def gather(self, simulation: Simulation) -> None:
        """Start anew about the present state; not yet, where there is no machine code."""
        self._copies = None
        self.wake.clear()
        if native.is_compiled(shape_for(simulation.system, simulation.integrator)) is not None:
            states, share = spread_over(simulation.y, simulation.system, self.spread, self.count)
            self._colors = diverging(share)
            self._colors[:, 3] = self._opacity
            self._copies = self._made(simulation, states)
        self._follow(simulation)

    def _made(self, simulation: Simulation, states: States) -> LaneBatch | None:
        if native.is_compiled(shape_for(simulation.system, simulation.integrator)) is None:
            self.compile_in_background(simulation)
            return None
        method, settings = simulation.integrator, simulation.settings
        return LaneBatch(simulation.system, method, simulation.dt, states, settings, simulation.time)

    def _follow(self, simulation: Simulation) -> None:
        self._tick, self._system = simulation.tick, simulation.system
        self._points: tuple[Points, ...] = ()
        self._strands: FadingLines | None = None
        self._method = simulation.integrator, simulation.settings

    def advance(self, simulation: Simulation, ticks: int) -> None:
        """Go along after the simulation has advanced by so many ticks."""
        copies = self._copies
        if copies is None or simulation.tick - ticks != self._tick or not self.is_of(simulation.system):
            if copies is None:
                self.compile_in_background(simulation)
            self.gather(simulation)
            return
        if self._method != (simulation.integrator, simulation.settings):
            copies = self._copies = self._made(simulation, copies.states)
            if copies is None:
                return
        if self._system is not simulation.system:
            copies.take_constants(simulation.system)
        copies.dt = simulation.dt
        self._run(copies, ticks)
        self._follow(simulation)

    def _run(self, copies: LaneBatch, ticks: int) -> None:
        """Let the copies go on, and lay where they are at even times."""
        if not self.wake.every:
            copies.advance(ticks)
            return
        while ticks:
            part = min(ticks, self.wake.ticks_left(copies.dt))
            copies.advance(part)
            if self.wake.passed(part, copies.dt):
                self.wake.lay(copies.states)
            ticks -= part

    def _dotted(self, tips: Array, bead: float) -> tuple[Points, ...]:
        """The copies where their tips (n, 3) are; those that leave a line stand out from the others."""
        if self.wake.every < 2:
            return (Points(tips, self._colors, self._size, bead),)
        every = self.wake.every
        others = np.arange(self.count) % every != 0
        dust = self._colors[others]
        dust[:, 3] = np.rint(DUST * dust[:, 3])
        return (
            Points(tips[others], dust, DUST_SIZE * self._size, DUST_SIZE * bead),
            Points(tips[::every], self._colors[::every], self._size, bead),
        )

    def words(self, simulation: Simulation) -> str:
        """How many there are, and why they are not shown where they are not."""
        count = f"{self.count} copies"
        if self._copies is None:
            problem = native.compile_error(shape_for(simulation.system, simulation.integrator))
            return f"{count}, hidden: {problem or 'compiling'}"
        return count if self._tick == simulation.tick else f"{count}, hidden in the past"

    def add_to(self, frame: SceneFrame, look: Look, simulation: Simulation, wake: bool = True) -> None:
        """Put the tips into a picture, if they are where the simulation is, with what they draw behind them."""
        if self._copies is None:
            self.gather(simulation)
        if self._copies is None or self._tick != simulation.tick:
            return
        if not self._points:
            tips = look.tips(simulation.system, self._copies.states)
            self._points = self._dotted(tips, self._bead * look.radius)
            if self.wake.every:
                self._strands = self.wake.strands(look, simulation.system, tips, self._colors)
        frame.points += self._points
        if wake and self._strands is not None:
            frame.strands.append(self._strands)
