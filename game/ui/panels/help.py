"""The help: all keys and gestures, grouped by topic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from game.model.input import Action
from game.model.key_bindings import FLY_KEYS, PAD_HELP, POINTER_HELP, labels_of, shown_letters
from game.model.words import later, plain, tr
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import FIXED, font, small, text, title, window
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.symbols import wrapped
from game.ui.widgets.theme import ACCENT, DIM, FIELD, Theme, Tone, packed

LEAST_COLUMN, SEARCH_WIDTH = 12.0, 16.0
"""Height of a column below which what was found stands in it alone, and greatest width of the field for words [em]."""
COLUMN, MAX_COLUMNS = 31.0, 3
"""Width of a column [em] and greatest number of columns."""
ROW, LINE, HEADING, GAP = 1.62, 1.2, 1.45, 0.6
"""Heights of a row, of each further line of it and of a heading, and the space above a heading [em]."""
ALWAYS = imgui.Cond_.always.value

FLY_LETTERS = frozenset("".join(FLY_KEYS).upper() + " ,")
"""What the text of the keys that fly consists of."""


@dataclass(frozen=True)
class HelpLine:
    """The actions of some keys, or a gesture, or letters, and their effect in English."""

    sentence: str
    actions: tuple[Action, ...] = ()
    gesture: str = ""
    letters: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The present keys of the actions, each drawn as a key cap, or the gesture, in the language in use."""
        if self.letters:
            return self.letters
        if self.gesture:
            words = tr(self.gesture)
            return (shown_letters(words) if set(words) <= FLY_LETTERS else words,)
        return tuple(key for action in self.actions for key in labels_of(action)) or ("–",)


def _of(*actions: Action, saying: str = "") -> HelpLine:
    """Return the line of an action, or of several related actions."""
    return HelpLine(saying or actions[0].value, actions)


def _gesture(keys: str) -> HelpLine:
    return next(HelpLine(sentence, gesture=each) for each, sentence in (*POINTER_HELP, *PAD_HELP) if each == keys)


Group = tuple[str, tuple[HelpLine, ...]]
"""A heading and the lines below it."""
GROUPS: tuple[Group, ...] = (
    (
        later("Time"),
        (
            _of(Action.PAUSE),
            _of(Action.STEP_BACK, Action.STEP, saying=later("one step back, forward")),
            _of(Action.BACK, Action.FORTH, saying=later("scrub back, forward")),
            _of(Action.RESET),
            _of(Action.FIRE),
            _of(Action.BACKWARDS),
            _of(Action.PREVIOUS_EVENT, Action.NEXT_EVENT, saying=later("event before, next event")),
            _of(Action.LOOP_START, Action.LOOP_END, saying=later("start A, end B of a loop")),
            _of(Action.LOOP, Action.LOOP_CLEAR, saying=later("loop on or off; remove A and B")),
            _of(Action.BRANCHES),
            _of(Action.UNDO, Action.REDO, saying=later("undo, redo")),
            _of(Action.UNDO_LIST),
            _of(Action.SLOWER, Action.FASTER, saying=later("half, twice as fast")),
            _of(Action.SLOW_MOTION),
        ),
    ),
    (
        later("Scene and integrator"),
        (
            _of(Action.PREVIOUS_SCENE, Action.NEXT_SCENE, saying=later("previous, next scene")),
            _of(Action.BUILD, Action.NEW_MACHINE, saying=later("workshop: build or change a machine; a new one")),
            _of(Action.OPEN_FILE),
            _of(Action.SAVE, Action.SAVE_AS, saying=later("save the scene, with bookmarks; under another name")),
            _of(Action.SHARE),
            _of(Action.EXPORT),
            _of(Action.EXPORT_GLTF),
            _of(Action.NEXT_INTEGRATOR, Action.PREVIOUS_INTEGRATOR, saying=later("next, previous integrator")),
            _of(Action.GHOSTS),
            _of(Action.COMPARE_METHODS),
            _of(Action.CLOUD),
        ),
    ),
    (later("Mouse"), tuple(_gesture(keys) for keys, _ in POINTER_HELP[:5])),
    (
        later("Pictures"),
        (
            _of(Action.SCREENSHOT, Action.SCREENSHOT_BARE, saying=later("screenshot, without the interface")),
            _of(Action.SCREENSHOT_COPY),
            _of(Action.PHOTO),
            _of(Action.DRAWING, Action.POSTER, saying=later("line drawing for print, poster")),
            _of(Action.REPORT, Action.REPORT_SVG, saying=later("figure for a report, as PDF, as SVG")),
            _of(Action.RECORD_LAST),
            _of(Action.RECORD, Action.RECORD_DIALOG, saying=later("record a video; last seconds, loops, formats")),
            _of(Action.PLATE, Action.LONG_EXPOSURE, saying=later("last seconds in one picture: plate, long exposure")),
        ),
    ),
    (
        later("Camera"),
        (
            *(_gesture(keys) for keys, _ in POINTER_HELP[5:]),
            _of(Action.CAMERA_MODE),
            _of(Action.FRAME_BODY),
            _of(Action.TURNTABLE),
            _of(Action.TOUR),
            _of(Action.DEPTH_OF_FIELD),
        ),
    ),
    (
        later("Display"),
        (
            _of(Action.VECTORS),
            _of(Action.TRACES),
            _of(Action.GEOMETRY),
            _of(Action.BODY_VIEW),
            _of(Action.BINET),
            _of(Action.SCULPTURE),
            _of(Action.MUTE),
        ),
    ),
    (
        later("Panels"),
        (
            _of(Action.SCENES),
            _of(Action.BODY),
            _of(Action.METHOD),
            _of(Action.COMPARE),
            _of(Action.VIEW),
            _of(Action.PLOTS),
            _of(Action.SHOTS),
            _of(Action.TUNING),
            _of(Action.OPTIMISE),
            _of(Action.EXPLAIN),
            _of(Action.START),
            _of(Action.GUIDED_TOUR),
            _of(Action.CHALLENGES),
            _of(Action.LESSON),
            _of(Action.FIND),
            _of(Action.HELP),
            _of(Action.SETTINGS),
            _of(Action.INTERFACE),
            _of(Action.CONTROLS),
            _of(Action.FULLSCREEN),
            _of(Action.CLOSE),
        ),
    ),
)

