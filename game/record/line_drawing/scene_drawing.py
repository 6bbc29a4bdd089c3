"""A scene as a line drawing, in a file: outlines, creases, lines, arrows, names; what is hidden is dashed and thin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.colors import Head
from game.model.equations.layout import MathBox
from game.model.equations.set_symbols import set_symbol
from game.model.frame import Curve, Instance, OverlayArrow, Points, Ribbon, SceneFrame, SceneLabel
from game.model.replacement import replacing
from game.model.words import tr
from game.record.extras import need
from game.record.figures.drawing_items import (
    BLACK,
    Block,
    DotSet,
    Drawing,
    FilledShape,
    Formula,
    Item,
    Lettering,
    PrintedLine,
)
from game.record.figures.figure_layout import plain
from game.record.figures.metrics import text_width
from game.record.figures.svg import drawing_text
from game.record.line_drawing.arrow_marks import bar_items, break_marks, doubled
from game.record.line_drawing.cropping import cropped
from game.record.line_drawing.depth_map import DepthMap, Floats64, Screen
from game.record.line_drawing.feature_lines import Segments, creases, outline, placed
from game.record.line_drawing.label_places import InkMap, LabelEdges, Wanted, placed_labels
from game.record.line_drawing.paper import paper
from game.record.line_drawing.strokes import chained, simplified, visible_runs, without_gaps

OUTLINE, CREASE, LINE, SHAFT, HIDDEN = 1.7, 1.1, 1.0, 2.2, 0.7
"""Widths of outlines, creases, lines and arrows, and of what is hidden [points]."""
DASHES = (4.2, 3.2)
MOST_INK, FINEST = 0.18, 0.5
"""Greatest part of a body's area that its lines of full width cover, and least part of that width of finer ones."""
OUTSIDE = 0.004
"""How far outside of a body its lines are tested, in its sizes."""
COARSE = 0.08
"""Depth, in sizes of a body, by which a coarse mesh may seem to hide its own outline."""
SAMPLE = 1.2
"""Distance of the places at which a line is tested [points]."""
NEAR, NEAR_NAME = 1.4, 2.8
"""Distances from the focus, in radii of what is of interest, up to which bodies are drawn and places named."""
BESIDE_PATH, SMALL = 0.25, 0.3
"""Distance from the path of a body, and greatest size, in the same unit, of what is drawn farther away with it."""
MIST: tuple[float, float, float] = (0.42, 0.43, 0.46)
IN_KEY = 0.02
"""Greatest difference of a body's colour from one of a key that it has."""
HEAD, HALF_HEAD, LETTERS = 14.0, 4.6, 24.0
"""Length and half-width of arrowheads, and size of symbols [points]."""
BARB, SECOND = 0.22, 0.62
"""Depth of the notch of an arrowhead, and distance of the second head of two, in lengths of the head."""
WORDS, CAPITALS, DESCENT = 0.62, 0.73, 0.22
"""Size of words relative to symbols; height of capitals and depth of descenders relative to the size."""
VALUE_GAP = 5.0
"""Gap before the value of an arrow, after its name [points]."""
HALO = 2.2
"""Width of the white edge of letters [points]."""
NEAR_TIP, NEAR_PLACE = 4.0, 6.0
"""Distance of a label from the tip or the place that it names [points]."""
FAINT, HEAVY_INK = 0.22, 3.0
"""How much thin lines and arrowheads below a label disturb, relative to an outline."""
MOST_DOTS, LEAST_DOT = 3000, 0.7
"""Number of dots that are drawn, and their least radius [points]."""


class WorldLine(NamedTuple):
    """A line in the world to be drawn: points (n, 3) [m], those at which it is tested, and how it looks.

    size [m]: of the body whose outline it is; 0: of another line.
    """

    points: Floats64
    tested: Floats64
    width: float
    color: tuple[float, float, float]
    kind: str
    size: float = 0.0


def write_drawing(path: Path, frame: SceneFrame, aspect: float, title: str) -> None:
    """Write a scene as a drawing, FILE.svg or FILE.pdf; it appears complete or not at all. Raises RecordingError.

    aspect: width by height of the picture that it shows, whose empty margins it does not have.
    """
    need("print")
    drawing = cropped(line_drawing(frame, aspect))
    if path.suffix.lower() == ".pdf":
        from game.record.figures.pdf import drawing_pdf

        content = drawing_pdf(drawing, title)
    else:
        content = drawing_text(drawing, title).encode()
    with replacing(path) as part:
        part.write_bytes(content)


