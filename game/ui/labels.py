"""Where words in the picture go: beside the tip of an arrow, never on its head, on the screen, clear of one another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from game.picture import SceneFrame, side_by_side
from game.ui.symbols import draw_symbol, symbol_size
from game.ui.theme import DIM, INK, PANEL, Theme, packed

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 on the screen [points]."""
ROUNDS = 12
"""Enough to part every label of a crowded tip; each round moves each pair once."""


@dataclass
class Label:
    """A name, the tip it belongs to and the centre of its box, both on the screen [points]."""

    text: str
    color: tuple[float, float, float]
    tip: tuple[float, float]
    size: tuple[float, float]
    x: float
    y: float


def anchored(
    text: str,
    color: tuple[float, float, float],
    tail: tuple[float, float],
    tip: tuple[float, float],
    size: tuple[float, float],
    gap: float,
) -> Label:
    """A label beyond the tip of an arrow seen from tail to tip, `gap` away from it."""
    dx, dy = tip[0] - tail[0], tip[1] - tail[1]
    length = math.hypot(dx, dy)
    dx, dy = (dx / length, dy / length) if length > 1.0 else (0.0, -1.0)
    reach = gap + 0.5 * (abs(dx) * size[0] + abs(dy) * size[1])
    return Label(text, color, tip, size, tip[0] + dx * reach, tip[1] + dy * reach)


def part(labels: list[Label], area: Box, panels: Sequence[Box], gap: float) -> None:
    """Push labels apart, off the panels and into the area, moving each as little as it takes."""
    for _ in range(ROUNDS):
        for i, one in enumerate(labels):
            for other in labels[i + 1 :]:
                _push(one, other, gap)
        for label in labels:
            width, height = label.size
            label.x = min(max(label.x, area[0] + width / 2), max(area[2] - width / 2, area[0] + width / 2))
            label.y = min(max(label.y, area[1] + height / 2), max(area[3] - height / 2, area[1] + height / 2))
            for panel in panels:
                _leave(label, panel, area, gap)


def _leave(label: Label, panel: Box, area: Box, gap: float) -> None:
    """Move a label off a panel, over the nearest edge that has room beyond it."""
    across, down = label.size[0] / 2 + gap, label.size[1] / 2 + gap
    left, right = panel[0] - across, panel[2] + across
    above, below = panel[1] - down, panel[3] + down
    if not (left < label.x < right and above < label.y < below):
        return
    ways = [(x, label.y) for x in (left, right) if area[0] + across <= x <= area[2] - across]
    ways += [(label.x, y) for y in (above, below) if area[1] + down <= y <= area[3] - down]
    if ways:
        label.x, label.y = min(ways, key=lambda way: abs(way[0] - label.x) + abs(way[1] - label.y))


def _push(one: Label, other: Label, gap: float) -> None:
    """Move two labels apart along the axis where they overlap less."""
    across = (one.size[0] + other.size[0]) / 2 + gap - abs(one.x - other.x)
    down = (one.size[1] + other.size[1]) / 2 + gap - abs(one.y - other.y)
    if across <= 0 or down <= 0:
        return
    if across < down:
        half = math.copysign(across / 2, other.x - one.x)
        one.x, other.x = one.x - half, other.x + half
    else:
        half = math.copysign(down / 2, other.y - one.y)
        one.y, other.y = one.y - half, other.y + half


def draw_labels(
    scenes: Sequence[SceneFrame], size: tuple[int, int], area: Box, panels: Sequence[Box], theme: Theme
) -> None:
    """Draw the names of arrows and places of the pictures within the area, where no panel covers them.

    Pictures that stand side by side in the window are titled, too.
    """
    for scene, (left, top, width, height) in zip(scenes, side_by_side(size, len(scenes)), strict=True):
        labels = named(scene, (left, top), (width, height), theme) + placed(
            scene, (left, top), (width, height), panels, theme
        )
        inside = (max(area[0], left), area[1], min(area[2], left + width), area[3])
        part(labels, inside, panels, 0.2 * theme.em)
        ink = imgui.get_background_draw_list()
        for label in labels:
            _draw(ink, label, theme)
        if len(scenes) > 1 and scene.title:
            _draw_title(ink, scene.title, clear_of(panels, inside), theme)


def named(scene: SceneFrame, corner: tuple[int, int], size: tuple[int, int], theme: Theme) -> list[Label]:
    """The names of the arrows of a picture that is drawn at this corner of the window, in this size [points]."""
    labels = []
    for arrow in scene.arrows:
        tail, tip = scene.view.project(arrow.tail, size), scene.view.project(arrow.tip, size)
        if not arrow.label or tail is None or tip is None or not _near(tip, size):
            continue
        box = box_of(arrow.label, theme)
        start, end = ((x + corner[0], y + corner[1]) for x, y in (tail, tip))
        labels.append(anchored(arrow.label, arrow.color, start, end, box, 0.35 * theme.em))
    return labels


def placed(
    scene: SceneFrame, corner: tuple[int, int], size: tuple[int, int], panels: Sequence[Box], theme: Theme
) -> list[Label]:
    """The words of a picture over those of their places that are seen."""
    labels = []
    for word in scene.labels:
        place = scene.view.project(word.place, size)
        if place is None or not (0.0 <= place[0] <= size[0] and 0.0 <= place[1] <= size[1]):
            continue
        x, y = place[0] + corner[0], place[1] + corner[1]
        if not any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in panels):
            box = box_of(word.text, theme)
            labels.append(anchored(word.text, word.color, (x, y + theme.em), (x, y), box, 0.3 * theme.em))
    return labels


def box_of(text: str, theme: Theme) -> tuple[float, float]:
    """Width and height of a label [points]."""
    width, height = symbol_size(text, theme.medium, theme.em)
    return width + 0.7 * theme.em, height + 0.15 * theme.em


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


def _draw_title(ink: imgui.ImDrawList, title: str, place: tuple[float, float], theme: Theme) -> None:
    width, _ = symbol_size(title, theme.medium, theme.em)
    draw_symbol(ink, (place[0] - width / 2, place[1] + 0.5 * theme.em), title, packed(DIM), theme.medium, theme.em)


def _near(point: tuple[float, float], size: tuple[int, int]) -> bool:
    """Whether a tip is on the screen or so little outside that its label still points at it."""
    return all(-0.1 * full <= at <= 1.1 * full for at, full in zip(point, size, strict=True))


def _draw(ink: imgui.ImDrawList, label: Label, theme: Theme) -> None:
    width, height = label.size
    low, high = imgui.ImVec2(label.x - width / 2, label.y - height / 2), imgui.ImVec2(0, 0)
    high.x, high.y = low.x + width, low.y + height
    color = (*label.color, 1.0)
    nearest = imgui.ImVec2(min(max(label.tip[0], low.x), high.x), min(max(label.tip[1], low.y), high.y))
    if math.hypot(nearest.x - label.tip[0], nearest.y - label.tip[1]) > 0.6 * theme.em:
        ink.add_line(nearest, imgui.ImVec2(*label.tip), packed(color, 0.8), 0.08 * theme.em)
    ink.add_rect_filled(low, high, packed(PANEL, 0.85), height / 2)
    ink.add_rect(low, high, packed(color, 0.75), height / 2)
    at = (low.x + 0.35 * theme.em, low.y + 0.075 * theme.em)
    draw_symbol(ink, at, label.text, packed(INK), theme.medium, theme.em)
