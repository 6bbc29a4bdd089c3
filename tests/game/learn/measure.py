"""Measurement of the numbers that the pages of explanation quote: statements such as `max theta over 1 = 46.7 deg`.

`python -m tests.game.learn.measure gyroscope` prints all of a page, with what is measured.
"""

from __future__ import annotations

import sys

import numpy as np

from game import scenefile
from game.learn.check import UNITS, Check
from game.learn.page import Page
from game.learn.pages import page_files
from game.learn.trial import Trial, target
from game.scenefile import Scene
from physics.simulation.report_track import ReportTrack
from physics.simulation.run import sample
from tools.command_line import command_line

ROWS = 4000


class Run:
    """The motion of a scene, with rows up to a time [s]."""

    def __init__(self, scene: Scene, until: float) -> None:
        self.simulation = run = scene.simulation()
        run.compile()
        self.system = run.system
        stride = max(1, round(until / run.dt / ROWS))
        self.states = [np.array(run.y)]
        for _ in range(round(until / run.dt / stride)):
            if run.advance(stride) < stride:
                break
            self.states.append(np.array(run.y))
        self.t = stride * run.dt * np.arange(len(self.states))

    def __getitem__(self, name: str) -> np.ndarray:
        names = [variable.name for variable in self.system.variables]
        if name in names:
            return np.array(self.states)[:, names.index(name)]
        found = {each.name: each for each in (*self.system.invariants, *self.system.quantities)}
        if name in found:
            return np.array([found[name].value(self.system, memoryview(state)) for state in self.states])
        start = [dict(zip(names, state, strict=True)) for state in self.states]
        return np.array([self.system.to_aliases(each)[name] for each in start])


def measured(scene: Scene, check: Check) -> float:
    """Return the number of a check for a scene, in its unit."""
    return _value(scene, check) / UNITS[check.unit]


def _value(scene: Scene, check: Check) -> float:
    if check.kind == "report":
        run = scene.simulation()
        run.compile()
        track = ReportTrack(run)
        for _ in sample(run, check.until or None, 0.1, track):
            pass
        return float(track.report()[check.name].value)
    run = Run(scene, check.until)
    if check.kind == "event":
        times = [event.time for event in run.simulation.events if event.name == check.name]
        return times[int(check.which or 1) - 1]
    if check.kind == "count":
        return float(sum(event.name == check.name for event in run.simulation.events))
    if check.kind == "stops":
        return run.simulation.time
    if check.kind == "drift":
        return abs(run.simulation.invariants()[check.name].drift)
    if check.kind == "start":
        return float(run[check.name][0])
    values, t = run[check.name], run.t
    match check.kind:
        case "max":
            return float(values.max()) - check.less * UNITS[check.unit]
        case "min":
            return float(values.min())
        case "end":
            return float(values[-1])
        case "turned":
            return float(values[-1] - values[0])
        case "worst":
            return float(np.abs(values / values[0] - 1).max())
        case "ratio":
            return float(abs(values[-1] / values[0]))
        case "span":
            return float(np.ptp(values))
        case "mean":
            return float((values[-1] - values[0]) / (t[-1] - t[0]))
        case "period":
            tops = np.flatnonzero((values[1:-1] >= values[:-2]) & (values[1:-1] > values[2:])) + 1
            return float((t[tops[-1]] - t[tops[0]]) / (len(tops) - 1))
        case "zero":
            rows = np.flatnonzero(np.diff(np.sign(values)))
            k = rows[int(check.which or 1) - 1]
            return float(t[k] + (t[k + 1] - t[k]) * values[k] / (values[k] - values[k + 1]))
        case "when":  # the first time at which the greatest value is reached
            return float(t[int(np.argmax(values))])
    raise AssertionError(f"{check.kind}: no such measurement")


def said(blocks: tuple) -> str:
    """Return the words of some blocks or spans."""
    words = []
    for block in blocks:
        words.append(block.text if hasattr(block, "text") else said(block.spans))
    return "".join(words)


def scene_of(name: str, trial: Trial | None = None) -> Scene:
    """Return the scene of a preset that runs, or of a trial of it."""
    base = scenefile.load(name).changed(paused=False)
    return base if trial is None else target(base, trial)


def checks(page: Page) -> list[tuple[Trial, Check]]:
    """Return all checks of the things to try on a page."""
    return [(trial, Check.of(each)) for trial in page.trials for each in trial.checks]


def _print(family: str) -> None:
    for file in page_files("en"):
        for name, part in file.parts.items():
            if name not in scenefile.presets() or family not in (file.title, name, *file.systems):
                continue
            system = scenefile.load(name).system
            page = file.page(name, system)
            todo = [(None, Check.of(each), said(page.see)) for each in part.checks]
            todo += [(trial, check, trial.title + said(trial.note)) for trial, check in checks(page)]
            for trial in page.trials:
                target(scenefile.load(name), trial)
            for trial, check, words in todo:
                try:
                    value = measured(scene_of(name, trial), check)
                    good = "?" not in check.printed and check.agrees(value) and check.quoted("en") in words
                except Exception as error:
                    value, good = repr(error), False
                row = ("ok " if good else "BAD", name, check.kind, check.name, check.until, check.printed, value)
                sys.stdout.write(" ".join(map(str, row)) + "\n")


if __name__ == "__main__":
    options = command_line()
    options.add_argument("name", help="of a page in assets/explain")
    _print(options.parse_args().name)
