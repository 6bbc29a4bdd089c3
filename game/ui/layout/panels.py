"""The permanent panels: which of them are open, and where each is built in a window of any size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from imgui_bundle import imgui
from msgspec.structs import replace

from game.camera.lookahead import max_body_size
from game.experiments.measurements.measured import MeasuredTable
from game.model.input import Action
from game.model.panel_layout import (
    BAR_HEIGHT,
    MARGIN,
    NO_PANELS,
    PANEL_WIDTH,
    READINGS_ROOM,
    READINGS_WIDTH,
    SUMMARY_HEIGHT,
    TIMELINE_HEIGHT,
    TITLE_HEIGHT,
    TWO_PANELS,
    Form,
    PanelState,
    dock_top,
    form_of,
    rail_in,
)
from game.model.words import later
from game.session.actions import compare_methods
from game.ui.label_placement import Box
from game.ui.layout.dock import build_dock
from game.ui.layout.panel_frame import build_frame
from game.ui.layout.rail import RailPanel, build_rail, build_row
from game.ui.layout.title_chip import build_summary, build_title
from game.ui.learn.challenge_card import ChallengeCard
from game.ui.learn.explain import ExplainPanel
from game.ui.learn.start_card import StartCard
from game.ui.learn.tour_card import TourCard
from game.ui.note_placement import FadingPanel
from game.ui.panels.body import BodyPanel
from game.ui.panels.compare import ComparePanel
from game.ui.panels.context import PanelContext
from game.ui.panels.method import build_method
from game.ui.panels.outcome_map import MapPanel
from game.ui.panels.plots.plot_panel import Plots
from game.ui.panels.readings.readings_panel import ReadingsPanel
from game.ui.panels.record import RecordPanel
from game.ui.panels.scenes import ScenesPanel
from game.ui.panels.shots import ShotsTable
from game.ui.panels.timeline.panel import TimelinePanel
from game.ui.panels.timeline.undo_list import WIDTH, UndoList
from game.ui.panels.view import ViewPanel
from game.ui.widgets.basic import ALWAYS, FIXED, NO_SCROLL, WINDOW_PADDING, window
from game.ui.widgets.icons import Icon
from game.ui.widgets.item_boxes import window_box
from physics import BadInput

if TYPE_CHECKING:
    from game.scenefile.sketch import Sketch
    from game.ui.workshop.workshop_panels import WorkshopPanels

OPENING = frozenset(
    (
        Action.START, Action.GUIDED_TOUR, Action.LESSON, Action.CHALLENGES, Action.PLOTS, Action.COMPARE_METHODS,
        Action.SHOTS, Action.TUNING, Action.OPTIMISE, Action.UNDO_LIST,
    )
)  # fmt: skip
"""Actions that open or close a panel or a card, beside those of the rail."""
PLOTS_SHARE, NARROW_SHARE = 0.42, 0.62
"""Fraction of the window above the dock that panels across the window may take, and that in a narrow one."""
BODY_SHARE = 0.41
"""Part of the window's height that plots leave to the body; they take at least the share of other panels."""
LARGE_WIDTH, LARGE_SHARE = 51.0, 0.64
"""Width of diagrams and maps at the right [em], and their greatest fraction of the width of the window."""
LOW = 16.0
"""Height [em] below which a panel in a narrow window covers the line above, too."""
LEAST_TITLE = 14.0
"""Width [em] below which there is no title."""
SHEET_SHARE = 0.6
"""Greatest part of a narrow window's height that a panel takes."""
TALL_READINGS = 0.66
"""Part of the height above the dock from which the readings lie beside the picture instead of over its corner."""
READINGS_SHARE = 0.4
"""Greatest part of it that the readings take."""
WORDS_SEEN = 0.5
"""Opacity of the words of readings whose ground has faded wholly."""
LEAST_ABOVE = 6.0
"""Height above the dock of a wide window below which there is the dock alone [em]."""


