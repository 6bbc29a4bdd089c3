"""Layout of the window: controls at the left, readings at the right, other panels between, the bar below."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from game.experiments.flip_map import has_flips
from game.model.input import Action
from game.model.panel_layout import COMPACT_WIDTH, MARGIN, ROOMY_WIDTH, TIMELINE_HEIGHT, side_width, timeline_top
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.panels.controls import Controls
from game.ui.panels.flip_map import FlipsPanel
from game.ui.panels.plots import Plots
from game.ui.panels.readings import InvariantsPanel
from game.ui.panels.record import RecordPanel
from game.ui.panels.shots import ShotsTable
from game.ui.panels.timeline import build_timeline
from game.ui.panels.transport import build_transport
from game.ui.panels.tuning import TuningPanel
from game.ui.widgets.basic import FITTING, FIXED, window
from physics import BadInput

PLOTS_HEIGHT, PLOTS_SHARE = 18.0, 0.42
"""Height of the plot panel [em], and its greatest fraction of the window above the bar."""
TUNING_HEIGHT = 20.0
TALL_HEIGHT, TALL_SHARE = 28.0, 0.55
"""The same for the flip map and sections, which have fine patterns."""
NARROW_PANEL = 26.0
"""Panel width [em] below which the controls above a plot wrap and the panel may be higher."""
RECORD_WIDTH = 25.0
NO_WHEEL = imgui.WindowFlags_.no_scroll_with_mouse.value


class FreeArea(NamedTuple):
    """The area of a window left free by panels [points].

    covered: boxes of the side panels. left, right, bottom: edges of the free area.
    """

    covered: list[Box]
    left: float
    right: float
    bottom: float


def host_record(record: RecordPanel, desk: PanelContext, size: tuple[int, int], room: FreeArea) -> FreeArea:
    """Build the record dialog at the right edge of the window; return what is left free beside it."""
    em = desk.theme.em
    margin, width = MARGIN * em, min(RECORD_WIDTH * em, size[0] - 2 * MARGIN * em)
    place_window(size[0] - margin, margin, (1.0, 0.0))
    high = imgui.ImVec2(width, max(room.bottom - 2 * margin, 4 * em))
    imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), high)
    if record.appears:
        imgui.set_next_window_focus()
        record.appears = False
    with window("record", FITTING):
        desk.glass.card(desk.theme)
        record.build(desk)
        left = imgui.get_window_pos().x
    box = left, margin, size[0] - margin, room.bottom
    return room._replace(covered=[*room.covered, box], right=min(room.right, left - margin))


class Panels:
    """The permanent panels and which of them are open.

    The side panels, controls and readings, are opened in the first frame if there is room. settled: true if the bar has
    the size of its content, which Dear ImGui measures in one frame for the next.
    """

    def __init__(self) -> None:
        self.controls, self.hud, self.plots = Controls(), InvariantsPanel(), Plots()
        self.shots, self.tuning, self.flips = ShotsTable(), TuningPanel(), FlipsPanel()
        self.shows_plots = self.shows_shots = self.shows_map = False
        self.sides: dict[str, bool] = {}
        self.settled = True

    def act(self, action: Action, desk: PanelContext) -> bool:
        """Open or close a panel; return False for other actions. Raises BadInput if the system has no such panel."""
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
        """Show or hide the list of shots. Raises BadInput for a system without shots."""
        system = desk.session.simulation.system
        if not system.ends:
            raise BadInput(f"list of shots: {system.name} throws nothing, trebuchet does")
        self.shows_shots = not self.shows_shots

    def _toggle_map(self, desk: PanelContext) -> None:
        """Show or hide range map and optimisation of a throwing machine, or the flip map of a double pendulum.

        They replace the plots. Raises BadInput for a system with neither.
        """
        system = desk.session.simulation.system
        if not (self.shows_map or system.ends or has_flips(system)):
            raise BadInput(f"map: {system.name} has none; trebuchet has a range map, double-pendulum a flip map")
        self.shows_plots, self.shows_map = False, not self.shows_map

    def fit(self, size: tuple[int, int], em: float) -> None:
        """Open the side panels that fit into the window, in the first frame."""
        if not self.sides:
            self.sides = {"controls": size[0] >= ROOMY_WIDTH * em, "readings": True}

    def build(self, size: tuple[int, int], desk: PanelContext) -> FreeArea:
        """Build the widgets of one frame."""
        em = desk.theme.em
        margin, compact = MARGIN * em, size[0] < ROOMY_WIDTH * em
        bottom = self._timeline(margin, size[0] - margin, timeline_top(size[1], em), desk)
        covered = [self._left(margin, bottom, desk), self._right(size[0] - margin, bottom, compact, desk)]
        self._bar(size, margin, compact, desk)
        left, right = covered[0][2], covered[1][0]
        above = self._between((left + margin, right - margin), bottom, desk)
        return FreeArea(covered, left, right, above)

    def _bar(self, size: tuple[int, int], margin: float, compact: bool, desk: PanelContext) -> None:
        """Build the transport bar, whose buttons also open the side panels; in a small window only one of them."""
        place_window(size[0] / 2, size[1] - margin, (0.5, 1.0))
        were_open = dict(self.sides)
        with window("transport", FITTING):
            desk.glass.lay()
            build_transport(desk, self.sides)
            self.settled = _as_large_as_its_content()
        if compact and all(self.sides.values()):
            self.sides["readings" if not were_open["controls"] else "controls"] = False

    def _between(self, edges: tuple[float, float], bottom: float, desk: PanelContext) -> float:
        """Build the panels between the side panels, from the lowest up; return the lower edge of the rest."""
        em, system = desk.theme.em, desk.session.simulation.system
        throws = bool(system.ends)
        if self.shows_plots:
            narrow = edges[1] - edges[0] < NARROW_PANEL * em < bottom
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
        """Build the timeline; return the lower edge of the rest."""
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
        """Build the panel of controls; return its box."""
        if not self.sides["controls"]:
            return margin, margin, margin, margin
        place_window(margin, margin, (0.0, 0.0))
        _size(side_width(imgui.get_io().display_size.x, desk.theme.em), bottom - 2 * margin)
        with window("controls", FIXED):
            desk.glass.lay()
            self.controls.build(desk)
            return _covered()

    def _right(self, edge: float, bottom: float, compact: bool, desk: PanelContext) -> Box:
        """Build the panel of readings; return its box."""
        em = desk.theme.em
        if not self.sides["readings"]:
            return edge, edge, edge, edge
        place_window(edge, MARGIN * em, (1.0, 0.0))
        _size(
            COMPACT_WIDTH * em if compact else side_width(imgui.get_io().display_size.x, em), bottom - 2 * MARGIN * em
        )
        with window("readings", FIXED):
            desk.glass.lay()
            self.hud.build(desk, compact)
            return _covered()


def _as_large_as_its_content() -> bool:
    """Return whether the panel that is being built has the width measured in the last frame."""
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
    """Build a panel between the others, at most `height` high; return the lower edge of the rest."""
    left, right = edges
    place_window(left, bottom - MARGIN * desk.theme.em, (0.0, 1.0))
    size = imgui.ImVec2(right - left, min(height, share * bottom))
    imgui.set_next_window_size(size, imgui.Cond_.always.value)
    with window(name, FIXED | imgui.WindowFlags_.no_scrollbar.value | NO_WHEEL):
        desk.glass.lay()
        build(desk)
        return _covered()[1]


def _covered() -> Box:
    """Return the box of the panel being built."""
    corner, size = imgui.get_window_pos(), imgui.get_window_size()
    return corner.x, corner.y, corner.x + size.x, corner.y + size.y


def place_window(x: float, y: float, pivot: tuple[float, float]) -> None:
    """Set the position of the next window; pivot: the point of it at that position, in its widths and heights."""
    imgui.set_next_window_pos(imgui.ImVec2(round(x), round(y)), imgui.Cond_.always.value, imgui.ImVec2(*pivot))


def _size(width: float, tallest: float) -> None:
    """Set the width of the next window; its height follows its content up to `tallest`, then it scrolls."""
    imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), imgui.ImVec2(width, max(tallest, 40.0)))
    imgui.set_next_window_size(imgui.ImVec2(width, 0.0), imgui.Cond_.always.value)
