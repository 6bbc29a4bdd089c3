"""Shots of a throwing machine: report and path of each, from the run itself."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from game.looks.generic import Look
from game.model.colors import BLUE, GREEN, ORANGE, PINK, VERMILION, YELLOW
from game.model.frame import Array
from game.model.run_events import RunEvents
from game.scenefile import Scene
from physics import Simulation, System
from physics.core.report import ReportEntry
from physics.simulation.history import History

MAX_SHOTS = 100
PATH_POINTS = 300
"""Number of points of a path that stays in the picture."""
REPORT_PICTURES, REPORT_GROWTH = 15, 0.05
"""Pictures between two reports of a running shot, at most; or the relative growth of the run between them."""
COLORS = (ORANGE, BLUE, GREEN, YELLOW, PINK, VERMILION)
"""Colours of the shots, in turn."""


@dataclass(frozen=True)
class Shot:
    """A completed shot.

    number: counted from 1. began: the tick at which its run began, as the history counts them. scene: the scene that
    was open. system: the machine as it was at the release. changed: its parameters, by name, that differed from those
    of the scene; altered: whether others were in force before or after. report: its results, by name. path: (n, 3)
    float32 [m] in the world, from the release to the end.
    """

    number: int
    began: int
    scene: Scene
    system: System
    changed: Mapping[str, Any]
    altered: bool
    report: Mapping[str, ReportEntry]
    path: Array

    @property
    def color(self) -> tuple[float, float, float]:
        """Return the colour in the table and in the picture (sRGB)."""
        return COLORS[(self.number - 1) % len(COLORS)]

    def value(self, name: str) -> float:
        """Return a reported number, NaN where there is none."""
        value = self.report[name].value if name in self.report else None
        return math.nan if value is None else float(value)

    @property
    def range_(self) -> float:
        """Return the range [m], NaN where it never landed."""
        return self.value("range")


class Shots:
    """The last `MAX_SHOTS` shots since a machine of this kind was opened, and the report of the present run."""

    def __init__(self) -> None:
        self.kept: list[Shot] = []
        self._kind: type[System] | None = None
        self._noticed = self._fired = 0
        self._report: dict[str, ReportEntry] = {}
        self._last_report: tuple[object, int] = (None, 0)
        self._looks = 0

    @property
    def best(self) -> Shot | None:
        """Return the shot with the greatest range."""
        landed = [shot for shot in self.kept if not math.isnan(shot.range_)]
        return max(landed, key=lambda shot: shot.range_, default=None)

    def opened(self, system: System) -> Shots:
        """Return the list for a scene that was opened: this one, or an empty one for another kind of machine."""
        shots = self
        if self._kind is not type(system):
            shots = Shots()
            shots._noticed, shots._kind = self._noticed, type(system)
        return shots

    def clear(self) -> None:
        """Delete all shots."""
        self.kept, self._fired = [], 0

    def watch(self, history: History, events: RunEvents, simulation: Simulation, scene: Scene, look: Look) -> None:
        """Record the shot if it ended in the ticks that have just run."""
        new, self._noticed = events.noticed - self._noticed, events.noticed
        ends = simulation.system.ends
        if new and any(happening.occurrence.name in ends for happening in events.happenings[-new:]):
            self._keep(shot_of(CurrentShot(history, events, simulation), self._fired + 1, scene, look))

    def _keep(self, shot: Shot) -> None:
        """Add a shot; one that was rewound and landed once more takes the place it had."""
        for i, old in enumerate(self.kept):
            if (old.began, old.scene, old.system.p) == (shot.began, shot.scene, shot.system.p):
                self.kept[i] = replace(shot, number=old.number)
                return
        self._fired += 1
        self.kept.append(shot)
        del self.kept[:-MAX_SHOTS]

    def report(self, history: History, events: RunEvents, simulation: Simulation) -> dict[str, ReportEntry]:
        """Return the report of the present run so far, by name; updated at every event, else from time to time."""
        if not simulation.system.reports:
            return {}
        run = simulation, history.now(simulation) - simulation.tick, len(events.of_run(history, simulation))
        known, tick = self._last_report
        self._looks += 1
        moved = abs(simulation.tick - tick)
        if known != run or moved > REPORT_GROWTH * tick or (moved and self._looks >= REPORT_PICTURES):
            self._report = CurrentShot(history, events, simulation).report()
            self._last_report, self._looks = (run, simulation.tick), 0
        return self._report


class CurrentShot:
    """The present run up to the present, with the machine as it was at the release, or as it is before that.

    released, ended: the events, None while they have not occurred. t (n,) [s], states (n, dim): of the run, as far as
    this machine was in force before the release, and all since then. altered: whether others were in force, too.
    """

    def __init__(self, history: History, events: RunEvents, simulation: Simulation) -> None:
        now = history.now(simulation)
        self.began = now - simulation.tick
        self.events = events.of_run(history, simulation)
        self.released = next((event for event in self.events if event.name == "release"), None)
        self.ended = next((event for event in self.events if event.name in simulation.system.ends), None)
        first, end = history.run_at(now)[0], history.row_at(now + 1)
        parts = [
            (change.snapshot.system, times - change.start, states)
            for change, times, states in history.stretches(first, end)
        ]
        at = self.released.time if self.released else simulation.time
        turn = max((i for i, (_, t, _) in enumerate(parts) if t[0] <= at), default=0)
        self.system = parts[turn][0] if self.released else simulation.system
        same = [system.p == self.system.p for system, _, _ in parts]
        self.altered = not all(same)
        kept = [part for i, part in enumerate(parts) if i >= turn or all(same[i:turn])]
        self.t = np.concatenate([t for _, t, _ in kept])
        self.states = np.concatenate([states for _, _, states in kept])

    def report(self) -> dict[str, ReportEntry]:
        """Return the report so far, by name."""
        return {each.name: each for each in self.system.report(self.t, self.states, self.events)}

    def path(self, look: Look) -> Array:
        """Return the path of the projectile from its release to its end, (n, 3) float32 [m] in the world."""
        first = self.released.time if self.released else self.t[0]
        last = self.ended.time if self.ended else self.t[-1]
        inside = np.flatnonzero((self.t > first) & (self.t < last))
        between = self.states[inside[:: max(1, len(inside) // PATH_POINTS)]]
        turns = [[event.before] if event else [] for event in (self.released, self.ended)]
        return look.tips(self.system, np.array([*turns[0], *between, *turns[1]]))


def shot_of(flight: CurrentShot, number: int, scene: Scene, look: Look) -> Shot:
    """Return the shot that has just ended."""
    system = flight.system
    usual = type(system)(scene.parameters, scene.initial).parameters
    changed = {name: value for name, value in system.parameters.items() if value != usual[name]}
    return Shot(
        number, flight.began, scene, system, changed, flight.altered, flight.report(), flight.path(look)
    )  # fmt: skip


def table(shots: Sequence[Shot]) -> str:
    """Return all shots as CSV: a row each, with the report (true is 1) and the parameters that any of them changed."""
    import csv

    names = list(shots[0].report) if shots else []
    changed = list(dict.fromkeys(name for shot in shots for name in shot.changed))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["shot", "scene", "altered", *names, *changed])
    for shot in shots:
        values = [shot.report[name].value for name in names]
        numbers = [int(value) if isinstance(value, bool) else value for value in (shot.altered, *values)]
        parameters = [shot.system.parameters[name] for name in changed]
        writer.writerow([shot.number, shot.scene.title, *numbers, *parameters])
    return text.getvalue()
