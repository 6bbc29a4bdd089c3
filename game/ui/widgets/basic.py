"""Basic widgets of the panels: windows, buttons, texts, tooltips, sections, switches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType

from imgui_bundle import imgui

from game.model.input import Action
from game.model.key_bindings import labels_of
from game.model.words import decimal_mark
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.symbols import draw_symbol, prose, symbol_size, wrapped
from game.ui.widgets.theme import (
    ACCENT,
    DIM,
    FAINT,
    FIELD,
    FILL,
    INK,
    ON_ACCENT,
    SMALL_SIZE,
    TITLE_SIZE,
    Color,
    Theme,
    Tone,
    faded,
    packed,
    vector,
)

MAX_CUT_TEXTS = 1000
_CUT: dict[tuple[str, int, float], str] = {}
"""Shortened texts by original text, available width and full width; kept because measuring is slow."""
FIXED = (
    imgui.WindowFlags_.no_title_bar.value
    | imgui.WindowFlags_.no_resize.value
    | imgui.WindowFlags_.no_move.value
    | imgui.WindowFlags_.no_collapse.value
    | imgui.WindowFlags_.no_saved_settings.value
    | imgui.WindowFlags_.no_nav.value
)
FITTING = FIXED | imgui.WindowFlags_.always_auto_resize.value | imgui.WindowFlags_.no_scrollbar.value
SCROLLING = FIXED | imgui.WindowFlags_.always_auto_resize.value
NO_SCROLL = imgui.WindowFlags_.no_scrollbar.value | imgui.WindowFlags_.no_scroll_with_mouse.value
ALWAYS, ANY_POPUP = imgui.Cond_.always.value, imgui.PopupFlags_.any_popup.value
WINDOW_PADDING, ITEM_SPACING = imgui.StyleVar_.window_padding.value, imgui.StyleVar_.item_spacing.value
KEYBOARD, NO_NAV = imgui.ConfigFlags_.nav_enable_keyboard.value, imgui.WindowFlags_.no_nav.value
REACHED_BY_KEYS = imgui.ButtonFlags_.enable_nav.value
"""Numbers of enumerations that are needed many times in a frame; reading them from their members is slow."""
UNTOUCHABLE = FITTING | imgui.WindowFlags_.no_inputs.value | imgui.WindowFlags_.no_focus_on_appearing.value


class BlockEnd:
    """A block of code at whose end a function is called, also after an error; faster than a generator.

    Not after what ends the program, Ctrl-C at any place: blocks inside may be open then, which Dear ImGui would report
    in its stead.
    """

    __slots__ = ("_end",)

    def __init__(self, end: Callable[[], None]) -> None:
        self._end = end

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._end()
        elif issubclass(kind, Exception):
            with suppress(RuntimeError):  # something within is open, which would be reported in the error's stead
                self._fail()
                self._end()

    def _fail(self) -> None:
        """Note that an error was raised in the block, which is still open."""


class WindowEnd(BlockEnd):
    """A block at whose end a window is closed. failed: the name of the first window in which an error was raised."""

    __slots__ = ("failed",)

    def __init__(self) -> None:
        super().__init__(_end_window)
        self.failed = ""

    def _fail(self) -> None:
        self.failed = self.failed or imgui.internal.get_current_window_read().name.partition("/")[0]


def window(name: str, flags: int) -> BlockEnd:
    """Open a window of Dear ImGui, which is closed at the end of the block."""
    if imgui.get_io().config_flags & KEYBOARD:
        flags &= ~NO_NAV
    imgui.begin(name, None, flags)
    return WINDOW_END


def font(face: imgui.ImFont, size: float = 0.0) -> BlockEnd:
    """Use another font within the block, `size` points high at scale 1 (0: unchanged)."""
    imgui.push_font(face, size)
    return FONT_END


def color(slot: imgui.Col_, value: Color) -> BlockEnd:
    """Replace one colour of the style within the block."""
    imgui.push_style_color(slot, vector(value))
    return COLOR_END


def _end_window() -> None:
    BOXES.panel()
    imgui.end()


WINDOW_END, FONT_END, COLOR_END = WindowEnd(), BlockEnd(imgui.pop_font), BlockEnd(imgui.pop_style_color)


def pressed_area(name: str, size: imgui.ImVec2) -> bool:
    """Build a control that its caller draws; return whether it was clicked, or used by a key."""
    return imgui.invisible_button(name, size, REACHED_BY_KEYS)


def button(words: str, matters: bool = False, width: float = 0.0, height: float = 0.0) -> bool:
    """Build a text button and return whether it was clicked.

    matters: draw it filled, as the most likely choice. width, height: as Dear ImGui takes them [points].
    """
    if not matters:
        pressed = imgui.button(words, imgui.ImVec2(width, height))
    else:
        with (
            color(imgui.Col_.button, FILL),
            color(imgui.Col_.button_hovered, faded(FILL, 0.85)),
            color(imgui.Col_.button_active, faded(FILL, 0.80)),
            color(imgui.Col_.text, ON_ACCENT),
        ):
            pressed = imgui.button(words, imgui.ImVec2(width, height))
    BOXES.control(words)
    return pressed


def text(words: str, shade: Color = INK) -> None:
    """Build a plain text; percent signs have no meaning in it."""
    with color(imgui.Col_.text, shade):
        imgui.text_unformatted(words)


def title(words: str, theme: Theme) -> None:
    """Build the title of a panel."""
    with font(theme.medium, TITLE_SIZE):
        imgui.text_unformatted(words)


def small(words: str, theme: Theme, shade: Color = DIM) -> None:
    """Build a small text, wrapped at the edge of the panel."""
    with font(theme.regular, SMALL_SIZE), color(imgui.Col_.text, shade):
        imgui.push_text_wrap_pos(0.0)
        imgui.text_unformatted(words)
        imgui.pop_text_wrap_pos()


def right_aligned(words: str, width: float, shade: Color = INK) -> None:
    """Build a text that ends `width` points right of the cursor."""
    spare = width - imgui.calc_text_size(words).x
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(spare, 0.0))
    text(words, shade)


def written(ink: imgui.ImDrawList, words: str, steady: int, at: tuple[float, float], fraction: float) -> float:
    """Draw a number with its decimal point at `at` [points] and return its left edge [points].

    A number with a power of ten, or a text that is no number, ends `fraction` points right of it. Characters after the
    first `steady` ones are dim.
    """
    top, kept = at[1], words[:steady]
    left = number_left(words, at, fraction)
    ink.add_text(imgui.ImVec2(left, top), packed(INK), kept)
    if steady < len(words):
        ink.add_text(imgui.ImVec2(left + imgui.calc_text_size(kept).x, top), packed(DIM), words[steady:])
    return left


def number_left(words: str, at: tuple[float, float], fraction: float) -> int:
    """Return the left edge of a number that `written` draws [points]."""
    whole = words.partition(decimal_mark())[0]
    if "×" in words or not whole.strip("\u2212").isdigit():
        return round(at[0] + fraction - imgui.calc_text_size(words).x)
    return round(at[0] - imgui.calc_text_size(whole).x)


TIP_WIDTH, LEAST_TIP = 22.0, 8.0
"""Greatest width of a tooltip, and the least to which one is narrowed to fit beside a panel [em]."""
LOW_PANEL = 8.0
"""Height of a panel up to which its tooltips are above their widgets, where there is room [em]."""


TIP_FLAGS = imgui.HoveredFlags_.for_tooltip.value | imgui.HoveredFlags_.allow_when_disabled.value


def tip_wanted() -> bool:
    """Return whether the pointer has rested on the last widget, so that its tooltip is shown.

    Not where it still stands as it has clicked: a tooltip would cover what the click has opened.
    """
    if not imgui.is_item_hovered(TIP_FLAGS):
        return False
    since_click = imgui.get_time() - imgui.get_io().mouse_clicked_time[0]
    return bool(since_click > imgui.get_current_context().mouse_stationary_timer)


def tip(words: str, theme: Theme, symbolic: bool = False) -> None:
    """Show a tooltip for the last widget, wrapped to a readable width; shown for disabled widgets too.

    It lies beside the panel of the widget, or above or below a low one, so that it covers no neighbour of the widget.
    symbolic: an underscore makes what follows a subscript.
    """
    if not words or not tip_wanted():
        return
    left, top, right, _ = tip_box(words, theme)
    imgui.set_next_window_pos(imgui.ImVec2(left, top), ALWAYS)
    if imgui.begin_tooltip():
        edge = right - left - imgui.get_style().window_padding.x + 1.0
        if symbolic:
            prose(words, edge - imgui.get_cursor_pos_x(), packed(INK), theme.regular, theme.em)
        else:
            imgui.push_text_wrap_pos(edge)
            imgui.text_unformatted(words)
            imgui.pop_text_wrap_pos()
        imgui.end_tooltip()


def tip_box(words: str, theme: Theme) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom edge of a tooltip with these words for the last widget [points].

    It is beside the panel of the widget, narrower if need be; above a widget in a low panel, or where there is no room
    beside the panel; below the panel, or above it, where there is none above the widget.
    """
    low, high, screen = imgui.get_item_rect_min(), imgui.get_item_rect_max(), imgui.get_io().display_size
    panel = imgui.internal.get_current_window().root_window
    gap, right, bottom = 0.4 * theme.em, panel.pos.x + panel.size.x, panel.pos.y + panel.size.y
    width, height = _tip_size(words, theme, TIP_WIDTH * theme.em)
    rooms = screen.x - right - 2 * gap, panel.pos.x - 2 * gap
    room = rooms[0] if rooms[0] >= width else max(rooms)
    above = low.y - gap - height
    if room >= min(width, LEAST_TIP * theme.em) and (panel.size.y > LOW_PANEL * theme.em or above < 0.0):
        width, height = _tip_size(words, theme, min(room, TIP_WIDTH * theme.em))
        x, y = (right + gap if room == rooms[0] else panel.pos.x - gap - width), low.y
    elif above >= 0.0:
        x, y = (low.x + high.x - width) / 2, above
    else:
        over, under = panel.pos.y - gap - height, bottom + gap
        y = under if under + height + gap <= screen.y else over if over >= 0.0 else high.y + gap
        x = (low.x + high.x - width) / 2
    x = min(max(x, gap), screen.x - width - gap)
    y = min(max(y, gap), screen.y - height - gap)
    return round(x), round(y), round(x) + width, round(y) + height


