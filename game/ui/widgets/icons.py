"""Icons of buttons and entries: glyphs of the font Lucide, and the shapes that it lacks."""

from __future__ import annotations

import math
from enum import Enum

from imgui_bundle import imgui


class Icon(Enum):
    """An icon; its value is its character in the icon font, or the name of one in `DRAWN`."""

    __hash__ = object.__hash__  # faster: members are singletons

    ACTIVITY = "\ue038"
    ANGLE = "\ue2fe"
    BACKWARDS = "\ue147"
    BODY = "\ue523"
    BOX = "\ue061"
    BRANCH = "\ue0e2"
    CAMERA = "\ue064"
    CHAIN = "\ue542"
    CHECK = "\ue06c"
    CHEVRON_DOWN = "\ue06d"
    CHEVRON_RIGHT = "\ue06f"
    CHEVRON_UP = "\ue070"
    CIRCLE = "\ue076"
    CLOCK = "\ue087"
    CLOSE = "\ue1b2"
    CLOUD = "\ue48a"
    COLUMNS = "\ue098"
    COMPARE = "\ue359"
    COPY = "\ue09e"
    CROSS = "\ue084"
    CURVE = "\ue38b"
    DISC = "\ue0af"
    DOWNLOAD = "\ue0b2"
    EXPLAIN = "\ue05f"
    EYE = "\ue0ba"
    FILE = "\ue0c0"
    FILM = "\ue0d0"
    FOCUS = "\ue29e"
    FOLDER = "\ue247"
    FULLSCREEN = "\ue112"
    GAMEPAD = "\ue0df"
    GAUGE = "\ue1bf"
    GHOST = "\ue20e"
    HELP = "\ue082"
    HISTORY = "\ue1f5"
    INFO = "\ue0f9"
    KEYBOARD = "\ue284"
    LANGUAGE = "\ue0fe"
    LENS = "\ue040"
    LINK = "\ue102"
    LIST = "\ue106"
    LOOP = "\ue146"
    MACHINE = "\ue53e"
    MAP = "\ue4ff"
    METHOD = "\ue201"
    MINUS = "\ue11c"
    MORE = "\ue0b6"
    ORBIT = "\ue3e7"
    PALETTE = "\ue1dd"
    PIN = "\ue259"
    PLAY = "\ue13c"
    PLOTS = "\ue2a5"
    PLUS = "\ue13d"
    RECORD = "\ue345"
    REDO = "\ue2a0"
    RESTART = "\ue148"
    RULER = "\ue14b"
    SAVE = "\ue14d"
    SCENES = "\ue0ff"
    SEARCH = "\ue151"
    SETTINGS = "\ue154"
    SHOTS = "\ue286"
    SOUND = "\ue1ab"
    SOUND_OFF = "\ue626"
    STAR = "\ue176"
    STEP_BACK = "\ue3e9"
    STEP_FORWARD = "\ue3ea"
    TARGET = "\ue180"
    TIMER = "\ue1e0"
    TRASH = "\ue18e"
    TRIANGLE = "\ue192"
    UNDO = "\ue2a1"
    VECTORS = "\ue2e5"
    WARNING = "\ue193"
    ZOOM = "\ue0ac"
    BAR = "bar"
    BUILD = "build"
    COUPLING = "coupling"
    GEARS = "gears"
    GROUND = "ground"
    HINGE = "hinge"
    MARK = "mark"
    PARTS = "parts"
    ROD = "rod"
    ROPE = "rope"
    SELECT = "select"
    SLIDER = "slider"
    SPRING = "spring"


_GLYPHS = {icon: icon.value for icon in Icon}
"""The characters of the icons; this is faster than reading their values."""
Stroke = tuple[tuple[float, float], ...]
STROKE_WIDTH, GRID = 1.8, 24.0
"""Width of the lines of a drawn icon, on a square of this size."""


def ring(x: float, y: float, r: float, count: int = 16) -> Stroke:
    """Return a circle as a closed line."""
    return tuple(
        (x + r * math.cos(2.0 * math.pi * k / count), y + r * math.sin(2.0 * math.pi * k / count))
        for k in range(count + 1)
    )


def _oval(x: float, y: float, wide: float, tall: float, count: int = 16) -> Stroke:
    """Return an ellipse as a closed line; wide, tall: halves of its width and height."""
    return tuple((x + wide / tall * (px - x), py) for px, py in ring(x, y, tall, count))


def _wheel(x: float, y: float, r: float, teeth: int) -> tuple[Stroke, ...]:
    """Return a circle with short teeth."""
    turns = [2.0 * math.pi * (k + 0.5) / teeth for k in range(teeth)]
    spokes = [tuple((x + q * math.cos(turn), y + q * math.sin(turn)) for q in (r, r + 1.9)) for turn in turns]
    return ring(x, y, r), *spokes


