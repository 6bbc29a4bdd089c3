"""Card of a challenge above the dock: its rules, the live score, the result; and the choice of a challenge."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from imgui_bundle import imgui

from game import scenefile
from game.challenges.attempt import LOST, Attempt
from game.challenges.records import ChallengeRecords
from game.learn.prose import spans
from game.model import resources
from game.model.errors import RecordingError
from game.model.input import Action
from game.model.messages import SceneRequest
from game.model.words import later, tr
from game.scenefile import MEDALS, ChallengeSpec, Scene
from game.session import challenge_log
from game.session.session import Session
from game.ui.learn.card import CardFrame, beside
from game.ui.learn.start_card import StartCard
from game.ui.learn.tour_card import TourCard
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import button, small, text, title
from game.ui.widgets.math.draw import EquationPen
from game.ui.widgets.math.flow import Flow
from game.ui.widgets.theme import ACCENT, AMBER, INK, TEAL, packed

WIDTH, PROSE_SIZE, LESSON_SIZE = 30.0, 16.0, 14.5
"""Width of the card [em], sizes of its prose and of what a medal teaches [points]."""
TWO_COLUMNS = 24.0
"""Width from which the challenges stand in two columns [em]."""
MEDAL_WORDS = {"gold": later("gold"), "silver": later("silver"), "bronze": later("bronze")}
WON = {"gold": later("Gold"), "silver": later("Silver"), "bronze": later("Bronze")}


class ChallengeCard:
    """The choice of a challenge (choosing), or that of the scene that is open; closed, it draws nothing.

    kept_in: the folder of what the person has achieved, None: beside the settings.
    """

    def __init__(self) -> None:
        self.choosing = False
        self.kept_in: Path | None = None
        self._pen: EquationPen | None = None
        self._closed: object = None
        self._kept: object = None
        self._best = False
        self._frame = CardFrame("challenge", WIDTH)
        self._records: ChallengeRecords | None = None
        self._scenes: dict[str, Scene] | None = None

    @property
    def records(self) -> ChallengeRecords:
        """What the person has achieved."""
        if self._records is None:
            self._records = ChallengeRecords(self.kept_in)
        return self._records

    def toggle(self, desk: PanelContext) -> None:
        """Open the choice of a challenge; close what is open."""
        if self.is_open(desk):
            self.close(desk)
        else:
            self.choosing = True

    def close(self, desk: PanelContext) -> None:
        """Close the card, which comes again with another challenge."""
        self.choosing, self._closed = False, desk.session.run

    def is_open(self, desk: PanelContext) -> bool:
        """Return whether the card is drawn."""
        run = desk.session.run
        return self.choosing or (run.attempt is not None and self._closed is not run)

    def build(self, desk: PanelContext, middle: float, bottom: float, most: float) -> float:
        """Build the card with its lower edge at `bottom`, at most so wide; return its height with a margin."""
        if not self.is_open(desk):
            return 0.0
        attempt = desk.session.run.attempt
        self._keep(desk, attempt)
        with self._frame.opened(desk, middle, bottom, most):
            if self.choosing or attempt is None:
                self._choice(desk)
            else:
                self._card(desk, attempt)
            return self._frame.height(desk)

    # The choice -----------------------------------------------------------------------------------------

    def _choice(self, desk: PanelContext) -> None:
        title(tr("Challenges"), desk.theme)
        self._cross(desk)
        if self._scenes is None:
            self._scenes = {name: scenefile.read(path) for name, path in scenefile.challenge_files().items()}
        room, gap = imgui.get_content_region_avail().x, imgui.get_style().item_spacing.x
        columns = 2 if room >= TWO_COLUMNS * desk.theme.em else 1
        width = (room - gap * (columns - 1)) / columns
        for k, (name, scene) in enumerate(self._scenes.items()):
            if k % columns:
                imgui.same_line()
            best = self.records.best(scene)
            words = tr(scene.title) if best is None else f"{tr(scene.title)} · {tr(MEDAL_WORDS[best.medal])}"
            if button(words, best is not None, width, 2.0 * desk.theme.em):
                self.choosing, self._closed = False, None
                desk.ask(SceneRequest(name))
        imgui.push_text_wrap_pos(0.0)
        small(tr("A table [challenge] in a scene file makes one of your own."), desk.theme)
        imgui.pop_text_wrap_pos()

    # A challenge ----------------------------------------------------------------------------------------

    def _card(self, desk: PanelContext, attempt: Attempt) -> None:
        if self._pen is None:
            self._pen = EquationPen(resources.path("assets/fonts"))
        scene, theme = attempt.scene, desk.theme
        text(tr("Challenge: {title}", title=tr(scene.title)), ACCENT)
        self._cross(desk)
        room = imgui.get_content_region_avail().x
        if attempt.over:
            self._result(desk, attempt, room)
        elif not attempt.begun:
            Flow(self._pen, theme, PROSE_SIZE * theme.scale).build(spans(tr(attempt.spec.rules)), packed(INK), room)
        fault = challenge_log.fault(desk.session)
        if fault:
            imgui.push_text_wrap_pos(0.0)
            text(tr("This attempt {fault}.", fault=fault), AMBER)
            imgui.pop_text_wrap_pos()
        self._scores(desk, attempt)
        self._buttons(desk, attempt)

    def _result(self, desk: PanelContext, attempt: Attempt, room: float) -> None:
        """Build what has come of an attempt, and with a medal what it teaches."""
        assert attempt.ending is not None and self._pen is not None
        medal = "" if challenge_log.fault(desk.session) else attempt.medal
        if not medal:
            words = tr(attempt.ending.value) if attempt.ending in LOST else tr("No medal this time.")
            text(words)
            return
        said = tr("{medal}, and your best so far", medal=tr(WON[medal])) if self._best else tr(WON[medal])
        text(said, TEAL)
        flow = Flow(self._pen, desk.theme, LESSON_SIZE * desk.theme.scale)
        flow.build(spans(tr(attempt.spec.lesson)), packed(INK), room)

    def _scores(self, desk: PanelContext, attempt: Attempt) -> None:
        """Build the lines of the present score, the best one, and what the medals ask for."""
        spec, best = attempt.spec, self.records.best(attempt.scene)
        now = "–" if math.isnan(attempt.score) else _number(attempt.score, spec)
        said = tr("Score {number}", number=now)
        if best is not None:
            said += "  ·  " + tr("best {number}", number=_number(best.score, spec))
        text(said)
        words = "  ·  ".join(f"{tr(MEDAL_WORDS[name])} {_number(getattr(spec, name), spec)}" for name in MEDALS[::-1])
        small(tr("at least: {medals}" if spec.sense > 0 else "at most: {medals}", medals=words), desk.theme)

    def _buttons(self, desk: PanelContext, attempt: Attempt) -> None:
        """Build what may be done now, in rows."""
        session, offered = desk.session, list[tuple[str, Callable[[], None]]]()
        if attempt.over:
            offered.append((tr("Again"), lambda: _again(session)))
        elif session.simulation.paused:
            offered.append((tr("Begin"), lambda: session.pause(False)))
        if attempt.spec.change and not desk.body_open:
            offered.append((tr("Change one thing"), lambda: desk.ask(Action.BODY)))
        if attempt.over:
            offered.append((tr("Explain"), lambda: desk.ask(Action.EXPLAIN)))
        offered.append((tr("All challenges"), self._choose))
        for place, (words, do) in enumerate(offered):
            if place:
                beside(words)
            if button(words, words in (tr("Again"), tr("Begin"))):
                do()

    def _choose(self) -> None:
        self.choosing = True

    def _keep(self, desk: PanelContext, attempt: Attempt | None) -> None:
        """Keep the result of an attempt once, when it is over."""
        if attempt is None or not attempt.over:
            self._kept = None
            return
        if self._kept is attempt:
            return
        self._kept, self._best = attempt, False
        if not attempt.medal or challenge_log.fault(desk.session):
            return
        try:
            log = challenge_log.proof_bytes(desk.session)
            self._best = self.records.keep(attempt.scene, attempt.score, attempt.medal, log)
        except RecordingError as error:
            desk.warn(error)

    def _cross(self, desk: PanelContext) -> None:
        """Build the button that closes the card."""
        if self._frame.crossed(desk, tr("Close the challenge")):
            self.close(desk)


def _again(session: Session) -> None:
    """Begin another attempt."""
    session.reset()
    session.pause(False)


def _number(score: float, spec: ChallengeSpec) -> str:
    """Return a score with its unit."""
    unit = {"deg": "°"}.get(spec.unit, f" {spec.unit}".rstrip())
    return tr("{number:.4g}", number=score) + unit


def build_cards(
    others: Sequence[StartCard | TourCard],
    challenges: ChallengeCard,
    desk: PanelContext,
    place: tuple[float, float, float],
) -> float:
    """Build the first card that is open, else that of a challenge; return its height with a margin.

    place: the middle of its lower edge, and its greatest width.
    """
    card = next((each for each in others if each.open), challenges)
    return card.build(desk, *place)
