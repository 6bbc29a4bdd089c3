"""A scene as a line drawing: outlines, creases, lines, arrows and names; what is hidden is dashed and thin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Curve, Instance, OverlayArrow, Ribbon, SceneFrame, SceneLabel
from game.record.figures.figure_layout import BLACK, Block, Drawing, Item, Lettering, PrintedLine, plain
from game.record.line_drawing.depth_map import DepthMap, Floats64, Screen
from game.record.line_drawing.feature_lines import Segments, creases, outline, placed
from game.record.line_drawing.strokes import chained, simplified, visible_runs

WIDTH = 1000.0
"""Width of a drawing [points]."""
OUTLINE, CREASE, LINE, SHAFT, HIDDEN = 1.7, 1.1, 1.0, 2.2, 0.7
"""Widths of outlines, creases, lines and arrows, and of what is hidden [points]."""
DASHES = (4.2, 3.2)
OUTSIDE = 0.004
"""How far outside of a body its lines are tested, in its sizes."""
SAMPLE = 1.2
"""Distance of the places at which a line is tested [points]."""
NEAR = 1.4
"""Distance from the focus, in radii of what is of interest, up to which bodies are drawn."""
MIST: tuple[float, float, float] = (0.42, 0.43, 0.46)
HEAD, HALF_HEAD, LETTERS = 13.0, 4.2, 19.0
"""Length and half-width of arrowheads, and size of letters [points]."""


class WorldLine(NamedTuple):
    """A line in the world to be drawn: points (n, 3) [m], those at which it is tested, and how it looks."""

    points: Floats64
    tested: Floats64
    width: float
    color: tuple[float, float, float]
    kind: str


def line_drawing(frame: SceneFrame, aspect: float) -> Drawing:
    """Return the drawing of a scene on white ground; aspect: width by height."""
    drawing = Drawing(WIDTH, WIDTH / aspect)
    screen = Screen(frame.view, (drawing.width, drawing.height))
    bodies = [each for each in frame.instances if _is_drawn(each, frame)]
    depth = DepthMap(screen)
    for body in bodies:
        if body.opacity >= 1.0:
            depth.add(placed(body)[0][np.asarray(body.mesh.indices).reshape(-1, 3)])
    strokes = [*_body_strokes(bodies, screen.eye), *_line_strokes(frame)]
    items: list[Item] = [item for stroke in strokes for item in _drawn(stroke, screen, depth)]
    items.sort(key=lambda item: isinstance(item, PrintedLine) and not item.dash)
    arrows = [item for arrow in frame.arrows for item in _arrow(arrow, screen, depth)]
    names = [item for label in frame.labels for item in _name(label, screen)]
    drawing.items = [Block(0.0, 0.0, drawing.width, drawing.height, (1.0, 1.0, 1.0)), *items, *arrows, *names]
    return drawing


def _is_drawn(instance: Instance, frame: SceneFrame) -> bool:
    """Return whether an instance belongs to what is of interest: scenery does not."""
    corners, _ = placed(instance)
    middle = 0.5 * (corners.min(axis=0) + corners.max(axis=0))
    far = float(np.linalg.norm(middle - np.asarray(frame.focus, float)))
    return not instance.extra and far < NEAR * float(frame.radius)


def _body_strokes(bodies: Sequence[Instance], eye: Floats64) -> Iterator[WorldLine]:
    for body in bodies:
        corners, _ = placed(body)
        away = OUTSIDE * float(np.ptp(corners, axis=0).max())
        color = BLACK if body.opacity >= 1.0 else MIST
        for kind, width, found in (("outline", OUTLINE, outline(body, eye)), ("crease", CREASE, creases(body))):
            outward = _outward(found)
            for line in chained(found.ends):
                tested = line + away * np.array([outward[point.tobytes()] for point in line])
                yield WorldLine(line, tested, width if body.opacity >= 1.0 else LINE, color, kind)


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
    for seen, piece in visible_runs(fine, depth.sees(tested)):
        width, dash = (stroke.width, ()) if seen else (HIDDEN, DASHES)
        if not seen and stroke.kind == "crease":
            continue  # too many of them would hide the rest
        yield PrintedLine([simplified(piece)], stroke.color, width, dash, stroke.kind if seen else "hidden")


def _arrow(arrow: OverlayArrow, screen: Screen, depth: DepthMap) -> Iterator[Item]:
    """Yield shaft, head and name of an arrow."""
    ends, far = screen.place(np.stack([arrow.tail, arrow.tip]).astype(float))
    length = float(np.linalg.norm(ends[1] - ends[0]))
    if (far <= 1e-6).any() or length < 2.0:
        return
    along = (ends[1] - ends[0]) / length
    across = np.array([-along[1], along[0]])
    color = _dark(arrow.color)
    head = min(HEAD, 0.6 * length)
    line = np.stack([arrow.tail, arrow.tail + (1.0 - head / length) * (arrow.tip - arrow.tail)]).astype(float)
    yield from _drawn(WorldLine(line, line, SHAFT, color, "arrow"), screen, depth)
    back = ends[1] - head * along
    for part in np.linspace(0.0, 1.0, 7):  # a drawing has lines alone, which fill the head
        side = part * HALF_HEAD * across
        yield PrintedLine([np.stack([back + side, ends[1], back - side])], color, SHAFT * 0.7, (), "arrowhead")
    if arrow.label:
        x, y = ends[1] + 0.8 * LETTERS * along
        yield Lettering(float(x), float(y) + 0.35 * LETTERS, plain(arrow.label), LETTERS, color, "middle", bold=True)


def _name(label: SceneLabel, screen: Screen) -> Iterator[Item]:
    """Yield the text of a label above its place."""
    places, far = screen.place(np.asarray(label.place, float)[None])
    if far[0] > 1e-6 and np.isfinite(places).all():
        x, y = places[0]
        yield Lettering(float(x), float(y) - 6.0, plain(label.text), 0.75 * LETTERS, BLACK, "middle")


def _dark(color: NDArray[np.float64] | tuple[float, float, float]) -> tuple[float, float, float]:
    """Return a colour that can be read on white."""
    red, green, blue = (0.55 * float(part) for part in color)
    return red, green, blue
