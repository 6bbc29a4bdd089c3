"""Opening of scenes whose looks are made in the background."""

from __future__ import annotations

import pytest

from game import scenefile
from game.app import scene_opening
from game.app.scene_opening import SceneOpening
from game.model.edit import Edit
from game.session import edits
from game.session.next_looks import LookPreparation
from game.session.session import Session
from physics import BadInput


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("gyroscope"))


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def opening(session: Session, said: list[str]) -> SceneOpening:
    return SceneOpening(session, lambda text, about="": said.append(text), lambda name: True)


def ready(session: Session) -> None:
    assert session.looks._wanted is not None
    session.looks._wanted.wait()


def test_the_present_scene_stays_until_the_next_is_prepared(
    opening: SceneOpening, session: Session, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opening.ask("bungee")
    assert said == ["Opening: bungee"] and opening.waits
    ready(session)
    with monkeypatch.context() as patch:
        patch.setattr(LookPreparation, "is_prepared", lambda *_: False)
        opening.go_on()
    assert session.scene.name == "gyroscope" and opening.waits
    opening.go_on()
    assert session.scene.name == "bungee" and not opening.waits
    opening.go_on()
    assert len(session.undo.done) == 1


def test_the_last_scene_asked_for_is_opened(opening: SceneOpening, session: Session) -> None:
    for name in ("bungee", "coin", "wheel"):
        opening.ask(name)
    ready(session)
    opening.go_on()
    assert session.scene.name == "wheel" and len(session.undo.done) == 1


def test_a_scene_opened_meanwhile_stays(opening: SceneOpening, session: Session) -> None:
    opening.ask("bungee")
    edits.apply(session, Edit("scene", "coin"))
    ready(session)
    opening.go_on()
    assert session.scene.name == "coin" and not opening.waits


def test_a_neighbour_opens_without_a_message(opening: SceneOpening, session: Session, said: list[str]) -> None:
    edits.apply(session, Edit("scene", scenefile.presets()[3]))
    session.looks.prepare_next(session.scene.name)
    assert session.looks._next is not None
    session.looks._next.wait()
    opening.ask(scenefile.presets()[4])
    opening.go_on()
    assert session.scene.name == scenefile.presets()[4] and said == []


def test_a_scene_that_cannot_be_opened_is_told_once(opening: SceneOpening, session: Session) -> None:
    opening.ask("no such scene")
    ready(session)
    with pytest.raises(BadInput):
        opening.go_on()
    assert session.scene.name == "gyroscope" and not opening.waits
    opening.go_on()


def test_a_scene_waits_for_its_shaders_but_not_for_ever(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    now, compiled = 100.0, set[str]()
    monkeypatch.setattr(scene_opening.time, "monotonic", lambda: now)
    opening = SceneOpening(session, lambda *_, **__: None, compiled.__contains__)
    opening.ask("coin")
    ready(session)
    opening.go_on()
    assert opening.waits
    compiled.add("coin")
    opening.go_on()
    assert session.scene.name == "coin"
    opening.ask("bungee")
    ready(session)
    now += scene_opening.LONGEST
    opening.go_on()
    assert session.scene.name == "bungee"
