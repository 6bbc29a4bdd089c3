from __future__ import annotations

import pytest
from imgui_bundle import imgui

from game import scenefile
from game.learn.pages import page_of
from game.model.edit import Edit
from game.model.input import Action, PointerMotion, Wheel
from game.model.messages import CopyRequest
from game.session import edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.learn.symbol_tips import names_by_symbol, value_now, value_text
from tests.game.ui.panel_driver import assert_nothing_is_clipped, click, frames
from tests.presets import sample
from tools.drawn_texts import recorded

Box = tuple[float, float, float, float]


@pytest.fixture
def opened(interface: Interface) -> Interface:
    interface.act(Action.EXPLAIN)
    interface.report()
    frames(interface)
    return interface


def box(interface: Interface, name: str) -> Box:
    """Return the box of a control of the panel, which is scrolled until it is visible."""
    interface.feed(PointerMotion(200, 300, 0, 0))
    for _ in range(30):
        frames(interface, 2)
        found = interface.report()["boxes"].get(f"explain/{name}")
        panel = interface.report()["boxes"]["explain"]
        if found and panel[1] < found[1] and found[3] < panel[3]:
            return found
        interface.feed(Wheel(0, -1))
    raise AssertionError(f"{name} is not in the panel")


def press(interface: Interface, name: str) -> None:
    left, top, right, bottom = box(interface, name)
    click(interface, (left + right) / 2, (top + bottom) / 2)


def test_the_key_opens_and_closes_the_panel(interface: Interface) -> None:
    interface.report()
    frames(interface)
    assert "explain" not in interface.report()["boxes"]
    interface.act(Action.EXPLAIN)
    frames(interface)
    assert "explain" in interface.report()["boxes"]
    interface.act(Action.EXPLAIN)
    frames(interface)
    assert "explain" not in interface.report()["boxes"]


def test_things_to_try_are_done_at_a_click(opened: Interface, session: Session) -> None:
    press(opened, "Change to Euler–Cromer and watch E")
    assert session.simulation.integrator.name == "euler-cromer"
    assert opened.panels.explain.chosen is not None
    press(opened, "Spin it twice as fast")
    assert session.simulation.integrator.name == "rk4"
    assert session.simulation["phi_dot"] == 800
    assert opened.report()["messages"] == []


def test_cite_puts_the_reference_on_the_clipboard(opened: Interface) -> None:
    press(opened, "Cite")
    (request,) = opened.requests()
    assert isinstance(request, CopyRequest)
    assert request.text.startswith("J.-C. Chappelier, Simulation de toupies, EPFL 2020")


def test_a_symbol_under_the_pointer_says_what_it_is(opened: Interface, tooltips: list[str]) -> None:
    assert not tooltips
    for y in (164, 182):
        for x in range(104, 460, 6):
            opened.feed(PointerMotion(x, y, 0, 0))
            frames(opened, 1)
    assert {"precession angle", "mass", "nutation angle"} <= set(tooltips)
    assert "psi" in tooltips


def test_the_page_follows_scene_and_formulation(opened: Interface, session: Session) -> None:
    panel = opened.panels.explain
    assert panel._page == page_of("fast-cone", "gyroscope", "en")
    edits.apply(session, Edit("formulation", "heavy-top"))
    frames(opened)
    assert panel._page == page_of("fast-cone", "heavy-top", "en")
    edits.apply(session, Edit("scene", "trebuchet"))
    frames(opened)
    assert panel._page == page_of("trebuchet", "trebuchet", "en")
    assert panel.chosen is None


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_nothing_is_cut_off(opened: Interface, session: Session, language: str, scale: float) -> None:
    opened._desk.language = language
    opened.look = type(opened.look)(opened.look.theme, scale)
    for name in ("double-pendulum", "paper-rolling-top", "trebuchet"):
        edits.apply(session, Edit("scene", name))
        frames(opened, 4, size=(int(1280 * scale), int(720 * scale)))
        assert_nothing_is_clipped()


def test_an_unknown_language_is_said_and_nothing_raises(opened: Interface) -> None:
    opened._desk.language = "xx"
    frames(opened)
    assert "language = 'xx'" in opened.panels.explain._problem


def test_present_values_of_all_kinds_of_quantities(session: Session) -> None:
    simulation = session.simulation
    assert value_now(simulation, "phi_dot") == 400
    assert value_now(simulation, "mass") == simulation.system.parameters["mass"]
    assert value_now(simulation, "energy") == pytest.approx(simulation.invariants()["energy"].value)
    assert value_now(simulation, "nothing") != value_now(simulation, "nothing"), "NaN"
    names = names_by_symbol(simulation.system)
    assert (names["θ"], names["m"], names["E"]) == ("theta", "mass", "energy")
    theta = next(variable for variable in simulation.system.variables if variable.name == "theta")
    assert value_text(theta, 0.5) == "0.5 rad = 28.648°"


@pytest.mark.parametrize(
    "presets", [sorted(sample()), pytest.param(scenefile.presets(), marks=pytest.mark.long)], ids=["sample", "all"]
)
def test_all_presets_can_be_shown_in_both_languages(presets: list[str], opened: Interface, session: Session) -> None:
    for k, name in enumerate(presets):
        if scenefile.load(name).ensemble.copies:
            continue
        opened._desk.language = ("en", "fr")[k % 2]
        edits.apply(session, Edit("scene", name))
        frames(opened, 1)
        assert opened.panels.explain._page and not opened.panels.explain._problem
        assert imgui.get_io().display_size.x == 1280


def test_equations_of_ones_own_are_shown_with_what_was_found_in_them(opened: Interface, session: Session) -> None:
    given = {
        "equations": "lagrangian = ½*m*(x'² + y'²) - ½*k*abs(x)^3\nforce x = sin(t)*c",
        "variables": {"x": {"unit": "m", "start": 1}, "y": {"unit": "m"}},
        "parameters": {"m": "1 kg", "k": "1 N/m", "c": "1 m"},
    }
    edits.apply(session, Edit("scene", scenefile.Scene(system="equations", parameters={"equations": given})))
    with recorded() as drawn:
        frames(opened, 3)
    said = " ".join(each.words for each in drawn)
    for part in ("force x = sin(t)*c", "kept: momentum of y, on which nothing depends", "a sum needs one unit",
                 "abs in the equations: crossing it costs order"):  # fmt: skip
        assert part in said, said
