"""A tick has a budget of work: past it a run pauses with that reason, and a window waits for machine code."""

import pytest

import physics
from physics import Simulation
from physics.compiled import native
from physics.compiled.native import Unavailable
from physics.simulation.spring_hand import SpringHand

FAST = physics.system("double-pendulum", initial={"theta2_dot": 200.0})
HEAVY = {"integrator": "dop853", "dt": 1.0, "settings": {"rtol": 1e-13, "atol": 1e-16}}
"""A tick of the fast pendulum that takes some thousand evaluations."""
OVER = "one step takes more than 5e+06 numbers of its slopes, the budget of a tick. Try a smaller dt, or rk4"


@pytest.fixture
def compiling(monkeypatch):
    """Machine code that is on its way and never arrives."""
    monkeypatch.setattr(native.background, "ask", lambda shape: None)
    monkeypatch.setattr(native, "is_compiled", lambda shape: None)


def test_a_step_beyond_the_budget_pauses_the_run_at_once():
    run = Simulation(physics.system("bungee", {"lumps": 100}), "gauss6", dt=0.1)
    start = run.state
    assert run.advance(3) == 0 and run.paused
    assert OVER in run.message
    assert (run.state == start).all()
    run.use("rk4")
    run.set_dt(1e-4)
    assert run.advance(3) == 3 and not run.paused


@pytest.mark.parametrize("pulled", [False, True])
def test_a_long_tick_waits_for_machine_code_and_nothing_else_changes(compiling, pulled):
    runs = [Simulation(FAST, **HEAVY) for _ in range(2)]
    if pulled:
        for run in runs:
            run.hold(SpringHand(0, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), stiffness=5.0, damping=0.1))
    waits, goes = runs
    waits.compile_in_background(patient=True)
    assert [waits.advance(2) for _ in range(3)] == [0, 0, 0]
    assert waits.waiting and not waits.paused and waits.divergence is None
    assert goes.advance(1) == 1 and not goes.waiting
    waits.compile_in_background()
    assert waits.advance(1) == 1 and not waits.waiting
    assert (bytes(waits.y), waits.work, waits.memory) == (bytes(goes.y), goes.work, goes.memory)


def test_short_ticks_do_not_wait(compiling):
    run = Simulation("whip", dt=1e-3)
    run.compile_in_background(patient=True)
    assert run.advance(20) == 20 and not run.waiting


def test_without_machine_code_nothing_waits_for_it(monkeypatch):
    monkeypatch.setattr(native, "compile_error", lambda shape: "no numba")
    monkeypatch.setattr(native.background, "ask", lambda shape: None)
    run = Simulation(FAST, **HEAVY)
    run.compile_in_background(patient=True)
    assert run.advance(1) == 1 and not run.waiting


@pytest.mark.long
@pytest.mark.parametrize("integrator", ["dop853", "rk4-adaptive"])
def test_machine_code_spends_the_budget_as_cpython_does(integrator):
    tight = {"rtol": 1e-13, "atol": 1e-16}
    runs = [Simulation("whip", integrator, dt=1.0, settings=tight) for _ in range(2)]
    try:
        native.compiled_run(native.shape(runs[0].system, runs[0].integrator))
    except Unavailable as reason:
        pytest.skip(str(reason))
    runs[0].compile()
    for run in runs:
        run.advance(20)
    assert "the budget of a tick" in runs[0].message
    assert [(run.tick, bytes(run.y), run.message) for run in runs[:1]] == [
        (run.tick, bytes(run.y), run.message) for run in runs[1:]
    ]
