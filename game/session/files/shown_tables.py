"""Tables beside the run of a session: they are shown, taken away, and fitted, and all of it can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.experiments.measurements.measured import MeasuredTable
from game.model.edit import Edit
from game.model.shown.sentence import Sentence
from game.model.words import later
from game.session import edits
from game.session.actions import use_parameters
from game.session.session import Session
from game.session.undoing import note_setting, one_entry
from physics import BadInput

if TYPE_CHECKING:
    from physics.fitting.fit import Fit

MAX_TABLES = 8
"""Greatest number of tables beside one run."""
SHOWN, REMOVED, FITTED = later("Table {name} shown"), later("Table {name} removed"), later("Fitted to {name}")


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
    _use(session, tables)
    note_setting(session, text, lambda: _use(session, before), lambda: _use(session, tables))


def _use(session: Session, tables: tuple[MeasuredTable, ...]) -> None:
    session.run.tables = tables


def use_fit(session: Session, found: Fit, table: MeasuredTable) -> None:
    """Start the run with the parameters and initial values of a fit to a table.

    The table moves so that the motion begins with the first row that was used. Raises BadInput, with nothing changed,
    where the values do not fit the present system.
    """
    system, fitted = session.simulation.system, found.system
    names = [each.name for each in found.estimates]
    starts = {name: value for name, value in fitted.entered().items() if name in names}
    parameters = {
        name: fitted.parameters[name]
        for name in system.applicable()
        if fitted.parameters[name] != system.parameters[name]
    }
    system.replace(parameters, starts)
    old, moved = session.run.tables, table.beginning(table.begin + found.begin)
    new = tuple(moved if each.name == table.name and not each.joined else each for each in old)

    text = Sentence(FITTED, name=table.name)
    with one_entry(session, text, lambda: _use(session, old), lambda: _use(session, new)):
        session.reset()
        use_parameters(session, parameters)
        for name, value in starts.items():
            edits.apply(session, Edit("initial", value, name))
        session.reset()
        _use(session, new)
