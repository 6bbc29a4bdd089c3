"""The words of a picture: names of arrows and places, as in a textbook, in the colour of what they name."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from imgui_bundle import imgui

from game.picture import SceneFrame, side_by_side
from game.ui.placing import Box, Label, Placer, Shaft, inner
from game.ui.symbols import draw_pieces, pieces, symbol_size
from game.ui.theme import Theme, packed

HALO = (0.02, 0.025, 0.035, 1.0)
"""Round letters and lines, so that they can be read on any ground."""
PALE = (0.80, 0.84, 0.90)
"""Colour of a picture's title."""
SYMBOL = re.compile(r"([^\W\d_]{1,2}|[^\W\d_](_[^\W_]{1,3}|[\u2080-\u209c]+)[a-z]?)'?")
"""What is set in italics: one or two letters, and an index; other words stand upright."""
NUMBER = re.compile(r"\d+(\.\d+)?(e[+-]?\d+)?")
"""What may change in a word that stays the same one."""
LIGHTER = 0.42
"""Of the way to white that letters are lighter than what they name: they are thin."""
ROUND = tuple((math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8))
HALOS = ((0.11, 0.13, ROUND), (0.055, 0.50, ROUND[1::2]))
"""Where the letters of the halo lie, in heights of a letter round those they set off, and how dark they are."""
LARGER = 1.6
"""Of an italic letter beside upright ones, which look larger."""
HEAD = 0.45
"""Half as wide as words keep clear of an arrow's head, in heights of a letter."""


class Lettering:
    """Draws the words of pictures, each near where it was in the picture before."""

    def __init__(self) -> None:
        self._placer = Placer()

    def draw(
        self,
        scenes: Sequence[SceneFrame],
        size: tuple[int, int],
        area: Box,
        panels: Sequence[Box],
        theme: Theme,
        seconds: float,
    ) -> None:
        """Draw the words of the pictures within the area, where no panel covers them, `seconds` after the last ones.

        Pictures that stand side by side in the window are titled, too.
        """
        ink = imgui.get_background_draw_list()
        for which, (scene, part) in enumerate(zip(scenes, side_by_side(size, len(scenes)), strict=True)):
            left, top, width, height = part
            labels, shafts = named(scene, which, (left, top), (width, height), panels, theme)
            labels += placed(scene, which, (left, top), (width, height), panels, theme)
            inside = (max(area[0], left), area[1], min(area[2], left + width), area[3])
            self._placer.place(labels, shafts, inside, panels, 0.42 * theme.em, seconds)
            for label in labels:
                _draw(ink, label, theme)
            if len(scenes) > 1 and scene.title:
                _draw_title(ink, scene.title, clear_of(panels, inside), theme)
        self._placer.forget()


def named(
    scene: SceneFrame, which: int, corner: tuple[int, int], size: tuple[int, int], panels: Sequence[Box], theme: Theme
) -> tuple[list[Label], list[Shaft]]:
    """The names of the arrows of a picture, the which-th in the window, drawn at this corner in this size [points].

    One that leaves the picture is named where it does, one that ends under a panel is not. And the arrows themselves,
    of which all words keep clear.
    """
    labels, shafts = [], []
    times: Counter[str] = Counter()
    for arrow in scene.arrows:
        tail, tip = scene.view.project(arrow.tail, size), scene.view.project(arrow.tip, size)
        kind = NUMBER.sub("#", arrow.label)
        times[kind] += 1
        if tail is None or tip is None or (seen := inner(tail, tip, (0.0, 0.0, *size))) is None:
            continue
        tip = tail[0] + seen[1] * (tip[0] - tail[0]), tail[1] + seen[1] * (tip[1] - tail[1])
        start, end = ((float(x) + corner[0], float(y) + corner[1]) for x, y in (tail, tip))
        shafts.append(Shaft(start, end, HEAD * theme.em))
        if arrow.label and not _under(end, panels):
            key = which, "arrow", kind, times[kind]
            labels.append(Label(arrow.label, arrow.color, end, ahead(start, end), box_of(arrow.label, theme), key))
    return labels, shafts


