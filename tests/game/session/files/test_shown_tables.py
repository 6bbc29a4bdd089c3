"""Tables beside a run: shown, replaced, taken away, and back; the values of a fit change and come back as one."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from game import scenefile
from game.experiments.measurements.measured import MeasuredTable
from game.model.input import Action
from game.scenefile import Scene
from game.session import actions
from game.session.files.shown_tables import MAX_TABLES, remove_table, show_table, use_fit
from game.session.session import Session
from physics import BadInput, system
from physics.fitting.fit import Fit, fit

T = np.arange(41) / 40
BEGIN = 0.25


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("gyroscope"))


def table(name: str) -> MeasuredTable:
    t = np.arange(3.0)
    return MeasuredTable(name, t, {"theta": 0.1 * t})


def test_a_table_is_shown_removed_and_both_can_be_undone(session: Session) -> None:
    first, second = table("a.csv"), table("b.csv")
    show_table(session, first)
    show_table(session, second)
    assert session.run.tables == (first, second)
    remove_table(session, first)
    assert session.run.tables == (second,)
    assert [str(entry.text) for entry in session.undo.done] == [
        "Table a.csv shown", "Table b.csv shown", "Table a.csv removed",
    ]  # fmt: skip
    actions.perform(session, Action.UNDO)
    assert session.run.tables == (first, second)
    actions.perform(session, Action.UNDO)
    actions.perform(session, Action.UNDO)
    assert session.run.tables == ()
    actions.perform(session, Action.REDO)
    assert session.run.tables == (first,)


def test_a_table_of_the_same_name_is_replaced(session: Session) -> None:
    old, other, new = table("a.csv"), table("b.csv"), table("a.csv")
    for each in (old, other, new):
        show_table(session, each)
    assert session.run.tables == (other, new)
    actions.perform(session, Action.UNDO)
    assert session.run.tables == (old, other)


def test_the_number_of_tables_is_bounded_and_one_of_them_can_still_be_replaced(session: Session) -> None:
    for number in range(MAX_TABLES):
        show_table(session, table(f"{number}.csv"))
    shown = session.run.tables
    assert len(shown) == MAX_TABLES == 8
    with pytest.raises(BadInput, match=r"table more\.csv: 8 tables are shown already"):
        show_table(session, table("more.csv"))
    assert session.run.tables == shown
    again = table("3.csv")
    show_table(session, again)
    assert len(session.run.tables) == MAX_TABLES and session.run.tables[-1] is again


@cache
def found() -> Fit:
    """Return a fit of gravity and of the first angle, from 0.25 s on, to small swings of a pendulum of half a metre."""
    swing = {"theta_1": 0.02 * np.cos(np.sqrt(8.0 / 0.5) * T)}
    made = system("planar-chain", {"count": 1, "length": 0.5, "gravity": 9.0})
    free = ("gravity", "theta_1", "theta_dot_1")
    noise = {"theta_1": 1e-5}
    return fit(made, T, swing, free, noise, dt=5e-3, loss="linear", starts=1, window=(BEGIN, 1.0))


@pytest.fixture
def pendulum() -> Session:
    scene = Scene(system="planar-chain", dt=5e-3, parameters={"count": 1, "length": 0.5, "gravity": 9.0}, paused=True)
    return Session(scene)


def test_a_fit_is_used_as_one_change_that_can_be_undone(pendulum: Session) -> None:
    table, line = (MeasuredTable("swing.csv", T, {"theta_1": T}, joined=joined) for joined in (False, True))
    other = MeasuredTable("other.csv", T, {"theta_1": T})
    pendulum.run.tables = table, other
    before = bytes(pendulum.simulation.y)
    use_fit(pendulum, found(), table)
    now = pendulum.simulation.system
    assert now.parameters["gravity"] == found()["gravity"].value == pytest.approx(8.0, rel=1e-3)
    assert pendulum.simulation.y[0] == found()["theta_1"].value != 0.0
    assert pendulum.simulation.y[1] == found()["theta_dot_1"].value < 0.0, "it swings back already"
    assert pendulum.simulation.tick == 0
    moved, kept = pendulum.run.tables
    assert kept is other and moved.begin == BEGIN and moved.t == pytest.approx(T - BEGIN)
    (entry,) = pendulum.undo.done
    assert str(entry.text) == "Fitted to swing.csv"
    actions.perform(pendulum, Action.UNDO)
    assert pendulum.simulation.system.parameters["gravity"] == 9.0
    assert bytes(pendulum.simulation.y) == before and pendulum.run.tables == (table, other)
    actions.perform(pendulum, Action.REDO)
    assert pendulum.simulation.system.parameters["gravity"] == found()["gravity"].value
    assert pendulum.run.tables == (moved, other)
    pendulum.run.tables = (line,)
    use_fit(pendulum, found(), table)
    assert pendulum.run.tables == (line,), "a computed run of the same name stays where it is"


def test_a_fit_of_a_moved_table_moves_it_on(pendulum: Session) -> None:
    table = MeasuredTable("swing.csv", T, {"theta_1": T}).beginning(0.5)
    show_table(pendulum, table)
    use_fit(pendulum, found(), table)
    assert pendulum.run.tables[0].begin == 0.5 + BEGIN


def test_a_fit_of_another_system_changes_nothing() -> None:
    session = Session(Scene(system="gyroscope", paused=True))
    table = MeasuredTable("swing.csv", T, {"theta": T})
    session.run.tables = (table,)
    before = bytes(session.simulation.y)
    with pytest.raises((BadInput, KeyError)):
        use_fit(session, found(), table)
    assert bytes(session.simulation.y) == before and session.run.tables == (table,) and not session.undo.done
