from __future__ import annotations

import math

import numpy as np
import pytest
from msgspec.structs import replace

from game import scenefile
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action, PointerMotion
from game.model.messages import InterfaceStatus
from game.model.panel_layout import PanelState
from game.session import actions, edits
from game.session.past.drifts import DriftCurves
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.readings.value_rows import turns_text
from game.ui.symbol_links import mentioned
from game.ui.widgets.theme import DRIFTS
from physics.core.units import ANGLE_UNITS, in_unit

SIZE = (1280, 1000)
SYMBOLS, MEANINGS = 1016.0, 1070.0
"""Points in these columns."""
ALL_OPEN = PanelState(sections=dict.fromkeys(("State", "Derived", "Others"), True))


def frames(interface: Interface, count: int = 4, seconds: float = 1 / 60) -> None:
    for _ in range(count):
        interface.frame(SIZE, seconds, InterfaceStatus())


@pytest.mark.parametrize("x", [SYMBOLS, MEANINGS])
def test_a_reading_shows_its_full_meaning_in_its_tooltip(x: float, tooltips: list[str]) -> None:
    session = Session(scenefile.load("flipping-tippe-top"))
    interface = Interface(session, resources.path("assets/fonts"), panels=ALL_OPEN)
    try:
        for y in range(50, 880, 11):
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
    before = interface.panels.hud.values.number("energy", 0.0905512, "J")[0]
    while session.simulation.divergence is None:
        session.simulation.advance(1)
        frames(interface, 1)
    interface.panels.hud.values.number("energy", 1e12, "J")
    actions.perform(session, Action.RESET)
    session.pause(True)
    frames(interface)
    assert interface.panels.hud.values.number("energy", 0.0905512, "J")[0] == before == "0.0906"


def test_a_value_that_is_only_rounding_is_zero_and_says_so(tooltips: list[str]) -> None:
    """The gyroscope's a·(ω×L) would flicker between 0 and some 1e-18 J."""
    session = Session(scenefile.load("fast-cone"))
    interface = Interface(session, resources.path("assets/fonts"))
    try:
        for _ in range(5):
            session.simulation.advance(37)
            for y in range(170, 230, 9):
                interface.feed(PointerMotion(SYMBOLS, float(y), 0, 0))
                frames(interface, 5, 0.1)
            assert interface.panels.hud.values.number("coplanarity", 0.0, "J")[0] == "0"
        assert any("(coplanarity)\nnot above its rounding, " in words for words in tooltips)
        assert not any(words.endswith("(coplanarity)") for words in tooltips)
    finally:
        interface.close()


def test_drift_states_have_shapes_and_words_that_explain_themselves(tooltips: list[str]) -> None:
    assert len({band.shape for band in DRIFTS}) == len({band.word for band in DRIFTS}) == len(DRIFTS)
    session = Session(scenefile.load("fast-cone"))
    interface = Interface(session, resources.path("assets/fonts"))
    try:
        session.simulation.advance(300)
        for x in (1100.0, 1220.0):
            interface.feed(PointerMotion(x, 90.0, 0, 0))
            frames(interface, 5, 0.1)
    finally:
        interface.close()
    explained = [words for words in tooltips if "held: below" in words]
    assert explained and all(word in explained[0] for word in ("close:", "drifts:", "lost:", "dotted"))


def test_sections_fold_and_are_remembered(session: Session, interface: Interface) -> None:
    frames(interface)
    closed = interface.panels.state
    assert not closed.tall and closed.sections == {}
    interface.panels.state = replace(closed, sections={"State": True})
    frames(interface)
    assert interface.settings.panels.tall and interface.settings.panels.sections == {"State": True}
    assert interface.free[2] < 1.0, "the picture is framed beside them"


def test_angles_are_shown_in_degrees_or_as_counted_turns(session: Session) -> None:
    assert turns_text(3.0 * math.tau + math.radians(6.91)) == "3 turns + 6.91"
    assert turns_text(-math.tau - 0.5) == "−1 turn − 28.65"
    assert turns_text(0.5) == "28.65"
    assert in_unit(math.pi, "rad", "deg") == pytest.approx(180.0)
    assert in_unit(math.tau, "rad/s", ANGLE_UNITS["turns"]["rad/s"]) == pytest.approx(1.0)


def test_a_reading_lights_what_it_mentions(session: Session) -> None:
    names = frozenset({"omega", "ω", "ω₃", "L", "weight", "mg", "θ"})
    assert mentioned("L·k", names) == {"L"}
    assert mentioned("θ̇", names) == {"θ"}
    assert "L" in mentioned("a·(ω×L)", names) and "ω" in mentioned("a·(ω×L)", names)


def test_drift_curves_follow_the_run_and_its_past(session: Session) -> None:
    curves, simulation, past = DriftCurves(), session.simulation, session.past
    for _ in range(30):
        session.advance(10**8, 10**6, 10**9)
    for _ in range(200):
        curves.update(past.history, past.now(simulation), simulation.invariants())
    times, drifts = curves.curve("energy")
    assert len(times) == len(drifts) > 3
    assert (np.diff(times) > 0.0).all()
    assert abs(drifts[-1]) == pytest.approx(abs(simulation.invariants()["energy"].drift), abs=1e-12)
