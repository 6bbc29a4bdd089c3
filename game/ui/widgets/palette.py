"""Colours of the interface: one table with a column for each theme.

Code names a tone, which becomes a colour when it is drawn. Contrasts hold over any picture (`over_picture`).
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from imgui_bundle import imgui

from game.model.settings import THEMES

RGBA = tuple[float, float, float, float]
"""sRGB components and opacity, 0 to 1."""


class Tone(Enum):
    """Role of a colour in the interface."""

    __hash__ = object.__hash__  # faster: members are singletons, and there are hundreds of look-ups in a frame

    INK = "text and numbers"
    DIM = "secondary text"
    FAINT = "thin lines"
    BORDER = "outline of panels"
    EDGE = "outline of controls"
    PANEL = "tint of the panels over the blurred picture behind them"
    POPUP = "background of lists, tooltips, dialogs and messages"
    FIELD = "background of fields"
    FIELD_HOVERED = "background of a field under the pointer"
    FIELD_ACTIVE = "background of a pressed field"
    TRACK = "track of sliders and of the timeline"
    ACCENT = "selected or most important items"
    TINT = "background of what is chosen"
    ON_ACCENT = "text and icons on a filled button"
    FILL = "background of a filled button"
    KNOB = "handles"
    RIM = "outline of handles and dots"
    TEAL = "held; done"
    NEUTRAL = "close"
    AMBER = "drifts; warning"
    VERMILLION = "lost; recording"
    SHADOW = "soft shadow around panels"
    PLOT = "background of plots"
    GRID = "grid lines of plots"
    CURVE_1 = "first curve of a plot"
    CURVE_2 = "second curve of a plot"
    CURVE_3 = "third curve of a plot"
    CURVE_4 = "fourth curve of a plot"
    CURVE_5 = "fifth curve of a plot"
    CURVE_6 = "sixth curve of a plot"
    WEIGHT = "potential energy and weight"
    ON_MAP = "marks on maps; the same colour in both themes, as maps are"
    ON_MAP_RIM = "outline of marks on maps"
    NOTHING = "map cells without a value"
    HATCH = "hatching of map cells without a value"
    VEIL = "veil over the window behind a dialog"


Color = RGBA | Tone

TABLE: dict[Tone, tuple[RGBA, RGBA, RGBA]] = {
    Tone.INK: ((0.961, 0.957, 0.941, 1), (0.086, 0.094, 0.122, 1), (1.000, 1.000, 1.000, 1)),
    Tone.DIM: ((0.741, 0.753, 0.776, 1), (0.290, 0.302, 0.337, 1), (0.929, 0.929, 0.929, 1)),
    Tone.FAINT: ((1.0, 0.98, 0.94, 0.115), (0.10, 0.09, 0.07, 0.14), (1.000, 1.000, 1.000, 0.55)),
    Tone.PANEL: ((0.059, 0.063, 0.078, 0.9), (0.969, 0.965, 0.945, 0.91), (0.000, 0.000, 0.000, 1)),
    Tone.EDGE: ((0.537, 0.557, 0.596, 1), (0.420, 0.416, 0.400, 1), (1.000, 1.000, 1.000, 1)),
    Tone.BORDER: ((1.0, 0.98, 0.94, 0.115), (0.10, 0.09, 0.07, 0.14), (1.000, 1.000, 1.000, 1)),
    Tone.POPUP: ((0.090, 0.098, 0.118, 0.985), (0.984, 0.980, 0.969, 0.985), (0.000, 0.000, 0.000, 1)),
    Tone.FIELD: ((1.000, 0.980, 0.949, 0.08), (0.161, 0.129, 0.078, 0.06), (0.000, 0.000, 0.000, 1)),
    Tone.FIELD_HOVERED: ((1.000, 0.980, 0.949, 0.125), (0.161, 0.129, 0.078, 0.115), (0.200, 0.200, 0.200, 1)),
    Tone.FIELD_ACTIVE: ((1.000, 0.980, 0.949, 0.165), (0.161, 0.129, 0.078, 0.15), (0.302, 0.302, 0.302, 1)),
    Tone.TRACK: ((0.537, 0.557, 0.596, 1), (0.420, 0.416, 0.400, 1), (1.000, 1.000, 1.000, 1)),
    Tone.ACCENT: ((0.502, 0.733, 1.000, 1), (0.075, 0.302, 0.612, 1), (1.000, 0.882, 0.302, 1)),
    Tone.TINT: ((0.502, 0.733, 1.000, 0.16), (0.090, 0.333, 0.659, 0.13), (0.227, 0.200, 0.000, 1)),
    Tone.ON_ACCENT: ((1.000, 1.000, 1.000, 1), (1.000, 1.000, 1.000, 1), (0.000, 0.000, 0.000, 1)),
    Tone.FILL: ((0.200, 0.443, 0.784, 1), (0.090, 0.333, 0.659, 1), (1.000, 0.882, 0.302, 1)),
    Tone.KNOB: ((0.961, 0.957, 0.941, 1), (0.996, 0.988, 0.980, 1), (1.000, 1.000, 1.000, 1)),
    Tone.RIM: ((0.045, 0.050, 0.062, 0.95), (0.26, 0.27, 0.30, 0.85), (0.000, 0.000, 0.000, 1)),
    Tone.TEAL: ((0.361, 0.831, 0.788, 1), (0.000, 0.365, 0.345, 1), (0.361, 0.949, 0.890, 1)),
    Tone.NEUTRAL: ((0.871, 0.890, 0.922, 1), (0.149, 0.161, 0.200, 1), (1.000, 1.000, 1.000, 1)),
    Tone.AMBER: ((1.000, 0.745, 0.251, 1), (0.467, 0.286, 0.000, 1), (1.000, 0.761, 0.239, 1)),
    Tone.VERMILLION: ((1.000, 0.545, 0.431, 1), (0.659, 0.059, 0.235, 1), (1.000, 0.608, 0.522, 1)),
    Tone.SHADOW: ((0.0, 0.0, 0.0, 0.42), (0.10, 0.08, 0.05, 0.30), (0.0, 0.0, 0.0, 0.0)),
    Tone.PLOT: ((0.0, 0.0, 0.0, 0.24), (1.0, 1.0, 1.0, 0.45), (0.000, 0.000, 0.000, 1)),
    Tone.GRID: ((1.0, 0.98, 0.95, 0.13), (0.16, 0.13, 0.08, 0.15), (1.000, 1.000, 1.000, 0.35)),
    Tone.CURVE_1: ((0.949, 0.949, 0.941, 1), (0.110, 0.122, 0.161, 1), (0.949, 0.949, 0.941, 1)),
    Tone.CURVE_2: ((0.980, 0.651, 0.180, 1), (0.580, 0.290, 0.000, 1), (0.980, 0.651, 0.180, 1)),
    Tone.CURVE_3: ((0.400, 0.729, 0.969, 1), (0.000, 0.361, 0.651, 1), (0.400, 0.729, 0.969, 1)),
    Tone.CURVE_4: ((0.878, 0.580, 0.780, 1), (0.596, 0.212, 0.451, 1), (0.878, 0.580, 0.780, 1)),
    Tone.CURVE_5: ((0.322, 0.820, 0.620, 1), (0.000, 0.404, 0.302, 1), (0.322, 0.820, 0.620, 1)),
    Tone.CURVE_6: ((0.949, 0.902, 0.329, 1), (0.392, 0.353, 0.000, 1), (0.949, 0.902, 0.329, 1)),
    Tone.WEIGHT: ((0.627, 0.545, 0.976, 1), (0.353, 0.247, 0.753, 1), (0.627, 0.545, 0.976, 1)),
    Tone.ON_MAP: ((0.98, 0.98, 0.97, 1.0), (0.98, 0.98, 0.97, 1.0), (0.98, 0.98, 0.97, 1.0)),
    Tone.ON_MAP_RIM: ((0.0, 0.0, 0.0, 0.80), (0.0, 0.0, 0.0, 0.80), (0.0, 0.0, 0.0, 0.80)),
    Tone.NOTHING: ((0.13, 0.14, 0.16, 1.0), (0.83, 0.82, 0.80, 1.0), (0.13, 0.14, 0.16, 1.0)),
    Tone.HATCH: ((0.42, 0.45, 0.50, 1.0), (0.60, 0.59, 0.57, 1.0), (0.42, 0.45, 0.50, 1.0)),
    Tone.VEIL: ((0.0, 0.0, 0.0, 0.45), (0.20, 0.19, 0.17, 0.35), (0.0, 0.0, 0.0, 0.7)),
}
"""Colour of each tone in each theme, in the order of `THEMES`."""

INK, DIM, FAINT, PANEL, POPUP, FIELD = Tone.INK, Tone.DIM, Tone.FAINT, Tone.PANEL, Tone.POPUP, Tone.FIELD
ACCENT, ON_ACCENT, FILL = Tone.ACCENT, Tone.ON_ACCENT, Tone.FILL
TRACK, KNOB, RIM = Tone.TRACK, Tone.KNOB, Tone.RIM
TEAL, NEUTRAL, AMBER, VERMILLION = Tone.TEAL, Tone.NEUTRAL, Tone.AMBER, Tone.VERMILLION

MAX_PACKED = 2000
_column = 0
_NOW = {tone: columns[0] for tone, columns in TABLE.items()}
_WORDS: dict[tuple[Color, float], int] = {}
"""Packed colours of the present theme."""


def use_theme(name: str) -> None:
    """Set the theme that colours are taken from, one of `THEMES`. Raises ValueError for another name."""
    global _column
    if name not in THEMES:
        raise ValueError(f"theme {name!r} is unknown: allowed are {', '.join(THEMES)}")
    if _column != THEMES.index(name):
        _column = THEMES.index(name)
        _NOW.update({tone: columns[_column] for tone, columns in TABLE.items()})
        _WORDS.clear()


def theme_in_use() -> str:
    """Return the name of the present theme."""
    return THEMES[_column]


def rgba(color: Color) -> RGBA:
    """Return the colour of a tone in the present theme; a colour is returned unchanged."""
    return _NOW[color] if isinstance(color, Tone) else color


def faded(color: Color, alpha: float) -> RGBA:
    """Return the same colour with opacity `alpha`."""
    return (*rgba(color)[:3], alpha)


def packed(color: Color, alpha: float = 1.0) -> int:
    """Return a colour packed for draw lists, its opacity times `alpha` and times that of the style."""
    key = color, alpha * imgui.get_style().alpha
    word = _WORDS.get(key)
    if word is None:
        if len(_WORDS) > MAX_PACKED:
            _WORDS.clear()
        word = _WORDS[key] = _word(rgba(color), key[1])
    return word


def vector(color: Color) -> imgui.ImVec4:
    """Return a colour as a vector for styles and plots."""
    return imgui.ImVec4(*rgba(color))


def _word(color: RGBA, alpha: float) -> int:
    word = 0
    for place, part in enumerate((*color[:3], color[3] * alpha)):
        word |= int(min(max(part, 0.0), 1.0) * 255.0 + 0.5) << (8 * place)
    return word


def luminance(color: RGBA) -> float:
    """Return the relative luminance of a colour, opacity ignored (WCAG 2)."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGBA, other: RGBA) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21 (WCAG 2)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def over(top: RGBA, bottom: RGBA) -> RGBA:
    """Return a colour composited over an opaque one."""
    red, green, blue = (t * top[3] + b * (1.0 - top[3]) for t, b in zip(top[:3], bottom[:3], strict=True))
    return red, green, blue, 1.0


