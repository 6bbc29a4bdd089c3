from __future__ import annotations

import pytest

from game.model import resources
from game.model.input import Action
from game.model.messages import QualityRequest
from game.session.session import Session
from game.ui.backend import Imgui
from game.ui.panels.context import PanelContext
from game.ui.widgets.theme import Theme


@pytest.fixture
def desk(context: Imgui, session: Session) -> PanelContext:
    return PanelContext(session, Theme(resources.path("assets/fonts")))


def test_an_edit_reaches_the_session(desk: PanelContext) -> None:
    desk.changes("parameter", "mass")(0.07)
    desk.changes("integrator")("newmark")
    desk.changes("setting", "epsilon")(1e-10)
    desk.changes("speed")(0.5)
    assert desk.session.simulation.system.parameters["mass"] == 0.07
    assert desk.session.simulation.integrator.name == "newmark"
    assert desk.session.simulation.settings == {"epsilon": 1e-10}
    assert desk.session.clock.speed == 0.5
    assert desk.toasts == []


def test_a_refused_edit_shows_one_message_and_changes_nothing(desk: PanelContext) -> None:
    before = dict(desk.session.simulation.system.parameters)
    desk.changes("parameter", "mass")(-1.0)
    assert dict(desk.session.simulation.system.parameters) == before
    (toast,) = desk.toasts
    assert toast.warning
    assert "mass" in toast.text
    assert "-1" in toast.text
    assert "\n" not in toast.text


def test_the_same_message_is_shown_once(desk: PanelContext) -> None:
    for _ in range(30):
        desk.changes("dt")(7.0)
    assert len(desk.toasts) == 1


def test_messages_expire(desk: PanelContext) -> None:
    desk.say("a" * 50)
    desk.pass_time(3.7)
    assert desk.toasts
    desk.pass_time(0.2)
    assert not desk.toasts


def test_requests_keep_their_order(desk: PanelContext) -> None:
    desk.ask(Action.RECORD)
    desk.ask(QualityRequest("high"))
    assert desk.requests == [Action.RECORD, QualityRequest("high")]


def test_a_note_replaces_the_last_on_its_topic_for_the_time_to_read_it(
    desk: PanelContext,
) -> None:
    desk.note("one", "a")
    desk.note("two", "b")
    desk.pass_time(0.6)
    desk.note("three", "a")
    assert [toast.text for toast in desk.toasts] == ["three", "two"]
    desk.pass_time(0.7)
    assert [toast.text for toast in desk.toasts] == ["three"]
    desk.note("a " * 90, "a")
    desk.pass_time(8.0)
    assert len(desk.toasts) == 1
