"""The control panel at the left: scene, integrator, parameters, initial state, studies and view."""

from __future__ import annotations

from pathlib import Path

from imgui_bundle import imgui

import physics
from game import scenefile
from game.model.input import Action
from game.scenefile import SAVED, SceneSummary
from game.ui.panels.cloud import build_cloud
from game.ui.panels.context import PanelContext
from game.ui.panels.duel import build_choice
from game.ui.panels.view import ViewPanel
from game.ui.widgets.basic import button, fitted, font, icon_button, section, small, text, tip
from game.ui.widgets.fields import (
    LABEL_WIDTH,
    choice,
    drop_down,
    group_row,
    initial_row,
    labelled,
    parameter_row,
    shares_row,
)
from game.ui.widgets.icons import save_icon
from game.ui.widgets.symbols import draw_symbol, prose, wrapped
from game.ui.widgets.theme import ACCENT, AMBER, DIM, INK, SMALL_SIZE, TITLE_SIZE, Theme, packed
from physics.core.fields import Parameter
from physics.core.integrator import Integrator
from physics.simulation.simulation import MAX_DT, MIN_DT

LIST_WIDTH, ENTRY_HEIGHT = 24.0, 2.25
"""Width of the list of scenes and height of an entry [em]."""
NARROW = 5.4
"""Width of the column of names beside long texts [em]."""
STEP = Parameter(
    name="dt", symbol="Δt", meaning="step size of the integrator",
    default=1e-3, unit="s", low=MIN_DT, high=MAX_DT, log=True,
)  # fmt: skip


class Controls:
    """The control panel, built from the declarations of the system and the integrator."""

    def __init__(self) -> None:
        self._start: tuple[object, list[float]] | None = None
        self._view = ViewPanel()

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        theme, session = desk.theme, desk.session
        _heading(desk)
        self._scene(desk)
        self._formulation(desk)
        if section("Integrator", theme):
            self._method(desk)
        if section("Parameters", theme):
            system = session.simulation.system
            for name, field in system.applicable().items():
                parameter_row(field, system.parameters[name], desk.changes("parameter", name), theme)
        if section("Initial state", theme):
            self._initial(desk)
        if section("Comparison", theme, opened=session.duel is not None):
            build_choice(desk)
        if section("Ensemble", theme, opened=session.cloud is not None):
            build_cloud(desk)
        if section("View", theme):
            self._view.build(desk)

    def _scene(self, desk: PanelContext) -> None:
        """Build the choice of the scene, and its note."""
        scene, theme = desk.session.scene, desk.theme
        labelled("", "scene", theme, NARROW)
        with drop_down("##scene", scene.title, theme, "another scene (Page Up, Page Down)") as opened:
            if opened:
                _list_scenes(desk)
        if scene.note:
            room, size = imgui.get_content_region_avail().x, SMALL_SIZE * theme.scale
            prose(scene.note, room, packed(DIM), theme.regular, size)

    def _formulation(self, desk: PanelContext) -> None:
        """Build the choice of the formulation if the motion has several."""
        simulation, theme = desk.session.simulation, desk.theme
        kinds = {name: physics.system_class(name) for name in physics.formulations(simulation.system)}
        if not kinds:
            return
        labelled("", "formulation", theme, NARROW)
        choice(
            "##formulation",
            [(name, kind.title, _summary(kind)) for name, kind in kinds.items()],
            simulation.system.name,
            desk.changes("formulation"),
            theme,
            "equations of motion used; switching keeps the state",
            {name: simulation.integrator.reason_against(kind) for name, kind in kinds.items()},
        )

    def _method(self, desk: PanelContext) -> None:
        simulation, theme = desk.session.simulation, desk.theme
        methods = physics.integrators()
        labelled("", "integrator", theme)
        choice(
            "##integrator",
            [(name, method.title, _about(method)) for name, method in methods.items()],
            simulation.integrator.name,
            desk.changes("integrator"),
            theme,
            f"{_about(simulation.integrator)}\nTab: next integrator",
            {name: method.reason_against(simulation.system) for name, method in methods.items()},
        )
        _beneath(_kind(simulation.integrator), theme)
        parameter_row(STEP, simulation.dt, desk.changes("dt"), theme)
        for setting in simulation.integrator.settings:
            value = simulation.settings[setting.name]
            parameter_row(setting, value, desk.changes("setting", setting.name), theme)

    def _initial(self, desk: PanelContext) -> None:
        simulation, theme = desk.session.simulation, desk.theme
        values = simulation.system.entered()
        together: dict[str, list[physics.Variable]] = {}
        for variable in simulation.system.entries():
            if shares_row(simulation.system, variable):
                together.setdefault(variable.group, []).append(variable)
            else:
                initial_row(variable, values[variable.name], desk.changes("initial", variable.name), theme)
        for group, members in together.items():
            present = [values[member.name] for member in members]
            group_row(group, members, present, desk.changes("initial", group), theme)
        waiting = self._changed_since_start(desk)
        if button("Restart with these values", waiting, -1.0):
            desk.ask(Action.RESET)
        tip("restart with these values (R)", theme)
        if waiting:
            small("Changed: takes effect at the next restart.", theme, AMBER)

    def _changed_since_start(self, desk: PanelContext) -> bool:
        """Return whether the run began from other values than those shown."""
        simulation = desk.session.simulation
        start = list(simulation.system.start())
        if simulation.tick == 0 and list(simulation.y) == start:
            self._start = simulation, start
        return self._start is not None and self._start[0] is simulation and self._start[1] != start


