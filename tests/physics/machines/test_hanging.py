"""Where ropes of machines are drawn: catenaries of their lengths, straight where they are taut."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from physics.machines.drawing import ties_of
from physics.machines.hanging import ropes_of
from physics.machines.machine import Machine
from physics.types import Floats

BOB = {"shape": "ball", "centre": [0.6, 0.0, -0.3], "radius": 0.05, "mass": 1.0}


def hung(rope: dict[str, Any], initial: dict[str, float] | None = None, **more: Any) -> np.ndarray:
    """Return the drawn places (n, 3) of the first rope of a bob that flies, at the start; all of the pose is finite."""
    given = {"between": ["ground", "bob"], "from": [0.0, 0.0, 0.0], **rope}
    joints = {"fly": {"free": ["ground", "bob"]}}
    system = Machine({"machine": {"bodies": {"bob": BOB}, "joints": joints, "ropes": {"r": given}, **more}}, initial)
    start: Floats = memoryview(system.start())
    numbers = system.posed(start)
    assert np.isfinite(numbers).all()
    at, (found, *_) = 2 * len(ties_of(system.described)), ropes_of(system.described)
    return np.array(system.pose_layout.points_of(numbers)[at : at + found.places])


def lengths(places: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(np.diff(places, axis=0), axis=1))


@pytest.mark.parametrize("length", [0.671, 0.75, 1.0, 2.5])
def test_a_slack_rope_is_a_catenary_of_its_length(length: float) -> None:
    """z = a cosh((x - b)/a) + c through the ends, a by bisection, b by sinh(b/a) at equal lengths on both sides."""
    places = hung({"length": length})
    low, high = 1e-3, 1e3
    for _ in range(200):
        a = math.sqrt(low * high)
        long = 2.0 * a * math.sinh(min(0.3 / a, 700.0)) > math.sqrt(length**2 - 0.3**2)
        low, high = (a, high) if long else (low, a)
    b = 0.3 + a * math.atanh(0.3 / length)
    wanted = a * (np.cosh((places[:, 0] - b) / a) - math.cosh(b / a))
    assert places[-1] == pytest.approx([0.6, 0, -0.3], abs=1e-12)
    assert places[:, 2] == pytest.approx(wanted, abs=1e-9 * math.cosh(0.3 / a))
    along = a * (np.sinh((places[:, 0] - b) / a) + math.sinh(b / a))
    assert along == pytest.approx(np.linspace(0.0, length, len(places)), abs=1e-9 * math.cosh(0.3 / a))


@pytest.mark.parametrize("more", [{}, {"taut": True}])
def test_a_taut_rope_is_straight(more: dict[str, Any]) -> None:
    places = hung(more)
    line = np.linspace(0.0, 1.0, len(places))[:, None] * np.array([0.6, 0.0, -0.3])
    assert np.abs(places - line).max() < 1e-4
    pegs = hung({"over": [[0.3, 0, 0.5], [0.6, 0, 0.5]], **more})
    for peg in ([0.3, 0, 0.5], [0.6, 0, 0.5]):
        assert np.abs(pegs - peg).max(axis=1).min() == 0.0
    assert lengths(pegs).sum() == pytest.approx(math.hypot(0.3, 0.5) + 0.3 + 0.8, rel=1e-7)


def test_a_rope_hangs_beside_its_pegs_and_where_its_ends_meet() -> None:
    places = hung({"over": [[0.3, 0, 0.5]], "length": 2.0})
    assert lengths(places).sum() == pytest.approx(2.0, rel=5e-3)
    met = {"fly_at_x": -0.6, "fly_at_z": 0.3}
    loop = hung({"length": 1.0}, met)
    assert loop[[0, -1]] == pytest.approx(np.zeros((2, 3)), abs=1e-12)
    assert loop[:, 2].min() == pytest.approx(-0.5, abs=1e-3)
    up = hung({"length": 1.0}, met, gravity=[0.0, 0.0, 3.0])
    assert up[:, 2].max() == pytest.approx(0.5, abs=1e-3), "it hangs along gravity"
    assert hung({"length": 1.0}, met, gravity=0)[:, 2].min() == pytest.approx(-0.5, abs=1e-3)


def test_rods_and_ropes_of_one_name_are_told_apart() -> None:
    rod: dict[str, Any] = {"rods": {"r": {"between": ["ground", "bob"], "from": [0.6, 0, 0.4], "to": "centre"}}}
    for taut in (False, True):
        places = hung({"taut": True} if taut else {"length": 0.8}, **rod)
        assert lengths(places).sum() == pytest.approx(math.hypot(0.6, 0.3) if taut else 0.8, rel=5e-3)


def test_a_spring_whose_ends_meet_is_drawn_without_a_pull() -> None:
    """A spring without a length at rest may pass through its end."""
    joint = {"x": {"slider": ["ground", "bob"], "axis": "x"}}
    for rest in (0.0, 0.3):
        spring = {"s": {"between": ["ground", "bob"], "from": [0, 0, -0.3], "stiffness": 4.0, "rest": rest}}
        system = Machine({"machine": {"bodies": {"bob": BOB}, "joints": joint, "springs": spring}}, {"x": -0.6})
        start: Floats = memoryview(system.start())
        assert np.isfinite(system.posed(start)).all()
        (pull,) = (each for each in system.arrows(start) if each.unit == "N" and each.symbol == "F")
        assert pull.vector == pytest.approx(np.zeros(3), abs=1e-12)
