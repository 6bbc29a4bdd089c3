"""Cloud: many copies of the simulated system with slightly different starts, whose tips show how motions diverge."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from game.experiments.cloud_trails import CloudTrails
from game.looks.generic import Look
from game.looks.kit.color_key import add_color_key
from game.model.colormap import diverging
from game.model.colors import Color
from game.model.frame import Array, FadingLines, Points, SceneFrame
from game.model.words import decimal, tr
from game.scenefile import EnsembleSpec
from physics import BadInput, Simulation, System
from physics.batch.blocks import States
from physics.batch.copies import LaneBatch, shape_for, spread_over
from physics.compiled import native

DEFAULT_COPIES = 1000
DEFAULT_SPREAD = 0.05
"""Half width of the spread, relative to the initial value."""
BEAD_LIMIT = 0.011
"""Radius of the beads of a cloud of up to a thousand, in radii of the scene."""
DUST, DUST_SIZE = 0.45, 0.7
"""Opacity and size of copies without a trail, relative to those with one."""
DENSITY_LIMIT = 20_000
"""Number of copies above which dots are translucent, so that they show density."""


def default_ensemble(system: System) -> EnsembleSpec:
    """Return the default ensemble: copies spread in the first variable with a nonzero initial value."""
    at, entries = system.entered(), system.entries() or (*system.aliases, *system.variables)
    first = next((variable for variable in entries if at[variable.name]), entries[0])
    width = DEFAULT_SPREAD * (abs(at[first.name]) or 1.0)
    return EnsembleSpec(DEFAULT_COPIES, {first.name: float(f"{width:.2g}")})


def cloud_of(simulation: Simulation, ensemble: EnsembleSpec) -> Cloud:
    """Return the cloud of an ensemble of a scene, about the present state. Raises BadInput."""
    return Cloud(simulation, ensemble.copies, ensemble.checked(simulation.system))


def compile_for(simulation: Simulation, count: int) -> None:
    """Compile the machine code of a cloud now; raises BadInput where there is none."""
    try:
        native.compiled_run(shape_for(simulation.system, simulation.integrator))
    except native.Unavailable as problem:
        raise BadInput(f"ensemble = {count}: compiled code is needed and not available: {problem}") from None


def dot_sizes(count: int) -> tuple[float, int]:
    """Return the size [pixels] and opacity (0 to 255) of each of `count` dots."""
    return min(max(7.0 - math.log10(count), 1.0), 4.0), round(255 * min(1.0, (DENSITY_LIMIT / count) ** 0.45))


class Cloud:
    """Copies of a simulation, spread about its state, that advance with it under the same method.

    A change of method, dt or parameters applies to them, too. When the simulation was moved to a past state the
    cloud is not shown, and is restarted about it at the next tick. They need machine code: until it is ready the cloud
    is not shown. count: number of copies. spread: half the width for each variable by name.
    """

    def __init__(self, simulation: Simulation, count: int, spread: Mapping[str, float]) -> None:
        self.count, self.spread = count, dict(spread)
        self._copies: LaneBatch | None = None
        self._points: tuple[Points, ...] = ()
        self._strands: FadingLines | None = None
        self._size, self._opacity = dot_sizes(count)
        self._bead = BEAD_LIMIT * min(1.0, (1000.0 / count) ** 0.4) if count < DENSITY_LIMIT else 0.0
        self.trails = CloudTrails(count)
        self.gather(simulation)

    def of(self, simulation: Simulation) -> Cloud | None:
        """Return the same cloud of another simulation, or None where that lacks the variables."""
        known = simulation.system.entered()
        return Cloud(simulation, self.count, self.spread) if known.keys() >= self.spread.keys() else None

    def is_of(self, system: System) -> bool:
        """Return whether its copies are of this kind of system."""
        return type(self._system) is type(system) and len(self._system.variables) == len(system.variables)

    def compile_in_background(self, simulation: Simulation) -> None:
        """Request the machine code that the copies of a simulation need."""
        native.background.ask(shape_for(simulation.system, simulation.integrator))

    def clear(self) -> None:
        """Free the copies and their trails, until `gather` makes them anew."""
        self._copies, self._points, self._strands = None, (), None
        self.trails.clear()

    def gather(self, simulation: Simulation) -> None:
        """Restart about the present state; postponed while there is no machine code."""
        self.clear()
        if native.is_compiled(shape_for(simulation.system, simulation.integrator)) is not None:
            states, share = spread_over(simulation.y, simulation.system, self.spread, self.count)
            self._colors = diverging(share)
            self._colors[:, 3] = self._opacity
            self._copies = self._new_copies(simulation, states)
        self._synchronise(simulation)

    def _new_copies(self, simulation: Simulation, states: States) -> LaneBatch | None:
        if native.is_compiled(shape_for(simulation.system, simulation.integrator)) is None:
            self.compile_in_background(simulation)
            return None
        method, settings = simulation.integrator, simulation.settings
        return LaneBatch(simulation.system, method, simulation.dt, states, settings, simulation.time)

    def _synchronise(self, simulation: Simulation) -> None:
        self._tick, self._system = simulation.tick, simulation.system
        self._points, self._strands = (), None
        self._method = simulation.integrator, simulation.settings

    def advance(self, simulation: Simulation, ticks: int) -> None:
        """Advance the copies after the simulation has advanced by `ticks` ticks."""
        copies = self._copies
        if copies is None or simulation.tick - ticks != self._tick or not self.is_of(simulation.system):
            if copies is None:
                self.compile_in_background(simulation)
            self.gather(simulation)
            return
        if self._method != (simulation.integrator, simulation.settings):
            copies = self._copies = self._new_copies(simulation, copies.states)
            if copies is None:
                return
        if self._system is not simulation.system:
            copies.take_constants(simulation.system)
        copies.dt = simulation.dt
        self._run(copies, ticks)
        self._synchronise(simulation)

    def _run(self, copies: LaneBatch, ticks: int) -> None:
        """Advance the copies and record their states for the trails at even times."""
        if not self.trails.every:
            copies.advance(ticks)
            return
        while ticks:
            part = min(ticks, self.trails.ticks_left(copies.dt))
            copies.advance(part)
            if self.trails.passed(part, copies.dt):
                self.trails.store(copies.states)
            ticks -= part

    def _dots(self, tips: Array, bead: float) -> tuple[Points, ...]:
        """Return the dots at tips (n, 3); copies with a trail stand out from the others."""
        if self.trails.every < 2:
            return (Points(tips, self._colors, self._size, bead),)
        every = self.trails.every
        others = np.arange(self.count) % every != 0
        dust = self._colors[others]
        dust[:, 3] = np.rint(DUST * dust[:, 3])
        return (
            Points(tips[others], dust, DUST_SIZE * self._size, DUST_SIZE * bead),
            Points(tips[::every], self._colors[::every], self._size, bead),
        )

    def words(self, simulation: Simulation) -> str:
        """Return the number of copies as text, and why they are hidden where they are."""
        count = tr("{count} copies", count=self.count)
        if self._copies is None:
            problem = native.compile_error(shape_for(simulation.system, simulation.integrator))
            return tr("{count}, hidden: {problem}", count=count, problem=problem or tr("compiling"))
        return count if self._tick == simulation.tick else tr("{count}, hidden in the past", count=count)

    def add_to(
        self, frame: SceneFrame, look: Look, simulation: Simulation, trails: bool = True, key: bool = False
    ) -> None:
        """Add dots and trails to a frame, if the copies are at the simulation's tick.

        key: add a key of their colours, too.
        """
        if self._copies is None:
            self.gather(simulation)
        if self._copies is None or self._tick != simulation.tick:
            return
        if not self._points:
            tips = look.tips(simulation.system, self._copies.states)
            self._points = self._dots(tips, self._bead * look.radius)
            if self.trails.every:
                self._strands = self.trails.strands(look, simulation.system, tips, self._colors)
        frame.points += self._points
        if key and self.spread:
            self._add_key(frame, look, simulation.system)
        if trails and self._strands is not None:
            frame.strands.append(self._strands)

    def _add_key(self, frame: SceneFrame, look: Look, system: System) -> None:
        """Add the key of the colours: by how much the first variable of the spread was moved at the start."""
        name, width = next(iter(self.spread.items()))
        variable = system.start_variable(name)
        angle = variable.unit == "rad"
        words = decimal(f"{math.degrees(width):.3g}°" if angle else f"{width:.3g} {variable.unit}".rstrip())

        def color(height: float) -> Color:
            red, green, blue, _ = (diverging(np.array([2.0 * height - 1.0]))[0] / 255.0).tolist()
            return red, green, blue

        ticks = [(0.0, f"−{words}"), (0.5, "0"), (1.0, f"+{words}")]
        add_color_key(frame, look.free, color, ticks, tr("change of {symbol} at the start", symbol=variable.symbol))
