"""The explanation of the scene: what is seen, equations, what to try, source."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from imgui_bundle import imgui

from game.learn import trial
from game.learn.page import EQUATIONS, HEADINGS, SOURCE, TRY, Block, Equation, Page, Paragraph
from game.learn.pages import page_of
from game.learn.trial import Trial
from game.model import resources
from game.model.equations.layout import Region
from game.model.equations.parse import EquationError
from game.model.input import Action
from game.model.messages import CopyRequest
from game.model.words import tr
from game.scenefile import load, presets
from game.ui.learn.symbol_tips import build_symbol_tips, declared, names_by_symbol, value_now, value_text
from game.ui.learn.trial_buttons import build_trial
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import button, font, small, text, tip
from game.ui.widgets.drift_state import draw_state
from game.ui.widgets.math.draw import EquationPen
from game.ui.widgets.math.flow import Flow
from game.ui.widgets.number_text import drift_text
from game.ui.widgets.symbols import draw_math, draw_symbol, math_size, symbol_size
from game.ui.widgets.theme import AMBER, DIM, FAINT, INK, SMALL_SIZE, drift_color, packed
from physics import BadInput

PROSE_SIZE, EQUATION_SIZE = 16.5, 17.0
"""Heights of prose and equations at scale 1 [points]."""
GAP = 0.5
"""Space between equations [em]."""
EQUATIONS_OF_ONES_OWN = "equations"
"""The name of the system, and of its parameter, whose equations are a text."""
INDENT = 0.6
"""Indent of equations [em]."""


class ExplainPanel:
    """The panel of explanations, built into a window of any width.

    chosen: the thing to try that was begun last, whose quantities are shown below it.
    """

    def __init__(self) -> None:
        self._pen: EquationPen | None = None
        self._key: tuple[str, str, str] = ("", "", "")
        self._page: Page | None = None
        self._problem = ""
        self.chosen: Trial | None = None

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        self._find(desk)
        if self._page is None:
            text(self._problem or tr("This system has no explanation yet."), AMBER if self._problem else DIM)
            return
        if self._pen is None:
            self._pen = EquationPen(resources.path("assets/fonts"))
        self._pen.use(names_by_symbol(desk.session.simulation.system))
        try:
            regions = self._sections(desk, self._page)
        except EquationError as error:
            text(tr("equation: {problem}", problem=str(error)), AMBER)
            return
        build_symbol_tips(regions, desk.session.simulation, desk.theme)

    def _find(self, desk: PanelContext) -> None:
        """Read the page of the scene, if it is another one than in the last frame."""
        session = desk.session
        key = session.scene.name, session.simulation.system.name, desk.language
        if key == self._key:
            return
        if key[0] != self._key[0]:
            self.chosen = None
        self._key, self._page, self._problem = key, None, ""
        try:
            self._page = page_of(*key)
        except BadInput as error:
            self._problem = tr(str(error))

    def _sections(self, desk: PanelContext, page: Page) -> list[Region]:
        """Build all sections; return the places of symbols."""
        theme, size = desk.theme, PROSE_SIZE * desk.theme.scale
        width = imgui.get_content_region_avail().x
        flow = Flow(self._drawing, theme, size)
        small = Flow(self._drawing, theme, SMALL_SIZE * theme.scale)
        headings = HEADINGS[desk.language]
        regions = self._blocks(page.see, flow, desk, width)
        if page.equations:
            self._heading(headings[EQUATIONS], desk)
            regions += self._blocks(page.equations, small, desk, width)
        self._own_equations(desk)
        if page.trials:
            self._heading(headings[TRY], desk)
            for each in page.trials:
                regions += self._trial(each, desk, width)
        if page.source:
            self._heading(headings[SOURCE], desk)
            self._source(page, small, desk, width)
        return regions

    @property
    def _drawing(self) -> EquationPen:
        assert self._pen is not None
        return self._pen

    def _blocks(self, blocks: Sequence[Block], flow: Flow, desk: PanelContext, width: float) -> list[Region]:
        regions: list[Region] = []
        for block in blocks:
            match block:
                case Paragraph(spans=pieces):
                    regions += flow.build(pieces, packed(INK), width)
                case Equation():
                    regions += self._equation(block, desk, width)
        return regions

    def _equation(self, equation: Equation, desk: PanelContext, width: float) -> list[Region]:
        """Build an equation with its number at the right edge."""
        theme, pen = desk.theme, self._drawing
        em, size = theme.em, EQUATION_SIZE * theme.scale
        corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        number = f"({equation.number})" if equation.number else ""
        small = SMALL_SIZE * theme.scale
        room = symbol_size(number, theme.regular, small)[0] + 0.6 * em if number else 0.0
        y, regions = corner.y + GAP * em / 2, []
        for box in pen.lines(equation.text, size, width - INDENT * em - room):
            base = y + box.above
            regions += pen.draw(ink, box, corner.x + INDENT * em, base, packed(INK))
            y = base + box.below + 0.3 * em
        if number:
            left = corner.x + width - room + 0.6 * em
            draw_symbol(ink, (round(left), round(base - 0.8 * small)), number, packed(DIM), theme.regular, small)
        imgui.dummy(imgui.ImVec2(width, y - corner.y + GAP * em / 2 - 0.3 * em))
        return regions

    def _own_equations(self, desk: PanelContext) -> None:
        """Build the equations of the scene as they are written, and what has been found in them."""
        system, theme = desk.session.simulation.system, desk.theme
        if system.name == EQUATIONS_OF_ONES_OWN:
            self._heading(tr("As the scene has them"), desk)
            for line in json.loads(system.parameters[system.name])[system.name].strip().splitlines():
                small(line, theme, INK)
            self._heading(tr("Found in them"), desk)
            for each in system.invariants:
                small(tr("kept: {what}", what=tr(each.meaning)), theme)
            if not system.invariants:
                small(tr("nothing that the motion keeps"), theme)
        for line in system.warnings:
            small(tr(line), theme, AMBER)
        for line in system.notes:
            small(tr(line), theme)

    def _heading(self, words: str, desk: PanelContext) -> None:
        em, corner, width = desk.theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        line = corner.y + 0.3 * em
        imgui.get_window_draw_list().add_line(
            imgui.ImVec2(corner.x, line), imgui.ImVec2(corner.x + width, line), packed(FAINT)
        )
        imgui.dummy(imgui.ImVec2(0.0, 0.35 * em))
        with font(desk.theme.medium):
            text(words)

    def _trial(self, each: Trial, desk: PanelContext, width: float) -> list[Region]:
        """Build a thing to try, and below it the quantities that it says to watch once it was begun."""
        if build_trial(each, self._drawing, desk, width, each is self.chosen):
            desk.attempt(self._begin(each, desk))
        if each is not self.chosen:
            return []
        for name in each.all("watch"):
            self._watch(name, desk)
        return []

    def _begin(self, each: Trial, desk: PanelContext) -> Callable[[], None]:
        def begin() -> None:
            session = desk.session
            name = session.scene.name
            trial.begin(session, load(name) if name in presets() else session.scene, each)
            self.chosen = each

        return begin

    def _watch(self, name: str, desk: PanelContext) -> None:
        """Build a row with the present value of a quantity, and the drift of an invariant."""
        simulation, theme = desk.session.simulation, desk.theme
        thing = declared(simulation.system).get(name)
        if thing is None:
            return
        em, corner, ink = theme.em, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        imgui.dummy(imgui.ImVec2(imgui.get_content_region_avail().x, 1.2 * em))
        symbol = thing.symbol or thing.name
        draw_math(ink, (corner.x + 0.6 * em, corner.y), symbol, packed(INK), theme.math, em)
        left = corner.x + 0.6 * em + max(math_size(symbol, theme.math, em) + 0.6 * em, 2.4 * em)
        words = value_text(thing, value_now(simulation, name))
        ink.add_text(imgui.ImVec2(round(left), corner.y), packed(INK), words)
        drifts = simulation.invariants()
        if name in drifts:
            drift = drifts[name].drift
            band = drift_color(drift)
            said, right = f"{drift_text(drift)}  {tr(band.word)}", corner.x + imgui.get_content_region_avail().x
            draw_state(ink, band, right, corner.y + 0.06 * em, theme, said)

    def _source(self, page: Page, flow: Flow, desk: PanelContext, width: float) -> None:
        for block in page.source:
            if isinstance(block, Paragraph):
                flow.build(block.spans, packed(DIM), width)
        if button(tr("Cite")):
            desk.ask(CopyRequest(page.reference))
        tip(tr("copy the reference"), desk.theme)
        imgui.same_line()
        if button(tr("Guided tours")):
            desk.ask(Action.GUIDED_TOUR)
