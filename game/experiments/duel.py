"""Duel: one motion from the same state under several integrators, steps or equations, at the same time.

The run itself is one side; the others are ghosts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import physics
from game.looks.ghosts import GhostPose
from game.model.colors import GHOST_COLORS
from game.model.trails import FadingPaths, ToWorld, Traces
from game.model.words import decimal, tr
from game.scenefile import DuelSpec
from physics import BadInput, Simulation, System
from physics.core.units import format_number, seconds
from physics.registry import formulated
from physics.simulation.history import History
from physics.simulation.simulation import MAX_DT, MIN_DT
from physics.types import Floats

INDEX = re.compile(r"\d+$")
"""The index of a symbol that is written in plain letters, as that of a22."""
MAX_GHOSTS = 4
MAX_STEPS_PER_TICK = 64
"""Greatest number of steps of a ghost per tick of the run; more would delay the picture."""
PREFERRED = ("euler-cromer", "newmark", "heun", "rk4")
"""Integrators of a new duel, as far as they apply: methods whose results soon differ."""
GHOST_BUDGET = 10_000_000
"""Bytes of a ghost's history, from which it is plotted: a minute of a thousand rows a second."""


@dataclass(frozen=True)
class RunVariant:
    """A variant of the run: method, step [s], and settings of the method; those not given have their defaults.

    parameters: of the system, those that differ from the run's. formulation: by name; "" is that of the run.
    """

    integrator: str
    dt: float
    settings: Mapping[str, float] = field(default_factory=dict, hash=False)
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    formulation: str = ""

    def system(self, system: System) -> System:
        """Return the variant of a system; raises BadInput where it is not possible."""
        if self.formulation not in ("", system.name):
            system = formulated(system, self.formulation)
        return system.replace(parameters=self.parameters) if self.parameters else system


