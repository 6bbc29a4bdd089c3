"""The dialog that opens a file: places, the folders and files of one of them, and a path to type."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.messages import OpenFileRequest, printable
from game.model.words import later, tr
from game.session.files.folder import (
    FOLDER,
    NO_SCENE,
    FolderEntry,
    FolderListing,
    home_folder,
    matching,
    typed_path,
    working_folder,
)
from game.session.files.read_file import KINDS, endings, kind_of
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import (
    ALWAYS,
    FIXED,
    ITEM_SPACING,
    button,
    fitted,
    font,
    icon_button,
    small,
    tip,
    title,
    window,
)
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, AMBER, DIM, INK, SMALL_SIZE, Theme, Tone, packed

WIDTH, HEIGHT = 44.0, 36.0
"""Greatest size of the dialog [em]."""
ROW = 2.0
"""Height of an entry [em]."""
ICONS = {FOLDER: Icon.FOLDER, NO_SCENE: Icon.FILE, "scene": Icon.BODY, "table": Icon.CURVE, "log": Icon.CLOCK,
         "recording": Icon.CURVE, "code": Icon.METHOD}  # fmt: skip
OTHERS = {FOLDER: later("folder"), NO_SCENE: later("no scene")}
"""What entries are called that are no files to open."""
ABOUT = later(
    "Scenes ({scene}) open, tables ({table}) come into the plots, recordings of a "
    "thrown telephone (tables, {recording}) open a free body, logs ({log}) are replayed, "
    "systems in Python ({code}) run. A file can also be dropped on the window."
)
RECENT = later("Recent")
ENTER = (imgui.Key.enter, imgui.Key.keypad_enter)


class ChooserPlace(NamedTuple):
    """A place to look for files: its name, icon and folder; None: the files opened last."""

    name: str
    icon: Icon
    folder: Path | None


class FileChooser:
    """The dialog; open while it is shown."""

    def __init__(self) -> None:
        self.open = False
        self._words = ""
        self._listing: FolderListing | None = None
        self._folder: Path | None = None
        """The folder that is shown, None for the files opened last."""
        self._entries: tuple[FolderEntry, ...] = ()
        self._matched: tuple[tuple[FolderEntry, ...], str, tuple[FolderEntry, ...]] = (), "", ()
        """The entries and words that were matched last, and those found."""
        self._chosen, self._moved = 0, False
        self._problem = ""
        self._places: tuple[ChooserPlace, ...] = ()
        self._appearing = False

    def toggle(self, desk: PanelContext) -> None:
        """Open the dialog where it was left, at first in the working folder, or close it."""
        if self.open:
            self.close()
            return
        self.open = True
        self._words, self._problem, self._appearing = "", "", True
        self._places = _places(desk)
        self._go(self._folder or working_folder())

    def close(self) -> None:
        """Close the dialog."""
        self.open = False
        self._cancel()

    @property
    def busy(self) -> bool:
        """True while a folder is listed."""
        return self._listing is not None

    def _cancel(self) -> None:
        if self._listing is not None:
            self._listing.cancel()
        self._listing = None

    def _go(self, folder: Path) -> None:
        """List a folder; what is shown stays until it is known."""
        self._cancel()
        self._listing = FolderListing(folder)

    def _show_recent(self, desk: PanelContext) -> None:
        self._cancel()
        paths = map(Path, desk.marks.files)
        self._folder, self._words, self._chosen = None, "", 0
        self._entries = tuple(FolderEntry(printable(path.name), path, kind_of(path) or "log") for path in paths)

    def _take(self, desk: PanelContext) -> None:
        """Take what a thread has listed."""
        listing = self._listing
        if listing is None or not listing.done:
            return
        self._listing = None
        if not listing.is_folder:
            self._open(desk, listing.path)
            return
        self._problem = listing.problem
        if not listing.problem:
            self._folder, self._entries, self._words, self._chosen = listing.path, listing.entries, "", 0
            if listing.more:
                self._problem = tr("only {count} entries are shown: type the path", count=len(listing.entries))

    def _open(self, desk: PanelContext, path: Path) -> None:
        """Request that a file is opened, and close the dialog."""
        desk.ask(OpenFileRequest(path))
        self.open = False

    # Widgets --------------------------------------------------------------------------------------------

    def build(self, desk: PanelContext, size: tuple[float, float]) -> None:
        """Build the dialog in the middle of a window of this size."""
        if not self.open:
            return
        self._take(desk)
        theme, em = desk.theme, desk.theme.em
        width, height = min(WIDTH * em, size[0] - em), min(HEIGHT * em, size[1] - em)
        imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, size[1] / 2), ALWAYS, imgui.ImVec2(0.5, 0.5))
        imgui.set_next_window_size(imgui.ImVec2(width, height), ALWAYS)
        if self._appearing:
            imgui.set_next_window_focus()
        with window("open a file", FIXED):
            desk.glass.dialog(theme)
            self._header(theme)
            self._field(desk)
            if height > 24.0 * em:
                small(tr(ABOUT, **endings()), theme)
            self._place_buttons(desk)
            self._where(theme)
            shown = self._shown()
            self._use_keys(desk, shown)
            self._list(desk, shown)
        self._appearing = False

    def _shown(self) -> tuple[FolderEntry, ...]:
        """Return the entries that match what was typed; all where that is a path."""
        words = self._words if typed_path(self._words, Path()) is None else ""
        if self._matched[0] is not self._entries or self._matched[1] != words:
            self._matched = self._entries, words, matching(self._entries, words)
        return self._matched[2]

    def _header(self, theme: Theme) -> None:
        title(tr("Open a file"), theme)
        imgui.same_line()
        close = max(imgui.calc_text_size(tr("Close")).x + 1.2 * theme.em, 4.0 * theme.em)
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - close)
        if button(tr("Close"), width=close):
            self.open = False

    def _field(self, desk: PanelContext) -> None:
        """Build the field for a path or a part of a name, which has the keyboard while nothing else is held."""
        if self._appearing or not imgui.is_any_item_active():
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1.0)
        flags = imgui.InputTextFlags_.enter_returns_true.value
        hint = tr("Part of a name, or a path: Enter opens it")
        before = self._words
        entered, self._words = imgui.input_text_with_hint("##path", hint, self._words, flags)
        BOXES.control("path")
        if self._words != before:
            self._chosen, self._problem = 0, ""
        # A key that stays pressed while a folder is read would open its first file, too.
        if entered and any(imgui.is_key_pressed(key, False) for key in ENTER):
            self._enter(desk)

    def _enter(self, desk: PanelContext) -> None:
        """Open what was typed, or the chosen entry."""
        path = typed_path(self._words, self._folder or working_folder())
        if path is not None:
            self._go(path)
            return
        if shown := self._shown():
            self._use(desk, shown[min(self._chosen, len(shown) - 1)])

    def _use(self, desk: PanelContext, entry: FolderEntry) -> None:
        """Open an entry: go into a folder, or request a file."""
        if entry.kind == FOLDER:
            self._go(entry.path)
        elif entry.kind == NO_SCENE:
            self._problem = tr("{name} is no scene: it names no system", name=entry.name)
        else:
            self._open(desk, entry.path)

    def _place_buttons(self, desk: PanelContext) -> None:
        """Build the buttons of the places, in as many lines as they need."""
        theme, em = desk.theme, desk.theme.em
        edge = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
        for count, place in enumerate(self._places):
            if count:
                imgui.same_line(0.0, 0.4 * em)
            words = tr(place.name)
            width = imgui.calc_text_size(words).x + 1.2 * em
            if count and imgui.get_cursor_screen_pos().x + width > edge:
                imgui.new_line()
            here = place.folder == self._folder
            if button(words, here, width):
                self._problem = ""
                if place.folder is None:
                    self._show_recent(desk)
                else:
                    self._go(place.folder)
            tip("" if place.folder is None else printable(str(place.folder)), theme)

    def _where(self, theme: Theme) -> None:
        """Build the line of the folder that is shown, with the way up, or of what is wrong."""
        em = theme.em
        if self._folder is not None:
            parent = self._folder.parent
            imgui.begin_disabled(parent == self._folder)
            if icon_button("up", Icon.CHEVRON_UP, tr("the folder above"), theme, side=2.0 * em):
                self._go(parent)
            imgui.end_disabled()
            imgui.same_line(0.0, 0.4 * em)
        words, shade = tr(RECENT) if self._folder is None else printable(str(self._folder)), DIM
        if self._listing is not None:
            words = tr("reading {folder} …", folder=printable(str(self._listing.path)))
        elif self._problem:
            words, shade = self._problem, AMBER
        corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        cut = _end_of(words, room) if not self._problem else fitted(words, room)
        at = imgui.ImVec2(corner.x, round(corner.y + 0.5 * em))
        imgui.get_window_draw_list().add_text(at, packed(shade), cut)
        imgui.dummy(imgui.ImVec2(room, 2.0 * em))
        tip("" if cut == words else words, theme)

    def _use_keys(self, desk: PanelContext, shown: tuple[FolderEntry, ...]) -> None:
        """Move the choice by the arrow keys, go up with Alt; Esc closes the dialog."""
        self._moved = False
        if imgui.get_io().key_alt and self._folder is not None:
            if imgui.is_key_pressed(imgui.Key.up_arrow):
                self._go(self._folder.parent)
            return
        page = 8
        steps = {imgui.Key.up_arrow: -1, imgui.Key.down_arrow: 1, imgui.Key.page_up: -page, imgui.Key.page_down: page}
        for key, step in steps.items():
            if imgui.is_key_pressed(key):
                self._chosen, self._moved = self._chosen + step, True
        self._chosen = min(max(self._chosen, 0), max(len(shown) - 1, 0))
        if imgui.is_key_pressed(imgui.Key.escape):
            self.open = False

    def _list(self, desk: PanelContext, shown: tuple[FolderEntry, ...]) -> None:
        """Build the rows of the entries."""
        theme = desk.theme
        imgui.push_style_var(ITEM_SPACING, imgui.ImVec2(0.0, 0.0))
        if imgui.begin_child("entries", imgui.ImVec2(0.0, 0.0)):
            if not shown:
                small(self._why_empty(), theme)
            row, room = round(ROW * theme.em), imgui.get_window_height()
            if self._moved:
                last = self._chosen * row - (room - row)
                imgui.set_scroll_y(min(max(imgui.get_scroll_y(), last), self._chosen * row))
            first = max(int(imgui.get_scroll_y() / row) - 1, 0)
            for place in range(first, min(first + int(room / row) + 4, len(shown))):
                imgui.push_id(place)
                imgui.set_cursor_pos_y(place * row)
                if self._row(shown[place], place == self._chosen, row, theme):
                    self._use(desk, shown[place])
                imgui.pop_id()
            if shown:
                imgui.set_cursor_pos_y(len(shown) * row)
                imgui.dummy(imgui.ImVec2(0.0, 0.0))
        imgui.end_child()
        imgui.pop_style_var()

    def _why_empty(self) -> str:
        if self._listing is not None and not self._entries:
            return ""
        if self._words.strip() and self._entries:
            return tr("No name here has “{words}” in it.", words=self._words.strip())
        if self._folder is None:
            return tr("No file has been opened yet.")
        return tr("Neither folders nor files that can be opened.")

    def _row(self, entry: FolderEntry, chosen: bool, height: float, theme: Theme) -> bool:
        """Build the row of an entry; return whether it was clicked."""
        em, corner, ink = theme.em, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        width = imgui.get_content_region_avail().x
        clicked = imgui.invisible_button("entry", imgui.ImVec2(width, height))
        if not imgui.is_item_visible():
            return clicked
        BOXES.control(entry.name)
        hovered = imgui.is_item_hovered()
        high = imgui.ImVec2(corner.x + width, corner.y + height)
        if chosen or hovered:
            ink.add_rect_filled(corner, high, packed(Tone.TINT if chosen else Tone.FIELD_HOVERED), 0.5 * em)
        if chosen:
            bar = imgui.ImVec2(corner.x + 0.2 * em, high.y - 0.4 * em)
            ink.add_rect_filled(imgui.ImVec2(corner.x, corner.y + 0.4 * em), bar, packed(ACCENT), 0.1 * em)
        middle = corner.y + height / 2
        draw_icon(ink, ICONS[entry.kind], corner.x + 1.2 * em, middle, 1.1 * em, packed(ACCENT if chosen else DIM))
        words = tr(OTHERS[entry.kind]) if entry.kind in OTHERS else tr(KINDS[entry.kind][1])
        with font(theme.regular, SMALL_SIZE):
            kind_width = imgui.calc_text_size(words).x
            at = imgui.ImVec2(round(high.x - kind_width - 0.5 * em), round(middle - imgui.get_text_line_height() / 2))
            ink.add_text(at, packed(DIM), words)
        room = width - kind_width - 3.5 * em
        name = fitted(entry.name, room)
        at = imgui.ImVec2(round(corner.x + 2.3 * em), round(middle - imgui.get_text_line_height() / 2))
        ink.add_text(at, packed(DIM if entry.kind == NO_SCENE else INK), name)
        tip("" if name == entry.name and self._folder is not None else printable(str(entry.path)), theme)
        return clicked


def _places(desk: PanelContext) -> tuple[ChooserPlace, ...]:
    """Return the places in which files may be, each once."""
    import platformdirs

    captures = None if desk.saved_in is None else desk.saved_in()
    named = [
        ChooserPlace(later("Captures"), Icon.CAMERA, captures),
        ChooserPlace(later("Documents"), Icon.FOLDER, platformdirs.user_documents_path()),
        ChooserPlace(later("Working folder"), Icon.FOLDER, working_folder()),
        ChooserPlace(later("Home folder"), Icon.FOLDER, home_folder()),
    ]
    found = {place.folder: place for place in reversed(named) if place.folder is not None}
    recent = [ChooserPlace(RECENT, Icon.CLOCK, None)] if desk.marks.files else []
    return (*recent, *reversed(found.values()))


def _end_of(words: str, room: float) -> str:
    """Return the text, shortened at its beginning if it is wider than `room` points."""
    if imgui.calc_text_size(words).x <= room:
        return words
    while words and imgui.calc_text_size("…" + words).x > room:
        words = words[1:]
    return "…" + words
