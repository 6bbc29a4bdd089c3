"""Guided tours: steps that say what to do, and wait until it is done.

A file in `assets/tours` has a title and steps. A step has a text, the scene it needs, `until`: what it waits for, and
`show`: what its button *Show me* does, changes as of a trial (`game/learn/trial.py`) or one of `BY_HAND`. It waits
until all of these hold, separated by semicolons:

    next                the person goes on          camera         the camera has moved
    running, paused     the run does so             restarted      it began again
    time 2.5            so many seconds passed      event NAME     it has happened
    integrator NAME     it is in use                value NAME X   a parameter or initial value is X
    shown NAME          one of `trial.SHOWN` is on
    recording           that of a thrown telephone is open
    found               its body is found, and shown
    built KIND 2        the machine in the workshop has so many parts, or more, of a table such as bodies

A lesson of a person's own is a tour whose steps stand in a scene file, in `[[lesson]]`: each may change the scene when
it is shown, be seen from a bookmark, and ask a question, whose answer comes with the next key.

The scene RECORDING is what a recording has opened; where none is open, that which is supplied opens. The scene WORKSHOP
is the machine that is being built; where none is, a new one begins.
"""

from __future__ import annotations

import tomllib
from collections.abc import Hashable
from functools import cache
from pathlib import Path

import msgspec

import physics
from game import scenefile
from game.learn.trial import SHOWN, Trial, begin, changes_in, target
from game.model import resources
from game.model.edit import Edit
from game.session import actions, edits
from game.session.open_scene import load
from game.session.session import Session
from physics import BadInput
from physics.errors import unknown
from physics.machines import TABLES
from physics.text_files import read_text

FOLDER = "assets/tours"
TOURS = ("tops", "machines", "chaos", "telephone", "bars", "crank", "governor")
RECORDING = "recording"
"""What stands for the scene of a recording that is open."""
WORKSHOP, BUILD = "workshop", "build "
"""What stands for the scene of the workshop; how `show` begins that puts a machine of `assets/tours/built` there."""
MAX_BYTES = 100_000
BY_HAND = ("run", "pause", "camera", RECORDING, "find")
"""What `show` may be beside changes; the camera is moved by the panel.
The recording that is supplied opens, and its body is looked for."""
STANDS_FOR = {RECORDING: "free-body", WORKSHOP: "machine"}
"""Systems of the scenes that are no files."""
CONDITIONS = {
    "next": 0, "camera": 0, "running": 0, "paused": 0, "restarted": 0, "time": 1, "event": 1, "integrator": 1,
    "shown": 1, "value": 2, RECORDING: 0, "found": 0, "built": 2,
}  # fmt: skip
"""Words that `until` may begin with, and how many follow."""


