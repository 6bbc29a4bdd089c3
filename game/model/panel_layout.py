"""Where a window's panels are, and what they leave of it: known before any of them is loaded."""

from __future__ import annotations

TEXT_SIZE = 16.0
"""Height of the text [points] at scale 1; at the scale of a window it is its em."""
SMALLEST = (640.0, 400.0)
"""The window [points] in which the interface still fits at scale 1; larger scales need more."""
SIDE_WIDTH, WIDEST_SIDE, SIDE_SHARE = 20.5, 24.0, 0.2
"""Widths of the panels at both sides [em]: the least, and the most where that is no more than so much of the window."""
COMPACT_WIDTH = 15.0
"""Of the readings where there is little room [em]."""
ROOMY = 62.0
"""In a window narrower than this [em] the readings are brief, and give way to the controls."""
TIMELINE_HEIGHT, BAR_HEIGHT = 1.7, 4.2
"""Of the strip of the past, and of the bar of buttons below it [em]."""
UNDER_TIMELINE = 0.25
MARGIN = 0.6


def scale_in(size: tuple[int, int], wanted: float) -> float:
    """The scale of panels in a window of this size [points]: what is wanted, or what there is room for."""
    return min(wanted, max(1.0, min(size[0] / SMALLEST[0], size[1] / SMALLEST[1])))


def side(width: float, em: float) -> int:
    """How wide a panel at a side of a window this wide is [points]."""
    return round(min(max(SIDE_SHARE * width, SIDE_WIDTH * em), WIDEST_SIDE * em))


def timeline_top(height: float, em: float) -> float:
    """How far down a window [points] the strip of the past begins."""
    return height - (BAR_HEIGHT + UNDER_TIMELINE + TIMELINE_HEIGHT) * em


def at_first(size: tuple[int, int], wanted: float) -> tuple[float, float, float, float]:
    """What panels leave of a window [points] at first: left, top, right and bottom edge, in its widths and heights.

    wanted: their scale.
    """
    em = TEXT_SIZE * scale_in(size, wanted)
    roomy, margin = size[0] >= ROOMY * em, MARGIN * em
    left = margin + (side(size[0], em) if roomy else 0.0)
    right = size[0] - margin - (side(size[0], em) if roomy else COMPACT_WIDTH * em)
    return left / size[0], 0.0, right / size[0], timeline_top(size[1], em) / size[1]
