"""Card of a guided tour above the dock, and the choice of a tour."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from imgui_bundle import imgui

from game.learn.prose import spans
from game.learn.tour import RECORDING, TOURS, Step, Tour, tour_file
from game.model import resources
from game.model.input import Action
from game.model.key_bindings import shown_key
from game.model.messages import BookmarkRequest
from game.model.words import tr
from game.ui.learn.card import CardFrame
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import button, small, text, tip, title
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.math.draw import EquationPen
from game.ui.widgets.math.flow import Flow
from game.ui.widgets.theme import ACCENT, DIM, INK, TEAL, TRACK, Theme, packed
from physics import BadInput

WIDTH = 26.5
"""Width of the card [em]."""
PROSE_SIZE = 16.5
LESSON_WIDTH, LESSON_SIZE = 46.0, 28.0
"""Width of the card [em] and size of type of a lesson, which is read from the last row."""
MOST_SAID = 0.5
"""Greatest part of the height of the window that the texts of a step of a lesson take in large type."""
BESIDE_TEXTS = 6.5
"""Height of what else is in the card of a lesson: its head, its buttons, the space around [em]."""
ROOMY = 4.6
"""Height above the lower edge of the card for each tour [em] from which the tours are described below their titles."""
PANELLED = (RECORDING, "find")
"""What *Show me* does of which the panel of comparisons shows the result."""
LEAST_STEP = 0.7
"""Least distance of two of the dots that show the progress [em]; closer ones are left out."""
SETTLES = 2.0
"""Seconds after the beginning of a step in which the camera may still fly to its scene by itself."""


class TourCard:
    """The choice of a tour (choosing), or the tour that is under way; closed, it draws nothing."""

    def __init__(self) -> None:
        self.choosing = False
        self.tour: Tour | None = None
        self._pen: EquationPen | None = None
        self._shown: tuple[Tour, int] | None = None
        self._since = 0.0
        self._said = 0, False
        self._frame = CardFrame("tour", WIDTH)
        self._brief = False
        self._room = 0.0

    def toggle(self) -> None:
        """Open the choice of a tour; close what is open."""
        self.choosing, self.tour = not (self.choosing or self.tour), None

    @property
    def open(self) -> bool:
        """True while the card is drawn."""
        return self.choosing or self.tour is not None

    def enter(self, desk: PanelContext) -> bool:
        """Go on to the next step, as Enter does; return False while the present one waits for what a person does."""
        typing = desk.session.workshop.entry is not None or desk.session.workshop.gesture.typing
        if self.tour is None or typing or not (self.tour.met or self.tour.step.until == "next"):
            return False
        self._go_on(desk, self.tour)
        return True

    def toggle_lesson(self, desk: PanelContext) -> None:
        """Begin the lesson of the scene, or close what is open. Raises BadInput where the scene has none."""
        scene = desk.session.scene
        self.tour = None if self.tour is not None else Tour(scene.name, desk.language, desk.session, scene)
        self.choosing = False
        self._see(desk)

    def turn(self, desk: PanelContext, way: int) -> bool:
        """Go to the next step of a lesson (1), or back (-1), as a presenter's keys do; return False without one."""
        tour = self.tour
        if tour is None or tour.lesson is None:
            return False
        desk.attempt(lambda: self._see(desk, back=way < 0) if tour.turn(way, desk.session) else None)
        return True

    def _see(self, desk: PanelContext, back: bool = False) -> None:
        """Have the camera fly to where the step of a lesson is seen from; back: also where a step before says so."""
        if self.tour is not None and not self.tour.answered:
            view = self.tour.view if back else self.tour.step.view
            if view:
                desk.ask(BookmarkRequest(view))

    def _go_on(self, desk: PanelContext, tour: Tour) -> None:
        """Show the next step, or first its answer; close the card after the last."""
        if tour.lesson is not None and tour.turn(1, desk.session):
            self._see(desk)
        elif tour.last:
            self.tour = None
        else:
            desk.attempt(lambda: tour.go_to(tour.at + 1, desk.session))

    def build(self, desk: PanelContext, middle: float, bottom: float, most: float) -> float:
        """Build the card with its lower edge at `bottom`, at most so wide; return its height with a margin."""
        if not self.open:
            return 0.0
        em = desk.theme.em
        self._brief = bottom < ROOMY * len(TOURS) * em
        self._room = bottom - BESIDE_TEXTS * em
        lesson = self.tour is not None and self.tour.lesson is not None
        self._frame.width = LESSON_WIDTH if lesson else WIDTH
        with self._frame.opened(desk, middle, bottom, most):
            if self._pen is None:
                self._pen = EquationPen(resources.path("assets/fonts"))
            if self.tour is None:
                self._choice(desk)
            else:
                self._step(desk, self.tour, self._pen)
            return self._frame.height(desk)

    def _choice(self, desk: PanelContext) -> None:
        title(tr("Guided tours"), desk.theme)
        self._cross(desk)
        for name in TOURS:
            try:
                file = tour_file(name, desk.language)
            except BadInput as error:
                text(str(error), DIM)
                continue
            if button(file.title, width=-1.0, height=2.0 * desk.theme.em):
                desk.attempt(self._begin(name, desk))
            if self._brief:
                tip(file.about, desk.theme)
            else:
                small(file.about, desk.theme)

    def _begin(self, name: str, desk: PanelContext) -> Callable[[], None]:
        def begin() -> None:
            self.tour, self.choosing = Tour(name, desk.language, desk.session), False

        return begin

    def _step(self, desk: PanelContext, tour: Tour, pen: EquationPen) -> None:
        theme, em = desk.theme, desk.theme.em
        if self._shown != (tour, tour.at):
            self._shown, self._since = (tour, tour.at), imgui.get_time()
        settled = imgui.get_time() - self._since > SETTLES
        tour.notice(desk.session, _direction(desk) if settled else None)
        lesson = tour.lesson is not None
        text(tr(tour.file.title) if lesson else tr("Tour: {title}", title=tour.file.title), ACCENT)
        imgui.same_line()
        text(tr("{step} of {steps}", step=tour.at + 1, steps=len(tour.file.steps)), DIM)
        self._dots(tour, em)
        self._cross(desk)
        step = tour.step
        flow = self._lesson_flow(step, pen, theme) if lesson else Flow(pen, theme, PROSE_SIZE * theme.scale)
        said = ((step.text, INK), (step.question, ACCENT), (step.answer if tour.answered else "", TEAL))
        for words_said, shade in said:
            if words_said:
                flow.build(spans(words_said), packed(shade), imgui.get_content_region_avail().x)
        waits = tour.step.until != "next"
        if waits:
            _state(tour.met, tr("done") if tour.met else tr("waits for you"), em)
        else:
            imgui.dummy(imgui.ImVec2(0.0, imgui.get_frame_height()))
        self._buttons(desk, tour, waits)
        if self._said != (tour.at, tour.answered):
            self._said = tour.at, tour.answered
            imgui.set_scroll_y(imgui.get_cursor_pos_y() if tour.answered else 0.0)

    def _lesson_flow(self, step: Step, pen: EquationPen, theme: Theme) -> Flow:
        """Return what builds the texts of a step: large, smaller where they take too much of the picture."""
        width, room = imgui.get_content_region_avail().x, min(MOST_SAID * imgui.get_io().display_size.y, self._room)
        size = LESSON_SIZE
        while True:
            flow = Flow(pen, theme, size * theme.scale)
            said = sum(flow.height(spans(each), width) for each in (step.text, step.question, step.answer) if each)
            if said <= room or size <= PROSE_SIZE:
                return flow
            size = max(size - 2.0, PROSE_SIZE)

    def _buttons(self, desk: PanelContext, tour: Tour, waits: bool) -> None:
        """Build the buttons at the right end of the last row."""
        session = desk.session
        back, show, following = tr("Back"), tr("Show me"), tr("Next tour")
        forward = tr("Finish") if tour.last else tr("Next") if tour.met or not waits else tr("Skip")
        ended = tour.last and (tour.met or not waits) and tour.lesson is None
        follows = TOURS[TOURS.index(tour.name) + 1 :][:1] if ended else ()
        if tour.lesson is not None and tour.step.answer and not tour.answered:
            forward = tr("Answer")
        names = [back] * (tour.at > 0) + [show] * (waits and not tour.met) + [forward] + [following] * len(follows)
        style = imgui.get_style()
        width = sum(imgui.calc_text_size(name).x + 2 * style.frame_padding.x for name in names)
        left = imgui.get_window_size().x - style.window_padding.x - width - style.item_spacing.x * (len(names) - 1)
        if imgui.get_item_rect_max().x + style.item_spacing.x < imgui.get_window_pos().x + left:
            imgui.same_line()
        imgui.set_cursor_pos_x(max(left, style.window_padding.x))
        for k, name in enumerate(names):
            if k:
                imgui.same_line()
            chosen = name == (following if follows else forward) and (tour.met or not waits)
            pressed = button(name, chosen)
            if name == forward and (tour.met or not waits):
                tip(shown_key("return"), desk.theme)
            if not pressed:
                continue
            if name == back:
                desk.attempt(lambda: tour.go_to(tour.at - 1, session))
                self._see(desk, back=True)
            elif name == show:
                desk.attempt(lambda: tour.show(session))
                if tour.step.show == "camera":
                    desk.ask(BookmarkRequest(2))
                elif tour.step.show in PANELLED and not desk.compare_open:
                    desk.ask(Action.COMPARE)
            elif name == following:
                desk.attempt(self._begin(follows[0], desk))
            else:
                self._go_on(desk, tour)

    def _dots(self, tour: Tour, em: float) -> None:
        """Draw a dot for each step in the present row: those done, the present one long, those to come."""
        ink, corner = imgui.get_window_draw_list(), imgui.get_item_rect_max()
        right = imgui.get_window_pos().x + imgui.get_window_size().x - 3.6 * em
        step = min(0.95 * em, (right - corner.x - em) / max(len(tour.file.steps), 1))
        y = (corner.y + imgui.get_item_rect_min().y) / 2
        if step < LEAST_STEP * em:
            return
        for k in range(len(tour.file.steps)):
            x = right - (len(tour.file.steps) - 1 - k) * step
            shade = packed(ACCENT if k <= tour.at else TRACK)
            if k == tour.at:
                low, high = imgui.ImVec2(x - 0.4 * em, y - 0.18 * em), imgui.ImVec2(x + 0.4 * em, y + 0.18 * em)
                ink.add_rect_filled(low, high, shade, 0.18 * em)
            else:
                ink.add_circle_filled(imgui.ImVec2(x, y), 0.17 * em, shade)

    def _cross(self, desk: PanelContext) -> None:
        """Build the button that closes the card."""
        lesson = self.tour is not None and self.tour.lesson is not None
        if self._frame.crossed(desk, tr("Close the lesson") if lesson else tr("Close the tour")):
            self.tour, self.choosing = None, False


def _state(met: bool, words: str, em: float) -> None:
    """Build the state of a step: a ring while it waits, a tick when it is done."""
    corner, ink, height = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list(), imgui.get_frame_height()
    x, y, shade = corner.x + 0.4 * em, corner.y + height / 2, packed(TEAL if met else DIM)
    if met:
        draw_icon(ink, Icon.CHECK, x, y, em, shade)
    else:
        for k in range(6):
            ink.path_arc_to(imgui.ImVec2(x, y), 0.3 * em, k * 1.0472, k * 1.0472 + 0.6, 4)
            ink.path_stroke(shade, 0.1 * em)
    ink.add_text(imgui.ImVec2(corner.x + em, y - em / 2), shade, words)
    imgui.dummy(imgui.ImVec2(em + imgui.calc_text_size(words).x, height))


def _direction(desk: PanelContext) -> bytes | None:
    """Return in which direction the first picture is seen, rounded, or None without a picture."""
    if not desk.status.scenes:
        return None
    return np.round(np.asarray(desk.status.scenes[0].view.view)[:3, :3], 2).tobytes()
