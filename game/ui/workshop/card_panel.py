"""The card of what is selected: name, numbers, choices and switches of a part, each of which changes the sketch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.shown.sentence import Sentence, Word
from game.model.words import later, tr
from game.scenefile import sketching
from game.scenefile.sketch import SCENE, PartName, Sketch
from game.session.workshop.desk import Workshop
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import (
    button,
    draw_lines,
    fitted,
    font,
    heading,
    icon_button,
    segmented,
    small,
    switch,
    tip,
)
from game.ui.widgets.fields import choice, labelled
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, DIM, INK, SMALL_SIZE, Theme, packed
from game.ui.workshop.card_items import (
    ButtonItem,
    CardItem,
    ChoiceItem,
    EitherItem,
    FactItem,
    NumberItem,
    PartCard,
    SwitchItem,
    TextItem,
    Words,
)
from game.ui.workshop.part_tree import GROUND
from game.ui.workshop.sketch_field import FieldState, held_span, place_in, sketch_field, value_at
from game.ui.workshop.sketch_values import (
    number_shown,
    one_number,
    rounded_zero,
    shown_value,
    typed_numbers,
    typed_text,
    unit_shown,
)
from physics import BadInput
from physics.core.units import format_number

COLUMN = 8.25
"""Width of the column of names [em]."""
EDIT = later("{what} of {name} {value}")
DONE = later("{name}: {what}")
"""Names of changes in the list of what was done."""


STATES = (later("let go"), later("taken away"), later("added"))
"""What becomes of a value or of what a part has."""


class CardEdit(NamedTuple):
    """A change that a card asks for: words of parts, and how it is called."""

    parts: tuple[PartName, ...]
    words: Words
    said: Sentence


class CardPanel:
    """The card. folds: whether what is folded is shown; it stays so from part to part."""

    def __init__(self) -> None:
        self.folds = True
        self._named: tuple[PartName, str] | None = None

    def build(self, desk: PanelContext, card: PartCard, parts: tuple[PartName, ...] = ()) -> None:
        """Build the card of a part. parts: those that are changed together, where they are several."""
        self._head(desk, card)
        chosen = parts or (SCENE if card.part == GROUND else card.part,)
        _items(desk, card, card.items, chosen)
        if card.switches:
            _switches(desk, card, chosen)
        if card.folded:
            if heading("more of the part", tr("More"), desk.theme, not self.folds):
                self.folds = not self.folds
            if not self.folds:
                _items(desk, card, card.folded, chosen)

    def give_name(self, part: PartName) -> None:
        """Make the name of a part a field."""
        self._named = part, part[1]

    def _head(self, desk: PanelContext, card: PartCard) -> None:
        """Build icon and name, which a click makes a field, and what the part is."""
        theme, em = desk.theme, desk.theme.em
        corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        ink, height = imgui.get_window_draw_list(), 2.0 * em
        draw_icon(ink, card.icon, corner.x + 0.6 * em, corner.y + height / 2, 1.1 * em, packed(INK))
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + 1.6 * em, corner.y))
        with font(theme.medium):
            wide = imgui.calc_text_size(card.title).x + em
        about = imgui.calc_text_size(card.about).x
        share = max(room - 1.6 * em - min(about, 0.55 * room) - 0.5 * em, 4.0 * em)
        if card.renames and self._named is not None and self._named[0] == card.part:
            self._name_field(desk, card, share)
        else:
            self._name(card, min(wide, share), theme)
        left = corner.x + room - min(about, room - 1.6 * em - min(wide, share))
        draw_lines(ink, card.about, left, corner.y + height / 2, corner.x + room - left + 1.0, DIM, theme)
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, corner.y + height))
        imgui.dummy(imgui.ImVec2(room, 0.1 * em))

    def _name(self, card: PartCard, width: float, theme: Theme) -> None:
        corner, em = imgui.get_cursor_screen_pos(), theme.em
        clicked = imgui.invisible_button("name", imgui.ImVec2(max(width, 1.0), 2.0 * em))
        BOXES.control("name of the part")
        with font(theme.medium):
            at = imgui.ImVec2(corner.x, round(corner.y + 0.5 * em))
            imgui.get_window_draw_list().add_text(at, packed(INK), fitted(card.title, width))
        if card.renames:
            tip(tr("click to give it another name"), theme)
        if clicked and card.renames:
            self._named = card.part, card.title

    def _name_field(self, desk: PanelContext, card: PartCard, width: float) -> None:
        """Build the field in which a name is typed."""
        assert self._named is not None
        fresh = self._named[1] == card.title and not imgui.is_any_item_active()
        if fresh:
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(width)
        flags = imgui.InputTextFlags_.auto_select_all.value
        _, words = imgui.input_text("##name", self._named[1], flags)
        BOXES.control("name of the part")
        self._named = card.part, words
        if imgui.is_item_deactivated():
            self._named = None
            if words.strip() != card.title and not imgui.is_key_pressed(imgui.Key.escape):
                rename_part(desk, card.part, words.strip())


def sketch_of(desk: PanelContext) -> Sketch | None:
    """Return the sketch that is open in the workshop, None where there is none."""
    shown = desk.session.run.workshop
    return None if shown is None else shown.sketch


def rename_part(desk: PanelContext, part: PartName, name: str) -> None:
    """Give a part another name."""
    sketch = sketch_of(desk)
    if sketch is None:
        return

    def change() -> None:
        renamed = sketching.rename(sketch, part, name)
        workshop = Workshop(desk.session)
        told = Sentence(later("{name} is now called {other}"), name=part[1], other=name)
        workshop.change(renamed, told, lambda: workshop.select(((part[0], name),)))

    desk.attempt(change)


def apply_edit(desk: PanelContext, edit: CardEdit) -> None:
    """Change the sketch as a card asks, or show why that cannot be."""
    sketch = sketch_of(desk)
    if sketch is None:
        return
    try:
        for part in edit.parts:
            sketch = sketching.set_values(sketch, part, edit.words)
        Workshop(desk.session).change(sketch, edit.said)
    except BadInput as error:
        desk.warn(error)


def _items(desk: PanelContext, card: PartCard, items: Sequence[CardItem], parts: tuple[PartName, ...]) -> None:
    for item in items:
        match item:
            case NumberItem():
                _number(desk, card, item, parts)
            case ChoiceItem():
                _choice(desk, card, item, parts)
            case SwitchItem():
                _switch(desk, card, item, parts)
            case EitherItem():
                _either(desk, card, item, parts)
            case TextItem():
                _text(desk, card, item, parts)
            case ButtonItem():
                _button(desk, card, item, parts)
            case FactItem():
                _fact(desk, item)


def _name_of(
    desk: PanelContext, card: PartCard, label: str, item: SwitchItem | None, parts: tuple[PartName, ...]
) -> None:
    """Build the name at the left of a row, or the switch of what the row belongs to."""
    if item is None:
        labelled("", label, desk.theme, COLUMN)
        return
    left, theme = imgui.get_cursor_pos_x(), desk.theme
    wide = imgui.calc_text_size(tr(item.label)).x + 2.8 * theme.em > COLUMN * theme.em
    with font(theme.regular, SMALL_SIZE if wide else theme.em / theme.scale):
        _switch(desk, card, item, parts)
    imgui.same_line(left + COLUMN * desk.theme.em)
    imgui.set_next_item_width(imgui.get_content_region_avail().x)


def _said(card: PartCard, what: str, value: str) -> Sentence:
    """Return how a change is called in the list of what was done."""
    return Sentence(EDIT, what=Word(what), name=card.title, value=Word(value) if value in STATES else value)


def _number(desk: PanelContext, card: PartCard, item: NumberItem, parts: tuple[PartName, ...]) -> None:
    """Build the row of a number: its name, field and, where it is given and can be let go, a pin."""
    theme, em, unit = desk.theme, desk.theme.em, item.word.unit
    given = item.removable and item.raw is not None
    _name_of(desk, card, item.label, item.switch, parts)
    room = imgui.get_content_region_avail().x - (2.2 * em if given else 0.0)
    shown = unit_shown(item.raw, unit, desk.units)
    value = item.value if item.value is not None else item.found
    span = held_span(item.way, item.span) if item.span is not None else None
    words = "" if item.value is None else number_shown(item.value, unit, shown)
    hint = "" if item.found is None else number_shown(item.found, unit, shown)
    hint = hint or (tr("different") if len(parts) > 1 and item.value is None else "")
    part = None if span is None or value is None else place_in(span, value)
    state = FieldState(words, _as_typed(item, shown), shown, part, hint)
    imgui.set_next_item_width(room)
    got = sketch_field(item.way, state, theme, _about(item, shown), _entry(desk, parts, item.way))
    if isinstance(got, float) and span is not None:
        got = format_number(float(f"{shown_value(value_at(span, got), unit, shown):.4g}"))
    if isinstance(got, str):
        text = typed_text(got, unit, shown) if got else None
        if text is not None or item.removable:
            apply_edit(desk, CardEdit(parts, ((item.way, text),), _said(card, item.label, text or "")))
    if given:
        imgui.same_line(0.0, 0.2 * em)
        if icon_button(f"let go {item.way}", Icon.PIN, tr("given: a click lets it go"), theme, ACCENT, side=2.0 * em):
            apply_edit(desk, CardEdit(parts, ((item.way, None),), _said(card, item.label, "let go")))


def _about(item: NumberItem, shown: str) -> str:
    """Return what the tooltip of a number says: its name, what is allowed, and where its loop closes."""
    unit, ends = item.word.unit, [(later("{low} to {high} {unit}"), (item.word.low, item.word.high))]
    if item.closes and item.span is not None:
        ends.append((later("closes from {low} to {high} {unit}"), item.span))
    lines = [tr(item.label)]
    for words, bounds in ends:
        low, high = (number_shown(end, unit, shown) for end in bounds)
        lines.append(tr(words, low=low, high=high, unit=tr(shown)).rstrip())
    return "\n".join(lines)


def _as_typed(item: NumberItem, shown: str) -> str:
    """Return the text of a value that is shown while it is typed: an expression whole, a number without its unit."""
    if item.value is None:
        return item.raw if isinstance(item.raw, str) else ""
    if isinstance(item.raw, str) and any(letter in item.raw for letter in "*/+^()") and item.way != "length":
        return item.raw
    return format_number(float(f"{shown_value(rounded_zero(item.value), item.word.unit, shown):.12g}"))


def _entry(desk: PanelContext, parts: tuple[PartName, ...], way: str) -> str | None:
    """Return what is being typed for a value while the pointer is in the picture, None for nothing."""
    entry = desk.session.workshop.entry
    return entry.text if entry is not None and entry.part in parts and entry.word == way else None


def _choice(desk: PanelContext, card: PartCard, item: ChoiceItem, parts: tuple[PartName, ...]) -> None:
    theme = desk.theme
    labelled("", item.label, theme, COLUMN)
    options = [(value, words, "") for value, words in item.options]

    def change(value: str) -> None:
        words = item.words.get(value) or ((item.way, value or None),)
        apply_edit(desk, CardEdit(parts, words, _said(card, item.label, dict(item.options)[value])))

    choice(f"##{item.way}", options, item.chosen, change, theme, item.note)


def _switch(desk: PanelContext, card: PartCard, item: SwitchItem, parts: tuple[PartName, ...]) -> None:
    """Build a switch, alone in its row."""
    if switch(tr(item.label), item.on, desk.theme):
        words = item.off_words if item.on else item.on_words
        state = "taken away" if item.on else "added"
        apply_edit(desk, CardEdit(parts, words, _said(card, item.label, state)))


def _switches(desk: PanelContext, card: PartCard, parts: tuple[PartName, ...]) -> None:
    """Build the switches of a part, as many in a row as fit."""
    em, right = desk.theme.em, imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
    for place, item in enumerate(card.switches):
        width = 2.6 * em + imgui.calc_text_size(tr(item.label)).x
        if place and imgui.get_item_rect_max().x + 0.75 * em + width <= right:
            imgui.same_line(0.0, 0.75 * em)
        _switch(desk, card, item, parts)


def _either(desk: PanelContext, card: PartCard, item: EitherItem, parts: tuple[PartName, ...]) -> None:
    _name_of(desk, card, "", item.switch, parts)
    clicked = segmented(item.name, item.options, item.chosen, desk.theme)
    if clicked is not None:
        said = _said(card, item.name, dict(item.options)[clicked])
        apply_edit(desk, CardEdit(parts, item.words[clicked], said))


def _text(desk: PanelContext, card: PartCard, item: TextItem, parts: tuple[PartName, ...]) -> None:
    labelled("", item.label, desk.theme, COLUMN)
    imgui.set_next_item_width(imgui.get_content_region_avail().x)
    about = tr(item.label)
    if item.many:
        about += "\n" + tr("{count} numbers, with commas between them", count=item.many)
    state = FieldState(item.text, item.text, plain=item.plain)
    got = sketch_field(item.way or item.label, state, desk.theme, about)
    if isinstance(got, str) and (got or item.many):
        text = (typed_numbers(got) if got else None) if item.many else got if item.plain else one_number(got)
        apply_edit(desk, CardEdit(parts, ((item.way, text),), _said(card, item.label, got)))


def _button(desk: PanelContext, card: PartCard, item: ButtonItem, parts: tuple[PartName, ...]) -> None:
    """Build a button as wide as the card, which changes the part, or makes and selects one that belongs to it."""
    pressed = button(tr(item.label), False, -1.0)
    sketch = sketch_of(desk)
    if not pressed or sketch is None:
        return
    if not item.table:
        apply_edit(desk, CardEdit(parts, item.words, Sentence(DONE, what=Word(item.label), name=card.title)))
        return

    def change() -> None:
        made, part = sketching.add_part(sketch, item.table, item.given or {}, item.base)
        workshop = Workshop(desk.session)
        told = Sentence(DONE, what=Word(item.label), name=card.title)
        workshop.change(made, told, lambda: workshop.select((part,)))

    desk.attempt(change)


def _fact(desk: PanelContext, item: FactItem) -> None:
    labelled("", item.label, desk.theme, COLUMN)
    imgui.align_text_to_frame_padding()
    small(item.text, desk.theme)
