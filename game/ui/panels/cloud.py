"""Controls of what is shown of many starts: of the ensemble, and of the phase sculpture."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.words import later, tr
from game.scenefile import MAX_COPIES
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import button, small, tip
from game.ui.widgets.fields import choice, labelled, parameter_row
from physics import Parameter, System, Variable
from physics.batch.copies import checked_spread
from physics.core.units import check_number
from physics.simulation.poincare import plottable_names

COPIES = Parameter(
    name=later("copies"), symbol="", meaning=later("number of copies of the system"),
    default=1000.0, unit="", low=1.0, high=float(MAX_COPIES), log=True,
)  # fmt: skip
TIMES = (
    Parameter(
        name=later("duration"), symbol="", meaning=later("time from the first slice to the last"),
        default=8.0, unit="s", low=0.0, high=60.0,
    ),
    Parameter(
        name=later("after"), symbol="", meaning=later("time before the first slice; the slices then come again"),
        default=0.0, unit="s", low=0.0, high=60.0,
    ),
)  # fmt: skip
"""Times of the phase sculpture; longer ones than those of the sliders can be typed."""
MAX_SPREAD = 0.1
"""Upper end of a slider, relative to the initial value of the variable; larger spreads can be typed."""


def build_cloud(desk: PanelContext) -> None:
    """Build the widgets of one frame: a row for the number of copies and one for the spread of each variable."""
    session, theme = desk.session, desk.theme
    system, ensemble = session.simulation.system, session.run.ensemble
    put = desk.changes("ensemble")
    copies = desk.checked(COPIES, lambda n: put(msgspec.structs.replace(ensemble, copies=round(n))))
    parameter_row(COPIES, float(ensemble.copies), copies, theme)
    small(tr("half-width of the initial spread:"), theme)
    spread = checked_spread(system, ensemble.spread)
    spread_rows(desk, system, spread, lambda changed: put(msgspec.structs.replace(ensemble, spread=changed)))
    waiting = session.run.cloud is None
    if button(tr("Start ensemble" if waiting else "End ensemble"), waiting, -1.0):
        desk.ask(Action.CLOUD)
    tip(
        tr(
            "independent copies with slightly different initial states, about the present state ({keys})",
            keys=shown_keys(Action.CLOUD),
        ),
        theme,
    )


def spread_rows(
    desk: PanelContext, system: System, spread: Mapping[str, float], put: Callable[[dict[str, float]], None]
) -> None:
    """Build a row for the spread of each variable that can be entered; put: takes the changed spread [SI], no zeros."""
    start, theme = system.entered(), desk.theme

    def setter(variable: Variable) -> Callable[[float | str], None]:
        def change(width: float | str) -> None:
            changed = {**spread, variable.name: check_number(variable.name, width, variable.unit, 0.0, math.inf)}
            put({each: value for each, value in changed.items() if value})

        return lambda width: desk.attempt(lambda: change(width))

    for variable in system.entries():
        size = max(abs(start[variable.name]), abs(variable.start)) or 1.0
        width = Parameter(
            name=tr(variable.meaning), symbol=variable.symbol,
            meaning=tr("half-width of the initial spread ({name})", name=variable.name),
            default=0.0, unit=variable.unit, low=0.0, high=MAX_SPREAD * size,
        )  # fmt: skip
        parameter_row(width, spread.get(variable.name, 0.0), setter(variable), theme, desk.units)


def build_sculpture(desk: PanelContext) -> None:
    """Build the widgets of the phase sculpture: its plane, its times, and the spread of its starts."""
    from physics.studies.phase_sculpture import default_plane

    session, theme = desk.session, desk.theme
    system, sculpting = session.simulation.system, session.run.sculpting
    spec = sculpting.spec

    def setter(name: str) -> Callable[[Any], None]:
        put = desk.changes("sculpture", name)
        return lambda value: put(msgspec.structs.replace(spec, **{name: value}))

    quantities = [(each.name, each.symbol, tr(each.meaning)) for each in plottable_names(system)]
    usual = default_plane(system)
    for name, words, fallback in (("across", later("across"), usual.across), ("up", later("up"), usual.up)):
        labelled("", words, theme)
        choice(f"##{name}", quantities, getattr(spec, name) or fallback, setter(name), theme, symbolic=True)
    for time in TIMES:
        seconds = check_number(time.name, getattr(spec, time.name), time.unit, 0.0, math.inf)
        parameter_row(time, seconds, setter(time.name), theme, desk.units)
    small(tr("half-width of the starts, of one or two; none: as fits the run"), theme)
    known = {name: width for name, width in spec.spread.items() if name in system.entered()}
    spread_rows(desk, system, checked_spread(system, known), setter("spread"))
    if button(tr("Begin here"), False, -1.0):
        sculpting.leave()
    tip(tr("a sculpture of the motion from the present state on"), theme)
