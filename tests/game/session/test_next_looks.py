"""Looks of neighbouring presets, made ahead."""

from __future__ import annotations

from typing import Any

import pytest

from game import scenefile
from game.looks import look_for
from game.model.edit import Edit
from game.model.input import Action
from game.session import actions, edits, next_looks
from game.session.next_looks import NextLooks, neighbours
from game.session.session import Session

NAMES = scenefile.presets()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Systems whose looks the session itself has to make."""
    found: list[str] = []

    def made(system: Any, *before: Any) -> Any:
        found.append(system.name)
        return look_for(system, *before)

    monkeypatch.setattr(next_looks, "look_for", made)
    return found


@pytest.mark.parametrize("step", [Action.NEXT_SCENE, Action.PREVIOUS_SCENE])
def test_a_neighbour_opens_with_the_look_made_ahead(step: Action, asked: list[str]) -> None:
    session = Session(scenefile.load("gyroscope"))
    session.looks.prepare_next(session.scene.name)
    assert session.looks._next is not None
    session.looks._next.wait()
    asked.clear()
    actions.perform(session, step)
    assert asked == []
    fresh = look_for(session.simulation.system)
    assert type(session.look) is type(fresh)
    assert session.look.fits(session.simulation.system)
    actions.perform(session, step)
    assert asked == [session.simulation.system.name], "that one is no neighbour of the first"


def test_a_look_is_for_an_equal_system_and_handed_out_once() -> None:
    following = NAMES[(NAMES.index("gyroscope") + 1) % len(NAMES)] if "gyroscope" in NAMES else NAMES[0]
    ahead = NextLooks(neighbours("gyroscope"))
    ahead.wait()
    system = scenefile.load(following).simulation().system
    first = next(iter(system.variables)).name
    assert ahead.look_of(system.replace(initial={first: system.entered()[first] + 0.01})) is None
    assert ahead.look_of(system) is not None
    assert ahead.look_of(system) is None


def test_nothing_more_is_made_once_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead: list[NextLooks] = []

    def cancelled(name: str) -> Any:
        while not ahead:
            pass
        ahead[0].cancel()
        return scenefile.read(scenefile.loading.path_of(name))  # type: ignore[arg-type]

    monkeypatch.setattr(next_looks.scenefile, "load", cancelled)
    ahead.append(NextLooks(neighbours(NAMES[3])))
    ahead[0].wait()
    assert len(ahead[0]._made) == 1


def test_any_scene_is_prepared_when_it_is_asked_for(asked: list[str]) -> None:
    session = Session(scenefile.load("gyroscope"))
    assert not session.looks.prepare("bungee")
    assert session.looks._wanted is not None
    session.looks._wanted.wait()
    assert session.looks.prepare("bungee"), "nothing is made twice"
    asked.clear()
    edits.apply(session, Edit("scene", "bungee"))
    assert asked == []
    assert not session.looks.is_prepared("bungee"), "its look has been handed out"


def test_a_scene_that_cannot_be_opened_counts_as_prepared() -> None:
    session = Session(scenefile.load("gyroscope"))
    session.looks.prepare("no such scene")
    assert session.looks._wanted is not None
    session.looks._wanted.wait()
    assert session.looks.is_prepared("no such scene")
