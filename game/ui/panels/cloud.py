"""Controls of the ensemble: number of copies, initial spread, and the button that starts and ends it."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.words import later, tr
from game.scenefile import MAX_COPIES
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import button, small, tip
from game.ui.widgets.fields import parameter_row
from physics import Parameter
from physics.batch.copies import checked_spread
from physics.core.units import check_number

COPIES = Parameter(
    name=later("copies"), symbol="", meaning=later("number of copies of the system"),
    default=1000.0, unit="", low=1.0, high=float(MAX_COPIES), log=True,
)  # fmt: skip
MAX_SPREAD = 0.1
"""Upper end of a slider, relative to the initial value of the variable; larger spreads can be typed."""


def build_cloud(desk: PanelContext) -> None:
    """Build the widgets of one frame: a row for the number of copies and one for the spread of each variable."""
    session, theme = desk.session, desk.theme
    system, ensemble = session.simulation.system, session.ensemble
    put = desk.changes("ensemble")
    copies = desk.checked(COPIES, lambda n: put(msgspec.structs.replace(ensemble, copies=round(n))))
    parameter_row(COPIES, float(ensemble.copies), copies, theme)
    spread, units = checked_spread(system, ensemble.spread), {each.name: each.unit for each in system.entries()}

    def setter(name: str) -> Callable[[float | str], None]:
        def change(width: float | str) -> None:
            changed = {**spread, name: check_number(name, width, units[name], 0.0, math.inf)}
            put(msgspec.structs.replace(ensemble, spread={each: value for each, value in changed.items() if value}))

        return lambda width: desk.attempt(lambda: change(width))

    small(tr("half-width of the initial spread:"), theme)
    start = system.entered()
    for variable in system.entries():
        size = max(abs(start[variable.name]), abs(variable.start)) or 1.0
        width = Parameter(
            name=tr(variable.meaning), symbol=variable.symbol,
            meaning=tr("half-width of the initial spread ({name})", name=variable.name),
            default=0.0, unit=variable.unit, low=0.0, high=MAX_SPREAD * size,
        )  # fmt: skip
        parameter_row(width, spread.get(variable.name, 0.0), setter(variable.name), theme, desk.units)
    waiting = session.cloud is None
    if button(tr("Start ensemble" if waiting else "End ensemble"), waiting, -1.0):
        desk.ask(Action.CLOUD)
    tip(
        tr(
            "independent copies with slightly different initial states, about the present state ({keys})",
            keys=shown_keys(Action.CLOUD),
        ),
        theme,
    )
