"""The chain in C takes the steps of RATTLE that ours takes; the table goes without a compiler."""

import pytest

import physics
from bench import native, rattle_chains
from bench.planar_chains import DT, chain
from bench.tops import Missing


def test_chain_in_c_moves_as_in_cpython():
    simulation = physics.Simulation(chain(3), "splitting", DT)
    assert simulation.advance(300) == 300
    for extra in ((), (native.ROUNDED,)):
        try:
            run = rattle_chains.in_c(3, *extra)
        except Missing as problem:
            pytest.skip(str(problem))
        assert run(300) == pytest.approx(simulation.state, rel=1e-11, abs=1e-11)
    assert abs(simulation.state[:3] - simulation.system.start()[:3]).max() > 0.01


def test_table_without_c_says_so_once(monkeypatch):
    def no_compiler(*extra, source):
        raise Missing("C: no compiler")

    monkeypatch.setattr(native, "library", no_compiler)
    monkeypatch.setattr(rattle_chains, "bare", lambda count: lambda steps: None)
    monkeypatch.setattr(rattle_chains, "checked", lambda count: lambda steps: None)
    monkeypatch.setattr(rattle_chains, "medians", lambda timed: dict.fromkeys((each.name for each in timed), 2e-7))
    said = list(rattle_chains.report())
    assert said[2] == "| 2 | 200 ns | 200 ns |  |  |  |  |"
    assert said[-1] == "Missing: C: no compiler." and said.count(said[-1]) == 1
