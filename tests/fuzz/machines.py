"""Random machines, sound ones and such with faults."""

from __future__ import annotations

import json
import random
from typing import Any

from physics.machines.joints import KINDS
from tests.fuzz.values import ODD, changed

Tables = dict[str, Any]
SIMPLE = "hinge", "slider", "universal", "ball", "cylindrical", "planar", "free", "fixed"
WORDS = (
    "upper", "ground", "end, start", "end,", "start, nothing", "x", "-w", "100 deg", "3 kg", "2 furlong", "hinge",
    "nan deg", "centre", "end", "10 m/s", "a\nb", "µ", " ", [0, 0, 0], [0, 0], ["ground", "b0"], ["b0", "b0"],
    ["b0", ["b1"]], "1e9", [{}, "b0"],
    {"amplitude": 1.0}, {"mass": {"mass": {}}}, [[0, 0, 0]], 1e-300, -0.0, 1e9, False, "−1",
)  # fmt: skip
"""Values of the grammar's own kind that are wrong in most places."""
EXPRESSIONS = "0.3*sin(2*pi*t)", "A*cos(w*t) - 0.1*J0_rate", "-w*J0", "where(t > 0.1, A, 0)*exp(-t)", "tanh(A*t)/w"
BROKEN = "0.3*sn(t)", "1/t", "A*", "J0_rat*2", "(" * 90, "1/0", "2 A", "log(t)", "é^2", "0.1 N m*t"
"""Torques and forces by expressions, sound ones and such with faults."""
SIDES = ("x", "y", "z", "-x", "-y", [1.0, 2.0, -1.0])


def random_place(dice: random.Random) -> list[float]:
    """Return a point near the origin."""
    return [round(dice.uniform(-1.0, 1.0), 3) for _ in range(3)]


def random_body(dice: random.Random, start: list[float]) -> Tables:
    """Return a body with mass and inertia, about or from a point."""
    there = [a + b for a, b in zip(start, random_place(dice), strict=True)]
    mass = {"mass": round(10.0 ** dice.uniform(-1.0, 1.0), 3)}
    match dice.choice(["bar", "cylinder", "box", "ball", "hoop", "disk", "numbers"]):
        case "bar":
            return {"shape": "bar", "from": start, "to": there, **dice.choice([mass, {"density": 500.0}])}
        case "cylinder":
            return {"shape": "cylinder", "from": start, "to": there, "radius": 0.05, **mass}
        case "box":
            return {"shape": "box", "centre": there, "size": [0.2, 0.3, 0.4], **mass}
        case "ball":
            return {"shape": "ball", "centre": there, "radius": 0.1, **mass}
        case "numbers":
            return {"centre": there, "inertia": [0.2, 0.3, 0.4, 0.01, -0.02, 0.0], **mass, "anchors": {"eye": start}}
        case shape:
            return {"shape": shape, "centre": there, "radius": 0.2, "axis": dice.choice(SIDES), **mass}


def random_joint(dice: random.Random, kind: str, pair: list[str], at: list[float]) -> Tables:
    """Return a joint of two bodies with some of what it may have."""
    found: Tables = {kind: pair, "at": at}
    if kind in ("hinge", "slider", "cylindrical", "planar"):
        found["axis"] = dice.choice(SIDES)
    if kind == "universal":
        found["axes"] = ["x", "z"]
    if kind not in ("hinge", "slider"):
        return found
    if dice.random() < 0.15:
        return {**found, "driven": {"amplitude": 0.1, "frequency": "1 Hz", "speed": dice.uniform(-1.0, 1.0)}}
    words = {
        "rate": dice.uniform(-2.0, 2.0), "angle" if kind == "hinge" else "position": dice.uniform(-0.5, 0.5),
        "torque" if kind == "hinge" else "force": dice.choice([dice.uniform(-1.0, 1.0), dice.choice(EXPRESSIONS)]),
        "damping": dice.uniform(0.0, 0.2),
        "stiffness": dice.uniform(0.0, 20.0), "rest": dice.uniform(-0.3, 0.3),
    }  # fmt: skip
    found |= {word: value for word, value in words.items() if dice.random() < 0.3}
    if dice.random() < 0.2:
        found |= {
            "range": [-dice.uniform(0.5, 2.0), dice.uniform(0.5, 2.0)],
            "restitution": dice.choice([0.0, 0.4, 1.0]),
        }
    if dice.random() < 0.2:
        found |= {"friction": dice.uniform(0.01, 1.0), "static_friction": dice.uniform(1.0, 1.5)}
    return found


