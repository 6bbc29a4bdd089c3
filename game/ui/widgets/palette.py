"""Colours of the interface: one table with a column for the dark theme and one for the light theme.

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
    PANEL = "tint of the panels over the blurred picture behind them"
    POPUP = "background of lists, tooltips, dialogs and messages"
    FIELD = "background of fields"
    FIELD_HOVERED = "background of a field under the pointer"
    FIELD_ACTIVE = "background of a pressed field"
    TRACK = "track of sliders and of the timeline"
    ACCENT = "selected or most important items"
    ON_ACCENT = "text and icons on a filled button"
    FILL = "background of a filled button"
    KNOB = "handles"
    RIM = "outline of handles and dots"
    TEAL = "conserved; done"
    NEUTRAL = "small drift"
    AMBER = "drifts; warning"
    VERMILLION = "not conserved; recording"
    SHADOW = "soft shadow around panels"
    PLOT = "background of plots"
    GRID = "grid lines of plots"
    CURVE_1 = "first curve of a plot"
    CURVE_2 = "second curve of a plot"
    CURVE_3 = "third curve of a plot"
    CURVE_4 = "fourth curve of a plot"
    CURVE_5 = "fifth curve of a plot"
    CURVE_6 = "sixth curve of a plot"
    ON_MAP = "marks on maps; the same colour in both themes, as maps are"
    ON_MAP_RIM = "outline of marks on maps"
    NOTHING = "map cells without a value"
    HATCH = "hatching of map cells without a value"
    VEIL = "veil over the window behind a dialog"


Color = RGBA | Tone

TABLE: dict[Tone, tuple[RGBA, RGBA]] = {
    Tone.INK: ((0.96, 0.955, 0.94, 1.0), (0.085, 0.095, 0.125, 1.0)),
    Tone.DIM: ((0.715, 0.725, 0.745, 1.0), (0.315, 0.325, 0.355, 1.0)),
    Tone.FAINT: ((1.0, 0.98, 0.94, 0.115), (0.10, 0.09, 0.07, 0.14)),
    Tone.PANEL: ((0.060, 0.064, 0.076, 0.83), (0.970, 0.963, 0.945, 0.87)),
    Tone.POPUP: ((0.088, 0.094, 0.112, 0.985), (0.985, 0.980, 0.968, 0.985)),
    Tone.FIELD: ((1.0, 0.98, 0.95, 0.075), (0.16, 0.13, 0.08, 0.070)),
    Tone.FIELD_HOVERED: ((1.0, 0.98, 0.95, 0.125), (0.16, 0.13, 0.08, 0.115)),
    Tone.FIELD_ACTIVE: ((1.0, 0.98, 0.95, 0.165), (0.16, 0.13, 0.08, 0.150)),
    Tone.TRACK: ((1.0, 0.98, 0.95, 0.140), (0.16, 0.13, 0.08, 0.170)),
    Tone.ACCENT: ((0.50, 0.735, 1.0, 1.0), (0.075, 0.300, 0.610, 1.0)),
    Tone.ON_ACCENT: ((1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0)),
    Tone.FILL: ((0.165, 0.395, 0.720, 0.97), (0.090, 0.330, 0.660, 0.97)),
    Tone.KNOB: ((0.96, 0.955, 0.94, 1.0), (0.995, 0.99, 0.98, 1.0)),
    Tone.RIM: ((0.045, 0.050, 0.062, 0.95), (0.26, 0.27, 0.30, 0.85)),
    Tone.TEAL: ((0.36, 0.83, 0.79, 1.0), (0.0, 0.365, 0.345, 1.0)),
    Tone.NEUTRAL: ((0.87, 0.89, 0.92, 1.0), (0.15, 0.16, 0.20, 1.0)),
    Tone.AMBER: ((1.0, 0.745, 0.25, 1.0), (0.490, 0.300, 0.0, 1.0)),
    Tone.VERMILLION: ((1.0, 0.545, 0.43, 1.0), (0.700, 0.060, 0.240, 1.0)),
    Tone.SHADOW: ((0.0, 0.0, 0.0, 0.42), (0.10, 0.08, 0.05, 0.30)),
    Tone.PLOT: ((0.0, 0.0, 0.0, 0.24), (1.0, 1.0, 1.0, 0.45)),
    Tone.GRID: ((1.0, 0.98, 0.95, 0.13), (0.16, 0.13, 0.08, 0.15)),
    Tone.CURVE_1: ((0.95, 0.95, 0.94, 1.0), (0.11, 0.12, 0.16, 1.0)),
    Tone.CURVE_2: ((0.98, 0.65, 0.18, 1.0), (0.71, 0.365, 0.0, 1.0)),
    Tone.CURVE_3: ((0.40, 0.73, 0.97, 1.0), (0.0, 0.40, 0.72, 1.0)),
    Tone.CURVE_4: ((0.88, 0.58, 0.78, 1.0), (0.70, 0.28, 0.54, 1.0)),
    Tone.CURVE_5: ((0.32, 0.82, 0.62, 1.0), (0.0, 0.47, 0.35, 1.0)),
    Tone.CURVE_6: ((0.95, 0.90, 0.33, 1.0), (0.47, 0.43, 0.0, 1.0)),
    Tone.ON_MAP: ((0.98, 0.98, 0.97, 1.0), (0.98, 0.98, 0.97, 1.0)),
    Tone.ON_MAP_RIM: ((0.0, 0.0, 0.0, 0.80), (0.0, 0.0, 0.0, 0.80)),
    Tone.NOTHING: ((0.13, 0.14, 0.16, 1.0), (0.83, 0.82, 0.80, 1.0)),
    Tone.HATCH: ((0.42, 0.45, 0.50, 1.0), (0.60, 0.59, 0.57, 1.0)),
    Tone.VEIL: ((0.0, 0.0, 0.0, 0.45), (0.20, 0.19, 0.17, 0.35)),
}
"""Colour of each tone in the dark and in the light theme."""

INK, DIM, FAINT, PANEL, POPUP, FIELD = Tone.INK, Tone.DIM, Tone.FAINT, Tone.PANEL, Tone.POPUP, Tone.FIELD
ACCENT, ON_ACCENT, FILL = Tone.ACCENT, Tone.ON_ACCENT, Tone.FILL
TRACK, KNOB, RIM = Tone.TRACK, Tone.KNOB, Tone.RIM
TEAL, NEUTRAL, AMBER, VERMILLION = Tone.TEAL, Tone.NEUTRAL, Tone.AMBER, Tone.VERMILLION

MAX_PACKED = 2000
_column = 0
_NOW = {tone: both[0] for tone, both in TABLE.items()}
_WORDS: dict[tuple[Color, float], int] = {}
"""Packed colours of the present theme."""


def use_theme(name: str) -> None:
    """Set the theme that colours are taken from, "dark" or "light". Raises ValueError for another name."""
    global _column
    if name not in THEMES:
        raise ValueError(f"theme {name!r} is unknown: allowed are {', '.join(THEMES)}")
    if _column != THEMES.index(name):
        _column = THEMES.index(name)
        _NOW.update({tone: both[_column] for tone, both in TABLE.items()})
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
    alpha *= imgui.get_style().alpha
    word = _WORDS.get((color, alpha))
    if word is None:
        if len(_WORDS) > MAX_PACKED:
            _WORDS.clear()
        word = _WORDS[color, alpha] = _word(rgba(color), alpha)
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
