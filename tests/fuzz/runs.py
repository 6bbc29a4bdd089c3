"""Random legal systems, starts, methods and steps."""

from __future__ import annotations

import random
from typing import Any

import physics
from physics import BadInput, Simulation, System
from physics.core.fields import Choice, Parameter


def random_number(dice: random.Random, field: Any, usual: float) -> float:
    """Return a number within the bounds of a field: one of its bounds, anywhere, or about its usual value."""
    low, high = field.low, field.high
    match dice.randrange(8):
        case 0:
            found = dice.choice([low, high])
        case 1:
            found = dice.uniform(low, high)
        case _:
            found = usual * 10.0 ** dice.uniform(-1.0, 1.0) if usual else dice.uniform(-1.0, 1.0)
    found = min(max(found, low), high)
    return float(round(found)) if getattr(field, "whole", False) else found


def random_system(dice: random.Random, name: str) -> System | None:
    """Return a system with a few random legal parameters and starts, or None where such ones were refused."""
    fields = physics.system_class(name).fields
    choices = {key: each for key, each in fields.items() if isinstance(each, Choice) and dice.random() < 0.3}
    parameters: dict[str, Any] = {key: dice.choice(each.options) for key, each in choices.items()}
    try:
        applicable = physics.system(name, parameters).applicable()
        for key in few(dice, [key for key in applicable if isinstance(fields[key], Parameter)]):
            parameters[key] = random_number(dice, fields[key], fields[key].default)
        plain = physics.system(name, parameters)
        start = {each.name: random_number(dice, each, each.start) for each in few(dice, list(plain.entries()))}
        return physics.system(name, parameters, start)
    except BadInput:
        return None


def few(dice: random.Random, things: list[Any]) -> list[Any]:
    """Return none to all of some things, mostly few."""
    return dice.sample(things, min(len(things), dice.choice([0, 1, 1, 2, 3, len(things)])))


def random_run(dice: random.Random, name: str, integrator: str) -> Simulation | None:
    """Return a random legal run, or None where it was refused."""
    made = random_system(dice, name)
    try:
        return made and Simulation(made, integrator, 10.0 ** dice.uniform(-5.0, -1.0))
    except BadInput:
        return None