def over_picture() -> tuple[RGBA, RGBA]:
    """Return the colours of panels over the darkest and over the brightest picture."""
    glass = rgba(Tone.PANEL)
    return over(glass, (0.0, 0.0, 0.0, 1.0)), over(glass, (1.0, 1.0, 1.0, 1.0))


@lru_cache(maxsize=256)
def _legible(color: RGBA, theme: str, least: float) -> RGBA:
    grounds = over_picture()
    end = (0.0, 0.0, 0.0, 1.0) if theme == "light" else (1.0, 1.0, 1.0, 1.0)
    for step in range(21):
        mixed = over((*end[:3], 0.05 * step), color)
        if min(contrast(mixed, ground) for ground in grounds) >= least:
            return mixed
    return end


def legible(color: tuple[float, ...], least: float = 3.0) -> RGBA:
    """Return a scene colour (sRGB) for use on panels, darkened or lightened to a contrast of at least `least`."""
    return _legible((color[0], color[1], color[2], 1.0), theme_in_use(), least)


def for_print(color: Color) -> tuple[float, float, float]:
    """Return a colour of the light theme, or a scene colour darkened, with a contrast of at least 3 to white."""
    if isinstance(color, Tone):
        red, green, blue, _ = TABLE[color][THEMES.index("light")]
        return red, green, blue
    for step in range(21):
        mixed = over((0.0, 0.0, 0.0, 0.05 * step), color)
        if contrast(mixed, (1.0, 1.0, 1.0, 1.0)) >= 3.0:
            break
    return mixed[:3]
