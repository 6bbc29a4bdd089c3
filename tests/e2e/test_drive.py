"""Two minutes at the window with each of several systems: whatever a person tries first, by mouse and keys."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import physics
from game import scenefile
from game.session.session import Session
from game.ui.panels.view import ROOM_WORDS
from tests.e2e.conftest import Program

SIZE = ("--size", "1280x720", "--quality", "low@0.5")
PRESETS = (
    "gyrocompass", "bent-beam", "tennis-racket", "rope-trick", "hurricane-balls", "gimbals", "levitron", "dual-spin",
    "bicycle", "euler-disk", "kapitza",
)  # fmt: skip
SHORT = "gyrocompass"
"""The preset that is driven in every run of the tests, for some seconds."""
MIDDLE = 700, 330
"""Point of the window near the middle of the scene."""
ABOUT = sorted(itertools.product(range(-200, 201, 25), repeat=2), key=lambda each: abs(each[0]) + abs(each[1]))
"""Steps from there within which a body is looked for, the nearest first [points]."""
SCENE = np.s_[110:420, 520:940]
"""Part of the window that shows the scene alone while panels are open."""
DARK, EVEN = 6.0, 2.0
"""Mean brightness, and standard deviation, below which a picture shows nothing."""
SLIDERS = 3
"""Number of sliders that are driven to both ends."""
BACK = 15
"""Number of frames after which the camera is back where a slider was."""
CANCEL = "renders/Cancel"
"""The button that ends a render."""
TYPED = ("1e9", "-5 furlongs", "nonsense", "")
"""What is typed in place of a number."""


class Person:
    """Somebody who drives the program, and looks after each doing whether it still shows a motion."""

    def __init__(self, program: Program, preset: str) -> None:
        self.program, self.preset = program, preset
        self.scene = scenefile.load(preset)
        self.said: list[str] = []

    def looks(self, doing: str, key: str = "F12") -> np.ndarray:
        """Take a picture and check it and what the program tells of its state; return the picture."""
        program = self.program
        program.frames(2)
        now = program.now()
        assert now["finite"] or now["diverged"], (self.preset, doing)
        if now["diverged"]:
            program.until("the name of the end", lambda now: "divergence" in now["boxes"])
        self.said += [each for each in now["messages"] if each not in self.said]
        picture = program.photograph(key)
        assert picture[SCENE].mean() > DARK and picture[SCENE].std() > EVEN, f"{self.preset}, {doing}: nothing is seen"
        return picture

    def runs(self) -> None:
        """Make sure that the run goes on, from its start where it has ended."""
        program = self.program
        if program.now()["diverged"]:
            program.key("r")
            program.frames(2)
        if program.now()["paused"]:
            program.key("space")
        before = program.now()["tick"]
        program.until("the run", lambda now: now["tick"] != before or now["diverged"])

    def stands(self) -> None:
        """Make sure that the run is paused."""
        if not self.program.now()["paused"]:
            self.program.key("space")

    def turns_the_view(self) -> None:
        """Orbit, zoom and frame the body again."""
        before = self.program.now()["eye"]
        self.program.drag(MIDDLE, (MIDDLE[0] + 160, MIDDLE[1] + 40))
        self.program.at(MIDDLE, "click", "4", "click", "4", "click", "5")
        self.program.frames(12)
        assert np.abs(np.subtract(before, self.program.now()["eye"])).max() > 1e-4
        self.looks("orbit")
        first = self.program.now()["camera"]
        self.program.key("c")
        while self.program.now()["camera"] != first:
            self.looks(f"the camera's mode {self.program.now()['camera']}")
            self.program.key("c")
        self.program.key("f")

    def takes_hold(self) -> None:
        """Take the body, paused and running, and move it."""
        for running in (False, True):
            self.stands()
            self.program.key("r", "f")
            self.program.still()
            if running:
                self.runs()
            self.program._xdotool("keydown", "ctrl")
            for dx, dy in ABOUT[::3]:
                self.program.at((MIDDLE[0] + dx, MIDDLE[1] + dy), "mousedown", "1")
                self.program.frames(2)
                if self.program.now()["pulled"]:
                    break
                self.program.release()
            self.program._xdotool("keyup", "ctrl")
            assert self.program.now()["pulled"], f"{self.preset}: nothing to take hold of, {self.program.now()}"
            for step in range(1, 5):
                self.program.at((MIDDLE[0] + dx + 15 * step, MIDDLE[1] + dy - 5 * step))
                self.program.frames(2)
            self.looks(f"held, running: {running}")
            self.program.release()

    def goes_through_time(self) -> None:
        """Pause, step, scrub, play backwards, and restart."""
        program = self.program
        self.runs()
        start = program.now()["tick"]
        program.until("some ticks", lambda now: now["tick"] > start + 20 or now["diverged"])
        self.stands()
        before = program.now()["tick"]
        program.key("comma")
        assert program.now()["tick"] == before - 1
        program.key("period")
        assert program.now()["tick"] == before
        program.key("Left", "Left", "Right", "shift+Left", "shift+Right")
        program.drag(program.place("timeline/track", 0.9), program.place("timeline/track", 0.2))
        self.looks("scrubbed")
        program.key("shift+space", "space", "plus", "plus", "minus", "minus", "l", "l")
        self.stands()
        program.key("r")
        assert program.now()["tick"] == 0
        self.looks("restarted")

    def opens_panels(self) -> None:
        """Open each panel and dialog."""
        for key in ("F4", "F5", "F6", "F7", "F8", "n", "m"):
            self.runs()
            self.program.key(key)
            self.program.frames(8)
            self.looks(f"panel {key}")
            self.program.key(key)
        for key, close in (("F1", "Escape"), ("F3", "Escape"), ("shift+F8", "shift+F8"), ("shift+F9", "Escape"),
                           ("ctrl+comma", "Escape")):  # fmt: skip
            self.program.key(key)
            self.program.frames(8)
            self.looks(f"dialog {key}")
            self.program.key(close)
        assert not self.program.now()["asks_to_quit"]

    def plots(self) -> None:
        """Open the plots, and the section where the system has one."""
        self.runs()
        self.program.key("p")
        self.program.frames(8)
        self.looks("plots")
        for name in ("plots/+ Plot", "plots/Section", "plots/Stability", "plots/Work and precision"):
            if name in self.program.now()["boxes"]:
                self.program.click(self.program.place(name))
                self.program.frames(8)
                self.looks(name)
        self.program.key("p")

    def drags_sliders(self, count: int = SLIDERS, typed: Sequence[str] = TYPED) -> None:
        """Drag the first sliders of the body to both ends, run on from there, and undo it; then type."""
        program, session = self.program, Session(self.scene)
        program.key("F4")
        program.frames(8)
        near, system = np.linalg.norm(program.now()["eye"]), session.simulation.system
        numbers = (f"body/{name}" for name, each in system.applicable().items() if isinstance(each, physics.Parameter))
        seen = [name for name in numbers if name in program.now()["boxes"]][:count]
        assert seen, f"{self.preset}: no slider in sight"
        for name, end in itertools.product(seen, (-1.0, 2.0)):
            self.runs()
            program.drag(program.place(name), program.place(name, end))
            program.frames(10)
            self.looks(f"{name} at {end}")
            program.key("ctrl+z")
            program.frames(BACK)
            far = np.linalg.norm(program.now()["eye"])
            assert session.look.wanders or near / 3.0 < far < 3.0 * near, f"{self.preset}, {name}: {near} to {far} m"
        for words in typed:
            program.type_over(program.place(seen[0]), words)
            self.looks(f"{seen[0]} typed {words!r}")
        program.key("F4", "r")

    def changes_the_method(self) -> None:
        """Run on with other integrators and another step."""
        before = self.program.now()["integrator"]
        self.program.key("Tab")
        assert self.program.now()["integrator"] != before
        self.runs()
        self.looks("another integrator")
        self.program.key("shift+Tab", "F5")
        self.program.frames(6)
        for words in (f"{2.0 * self.scene.dt:g}", f"{0.5 * self.scene.dt:g}", "0"):
            self.program.type_over(self.program.place("method/step"), words)
            self.runs()
            self.looks(f"step {words}")
        self.program.key("F5", "r")

    def changes_the_room(self) -> None:
        """Look at the motion in each room, where there are rooms."""
        self.program.key("F7")
        self.program.frames(6)
        pictures = []
        for before, room in itertools.pairwise(ROOM_WORDS):
            if f"view/choose {ROOM_WORDS[before]}" not in self.program.now()["boxes"]:
                break
            self.program.choose(f"view/choose {ROOM_WORDS[before]}", room)
            self.program.frames(8)
            pictures.append(self.looks(room)[SCENE].mean())
        assert not pictures or np.ptp(pictures) > 10.0, pictures
        self.program.key("F7")

    def reads_french(self) -> None:
        """Change the language, and open panels in it."""
        self.program.key("ctrl+comma")
        self.program.frames(4)
        self.program.click(self.program.place("settings/language fr"))
        self.program.key("Escape")
        for key in ("F4", "F8", "p"):
            self.program.key(key)
            self.program.frames(8)
            self.looks(f"in French, {key}")
            self.program.key(key)

    def takes_pictures(self) -> None:
        """Make all that becomes a picture: plate, exposure, drawing, poster; and show what is drawn beside bodies."""
        self.program.key("v", "t", "b", "shift+b", "shift+k", "o", "g")
        self.runs()
        self.program.frames(20)
        self.looks("all that is drawn beside the bodies")
        self.program.key("g", "o", "shift+k", "shift+b", "b", "t", "v")
        for key in ("ctrl+F9", "ctrl+shift+F9", "ctrl+F12", "ctrl+shift+F12"):
            before = self.files()
            self.program.key(key)
            now = self.program.until(key, lambda now, before=before: CANCEL in now["boxes"] or self.files() > before)
            if CANCEL in now["boxes"]:  # a person who has seen that it takes minutes
                self.program.click(self.program.place(CANCEL))
                self.program.until("an end of the render", lambda now: CANCEL not in now["boxes"])

    def files(self) -> int:
        """Return the number of finished files."""
        files = list(self.program.captures.glob("[!.]*"))
        return sum(each.stat().st_size > 0 for each in files)


def leaves(person: Person, log: Path) -> None:
    """Quit; nothing has been complained of, and the log gives the same states again."""
    code, errors = person.program.quit()
    assert (code, errors) == (0, "")
    replay = subprocess.run([sys.executable, "-m", "game", "replay", str(log)], capture_output=True, text=True)
    assert replay.returncode == 0, replay.stdout + replay.stderr


@pytest.mark.long
def test_sliders_to_both_ends_and_typed_values(polhode):
    person = Person(polhode(SHORT, *SIZE), SHORT)
    person.drags_sliders(1, TYPED[:1])
    assert person.program.quit() == (0, "")


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_two_minutes_with(preset, polhode, tmp_path):
    log = tmp_path / "session.log"
    person = Person(polhode(preset, *SIZE, "--log", str(log)), preset)
    person.runs()
    person.turns_the_view()
    person.takes_hold()
    person.goes_through_time()
    person.opens_panels()
    person.plots()
    person.drags_sliders()
    person.changes_the_method()
    person.changes_the_room()
    person.takes_pictures()
    person.reads_french()
    person.program.key("Next")
    person.program.until("another scene", lambda now: now["scene"] != preset)
    person.runs()
    person.looks("the next scene")
    leaves(person, log)
