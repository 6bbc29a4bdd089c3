"""Tables beside the run of a session: they are shown, and taken away, and both can be undone."""

from __future__ import annotations

from game.experiments.measurements.measured import MeasuredTable
from game.model.shown.sentence import Sentence
from game.model.words import later
from game.session.session import Session
from game.session.undoing import note_setting
from physics import BadInput

MAX_TABLES = 8
"""Greatest number of tables beside one run."""
SHOWN, REMOVED = later("Table {name} shown"), later("Table {name} removed")


def show_table(session: Session, table: MeasuredTable) -> None:
    """Show a table beside the run, in place of one of the same name. Raises BadInput where there are too many."""
    others = tuple(each for each in session.run.tables if each.name != table.name)
    if len(others) >= MAX_TABLES:
        raise BadInput(f"table {table.name}: {MAX_TABLES} tables are shown already: remove one first")
    _put(session, (*others, table), Sentence(SHOWN, name=table.name))


def remove_table(session: Session, table: MeasuredTable) -> None:
    """Show a table no longer."""
    _put(session, tuple(each for each in session.run.tables if each is not table), Sentence(REMOVED, name=table.name))


def _put(session: Session, tables: tuple[MeasuredTable, ...], text: Sentence) -> None:
    before = session.run.tables

    def use(chosen: tuple[MeasuredTable, ...]) -> None:
        session.run.tables = chosen

    use(tables)
    note_setting(session, text, lambda: use(before), lambda: use(tables))