class Ghost:
    """One variant during a duel. place: index from 0, which determines its color in `GHOST_COLORS`. named: it has been
    so far from the run that it has a name in the picture, which it keeps.

    It runs until it diverges, and then stays at its last finite state while the others go on.
    """

    def __init__(self, run: Simulation, contender: RunVariant, place: int) -> None:
        self.contender = contender
        self.place = place
        self.simulation = _ghost_simulation(run, contender)
        self.step = seconds(contender.dt)
        self.done = 0
        self.history = History(self.simulation, GHOST_BUDGET)
        self.trails = Traces(self.simulation.system, self.simulation.y)
        self.named = False

    def follow(self, elapsed: Fraction) -> None:
        """Step until `elapsed` [s] have passed since the duel began: at least that, and less than a step more."""
        step = self.step
        due = -(-elapsed.numerator * step.denominator // (elapsed.denominator * step.numerator)) - self.done
        if due > 0:
            self.done += self.simulation.advance(due)

    def shown(self, time: float) -> Floats:
        """Return the state to draw at a time [s] of the run, interpolated between its own last two steps."""
        part = 1.0 + (time - self.simulation.time) / self.contender.dt
        return self.simulation.shown(min(max(part, 0.0), 1.0))


def _ghost_simulation(run: Simulation, contender: RunVariant) -> Simulation:
    """Return the simulation of a variant from the present state of a run; raises BadInput."""
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
        simulation.set_parameters({})  # other equations have other invariants, whose drifts begin here
    return simulation


class Duel:
    """Ghosts of `run`, started at its present state, one for each variant.

    Raises BadInput for more than `MAX_GHOSTS`, for a method that does not apply, and for a step that is out of
    bounds or too fine beside that of the run.
    """

    def __init__(self, run: Simulation, contenders: Sequence[RunVariant]) -> None:
        if not 1 <= len(contenders) <= MAX_GHOSTS:
            raise BadInput(f"compared runs = {len(contenders)}: must be from 1 to {MAX_GHOSTS}")
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
        """Let the ghosts follow after `ticks` ticks of the run of dt [s]."""
        if self._run.compiled and not self._compiling:
            self._compiling = True
            for ghost in self.ghosts:
                ghost.simulation.compile_in_background(patient=True)
        self._elapsed += ticks * seconds(dt)
        for ghost in self.ghosts:
            ghost.follow(self._elapsed)

    def set_parameter(self, name: str, value: object) -> None:
        """Change a parameter of all ghosts but those with their own value; each goes on from its present state.

        Raises BadInput where one does not allow it.
        """
        for ghost in self.ghosts:
            if name not in ghost.contender.parameters and name in ghost.simulation.system.fields:
                ghost.simulation.set_parameters({name: value})
                ghost.history.mark(ghost.simulation)
                ghost.trails.fit(ghost.simulation.system, ghost.simulation.y)

    def record(self) -> None:
        """Record the present state of each ghost that has not diverged."""
        for ghost in self.ghosts:
            if ghost.simulation.divergence is None:
                ghost.history.record(ghost.simulation)

    def lay_traces(self, to_world: ToWorld) -> None:
        """Append the traced points of each ghost that has not diverged."""
        for ghost in self.ghosts:
            simulation = ghost.simulation
            if simulation.divergence is None:
                ghost.trails.lay(simulation.system, simulation.y, to_world, simulation.time)

    def apart(self) -> list[float | None]:
        """Return the greatest distance [m] of each ghost's traced points from those of the run; None without any."""
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

    def names(self, far: float) -> list[str]:
        """Return the name of each ghost in the picture, "" of one that has never been `far` [m] from the run."""
        places = [body.position for body in self._run.system.bodies(self._run.y)]
        for ghost, gap in zip(self.ghosts, self.apart(), strict=True):
            its = [body.position for body in ghost.simulation.system.bodies(ghost.simulation.y)] if gap is None else []
            ghost.named = ghost.named or max([gap or 0.0, *map(math.dist, places, its)]) > far
        return [difference(ghost, self._run) if ghost.named else "" for ghost in self.ghosts]

    def poses(self, part: float, life: float) -> list[GhostPose]:
        """Return the ghosts at a fraction `part` between the last two ticks, with traces of `life` [s]."""
        time, last = self.time(part), self.time(1.0)
        found = []
        for ghost in self.ghosts:
            color = GHOST_COLORS[ghost.place]
            paths = FadingPaths(ghost.trails, last, life, color) if life else None
            found.append(GhostPose(ghost.place, ghost.simulation.system, ghost.shown(time), color, paths))
        return found

    def time(self, part: float) -> float:
        """Return the time [s] at a fraction `part` between the last two ticks of the run."""
        return self._run.time - (1.0 - part) * self._run.dt


def difference(ghost: Ghost, run: Simulation) -> str:
    """Return in what a compared run differs from the run, in the words of all places that name it; "" in nothing."""
    of_run, its = method_words(run), method_words(ghost.simulation)
    return ", ".join([*_given(ghost.contender), *(words for words in its if words not in of_run)])


def method_words(simulation: Simulation) -> tuple[str, str]:
    """Return the integrator and step size as texts."""
    return tr(simulation.integrator.title), decimal(f"\u0394t {simulation.dt:.4g} s")


def _given(contender: RunVariant) -> list[str]:
    """Return the other differences of a variant from the run as texts: equations, parameters, settings.

    A word alone, as "printed", says nothing without the name of what it is said of.
    """
    equations = [tr(physics.system_class(contender.formulation).title)] if contender.formulation else []
    given = {**contender.parameters, **contender.settings}
    return equations + [_said(name, value) for name, value in given.items()]


def _said(name: str, value: Any) -> str:
    """Return a difference in words: a number and a word with the name of what they are of, a phrase alone."""
    if isinstance(value, float):
        return decimal(f"{tr(name)} {value:.3g}")
    from physics.linkages.links import subscript

    words = tr(str(value))
    return words if " " in words else f"{INDEX.sub(lambda found: subscript(int(found[0])), tr(name))} {words}"


class DuelSetup:
    """Variants for a duel with the run, and the duel while there is one.

    challengers: those of a scene file, with which a duel begins at once. from_start: whether the user wants a duel to
    begin with a run from the start instead of the present state. Raises BadInput for an invalid one.
    """

    def __init__(self, run: Simulation, challengers: Sequence[DuelSpec] = ()) -> None:
        self.from_start = False
        self.contenders = tuple(run_variant(each, run) for each in challengers) or default_contenders(run)
        self.duel: Duel | None = Duel(run, self.contenders) if challengers else None
        self._suspended = False

    def restarts(self, run: Simulation) -> bool:
        """Return whether a duel begins with a run from the start: if so wanted, or where a stopped run cannot go on."""
        return (self.from_start and run.tick > 0) or run.divergence is not None

    def toggle(self, run: Simulation) -> None:
        """Start a duel from the present state, or end it."""
        if self.duel is None:
            self._begin(run)
        else:
            self.duel = None

    def again(self, run: Simulation) -> None:
        """Restart the duel, if there is one, from the present state of the run."""
        if self.duel is not None or self._suspended:
            self._begin(run)

    def suspend(self) -> None:
        """End the duel, if there is one, and free its memory, until `again` begins it anew."""
        self._suspended, self.duel = self.duel is not None, None

    def _begin(self, run: Simulation) -> None:
        self._suspended = False
        self.contenders = applicable_variants(run, self.contenders)
        self.duel = Duel(run, self.contenders)

    def fit(self, run: Simulation) -> None:
        """Restart the duel, after a change of the run, if a variant no longer applies."""
        before, self.contenders = self.contenders, applicable_variants(run, self.contenders)
        if self.contenders != before:
            self.again(run)

    def set_parameter(self, run: Simulation, name: str) -> None:
        """Apply a changed parameter of the run; the duel restarts without variants that do not allow it."""
        if self.duel is not None:
            try:
                self.duel.set_parameter(name, run.system.parameters[name])
            except BadInput:
                self._begin(run)

    def choose(self, run: Simulation, contenders: tuple[RunVariant, ...]) -> None:
        """Set the variants; a duel that is on restarts from the present state. Raises BadInput."""
        duel = Duel(run, contenders)
        self.contenders = contenders
        if self.duel is not None:
            self.duel = duel


def step_bounds(run: Simulation) -> tuple[float, float]:
    """Return the finest and the coarsest step [s] of a ghost of this run."""
    return max(MIN_DT, run.dt / MAX_STEPS_PER_TICK), MAX_DT


def applicable_variants(run: Simulation, contenders: Sequence[RunVariant]) -> tuple[RunVariant, ...]:
    """Return the variants that apply to this run, their steps brought within bounds."""
    low, high = step_bounds(run)
    brought = [replace(each, dt=min(max(each.dt, low), high)) for each in contenders]
    return tuple(each for each in brought if _applies(each, run)) or default_contenders(run)


def _applies(contender: RunVariant, run: Simulation) -> bool:
    try:
        _ghost_simulation(run, contender)
    except BadInput:
        return False
    return True


def run_variant(challenger: DuelSpec, run: Simulation) -> RunVariant:
    """Return the variant of a row of a scene file, which gives only the differences from the run; raises BadInput."""
    name = challenger.integrator or run.integrator.name
    settings = challenger.settings or (run.settings if name == run.integrator.name else {})
    dt = run.dt if challenger.dt is None else run.checked_dt(challenger.dt)
    return RunVariant(name, dt, dict(settings), challenger.parameters, challenger.formulation)


def default_contenders(run: Simulation) -> tuple[RunVariant, ...]:
    """Return three methods other than that of the run, at its step; fewer where fewer apply."""
    methods = physics.integrators()
    others = [name for name in (*PREFERRED, *methods) if name in methods and name != run.integrator.name]
    fitting = [name for name in dict.fromkeys(others) if not methods[name].reason_against(run.system)]
    return tuple(RunVariant(name, run.dt) for name in fitting[:3])
