from bisect import bisect_right

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.simulation.history import BUDGET, FIRST_ROWS, History


def run(simulation, history, ticks, stride=4):
    """Run and record every `stride`-th tick; return the bits of every tick."""
    seen = {}
    for i in range(1, ticks + 1):
        simulation.advance(1)
        seen[simulation.tick] = bytes(simulation.y), simulation.time
        if i % stride == 0 or i == ticks:
            history.record(simulation)
    return seen


@pytest.fixture
def simulation():
    return physics.Simulation("gyroscope", "rk4", 1e-3)


def test_rows_are_views_of_what_was_recorded(simulation):
    history = History(simulation)
    seen = run(simulation, history, 400)
    assert history.ticks.tolist() == list(range(0, 401, 4))
    assert history.times[-1] == 0.4
    assert history.states.shape == (101, 6)
    assert all(seen[int(t)][0] == y.tobytes() for t, y in zip(history.ticks[1:], history.states[1:], strict=True))
    assert np.shares_memory(history.times, history.states.base)
    assert (history.oldest, history.newest, len(history)) == (0, 400, 101)


def test_every_tick_is_restored_bit_for_bit_through_all_kinds_of_changes(simulation):
    history = History(simulation)
    seen = {0: (bytes(simulation.y), 0.0)}
    for change in (
        lambda: simulation.use("newmark", {"epsilon": 1e-9}),
        lambda: simulation.set_parameters({"gravity": 3.7}),
        lambda: simulation.set_dt(3e-4),
        lambda: simulation.set_parameters({"body": "disk"}),
        lambda: simulation.use("heun"),
        lambda: None,
    ):
        seen |= run(simulation, history, 53, stride=7)
        change()
        history.mark(simulation)
    end = simulation.snapshot()
    for tick in np.random.default_rng(3).permutation(sorted(seen)):
        history.restore(simulation, int(tick))
        assert simulation.tick == tick
        assert (bytes(simulation.y), simulation.time) == seen[tick]
        assert simulation.paused
    history.restore(simulation, 60)
    assert (simulation.integrator.name, simulation.settings) == ("newmark", {"epsilon": 1e-9})
    assert simulation.system.gravity == 9.81
    history.restore(simulation, 318)
    assert simulation.system == end.system
    assert (simulation.dt, simulation.integrator.name) == (3e-4, "heun")


def test_run_after_a_restored_tick_has_the_same_bits_and_drifts(simulation):
    history = History(simulation)
    run(simulation, history, 100)
    simulation.set_parameters({"gravity": 3.7})
    history.mark(simulation)
    run(simulation, history, 100)
    end, drifts = bytes(simulation.y), simulation.invariants()
    for tick in (0, 50, 99):
        history.restore(simulation, tick)
        simulation.advance(100 - tick)
        simulation.set_parameters({"gravity": 3.7})
        simulation.advance(100)
        assert bytes(simulation.y) == end
    history.restore(simulation, 150)
    simulation.advance(50)
    assert simulation.invariants() == drifts


@pytest.mark.parametrize("integrator", physics.integrators())
def test_every_integrator_is_restored_bit_for_bit(integrator):
    """The memory of a method is restored with the state."""
    simulation = physics.Simulation("gyroscope")
    try:
        simulation.use(integrator)
    except BadInput:
        return
    history = History(simulation)
    seen = run(simulation, history, 25, stride=10)
    for tick in (25, 24, 13, 1, 19):
        history.restore(simulation, tick)
        assert bytes(simulation.y) == seen[tick][0]


def test_new_branch_drops_later_rows(simulation):
    history = History(simulation)
    run(simulation, history, 100)
    simulation.set_dt(5e-4)
    history.mark(simulation, "dt")
    run(simulation, history, 100)
    history.restore(simulation, 50)
    history.cut(simulation.tick)
    assert history.newest == 48
    assert [change.about for change in history.changes] == [""]
    seen = run(simulation, history, 30)
    assert history.newest == 80
    assert (np.diff(history.ticks) > 0).all()
    history.restore(simulation, 77)
    assert bytes(simulation.y) == seen[77][0]


def test_state_recorded_at_an_earlier_tick_becomes_the_newest(simulation):
    history = History(simulation)
    run(simulation, history, 100)
    simulation.set_dt(5e-4)
    history.mark(simulation)
    run(simulation, history, 20)
    history.restore(simulation, 60)
    history.record(simulation)
    assert (history.newest, len(history), len(history.changes)) == (60, 16, 1)


