"""Layout of a window's panels, and the part of the window that they leave free, independent of the panels.

A rail of entries at the left opens panels beside it; readings are at the upper right; a dock with the time strip and
the buttons fills the lower edge. Lengths are in em: the height of the text.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from msgspec import Struct

TEXT_SIZE = 16.0
"""Height of the text [points] at scale 1; at the scale of a window it is the em."""
ROOMY, LEAST_SHARE = 600.0, 0.5
"""Height of a film [pixels] with room for panels beside the motion, and least scale of panels in a lower one."""
MIN_WINDOW = (400.0, 300.0)
"""Smallest window [points] for the interface at scale 1; larger scales need more."""
MARGIN = 0.5
"""Margin to the edge of the window and between panels."""
RAIL_WIDTH, ICON_RAIL_WIDTH = 4.5, 3.0
"""Width of the rail with words, and of one of icons alone."""
RAIL_ENTRY, ICON_RAIL_ENTRY = 3.5, 2.5
"""Height of an entry of the rail with its word, and of one without."""
TITLE_WIDTH, TITLE_HEIGHT = 16.75, 3.0
PANEL_WIDTH, MIN_PANEL_WIDTH, MAX_PANEL_WIDTH = 25.0, 21.25, 35.0
READINGS_WIDTH = 17.5
READINGS_ROOM = 16.0
"""Least width between the readings and a panel of the rail; with less they fold to one line."""
TIMELINE_HEIGHT, BAR_HEIGHT = 1.75, 3.5
"""Heights of the time strip and of the buttons below it."""
SUMMARY_HEIGHT = 2.75
"""Height of the line of a narrow window that stands for the title and the readings."""
WIDE, MEDIUM = 60.0, 40.0
"""Least width of a window whose rail has words, and of one that has a rail."""
TWO_PANELS = 85.0
"""Least width of a window in which two panels of the rail stay open beside one another."""

Edges = tuple[float, float, float, float]
"""Left, top, right and bottom edge, as parts of the width and height of a window."""


class Form(Enum):
    """Arrangement of a window's panels: wide, medium (rail of icons), or narrow (panels as sheets from below)."""

    WIDE = "wide"
    MEDIUM = "medium"
    NARROW = "narrow"


class PanelState(Struct, frozen=True):
    """Panels as a person has left them; kept from one start to the next.

    open: names of the panels of the rail, in the order of their opening; pinned: those that stay when another opens.
    readings: whether a narrow window shows the readings as a sheet. folded: whether other windows show them as one
    line. sections: which sections of the readings were opened or closed. widths: of panels that were made wider or
    narrower [em].
    """

    open: tuple[str, ...] = ()
    pinned: tuple[str, ...] = ()
    readings: bool = False
    folded: bool = False
    sections: dict[str, bool] = {}
    widths: dict[str, float] = {}

    @property
    def tall(self) -> bool:
        """True where sections of the readings are open, so that the picture is framed beside them."""
        return not self.folded and any(self.sections.values())


NO_PANELS = PanelState()


class Rail(NamedTuple):
    """Size of the rail [points], and whether its entries have words."""

    width: float
    height: float
    words: bool


def scale_in(size: tuple[int, int], wanted: float) -> float:
    """Return the scale of panels in a window of this size [points]: the one wanted, or the largest that fits."""
    return min(wanted, max(1.0, min(size[0] / MIN_WINDOW[0], size[1] / MIN_WINDOW[1])))


def film_share(height: float) -> float:
    """Return the scale of panels in a film of this height [pixels]: less than 1 where they would leave little of it."""
    return min(1.0, max(LEAST_SHARE, height / ROOMY))


def form_of(size: tuple[int, int], em: float) -> Form:
    """Return the arrangement of the panels in a window of this size [points]."""
    width = size[0] / em
    return Form.WIDE if width >= WIDE else Form.MEDIUM if width >= MEDIUM else Form.NARROW


def dock_height(form: Form, em: float, timeline: float = TIMELINE_HEIGHT) -> float:
    """Return the height of the dock [points]; timeline: that of the time strip [em]."""
    return (timeline + BAR_HEIGHT * (2 if form is Form.NARROW else 1)) * em


def dock_top(size: tuple[int, int], em: float, timeline: float = TIMELINE_HEIGHT) -> float:
    """Return the distance of the dock from the top of a window [points]."""
    return size[1] - MARGIN * em - dock_height(form_of(size, em), em, timeline)


def rail_in(form: Form, em: float, room: float, entries: int) -> Rail:
    """Return the size of a rail of so many entries and a divider where `room` points of height are free."""
    height = (entries * RAIL_ENTRY + 1.0) * em
    if form is Form.WIDE and height <= room:
        return Rail(RAIL_WIDTH * em, height, True)
    return Rail(ICON_RAIL_WIDTH * em, min((entries * ICON_RAIL_ENTRY + 1.0) * em, room), False)


def initial_free_area(size: tuple[int, int], wanted: float, state: PanelState = NO_PANELS) -> Edges:
    """Return the part of a window that its panels leave free at first. wanted: their scale."""
    em = TEXT_SIZE * scale_in(size, wanted)
    form, margin = form_of(size, em), MARGIN * em
    bottom = dock_top(size, em) / size[1]
    if form is Form.NARROW:
        top = (SUMMARY_HEIGHT * em + 2 * margin) / size[1]
        return margin / size[0], top, 1.0 - margin / size[0], bottom
    left = 2 * margin + (RAIL_WIDTH if form is Form.WIDE else ICON_RAIL_WIDTH) * em
    left += sum(state.widths.get(name, PANEL_WIDTH) * em + margin for name in state.open)
    right = size[0] - margin - (READINGS_WIDTH * em if state.tall else 0.0)
    top = 0.0 if state.open else margin + TITLE_HEIGHT * em
    return min(left / size[0], 1.0), top / size[1], right / size[0], bottom
