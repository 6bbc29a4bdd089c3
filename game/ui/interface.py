"""The whole interface: which panel is where, what is open, and who gets an event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from imgui_bundle import imgui

from game.flips import has_flips
from game.input import Action, Event, Key
from game.picture import InterfaceFrame
from game.session import Session
from game.ui.backend import Imgui
from game.ui.controls import Controls
from game.ui.desk import MOST_TOASTS, Desk, Look, Status, Wish
from game.ui.events import EventFeed
from game.ui.flips import FlipsPanel
from game.ui.hud import Hud
from game.ui.labels import Lettering
from game.ui.overlays import build_divergence, build_help, build_quit_question, build_signs, build_toasts
from game.ui.placing import Box
from game.ui.plots import Plots
from game.ui.shots import ShotsTable
from game.ui.theme import THEMES, Theme
from game.ui.timeline import HEIGHT as TIMELINE_HEIGHT
from game.ui.timeline import build_timeline
from game.ui.transport import build_transport
from game.ui.tuning import TuningPanel
from game.ui.widgets import FITTING, FIXED, window
from physics import BadInput

SIDE_WIDTH, WIDEST_SIDE, SIDE_SHARE = 20.5, 24.0, 0.2
"""Widths of the panels at both sides [em]: the least, and the most where that is no more than so much of the window."""
COMPACT_WIDTH = 15.0
"""Of the readings where there is little room [em]."""
PLOTS_HEIGHT, PLOTS_SHARE = 18.0, 0.42
"""Of the panel of plots [em], and at most of the window above the bar."""
TUNING_HEIGHT = 20.0
TALL_HEIGHT, TALL_SHARE = 28.0, 0.55
"""Of the flip map and of sections, whose patterns are fine."""
NO_WHEEL = imgui.WindowFlags_.no_scroll_with_mouse.value
ROOMY = 62.0
"""In a window narrower than this [em] the readings are brief, and give way to the controls."""
BAR_HEIGHT = 4.2
MARGIN = 0.6
SMALLEST = (640.0, 400.0)
"""The window size [points] at which the interface still fits at scale 1; larger scales need more."""


class Interface:
    """Builds every panel, every frame, from the session as it is.

    fonts: the folder of the font files. scale: of all panels, 1 to 2.5; brought down where the window is too small for
    it. theme: of their colours, "dark" or "light". `act` takes the actions that are the interface's own; `wishes` gives
    those that its buttons ask for. `free` is the part of the window where the body can be seen: left, top, right and
    bottom edge, in widths and heights of the window.
    """

    def __init__(self, session: Session, fonts: Path, scale: float = 1.0, theme: str = THEMES[0]) -> None:
        self.visible = True
        self.help = False
        self.asks_to_quit = False
        self.quit = False
        self._imgui = Imgui()
        self._feed = EventFeed()
        self._desk = Desk(session, Theme(fonts, scale, theme), look=Look(theme, scale))
        self._controls, self._hud, self._plots = Controls(), Hud(), Plots()
        self._lettering = Lettering()
        self._shots, self._tuning, self._flips = ShotsTable(), TuningPanel(), FlipsPanel()
        self.plots = self.shots = self.tuning = False
        self._panels: dict[str, bool] = {}
        self.free: Box = (0.0, 0.0, 1.0, 1.0)
        self._fresh = True
        self._noticed = 0
        self._opened: object = None
        self._lists_open = self._close_lists = False

    @property
    def look(self) -> Look:
        """Theme and scale that are asked for, in the panel or by whom it was made."""
        return self._desk.look

    @look.setter
    def look(self, look: Look) -> None:
        self._desk.look = look

    def feed(self, event: Event) -> bool:
        """Take an event; True: it belongs to the panels and means nothing to the rest of the program."""
        self._imgui.activate()
        swallowed = self._feed.feed(event)
        if self.asks_to_quit and isinstance(event, Key) and event.down and event.name != "escape":
            self.quit = self.quit or event.name in ("return", "enter")
            return True
        return swallowed

    def act(self, action: Action) -> bool:
        """Do what a key asks for; False when the action is none of the interface's."""
        match action:
            case Action.HELP:
                self.help = not self.help
            case Action.INTERFACE:
                self.visible = not self.visible
            case Action.PLOTS:
                self.plots, self.tuning = not self.plots, False
            case Action.SHOTS:
                self._toggle_shots()
            case Action.TUNING:
                self._toggle_tuning()
            case Action.CLOSE:
                self._close_something()
            case _:
                return False
        return True

    def _toggle_shots(self) -> None:
        """Show or hide the list of shots, where there are any."""
        system = self._desk.session.simulation.system
        if not system.ends:
            raise BadInput(f"list of shots: {system.name} throws nothing, trebuchet does")
        self.shots = not self.shots

    def _toggle_tuning(self) -> None:
        """Show or hide the range map and the optimiser of a machine that throws, or the flip map of a double pendulum.

        They are in the place of the plots.
        """
        system = self._desk.session.simulation.system
        if not (self.tuning or system.ends or has_flips(system)):
            raise BadInput(f"map: {system.name} has none; trebuchet has a range map, double-pendulum a flip map")
        self.plots, self.tuning = False, not self.tuning

    def _close_something(self) -> None:
        """Close what is open; with nothing open, ask whether to quit."""
        if self.asks_to_quit:
            self.asks_to_quit = False
        elif self.help:
            self.help = False
        elif self._lists_open:
            self._close_lists = True
        else:
            self.asks_to_quit = True

    def say(self, text: str, warning: bool = False) -> None:
        """Show a message for some seconds."""
        self._desk.say(text, warning)

    def wishes(self) -> list[Wish]:
        """What the panels have asked for since the last call."""
        asked, self._desk.wishes = self._desk.wishes, []
        return asked

    def frame(self, size: tuple[int, int], seconds: float, status: Status) -> InterfaceFrame:
        """The interface for a window of `size` points, `seconds` of wall time after the last one."""
        if self._fresh:  # Dear ImGui hides a panel until it has measured it once; what lies between panels comes last
            self._fresh = False
            built = [self._built(size, passed, status) for passed in (seconds, 0.0, 0.0)]
            return replace(built[-1], textures=[texture for each in built for texture in each.textures])
        return self._built(size, seconds, status)

    def close(self) -> None:
        """Free what Dear ImGui holds."""
        self._imgui.close()

    def _built(self, size: tuple[int, int], seconds: float, status: Status) -> InterfaceFrame:
        self._desk.status = status
        self._desk.pass_time(seconds)
        self._note_events()
        self._fit(size)
        self._note_scene()
        self._imgui.begin(size, status.pixel_ratio, seconds)
        if self._close_lists:
            imgui.internal.close_popup_to_level(0, False)
            self._close_lists = False
        self.free = (0.0, 0.0, 1.0, 1.0)
        self._desk.watch_plots(self.visible and self.plots)
        self._desk.watch_tuning(self.tuning)
        self._desk.glass.begin()
        if self.visible:
            self._lay_out(size, seconds)
        else:
            self._letter(size, seconds, (0.0, 0.0, *size), [])
        if self.help:
            self.help = build_help(self._desk, size)
        if self.asks_to_quit:
            answer = build_quit_question(self._desk, size)
            self.quit = self.quit or answer is True
            self.asks_to_quit = answer is None
        self._lists_open = imgui.is_popup_open("", imgui.PopupFlags_.any_popup.value)
        panes = self._desk.glass.panes(self._desk.theme)
        return replace(self._imgui.end(), panes=panes)

    def _note_events(self) -> None:
        """Say what has happened in the motion since the last frame."""
        past = self._desk.session.past
        new, self._noticed = past.noticed - self._noticed, past.noticed
        if not new:
            return
        quiet = {event.name for event in self._desk.session.simulation.system.events if event.quiet}
        loud = [happening.occurrence for happening in past.happenings[-new:] if happening.occurrence.name not in quiet]
        for occurrence in loud[-MOST_TOASTS:]:
            self._desk.note(str(occurrence), occurrence.name)

    def _note_scene(self) -> None:
        """Say what to look for in a scene that was just opened, where the panel that shows it is closed."""
        session = self._desk.session
        if self._opened is not session.simulation:
            self._opened = session.simulation
            if session.scene.note and not self._panels["controls"] and session.simulation.divergence is None:
                self._desk.note(session.scene.note, "scene")

    def _fit(self, size: tuple[int, int]) -> None:
        """Bring the scale down to what the window has room for, and open what fits at the first frame."""
        self._imgui.activate()
        self._desk.theme.activate()
        theme, look = self._desk.theme, self._desk.look
        scale = min(look.scale, max(1.0, min(size[0] / SMALLEST[0], size[1] / SMALLEST[1])))
        if scale != theme.scale:
            theme.rescale(scale)
        if look.theme != theme.name:
            theme.recolor(look.theme)
        if not self._panels:
            self._panels = {"controls": size[0] >= ROOMY * self._desk.theme.em, "readings": True}

    def _letter(self, size: tuple[int, int], seconds: float, area: Box, covered: list[Box]) -> None:
        """The words of the pictures, which are there without panels, too."""
        self._lettering.draw(self._desk.status.scenes, size, area, covered, self._desk.theme, seconds)

    def _lay_out(self, size: tuple[int, int], seconds: float) -> None:
        desk, em = self._desk, self._desk.theme.em
        margin = MARGIN * em
        bottom = self._timeline(margin, size[0] - margin, size[1] - (BAR_HEIGHT + 0.25) * em)
        compact = size[0] < ROOMY * em
        covered = [self._left(margin, bottom), self._right(size[0] - margin, bottom, compact)]
        left, right = covered[0][2], covered[1][0]
        _place(size[0] / 2, size[1] - margin, (0.5, 1.0))
        were_open = dict(self._panels)
        with window("transport", FITTING):
            desk.glass.lay()
            build_transport(desk, self._panels)
        if compact and all(self._panels.values()):
            self._panels["readings" if not were_open["controls"] else "controls"] = False
        middle, width = (left + right) / 2, max(right - left - 2 * margin, 18.0 * em)
        middle = min(max(middle, width / 2), size[0] - width / 2)
        if self.plots:
            edges = left + margin, right - margin, bottom
            height, share = (TALL_HEIGHT, TALL_SHARE) if self._plots.cutting else (PLOTS_HEIGHT, PLOTS_SHARE)
            bottom = self._below("plots", height * em, self._plots.build, *edges, share)
        throws = bool(desk.session.simulation.system.ends)
        if self.tuning and throws:
            height = TUNING_HEIGHT * em
            bottom = self._below("tuning", height, self._tuning.build, left + margin, right - margin, bottom)
        flips = self.tuning and has_flips(desk.session.simulation.system)
        if flips:
            edges = left + margin, right - margin, bottom
            bottom = self._below("flips", TALL_HEIGHT * em, self._flips.build, *edges, TALL_SHARE)
        shots = self.shots and throws
        if shots:
            height = self._shots.height(desk) * em
            bottom = self._below("shots", height, self._shots.build, left + margin, right - margin, bottom)
        if self.plots or throws or flips or len(desk.status.scenes) > 1:
            self.free = (left / size[0], 0.0, right / size[0], bottom / size[1])
        top = build_signs(desk, middle, margin)
        height = build_divergence(desk, middle, bottom - margin, width)
        build_toasts(desk, middle, bottom - margin - height, width)
        self._letter(size, seconds, (margin, top, size[0] - margin, bottom - margin), covered)

    def _timeline(self, left: float, right: float, bottom: float) -> float:
        """The strip of the past; returns how far down is left for the rest."""
        em = self._desk.theme.em
        top = bottom - TIMELINE_HEIGHT * em
        _place(left, top, (0.0, 0.0))
        imgui.set_next_window_size(imgui.ImVec2(right - left, round(TIMELINE_HEIGHT * em)), imgui.Cond_.always.value)
        imgui.push_style_var(imgui.StyleVar_.window_padding.value, imgui.ImVec2(0.75 * em, 0.2 * em))
        with window("timeline", FIXED | imgui.WindowFlags_.no_scrollbar.value | NO_WHEEL):
            self._desk.glass.lay()
            build_timeline(self._desk)
        imgui.pop_style_var()
        return top

    def _side(self) -> float:
        """How wide a panel at a side is [points]."""
        em = self._desk.theme.em
        share = SIDE_SHARE * imgui.get_io().display_size.x
        return round(min(max(share, SIDE_WIDTH * em), WIDEST_SIDE * em))

    def _left(self, margin: float, bottom: float) -> Box:
        """The panel of controls; returns what it covers."""
        if not self._panels["controls"]:
            return margin, margin, margin, margin
        _place(margin, margin, (0.0, 0.0))
        _size(self._side(), bottom - 2 * margin)
        with window("controls", FIXED):
            self._desk.glass.lay()
            self._controls.build(self._desk)
            return _covered()

    def _below(
        self,
        name: str,
        height: float,
        build: Callable[[Desk], None],
        left: float,
        right: float,
        bottom: float,
        share: float = PLOTS_SHARE,
    ) -> float:
        """A panel between the others, at most this high; returns how far down is left for the rest."""
        height = min(height, share * bottom)
        _place(left, bottom - MARGIN * self._desk.theme.em, (0.0, 1.0))
        imgui.set_next_window_size(imgui.ImVec2(right - left, height), imgui.Cond_.always.value)
        with window(name, FIXED | imgui.WindowFlags_.no_scrollbar.value | NO_WHEEL):
            self._desk.glass.lay()
            build(self._desk)
            return _covered()[1]

    def _right(self, edge: float, bottom: float, compact: bool) -> Box:
        """The panel of readings; returns what it covers."""
        em = self._desk.theme.em
        if not self._panels["readings"]:
            return edge, edge, edge, edge
        _place(edge, MARGIN * em, (1.0, 0.0))
        _size(COMPACT_WIDTH * em if compact else self._side(), bottom - 2 * MARGIN * em)
        with window("readings", FIXED):
            self._desk.glass.lay()
            self._hud.build(self._desk, compact)
            return _covered()


def _covered() -> Box:
    """What the panel being built covers."""
    corner, size = imgui.get_window_pos(), imgui.get_window_size()
    return corner.x, corner.y, corner.x + size.x, corner.y + size.y


def _place(x: float, y: float, pivot: tuple[float, float]) -> None:
    imgui.set_next_window_pos(imgui.ImVec2(round(x), round(y)), imgui.Cond_.always.value, imgui.ImVec2(*pivot))


def _size(width: float, tallest: float) -> None:
    """As wide as this, as high as the content asks for, but no higher than `tallest`; then it scrolls."""
    imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), imgui.ImVec2(width, max(tallest, 40.0)))
    imgui.set_next_window_size(imgui.ImVec2(width, 0.0), imgui.Cond_.always.value)
