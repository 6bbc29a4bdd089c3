from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from game import scenefile
from game.model import resources
from game.model.input import Action
from game.model.messages import InterfaceStatus
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.plots.stability_chart import chart_text
from physics.core.stability import ChartPoint, StabilityChart


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("rope-trick"))


@pytest.fixture
def interface(session: Session) -> Iterator[Interface]:
    made = Interface(session, resources.path("assets/fonts"))
    made.act(Action.PLOTS)
    made.panels.plots.show_diagram("stability")
    shown(made)
    yield made
    made.close()


def shown(interface: Interface) -> StabilityChart:
    """Return the chart after it has been computed and drawn."""
    for _ in range(3):
        interface.frame((1280, 800), 0.1, InterfaceStatus())
    task = interface.panels.plots.stability.task
    assert task is not None
    task.wait()
    for _ in range(3):
        interface.frame((1280, 800), 0.1, InterfaceStatus())
    assert task.chart is not None and not task.curves
    return task.chart


def test_the_modes_of_the_rope_are_in_the_chart(interface: Interface, session: Session) -> None:
    points = shown(interface).present(session.simulation.y)
    assert [point.stable for point in points] == [True, True, True]
    assert chart_text(points, 0) == "no mode of 3 grows"
    session.simulation.set_parameters({"amplitude_z": 0.0089})
    points = shown(interface).present(session.simulation.y)
    assert [point.stable for point in points] == [False, True, True], "the slowest mode is below a0"
    assert chart_text(points, 0) == "1 of 3 modes grow"
    session.simulation.set_parameters({"amplitude_z": 0.013})
    assert [point.stable for point in shown(interface).present(session.simulation.y)] == [True, True, False]


def test_modes_outside_of_the_chart_are_counted() -> None:
    assert chart_text([ChartPoint(0.5, 0.5, True)], 2) == "no mode of 1 grows; 2 outside of the chart"


def test_the_saved_figure_has_the_boundaries_and_the_modes(interface: Interface, session: Session) -> None:
    from game.ui.panels.plots.stability_chart import _figure

    chart = shown(interface)
    figure = _figure(chart, chart.present(session.simulation.y), "title", "subtitle")
    names = [curve.name for curve in figure.plots[0].curves]
    assert names[:2] == ["a₀", "b₁"] and names[-1] == "stays small"
    table = {column.heading: column.values for column in figure.table()}
    assert table["q"].shape == table["b₁"].shape
    assert len(table["a, stays small"]) == 3 and len(table["a, grows"]) == 0
    assert np.all(table["a, stays small"] < 0.0)


def test_a_support_that_is_held_still_has_no_chart(interface: Interface, session: Session) -> None:
    session.open(scenefile.load("triple-pendulum"))
    for _ in range(3):
        interface.frame((1280, 800), 0.1, InterfaceStatus())
    assert interface.panels.plots.diagram is None