def test_changes_at_one_tick_are_merged(simulation):
    history = History(simulation)
    run(simulation, history, 10)
    for gravity in (1.0, 2.0, 3.0):
        simulation.set_parameters({"gravity": gravity})
        history.mark(simulation, "gravity")
    simulation.use("heun")
    history.mark(simulation, "heun")
    assert [(change.about, change.time) for change in history.changes] == [("", 0.0), ("gravity, heun", 0.01)]
    history.restore(simulation, 10)
    assert (simulation.system.gravity, simulation.integrator.name) == (3.0, "heun")


@pytest.mark.parametrize("budget", [10_000, 100_000])
def test_history_is_bounded_and_drops_the_oldest_rows(simulation, budget):
    history = History(simulation, budget)
    seen = run(simulation, history, 5000, stride=1)
    kept = len(history)
    assert history._rows.nbytes <= budget
    assert 2.1 * kept * history._rows.itemsize * history._rows.shape[1] > 0.8 * budget
    assert (history.oldest, history.newest) == (5001 - kept, 5000)
    assert (np.diff(history.ticks) == 1).all()
    history.restore(simulation, 0)
    assert simulation.tick == history.oldest
    for tick in (history.oldest, history.oldest + 17, 5000):
        history.restore(simulation, tick)
        assert bytes(simulation.y) == seen[tick][0]


def test_changes_are_bounded_and_kept_ticks_are_restored(simulation):
    history = History(simulation, 200_000)
    seen = {}
    for i in range(60):
        simulation.set_parameters({"gravity": 1.0 + i / 10})
        history.mark(simulation, "gravity")
        seen |= run(simulation, history, 30)
    assert len(history.changes) <= 0.1 * 200_000 / 4000
    starts = [change.snapshot.tick for change in history.changes]
    assert starts[0] <= history.oldest
    for tick in range(history.oldest, history.newest + 1, 11):
        history.restore(simulation, tick)
        if tick not in starts:
            assert bytes(simulation.y) == seen[tick][0]
        assert simulation.system.gravity == history.changes[bisect_right(starts, tick) - 1].snapshot.system.gravity


def test_memory_is_taken_when_it_is_needed_and_given_back(simulation):
    history = History(simulation)
    assert history.allocated < 200_000
    seen = run(simulation, history, FIRST_ROWS + 10, stride=1)
    rows, taken = history.states.copy(), history.allocated
    assert 0.7 * BUDGET < taken <= BUDGET
    history.pack()
    assert history.allocated == history.size < 200_000
    assert np.array_equal(history.states, rows) and history.oldest == 0
    history.restore(simulation, 300)
    assert bytes(simulation.y) == seen[300][0]
    seen |= run(simulation, history, 40, stride=1)
    assert history.newest == 340 and history.allocated < 200_000
    history.restore(simulation, history.newest)
    run(simulation, history, FIRST_ROWS, stride=1)
    assert history.ticks.tolist() == list(range(341 + FIRST_ROWS)) and history.allocated == taken


def test_a_packed_history_whose_rows_have_wrapped_is_still_in_order(simulation):
    history = History(simulation, 20_000)
    run(simulation, history, 300, stride=1)
    history.cut(270)
    ticks = history.ticks.tolist()
    history.pack()
    assert history.ticks.tolist() == ticks
    history.restore(simulation, 270)
    run(simulation, history, 90, stride=1)
    assert history.newest == 360 and (np.diff(history.ticks) == 1).all() and history.allocated <= 20_000


def test_rows_after_a_wrapped_ring_was_cut_are_still_in_order(simulation):
    history = History(simulation, 20_000)
    run(simulation, history, 300, stride=1)
    oldest = history.oldest
    history.restore(simulation, 250)
    history.cut(250)
    seen = run(simulation, history, 40, stride=1)
    assert history.ticks.tolist() == list(range(oldest, 291))
    history.restore(simulation, 270)
    assert bytes(simulation.y) == seen[270][0]


def test_tick_at_returns_the_row_nearest_to_a_time(simulation):
    history = History(simulation)
    assert history.tick_at(5.0) == 0
    run(simulation, history, 100, stride=10)
    assert [history.tick_at(t) for t in (-1.0, 0.004, 0.0061, 0.05, 0.0999, 7.0)] == [0, 0, 10, 50, 100, 100]


def test_stretches_are_split_at_changes(simulation):
    history = History(simulation)
    run(simulation, history, 100, stride=10)
    simulation.set_parameters({"body": "disk"})
    history.mark(simulation)
    run(simulation, history, 100, stride=10)
    rows = history.row_after(0.045), history.row_at(151)
    found = [(change.snapshot.system.body, times.tolist()) for change, times, _ in history.stretches(*rows)]
    assert [body for body, _ in found] == ["cone", "disk"]
    assert found[0][1] == [0.05, 0.06, 0.07, 0.08, 0.09]
    assert found[1][1] == [0.1, 0.11, 0.12, 0.13, 0.14, 0.15]
    rows = history.row_after(-1.0), history.row_at(51)
    assert [len(times) for _, times, _ in history.stretches(*rows)] == [6]


