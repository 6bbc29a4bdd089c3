"""Watches: the same in machine code as in CPython, on each state that a run passes."""

from __future__ import annotations

import math
from array import array

import numpy as np
import pytest

import physics
from physics.batch import watches
from physics.batch.batch_watch import BatchWatch, Sight, compiled_sight
from physics.batch.copies import LaneBatch
from physics.batch.watches import DONE, INDEX, TICKS, WATCH_ROWS, WATCHES
from physics.core.measure import measured
from tests.physics.studies.own_system import OwnBars

BARS = physics.system("double-pendulum")
STONE = physics.system("rattleback")
TICKS_RUN, DT = 90, 4e-3
STARTS = {"largest": (1, -math.inf), "smallest": (1, math.inf), "exit": (TICKS, -1.0), "turns": (INDEX, math.nan)}


def first_record(watch) -> np.ndarray:
    record = np.zeros(WATCH_ROWS)
    place, value = STARTS.get(watch.__name__.removeprefix("watch_"), (INDEX, 0.0))
    record[place] = value
    return record


def by_hand(system, state, watch, sight, limits):
    """Return the record of one copy that CPython watches on the states of a run of its own."""
    batch = LaneBatch(system, physics.integrator("rk4"), DT, state[None])
    record = first_record(watch).tolist()
    for tick in range(TICKS_RUN + 1):
        if tick:
            batch.advance(1, threads=False)
        y = memoryview(array("d", batch.states[0].tolist()))
        value = sight.quantity.value(system, y) if sight.quantity else y[sight.value]
        watch(0.0, [value, y[sight.beside], y[sight.rate]], limits, record)
    return np.array(record)


@pytest.mark.parametrize("watch", WATCHES, ids=lambda watch: watch.__name__)
@pytest.mark.parametrize(("system", "quantity"), [(BARS, ""), (BARS, "tip_speed"), (STONE, ""), (STONE, "tilt")])
def test_machine_code_watches_as_cpython_does(watch, system, quantity):
    count = 35 if system is BARS else 3
    states = np.tile(np.array(system.start()), (count, 1))
    place = system.index("theta3" if system is BARS else "omega_1")
    states[:, place] = np.linspace(1.5, 3.5, count)
    named = next((each for each in system.quantities if each.name == quantity), system.quantities[0])
    sight = Sight(quantity=named) if quantity else Sight(place, beside=place - 1, rate=place + 1)
    limits = [-0.4, 2.0, 0.0]
    assert compiled_sight(system, sight)
    batch = LaneBatch(system, physics.integrator("rk4"), DT, states)
    by = BatchWatch(
        system, watch, sight, batch.lanes, np.tile(limits, (count, 1)), np.tile(first_record(watch), (count, 1)), True
    )
    for part in (1, 30, TICKS_RUN - 31):
        batch.watch(part, by, np.ones(count, bool))
    for copy in {0, 1, count - 1}:
        expected = by_hand(system, states[copy], watch, sight, limits)
        assert by.records[copy].tobytes() == expected.tobytes()


def test_values_of_somebodys_own_are_watched_in_machine_code_where_they_read_numbers_alone():
    bars = OwnBars()
    drop, reach = (Sight(quantity=each) for each in bars.quantities[-2:])
    assert not compiled_sight(bars, reach) and compiled_sight(bars, drop)
    states = np.tile(np.array(bars.start()), (3, 1))
    states[:, 2] = 3.0, 4.0, 5.0
    limits = np.tile([-math.inf, bars.drop(states[0]) + 0.1 * bars.p[0], 0.0], (3, 1))
    batch = LaneBatch(bars, physics.integrator("rk4"), DT, states)
    records = np.tile(first_record(watches.watch_exit), (3, 1))
    by = BatchWatch(bars, watches.watch_exit, drop, batch.lanes, limits, records, True)
    batch.watch(TICKS_RUN, by, np.ones(3, bool))
    for record, state in zip(by.records, states, strict=True):
        assert record == pytest.approx(by_hand(bars, state, watches.watch_exit, drop, limits[0]), rel=1e-14)
    assert (by.records[:, DONE] == 1.0).any()
    found = measured(bars, bars.quantities, states)
    assert found[:, -1].tolist() == [bars.reach(state) for state in states]
    assert found[:, -2] == pytest.approx([bars.drop(state) for state in states], rel=1e-15)


def test_each_copy_has_limits_and_constants_of_its_own_and_keeps_its_bits():
    made = [BARS.replace({"upper_length": length}) for length in np.linspace(0.5, 1.5, 40)]
    states = np.array([system.start() for system in made])
    limits = np.column_stack([np.full(40, -math.inf), np.linspace(0.1, 3.0, 40), np.zeros(40)])
    energy, method = Sight(quantity=BARS.invariants[0]), physics.integrator("rk4")
    assert compiled_sight(BARS, energy)
    constants = np.array([system.p for system in made])
    records = np.tile(first_record(watches.watch_largest), (40, 1))
    batch = LaneBatch(BARS, method, DT, states, constants=constants)
    by = BatchWatch(BARS, watches.watch_largest, energy, batch.lanes, limits, records, True)
    batch.watch(20, by, np.ones(40, bool))
    plain = LaneBatch(BARS, method, DT, states, constants=constants)
    plain.advance(20, threads=False)
    assert batch.states.tobytes() == plain.states.tobytes()
    starts = [system.energy(memoryview(state)) for system, state in zip(made, states, strict=True)]
    assert by.records[:, watches.BEST] == pytest.approx(starts, rel=1e-6)


def test_blocks_without_interest_are_not_moved():
    states = np.tile(np.array(BARS.start()), (64, 1))
    batch = LaneBatch(BARS, physics.integrator("rk4"), DT, states)
    records = np.tile(first_record(watches.watch_exit), (64, 1))
    by = BatchWatch(BARS, watches.watch_exit, Sight(), batch.lanes, np.full((64, 3), 9.0) * [-1, 1, 0], records, True)
    batch.watch(10, by, np.arange(64) < 32)
    assert (batch.states[32:] == states[32:]).all() and (batch.states[:32] != states[:32]).any()
    assert by.records[:, TICKS].tolist() == [10.0] * 32 + [-1.0] * 32


@pytest.mark.parametrize("watch", WATCHES, ids=lambda watch: watch.__name__)
def test_a_value_that_is_not_finite_ends_a_watch(watch):
    for value in (math.nan, math.inf):
        record = first_record(watch).tolist()
        for seen in (0.5, value, 0.7):
            watch(0.0, [seen, 0.0, 0.0], [-9.0, 9.0, 0.0], record)
        assert math.isnan(record[DONE])
