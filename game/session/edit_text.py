"""Descriptions of edits for the list of what was done."""

from __future__ import annotations

from typing import Any

import physics
from game.model.edit import Edit
from game.model.words import decimal, later, tr
from game.session.session import Session
from physics.core.units import format_number
from physics.registry import system_class
from physics.types import Floats

PARAMETER = later("{name} {old} → {new} {unit}")
START = later("Start: {name} {old} → {new} {unit}")
STEP = later("Step Δt {old} → {new} s")
METHOD = later("Method → {name}")
EQUATIONS = later("Equations → {name}")
SPEED = later("Speed {old} → {new}")
ENSEMBLE = later("Ensemble of {count} copies")
COMPARED = later("Compared runs: {count}")
SCENE = later("Scene → {name}")
PULLED = later("Pulled by hand")
MOVED = later("Moved by hand")
MOVED_ONE = later("{name} {old} → {new} {unit} by hand")


def old_value(session: Session, edit: Edit) -> Any:
    """Return what an edit is about to replace, or None."""
    simulation = session.simulation
    match edit.what:
        case "parameter":
            return simulation.system.parameters.get(edit.name)
        case "setting":
            return simulation.settings.get(edit.name)
        case "initial":
            return simulation.system.entered().get(edit.name)
        case "dt":
            return simulation.dt
        case "speed":
            return session.clock.speed
        case "put" | "place":
            return bytes(simulation.y)
    return None


def described(session: Session, edit: Edit, old: Any) -> str:
    """Return what an edit has done, given what it has replaced."""
    simulation = session.simulation
    new = old_value(session, edit)
    match edit.what:
        case "parameter":
            field = simulation.system.fields[edit.name]
            return _change(PARAMETER, field.symbol or edit.name, old, new, getattr(field, "unit", ""))
        case "setting":
            return _change(PARAMETER, tr(edit.name), old, new, "")
        case "initial":
            variable = simulation.system.start_variable(edit.name) if old is not None else None
            return _change(
                START, variable.symbol if variable else edit.name, old, new, variable.unit if variable else ""
            )
        case "dt":
            return tr(STEP, old=_text(old), new=_text(new))
        case "speed":
            return tr(SPEED, old=decimal(f"{old:.3g}×"), new=decimal(f"{new:.3g}×"))
        case "integrator":
            return tr(METHOD, name=tr(physics.integrators()[simulation.integrator.name].title))
        case "formulation":
            return tr(EQUATIONS, name=tr(system_class(simulation.system.name).title))
        case "ensemble":
            return tr(ENSEMBLE, count=session.ensemble.copies)
        case "contenders":
            return tr(COMPARED, count=len(session.contenders))
        case "scene":
            return tr(SCENE, name=tr(session.scene.title))
        case "hand":
            return tr(PULLED)
    return _moved(session, memoryview(old).cast("d"))


def _change(template: str, name: str, old: Any, new: Any, unit: str) -> str:
    return tr(template, name=name, old=_text(old), new=_text(new), unit=unit).rstrip()


def _text(value: Any) -> str:
    """Return a value in few digits."""
    if isinstance(value, float):
        return decimal(format_number(float(f"{value:.4g}"))).replace("-", "\u2212")
    return tr(str(value))


def _moved(session: Session, old: Floats) -> str:
    """Return how a hand has moved the bodies: the variable that changed, where it is a single one."""
    system, y = session.simulation.system, session.simulation.y
    changed = [i for i in range(len(y)) if y[i] != old[i]]
    if len(changed) != 1:
        return tr(MOVED)
    variable = system.variables[changed[0]]
    return _change(MOVED_ONE, variable.symbol, old[changed[0]], y[changed[0]], variable.unit)
