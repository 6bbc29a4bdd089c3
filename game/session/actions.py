"""Actions of the laboratory: what keys, buttons and clicks in a map request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import physics
from game import scenefile
from game.experiments.cloud import cloud_of
from game.experiments.duel import default_contenders
from game.model.edit import Edit
from game.model.input import Action
from game.model.shown.sentence import Sentence
from game.model.words import later
from game.scenefile.checks import check_slow_motion
from game.session import advancing, edits
from game.session.open_scene import check_binet
from game.session.session import Session
from game.session.time_actions import (
    clear_loop,
    pause_or_resume,
    play_backwards,
    seek_event,
    set_loop_end,
    set_loop_start,
    toggle_loop,
)
from game.session.undoing import note_setting, one_entry, redo, undo
from physics import BadInput
from physics.compiled import native

SCRUB_SECONDS = 0.1
"""Wall time that a key scrubs back or forth."""
SLOWEST, FASTEST = 1 / 1024, 64.0
"""Limits of the speed that keys can set."""

BESIDE = "sculpture", "binet", "body_view"
"""Overlays that are pictures beside the lab's, in the order in which they come before one another."""

RESTARTED = later("Restart")
RELEASED = later("Start from a point of the map")
COCKED = later("Machine cocked")
METHODS_COMPARED = later("Three methods compared")
COMPARISON_ON, COMPARISON_OFF = later("Comparison begun"), later("Comparison ended")
ENSEMBLE_ON, ENSEMBLE_OFF = later("Ensemble shown"), later("Ensemble removed")


def perform(session: Session, action: Action) -> bool:
    """Perform an action; False when it is not one of the laboratory. Raises BadInput where it cannot be performed."""
    if action not in ACTIONS:
        return False
    session.workshop.settle()
    ACTIONS[action](session)
    return True


def next_integrator(session: Session, step: int) -> None:
    """Switch to the method `step` places further among those that apply."""
    edits.apply(session, Edit("integrator", integrator_after(session, step)))


def integrator_after(session: Session, step: int) -> str:
    """Return the method `step` places further among those that apply."""
    system, methods = session.simulation.system, physics.integrators()
    names = [name for name, method in methods.items() if not method.reason_against(system)]
    at = names.index(session.simulation.integrator.name)
    return names[(at + step) % len(names)]


class NextMethods:
    """Machine code for the methods that are one key away from the present one, made ahead: a switch waits for none."""

    def __init__(self) -> None:
        self._known: tuple[object, ...] = ()

    def prepare(self, session: Session) -> None:
        """Have the machine code made that is not there yet, once that of the present method is."""
        simulation = session.simulation
        present = type(simulation.system), len(simulation.system.variables), simulation.integrator.name
        if self._known == present or not simulation.compiled:
            return
        self._known = present
        for step in (1, -1):
            method = physics.integrator(integrator_after(session, step))
            shape = native.shape(simulation.system, method)
            if native.is_compiled(shape) is None:
                native.background.ask(shape, ahead=True)


def preset_after(name: str, step: int) -> str:
    """Return the preset `step` places after the scene `name`; the first for a scene that is none."""
    names = scenefile.presets()
    at = names.index(name) if name in names else -step
    return names[(at + step) % len(names)]


def next_scene(session: Session, step: int) -> None:
    """Open the preset `step` places further."""
    edits.apply(session, Edit("scene", preset_after(session.scene.name, step)))


def scrub(session: Session, direction: int) -> None:
    """Seek by `SCRUB_SECONDS` of wall time at the present speed, at least by one tick."""
    history, now = session.past.history, session.past.now(session.simulation)
    time = history.time(session.simulation) + direction * SCRUB_SECONDS * session.clock.speed
    moment = history.tick_at(time)
    advancing.seek(session, moment if (moment - now) * direction > 0 else now + direction)


def start_from_map(session: Session, values: Mapping[str, float]) -> None:
    """Start again with these parameters and initial values [SI], running; a machine that throws waits, cocked.

    Raises BadInput.
    """
    system = session.simulation.system
    parameters = {name: value for name, value in values.items() if name in system.fields}
    initial = {name: value for name, value in values.items() if name not in parameters}
    system.replace(parameters, initial)
    with one_entry(session, Sentence(RELEASED)):
        session.reset()
        use_parameters(session, parameters)
        for name, value in initial.items():
            edits.apply(session, Edit("initial", float(value), name))
        session.reset()
    session.pause(bool(system.ends))


def cock_machine(session: Session, parameters: Mapping[str, float]) -> None:
    """Reset the machine to its cocked state, paused, with these parameters. Raises BadInput.

    They are applied one by one, each as soon as it is valid together with the others.
    """
    session.simulation.system.replace(parameters)
    with one_entry(session, Sentence(COCKED)):
        session.reset()
        session.pause(True)
        use_parameters(session, parameters)


def use_parameters(session: Session, parameters: Mapping[str, Any]) -> None:
    """Set parameters one by one, each as soon as it is valid together with the others. Raises BadInput."""
    waiting = dict(parameters)
    while waiting:
        before = len(waiting)
        for name, value in list(waiting.items()):
            with suppress(BadInput):
                edits.apply(session, Edit("parameter", value, name))
                del waiting[name]
        if len(waiting) == before:
            edits.apply(session, Edit("parameter", value, name))


