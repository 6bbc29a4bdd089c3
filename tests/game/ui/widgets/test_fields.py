from __future__ import annotations

from typing import Any

import pytest
from imgui_bundle import imgui

import physics
from game import scenefile
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action
from game.model.messages import InterfaceStatus
from game.model.panel_layout import PanelState
from game.session import advancing, edits
from game.session.session import Session
from game.ui.backend import Imgui
from game.ui.interface import Interface
from game.ui.layout import title_chip
from game.ui.panels import method, scenes
from game.ui.widgets import basic, fields
from game.ui.widgets.basic import FIXED, window
from game.ui.widgets.fields import choice, labelled
from game.ui.widgets.theme import Theme
from tools.drawn_texts import clipped, recorded

FIELD, LABEL = (200.0, 20.0), (20.0, 20.0)
"""Points over the list and over its name."""
NAME = "by which of the equations of motion, and by which of the many methods"
METHODS = (("short", "Heun", ""), ("long", "Gyroscope by the recipe of the paper", ""), ("symbol", "v_Ax", ""))


def hover(
    context: Imgui, theme: Theme, at: tuple[float, float], chosen: str, symbolic: bool = False, name: str = "method"
) -> None:
    """Keep the pointer at a point of a list with its name."""
    for _ in range(60):
        imgui.get_io().add_mouse_pos_event(*at)
        context.begin((400, 300), 1.0, 1 / 60)
        imgui.set_next_window_pos(imgui.ImVec2(0, 0))
        imgui.set_next_window_size(imgui.ImVec2(300, 200))
        with window("panel", FIXED):
            labelled("", name, theme)
            choice("##list", METHODS, chosen, lambda value: None, theme, "of two kinds", symbolic=symbolic)
        context.end()


@pytest.fixture
def theme(context: Imgui) -> Theme:
    return Theme(resources.path("assets/fonts"))


def test_a_list_shows_a_cut_text_in_its_tooltip(context: Imgui, theme: Theme, tooltips: list[str]) -> None:
    hover(context, theme, FIELD, "long")
    assert set(tooltips) == {"Gyroscope by the recipe of the paper\nof two kinds"}


def test_a_click_hides_the_tooltip_until_the_pointer_moves(
    context: Imgui, theme: Theme, tooltips: list[str]
) -> None:  # fmt: skip
    def rest(x: float) -> bool:
        """Keep the pointer on a button; return whether it had a tooltip."""
        tooltips.clear()
        for _ in range(60):
            imgui.get_io().add_mouse_pos_event(x, 20.0)
            context.begin((400, 300), 1.0, 1 / 60)
            imgui.set_next_window_pos(imgui.ImVec2(0, 0))
            with window("panel", FIXED):
                basic.button("Build", width=100.0)
                basic.tip("build a machine", theme)
            context.end()
        return bool(tooltips)

    assert rest(20.0)
    for down in (True, False):
        imgui.get_io().add_mouse_button_event(0, down)
        assert not rest(20.0)
    assert rest(30.0)


@pytest.mark.parametrize(("chosen", "symbolic"), [("short", False), ("symbol", True)])
def test_a_list_does_not_repeat_a_full_text_in_its_tooltip(
    context: Imgui, theme: Theme, tooltips: list[str], chosen: str, symbolic: bool
) -> None:
    hover(context, theme, FIELD, chosen, symbolic)
    assert set(tooltips) == {"of two kinds"}


def test_a_name_without_room_beside_its_field_stands_above_it(context: Imgui, theme: Theme) -> None:
    with recorded() as texts:
        hover(context, theme, LABEL, "short", name=NAME)
    assert any(text.words == NAME for text in texts), "whole"
    assert clipped(texts) == []


@pytest.mark.parametrize(
    ("system", "name", "words"),
    [
        ("rolling-body", "mass", "mass"),
        ("sliding-body", "mu", "coefficient of friction"),
        ("gimbals", "Ai", ""),
        ("gimbals", "lb", "centre of mass along b"),
        ("free-body", "I1", "moment of inertia about axis 1"),
    ],
)
def test_a_name_that_only_spells_its_symbol_gives_way_to_a_short_meaning(
    context: Imgui, theme: Theme, system: str, name: str, words: str
) -> None:
    context.begin((400, 300), 1.0, 1 / 60)
    assert fields.words_of(physics.system(system).fields[name], theme) == words
    context.end()


