from __future__ import annotations

import math
from typing import Any

import pytest
from imgui_bundle import imgui

from game import scenefile
from game.camera.rig import CameraRig
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action, PointerMotion
from game.model.messages import InterfaceStatus
from game.model.panel_layout import PanelState
from game.model.settings import Settings
from game.session import actions, edits
from game.session.compose import compose_frames
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.readings.value_rows import turns_text
from game.ui.panels.report import ReportPanel
from tests.game.ui.panel_driver import click
from tools.drawn_texts import recorded

SIZE = (1280, 1000)
FIRST = (1280, 720)
ALL = dict.fromkeys(("State", "Derived", "Others"), True)
SYMBOLS, MEANINGS = 1016.0, 1070.0
"""Points in these columns."""


def frames(interface: Interface, count: int = 4, seconds: float = 1 / 60, size: tuple[int, int] = SIZE) -> None:
    for _ in range(count):
        interface.frame(size, seconds, InterfaceStatus())


def boxes(interface: Interface, size: tuple[int, int] = FIRST) -> dict[str, tuple[float, float, float, float]]:
    interface.report()
    frames(interface, 3, size=size)
    return interface.report()["boxes"]


def press(interface: Interface, name: str) -> None:
    left, top, right, bottom = boxes(interface)[f"readings/{name}"]
    click(interface, (left + right) / 2, (top + bottom) / 2)


@pytest.mark.parametrize("x", [SYMBOLS, MEANINGS])
def test_a_reading_shows_its_full_meaning_in_its_tooltip(x: float, tooltips: list[str]) -> None:
    session = Session(scenefile.load("flipping-tippe-top"))
    interface = Interface(session, resources.path("assets/fonts"), panels=PanelState(sections=ALL))
    try:
        for y in range(64, 1300, 12):
            interface.feed(PointerMotion(x, float(y), 0, 0))
            frames(interface, 3, 0.3, (1280, 1500))
        system, entries = session.simulation.system, session.simulation.system.entries()
        derived = [quantity for quantity in system.quantities if quantity.name not in {entry.name for entry in entries}]
        said = {words.partition("\n")[0] for words in tooltips}
        for thing in (*system.invariants, *entries, *derived):
            assert f"{thing.meaning} ({thing.name})" in said
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


def test_a_number_typed_by_mistake_and_corrected_costs_no_digits(session: Session, interface: Interface) -> None:
    mass = session.simulation.system.parameters["mass"]

    def energy() -> str:
        frames(interface)
        return interface.panels.hud.values.number("energy", 0.0905512, "J")[0]

    session.pause(True)
    before = energy()
    for wrong, right in (("mass", mass), ("gravity", 9.81)):
        edits.apply(session, Edit("parameter", 100.0, wrong))
        interface.panels.hud.values.number("energy", 1e4, "J")
        edits.apply(session, Edit("parameter", right, wrong))
        assert energy() == before == "0.0906"
    session.simulation.advance(1)
    frames(interface, 1)
    interface.panels.hud.values.number("energy", 1e4, "J")
    actions.perform(session, Action.RESET)
    session.pause(True)
    assert energy() == before


def test_a_value_that_is_only_rounding_is_zero_and_says_so(tooltips: list[str]) -> None:
    """The gyroscope's a·(ω×L) would flicker between 0 and some 1e-18 J."""
    session = Session(scenefile.load("fast-cone"))
    interface = Interface(session, resources.path("assets/fonts"))
    try:
        for _ in range(5):
            session.simulation.advance(37)
            for y in range(180, 210, 9):
                interface.feed(PointerMotion(SYMBOLS, float(y), 0, 0))
                frames(interface, 5, 0.1)
            assert interface.panels.hud.values.number("coplanarity", 0.0, "J")[0] == "0"
        assert any("(coplanarity)\nnot above its rounding, " in words for words in tooltips)
        assert not any(words.endswith("(coplanarity)") for words in tooltips)
    finally:
        interface.close()


# Room -------------------------------------------------------------------------------------------------------


def test_the_picture_keeps_three_quarters_of_the_first_window(interface: Interface) -> None:
    covered = [box for name, box in boxes(interface).items() if "/" not in name and not name.startswith("toast")]
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in covered)
    assert area < 0.25 * FIRST[0] * FIRST[1]