PAD_GROUP: Group = (later("Gamepad"), tuple(_gesture(keys) for keys, _ in PAD_HELP))
"""Shown while a gamepad is connected."""


BUILD_GROUP: Group = (
    later("Workshop, at the start"),
    (
        HelpLine(later("bars, one after another"), letters=("B",)),
        HelpLine(later("body; J at an anchor: hinged there"), letters=("D",)),
        HelpLine(later("joint; 1 to 6: its kind"), letters=("J",)),
        HelpLine(later("spring, rope"), letters=("S", "R")),
        HelpLine(later("gear, ground"), letters=("E", "G")),
        HelpLine(later("measure, machines to place"), letters=("M", "A")),
        HelpLine(later("value of what is selected; a unit or Tab: another"), letters=("0", "…", "9")),
        HelpLine(later("copy; 2 to 9: about an axis; X Y Z: mirrored"), letters=("Ctrl+D",)),
    ),
)
"""Shown first while the workshop is open."""


MAIN_GROUP: Group = (
    later("The first six"),
    tuple(
        _of(action) for action in (Action.PAUSE, Action.RESET, Action.SCENES, Action.BODY, Action.EXPLAIN, Action.FIND)
    ),
)
"""The keys that matter most, shown before all."""


class HelpSearch:
    """The field of the help in which words are typed. words: what it has."""

    def __init__(self) -> None:
        self.words = ""
        self._seen = -2

    def build(self, width: float) -> bool:
        """Build the field, which has the keyboard when the help opens; return whether Esc was pressed in it."""
        frame = imgui.get_frame_count()
        if frame - self._seen > 1:
            self.words = ""
            imgui.set_keyboard_focus_here()
        self._seen = frame
        imgui.set_next_item_width(width)
        _, self.words = imgui.input_text_with_hint("##search", tr("Find a key"), self.words)
        BOXES.control("search keys")
        return imgui.is_item_focused() and imgui.is_key_pressed(imgui.Key.escape)

    def among(self, groups: Iterable[Group]) -> tuple[Group, ...]:
        """Return the lines that have every typed word, in their keys or in what these do, under their headings."""
        parts = plain(self.words).split()
        if not parts:
            return tuple(groups)
        found = ((heading, tuple(line for line in lines if _has(line, parts))) for heading, lines in groups)
        return tuple(group for group in found if group[1])


def _has(line: HelpLine, parts: Sequence[str]) -> bool:
    said = plain(" ".join((*line.keys, tr(line.sentence), *(tr(action.value) for action in line.actions))))
    return all(part in said for part in parts)


