"""The start card: four scenes with their pictures, tours, challenges, any scene, and those that were open last."""

from __future__ import annotations

import random
from functools import cache

from imgui_bundle import imgui

from game.model.input import Action
from game.model.messages import SceneRequest
from game.model.scene_marks import THUMBNAIL_SIZE
from game.model.words import tr
from game.scenefile import SceneSummary, scene_summaries
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, SCROLLING, button, fitted, icon_button, pressed_area, small, title, window
from game.ui.widgets.icons import Icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, INK, Tone, packed
from game.ui.widgets.thumbnails import Thumbnails

SCENES = ("fast-cone", "trebuchet", "double-pendulum-cloud", "flipping-tippe-top")
WIDTH, CAPTION, GAP = 38.0, 1.6, 0.5
"""Width of the card, height of a caption, and space between pictures [em]."""
MOST_RECENT = 3
"""Number of scenes opened last that are offered."""
CHOSEN = random.Random()
"""What chooses a scene by chance."""


class StartCard:
    """The start card; closed, it draws nothing."""

    def __init__(self) -> None:
        self.open = False
        self._pictures = Thumbnails()
        self._height = 0.0

    def toggle(self) -> None:
        """Open or close the card."""
        self.open = not self.open

    def build(self, desk: PanelContext, middle: float, bottom: float, most: float) -> float:
        """Build the card with its lower edge at `bottom`, at most so wide; return its height with a margin."""
        em = desk.theme.em
        width = min(WIDTH * em, most)
        bottom = max(bottom, self._height + 0.5 * em)
        self._pictures.take()
        imgui.set_next_window_pos(imgui.ImVec2(middle, bottom), ALWAYS, imgui.ImVec2(0.5, 1.0))
        imgui.set_next_window_size(imgui.ImVec2(width, 0.0), ALWAYS)
        tallest = imgui.get_io().display_size.y - em
        imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), imgui.ImVec2(width, tallest))
        with window("start", SCROLLING & ~imgui.WindowFlags_.always_auto_resize.value):
            desk.glass.card(desk.theme, ACCENT)
            title(tr("Where to begin"), desk.theme)
            self._cross(desk)
            self._scenes(desk)
            self._ways(desk)
            self._recent(desk)
            self._height = imgui.get_window_size().y
            return self._height + 0.5 * em

    def _scenes(self, desk: PanelContext) -> None:
        """Build the four scenes beside one another, in two rows where they would be small."""
        em, room = desk.theme.em, imgui.get_content_region_avail().x
        columns = 4 if room >= 28.0 * em else 2
        width = (room - (columns - 1) * GAP * em) / columns
        size = imgui.ImVec2(width, width * THUMBNAIL_SIZE[1] / THUMBNAIL_SIZE[0])
        for place, name in enumerate(SCENES):
            if place % columns:
                imgui.same_line(0.0, GAP * em)
            if self._scene(name, size, desk):
                self._show(desk, name)

    def _scene(self, name: str, size: imgui.ImVec2, desk: PanelContext) -> bool:
        """Build the picture of a scene with its title; return whether it was clicked."""
        em, corner, ink = desk.theme.em, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        clicked = pressed_area(f"start {name}", imgui.ImVec2(size.x, size.y + CAPTION * em))
        BOXES.control(name)
        high, texture = imgui.ImVec2(corner.x + size.x, corner.y + size.y), self._pictures.of(name)
        ink.add_rect_filled(corner, high, packed(Tone.FIELD_HOVERED), 0.5 * em)
        if texture is not None:
            ink.add_image_rounded(texture, corner, high, imgui.ImVec2(0, 0), imgui.ImVec2(1, 1), 0xFFFFFFFF, 0.5 * em)
        if imgui.is_item_hovered():
            ink.add_rect(corner, high, packed(ACCENT), 0.5 * em, thickness=0.12 * em)
        words = fitted(tr(_summary(name).title), size.x)
        ink.add_text(imgui.ImVec2(round(corner.x), round(high.y + 0.25 * em)), packed(INK), words)
        return clicked

    def _ways(self, desk: PanelContext) -> None:
        """Build the buttons for tours, challenges, all scenes and any scene."""
        asked = (
            (tr("Guided tours"), Action.GUIDED_TOUR), (tr("Challenges"), Action.CHALLENGES),
            (tr("All scenes"), Action.SCENES),
        )  # fmt: skip
        for place, (words, action) in enumerate(asked):
            if place:
                beside(words)
            if button(words, action is Action.GUIDED_TOUR):
                self.open = False
                desk.ask(action)
        beside(tr("Surprise me"))
        if button(tr("Surprise me")):
            others = [each.name for each in scene_summaries() if each.name != desk.session.scene.name]
            self._show(desk, CHOSEN.choice(others))

    def _recent(self, desk: PanelContext) -> None:
        """Build the scenes that were opened last, where there are any."""
        names = [name for name in desk.marks.recent if name in _summaries() and name != desk.session.scene.name]
        if not names:
            return
        imgui.align_text_to_frame_padding()
        small(tr("Opened last"), desk.theme)
        for name in names[:MOST_RECENT]:
            words = tr(_summary(name).title)
            beside(words)
            if button(words):
                self._show(desk, name)

    def _show(self, desk: PanelContext, name: str) -> None:
        self.open = False
        desk.ask(SceneRequest(name))

    def _cross(self, desk: PanelContext) -> None:
        """Build the button that closes the card, at the right of the present row."""
        side = 1.6 * desk.theme.em
        imgui.same_line(imgui.get_window_size().x - imgui.get_style().window_padding.x - side)
        imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - 0.25 * desk.theme.em)
        if icon_button("close start", Icon.CLOSE, tr("Close"), desk.theme, side=side):
            self.open = False


def beside(words: str) -> None:
    """Place the next button beside the last item where its words have room, else below, at the left."""
    style = imgui.get_style()
    right = imgui.get_window_pos().x + imgui.get_window_size().x - style.window_padding.x
    wide = imgui.calc_text_size(words).x + 2.0 * style.frame_padding.x
    if imgui.get_item_rect_max().x + style.item_spacing.x + wide <= right:
        imgui.same_line()


@cache
def _summaries() -> dict[str, SceneSummary]:
    return {each.name: each for each in scene_summaries()}


def _summary(name: str) -> SceneSummary:
    return _summaries()[name]