def _tip_size(words: str, theme: Theme, most: float) -> tuple[float, float]:
    """Return width and height of a tooltip that is at most so wide [points]."""
    padding = imgui.get_style().window_padding
    with font(theme.regular, theme.em / theme.scale):
        size = imgui.calc_text_size(words, False, most - 2 * padding.x)
    return size.x + 2 * padding.x, size.y + 2 * padding.y


def section(name: str, theme: Theme, opened: bool = True) -> bool:
    """Build a heading that opens and closes the widgets below it; return whether it is open."""
    storage, key = imgui.get_state_storage(), imgui.get_id(name)
    was = storage.get_bool(key, opened)
    if heading(name, name, theme, was):
        storage.set_bool(key, not was)
    return was


def heading(name: str, words: str, theme: Theme, opened: bool, spare: float = 0.0) -> bool:
    """Build the heading of a section, open or closed, with a line above; return whether it was clicked.

    spare: width at its right that is left to other controls [em].
    """
    em, corner, width = theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    ink = imgui.get_window_draw_list()
    line = corner.y + 0.25 * em
    ink.add_line(imgui.ImVec2(corner.x, line), imgui.ImVec2(corner.x + width, line), packed(FAINT))
    imgui.dummy(imgui.ImVec2(0.0, 0.15 * em))
    corner = imgui.get_cursor_screen_pos()
    clicked = pressed_area(name, imgui.ImVec2(width - spare * em, 2.0 * em))
    BOXES.control(name)
    shade = packed(INK if imgui.is_item_hovered() else DIM)
    chevron = Icon.CHEVRON_DOWN if opened else Icon.CHEVRON_RIGHT
    draw_icon(ink, chevron, corner.x + 0.5 * em, corner.y + 1.0 * em, em, shade)
    ink.add_text(theme.medium, em, imgui.ImVec2(corner.x + 1.5 * em, corner.y + 0.5 * em), packed(INK), words)
    return clicked