def build_help(desk: PanelContext, size: tuple[float, float], search: HelpSearch) -> bool:
    """Build the help in the middle of the screen; return False when the user closes it."""
    theme = desk.theme
    em = theme.em
    room = size[0] - 2.0 * em
    columns = min(max(int(room / (COLUMN * em)), 1), MAX_COLUMNS)
    width = min(room, (columns * COLUMN + 2.0) * em)
    imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, size[1] / 2), ALWAYS, imgui.ImVec2(0.5, 0.5))
    tallest = imgui.ImVec2(width, size[1] - 2.0 * em)
    imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), tallest)
    imgui.set_next_window_size(imgui.ImVec2(width, 0.0), ALWAYS)
    imgui.set_next_window_focus()
    with window("help", FIXED):
        desk.glass.card(theme)
        title(tr("Keys and pointer"), theme)
        imgui.same_line()
        close = max(imgui.calc_text_size(tr("Close")).x + 1.2 * em, 4.0 * em)
        room = imgui.get_content_region_avail().x - close - em
        field = min(SEARCH_WIDTH * em, room)
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + room - field)
        escaped = search.build(field)
        imgui.same_line(0.0, em)
        closed = imgui.button(tr("Close"), imgui.ImVec2(close, 0.0)) or escaped
        shown = search.among(_groups(desk, bool(search.words.strip())))
        if not shown:
            small(tr("Nothing has “{words}” in it.", words=search.words.strip()), theme)
        corner = imgui.get_cursor_pos()
        step = (imgui.get_content_region_avail().x + em) / columns
        ends = [
            _column(groups, corner, k * step, step - em, theme)
            for k, groups in enumerate(_divided(shown, columns))
            if groups
        ]
        imgui.set_cursor_pos(imgui.ImVec2(corner.x, max(ends, default=imgui.get_cursor_pos_y())))
        imgui.dummy(imgui.ImVec2(0.0, 0.0))
    return not closed


def _groups(desk: PanelContext, all_alike: bool) -> tuple[Group, ...]:
    """Return the groups that are shown now; all_alike: without the first six, which stand among the others, too."""
    first = BUILD_GROUP if desk.session.workshop.active else MAIN_GROUP
    shown = GROUPS if all_alike and first is MAIN_GROUP else (first, *GROUPS)
    return (*shown, PAD_GROUP) if desk.status.gamepad else shown


def _height(group: Group) -> float:
    """Return the height of a group with its heading [em]."""
    return GAP + HEADING + ROW * len(group[1])


def _divided(all_groups: tuple[Group, ...], columns: int) -> list[list[Group]]:
    """Return the groups in order, divided into columns of about equal height."""
    share = max(sum(_height(group) for group in all_groups) / columns, LEAST_COLUMN)
    divided: list[list[Group]] = [[] for _ in range(columns)]
    above = 0.0
    for group in all_groups:
        divided[min(int((above + 0.5 * _height(group)) / share), columns - 1)].append(group)
        above += _height(group)
    return divided


def _column(groups: list[Group], corner: imgui.ImVec2, left: float, width: float, theme: Theme) -> float:
    """Build groups below one another, with aligned sentences; return their lower edge."""
    em, x, y = theme.em, corner.x + left, corner.y
    with font(theme.medium):
        widest = max(_keys_width(line.keys, em) for _, lines in groups for line in lines)
    sentences = x + widest + 0.8 * em
    for heading, members in groups:
        imgui.set_cursor_pos(imgui.ImVec2(x, y + GAP * em))
        with font(theme.medium):
            text(tr(heading), ACCENT)
        y += (GAP + HEADING) * em
        for line in members:
            imgui.set_cursor_pos(imgui.ImVec2(x, y))
            with font(theme.medium):
                _keycaps(line.keys, em)
            lines = wrapped(tr(line.sentence), x + width - sentences, theme.regular, em)
            for part in lines:
                imgui.set_cursor_pos(imgui.ImVec2(sentences, y + 0.18 * em))
                text(part, DIM)
                y += LINE * em
            y += (ROW - LINE) * em
    return y


PAD, BETWEEN = 0.45, 0.3
"""Padding of a key cap and space between two caps [em]."""


def _keys_width(keys: tuple[str, ...], em: float) -> float:
    return sum(imgui.calc_text_size(key).x + (2 * PAD + BETWEEN) * em for key in keys)


def _keycaps(keys: tuple[str, ...], em: float) -> None:
    """Draw a key cap for each key."""
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    left = corner.x
    for key in keys:
        width = imgui.calc_text_size(key).x + 2 * PAD * em
        high = imgui.ImVec2(left + width, corner.y + 1.4 * em)
        ink.add_rect_filled(imgui.ImVec2(left, corner.y), high, packed(FIELD, 1.6), 0.3 * em)
        ink.add_rect(imgui.ImVec2(left, corner.y), high, packed(Tone.BORDER), 0.3 * em)
        imgui.set_cursor_screen_pos(imgui.ImVec2(left + PAD * em, corner.y + 0.18 * em))
        imgui.text_unformatted(key)
        left += width + BETWEEN * em
