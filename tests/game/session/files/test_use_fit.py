"""The values of a fit in the scene: parameters, start and table change as one, and come back as one."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from game.experiments.measurements.measured import MeasuredTable
from game.model.input import Action
from game.scenefile import Scene
from game.session import actions
from game.session.files.shown_tables import show_table
from game.session.files.use_fit import use_fit
from game.session.session import Session
from physics import BadInput, system
from physics.fitting.fit import Fit, fit

T = np.arange(41) / 40
BEGIN = 0.25


@cache
def found() -> Fit:
    """Return a fit of gravity and of the first angle, from 0.25 s on, to small swings of a pendulum of half a metre."""
    swing = {"theta_1": 0.02 * np.cos(np.sqrt(8.0 / 0.5) * T)}
    made = system("planar-chain", {"count": 1, "length": 0.5, "gravity": 9.0})
    free = ("gravity", "theta_1", "theta_dot_1")
    noise = {"theta_1": 1e-5}
    return fit(made, T, swing, free, noise, dt=5e-3, loss="linear", starts=1, window=(BEGIN, 1.0))


@pytest.fixture
def session() -> Session:
    scene = Scene(system="planar-chain", dt=5e-3, parameters={"count": 1, "length": 0.5, "gravity": 9.0}, paused=True)
    return Session(scene)


def test_a_fit_is_used_as_one_change_that_can_be_undone(session: Session) -> None:
    table, line = (MeasuredTable("swing.csv", T, {"theta_1": T}, joined=joined) for joined in (False, True))
    other = MeasuredTable("other.csv", T, {"theta_1": T})
    session.run.tables = table, other
    before = bytes(session.simulation.y)
    use_fit(session, found(), table)
    now = session.simulation.system
    assert now.parameters["gravity"] == found()["gravity"].value == pytest.approx(8.0, rel=1e-3)
    assert session.simulation.y[0] == found()["theta_1"].value != 0.0
    assert session.simulation.y[1] == found()["theta_dot_1"].value < 0.0, "it swings back already"
    assert session.simulation.tick == 0
    moved, kept = session.run.tables
    assert kept is other and moved.begin == BEGIN and moved.t == pytest.approx(T - BEGIN)
    (entry,) = session.undo.done
    assert str(entry.text) == "Fitted to swing.csv"
    actions.perform(session, Action.UNDO)
    assert session.simulation.system.parameters["gravity"] == 9.0
    assert bytes(session.simulation.y) == before and session.run.tables == (table, other)
    actions.perform(session, Action.REDO)
    assert session.simulation.system.parameters["gravity"] == found()["gravity"].value
    assert session.run.tables == (moved, other)
    session.run.tables = (line,)
    use_fit(session, found(), table)
    assert session.run.tables == (line,), "a computed run of the same name stays where it is"


def test_a_fit_of_a_moved_table_moves_it_on(session: Session) -> None:
    table = MeasuredTable("swing.csv", T, {"theta_1": T}).beginning(0.5)
    show_table(session, table)
    use_fit(session, found(), table)
    assert session.run.tables[0].begin == 0.5 + BEGIN


def test_a_fit_of_another_system_changes_nothing() -> None:
    session = Session(Scene(system="gyroscope", paused=True))
    table = MeasuredTable("swing.csv", T, {"theta": T})
    session.run.tables = (table,)
    before = bytes(session.simulation.y)
    with pytest.raises((BadInput, KeyError)):
        use_fit(session, found(), table)
    assert bytes(session.simulation.y) == before and session.run.tables == (table,) and not session.undo.done