def test_the_rest_is_closed_at_first_and_opens_by_its_name(interface: Interface) -> None:
    assert {"readings/State", "readings/Derived", "readings/energy"} <= boxes(interface).keys()
    assert "readings/psi" not in boxes(interface)
    press(interface, "State")
    assert "readings/psi" in boxes(interface)
    assert interface.panel_state.sections == {"State": True}
    press(interface, "State")
    assert "readings/psi" not in boxes(interface)


def test_the_chevron_folds_the_panel_to_one_line_and_back(interface: Interface) -> None:
    press(interface, "fold")
    _, top, _, bottom = boxes(interface)["readings"]
    assert bottom - top < 50.0
    assert "readings/energy" not in boxes(interface)
    assert interface.panel_state.folded
    press(interface, "fold")
    assert "readings/energy" in boxes(interface)
    assert not interface.panel_state.folded


def test_the_panel_folds_where_an_open_panel_leaves_no_room_and_that_is_not_remembered(interface: Interface) -> None:
    interface.act(Action.METHOD)
    assert "readings/energy" in boxes(interface, FIRST)
    assert "readings/energy" not in boxes(interface, (960, 600))
    assert not interface.panel_state.folded
    assert "readings/energy" in boxes(interface, FIRST)


def test_the_plot_button_asks_for_the_plots(interface: Interface) -> None:
    press(interface, "plots")
    assert interface.requests() == [Action.PLOTS]


# States -----------------------------------------------------------------------------------------------------


def test_the_words_of_the_states_are_explained_where_they_stand(interface: Interface, tooltips: list[str]) -> None:
    left, top, right, _ = boxes(interface)["readings/energy"]
    interface.feed(PointerMotion(left + 5.0, top + 5.0, 0, 0))
    frames(interface, 9, 0.1, FIRST)
    assert tooltips
    assert not any("below" in words for words in tooltips)
    interface.feed(PointerMotion(right - 10.0, top + 10.0, 0, 0))
    frames(interface, 9, 0.1, FIRST)
    for limit in ("held: below 10⁻⁹", "close: below 10⁻⁵", "drifts: below 10⁻²", "lost: 10⁻² or more"):
        assert limit in tooltips[-1]


# Units ------------------------------------------------------------------------------------------------------


def test_the_unit_of_angles_is_chosen_and_kept(interface: Interface) -> None:
    press(interface, "State")
    press(interface, "angles in turns")
    assert interface.settings.units == {"rad": "turns", "rad/s": "rev/s"}
    press(interface, "angles in deg")
    assert interface.settings.units == {"rad": "°", "rad/s": "°/s"}
    press(interface, "angles in rad")
    assert interface.settings.units == {}


def test_a_click_on_a_unit_shows_the_next_one(interface: Interface) -> None:
    for expected in ({"J": "mJ"}, {"J": "kJ"}, {}):
        press(interface, "unit of energy")
        assert interface.settings.units == expected