def fitted(words: str, width: float) -> str:
    """Return the text, shortened with an ellipsis if it is wider than `width` points."""
    whole = imgui.calc_text_size(words).x
    if whole <= width:
        return words
    key = words, round(width), whole
    if key not in _CUT:
        if len(_CUT) > MAX_CUT_TEXTS:
            _CUT.clear()
        while words and imgui.calc_text_size(words + "…").x > width:
            words = words[:-1]
        _CUT[key] = words.rstrip() + "…"
    return _CUT[key]


def fits_in_lines(words: str, room: float, theme: Theme) -> bool:
    """Return whether `draw_lines` has room for a name that is wider than it, in two smaller lines."""
    lines = wrapped(words, room, theme.regular, SMALL_SIZE * theme.scale)
    with font(theme.regular, SMALL_SIZE):
        return len(lines) <= 2 and all(imgui.calc_text_size(line).x <= room for line in lines)


def draw_lines(
    ink: imgui.ImDrawList,
    words: str,
    left: float,
    middle: float,
    room: float,
    shade: Color,
    theme: Theme,
    centred: bool = False,
) -> bool:
    """Draw a name centred at a height, smaller in two lines where it has no room in one [points].

    centred: in the middle of its room, too. Return whether it is shown whole.
    """
    em, whole = theme.em, imgui.calc_text_size(words)
    if whole.x <= room:
        x = left + (room - whole.x) / 2 if centred else left
        ink.add_text(imgui.ImVec2(round(x), round(middle - whole.y / 2)), packed(shade), words)
        return True
    size = SMALL_SIZE * theme.scale
    lines = wrapped(words, room, theme.regular, size)
    shown = [lines[0], " ".join(lines[1:])] if len(lines) > 1 else lines
    with font(theme.regular, SMALL_SIZE):
        cut = [fitted(line, room) for line in shown]
        step = 0.9 * em
        for place, line in enumerate(cut):
            x = left + (room - imgui.calc_text_size(line).x) / 2 if centred else left
            y = middle + (place - len(cut) / 2) * step
            ink.add_text(imgui.ImVec2(round(x), round(y)), packed(shade), line)
    return cut == shown


