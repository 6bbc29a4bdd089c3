"""MuJoCo's chain of balls moves as ours does; the table reports what is missing."""

import pytest

from bench import planar_chains, spatial_chains
from bench.tops import Missing


def test_mujoco_moves_the_same_chain():
    try:
        run = spatial_chains.checked(10)
    except Missing as problem:
        pytest.skip(str(problem))
    assert run(1000) == pytest.approx(spatial_chains.ours(10)(1000), abs=1e-7)
    assert abs(run(1000) - run(0)).max() > 0.01


def test_missing_contenders_are_reported(monkeypatch):
    monkeypatch.setattr(spatial_chains, "mujoco", None)
    monkeypatch.setattr(planar_chains, "COUNTS", (2,))
    monkeypatch.setattr(planar_chains, "LINK_STEPS", 100)
    lines = list(spatial_chains.report())
    assert lines[2].startswith("| 2 | ")
    assert lines[-1].startswith("Missing: MuJoCo: not installed")
