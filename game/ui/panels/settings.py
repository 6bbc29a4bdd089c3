"""The settings: language, theme, text size, motion, gamepad, and the keys of all actions."""

from __future__ import annotations

from functools import partial
from typing import Any

from imgui_bundle import imgui
from msgspec.structs import replace

from game.model import key_bindings
from game.model.input import Action, Event, Key
from game.model.key_bindings import keys_of, shown_key
from game.model.settings import THEMES
from game.model.words import AUTO, LANGUAGES, later, tr
from game.ui.panels.context import InterfaceStyle, PanelContext
from game.ui.panels.help import GROUPS
from game.ui.widgets.basic import (
    FIXED,
    button,
    draw_lines,
    fitted,
    font,
    segmented,
    small,
    switch,
    text,
    tip,
    title,
    window,
)
from game.ui.widgets.fields import choice, labelled
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.sliders import draw_track
from game.ui.widgets.theme import ACCENT, DIM, VERMILLION, Theme
from physics.core.units import OFFERED

WIDTH, LEAST_LIST = 36.0, 10.0
"""Width of the window, and least height of the list of keys that scrolls by itself [em]."""
KEY_WIDTH, SMALL_WIDTH = 9.0, 2.0
"""Widths of the button with the key of an action, and of the one that removes it [em]."""
LEAST_SENTENCE = 13.0
"""Least width of what an action does, left of its keys [em]."""
TEXT_SIZES = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5)
THEME_NAMES = {"dark": later("Dark"), "light": later("Light"), "high-contrast": later("High contrast")}
UNIT_NAMES = {
    "rad": later("angles"), "rad/s": later("angular velocities"), "m": later("lengths"), "m/s": later("velocities"),
    "kg": later("masses"), "kg m²": later("moments of inertia"), "N": later("forces"), "J": later("energies"),
}  # fmt: skip
"""Names of the quantities whose unit can be chosen, by the SI unit."""
UNIT_NAME, UNIT_FIELD = 9.0, 6.0
"""Widths of the name of a quantity and of the list of its units [em]."""
SOUND_NAME, SOUND_SWITCH, VOLUME = 4.0, 6.0, 8.0
"""Widths of the name of the sound, of its switch, and of the slider of its volume [em]."""
MOTIONS = {"auto": later("As the system"), "on": later("Reduced"), "off": later("Full")}
ALWAYS = imgui.Cond_.always.value


