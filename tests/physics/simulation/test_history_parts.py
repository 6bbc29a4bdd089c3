"""Ends of a history that are taken off, kept and put back."""

import numpy as np
import pytest

import physics
from physics.simulation.history import MEMORY_INTERVAL, History


def run(simulation, history, ticks, stride=7):
    """Run and record; return the bits of the state at every recorded tick."""
    seen = {history.now(simulation): bytes(simulation.y)}
    for _ in range(ticks // stride):
        simulation.advance(stride)
        history.record(simulation)
        seen[history.now(simulation)] = bytes(simulation.y)
    return seen


def changed(simulation, history, change):
    change()
    history.mark(simulation, "changed")


def assert_holds(simulation, history, seen):
    for tick in sorted(seen)[:: max(1, len(seen) // 9)]:
        history.restore(simulation, tick)
        assert (history.now(simulation), bytes(simulation.y)) == (tick, seen[tick])


def test_two_ends_take_turns_at_one_beginning():
    simulation = physics.Simulation("gyroscope", "rk4", 1e-3)
    history = History(simulation)
    first = run(simulation, history, 70)
    changed(simulation, history, lambda: simulation.reformulate("heavy-top"))
    first |= run(simulation, history, 70)
    history.restore(simulation, 35)
    old = history.take(35)
    assert (old.oldest, old.newest, history.newest) == (35, 140, 28)
    changed(simulation, history, lambda: simulation.set_parameters({"gravity": 3.7}))
    second = run(simulation, history, 35)
    new = history.take(35)
    history.graft(old)
    assert_holds(simulation, history, first)
    assert (simulation.system.name, len(history.changes)) == ("heavy-top", 2)
    old = history.take(35)
    history.graft(new)
    assert_holds(simulation, history, second)
    assert simulation.system.gravity == 3.7
    assert sum(row == len(range(0, 35, 7)) for row in history.replaced) == 3, "readers of rows are told"


def test_what_lies_before_an_end_may_be_gone():
    simulation = physics.Simulation("gyroscope", "rk4", 1e-3)
    history = History(simulation)
    changed(simulation, history, lambda: simulation.set_parameters({"gravity": 3.7}))
    seen = run(simulation, history, 70)
    tail = history.take(35)
    history.take(0)
    assert (len(history), history.changes) == (0, [])
    history.graft(tail)
    assert (history.oldest, history.newest) == (35, 70)
    assert_holds(simulation, history, {tick: bits for tick, bits in seen.items() if tick >= 35})
    assert simulation.system.gravity == 3.7


def test_a_method_with_a_memory_goes_on_from_an_end_that_was_put_back():
    simulation = physics.Simulation("gyroscope", "dop853", 1e-4)
    history = History(simulation)
    seen = run(simulation, history, 3 * MEMORY_INTERVAL, 100)
    tail = history.take(500)
    history.graft(tail)
    assert_holds(simulation, history, seen)


@pytest.mark.parametrize("tick", [0, 30, 35, 70])
def test_an_end_is_split_and_joined_again(tick):
    simulation = physics.Simulation("gyroscope", "rk4", 1e-3)
    history = History(simulation)
    run(simulation, history, 35)
    changed(simulation, history, lambda: simulation.set_parameters({"gravity": 3.7}))
    run(simulation, history, 35)
    whole = history.take(0)
    early, late = whole.split(tick)
    assert len(early) + len(late) == len(whole) == 11
    assert all(early.rows[:, 0] < tick) and all(late.rows[:, 0] >= tick)
    assert late.before.snapshot.system.gravity == (9.81 if tick == 0 else 3.7)
    joined = early.joined(late)
    assert np.array_equal(joined.rows, whole.rows) and joined.changes == whole.changes
    assert joined.before is whole.before


def test_an_end_longer_than_the_history_leaves_its_newest_part():
    simulation = physics.Simulation("gyroscope", "rk4", 1e-3)
    history = History(simulation)
    seen = run(simulation, history, 700)
    tail = history.take(0)
    short = History(simulation, budget=8000)
    short.take(0)
    short.graft(tail)
    assert (short.newest, len(short) < len(tail)) == (700, True)
    assert_holds(simulation, short, {tick: bits for tick, bits in seen.items() if tick >= short.oldest})
