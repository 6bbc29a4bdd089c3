"""A duel: the same motion from the same state by several integrators, steps or equations, at the same time.

The run that is watched is one side; the others are ghosts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import physics
from game.looks.ghosts import GhostPose
from game.model.colors import GHOST_COLORS
from game.model.trails import FadingPaths, ToWorld, Traces
from game.scenefile import DuelSpec
from physics import BadInput, Simulation, System
from physics.core.units import format_number, seconds
from physics.registry import formulated
from physics.simulation.history import History
from physics.simulation.simulation import LARGEST_DT, SMALLEST_DT
from physics.types import Floats

MOST_GHOSTS = 4
STEPS_PER_TICK = 64
"""A ghost may take so many steps for one of the run; finer ones would hold up the picture."""
PREFERRED = ("euler-cromer", "newmark", "heun", "rk4")
"""What a duel begins with: methods that soon part from one another, as far as they apply."""
GHOST_BUDGET = 10_000_000
"""Bytes of a ghost's own past, from which it is plotted: a minute of a thousand rows a second."""


@dataclass(frozen=True)
class RunVariant:
    """A method, its step [s], and its own settings; those not given have their defaults.

    parameters: of the system, those that differ from the run's. formulation: by name; "" is that of the run.
    """

    integrator: str
    dt: float
    settings: Mapping[str, float] = field(default_factory=dict, hash=False)
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    formulation: str = ""

    def system(self, system: System) -> System:
        """What it moves beside this one; raises BadInput where that cannot be."""
        if self.formulation not in ("", system.name):
            system = formulated(system, self.formulation)
        return system.replace(parameters=self.parameters) if self.parameters else system


