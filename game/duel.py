"""A duel of methods: the same motion from the same state under several integrators or steps, at the same time.

The run that is watched is one side; the others are ghosts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import physics
from game.series import Series, names_of, record
from game.trail import Trail
from physics import BadInput, Simulation
from physics.clock import seconds
from physics.fields import number
from physics.simulation import LARGEST_DT, SMALLEST_DT
from physics.system import Floats, Vector3

MOST_GHOSTS = 4
STEPS_PER_TICK = 64
"""A ghost may take so many steps for one of the run; finer ones would hold up the picture."""
PREFERRED = ("euler-cromer", "newmark", "heun", "rk4")
"""What a duel begins with: methods that soon part from one another, as far as they apply."""
TRAIL_POINTS = 3000
GHOST_COLORS: tuple[tuple[float, float, float], ...] = (
    (0.35, 0.70, 0.90),
    (0.95, 0.90, 0.25),
    (0.80, 0.47, 0.65),
    (0.00, 0.75, 0.50),
)
"""Of the ghosts in picture, readings and plots (sRGB): sky blue, yellow, purple, green, for colour-blind eyes too."""


@dataclass(frozen=True)
class Contender:
    """A method and its step [s]."""

    integrator: str
    dt: float


class Ghost:
    """One contender on its way. place: counted from 0, and which of `GHOST_COLORS` is its own.

    It runs until it diverges, and then stays at its last good state while the others go on.
    """

    def __init__(self, run: Simulation, contender: Contender, place: int) -> None:
        self.contender = contender
        self.place = place
        self.simulation = Simulation(run.system, contender.integrator, contender.dt)
        self.simulation.restore(run.snapshot())
        self.simulation.use(contender.integrator)
        self.simulation.set_dt(contender.dt)
        self.simulation.paused = False
        self.step = seconds(contender.dt)
        self.done = 0
        self.series = Series(names_of(run.system))
        self.trails = {name: Trail(TRAIL_POINTS) for name in run.system.traces(run.y)}
        record(self.series, self.simulation)

    def follow(self, elapsed: Fraction) -> None:
        """Step until `elapsed` [s] have passed since the duel began: never behind, and less than a step ahead."""
        due = math.ceil(elapsed / self.step) - self.done
        if due > 0:
            self.done += self.simulation.advance(due)

    def shown(self, time: float) -> Floats:
        """The state to draw at a time [s] of the run, between its own last two steps."""
        part = 1.0 + (time - self.simulation.time) / self.contender.dt
        return self.simulation.shown(min(max(part, 0.0), 1.0))


class Duel:
    """Ghosts of `run`, begun at its present state, one for each contender.

    Raises BadInput for more than `MOST_GHOSTS`, for a method that does not apply, and for a step that is out of
    bounds or too fine beside that of the run.
    """

    def __init__(self, run: Simulation, contenders: Sequence[Contender]) -> None:
        if not 1 <= len(contenders) <= MOST_GHOSTS:
            raise BadInput(f"contenders = {len(contenders)}: a duel has from 1 to {MOST_GHOSTS}")
        low, high = step_bounds(run)
        for contender in contenders:
            if not low <= contender.dt <= high:
                raise BadInput(
                    f"dt = {number(contender.dt)} s: a ghost's step beside one of {number(run.dt)} s "
                    f"must be from {number(low)} to {number(high)} s"
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

    def set_parameters(self, parameters: dict[str, object]) -> None:
        """Change what all are given alike; the methods go on from where they are. Raises BadInput."""
        for ghost in self.ghosts:
            ghost.simulation.set_parameters(parameters)
            ghost.series.lift()
            for trail in ghost.trails.values():
                trail.lift()

    def record(self) -> None:
        """Lay a row of everything that can be plotted, for each ghost."""
        for ghost in self.ghosts:
            record(ghost.series, ghost.simulation)

    def lay_traces(self, to_world: Callable[[Vector3], Vector3]) -> None:
        """Lay the points whose paths are drawn, for each ghost that is still on its way."""
        for ghost in self.ghosts:
            simulation = ghost.simulation
            if simulation.divergence is None:
                for name, point in simulation.system.traces(simulation.y).items():
                    ghost.trails[name].add(to_world(point), simulation.time)

    def time(self, part: float) -> float:
        """The time [s] that is shown, `part` (0 to 1) of the way from the last tick of the run but one to the last."""
        return self._run.time - (1.0 - part) * self._run.dt


def step_bounds(run: Simulation) -> tuple[float, float]:
    """The finest and the coarsest step [s] of a ghost of this run."""
    return max(SMALLEST_DT, run.dt / STEPS_PER_TICK), LARGEST_DT


def fitting(run: Simulation, contenders: Sequence[Contender]) -> tuple[Contender, ...]:
    """The same contenders as far as they can stand beside this run, their steps brought within bounds."""
    low, high = step_bounds(run)
    methods = physics.integrators()
    fit = [each for each in contenders if not methods[each.integrator].reason_against(run.system)]
    return tuple(replace(each, dt=min(max(each.dt, low), high)) for each in fit) or usual_contenders(run)


def usual_contenders(run: Simulation) -> tuple[Contender, ...]:
    """Three methods other than that of the run, at its step; fewer where fewer apply."""
    methods = physics.integrators()
    others = [name for name in (*PREFERRED, *methods) if name in methods and name != run.integrator.name]
    fitting = [name for name in dict.fromkeys(others) if not methods[name].reason_against(run.system)]
    return tuple(Contender(name, run.dt) for name in fitting[:3])
