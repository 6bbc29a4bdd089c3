"""Tables beside a run: shown, replaced, taken away, and back."""

from __future__ import annotations

import numpy as np
import pytest

from game import scenefile
from game.experiments.measurements.measured import MeasuredTable
from game.model.input import Action
from game.session import actions
from game.session.files.shown_tables import MAX_TABLES, remove_table, show_table
from game.session.session import Session
from physics import BadInput


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
