"""The lists and buttons of a plot: its quantities, the quantity of its x axis, logarithmic axes, export."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from imgui_bundle import imgui

from game.experiments.measurements.measured import MeasuredTable
from game.model.words import later, plain, tr
from game.scenefile.schema import MAX_CURVES, MAX_UNITS
from game.session.series import TIME
from game.ui.panels.plots.plot_data import Plottable, axes_of
from game.ui.widgets.basic import fitted, font, icon_button, pressed_area, small, text, tip
from game.ui.widgets.fields import choice
from game.ui.widgets.icons import Icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.symbols import blank, draw_math, math_size, symbol_size
from game.ui.widgets.theme import ACCENT, DIM, INK, SMALL_SIZE, Theme, Tone, packed

FORMATS = {
    ".svg": later("SVG: lines and text for print"),
    ".png": later("PNG: picture for slides"),
    ".csv": later("CSV: all numbers"),
}
"""Formats of exported plots, with what each is for."""
MEANING = 30.0
"""Greatest width of the meaning of a quantity in the list [em]; the tooltip has the whole of a longer one."""


def text_toggle(name: str, words: str, on: bool, about: str, theme: Theme) -> bool:
    """Build a button with a word, drawn as chosen where it is on; return whether it was clicked."""
    em, corner, ink = theme.em, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    width, height = toggle_width(words, theme), 2.0 * em
    clicked = pressed_area(name, imgui.ImVec2(width, height))
    BOXES.control(name)
    hovered = imgui.is_item_hovered()
    tip(about, theme)
    low, high = (
        imgui.ImVec2(corner.x, corner.y + 0.2 * em),
        imgui.ImVec2(corner.x + width, corner.y + height - 0.2 * em),
    )
    if on or hovered:
        ink.add_rect_filled(low, high, packed(Tone.TINT if on else Tone.FIELD_HOVERED), 0.4 * em)
    ink.add_rect(low, high, packed(ACCENT if on else Tone.EDGE), 0.4 * em)
    size = SMALL_SIZE * theme.scale
    left = corner.x + (width - symbol_size(words, theme.medium, size)[0]) / 2
    at = imgui.ImVec2(round(left), round(corner.y + (height - 1.1 * size) / 2))
    ink.add_text(theme.medium, size, at, packed(ACCENT if on else INK), words)
    return clicked


def toggle_width(words: str, theme: Theme) -> float:
    """Return the width of such a button [points]."""
    return max(symbol_size(words, theme.medium, SMALL_SIZE * theme.scale)[0] + 1.0 * theme.em, 2.0 * theme.em)


def build_quantities(
    items: Mapping[str, Plottable],
    chosen: Sequence[str],
    against: str,
    use: Callable[[list[str]], None],
    use_against: Callable[[str], None],
    theme: Theme,
    words: str = "",
) -> str:
    """Build the list of all recorded quantities with check boxes, below the choice of what they are plotted over.

    words: what is searched for. Return what is searched for from now on.
    """
    imgui.align_text_to_frame_padding()
    text(tr("over"), DIM)
    imgui.same_line()
    imgui.set_next_item_width(6.0 * theme.em)
    others = [(item.name, item.symbol, tr(item.meaning)) for item in items.values()]
    meaning = f"{tr(items[against].meaning)}\n{tr('over time, or over another quantity')}"
    choice("##against", others, against, use_against, theme, meaning, symbolic=True)
    BOXES.control("against")
    imgui.same_line()
    imgui.set_next_item_width(-1.0)
    if imgui.is_window_appearing():
        words = ""
    _, words = imgui.input_text_with_hint("##find quantity", tr("Find a quantity"), words)
    BOXES.control("find quantity")
    parts = plain(words).split()
    group, units = "", axes_of([items[name] for name in chosen])
    for item in items.values():
        if item.name == TIME or (parts and not _has(item, parts)):
            continue
        if item.group != group:
            group = item.group
            small(tr(group), theme)
        ticked = item.name in chosen
        reason = ""
        if not ticked and len(chosen) >= MAX_CURVES:
            reason = tr("at most {count} curves at once", count=MAX_CURVES)
        elif not ticked and item.unit not in units and len(units) >= MAX_UNITS:
            reason = tr("at most {count} different units in one plot: add another plot", count=MAX_UNITS)
        imgui.begin_disabled(bool(reason) or (ticked and len(chosen) == 1))
        meaning = tr(item.meaning)
        shown = fitted(meaning, MEANING * theme.em)
        if _box(item, shown, ticked, theme):
            use([name for name in chosen if name != item.name] + ([] if ticked else [item.name]))
        imgui.end_disabled()
        tip(reason or (meaning if shown != meaning else ""), theme)
    return words


def _has(item: Plottable, parts: Sequence[str]) -> bool:
    said = plain(f"{item.symbol} {item.name} {tr(item.meaning)} {tr(item.group)}")
    return all(part in said for part in parts)


def build_tables(
    tables: Sequence[MeasuredTable],
    remove: Callable[[MeasuredTable], None],
    fit: Callable[[MeasuredTable], None],
    theme: Theme,
) -> None:
    """Build the list of the tables beside the run, each with a button that removes it, and one for a fit to it."""
    if tables:
        small(tr("Tables from files"), theme)
    for place, table in enumerate(tables):
        imgui.push_id(place)
        if icon_button(f"remove table {place}", Icon.CLOSE, tr("remove this table"), theme, DIM, side=1.8 * theme.em):
            remove(table)
        imgui.same_line(0.0, 0.4 * theme.em)
        imgui.align_text_to_frame_padding()
        text(table.name)
        if not table.joined:
            imgui.same_line(0.0, 0.6 * theme.em)
            if imgui.button(tr("Fit…")):
                fit(table)
            BOXES.control(f"fit table {place}")
            tip(tr("fit parameters and start of the scene to this table"), theme)
        imgui.pop_id()


def _box(item: Plottable, words: str, ticked: bool, theme: Theme) -> bool:
    """Build a check box with the symbol of a quantity and words; return whether it was clicked."""
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    width = math_size(item.symbol, theme.math, theme.em)
    room = blank(max(width + 0.7 * theme.em, 3.0 * theme.em))
    clicked, _ = imgui.checkbox(f"{room}{words}##{item.name}", ticked)
    BOXES.control(item.name)
    style = imgui.get_style()
    at = corner.x + imgui.get_frame_height() + style.item_inner_spacing.x, corner.y + style.frame_padding.y
    draw_math(ink, at, item.symbol, imgui.get_color_u32(imgui.Col_.text), theme.math, theme.em)
    return clicked


def build_export(
    save: Callable[[str], None],
    theme: Theme,
    save_all: Callable[[str], None] | None = None,
    name: str = "export",
) -> None:
    """Build the button that saves a plot, and the list of formats that it opens; save_all: saves all plots as one."""
    if icon_button(name, Icon.DOWNLOAD, tr("save this plot: SVG, PNG, CSV"), theme, side=2.0 * theme.em):
        imgui.open_popup("formats")
    if not imgui.begin_popup("formats"):
        return
    with font(theme.regular):
        for suffix, words in FORMATS.items():
            if imgui.selectable(tr(words), False)[0]:
                save(suffix)
            BOXES.control(f"save {suffix}")
        if save_all is not None:
            small(tr("All plots in one figure"), theme)
            for suffix, words in FORMATS.items():
                if imgui.selectable(f"{tr(words)}##all", False)[0]:
                    save_all(suffix)
    imgui.end_popup()
