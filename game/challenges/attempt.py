"""An attempt at a challenge: what is measured of the run, when it is over, and its score.

The run is looked at after each so many ticks, wherever the pictures fall, so that a replay finds the same score to the
last bit. Only the state, the time and the events of the run count.
"""

from __future__ import annotations

import math
from enum import Enum

from game.model.words import later
from game.scenefile import Scene
from game.scenefile.challenge_spec import TIME, WatchSpec
from physics import Simulation
from physics.core.evaluation import evaluated
from physics.core.expressions import Expression
from physics.core.fields import Quantity
from physics.core.measure import measured_at

FREE = 1 << 62
"""Number of ticks beyond any that are run at once."""


class Ending(Enum):
    """Why an attempt is over; the value is the sentence that tells it."""

    TIME = later("The time is over.")
    EVENT = later("It has happened.")
    UNTIL = later("It is there.")
    PAUSE = later("Paused here.")
    KEEP = later("Lost: it left what was to be kept.")
    STOPPED = later("The run has stopped.")
    BACK = later("This attempt does not count: the run went back in time.")


LOST = Ending.KEEP, Ending.STOPPED, Ending.BACK
"""Ends without a score."""


class Attempt:
    """An attempt at the challenge of a scene, from the start of its run on.

    start: the scene from which it began, with what the person has changed before; None where more than that is
    changed. ending: None while it goes on. score: the present one, that of the end once it is over; nan while it has
    none. medal: of the end, "" for none.
    """

    def __init__(self, scene: Scene, simulation: Simulation) -> None:
        assert scene.challenge is not None
        self.scene, self.spec = scene, scene.challenge
        self._expressions = self.spec.expressions()
        self.begin(simulation)

    def begin(self, simulation: Simulation) -> None:
        """Begin anew with a run at its start."""
        self.start = start_of(self.scene, simulation)
        self.ending: Ending | None = None
        self.score, self.medal = math.nan, ""
        self._stride = max(1, round(self.spec.step / simulation.dt))
        self._last = 0
        self._watched = {name: _Watch(each, self._expressions.get(f"watch.{name}")) for name, each in self._watches}
        self._values = _Values(simulation, self._expressions)

    @property
    def _watches(self) -> list[tuple[str, WatchSpec]]:
        return list(self.spec.watch.items())

    @property
    def over(self) -> bool:
        """Whether the attempt is over."""
        return self.ending is not None

    @property
    def begun(self) -> bool:
        """Whether the run has moved since the attempt began."""
        return self._last > 0

    def due(self, simulation: Simulation) -> int:
        """Return the number of ticks after which the run is to be looked at next."""
        return FREE if self.over else self._stride - simulation.tick % self._stride

    def note(self, simulation: Simulation) -> bool:
        """Look at the run after some ticks; return whether the attempt is over now that was not before."""
        if self.over:
            return False
        if simulation.tick < self._last:
            return self._end(Ending.BACK)
        self._last = max(simulation.tick, 1)
        if simulation.divergence is not None:
            return self._end(Ending.STOPPED)
        return simulation.tick % self._stride == 0 and self._look(simulation)

    def rest(self, simulation: Simulation) -> bool:
        """Note that the person has paused the run; return whether the attempt is over by that."""
        if self.over or not self.spec.pause or not simulation.tick or simulation.tick < self._last:
            return False
        self._measure(simulation)
        return self._finish(simulation, Ending.PAUSE)

    def _look(self, simulation: Simulation) -> bool:
        """Measure the present state; return whether the attempt is over by it."""
        self._measure(simulation)
        if self._fails("keep"):
            return self._end(Ending.KEEP)
        if any(event.name in self.spec.ends for event in simulation.events):
            return self._finish(simulation, Ending.EVENT)
        if "until" in self._expressions and self._now("until") > 0.0:
            return self._finish(simulation, Ending.UNTIL)
        return simulation.time >= self.spec.seconds and self._finish(simulation, Ending.TIME)

    def _measure(self, simulation: Simulation) -> None:
        """Bring what is watched, and the score, up to the present state."""
        self._values.read(simulation)
        step = self._stride * simulation.dt
        for watch in self._watched.values():
            watch.look(self._values, simulation, step)
        self._values.numbers.update((name, watch.value) for name, watch in self._watched.items())
        self.score = self._now("score")

    def _now(self, name: str) -> float:
        return float(evaluated(self._expressions[name], self._values.numbers))

    def _fails(self, name: str) -> bool:
        return name in self._expressions and not self._now(name) > 0.0

    def _finish(self, simulation: Simulation, ending: Ending) -> bool:
        """End the attempt with the present score."""
        self._last = simulation.tick
        if not self._fails("needs"):
            self.medal = self.spec.medal(self.score)
        self.ending = ending
        return True

    def _end(self, ending: Ending) -> bool:
        """End the attempt without a score."""
        self.ending, self.score = ending, math.nan
        return True


