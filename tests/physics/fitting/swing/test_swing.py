"""Pendulums in films: their motion against closed forms, and films of known truth that another method has computed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

from physics.errors import BadInput
from physics.fitting.swing.film import fit_film
from physics.fitting.swing.motion import swings

Q = 9.81 / 0.9
T = np.arange(0.0, 5.0, 1.0 / 30.0)


def filmed(c1: float = 0.0, c2: float = 0.0, degrees: float = 30.0, t: np.ndarray = T) -> np.ndarray:
    """Return the angles (rows,) [rad] of a pendulum without dry friction, by a method that the fit does not use."""
    found = solve_ivp(
        lambda t, y: [y[1], -Q * np.sin(y[0]) - c1 * y[1] - c2 * abs(y[1]) * y[1]],
        (t[0], t[-1]), [math.radians(degrees), 0.3], t_eval=t, rtol=1e-10, atol=1e-12,
    )  # fmt: skip
    return np.asarray(found.y[0])


def points(angle: np.ndarray, seed: int) -> np.ndarray:
    """Return points of the bob in pixels, y downwards, with a camera that is turned by 2°."""
    across, down = np.sin(angle + math.radians(2.0)), np.cos(angle + math.radians(2.0))
    noise = np.random.default_rng(seed).normal(0.0, 0.25, (len(angle), 2))
    return np.stack([312.0 + 70.0 * across, 55.0 + 70.0 * down], axis=1) + noise


@pytest.mark.parametrize("degrees", [20.0, 100.0, 140.0])
def test_a_free_swing_is_that_of_elliptic_functions(degrees: float) -> None:
    wide = math.sin(math.radians(degrees) / 2.0)
    sn, _, _, _ = ellipj(ellipk(wide**2) - math.sqrt(Q) * T, wide**2)
    found = swings(np.array([[Q, 0.0, 0.0, 0.0, math.radians(degrees), 0.0]]), T)[0]
    assert np.abs(found - 2.0 * np.arcsin(wide * sn)).max() < 3e-4 * math.radians(degrees)


def test_dry_friction_takes_as_much_from_each_swing_and_stops_it() -> None:
    q, dry, wide = 10.0, 0.01, 0.0105  # θ = (A − d/q) cos √q t + d/q up to the first turn, each 2 d/q nearer
    t = np.linspace(0.0, 8.0 * math.pi / math.sqrt(q), 8 * 50 + 1)
    found = swings(np.array([[q, 0.0, 0.0, dry, wide, 0.0]]), t)[0]
    turns = [wide, *(-((-1.0) ** k) * (wide - 2.0 * (k + 1) * dry / q) for k in range(5))]
    assert found[: 6 * 50 : 50] == pytest.approx(turns, abs=1e-6)
    assert np.ptp(found[6 * 50 :]) == 0.0 and abs(found[-1]) <= dry / q


def test_points_of_a_bob_tell_pivot_length_plumb_line_and_swing() -> None:
    found = fit_film(T, points(filmed(c1=0.06), 1))
    true = {"q": Q, "pivot_x": 312.0, "pivot_y": 55.0, "radius": 70.0}
    assert found.followed and not found.lost
    law = next(each for each in (*found.values, *found.alike) if each.name == "c1")
    assert abs(law.value - 0.06) < 1.6 * law.half < 0.01
    for name, value in true.items():
        assert abs(found[name].value - value) < 1.6 * found[name].half, name
    assert abs(abs(found["plumb"].value) - math.pi) == pytest.approx(math.radians(2.0), abs=found["plumb"].half * 1.6)
    assert found["q"].half < 2e-3 * Q and found["pivot_y"].half < 1.0 and 0.8 < found.last < 1.25


@pytest.mark.parametrize("gaps", [pytest.param(False, marks=pytest.mark.long), True])
def test_lost_frames_are_named_and_counted_where_that_is_wanted(gaps: bool) -> None:
    kept = np.delete(np.arange(len(T)), [50, 79, 118, 119])
    swing = filmed(c2=0.03) + np.random.default_rng(2).normal(0.0, math.radians(0.15), len(T))
    found = fit_film(T[: len(kept)], swing[kept, None], gaps)
    assert [each.frame + i for each in found.lost for i in range(each.missing)] == pytest.approx(
        [50, 79, 118, 119], abs=1
    )
    assert found.used is gaps
    if gaps:
        assert abs(found["q"].value - Q) < 1.6 * found["q"].half < 0.01 * Q
        assert found.t[-1] == pytest.approx(T[-1])
    else:
        assert found["q"].value > 1.01 * Q


@pytest.mark.long
def test_dry_friction_alone_is_kept_where_it_alone_acts() -> None:
    swing = swings(np.array([[Q, 0.0, 0.0, 0.3, math.radians(25.0), 0.0]]), T)[0]
    found = fit_film(T, swing[:, None] + np.random.default_rng(3).normal(0.0, math.radians(0.2), (len(T), 1)))
    assert found.dropped == ("c1", "c2") or found.dropped == ("c2", "c1")
    assert abs(found["dry"].value - 0.3) < 1.6 * found["dry"].half < 0.02 and not found.alike


def test_what_does_not_swing_is_refused_or_not_followed() -> None:
    rest = np.random.default_rng(4).normal(0.0, 1e-3, (len(T), 1))
    with pytest.raises(BadInput, match="film: has 20 rows"):
        fit_film(T[:20], rest[:20])
    with pytest.raises(BadInput, match="film: passes its middle 1 times"):
        fit_film(T, 0.1 * T[:, None])
    assert not fit_film(T, 0.4 * np.sin(4.0 * T + 2.0 * T * T)[:, None]).followed
