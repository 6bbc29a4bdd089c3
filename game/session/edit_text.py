"""Descriptions of edits for the list of what was done."""

from __future__ import annotations

import math
from typing import Any

import physics
from game.model.edit import Edit
from game.model.shown.sentence import Amount, Sentence, Unit, Word
from game.model.words import later
from game.scenefile import SculptureSpec
from game.session.session import Session
from physics.core.units import check_number
from physics.registry import system_class
from physics.types import Floats

PARAMETER = later("{name} {old} → {new} {unit}")
START = later("Start: {name} {old} → {new} {unit}")
STEP = later("Step Δt {old} → {new} s")
METHOD = later("Method → {name}")
EQUATIONS = later("Equations → {name}")
SPEED = later("Speed {old:.3g}× → {new:.3g}×")
ENSEMBLE = later("Ensemble of {count} copies")
SCULPTURE = later("Phase sculpture: {name} → {new} {unit}")
SCULPTURE_STARTS = later("Phase sculpture: other starts")
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


def described(session: Session, edit: Edit, old: Any) -> Sentence:
    """Return what an edit has done, given what it has replaced."""
    simulation = session.simulation
    new = old_value(session, edit)
    match edit.what:
        case "parameter":
            field = simulation.system.fields[edit.name]
            return _change(PARAMETER, field.symbol, edit.name, old, new, field.unit)
        case "setting":
            return _change(PARAMETER, "", edit.name, old, new, "")
        case "initial":
            variable = simulation.system.start_variable(edit.name) if old is not None else None
            symbol, unit = (variable.symbol, variable.unit) if variable else ("", "")
            return _change(START, symbol, edit.name, old, new, unit)
        case "dt":
            return Sentence(STEP, old=Amount(old), new=Amount(new))
        case "speed":
            return Sentence(SPEED, old=float(old), new=float(new))
        case "integrator":
            return method_chosen(simulation.integrator.name)
        case "formulation":
            return Sentence(EQUATIONS, name=Word(system_class(simulation.system.name).title))
        case "ensemble":
            return Sentence(ENSEMBLE, count=session.run.ensemble.copies)
        case "sculpture":
            return _sculpted(edit.name, session.run.sculpting.spec)
        case "contenders":
            return Sentence(COMPARED, count=len(session.contenders))
        case "scene":
            return Sentence(SCENE, name=Word(session.scene.title))
        case "hand":
            return Sentence(PULLED)
    return _moved(session, memoryview(old).cast("d"))


def _sculpted(name: str, spec: SculptureSpec) -> Sentence:
    """Return what is new of a phase sculpture, given the name of the field."""
    match name:
        case "across" | "up":
            return Sentence(SCULPTURE, name=Word(name), new=Word(getattr(spec, name)), unit="")
        case "after" | "duration":
            seconds = check_number(name, getattr(spec, name), "s", 0.0, math.inf)
            return Sentence(SCULPTURE, name=Word(name), new=Amount(seconds, "s"), unit=Unit("s"))
    return Sentence(SCULPTURE_STARTS)


def method_chosen(name: str) -> Sentence:
    """Return that a method was chosen."""
    return Sentence(METHOD, name=Word(physics.integrators()[name].title))


def _change(template: str, symbol: str, name: str, old: Any, new: Any, unit: str) -> Sentence:
    called = symbol or Word(name)
    return Sentence(template, name=called, old=_value(old, unit), new=_value(new, unit), unit=Unit(unit))


def _value(value: Any, unit: str) -> Amount | Word:
    return Amount(value, unit) if isinstance(value, float) else Word(str(value))


def _moved(session: Session, old: Floats) -> Sentence:
    """Return how a hand has moved the bodies: the variable that changed, where it is a single one."""
    system, y = session.simulation.system, session.simulation.y
    changed = [i for i in range(len(y)) if y[i] != old[i]]
    if len(changed) != 1:
        return Sentence(MOVED)
    variable = system.variables[changed[0]]
    return _change(MOVED_ONE, variable.symbol, variable.name, old[changed[0]], y[changed[0]], variable.unit)
