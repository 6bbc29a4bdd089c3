from __future__ import annotations

import math

import numpy as np
import pytest
from imgui_bundle import imgui

from game import scenefile
from game.experiments.parameter_range import ParameterRange
from game.experiments.tuning import RangeMap
from game.model.edit import Edit
from game.model.input import Action
from game.model.messages import InterfaceStatus
from game.model.shown.shown_units import SI, ShownUnits
from game.session import actions, edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.range_map import MapPicture, runs, titled, words
from physics import BadInput
from physics.core.units import ANGLE_UNITS
from physics.systems.trebuchet import Trebuchet

ANGLE, SLING = (
    ParameterRange("release_angle", math.radians(30.0), math.radians(60.0)),
    ParameterRange("sling", 5.0, 15.0),
)


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("trebuchet"))


def frames(interface: Interface, count: int = 3, size: tuple[int, int] = (1280, 800)) -> list[str]:
    """Build some frames; return the names of the visible windows."""
    for _ in range(count):
        interface.frame(size, 1 / 60, InterfaceStatus())
    windows = imgui.get_current_context().windows
    return [each.name for each in windows if each.was_active and not each.hidden]


def test_the_optimisation_panel_replaces_the_plots(interface: Interface) -> None:
    interface.act(Action.PLOTS)
    assert interface.act(Action.TUNING)
    assert "tuning" in frames(interface) and "plots" not in frames(interface)
    assert interface.free[3] < 0.6
    interface.act(Action.TUNING)
    assert "tuning" not in frames(interface)


def test_a_top_has_no_optimisation_panel(interface: Interface, session: Session) -> None:
    edits.apply(session, Edit("scene", "fast-cone"))
    with pytest.raises(BadInput, match="map: gyroscope has none; trebuchet has a range map"):
        interface.act(Action.TUNING)


def test_a_map_is_drawn_and_a_click_loads_a_machine(
    interface: Interface, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    interface.act(Action.TUNING)
    session.tuning.chart = RangeMap(session.simulation.system, ANGLE, SLING, (3, 2))
    session.tuning.chart.wait()
    frames(interface)
    assert "tuning" in frames(interface, size=(640, 400))
    monkeypatch.setattr(MapPicture, "build", lambda *_: (0, 2))
    frames(interface, 1)
    assert session.simulation.system.parameters["release_angle"] == pytest.approx(ANGLE.high)
    assert session.simulation.system.parameters["sling"] == 5.0
    assert session.simulation.tick == 0


def test_a_search_is_drawn_during_and_after_it(interface: Interface, session: Session) -> None:
    interface.act(Action.TUNING)
    interface.panels.tuning.searching = True
    frames(interface)
    session.tuning.optimise(session.simulation.system, [ANGLE], "range", [])
    frames(interface)
    assert session.tuning.search is not None
    session.tuning.search.wait()
    frames(interface)
    assert session.tuning.search.best is not None


def test_another_scene_cancels_and_clears_map_and_search(session: Session) -> None:
    chart = RangeMap(session.simulation.system, ANGLE, ParameterRange("sling", 4.0, 6.0), (300, 300))
    session.tuning.chart = chart
    actions.perform(session, Action.NEXT_SCENE)
    chart.wait()
    assert chart.progress < 1.0
    assert session.tuning.chart is None


def test_the_map_tooltip_shows_machine_and_range_or_the_reason() -> None:
    chart = RangeMap(Trebuchet(), ANGLE, SLING, (2, 2))
    chart.wait()
    far = float(chart.values[0, 1])
    degrees = ShownUnits({**ANGLE_UNITS["deg"], "m": "cm"})
    said = f"release angle = 60°\nsling = 500 cm\nrange {100.0 * far:.4g} cm\nclick to load"
    assert words(chart, 0, 1, degrees) == said
    assert words(chart, 0, 1, SI).splitlines()[:3] == ["release angle = 1.047 rad", "sling = 5 m", f"range {far:.4g} m"]
    assert words(chart, 1, 0, SI).splitlines()[1:] == ["sling = 15 m", chart.why(1, 0)]


def test_the_axes_of_the_map_are_in_the_units_that_are_shown() -> None:
    degrees = ShownUnits(ANGLE_UNITS["deg"])
    assert titled(Trebuchet(), "release_angle", degrees) == ("release angle [°]", pytest.approx(180.0 / math.pi))
    assert titled(Trebuchet(), "release_angle", SI) == ("release angle [rad]", 1.0)
    assert titled(Trebuchet(), "sling", degrees) == ("sling [m]", 1.0)


def test_empty_cells_are_covered_row_by_row() -> None:
    empty = np.array([[True, True, False, True], [False, False, False, False], [True, True, True, True]])
    assert runs(empty) == [
        (0.0, 0.0, 0.5, 1 / 3),
        (0.75, 0.0, 1.0, 1 / 3),
        (0.0, 2 / 3, 1.0, 1.0),
    ]
