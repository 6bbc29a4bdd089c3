"""Context of the panels: the session, the style, the status of the program, requests and messages."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from game.model.edit import Edit, What
from game.model.messages import (
    InterfaceStatus,
    Request,
    printable,
)
from game.model.scene_marks import NO_MARKS, SceneMarks
from game.model.settings import DEFAULTS, Settings
from game.model.shown.shown_units import ShownUnits
from game.model.words import tr
from game.scenefile import SavedScenes, saved
from game.session import advancing, edits
from game.session.session import Session
from game.ui.widgets.panel_glass import PanelGlass
from game.ui.widgets.theme import THEMES, Theme
from physics import BadInput
from physics.core.fields import AnyParameter
from physics.core.units import ANGLE_UNITS
from physics.errors import cut

SHOWN_SECONDS, LETTER_SECONDS = 0.8, 0.06
"""Time for which a message is shown, and how much longer for each of its characters [s]."""
WARNED = 1.5
"""How many times longer a warning is shown."""
FILE_SECONDS = 6.0
"""Least time for which a message about a file is shown, so that its button can be reached [s]."""
FADE_SECONDS = 0.4
MAX_TOASTS, MAX_MESSAGE = 3, 1200
"""Greatest number of messages, and of characters of one."""
HINT = "hint"
"""Topic of the message shown at the first start."""
NOTE = "scene"
"""Topic of the note of a scene that was just opened."""
HINT_SECONDS = 15.0
HIDDEN, HIDDEN_SECONDS = "hidden panels", 4.0
"""Topic of the sign that tells how hidden panels come back, and for how long it is shown [s]."""

NONE_SAVED = SavedScenes()


@dataclass(frozen=True)
class InterfaceStyle:
    """Style of the interface: colour theme, and scale of panels and text, 1 to 2.5, less in a small film."""

    theme: str = THEMES[0]
    scale: float = 1.0


@dataclass
class Toast:
    """A short message and its remaining time [s]; about: its topic, of which one message is shown at a time.

    file: what it is about, whose folder a button shows. run: the run that it is about, with which it goes, or None.
    wrap: width of its lines [points], as long as the window has the size `laid`.
    """

    text: str
    warning: bool
    left: float
    about: str = ""
    file: Path | None = None
    run: object = None
    wrap: float = 0.0
    laid: tuple[float, float] = (0.0, 0.0)


@dataclass
class PanelContext:
    """Context shared by the panels, which change the program only through its methods.

    settings: those of the user, of which `look` has theme and scale. still: nothing fades or glides. marks: favourite
    and recent scenes. plots_open, shots_open, map_open, undo_open, branches_open: whether these are shown. saved_in:
    returns the folder of the user's scenes; saved: the scene files found there. language: of the pages of
    explanation and the tours. pointed_time: the time under the pointer in the timeline or in a plot, as the history
    counts it [s], or None. free: the part of the window that no panel covers, in its widths and heights. names: those
    of arrows, arcs and labels in the picture; bar_values: of the scale bars in the last picture, by unit; lit: those
    that a reading under the pointer mentions; pointed: those under the pointer. seen: the run that each panel has shown
    last. ending: which run has come to an end, and what has happened in it. recovered: files of machines that were not
    saved, until a person has said what is to become of each.
    """

    session: Session
    theme: Theme
    status: InterfaceStatus = field(default_factory=InterfaceStatus)
    requests: list[Request] = field(default_factory=list)
    toasts: list[Toast] = field(default_factory=list)
    glass: PanelGlass = field(default_factory=PanelGlass)
    look: InterfaceStyle = InterfaceStyle()
    settings: Settings = DEFAULTS
    still: bool = False
    free: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    names: frozenset[str] = frozenset()
    bar_values: dict[str, float] = field(default_factory=dict)
    lit: frozenset[str] = frozenset()
    pointed: frozenset[str] = frozenset()
    marks: SceneMarks = NO_MARKS
    plots_open: bool = False
    shots_open: bool = False
    map_open: bool = False
    compare_open: bool = False
    body_open: bool = False
    undo_open: bool = False
    branches_open: bool = True
    saved_in: Callable[[], Path] | None = None
    saved: SavedScenes = NONE_SAVED
    language: str = "en"
    pointed_time: float | None = None
    _points: float | None = None
    seen: dict[str, object] = field(default_factory=dict)
    ending: tuple[object, str] | None = None
    recovered: list[Path] = field(default_factory=list)

    def toggle_favourite(self, name: str) -> None:
        """Make a scene a favourite, or no longer one."""
        self.marks = self.marks.toggled(name)

    @property
    def units(self) -> ShownUnits:
        """The units in which values are shown and typed."""
        return ShownUnits(self.settings.units)

    def show_in(self, unit: str, other: str) -> None:
        """Show values of an SI unit in another unit; the units of angles and of their rates go together."""
        family = next((name for name, units in ANGLE_UNITS.items() if units.get(unit, unit) == other), None)
        if unit in ANGLE_UNITS["deg"] and family is not None:
            self.show_angles_in(family)
            return
        units = {name: shown for name, shown in self.settings.units.items() if name != unit}
        self.settings = replace(self.settings, units=units if other == unit else {**units, unit: other})

    def show_angles_in(self, name: str) -> None:
        """Show angles and their rates in the units of a family, one of `ANGLE_UNITS`."""
        units = {unit: shown for unit, shown in self.settings.units.items() if unit not in ANGLE_UNITS["deg"]}
        self.settings = replace(self.settings, units={**units, **ANGLE_UNITS[name]})

    def look_for_saved(self) -> None:
        """Update the list of scenes that the user has saved."""
        self.saved = SavedScenes() if self.saved_in is None else saved(self.saved_in())

    def ask(self, request: Request) -> None:
        """Request something of the window: an action, as its key does, or what a message of `game.model` describes."""
        self.requests.append(request)

    def changes(self, what: What, name: str = "") -> Callable[[Any], None]:
        """Return a function that edits the session with a new value, or shows a warning if the value is refused."""

        def change(value: Any) -> None:
            try:
                edits.apply(self.session, Edit(what, value, name))
            except BadInput as error:
                self.warn(error)

        return change

    def checked(self, field: AnyParameter, change: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return a function that calls another with the checked value of a field, or shows a warning."""
        return lambda value: self.attempt(lambda: change(field.check(value)))

    def attempt(self, doing: Callable[[], None]) -> None:
        """Call a function and show a warning if it raises BadInput."""
        try:
            doing()
        except BadInput as error:
            self.warn(error)

    def seek(self, moment: int) -> None:
        """Show a past state, given by its tick in the history."""
        if moment != self.session.past.now(self.session.simulation):
            advancing.seek(self.session, moment)
        else:
            self.session.pause(True)

    def point_at(self, time: float) -> None:
        """Set the time under the pointer; the panels of this frame that are still to come know it, and those before
        them in the next.
        """
        self.pointed_time = self._points = time

    def forget_pointed(self) -> None:
        """Forget the time that nothing pointed at in the last frame; called before each frame."""
        self.pointed_time, self._points = self._points, None

    def watch(self, plots: bool, tuning: bool) -> None:
        """Set whether states are kept as densely as plots can show them, and shots of the optimisation are drawn."""
        self.session.choices.plotted = plots
        self.session.run.beside.tuning.shown = tuning

    def clear_shots(self) -> None:
        """Clear the list of shots."""
        self.session.run.shots.clear()

    def watch_trial(self, wanted: bool) -> None:
        """Put the step of the run on trial while that is shown, or cancel it."""
        if wanted:
            self.session.trial.follow(self.session.simulation)
        else:
            self.session.trial.stop()

    def measure_exponents(self, count: int, duration: float) -> None:
        """Start measuring Lyapunov exponents; count: how many, 0 for all; duration: time of the mean [s]."""
        self.session.run.beside.measure_exponents(self.session.simulation, count, duration)

    def compare_methods(self, wanted: bool) -> None:
        """Start or cancel the work-precision computation."""
        self.session.run.beside.compare_methods(self.session.simulation.system, wanted)

    def say(self, text: str, warning: bool = False, file: Path | None = None) -> None:
        """Show a message for some seconds; a repeated message is only extended.

        file: what it is about; it replaces the message about another file.
        """
        text = _shown_text(text)
        kept = [toast for toast in self.toasts if toast.text != text]
        self.toasts = [toast for toast in kept if file is None or toast.file is None]
        seconds = reading_time(text) * (WARNED if warning else 1.0)
        seconds = seconds if file is None else max(seconds, FILE_SECONDS)
        self.toasts.append(Toast(text, warning, seconds, file=file))
        del self.toasts[:-MAX_TOASTS]

    def warn(self, error: Exception) -> None:
        """Show what is wrong, in the language in use; a number is asked for in the unit in which it is shown."""
        words = re.sub(r"(?<=must be a number in )\S+", lambda unit: self.units.of(unit[0]), str(error))
        self.say(tr(words), warning=True)
        self.toasts[-1].run = self.session.run

    def note(self, text: str, about: str) -> None:
        """Show a message about a topic in place of the last one about it."""
        text = _shown_text(text)
        if not any(toast.about == about for toast in self.toasts):
            self.say(text)
            self.toasts[-1].about = about
        for toast in self.toasts:
            if toast.about == about:
                toast.text, toast.left, toast.run = text, reading_time(text), self.session.run

    def hint(self, text: str) -> None:
        """Show the message of the first start until a key is pressed or its time has passed."""
        self.toasts.append(Toast(text, False, HINT_SECONDS, HINT))

    @property
    def hinted(self) -> bool:
        """True while the message of the first start is shown."""
        return any(toast.about == HINT for toast in self.toasts)

    def drop(self, about: str) -> None:
        """Remove the message about a topic."""
        self.toasts = [toast for toast in self.toasts if toast.about != about]

    @property
    def change_in(self) -> float:
        """Return the seconds after which the first message begins to fade."""
        return min((max(toast.left - FADE_SECONDS, 0.0) for toast in self.toasts), default=math.inf)

    def pass_time(self, seconds: float) -> None:
        """Reduce the remaining time of messages and remove those that have expired."""
        for toast in self.toasts:
            toast.left -= seconds
        self.toasts = [toast for toast in self.toasts if toast.left > 0]


def reading_time(text: str) -> float:
    """Return the time for which a message is shown [s]."""
    return SHOWN_SECONDS + LETTER_SECONDS * len(text)


def _shown_text(text: str) -> str:
    """Return a message without characters that cannot be shown, and of a length that fits a window."""
    return "\n".join(map(printable, cut(text, MAX_MESSAGE).split("\n")))