class FreeArea(NamedTuple):
    """The area of a window left free by panels [points].

    covered: boxes of the panels over it. left, top, right, bottom: edges of the free area. corner: box of the readings
    where they cover its upper right corner.
    """

    covered: list[Box]
    left: float
    top: float
    right: float
    bottom: float
    corner: Box | None = None


class LargePanel(NamedTuple):
    """A diagram or map, which opens at the right beside the picture: name of its window, title, and contents.

    empty: whether nothing is drawn yet, so that the panel is only as high as its words.
    """

    name: str
    title: str
    build: Callable[[PanelContext], None]
    empty: bool = False


class Panels:
    """The permanent panels and which of them are open: at the rail (`state`), plots, shots and maps."""

    def __init__(self, state: PanelState = NO_PANELS) -> None:
        self.state = state
        self.timeline, self.undo_list = TimelinePanel(), UndoList()
        self.hud, self.plots = ReadingsPanel(), Plots(self.timeline)
        self.shots, self.map = ShotsTable(), MapPanel()
        self.explain, self.start = ExplainPanel(), StartCard()
        self.tours, self.challenges = TourCard(), ChallengeCard()
        self.workshop: WorkshopPanels | None = None
        """The panels of the workshop, from its first opening on."""
        self.rail: tuple[RailPanel, ...] = (
            RailPanel(
                "scenes", later("Scenes"), later("Scenes"), Icon.SCENES, Action.SCENES, ScenesPanel().build, None
            ),
            RailPanel("build", later("Build"), later("Build or change a machine"), Icon.BUILD, Action.BUILD, _offer),
            RailPanel("body", later("Body"), later("Body"), Icon.BODY, Action.BODY, BodyPanel().build),
            RailPanel("method", later("Method"), later("Integrator"), Icon.METHOD, Action.METHOD, build_method),
            RailPanel(
                "compare", later("Compare"), later("Comparison"), Icon.COMPARE, Action.COMPARE, ComparePanel().build
            ),
            RailPanel("view", later("View"), later("View"), Icon.EYE, Action.VIEW, ViewPanel().build),
            RailPanel(
                "explain", later("Explain"), later("Explanation"), Icon.EXPLAIN, Action.EXPLAIN, self.explain.build
            ),
        )
        self.record = RecordPanel()
        self.shows_plots = self.shows_shots = self.shows_map = self.shows_undo = False
        self._form = Form.WIDE
        self._room = TWO_PANELS
        self._large: LargePanel | None = None
        self._plotted: object = None
        """The scene whose table has been shown in the plots."""
        self._crowded = self._folds = False
        self.fade, self._over = FadingPanel(), (0.0, 0.0, 0.0, 0.0)

    # Which panels are open ------------------------------------------------------------------------------

    def is_open(self, name: str) -> bool:
        """Return whether a panel of the rail is open."""
        return name in self.state.open

    def toggle(self, name: str) -> None:
        """Open or close a panel of the rail; one that opens closes those that are not pinned."""
        if self.is_open(name):
            self.close(name)
            return
        if self._room < TWO_PANELS:
            if self.record.open:
                self.record.toggle()
            self._close_large()
        pinned = [each for each in self.state.open if each in self.state.pinned]
        kept = pinned[-1:] if self._room >= TWO_PANELS and self._panel(name).width is not None else []
        self.state = replace(self.state, open=(*kept, name))

    def close(self, name: str) -> None:
        """Close a panel of the rail."""
        self.state = replace(self.state, open=tuple(each for each in self.state.open if each != name))

    def _close_large(self) -> None:
        """Close the diagram or map at the right, if there is one."""
        if self._large is None:
            return
        if self._large.name == "map":
            self.shows_map = False
        else:
            self.plots.back()
        self._large = None

    def plot(self, table: MeasuredTable, desk: PanelContext) -> None:
        """Show the plots, with quantities of a table."""
        self.shows_plots, self.shows_map = True, False
        self.plots.show(table, desk.session.simulation.system)
        self._plotted = desk.session.scene

    def _plot_measured(self, desk: PanelContext) -> None:
        """Show quantities of the measured table of the scene when the plots are first opened beside it."""
        session = desk.session
        table = session.run.measured.table(session.run.tables)
        if self.shows_plots and table is not None and self._plotted is not session.scene:
            self.plots.show(table, session.simulation.system)
            self._plotted = session.scene

    def close_last(self, desk: PanelContext) -> bool:
        """Close what is uppermost of what is open; return whether anything was.

        The list of what was done, the diagram at the right, the last panel of the rail, the cards, shots, plots.
        """
        if self.shows_undo:
            self.shows_undo = False
        elif self._large is not None:
            self._close_large()
        elif self.state.open:
            self.close(self.state.open[-1])
        elif self.start.open:
            self.start.toggle()
        elif self.tours.open:
            self.tours.toggle()
        elif self.challenges.is_open(desk):
            self.challenges.close(desk)
        elif self.shows_shots:
            self.shows_shots = False
        elif self.shows_plots:
            self.shows_plots = False
        else:
            return False
        return True

    def close_failed(self, name: str) -> None:
        """Close what is built in the window of this name, because it fails."""
        self.close(name)
        if self._large is not None and name == self._large.name:
            self._close_large()
        if name == "record" and self.record.open:
            self.record.toggle()
        self.shows_plots = self.shows_plots and name != "plots"
        self.shows_shots = self.shows_shots and name != "shots"
        self.shows_undo = self.shows_undo and name != "undo"

    def _panel(self, name: str) -> RailPanel:
        return next(panel for panel in self.rail if panel.name == name)

    def act(self, action: Action, desk: PanelContext) -> bool:
        """Open or close a panel; return False for other actions. Raises BadInput if the system has no such panel."""
        for panel in self.rail:
            if panel.action is action and action is not Action.BUILD:
                self.toggle(panel.name)
                return True
        match action:
            case Action.START:
                self.start.toggle()
            case Action.GUIDED_TOUR:
                self.tours.toggle()
            case Action.LESSON:
                self.tours.toggle_lesson(desk)
            case Action.NEXT_SCENE | Action.PREVIOUS_SCENE:
                return self.tours.turn(desk, 1 if action is Action.NEXT_SCENE else -1)
            case Action.CHALLENGES:
                self.challenges.toggle(desk)
            case Action.PLOTS:
                self.shows_plots, self.shows_map = not self.shows_plots, False
                self._plot_measured(desk)
            case Action.COMPARE_METHODS:
                compare_methods(desk.session)
                self.shows_plots, self.shows_map = True, False
                self.plots.show_first(desk.session.simulation.system)
            case Action.REPORT | Action.REPORT_SVG:
                self.plots.ask_report(desk, ".pdf" if action is Action.REPORT else ".svg")
            case Action.SHOTS:
                self._toggle_shots(desk)
            case Action.TUNING:
                self.shows_plots, self.shows_map = False, self.map.searching or not self.shows_map
                self.map.searching = False
            case Action.OPTIMISE:
                shown = self.shows_map and self.map.searching
                self.map.search(desk.session.simulation.system)
                self.shows_plots, self.shows_map = False, not shown
            case Action.UNDO_LIST:
                self.shows_undo = not self.shows_undo
            case _:
                return self.timeline.act(action)
        return True

    def _toggle_shots(self, desk: PanelContext) -> None:
        """Show or hide the list of shots. Raises BadInput for a system without shots."""
        system = desk.session.simulation.system
        if not system.ends:
            raise BadInput(f"list of shots: {system.name} throws nothing, trebuchet does")
        self.shows_shots = not self.shows_shots

    # One frame ------------------------------------------------------------------------------------------

    def build(self, size: tuple[int, int], desk: PanelContext) -> FreeArea:
        """Build the widgets of one frame."""
        em = desk.theme.em
        form, self._room = form_of(size, em), size[0] / em
        _follow_offer(self, desk)
        self._form = form
        self._large = self._large_panel(desk)
        desk.plots_open, desk.shots_open, desk.map_open = self.shows_plots, self.shows_shots, self.shows_map
        desk.compare_open, desk.body_open = "compare" in self.state.open, "body" in self.state.open
        height = self.timeline.height(desk)
        desk.undo_open, desk.branches_open = self.shows_undo, height > 2 * TIMELINE_HEIGHT
        bottom = self._dock(size, form, height, desk)
        if form is Form.NARROW:
            return self._narrow(size, bottom, desk)
        return self._wide(size, form, bottom, desk)

    def _large_panel(self, desk: PanelContext) -> LargePanel | None:
        """Return the diagram or map that is open, or None."""
        self.plots.leave_stability(desk.session.simulation.system)
        if self.shows_plots and self.plots.diagram == "precision":
            return LargePanel(
                "precision",
                later("Work and precision"),
                self.plots.precision.build,
                desk.session.run.beside.precision is None,
            )
        if self.shows_plots and self.plots.diagram == "section":
            return LargePanel("section", later("Poincaré section"), self.plots.section.build)
        if self.shows_plots and self.plots.diagram == "stability":
            return LargePanel("stability", later("Stability"), self.plots.stability.build)
        if self.shows_map:
            beside, searching = desk.session.run.beside, self.map.searches(desk.session.simulation.system)
            empty = beside.tuning.search is None if searching else beside.outcome_map is None
            return LargePanel("map", later("Optimisation") if searching else later("Map"), self.map.build, empty)
        return None

    def _shown(self) -> list[RailPanel]:
        """Return the open panels that the window has room for: the last alone, or two from a certain width on.

        The record dialog is one of them, and so is a diagram.
        """
        if (self.record.open or self._large is not None) and self._room < TWO_PANELS:
            return []
        opened = [self._panel(name) for name in self.state.open if any(panel.name == name for panel in self.rail)]
        return opened if self._room >= TWO_PANELS else opened[-1:]

    def _wide(self, size: tuple[int, int], form: Form, bottom: float, desk: PanelContext) -> FreeArea:
        """Build a window with a rail; return what is free."""
        em = desk.theme.em
        margin = MARGIN * em
        whole = margin, size[0] - margin
        bottom = self._plots(whole, bottom, desk)
        if bottom < LEAST_ABOVE * em:
            return FreeArea([], margin, 0.0, size[0] - margin, max(bottom, margin))
        rail = rail_in(form, em, bottom - 2 * margin, len(self.rail))
        left = 2 * margin + rail.width
        self._clicked(build_rail(desk, self.rail, _chosen(self.state, desk), rail), desk)
        shown = self._shown()
        fills = any(panel.width is None for panel in shown)
        covered = [(margin, margin, margin + rail.width, margin + rail.height)]
        readings: Box | None = None
        recording, aside = self.record.open and not fills, float(size[0])
        opened = None if fills or recording or self._large is not None else _opened_workshop(self, desk)
        if opened is not None:
            return self._wide_workshop(*opened, (left, margin, size[0] - margin, bottom - margin), covered, desk)
        if recording:
            place = size[0] - margin - PANEL_WIDTH * em, margin, size[0] - margin, bottom - margin
            covered.append(self._record(place, desk))
            aside = covered[-1][0]
        elif self._large is not None and not fills:
            width = min(LARGE_WIDTH * em, LARGE_SHARE * size[0])
            place = size[0] - margin - width, margin, size[0] - margin, bottom - margin
            covered.append(self._build_large(place, desk))
            aside = covered[-1][0]
        elif not fills and self._fits(left + self._width_of(shown) * em, size[0] - margin, em):
            readings = self._readings(size[0] - margin, bottom, desk)
            covered.append(readings)
            aside = readings[0]
        panels = self._rail_panels(shown, (left, whole[1]), bottom, desk)
        covered += panels
        if not shown and aside - margin - left >= LEAST_TITLE * em:
            covered.append(build_title(desk, left, margin, aside - margin))
        if panels and not fills:
            left = max(box[2] for box in panels) + margin
        right = float(size[0])
        # Of two pictures side by side the right one has no room beside a panel over its corner.
        tall = aside < size[0] and (desk.session.run.split or self._tall(covered[1][3] / bottom))
        if not fills and (recording or self._large is not None or tall):
            right = aside
        if fills:
            return FreeArea(covered, left, 0.0, right, bottom)
        top = 0.0 if shown else margin + TITLE_HEIGHT * em
        covered += self._undo((left, aside - margin), (top, bottom), desk)
        lower = self._between((left, min(aside, right) - margin), bottom, desk)
        return FreeArea(covered, left, top, right - margin if right == size[0] else right, lower, readings)

    def _wide_workshop(
        self, workshop: WorkshopPanels, sketch: Sketch, area: Box, covered: list[Box], desk: PanelContext
    ) -> FreeArea:
        """Build the workshop beside the rail, within an area [points]; return what is free. covered: by the rail."""
        margin = MARGIN * desk.theme.em
        readings = self._readings(area[2], area[3] + margin, desk) if desk.session.simulation.tick > 0 else None
        panels = self._rail_panels(self._shown(), (area[0], area[2]), area[3] + margin, desk)
        left = max((box[2] + margin for box in panels), default=area[0])
        found = workshop.build(desk, sketch, (left, *area[1:]), readings, bool(panels))
        covered += [*panels, *found.covered, *self._undo((found.left, area[2]), (found.top, found.bottom), desk)]
        return FreeArea(covered, found.left, found.top, found.right, found.bottom, readings)

    def _tall(self, lower_edge: float) -> bool:
        """Return whether the picture is framed beside the readings, whose lower edge is at this part of the height."""
        return lower_edge > TALL_READINGS or (self.state.tall and not self._crowded)

    def _width_of(self, shown: Sequence[RailPanel]) -> float:
        """Return the width of the open panels of the rail with the margins beside them [em]."""
        return sum(self.state.widths.get(panel.name, panel.width or 0.0) + MARGIN for panel in shown)

    def _narrow(self, size: tuple[int, int], bottom: float, desk: PanelContext) -> FreeArea:
        """Build a narrow window, whose panels are sheets from below; return what is free."""
        em = desk.theme.em
        margin, top = MARGIN * em, (SUMMARY_HEIGHT + 2 * MARGIN) * em
        whole = margin, size[0] - margin
        opened = bool(self.state.open) or self.record.open or self._large is not None
        if (opened or self.shows_plots or self.shows_map) and bottom - top < LOW * em:
            covered, top = [], margin
        else:
            covered = [(margin, margin, size[0] - margin, top - margin)]
            if build_summary(desk, size[0], self.state.readings and not opened):
                self.state = replace(self.state, readings=not self.state.readings or opened, open=())
        if self.record.open:
            highest = max(bottom - margin - SHEET_SHARE * size[1], top)
            covered.append(self._record((whole[0], highest, whole[1], bottom - margin), desk, from_below=True))
            bottom = covered[-1][1]
        elif self._large is not None:
            covered.append(self._build_large((whole[0], top, whole[1], bottom - margin), desk))
            bottom = covered[-1][1]
        made = None if opened or self.shows_plots else _opened_workshop(self, desk)
        if made is not None:
            found = made[0].build_narrow(desk, made[1], (whole[0], top, whole[1], bottom - margin))
            return FreeArea([*covered, *found.covered], margin, found.top, size[0] - margin, found.bottom)
        for panel in self._shown()[-1:]:
            highest = max(bottom - margin - SHEET_SHARE * size[1], top)
            place = whole[0], highest, whole[1], bottom - margin
            fills = panel.width is None
            done = build_frame(panel.name, panel.title, place, panel.build, desk, from_below=not fills)
            covered.append(done.box)
            bottom = done.box[1]
            if done.closed:
                self.close(panel.name)
        if not opened:
            bottom = self._plots(whole, bottom, desk, top)
            bottom = self._between(whole, bottom, desk, top)
            covered += self._undo(whole, (top, bottom), desk)
            if self.state.readings and not (self.shows_plots or self.shows_map or self.shows_shots):
                bottom = self._sheet_of_readings(whole, (top, bottom), desk)
        return FreeArea(covered, margin, top, size[0] - margin, bottom)

    def _build_large(self, place: Box, desk: PanelContext) -> Box:
        """Build the diagram or map in a place; return its box."""
        assert self._large is not None
        done = build_frame(self._large.name, self._large.title, place, self._large.build, desk, fits=self._large.empty)
        if done.closed:
            self._close_large()
        return done.box

    def _record(self, place: Box, desk: PanelContext, from_below: bool = False) -> Box:
        """Build the record dialog within a place, as high as what it holds; return its box."""
        build = self.record.build
        foot = self.record.build_start
        done = build_frame("record", later("Record"), place, build, desk, from_below=from_below, fits=True, foot=foot)
        if done.closed:
            self.record.toggle()
        return done.box

    def _sheet_of_readings(self, edges: tuple[float, float], free: tuple[float, float], desk: PanelContext) -> float:
        """Build the readings of a narrow window as a sheet where `free` height is left; return its upper edge."""
        margin, bottom = MARGIN * desk.theme.em, free[1]
        room = min(READINGS_SHARE * imgui.get_io().display_size.y, free[1] - free[0] - margin)
        if room < 4.0 * desk.theme.em:
            return bottom
        place_window(edges[0], bottom - margin, (0.0, 1.0))
        _size(edges[1] - edges[0], room)
        with window("readings", FIXED):
            desk.glass.lay()
            self.state = self.hud.build_sheet(desk, self.state)
            return window_box()[1]

    def _clicked(self, name: str, desk: PanelContext) -> None:
        """Open or close what an entry of the rail stands for. name: of that which was clicked, "" for none."""
        if name == "build":
            desk.ask(Action.BUILD)
        elif name:
            self.toggle(name)

    def _rail_panels(
        self, shown: list[RailPanel], edges: tuple[float, float], bottom: float, desk: PanelContext
    ) -> list[Box]:
        """Build the open panels of the rail beside one another; return their boxes."""
        em = desk.theme.em
        margin, left, boxes = MARGIN * em, edges[0], []
        for panel in shown:
            usual = PANEL_WIDTH if panel.width is None else panel.width
            width = min(self.state.widths.get(panel.name, usual) * em, edges[1] - left)
            if panel.width is None:
                width = edges[1] - left
            place = left, margin, left + width, bottom - margin
            pin = None if panel.width is None or self._room < TWO_PANELS else panel.name in self.state.pinned
            done = build_frame(panel.name, panel.title, place, panel.build, desk, pin, panel.width is not None)
            boxes.append(done.box)
            left = done.box[2] + margin
            if done.closed:
                self.close(panel.name)
            if done.pinned:
                self._pin(panel.name)
            if done.width is not None:
                self.state = replace(self.state, widths={**self.state.widths, panel.name: round(done.width, 2)})
        return boxes

    def _pin(self, name: str) -> None:
        """Pin or unpin a panel."""
        pinned = self.state.pinned
        kept = tuple(each for each in pinned if each != name) if name in pinned else (*pinned, name)
        self.state = replace(self.state, pinned=kept)

    def _fits(self, left: float, right: float, em: float) -> bool:
        """Return whether the readings fit between two edges [points]; note whether they fold, to leave more room."""
        room = (right - left) / em - READINGS_WIDTH
        crowded = room < READINGS_ROOM
        if crowded is not self._crowded:
            self._crowded = self._folds = crowded
        return room >= 0.0

    def _readings(self, edge: float, bottom: float, desk: PanelContext) -> Box:
        """Build the panel of readings at the upper right; return its box."""
        em = desk.theme.em
        place_window(edge, MARGIN * em, (1.0, 0.0))
        _size(READINGS_WIDTH * em, bottom - 2 * MARGIN * em)
        padding = imgui.ImVec2(round(em), round(0.25 * em))  # a fraction of a point would be scrolled
        imgui.push_style_var(WINDOW_PADDING, padding)
        seen = _faded(self.fade, self._over, desk)
        imgui.push_style_var(imgui.StyleVar_.alpha.value, WORDS_SEEN + (1.0 - WORDS_SEEN) * seen)
        with window("readings", FIXED):
            desk.glass.lay(seen=seen)
            line = self._folds if self._crowded else self.state.folded
            state = self.hud.build(desk, replace(self.state, folded=line))
            if self._crowded:  # what is folded for want of room is not remembered
                self._folds, state = state.folded, replace(state, folded=self.state.folded)
            self.state = state
            self._over = window_box()
        imgui.pop_style_var(2)
        return self._over

    def _dock(self, size: tuple[int, int], form: Form, height: float, desk: PanelContext) -> float:
        """Build the dock with the time strip, which is so high [em]; return its upper edge."""
        em = desk.theme.em
        margin, top = MARGIN * em, dock_top(size, em, height)
        left, right, strip = margin, size[0] - margin, top + height * em
        desk.glass.lay_box(left, top, right, size[1] - margin)
        place_window(left, top, (0.0, 0.0))
        imgui.set_next_window_size(imgui.ImVec2(right - left, round(height * em)), ALWAYS)
        imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(0.75 * em, 0.2 * em))
        with window("timeline", FIXED | NO_SCROLL):
            self.timeline.build(desk)
        imgui.pop_style_var()
        place_window(left, strip, (0.0, 0.0))
        imgui.set_next_window_size(imgui.ImVec2(right - left, size[1] - margin - strip), ALWAYS)
        imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(0.75 * em, 0.0))
        with window("dock", FIXED | NO_SCROLL):
            width = imgui.get_content_region_avail().x
            corner = imgui.get_cursor_screen_pos()
            build_dock(desk, form, width)
            if form is Form.NARROW:
                imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, corner.y + (BAR_HEIGHT + 0.1) * em))
                self._clicked(build_row(desk, self.rail, _chosen(self.state, desk), width), desk)
        imgui.pop_style_var()
        return top

    def _undo(self, edges: tuple[float, float], free: tuple[float, float], desk: PanelContext) -> list[Box]:
        """Build the list of what was done, above its button; return its box, if it is shown."""
        if not self.shows_undo:
            return []
        em, margin, bottom = desk.theme.em, MARGIN * desk.theme.em, free[1]
        place_window(edges[0], bottom - margin, (0.0, 1.0))
        height = min(self.undo_list.height(desk) * em, bottom - 2 * margin - free[0])
        imgui.set_next_window_size(imgui.ImVec2(min(WIDTH * em, edges[1] - edges[0]), height), ALWAYS)
        with window("undo", FIXED | NO_SCROLL):
            desk.glass.lay()
            self.undo_list.build(desk)
            return [window_box()]

    def _plots(self, edges: tuple[float, float], bottom: float, desk: PanelContext, top: float = 0.0) -> float:
        """Build the plots above the dock, across the window, at most up to `top`; return the lower edge of the rest."""
        if not self.shows_plots or self.plots.large:
            return bottom
        imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(0.75 * desk.theme.em, 0.25 * desk.theme.em))
        spare = bottom - MARGIN * desk.theme.em - BODY_SHARE * imgui.get_io().display_size.y
        share = NARROW_SHARE if self._form is Form.NARROW else PLOTS_SHARE
        height = self.plots.height(desk.theme.em, max(spare, share * bottom))
        height = min(height, bottom - MARGIN * desk.theme.em - top)
        upper = _below("plots", height, self.plots.build, edges, bottom, desk, 1.0)
        imgui.pop_style_var()
        return upper

    def _between(self, edges: tuple[float, float], bottom: float, desk: PanelContext, top: float = 0.0) -> float:
        """Build the other panels above the dock, from the lowest to `top`; return the lower edge of the rest."""
        em, system = desk.theme.em, desk.session.simulation.system
        throws = bool(system.ends)
        if self.shows_shots and throws:
            bottom = _below("shots", self.shots.height(desk) * em, self.shots.build, edges, bottom, desk)
        return bottom


