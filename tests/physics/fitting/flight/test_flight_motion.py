"""Rates of a thrown body, their derivatives, the attitude, and starts without a start."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from physics.fitting.flight.attitude import angle_between, attitudes, upright
from physics.fitting.flight.motion import FlightBody, flight_rates
from physics.fitting.flight.starts import linear_inertia, twin
from physics.fitting.flight.unknowns import (
    NO_BIAS_KNOWN,
    FlightUnknowns,
    RatesFlight,
    inertia_matrix,
    shape_numbers,
)
from physics.free.poinsot import PoinsotSolution
from tests.physics.fitting.flight.thrown_cases import PHONE, rates_of, thrown

OMEGA, AIR = [12.0, 0.3, 0.5], np.array([0.004, 0.002, 0.006])
J = PHONE / PHONE[2, 2]


def body(inertia: np.ndarray, air: np.ndarray) -> FlightBody:
    return FlightBody(inertia, air, np.zeros((0, 3, 3)), np.zeros((0, 3)))


def test_rates_without_air_are_those_of_the_closed_form() -> None:
    t = np.sort(np.random.default_rng(1).uniform(0.0, 1.5, 60))
    t[0] = 0.0
    found = flight_rates(body(J, np.zeros(3)), np.array(OMEGA), t, 12.5).omega
    assert np.abs(found - PoinsotSolution(J, OMEGA).omega(t)).max() < 2e-7


def test_a_motion_close_by_alters_nothing_but_the_rounds() -> None:
    t = np.delete(np.arange(0.0, 1.5, 0.01), [3, 4, *range(60, 75)])
    first = flight_rates(body(J, AIR), np.array(OMEGA), t, 12.5)
    other = body(J + np.diag([0.002, 0.0, 0.0]), AIR)
    start = np.array(OMEGA) + np.array([0.02, 0.01, -0.01])
    alone, near = (flight_rates(other, start, t, 12.5, nodes) for nodes in (None, first.nodes))
    assert np.abs(alone.omega - first.omega).max() > 0.02
    assert np.abs(near.omega - alone.omega).max() < 1e-7
    assert np.abs(near.derivatives - alone.derivatives).max() < 1e-5 * np.abs(alone.derivatives).max()


def test_rates_are_those_of_another_method_at_irregular_times() -> None:
    t, expected = rates_of(J, AIR, OMEGA, 1.5)
    kept = np.delete(np.arange(len(t)), [3, 4, 5, 40, *range(60, 75)])
    found = flight_rates(body(J, AIR), np.array(OMEGA), t[kept], 12.5).omega
    assert np.abs(found - expected[kept]).max() < 1e-4  # of the other method, of order 4
    finer = flight_rates(body(J, AIR), np.array(OMEGA), t[kept], 50.0).omega
    assert np.abs(found - finer).max() < 2e-7


def test_derivatives_are_those_of_differences() -> None:
    flight = RatesFlight(*rates_of(J, AIR, OMEGA, 0.6))
    unknowns = FlightUnknowns([flight], NO_BIAS_KNOWN, 3)
    x = unknowns.start(J)
    x[5:8], x[8:11] = AIR, (0.02, -0.01, 0.03)
    ((_, derivatives),) = unknowns.predicted(x)
    for k in range(unknowns.count):
        step = np.where(np.arange(unknowns.count) == k, 1e-5, 0.0)
        (up, _), (down, _) = unknowns.predicted(x + step)[0], unknowns.predicted(x - step)[0]
        size = np.abs(derivatives[:, :, k]).max()
        assert size > 0.0 and np.abs((up - down) / 2e-5 - derivatives[:, :, k]).max() < 1e-4 * size


def test_shape_numbers_are_the_inertia_up_to_a_factor() -> None:
    found = inertia_matrix(shape_numbers(3.0 * PHONE))
    assert found / found[2, 2] == pytest.approx(PHONE / PHONE[2, 2], rel=1e-12)


def test_twin_draws_the_same_curve_in_the_opposite_sense() -> None:
    t = np.linspace(0.0, 1.0, 101)
    forwards = flight_rates(body(J, np.zeros(3)), np.array(OMEGA), t, 12.5).omega
    backwards = flight_rates(body(twin(J), np.zeros(3)), forwards[-1], t, 12.5).omega
    assert np.abs(backwards[::-1] - forwards).max() < 1e-5
    moments = np.linalg.eigvalsh(twin(J))
    assert moments[:2] / moments[2] == pytest.approx([0.0139, 0.991], abs=5e-4)


def test_linear_start_is_near_without_any_guess() -> None:
    flight = thrown(PHONE, OMEGA, 1.5, seed=1)
    found = linear_inertia([(flight.t, flight.rates)])
    assert found is not None
    moments = np.linalg.eigvalsh(found)
    assert moments[:2] / moments[2] == pytest.approx([0.1919, 0.8124], abs=0.005)
    assert linear_inertia([(flight.t[:6], flight.rates[:6])]) is None


def test_attitude_has_order_four_and_keeps_the_angular_momentum() -> None:
    last = {}
    for rate in (50.0, 100.0, 800.0):
        t, omega = rates_of(J, np.zeros(3), OMEGA, 1.0, rate)
        found = attitudes(t, omega, upright(J @ omega[0]))
        last[rate] = found[-1:]
        if rate == 800.0:
            q, v = found, omega @ J
            L = v + 2.0 * np.cross(q[:, 1:], np.cross(q[:, 1:], v) + q[:, :1] * v)
            assert np.abs(L / np.linalg.norm(L[0]) - [0.0, 0.0, 1.0]).max() < 1e-8
    errors = [float(angle_between(last[rate], last[800.0])[0]) for rate in (50.0, 100.0)]
    assert all(12.0 < one / other < 20.0 for one, other in pairwise(errors))