def test_values_are_shown_in_the_chosen_units(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    from game.ui.panels.readings import value_rows

    units = {"rad": "°", "rad/s": "rev/s", "J": "mJ"}
    theme = resources.path("assets/fonts")
    panels = PanelState(sections=ALL)
    interface = Interface(session, theme, panels=panels, settings=Settings(units=units))
    seen: dict[str, tuple[float, str]] = {}
    number = value_rows.ValueRows.number

    def noted(rows: value_rows.ValueRows, name: str, value: float, unit: str = "") -> tuple[str, int]:
        seen[name] = value, unit
        return number(rows, name, value, unit)

    monkeypatch.setattr(value_rows.ValueRows, "number", noted)
    try:
        frames(interface)
    finally:
        interface.close()
    simulation = session.simulation
    assert seen["theta"] == (pytest.approx(math.degrees(simulation["theta"])), "°")
    assert seen["phi_dot"] == (pytest.approx(simulation["phi_dot"] / (2.0 * math.pi)), "rev/s")
    assert seen["energy"] == (pytest.approx(1e3 * simulation.invariants()["energy"].value), "mJ")
    assert seen["height"][1] == "m"


@pytest.mark.parametrize(
    ("angle", "words"),
    [
        (math.radians(3 * 360 + 6.91), "3 turns + 6.91"),
        (math.radians(360 + 0.5), "1 turn + 0.50"),
        (math.radians(277 * 360 + 317.5), "277 turns + 317.5"),
        (math.radians(40.04), "40.04"),
        (math.radians(-2 * 360 - 10.0), "\u22122 turns \u2212 10.00"),
        (math.radians(-10.0), "\u221210.00"),
        (math.nan, "not finite"),
    ],
)
def test_counted_turns(angle: float, words: str) -> None:
    assert turns_text(angle) == words


# Links to the picture ---------------------------------------------------------------------------------------


def test_pointing_at_a_symbol_lights_its_arrow_and_the_other_way_round(session: Session) -> None:
    interface = Interface(session, resources.path("assets/fonts"))
    rig = CameraRig(session)
    rig.views(FIRST)
    rig.open()
    interface.frame(FIRST, 1 / 60, InterfaceStatus())
    rig.fit_into(interface.free)
    rig.settle()
    rig.update(0.0)
    session.pause(True)
    scenes = compose_frames(session, rig.views(FIRST), 1 / 60)
    status = InterfaceStatus(scenes=scenes)
    try:
        interface.report()
        for _ in range(4):
            interface.frame(FIRST, 1 / 60, status)
        left, top, _, _ = interface.report()["boxes"]["readings/L_z"]
        assert interface.lit == frozenset()
        interface.feed(PointerMotion(left + 5.0, top + 5.0, 0, 0))
        for _ in range(3):
            interface.frame(FIRST, 1 / 60, status)
        assert interface.lit == {"L"}
        opacities = {arrow.label: arrow.opacity for arrow in scenes[0].spotlit(interface.lit).arrows}
        assert opacities["L"] == 1.0
        assert opacities["ω"] == opacities["mg"] == pytest.approx(0.35)
        tips = {arrow.label: scenes[0].view.project(arrow.tip, FIRST) for arrow in scenes[0].arrows}
        highest = min(tips, key=lambda label: tips[label][1])  # the dock may lie over a low one
        interface.feed(PointerMotion(*map(float, tips[highest]), 0, 0))
        for _ in range(3):
            interface.frame(FIRST, 1 / 60, status)
        assert interface.lit == frozenset(), "nothing is dimmed by pointing at the picture"
        assert highest in interface._desk.pointed
        interface.feed(PointerMotion(640.0, 620.0, 0, 0))
        for _ in range(3):
            interface.frame(FIRST, 1 / 60, status)
        assert not interface._desk.pointed
    finally:
        interface.close()


@pytest.mark.parametrize("energy", [False, True])
def test_work_of_the_hand_is_shown_once(session: Session, energy: bool) -> None:
    session.simulation.work = 0.25
    panels = PanelState(sections={"Energy": energy})
    interface = Interface(session, resources.path("assets/fonts"), panels=panels)
    try:
        frames(interface)
        with recorded() as texts:
            frames(interface, 1)
        assert [text.words for text in texts].count("work of the hand") == 1
    finally:
        interface.close()


def test_units_of_a_report_stay_left_of_the_padding(monkeypatch: pytest.MonkeyPatch) -> None:
    edges: list[float] = []
    built = ReportPanel.build

    def measured(panel: ReportPanel, *arguments: Any) -> None:
        edges.append(imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x)
        built(panel, *arguments)

    monkeypatch.setattr(ReportPanel, "build", measured)
    interface = Interface(Session(scenefile.load("gimbals")), resources.path("assets/fonts"))
    try:
        frames(interface)
        with recorded() as texts:
            frames(interface, 1)
        ends = [text.box[2] for text in texts if text.words == "rad/s" and text.box]
        assert ends
        assert max(ends) <= edges[-1] + 0.5
    finally:
        interface.close()


@pytest.mark.parametrize(("preset", "opened"), [("lorenz", True), ("fput-chain", False), ("spherical-pendulum", False)])
def test_a_system_without_invariants_shows_its_state_at_first(preset: str, opened: bool) -> None:
    interface = Interface(Session(scenefile.load(preset)), resources.path("assets/fonts"))
    try:
        frames(interface, 3)
        with recorded() as drawn:
            frames(interface, 1)
        words = [each.words for each in drawn if each.window == "readings"]
        assert ("variable x" in words) == opened, words
    finally:
        interface.close()
