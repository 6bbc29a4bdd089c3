"""Machines in the measurements: C moves as ours does, and what is missing is reported."""

import pytest

from bench import linkages, native
from bench.tops import Missing


@pytest.mark.parametrize("name", ["double pendulum", "Furuta", "four-bar"])
def test_machines_in_c_move_as_ours(name):
    contest = next(each for each in linkages.contests() if each.name == name)
    try:
        native.compiler()
    except Missing as problem:
        pytest.skip(str(problem))
    expected = linkages.ours(contest.system)(500)
    assert linkages.compared(contest.in_c(contest.system), linkages.ours(contest.system)(1000), linkages.SAME, name)
    found = contest.in_c(contest.system)(500)
    assert {each: expected[each] for each in found} == pytest.approx(found, rel=1e-10, abs=1e-10)


def test_missing_contenders_are_reported(monkeypatch):
    def none(system):
        raise Missing("nobody")

    monkeypatch.setattr(linkages, "in_mujoco", none)
    monkeypatch.setattr(linkages, "SECONDS", 1e-4)
    (contest,) = (each for each in linkages.contests() if each.name == "double pendulum")
    *lines, last = linkages.report([contest])
    assert last == "Missing: nobody."
    assert [line for line in lines if line.startswith("| double pendulum | 2/0 |")]


def test_another_motion_is_not_timed():
    with pytest.raises(Missing, match="C, x: 1 off after 1000 steps"):
        linkages.compared(lambda steps: {"a": 1.0}, {"a": 0.0}, 1e-9, "C, x")
