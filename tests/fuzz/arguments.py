"""Random arguments of the command line: commands, options and values, most of them plausible."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import physics
from game import scenefile
from physics.core.fields import Choice
from tests.fuzz.runs import random_number, random_value

TEXTS = (
    "", "x", "nan", "inf", "-1", "0", "1e308", "1e-308", "9" * 400, "1 kg", "30deg", "1;2", "a=b=c", "=", ",", "..",
    "@", "-", "--", "-o", "%s", "{}", "\x1b[31m", "ü", "\udc80", "x" * 3000, "1" + 90 * " " + "x", "../..", "/", "~",
    "1,2,3", "[[1]]", "rk4", "gyroscope", "9" * 5000, "9" * 5000 + "x1", "1x" + "9" * 5000,
    "3..8:" + "9" * 5000, "1" + "0" * 25,
)  # fmt: skip
"""Texts that are wrong in most places."""
SHORT = ("1ms", "0.003", "10 ms", "0.02s")
SCENES = (*scenefile.presets(), *physics.systems())
NUMBERS = ("1", "0.5", "2", "1e-3", "3e-3")


def one_of(*texts: str):
    """Return a maker of one of some texts."""
    return lambda dice, system: dice.choice(texts)


@cache
def system_of(scene: str) -> str:
    """Return the name of the system of a scene."""
    return scenefile.load(scene).system


def parameter(dice: random.Random, system: str) -> str:
    """Return NAME=VALUE of a parameter of a system."""
    field = dice.choice(list(physics.system_class(system).fields.values()))
    value: Any = random_value(dice, field, 3)
    if isinstance(value, tuple) and not isinstance(field, Choice):
        value = ", ".join(map(str, value))
    return f"{field.name}={value}"


def start(dice: random.Random, system: str) -> str:
    """Return NAME=VALUE of an initial value of a system."""
    found = physics.system_class(system)
    variable = dice.choice([*found.variables, *found.aliases])
    return f"{variable.name}={random_number(dice, variable, variable.start)}"


def span(dice: random.Random, system: str) -> str:
    """Return NAME=LOW..HIGH of a parameter or an initial value, with or without a count of cells."""
    name = (start if dice.random() < 0.5 else parameter)(dice, system).partition("=")[0]
    low, high = dice.choice(["3..8", "20deg..60deg", "-90deg..90deg", "1..1", "8..3", "0.5..nan"]).split("..")
    return f"{name}={low}..{high}{dice.choice(['', ':2', ':3', ':1', ':x'])}"


SCENE = {
    "--integrator": one_of(*physics.integrators()), "--dt": one_of("1e-3", "2 ms", "0.01", "1e-5"), "--set": parameter,
    "--init": start,
}  # fmt: skip
PICTURE = {
    "--speed": one_of(*NUMBERS), "--quality": one_of("auto", "low", "medium@0.75", "high"),
    "--size": one_of("64x48", "160x90", "16x16"),
    "--duel": one_of("integrator=heun", "dt=1e-3", "formulation=heavy-top"),
}  # fmt: skip
LOOK = {"--theme": one_of("dark", "light"), "--ui-scale": one_of("1", "1.5", "2.5")}
COPIES = {"--ensemble": one_of("0", "2", "20"), "--spread": start}
OUTPUT = {"-o": one_of("a.csv", "a.npz", "-", "no/a.csv", "a.json", ".csv")}
DURATION = {"--duration": one_of(*SHORT)}
OPTIONS = {
    "run": {**SCENE, **PICTURE, **LOOK, **COPIES, "--fullscreen": None, "--seconds": one_of("0", "1"),
            "--captures": one_of("shots"), "--log": one_of("a.log", "no/a.log")},
    "list": {"--json": None},
    "simulate": {**SCENE, **COPIES, **OUTPUT, "--seed": one_of("0", "7"), "--every": one_of("1ms", "0.01", "0.02"),
                 "--json": None},
    "scan": {**SCENE, **OUTPUT, "--over": span},
    "optimise": {**SCENE, "--over": span, "--objective": one_of("range", "efficiency"), "--limit": parameter,
                 "--seed": one_of("0", "7"), "--json": None},
    "flips": {**SCENE, **OUTPUT, "--over": span},
    "map": {**SCENE, **OUTPUT, "--over": span, "--of": one_of("lyapunov", "range", "final", "passage:theta>1")},
    "section": {**SCENE, **OUTPUT, "--at": one_of("theta2=0", "x"), "--up": one_of("energy", "y")},
    "bifurcation": {**SCENE, **OUTPUT, "--over": span, "--of": one_of("theta2", "energy"), "--every": one_of("1ms")},
    "render": {**SCENE, **PICTURE, **LOOK, **COPIES, "--fps": one_of("1", "60", "240"), "--no-hud": None,
               "--camera": one_of("azimuth=30,zoom=2", "turntable,period=5", "tour", "shot")},
    "replay": {},
    "doctor": {"--none": None},
}  # fmt: skip
NEEDED = {
    "simulate": DURATION, "flips": {"--cells": one_of("2", "3", "8"), **DURATION},
    "map": {"--size": one_of("2x2", "3x1", "0x2"), "--seconds": one_of(*SHORT)},
    "section": {"--points": one_of("1", "5"), "--others": one_of("0", "2")},
    "bifurcation": {"--cells": one_of("1", "3"), "--points": one_of("1", "5"), "--seconds": one_of(*SHORT)},
    "render": {"-o": one_of("a.png", "a.gif", "pictures/", "a.mp4", "a.txt"), "--duration": one_of("1ms")},
}  # fmt: skip
"""Options without which a command takes long, or is refused."""
WEIGHTS = {
    "run": 6,
    "list": 2,
    "simulate": 12,
    "scan": 3,
    "optimise": 3,
    "flips": 2,
    "map": 3,
    "bifurcation": 2,
    "section": 1,
    "render": 2,
    "replay": 2,
    "doctor": 1,
}
MACHINES = {"scan": "trebuchet", "optimise": "trebuchet", "flips": "double-pendulum"}


def random_arguments(dice: random.Random, files: list[Path]) -> list[str]:
    """Return arguments after the program's name; files: scene files, logs and profiles to choose from."""
    (command,) = dice.choices(list(WEIGHTS), list(WEIGHTS.values()))
    scene = MACHINES.get(command) if dice.random() < 0.7 else None
    scene = scene or dice.choice(SCENES)
    system = system_of(scene)
    found = [command]
    if command != "doctor" and dice.random() < 0.95:
        named = dice.random()
        found.append(scene if named < 0.88 else str(dice.choice(files)) if named < 0.95 else dice.choice(TEXTS))
    offered = OPTIONS[command]
    chosen = [*NEEDED.get(command, ()), *(["-o"] if "-o" in offered and dice.random() < 0.5 else [])]
    chosen += dice.choices(list(offered) or ["--none"], k=dice.choice([0, 0, 1, 2, 4]))
    for option in chosen:
        made = {**offered, **NEEDED.get(command, {})}.get(option)
        found.append(option if dice.random() < 0.99 else dice.choice(["--none", "-", "--", option[:3]]))
        if made is not None and dice.random() < 0.99:
            found.append(made(dice, system) if dice.random() < 0.92 else other(dice, made(dice, system), files))
    return found


def other(dice: random.Random, text: str, files: list[Path]) -> str:
    """Return another text than a good one: any other, one with a changed value, or the path of a file."""
    name, equals, _ = text.partition("=")
    match dice.randrange(4):
        case 0:
            return dice.choice(TEXTS)
        case 1:
            return f"{name}{equals}{dice.choice(TEXTS)}"
        case 2:
            return f"{name}={dice.choice(files)}"
    place = dice.randrange(len(text) + 1)
    return text[:place] + dice.choice(TEXTS) + text[place + 1 :]