def switch(words: str, on: bool, theme: Theme, symbol: bool = False) -> bool:
    """Build a switch with a label and return whether it was clicked: filled with the knob right, or an outline.

    symbol: whether the label is one, with subscripts.
    """
    em, ink, corner = theme.em, imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    height, length, thick = imgui.get_frame_height(), 2.0 * em, 1.15 * em
    wide = symbol_size(words, theme.regular, em)[0] if symbol else imgui.calc_text_size(words).x
    pressed = pressed_area(words, imgui.ImVec2(length + 0.6 * em + wide, height))
    BOXES.control(words)
    middle, hovered = corner.y + height / 2, imgui.is_item_hovered()
    low = imgui.ImVec2(corner.x, middle - thick / 2)
    high = imgui.ImVec2(corner.x + length, middle + thick / 2)
    ink.add_rect_filled(low, high, packed(FILL if on else Tone.FIELD_HOVERED if hovered else FIELD), thick / 2)
    if not on:
        ink.add_rect(low, high, packed(Tone.EDGE), thick / 2)
    at = corner.x + (length - thick / 2 if on else thick / 2)
    ink.add_circle_filled(imgui.ImVec2(at, middle), 0.4 * em, packed(ON_ACCENT if on else Tone.EDGE), 20)
    words_at = imgui.ImVec2(corner.x + length + 0.6 * em, round(middle - em / 2))
    shade = packed(INK if on or hovered else DIM)
    if symbol:
        draw_symbol(ink, (words_at.x, words_at.y), words, shade, theme.regular, em)
    else:
        ink.add_text(words_at, shade, words)
    return pressed


