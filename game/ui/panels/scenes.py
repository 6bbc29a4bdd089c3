"""The scene browser: pictures of all presets and saved scenes, by family, with search, favourites and recent ones."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, TypeAlias

from imgui_bundle import imgui

from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.messages import SceneRequest
from game.model.words import later, tr
from game.scenefile import SAVED, SceneSummary, scene_summaries
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ITEM_SPACING, button, fitted, font, icon_button, pressed_area, small, text, tip
from game.ui.widgets.fields import choice
from game.ui.widgets.icons import Icon, draw_icon, draw_star
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.symbols import prose, wrapped
from game.ui.widgets.theme import ACCENT, AMBER, DIM, FIELD, INK, SMALL_SIZE, Theme, Tone, packed
from game.ui.widgets.thumbnails import Thumbnails

CARD, PICTURE, CAPTION = 10.5, 5.9, 3.0
"""Width of a card, height of its picture and of its words [em]."""
GAP = 0.75
SELECTED = imgui.InputTextFlags_.auto_select_all.value
"""What was searched for last is selected where the field gets the keys, so that typing replaces it."""
CATEGORY_WIDTH, DETAIL_WIDTH = 11.5, 14.0
"""Widths of the columns of categories and of details [em]."""
CategoryRow: TypeAlias = "tuple[str, Icon, int]"
"""Name and icon of a category, and the number of its scenes."""
ALL, FAVOURITES, RECENT, OWN = later("All"), later("Favourites"), later("Recent"), later("My scenes")


class Category(NamedTuple):
    """A group of families of systems in the browser."""

    name: str
    icon: Icon
    families: tuple[str, ...]


CATEGORIES = (
    Category(later("Tops"), Icon.BODY, ("Pivoted tops", "Gyroscope in gimbals", "Levitron")),
    Category(later("Free bodies"), Icon.BOX, ("Free body", "Satellite")),
    Category(later("On the table"), Icon.DISC, ("Rolling tops", "Sliding body", "Rattleback", "Euler's disk")),
    Category(later("Machines"), Icon.MACHINE, ("Machine", "Trebuchet", "Bicycle", "Parallel four-bar linkages")),
    Category(later("Pendulums"), Icon.ANGLE, ("Double pendulum", "Foucault pendulum", "Wilberforce pendulum")),
    Category(later("Chains"), Icon.CHAIN, ("Planar chain", "Spatial chain", "Jointed chain", "Bungee jump", "Whip")),
    Category(later("Equations"), Icon.CURVE, ("Equations of one's own",)),
)
OTHER = Category(later("Others"), Icon.CIRCLE, ())


def category_of(scene: SceneSummary) -> Category:
    """Return the category of a scene by the family of its system."""
    return next((each for each in CATEGORIES if scene.family in each.families), OTHER)


def found(scenes: tuple[SceneSummary, ...], words: str) -> tuple[SceneSummary, ...]:
    """Return the scenes in whose name, title, note or family every one of the words occurs."""
    parts = words.casefold().split()
    texts = (" ".join((*scene, *map(tr, scene))).casefold() for scene in scenes)
    return tuple(scene for scene, text in zip(scenes, texts, strict=True) if all(part in text for part in parts))


class ScenesPanel:
    """The scene browser."""

    def __init__(self) -> None:
        self._category, self._words = ALL, ""
        self._pictures = Thumbnails()
        self._shown: SceneSummary | None = None
        self._last_frame = -2

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        theme, em = desk.theme, desk.theme.em
        opening, self._last_frame = imgui.get_frame_count() > self._last_frame + 1, imgui.get_frame_count()
        if opening:
            desk.look_for_saved()
            self._shown = None
        if opening:
            self._pictures.look_again(scene.name for scene in desk.saved.scenes)
        self._pictures.take()
        room = imgui.get_content_region_avail()
        roomy = room.x >= 50.0 * em
        self._search(desk, opening, room.x)
        columns = room.x >= 36.0 * em
        if not columns:
            self._category_list(desk)
        top = imgui.get_cursor_pos_y()
        height = room.y - (top - imgui.get_cursor_start_pos().y)
        left = 0.0
        if columns:
            imgui.begin_child("categories", imgui.ImVec2(CATEGORY_WIDTH * em, height))
            self._categories(desk)
            imgui.end_child()
            imgui.same_line()
            left = (CATEGORY_WIDTH + 0.5) * em
        width = room.x - left - ((DETAIL_WIDTH + 0.5) * em if roomy else 0.0)
        imgui.begin_child("cards", imgui.ImVec2(width, height))
        self._cards(desk, width - 0.8 * em)
        imgui.end_child()
        if roomy:
            imgui.same_line()
            imgui.begin_child("details", imgui.ImVec2(DETAIL_WIDTH * em, height))
            self._details(theme)
            imgui.end_child()

    def _search(self, desk: PanelContext, opening: bool, room: float) -> None:
        """Build the field for search, and the buttons for files."""
        theme, em = desk.theme, desk.theme.em
        side = imgui.get_frame_height()
        if opening:
            imgui.set_keyboard_focus_here()
        words = tr("Open a file…")
        worded = imgui.calc_text_size(words).x + 1.2 * em
        roomy = room > 16.0 * em + worded
        files = worded if roomy else side
        imgui.set_next_item_width(min(25.0 * em, room - files - side - 1.2 * em) - side * bool(self._words))
        hint, idle = tr("Search titles, notes, systems"), not self._words
        _, self._words = imgui.input_text_with_hint("##search", hint, self._words, SELECTED)
        BOXES.control("search")
        left = imgui.is_item_deactivated()
        entered = left and imgui.is_key_pressed(imgui.Key.enter)
        if idle and left and imgui.is_key_pressed(imgui.Key.escape):  # it had taken the key, with nothing to undo
            desk.ask(Action.SCENES)
        if entered and self._words.strip() and (matching := self._matching(desk)):
            self._open(desk, matching[0].name)
        if self._words:
            imgui.same_line(0.0, 0.0)
            if icon_button("clear search", Icon.CLOSE, tr("clear the search"), theme, DIM, side=side):
                self._words = ""
        imgui.same_line()
        about = f"{tr(Action.OPEN_FILE.value)} ({shown_keys(Action.OPEN_FILE)})"
        if roomy:
            pressed = button(words, width=worded)
            tip(about, theme)
        else:
            pressed = icon_button("open file", Icon.FOLDER, about, theme, side=side)
        if pressed:
            desk.ask(Action.OPEN_FILE)
        imgui.same_line()
        if icon_button("save", Icon.SAVE, f"{tr(Action.SAVE.value)} ({shown_keys(Action.SAVE)})", theme, side=side):
            desk.ask(Action.SAVE)

    def _matching(self, desk: PanelContext) -> tuple[SceneSummary, ...]:
        """Return the scenes of the chosen category that match the search."""
        everything = (*desk.saved.scenes, *scene_summaries())
        if self._words.strip():
            return found(everything, self._words)
        if self._category in (FAVOURITES, RECENT):
            names = desk.marks.favourites if self._category == FAVOURITES else desk.marks.recent
            known = {scene.name: scene for scene in everything}
            return tuple(known[name] for name in names if name in known)
        if self._category == OWN:
            return desk.saved.scenes
        if self._category == ALL:
            return everything
        return tuple(scene for scene in scene_summaries() if category_of(scene).name == self._category)

    # Columns --------------------------------------------------------------------------------------------

    def _category_list(self, desk: PanelContext) -> None:
        """Build the categories as a drop-down list, where a column has no room."""

        def choose(name: str) -> None:
            self._category, self._words = name, ""

        rows, own = self._counted(desk)
        options = [(name, f"{tr(name)} ({count})", "") for name, _, count in (*rows, *own)]
        imgui.set_next_item_width(min(25.0 * desk.theme.em, imgui.get_content_region_avail().x))
        choice("##category", options, self._category, choose, desk.theme)

    @staticmethod
    def _counted(desk: PanelContext) -> tuple[list[CategoryRow], list[CategoryRow]]:
        """Return the families of scenes, and those of the person, with the number of scenes of each."""
        everything = scene_summaries()
        rows = [(ALL, Icon.SCENES, len(everything) + len(desk.saved.scenes))]
        for each in (*CATEGORIES, OTHER):
            count = sum(category_of(scene) is each for scene in everything)
            if count:
                rows.append((each.name, each.icon, count))
        own = [(FAVOURITES, Icon.STAR, len(desk.marks.favourites)), (RECENT, Icon.CLOCK, len(desk.marks.recent))]
        own.append((OWN, Icon.FOLDER, len(desk.saved.scenes)))
        return rows, own

    def _categories(self, desk: PanelContext) -> None:
        """Build the column of categories."""
        rows, own = self._counted(desk)
        imgui.push_style_var(ITEM_SPACING, imgui.ImVec2(0.0, 0.1 * desk.theme.em))
        for name, icon, count in rows:
            self._category_row(name, icon, count, desk.theme)
        imgui.separator()
        for name, icon, count in own:
            self._category_row(name, icon, count, desk.theme)
        imgui.pop_style_var()

    def _category_row(self, name: str, icon: Icon, count: int, theme: Theme) -> None:
        """Build a category with the number of its scenes."""
        em, ink, corner = theme.em, imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
        width = imgui.get_content_region_avail().x
        chosen = name == self._category and not self._words
        if pressed_area(name, imgui.ImVec2(width, 2.0 * em)):
            self._category, self._words = name, ""
        BOXES.control(name)
        high = imgui.ImVec2(corner.x + width, corner.y + 2.0 * em)
        if chosen or imgui.is_item_hovered():
            ink.add_rect_filled(corner, high, packed(Tone.TINT if chosen else FIELD), 0.5 * em)
        shade, y = packed(ACCENT if chosen else INK), corner.y + em
        draw_icon(ink, icon, corner.x + em, y, 1.1 * em, shade)
        ink.add_text(imgui.ImVec2(corner.x + 2.2 * em, round(y - em / 2)), shade, fitted(tr(name), width - 4.6 * em))
        words = str(count)
        right = high.x - imgui.calc_text_size(words).x - 0.6 * em
        ink.add_text(imgui.ImVec2(round(right), round(y - em / 2)), packed(DIM), words)

    def _cards(self, desk: PanelContext, width: float) -> None:
        """Build the cards of the matching scenes, in as many columns as fit."""
        theme, em = desk.theme, desk.theme.em
        scenes = self._matching(desk)
        if self._shown not in scenes:
            self._shown = None
        if not scenes:
            small(self._empty(), theme)
            self._refused(desk, width)
            return
        columns = max(int((width + GAP * em) / ((CARD + GAP) * em)), 1)
        card = (width - (columns - 1) * GAP * em) / columns
        picture = card * PICTURE / CARD
        start = imgui.get_cursor_pos()
        step = picture + (CAPTION + GAP) * em
        for place, scene in enumerate(scenes):
            row, column = divmod(place, columns)
            imgui.set_cursor_pos(imgui.ImVec2(start.x + column * (card + GAP * em), start.y + row * step))
            self._card(desk, scene, (card, picture))
        imgui.set_cursor_pos(imgui.ImVec2(start.x, start.y + -(-len(scenes) // columns) * step))
        self._refused(desk, width)
        imgui.dummy(imgui.ImVec2(0.0, 0.0))

    def _refused(self, desk: PanelContext, width: float) -> None:
        """Build a line for each file among the person's scenes that cannot be read, with the reason."""
        if self._words.strip() or self._category != OWN:
            return
        with font(desk.theme.regular, SMALL_SIZE):
            for file in desk.saved.refused:
                words = f"{file.name}: {tr(file.reason)}"
                text(fitted(words, width), DIM)
                BOXES.control(file.name)
                tip(words, desk.theme)

    def _empty(self) -> str:
        """Return why there is no card."""
        if self._words.strip():
            return tr("No scene has “{words}” in its title, note or family.", words=self._words.strip())
        if self._category == FAVOURITES:
            return tr("No favourites yet: the star on a card, or beside the title of the scene, makes one.")
        keys = shown_keys(Action.SAVE)
        own = self._category == OWN
        return tr("None yet: {keys} saves the present scene.", keys=keys) if own else tr("None yet.")

    def _card(self, desk: PanelContext, scene: SceneSummary, size: tuple[float, float]) -> None:
        """Build the card of a scene: a click opens it, its star makes it a favourite."""
        theme, em, ink = desk.theme, desk.theme.em, imgui.get_window_draw_list()
        corner, (width, picture) = imgui.get_cursor_screen_pos(), size
        whole = imgui.ImVec2(width, picture + CAPTION * em)
        imgui.set_next_item_allow_overlap()
        pressed = pressed_area(f"card {scene.name}", whole)
        BOXES.control(Path(scene.name).stem)
        if not imgui.is_item_visible():
            return
        hovered = imgui.is_item_hovered()
        present = Path(scene.name).stem == desk.session.scene.name
        high = imgui.ImVec2(corner.x + width, corner.y + whole.y)
        ink.add_rect_filled(corner, high, packed(Tone.FIELD_HOVERED if hovered else FIELD), 0.5 * em)
        self._picture(ink, scene, corner, (width, picture), em)
        if hovered or present:
            ink.add_rect(corner, high, packed(ACCENT), 0.5 * em, thickness=(0.12 if hovered else 0.07) * em)
        if hovered:
            self._shown = scene
        left, y, room = corner.x + 0.5 * em, corner.y + picture + 0.4 * em, width - 0.9 * em
        lines = wrapped(tr(scene.title), room, theme.regular, em)
        ink.add_text(imgui.ImVec2(round(left), round(y)), packed(INK), fitted(lines[0], room))
        y = round(y + 1.15 * em)
        if len(lines) > 1:
            ink.add_text(imgui.ImVec2(round(left), y), packed(INK), fitted(" ".join(lines[1:]), room - 1.8 * em))
        else:
            second = tr(scene.note if scene.family == SAVED else scene.family)
            with font(theme.regular, SMALL_SIZE):
                ink.add_text(imgui.ImVec2(round(left), y), packed(DIM), fitted(second, room - 1.8 * em))
        imgui.set_cursor_screen_pos(imgui.ImVec2(high.x - 2.0 * em, high.y - 1.95 * em))
        chosen = scene.name in desk.marks.favourites
        words = tr("no longer a favourite") if chosen else tr("favourite")
        if icon_button(f"star {scene.name}", Icon.STAR, words, theme, AMBER if chosen else DIM, side=1.8 * em):
            desk.toggle_favourite(scene.name)
        elif pressed:
            self._open(desk, scene.name)
        if chosen:
            draw_star(ink, high.x - 1.1 * em, high.y - 1.05 * em, em, packed(AMBER))

    def _picture(
        self, ink: imgui.ImDrawList, scene: SceneSummary, corner: imgui.ImVec2, size: tuple[float, float], em: float
    ) -> None:
        """Draw the picture of a scene, or an icon where there is none."""
        high = imgui.ImVec2(corner.x + size[0], corner.y + size[1])
        texture = self._pictures.of(scene.name)
        if texture is not None:
            ends = imgui.ImVec2(0.0, 0.0), imgui.ImVec2(1.0, 1.0)
            corners = imgui.ImDrawFlags_.round_top.value
            ink.add_image_rounded(texture, corner, high, *ends, 0xFFFFFFFF, 0.5 * em, corners)
            return
        icon = Icon.FILE if scene.family == SAVED else category_of(scene).icon
        draw_icon(ink, icon, (corner.x + high.x) / 2, (corner.y + high.y) / 2, 2.5 * em, packed(DIM))

    def _details(self, theme: Theme) -> None:
        """Build what the scene under the pointer is."""
        scene = self._shown
        if scene is None:
            small(tr("Point at a scene to read what it shows; a click opens it."), theme)
            return
        em, corner, ink = theme.em, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        width = imgui.get_content_region_avail().x
        self._picture(ink, scene, corner, (width, width * PICTURE / CARD), em)
        imgui.dummy(imgui.ImVec2(width, width * PICTURE / CARD))
        with font(theme.medium):
            imgui.push_text_wrap_pos(0.0)
            imgui.text_unformatted(tr(scene.title))
            imgui.pop_text_wrap_pos()
        small(tr(scene.family), theme)
        if scene.note:
            prose(tr(scene.note), width, packed(INK), theme.regular, em)

    def _open(self, desk: PanelContext, name: str) -> None:
        """Open a scene, and close the browser."""
        desk.ask(SceneRequest(name))
        desk.ask(Action.SCENES)