def line_drawing(frame: SceneFrame, aspect: float) -> Drawing:
    """Return the drawing of a scene on white ground; aspect: width by height."""
    bodies = [each for each in frame.instances if _is_drawn(each, frame)]
    sheet = paper(frame, aspect, bodies)
    drawing, screen = Drawing(*sheet.size), Screen(sheet.view, sheet.size)
    depth = DepthMap(screen)
    for body in bodies:
        if body.opacity >= 1.0:
            depth.add(placed(body)[0][np.asarray(body.mesh.indices).reshape(-1, 3)])
    key = _key(frame)
    items: list[Item] = [item for body in bodies for item in _body_lines(body, key, screen, depth)]
    items += [item for stroke in _line_strokes(frame) for item in _drawn(stroke, screen, depth)]
    items.sort(key=lambda item: isinstance(item, PrintedLine) and not item.dash)
    items += [item for points in frame.points for item in _dots(points, sheet.pixel, screen, depth)]
    items += [item for arrow in frame.arrows for item in _arrow(arrow, screen, depth)]
    ground = Block(0.0, 0.0, drawing.width, drawing.height, (1.0, 1.0, 1.0))
    drawing.items = [ground, *items, *_names(frame, screen, items), *bar_items(frame.bars, screen, items)]
    return drawing


def _is_drawn(instance: Instance, frame: SceneFrame) -> bool:
    """Return whether an instance belongs to what is of interest: scenery does not, a body that has gone far does."""
    if instance.extra:
        return False
    corners, _ = placed(instance)
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle = 0.5 * (low + high)
    small = float((high - low).max()) <= SMALL * float(frame.radius)
    return _is_near(middle, frame, NEAR) or (small and _is_beside_path(middle, frame))


def _is_near(place: Floats64, frame: SceneFrame, most: float) -> bool:
    return float(np.linalg.norm(place - np.asarray(frame.focus, float))) < most * float(frame.radius)


def _is_beside_path(place: Floats64, frame: SceneFrame) -> bool:
    ways = [np.linalg.norm(np.asarray(path.points, float)[:, :3] - place, axis=1) for path in frame.ribbons]
    return any(bool((way < BESIDE_PATH * float(frame.radius)).any()) for way in ways)


def _key(frame: SceneFrame) -> Floats64:
    """Return the colours (n, 3) of the keys to those of bodies, sRGB."""
    return np.concatenate(
        [np.zeros((0, 3)), *(points.colors[:, :3] / 255.0 for points in frame.points if points.exact)]
    )


def _ink(body: Instance, key: Floats64) -> tuple[float, float, float]:
    """Return the colour of the lines of a body: that of its tint where the key has it, or a person has chosen it."""
    if body.opacity < 1.0:
        return MIST
    shown = np.asarray(body.tint, float) ** (1.0 / 2.2)
    in_key = np.abs(key - shown).max(axis=1, initial=0.0).min(initial=1.0) < IN_KEY
    return _dark(shown) if body.marked or in_key else BLACK


def _body_lines(body: Instance, key: Floats64, screen: Screen, depth: DepthMap) -> list[PrintedLine]:
    """Return the lines of a body, the finer the more of them there are on its area: parts that are small stay light."""
    drawn = [line for stroke in _body_strokes(body, screen.eye, key) for line in _drawn(stroke, screen, depth)]
    ink = sum(line.width * float(np.hypot(*np.diff(path, axis=0).T).sum()) for line in drawn for path in line.paths)
    ends = np.array(
        [corner for line in drawn for path in line.paths for corner in (path.min(axis=0), path.max(axis=0))]
    )
    if not len(ends):
        return drawn
    area = float(np.prod(np.ptp(ends, axis=0) + OUTLINE))
    finer = min(max(MOST_INK * area / max(ink, 1e-9), FINEST), 1.0)
    return [line._replace(width=finer * line.width) if not line.dash else line for line in drawn]


def _body_strokes(body: Instance, eye: Floats64, key: Floats64) -> Iterator[WorldLine]:
    corners, _ = placed(body)
    size = float(np.ptp(corners, axis=0).max())
    away = OUTSIDE * size
    color = _ink(body, key)
    for kind, width, found in (("outline", OUTLINE, outline(body, eye)), ("crease", CREASE, creases(body))):
        outward = _outward(found)
        for line in chained(found.ends):
            tested = line + away * np.array([outward[point.tobytes()] for point in line])
            wide = width if body.opacity >= 1.0 else LINE
            yield WorldLine(line, tested, wide, color, kind, size if kind == "outline" else 0.0)


def _outward(found: Segments) -> dict[bytes, Floats64]:
    """Return the unit vector (3,) away from the surface at each end of segments, by the bytes of its place."""
    normals = found.normals.reshape(-1, 3)
    unit = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return {point.tobytes(): away for point, away in zip(found.ends.reshape(-1, 3), unit, strict=True)}


