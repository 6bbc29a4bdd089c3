"""Texts that the interface draws, with their boxes: what checks of the panels read.

`recorded` hears every function of Dear ImGui that the panels write with. `clipped` and `overlapping` find what cannot
be read; `foreign_words` finds what is not in the language in use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import combinations
from typing import Any, NamedTuple
from unittest import mock

from imgui_bundle import imgui, implot

Box = tuple[float, float, float, float]
LABELS = "Debug##Default"
"""Window of Dear ImGui in which what is drawn outside of panels stands: labels of the picture, each with an outline."""
SLACK = 1.5
"""Distance by which a text may reach over an edge or another text [points]: rounding and side bearings."""
LABELLED = ("button", "selectable", "checkbox", "begin_combo", "table_header", "small_button")
"""Functions of Dear ImGui whose first words are drawn in the box of their widget."""
HINTED = ("input_text_with_hint", "set_tooltip", "progress_bar", "table_setup_column")
PLOTTED = ("plot_line", "plot_scatter", "plot_stairs", "plot_inf_lines", "setup_axes", "setup_axis", "annotation")
"""Functions whose words are drawn later or elsewhere: heard without a box."""


class DrawnText(NamedTuple):
    """A drawn text. window: name of its panel. box: left, top, right and bottom [points], or None. clip: what is seen.

    fits: whether its widget is as wide.
    """

    words: str
    window: str
    box: Box | None
    clip: Box
    fits: bool = True


@contextmanager
def recorded() -> Iterator[list[DrawnText]]:
    """Yield a list to which every text is added that is drawn within the block."""
    heard: list[DrawnText] = []
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(imgui.ImDrawList, "add_text", _heard_on_lists(heard)))
        stack.enter_context(mock.patch.object(imgui, "text_unformatted", _heard_plain(heard)))
        for name in LABELLED:
            stack.enter_context(mock.patch.object(imgui, name, _heard_label(heard, getattr(imgui, name), name)))
        for module, names in ((imgui, HINTED), (implot, PLOTTED)):
            for name in names:
                stack.enter_context(mock.patch.object(module, name, _heard_elsewhere(heard, getattr(module, name))))
        yield heard


def _window() -> tuple[str, Box]:
    """Return the name of the panel that is being built, and what is seen of the window."""
    window = imgui.internal.get_current_window_read()
    low, high = window.draw_list.get_clip_rect_min(), window.draw_list.get_clip_rect_max()
    return window.root_window.name, (low.x, low.y, high.x, high.y)


def _heard_on_lists(heard: list[DrawnText]) -> Callable[..., None]:
    write = imgui.ImDrawList.add_text

    def add_text(ink: imgui.ImDrawList, *given: Any, **more: Any) -> None:
        words = next(each for each in given if isinstance(each, str))
        if isinstance(given[0], imgui.ImFont):
            face, size, at = given[0], given[1], given[2]
            imgui.push_font(face, size / imgui.get_style().font_scale_dpi)
            extent = imgui.calc_text_size(words)
            imgui.pop_font()
        else:
            at, extent = given[0], imgui.calc_text_size(words)
        low, high = ink.get_clip_rect_min(), ink.get_clip_rect_max()
        box = at[0], at[1], at[0] + extent.x, at[1] + extent.y
        heard.append(DrawnText(words, _window()[0], box, (low.x, low.y, high.x, high.y)))
        write(ink, *given, **more)

    return add_text


def _heard_plain(heard: list[DrawnText]) -> Callable[[str], None]:
    write = imgui.text_unformatted

    def text_unformatted(words: str) -> None:
        write(words)
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        name, clip = _window()
        heard.append(DrawnText(words, name, (low.x, low.y, high.x, high.y), clip))

    return text_unformatted


def _heard_label(heard: list[DrawnText], build: Callable[..., Any], name: str) -> Callable[..., Any]:
    def labelled(label: str, *given: Any, **more: Any) -> Any:
        answer = build(label, *given, **more)
        words = given[0] if name == "begin_combo" else label.split("##")[0]
        if not words or (name == "begin_combo" and answer):
            return answer
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        size, (window, clip) = imgui.calc_text_size(words), _window()
        middle = (low.y + high.y) / 2
        left = (low.x + high.x - size.x) / 2 if name == "button" else high.x - size.x if name == "checkbox" else low.x
        box = left, middle - size.y / 2, left + size.x, middle + size.y / 2
        heard.append(DrawnText(words, window, box, clip, size.x <= high.x - low.x + SLACK))
        return answer

    return labelled


def _heard_elsewhere(heard: list[DrawnText], build: Callable[..., Any]) -> Callable[..., Any]:
    def hearing(*given: Any, **more: Any) -> Any:
        name, clip = _window()
        for each in (*given, *more.values()):
            if isinstance(each, str) and each.split("##")[0]:
                heard.append(DrawnText(each.split("##")[0], name, None, clip))
        return build(*given, **more)

    return hearing


# What cannot be read --------------------------------------------------------------------------------------------


def clipped(texts: Iterable[DrawnText]) -> list[DrawnText]:
    """Return the texts that reach over a side of what is seen, or of their widget.

    What lies above or below is reached by scrolling.
    """
    return [
        text
        for text in texts
        if text.words.strip()
        and (not text.fits or (text.box is not None and _seen(text.box, text.clip) and _over(text.box, text.clip)))
    ]


def _seen(box: Box, clip: Box) -> bool:
    return box[1] < clip[3] - SLACK and box[3] > clip[1] + SLACK and box[0] < clip[2] - SLACK


def _over(box: Box, clip: Box) -> bool:
    return box[2] > clip[2] + SLACK or box[0] < clip[0] - SLACK


def outside(size: tuple[int, int]) -> list[str]:
    """Return the names of the panels, menus and lists that reach over an edge of a window of this size [points]."""
    return [
        window.name
        for window in imgui.get_current_context().windows
        if window.was_active and not window.hidden and window.name != LABELS and "/" not in window.name
        if min(window.pos.x, window.pos.y) < -SLACK
        or window.pos.x + window.size.x > size[0] + SLACK
        or window.pos.y + window.size.y > size[1] + SLACK
    ]


PANELS = frozenset(
    (
        "rail", "title", "summary", "readings", "timeline", "dock", "scenes", "body", "method", "compare", "view",
        "explain", "record", "undo", "plots", "map", "shots",
    )
)  # fmt: skip
"""Panels that stay; messages, menus and dialogs may lie over them, on a ground of their own."""


def colliding() -> list[str]:
    """Return the pairs of panels that lie over one another in the last frame."""
    boxes = {
        window.name: (window.pos.x, window.pos.y, window.pos.x + window.size.x, window.pos.y + window.size.y)
        for window in imgui.get_current_context().windows
        if window.was_active and not window.hidden and window.name in PANELS
    }
    return [
        f"{one} and {other}"
        for (one, first), (other, second) in combinations(boxes.items(), 2)
        if min(first[2], second[2]) - max(first[0], second[0]) > SLACK
        and min(first[3], second[3]) - max(first[1], second[1]) > SLACK
    ]


def overlapping(texts: Iterable[DrawnText]) -> list[tuple[DrawnText, DrawnText]]:
    """Return the pairs of texts of a panel that are drawn over one another."""
    shown = [text for text in texts if text.box is not None and text.words.strip() and text.window != LABELS]
    boxes = [(text, _cut(text.box, text.clip)) for text in shown if text.box is not None]
    return [
        (one, other)
        for (one, first), (other, second) in combinations(boxes, 2)
        if one.window == other.window and _meet(first, second)
    ]


def _cut(box: Box, clip: Box) -> Box:
    return max(box[0], clip[0]), max(box[1], clip[1]), min(box[2], clip[2]), min(box[3], clip[3])


def _meet(one: Box, other: Box) -> bool:
    """Return whether two boxes overlap; lines of text may touch by their blank margins above and below."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > SLACK and down > 0.3 * min(one[3] - one[1], other[3] - other[1])


def foreign_words(text: str, known: frozenset[str]) -> list[str]:
    """Return the words of Latin letters without accents in a text that are not known."""
    return [word for word in re.findall(r"[A-Za-z_]{2,}", text) if word.strip("_") not in known and word.strip("_")]
