"""The dock at the lower edge: transport, speed, camera, display, and output; what has no room is in its menu."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from imgui_bundle import imgui
from msgspec import Struct

from game.model.input import Action
from game.model.panel_layout import BAR_HEIGHT, Form
from game.model.words import later, tr
from game.ui.layout.menus import BUTTON_MENUS, build_button_menu, build_camera_menu, build_more_menu
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import BUTTON_SIDE, fitted, font, icon_button, pressed_area, text, tip, tip_wanted, with_keys
from game.ui.widgets.icons import Icon, draw_icon, draw_pause, draw_play
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import factor
from game.ui.widgets.theme import (
    ACCENT,
    AMBER,
    DIM,
    FAINT,
    FIELD,
    FILL,
    INK,
    ON_ACCENT,
    SMALL_SIZE,
    VERMILLION,
    Color,
    Theme,
    Tone,
    packed,
)

PLAY_SIDE, SPEED_WIDTH, CAMERA_WIDTH = 2.75, 7.25, 8.0
GAP, GROUP_GAP = 0.1, 1.1
"""Spaces between buttons and between their groups [em]."""
MIN_SPEED_RATIO = 0.97
"""Fraction of the requested speed below which the real speed is shown."""
MODE_WORDS = {
    "orbit": later("Orbit"), "turntable": later("Turntable"), "tour": later("Tour"), "fly": later("Fly"),
    "follow": later("Follow"), "shot": later("Shot"), "trajectory": later("Trajectory"),
}  # fmt: skip


class DockButton(Struct, frozen=True):
    """A button of the dock: its name, icon and tooltip, what it asks for, and whether it is shown as chosen."""

    name: str
    icon: Icon
    words: str
    action: Action
    on: bool = False
    shade: Color = INK


class DockButtons(NamedTuple):
    """The buttons of the dock: at the left, before and after the main one, what is drawn, and at the right."""

    edits: list[DockButton]
    before: list[DockButton]
    after: list[DockButton]
    display: list[DockButton]
    output: list[DockButton]


def build_dock(desk: PanelContext, form: Form, width: float) -> None:
    """Build the row of buttons in the present window, `width` points wide, at the cursor."""
    em = desk.theme.em
    corner = imgui.get_cursor_screen_pos()
    middle = corner.y + BAR_HEIGHT * em / 2
    groups = DockButtons(_edits(desk), *_steps(desk), _display(desk), _output(desk))
    folded = folded_buttons(groups, form, width / em)
    left = _row(_unfolded(groups.edits, folded), corner.x, middle, desk)
    right = corner.x + width
    shown = _unfolded(groups.output, folded)
    right -= _length(shown, em) + (BUTTON_SIDE + GAP) * em
    end = _row(shown, right, middle, desk)
    _place(end, middle, BUTTON_SIDE * em)
    _more(desk, folded)
    if "camera" not in folded:
        display = _unfolded(groups.display, folded)
        if display:
            right -= _length(display, em) + GROUP_GAP * em
            _row(display, right, middle, desk)
            _rule(right + _length(display, em) + 0.5 * GROUP_GAP * em, middle, em)
        wide = _camera_width(form) * em
        right -= wide + 0.5 * GROUP_GAP * em
        _place(right, middle, BUTTON_SIDE * em)
        _camera(desk, wide)
    steps = groups.before, _unfolded(groups.after, folded)
    _transport(desk, form, steps, (left, right), corner.x + width / 2, middle)


DISPLAY = ("vectors", "traces", "geometry")
FOLDING = ("share", "loop", "branches", "redo", "history", "photo", "sound", "plots", "slow motion")
"""Buttons of the dock that go into its menu where there is no room, the first first."""
LEAST_GAP = 0.5
"""Least space beside the transport [em]."""


def folded_buttons(groups: DockButtons, form: Form, width: float) -> frozenset[str]:
    """Return the names of the buttons that a dock of this width [em] has in its menu."""
    if form is Form.NARROW:
        return frozenset((*FOLDING, *DISPLAY, "camera"))
    folded = set() if form is Form.WIDE else set(DISPLAY)
    names = [each.name for group in groups for each in group]
    for name in FOLDING:
        if _needed(names, form, folded) <= width:
            break
        folded.add(name)
    return frozenset(folded)


def _needed(names: Sequence[str], form: Form, folded: Collection[str]) -> float:
    """Return the width of a dock with these buttons, but for those that are folded into its menu [em]."""
    count = sum(name not in folded for name in names)
    gaps = GROUP_GAP * (1.5 if form is Form.WIDE else 0.5) + TRANSPORT_GAPS + 2 * LEAST_GAP
    fixed = PLAY_SIDE + SPEED_WIDTH + _camera_width(form) + BUTTON_SIDE + GAP
    return count * (BUTTON_SIDE + GAP) + fixed + gaps


def _unfolded(buttons: Iterable[DockButton], folded: Collection[str]) -> list[DockButton]:
    """Return the buttons that are not folded into the menu."""
    return [button for button in buttons if button.name not in folded]


def _camera_width(form: Form) -> float:
    """Return the width of the button of the camera [em]."""
    return CAMERA_WIDTH if form is Form.WIDE else BUTTON_SIDE


def _edits(desk: PanelContext) -> list[DockButton]:
    """Return the buttons at the left: undo, and what the time strip shows."""
    session = desk.session
    last = session.undo.done[-1].text if session.undo.done else ""
    words = tr("undo: {what}", what=last) if last else tr("nothing to undo")
    undo = DockButton("undo", Icon.UNDO, words, Action.UNDO)
    ahead = session.undo.undone[-1].text if session.undo.undone else ""
    words = tr("redo: {what}", what=ahead) if ahead else tr("nothing to redo")
    buttons = [
        undo,
        DockButton("redo", Icon.REDO, words, Action.REDO),
        DockButton("history", Icon.HISTORY, tr("what was done"), Action.UNDO_LIST, desk.undo_open),
        DockButton("loop", Icon.LOOP, tr("loop A to B"), Action.LOOP, session.run.playback.loops),
        DockButton(
            "branches",
            Icon.BRANCH,
            tr("branches and earlier runs"),
            Action.BRANCHES,
            desk.branches_open,
        ),
    ]
    return buttons


def _output(desk: PanelContext) -> list[DockButton]:
    """Return the buttons of plots, pictures and videos."""
    recording = desk.status.recording is not None
    words = tr("stop recording") if recording else tr("videos, pictures, figures")
    shade = VERMILLION if recording else INK
    record = DockButton("record", Icon.RECORD, words, Action.RECORD, False, shade)
    plots = DockButton("plots", Icon.PLOTS, tr("plots"), Action.PLOTS, desk.plots_open)
    photo = DockButton("photo", Icon.CAMERA, tr("screenshot"), Action.SCREENSHOT)
    share = DockButton("share", Icon.LINK, tr("share: page, line, video"), Action.SHARE)
    return [*_sound(desk), plots, photo, record, share]


NO_SOUND = later("no sound: there is no device for it")
SOUND_WORDS = {
    "on": later("sound off"), "off": later("sound on"), "no device": NO_SOUND,
}  # fmt: skip


def _sound(desk: PanelContext) -> list[DockButton]:
    """Return the button of the sound, where the scene makes any."""
    state = desk.status.sound
    if not state:
        return []
    icon = Icon.SOUND if state == "on" else Icon.SOUND_OFF
    return [DockButton("sound", icon, tr(SOUND_WORDS[state]), Action.MUTE, False, INK if state == "on" else DIM)]


def _display(desk: PanelContext) -> list[DockButton]:
    """Return the switches for what is drawn beside the bodies."""
    session = desk.session
    buttons = [
        DockButton("vectors", Icon.VECTORS, tr("arrows"), Action.VECTORS, session.run.shown.vectors),
        DockButton("traces", Icon.CURVE, tr("traces"), Action.TRACES, session.run.shown.traces),
        DockButton(
            "geometry",
            Icon.ANGLE,
            tr("angles, cones, curves"),
            Action.GEOMETRY,
            session.run.shown.geometry,
        ),
    ]
    return buttons


def _slow_motion(moment: str) -> str:
    """Return the words for slow motion around a moment of the motion."""
    return tr("slow motion around the {moment}", moment=tr(moment))


# Transport ------------------------------------------------------------------------------------------------


TRANSPORT_GAPS = 3 * 0.4
"""Spaces round the main button and before the speed, together [em]."""


def _steps(desk: PanelContext) -> tuple[list[DockButton], list[DockButton]]:
    """Return the buttons left and right of the main one."""
    simulation = desk.session.simulation
    before = [
        DockButton("reset", Icon.RESTART, tr("restart"), Action.RESET),
        DockButton("step back", Icon.STEP_BACK, tr("one step back"), Action.STEP_BACK),
    ]
    after = [DockButton("step", Icon.STEP_FORWARD, tr("one step forward"), Action.STEP)]
    if simulation.system.highlight:
        wanted = desk.session.run.slow.wanted
        words = _slow_motion(simulation.system.highlight)
        after.append(DockButton("slow motion", Icon.TIMER, words, Action.SLOW_MOTION, wanted))
    return before, after


def _transport(
    desk: PanelContext,
    form: Form,
    steps: tuple[list[DockButton], list[DockButton]],
    free: tuple[float, float],
    centre: float,
    middle: float,
) -> None:
    """Build restart, steps, play and speed, centred where there is room between the other buttons."""
    em, theme, (before, after) = desk.theme.em, desk.theme, steps
    before_width, after_width = _length(before, em), _length(after, em)
    speed = SPEED_WIDTH * em if form is not Form.NARROW else 3.6 * em
    play = PLAY_SIDE * em
    total = before_width + play + after_width + speed + TRANSPORT_GAPS * em
    start = centre - before_width - 0.4 * em - play / 2
    start = max(min(start, free[1] - total - LEAST_GAP * em), free[0] + LEAST_GAP * em)
    x = _row(before, start, middle, desk) + 0.3 * em
    _place(x, middle, play)
    _play(desk, play)
    x = _row(after, x + play + 0.4 * em, middle, desk) + 0.3 * em
    _place(x, middle, 2.25 * em)
    _speed(desk, theme, speed, form is Form.NARROW)


def _play(desk: PanelContext, side: float) -> None:
    """Build the round main button."""
    paused = desk.session.simulation.paused
    corner = imgui.get_cursor_screen_pos()
    if pressed_area("pause", imgui.ImVec2(side, side)):
        desk.ask(Action.PAUSE)
    BOXES.control("pause")
    hovered, active = imgui.is_item_hovered(), imgui.is_item_active()
    if tip_wanted():
        tip(with_keys(tr("resume") if paused else tr("pause"), Action.PAUSE), desk.theme)
    ink = imgui.get_window_draw_list()
    x, y = corner.x + side / 2, corner.y + side / 2
    ink.add_circle_filled(imgui.ImVec2(x, y), side / 2, packed(FILL, 0.75 if active else 0.88 if hovered else 1.0), 32)
    (draw_play if paused else draw_pause)(ink, x, y, 0.2 * side, packed(ON_ACCENT))


def _speed(desk: PanelContext, theme: Theme, width: float, brief: bool) -> None:
    """Build the requested speed between its two buttons; below it the real speed when that is less, or why."""
    em, session = theme.em, desk.session
    corner, height = imgui.get_cursor_screen_pos(), 2.25 * em
    ink = imgui.get_window_draw_list()
    ink.add_rect_filled(corner, imgui.ImVec2(corner.x + width, corner.y + height), packed(FIELD), 0.5 * em)
    ink.add_rect(corner, imgui.ImVec2(corner.x + width, corner.y + height), packed(Tone.EDGE), 0.5 * em)
    requested, words, shade = _pace(desk)
    side = 0.0 if brief else 2.0 * em
    if not brief:
        for name, icon, x, about, action in (
            ("slower", Icon.MINUS, corner.x, tr("half as fast"), Action.SLOWER),
            ("faster", Icon.PLUS, corner.x + width - side, tr("twice as fast"), Action.FASTER),
        ):
            imgui.set_cursor_screen_pos(imgui.ImVec2(x, corner.y))
            if icon_button(name, icon, about, theme, side=side + 0.25 * em, action=action):
                desk.ask(action)
    imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + side, corner.y))
    imgui.dummy(imgui.ImVec2(width - 2 * side, height))
    BOXES.control("speed")
    if tip_wanted():
        tip(_spoken_pace(session.clock.speed, words), theme)
    x = corner.x + width / 2
    with font(theme.medium):
        _centred(factor(requested), x, corner.y + (0.12 if words and not brief else 0.62) * em, INK)
    if words and not brief:
        with font(theme.regular, SMALL_SIZE):
            _centred(words, x, corner.y + 1.12 * em, shade)


def _pace(desk: PanelContext) -> tuple[float, str, Color]:
    """Return the speed to show, the words below it and their colour."""
    session = desk.session
    requested, achieved = session.clock.speed, session.run.pacing.speed_meter.achieved
    behind = not session.simulation.paused and 0 < achieved < MIN_SPEED_RATIO * requested
    words, shade = (tr("real {factor}", factor=factor(achieved)), AMBER) if behind else ("", DIM)
    if session.simulation.waiting or (behind and session.simulation.compiling):
        words, shade = tr("compiling"), AMBER
    if session.run.slow.passes:
        requested, words, shade = session.speed, tr("slow"), ACCENT
    return requested, words, shade


def _spoken_pace(requested: float, words: str) -> str:
    said = tr("speed: {factor} of real time", factor=factor(requested))
    return f"{said}\n{words}" if words else said


def _centred(words: str, x: float, y: float, shade: Color) -> None:
    imgui.set_cursor_screen_pos(imgui.ImVec2(round(x - imgui.calc_text_size(words).x / 2), round(y)))
    text(words, shade)


# Camera and the rest --------------------------------------------------------------------------------------


def _camera(desk: PanelContext, width: float) -> None:
    """Build the button with the mode of the camera, which opens a list of modes and bookmarks."""
    theme, em = desk.theme, desk.theme.em
    corner, height, ink = imgui.get_cursor_screen_pos(), BUTTON_SIDE * em, imgui.get_window_draw_list()
    if pressed_area("camera", imgui.ImVec2(width, height)):
        imgui.open_popup("camera menu")
    BOXES.control("camera")
    hovered, y = imgui.is_item_hovered(), corner.y + height / 2
    if tip_wanted():
        tip(with_keys(tr("camera"), Action.CAMERA_MODE), theme)
    if hovered:
        high = imgui.ImVec2(corner.x + width, corner.y + height)
        ink.add_rect_filled(corner, high, packed(Tone.FIELD_HOVERED), 0.5 * em)
    draw_icon(ink, Icon.ORBIT, corner.x + BUTTON_SIDE * em / 2, y, 1.25 * em, packed(INK))
    if width > BUTTON_SIDE * em:
        words = fitted(tr(MODE_WORDS.get(desk.status.camera, desk.status.camera)), width - 4.0 * em)
        ink.add_text(imgui.ImVec2(corner.x + 2.3 * em, round(y - em / 2)), packed(INK), words)
        draw_icon(ink, Icon.CHEVRON_DOWN, corner.x + width - 0.9 * em, y, em, packed(DIM))
    build_camera_menu(desk, (corner.x, corner.y - 0.5 * em), MODE_WORDS)


def _more(desk: PanelContext, folded: frozenset[str]) -> None:
    """Build the button that opens the menu of everything else."""
    corner = imgui.get_cursor_screen_pos()
    if icon_button("more", Icon.MORE, tr("more"), desk.theme):
        imgui.open_popup("more menu")
    build_more_menu(desk, (corner.x + BUTTON_SIDE * desk.theme.em, corner.y - 0.5 * desk.theme.em), folded)


def _row(buttons: list[DockButton], left: float, middle: float, desk: PanelContext) -> float:
    """Build buttons side by side, centred at a height; return their right edge with a gap."""
    theme, em = desk.theme, desk.theme.em
    top, step = round(middle - BUTTON_SIDE * em / 2), (BUTTON_SIDE + GAP) * em
    for each in buttons:
        imgui.set_cursor_screen_pos(imgui.ImVec2(round(left), top))
        corner = imgui.get_cursor_screen_pos()
        if icon_button(each.name, each.icon, each.words, theme, each.shade, each.on, action=each.action):
            if each.name in BUTTON_MENUS and not (each.action is Action.RECORD and desk.status.recording is not None):
                imgui.open_popup(f"{each.name} menu")
            else:
                desk.ask(each.action)
        if each.name in BUTTON_MENUS:
            build_button_menu(desk, each.name, (corner.x + BUTTON_SIDE * em, corner.y - 0.5 * em))
        left += step
    return left


def _length(buttons: list[DockButton], em: float) -> float:
    """Return the width of a row of buttons [points]."""
    return len(buttons) * (BUTTON_SIDE + GAP) * em


def _place(x: float, middle: float, side: float) -> None:
    """Move the cursor so that a widget of this height is centred at `middle`."""
    imgui.set_cursor_screen_pos(imgui.ImVec2(round(x), round(middle - side / 2)))


def _rule(x: float, middle: float, em: float) -> None:
    """Draw an upright line between two groups of buttons."""
    ends = imgui.ImVec2(x, middle - 0.7 * em), imgui.ImVec2(x, middle + 0.7 * em)
    imgui.get_window_draw_list().add_line(*ends, packed(FAINT))
