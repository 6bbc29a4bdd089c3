"""Periods of motions, for loops."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from game import scenefile
from game.looks.kit import shapes
from game.session import loop_period
from game.session.loop_period import LoopSearch, best_return, distances, find_period
from game.session.session import Session


def circling(turns: np.ndarray, miss: float = 0.0) -> np.ndarray:
    """Return poses (n, 1, 3, 3) of a body that circles and turns with it; miss: how much it drifts in a turn."""
    angle = 2.0 * np.pi * turns
    axis = np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=1)
    place = axis * (1.0 + miss * turns)[:, None]
    return np.stack([place, axis, axis], axis=1)[:, None]


def test_period_is_found_between_samples() -> None:
    found = best_return(circling(np.arange(1000) / 137.3), 5, 0.01)
    assert found is not None and found.exact
    assert found.seconds == pytest.approx(1.373, abs=1e-4)


def test_the_least_seam_is_told_where_there_is_no_period() -> None:
    found = best_return(circling(np.arange(1000) / 137.3, miss=0.05), 5, 0.01)
    assert found is not None and not found.exact
    assert found.seconds == pytest.approx(1.373, abs=1e-2) and found.seam == pytest.approx(0.05, rel=0.1)


def test_way_back_is_no_return() -> None:
    angle = 0.3 * np.cos(2.0 * np.pi * np.arange(1000) / 200.0 + 1.0)
    axis = np.stack([np.sin(angle), 0.0 * angle, np.cos(angle)], axis=1)
    found = best_return(np.stack([axis, axis, axis], axis=1)[:, None], 8, 0.01)
    assert found is not None and found.seconds == pytest.approx(2.0, abs=1e-3)


def test_nothing_that_moves_is_no_loop() -> None:
    assert best_return(circling(np.zeros(500)), 5, 0.01) is None
    drifting = circling(np.zeros(500)) + np.arange(500)[:, None, None, None]
    assert best_return(drifting, 5, 0.01) is None


def test_angles_are_whole_up_to_half_a_turn() -> None:
    poses = circling(np.array([0.0, 0.25, 0.5]))
    assert distances(poses, poses[0])[1:] == pytest.approx([max(math.sqrt(2), math.pi / 2), math.pi], rel=1e-6)


def test_steady_precession_has_the_period_of_its_rate() -> None:
    session = Session(scenefile.load("steady-precession"))
    search = LoopSearch(session, 8.0)
    search.wait()
    assert search.found is not None and search.found == find_period(session, 8.0)
    assert search.found.exact
    rate = session.simulation.system.entered()["psi_dot"]
    assert search.found.seconds == pytest.approx(2.0 * math.pi / rate, abs=1e-5)


def test_fast_cone_almost_closes_after_eighteen_nutations() -> None:
    found = find_period(Session(scenefile.load("fast-cone")), 30.0)
    assert found is not None and not found.exact
    assert found.seconds == pytest.approx(18 * 0.4102, abs=0.02)
    assert math.degrees(found.seam) == pytest.approx(2.4 * math.sin(math.radians(30.0)), abs=0.3)


def test_a_search_that_is_cancelled_ends() -> None:
    search = LoopSearch(Session(scenefile.load("whip")), 30.0)
    search.cancel()
    search.wait()
    assert search.found is None


def test_a_body_whose_mesh_is_not_known_counts_as_one_that_is_not_round() -> None:
    """Of a round body the own axis counts alone, however it is turned about it."""
    turned = np.array([(0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)])
    body = SimpleNamespace(position=(2.0, 4.0, 6.0), rotation=turned)
    run = SimpleNamespace(y=None, system=SimpleNamespace(bodies=lambda y: [body, body]))
    first, second = loop_period._pose(run, SimpleNamespace(radius=2.0, meshes=[shapes.sphere(0.1)]))
    assert first.tolist() == [[1.0, 2.0, 3.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    assert second.tolist() == [[1.0, 2.0, 3.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
