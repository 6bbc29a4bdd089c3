"""Starts of every system keep their bits when a scene is saved and opened again."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import physics
from game import scenefile
from game.scenefile import Scene
from game.session.save_scene import toml
from physics.core.fields import Choice, Parameter, Variable
from physics.core.system import System

FEW, MANY = 12, 300


def drawn(variable: Variable, draw: random.Random) -> float:
    """Return an initial value: the usual one, one with a few digits, or one with all."""
    wide = 3.0 if variable.unit == "rad" else abs(variable.start) + 1.0
    value = draw.uniform(max(variable.low, variable.start - wide), min(variable.high, variable.start + wide))
    short = round(value, 1)
    return draw.choice([variable.start, value, short if variable.low <= short <= variable.high else value])


def choices(kind: type[System], draw: random.Random) -> dict[str, Any]:
    """Return options of some of the choices of a system."""
    fields = kind.fields.items()
    return {
        name: draw.choice(each.options) for name, each in fields if isinstance(each, Choice) and draw.random() < 0.4
    }


def varied(system: System, draw: random.Random) -> dict[str, float]:
    """Return some parameters of a system, up to a fifth from where they are."""
    numbers = [
        (name, each) for name, each in system.applicable().items() if isinstance(each, Parameter) and not each.whole
    ]
    return {
        name: min(max(system.parameters[name] * draw.uniform(0.8, 1.2), each.low), each.high)
        for name, each in numbers
        if draw.random() < 0.2
    }


def started(name: str, count: int) -> Iterator[System]:
    """Yield a system with random options, parameters and initial values; those that it refuses are drawn again."""
    draw, kind = random.Random(name), physics.systems()[name]
    for _ in range(30 * count):
        try:
            options = choices(kind, draw)
            system = physics.system(name, options)
            system = physics.system(name, options | varied(system, draw))
            given = {each.name: drawn(each, draw) for each in system.entries() if draw.random() < 0.7}
            system = physics.system(name, {key: system.parameters[key] for key in system.applicable()}, given)
        except physics.BadInput:
            continue
        yield system
        count -= 1
        if count == 0:
            return


def saved(system: System, file: Path) -> System:
    """Return the system of a scene that is saved and opened again."""
    parameters = {name: system.parameters[name] for name in system.applicable()}
    file.write_text(toml(Scene(system=system.name, parameters=parameters, initial=dict(system.initial))), "utf-8")
    return scenefile.load(str(file)).simulation().system


@pytest.mark.parametrize("name", physics.systems())
@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_a_saved_start_has_the_same_bits(name: str, count: int, tmp_path: Path) -> None:
    tried = 0
    for system in started(name, count):
        back = saved(system, tmp_path / "saved.toml")
        assert dict(back.initial) == dict(system.initial)
        assert (bytes(back.start()), bytes(back.p)) == (bytes(system.start()), bytes(system.p))
        tried += 1
    assert tried == count


def test_a_body_on_a_table_tilted_by_any_angle_is_saved_as_it_is(tmp_path: Path) -> None:
    draw = random.Random(5)
    for theta in [0.5634585840188713, *(draw.uniform(0.1, 3.0) for _ in range(60))]:
        body = physics.system("sliding-body", {}, {"theta": theta})
        assert bytes(saved(body, tmp_path / "saved.toml").start()) == bytes(body.start())


@pytest.mark.parametrize("spin", [0.0, 20.0])
def test_two_balls_that_both_touch_are_saved_as_they_are(spin: float, tmp_path: Path) -> None:
    """At the start, where they are laid level, and on their way."""
    draw = random.Random(6)
    for _ in range(10):
        given = {"theta": "90 deg", "psi": draw.uniform(-3.0, 3.0), "phi": draw.uniform(-3.0, 3.0), "phi_dot": spin}
        balls = physics.system("sliding-body", {"shape": "two balls", "radius": 0.008}, given | {"psi_dot": 9.0})
        assert balls.initial["contact"] == 3.0
        run = physics.Simulation(balls, "rk4", 1e-4)
        run.advance(20)
        here = balls.replace(initial=dict(zip(balls.initial, run.y, strict=True)))
        assert bytes(here.start()) == bytes(array("d", run.y))
        for system in (balls, here):
            assert bytes(saved(system, tmp_path / "saved.toml").start()) == bytes(system.start())


def test_a_stone_that_is_laid_on_the_ground_is_saved_as_it_lies(tmp_path: Path) -> None:
    """Whether it aims by its velocity depends on the angle at which it lies, not on that which was given."""
    given = {"alpha": 2.2183314343974807, "beta": 1.8578747336162036, "gamma": 1.72, "beta_dot": -0.26}
    machine = physics.system("trebuchet", {}, given)
    assert machine.initial["beta"] != given["beta"]
    assert dict(saved(machine, tmp_path / "saved.toml").initial) == dict(machine.initial)
