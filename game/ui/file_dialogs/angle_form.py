"""The form for one more column of a table: the angle of the line between two points that were measured."""

from __future__ import annotations

from imgui_bundle import imgui

from game.experiments.measurements.measured import ZEROS, Segment
from game.experiments.measurements.table_file import FileColumn, FileTable
from game.model.words import later, tr
from game.ui.widgets.basic import button, small
from game.ui.widgets.fields import choice, labelled
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import Theme

ORIGIN = "origin"
ENDS = (
    ("x1", later("to the point: x")),
    ("y1", later("to the point: y")),
    ("x0", later("from the point: x")),
    ("y0", later("from the point: y")),
)
DIRECTIONS = {
    "down": later("downwards"),
    "right": later("to the right"),
    "up": later("upwards"),
    "left": later("to the left"),
}
LABELS = 13.0
"""Width of the names of the fields [em]."""


def heading_of(column: FileColumn) -> str:
    """Return the name of a column with its unit."""
    name = tr(column.name)
    return f"{name} [{column.unit}]" if column.unit else name


class AngleForm:
    """The form. open: whether it is shown; segment: the one whose angle was asked for, until it is taken."""

    def __init__(self) -> None:
        self.open = False
        self.segment: Segment | None = None
        self._ends: dict[str, int | None] = {}
        self._zero, self._clockwise, self._falling = "down", False, False

    def fit(self, table: FileTable) -> None:
        """Choose the columns that seem to be the place of a point, measured from the origin."""
        names = [column.name.casefold() for column in table.columns]
        rest = [place for place, column in enumerate(table.columns) if not column.rises]
        x = names.index("x") if "x" in names else next(iter(rest), 0)
        y = names.index("y") if "y" in names else next((place for place in rest if place != x), x)
        self._ends = {"x1": x, "y1": y, "x0": None, "y0": None}
        self._zero, self._clockwise, self._falling = "down", False, False

    def build(self, table: FileTable, height: float, theme: Theme) -> None:
        """Build the form in the present window, which is at most so high [points]."""
        em = theme.em
        small(tr("Angle of the line from one measured point to another, from positions that are columns:"), theme)
        imgui.dummy(imgui.ImVec2(0.0, 0.3 * em))
        room = height - imgui.get_cursor_pos_y() - 4.0 * em
        rows = (len(ENDS) + 3) * (imgui.get_frame_height() + imgui.get_style().item_spacing.y)
        column = min(LABELS, 0.45 * imgui.get_content_region_avail().x / em)
        if imgui.begin_child("angle", imgui.ImVec2(0.0, min(rows, room))):
            for name, words in ENDS:
                self._end(table, name, words, column, theme)
            zeros = [(each, tr(DIRECTIONS[each]), "") for each in ZEROS]
            self._choice("zero", later("zero is"), zeros, self._zero, column, theme)
            senses = [("", tr("counterclockwise"), ""), ("1", tr("clockwise"), "")]
            self._choice("sense", later("counted"), senses, "1" if self._clockwise else "", column, theme)
            ways = [("", tr("upwards"), ""), ("1", tr("downwards, as in pictures"), "")]
            self._choice("way", later("y grows"), ways, "1" if self._falling else "", column, theme)
        imgui.end_child()
        if button(tr("Add the angle"), True):
            self.open = False
            x0, y0, x1, y1 = (self._ends[each] for each in ("x0", "y0", "x1", "y1"))
            if x1 is not None and y1 is not None:
                self.segment = Segment(x1, y1, x0, y0, self._zero, self._clockwise, self._falling)
        imgui.same_line()
        if button(tr("Back")):
            self.open = False

    def _end(self, table: FileTable, name: str, words: str, column: float, theme: Theme) -> None:
        """Build the choice of a coordinate of an end; that from which the line goes may be the origin."""
        options = [(str(place), heading_of(each), "") for place, each in enumerate(table.columns)]
        if name in ("x0", "y0"):
            options.insert(0, (ORIGIN, tr("0, the origin"), ""))
        place = self._ends[name]
        self._choice(name, words, options, ORIGIN if place is None else str(place), column, theme)

    def _choice(
        self, name: str, words: str, options: list[tuple[str, str, str]], chosen: str, column: float, theme: Theme
    ) -> None:
        imgui.push_id(name)
        labelled("", words, theme, column)
        choice("##choice", options, chosen, lambda value: self._use(name, value), theme)
        BOXES.control(name)
        imgui.pop_id()

    def _use(self, name: str, value: str) -> None:
        """Use what was chosen in a field."""
        if name == "zero":
            self._zero = value
        elif name == "sense":
            self._clockwise = bool(value)
        elif name == "way":
            self._falling = bool(value)
        else:
            self._ends[name] = None if value == ORIGIN else int(value)
