"""The values that a fit has found are put into the scene, as one change that can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.experiments.measurements.measured import MeasuredTable
from game.model.edit import Edit
from game.model.shown.sentence import Sentence
from game.model.words import later
from game.session import edits
from game.session.actions import use_parameters
from game.session.session import Session
from game.session.undoing import one_entry

if TYPE_CHECKING:
    from physics.fitting.fit import Fit

FITTED = later("Fitted to {name}")


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

    def show(tables: tuple[MeasuredTable, ...]) -> None:
        session.run.tables = tables

    with one_entry(session, Sentence(FITTED, name=table.name), lambda: show(old), lambda: show(new)):
        session.reset()
        use_parameters(session, parameters)
        for name, value in starts.items():
            edits.apply(session, Edit("initial", value, name))
        session.reset()
        show(new)
