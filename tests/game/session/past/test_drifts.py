from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import physics
from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.past.drifts import GROUP, MOST_FIRST, MOST_NEW, SAMPLES, DriftCurves
from game.session.session import Session
from physics.simulation.history import History


@pytest.fixture
def session() -> Session:
    made = Session(scenefile.load("fast-cone"))
    edits.apply(made, Edit("integrator", "euler-cromer"))
    return made


def run(session: Session, ticks: int, rows: int = 1) -> None:
    for _ in range(rows):
        advancing.run_ticks(session, ticks)


def followed(curves: DriftCurves, session: Session, calls: int = SAMPLES) -> tuple[np.ndarray, np.ndarray]:
    simulation = session.simulation
    for _ in range(calls):
        curves.update(session.past.history, session.past.now(simulation), simulation.invariants())
    return curves.curve("energy")


def test_a_curve_holds_few_drifts_of_the_whole_run(session: Session) -> None:
    curves = DriftCurves()
    run(session, 1, 3 * SAMPLES)
    times, drifts = followed(curves, session)
    assert len(times) <= SAMPLES // GROUP + 1
    assert times[0] <= 0.02 * session.simulation.time
    assert times[-1] >= 0.9 * session.simulation.time
    assert (np.diff(times) > 0.0).all()
    history = session.past.history
    rows = {
        round(float(time), 9): state
        for _, ts, states in history.stretches(0, 10**9)
        for time, state in zip(ts, states, strict=True)
    }
    system = session.simulation.system
    start, size = system.invariants[0].reference(system, memoryview(system.start()))
    largest = max(abs(system.energy(memoryview(state)) - start) / size for state in rows.values())
    assert 0.3 * largest < np.nanmax(drifts) <= largest * 1.000001


def test_looking_costs_a_few_rows_at_a_time(session: Session) -> None:
    curves = DriftCurves()
    run(session, 1, SAMPLES)
    followed(curves, session, 1)
    assert len(curves._found) == MOST_FIRST + 1, "the present row costs nothing"
    times, _ = curves.curve("energy")
    assert times[0] < 0.2 * times[-1], "the first ones are spread over the run"
    followed(curves, session, 1)
    assert len(curves._found) == MOST_FIRST + 1 + MOST_NEW
    version = curves.version
    followed(curves, session, SAMPLES)
    assert curves.version > version
    version = curves.version
    followed(curves, session, 5)
    assert curves.version == version, "nothing is computed twice"


def test_scrubbing_keeps_the_curve_and_a_branch_replaces_what_it_replaces(session: Session) -> None:
    curves = DriftCurves()
    run(session, 1, 100)
    before = followed(curves, session)
    advancing.seek(session, session.past.began(session.simulation) + 50)
    assert np.array_equal(followed(curves, session), before, equal_nan=True)
    edits.apply(session, Edit("parameter", 0.5 * session.simulation.system.parameters["mass"], "mass"))
    run(session, 1, 100)
    times, drifts = followed(curves, session)
    fresh = followed(DriftCurves(), session)
    assert np.array_equal((times, drifts), fresh, equal_nan=True)
    assert not np.array_equal(drifts, before[1][: len(drifts)])


def test_a_restart_begins_another_curve(session: Session) -> None:
    curves = DriftCurves()
    run(session, 10, 20)
    before, _ = followed(curves, session)
    actions.perform(session, Action.RESET)
    run(session, 10, 3)
    times, _ = followed(curves, session)
    assert times[-1] <= session.simulation.time * 1.000001 < before[-1]


def test_before_anything_is_computed_a_curve_is_empty() -> None:
    times, drifts = DriftCurves().curve("energy")
    assert len(times) == len(drifts) == 0


def test_a_name_that_is_no_invariant_is_a_gap(session: Session) -> None:
    curves = DriftCurves()
    run(session, 1, 5)
    followed(curves, session)
    times, drifts = curves.curve("nothing")
    assert len(times) == len(drifts) > 0
    assert all(map(math.isnan, drifts))


def test_a_change_at_the_last_state_replaces_its_drift(session: Session) -> None:
    curves = DriftCurves()
    run(session, 1, 20)
    followed(curves, session)
    edits.apply(session, Edit("parameter", 2.0 * session.simulation.system.parameters["gravity"], "gravity"))
    assert np.array_equal(followed(curves, session), followed(DriftCurves(), session), equal_nan=True)


def test_what_is_known_of_a_tick_is_used_for_its_own_row_alone() -> None:
    """Rows are ten ticks apart; what is known between two of them is of neither."""
    simulation = physics.Simulation("gyroscope", "euler-cromer", 1e-3)
    history = History(simulation)
    for _ in range(12):
        simulation.advance(10)
        history.record(simulation)
    known = {name: replace(reading, drift=7.0) for name, reading in simulation.invariants().items()}
    for now in range(98, 113):
        curves = DriftCurves()
        for _ in range(20):
            curves.update(history, now, known)
        used = [row for row, (_, drifts) in curves._found.items() if drifts["energy"] == 7.0]
        assert used == ([now // 10] if now % 10 == 0 else []) and len(curves._found) == len(history)


def test_the_rows_of_a_long_run_are_its_own_although_it_begins_at_an_odd_one() -> None:
    simulation = physics.Simulation("gyroscope", "euler-cromer", 1e-3)
    history = History(simulation)
    for _ in range(6):
        simulation.advance(1)
        history.record(simulation)
    history.reset(simulation)
    for _ in range(SAMPLES + 40):
        simulation.advance(1)
        history.record(simulation)
    now = history.newest
    first, end = history.run_at(now)
    curves = DriftCurves()
    curves.update(history, now, simulation.invariants(), SAMPLES)
    assert first % 2 == 1 and min(curves._found) == first + 1 and max(curves._found) >= end - 2
    assert {row % 2 for row in curves._found} == {0}


def test_the_curve_of_another_run_is_another_version(session: Session) -> None:
    curves = DriftCurves()
    run(session, 1, 5)
    followed(curves, session, 3)
    version = curves.version
    other = physics.Simulation("gyroscope", "euler-cromer", 1e-3)
    history = History(other)
    curves._forget_replaced(history)
    assert curves.version > version and len(curves.curve("energy")[0]) == 0
