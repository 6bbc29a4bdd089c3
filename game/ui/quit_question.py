"""The question before the program ends: what would be lost, and two answers, of which *Stay* is the first."""

from __future__ import annotations

from imgui_bundle import imgui

from game.model.input import Action, Event, Key
from game.model.key_bindings import action_for, shown_keys
from game.model.messages import InterfaceStatus
from game.model.words import tr
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, FITTING, button, small, title, window

WIDTH = 20.0
"""Width of the question [em]."""
CENTRE = imgui.ImVec2(0.5, 0.5)
CHOOSING = frozenset(("left", "right", "up", "down", "tab"))
"""Keys that go from one answer to the other."""


def loses(status: InterfaceStatus) -> bool:
    """Return whether something would be lost if the program ended now: a rendering, or bookmarks of the camera."""
    return status.unsaved or any(job.state == "running" for job in status.renders)


class QuitQuestion:
    """The question whether to quit. leaves: whether *Quit* is the answer that Enter gives."""

    def __init__(self) -> None:
        self.leaves = False

    def take(self, event: Event) -> tuple[bool | None, bool]:
        """Return the answer of a key, True to quit, False to stay, None without one, and whether the key is used.

        Esc stays, as the action that closes things; Ctrl+S saves meanwhile.
        """
        if not isinstance(event, Key) or not event.down:
            return None, False
        if event.name in CHOOSING:
            self.leaves = not self.leaves
        elif event.name in ("return", "enter"):
            return self.leaves, True
        elif event.name == "q" and not (event.ctrl or event.alt):
            return True, True
        return None, action_for(event) not in (Action.CLOSE, Action.SAVE)

    def build(self, desk: PanelContext, size: tuple[float, float]) -> bool | None:
        """Build the question; return True to quit, False to stay, None without an answer yet."""
        theme = desk.theme
        imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, size[1] / 2), ALWAYS, CENTRE)
        imgui.set_next_window_focus()
        with window("quit", FITTING):
            desk.glass.card(theme)
            title(tr("Quit Polhode?"), theme)
            imgui.dummy(imgui.ImVec2(min(WIDTH * theme.em, size[0] - 4.0 * theme.em), 0.0))
            if desk.status.recording is not None:
                small(tr("The video being recorded will be finished first."), theme)
            if any(job.state == "running" for job in desk.status.renders):
                small(tr("A rendering is not complete yet; it will be given up."), theme)
            if desk.status.unsaved:
                small(tr("Your bookmarks are not saved; {keys} saves them.", keys=shown_keys(Action.SAVE)), theme)
            imgui.dummy(imgui.ImVec2(0.0, 0.4 * theme.em))
            return self._answers(theme.em)

    def _answers(self, em: float) -> bool | None:
        """Build the two answers, of which that of Enter is filled; return the one that was clicked, or None."""
        stay, leave = tr("Stay  (Esc)"), tr("Quit  (Q)")
        width = max(imgui.calc_text_size(words).x for words in (stay, leave)) + 1.5 * em
        stays = button(stay, not self.leaves, width, 2.0 * em)
        imgui.same_line()
        leaves = button(leave, self.leaves, width, 2.0 * em)
        return leaves if stays or leaves else None
