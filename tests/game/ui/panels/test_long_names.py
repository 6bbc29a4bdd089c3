"""Meanings in the panel of the body and in the readings are whole, in both languages, whatever their length."""

from __future__ import annotations

import pytest

import physics
from game.model import resources
from game.model.edit import Edit
from game.model.panel_layout import PanelState
from game.model.settings import Settings
from game.model.words import tr
from game.scenefile import Scene
from game.session import edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.widgets.fields import shares_row
from tests.game.ui.panel_driver import frames
from tools.drawn_texts import DrawnText, overlapping, recorded

SIZE = (1280, 4000)
ALL = dict.fromkeys(("State", "Derived", "Others", "Energy"), True)
PANELS = ("body", "readings")


def shown(interface: Interface) -> list[DrawnText]:
    frames(interface, 4, SIZE)
    with recorded() as texts:
        frames(interface, 1, SIZE)
    return [text for text in texts if text.window in PANELS]


TURNS = {"rad": "turns", "rad/s": "rev/s", "kg m²": "g cm²"}


@pytest.mark.parametrize(
    ("language", "units"),
    [
        pytest.param("en", TURNS, id="en-turns", marks=pytest.mark.long),
        pytest.param("fr", {}, id="fr-SI"),
        pytest.param("en", {}, id="en-SI", marks=pytest.mark.long),
        pytest.param("fr", TURNS, id="fr-turns", marks=pytest.mark.long),
    ],
)
def test_no_name_or_meaning_is_cut(
    session: Session, language: str, units: dict[str, str], request: pytest.FixtureRequest
) -> None:
    if language == "fr":
        request.getfixturevalue("french")
    panels = PanelState(open=("body",), sections=ALL)
    interface = Interface(session, resources.path("assets/fonts"), panels=panels, settings=Settings(units=units))
    try:
        for name in physics.systems():
            edits.apply(session, Edit("scene", Scene(system=name)))
            texts = shown(interface)
            words = [text.words for text in texts]
            assert [each for each in words if each.endswith("…")] == [], name
            assert overlapping([text for text in texts if text.window == "readings"]) == [], name
            whole = " ".join(words)
            system = session.simulation.system
            for variable in system.entries():
                assert shares_row(system, variable) or tr(variable.meaning).split()[-1] in whole, name
    finally:
        interface.close()


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_unit_is_a_target_of_24_points_that_shows_itself(session: Session, scale: float) -> None:
    interface = Interface(session, resources.path("assets/fonts"), scale, panels=PanelState(sections=ALL))
    try:
        interface.report()
        frames(interface, 4, SIZE)
        boxes = interface.report()["boxes"]
        units = {name: box for name, box in boxes.items() if name.startswith("readings/unit of ")}
        assert len(units) > 8
        for name, (left, top, right, bottom) in units.items():
            assert right - left >= 24 * scale and bottom - top >= 24 * scale, name
            for other, box in units.items():
                apart = max(left, box[0]) >= min(right, box[2]) - 1 or max(top, box[1]) >= min(bottom, box[3]) - 1
                assert name == other or apart, f"{name} lies over {other}"
    finally:
        interface.close()
