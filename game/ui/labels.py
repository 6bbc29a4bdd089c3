"""Labels in a scene: names of arrows and places, in the colours of what they name."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from game.model.appearance import LEAST_SECONDS, Appearance, Races
from game.model.arrow_views import LINES, pixels_per_metre
from game.model.colors import Head, dark_ink, letter_ink
from game.model.frame import Array, SceneFrame, side_by_side
from game.model.words import tr
from game.ui.label_obstacles import MIN_BAR_LENGTH, bars, lines_on_screen, outlines
from game.ui.label_placement import (
    DOT_STEP,
    NO_BODIES,
    ArrowShaft,
    Box,
    LabelPlacement,
    Place,
    PlacedLabel,
    clip_to_box,
)
from game.ui.widgets.symbols import DOT, decimal_points, draw_pieces, pieces, symbol_size
from game.ui.widgets.theme import Theme, packed

OUTLINE_COLOR = (0.02, 0.025, 0.035, 1.0)
"""Colour around letters and lines, which makes them legible on any background."""
LIGHT_OUTLINE = (0.97, 0.98, 1.0, 1.0)
"""The same in a bright room, where letters are dark."""
OUTLINE = 1.5
"""Width of the outline of letters [points, at the scale 1]."""
OUTLINE_OPACITY = 0.55
"""Opacity of each of the displaced letters; two or three of them lie on one another."""
TITLE_COLOR = (0.80, 0.84, 0.90)
"""Colour of the title of a picture."""
SYMBOL = re.compile(rf"(\d|[^\W\d_]{{1,2}}|[^\W\d_]{DOT}?(_[^\W_]{{1,8}}|[\u2080-\u209c]+)?[a-z]?)['′]?")
"""Labels set in italics: one or two letters with an index or a dot, or a digit; others are upright."""
FORMULA = re.compile(
    r"(?=.*[-+−·|=])(?!.*[^\W\d_]{4})[-+−·|= ]*([^\W\d_]{1,3}(_[^\W_]{1,3}|[\u2080-\u209c]+)?[-+−·|= ]*)+"
)
"""Labels set in italics, too: symbols with signs between or around them."""
VALUED = re.compile(r"(\S+(?: [-−+] \S+)?(?: =)?) ([-−+]?\d.*)")
"""A symbol or a formula, in italics, and its value, which is upright."""
NUMBER = re.compile(r"\d+([.,]\d+)?(e[+-]?\d+)?")
"""Numbers in a label, which may change without making it another label."""
LIGHTER = 0.48
"""Fraction by which letters are lightened towards white, because they are thin."""
OUTLINE_COPIES, COPY_DISTANCE = 8, 2.4
"""Least number of displaced letters that draw an outline, and greatest distance from one to the next [pixels]."""
ITALIC_HEIGHT, UPRIGHT_HEIGHT = 1.75, 1.15
"""Heights of italic and of upright letters, which look larger, relative to those of the panels."""
ITALIC_EDGES, UPRIGHT_EDGES = (0.24, 0.80), (0.15, 0.97)
"""Upper and lower edges of letters, as fractions of the line height from above."""
UPRIGHT_BASE, VALUE_GAP = 0.78, 0.35
"""Base line of upright letters, as a fraction of the line height from above, and gap before the value of an arrow."""
POINT_RADIUS = 0.085
"""Radius of a decimal point, as a fraction of the line height: that of the font closes between two rims."""
POINTED = 0.6
"""Distance of the pointer from an arrow or an arc within which it points at it, in text heights of the panels."""
JOINED = ", "
"""What stands between the names of a joint label."""
GAP = 0.42
"""Gap between a label and what it names, in text heights of the panels."""
FILM_TITLE, FILM_TITLE_AT = 1.6, 1.0
"""Height of the title of a film, and its distance from the edges [em]."""
TITLE_GAP = 0.7
"""Least distance of a label from the title of a picture, beside `GAP` [em]: they must not read as one text."""
RIM = 0.4
"""Distance of labels from the edges of the picture, in text heights of the panels: room for what hangs below a line."""
FADE_STEPS = 20
"""Number of steps in which a label fades."""
HEAD_RADIUS = 0.45
"""Radius around an arrow head that labels avoid, in text heights."""
TINY, SHORT = 0.15, 0.3
"""Lengths of an arrow, seen from the side, in text heights, between which its label fades in: the name of what is not
seen is a riddle, and that of a force near zero would whirl round with its direction."""
JOIN_DISTANCE, SEPARATION_DISTANCE = 0.75, 1.3
"""Distances of two tips [text heights] at which their labels are joined, 12 points, and separated again."""
ALONG = 0.5
"""By how much more the tips of two arrows may be apart along these [text heights] for their labels to be joined."""
JOIN_COSINE, SEPARATION_COSINE = math.cos(math.radians(4.0)), math.cos(math.radians(8.0))
"""Cosines of the angles between two arrows on the screen up to which their labels are joined, and stay so."""


class LabelRenderer:
    """Draws the labels of scenes, each near its position in the last picture; `reset` forgets that."""

    def __init__(self) -> None:
        self._placer = LabelPlacement()
        self._joints = LabelJoints()
        self._appearance, self._races = Appearance(), Races()
        self._drawn: dict[Hashable, tuple[PlacedLabel, bool]] = {}
        """The labels of the last pictures, and whether in a bright room: one that goes fades where it was."""
        self.pointed: frozenset[str] = frozenset()

    def reset(self) -> None:
        """Forget the pictures before: the next one has its labels at rest at their best places."""
        self._placer.reset()
        self._joints.reset()
        self._appearance.reset()
        self._races.reset()
        self._drawn = {}

    @property
    def change_in(self) -> float:
        """Return the seconds after which the labels of an equal picture would differ: 0 while they move."""
        own = min(self._placer.change_in, self._joints.change_in)
        return min(own, self._appearance.change_in, self._races.change_in)

    def draw(
        self,
        scenes: Sequence[SceneFrame],
        size: tuple[int, int],
        area: Box,
        panels: Sequence[Box],
        theme: Theme,
        seconds: float,
        pointer: tuple[float, float] | None = None,
    ) -> None:
        """Draw the labels of the scenes within the area, off the panels, `seconds` after the last frame.

        Scenes side by side in the window also have titles. pointer: where it is, None unless it is over the picture.
        """
        ink = imgui.get_background_draw_list()
        if seconds <= 0.0:
            self.reset()
        self.pointed = frozenset()
        self._joints.begin(seconds)
        now: dict[Hashable, tuple[PlacedLabel, bool]] = {}
        titles: list[tuple[str, Box]] = []
        for which, (scene, part) in enumerate(zip(scenes, side_by_side(size, len(scenes)), strict=True)):
            left, top, width, height = part
            inside = _part_of(area, part)
            labels, shafts = arrow_labels(scene, which, (left, top), (width, height), panels, theme)
            labels = join_labels(labels, self._joints, theme)
            labels += place_labels(scene, which, (left, top), (width, height), panels, theme)
            if labels:
                shafts += bars(scene, (left, top), (width, height), MIN_BAR_LENGTH * theme.em)
            title = tr(scene.title) if len(scenes) > 1 and scene.title else ""
            boxes = [title_box(title, panels, inside, theme)] if title else []
            titles += [(title, box) for box in boxes]
            taken = [*panels, *(_within(box, -TITLE_GAP * theme.em) for box in boxes)]
            bodies = outlines(scene, (left, top), (width, height), theme.em) if labels else NO_BODIES
            within = _within(inside, RIM * theme.em)
            lines = partial(lines_on_screen, scene, (left, top), (width, height), DOT_STEP * GAP * theme.em)
            self._placer.place(labels, shafts, within, taken, GAP * theme.em, seconds, bodies, lines)
            if pointer is not None and left <= pointer[0] < left + width and not self.pointed:
                found = label_at(pointer, labels) or name_at(
                    pointer, scene, (left, top), (width, height), shafts, theme
                )
                self.pointed = found
            now.update((label.key, (label, scene.bright)) for label in labels)
        self._placer.forget()
        self._draw_labels(ink, now, theme, seconds)
        for title, box in titles:
            _draw_title(ink, title, box, theme)

    def _draw_labels(
        self, ink: imgui.ImDrawList, now: dict[Hashable, tuple[PlacedLabel, bool]], theme: Theme, seconds: float
    ) -> None:
        """Draw the labels of a picture, and those that go, where they were; bright: in a bright room."""
        seen = self._appearance
        paths = {key: label.tip for key, (label, _) in now.items() if label.path}
        racing = self._races.racing(paths, seconds, theme.em)
        seen.update({key: key not in racing for key in now}, seconds)
        self._drawn = {key: each for key, each in {**self._drawn, **now}.items() if seen.opacity(key) > 0.0}
        shown = [(_faded(label, seen.opacity(key)), bright) for key, (label, bright) in self._drawn.items()]
        for label, bright in shown:
            _draw_leader(ink, label, theme, bright)
        for label, bright in shown:
            _draw(ink, label, theme, bright)


class LabelJoints:
    """Which labels of almost coincident arrows are joined, from picture to picture, as their tips meet and part.

    pairs: whether two labels, by their keys, are joined, and for how long that has been so [s]; `reset` begins anew.
    """

    def __init__(self) -> None:
        self.pairs: dict[tuple[Hashable, Hashable], tuple[bool, float]] = {}
        self._before = self.pairs
        self._seconds = 0.0
        self._waits = math.inf

    def reset(self) -> None:
        """Forget the pictures before."""
        self.pairs, self._before = {}, {}

    def begin(self, seconds: float) -> None:
        """Begin the next picture, `seconds` after the last."""
        self._before, self.pairs, self._seconds, self._waits = self.pairs, {}, seconds, math.inf

    @property
    def change_in(self) -> float:
        """Return the seconds after which labels of an equal picture are joined or separated."""
        return self._waits

    def joined(self, one: PlacedLabel, other: PlacedLabel, theme: Theme) -> bool:
        """Return whether two labels are joined: as they are close, unless that has changed just now."""
        pair = one.key, other.key
        if pair not in self.pairs:
            before, kept = self._before.get(pair, (None, 0.0))
            near, cosine = (SEPARATION_DISTANCE, SEPARATION_COSINE) if before else (JOIN_DISTANCE, JOIN_COSINE)
            (x, y), dx, dy = one.ahead, other.tip[0] - one.tip[0], other.tip[1] - one.tip[1]
            apart = math.hypot(max(abs(dx * x + dy * y) - ALONG * theme.em, 0.0), dx * y - dy * x)
            close = apart < near * theme.em and other.ahead[0] * x + other.ahead[1] * y > cosine
            kept += self._seconds
            if before is None:
                before, kept = close, LEAST_SECONDS
            elif close is not before and kept >= LEAST_SECONDS - 1e-9:
                before, kept = close, 0.0
            if close is not before:
                self._waits = min(self._waits, max(LEAST_SECONDS - kept, 0.0))
            self.pairs[pair] = before, kept
        return self.pairs[pair][0]


def arrow_labels(
    scene: SceneFrame, which: int, corner: tuple[int, int], size: tuple[int, int], panels: Sequence[Box], theme: Theme
) -> tuple[list[PlacedLabel], list[ArrowShaft]]:
    """Return the labels of the arrows of scene number `which`, and the arrows themselves, which labels avoid.

    corner, size: of the scene in the window [points]. An arrow that leaves the scene is labelled at its edge, one that
    ends under a panel where it goes under it; one that begins there, too, is not labelled.
    """
    labels, shafts = [], []
    times: Counter[str] = Counter()
    for arrow in scene.arrows:
        tail, tip = scene.view.project(arrow.tail, size), scene.view.project(arrow.tip, size)
        kind = NUMBER.sub("#", arrow.label)
        times[kind] += 1
        if tail is None or tip is None or (seen := clip_to_box(tail, tip, (0.0, 0.0, *size))) is None:
            continue
        tip = tail[0] + seen[1] * (tip[0] - tail[0]), tail[1] + seen[1] * (tip[1] - tail[1])
        start, end = ((float(x) + corner[0], float(y) + corner[1]) for x, y in (tail, tip))
        double = arrow.head is Head.DOUBLE
        shafts.append(ArrowShaft(start, end, HEAD_RADIUS * theme.em, name=arrow.label, double=double))
        across = float(np.linalg.norm(np.asarray(arrow.tip, float) - arrow.tail))
        length = across * pixels_per_metre(scene.view, arrow.tip) * size[1] / LINES / theme.em
        opacity = arrow.opacity * min(max((length - TINY) / (SHORT - TINY), 0.0), 1.0)
        if arrow.label and opacity > 0.0 and (seen_end := _uncovered_end(start, end, panels)) is not None:
            key = which, "arrow", kind, times[kind]
            name, said = (arrow.label, arrow.value) if arrow.value else name_and_value(arrow.label)
            way, size_ = screen_direction(start, end), label_size(name, theme, value=said)
            labels.append(
                PlacedLabel(
                    name,
                    arrow.color,
                    seen_end,
                    way,
                    size_,
                    key,
                    opacity=round(opacity * FADE_STEPS) / FADE_STEPS,
                    value=said,
                )
            )
    return labels, shafts


def _uncovered_end(start: Place, end: Place, panels: Sequence[Box]) -> Place | None:
    """Return the end of an arrow, or where it goes under the panels that cover its end; None where it begins there."""
    for _ in panels:
        cover = next((panel for panel in panels if _under(end, (panel,))), None)
        if cover is None:
            return end
        part = clip_to_box(start, end, cover)
        if part is None or part[0] <= 0.0:
            return None
        share = part[0] - 1e-6
        end = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
    return end


def label_at(pointer: tuple[float, float], labels: Sequence[PlacedLabel]) -> frozenset[str]:
    """Return the names of the label at a point of the screen, several of a joint one, none where there is no label."""
    for label in labels:
        left, top, right, bottom = label.box
        if left <= pointer[0] <= right and top <= pointer[1] <= bottom:
            return frozenset(part for part, _, _ in label.parts if part != JOINED) or frozenset((label.text,))
    return frozenset()


def name_at(
    pointer: tuple[float, float],
    scene: SceneFrame,
    corner: tuple[int, int],
    size: tuple[int, int],
    shafts: Sequence[ArrowShaft],
    theme: Theme,
) -> frozenset[str]:
    """Return the name of the arrow or named line nearest to a point of the screen, none where none is near."""
    near, found = POINTED * theme.em, ""
    lines = [(shaft.name, np.array([shaft.tail, shaft.tip])) for shaft in shafts if shaft.name]
    lines += [(c.name, c_seen) for c in scene.curves if c.name and len(c_seen := _seen(c.points, scene, corner, size))]
    for name, points in lines:
        distance = _distance(np.array(pointer), points)
        if distance < near:
            near, found = distance, name
    return frozenset((found,)) if found else frozenset()


def _seen(points: Array, scene: SceneFrame, corner: tuple[int, int], size: tuple[int, int]) -> NDArray[np.float64]:
    """Return a line (n, 3) of the world on the screen, (n, 2) [points]; empty where part of it is behind the eye."""
    view = scene.view
    clip = points @ view.view[:3] @ view.projection + view.view[3] @ view.projection
    if not (clip[:, 3] > 1e-6).all():
        return np.empty((0, 2))
    x, y = (clip[:, i] / clip[:, 3] for i in (0, 1))
    return np.column_stack([(0.5 + 0.5 * x) * size[0] + corner[0], (0.5 - 0.5 * y) * size[1] + corner[1]])


def _distance(point: NDArray[np.float64], line: NDArray[np.float64]) -> float:
    """Return the distance of a point (2,) from a line of straight pieces (n, 2), n at least 2."""
    start, along = line[:-1], np.diff(line, axis=0)
    square = np.maximum((along**2).sum(axis=1), 1e-12)
    share = np.clip(((point - start) * along).sum(axis=1) / square, 0.0, 1.0)
    return float(np.linalg.norm(start + share[:, None] * along - point, axis=1).min())


def screen_direction(tail: tuple[float, float], tip: tuple[float, float]) -> tuple[float, float]:
    """Return the direction of an arrow on the screen; up if it points along the line of sight."""
    dx, dy = tip[0] - tail[0], tip[1] - tail[1]
    length = math.hypot(dx, dy)
    return (dx / length, dy / length) if length > 1.0 else (0.0, -1.0)


def place_labels(
    scene: SceneFrame, which: int, corner: tuple[int, int], size: tuple[int, int], panels: Sequence[Box], theme: Theme
) -> list[PlacedLabel]:
    """Return the labels of places in a scene that are visible."""
    labels = []
    times: Counter[str] = Counter()
    focus = scene.view.project(scene.focus, size) or (size[0] / 2, size[1] / 2)
    for word in scene.labels:
        place = scene.view.project(word.place, size)
        words = word.text if word.plain else tr(word.text)
        kind = NUMBER.sub("#", words)
        times[kind] += 1
        if place is None or not (0.0 <= place[0] <= size[0] and 0.0 <= place[1] <= size[1]):
            continue
        x, y = float(place[0]) + corner[0], float(place[1]) + corner[1]
        if not _under((x, y), panels):
            key = which, "place", kind, times[kind]
            way = screen_direction(focus, place) if word.outward else (0.0, -1.0)
            name, value = name_and_value(words)
            size_ = label_size(name, theme, value=value)
            found = PlacedLabel(name, word.color, (x, y), way, size_, key, opacity=word.opacity, value=value)
            found.path = word.path
            labels.append(found)
    return labels


def name_and_value(words: str) -> tuple[str, str]:
    """Return a symbol or formula and the value after it, "" after other words."""
    found = VALUED.fullmatch(words)
    if found and not found[1].isdigit() and (SYMBOL.fullmatch(found[1]) or FORMULA.fullmatch(found[1])):
        return found[1], found[2]
    return words, ""


def join_labels(labels: list[PlacedLabel], joints: LabelJoints, theme: Theme) -> list[PlacedLabel]:
    """Return labels in which those of almost coincident arrows are joined, as "ω, L"."""
    groups: list[list[PlacedLabel]] = []
    for label in labels:
        for group in groups:
            if _coincide(group, label, joints, theme):
                group.append(label)
                break
        else:
            groups.append([label])
    return [group[0] if len(group) == 1 else _together(group, theme) for group in groups]


def _coincide(group: list[PlacedLabel], label: PlacedLabel, joints: LabelJoints, theme: Theme) -> bool:
    """Return whether a label belongs to a group of coincident ones."""
    return bool(SYMBOL.fullmatch(label.text) and not label.value) and all(
        SYMBOL.fullmatch(other.text) and not other.value and joints.joined(other, label, theme) for other in group
    )


def _faded(label: PlacedLabel, opacity: float) -> PlacedLabel:
    """Return a label that is at most so opaque."""
    if opacity >= label.opacity and all(part[2] <= opacity for part in label.parts):
        return label
    parts = tuple((text, color, min(shade, opacity)) for text, color, shade in label.parts)
    return replace(label, opacity=min(label.opacity, opacity), parts=parts)


def _key(group: list[PlacedLabel]) -> Hashable:
    return tuple(label.key for label in group)


def _together(group: list[PlacedLabel], theme: Theme) -> PlacedLabel:
    """Return a joint label of several arrows, beyond the farthest tip; it says a name that several have once."""
    first = max(group, key=lambda each: each.tip[0] * group[0].ahead[0] + each.tip[1] * group[0].ahead[1])
    parts: list[tuple[str, tuple[float, float, float], float]] = []
    for label in {each.text: each for each in group}.values():
        parts += [(JOINED, TITLE_COLOR, label.opacity)] if parts else []
        parts.append((label.text, label.color, label.opacity))
    text = "".join(part for part, _, _ in parts)
    return PlacedLabel(
        text, first.color, first.tip, first.ahead, label_size(text, theme, True), _key(group), parts=tuple(parts)
    )


def label_size(text: str, theme: Theme, symbols: bool | None = None, value: str = "") -> tuple[float, float]:
    """Return the width and height of a label [points]; symbols: whether it is in italics; None: as its text.

    value: upright words after it.
    """
    font, letters, (top, bottom) = _set(text, theme, symbols)
    width, _ = symbol_size(text, font, letters)
    return width + 0.12 * theme.em + _value_width(value, theme), (bottom - top) * letters


def _value_width(value: str, theme: Theme) -> float:
    """Return the width [points] of the words after the text of a label, with the gap between."""
    if not value:
        return 0.0
    return VALUE_GAP * theme.em + symbol_size(value, theme.medium, UPRIGHT_HEIGHT * theme.em)[0]


def title_position(panels: Sequence[Box], area: Box, height: float) -> tuple[float, float]:
    """Return the middle of the upper edge of an area, beside the panels that reach into its highest strip."""
    left, top, right, _ = area
    middle = (left + right) / 2
    for panel in panels:
        if panel[1] >= top + height or panel[3] <= top:
            continue
        if (panel[0] + panel[2]) / 2 < middle:
            left = min(max(left, panel[2]), right)
        else:
            right = max(min(right, panel[0]), left)
    return (left + right) / 2, top


def _set(text: str, theme: Theme, symbols: bool | None = None) -> tuple[imgui.ImFont, float, tuple[float, float]]:
    """Return the font of a label, its line height [points], and the edges of its letters in the line."""
    if (SYMBOL.fullmatch(text) or FORMULA.fullmatch(text)) if symbols is None else symbols:
        return theme.italic, ITALIC_HEIGHT * theme.em, ITALIC_EDGES
    return theme.medium, UPRIGHT_HEIGHT * theme.em, UPRIGHT_EDGES


def title_boxes(
    scenes: Sequence[SceneFrame], size: tuple[int, int], area: Box, panels: Sequence[Box], theme: Theme
) -> list[Box]:
    """Return the rectangles [points] of the titles of scenes side by side, which a note leaves free."""
    parts = zip(scenes, side_by_side(size, len(scenes)), strict=True) if len(scenes) > 1 else ()
    return [title_box(tr(scene.title), panels, _part_of(area, part), theme) for scene, part in parts if scene.title]


def _part_of(area: Box, part: tuple[int, int, int, int]) -> Box:
    """Return the edges of what an area has of a part of the window, given by left, top, width and height."""
    left, _, width, _ = part
    return max(area[0], left), area[1], min(area[2], left + width), area[3]


def title_box(title: str, panels: Sequence[Box], area: Box, theme: Theme) -> Box:
    """Return the rectangle [points] of a title, which other labels leave free."""
    size = UPRIGHT_HEIGHT * theme.em
    middle, top = title_position(panels, area, 0.5 * theme.em + size)
    width, _ = symbol_size(title, theme.medium, size)
    return middle - width / 2, top + 0.5 * theme.em, middle + width / 2, top + 0.5 * theme.em + size


def _draw_title(ink: imgui.ImDrawList, title: str, box: Box, theme: Theme) -> None:
    size = UPRIGHT_HEIGHT * theme.em
    write_outlined(ink, box[:2], ((title, TITLE_COLOR, 1.0),), theme.medium, size, OUTLINE * theme.scale)


def draw_film_title(title: str, theme: Theme, opacity: float, scenes: Sequence[SceneFrame]) -> Box:
    """Draw the title of a film at the upper left; returns its rectangle, which labels leave free."""
    size, at = FILM_TITLE * theme.em, FILM_TITLE_AT * theme.em
    bright, ink = any(scene.bright for scene in scenes), imgui.get_background_draw_list()
    words = ((title, dark_ink(TITLE_COLOR) if bright else TITLE_COLOR, opacity),)
    write_outlined(ink, (at, at), words, theme.medium, size, OUTLINE * theme.scale, bright)
    return at, at, at + symbol_size(title, theme.medium, size)[0], at + size


def draw_caption(words: str, theme: Theme, size: tuple[int, int], scenes: Sequence[SceneFrame]) -> Box:
    """Draw words below a picture at its lower left, smaller where they are long; return their rectangle [points]."""
    left, room = FILM_TITLE_AT * theme.em, size[0] - 2.0 * FILM_TITLE_AT * theme.em
    wide = symbol_size(words, theme.medium, FILM_TITLE * theme.em)[0]
    high = FILM_TITLE * theme.em * min(room / max(wide, 1.0), 1.0)
    bright, ink, top = any(scene.bright for scene in scenes), imgui.get_background_draw_list(), size[1] - left - high
    parts = ((words, dark_ink(TITLE_COLOR) if bright else TITLE_COLOR, 1.0),)
    write_outlined(ink, (left, top), parts, theme.medium, high, OUTLINE * theme.scale, bright)
    return left, top, left + min(wide, room), top + high


def _within(area: Box, rim: float) -> Box:
    """Return an area without a rim of this width, or with one where it is negative."""
    left, top, right, bottom = area
    return left + rim, top + rim, right - rim, bottom - rim


def _under(point: tuple[float, float], panels: Sequence[Box]) -> bool:
    """Return whether a panel covers a point of the screen."""
    return any(x0 <= point[0] <= x1 and y0 <= point[1] <= y1 for x0, y0, x1, y1 in panels)


def _draw_leader(ink: imgui.ImDrawList, label: PlacedLabel, theme: Theme, bright: bool) -> None:
    """Draw the line from a label to its tip, where that is far."""
    line = label.leader(GAP * theme.em)
    if line is not None:
        start, end = (imgui.ImVec2(*place) for place in line)
        ink.add_line(
            start, end, packed(LIGHT_OUTLINE if bright else OUTLINE_COLOR, 0.55 * label.opacity), 0.22 * theme.em
        )
        color = letter_ink(label.color) if bright else label.color
        ink.add_line(start, end, packed((*color, 1.0), 0.9 * label.opacity), 0.08 * theme.em)


def _draw(ink: imgui.ImDrawList, label: PlacedLabel, theme: Theme, bright: bool) -> None:
    font, letters, (top, bottom) = _set(label.text, theme, bool(label.parts) or None)
    wide, _ = symbol_size(label.text, font, letters)
    more = _value_width(label.value, theme)
    at = label.x - (wide + more) / 2, label.y - 0.5 * (top + bottom) * letters
    parts = label.parts or ((label.text, label.color, label.opacity),)
    write_outlined(ink, at, parts, font, letters, OUTLINE * theme.scale, bright)
    if label.value:
        size = UPRIGHT_HEIGHT * theme.em
        base = ITALIC_EDGES[1] if font is theme.italic else UPRIGHT_BASE
        place = at[0] + wide + VALUE_GAP * theme.em, at[1] + base * letters - UPRIGHT_BASE * size
        said = ((label.value, label.color, label.opacity),)
        write_outlined(ink, place, said, theme.medium, size, OUTLINE * theme.scale, bright)


def write_outlined(
    ink: imgui.ImDrawList,
    at: tuple[float, float],
    parts: Sequence[tuple[str, tuple[float, float, float], float]],
    font: imgui.ImFont,
    size: float,
    outline: float,
    bright: bool = False,
) -> None:
    """Draw texts, each with colour and opacity, one after another, with an outline of displaced letters.

    bright: in a bright room, where the outline is light and the letters are deep.
    """
    around = LIGHT_OUTLINE if bright else OUTLINE_COLOR
    x, y = float(round(at[0])), float(round(at[1]))
    letters = []
    for text, color, opacity in parts:
        letters.append((x, pieces(text, font, size), color, opacity))
        x += symbol_size(text, font, size)[0]
    copies = max(OUTLINE_COPIES, math.ceil(math.tau * outline / COPY_DISTANCE))
    each = 1.0 - (1.0 - OUTLINE_OPACITY) ** (OUTLINE_COPIES / copies)
    for k in range(copies):
        # By whole points, at which letters are drawn anyway.
        across, down = (
            round(math.cos(math.tau * k / copies) * outline),
            round(math.sin(math.tau * k / copies) * outline),
        )
        for left, piece, _, opacity in letters:
            draw_pieces(ink, (left + across, y + down), piece, packed(around, each * opacity), font)
    for left, piece, color, opacity in letters:
        red, green, blue = letter_ink(color) if bright else (part + LIGHTER * (1.0 - part) for part in color)
        paint = packed((red, green, blue, 1.0), opacity)
        draw_pieces(ink, (left, y), piece, paint, font)
        for middle in decimal_points(piece, font):
            base = y + (UPRIGHT_BASE - POINT_RADIUS) * size
            ink.add_circle_filled(imgui.ImVec2(left + middle, base), POINT_RADIUS * size, paint)
