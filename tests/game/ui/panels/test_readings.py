from __future__ import annotations

import pytest

from game import scenefile
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action, PointerMotion
from game.model.messages import InterfaceStatus
from game.model.panel_layout import PanelState
from game.session import actions, edits
from game.session.session import Session
from game.ui.interface import Interface

SIZE = (1280, 1300)
SYMBOLS, MEANINGS = 1016.0, 1070.0
"""Points in these columns."""


def frames(interface: Interface, count: int = 4, seconds: float = 1 / 60) -> None:
    for _ in range(count):
        interface.frame(SIZE, seconds, InterfaceStatus())


@pytest.mark.parametrize("x", [SYMBOLS, MEANINGS])
def test_a_reading_shows_its_full_meaning_in_its_tooltip(x: float, tooltips: list[str]) -> None:
    session = Session(scenefile.load("flipping-tippe-top"))
    interface = Interface(session, resources.path("assets/fonts"), panels=PanelState(readings=True))
    try:
        for y in range(90, 1000, 11):
            interface.feed(PointerMotion(x, float(y), 0, 0))
            frames(interface, 5, 0.1)
        system, entries = session.simulation.system, session.simulation.system.entries()
        derived = [quantity for quantity in system.quantities if quantity.name not in {entry.name for entry in entries}]
        for thing in (*system.invariants, *entries, *derived):
            assert f"{thing.meaning} ({thing.name})" in tooltips
    finally:
        interface.close()


def test_diverged_values_do_not_affect_later_formats(session: Session, interface: Interface) -> None:
    edits.apply(session, Edit("integrator", "euler-cromer"))
    edits.apply(session, Edit("dt", 0.01))
    frames(interface)
    session.pause(True)
    frames(interface)
    before = interface.panels.hud._number("energy", 0.0905512)[0]
    while session.simulation.divergence is None:
        session.simulation.advance(1)
        frames(interface, 1)
    interface.panels.hud._number("energy", 1e12)
    actions.perform(session, Action.RESET)
    session.pause(True)
    frames(interface)
    assert interface.panels.hud._number("energy", 0.0905512)[0] == before == "0.0906"


def test_a_value_that_is_only_rounding_is_zero_and_says_so(tooltips: list[str]) -> None:
    """The gyroscope's a·(ω×L) would flicker between 0 and some 1e-18 J."""
    session = Session(scenefile.load("fast-cone"))
    interface = Interface(session, resources.path("assets/fonts"))
    try:
        for _ in range(5):
            session.simulation.advance(37)
            for y in range(200, 280, 9):
                interface.feed(PointerMotion(SYMBOLS, float(y), 0, 0))
                frames(interface, 5, 0.1)
            assert interface.panels.hud._number("coplanarity", 0.0)[0] == "0"
        assert any("(coplanarity)\nnot above its rounding, " in words for words in tooltips)
        assert not any(words.endswith("(coplanarity)") for words in tooltips)
    finally:
        interface.close()
