"""The finder: one field that finds actions, scenes, methods, numbers, symbols, settings and explanations by words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Thread
from typing import NamedTuple

from imgui_bundle import imgui

import physics
from game.learn.page import PageFile, Paragraph
from game.learn.pages import page_files
from game.model.input import Action
from game.model.key_bindings import labels_of
from game.model.messages import Request, SceneRequest
from game.model.words import later, plain, tr
from game.scenefile import scene_summaries
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import (
    ALWAYS,
    FIXED,
    ITEM_SPACING,
    fitted,
    font,
    pressed_area,
    small,
    tip,
    window,
)
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.symbols import draw_symbol
from game.ui.widgets.theme import ACCENT, DIM, INK, SMALL_SIZE, Theme, Tone, packed
from physics.core.fields import Description, Quantity, Variable

WIDTH, ROW, ROWS, TOP = 38.0, 2.0, 11, 0.1
"""Width and height of a row [em], rows that are seen at once, and the upper edge as a part of the window's height."""
MOST = 200
"""Greatest number of things that are listed."""
UNLISTED = (Action.FIND, Action.CLOSE)
"""Actions that the finder has not: itself, and what Esc and crosses do."""
SETTING_WORDS = (
    later("language"), later("theme"), later("text size"), later("motion"), later("gamepad"), later("sound"),
    later("units"), later("keys"),
)  # fmt: skip
SYMBOLIC = ("number", "symbol")
"""Kinds whose words begin with a symbol."""
FIELD_FLAGS = imgui.InputTextFlags_.enter_returns_true.value | imgui.InputTextFlags_.auto_select_all.value
STEPS = {imgui.Key.up_arrow: -1, imgui.Key.down_arrow: 1, imgui.Key.page_up: -ROWS, imgui.Key.page_down: ROWS}
"""Rows by which keys move the choice."""


class FoundThing(NamedTuple):
    """A thing that can be found: its kind, words, and what it is about; requests: what is asked for when it is chosen.

    panel: the panel that the last request opens, which is not asked for where that is open. method: an integrator that
    is used. more: further words by which it is found.
    """

    kind: str
    words: str
    about: str
    requests: tuple[Request, ...]
    panel: str = ""
    method: str = ""
    more: str = ""

    @property
    def keys(self) -> str:
        """The keys of an action, in the language in use."""
        return ", ".join(labels_of(self.requests[0])) if self.requests and isinstance(self.requests[0], Action) else ""


def things(desk: PanelContext) -> list[FoundThing]:
    """Return all that can be found now, the likeliest kinds first."""
    return [*_actions(), *_of_scene(desk), *_scenes(desk), *_settings()]


def _actions() -> Iterator[FoundThing]:
    for action in Action:
        if action not in UNLISTED:
            more = f"{action.value} {action.name.replace('_', ' ')}"
            yield FoundThing(later("action"), tr(action.value), "", (action,), more=more)


def _scenes(desk: PanelContext) -> Iterator[FoundThing]:
    for scene in (*desk.saved.scenes, *scene_summaries()):
        more = f"{scene.name} {scene.title} {tr(scene.family)} {scene.family}"
        yield FoundThing(later("scene"), tr(scene.title), tr(scene.note), (SceneRequest(scene.name),), more=more)


def _of_scene(desk: PanelContext) -> Iterator[FoundThing]:
    """Yield the methods for the scene that is open, its numbers, and the symbols of what it shows."""
    system = desk.session.simulation.system
    for name, method in physics.integrators().items():
        if not method.reason_against(system):
            yield FoundThing(later("method"), tr(method.title), "", (), method=name, more=f"{name} {method.title}")
    for name, field in system.applicable().items():
        if not isinstance(field, Description):
            words = f"{field.symbol}  {tr(name.replace('_', ' '))}".strip()
            more = f"{name} {field.meaning}"
            yield FoundThing(later("number"), words, tr(field.meaning), (Action.BODY,), "body", more=more)
    symbols: tuple[Variable | Quantity, ...] = (*system.variables, *system.invariants, *system.quantities)
    for shown in symbols:
        unit = f" [{shown.unit}]" if shown.unit else ""
        words, more = f"{shown.symbol}  {tr(shown.meaning)}{unit}", f"{shown.name} {shown.meaning}"
        yield FoundThing(later("symbol"), words, tr(shown.meaning), (Action.EXPLAIN,), "explain", more=more)


