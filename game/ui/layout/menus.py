"""Menus that open upward from the dock: camera and bookmarks, and everything that has no button of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.input import Action
from game.model.key_bindings import labels_of, shown_key
from game.model.messages import BookmarkRequest, CameraRequest
from game.model.words import later, tr
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, ITEM_SPACING, WINDOW_PADDING, fitted, pressed_area
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, DIM, INK, Theme, Tone, packed

ROW, MENU_WIDTH = 2.0, 20.0
"""Height of an entry and width of a menu [em]."""


class Entry(NamedTuple):
    """An entry of a menu: its words and icon, what it asks for, and whether it is switched on."""

    words: str
    icon: Icon
    action: Action
    on: bool = False


@contextmanager
def _menu(name: str, at: tuple[float, float], pivot: tuple[float, float], theme: Theme) -> Iterator[bool]:
    """Open a popup with its lower corner at a point, if it was asked for; yields whether it is open.

    Where it is higher than the room above, it scrolls.
    """
    if not imgui.is_popup_open(name):
        yield False
        return
    screen = imgui.get_io().display_size
    width = min(MENU_WIDTH * theme.em, screen.x - 2.0 * theme.em) + 0.8 * theme.em
    if not pivot[0]:
        at = max(min(at[0], screen.x - width - imgui.get_style().scrollbar_size - 0.5 * theme.em), 0.0), at[1]
    imgui.set_next_window_pos(imgui.ImVec2(*at), ALWAYS, imgui.ImVec2(*pivot))
    highest = imgui.ImVec2(screen.x, at[1] - 0.5 * theme.em)
    imgui.set_next_window_size_constraints(imgui.ImVec2(0.0, 0.0), highest)
    padding = round(0.4 * theme.em)  # a fraction of a point would be scrolled
    imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(padding, padding))
    imgui.push_style_var(ITEM_SPACING, imgui.ImVec2(0.0, 0.0))
    opened = imgui.begin_popup(name)
    try:
        yield opened
    finally:
        if opened:
            BOXES.panel()
            imgui.end_popup()
        imgui.pop_style_var(2)


def build_camera_menu(desk: PanelContext, at: tuple[float, float], words: Mapping[str, str]) -> None:
    """Build the list of camera modes and bookmarks, its lower left corner at a point. words: names of the modes."""
    theme, status = desk.theme, desk.status
    with _menu("camera menu", at, (0.0, 1.0), theme) as opened:
        if not opened:
            return
        for mode in status.cameras:
            if _row(words.get(mode, later(mode)), Icon.ORBIT, "", mode == status.camera, theme):
                desk.ask(CameraRequest(mode))
        imgui.separator()
        if _row(later("Frame the body"), Icon.FOCUS, ", ".join(labels_of(Action.FRAME_BODY)), False, theme):
            desk.ask(Action.FRAME_BODY)
        for number, name in status.bookmarks:
            if _row(name or tr("Bookmark {number}", number=number), Icon.PIN, str(number), False, theme):
                desk.ask(BookmarkRequest(number))
        taken = {number for number, _ in status.bookmarks}
        free = next((number for number in range(1, 10) if number not in taken), None)
        if free is not None and _row(later("Save this view"), Icon.PLUS, shown_key(f"ctrl+{free}"), False, theme):
            desk.ask(BookmarkRequest(free, keep=True))


def build_more_menu(desk: PanelContext, at: tuple[float, float], folded: frozenset[str]) -> None:
    """Build the menu of everything else, its lower right corner at a point. folded: buttons that have no room."""
    theme = desk.theme
    with _menu("more menu", at, (1.0, 1.0), theme) as opened:
        if not opened:
            return
        for place, group in enumerate(_groups(desk, folded)):
            if place:
                imgui.separator()
            for entry in group:
                if _row(entry.words, entry.icon, ", ".join(labels_of(entry.action)), entry.on, theme):
                    desk.ask(entry.action)


def build_button_menu(desk: PanelContext, name: str, at: tuple[float, float]) -> None:
    """Build the menu of a button of the dock, one of `BUTTON_MENUS`, its lower right corner at a point."""
    with _menu(f"{name} menu", at, (1.0, 1.0), desk.theme) as opened:
        if not opened:
            return
        for place, group in enumerate(BUTTON_MENUS[name]):
            if place:
                imgui.separator()
            for entry in group:
                if _row(entry.words, entry.icon, ", ".join(labels_of(entry.action)), False, desk.theme):
                    desk.ask(entry.action)


RECORDED = (
    (
        Entry(later("Record from now on"), Icon.RECORD, Action.RECORD),
        Entry(later("Video of the last seconds"), Icon.HISTORY, Action.RECORD_LAST),
        Entry(later("Loop, range, formats…"), Icon.LOOP, Action.RECORD_DIALOG),
    ),
    (
        Entry(later("Photo mode"), Icon.LENS, Action.PHOTO),
        Entry(later("Screenshot"), Icon.CAMERA, Action.SCREENSHOT),
        Entry(later("Picture without panels"), Icon.BOX, Action.SCREENSHOT_BARE),
        Entry(later("Picture to the clipboard"), Icon.COPY, Action.SCREENSHOT_COPY),
        Entry(later("Plate: poses of the last seconds"), Icon.COLUMNS, Action.PLATE),
        Entry(later("Long exposure"), Icon.CLOCK, Action.LONG_EXPOSURE),
        Entry(later("Line drawing"), Icon.ANGLE, Action.DRAWING),
        Entry(later("Poster"), Icon.FILE, Action.POSTER),
    ),
    (
        Entry(later("Figure for a report, PDF"), Icon.PLOTS, Action.REPORT),
        Entry(later("Figure for a report, SVG"), Icon.PLOTS, Action.REPORT_SVG),
    ),
)
"""Entries of the menu of the record button, in groups: videos, pictures, figures."""
SHARED = (
    (
        Entry(later("A web page that runs by itself"), Icon.DOWNLOAD, Action.EXPORT),
        Entry(later("The scene as a line"), Icon.COPY, Action.SHARE),
        Entry(later("Video of the last seconds"), Icon.FILM, Action.RECORD_LAST),
    ),
)
BUTTON_MENUS = {"record": RECORDED, "share": SHARED}
"""The menus that buttons of the dock open, by the names of these."""


def _groups(desk: PanelContext, folded: frozenset[str]) -> list[list[Entry]]:
    """Return the entries of the menu, in groups."""
    session = desk.session
    system = session.simulation.system
    experiments = [
        Entry(later("Comparison"), Icon.GHOST, Action.GHOSTS, session.duel is not None),
        Entry(later("Compare three methods"), Icon.PLOTS, Action.COMPARE_METHODS),
        Entry(later("Ensemble"), Icon.CLOUD, Action.CLOUD, session.run.cloud is not None),
    ]
    if system.ends:
        experiments.append(Entry(later("List of shots"), Icon.SHOTS, Action.SHOTS, desk.shots_open))
        experiments.append(Entry(later("Optimisation"), Icon.FOCUS, Action.OPTIMISE))
    experiments.append(Entry(later("Map"), Icon.MAP, Action.TUNING, desk.map_open))
    display = [Entry(later("Depth of field"), Icon.LENS, Action.DEPTH_OF_FIELD, desk.status.lens)]
    if session.run.shown.body_view or session.look.second_stage() is not None:
        display.append(Entry(session.look.second_menu, Icon.COLUMNS, Action.BODY_VIEW, session.run.shown.body_view))
    if session.run.shown.binet or session.look.momentum_stage() is not None:
        display.append(
            Entry(later("Binet: sphere of L, ellipsoid of energy"), Icon.COLUMNS, Action.BINET, session.run.shown.binet)
        )
    display.append(Entry(later("Phase sculpture"), Icon.COLUMNS, Action.SCULPTURE, session.run.shown.sculpture))
    window = [
        Entry(later("Find…"), Icon.SEARCH, Action.FIND),
        Entry(later("Where to begin"), Icon.SCENES, Action.START),
        Entry(later("Guided tours"), Icon.EXPLAIN, Action.GUIDED_TOUR),
        *([Entry(later("Lesson"), Icon.EXPLAIN, Action.LESSON)] if session.scene.lesson else []),
        Entry(later("Challenges"), Icon.STAR, Action.CHALLENGES),
        Entry(later("New machine"), Icon.BUILD, Action.NEW_MACHINE),
        Entry(later("Save the scene"), Icon.SAVE, Action.SAVE),
        Entry(later("Save under another name…"), Icon.SAVE, Action.SAVE_AS),
        Entry(later("Copy the scene as a line"), Icon.COPY, Action.SHARE),
        Entry(later("Export as a web page"), Icon.DOWNLOAD, Action.EXPORT),
        Entry(later("Export as glTF"), Icon.DOWNLOAD, Action.EXPORT_GLTF),
        Entry(later("Settings"), Icon.SETTINGS, Action.SETTINGS),
        Entry(later("Photo mode"), Icon.LENS, Action.PHOTO),
        Entry(later("Hide the panels"), Icon.EYE, Action.INTERFACE),
        Entry(later("Full screen"), Icon.FULLSCREEN, Action.FULLSCREEN),
        Entry(later("All keys"), Icon.KEYBOARD, Action.HELP),
    ]
    experiments.append(Entry(later("Play backwards"), Icon.BACKWARDS, Action.BACKWARDS, session.run.playback.backwards))
    experiments += [entry for name, entry in _folded_times(desk) if name in folded]
    display += [entry for name, entry in _folded_display(desk) if name in folded]
    return [experiments, display, [*(entry for name, entry in _folded_output(desk) if name in folded), *window]]


def _folded_times(desk: PanelContext) -> list[tuple[str, Entry]]:
    """Return the entries of buttons for time, with the names of these."""
    session = desk.session
    slow = [("slow motion", Entry(later("Slow motion"), Icon.TIMER, Action.SLOW_MOTION, session.run.slow.wanted))]
    return [
        *(slow if session.simulation.system.highlight else ()),
        ("redo", Entry(later("Redo"), Icon.REDO, Action.REDO)),
        ("history", Entry(later("What was done"), Icon.HISTORY, Action.UNDO_LIST, desk.undo_open)),
        ("loop", Entry(later("Loop A to B"), Icon.LOOP, Action.LOOP, session.run.playback.loops)),
        ("branches", Entry(later("Branches, earlier runs"), Icon.BRANCH, Action.BRANCHES, desk.branches_open)),
    ]


def _folded_display(desk: PanelContext) -> list[tuple[str, Entry]]:
    """Return the entries of the switches for what is drawn, with the names of their buttons."""
    session = desk.session
    return [
        ("vectors", Entry(later("Arrows"), Icon.VECTORS, Action.VECTORS, session.run.shown.vectors)),
        ("traces", Entry(later("Traces"), Icon.CURVE, Action.TRACES, session.run.shown.traces)),
        ("geometry", Entry(later("Angles, cones, curves"), Icon.ANGLE, Action.GEOMETRY, session.run.shown.geometry)),
    ]


def _folded_output(desk: PanelContext) -> list[tuple[str, Entry]]:
    """Return the entries of camera, plots and screenshot, with the names of their buttons."""
    sound = [("sound", Entry(later("Sound"), Icon.SOUND, Action.MUTE, desk.status.sound == "on"))]
    return [
        *(sound if desk.status.sound else ()),
        ("camera", Entry(later("Next camera mode"), Icon.ORBIT, Action.CAMERA_MODE)),
        ("plots", Entry(later("Plots"), Icon.PLOTS, Action.PLOTS, desk.plots_open)),
        ("photo", Entry(later("Screenshot"), Icon.CAMERA, Action.SCREENSHOT)),
    ]


def _row(words: str, icon: Icon, key: str, on: bool, theme: Theme) -> bool:
    """Build an entry with its key at the right; return whether it was clicked, which closes the menu.

    words: in English, its name for tests; or in the language in use.
    """
    em, ink, corner = theme.em, imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    width = min(MENU_WIDTH * em, imgui.get_io().display_size.x - 2.0 * em)
    clicked = pressed_area(words, imgui.ImVec2(width, ROW * em))
    BOXES.control(words)
    high = imgui.ImVec2(corner.x + width, corner.y + ROW * em)
    if on or imgui.is_item_hovered():
        ink.add_rect_filled(corner, high, packed(Tone.TINT if on else Tone.FIELD_HOVERED), 0.5 * em)
    y = corner.y + ROW * em / 2
    draw_icon(ink, icon, corner.x + 1.1 * em, y, 1.1 * em, packed(ACCENT if on else DIM))
    top = round(y - em / 2)
    room = width - 5.6 * em - imgui.calc_text_size(key).x if on else width - 3.4 * em - imgui.calc_text_size(key).x
    ink.add_text(imgui.ImVec2(corner.x + 2.3 * em, top), packed(ACCENT if on else INK), fitted(tr(words), room))
    if on:
        draw_icon(ink, Icon.CHECK, high.x - 4.6 * em, y, em, packed(ACCENT))
    left = high.x - imgui.calc_text_size(key).x - 0.6 * em
    ink.add_text(imgui.ImVec2(round(left), top), packed(DIM), key)
    if clicked:
        imgui.close_current_popup()
    return clicked
