"""The panel "body and start": its numbers are in the units that the person has chosen."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from imgui_bundle import imgui

from game.cli.replay import replay
from game.model import resources
from game.model.input import Button, Key, PointerMotion
from game.model.settings import Settings
from game.session import advancing
from game.session.session import Session
from game.session.undoing import redo, undo
from game.ui.interface import Interface
from tests.game.ui.panel_driver import click, frames, open_body, type_in
from tools.drawn_texts import recorded

CHOSEN = Settings(units={"rad": "°", "rad/s": "°/s", "m": "cm", "kg": "g"})
SIZE = (1280, 1000)


@pytest.fixture
def interface(session: Session) -> Iterator[Interface]:
    made = Interface(session, resources.path("assets/fonts"), settings=CHOSEN)
    open_body(made)
    made.report()
    yield made
    made.close()


def middle(interface: Interface, name: str) -> tuple[float, float]:
    frames(interface, 3, SIZE)
    left, top, right, bottom = interface.report()["boxes"][f"body/{name}"]
    return (left + right) / 2, (top + bottom) / 2


def typed(interface: Interface, name: str, words: str) -> None:
    """Open the number of a row for typing, and type."""
    x, y = middle(interface, name)
    interface.feed(PointerMotion(x, y, 0, 0, ctrl=True))
    frames(interface, 3, SIZE)
    for down in (True, False):
        interface.feed(Button("left", down, x, y, ctrl=True))
        frames(interface, 3, SIZE)
    assert imgui.get_io().want_text_input
    type_in(interface, words)


def shown(interface: Interface) -> list[str]:
    with recorded() as texts:
        frames(interface, 1, SIZE)
    return [text.words for text in texts if text.window.startswith("body")]


def test_parameters_and_starts_are_shown_in_the_units_of_the_readings(session: Session, interface: Interface) -> None:
    session.simulation.set_initial({"theta": math.radians(33.0)})
    session.simulation.set_parameters({"mass": 0.0615})
    words = shown(interface)
    for number, unit in (("33", "°"), ("61.5", "g")):
        assert (number, unit) in pairwise(words)
    assert not {"rad", "rad/s", "kg"} & set(words)


@pytest.mark.parametrize(
    ("name", "words", "value"),
    [
        ("theta", "40", math.radians(40.0)),
        ("theta", "0.5 rad", 0.5),
        ("theta", "40deg", math.radians(40.0)),
        ("mass", "250", 0.25),
        ("mass", "0,2 kg", 0.2),
        ("theta", "pi/3", math.pi / 3),
        ("mass", "+1/4 kg", 0.25),
        ("psi_dot", "−2*pi", -2 * math.pi),
        ("psi_dot", "-600 rpm", -20 * math.pi),
    ],
)
def test_a_typed_number_is_in_the_shown_unit_or_in_its_own(
    session: Session, interface: Interface, name: str, words: str, value: float
) -> None:
    typed(interface, name, words)
    system = session.simulation.system
    assert {**system.parameters, **system.entered()}[name] == pytest.approx(value, rel=1e-15)
    undone = session.undo.done[-1].text.words(interface._desk.units)
    assert undone.endswith({"theta": "°", "psi_dot": "°/s", "mass": " g"}[name])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("200", "200 °: must be from"),
        ("3 kg", "unit 'kg' does not fit"),
        ("-pi/2", "-1.57079632679 rad: must be from"),
        ("-pi", "-3.14159265359 rad: must be from"),
        ("−π/2 °", "-1.57079632679 °: must be from"),
        ("-", "must be a number in °"),
        ("-pi/0", "division by zero"),
        ("1e999", "is too large"),
        ("-pi/2 furlongs", "unit 'furlongs' does not fit"),
    ],
)
def test_what_is_wrong_with_a_typed_number_is_told_in_its_unit(
    session: Session, interface: Interface, words: str, said: str
) -> None:
    before = dict(session.simulation.system.entered())
    typed(interface, "theta", words)
    assert session.simulation.system.entered() == before
    assert said in interface._desk.toasts[-1].text


def test_escape_leaves_a_number_as_it_was(session: Session, interface: Interface) -> None:
    typed(interface, "theta", "")
    assert not session.undo.done, "nothing was typed"
    x, y = middle(interface, "theta")
    click(interface, x, y, ctrl=True)
    interface.feed(Key("left ctrl", False))
    for down in (True, False):
        interface.feed(Key("escape", down))
        frames(interface, 3, SIZE)
    assert not session.undo.done and not imgui.get_io().want_text_input


def test_a_slider_moves_between_bounds_in_the_shown_unit(session: Session, interface: Interface) -> None:
    left, top, right, bottom = (frames(interface, 3, SIZE), interface.report()["boxes"]["body/mass"])[1]
    click(interface, left + 0.75 * (right - left), (top + bottom) / 2)
    mass = session.simulation.system.parameters["mass"]
    assert mass != 0.05 and mass == pytest.approx(float(f"{1e3 * mass:.6g}") * 1e-3, rel=1e-15)
    frames(interface, 3, SIZE)
    assert f"{1e3 * mass:.4g}" in shown(interface)


def ran(session: Session, seconds: float) -> None:
    """Let the motion go on as it is seen for so many seconds."""
    session.pause(False)
    for _ in range(round(60 * seconds)):
        advancing.advance(session, 10**9 // 60, 10**6)


def test_an_initial_value_is_taken_over_at_once_while_little_has_been_seen(
    session: Session, interface: Interface, tmp_path: Path
) -> None:
    began = bytes(session.simulation.y)
    typed(interface, "theta", "40")
    assert session.simulation["theta"] == pytest.approx(math.radians(40)), "the body waits at its new start"
    ran(session, 1.0)
    passed = session.simulation.tick
    assert passed > 100
    typed(interface, "theta", "50")
    assert session.simulation.tick == 0 and session.simulation["theta"] == pytest.approx(math.radians(50))
    assert len(session.undo.done) == 2, "to begin anew is no thing of its own"
    session.past.write(tmp_path / "log", session.simulation)
    assert replay(tmp_path / "log") == 0
    undo(session)
    assert session.simulation.tick == passed and session.simulation.system.initial["theta"] == math.radians(40)
    undo(session)
    assert bytes(session.simulation.y) == began
    redo(session)
    ran(session, 4.0)
    passed = session.simulation.tick
    typed(interface, "theta", "60")
    assert session.simulation.tick == passed and "Changed: takes effect at the next restart." in shown(interface)


def test_a_start_that_is_dragged_moves_the_body_along_and_is_one_change(session: Session, interface: Interface) -> None:
    before, count = session.simulation["theta"], len(session.past.log.entries)
    x, y = middle(interface, "theta")
    places = []
    for step in range(12):
        interface.feed(PointerMotion(x + 4.0 * step, y, 4.0, 0.0))
        if step == 1:
            interface.feed(Button("left", True, x + 4.0, y))
        frames(interface, 1, SIZE)
        session.undo.held = interface.holds
        places.append(session.simulation["theta"])
    interface.feed(Button("left", False, x + 44.0, y))
    frames(interface, 2, SIZE)
    assert places[-1] > places[-4] > before
    assert len(session.undo.done) == 1 and len(session.past.log.entries) == count + 2
