from __future__ import annotations

import math

import pytest

import physics
from game import scenefile
from game.model import resources, words
from game.model.edit import Edit
from game.model.input import Action, PointerMotion
from game.model.messages import InterfaceStatus
from game.model.panel_layout import PanelState
from game.session import actions, edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.energy_budget import SOURCES, BarScale, EnergyNumber, EnergyPanel, Share, colored, segments
from game.ui.widgets.theme import Tone
from physics.core.fields import EnergyPart
from tests.game.ui.panel_driver import assert_nothing_is_clipped

SIZE = (1280, 1000)


def opened(name: str, scale: float = 1.0, **changes: object) -> tuple[Session, Interface]:
    session = Session(scenefile.load(name).changed(note="", **changes))
    interface = Interface(
        session, resources.path("assets/fonts"), scale=scale, panels=PanelState(sections={"Energy": True})
    )
    return session, interface


def frames(interface: Interface, count: int = 3, seconds: float = 1 / 60) -> EnergyPanel:
    for _ in range(count):
        interface.frame(SIZE, seconds, InterfaceStatus())
    return interface.panels.hud._energy


def share(name: str, value: float, kind: str = "kinetic") -> Share:
    return Share(EnergyPart(name, "", "", kind), value, Tone.CURVE_1, False)


def test_negative_parts_extend_to_the_left_of_zero() -> None:
    parts = [share("a", 3.0), share("b", -2.0), share("c", 1.0), share("d", -1.0)]
    found = segments(parts, zero=100.0, scale=10.0)
    assert found == {"a": (100.0, 130.0), "b": (80.0, 100.0), "c": (130.0, 140.0), "d": (70.0, 80.0)}


def test_a_bar_keeps_its_largest_extents() -> None:
    extent = BarScale()
    assert extent.hold([2.0, -1.0]) == 3.0
    assert extent.hold([0.5, -3.0]) == 5.0
    assert extent.hold([0.0]) == 5.0
    assert (extent.below, extent.above) == (3.0, 2.0)


def test_an_energy_has_the_unit_of_its_largest_value() -> None:
    number = EnergyNumber()
    assert number(0.03318, 0.0, False) == ("33.18", 5, "mJ")
    assert number(0.00002, 0.0, False) == ("0.02", 4, "mJ")
    assert number(2.3562, 0.0, False)[::2] == ("2.356", "J")
    assert number(0.03318, 0.0, False)[::2] == ("0.033", "J")
    assert number(0.0, 0.0, False)[::2] == ("0", "J")
    assert EnergyNumber()(-1.25e4, 0.0, False)[::2] == ("\u221212.50", "kJ")
    assert EnergyNumber()(3e-12, 0.0, False)[::2] == ("3.0×10⁻¹²", "J")
    assert EnergyNumber()(3e13, 0.0, False)[::2] == ("30.0×10¹²", "J")
    assert EnergyNumber()(math.nan, 0.0, False)[0] == "not finite"


@pytest.mark.parametrize("name", physics.systems())
def test_the_parts_of_a_system_have_different_colours(name: str) -> None:
    system = physics.system(name, {"pouch_mass": 1.0} if name == "trebuchet" else {})
    shares = colored([(part, 1.0) for part in system.energy_parts])
    shades = {share.shade for share in shares}
    assert len(shades) == len(shares)
    works = 1 + sum(part.kind == "work" for part in system.energy_parts)
    assert len(set(SOURCES) - shades) >= works, "a colour for each work that no part has"
    assert [share.part.kind for share in shares if share.hatched] == ["lost"] * any(
        part.kind == "lost" for part in system.energy_parts
    )


@pytest.mark.parametrize(
    ("name", "scale"),
    [
        pytest.param(name, scale, marks=() if k % 4 == 3 * n else pytest.mark.long)
        for k, name in enumerate(("fast-cone", "double-pendulum", "trebuchet", "stirred-chain", "bungee", "chain-50"))
        for n, scale in enumerate((1.0, 2.0))
    ],
)
def test_nothing_is_clipped_in_french(name: str, scale: float) -> None:
    words.use_language("fr")
    session, interface = opened(name, scale)
    try:
        for _ in range(3):
            session.simulation.advance(40)
            frames(interface)
            assert_nothing_is_clipped()
    finally:
        interface.close()
        words.use_language("en")


def test_a_part_that_is_nearly_all_is_taken_out_at_once() -> None:
    _, interface = opened("fast-cone")
    try:
        assert frames(interface)._taken == "spin"
    finally:
        interface.close()


def test_a_part_that_is_nearly_all_for_a_moment_is_not_taken_out() -> None:
    """A pendulum that starts at rest: kinetic energy is nearly all at the lowest point, again and again."""
    start = {"theta_1": 0.5}
    session, interface = opened("triple-pendulum", parameters={"count": 1}, initial=start)
    session.pause(True)
    try:
        kinds = {frames(interface, 1)._largest}
        for _ in range(60):
            session.simulation.advance(20)
            kinds.add(frames(interface, 1)._largest)
            assert frames(interface, 1)._taken == ""
        assert kinds >= {"", "weight"}
        while frames(interface, 1)._largest != "weight":
            session.simulation.advance(5)
        frames(interface, 30, seconds=0.2)
        assert frames(interface, 1)._taken == "weight"
    finally:
        interface.close()


def test_rows_explain_themselves(tooltips: list[str]) -> None:
    session, interface = opened("flipping-tippe-top")
    try:
        session.simulation.advance(400)
        frames(interface)
        said: set[str] = set()
        panel = interface.panels.hud._energy
        for y in range(150, 420, 9):
            interface.feed(PointerMotion(1050.0, float(y), 0, 0))
            frames(interface, 2)
            said.add(panel._next)
        assert {"spin", "precession", "nutation", "translation", "weight", "losses", "drift of the method"} <= said
    finally:
        interface.close()


def test_sources_have_a_bar_where_more_than_the_start_counts() -> None:
    session, interface = opened("fast-cone")
    try:
        assert "drift of the method" not in frames(interface)._seen
        session.simulation.advance(10)
        frames(interface)
        session.simulation.work = 0.5
        assert {"drift of the method", "work of the hand"} <= frames(interface)._seen
        actions.perform(session, Action.RESET)
        assert "drift of the method" not in frames(interface)._seen
        for what, value in (("integrator", "euler"), ("dt", 0.01)):
            edits.apply(session, Edit(what, value))
        session.simulation.advance(100)
        assert abs(session.simulation.energy_budget().drift) > 2.5e-3
        assert "drift of the method" in frames(interface)._seen
    finally:
        interface.close()


@pytest.mark.parametrize("odd", [math.nan, math.inf, 1e308])
def test_a_state_without_values_is_shown(odd: float) -> None:
    session, interface = opened("double-pendulum")
    session.pause(True)
    try:
        panel = EnergyPanel()
        interface.panels.hud._energy = panel
        session.simulation.y[2] = odd
        frames(interface)
    finally:
        interface.close()
