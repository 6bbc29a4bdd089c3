"""The start card: four scenes with their pictures, tours, challenges, any scene, and those that were open last."""

from __future__ import annotations

import math
import random
from functools import cache

from imgui_bundle import imgui
from msgspec.structs import replace

from game.model.input import Action
from game.model.messages import SceneRequest
from game.model.scene_marks import MOVING_RATE, THUMBNAIL_SIZE
from game.model.words import tr
from game.scenefile import SceneSummary, scene_summaries
from game.ui.learn.card import CardFrame, beside
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import button, draw_lines, font, pressed_area, small, tip, title
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, INK, SMALL_SIZE, Tone, packed
from game.ui.widgets.thumbnails import MovingThumbnails, Thumbnails

SCENES = ("fast-cone", "trebuchet", "double-pendulum-cloud", "flipping-tippe-top")
WIDTH, CAPTION, TWO_LINES, GAP = 38.0, 1.6, 2.3, 0.5
"""Width of the card, heights of a caption in one line and in two, and space between pictures [em]."""
MOST_RECENT = 3
"""Number of scenes opened last that are offered."""
CHOSEN = random.Random()
"""What chooses a scene by chance."""


class StartCard:
    """The start card; closed, it draws nothing."""

    def __init__(self) -> None:
        self.open = False
        self._pictures, self._moving = Thumbnails(), MovingThumbnails()
        self._still = False
        self._frame = CardFrame("start", WIDTH)

    def toggle(self) -> None:
        """Open or close the card."""
        self.open = not self.open

    @property
    def change_in(self) -> float:
        """Seconds after which the pictures of the card change by themselves."""
        return 1.0 / MOVING_RATE if self.open and self._moving.ready and not self._still else math.inf

    def build(self, desk: PanelContext, middle: float, bottom: float, most: float) -> float:
        """Build the card with its lower edge at `bottom`, at most so wide; return its height with a margin."""
        self._still = desk.still
        if not desk.settings.start_shown:
            desk.settings = replace(desk.settings, start_shown=True)
        self._pictures.take()
        self._moving.take()
        with self._frame.opened(desk, middle, bottom, most):
            title(tr("Where to begin"), desk.theme)
            if self._frame.crossed(desk, tr("Close")):
                self.open = False
            self._scenes(desk)
            self._ways(desk)
            self._recent(desk)
            return self._frame.height(desk)

    def _scenes(self, desk: PanelContext) -> None:
        """Build the four scenes beside one another, in two rows where they would be small."""
        em, room = desk.theme.em, imgui.get_content_region_avail().x
        columns = 4 if room >= 28.0 * em else 2
        width = (room - (columns - 1) * GAP * em) / columns
        size = imgui.ImVec2(width, width * THUMBNAIL_SIZE[1] / THUMBNAIL_SIZE[0])
        names = (tr(_summary(name).title) for name in SCENES)
        with font(desk.theme.regular, SMALL_SIZE):  # of all, also where some have two lines, which are small
            below = CAPTION if all(imgui.calc_text_size(words).x <= width for words in names) else TWO_LINES
            for place, name in enumerate(SCENES):
                if place % columns:
                    imgui.same_line(0.0, GAP * em)
                if self._scene(name, size, below * em, desk):
                    self._show(desk, name)

    def _scene(self, name: str, size: imgui.ImVec2, below: float, desk: PanelContext) -> bool:
        """Build the picture of a scene with its title, so high [points]; return whether it was clicked."""
        em, corner, ink = desk.theme.em, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        clicked = pressed_area(f"start {name}", imgui.ImVec2(size.x, size.y + below))
        BOXES.control(name)
        high, texture = imgui.ImVec2(corner.x + size.x, corner.y + size.y), self._texture(name)
        ink.add_rect_filled(corner, high, packed(Tone.FIELD_HOVERED), 0.5 * em)
        if texture is not None:
            ink.add_image_rounded(texture, corner, high, imgui.ImVec2(0, 0), imgui.ImVec2(1, 1), 0xFFFFFFFF, 0.5 * em)
        if imgui.is_item_hovered():
            ink.add_rect(corner, high, packed(ACCENT), 0.5 * em, thickness=0.12 * em)
        words, middle = tr(_summary(name).title), high.y + below / 2 + 0.05 * em
        if not draw_lines(ink, words, corner.x, middle, size.x, INK, desk.theme):
            tip(words, desk.theme)
        return clicked

    def _texture(self, name: str) -> imgui.ImTextureRef | None:
        """Return the picture of a scene: the frame that is due, else the one that stands still."""
        found = None if self._still else self._moving.of(name, imgui.get_time())
        return self._pictures.of(name) if found is None else found

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


@cache
def _summaries() -> dict[str, SceneSummary]:
    return {each.name: each for each in scene_summaries()}


def _summary(name: str) -> SceneSummary:
    return _summaries()[name]
