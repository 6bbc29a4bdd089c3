"""Benchmarks measure what they claim: the same motion, medians of interleaved rounds, and name missing contenders."""

import numpy as np
import pytest

from bench import ensembles, equal_error, exudyn_top, mujoco_top, native, physics_step, scipy_top, tops
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Contender, Missing
from game.cli import main as cli
from game.model import resources
from physics import BadInput


def test_median_is_over_rounds_without_the_warm_up():
    turns = iter([9.0, 3.0, 1.0, 2.0])
    now = [0.0]

    def work():
        now[0] += next(turns)

    assert medians([Timed("a", work, 2, lambda: now[0])], rounds=3) == {"a": 1.0}


def test_contenders_are_interleaved():
    order = []
    medians([Timed("a", lambda: order.append("a")), Timed("b", lambda: order.append("b"))], rounds=2)
    assert order == ["a", "b"] * 3


@pytest.mark.parametrize(
    ("seconds", "says"),
    [(2.5, "2.5 s"), (3.21e-3, "3.21 ms"), (4.5e-6, "4.5 µs"), (7.2e-8, "72 ns"), (1e-10, "0.1 ns")],
)
def test_quantity_formats_seconds_with_a_unit(seconds, says):
    assert quantity(seconds) == says


def test_ratio_and_table_are_formatted():
    assert [ratio(x, 2.0) for x in (1.0, 2.0, 50.0, 4000.0)] == ["0.50", "1.00", "25", "2000"]
    assert table(("a", "b"), [("c", "1")]) == ["| a | b |", "| --- | ---: |", "| c | 1 |"]


def test_steps_for_finds_the_fewest_steps_for_an_error():
    constant = 5e-6 * 10_000**4

    def axis(steps, dt):
        return tops.true_axis(10.0) + np.array([constant / steps**4, 0.0, 0.0])

    fake = Contender("fake", lambda steps, dt: None, axis)
    steps, error = equal_error.steps_for(fake)
    assert 0.85 * equal_error.ERROR <= error <= equal_error.ERROR
    assert steps == pytest.approx((constant / equal_error.ERROR) ** 0.25, rel=0.05)
    stuck = Contender("stuck", lambda steps, dt: None, lambda steps, dt: np.zeros(3))
    with pytest.raises(Missing, match="stuck"):
        equal_error.steps_for(stuck)


def test_with_tolerance_finds_the_loosest_tolerance_for_an_error():
    def axis(tolerance):
        return tops.true_axis(10.0) + np.array([3 * tolerance, 0.0, 0.0])

    way = equal_error.with_tolerance("fake", axis)
    assert 0.7 * equal_error.ERROR <= way.error <= equal_error.ERROR
    with pytest.raises(Missing, match="stuck"):
        equal_error.with_tolerance("stuck", lambda tolerance: np.zeros(3))


def test_c_follows_the_same_motion():
    try:
        singles = native.singles()
    except Missing as problem:
        pytest.skip(str(problem))
    for each in singles:
        assert each.follows()
        assert each.error(1000, 1.0) == pytest.approx(tops.cpython().error(1000, 1.0), rel=1e-3)
    states = ensembles.states(2 * native.LANES)
    moved = native.many(states, 1e-3)(20).reshape(-1, 6)
    rounded = native.many(states, 1e-3, native.ROUNDED)(20).reshape(-1, 6)
    for i in (0, 1, len(states) - 1):
        y = tops.stepped(20, 1e-3, states[i])
        assert moved[i] == pytest.approx(np.array(y), abs=1e-11)
        assert rounded[i].tobytes() == bytes(y)


def test_scipy_follows_the_same_motion():
    pytest.importorskip("scipy")
    assert scipy_top.axis(1e-9, 0.5) == pytest.approx(tops.true_axis(0.5), abs=1e-6)


def test_missing_contenders_are_named_and_not_timed(monkeypatch):
    monkeypatch.setattr(mujoco_top, "mujoco", None)
    monkeypatch.setattr(exudyn_top, "exudyn", None)
    monkeypatch.setattr(scipy_top, "solve_ivp", None)
    there, missing = physics_step.contenders()
    assert [problem.partition(":")[0] for problem in missing][-2:] == ["MuJoCo", "Exudyn"]
    assert not [each for each in there if "MuJoCo" in each.name or "Exudyn" in each.name]
    with pytest.raises(Missing, match="scipy: not installed"):
        scipy_top.axis(1e-3, 0.1)


def test_contender_with_another_motion_is_not_timed(monkeypatch):
    other = Contender("other", lambda steps, dt: None, lambda steps, dt: np.array([0.0, 0.0, 1.0]))
    monkeypatch.setattr(native, "singles", lambda: [other])
    monkeypatch.setattr(mujoco_top, "mujoco", None)
    monkeypatch.setattr(exudyn_top, "exudyn", None)
    there, missing = physics_step.contenders()
    assert other not in there
    assert "other: does not follow the same motion" in missing


def test_bench_without_a_checkout_says_that_it_needs_one(monkeypatch, tmp_path):
    monkeypatch.setattr(resources, "root", lambda: tmp_path)
    with pytest.raises(BadInput, match="needs a checkout"):
        cli.bench.callback(output=None, no_picture=True)
