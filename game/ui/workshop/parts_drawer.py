"""The drawer: shapes of bodies, and machines to place and change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.words import decimal, tr
from game.scenefile import sketching
from game.scenefile.described_tables import MACHINE
from game.session.workshop.desk import Workshop
from game.session.workshop.state import SHAPES, Tool
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import draw_lines, icon_button, pressed_area, small, title
from game.ui.widgets.icons import GRID, Icon, Stroke, draw_icon, draw_strokes, ring
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import brief
from game.ui.widgets.theme import ACCENT, DIM, FIELD, INK, Theme, Tone, packed
from game.ui.workshop.part_tree import SHAPE_ICONS, SHAPE_WORDS

CARD, PICTURE = 5.25, 2.6
"""Height of a card, and size of the picture in it [em]."""
COLUMNS = 3
MOST_OWN = 9
"""Greatest number of machines of one's own that are shown: the latest."""


def _pivot(x: float, y: float) -> tuple[Stroke, ...]:
    """Return a hinge on the ground."""
    return ring(x, y, 1.3, 10), ((x - 2.6, y + 3.2), (x + 2.6, y + 3.2)), ((x, y + 1.3), (x, y + 3.2))


PICTURES: dict[str, tuple[Stroke, ...]] = {
    "pendulum": (ring(7, 4, 1.3, 10), ((3, 2), (11, 2)), ((7.6, 5.2), (14.6, 16.8)), ring(16, 19, 2.8)),
    "chain": (
        ring(3, 5, 1.3, 10), ((1, 2.5), (6, 2.5)), ((4.2, 5.6), (9.8, 8.4)), ring(11, 9, 1.2, 10),
        ((11.6, 10.1), (14.4, 14.9)), ring(15, 16, 1.2, 10), ((15.6, 17.1), (18, 21.5)),
    ),
    "four-bar": (
        *_pivot(4, 17), *_pivot(20, 17), ((4.3, 15.6), (6.6, 8.2)), ring(7, 7, 1.2, 10), ((8.2, 6.7), (16.8, 4.3)),
        ring(18, 4, 1.2, 10), ((18.2, 5.2), (19.8, 15.6)),
    ),
    "slider-crank": (
        ring(6, 14, 4.6), ring(6, 14, 1, 10), ((6, 14), (9, 10.6)), ((9, 10.6), (18, 14)),
        ((15.4, 11.5), (20.6, 11.5), (20.6, 16.5), (15.4, 16.5), (15.4, 11.5)), ((11.5, 17.8), (23, 17.8)),
    ),
    "gear-pair": (ring(8, 12, 5.6, 20), ring(8, 12, 1, 10), ring(17.8, 12, 4.2, 16), ring(17.8, 12, 1, 10)),
    "leg": (
        ring(15, 8, 1.2, 10), ((15, 8), (8, 3), (3, 9), (8, 14), (15, 8)), ((8, 3), (8, 14)),
        ((3, 9), (6, 16), (8, 14)), ((6, 16), (9, 22), (8, 14)),
    ),
    "governor": (
        ((12, 2), (12, 22)), ((12, 4), (5, 11)), ((12, 4), (19, 11)), ring(4, 12, 1.8, 12), ring(20, 12, 1.8, 12),
        ((7, 9), (10.4, 17)), ((17, 9), (13.6, 17)), ((10, 17), (14, 17), (14, 20), (10, 20), (10, 17)),
    ),
    "catapult": (
        ((4, 21), (9, 12), (14, 21)), ((3, 15), (19, 6)), ((1, 14), (5, 14), (5, 18), (1, 18), (1, 14)),
        ((19, 6), (21, 11), (20, 15)), ring(19.6, 16.4, 1.5, 12),
    ),
    "cart-pole": (
        ((6, 14), (18, 14), (18, 18), (6, 18), (6, 14)), ring(9, 19.6, 1.6, 12), ring(15, 19.6, 1.6, 12),
        ((12, 14), (16.5, 3)), ((2, 21.5), (22, 21.5)),
    ),
}  # fmt: skip
"""Pictures of the machines, as lines on the square of icons."""


class DrawerCard(NamedTuple):
    """A card: its name, what it shows, and how its picture is drawn about a middle, in a size and a packed colour."""

    name: str
    words: str
    draw: Callable[[imgui.ImDrawList, float, float, float, int], None]


