from __future__ import annotations

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from game import scenefile
from game.experiments.outcome_map import PICTURE_SIDE
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action, Button, PointerMotion, Wheel
from game.model.messages import FigureRequest, InterfaceStatus
from game.session import advancing, edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.outcome_map import MapChoices
from physics.studies.outcomes import applicable

SIZE = (1280, 800)


@pytest.fixture
def session() -> Session:
    return Session(scenefile.Scene(system="double-pendulum", name="double-pendulum"))


@pytest.fixture
def interface(session: Session) -> Iterator[Interface]:
    made = Interface(session, resources.path("assets/fonts"))
    yield made
    session.run.beside.forget_map()
    made.close()


def frames(interface: Interface, count: int = 3, size: tuple[int, int] = SIZE):
    for _ in range(count):
        frame = interface.frame(size, 0.3, InterfaceStatus())
    return frame


def click(interface: Interface, name: str) -> None:
    interface.report()
    frames(interface)
    left, top, right, bottom = interface.report()["boxes"][name]
    press(interface, (left + right) / 2, (top + bottom) / 2)


def press(interface: Interface, x: float, y: float) -> None:
    interface.feed(PointerMotion(x, y, 0.0, 0.0))
    frames(interface, 2)
    for down in (True, False):
        interface.feed(Button("left", down, x, y))
        frames(interface, 2)


def plot() -> tuple[float, float, float, float]:
    """Return left, top, width and height of the part of the panel that has the map."""
    windows = imgui.get_current_context().windows
    child = next(each for each in windows if "##map" in each.name and each.was_active and not each.hidden)
    return child.pos.x, child.pos.y, child.size.x, child.size.y


def computed(interface: Interface, session: Session, **choices: object) -> None:
    """Open the panel and compute a small map."""
    if not interface.panels.shows_map:
        interface.act(Action.TUNING)
    frames(interface)
    panel = interface.panels.map
    panel.choices = MapChoices(**{"outcome": panel.choices.outcome, "cells": 8, "seconds": 0.5, **choices})
    session.run.beside.compute_map(panel.request(session))
    assert session.run.beside.outcome_map is not None
    session.run.beside.outcome_map.wait()
    frames(interface)


def test_the_key_opens_the_panel_and_the_buttons_start_and_stop_the_map(interface: Interface, session: Session) -> None:
    assert interface.act(Action.TUNING)
    frames(interface)
    interface.panels.map.choices = MapChoices("flip-time", seconds=100.0, cells=512)
    click(interface, "map/Compute map")
    assert session.run.beside.outcome_map is not None
    click(interface, "map/Cancel")
    session.run.beside.outcome_map.wait()
    assert session.run.beside.outcome_map.progress < 1.0
    assert interface.act(Action.TUNING)
    frames(interface)
    assert not interface.panels.shows_map


def test_a_map_is_drawn_as_a_texture_and_sent_once(interface: Interface, session: Session) -> None:
    interface.act(Action.TUNING)
    panel = interface.panels.map
    frames(interface)
    panel.choices = MapChoices("final", cells=8, seconds=0.1)
    session.run.beside.compute_map(panel.request(session))
    assert session.run.beside.outcome_map is not None
    session.run.beside.outcome_map.wait()
    frame = interface.frame(SIZE, 0.3, InterfaceStatus())
    made = [each for each in frame.textures if each.size == (PICTURE_SIDE, PICTURE_SIDE) and each.pixels is not None]
    assert len(made) == 1
    frames(interface)
    assert not frames(interface).textures


def test_a_click_starts_there(interface: Interface, session: Session) -> None:
    computed(interface, session)
    advancing.advance_frame(session, 60)
    left, top, width, height = plot()
    press(interface, left + 0.55 * width, top + 0.4 * height)
    first = dict(session.simulation.system.initial)
    assert session.simulation.tick == 0 and not session.simulation.paused
    press(interface, left + 0.55 * width + 20, top + 0.4 * height - 30)
    second = dict(session.simulation.system.initial)
    assert second["theta2"] > first["theta2"] and second["theta3"] > first["theta3"]


def test_the_zoomed_view_can_be_computed(interface: Interface, session: Session) -> None:
    computed(interface, session)
    before = session.run.beside.outcome_map
    left, top, width, height = plot()
    interface.feed(PointerMotion(left + 0.5 * width, top + 0.4 * height, 0.0, 0.0))
    for _ in range(4):
        interface.feed(Wheel(0.0, 1.0))
        frames(interface, 2)
    click(interface, "map/Compute this view")
    finer = session.run.beside.outcome_map
    assert finer is not before
    for old, new in ((before.request.across, finer.request.across), (before.request.up, finer.request.up)):
        assert old.low < new.low < new.high < old.high
    finer.wait()


def test_every_outcome_of_every_kind_of_system_can_be_chosen(interface: Interface, session: Session) -> None:
    for name in ("double-pendulum", "heavy-top", "rattleback", "trebuchet"):
        edits.apply(session, Edit("scene", name))
        for outcome in applicable(session.simulation.system):
            if not interface.panels.shows_map:
                interface.act(Action.TUNING)
            interface.panels.map.choices = MapChoices(outcome.name, cells=2, seconds=1.0)
            frames(interface)
            assert interface.panels.map.request(session).chosen.outcome.name == outcome.name
    computed(interface, session)
    frames(interface, size=(400, 600))


def test_a_map_is_saved(interface: Interface, session: Session) -> None:
    computed(interface, session)
    for suffix in (".png", ".npz"):
        click(interface, f"map/{suffix[1:].upper()}")
        wanted = [each for each in interface.requests() if isinstance(each, FigureRequest)]
        assert [each.suffix for each in wanted] == [suffix]
        made = wanted[0].make()
        assert made.plots[0].image is not None and "theta2" in made.arrays()


def test_another_kind_of_system_has_other_choices(interface: Interface, session: Session) -> None:
    computed(interface, session)
    assert [span.name for span in interface.panels.map.spans] == ["theta2", "theta3"]
    edits.apply(session, Edit("scene", "heavy-top"))
    frames(interface)
    assert [span.name for span in interface.panels.map.spans] == ["theta", "phi_dot"]
    assert session.run.beside.outcome_map is None
