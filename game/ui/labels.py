"""The words of a picture: names of arrows and places, as in a textbook, in the colour of what they name."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Container, Hashable, Sequence

from imgui_bundle import imgui

from game.model.frame import SceneFrame, side_by_side
from game.ui.label_obstacles import LONG, bars
from game.ui.label_placement import ArrowShaft, Box, LabelPlacement, PlacedLabel, inner
from game.ui.widgets.symbols import draw_pieces, pieces, symbol_size
from game.ui.widgets.theme import Theme, packed

HALO = (0.02, 0.025, 0.035, 1.0)
"""Round letters and lines, so that they can be read on any ground."""
PALE = (0.80, 0.84, 0.90)
"""Colour of a picture's title."""
SYMBOL = re.compile(r"(\d|[^\W\d_]{1,2}|[^\W\d_](_[^\W_]{1,3}|[\u2080-\u209c]+)[a-z]?)'?")
"""What is set in italics: one or two letters, and an index, or a digit; other words stand upright."""
NUMBER = re.compile(r"\d+(\.\d+)?(e[+-]?\d+)?")
"""What may change in a word that stays the same one."""
LIGHTER = 0.48
"""Of the way to white that letters are lighter than what they name: they are thin."""
ROUND = tuple((math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8))
HALOS = ((0.11, 0.10, ROUND), (0.055, 0.45, ROUND[1::2]))
"""Where the letters of the halo lie, in heights of a letter round those they set off, and how dark they are."""
PLATES = ((0.32, 0.08), (0.21, 0.12), (0.10, 0.16))
"""How far the ground of a word reaches beyond it, in heights of a letter, and how dark it is: softer outwards."""
LARGER, UPRIGHT = 1.75, 1.15
"""Heights of italic letters and of upright ones, which look larger, in those of the panels."""
INK_OF_ITALICS, INK_OF_UPRIGHT = (0.24, 0.80), (0.15, 0.97)
"""Between which heights of a line, from above, its letters lie: as far do words keep from what they name."""
GAP = 0.42
"""Between a word and what it names, in heights of a letter of the panels."""
STEPS = 20
"""In which a name comes and goes."""
HEAD = 0.45
"""Half as wide as words keep clear of an arrow's head, in heights of a letter."""
JOINS, PARTS, ALIKE = 0.8, 1.3, 0.94
"""How near two tips come, in heights of a letter, for their arrows to have one name together, and how far they part to
have two again; and the cosine between the arrows where that is so."""


class Lettering:
    """Draws the words of pictures, each near where it was in the picture before."""

    def __init__(self) -> None:
        self._placer = LabelPlacement()
        self._together: frozenset[Hashable] = frozenset()

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
        together: list[Hashable] = []
        for which, (scene, part) in enumerate(zip(scenes, side_by_side(size, len(scenes)), strict=True)):
            left, top, width, height = part
            labels, shafts = named(scene, which, (left, top), (width, height), panels, theme)
            labels = joint(labels, self._together, theme)
            together += [label.key for label in labels if label.parts]
            labels += placed(scene, which, (left, top), (width, height), panels, theme)
            inside = (max(area[0], left), area[1], min(area[2], left + width), area[3])
            if labels:
                shafts += bars(scene, (left, top), (width, height), LONG * theme.em)
            self._placer.place(labels, shafts, inside, panels, GAP * theme.em, seconds)
            for label in labels:
                _draw(ink, label, theme)
            if len(scenes) > 1 and scene.title:
                _draw_title(ink, scene.title, clear_of(panels, inside), theme)
        self._placer.forget()
        self._together = frozenset(together)


def named(
    scene: SceneFrame, which: int, corner: tuple[int, int], size: tuple[int, int], panels: Sequence[Box], theme: Theme
) -> tuple[list[PlacedLabel], list[ArrowShaft]]:
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
        shafts.append(ArrowShaft(start, end, HEAD * theme.em))
        if arrow.label and arrow.opacity > 0.0 and not _under(end, panels):
            key = which, "arrow", kind, times[kind]
            way, size_ = ahead(start, end), box_of(arrow.label, theme)
            labels.append(
                PlacedLabel(
                    arrow.label, arrow.color, end, way, size_, key, opacity=round(arrow.opacity * STEPS) / STEPS
                )
            )
    return labels, shafts


def ahead(tail: tuple[float, float], tip: tuple[float, float]) -> tuple[float, float]:
    """The way on beyond the tip of an arrow; up where it is seen end on."""
    dx, dy = tip[0] - tail[0], tip[1] - tail[1]
    length = math.hypot(dx, dy)
    return (dx / length, dy / length) if length > 1.0 else (0.0, -1.0)


def placed(
    scene: SceneFrame, which: int, corner: tuple[int, int], size: tuple[int, int], panels: Sequence[Box], theme: Theme
) -> list[PlacedLabel]:
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
            labels.append(PlacedLabel(word.text, word.color, (x, y), way, box_of(word.text, theme), key))
    return labels


def joint(labels: list[PlacedLabel], together: Container[Hashable], theme: Theme) -> list[PlacedLabel]:
    """Names of arrows, those of arrows that all but coincide as one, such as ω, L; together: keys of such before."""
    groups: list[list[PlacedLabel]] = []
    for label in labels:
        for group in groups:
            if _coincide(group, label, together, theme):
                group.append(label)
                break
        else:
            groups.append([label])
    return [group[0] if len(group) == 1 else _together(group, theme) for group in groups]


