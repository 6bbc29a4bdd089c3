"""The dialogs of files, and the rows that tell what is read and replayed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from imgui_bundle import imgui

from game.experiments.measurements.measured import MeasuredTable
from game.experiments.measurements.table_file import FileTable
from game.model.messages import (
    NamedSaveRequest,
    OpenFileRequest,
    StopReadingRequest,
    StopReplayRequest,
    printable,
)
from game.model.replacement import free_name
from game.model.words import tr
from game.ui.file_dialogs.column_dialog import ColumnDialog
from game.ui.file_dialogs.file_chooser import FileChooser
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, FITTING, SCROLLING, button, fitted, font, text, title, window
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, DIM, SMALL_SIZE, TRACK, VERMILLION, Theme, packed
from physics import BadInput

WIDTH, BAR = 24.0, 0.25
"""Greatest width of a row and thickness of its bar [em]."""
LEAST = 6.0
"""Height that a row above another needs [em]."""
QUESTION_WIDTH = 26.0
"""Greatest width of the words before a file is run, and of the name of a scene [em]."""
CENTRE = imgui.ImVec2(0.5, 0.5)
NAME_FLAGS = imgui.InputTextFlags_.enter_returns_true.value | imgui.InputTextFlags_.auto_select_all.value


class CodeQuestion:
    """The question before a Python file is run, which names it.

    path: the file that it is about, None while nothing is asked.
    """

    def __init__(self) -> None:
        self.path: Path | None = None

    def build(self, desk: PanelContext, size: tuple[float, float]) -> None:
        """Build the question; a file that may run is asked for."""
        if self.path is None:
            return
        theme = desk.theme
        width = min(QUESTION_WIDTH * theme.em, size[0] - 4.0 * theme.em)
        imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, size[1] / 2), ALWAYS, CENTRE)
        imgui.set_next_window_focus()
        with window("run file", FITTING):
            desk.glass.card(theme)
            title(tr("Run this Python file?"), theme)
            text(fitted(printable(str(self.path)), width))
            imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + width)
            text(tr("It is a program, and can do all that you can. Run it only if you know where it is from."))
            imgui.pop_text_wrap_pos()
            imgui.dummy(imgui.ImVec2(width, 0.4 * theme.em))
            height, words = 2.0 * theme.em, (tr("Cancel"), tr("Run"))
            wide = max(imgui.calc_text_size(each).x for each in words) + 1.5 * theme.em
            if button(words[0], False, wide, height):
                self.path = None
            imgui.same_line()
            if button(words[1], True, wide, height) and self.path is not None:
                desk.ask(OpenFileRequest(self.path, runs=True))
                self.path = None


class NameQuestion:
    """The question for the name under which the scene is saved. open: whether it is asked."""

    def __init__(self) -> None:
        self.open = self._appearing = False
        self._name, self._problem = "", ""
        self._folder = Path()

    def ask(self, desk: PanelContext) -> bool:
        """Ask, with the title of the scene proposed and selected, unless it asks already; return whether it did not."""
        if self.open:
            return False
        self.open = self._appearing = True
        self._name, self._folder = tr(desk.session.scene.title), desk.saved_in() if desk.saved_in else Path()
        return True

    def build(self, desk: PanelContext, size: tuple[float, float]) -> None:
        """Build the question; a scene that has got a name is to be saved."""
        if not self.open:
            return
        theme, em = desk.theme, desk.theme.em
        width = min(QUESTION_WIDTH * em, size[0] - 4.0 * em)
        imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, size[1] / 2), ALWAYS, CENTRE)
        imgui.set_next_window_focus()
        with window("name scene", FITTING):
            desk.glass.card(theme)
            title(tr("Save the scene as"), theme)
            entered = self._field(width)
            self._where(width, theme)
            imgui.dummy(imgui.ImVec2(width, 0.2 * em))
            height, words = 2.0 * em, (tr("Cancel"), tr("Save"))
            wide = max(imgui.calc_text_size(each).x for each in words) + 1.5 * em
            if button(words[0], False, wide, height) or imgui.is_key_pressed(imgui.Key.escape):
                self.open = False
            imgui.same_line()
            imgui.begin_disabled(bool(self._problem))
            if (button(words[1], True, wide, height) or entered) and self.open and not self._problem:
                desk.ask(NamedSaveRequest(self._name.strip()))
                self.open = False
            imgui.end_disabled()
        self._appearing = False

    def _field(self, width: float) -> bool:
        """Build the field, which has the keyboard; return whether Enter was pressed in it."""
        if self._appearing or not imgui.is_any_item_active():
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(width)
        entered, self._name = imgui.input_text("##name", self._name, NAME_FLAGS)
        BOXES.control("scene name")
        return entered and any(imgui.is_key_pressed(key, False) for key in (imgui.Key.enter, imgui.Key.keypad_enter))

    def _where(self, width: float, theme: Theme) -> None:
        """Build the line with the file that would be written, a new one, or with what is wrong with the name."""
        from game.session.save_scene import file_stem  # a module that few need

        try:
            path = free_name(self._folder / f"{file_stem(self._name)}.toml")
            self._problem = ""
        except BadInput as error:
            self._problem = tr(str(error))
        imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + width)
        with font(theme.regular, SMALL_SIZE):
            text(self._problem or printable(str(path)), VERMILLION if self._problem else DIM)
        imgui.pop_text_wrap_pos()


class FileDialogs:
    """The dialogs that choose a file and a name, for the columns of a table, and the question before a file is run."""

    def __init__(self) -> None:
        self.chooser, self.columns, self.code, self.name = FileChooser(), ColumnDialog(), CodeQuestion(), NameQuestion()

    def toggle(self, desk: PanelContext) -> None:
        """Open or close the dialog that chooses a file."""
        self.columns.close()
        self.chooser.toggle(desk)

    def ask_columns(self, table: FileTable, desk: PanelContext) -> None:
        """Ask what the columns of a table are."""
        if self.chooser.open:
            self.chooser.toggle(desk)
        self.columns.ask(table, desk.session.simulation.system)

    def ask_to_run(self, path: Path) -> None:
        """Ask whether a Python file may run; if so, it is requested."""
        self.chooser.close()
        self.code.path = path

    def close(self, desk: PanelContext) -> bool:
        """Close the dialog that is open; return whether there was one."""
        if self.name.open:
            self.name.open = False
        elif self.code.path is not None:
            self.code.path = None
        elif self.columns.table is not None:
            self.columns.step_back()
        elif self.chooser.open:
            self.chooser.toggle(desk)
        else:
            return False
        return True

    @property
    def asking(self) -> bool:
        """True while columns or a name are asked for, or whether a file may run: Enter is no key of the scene then."""
        return self.columns.table is not None or self.code.path is not None or self.name.open

    @property
    def busy(self) -> bool:
        """True while a folder is listed, or columns are converted."""
        return self.chooser.busy or self.columns.busy

    def build(self, desk: PanelContext, size: tuple[float, float]) -> MeasuredTable | None:
        """Build the open dialog; return a table that is shown from now on."""
        self.chooser.build(desk, size)
        self.code.build(desk, size)
        self.name.build(desk, size)
        return self.columns.build(desk, size)


def build_file_rows(desk: PanelContext, left: float, bottom: float, covered: Sequence[Box]) -> float:
    """Build rows of what is read and replayed, their lower left corner there; return their height [points].

    In a low window the row of the replay waits until nothing is read.

    covered: boxes of the panels.
    """
    status, height = desk.status, 0.0
    if (reading := status.reading) is not None:
        words = tr("Reading {name}: {share:.0f} %", name=reading.name, share=100.0 * reading.part)
        if _row(desk, "reading", (words, tr("Cancel")), reading.part, (left, bottom), covered):
            desk.ask(StopReadingRequest())
        height += imgui.internal.find_window_by_name("reading").size.y + 0.5 * desk.theme.em
    if (replay := status.replay) is not None and bottom - height > LEAST * desk.theme.em:
        words = tr("Replaying {name}: {share:.0f} %", name=replay.name, share=100.0 * replay.part)
        if _row(desk, "replay", (words, tr("End")), replay.part, (left, bottom - height), covered):
            desk.ask(StopReplayRequest())
        height += imgui.internal.find_window_by_name("replay").size.y + 0.5 * desk.theme.em
    return height


def _row(
    desk: PanelContext,
    name: str,
    words: tuple[str, str],
    part: float,
    corner: tuple[float, float],
    covered: Sequence[Box],
) -> bool:
    """Build a row, its lower left corner there: words and those of its button, and a bar; return whether it ends.

    part: of the bar that is filled, 0 to 1.
    """
    em = desk.theme.em
    imgui.set_next_window_pos(imgui.ImVec2(*corner), ALWAYS, imgui.ImVec2(0.0, 1.0))
    with window(name, SCROLLING):
        desk.glass.lay_above(desk.theme, covered)
        width = min(WIDTH * em, imgui.get_io().display_size.x - corner[0] - 2.5 * em)
        end = imgui.calc_text_size(words[1]).x + 1.2 * em
        imgui.align_text_to_frame_padding()
        text(fitted(words[0], width - end - em))
        imgui.same_line()
        imgui.set_cursor_pos_x(imgui.get_style().window_padding.x + width - end)
        ended = button(words[1], width=end)
        low, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        for share, shade in ((1.0, packed(TRACK)), (part, packed(ACCENT))):
            high = imgui.ImVec2(low.x + share * width, low.y + BAR * em)
            ink.add_rect_filled(low, high, shade, 0.5 * BAR * em)
        imgui.dummy(imgui.ImVec2(width, 2.0 * BAR * em))
    return ended
