"""Work on a table in a thread: what it has made, or what is wrong."""

from __future__ import annotations

import threading

from game.session.files.table_task import TableTask
from physics import BadInput


def test_what_is_made_in_the_thread_is_kept() -> None:
    where: list[int] = []

    def make() -> str:
        where.append(threading.get_ident())
        return "columns"

    task = TableTask(make)
    task.wait()
    assert task.done and task.made == "columns" and task.problem == ""
    assert where != [threading.get_ident()]


def test_a_table_that_is_not_understood_is_a_problem_in_one_line() -> None:
    def make() -> None:
        raise BadInput("table a.csv: no column is the time")

    task = TableTask(make)
    task.wait()
    assert task.made is None and task.problem == "table a.csv: no column is the time"