def random_machine(dice: random.Random) -> Tables:
    """Return a tree of 1 to 6 bodies with joints of all kinds, and mostly with springs or a rod."""
    count = dice.randint(1, 6)
    starts = [random_place(dice) for _ in range(count)]
    bodies = {f"b{k}": random_body(dice, start) for k, start in enumerate(starts)}
    joints = {}
    for k, start in enumerate(starts):
        mother = dice.choice(["ground", *(f"b{i}" for i in range(k))])
        kind = dice.choice(SIMPLE[:-1] if k == 0 else SIMPLE)
        pair = [mother, f"b{k}"] if dice.random() < 0.8 else [f"b{k}", mother]
        joints[f"J{k}"] = random_joint(dice, kind, pair, start)
    found: Tables = {"bodies": bodies, "joints": joints}
    one = dice.choice(list(bodies))
    ends = {"between": ["ground", one], "from": [2.0, -1.5, 1.0]}
    if dice.random() < 0.5:
        found["springs"] = {"s": {**ends, "stiffness": dice.uniform(1.0, 30.0), "damping": dice.choice([0.0, 0.1])}}
    if dice.random() < 0.3:
        found["rods"] = {"r": {**ends, "from": [-2.0, 1.5, 1.5]}}
    if dice.random() < 0.3:
        pegs = [{}, {"over": [[-1.0, 2.0, 2.0]]}, {"over": [[-1.0, 2.0, 2.0], [-1.0, 2.0, 3.0]]}]
        more = [{}, {"taut": True}, {"restitution": 0.5}, {"length": 8.0}]
        found["ropes"] = {"p": {**ends, "from": [-2.0, -1.5, 1.5], **dice.choice(pegs), **dice.choice(more)}}
    single = [name for name, each in joints.items() if ("hinge" in each or "slider" in each) and "driven" not in each]
    if len(single) > 1 and dice.random() < 0.4:
        pair = dice.sample(single, 2)
        found["gears"] = {"g": {"joints": pair, "ratio": dice.choice([-2.0, 0.5])}}
    slides, turns = ([name for name in single if kind in joints[name]] for kind in ("slider", "hinge"))
    if slides and turns and dice.random() < 0.3:
        found["racks"] = {"k": {"joints": [dice.choice(slides), dice.choice(turns)], "radius": "12 cm"}}
    screw = next((name for name, each in joints.items() if "cylindrical" in each), "")
    if screw and dice.random() < 0.5:
        found["screws"] = {"w": {"joint": screw, "pitch": dice.choice([-0.3, "2 cm"])}}
    if len(single) > 1 and dice.random() < 0.4:
        found["couplings"] = {"c": {"joints": dice.sample(single, 2), "stiffness": 0.1}}
    if dice.random() < 0.1:
        found["edges"] = {"e": {"body": one, "across": "x"}}
    add_air_and_numbers(dice, found)
    if dice.random() < 0.3:
        found["gravity"] = dice.choice([0.0, 1.6, [0.0, 3.0, -9.0], "981 cm/s2"])
    return found


def add_air_and_numbers(dice: random.Random, machine: Tables) -> None:
    """Give a machine the numbers that its expressions name, and at times drag, wind, and a disk that rolls."""
    joint = machine["joints"]["J0"]
    single = ("hinge" in joint or "slider" in joint) and "driven" not in joint
    for each in machine["joints"].values():
        for word in ("torque", "force"):
            if not single and "J0" in str(each.get(word)):
                each[word] = EXPRESSIONS[0]
    machine["numbers"] = {"A": dice.choice([0.4, "30 cm", 0]), "w": 3}
    one = machine["bodies"][dice.choice(list(machine["bodies"]))]
    if dice.random() < 0.3:
        one |= dice.choice([{"drag": 0.05}, {"drag_coefficient": 0.5, "area": "1 dm²"}])
        machine |= dice.choice([{}, {"wind": [2.0, 0.0, -1.0]}])
    if dice.random() < 0.1:
        machine["rolling"] = {"road": {"body": dice.choice(list(machine["bodies"])), "radius": 0.2, "axis": [3, 1, 1]}}


def spoiled(dice: random.Random, machine: Tables) -> Tables:
    """Return a machine with one to three faults, as far as they are some."""
    found: Tables = json.loads(json.dumps(machine))
    for _ in range(dice.choice([1, 1, 2, 3])):
        table = dice.choice([name for name, each in found.items() if isinstance(each, dict) and each] or [""])
        part = dice.choice(list(found[table])) if table else ""
        words = found[table][part] if table else None
        fault = dice.randrange(8)
        if not isinstance(words, dict) or fault == 0:
            found = changed(found, dice)
            found = found if isinstance(found, dict) else {"bodies": found}
        elif fault == 1 and words:
            word = misspelt(dice, dice.choice(list(words)))
            words[word] = words.pop(dice.choice(list(words)))
        elif fault == 2:
            words[dice.choice([*KINDS, "axis", "axes", "mass", "density", "driven", "at", "rate", "range", "over"])] = (
                dice.choice(WORDS)
            )
        elif fault == 3:
            found[table][misspelt(dice, part)] = found[table].pop(part)
        elif fault == 4:
            found[table][dice.choice([part + "_rate", "ground", "loss", "t", "b0", "J0", "2x", "a b", "é"])] = words
        elif fault == 5 and words:
            words[dice.choice(list(words))] = dice.choice((*ODD, *BROKEN))
        elif fault == 6:
            found["joints"] = {**_table(found, "joints"), "L": _loop(dice, list(_table(found, "bodies")))}
        elif words:
            words[dice.choice(list(words))] = dice.choice(WORDS)
    return found


def _table(found: Tables, name: str) -> Tables:
    given = found.get(name)
    return given if isinstance(given, dict) else {}


def _loop(dice: random.Random, names: list[str]) -> Tables:
    """Return a joint of two bodies that mostly are joined otherwise already."""
    pair = dice.sample([*names, "ground", "ground"], 2)
    return random_joint(dice, dice.choice(SIMPLE), pair, [10.0 * each for each in random_place(dice)])


def misspelt(dice: random.Random, word: str) -> str:
    """Return a word with a letter changed, or an end."""
    place = dice.randrange(len(word)) if word else 0
    return dice.choice([word[:place] + "q" + word[place + 1 :], word + "s", word.upper(), word[1:]])