class Ghost:
    """One contender on its way. place: counted from 0, and which of `GHOST_COLORS` is its own.

    It runs until it diverges, and then stays at its last good state while the others go on.
    """

    def __init__(self, run: Simulation, contender: RunVariant, place: int) -> None:
        self.contender = contender
        self.place = place
        self.simulation = _beside(run, contender)
        self.step = seconds(contender.dt)
        self.done = 0
        self.history = History(self.simulation, GHOST_BUDGET)
        self.trails = Traces(self.simulation.system, self.simulation.y)

    def follow(self, elapsed: Fraction) -> None:
        """Step until `elapsed` [s] have passed since the duel began: never behind, and less than a step ahead."""
        step = self.step
        due = -(-elapsed.numerator * step.denominator // (elapsed.denominator * step.numerator)) - self.done
        if due > 0:
            self.done += self.simulation.advance(due)

    def shown(self, time: float) -> Floats:
        """The state to draw at a time [s] of the run, between its own last two steps."""
        part = 1.0 + (time - self.simulation.time) / self.contender.dt
        return self.simulation.shown(min(max(part, 0.0), 1.0))


def _beside(run: Simulation, contender: RunVariant) -> Simulation:
    """What a contender makes of the present state of a run; raises BadInput."""
    system = contender.system(run.system)
    simulation = Simulation(system, contender.integrator, contender.dt, contender.settings)
    state = bytes(run.y)
    if type(system) is not type(run.system):
        state = bytes(memoryview(system.resume(run.system.motion(run.y))))
    beginning = replace(
        run.snapshot(), system=system, integrator=simulation.integrator, settings=simulation.settings,
        state=state, previous=state, memory=b"", paused=False, divergence=None,
    )  # fmt: skip
    simulation.restore(beginning)
    simulation.set_dt(contender.dt)
    if system is not run.system:
        simulation.set_parameters({})  # other equations have other invariants: their drifts begin here
    return simulation


class Duel:
    """Ghosts of `run`, begun at its present state, one for each contender.

    Raises BadInput for more than `MOST_GHOSTS`, for a method that does not apply, and for a step that is out of
    bounds or too fine beside that of the run.
    """

    def __init__(self, run: Simulation, contenders: Sequence[RunVariant]) -> None:
        if not 1 <= len(contenders) <= MOST_GHOSTS:
            raise BadInput(f"compared runs = {len(contenders)}: must be from 1 to {MOST_GHOSTS}")
        low, high = step_bounds(run)
        for contender in contenders:
            if not low <= contender.dt <= high:
                raise BadInput(
                    f"dt = {format_number(contender.dt)} s: the step of a compared run beside one of "
                    f"{format_number(run.dt)} s must be from {format_number(low)} to {format_number(high)} s"
                )
        self.ghosts = [Ghost(run, contender, place) for place, contender in enumerate(contenders)]
        self._run = run
        self._compiling = False
        self._elapsed = Fraction(0)

    def advance(self, ticks: int, dt: float) -> None:
        """Let the ghosts follow while the run does `ticks` ticks of dt [s]."""
        if self._run.compiled and not self._compiling:
            self._compiling = True
            for ghost in self.ghosts:
                ghost.simulation.compile_in_background()
        self._elapsed += ticks * seconds(dt)
        for ghost in self.ghosts:
            ghost.follow(self._elapsed)

    def set_parameter(self, name: str, value: object) -> None:
        """Change what all are given alike, but for those who have their own; each goes on from where it is.

        Raises BadInput where one cannot have it.
        """
        for ghost in self.ghosts:
            if name not in ghost.contender.parameters and name in ghost.simulation.system.fields:
                ghost.simulation.set_parameters({name: value})
                ghost.history.mark(ghost.simulation)
                ghost.trails.fit(ghost.simulation.system, ghost.simulation.y)

    def record(self) -> None:
        """Keep the present state of each ghost that is still on its way."""
        for ghost in self.ghosts:
            if ghost.simulation.divergence is None:
                ghost.history.record(ghost.simulation)

    def lay_traces(self, to_world: ToWorld) -> None:
        """Lay the points whose paths are drawn, for each ghost that is still on its way."""
        for ghost in self.ghosts:
            simulation = ghost.simulation
            if simulation.divergence is None:
                ghost.trails.lay(simulation.system, simulation.y, to_world, simulation.time)

    def apart(self) -> list[float | None]:
        """How far the traced points of each ghost are from those of the run [m], at most; None where there are none."""
        run = self._run
        points = run.system.traces(run.y)
        found: list[float | None] = []
        for ghost in self.ghosts:
            simulation = ghost.simulation
            state = simulation.y if simulation.time == run.time else ghost.shown(run.time)
            its = simulation.system.traces(state)
            gaps = [math.dist(points[name], its[name]) for name in points.keys() & its.keys()]
            found.append(max(gaps, default=None))
        return found

    def poses(self, part: float, life: float) -> list[GhostPose]:
        """The ghosts `part` (0 to 1) of the way from the last tick but one to the last, with traces of `life` [s]."""
        time, last = self.time(part), self.time(1.0)
        found = []
        for ghost in self.ghosts:
            color = GHOST_COLORS[ghost.place]
            paths = FadingPaths(ghost.trails, last, life, color) if life else None
            found.append(GhostPose(ghost.place, ghost.simulation.system, ghost.shown(time), color, paths))
        return found

    def time(self, part: float) -> float:
        """The time [s] that is shown, `part` (0 to 1) of the way from the last tick of the run but one to the last."""
        return self._run.time - (1.0 - part) * self._run.dt


class DuelSetup:
    """Who takes part in a duel against the run, and the duel while one is on.

    challengers: those of a scene file, with whom a duel begins at once. Raises BadInput when one cannot be.
    """

    def __init__(self, run: Simulation, challengers: Sequence[DuelSpec] = ()) -> None:
        self.contenders = tuple(run_variant(each, run) for each in challengers) or usual_contenders(run)
        self.duel: Duel | None = Duel(run, self.contenders) if challengers else None

    def toggle(self, run: Simulation) -> None:
        """Begin a duel from the present state, or end it."""
        if self.duel is None:
            self._begin(run)
        else:
            self.duel = None

    def again(self, run: Simulation) -> None:
        """The run has gone elsewhere: a duel that is on begins anew from there."""
        if self.duel is not None:
            self._begin(run)

    def _begin(self, run: Simulation) -> None:
        self.contenders = applicable_variants(run, self.contenders)
        self.duel = Duel(run, self.contenders)

    def fit(self, run: Simulation) -> None:
        """After a change of the run: a duel in which somebody no longer fits begins anew."""
        before, self.contenders = self.contenders, applicable_variants(run, self.contenders)
        if self.contenders != before:
            self.again(run)

    def set_parameter(self, run: Simulation, name: str) -> None:
        """A parameter of the run was changed; a duel in which somebody cannot have it begins anew without them."""
        if self.duel is not None:
            try:
                self.duel.set_parameter(name, run.system.parameters[name])
            except BadInput:
                self._begin(run)

    def choose(self, run: Simulation, contenders: tuple[RunVariant, ...]) -> None:
        """Take other contenders; a duel that is on begins anew from the present state. Raises BadInput."""
        duel = Duel(run, contenders)
        self.contenders = contenders
        if self.duel is not None:
            self.duel = duel


def step_bounds(run: Simulation) -> tuple[float, float]:
    """The finest and the coarsest step [s] of a ghost of this run."""
    return max(SMALLEST_DT, run.dt / STEPS_PER_TICK), LARGEST_DT


def applicable_variants(run: Simulation, contenders: Sequence[RunVariant]) -> tuple[RunVariant, ...]:
    """The same contenders as far as they can stand beside this run, their steps brought within bounds."""
    low, high = step_bounds(run)
    brought = [replace(each, dt=min(max(each.dt, low), high)) for each in contenders]
    return tuple(each for each in brought if _can_be(each, run)) or usual_contenders(run)


def _can_be(contender: RunVariant, run: Simulation) -> bool:
    try:
        _beside(run, contender)
    except BadInput:
        return False
    return True


def run_variant(challenger: DuelSpec, run: Simulation) -> RunVariant:
    """Who takes part for a row of a scene file, which says only what differs from the run; raises BadInput."""
    name = challenger.integrator or run.integrator.name
    settings = challenger.settings or (run.settings if name == run.integrator.name else {})
    dt = run.dt if challenger.dt is None else run.checked_dt(challenger.dt)
    return RunVariant(name, dt, dict(settings), challenger.parameters, challenger.formulation)


def usual_contenders(run: Simulation) -> tuple[RunVariant, ...]:
    """Three methods other than that of the run, at its step; fewer where fewer apply."""
    methods = physics.integrators()
    others = [name for name in (*PREFERRED, *methods) if name in methods and name != run.integrator.name]
    fitting = [name for name in dict.fromkeys(others) if not methods[name].reason_against(run.system)]
    return tuple(RunVariant(name, run.dt) for name in fitting[:3])
