"""The panel of the body: its formulation, parameters and initial state."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from imgui_bundle import imgui

import physics
from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.words import later, tr
from game.session.edits import begin_with_changes, change_start
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import button, section, small, tip
from game.ui.widgets.fields import (
    choice,
    group_row,
    initial_row,
    labelled,
    parameter_row,
    shares_row,
)
from game.ui.widgets.symbols import prose
from game.ui.widgets.theme import AMBER, DIM, SMALL_SIZE, packed
from physics.core.fields import Description


class BodyPanel:
    """The panel of the body, built from the declarations of its system."""

    def __init__(self) -> None:
        self._start: tuple[object, list[float]] | None = None
        self._young: object = None
        """The run that begins anew as soon as the initial value that is changed is let go, because it is young."""

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        theme, session = desk.theme, desk.session
        if session.scene.note:
            room, size = imgui.get_content_region_avail().x, SMALL_SIZE * theme.scale
            prose(tr(session.scene.note), room, packed(DIM), theme.regular, size)
        _formulation(desk)
        if section(tr("Parameters"), theme):
            system = session.simulation.system
            units = desk.units
            for name, field in system.applicable().items():
                if not isinstance(field, Description):  # bodies and joints are no single control
                    parameter_row(field, system.parameters[name], desk.changes("parameter", name), theme, units)
        if section(tr("Initial state"), theme):
            self._initial(desk)

    def _initial(self, desk: PanelContext) -> None:
        simulation, theme, units = desk.session.simulation, desk.theme, desk.units
        values = simulation.system.entered()
        together: dict[str, list[physics.Variable]] = {}
        for variable in simulation.system.entries():
            if shares_row(simulation.system, variable):
                together.setdefault(variable.group, []).append(variable)
            else:
                change = self._changes(desk, variable.name)
                initial_row(variable, values[variable.name], change, theme, units)
        for group, members in together.items():
            present = [values[member.name] for member in members]
            group_row(group, members, present, self._changes(desk, group), theme, units)
        if self._young is not None and not imgui.is_any_item_active():
            if self._young is simulation and simulation.tick:
                begin_with_changes(desk.session)
            self._young = None
        waiting = self._changed_since_start(desk)
        if button(tr("Restart with these values"), waiting, -1.0):
            desk.ask(Action.RESET)
        tip(tr("restart with these values ({keys})", keys=shown_keys(Action.RESET)), theme)
        if waiting:
            small(tr("Changed: takes effect at the next restart."), theme, AMBER)

    def _changes(self, desk: PanelContext, name: str) -> Callable[[Any], None]:
        """Return a function that changes an initial value, and notes whether the run is to begin anew with it."""
        session = desk.session

        def change(value: Any) -> None:
            if change_start(session, name, value):
                self._young = session.simulation

        return lambda value: desk.attempt(lambda: change(value))

    def _changed_since_start(self, desk: PanelContext) -> bool:
        """Return whether the run began from other values than those shown."""
        simulation = desk.session.simulation
        start = list(simulation.system.start())
        if simulation.tick == 0 and list(simulation.y) == start:
            self._start = simulation, start
        return self._start is not None and self._start[0] is simulation and self._start[1] != start


def _formulation(desk: PanelContext) -> None:
    """Build the choice of the formulation if the motion has several."""
    simulation, theme = desk.session.simulation, desk.theme
    kinds = {name: physics.system_class(name) for name in physics.formulations(simulation.system)}
    if not kinds:
        return
    corner = imgui.get_cursor_screen_pos()
    labelled("", later("formulation"), theme)
    words = imgui.calc_text_size(tr(type(simulation.system).title)).x
    if words + imgui.get_frame_height() + 0.8 * theme.em > imgui.get_content_region_avail().x:  # below its name
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, corner.y + imgui.get_frame_height()))
    choice(
        "##formulation",
        [(name, tr(kind.title), tr(summary(kind))) for name, kind in kinds.items()],
        simulation.system.name,
        desk.changes("formulation"),
        theme,
        tr("equations of motion used; switching keeps the state"),
        {name: simulation.integrator.reason_against(kind) for name, kind in kinds.items()},
    )


def summary(system: type[physics.System]) -> str:
    """Return the first paragraph of a system's docstring."""
    return _first_paragraph(system.__doc__ or "")


@cache
def _first_paragraph(words: str) -> str:
    return " ".join(words.split("\n\n")[0].split())