def _heading(desk: PanelContext) -> None:
    """Build the title of the system and the button that saves the scene."""
    theme, side = desk.theme, 1.6 * desk.theme.em
    corner, room = imgui.get_cursor_pos(), imgui.get_content_region_avail().x
    imgui.set_cursor_pos(imgui.ImVec2(corner.x + room - side, corner.y - 0.1 * theme.em))
    if icon_button("save", save_icon, f"{Action.SAVE.value} (Ctrl+S)", theme, DIM, side=side):
        desk.ask(Action.SAVE)
    imgui.set_cursor_pos(corner)
    with font(theme.medium, TITLE_SIZE):
        words = desk.session.simulation.system.title
        imgui.text_unformatted(fitted(words, room - 1.2 * side))


def _list_scenes(desk: PanelContext) -> None:
    """Build the list of scenes: those the user has saved, then the presets by family of systems."""
    if imgui.is_window_appearing():
        desk.look_for_saved()
    family = ""
    for headline in (*desk.saved, *scenefile.scene_summaries()):
        if headline.family != family:
            if family:
                imgui.dummy(imgui.ImVec2(0.0, 0.2 * desk.theme.em))
            family = headline.family
            with font(desk.theme.medium, SMALL_SIZE):
                text(family, ACCENT)
        _scene_to_choose(headline, desk)


def _scene_to_choose(headline: SceneSummary, desk: PanelContext) -> None:
    """Build an entry of the list of scenes, with its note."""
    theme, em, ink = desk.theme, desk.theme.em, imgui.get_window_draw_list()
    room, size = LIST_WIDTH * em, SMALL_SIZE * theme.scale
    chosen, corner = Path(headline.name).stem == desk.session.scene.name, imgui.get_cursor_screen_pos()
    pressed, _ = imgui.selectable(f"##{headline.name}", chosen, size=imgui.ImVec2(room, ENTRY_HEIGHT * em))
    if pressed and not chosen:
        desk.changes("scene")(headline.name)
    if not imgui.is_item_visible():
        return
    tip(headline.note, theme, symbolic=headline.family != SAVED)
    ink.add_text(imgui.ImVec2(corner.x + 0.5 * em, corner.y + 0.15 * em), packed(INK), headline.title)
    at = corner.x + 0.5 * em, corner.y + 1.2 * em
    if headline.family == SAVED:
        ink.add_text(theme.regular, size, imgui.ImVec2(*at), packed(DIM), headline.note)
        return
    lines = wrapped(headline.note, room - 1.8 * em, theme.regular, size) if headline.note else [""]
    words = lines[0] + ("…" if len(lines) > 1 else "")
    draw_symbol(ink, at, words, packed(DIM), theme.regular, size)


def _summary(system: type[physics.System]) -> str:
    """Return the first paragraph of a system's docstring."""
    return " ".join((system.__doc__ or "").split("\n\n")[0].split())


def _beneath(words: str, theme: Theme) -> None:
    """Build a small text below a control, in its column."""
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + LABEL_WIDTH * theme.em)
    small(words, theme)


def _kind(method: Integrator) -> str:
    """Return the order and kind of an integrator as text."""
    return f"order {method.order}, {method.kind}"


def _about(method: Integrator) -> str:
    """Return the tooltip of an integrator."""
    return f"{method.title}: {_kind(method)}, {method.cost()}; {method.keeps()}.\n{method.about}"