def _opened_workshop(panels: Panels, desk: PanelContext) -> tuple[WorkshopPanels, Sketch] | None:
    """Return the panels of the workshop and the sketch that they show, None while it is closed."""
    if not desk.session.workshop.active:
        return None
    if panels.workshop is None:
        from game.ui.workshop.workshop_panels import WorkshopPanels  # only those who build need its modules

        panels.workshop = WorkshopPanels()
    sketch = panels.workshop.shown(desk)
    return None if sketch is None else (panels.workshop, sketch)


def _faded(fade: FadingPanel, box: Box, desk: PanelContext) -> float:
    """Return the opacity of the readings, in this box: they fade while bodies are under them and no pointer is over."""
    io = imgui.get_io()
    size = int(io.display_size.x), int(io.display_size.y)
    fade.look(desk.status.scenes, size, max_body_size(desk.session.look), box, io.delta_time)
    at = io.mouse_pos
    over = box[0] <= at.x <= box[2] and box[1] <= at.y <= box[3]
    return fade.ease(over or desk.theme.name == "high-contrast", desk.still, io.delta_time)


def _offer(desk: PanelContext) -> None:
    """Build what can be built of a scene that is no machine."""
    from game.ui.workshop.parts_panel import build_offer  # only those who build need its module

    build_offer(desk)