def test_reset_keeps_the_earlier_run_in_the_history(simulation):
    history = History(simulation)
    seen = run(simulation, history, 100)
    simulation.use("newmark")
    history.mark(simulation)
    seen |= run(simulation, history, 52)
    simulation.set_initial({"theta": 1.0})
    history.reset(simulation)
    assert (simulation.tick, simulation.time, simulation["theta"]) == (0, 0.0, 1.0)
    assert history.now(simulation) == history.newest == 153
    again = run(simulation, history, 60)
    assert history.newest == 213
    assert (np.diff(history.ticks) > 0).all() and (np.diff(history.times) > 0).all()
    for moment in (152, 0, 99, 101, 150, 213, 77):
        history.restore(simulation, moment)
        bits = seen[moment] if moment in seen else again[moment - 153] if moment > 153 else None
        assert bits in (None, (bytes(simulation.y), simulation.time)), moment
        assert history.now(simulation) == moment
    assert simulation.integrator.name == "rk4"
    history.restore(simulation, 153)
    assert (simulation.tick, simulation["theta"], simulation.integrator.name) == (0, 1.0, "newmark")
    assert [change.restarts for change in history.changes] == [False, False, True]
    runs = [history.run_at(moment) for moment in (50, 152, 153, 200)]
    assert runs[0] == runs[1] and runs[2] == runs[3] and runs[0][1] == runs[2][0] and runs[3][1] == len(history)
    history.restore(simulation, 40)
    history.cut(40)
    assert simulation.tick == 40 and history.newest == 40
    run(simulation, history, 20)
    assert (history.newest, len(history.changes)) == (60, 1)


def test_reset_at_the_start_keeps_no_second_row(simulation):
    history = History(simulation)
    for theta in (0.6, 0.7):
        simulation.set_initial({"theta": theta})
        history.reset(simulation)
    assert (history.newest, len(history), len(history.changes)) == (0, 1, 1)
    run(simulation, history, 8)
    for _ in range(3):
        history.reset(simulation)
    assert (history.newest, len(history.changes)) == (9, 2)


def test_reset_after_everything_was_taken_off_reads_no_row(simulation):
    history = History(simulation)
    history.take(0)
    history._rows.fill(np.nan)
    history.reset(simulation)
    assert history.ticks.tolist() == [0] and (history.oldest, history.newest) == (0, 0)


def test_replaced_lists_the_rows_that_were_replaced(simulation):
    history = History(simulation)
    run(simulation, history, 100, stride=1)
    history.replaced.clear()
    history.record(simulation)
    assert history.replaced == [100]
    history.restore(simulation, 40)
    history.cut(40)
    assert history.replaced == [100, 41]
    history.reset(simulation)
    assert history.replaced == [100, 41]
    history.begin(simulation)
    assert history.replaced[-1] == 0


def test_restoring_clears_a_divergence():
    simulation = physics.Simulation("gyroscope", "euler-cromer", 1e-3)
    history = History(simulation)
    while simulation.divergence is None:
        simulation.advance(50)
        history.record(simulation)
    message, end = simulation.message, simulation.tick
    history.restore(simulation, end - 10)
    assert simulation.divergence is None
    assert simulation.advance(100) == 10
    assert simulation.message == message


def test_budget_too_small_is_refused(simulation):
    with pytest.raises(BadInput, match="budget"):
        History(simulation, 1000)


def test_every_tick_is_restored_through_formulations_of_different_length(simulation):
    history = History(simulation)
    seen = {0: (bytes(simulation.y), 0.0)}
    names = {0: "gyroscope"}
    for name in ("heavy-top", "gyroscope-recipe", "gyroscope"):
        seen |= run(simulation, history, 53, stride=7)
        simulation.reformulate(name)
        history.mark(simulation)
        seen[simulation.tick] = bytes(simulation.y), simulation.time
        names[simulation.tick] = name
    seen |= run(simulation, history, 20, stride=7)
    for tick in np.random.default_rng(4).permutation(sorted(seen)):
        history.restore(simulation, int(tick))
        assert (bytes(simulation.y), simulation.time) == seen[tick]
        assert simulation.system.name == names[max(at for at in names if at <= tick)]
    stretches = list(history.stretches(0, 10**6))
    assert [states.shape[1] for _, _, states in stretches] == [6, 7, 8, 6]
    for change, times, states in stretches:
        assert states[0].tobytes() == seen[change.tick][0]
        assert times[0] == seen[change.tick][1]
    assert history.states.shape[1] == 8
