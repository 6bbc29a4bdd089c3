"""Articulated bodies give the accelerations of composite bodies, and need fewer operations where trees are deep."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from physics.machines import articulated, equations
from physics.machines.equations import normalised, size_of, slopes
from physics.machines.parts import BALL, GROUND, SLIDE, TURN, WELD, LoopEquation, MachineLink, MachineTable, Spring
from physics.machines.recorded import RATE, record_of


def tree(seed: int, count: int = 14) -> MachineTable:
    """Return a tree of links of all kinds, with forces of all kinds."""
    chance = np.random.default_rng(seed)

    def vector(size: float = 1.0) -> tuple[float, float, float]:
        x, y, z = (float(each) for each in size * chance.normal(size=3))
        return x, y, z

    links = []
    for k in range(count):
        axis = np.array(vector())
        a, b, c = (float(each) for each in axis / np.sqrt((axis * axis).sum()))
        kind = (TURN, SLIDE, BALL, WELD)[int(chance.choice(4, p=(0.4, 0.2, 0.3, 0.1)))]
        moments = 0.05 + 0.02 * chance.random(3)
        links.append(
            MachineLink(
                kind, int(chance.integers(max(k - 2, GROUND), k)) if k else GROUND, vector(), (a, b, c),
                0.5 + float(chance.random()), vector(0.3), (*(float(each) for each in moments), 0.003, -0.002, 0.004),
                damping=float(chance.random()), stiffness=float(chance.random()), rest=0.2, torque=0.1,
            )
        )  # fmt: skip
    springs = (Spring(0, count - 1, vector(), vector(), 20.0, 0.3, 0.5), Spring(GROUND, 3, vector(), vector(), 5.0))
    return MachineTable(tuple(links), (), springs, gravity=(1.0, -2.0, -9.0))


def state(machine: MachineTable, seed: int) -> list[float]:
    y = np.random.default_rng(seed).normal(size=size_of(machine)).tolist()
    return [*normalised(machine, y[: machine.coordinates]), *y[machine.coordinates :]]


@pytest.mark.parametrize("seed", range(12))
def test_accelerations_are_those_of_composite_bodies(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = tree(seed)
    y = state(machine, seed)
    monkeypatch.setattr(equations, "is_deep", lambda machine: True)
    found = slopes(machine, y)
    monkeypatch.setattr(equations, "is_deep", lambda machine: False)
    expected = slopes(machine, y)
    assert np.abs(np.subtract(found, expected)).max() < 1e-11 * np.abs(expected).max()


def test_equations_keep_to_composite_bodies() -> None:
    machine = tree(1)
    tied = MachineTable(machine.links, (LoopEquation("length", 0, 5, value=1.0),), machine.springs)
    assert articulated.is_deep(machine) and not articulated.is_deep(tied)


def test_a_long_chain_needs_fewer_operations(monkeypatch: pytest.MonkeyPatch) -> None:
    links = tuple(
        MachineLink(BALL, k - 1, (0.0, 0.0, -1.0), mass=1.0, inertia=(0.1, 0.1, 0.01, 0, 0, 0)) for k in range(8)
    )
    counts = []
    for deep in (True, False):
        monkeypatch.setattr(equations, "is_deep", lambda machine, deep=deep: deep)
        made = record_of(MachineTable(links), slopes, [RATE], "dy", f"chain_{deep}")
        counts.append(len(made.__code__.co_code))
    assert counts[0] < 0.5 * counts[1]


@pytest.mark.parametrize("sliding", [False, True])
@pytest.mark.parametrize("axis", [(0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (0.6, 0.0, 0.8)])
def test_nothing_is_felt_along_the_axis_of_a_joint(axis: tuple[float, float, float], sliding: bool) -> None:
    J, X, M = np.random.default_rng(2).normal(size=(3, 3, 3))
    body = articulated.Articulated((J + J.T).tolist(), X.tolist(), (M + M.T).tolist())

    def whole(J: Any, X: Any, M: Any) -> np.ndarray:
        return np.block([[np.array(J), np.array(X)], [np.transpose(X), np.array(M)]])

    U, along = (
        body.push(axis, sliding),
        np.array([*((0.0,) * 3 if sliding else axis), *(axis if sliding else (0.0,) * 3)]),
    )
    push = np.array([*U.torque, *U.force])
    found = whole(*body.freed(axis, sliding, U, float(1.0 / (along @ push))))
    assert found == pytest.approx(whole(*body) - np.outer(push, push) / (along @ push), abs=1e-13)
    if 0.6 not in axis:
        assert not found[np.abs(along).argmax()].any() and not found[:, np.abs(along).argmax()].any()