class Step(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A step of a tour: what it says, the scene that it needs ("": the present one), what it waits for.

    The other fields are those of a lesson, as in `scenefile.LessonStepSpec`.
    """

    text: str
    scene: str = ""
    until: str = "next"
    show: str = ""
    change: str = ""
    view: int = 0
    question: str = ""
    answer: str = ""

    @property
    def conditions(self) -> list[list[str]]:
        """What it waits for, as words."""
        return [part.split(maxsplit=2) for part in self.until.split(";")]


class TourFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Title and steps of a tour."""

    title: str
    about: str
    steps: tuple[Step, ...]


@cache
def tour_file(name: str, language: str) -> TourFile:
    """Return a tour by its name, one of `TOURS`. Raises BadInput with file and reason."""
    path = resources.path(FOLDER) / f"{name}.{language}.toml"
    try:
        file = msgspec.convert(tomllib.loads(read_text(path, MAX_BYTES)), TourFile)
        _check(file)
    except (BadInput, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"tour {path.name}: {error}") from None
    return file


def _check(file: TourFile) -> None:
    """Raise BadInput for steps that name what does not exist."""
    scene = ""
    for k, step in enumerate(file.steps, 1):
        scene = step.scene or scene
        try:
            base = scenefile.Scene(system=STANDS_FOR[scene]) if scene in STANDS_FOR else load(scene)
            for words in step.conditions:
                _check_condition(words, base)
            if step.show.startswith(BUILD):
                scenefile.read(_built_file(step.show))
            elif step.show and step.show not in BY_HAND:
                target(base, Trial("", (), changes_in(step.show)))
        except BadInput as error:
            raise BadInput(f"step {k}: {error}") from None


def _check_condition(words: list[str], base: scenefile.Scene) -> None:
    if not words or words[0] not in CONDITIONS:
        raise unknown("condition", " ".join(words), CONDITIONS)
    if len(words) != 1 + CONDITIONS[words[0]]:
        raise BadInput(f"condition {' '.join(words)!r}: {words[0]} needs {CONDITIONS[words[0]]} words")
    system = base.simulation().system
    match words:
        case ["time", seconds]:
            if not seconds.replace(".", "", 1).isdigit():
                raise BadInput(f"condition time {seconds!r}: must be a number of seconds")
        case ["event", name] if name not in [event.name for event in system.events]:
            raise unknown(f"event of {system.name}", name, [event.name for event in system.events])
        case ["integrator", name]:
            physics.integrator(name)
        case ["shown", name] if name not in SHOWN:
            raise unknown("thing to show", name, SHOWN)
        case ["value", name, value]:
            _wanted(system, name, value)
        case ["built", kind, count]:
            if kind not in TABLES or not count.isdigit():
                raise BadInput(f"condition built {kind} {count}: must be a table of machines and a number")


def _wanted(system: physics.System, name: str, value: str) -> object:
    """Return a value of a parameter or initial value in SI units. Raises BadInput."""
    if name in system.fields:
        return system.fields[name].check(value)
    return system.start_variable(name).check(value)


def _open_supplied(session: Session) -> None:
    """Open the recording that is supplied; what reads recordings is loaded with the first one."""
    from game.session.files.thrown_run import open_supplied

    open_supplied(session)


def _built_file(show: str) -> Path:
    """Return the file of a machine that a step puts into the workshop."""
    return resources.path(FOLDER) / "built" / f"{show.removeprefix(BUILD)}.toml"


def _begin_building(session: Session) -> None:
    """Begin a new machine; the workshop is loaded with the first one."""
    from game.session.workshop.desk import Workshop

    Workshop(session).new()


def _build(session: Session, show: str) -> None:
    """Put a machine into the workshop in place of the one that is there."""
    from game.scenefile.sketch import Sketch
    from game.session.workshop.desk import Workshop
    from game.session.workshop.state import Tool

    sketch = Sketch.of(scenefile.read(_built_file(show)))
    if session.run.workshop is None:
        _begin_building(session)
    edits.apply(session, Edit("machine", sketch, show))
    session.workshop.active = True
    Workshop(session).use(Tool.SELECT)


def lesson_file(scene: scenefile.Scene) -> TourFile:
    """Return the lesson of a scene as a tour. Raises BadInput where there is none, or a change does not fit."""
    if not scene.lesson:
        raise BadInput(f"lesson: {scene.name or scene.system} has none; a scene file has one in its tables [[lesson]]")
    for k, step in enumerate(scene.lesson):
        try:
            if step.change:
                target(scene, Trial("", (), changes_in(step.change)))
        except BadInput as error:
            raise BadInput(f"lesson[{k}].change: {error}") from None
    return TourFile(
        scene.title or scene.name, scene.note, tuple(Step(**msgspec.structs.asdict(s)) for s in scene.lesson)
    )


class Tour:
    """A tour that is under way. at: the number of its step, from 0; met: what the step waits for has happened.

    lesson: the scene whose lesson it is; None: it is one of `TOURS`. answered: whether the answer of the step is shown.
    """

    def __init__(self, name: str, language: str, session: Session, lesson: scenefile.Scene | None = None) -> None:
        self.file = tour_file(name, language) if lesson is None else lesson_file(lesson)
        self.name, self.lesson, self.answered = name, lesson, False
        self._lit: set[str] = set()
        self._saved = session.run.file
        self.at = 0
        self.go_to(0, session)

    @property
    def step(self) -> Step:
        """The present step."""
        return self.file.steps[self.at]

    @property
    def last(self) -> bool:
        """True on the last step."""
        return self.at == len(self.file.steps) - 1

    def go_to(self, step: int, session: Session) -> None:
        """Go to a step. One with a scene of its own opens it as it is in its file; others use that of a step before."""
        before, self.answered = self.at, False
        self.at, self.met = min(max(step, 0), len(self.file.steps) - 1), False
        self._eye: Hashable = None
        self._restarted = False
        if self.lesson is not None:
            self._change(session, self.lesson, back=self.at < before)
            self._tick, self._from = session.simulation.tick, session.simulation.time
            return
        scene = self._scene(self.at)
        if scene == RECORDING:
            if session.run.thrown is None:
                _open_supplied(session)
        elif scene == WORKSHOP:
            if session.run.workshop is None or not session.workshop.active or step == 0:
                _begin_building(session)
        elif self.step.scene or session.scene.name != scene:
            edits.apply(session, Edit("scene", load(scene)))
        self._tick, self._from = session.simulation.tick, session.simulation.time

    def _change(self, session: Session, base: scenefile.Scene, back: bool) -> None:
        """Change the scene of a lesson as its step says; back: as the last step up to it says, if any does.

        What a step before has shown, and this one does not name, is hidden.
        """
        steps = self.file.steps[: self.at + 1] if back else (self.step,)
        change = next((each.change for each in reversed(steps) if each.change), "")
        if change:
            trial = Trial("", (), changes_in(change))
            wanted = set(trial.all("show"))
            fresh = {name for name in wanted if not SHOWN[name][1](session)}
            begin(session, base, trial)
            session.run.taught = True
        elif back or session.scene.name != base.name:
            wanted = fresh = set()
            edits.apply(session, Edit("scene", base))
            session.run.file = self._saved
        else:
            return
        for name in sorted(self._lit - wanted):
            if SHOWN[name][1](session):
                actions.perform(session, SHOWN[name][0])
        self._lit = self._lit & wanted | fresh

    def turn(self, way: int, session: Session) -> bool:
        """Go to the next step of a lesson (1), or back (-1); first show the answer. Return False beyond its ends."""
        if way > 0 and self.step.answer and not self.answered:
            self.answered = True
            return True
        if not 0 <= self.at + way < len(self.file.steps):
            return False
        self.go_to(self.at + way, session)
        return True

    @property
    def view(self) -> int:
        """Number of the bookmark from which the step of a lesson is seen: its own, or that of the last before; or 0."""
        return next((each.view for each in reversed(self.file.steps[: self.at + 1]) if each.view), 0)

    def _scene(self, step: int) -> str:
        """Return the scene of a step: its own, or that of the last step before that has one."""
        return next(each.scene for each in reversed(self.file.steps[: step + 1]) if each.scene)

    def notice(self, session: Session, eye: Hashable = None) -> bool:
        """Return whether what the step waits for has happened; eye: what the camera sees, None where not known."""
        if self._eye is None:
            self._eye = eye
        tick = session.simulation.tick
        if tick < self._tick:
            self._restarted, self._from = True, 0.0
        self._tick = tick
        self.met = self.met or all(self._holds(words, session, eye) for words in self.step.conditions)
        return self.met

    def _holds(self, words: list[str], session: Session, eye: Hashable) -> bool:
        simulation = session.simulation
        match words:
            case ["camera"]:
                return eye is not None and eye != self._eye
            case ["running"]:
                return not simulation.paused
            case ["paused"]:
                return simulation.paused
            case ["restarted"]:
                return self._restarted
            case ["time", seconds]:
                return simulation.time - self._from >= float(seconds)
            case ["event", name]:
                return any(event.name == name for event in simulation.events)
            case ["integrator", name]:
                return simulation.integrator.name == name
            case ["shown", name]:
                return SHOWN[name][1](session)
            case ["recording"]:
                return session.run.thrown is not None
            case ["found"]:
                return session.run.thrown is not None and session.run.thrown.rates is not None
            case ["value", name, value]:
                return _has(simulation.system, name, value)
            case ["built", kind, count]:
                held = session.run.workshop
                return held is not None and len(held.sketch.tables.get(kind, {})) >= int(count)
        return False

    def show(self, session: Session) -> None:
        """Do for the person what the step says, as far as it is done in the session. Raises BadInput."""
        match self.step.show:
            case "run" | "":
                session.pause(False)
            case "pause":
                session.pause(True)
            case "camera":
                pass
            case "recording":
                _open_supplied(session)
            case "find":
                if session.run.thrown is not None and session.run.thrown.spans:
                    session.run.thrown.find()
            case show if show.startswith(BUILD):
                _build(session, show)
                session.pause(["running"] not in self.step.conditions)
            case changes:
                begin(session, load(self._scene(self.at)), Trial("", (), changes_in(changes)))
                self._restarted, self._tick, self._from = True, session.simulation.tick, 0.0


def _has(system: physics.System, name: str, value: str) -> bool:
    """Return whether a parameter or initial value is the one that a step waits for."""
    try:
        wanted = _wanted(system, name, value)
    except BadInput:  # another scene, opened by the person
        return False
    now = system.parameters.get(name, system.entered().get(name))
    return bool(now == wanted) or (isinstance(now, float) and isinstance(wanted, float) and abs(now - wanted) < 1e-9)
