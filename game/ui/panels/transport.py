"""The transport bar at the bottom: pause, speed, panels, screenshots, help."""

from __future__ import annotations

from imgui_bundle import imgui

from game.experiments.flip_map import has_flips
from game.model.input import Action
from game.ui.panels.context import PanelContext
from game.ui.widgets import icons
from game.ui.widgets.basic import color, font, icon_button, tip
from game.ui.widgets.number_text import factor
from game.ui.widgets.theme import ACCENT, AMBER, DIM, INK, SMALL_SIZE, VERMILLION

MIN_SPEED_RATIO = 0.97
"""Fraction of the requested speed below which the real speed is shown."""
ROOMY = 50.0
"""Window width [em] below which the buttons are closer together."""


def build_transport(desk: PanelContext, panels: dict[str, bool]) -> None:
    """Build the widgets of one frame. panels: which of "controls" and "readings" are open; changed by its buttons."""
    roomy = imgui.get_io().display_size.x >= ROOMY * desk.theme.em
    gap = imgui.ImVec2((0.5 if roomy else 0.1) * desk.theme.em, imgui.get_style().item_spacing.y)
    imgui.push_style_var(imgui.StyleVar_.item_spacing.value, gap)
    _buttons(desk, panels)
    imgui.pop_style_var()


def _buttons(desk: PanelContext, panels: dict[str, bool]) -> None:
    """Build all buttons, from the left."""
    theme, simulation = desk.theme, desk.session.simulation
    if icon_button("controls", icons.panel_icon, "settings on or off", theme, DIM):
        panels["controls"] = not panels["controls"]
    _divide()
    if icon_button("reset", icons.reset_icon, "restart (R)", theme):
        desk.ask(Action.RESET)
    imgui.same_line()
    icon = icons.play_icon if simulation.paused else icons.pause_icon
    words = "resume (Space)" if simulation.paused else "pause (Space)"
    if icon_button("pause", icon, words, theme, filled=True):
        desk.ask(Action.PAUSE)
    imgui.same_line()
    if icon_button("step", icons.step_icon, "one step forward (.)", theme):
        desk.ask(Action.STEP)
    _divide()
    _speed(desk)
    if simulation.system.highlight:
        imgui.same_line()
        wanted = desk.session.slow.wanted
        words = f"slow motion around the {simulation.system.highlight}, {'on' if wanted else 'off'} (L)"
        if icon_button("slow motion", icons.slow_icon, words, theme, ACCENT if wanted else INK):
            desk.ask(Action.SLOW_MOTION)
    _divide()
    duelling = desk.session.duel is not None
    words = "end the comparison (G)" if duelling else "comparison with other integrators (G)"
    if icon_button("ghosts", icons.ghosts_icon, words, theme, ACCENT if duelling else INK):
        desk.ask(Action.GHOSTS)
    imgui.same_line()
    if icon_button("plots", icons.plots_icon, "plots on or off (P)", theme):
        desk.ask(Action.PLOTS)
    imgui.same_line()
    if desk.session.simulation.system.ends:
        if icon_button("shots", icons.shots_icon, "list of shots on or off (N)", theme):
            desk.ask(Action.SHOTS)
        imgui.same_line()
    if simulation.system.ends or has_flips(simulation.system):
        words = "range map and optimisation" if simulation.system.ends else "flip map"
        if icon_button("tuning", icons.map_icon, f"{words} on or off (M)", theme):
            desk.ask(Action.TUNING)
        imgui.same_line()
    if icon_button("photo", icons.photo_icon, "screenshot (F12)", theme):
        desk.ask(Action.SCREENSHOT)
    imgui.same_line()
    recording = desk.status.recording is not None
    icon = icons.stop_icon if recording else icons.record_icon
    words = "stop recording (F9)" if recording else "record a video (F9)"
    if icon_button("record", icon, words, theme, VERMILLION if recording else INK):
        desk.ask(Action.RECORD)
    imgui.same_line()
    if icon_button("help", icons.help_icon, "all keys (H)", theme):
        desk.ask(Action.HELP)
    _divide()
    if icon_button("readings", icons.readings_icon, "readings on or off", theme, DIM):
        panels["readings"] = not panels["readings"]


def _speed(desk: PanelContext) -> None:
    """Build the requested speed between its two buttons, and below it the real speed when that is less, or why."""
    theme, session = desk.theme, desk.session
    side = 2.0 * theme.em
    if imgui.button("\u2212##slower", imgui.ImVec2(0.75 * side, side)):
        desk.ask(Action.SLOWER)
    tip("half as fast (\u2212)", theme)
    imgui.same_line()
    corner = imgui.get_cursor_pos()
    width = 6.2 * theme.em
    requested, achieved = session.clock.speed, session.speed_meter.achieved
    behind = not session.simulation.paused and 0 < achieved < MIN_SPEED_RATIO * requested
    words, shade = (f"real speed {factor(achieved)}", AMBER) if behind else ("speed", DIM)
    if session.simulation.waiting or (behind and session.simulation.compiling):
        words, shade = "compiling\u2026", AMBER
    if session.slow.passes:
        requested, words, shade = session.speed, "slow motion", ACCENT
    with font(theme.medium):
        _centred(factor(requested), corner, width, 0.06 * theme.em)
    with font(theme.regular, SMALL_SIZE), color(imgui.Col_.text, shade):
        _centred(words, corner, width, 1.12 * theme.em)
    imgui.set_cursor_pos(corner)
    imgui.dummy(imgui.ImVec2(width, side))
    imgui.same_line()
    if imgui.button("+##faster", imgui.ImVec2(0.75 * side, side)):
        desk.ask(Action.FASTER)
    tip("twice as fast (+)", theme)


def _centred(words: str, corner: imgui.ImVec2, width: float, down: float) -> None:
    spare = (width - imgui.calc_text_size(words).x) / 2
    imgui.set_cursor_pos(imgui.ImVec2(corner.x + spare, corner.y + down))
    imgui.text_unformatted(words)


def _divide() -> None:
    """Leave a wider gap between groups of buttons."""
    imgui.same_line(0.0, 2.0 * imgui.get_style().item_spacing.x)