@pytest.mark.parametrize(("value", "shown"), [(1.1e-16, 0.0), (-1e-16, 0.0), (1e-12, 1e-12)])
def test_what_rounding_leaves_of_an_angle_is_shown_as_zero(
    context: Imgui, theme: Theme, value: float, shown: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[float] = []
    monkeypatch.setattr(fields, "brief", lambda number: seen.append(number) or str(number))
    psi = next(entry for entry in physics.system("free-body").entries() if entry.name == "psi")
    context.begin((400, 300), 1.0, 1 / 60)
    with window("panel", FIXED):
        fields.initial_row(psi, value, lambda new: None, theme)
    context.end()
    assert seen == [shown]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Texts of names and fields after cutting."""
    words: set[str] = set()
    fitted = basic.fitted

    def seen(whole: str, width: float) -> str:
        words.add(fitted(whole, width))
        return fitted(whole, width)

    def whole_or_cut(ink: imgui.ImDrawList, name: str, *rest: Any, **more: Any) -> bool:
        whole = draw_lines(ink, name, *rest, **more)
        if whole:
            words.add(name)
        return whole

    draw_lines = basic.draw_lines
    for module in (basic, fields, title_chip, scenes):
        monkeypatch.setattr(module, "fitted", seen)
    for module in (basic, fields, method):
        monkeypatch.setattr(module, "draw_lines", whole_or_cut)
    return words


LONGEST, TAKEN = 8, 25
"""Number of scenes whose titles are longest, which are opened, and every how many-th of all is opened, too."""


def test_titles_of_scenes_fit_window_and_cards(session: Session, interface: Interface, shown: set[str]) -> None:
    """In the window those that are longest, and a sample of the others; on cards all."""
    headlines = scenefile.scene_summaries()
    longest = sorted(headlines, key=lambda headline: -len(headline.title))[:LONGEST]
    for headline in {each.name: each for each in (*longest, *headlines[::TAKEN])}.values():
        edits.apply(session, Edit("scene", headline.name))
        interface.frame((1280, 720), 1 / 60, InterfaceStatus())
        assert headline.title in shown
    shown.clear()
    interface.act(Action.SCENES)
    for _ in range(3):
        interface.frame((1280, 5000), 1 / 60, InterfaceStatus())
    for headline in scenefile.scene_summaries():
        whole = headline.title in shown or any(f"{one} {other}" == headline.title for one in shown for other in shown)
        assert whole, f"{headline.title} is in one line or in two"


def test_titles_of_methods_and_formulations_fit_their_fields(
    session: Session, interface: Interface, shown: set[str]
) -> None:
    interface.panels.state = PanelState(open=("body", "method"), pinned=("body",))
    for name in physics.formulations(session.simulation.system):
        edits.apply(session, Edit("formulation", name))
        for each in physics.integrators().values():
            if not each.reason_against(session.simulation.system):
                edits.apply(session, Edit("integrator", each.name))
                interface.frame((1920, 1440), 1 / 60, InterfaceStatus())
                assert {each.title, session.simulation.system.title} <= shown
        edits.apply(session, Edit("integrator", "rk4"))


@pytest.mark.parametrize("links", ["uniform", "tapered", "given"])
def test_a_chain_of_any_length_can_be_set(session: Session, interface: Interface, links: str) -> None:
    edits.apply(session, Edit("scene", scenefile.Scene(system="planar-chain", parameters={"links": links})))
    interface.frame((1280, 720), 1 / 60, InterfaceStatus())
    for name, value in (("count", 5), ("count", 40), ("lengths", "1, 2"), ("friction", "0.1")):
        if name in session.simulation.system.applicable():
            edits.apply(session, Edit("parameter", value, name))
        interface.frame((1280, 720), 1 / 60, InterfaceStatus())
        advancing.advance(session, 20_000_000, 100)
    group = session.simulation.system.groups["theta"]
    edits.apply(session, Edit("initial", [0.1] * len(group), "theta"))
    interface.frame((1280, 720), 1 / 60, InterfaceStatus())
    assert session.simulation.system.initial[group[-1]] == 0.1


def drawn(context: Imgui, theme: Theme, at: tuple[float, float], values: tuple[float, ...]) -> list[tuple[float, ...]]:
    """Return the changes of bars when the pointer is pressed and dragged over them."""
    changes: list[tuple[float, ...]] = []
    members = physics.system("planar-chain").variables[:3]
    for k in range(30):
        imgui.get_io().add_mouse_pos_event(at[0], at[1] - 0.1 * k)
        imgui.get_io().add_mouse_button_event(0, k > 2)
        context.begin((400, 300), 1.0, 1 / 60)
        imgui.set_next_window_pos(imgui.ImVec2(0, 0))
        imgui.set_next_window_size(imgui.ImVec2(300, 200))
        with window("panel", FIXED):
            fields.group_row("theta", members, changes[-1] if changes else values, changes.append, theme)
        context.end()
    return changes


def test_bars_of_signed_numbers_begin_in_the_middle(context: Imgui, theme: Theme) -> None:
    left, middle, right = drawn(context, theme, (30.0, 56.0), (1.0, -1.0, 0.5))[-1]
    assert abs(left) < 1.25
    assert (middle, right) == (-1.0, 0.5)
    low = drawn(context, theme, (280.0, 113.0), (1.0, -1.0, 0.5))[-1]
    assert low[:2] == (1.0, -1.0)
    assert low[2] < -0.8


def test_ctrl_c_while_a_panel_is_built_stays_what_it_is(context: Imgui, theme: Theme) -> None:
    context.begin((400, 300), 1.0, 1 / 60)
    with pytest.raises(KeyboardInterrupt), window("panel", FIXED):
        imgui.begin_child("inside")
        raise KeyboardInterrupt
    imgui.end_child()
    imgui.end()
    context.end()
