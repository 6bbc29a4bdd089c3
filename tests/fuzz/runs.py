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
    """Return a system with random legal parameters and start, or None where such ones were refused."""
    parameters: dict[str, Any] = {}
    for key, field in physics.system_class(name).fields.items():
        if dice.random() < 0.4:
            if isinstance(field, Parameter):
                parameters[key] = random_number(dice, field, field.default)
            elif isinstance(field, Choice):
                parameters[key] = dice.choice(field.options)
    try:
        plain = physics.system(name, parameters)
        start = {each.name: random_number(dice, each, each.start) for each in plain.entries() if dice.random() < 0.4}
        return physics.system(name, parameters, start)
    except BadInput:
        return None


def random_run(dice: random.Random, name: str, integrator: str) -> Simulation | None:
    """Return a random legal run, or None where it was refused."""
    made = random_system(dice, name)
    try:
        return made and Simulation(made, integrator, 10.0 ** dice.uniform(-5.0, -1.0))
    except BadInput:
        return None
