"""Random legal systems, starts, methods and steps."""

from __future__ import annotations

import random
from typing import Any

import physics
from game.scenefile import Scene
from physics import BadInput, Simulation, System
from physics.core.fields import AnyParameter, Choice, ChoiceList, Description, Profile, Rows, Tabulated, Vector

MANY = 8
"""Greatest length of a random list that has no other bound."""


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


def random_length(dice: random.Random, field: Any, count: int) -> int:
    """Return a length of a list: its shortest or usual one, or one, three or six numbers for each of `count` bodies."""
    wanted = dice.choice([field.shortest, len(field.default), 1, count, count, 3 * count, 6 * count])
    return min(max(wanted, field.shortest), field.longest)


def random_profile(dice: random.Random, field: Profile) -> Rows:
    """Return rows (r, z) from below upwards: those of the usual body with other radii or heights, or any."""
    if dice.random() < 0.5:
        wider, taller = (10.0 ** dice.uniform(-1.0, 1.0) for _ in range(2))
        return tuple((min(wider * r, field.high), taller * z) for r, z in field.default)
    count = dice.randint(field.shortest, MANY)
    heights = sorted(dice.choice([0.0, dice.uniform(0.0, 0.1)]) for _ in range(count))
    return tuple((dice.choice([0.0, dice.uniform(0.0, 0.1), random_number(dice, field, 0.02)]), z) for z in heights)


def random_value(dice: random.Random, field: AnyParameter, count: int) -> Any:
    """Return a legal value of a field by itself; count: a number of bodies, for lists with entries for each."""
    match field:
        case Choice():
            return dice.choice(field.options)
        case ChoiceList():
            return tuple(dice.choice(field.options) for _ in range(random_length(dice, field, count)))
        case Vector():
            usual = dice.choice(field.default or (1.0,))
            return tuple(random_number(dice, field, usual) for _ in range(random_length(dice, field, count)))
        case Tabulated():
            firsts = sorted({10.0 ** dice.uniform(0.0, 7.0) for _ in range(dice.randint(field.shortest, MANY))})
            return tuple((each, dice.choice([0.0, dice.uniform(0.0, 2.0)])) for each in firsts)
        case Profile():
            return random_profile(dice, field)
        case Description():
            return field.default
    return random_number(dice, field, field.default)


def random_system(dice: random.Random, name: str) -> System | None:
    """Return a system with a few random legal parameters and starts, or None where such ones were refused."""
    fields = physics.system_class(name).fields
    count = dice.choice([dice.randint(1, MANY), 3])
    choices = [each for each in fields.values() if isinstance(each, Choice) and dice.random() < 0.3]
    parameters: dict[str, Any] = {each.name: random_value(dice, each, count) for each in choices}
    try:
        applicable = physics.system(name, parameters).applicable().values()
        for each in few(dice, [each for each in applicable if not isinstance(each, Choice)]):
            parameters[each.name] = random_value(dice, each, count)
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


def random_scene(dice: random.Random, name: str) -> Scene | None:
    """Return the scene of a random legal system with the first method that applies, or None where it was refused."""
    made = random_system(dice, name)
    if made is None:
        return None
    methods = ("rk4", *physics.integrators())
    usual = next(each for each in methods if not physics.integrators()[each].reason_against(type(made)))
    parameters = {key: made.parameters[key] for key in made.applicable()}
    return Scene(
        system=name, name=name, title=name, integrator=usual, parameters=parameters, initial=dict(made.initial)
    )
