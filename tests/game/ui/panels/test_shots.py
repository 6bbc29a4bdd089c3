from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest
from imgui_bundle import imgui

from game.experiments.shots import Shot
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action, Button, PointerMotion
from game.model.messages import InterfaceStatus, SaveRequest
from game.model.panel_layout import PanelState
from game.model.shown.shown_units import SI, ShownUnits
from game.session import actions, edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels import report
from game.ui.panels.report import shown
from game.ui.panels.shots import differences, ordered
from game.ui.widgets.symbols import wrapped
from physics import BadInput
from physics.core.report import ReportEntry
from physics.core.units import ANGLE_UNITS
from tests.game.experiments.test_shots import SCENE, fire

SIZE = (1280, 800)
DEGREES = ShownUnits(ANGLE_UNITS["deg"])


@pytest.fixture(scope="module")
def session() -> Session:
    made = Session(SCENE)
    fire(made)
    actions.perform(made, Action.RESET)
    edits.apply(made, Edit("parameter", 3.5, "sling"))
    edits.apply(made, Edit("parameter", "iron", "material"))
    fire(made)
    return made


@pytest.fixture
def interface(session: Session) -> Iterator[Interface]:
    made = Interface(session, resources.path("assets/fonts"))
    yield made
    made.close()


def frames(interface: Interface, count: int = 4) -> None:
    for _ in range(count):
        interface.frame(SIZE, 0.1, InterfaceStatus())


def said(interface: Interface, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return all texts of a frame and of its report."""
    words: list[str] = []
    write = imgui.text_unformatted

    def heard(text: str) -> None:
        words.append(text)
        write(text)

    with monkeypatch.context() as patch:
        patch.setattr(imgui, "text_unformatted", heard)
        patch.setattr(report, "wrapped", lambda text, *where: words.append(text) or wrapped(text, *where))
        patch.setattr(report, "written", lambda ink, text, *where: words.append(text) or where[1][0])
        frames(interface, 1)
    return words


def windows() -> list[str]:
    return [each.name for each in imgui.get_current_context().windows if each.was_active and not each.hidden]


def test_the_report_is_in_the_readings_panel(interface, session, monkeypatch):
    interface.panels.state = PanelState(sections={"report: Loads": True, "report: Energy": True})
    frames(interface)
    words = said(interface, monkeypatch)
    shot = session.run.shots.kept[-1]
    for meaning in ("range, from the pivot", "speed", "efficiency", "largest sling tension"):
        assert meaning in words
    assert f"{shot.range_:.2f}" in words
    assert f"{shot.value('release_elevation'):.4f}" in words


def test_the_key_opens_and_closes_the_list_of_shots(interface):
    frames(interface)
    assert "shots" not in windows()
    for expected in (True, False):
        assert interface.act(Action.SHOTS)
        frames(interface)
        assert ("shots" in windows()) is expected


def test_the_list_has_a_row_for_each_shot(interface, session, monkeypatch):
    interface.act(Action.SHOTS)
    frames(interface)
    words = said(interface, monkeypatch)
    one, two = session.run.shots.kept
    for shot in (one, two):
        assert f"{shot.range_:.1f}" in words
        assert f"{shot.value('peak_sling') / 1e3:.3f}" in words


def test_buttons_save_and_clear_the_shots(interface, session):
    interface.act(Action.SHOTS)
    frames(interface)
    window = next(each for each in imgui.get_current_context().windows if each.name == "shots")
    right, top = window.pos.x + window.size.x, window.pos.y + 24
    kept = list(session.run.shots.kept)
    for x in (right - 120, right - 40):
        interface.feed(PointerMotion(x, top, 0, 0))
        frames(interface)
        for down in (True, False):
            interface.feed(Button("left", down, x, top))
            frames(interface)
    (wish,) = [wish for wish in interface.requests() if isinstance(wish, SaveRequest)]
    assert (wish.stem, wish.suffix) == ("a-shots", ".csv")
    assert wish.text.count("\n") == 3
    assert session.run.shots.kept == []
    session.run.shots.kept += kept


def test_a_system_without_shots_has_no_list(interface, session):
    before = session.scene
    edits.apply(session, Edit("scene", "fast-cone"))
    with pytest.raises(BadInput, match="throws nothing"):
        interface.act(Action.SHOTS)
    edits.apply(session, Edit("scene", before))


def shot_with(shot: Shot, number: int, range_: float | None) -> Shot:
    return replace(shot, number=number, report={"range": ReportEntry("range", "R", "m", "", value=range_)})


def test_rows_are_sorted_by_a_column_with_missing_values_last():
    blank = Shot(0, 0, SCENE, SCENE.simulation().system, {}, False, {}, None)
    shots = [shot_with(blank, i + 1, value) for i, value in enumerate((20.0, None, 30.0))]
    columns = [ReportEntry("range", "R", "m", "")]
    numbers = {order: [shot.number for shot in ordered(shots, columns, order)] for order in (None, (0, True))}
    assert numbers == {None: [1, 2, 3], (0, True): [3, 2, 1]}
    assert [shot.number for shot in ordered(shots, columns, (2, False))] == [1, 3, 2]
    assert [shot.number for shot in ordered(shots, columns, (2, True))] == [3, 1, 2]


def test_changes_are_shown_in_display_units():
    system = SCENE.simulation().system
    changed = {"sling": 3.5, "release_angle": math.radians(40.0), "material": "iron"}
    shot = Shot(1, 0, SCENE, system, changed, False, {}, None)
    assert differences(shot, DEGREES) == "l₅ = 3.5 m, θ_r = 40°, material = iron"
    assert differences(shot, SI) == "l₅ = 3.5 m, θ_r = 0.6981 rad, material = iron"
    assert differences(replace(shot, changed={}), DEGREES) == "–"
    assert differences(replace(shot, changed={}, altered=True), DEGREES) == "changed during the shot"


@pytest.mark.parametrize(
    ("unit", "value", "expected"),
    [
        ("m", 318.1, (318.1, "m")),
        ("rad", math.pi / 4, (45.0, "°")),
        ("N", 8009.0, (8009.0, "N")),
        ("N", -36370.0, (-36.37, "kN")),
        ("J", 28376.0, (28.376, "kJ")),
        ("", True, (True, "")),
        ("m", None, (None, "")),
    ],
)
def test_numbers_are_shown_in_display_units(unit, value, expected):
    assert shown(ReportEntry("a", "a", unit, "", value=value), DEGREES) == pytest.approx(expected)
    assert shown(ReportEntry("a", "a", unit, "", value=value), SI) == pytest.approx(
        (value, "rad") if unit == "rad" else expected
    )
