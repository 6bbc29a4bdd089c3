"""Which panel is where: controls at the left, readings at the right, what is opened between them, the bar below."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from game.experiments.flip_map import has_flips
from game.model.input import Action
from game.model.panel_layout import COMPACT_WIDTH, MARGIN, ROOMY, TIMELINE_HEIGHT, side, timeline_top
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.panels.controls import Controls
from game.ui.panels.flip_map import FlipsPanel
from game.ui.panels.plots import Plots
from game.ui.panels.readings import InvariantsPanel
from game.ui.panels.shots import ShotsTable
from game.ui.panels.timeline import build_timeline
from game.ui.panels.transport import build_transport
from game.ui.panels.tuning import TuningPanel
from game.ui.widgets.basic import FITTING, FIXED, window
from physics import BadInput

PLOTS_HEIGHT, PLOTS_SHARE = 18.0, 0.42
"""Of the panel of plots [em], and at most of the window above the bar."""
TUNING_HEIGHT = 20.0
TALL_HEIGHT, TALL_SHARE = 28.0, 0.55
"""Of the flip map and of sections, whose patterns are fine."""
CRAMPED = 26.0
"""In a panel narrower than this [em] what is above a plot takes lines of its own, and it may be higher."""
NO_WHEEL = imgui.WindowFlags_.no_scroll_with_mouse.value


class FreeArea(NamedTuple):
    """What panels leave of a window [points].

    covered: what those at the sides lie on. left, right, bottom: where the rest ends.
    """

    covered: list[Box]
    left: float
    right: float
    bottom: float


class Panels:
    """All panels that stay, and which of them are open.

    controls and readings at the sides open where there is room at the first frame. settled: the bar has the size of
    what it holds; Dear ImGui measures that in one frame for the next.
    """

    def __init__(self) -> None:
        self.controls, self.hud, self.plots = Controls(), InvariantsPanel(), Plots()
        self.shots, self.tuning, self.flips = ShotsTable(), TuningPanel(), FlipsPanel()
        self.shows_plots = self.shows_shots = self.shows_map = False
        self.sides: dict[str, bool] = {}
        self.settled = True

    def act(self, action: Action, desk: PanelContext) -> bool:
        """Open or close what a key asks for; False where it is about no panel. Raises BadInput where there is none."""
        match action:
            case Action.PLOTS:
                self.shows_plots, self.shows_map = not self.shows_plots, False
            case Action.SHOTS:
                self._toggle_shots(desk)
            case Action.TUNING:
                self._toggle_map(desk)
            case _:
                return False
        return True

    def _toggle_shots(self, desk: PanelContext) -> None:
        """Show or hide the list of shots, where there are any."""
        system = desk.session.simulation.system
        if not system.ends:
            raise BadInput(f"list of shots: {system.name} throws nothing, trebuchet does")
        self.shows_shots = not self.shows_shots

    def _toggle_map(self, desk: PanelContext) -> None:
        """Show or hide the range map and the optimiser of a machine that throws, or the flip map of a double pendulum.

        They are in the place of the plots.
        """
        system = desk.session.simulation.system
        if not (self.shows_map or system.ends or has_flips(system)):
            raise BadInput(f"map: {system.name} has none; trebuchet has a range map, double-pendulum a flip map")
        self.shows_plots, self.shows_map = False, not self.shows_map

    def fit(self, size: tuple[int, int], em: float) -> None:
        """Open what fits into the window, at the first frame."""
        if not self.sides:
            self.sides = {"controls": size[0] >= ROOMY * em, "readings": True}

    def build(self, size: tuple[int, int], desk: PanelContext) -> FreeArea:
        """The widgets of one frame."""
        em = desk.theme.em
        margin, compact = MARGIN * em, size[0] < ROOMY * em
        bottom = self._timeline(margin, size[0] - margin, timeline_top(size[1], em), desk)
        covered = [self._left(margin, bottom, desk), self._right(size[0] - margin, bottom, compact, desk)]
        self._bar(size, margin, compact, desk)
        left, right = covered[0][2], covered[1][0]
        above = self._between((left + margin, right - margin), bottom, desk)
        return FreeArea(covered, left, right, above)

    def _bar(self, size: tuple[int, int], margin: float, compact: bool, desk: PanelContext) -> None:
        """The bar of buttons, two of which open the sides; where there is little room only one side is open."""
        place_window(size[0] / 2, size[1] - margin, (0.5, 1.0))
        were_open = dict(self.sides)
        with window("transport", FITTING):
            desk.glass.lay()
            build_transport(desk, self.sides)
            self.settled = _as_large_as_its_content()
        if compact and all(self.sides.values()):
            self.sides["readings" if not were_open["controls"] else "controls"] = False

    def _between(self, edges: tuple[float, float], bottom: float, desk: PanelContext) -> float:
        """What is open between the sides, from the lowest up; returns how far down is left for the rest."""
        em, system = desk.theme.em, desk.session.simulation.system
        throws = bool(system.ends)
        if self.shows_plots:
            narrow = edges[1] - edges[0] < CRAMPED * em < bottom
            height, share = (TALL_HEIGHT, TALL_SHARE) if self.plots.cutting or narrow else (PLOTS_HEIGHT, PLOTS_SHARE)
            bottom = _below("plots", height * em, self.plots.build, edges, bottom, desk, share)
        if self.shows_map and throws:
            bottom = _below("tuning", TUNING_HEIGHT * em, self.tuning.build, edges, bottom, desk)
        if self.shows_map and has_flips(system):
            bottom = _below("flips", TALL_HEIGHT * em, self.flips.build, edges, bottom, desk, TALL_SHARE)
        if self.shows_shots and throws:
            bottom = _below("shots", self.shots.height(desk) * em, self.shots.build, edges, bottom, desk)
        return bottom

    def _timeline(self, left: float, right: float, top: float, desk: PanelContext) -> float:
        """The strip of the past; returns how far down is left for the rest."""
        em = desk.theme.em
        place_window(left, top, (0.0, 0.0))
        imgui.set_next_window_size(imgui.ImVec2(right - left, round(TIMELINE_HEIGHT * em)), imgui.Cond_.always.value)
        imgui.push_style_var(imgui.StyleVar_.window_padding.value, imgui.ImVec2(0.75 * em, 0.2 * em))
        with window("timeline", FIXED | imgui.WindowFlags_.no_scrollbar.value | NO_WHEEL):
            desk.glass.lay()
            build_timeline(desk)
        imgui.pop_style_var()
        return top

    def _left(self, margin: float, bottom: float, desk: PanelContext) -> Box:
        """The panel of controls; returns what it covers."""
        if not self.sides["controls"]:
            return margin, margin, margin, margin
        place_window(margin, margin, (0.0, 0.0))
        _size(side(imgui.get_io().display_size.x, desk.theme.em), bottom - 2 * margin)
        with window("controls", FIXED):
            desk.glass.lay()
            self.controls.build(desk)
            return _covered()

    def _right(self, edge: float, bottom: float, compact: bool, desk: PanelContext) -> Box:
        """The panel of readings; returns what it covers."""
        em = desk.theme.em
        if not self.sides["readings"]:
            return edge, edge, edge, edge
        place_window(edge, MARGIN * em, (1.0, 0.0))
        _size(COMPACT_WIDTH * em if compact else side(imgui.get_io().display_size.x, em), bottom - 2 * MARGIN * em)
        with window("readings", FIXED):
            desk.glass.lay()
            self.hud.build(desk, compact)
            return _covered()


def _as_large_as_its_content() -> bool:
    """Whether the panel that is being built was measured as wide as it has become."""
    current = imgui.internal.get_current_window()
    needed = current.dc.cursor_max_pos.x - current.dc.cursor_start_pos.x
    return bool(abs(needed - current.content_size.x) < 1.0)


def _below(
    name: str,
    height: float,
    build: Callable[[PanelContext], None],
    edges: tuple[float, float],
    bottom: float,
    desk: PanelContext,
    share: float = PLOTS_SHARE,
) -> float:
    """A panel between the others, at most this high; returns how far down is left for the rest."""
    left, right = edges
    place_window(left, bottom - MARGIN * desk.theme.em, (0.0, 1.0))
    size = imgui.ImVec2(right - left, min(height, share * bottom))
    imgui.set_next_window_size(size, imgui.Cond_.always.value)
    with window(name, FIXED | imgui.WindowFlags_.no_scrollbar.value | NO_WHEEL):
        desk.glass.lay()
        build(desk)
        return _covered()[1]


def _covered() -> Box:
    """What the panel being built covers."""
    corner, size = imgui.get_window_pos(), imgui.get_window_size()
    return corner.x, corner.y, corner.x + size.x, corner.y + size.y


def place_window(x: float, y: float, pivot: tuple[float, float]) -> None:
    """Where the next window is; pivot: which part of it is there, in its widths and heights."""
    imgui.set_next_window_pos(imgui.ImVec2(round(x), round(y)), imgui.Cond_.always.value, imgui.ImVec2(*pivot))


def _size(width: float, tallest: float) -> None:
    """As wide as this, as high as the content asks for, but no higher than `tallest`; then it scrolls."""
    imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), imgui.ImVec2(width, max(tallest, 40.0)))
    imgui.set_next_window_size(imgui.ImVec2(width, 0.0), imgui.Cond_.always.value)
