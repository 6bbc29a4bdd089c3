"""Layout of a window's panels, and the part of the window that they leave free, independent of the panels."""

from __future__ import annotations

TEXT_SIZE = 16.0
"""Height of the text [points] at scale 1; at the scale of a window it is the em."""
MIN_WINDOW = (640.0, 400.0)
"""Smallest window [points] for the interface at scale 1; larger scales need more."""
SIDE_WIDTH, MAX_SIDE_WIDTH, SIDE_SHARE = 20.5, 24.0, 0.2
"""Least and greatest width of the side panels [em], and their share of the window's width between these."""
COMPACT_WIDTH = 15.0
"""Width of the readings in a narrow window [em]."""
ROOMY_WIDTH = 62.0
"""Width of a window [em] below which the readings are brief, and give way to the controls."""
TIMELINE_HEIGHT, BAR_HEIGHT = 1.7, 4.2
"""Heights of the timeline, and of the bar of buttons below it [em]."""
UNDER_TIMELINE = 0.25
MARGIN = 0.6


def scale_in(size: tuple[int, int], wanted: float) -> float:
    """Return the scale of panels in a window of this size [points]: the one wanted, or the largest that fits."""
    return min(wanted, max(1.0, min(size[0] / MIN_WINDOW[0], size[1] / MIN_WINDOW[1])))


def side_width(width: float, em: float) -> int:
    """Return the width [points] of a side panel in a window of this width."""
    return round(min(max(SIDE_SHARE * width, SIDE_WIDTH * em), MAX_SIDE_WIDTH * em))


def timeline_top(height: float, em: float) -> float:
    """Return the distance [points] of the timeline from the top of a window."""
    return height - (BAR_HEIGHT + UNDER_TIMELINE + TIMELINE_HEIGHT) * em


def initial_free_area(size: tuple[int, int], wanted: float) -> tuple[float, float, float, float]:
    """Return the part of a window that its panels leave free at first: left, top, right, bottom, in its size.

    wanted: their scale.
    """
    em = TEXT_SIZE * scale_in(size, wanted)
    roomy, margin = size[0] >= ROOMY_WIDTH * em, MARGIN * em
    left = margin + (side_width(size[0], em) if roomy else 0.0)
    right = size[0] - margin - (side_width(size[0], em) if roomy else COMPACT_WIDTH * em)
    return left / size[0], 0.0, right / size[0], timeline_top(size[1], em) / size[1]