def segmented(name: str, options: Sequence[tuple[str, str]], chosen: str, theme: Theme) -> str | None:
    """Build a segmented button with (value, label) options and return the value that was newly clicked, or None.

    Its width is that set for the next item.
    """
    em, ink, corner = theme.em, imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    width, height = imgui.calc_item_width(), imgui.get_frame_height()
    step, rounding, clicked = width / len(options), imgui.get_style().frame_rounding, None
    whole = imgui.ImVec2(corner.x + width, corner.y + height)
    ink.add_rect_filled(corner, whole, packed(FIELD), rounding)
    for place, (value, words) in enumerate(options):
        left = corner.x + place * step
        imgui.set_cursor_screen_pos(imgui.ImVec2(left, corner.y))
        if pressed_area(f"{name} {value}", imgui.ImVec2(step, height)):
            clicked = value
        BOXES.control(f"{name} {value}")
        hovered = imgui.is_item_hovered()
        if value == chosen or hovered:
            low, high = imgui.ImVec2(left, corner.y), imgui.ImVec2(left + step, corner.y + height)
            ink.add_rect_filled(low, high, packed(FILL if value == chosen else Tone.FIELD_HOVERED), rounding)
        shade = ON_ACCENT if value == chosen else INK if hovered else DIM
        inside, middle = step - 0.3 * em, corner.y + height / 2
        whole_name = draw_lines(ink, words, left + 0.15 * em, middle, inside, shade, theme, centred=True)
        tip("" if whole_name else words, theme)
    ink.add_rect(corner, whole, packed(Tone.EDGE), rounding)
    return clicked if clicked != chosen else None


def with_keys(words: str, action: Action) -> str:
    """Return a tooltip with the keys of an action."""
    keys = ", ".join(labels_of(action))
    return f"{words} ({keys})" if keys else words


BUTTON_SIDE, BUTTON_ICON, BUTTON_ROUNDING = 2.25, 1.25, 0.5
"""Side, size of the icon and radius of the corners of an icon button [em]."""


def icon_button(
    name: str,
    icon: Icon,
    words: str,
    theme: Theme,
    shade: Color = INK,
    on: bool = False,
    side: float = 0.0,
    against: str = "",
    action: Action | None = None,
) -> bool:
    """Build a square button with an icon and a tooltip; return whether it was clicked.

    on: draw it as chosen. side: its width and height [points]; 0: as in the dock. against: why it cannot be used now.
    action: what it does, whose keys the tooltip shows.
    """
    em, usual = theme.em, BUTTON_SIDE * theme.em
    side = side or usual
    corner = imgui.get_cursor_screen_pos()
    pressed = pressed_area(name, imgui.ImVec2(side, side)) and not against
    BOXES.control(name)
    if tip_wanted():
        said = with_keys(words, action) if action is not None else words
        tip(f"{said}\n{against}" if against else said, theme)
    ink, hovered = imgui.get_window_draw_list(), imgui.is_item_hovered() and not against
    if on or hovered:
        high, rounding = imgui.ImVec2(corner.x + side, corner.y + side), BUTTON_ROUNDING * em
        if on:
            ink.add_rect_filled(corner, high, packed(Tone.TINT), rounding)
            ink.add_rect(corner, high, packed(ACCENT), rounding)
        if hovered:
            tone = Tone.FIELD_ACTIVE if imgui.is_item_active() else Tone.FIELD_HOVERED
            ink.add_rect_filled(corner, high, packed(tone), rounding)
    color = packed(ACCENT if on else shade, 0.5 if against else 1.0)
    size = BUTTON_ICON * em if side >= usual else side / usual * BUTTON_ICON * em
    draw_icon(ink, icon, corner.x + side / 2, corner.y + side / 2, size, color)
    return pressed
