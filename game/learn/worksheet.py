"""Worksheets: what a class sets, predicts and measures of a scene, with the answers on a sheet of their own.

They are made of the page that explains the scene: its things to try are the exercises, and the numbers that its words
quote, which tests measure, are the answers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from game.learn.check import Check
from game.learn.lessons import lesson_of
from game.learn.page import Block, Equation, Page
from game.learn.pages import page_of
from game.learn.prose import Span
from game.learn.trial import WORDS, Trial, target
from game.model.words import decimal, language_in_use, later, powers_of_ten, tr
from game.scenefile import Scene
from game.scenefile.share_line import line_of
from physics import BadInput, System, integrator
from physics.core.fields import Measured
from physics.core.report import ReportEntry

TIMES = ("period", "zero", "when", "event", "stops")
"""Measurements that have a time as their result."""
PLAIN = ("worst", "drift", "ratio", "count")
"""Measurements whose result has no unit."""
MEASUREMENTS = {
    "max": later("greatest value within {until} s of {what}"),
    "min": later("least value within {until} s of {what}"),
    "end": later("value at {until} s of {what}"),
    "start": later("value at the start of {what}"),
    "turned": later("change within {until} s of {what}"),
    "span": later("difference of the greatest and the least value within {until} s of {what}"),
    "mean": later("mean rate of change within {until} s of {what}"),
    "worst": later("greatest relative change within {until} s of {what}"),
    "ratio": later("value at {until} s, divided by that at the start, of {what}"),
    "drift": later("relative change at {until} s of {what}"),
    "period": later("mean time between greatest values, within {until} s, of {what}"),
    "zero": later("time at which it is zero, number {which}, of {what}"),
    "when": later("time of the greatest value within {until} s of {what}"),
    "event": later("time of the event, number {which}: {what}"),
    "count": later("number of events within {until} s: {what}"),
    "stops": later("time at which the motion ends"),
    "report": later("result at the end: {what}"),
}
"""What is to be measured, by the kind of a check."""
SHOWN_UNITS = {"deg": "°", "": ""}


class SheetReading(NamedTuple):
    """One number to measure: its words, its unit, and the answer as the page prints it."""

    words: str
    unit: str
    answer: str


class Setting(NamedTuple):
    """One thing to set: its symbol or name, its meaning, and its value with unit."""

    name: str
    meaning: str
    value: str


class Exercise(NamedTuple):
    """A thing to try: its title, what is set before, what is measured, and what happens."""

    title: str
    settings: tuple[Setting, ...]
    readings: tuple[SheetReading, ...]
    note: tuple[Span, ...]


class Worksheet(NamedTuple):
    """A sheet about a scene. readings: of the scene as it is; see: what is seen then; equations: the main ones.

    facts: topics, level and duration, and question: what it is about; empty where nothing is said of them.
    """

    scene: str
    title: str
    system: str
    readings: tuple[SheetReading, ...]
    exercises: tuple[Exercise, ...]
    equations: tuple[Equation, ...]
    see: tuple[Block, ...]
    facts: tuple[str, ...] = ()
    question: str = ""


def worksheet(scene: Scene) -> Worksheet:
    """Return the sheet of a scene in the language in use; raises BadInput where nothing is to be tried."""
    page, measured = explained(scene, language_in_use()), explained(scene, "en")
    system = scene.simulation().system
    if len(page.trials) != len(measured.trials):  # the languages say different things of a scene of one's own
        measured = page
    exercises = tuple(
        _exercise(own, other.checks, system) for own, other in zip(page.trials, measured.trials, strict=True)
    )
    equations = [each for each in page.equations if isinstance(each, Equation)]
    main = tuple(each for each in equations if each.main) or tuple(equations[:3])
    title = tr(scene.title or system.title)
    lesson = lesson_of(scene.name)
    about = (lesson.facts, tr(lesson.question)) if lesson else ((), "")
    readings = _readings(measured.checks, system)
    return Worksheet(scene.name, title, tr(system.title), readings, exercises, main, page.see, *about)


def explained(scene: Scene, language: str = "en") -> Page:
    """Return the page that explains a scene; raises BadInput where it has nothing to try."""
    page = page_of(scene.name, scene.system, language)
    if page is None or not page.trials:
        raise BadInput(f"scene = {scene.name}: nothing to try is written of it, so there is no worksheet")
    return page


def exercise_lines(scene: Scene, language: str) -> tuple[str, ...]:
    """Return the share line that sets each exercise of a scene; "" where no line of this scene can say it.

    A page shows a graph of what is to be watched and measured; the program skips this part.
    """
    page, measured = explained(scene, language), explained(scene, "en")
    every = measured.trials if len(measured.trials) == len(page.trials) else page.trials
    return tuple(_line(scene, own, other.checks) for own, other in zip(page.trials, every, strict=True))


def _line(scene: Scene, trial: Trial, checks: tuple[str, ...]) -> str:
    try:
        line = line_of(target(scene, trial))
    except BadInput:
        return ""
    graphed = dict.fromkeys([*trial.all("watch"), *filter(None, map(_curve, map(Check.of, checks)))])
    graph = f"&view.graph={','.join(graphed)}" if graphed else ""
    return line + graph if line.startswith(f"{scene.name}?") else ""


def _curve(check: Check) -> str:
    """Return the name of the curve of a page from which a measurement is read, "" for none."""
    if check.kind in ("event", "count", "stops", "report"):
        return ""
    return f"drift.{check.name}" if check.kind in ("drift", "worst") else check.name


def has_worksheet(scene: Scene) -> bool:
    """Return whether there is something to try with a scene."""
    page = page_of(scene.name, scene.system, "en")
    return page is not None and bool(page.trials)


def _exercise(trial: Trial, checks: tuple[str, ...], system: System) -> Exercise:
    settings = (_setting(name, value, system) for name, value in trial.changes)
    found = tuple(each for each in settings if each is not None)
    return Exercise(trial.title, found, _readings(checks, system), trial.note)


def _setting(name: str, value: str, system: System) -> Setting | None:
    """Return what a change of a trial sets; None for what it only shows."""
    if name in ("watch", "show"):
        return None
    if name == "integrator":
        return Setting(tr("method"), "", tr(integrator(value).title))
    if name == "dt":
        return Setting("Δt", "", f"{decimal(value)} s")
    if name in WORDS or name.startswith("setting."):
        return Setting(name.removeprefix("setting."), "", value)
    fields: dict[str, Any] = {**{each.name: each for each in system.entries()}, **system.fields}
    field = fields.get(name)
    if field is None:
        return Setting(name, "", value)
    number, _, unit = value.partition(" ")
    if not _is_number(number):
        return Setting(field.symbol or name, tr(field.meaning), value)
    usual = field.unit if isinstance(field, Measured) else ""
    unit = SHOWN_UNITS.get(unit, unit) or usual
    shown = f"{decimal(powers_of_ten(number)).replace('-', '−')}{'' if unit == '°' else ' '}{unit}"
    return Setting(field.symbol or name, tr(field.meaning), shown.strip())


def _readings(checks: tuple[str, ...], system: System) -> tuple[SheetReading, ...]:
    return tuple(_reading(Check.of(each), system) for each in checks)


def _reading(check: Check, system: System) -> SheetReading:
    what, unit = _subject(check, system)
    words = tr(MEASUREMENTS[check.kind], until=decimal(f"{check.until:g}"), which=check.which or "1", what=what)
    if check.less:
        words += tr(", less {value}", value=decimal(f"{check.less:g} {SHOWN_UNITS.get(check.unit, check.unit)}"))
    usual = "s" if check.kind in TIMES else "" if check.kind in PLAIN else unit
    usual = f"{usual}/s" if check.kind == "mean" else usual
    return SheetReading(words, SHOWN_UNITS.get(check.unit, check.unit) or usual, check.quoted(language_in_use()))


def _subject(check: Check, system: System) -> tuple[str, str]:
    """Return the words and the unit of what a check is about."""
    if check.kind == "report":
        entry = next((each for each in _report(system) if each.name == check.name), None)
        return (_named(entry.meaning, entry.symbol), entry.unit) if entry else (check.name, "")
    if check.kind in ("event", "count"):
        event = next((each for each in system.events if each.name == check.name), None)
        return tr(event.meaning) if event else check.name, ""
    known: tuple[Any, ...] = (*system.quantities, *system.invariants, *system.aliases, *system.variables)
    found = next((each for each in known if each.name == check.name), None)
    return (_named(found.meaning, found.symbol), found.unit) if found else (check.name, "")


def _report(system: System) -> tuple[ReportEntry, ...]:
    import numpy as np

    return system.report(np.zeros(1), np.array([system.start()]), ())


def _named(meaning: str, symbol: str) -> str:
    return f"{symbol} ({tr(meaning)})" if symbol else tr(meaning)


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True