DRAWN: dict[Icon, tuple[Stroke, ...]] = {
    Icon.SELECT: (((5, 4), (10.5, 20.5), (13, 13.2), (20.5, 10.5), (5, 4)),),
    Icon.BAR: (
        ring(6, 18, 1.2, 8), ring(18, 6, 1.2, 8), ((3.9, 15.9), (15.9, 3.9)), ((8.1, 20.1), (20.1, 8.1)),
        ((3.9, 15.9), (3, 18), (3.9, 20.1), (6, 21), (8.1, 20.1)),
        ((15.9, 3.9), (18, 3), (20.1, 3.9), (21, 6), (20.1, 8.1)),
    ),
    Icon.HINGE: (ring(12, 8, 3.6), ((9.4, 10.6), (7, 19.5)), ((14.6, 10.6), (17, 19.5)), ((4, 20), (20, 20))),
    Icon.SLIDER: (
        ((3, 6.5), (21, 6.5)), ((3, 17.5), (21, 17.5)), ((8, 9.5), (16, 9.5), (16, 14.5), (8, 14.5), (8, 9.5)),
    ),
    Icon.SPRING: (((12, 2), (12, 5), (7.5, 6.6), (16.5, 9.8), (7.5, 13), (16.5, 16.2), (12, 18), (12, 22)),),
    Icon.MARK: (ring(12, 12, 9.5, 24), _oval(12, 12, 6.6, 3.4), _oval(12, 12, 2.9, 1.4, 12)),
    Icon.ROPE: (
        ring(5, 5, 2, 10), ring(19, 19, 2, 10),
        ((7, 5), (12, 5.2), (14.6, 7), (14.4, 9.6), (9.6, 13.4), (9, 16), (11, 18.6), (17, 19)),
    ),
    Icon.ROD: (ring(4.5, 19.5, 2, 10), ring(19.5, 4.5, 2, 10), ((6, 18), (18, 6))),
    Icon.COUPLING: (ring(7, 12, 4.5), ring(17, 12, 4.5)),
    Icon.GEARS: (*_wheel(8.5, 8.5, 4.2, 8), *_wheel(17.4, 17.4, 2.8, 7)),
    Icon.GROUND: (
        ((12, 4), (12, 12)), ((3, 12), (21, 12)), ((6, 12), (3.5, 18)), ((11, 12), (8.5, 18)), ((16, 12), (13.5, 18)),
        ((21, 12), (18.5, 18)),
    ),
    Icon.PARTS: (
        ((3, 9), (12, 5), (21, 9), (12, 13), (3, 9)), ((3, 9), (3, 17), (12, 21.5), (21, 17), (21, 9)),
        ((12, 13), (12, 21.5)), ((7.5, 7), (16.5, 11)),
    ),
    Icon.BUILD: (
        ring(12, 5, 2.2, 12), ((11.2, 7.2), (5, 21)), ((12.8, 7.2), (19, 21)),
        ((4.4, 12.6), (8, 15.2), (12, 16), (16, 15.2), (19.6, 12.6)),
    ),
}  # fmt: skip
"""Icons that are drawn as lines through points, y downward, on a square of `GRID`."""
_font: list[imgui.ImFont] = []


def use_icons(font: imgui.ImFont) -> None:
    """Set the font that icons are drawn with."""
    _font[:] = [font]


def draw_icon(ink: imgui.ImDrawList, icon: Icon, x: float, y: float, size: float, shade: int) -> None:
    """Draw an icon of a packed colour, centred at (x, y); size: of its square [points]; none below a point."""
    if size < 1.0:
        return
    if icon in DRAWN:
        draw_strokes(ink, DRAWN[icon], (x - size / 2, y - size / 2), size / GRID, shade)
        return
    corner = imgui.ImVec2(round(x - size / 2), round(y - size / 2))
    ink.add_text(_font[0], size, corner, shade, _GLYPHS[icon])


def draw_strokes(
    ink: imgui.ImDrawList, strokes: tuple[Stroke, ...], corner: tuple[float, float], scale: float, shade: int
) -> None:
    """Draw lines through points of a square of `GRID`, whose upper left corner is given [points]."""
    for stroke in strokes:
        points: list[imgui.ImVec2Like] = [imgui.ImVec2(corner[0] + scale * x, corner[1] + scale * y) for x, y in stroke]
        ink.add_polyline(points, shade, max(STROKE_WIDTH * scale, 1.0), 0)


def draw_play(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a filled triangle that points right, centred at (x, y); r: half its height."""
    tip = imgui.ImVec2(x + 1.0 * r, y)
    ink.add_triangle_filled(imgui.ImVec2(x - 0.6 * r, y - r), imgui.ImVec2(x - 0.6 * r, y + r), tip, shade)


def draw_pause(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw two upright bars, centred at (x, y); r: half their height."""
    for side in (-1, 1):
        middle = x + side * 0.5 * r
        low, high = imgui.ImVec2(middle - 0.25 * r, y - r), imgui.ImVec2(middle + 0.25 * r, y + r)
        ink.add_rect_filled(low, high, shade, 0.15 * r)


def draw_star(ink: imgui.ImDrawList, x: float, y: float, size: float, shade: int) -> None:
    """Draw a filled star with the outline of `Icon.STAR`."""
    r = 0.44 * size
    spikes: list[imgui.ImVec2Like] = []
    for k in range(10):
        reach, angle = (r if k % 2 == 0 else 0.45 * r), -math.pi / 2 + k * math.pi / 5
        spikes.append(imgui.ImVec2(x + reach * math.cos(angle), y + 0.04 * size + reach * math.sin(angle)))
    ink.add_concave_poly_filled(spikes, shade)