def _follow_offer(panels: Panels, desk: PanelContext) -> None:
    """Open the panel that offers to take a scene apart, or close it, when that is asked for; a machine needs none."""
    state = desk.session.workshop
    if state.asks:
        state.asks = False
        panels.toggle("build")
    if panels.is_open("build") and (state.active or desk.session.run.workshop is not None):
        panels.close("build")


def _chosen(state: PanelState, desk: PanelContext) -> tuple[str, ...]:
    """Return the names of the entries of the rail that are shown as open."""
    return (*state.open, *(("build",) if desk.session.workshop.active else ()))


def _below(
    name: str,
    height: float,
    build: Callable[[PanelContext], None],
    edges: tuple[float, float],
    bottom: float,
    desk: PanelContext,
    share: float = PLOTS_SHARE,
) -> float:
    """Build a panel above the dock, at most `height` high; return the lower edge of the rest."""
    left, right = edges
    place_window(left, bottom - MARGIN * desk.theme.em, (0.0, 1.0))
    size = imgui.ImVec2(right - left, min(height, share * bottom))
    imgui.set_next_window_size(size, ALWAYS)
    with window(name, FIXED | NO_SCROLL):
        desk.glass.lay()
        build(desk)
        return window_box()[1]


def place_window(x: float, y: float, pivot: tuple[float, float]) -> None:
    """Set the position of the next window; pivot: the point of it at that position, in its widths and heights."""
    imgui.set_next_window_pos(imgui.ImVec2(round(x), round(y)), ALWAYS, imgui.ImVec2(*pivot))


def _size(width: float, tallest: float) -> None:
    """Set the width of the next window; its height follows its content up to `tallest`, then it scrolls."""
    imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), imgui.ImVec2(width, max(tallest, 40.0)))
    imgui.set_next_window_size(imgui.ImVec2(width, 0.0), ALWAYS)
