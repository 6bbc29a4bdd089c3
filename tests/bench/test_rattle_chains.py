"""The chains in C take the steps of RATTLE that ours take; the table goes without a compiler."""

import pytest

import physics
from bench import native, rattle_chains
from bench.planar_chains import DT
from bench.tops import Missing


@pytest.mark.parametrize(
    "extra",
    [(native.PLAIN,), *(pytest.param(each, marks=pytest.mark.long) for each in ((), (native.ROUNDED,)))],
    ids=["plain", "timed", "rounded"],
)
@pytest.mark.parametrize("kind", [rattle_chains.PLANAR, rattle_chains.SPATIAL], ids=lambda kind: kind.function)
def test_chain_in_c_moves_as_in_cpython(kind, extra):
    """`make test` compiles the sources quickly; what is timed is compared once more where it is (`verified`)."""
    simulation = physics.Simulation(kind.chain(3), "splitting", DT)
    assert simulation.advance(100) == 100
    try:
        run = rattle_chains.in_c(kind, 3, *extra)
    except Missing as problem:
        pytest.skip(str(problem))
    assert run(100) == pytest.approx(simulation.state, rel=1e-11, abs=1e-11)
    assert abs(simulation.state[:3] - simulation.system.start()[:3]).max() > 1e-3


def test_table_without_c_says_so_once(monkeypatch):
    def no_compiler(*extra, source):
        raise Missing("C: no compiler")

    monkeypatch.setattr(native, "library", no_compiler)
    monkeypatch.setattr(rattle_chains, "bare", lambda kind, count: lambda steps: None)
    monkeypatch.setattr(rattle_chains, "checked", lambda kind, count: lambda steps: None)
    monkeypatch.setattr(rattle_chains, "medians", lambda timed: dict.fromkeys((each.name for each in timed), 2e-7))
    said = list(rattle_chains.report(rattle_chains.PLANAR))
    assert said[2] == "| 2 | 200 ns | 200 ns |  |  |  |  |"
    assert said[-1] == "Missing: C: no compiler." and said.count(said[-1]) == 1