class PartsDrawer:
    """The drawer of the tool that is in hand."""

    def __init__(self) -> None:
        self._looked: Tool | None = None

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        state, theme = desk.session.workshop, desk.theme
        bodies = state.tool is Tool.BODY
        if self._looked is not state.tool:
            desk.look_for_saved()
            self._looked = state.tool
        _head(desk, tr("Bodies") if bodies else tr("Machines, to change as you like"))
        clicked = _cards(_shapes() if bodies else _machines(), state.shape if bodies else state.template, theme)
        if clicked and bodies:
            state.shape = clicked
        elif clicked:
            state.template = clicked
        if bodies:
            small(tr("Choose one, then click its place. On an anchor it is fixed to that body."), theme)
        else:
            if own := _own_machines(desk):
                small(tr("Mine"), theme)
                if chosen := _cards(own, state.template, theme):
                    state.template = chosen
            small(tr("Click puts it there · Shift keeps placing · + − size"), theme)
            if state.scale != 1.0:
                small(tr("size {factor}", factor=decimal(f"{brief(state.scale)}×")), theme)


def _shapes() -> list[DrawerCard]:
    """Return the cards of shapes."""

    def drawn(icon: Icon) -> Callable[[imgui.ImDrawList, float, float, float, int], None]:
        return lambda ink, x, y, size, shade: draw_icon(ink, icon, x, y, size, shade)

    return [DrawerCard(shape, tr(SHAPE_WORDS[shape]), drawn(SHAPE_ICONS[shape])) for shape in SHAPES]


def _machines() -> list[DrawerCard]:
    """Return the cards of machines."""

    def drawn(name: str) -> Callable[[imgui.ImDrawList, float, float, float, int], None]:
        strokes = PICTURES[name]
        return lambda ink, x, y, size, shade: draw_strokes(
            ink, strokes, (x - size / 2, y - size / 2), size / GRID, shade
        )

    return [DrawerCard(name, tr(each.title), drawn(name)) for name, each in sketching.TEMPLATES.items()]


def _own_machines(desk: PanelContext) -> list[DrawerCard]:
    """Return the cards of the machines that the user has saved."""

    def draw(ink: imgui.ImDrawList, x: float, y: float, size: float, shade: int) -> None:
        draw_icon(ink, Icon.MACHINE, x, y, size, shade)

    own = [each for each in desk.saved.scenes if each.system == MACHINE][:MOST_OWN]
    return [DrawerCard(each.name, each.title, draw) for each in own]


def _head(desk: PanelContext, words: str) -> None:
    """Build the title and the cross that puts the tool away."""
    corner, em = imgui.get_cursor_pos(), desk.theme.em
    room = imgui.get_content_region_avail().x
    imgui.set_cursor_pos(imgui.ImVec2(corner.x, corner.y + 0.4 * em))
    title(words, desk.theme)
    imgui.set_cursor_pos(imgui.ImVec2(corner.x + room - 2.0 * em, corner.y))
    if icon_button("close", Icon.CLOSE, tr("put the tool away (Esc)"), desk.theme, DIM, side=2.0 * em):
        desk.attempt(partial(Workshop(desk.session).use, Tool.SELECT))
    imgui.set_cursor_pos(imgui.ImVec2(corner.x, corner.y + 2.4 * em))


def _cards(cards: Sequence[DrawerCard], chosen: str, theme: Theme) -> str:
    """Build cards in columns; return the name of the one that was clicked, or ""."""
    em, room = theme.em, imgui.get_content_region_avail().x
    gap, clicked = 0.5 * em, ""
    width = (room - gap * (COLUMNS - 1)) / COLUMNS
    for place, card in enumerate(cards):
        if place % COLUMNS:
            imgui.same_line(0.0, gap)
        corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        if pressed_area(card.name, imgui.ImVec2(width, CARD * em)):
            clicked = card.name
        BOXES.control(f"card {card.name}")
        low, high = corner, imgui.ImVec2(corner.x + width, corner.y + CARD * em)
        on, hovered = card.name == chosen, imgui.is_item_hovered()
        tone = Tone.TINT if on else Tone.FIELD_HOVERED if hovered else FIELD
        ink.add_rect_filled(low, high, packed(tone), 0.5 * em)
        ink.add_rect(low, high, packed(ACCENT if on else Tone.EDGE), 0.5 * em)
        card.draw(ink, corner.x + width / 2, corner.y + 2.0 * em, PICTURE * em, packed(ACCENT))
        at = corner.x + 0.25 * em, corner.y + 4.25 * em
        draw_lines(ink, card.words, *at, width - 0.5 * em, INK, theme, centred=True)
    return clicked
