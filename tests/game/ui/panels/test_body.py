"""The panel "body and start": its numbers are in the units that the person has chosen."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import pytest
from imgui_bundle import imgui

from game.model import resources
from game.model.input import Button, Key, PointerMotion
from game.model.settings import Settings
from game.session.session import Session
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
        ("-", "must be a number in rad"),
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
