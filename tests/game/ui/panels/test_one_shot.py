"""The interface for a machine that is to be fired."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from game import scenefile
from game.model import resources
from game.model.input import Action
from game.model.messages import InterfaceStatus
from game.session import actions, advancing
from game.session.session import Session
from game.ui.interface import Interface
from tests.game.ui.panel_driver import assert_nothing_is_clipped, click, frames, panels

SECOND = 1_000_000_000


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("trebuchet"))


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All texts that are drawn."""
    words: list[str] = []
    write = imgui.text_unformatted
    monkeypatch.setattr(imgui, "text_unformatted", lambda text: (words.append(text), write(text))[1])
    return words


@pytest.fixture
def interface(said: list[str], session: Session) -> Iterator[Interface]:
    made = Interface(session, resources.path("assets/fonts"))
    yield made
    made.close()


def test_a_cocked_machine_shows_the_key_that_fires_it(interface: Interface, session: Session, said: list[str]) -> None:
    frames(interface)
    assert "Space: fire" in said
    actions.perform(session, Action.PAUSE)
    advancing.advance(session, SECOND // 10, 1000)
    said.clear()
    frames(interface)
    assert "Space: fire" not in said
    actions.perform(session, Action.PAUSE)
    frames(interface)
    assert "Paused" in said


def test_the_bar_shows_the_speed_of_slow_motion(interface: Interface, session: Session, said: list[str]) -> None:
    frames(interface)
    assert "slow motion" not in said
    actions.perform(session, Action.PAUSE)
    for _ in range(30):
        advancing.advance(session, SECOND // 10, 1000)
    assert session.simulation.time == pytest.approx(0.95, abs=0.06)
    frames(interface)
    assert {"slow", "1/20\u00d7"} <= set(said)
    assert not any(words.startswith("real") for words in said)


def test_the_dock_has_a_slow_motion_button(interface: Interface) -> None:
    interface.report()
    frames(interface)
    left, top, right, bottom = interface.report()["boxes"]["dock/slow motion"]
    click(interface, (left + right) / 2, (top + bottom) / 2)
    assert Action.SLOW_MOTION in interface.requests()


@pytest.mark.parametrize("size", [(640, 400), (1280, 720)])
@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_the_dock_fits_the_window(size: tuple[int, int], scale: float, session: Session) -> None:
    interface = Interface(session, resources.path("assets/fonts"), scale)
    try:
        frames(interface, 3, size, InterfaceStatus(cameras=("orbit", "shot", "machine", "trajectory", "fly", "follow")))
        x0, _, x1, _ = panels()["dock"]
        assert 0 <= x0 < x1 <= size[0]
        assert_nothing_is_clipped()
    finally:
        interface.close()