class _Values:
    """The numbers of a run that some expressions need, by name."""

    def __init__(self, simulation: Simulation, expressions: dict[str, Expression]) -> None:
        names = {name for each in expressions.values() for name in each.names}
        system = simulation.system
        values: tuple[Quantity, ...] = (*system.invariants, *system.quantities)
        self._states = [name for name in names if any(each.name == name for each in system.variables)]
        self._quantities = [each for each in values if each.name in names and each.name not in self._states]
        known = {TIME, *self._states, *(each.name for each in self._quantities)}
        self._parameters = [name for name in names if name in system.parameters and name not in known]
        self.numbers: dict[str, float] = {}

    def read(self, simulation: Simulation) -> None:
        """Read the numbers of the present state."""
        system, y = simulation.system, simulation.y
        self.numbers[TIME] = simulation.time
        for name in self._states:
            self.numbers[name] = y[system.index(name)]
        if self._quantities:
            found = measured_at(system, self._quantities, y)
            self.numbers.update((each.name, value) for each, value in zip(self._quantities, found, strict=True))
        for name in self._parameters:
            self.numbers[name] = system.parameters[name]


class _Watch:
    """A number that is watched. value: so far."""

    def __init__(self, spec: WatchSpec, expression: Expression | None) -> None:
        self._spec, self._expression, self._kind = spec, expression, spec.kind
        self._above = True
        self.value = {"greatest": -math.inf, "least": math.inf, "first": -1.0}.get(self._kind, 0.0)

    def look(self, values: _Values, simulation: Simulation, step: float) -> None:
        """Bring the number up to the present state. step: time since the last look [s]."""
        if self._expression is None:
            assert self._spec.between is not None
            self.value = seconds_between(simulation, *self._spec.between)
            return
        now = float(evaluated(self._expression, values.numbers))
        match self._kind:
            case "greatest":
                self.value = max(self.value, now)
            case "least":
                self.value = min(self.value, now)
            case "lasting":
                self.value += step if now > 0.0 else 0.0
            case "first" if self.value < 0.0 and now > 0.0:
                self.value = simulation.time
            case "rises":
                self.value += float(now > 0.0 and not self._above)
        self._above = now > 0.0


def seconds_between(simulation: Simulation, begins: str, ends: str) -> float:
    """Return the seconds from each event of one name to the next of another, together."""
    since, total = math.nan, 0.0
    for event in simulation.events:
        if event.name == begins:
            since = event.time
        elif event.name == ends and not math.isnan(since):
            total, since = total + event.time - since, math.nan
    return total


def start_of(scene: Scene, simulation: Simulation) -> Scene | None:
    """Return the scene of a challenge with the changes that it allows, as a run begins with them.

    None where the run differs from it in anything else.
    """
    assert scene.challenge is not None
    spec, system = scene.challenge, simulation.system
    entered = system.entered()
    values = {name: system.parameters[name] for name in spec.change if name in system.fields}
    initial = {name: entered[name] for name in spec.change if name not in system.fields and name in entered}
    began = scene.changed(parameters={**scene.parameters, **values}, initial={**scene.initial, **initial})
    wanted = began.simulation()
    same = (wanted.system.name, wanted.integrator.name, wanted.dt, wanted.settings) == (
        system.name, simulation.integrator.name, simulation.dt, simulation.settings,
    )  # fmt: skip
    alike = same and wanted.system.p == system.p and bytes(wanted.system.start()) == bytes(system.start())
    return began if alike else None
