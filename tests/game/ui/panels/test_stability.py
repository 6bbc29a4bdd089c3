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
from game.ui.panels.plots.stability import told


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("bicycle"))


@pytest.fixture
def interface(session: Session) -> Iterator[Interface]:
    made = Interface(session, resources.path("assets/fonts"))
    made.act(Action.PLOTS)
    made.panels.plots.show_diagram("stability")
    frames(made)
    task = made.panels.plots.stability.task
    assert task is not None
    task.wait()
    frames(made)
    yield made
    made.close()


def frames(interface: Interface, count: int = 3) -> None:
    for _ in range(count):
        interface.frame((1280, 800), 0.1, InterfaceStatus())


def test_it_says_where_it_is_stable_and_where_it_is_now(interface: Interface, session: Session) -> None:
    plot = interface.panels.plots.stability
    assert plot.task is not None and plot.task.model is not None
    assert told(plot.task, plot.task.model, session.simulation.y) == "stable: 4.292 – 6.024 m/s; now v = 5.00 m/s"


def test_curves_are_growth_rates_and_the_frequency_of_the_weave(interface: Interface) -> None:
    task = interface.panels.plots.stability.task
    assert task is not None
    rates = [curve.name for curve in task.curves if not curve.swings]
    assert rates == ["Re λ1", "Re λ2", "Re λ3", "Re λ4"]
    (swing,) = [curve.values for curve in task.curves if curve.swings]
    assert np.nanmax(swing) == pytest.approx(10.90681139476288, rel=1e-9)
    assert -task.scale.low == task.scale.high > 10.9, "faster decays are left out"


def test_other_parameters_are_computed_anew_and_another_scene_ends_it(interface: Interface, session: Session) -> None:
    plots = interface.panels.plots
    before = plots.stability.task
    session.simulation.set_parameters({"trail": 0.0})
    frames(interface)
    assert plots.stability.task is not before
    session.open(scenefile.load("pantheon"))
    frames(interface)
    assert plots.diagram is None
