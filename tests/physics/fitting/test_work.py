"""A fit that finds nothing in much time gives up: few rows far apart, which no start explains."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from physics.core.fields import Invariant, Parameter, Variable
from physics.fitting import solver
from physics.fitting.fit import fit


def energy(system, y):
    return 0.5 * (y[1] * y[1] + system.p[0] * y[0] * y[0])


class BareSpring(physics.System):
    name, title = "bare-spring-of-a-test", "Spring"
    stiffness = Parameter(symbol="k", unit="N/m", meaning="of the spring", default=1.0, low=0.0, high=1e3)
    variables = (Variable("x", "x", "m", "place", 0.5), Variable("v", "v", "m/s", "velocity", 0.0, role="velocity"))
    invariants = (Invariant("energy", "E", "J", "of the motion", energy, lambda system, y: 1e9),)

    def constants(self):
        return (self.stiffness,)

    @staticmethod
    def rate(t, y, p, dy):
        dy[0] = y[1]
        dy[1] = -p[0] * y[0]


def test_a_bare_spring_and_four_rows_far_apart_end_after_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    t, places = np.array([0.0, 100.0, 200.0, 300.0]), {"x": np.array([0.5, 0.1, -0.3, 0.2])}
    most, motion = 2e6, 2 * 300.0 / 0.1
    monkeypatch.setattr(solver, "MOST_WORK", most)
    found = fit(BareSpring(), t, places, ["stiffness"], dt=0.1)
    one_start = (solver.MOST_TRIALS + solver.LAST_TRIALS) * 3
    assert not found.followed and found.runs <= most / motion + one_start
    monkeypatch.undo()
    assert fit(BareSpring(), t, places, ["stiffness"], dt=0.1).runs > 1.5 * found.runs, "without a bound it goes on"


def test_a_fit_that_follows_is_not_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    t = np.linspace(0.0, 3.0, 40)
    usual = fit(BareSpring(), t, {"x": 0.5 * np.cos(2.0 * t)}, ["stiffness"])
    monkeypatch.setattr(solver, "MOST_WORK", 1e4)
    cut = fit(BareSpring(), t, {"x": 0.5 * np.cos(2.0 * t)}, ["stiffness"])
    assert cut["stiffness"].value == pytest.approx(usual["stiffness"].value, rel=1e-9) == pytest.approx(4.0, rel=1e-6)