def _coincide(group: list[PlacedLabel], label: PlacedLabel, together: Container[Hashable], theme: Theme) -> bool:
    """Whether a name belongs to those of a group."""
    near = (PARTS if _key([*group, label]) in together else JOINS) * theme.em
    return bool(SYMBOL.fullmatch(label.text)) and all(
        SYMBOL.fullmatch(other.text)
        and math.dist(other.tip, label.tip) < near
        and other.ahead[0] * label.ahead[0] + other.ahead[1] * label.ahead[1] > ALIKE
        for other in group
    )


def _key(group: list[PlacedLabel]) -> Hashable:
    return tuple(label.key for label in group)


def _together(group: list[PlacedLabel], theme: Theme) -> PlacedLabel:
    """One name of several arrows, beyond the farthest tip."""
    first = max(group, key=lambda each: each.tip[0] * group[0].ahead[0] + each.tip[1] * group[0].ahead[1])
    parts: list[tuple[str, tuple[float, float, float]]] = []
    for label in group:
        parts += [(", ", PALE), (label.text, label.color)] if parts else [(label.text, label.color)]
    text = "".join(part for part, _ in parts)
    return PlacedLabel(
        text, first.color, first.tip, first.ahead, box_of(text, theme, True), _key(group), parts=tuple(parts)
    )


def box_of(text: str, theme: Theme, symbols: bool | None = None) -> tuple[float, float]:
    """Width and height of the letters of a label [points]; symbols: whether it is of them, or as it looks."""
    font, letters, (top, bottom) = _set(text, theme, symbols)
    width, _ = symbol_size(text, font, letters)
    return width + 0.12 * theme.em, (bottom - top) * letters


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


def _set(text: str, theme: Theme, symbols: bool | None = None) -> tuple[imgui.ImFont, float, tuple[float, float]]:
    """The font of a word, the height of its lines [points], and between which parts of it the letters lie."""
    if SYMBOL.fullmatch(text) if symbols is None else symbols:
        return theme.italic, LARGER * theme.em, INK_OF_ITALICS
    return theme.medium, UPRIGHT * theme.em, INK_OF_UPRIGHT


def _draw_title(ink: imgui.ImDrawList, title: str, place: tuple[float, float], theme: Theme) -> None:
    size = UPRIGHT * theme.em
    width, _ = symbol_size(title, theme.medium, size)
    _write(ink, (place[0] - width / 2, place[1] + 0.5 * theme.em), ((title, PALE),), theme.medium, size)


def _under(point: tuple[float, float], panels: Sequence[Box]) -> bool:
    """Whether a panel covers a place on the screen."""
    return any(x0 <= point[0] <= x1 and y0 <= point[1] <= y1 for x0, y0, x1, y1 in panels)


def _draw(ink: imgui.ImDrawList, label: PlacedLabel, theme: Theme) -> None:
    x0, y0, x1, y1 = label.box
    near = min(max(label.tip[0], x0), x1), min(max(label.tip[1], y0), y1)
    if math.dist(near, label.tip) > 0.9 * theme.em:
        start, end = imgui.ImVec2(*near), imgui.ImVec2(*label.tip)
        ink.add_line(start, end, packed(HALO, 0.55 * label.opacity), 0.22 * theme.em)
        ink.add_line(start, end, packed((*label.color, 1.0), 0.9 * label.opacity), 0.08 * theme.em)
    font, letters, (top, bottom) = _set(label.text, theme, bool(label.parts) or None)
    wide, _ = symbol_size(label.text, font, letters)
    for reach, alpha in PLATES:
        far, shade = reach * theme.em, packed(HALO, alpha * label.opacity)
        corners = imgui.ImVec2(x0 - far, y0 - far), imgui.ImVec2(x1 + far, y1 + far)
        ink.add_rect_filled(*corners, shade, 0.5 * (y1 - y0) + far)
    at = label.x - wide / 2, label.y - 0.5 * (top + bottom) * letters
    _write(ink, at, label.parts or ((label.text, label.color),), font, letters, label.opacity)


def _write(
    ink: imgui.ImDrawList,
    at: tuple[float, float],
    parts: Sequence[tuple[str, tuple[float, float, float]]],
    font: imgui.ImFont,
    size: float,
    opacity: float = 1.0,
) -> None:
    """Words in their colours, one behind the other, with a dark halo, which is soft: the same letters, moved round."""
    x, y = float(round(at[0])), float(round(at[1]))
    letters = []
    for text, color in parts:
        letters.append((x, pieces(text, font, size), color))
        x += symbol_size(text, font, size)[0]
    for reach, alpha, ways in HALOS:
        shade = packed(HALO, alpha * opacity)
        for dx, dy in ways:
            for left, piece, _ in letters:
                draw_pieces(ink, (left + dx * reach * size, y + dy * reach * size), piece, shade, font)
    for left, piece, color in letters:
        red, green, blue = (part + LIGHTER * (1.0 - part) for part in color)
        draw_pieces(ink, (left, y), piece, packed((red, green, blue, 1.0), opacity), font)
