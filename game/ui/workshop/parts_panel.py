"""The panel of the parts: their tree, and below it the card of what is selected; at first what one can begin with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from imgui_bundle import imgui

from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.messages import SaveRequest
from game.model.shown.sentence import Sentence, Word
from game.model.words import later, tr
from game.scenefile import sketching
from game.scenefile.described_tables import MACHINE
from game.scenefile.sketch import PartName, Sketch
from game.session.save_scene import toml
from game.session.workshop.copies import CopyLayout, copy_selection
from game.session.workshop.desk import Workshop
from game.session.workshop.picking import is_named
from game.session.workshop.state import Tool
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import (
    button,
    draw_lines,
    fitted,
    font,
    icon_button,
    pressed_area,
    segmented,
    small,
    text,
    tip,
)
from game.ui.widgets.fields import labelled
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import (
    ACCENT,
    DIM,
    FAINT,
    FIELD,
    FILL,
    INK,
    ON_ACCENT,
    SMALL_SIZE,
    TITLE_SIZE,
    VERMILLION,
    Theme,
    Tone,
    packed,
)
from game.ui.workshop.card_items import PartCard
from game.ui.workshop.card_panel import COLUMN, CardPanel
from game.ui.workshop.loop_facts import ranges_of
from game.ui.workshop.part_cards import card_of, shared_words, while_it_runs, within_ranges
from game.ui.workshop.part_tree import GROUND, MANY, PartRow, part_rows
from game.ui.workshop.sketch_values import SketchValues
from physics import System
from physics.apart.proof import refusal

ROW, STEP = 2.0, 1.1
"""Height of a row of the tree, and how much further right a part is than that on which it hangs [em]."""
HEAD = 2.5
LONGEST_TITLE = 40
"""Greatest length of the title of a machine that is kept, made of the names of its bodies."""
CARRIED = 6.0
"""Way of the pointer [points] from which on a press of a row drags it."""
ORDERED = later("{name} in another order")
ARRANGED_SO = later("{what} {axis}: {names}")
Arrangement = Callable[[Sketch, Sequence[str], str], Sketch]
ARRANGED: tuple[tuple[Any, int, Arrangement | None], ...] = (
    (later("align along"), 2, sketching.align), (later("space evenly along"), 3, sketching.space_evenly),
    (later("mirrored copy along"), 2, None),
)  # fmt: skip
"""How several bodies are arranged: the words, how many it takes, and the change; None for copies in a mirror."""
LEAST_ROWS = 3
"""Rows of the tree that are seen beside any card."""
SHORT_WORDS = {
    "hangs": later("hangs on nothing"), "open": later("open"), "massless": later("needs a mass"),
    "stiff": later("cannot move"), "given": later("given too much"), "rates": later("rates contradict"),
    "dead": later("in line"), "driven": later("driven too much"), "fixed": later("cannot move"),
}  # fmt: skip
"""What is wrong with a part, by the kind of the fault, as short as a row of the tree allows."""


class PartsPanel:
    """The panel of the parts. card: of the selection."""

    def __init__(self) -> None:
        self.card = CardPanel()
        self._card_height = 0.0
        self._search: str | None = None
        self._hovered: PartName | None = None
        self._rows: tuple[object, list[PartRow]] | None = None
        self._card: tuple[object, PartCard] | None = None
        self._shown: tuple[PartName, ...] = ()
        """The selection to which the tree has been scrolled."""
        self._carried: PartName | None = None
        self._onto: tuple[PartName, bool] | None = None
        """The part whose row is dragged; that at whose row it is, and whether it is to stand behind it."""

    def build(self, desk: PanelContext, sketch: Sketch, room: float, sheet: bool = False) -> None:
        """Build the widgets of one frame in `room` points of height. sheet: the card alone, where there is one."""
        selected = tuple(part for part in desk.session.workshop.selection if is_named(sketch, part))
        rows = self._rows_of(desk, sketch, selected)
        if not sheet:
            self._header(desk, len(rows))
            room -= HEAD * desk.theme.em
            self._tree(desk, rows, selected, room)
        if not sketch.parts():
            _beginnings(desk)
            return
        top = imgui.get_cursor_screen_pos().y
        if not sheet:
            _rule(desk.theme)
        self._selected(desk, sketch, selected)
        self._card_height = imgui.get_cursor_screen_pos().y - top

    def _rows_of(self, desk: PanelContext, sketch: Sketch, selected: tuple[PartName, ...]) -> list[PartRow]:
        """Return the rows of the tree, made anew only where something about them has changed."""
        key = sketch, selected, desk.settings.units, desk.language
        if self._rows is None or self._rows[0] != key:
            self._rows = key, part_rows(sketch.tables, desk.units, _faults(sketch), selected)
        return self._rows[1]

    def _card_of(self, desk: PanelContext, sketch: Sketch, selected: tuple[PartName, ...]) -> PartCard:
        """Return the card of the selection, made anew only where something about it has changed."""
        system = desk.session.simulation.system
        found = system.entered() if system.name == MACHINE else {}
        runs = desk.session.simulation.tick > 0
        key = sketch, selected, tuple(found.values()), desk.language, runs
        if self._card is None or self._card[0] != key:
            card = _made_card(sketch, selected, found)
            self._card = key, while_it_runs(card, _ways(system), selected) if runs else card
        return self._card[1]

    def _header(self, desk: PanelContext, count: int) -> None:
        """Build the title, what begins a new machine, and the search where there are many parts."""
        theme, em = desk.theme, desk.theme.em
        corner, room = imgui.get_cursor_pos(), imgui.get_content_region_avail().x
        imgui.set_cursor_pos(imgui.ImVec2(corner.x, corner.y + 0.6 * em))
        with font(theme.medium, TITLE_SIZE):
            imgui.text_unformatted(fitted(tr("Parts of the machine"), room - 4.2 * em))
        imgui.set_cursor_pos(imgui.ImVec2(corner.x + room - 2.0 * em, corner.y + 0.1 * em))
        if icon_button("new", Icon.PLUS, tr("New machine (Ctrl+N)"), theme, DIM, side=2.0 * em):
            desk.ask(Action.NEW_MACHINE)
        if count >= MANY:
            imgui.set_cursor_pos(imgui.ImVec2(corner.x + room - 4.0 * em, corner.y + 0.1 * em))
            if icon_button("search", Icon.SEARCH, tr("search"), theme, DIM, self._search is not None, 2.0 * em):
                self._search = "" if self._search is None else None
        else:
            self._search = None
        imgui.set_cursor_pos(imgui.ImVec2(corner.x, corner.y + HEAD * em))
        if self._search is not None:
            imgui.set_next_item_width(-1.0)
            _, self._search = imgui.input_text_with_hint("##search", tr("name of a part"), self._search)

    def _tree(self, desk: PanelContext, rows: list[PartRow], selected: tuple[PartName, ...], room: float) -> None:
        """Build the rows, which scroll where there is no room for all beside the card."""
        em = desk.theme.em
        if self._search:
            rows = [row for row in rows if self._search.lower() in row.name.lower()]
        spare = max(room - self._card_height - em, LEAST_ROWS * ROW * em)
        height = min(len(rows) * ROW * em, spare)
        imgui.push_style_var(imgui.StyleVar_.item_spacing.value, imgui.ImVec2(0.0, 0.0))
        imgui.begin_child("tree", imgui.ImVec2(0.0, max(height, em)))
        hovered: PartName | None = None
        for row in rows:
            if _row(desk, row, row.part in selected):
                self._click(desk, row, row.part in selected)
            self._carry(row)
            if imgui.is_item_hovered():
                hovered = row.part
            if row.part in selected and selected != self._shown:
                imgui.set_scroll_here_y()
        imgui.end_child()
        self._put_down(desk)
        self._shown = selected
        imgui.pop_style_var()
        state = desk.session.workshop
        if hovered is not None or (self._hovered is not None and state.hover == self._hovered):
            state.hover = hovered
        self._hovered = hovered

    def _carry(self, row: PartRow) -> None:
        """Follow the drag of a row, over the row that was just built: a line says where it would stand."""
        low, high, y = imgui.get_item_rect_min(), imgui.get_item_rect_max(), imgui.get_mouse_pos().y
        if imgui.is_item_active() and imgui.is_mouse_dragging(0, CARRIED) and row.part != GROUND:
            self._carried = row.part
        if self._carried is None or row.part[0] != self._carried[0] or not low.y <= y < high.y:
            return
        behind = y > (low.y + high.y) / 2
        self._onto = row.part, behind
        at = high.y if behind else low.y
        line = imgui.ImVec2(low.x, at), imgui.ImVec2(high.x, at)
        imgui.get_window_draw_list().add_line(*line, packed(ACCENT), 2.0)

    def _put_down(self, desk: PanelContext) -> None:
        """Put a row that was dragged where it has been let go, among the parts of its table."""
        if self._carried is None or imgui.is_mouse_down(0):
            return
        part, onto = self._carried, self._onto
        self._carried = self._onto = None
        shown = desk.session.run.workshop
        if shown is None or onto is None or onto[0] == part:
            return
        names = [name for name in shown.sketch.tables[part[0]] if name != part[1]]
        place = names.index(onto[0][1]) + onto[1]
        before = names[place] if place < len(names) else None

        def change() -> None:
            made = sketching.reorder(shown.sketch, part, before)
            Workshop(desk.session).change(made, Sentence(ORDERED, name=part[1]))

        desk.attempt(change)

    def _click(self, desk: PanelContext, row: PartRow, was: bool) -> None:
        """Select the part of a row; a second click gives it another name."""
        add = bool(imgui.get_io().key_shift)
        if was and not add and len(desk.session.workshop.selection) == 1 and row.part != GROUND:
            self.card.give_name(row.part)
            return
        Workshop(desk.session).select((row.part,) if row.part != GROUND else (), add)

    def _selected(self, desk: PanelContext, sketch: Sketch, selected: tuple[PartName, ...]) -> None:
        """Build the card of the selection."""
        card = self._card_of(desk, sketch, selected)
        self.card.build(desk, card, selected if len(selected) > 1 else ())
        if len(selected) > 1 and desk.session.simulation.tick == 0:
            bodies = [name for kind, name in selected if kind == "bodies"]
            _arranging(desk, sketch, bodies)
            _keep_button(desk, sketch, bodies)
        if len(selected) == 1 and desk.session.simulation.tick == 0:
            _part_buttons(desk, selected[0])


def _ways(system: System) -> Iterable[Sequence[str]]:
    """Return the ways in the tables of a machine to its numbers that change while it runs."""
    kind: Any = type(system)
    numbers: Mapping[str, Sequence[str]] = kind.numbers
    return numbers.values()


def _made_card(sketch: Sketch, selected: tuple[PartName, ...], found: Mapping[str, float]) -> PartCard:
    """Return the card of the selection: of one part, of several, or of the machine. found: values at the start."""
    values = SketchValues(sketch.tables)
    if len(selected) > 1:
        words = tr("{count} parts", count=len(selected))
        return PartCard(("", ""), Icon.LIST, words, "", shared_words(selected, values), renames=False)
    part = selected[0] if selected else GROUND
    return within_ranges(card_of(part, values, found, sketch.rest.title), ranges_of(sketch))


def _faults(sketch: Sketch) -> dict[PartName, str]:
    """Return what is wrong with each part, in short words."""
    found: dict[PartName, str] = {}
    for fault in sketch.check.faults:
        for part in fault.parts:
            found.setdefault(part, tr(SHORT_WORDS.get(fault.kind, later("wrong value"))))
    return found


def _arranging(desk: PanelContext, sketch: Sketch, bodies: Sequence[str]) -> None:
    """Build what puts several bodies in line, at equal distances, or copies them as in a mirror."""
    for said, least, change in ARRANGED:
        if len(bodies) < least:
            continue
        labelled("", tr(said), desk.theme, COLUMN)
        imgui.set_next_item_width(imgui.get_content_region_avail().x)
        axis = segmented(str(said), [(each, each) for each in "xyz"], "", desk.theme)
        if axis is not None:
            _arrange(desk, sketch, bodies, change, (str(said), axis))


def _arrange(
    desk: PanelContext, sketch: Sketch, bodies: Sequence[str], change: Arrangement | None, said: tuple[str, str]
) -> None:
    """Arrange bodies along an axis, or show why that cannot be. said: words for it, and the axis."""
    what, axis = said

    def arrange() -> None:
        workshop = Workshop(desk.session)
        if change is None:
            copy_selection(workshop, desk.session, CopyLayout(0, axis))
        else:
            told = Sentence(ARRANGED_SO, what=Word(what), axis=axis, names=", ".join(bodies))
            workshop.change(change(sketch, bodies, axis), told)

    desk.attempt(arrange)


def _keep_button(desk: PanelContext, sketch: Sketch, bodies: Sequence[str]) -> None:
    """Build the button that saves bodies, with what joins them, as a machine that the drawer offers."""
    if not bodies or not button(tr("Keep these as a machine of mine"), False, -1.0):
        return

    def keep() -> None:
        title = ", ".join(bodies)
        kept = sketching.only(sketch, bodies, title if len(title) <= LONGEST_TITLE else f"{title[:LONGEST_TITLE]} …")
        desk.ask(SaveRequest("machine", ".toml", toml(kept.scene())))

    desk.attempt(keep)


def _part_buttons(desk: PanelContext, part: PartName) -> None:
    """Build the buttons that copy a part and take it away."""
    em, room = desk.theme.em, imgui.get_content_region_avail().x
    imgui.dummy(imgui.ImVec2(1.0, 0.1 * em))
    corner = imgui.get_cursor_screen_pos()
    side = 2.0 * em
    imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + room - side, corner.y))
    if icon_button("delete", Icon.TRASH, tr("delete {name} (Delete)", name=part[1]), desk.theme, DIM, side=side):
        desk.attempt(Workshop(desk.session).delete)
    imgui.same_line(0.0, 0.0)
    imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + room - 2.1 * side, corner.y))
    if icon_button("duplicate", Icon.COPY, tr("duplicate (Ctrl+D)"), desk.theme, DIM, side=side):
        desk.attempt(lambda: copy_selection(Workshop(desk.session), desk.session))


def _rule(theme: Theme) -> None:
    """Draw the line between tree and card."""
    corner, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    y = corner.y + 0.3 * theme.em
    line = imgui.ImVec2(corner.x, y), imgui.ImVec2(corner.x + width, y)
    imgui.get_window_draw_list().add_line(*line, packed(FAINT))
    imgui.dummy(imgui.ImVec2(width, 0.2 * theme.em))


def _row(desk: PanelContext, row: PartRow, chosen: bool) -> bool:
    """Build a row of the tree; return whether it was clicked."""
    theme, em, ink = desk.theme, desk.theme.em, imgui.get_window_draw_list()
    corner, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    clicked = pressed_area(f"{row.part[0]} {row.name}", imgui.ImVec2(width, ROW * em))
    BOXES.control(f"part {row.name}")
    low, high = corner, imgui.ImVec2(corner.x + width, corner.y + ROW * em)
    state = desk.session.workshop
    if chosen:
        ink.add_rect_filled(low, high, packed(Tone.TINT), 0.5 * em)
        ink.add_rect(low, high, packed(ACCENT), 0.5 * em)
    elif imgui.is_item_hovered() or state.hover == row.part:
        ink.add_rect_filled(low, high, packed(Tone.FIELD_HOVERED), 0.5 * em)
    left, middle = corner.x + (0.6 + STEP * row.depth) * em, corner.y + 0.5 * ROW * em
    shade = VERMILLION if row.fault else INK
    draw_icon(ink, row.icon, left + 0.5 * em, middle, em, packed(shade))
    note = row.state or row.note
    note = f"{note} {tr('given')}" if row.given and not row.state else note
    right = high.x - 0.6 * em
    if row.fault:
        draw_icon(ink, Icon.CLOSE, right - 0.4 * em, middle, 0.9 * em, packed(VERMILLION))
        right -= 1.1 * em
    with font(theme.regular, SMALL_SIZE):
        shown = fitted(note, 0.55 * (right - left))
        size = imgui.calc_text_size(shown)
        at = imgui.ImVec2(round(right - size.x), round(middle - size.y / 2))
        ink.add_text(at, packed(shade if row.fault else DIM), shown)
    room = right - size.x - 0.5 * em - left - 1.4 * em
    whole = draw_lines(ink, row.name, left + 1.4 * em, middle, room, shade, theme)
    tip("" if whole and shown == note else f"{row.name}\n{note}", theme)
    return clicked


def _beginnings(desk: PanelContext) -> None:
    """Build what one can begin with in an empty machine."""
    workshop = Workshop(desk.session)
    offers: tuple[tuple[Icon, str, str, str, Callable[[], None]], ...] = (
        (Icon.BAR, tr("Draw a bar"), tr("click a start, click an end"), "B", lambda: workshop.use(Tool.BAR)),
        (Icon.BOX, tr("Place a body"), tr("box, disk, hoop, ball …"), "D", lambda: workshop.use(Tool.BODY)),
        (Icon.PARTS, tr("Take a machine"), tr("pendulum, four-bar, leg …"), "A", lambda: workshop.use(Tool.PARTS)),
        (Icon.FILE, tr("Open a machine"), tr("scene, URDF or MJCF file"), shown_keys(Action.OPEN_FILE),
         lambda: desk.ask(Action.OPEN_FILE)),
    )  # fmt: skip
    imgui.dummy(imgui.ImVec2(1.0, 0.2 * desk.theme.em))
    for place, (icon, words, about, keys, do) in enumerate(offers):
        if _offer(desk.theme, icon, (words, about, keys), matters=place == 0):
            desk.attempt(do)


def build_offer(desk: PanelContext) -> None:
    """Build what can be done where the scene is no machine: to take a copy of it apart, or to begin a new machine."""
    theme, session = desk.theme, desk.session
    refused = refusal(session.simulation.system.name)
    imgui.push_text_wrap_pos(0.0)
    if refused:
        text(tr(refused))
    else:
        small(tr("This scene is no machine of bodies and joints yet. It stays as it is; Ctrl+Z brings it back."), theme)
    imgui.pop_text_wrap_pos()
    imgui.dummy(imgui.ImVec2(1.0, 0.2 * theme.em))
    workshop = Workshop(session)
    if not refused:
        about = tr("bodies, joints and springs with the same motion")
        if _offer(theme, Icon.PARTS, (tr("Take a copy apart"), about, ""), matters=True):
            desk.attempt(workshop.enter)
    about = tr("an empty one, with the tool for bars in hand")
    words = tr("New machine"), about, shown_keys(Action.NEW_MACHINE)
    if _offer(theme, Icon.PLUS, words, matters=bool(refused)):
        desk.ask(Action.NEW_MACHINE)


def _offer(theme: Theme, icon: Icon, words: tuple[str, str, str], matters: bool) -> bool:
    """Build a large button: an icon, what it does, more about it, and its keys; return whether it was clicked."""
    em, ink = theme.em, imgui.get_window_draw_list()
    corner, width, height = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x, 3.25 * theme.em
    clicked = pressed_area(words[0], imgui.ImVec2(width, height))
    BOXES.control(words[0])
    hovered = imgui.is_item_hovered()
    low, high = corner, imgui.ImVec2(corner.x + width, corner.y + height)
    ink.add_rect_filled(low, high, packed(FILL if matters else Tone.FIELD_HOVERED if hovered else FIELD), 0.5 * em)
    if not matters:
        ink.add_rect(low, high, packed(Tone.EDGE), 0.5 * em)
    shade, middle = packed(ON_ACCENT if matters else INK), corner.y + height / 2
    draw_icon(ink, icon, corner.x + 1.5 * em, middle, 1.35 * em, shade)
    with font(theme.medium):
        keys = imgui.calc_text_size(words[2]).x
        ink.add_text(imgui.ImVec2(round(high.x - keys - 0.8 * em), round(middle - em / 2)), shade, words[2])
    room = width - 3.0 * em - keys - 1.4 * em
    draw_lines(ink, words[0], corner.x + 3.0 * em, middle - 0.65 * em, room, ON_ACCENT if matters else INK, theme)
    with font(theme.regular, SMALL_SIZE):
        dim = packed(ON_ACCENT if matters else DIM)
        ink.add_text(imgui.ImVec2(corner.x + 3.0 * em, round(middle + 0.15 * em)), dim, fitted(words[1], room))
    return clicked
