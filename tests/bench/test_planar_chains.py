"""MuJoCo's chain moves as ours does; the table reports what is missing."""

import pytest

from bench import planar_chains
from bench.tops import Missing


def test_mujoco_moves_the_same_chain():
    try:
        run = planar_chains.checked(10)
    except Missing as problem:
        pytest.skip(str(problem))
    assert run(1000) == pytest.approx(planar_chains.ours(10)(1000), abs=1e-7)
    assert abs(run(1000) - run(0)).max() > 0.01


def test_contender_with_another_motion_is_not_timed(monkeypatch):
    pytest.importorskip("mujoco")
    monkeypatch.setattr(planar_chains, "MASS", 0.03)
    run = planar_chains.in_mujoco(5)
    monkeypatch.setattr(planar_chains, "in_mujoco", lambda count: lambda steps: run(steps) + 1e-6)
    with pytest.raises(Missing, match="MuJoCo, 5 links: 1e-06 rad off"):
        planar_chains.checked(5)


def test_missing_contenders_are_reported(monkeypatch):
    monkeypatch.setattr(planar_chains, "mujoco", None)
    monkeypatch.setattr(planar_chains, "COUNTS", (2,))
    monkeypatch.setattr(planar_chains, "LINK_STEPS", 100)
    lines = list(planar_chains.report())
    assert lines[2].startswith("| 2 | ")
    assert lines[-1].startswith("Missing: MuJoCo: not installed")