def _line_strokes(frame: SceneFrame) -> Iterator[WorldLine]:
    """Yield the curves and paths of a scene."""
    lines: Iterable[Curve | Ribbon] = [*frame.curves, *frame.ribbons]
    for line in lines:
        points = np.asarray(line.points, float)[:, :3]
        gaps = np.flatnonzero(~np.isfinite(points).all(axis=1))
        for piece in np.split(points, gaps):
            piece = piece[np.isfinite(piece).all(axis=1)]
            if len(piece) > 1:
                yield WorldLine(piece, piece, LINE, _dark(line.color), "path")


def _drawn(stroke: WorldLine, screen: Screen, depth: DepthMap) -> Iterator[PrintedLine]:
    """Yield what is seen of a stroke as a solid line, and what is hidden as a dashed one."""
    places, far = screen.place(stroke.points)
    if (far <= 1e-6).any():
        return
    steps = np.maximum(np.ceil(np.linalg.norm(np.diff(places, axis=0), axis=1) / SAMPLE).astype(int), 1)
    at = np.concatenate([k + np.arange(count) / count for k, count in enumerate(steps)] + [[len(places) - 1.0]])
    known = np.arange(len(places))
    fine = np.column_stack([np.interp(at, known, places[:, k]) for k in range(2)])
    tested = np.column_stack([np.interp(at, known, stroke.tested[:, k]) for k in range(3)])
    found = depth.sees(tested)
    if stroke.size:
        found = without_gaps(found, depth.behind(tested) < COARSE * stroke.size)
    for seen, piece in visible_runs(fine, found):
        width, dash = (stroke.width, ()) if seen else (HIDDEN, DASHES)
        if not seen and stroke.kind == "crease":
            continue  # too many of them would hide the rest
        yield PrintedLine([simplified(piece)], stroke.color, width, dash, stroke.kind if seen else "hidden")


def _arrow(arrow: OverlayArrow, screen: Screen, depth: DepthMap) -> Iterator[Item]:
    """Yield shaft and head of an arrow; a double head is that of a vector of rotation, a hollow one of a velocity."""
    ends, far = screen.place(np.stack([arrow.tail, arrow.tip]).astype(float))
    length = float(np.linalg.norm(ends[1] - ends[0]))
    if (far <= 1e-6).any() or length < 2.0:
        return
    along = (ends[1] - ends[0]) / length
    color = _dark(arrow.color)
    head = min(HEAD, 0.6 * length / (1.0 + SECOND * (arrow.head is Head.DOUBLE)))
    covered = head * (1.0 + SECOND * (arrow.head is Head.DOUBLE) - BARB) / length
    line = np.stack([arrow.tail, arrow.tail + (1.0 - covered) * (arrow.tip - arrow.tail)]).astype(float)
    for piece in _drawn(WorldLine(line, line, SHAFT, color, "arrow"), screen, depth):
        yield from [piece] if arrow.factor == 1.0 else doubled(piece, ends)
    if arrow.broken:
        yield from break_marks(ends, color)
    hollow = LINE if arrow.head is Head.HOLLOW else 0.0
    yield FilledShape(_head(ends[1], along, head, hollow > 0.0), color, "arrowhead", hollow)
    if arrow.head is Head.DOUBLE:
        yield FilledShape(_head(ends[1] - SECOND * head * along, along, head, False), color, "arrowhead")


def _head(tip: Floats64, along: Floats64, length: float, straight: bool) -> Floats64:
    """Return the corners of an arrowhead, its back notched unless straight."""
    across = np.array([-along[1], along[0]]) * HALF_HEAD * length / HEAD
    back = tip - length * along
    notch = [] if straight else [back + BARB * length * along]
    return np.array([tip, back + across, *notch, back - across])


