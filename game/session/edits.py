"""Application of edits to a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import physics
from game.experiments.cloud import cloud_of
from game.model.edit import Edit, What
from game.scenefile import Scene
from game.scenefile.loading import path_of
from game.session.edit_text import described, method_chosen, old_value
from game.session.open_scene import half_made, load
from game.session.pacing import TickPace
from game.session.session import Session
from game.session.undoing import note, note_setting, one_entry, open_scene
from physics import BadInput, Simulation
from physics.simulation.spring_hand import SpringHand

RUN_ALIKE: tuple[What, ...] = ("speed", "contenders", "ensemble", "sculpture")
"""Edits that do not change the run."""
YOUNG = 3.0
"""Seconds that a run has been watched up to which it begins anew at once where an initial value is changed."""


def apply(session: Session, edit: Edit) -> None:
    """Apply an edit and log it; raises BadInput, with nothing changed, when it is invalid.

    It can be undone; what it replaces of the run is kept as a branch.
    """
    session.workshop.settle()
    if edit.what == "contenders" and session.duel is not None and session.simulation.divergence is not None:
        _compare_again(session, edit)
        return
    if edit.what in RUN_ALIKE:
        _apply_setting(session, edit)
        return
    if edit.what == "machine":  # it begins anew, or changes numbers, and notes itself which
        EDITS[edit.what](session, edit)
        return
    simulation, past, key = session.simulation, session.past, (edit.what, edit.name)
    held = simulation.hand is not None or edit.value is None
    before, old = past.place(simulation), old_value(session, edit)
    gesture = session.undo.gesture(key, joined=edit.what == "hand" and held)
    if gesture is not None and not past.ends_at(before, gesture.before):
        gesture = None
    leaf = past.tree.line[-1]
    EDITS[edit.what](session, edit)
    session.run.pacing.pace = TickPace()
    text = described(session, edit, old if gesture is None else gesture.old)
    if edit.what == "scene":
        note(session, text, before)
        return
    if gesture is None and past.tree.line[-1] is leaf:  # not where the run has begun again
        past.fork(simulation, text)
    past.tree.line[-1].about = text
    match edit.what:
        case "speed" | "contenders" | "ensemble" | "sculpture":
            pass
        case "put":
            past.changed(simulation, "place", list(simulation.y), "hand")
        case what:
            value = simulation.system.parameters[edit.name] if what == "parameter" else edit.value
            past.changed(simulation, what, value, edit.name)
    if gesture is not None:
        gesture.text = text
    else:
        note(session, text, before, key=key, old=old)


def _apply_setting(session: Session, edit: Edit) -> None:
    """Apply an edit that does not change the run."""
    session.run.pacing.pace = TickPace()
    back = {
        "speed": session.clock.speed, "contenders": session.contenders, "ensemble": session.run.ensemble,
        "sculpture": session.run.sculpting.spec,
    }[edit.what]  # fmt: skip
    gesture = session.undo.gesture((edit.what, edit.name), joined=edit.what == "speed")

    def forth() -> None:
        EDITS[edit.what](session, edit)

    def undo() -> None:
        EDITS[edit.what](session, Edit(edit.what, back))

    forth()
    text = described(session, edit, back if gesture is None else gesture.old)
    if gesture is None:
        note_setting(session, text, undo, forth, key=(edit.what, edit.name), old=back)
    else:
        gesture.text, gesture.forth = text, forth


def _compare_again(session: Session, edit: Edit) -> None:
    """Set the compared runs of a run that has diverged; all begin again, since none can go on from its last state."""
    old, choose = session.contenders, EDITS["contenders"]
    choose(session, edit)
    text = described(session, edit, old)
    with one_entry(session, text, lambda: choose(session, Edit("contenders", old)), lambda: choose(session, edit)):
        session.reset()


# System ---------------------------------------------------------------------------------------------------


def _open_scene(session: Session, edit: Edit) -> None:
    """Open a scene, or the one of a name, or a sketch of a machine, which may be one that cannot run."""
    try:
        scene = load(edit.value) if isinstance(edit.value, str) else edit.value
    except BadInput:
        if (scene := half_made(path_of(edit.value))) is None:
            raise
    if isinstance(scene, Scene):
        open_scene(session, scene)
    else:
        from game.session.machine_edits import open_sketch

        open_sketch(session, scene)
    session.run.open_from(named_file(edit.value))


def named_file(value: object) -> Path | None:
    """Return the scene file that a name of a scene is, None where it is that of a preset, or no name."""
    return Path(value) if isinstance(value, str) and value.lower().endswith(".toml") else None


def _reformulate(session: Session, edit: Edit) -> None:
    simulation = session.simulation
    simulation.reformulate(edit.value)
    session.run.beside.compare_methods(session.simulation.system, False)
    session.run.beside.precision = None
    session.run.traces.trails.fit(simulation.system, simulation.y)
    session.fit_formulation()
    session.run.contest.again(simulation)


def _use_parameter(session: Session, edit: Edit) -> None:
    """Set a parameter; a run at its start moves to the new start where that depends on the parameter."""
    simulation = session.simulation
    waits = at_start(simulation)
    simulation.set_parameters({edit.name: edit.value})
    if waits and simulation.y != memoryview(simulation.system.start()):
        simulation.reset()
        session.fit_formulation()
        session.start_run()
    else:
        session.run.traces.trails.fit(simulation.system, simulation.y)
        session.fit_formulation()
        session.run.contest.set_parameter(simulation, edit.name)


def change_start(session: Session, name: str, value: Any) -> bool:
    """Change an initial value as a person does: a run at its start moves there at once.

    Return whether a run on its way is so young that it is to begin anew as soon as the value is let go
    (`begin_with_changes`). Raises BadInput, with nothing changed.
    """
    simulation, log = session.simulation, session.past.log
    simulation.system.replace(initial={name: value})  # raises
    waits = at_start(simulation)
    if waits:
        log.forget_reset()
    apply(session, Edit("initial", value, name))
    if waits:
        simulation.reset()
        session.start_run()
        session.past.history.mark(simulation, name)
        log.add(0, "reset")  # a replay takes the new start over
    return not waits and simulation.time <= YOUNG * session.clock.speed


def at_start(simulation: Simulation) -> bool:
    """Return whether a run is at tick 0 in the initial state of its system."""
    return simulation.tick == 0 and simulation.y == memoryview(simulation.system.start())


def begin_with_changes(session: Session) -> None:
    """Begin the run anew with initial values that were changed last, as part of that change."""
    entry = session.undo.done[-1]
    with session.undo.grouped():
        session.reset()
    session.past.tree.line[-1].about = entry.text
    entry.after = session.past.place(session.simulation)


# Method ---------------------------------------------------------------------------------------------------


def _use_setting(session: Session, edit: Edit) -> None:
    simulation = session.simulation
    _try_method(session, simulation.integrator.name, {**simulation.settings, edit.name: edit.value})


def _try_method(session: Session, name: str, settings: dict[str, Any] | None = None) -> None:
    """Switch to a method. After a divergence the run begins again, because its last state is not valid."""
    stopped = session.simulation.divergence is not None
    session.simulation.use(name, settings)
    if stopped:
        session.reset()


def _use_dt(session: Session, edit: Edit) -> None:
    simulation = session.simulation
    stopped = simulation.divergence is not None
    simulation.set_dt(edit.value)
    session.clock.dt = simulation.dt
    session.run.contest.fit(simulation)
    if stopped:
        session.reset()


def _use_speed(session: Session, edit: Edit) -> None:
    session.clock.speed = edit.value


# Bodies ---------------------------------------------------------------------------------------------------


def _hold(session: Session, edit: Edit) -> None:
    simulation = session.simulation
    simulation.hold(None if edit.value is None else SpringHand.of(edit.value))
    if edit.value is None:
        session.run.contest.again(simulation)


def _put(session: Session, edit: Edit) -> None:
    session.simulation.put(SpringHand.of(edit.value))
    _restart_here(session)


def _place(session: Session, edit: Edit) -> None:
    session.simulation.rearrange(edit.value)
    _restart_here(session)


def _restart_here(session: Session) -> None:
    """Restart traces and duel from the present state; at tick 0 it becomes the initial state."""
    simulation = session.simulation
    if simulation.tick == 0:
        names = (variable.name for variable in simulation.system.variables)
        with suppress(BadInput):  # a place beyond the bounds of initial values
            simulation.set_initial(dict(zip(names, simulation.y, strict=True)))
    session.run.traces.restart(simulation)
    session.run.contest.again(simulation)


def _choose_ensemble(session: Session, edit: Edit) -> None:
    """Set number of copies and spread; a cloud that is shown is built again."""
    edit.value.checked(session.simulation.system)
    if session.run.cloud is not None:
        session.run.cloud = cloud_of(session.simulation, edit.value)
    session.run.ensemble = edit.value


def _change_machine(session: Session, edit: Edit) -> None:
    from game.session.machine_edits import use_machine

    use_machine(session, edit)


EDITS: dict[What, Callable[[Session, Edit], None]] = {
    "scene": _open_scene,
    "formulation": _reformulate,
    "parameter": _use_parameter,
    "initial": lambda session, edit: session.simulation.set_initial({edit.name: edit.value}),
    "integrator": lambda session, edit: _try_method(session, edit.value),
    "setting": _use_setting,
    "dt": _use_dt,
    "speed": _use_speed,
    "hand": _hold,
    "put": _put,
    "place": _place,
    "contenders": lambda session, edit: session.run.contest.choose(session.simulation, edit.value),
    "ensemble": _choose_ensemble,
    "machine": _change_machine,
    "sculpture": lambda session, edit: session.run.sculpting.use(edit.value, session.simulation),
}


def use_method(
    session: Session, name: str, dt: float | None = None, settings: Mapping[str, float] | None = None
) -> None:
    """Switch to a method, with a step [s] and settings where they are given; all of it is undone as one change.

    Raises BadInput, with nothing changed, for a method that does not apply or a setting out of bounds.
    """
    method = physics.integrator(name)
    if reason := method.reason_against(session.simulation.system):
        raise BadInput(reason)
    method.checked_settings(settings or {})
    with one_entry(session, method_chosen(name)):
        if name != session.simulation.integrator.name:
            apply(session, Edit("integrator", name))
        if dt is not None and dt != session.simulation.dt:
            apply(session, Edit("dt", dt))
        for setting, value in (settings or {}).items():
            apply(session, Edit("setting", value, setting))