def _fire(session: Session) -> None:
    """Start a run that waits at its beginning, or fire; otherwise go back there."""
    if session.simulation.paused and not session.simulation.tick:
        session.pause(False)
    else:
        _restart(session)


def _restart(session: Session) -> None:
    with one_entry(session, Sentence(RESTARTED)):
        session.reset()


def _change_speed(session: Session, factor: float) -> None:
    edits.apply(session, Edit("speed", min(max(session.clock.speed * factor, SLOWEST), FASTEST)))


def _toggle_ghosts(session: Session) -> None:
    """Begin a comparison from the present state or from the start, as `DuelSetup.restarts` says, or end it."""
    on = session.duel is None
    text = Sentence(COMPARISON_ON if on else COMPARISON_OFF)

    def compare(wanted: bool) -> None:
        if (session.duel is not None) != wanted:
            session.run.contest.toggle(session.simulation)

    if on and session.run.contest.restarts(session.simulation):
        with one_entry(session, text, lambda: compare(False), lambda: compare(True)):
            session.reset()
            compare(True)
        return
    compare(on)
    note_setting(session, text, lambda: compare(not on), lambda: compare(on))


def compare_methods(session: Session) -> None:
    """Begin again, running, with a comparison of three methods at one step: that of the run and two others.

    Raises BadInput where no other method applies.
    """
    contest, others = session.run.contest, default_contenders(session.simulation)[:2]
    if not others:
        raise BadInput(f"comparison: {session.simulation.system.name} has no other method")
    before, was_on = contest.contenders, session.duel is not None

    def compare(wanted: bool) -> None:
        if session.duel is not None:
            contest.toggle(session.simulation)
        contest.contenders = others if wanted else before
        if wanted or was_on:
            contest.toggle(session.simulation)

    with one_entry(session, Sentence(METHODS_COMPARED), lambda: compare(False), lambda: compare(True)):
        session.reset()
        compare(True)
    session.pause(False)


def _toggle_slow_motion(session: Session) -> None:
    check_slow_motion(session.simulation.system)
    session.run.slow.wanted = not session.run.slow.wanted


def _toggle_cloud(session: Session) -> None:
    """Show a cloud about the present state, or remove it. Raises BadInput."""
    on = session.run.cloud is None

    def gather(wanted: bool) -> None:
        session.run.cloud = cloud_of(session.simulation, session.run.ensemble) if wanted else None

    gather(on)
    note_setting(session, Sentence(ENSEMBLE_ON if on else ENSEMBLE_OFF), lambda: gather(not on), lambda: gather(on))


def _toggle_body_view(session: Session) -> None:
    if not session.run.shown.body_view and session.look.second_stage() is None:
        raise BadInput(f"body-fixed view: {session.simulation.system.name} has none, free-body has one")
    _toggle_beside(session, "body_view")


def _toggle_binet(session: Session) -> None:
    if not session.run.shown.binet:
        check_binet(session.simulation.system)
    _toggle_beside(session, "binet")


def _toggle_beside(session: Session, name: str) -> None:
    """Show a second picture in place of those that come before it, or hide it where it is seen."""
    before = [each for each in BESIDE[: BESIDE.index(name)] if session.run.shown.by_name[each]]
    for each in before:
        session.toggle_overlay(each)
    if not (before and session.run.shown.by_name[name]):
        session.toggle_overlay(name)


ACTIONS: dict[Action, Callable[[Session], None]] = {
    Action.PAUSE: pause_or_resume,
    Action.BACKWARDS: play_backwards,
    Action.PREVIOUS_EVENT: lambda session: seek_event(session, -1),
    Action.NEXT_EVENT: lambda session: seek_event(session, 1),
    Action.LOOP_START: set_loop_start,
    Action.LOOP_END: set_loop_end,
    Action.LOOP: toggle_loop,
    Action.LOOP_CLEAR: clear_loop,
    Action.UNDO: undo,
    Action.REDO: redo,
    Action.STEP: lambda session: advancing.step(session),
    Action.STEP_BACK: lambda session: advancing.seek(session, session.past.now(session.simulation) - 1),
    Action.BACK: lambda session: scrub(session, -1),
    Action.FORTH: lambda session: scrub(session, 1),
    Action.RESET: _restart,
    Action.FIRE: _fire,
    Action.GHOSTS: _toggle_ghosts,
    Action.CLOUD: _toggle_cloud,
    Action.NEXT_INTEGRATOR: lambda session: next_integrator(session, 1),
    Action.PREVIOUS_INTEGRATOR: lambda session: next_integrator(session, -1),
    Action.NEXT_SCENE: lambda session: next_scene(session, 1),
    Action.PREVIOUS_SCENE: lambda session: next_scene(session, -1),
    Action.FASTER: lambda session: _change_speed(session, 2.0),
    Action.SLOWER: lambda session: _change_speed(session, 0.5),
    Action.SLOW_MOTION: _toggle_slow_motion,
    Action.VECTORS: lambda session: session.toggle_overlay("vectors"),
    Action.TRACES: lambda session: session.toggle_overlay("traces"),
    Action.GEOMETRY: lambda session: session.toggle_overlay("geometry"),
    Action.BODY_VIEW: _toggle_body_view,
    Action.BINET: _toggle_binet,
    Action.SCULPTURE: lambda session: _toggle_beside(session, "sculpture"),
}