def _dots(points: Points, pixel: float, screen: Screen, depth: DepthMap) -> Iterator[DotSet]:
    """Yield the dots that are seen, those of each colour together; of very many each second one goes, and again."""
    stride = max(-(-len(points.positions) // MOST_DOTS), 1)
    positions, colors = np.asarray(points.positions, float)[::stride], points.colors[::stride]
    sound = np.isfinite(positions).all(axis=1)
    positions, colors = positions[sound], colors[sound]
    places, far = screen.place(positions)
    if not len(places):
        return
    shown = (far > 1e-6) & depth.sees(positions)
    radius = max(0.5 * points.size * pixel, LEAST_DOT)
    for color in np.unique(colors[shown, :3], axis=0):
        own = shown & (colors[:, :3] == color).all(axis=1)
        yield DotSet(places[own], radius, _dark(color / 255.0))


class _Named(NamedTuple):
    """A label, and how it is set: as a symbol, or as words in a size. value: words after a symbol."""

    wanted: Wanted
    words: str
    color: tuple[float, float, float]
    box: MathBox | None
    size: float
    value: str = ""


def _names(frame: SceneFrame, screen: Screen, items: Sequence[Item]) -> list[Item]:
    """Return the names of arrows, lines and places, where they cover as little as possible."""
    named = [found for arrow in frame.arrows if (found := _arrow_name(arrow, screen)) is not None]
    named += [found for label in frame.labels if (found := _place_name(label, frame, screen)) is not None]
    ink = InkMap(screen.size)
    for item in items:
        if isinstance(item, PrintedLine):
            for path in item.paths:
                ink.add(path, FAINT if item.dash or item.width < CREASE else 1.0)
        elif isinstance(item, FilledShape):
            ink.add(np.concatenate([item.corners, item.corners[:1]]), HEAVY_INK)
    boxes = placed_labels([each.wanted for each in named], ink)
    return [item for each, box in zip(named, boxes, strict=True) for item in _label(each, box)]


def _label(named: _Named, box: LabelEdges) -> Iterator[Item]:
    if named.box is not None:
        yield Formula(box.left, box.bottom - named.box.below, named.box, named.words, named.color, HALO)
        if named.value:
            left, baseline = box.left + named.box.width + VALUE_GAP, box.bottom - named.box.below
            yield Lettering(left, baseline, named.value, named.size, named.color, halo=HALO)
        return
    baseline = box.bottom - DESCENT * named.size
    middle = 0.5 * (box.left + box.right)
    words = f"{named.words} {named.value}".rstrip()
    yield Lettering(middle, baseline, words, named.size, named.color, "middle", halo=HALO)


def _arrow_name(arrow: OverlayArrow, screen: Screen) -> _Named | None:
    ends, far = screen.place(np.stack([arrow.tail, arrow.tip]).astype(float))
    if not arrow.label or (far <= 1e-6).any() or not np.isfinite(ends).all() or not _on_paper(ends[1], screen):
        return None
    way = ends[1] - ends[0]
    length = float(np.linalg.norm(way))
    ahead = way / length if length > 2.0 else np.array([0.0, -1.0])
    named = _set(arrow.label, ends[1], ahead, _dark(arrow.color), NEAR_TIP, vector=True)
    if not arrow.value:
        return named
    wide, high = named.wanted.size
    wider = wide + VALUE_GAP + text_width(arrow.value, WORDS * LETTERS)
    return named._replace(wanted=named.wanted._replace(size=(wider, high)), value=arrow.value)


def _place_name(label: SceneLabel, frame: SceneFrame, screen: Screen) -> _Named | None:
    """Return the name of a place, None for one of the scenery, which is not drawn: it would stand for itself."""
    where = np.asarray(label.place, float)
    if not (_is_near(where, frame, NEAR_NAME) or _is_beside_path(where, frame)):
        return None
    places, far = screen.place(np.stack([label.place, frame.focus]).astype(float))
    if far[0] <= 1e-6 or not np.isfinite(places[0]).all() or not _on_paper(places[0], screen):
        return None
    outward = places[0] - places[1]
    length = float(np.linalg.norm(outward))
    ahead = outward / length if label.outward and length > 2.0 else np.array([0.0, -1.0])
    return _set(label.text if label.plain else tr(label.text), places[0], ahead, _dark(label.color), NEAR_PLACE)


def _on_paper(place: Floats64, screen: Screen) -> bool:
    return bool(0.0 <= place[0] <= screen.size[0] and 0.0 <= place[1] <= screen.size[1])


def _set(
    words: str,
    at: Floats64,
    ahead: Floats64,
    color: tuple[float, float, float],
    gap: float,
    vector: bool = False,
) -> _Named:
    box = set_symbol(words, LETTERS, vector)
    size = WORDS * LETTERS
    if box is None:
        words = plain(words)
        width, height = text_width(words, size), (1.0 + DESCENT) * size * CAPITALS
    else:
        width, height = box.width, box.above + box.below
    wanted = Wanted((float(at[0]), float(at[1])), (float(ahead[0]), float(ahead[1])), (width, height), gap)
    return _Named(wanted, words, color, box, size)


def _dark(color: NDArray[np.float64] | tuple[float, float, float]) -> tuple[float, float, float]:
    """Return a colour that can be read on white."""
    red, green, blue = (0.55 * float(part) for part in color)
    return red, green, blue