class SettingsPanel:
    """The settings, and the action whose new key is awaited."""

    def __init__(self) -> None:
        self._awaited: Action | None = None

    def take(self, event: Event, desk: PanelContext) -> bool:
        """Use a key press as the new key of an action, if one is awaited; return whether the event was used."""
        if self._awaited is None or not isinstance(event, Key):
            return False
        if not event.down or event.repeat or event.name in key_bindings.NOT_ALONE:
            return True
        action, self._awaited = self._awaited, None
        if event.name == "escape":
            return True
        trouble = key_bindings.trouble_with(event)
        if trouble:
            desk.say(tr(trouble), warning=True)
        else:
            _use_keys(desk, key_bindings.with_keys(action, (key_bindings.spelling(event),)))
        return True

    def stop_waiting(self) -> bool:
        """Await no key any more; return whether one was awaited."""
        awaited, self._awaited = self._awaited, None
        return awaited is not None

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame into the current window."""
        _language(desk)
        _appearance(desk)
        _motion_and_gamepad(desk)
        _sound(desk)
        _units(desk)
        imgui.dummy(imgui.ImVec2(0.0, 0.3 * desk.theme.em))
        self._keys(desk)

    def _keys(self, desk: PanelContext) -> None:
        """Build the list of all actions with their keys."""
        theme, em = desk.theme, desk.theme.em
        with font(theme.medium):
            text(tr("Keys"))
        changed = bool(desk.settings.keys)
        if changed:
            imgui.same_line()
            if button(tr("All back to default")):
                self._awaited = None
                _use_keys(desk, {})
        conflicts = key_bindings.conflicts()
        if conflicts:
            keys = ", ".join(map(shown_key, conflicts))
            small(tr("Conflict: several actions have the same key: {keys}", keys=keys), theme, VERMILLION)
        alone = imgui.get_content_region_avail().y >= LEAST_LIST * em
        flags = 0 if alone else imgui.ChildFlags_.auto_resize_y.value  # in a low window all settings scroll together
        if imgui.begin_child("##keys", imgui.ImVec2(0.0, 0.0), flags):
            for heading, lines in GROUPS:
                actions = [action for line in lines for action in line.actions]
                if actions:
                    small(tr(heading), theme, ACCENT)
                for action in actions:
                    self._row(desk, action, conflicts)
        imgui.end_child()

    @staticmethod
    def _sentence(words: str, room: float, theme: Theme) -> None:
        """Build what an action does, left of its keys, or above them where there is little room [points]."""
        em, height = theme.em, imgui.get_frame_height()
        if room < LEAST_SENTENCE * em:
            small(words, theme)
            return
        corner = imgui.get_cursor_screen_pos()
        imgui.dummy(imgui.ImVec2(room, height))
        whole = draw_lines(imgui.get_window_draw_list(), words, corner.x, corner.y + height / 2, room, DIM, theme)
        tip("" if whole else words, theme)
        imgui.same_line()

    def _row(self, desk: PanelContext, action: Action, conflicts: dict[str, tuple[str, ...]]) -> None:
        """Build the sentence of an action and its keys; a click on these awaits another."""
        theme, em, name = desk.theme, desk.theme.em, action.name.lower()
        imgui.push_id(name)
        left, width = imgui.get_cursor_pos_x(), imgui.get_content_region_avail().x
        default = max(imgui.calc_text_size(tr("default")).x + 1.2 * em, SMALL_WIDTH * em)
        keys_at = left + width - KEY_WIDTH * em - SMALL_WIDTH * em - default - 0.8 * em
        self._sentence(tr(action.value), keys_at - left - 0.5 * em, theme)
        imgui.set_cursor_pos_x(max(keys_at, left))
        keys = keys_of(action)
        waits = self._awaited is action
        words = tr("press a key…") if waits else ", ".join(map(shown_key, keys)) or "–"
        imgui.begin_disabled(any(key in key_bindings.FIXED for key in key_bindings.default_keys(action)))
        if button(f"{fitted(words, (KEY_WIDTH - 1.0) * em)}###key", waits, KEY_WIDTH * em):
            self._awaited = None if waits else action
        BOXES.control(f"key of {name}")
        imgui.end_disabled()
        tip(tr("click, then press the new key; Esc cancels"), theme)
        if keys and key_bindings.default_keys(action)[0] not in key_bindings.FIXED:
            imgui.same_line(0.0, 0.3 * em)
            if button("\u00d7", width=SMALL_WIDTH * em):
                _use_keys(desk, key_bindings.with_keys(action, ()))
            BOXES.control(f"no key of {name}")
            tip(tr("no key for this action"), theme)
        if name in desk.settings.keys:
            imgui.same_line(0.0, 0.3 * em)
            if button(tr("default"), width=default):
                _use_keys(desk, key_bindings.with_default(action))
            BOXES.control(f"default of {name}")
            tip(", ".join(map(shown_key, key_bindings.default_keys(action))), theme)
        for key in keys:
            others = [tr(other) for other in conflicts.get(key, ()) if other != action.value]
            if others:
                words = tr("Conflict: {key} is also “{others}”", key=shown_key(key), others=", ".join(others))
                small(words, theme, VERMILLION)
        imgui.pop_id()


def build_settings(panel: SettingsPanel, desk: PanelContext, size: tuple[float, float]) -> bool:
    """Build the settings in a window of their own in the middle of the screen; return False when it is closed."""
    theme, em = desk.theme, desk.theme.em
    width = min(WIDTH * em, size[0] - 2.0 * em)
    imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, size[1] / 2), ALWAYS, imgui.ImVec2(0.5, 0.5))
    imgui.set_next_window_size(imgui.ImVec2(width, min(44.0 * em, size[1] - 2.0 * em)), ALWAYS)
    with window("settings", FIXED):
        desk.glass.card(theme)
        title(tr("Settings"), theme)
        imgui.same_line()
        close = max(imgui.calc_text_size(tr("Close")).x + 1.2 * em, 4.0 * em)
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - close)
        closed = button(tr("Close"), width=close)
        panel.build(desk)
    return not closed


def _language(desk: PanelContext) -> None:
    labelled("", later("language"), desk.theme)
    names = [(AUTO, tr("As the system")), *LANGUAGES.items()]
    _segments(desk, "language", names, desk.settings.language)


def _appearance(desk: PanelContext) -> None:
    """Build the choice of theme and text size."""
    theme, look = desk.theme, desk.look
    labelled("", later("theme"), theme)
    name = segmented("theme", [(each, tr(THEME_NAMES[each])) for each in THEMES], look.theme, theme)
    if name is not None:
        desk.look = InterfaceStyle(name, look.scale)
    labelled("", later("text size"), theme)
    sizes = [(f"{each:g}", f"{each:.0%}", "") for each in TEXT_SIZES]

    def use(chosen: str) -> None:
        desk.look = InterfaceStyle(desk.look.theme, float(chosen))

    about = tr("of all panels; kept for the next start")
    if theme.scale < look.scale:
        about = tr("of all panels; this window has room for {share:.0f} %", share=100.0 * theme.scale)
    choice("##text size", sizes, f"{look.scale:g}", use, theme, about)


def _motion_and_gamepad(desk: PanelContext) -> None:
    theme = desk.theme
    labelled("", later("motion"), theme)
    _segments(
        desk, "reduced_motion", [(each, tr(words)) for each, words in MOTIONS.items()], desk.settings.reduced_motion
    )
    labelled("", later("gamepad"), theme)
    words = tr("on") if desk.settings.gamepad else tr("off")
    if switch(words, desk.settings.gamepad, theme):
        desk.settings = replace(desk.settings, gamepad=not desk.settings.gamepad)
    tip(desk.status.gamepad or tr("no gamepad is connected"), theme)


def _sound(desk: PanelContext) -> None:
    """Build the switch of the sound and its volume, beside the gamepad where there is room."""
    theme, settings, em = desk.theme, desk.settings, desk.theme.em
    if imgui.get_content_region_avail().x >= (UNIT_NAME + UNIT_FIELD + 1.0 + SOUND_NAME + SOUND_SWITCH + VOLUME) * em:
        left = imgui.get_cursor_pos_x()
        imgui.same_line()
        imgui.set_cursor_pos_x(left + (UNIT_NAME + UNIT_FIELD + 1.0) * em)
        labelled("", later("sound"), theme, SOUND_NAME)
    else:
        labelled("", later("sound"), theme)
    at = imgui.get_cursor_pos_x()
    words = tr("muted") if settings.muted else tr("heard")
    if switch(words, not settings.muted, theme):
        desk.settings = settings = replace(settings, muted=not settings.muted)
    if desk.status.sound == "no device":
        tip(tr("no sound: there is no device for it"), theme)
    imgui.same_line()
    imgui.set_cursor_pos_x(at + SOUND_SWITCH * em)
    imgui.set_next_item_width(min(VOLUME * em, imgui.get_content_region_avail().x))
    changed, volume = imgui.slider_float("##volume", 100.0 * settings.volume, 0.0, 100.0, "%.0f %%")
    BOXES.control("volume")
    draw_track(settings.volume, theme)
    tip(tr("volume"), theme)
    if changed:
        desk.settings = replace(settings, volume=min(max(round(volume) / 100.0, 0.0), 1.0))


def _units(desk: PanelContext) -> None:
    """Build the choice of the units in which values are shown and typed, two to a row."""
    em, room = desk.theme.em, imgui.get_content_region_avail().x
    name, field = UNIT_NAME * em, max(min(UNIT_FIELD * em, room - UNIT_NAME * em), em)
    most = max(int(room // (name + field + em)), 1)
    left = imgui.get_cursor_pos_x()
    for place, (unit, words) in enumerate(UNIT_NAMES.items()):
        if place % most:
            imgui.same_line()
            imgui.set_cursor_pos_x(left + place % most * (name + field + em))
        imgui.push_id(unit)
        labelled("", words, desk.theme, UNIT_NAME)
        imgui.set_next_item_width(field)
        offered = [(each, tr(each), "") for each in OFFERED[unit]]
        about = tr("unit of values in the readings and of fields in the panels")
        choice("##unit", offered, desk.units.of(unit), partial(desk.show_in, unit), desk.theme, about)
        BOXES.control(f"unit of {unit}")
        imgui.pop_id()


def _segments(desk: PanelContext, name: str, options: list[tuple[str, str]], chosen: str) -> None:
    """Build a segmented button for a setting."""
    picked: Any = segmented(name, options, chosen, desk.theme)
    if picked is not None:
        desk.settings = replace(desk.settings, **{name: picked})


def _use_keys(desk: PanelContext, changes: dict[str, tuple[str, ...]]) -> None:
    """Use these changed keys at once, and keep them for the next start."""
    key_bindings.use_changes(changes)
    desk.settings = replace(desk.settings, keys=key_bindings.changes())
