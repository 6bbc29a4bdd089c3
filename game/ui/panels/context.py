"""What every panel needs at hand: the session, the looks, what the program says of itself, and the ways out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.model.edit import Edit, What
from game.model.input import Action
from game.model.messages import BookmarkRequest, CameraRequest, InterfaceStatus, QualityRequest, Request, SaveRequest
from game.scenefile import SceneSummary, saved
from game.session import edits
from game.session.session import Session
from game.ui.widgets.panel_glass import PanelGlass
from game.ui.widgets.theme import THEMES, Theme
from physics import BadInput

TOAST_SECONDS = 4.0
LETTERS_READ = 18.0
"""In a second: longer notes show for longer."""
MOST_TOASTS = 3
HINT = "hint"
"""What the first words to a person are about."""
HINT_SECONDS = 15.0


@dataclass(frozen=True)
class InterfaceStyle:
    """How the interface looks: theme of its colours, and scale of panels and text, 1 to 2.5."""

    theme: str = THEMES[0]
    scale: float = 1.0


@dataclass
class Toast:
    """A short message and for how much longer it shows [s]; about: of messages about the same thing, one shows."""

    text: str
    warning: bool
    left: float
    about: str = ""


@dataclass
class PanelContext:
    """Shared by the panels. The panels change nothing but through its methods.

    saved_in: says in which folder a person's own scenes are; saved: those that were found there.
    """

    session: Session
    theme: Theme
    status: InterfaceStatus = field(default_factory=InterfaceStatus)
    wishes: list[Request] = field(default_factory=list)
    toasts: list[Toast] = field(default_factory=list)
    glass: PanelGlass = field(default_factory=PanelGlass)
    look: InterfaceStyle = InterfaceStyle()
    saved_in: Callable[[], Path] | None = None
    saved: tuple[SceneSummary, ...] = ()

    def look_for_saved(self) -> None:
        """Note which scenes a person has saved by now, where the program says in which folder."""
        self.saved = () if self.saved_in is None else saved(self.saved_in())

    def ask(self, action: Action) -> None:
        """Ask the program for an action, as its key would."""
        self.wishes.append(action)

    def ask_camera(self, mode: str) -> None:
        """Ask for another way in which the camera moves."""
        self.wishes.append(CameraRequest(mode))

    def ask_bookmark(self, number: int, keep: bool = False) -> None:
        """Ask for a flight to a bookmark, or for it to be put where the camera is."""
        self.wishes.append(BookmarkRequest(number, keep))

    def ask_quality(self, name: str) -> None:
        """Ask for a quality of the picture."""
        self.wishes.append(QualityRequest(name))

    def ask_to_save(self, stem: str, suffix: str, text: str) -> None:
        """Ask for a file with this text."""
        self.wishes.append(SaveRequest(stem, suffix, text))

    def changes(self, what: What, name: str = "") -> Callable[[Any], None]:
        """A function that hands a new value to the session; what is refused is said, and nothing changes."""

        def change(value: Any) -> None:
            try:
                edits.apply(self.session, Edit(what, value, name))
            except BadInput as error:
                self.say(str(error), warning=True)

        return change

    def attempt(self, doing: Callable[[], None]) -> None:
        """Do something; what is refused is said."""
        try:
            doing()
        except BadInput as error:
            self.say(str(error), warning=True)

    def seek(self, moment: int) -> None:
        """Show a moment of the past, a tick as the history counts them."""
        if moment != self.session.past.now(self.session.simulation):
            self.session.seek(moment)
        else:
            self.session.pause(True)

    def watch_plots(self, wanted: bool) -> None:
        """Have states kept as often as plots can show them, or no more often than the past needs them."""
        self.session.plotted = wanted

    def clear_shots(self) -> None:
        """Forget all shots."""
        self.session.shots.clear()

    def watch_tuning(self, wanted: bool) -> None:
        """Have the throws of a search drawn in the picture, or not."""
        self.session.tuning.shown = wanted

    def compare_methods(self, wanted: bool) -> None:
        """Have error against evaluations worked out, or cancel that."""
        self.session.compare_methods(wanted)

    def say(self, text: str, warning: bool = False) -> None:
        """Show a message for some seconds; the same one again only lasts longer."""
        self.toasts = [toast for toast in self.toasts if toast.text != text]
        self.toasts.append(Toast(text, warning, TOAST_SECONDS * (1.5 if warning else 1.0)))
        del self.toasts[:-MOST_TOASTS]

    def note(self, text: str, about: str) -> None:
        """Show a message about something that may happen again soon, in the place of the last one about it."""
        if not any(toast.about == about for toast in self.toasts):
            self.say(text)
            self.toasts[-1].about = about
        for toast in self.toasts:
            if toast.about == about:
                toast.text, toast.left = text, max(TOAST_SECONDS, len(text) / LETTERS_READ)

    def hint(self, text: str) -> None:
        """Show the first words to a person; they stay until a key is pressed, but not for ever."""
        self.toasts.append(Toast(text, False, HINT_SECONDS, HINT))

    def drop(self, about: str) -> None:
        """Take a message away."""
        self.toasts = [toast for toast in self.toasts if toast.about != about]

    def pass_time(self, seconds: float) -> None:
        """Let messages age."""
        for toast in self.toasts:
            toast.left -= seconds
        self.toasts = [toast for toast in self.toasts if toast.left > 0]
