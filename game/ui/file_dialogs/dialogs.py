"""The dialogs of files, and the row that tells what is read or replayed."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from game.experiments.measured import MeasuredTable
from game.experiments.table_file import FileTable
from game.model.messages import StopReplayRequest
from game.model.words import tr
from game.ui.file_dialogs.column_dialog import ColumnDialog
from game.ui.file_dialogs.file_chooser import FileChooser
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import SCROLLING, button, fitted, text, window
from game.ui.widgets.theme import ACCENT, TRACK, packed

WIDTH, BAR = 24.0, 0.25
"""Greatest width of the row and thickness of its bar [em]."""


class FileDialogs:
    """The dialog that chooses a file, and the one for the columns of a table."""

    def __init__(self) -> None:
        self.chooser, self.columns = FileChooser(), ColumnDialog()

    def toggle(self, desk: PanelContext) -> None:
        """Open or close the dialog that chooses a file."""
        self.columns.close()
        self.chooser.toggle(desk)

    def ask_columns(self, table: FileTable, desk: PanelContext) -> None:
        """Ask what the columns of a table are."""
        if self.chooser.open:
            self.chooser.toggle(desk)
        self.columns.ask(table, desk.session.simulation.system)

    def close(self, desk: PanelContext) -> bool:
        """Close the dialog that is open; return whether there was one."""
        if self.columns.table is not None:
            self.columns.close()
        elif self.chooser.open:
            self.chooser.toggle(desk)
        else:
            return False
        return True

    def build(self, desk: PanelContext, size: tuple[float, float]) -> MeasuredTable | None:
        """Build the open dialog; return a table that is shown from now on."""
        self.chooser.build(desk, size)
        return self.columns.build(desk, size)


def build_file_row(desk: PanelContext, left: float, bottom: float, covered: Sequence[Box]) -> float:
    """Build what is being read or replayed, its lower left corner there; return its height [points].

    covered: boxes of the panels.
    """
    reading, replay, em = desk.status.reading, desk.status.replay, desk.theme.em
    if not (reading or replay):
        return 0.0
    imgui.set_next_window_pos(imgui.ImVec2(left, bottom), imgui.Cond_.always.value, imgui.ImVec2(0.0, 1.0))
    with window("file", SCROLLING):
        desk.glass.lay_above(desk.theme, covered)
        width = min(WIDTH * em, imgui.get_io().display_size.x - 4.5 * em)
        if replay is None:
            text(fitted(tr("Reading {name} …", name=reading), width))
            return imgui.get_window_height() + 0.5 * em
        words = tr("Replaying {name}: {share:.0f} %", name=replay.name, share=100.0 * replay.part)
        end = imgui.calc_text_size(tr("End")).x + 1.2 * em
        imgui.align_text_to_frame_padding()
        text(fitted(words, width - end - em))
        imgui.same_line()
        imgui.set_cursor_pos_x(imgui.get_style().window_padding.x + width - end)
        if button(tr("End"), width=end):
            desk.requests.append(StopReplayRequest())
        corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        for share, shade in ((1.0, packed(TRACK)), (replay.part, packed(ACCENT))):
            high = imgui.ImVec2(corner.x + share * width, corner.y + BAR * em)
            ink.add_rect_filled(corner, high, shade, 0.5 * BAR * em)
        imgui.dummy(imgui.ImVec2(width, 2.0 * BAR * em))
        return imgui.get_window_height() + 0.5 * em