def _settings() -> Iterator[FoundThing]:
    for words in SETTING_WORDS:
        yield FoundThing(later("setting"), tr(words), "", (Action.SETTINGS,), more=words)


def explanations(desk: PanelContext) -> Iterator[FoundThing]:
    """Yield the pages of explanation; one about another system opens the first scene of that, too.

    The first time takes a third of a second, in which all pages of a language are read.
    """
    present, first = desk.session.simulation.system.name, dict[str, str]()
    for scene in scene_summaries():
        first.setdefault(scene.system, scene.name)
    for page in page_files(desk.language):
        scenes = [] if present in page.systems else [first[name] for name in page.systems if name in first][:1]
        requests: tuple[Request, ...] = (*map(SceneRequest, scenes), Action.EXPLAIN)
        yield FoundThing(later("explanation"), page.title, "", requests, "explain", more=_prose(page))


def _prose(page: PageFile) -> str:
    """Return the words of a page."""
    blocks = (block for part in page.parts.values() for blocks in part.sections.values() for block in blocks)
    return " ".join(span.text for block in blocks if isinstance(block, Paragraph) for span in block.spans)


class PageReading:
    """Reading of all pages of a language in a thread, so that no picture waits for it."""

    def __init__(self, language: str) -> None:
        self.language, self.taken = language, False
        self._thread = Thread(target=page_files, args=(language,), daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait until all are read."""
        self._thread.join()

    @property
    def ready(self) -> bool:
        """Whether the pages have been read, and not been taken over yet."""
        return not self.taken and not self._thread.is_alive()


class Indexed(NamedTuple):
    """A thing with its words, and all its words, as they are compared."""

    thing: FoundThing
    words: str
    text: str


def found(index: Sequence[Indexed], typed: str) -> list[FoundThing]:
    """Return the things in which every typed word occurs: first those whose own words begin with them."""
    parts = plain(typed).split()
    ranked = []
    for place, each in enumerate(index):
        if all(part in each.text for part in parts):
            begins = [f" {each.words}".find(f" {part}") for part in parts]
            missing = sum(at < 0 for at in begins) + sum(part not in each.words for part in parts)
            ranked.append((missing, begins != [0] * len(begins), place))
    return [index[place].thing for *_, place in sorted(ranked)[:MOST]]


class Finder:
    """The finder. open: whether it is shown."""

    def __init__(self) -> None:
        self.open = self._appearing = self._moved = False
        self._words, self._chosen = "", 0
        self._index: list[Indexed] = []
        self._matched: tuple[str | None, list[FoundThing]] = None, []
        self.pages: PageReading | None = None

    def toggle(self) -> None:
        """Open or close the finder; what was typed last is selected."""
        self.open = self._appearing = not self.open

    def build(self, desk: PanelContext, size: tuple[float, float], is_open: Callable[[str], bool]) -> None:
        """Build the finder in a window of this size. is_open: tells of a panel of the rail whether it is open."""
        theme, em = desk.theme, desk.theme.em
        if self._appearing:
            desk.look_for_saved()
            self._index, self._chosen = [], 0
            self._add(things(desk))
            if self.pages is None or self.pages.language != desk.language:
                self.pages = PageReading(desk.language)
            self.pages.taken = False
            imgui.set_next_window_focus()
        if self.pages is not None and self.pages.ready:
            self.pages.taken = True
            self._add(explanations(desk))
        width = min(WIDTH * em, size[0] - em)
        height = min((ROW * (ROWS + 1) + 2.0) * em, size[1] * (1.0 - TOP) - 0.5 * em)
        imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, TOP * size[1]), ALWAYS, imgui.ImVec2(0.5, 0.0))
        imgui.set_next_window_size(imgui.ImVec2(width, height), ALWAYS)
        with window("find", FIXED):
            desk.glass.dialog(theme)
            entered = self._field()
            shown = self._shown()
            self._use_keys(len(shown))
            chosen = self._list(shown, theme)
        if entered and shown and chosen is None:
            chosen = shown[self._chosen]
        self._appearing = False
        if chosen is not None:
            self.open = False
            _use(desk, chosen, is_open)

    def _add(self, found_things: Iterable[FoundThing]) -> None:
        """Add things to those that can be found."""
        self._index += [Indexed(each, plain(each.words), plain(f"{each.words} {each.more}")) for each in found_things]
        self._matched = None, []

    def _field(self) -> bool:
        """Build the field for words, which has the keyboard; return whether Enter was pressed in it."""
        if self._appearing or not imgui.is_any_item_active():
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1.0)
        hint, before = tr("Find an action, a scene, a number, a symbol, a setting, a page"), self._words
        entered, self._words = imgui.input_text_with_hint("##find", hint, self._words, FIELD_FLAGS)
        BOXES.control("words")
        if self._words != before:
            self._chosen, self._moved = 0, True
        if imgui.is_key_pressed(imgui.Key.escape) and not self._appearing:  # one of the same picture closed another
            self.open = False
        return entered and any(imgui.is_key_pressed(key, False) for key in (imgui.Key.enter, imgui.Key.keypad_enter))

    def _shown(self) -> list[FoundThing]:
        if self._matched[0] != self._words:
            self._matched = self._words, found(self._index, self._words)
        return self._matched[1]

    def _use_keys(self, count: int) -> None:
        """Move the choice by the arrow keys."""
        for key, step in STEPS.items():
            if imgui.is_key_pressed(key):
                self._chosen, self._moved = self._chosen + step, True
        self._chosen = min(max(self._chosen, 0), max(count - 1, 0))

    def _list(self, shown: list[FoundThing], theme: Theme) -> FoundThing | None:
        """Build the rows that are seen; return the one that was clicked."""
        clicked = None
        imgui.push_style_var(ITEM_SPACING, imgui.ImVec2(0.0, 0.0))
        if imgui.begin_child("things", imgui.ImVec2(0.0, 0.0)):
            if not shown:
                small(tr("Nothing has “{words}” in it.", words=self._words.strip()), theme)
            row, room = round(ROW * theme.em), imgui.get_window_height()
            if self._moved:
                last = self._chosen * row - (room - row)
                imgui.set_scroll_y(min(max(imgui.get_scroll_y(), last), self._chosen * row))
                self._moved = False
            first = max(int(imgui.get_scroll_y() / row) - 1, 0)
            for place in range(first, min(first + int(room / row) + 4, len(shown))):
                imgui.set_cursor_pos_y(place * row)
                if _row(shown[place], place, place == self._chosen, row, theme):
                    clicked = shown[place]
            if shown:
                imgui.set_cursor_pos_y(len(shown) * row)
                imgui.dummy(imgui.ImVec2(0.0, 0.0))
        imgui.end_child()
        imgui.pop_style_var()
        return clicked


def _row(thing: FoundThing, place: int, chosen: bool, height: float, theme: Theme) -> bool:
    """Build the row of a thing, its kind and keys at the right; return whether it was clicked."""
    em, corner, ink = theme.em, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    width = imgui.get_content_region_avail().x
    clicked = pressed_area(f"thing {place}", imgui.ImVec2(width, height))
    BOXES.control(thing.method or thing.words)
    tip(thing.about, theme)
    high = imgui.ImVec2(corner.x + width, corner.y + height)
    if chosen or imgui.is_item_hovered():
        ink.add_rect_filled(corner, high, packed(Tone.TINT if chosen else Tone.FIELD_HOVERED), 0.5 * em)
    beside = " · ".join(part for part in (thing.keys, tr(thing.kind)) if part)
    with font(theme.regular, SMALL_SIZE):
        right = high.x - imgui.calc_text_size(beside).x - 0.6 * em
        y = corner.y + (height - imgui.get_text_line_height()) / 2
        ink.add_text(imgui.ImVec2(round(right), round(y)), packed(DIM), beside)
    words = fitted(thing.words, right - corner.x - 1.6 * em)
    at = imgui.ImVec2(round(corner.x + 0.6 * em), round(corner.y + (height - em) / 2))
    shade = packed(ACCENT if chosen else INK)
    if thing.kind in SYMBOLIC:
        draw_symbol(ink, (at.x, at.y), words, shade, theme.regular, em)
    else:
        ink.add_text(at, shade, words)
    return clicked


def _use(desk: PanelContext, thing: FoundThing, is_open: Callable[[str], bool]) -> None:
    """Ask for what a thing stands for."""
    if thing.method:
        desk.changes("integrator")(thing.method)
    for request in thing.requests:
        if not (thing.panel and request is thing.requests[-1] and is_open(thing.panel)):
            desk.ask(request)
