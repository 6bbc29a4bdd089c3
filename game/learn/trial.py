"""Trials: things to try with a scene, as data, and their application to a session.

A trial is given by changes such as `integrator=euler-cromer; phi_dot=800; watch=energy`. Their names are those of
`WORDS`, of the system's parameters and initial values, or `setting.NAME` of the integrator. It always begins at the
start of the scene as its file has it, with these changes alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from game.learn.prose import Span
from game.model.edit import Edit
from game.model.input import Action
from game.scenefile import Scene
from game.session import actions, edits
from game.session.open_scene import check_binet, check_body_view, load
from game.session.session import Session
from physics import BadInput, Clock, Simulation
from physics.core.fields import Choice, Quantity
from physics.core.units import parse_quantity
from physics.errors import unknown

WORDS = ("scene", "formulation", "integrator", "dt", "speed", "watch", "show")
SHOWN: dict[str, tuple[Action, Callable[[Session], bool]]] = {
    "ghosts": (Action.GHOSTS, lambda session: session.duel is not None),
    "cloud": (Action.CLOUD, lambda session: session.run.cloud is not None),
    "vectors": (Action.VECTORS, lambda session: session.run.shown.vectors),
    "traces": (Action.TRACES, lambda session: session.run.shown.traces),
    "geometry": (Action.GEOMETRY, lambda session: session.run.shown.geometry),
    "body-view": (Action.BODY_VIEW, lambda session: session.run.shown.body_view),
    "binet": (Action.BINET, lambda session: session.run.shown.binet),
    "sculpture": (Action.SCULPTURE, lambda session: session.run.shown.sculpture),
}
"""What `show` can name: the action that shows or hides it, and whether it is shown."""
Changes = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Trial:
    """A thing to try: title, what happens then, changes, and numbers of the text to be measured by tests."""

    title: str
    note: tuple[Span, ...]
    changes: Changes
    checks: tuple[str, ...] = ()

    def checked(self, statement: str) -> Trial:
        """Return it with another number to be measured."""
        return replace(self, checks=(*self.checks, statement))

    def all(self, name: str) -> list[str]:
        """Return the values given for one of the names."""
        return [value for each, value in self.changes if each == name]


def changes_in(text: str) -> Changes:
    """Return changes given as `name=value; name=value`. Raises BadInput."""
    found = []
    for part in text.split(";"):
        name, equals, value = part.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise BadInput(f"{part.strip()!r}: must be name=value")
        found.append((name.strip(), value.strip()))
    return tuple(found)


def target(base: Scene, trial: Trial) -> Scene:
    """Return the scene of a trial of a scene. Raises BadInput for a change that is not allowed, or an unknown name."""
    scene = base
    for name in trial.all("scene"):
        scene = load(name)
    for name in trial.all("formulation"):
        scene = scene.changed(system=name)
    fields = scene.simulation().system.fields
    parameters, initial, settings = dict(scene.parameters), dict(scene.initial), dict(scene.settings)
    for name, value in trial.changes:
        if name.startswith("setting."):
            settings[name.removeprefix("setting.")] = _value(value)
        elif name not in WORDS:
            (parameters if name in fields else initial)[name] = _value(value)
    method = trial.all("integrator")
    scene = scene.changed(
        parameters=parameters,
        initial=initial,
        settings=settings if not method else {k: v for k, v in settings.items() if k not in scene.settings},
        integrator=method[-1] if method else scene.integrator,
        dt=trial.all("dt")[-1] if trial.all("dt") else scene.dt,
        speed=parse_quantity("speed", trial.all("speed")[-1], "") if trial.all("speed") else scene.speed,
        paused=False,
    )
    made = scene.simulation()
    Clock(speed=scene.speed)
    watched(made, trial)
    for name in trial.all("show"):
        if name not in SHOWN:
            raise unknown("thing to show", name, SHOWN)
        if name == "binet":
            check_binet(made.system)
        elif name == "body-view":
            check_body_view(made.system)
    return scene


def watched(simulation: Simulation, trial: Trial) -> list[str]:
    """Return the quantities that a trial says to watch. Raises BadInput for an unknown name."""
    system = simulation.system
    quantities: tuple[Quantity, ...] = (*system.invariants, *system.quantities)
    known = [*(each.name for each in quantities), *(variable.name for variable in system.variables)]
    for name in trial.all("watch"):
        if name not in known:
            raise unknown(f"quantity of {system.name}", name, known)
    return trial.all("watch")


def begin(session: Session, base: Scene, trial: Trial) -> None:
    """Begin a trial of a scene: change what differs, restart, and run. Raises BadInput."""
    scene = target(base, trial)
    wanted = scene.simulation()
    if trial.all("scene") or session.scene.name != base.name or not _brought(session, wanted):
        edits.apply(session, Edit("scene", scene))
    if session.clock.speed != scene.speed:
        edits.apply(session, Edit("speed", scene.speed))
    session.reset()
    session.pause(False)
    for name in trial.all("show"):
        action, shown = SHOWN[name]
        if not shown(session):
            actions.perform(session, action)


def _value(text: str) -> Any:
    """Return the value of a change: a list, or text with or without a unit, which fields read."""
    if not text.startswith("["):
        return text
    try:
        return json.loads(text)
    except ValueError:
        raise BadInput(f"{text!r}: must be a list such as [1, 2]") from None


def _brought(session: Session, wanted: Simulation) -> bool:
    """Bring the session's simulation to one that is wanted, by edits; False where they do not lead there."""
    try:
        for edit in _method(session.simulation, wanted):
            edits.apply(session, edit)
        for edit in _parameters(session.simulation, wanted):
            edits.apply(session, edit)
        for edit in _initial(session.simulation, wanted):
            edits.apply(session, edit)
    except BadInput:
        return False
    system = session.simulation.system
    return _same(system.start(), wanted.system.start()) and not list(_parameters(session.simulation, wanted))


def _method(now: Simulation, wanted: Simulation) -> list[Edit]:
    """Return the edits to the formulation and the method of a simulation."""
    found = []
    if now.system.name != wanted.system.name:
        found.append(Edit("formulation", wanted.system.name))
    if now.integrator.name != wanted.integrator.name or now.divergence is not None:
        found.append(Edit("integrator", wanted.integrator.name))
    if now.dt != wanted.dt:
        found.append(Edit("dt", wanted.dt))
    same = now.settings if now.integrator.name == wanted.integrator.name else wanted.integrator.checked_settings({})
    found += [Edit("setting", value, name) for name, value in wanted.settings.items() if same.get(name) != value]
    return found


def _parameters(now: Simulation, wanted: Simulation) -> list[Edit]:
    """Return the edits to the parameters, choices first."""
    mine, other = now.system, wanted.system
    found = [
        Edit("parameter", other.parameters[name], name)
        for name in other.applicable()
        if not _same(mine.parameters.get(name), other.parameters[name])
    ]
    return sorted(found, key=lambda edit: not isinstance(other.fields[edit.name], Choice))


def _initial(now: Simulation, wanted: Simulation) -> list[Edit]:
    """Return the edits to the initial values."""
    mine, other = now.system.entered(), wanted.system.entered()
    names = [variable.name for variable in wanted.system.entries()]
    return [Edit("initial", other[name], name) for name in names if mine.get(name) != other[name]]


def _same(one: Any, other: Any) -> bool:
    return bool(np.array_equal(one, other)) if not isinstance(one, str) else one == other
