from __future__ import annotations

import numpy as np
import pytest

from physics.fitting.marquardt import cost_of, minimum

FREE = np.full(2, -np.inf), np.full(2, np.inf)


def rosenbrock(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    f = np.array([10.0 * (x[1] - x[0] ** 2), 1.0 - x[0]])
    return f, np.array([[-20.0 * x[0], 10.0], [-1.0, 0.0]])


def test_curved_valley_is_followed_to_its_end() -> None:
    assert minimum(rosenbrock, np.array([-1.2, 1.0]), FREE, np.inf, 1e-14, 200) == pytest.approx([1.0, 1.0], abs=1e-6)


def test_minimum_on_a_bound_is_that_of_scipy() -> None:
    from scipy.optimize import least_squares

    low, high = np.array([-2.0, -2.0]), np.array([0.5, 2.0])
    found = minimum(rosenbrock, np.array([-1.2, 1.0]), (low, high), np.inf, 1e-14, 200)
    theirs = least_squares(lambda x: rosenbrock(x)[0], [-1.2, 1.0], bounds=(low, high), xtol=1e-14, ftol=1e-14)
    assert found == pytest.approx(theirs.x, abs=1e-6)
    assert found[0] == 0.5


def test_start_on_a_bound_leaves_it() -> None:
    """Unknowns that begin at their bounds and whose minimum lies inside, where interior methods take tiny steps."""
    matrix = np.random.default_rng(1).normal(size=(9, 4))
    true = np.array([0.3, 2.0, 1e-3, 5.0])
    bounds = np.zeros(4), np.full(4, 10.0)
    calls = []

    def linear(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        calls.append(x)
        return matrix @ (x - true), matrix

    assert minimum(linear, np.zeros(4), bounds, np.inf, 1e-12, 100) == pytest.approx(true, abs=1e-6)
    assert len(calls) < 15


def test_soft_l1_is_that_of_scipy() -> None:
    from scipy.optimize import least_squares

    random = np.random.default_rng(2)
    t = np.linspace(0.0, 1.0, 40)
    data = 3.0 * t + 1.0 + 0.1 * random.normal(size=40)
    data[::7] += 8.0

    def line(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return (x[0] * t + x[1] - data) / 0.1, np.column_stack([t, np.ones(40)]) / 0.1

    found = minimum(line, np.zeros(2), FREE, 2.0, 1e-14, 200)
    theirs = least_squares(lambda x: line(x)[0], np.zeros(2), loss="soft_l1", f_scale=2.0, xtol=1e-12, ftol=1e-14)
    assert found == pytest.approx(theirs.x, abs=1e-4)
    assert cost_of(line(found)[0], 2.0) == pytest.approx(theirs.cost, rel=1e-8)


def test_direction_without_effect_does_no_harm() -> None:
    def sum_only(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.array([x.sum() - 4.0, 2.0 * x.sum() - 8.0]), np.array([[1.0, 1.0], [2.0, 2.0]])

    found = minimum(sum_only, np.array([1.0, 0.0]), FREE, np.inf, 1e-12, 50)
    assert found.sum() == pytest.approx(4.0, abs=1e-9) and np.abs(found).max() < 5.0
