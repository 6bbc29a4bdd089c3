"""Tests of my system: python -m pytest test_my_system.py."""

from __future__ import annotations

from pathlib import Path

import pytest

import physics
from physics.own_systems import load_file

(MySystem,) = load_file(Path(__file__).parent / "my_system.py").systems


def test_a_small_swing_has_its_period() -> None:
    period = physics.system(MySystem).quantities[0].value(physics.system(MySystem), ())
    run = physics.simulate(MySystem, initial={"x": 1e-5}, duration=period, dt=1e-3, integrator="gauss6")
    assert run["x"][-1] == pytest.approx(1e-5, rel=1e-5)


def test_the_energy_is_kept() -> None:
    run = physics.simulate(MySystem, duration=10.0, dt=1e-3, integrator="rk4")
    energy = run.invariants["energy"]
    assert energy[-1] == pytest.approx(energy[0], rel=1e-8)


def test_the_integrator_converges_with_its_order() -> None:
    exact = physics.simulate(MySystem, duration=1.0, dt=1e-3, integrator="gauss6")["x"][-1]
    errors = [
        abs(physics.simulate(MySystem, duration=1.0, dt=dt, integrator="rk4")["x"][-1] - exact) for dt in (0.02, 0.01)
    ]
    assert errors[0] / errors[1] == pytest.approx(16.0, rel=0.1)