def ahead(tail: tuple[float, float], tip: tuple[float, float]) -> tuple[float, float]:
    """The way on beyond the tip of an arrow; up where it is seen end on."""
    dx, dy = tip[0] - tail[0], tip[1] - tail[1]
    length = math.hypot(dx, dy)
    return (dx / length, dy / length) if length > 1.0 else (0.0, -1.0)


def placed(
    scene: SceneFrame, which: int, corner: tuple[int, int], size: tuple[int, int], panels: Sequence[Box], theme: Theme
) -> list[Label]:
    """The words of a picture over those of their places that are seen."""
    labels = []
    times: Counter[str] = Counter()
    focus = scene.view.project(scene.focus, size) or (size[0] / 2, size[1] / 2)
    for word in scene.labels:
        place = scene.view.project(word.place, size)
        kind = NUMBER.sub("#", word.text)
        times[kind] += 1
        if place is None or not (0.0 <= place[0] <= size[0] and 0.0 <= place[1] <= size[1]):
            continue
        x, y = float(place[0]) + corner[0], float(place[1]) + corner[1]
        if not _under((x, y), panels):
            key = which, "place", kind, times[kind]
            way = ahead(focus, place) if word.outward else (0.0, -1.0)
            labels.append(Label(word.text, word.color, (x, y), way, box_of(word.text, theme), key))
    return labels


def box_of(text: str, theme: Theme) -> tuple[float, float]:
    """Width and height of a label [points]."""
    width, height = symbol_size(text, *_set(text, theme))
    return width + 0.25 * theme.em, height + 0.05 * theme.em


def clear_of(panels: Sequence[Box], area: Box) -> tuple[float, float]:
    """The middle of the upper edge of an area, as far as no panel at its sides covers it."""
    left, top, right, _ = area
    middle = (left + right) / 2
    for panel in panels:
        if (panel[0] + panel[2]) / 2 < middle:
            left = min(max(left, panel[2]), right)
        else:
            right = max(min(right, panel[0]), left)
    return (left + right) / 2, top


def _set(text: str, theme: Theme) -> tuple[imgui.ImFont, float]:
    """The font of a word, and the height of its letters [points]."""
    return (theme.italic, LARGER * theme.em) if SYMBOL.fullmatch(text) else (theme.medium, theme.em)


def _draw_title(ink: imgui.ImDrawList, title: str, place: tuple[float, float], theme: Theme) -> None:
    width, _ = symbol_size(title, theme.medium, theme.em)
    _write(ink, (place[0] - width / 2, place[1] + 0.5 * theme.em), title, PALE, theme.medium, theme.em)


def _under(point: tuple[float, float], panels: Sequence[Box]) -> bool:
    """Whether a panel covers a place on the screen."""
    return any(x0 <= point[0] <= x1 and y0 <= point[1] <= y1 for x0, y0, x1, y1 in panels)


def _draw(ink: imgui.ImDrawList, label: Label, theme: Theme) -> None:
    x0, y0, x1, y1 = label.box
    near = min(max(label.tip[0], x0), x1), min(max(label.tip[1], y0), y1)
    if math.dist(near, label.tip) > 0.9 * theme.em:
        start, end = imgui.ImVec2(*near), imgui.ImVec2(*label.tip)
        ink.add_line(start, end, packed(HALO, 0.55), 0.22 * theme.em)
        ink.add_line(start, end, packed((*label.color, 1.0), 0.9), 0.08 * theme.em)
    font, letters = _set(label.text, theme)
    wide, high = symbol_size(label.text, font, letters)
    _write(ink, (label.x - wide / 2, label.y - high / 2), label.text, label.color, font, letters)


def _write(
    ink: imgui.ImDrawList,
    at: tuple[float, float],
    text: str,
    color: tuple[float, float, float],
    font: imgui.ImFont,
    size: float,
) -> None:
    """Letters with a dark halo, which is soft: the same letters, moved round."""
    x, y = round(at[0]), round(at[1])
    letters = pieces(text, font, size)
    for reach, alpha, ways in HALOS:
        shade = packed(HALO, alpha)
        for dx, dy in ways:
            draw_pieces(ink, (x + dx * reach * size, y + dy * reach * size), letters, shade, font)
    red, green, blue = (part + LIGHTER * (1.0 - part) for part in color)
    draw_pieces(ink, (x, y), letters, packed((red, green, blue, 1.0)), font)
