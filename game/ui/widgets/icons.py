"""Icons of buttons and entries: glyphs of the font Lucide, and the filled shapes that it lacks."""

from __future__ import annotations

import math
from enum import Enum

from imgui_bundle import imgui


class Icon(Enum):
    """An icon; its value is its character in the icon font."""

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


_GLYPHS = {icon: icon.value for icon in Icon}
"""The characters of the icons; this is faster than reading their values."""
_font: list[imgui.ImFont] = []


def use_icons(font: imgui.ImFont) -> None:
    """Set the font that icons are drawn with."""
    _font[:] = [font]


def draw_icon(ink: imgui.ImDrawList, icon: Icon, x: float, y: float, size: float, shade: int) -> None:
    """Draw an icon of a packed colour, centred at (x, y); size: of its square [points]; none below a point."""
    if size < 1.0:
        return
    corner = imgui.ImVec2(round(x - size / 2), round(y - size / 2))
    ink.add_text(_font[0], size, corner, shade, _GLYPHS[icon])


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
