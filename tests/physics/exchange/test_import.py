"""Machines read from MJCF and URDF move as MuJoCo says."""

from __future__ import annotations

import json
from math import pi

import numpy as np
import pytest

import physics
from physics.exchange.drafts import MachineDraft
from physics.exchange.files import read_machine
from physics.machines.equations import moving
from physics.machines.machine import Machine
from physics.machines.motion import point_of
from tests.physics.exchange.references import ARM, FILE, FOLDER, NAMES, SECONDS

REFERENCES = json.loads(FILE.read_text("utf-8"))
SHIFTS = {"ja": 15 * pi / 180, "theta": 10 * pi / 180, "x": 0.1}
"""Coordinates of the joints of ties.xml and cart.xml in the drawn pose."""


def machine_of(draft: MachineDraft) -> Machine:
    return Machine({"machine": draft.description()}, draft.initial)


def place_of(system: Machine, y: memoryview, anchor: str) -> np.ndarray:
    """Return where an anchor is at a state."""
    name, place = next((name, body.anchors[anchor]) for name, body in system.described.bodies.items()
                       if anchor in body.anchors)  # fmt: skip
    carried = system.described.carried[name]
    at = tuple(a - b for a, b in zip(place, carried.origin, strict=True))
    return np.array(point_of(moving(system.table, list(y)).found[carried.link], at).place)


@pytest.mark.parametrize("name", NAMES)
def test_machines_of_files_move_as_in_mujoco(name: str) -> None:
    draft, expected = read_machine(FOLDER / name), REFERENCES[name]
    if name == "arm.urdf":  # the reference goes through the ends of its ranges
        ranges = [words.pop("range", None) for words in draft.joints.values()]
        assert any(ranges)
    system = machine_of(draft)
    if name == "arm.urdf":
        start = {each: q for each, (q, _) in ARM.items()} | {f"{each}_rate": u for each, (_, u) in ARM.items()}
        system = system.replace(initial=start)
    shifts = SHIFTS if name in ("ties.xml", "cart.xml") else {}
    slope = memoryview(np.zeros(len(system.variables)))
    system.rate(0.0, memoryview(np.array(list(system.start()))), system.p, slope)
    for joint, value in expected["accelerations"].items():
        assert slope[system.index(f"{joint}_rate")] == pytest.approx(value, rel=1e-9, abs=1e-9)
    run = physics.Simulation(system, "rk4", 5e-4)
    assert run.compile(), run.compile_problem
    run.advance(round(SECONDS / run.dt))
    for joint, value in expected["coordinates"].items():
        assert run.y[system.index(joint)] + shifts.get(joint, 0.0) == pytest.approx(value, rel=1e-8, abs=1e-8)
    for site, place in expected["sites"].items():
        if site != "wall":
            assert place_of(system, run.y, site) == pytest.approx(place, rel=1e-8, abs=1e-8)
