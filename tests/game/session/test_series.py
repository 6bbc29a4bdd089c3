import math

import numpy as np
import pytest

import physics
from game.session.series import DRIFT, SHADOW, RowCopy, Series, envelope, moving
from physics.simulation.history import History

ALL = 10**6


@pytest.fixture
def run():
    return physics.Simulation("gyroscope", "euler-cromer", 1e-3)


def went(simulation, history, rows, stride=10):
    """Run and record; returns the simulation's own values in each row."""
    said = []
    for _ in range(rows):
        simulation.advance(stride)
        history.record(simulation)
        readings = simulation.invariants()
        values = [reading.value for reading in readings.values()]
        derived = [quantity.value(simulation.system, simulation.y) for quantity in simulation.system.quantities]
        drifts = [reading.drift for reading in readings.values()]
        said.append([simulation.time, *simulation.y, *values, *derived, *drifts])
    return np.array(said).T


def test_every_column_of_a_run_and_every_drift_can_be_read(run):
    names = (*physics.simulation.run.columns(run.system), *(each.name + DRIFT for each in run.system.invariants))
    history = History(run)
    series = Series(history)
    said = went(run, history, 30)
    for name, values in zip(names, said, strict=True):
        assert series.column(name, 1, 31, ALL).tolist() == values.tolist(), name
        assert series.value(name, 17) == values[16], name
    assert abs(series.value("energy" + DRIFT, 30)) > 1e-9
    assert np.isnan(series.column("weight", 0, 31, ALL)).all()


def test_the_shadow_energy_of_a_symplectic_method_drifts_less(run):
    run.use("splitting")
    history = History(run)
    series = Series(history)
    went(run, history, 100)
    drift, shadow = (series.column(name + DRIFT, 0, 101, ALL) for name in ("energy", SHADOW))
    assert shadow[0] == 0.0 and np.abs(shadow).max() < 1e-3 * np.abs(drift).max()
    values = series.column(SHADOW, 0, 101, ALL)
    assert np.ptp(values) < 1e-3 * np.ptp(series.column("energy", 0, 101, ALL))
    run.use("rk4")
    history.mark(run)
    went(run, history, 5)
    assert np.isnan(series.column(SHADOW + DRIFT, 102, 106, ALL)).all(), "the method has none"


def test_values_are_computed_once_and_in_limited_batches(run, monkeypatch):
    history = History(run)
    went(run, history, 100, stride=1)
    asked = []
    energy = type(run.system).invariants[0]
    value = energy.value
    monkeypatch.setitem(vars(energy), "value", lambda system, y: (asked.append(1), value(system, y))[1])
    series = Series(history)
    for known in (30, 60, 90, 101, 101):
        column = series.column("energy", 0, 101, 30)
        assert np.isfinite(column[-known:]).all() and np.isnan(column[:-known]).all(), "the newest first"
        assert len(asked) == known
        assert series.computed("energy", 0, 101) == (known, 101) and series.computed("energy", 90, 101) == (11, 11)
    assert series.computed("theta", 0, 101) == series.computed("t", 0, 101) == (0, 0), "those are stored"
    assert series.computed("spin", 0, 5) == (0, 5), "nothing is computed before it is asked for"
    went(run, history, 5, stride=1)
    asked.clear()
    assert np.isfinite(series.column("energy", 50, 106, 30)).all()
    assert len(asked) == 5
    assert len(series.column("energy", 80, 90, 30)) == 10 and len(asked) == 5


def test_columns_are_the_same_in_whatever_pieces_they_are_read(run):
    random, history = np.random.default_rng(5), History(run)
    series = Series(history)
    for added in (5, 40, 1, 150, 2, 90):
        went(run, history, added, stride=1)
        for first, end in [(0, len(history)), *np.sort(random.integers(0, len(history) + 1, (6, 2))).tolist()]:
            for name in ("theta", "energy"):
                wanted = Series(history).column(name, first, end, ALL)
                assert np.array_equal(series.column(name, first, end, ALL), wanted)
                some = series.column(name, first, end, 10)
                assert np.array_equal(some[-10:], wanted[-10:]) and len(some) == len(wanted)


def test_rows_of_another_branch_are_computed_again(run):
    history = History(run)
    series = Series(history)
    went(run, history, 50)
    before = series.column("energy", 0, 51, ALL)
    history.restore(run, 200)
    history.cut(200)
    run.use("heun")
    history.mark(run)
    went(run, history, 30)
    after = series.column("energy", 0, 51, ALL)
    fresh = Series(history).column("energy", 0, 51, ALL)
    assert after.tolist() == fresh.tolist()
    assert after[:21].tolist() == before[:21].tolist() and after[-1] != before[-1]


def test_column_has_one_gap_where_drifts_get_new_references(run):
    history = History(run)
    went(run, history, 10)
    run.set_parameters({"gravity": 3.7})
    history.mark(run)
    went(run, history, 10)
    run.use("rk4")
    history.mark(run)
    history.reset(run)
    said = went(run, history, 10)
    series = Series(history)
    first, end = history.run_at(history.now(run))
    for name in ("energy" + DRIFT, "omega"):
        column = series.column(name, 0, first, ALL)
        assert np.flatnonzero(np.isnan(column)).tolist() == [10]
        assert np.isfinite(series.column(name, first, end, ALL)).all()
    assert np.isfinite(series.column("theta", 0, end, ALL)).all()
    assert series.column("t", first, end, ALL).tolist() == pytest.approx([0.0, *said[0]])


def test_column_continues_across_formulations(run):
    history = History(run)
    run.use("rk4")
    history.mark(run)
    went(run, history, 10)
    run.reformulate("heavy-top")
    history.mark(run)
    went(run, history, 10)
    series = Series(history)
    theta = series.column("theta", 0, 21, ALL)
    assert np.flatnonzero(np.isnan(theta)).tolist() == [10], "the pen is lifted where the equations change"
    alone = physics.Simulation("gyroscope", "rk4", 1e-3)
    before = History(alone)
    went(alone, before, 20)
    exact = Series(before).column("theta", 0, 21, ALL)
    assert np.delete(theta, 10) == pytest.approx(np.delete(exact, 10), abs=1e-6)
    assert series.column("theta", 0, 5, ALL).tolist() == exact[:5].tolist()
    for name, here in (("q_w", slice(11, 21)), ("coplanarity", slice(0, 10))):
        column = series.column(name, 0, 21, ALL)
        assert np.isfinite(column[here]).all() and np.isfinite(column).sum() == 10
    assert series.value("theta", 3) == exact[3] and math.isnan(series.value("q_w", 3))


def test_envelope_keeps_every_peak_in_few_points():
    x = np.arange(60_000) * 1e-3
    y = np.sin(x)
    y[31_234] = 9.0
    y[45_678] = -9.0
    thin_x, thin_y = envelope(x, y, 0, 600)
    assert len(thin_x) == len(thin_y) <= 4 * 600 + 1
    assert thin_y.max() == 9.0 and thin_y.min() == -9.0
    assert (np.diff(thin_x) >= 0).all() and thin_x[0] == x[0]
    assert (thin_x[-1], thin_y[-1]) == (x[-1], y[-1])
    assert envelope(x[:100], y[:100], 0, 600)[0] is not None and len(envelope(x[:100], y[:100], 0, 600)[0]) == 100


def test_envelope_is_stable_while_rows_are_added_and_removed():
    rng = np.random.default_rng(1)
    x, y = np.arange(40_000.0), rng.normal(size=40_000)
    early = envelope(x[:30_000], y[:30_000], 0, 300)
    late = envelope(x[500:30_500], y[500:30_500], 500, 300)
    inside = [(a, b) for a, b in zip(*late, strict=True) if 1000 < a < 29_000]
    assert set(inside) <= set(zip(*early, strict=True))
    assert len(inside) > 300


def test_nan_stays_a_gap_in_an_envelope():
    x, y = np.arange(10_000.0), np.ones(10_000)
    y[5000] = math.nan
    _, thin = envelope(x, y, 0, 100)
    assert 1 <= np.isnan(thin).sum() <= 2


def test_path_is_thinned_only_within_a_pixel():
    x, y = np.concatenate([np.zeros(1000), np.arange(100.0)]), np.zeros(1100)
    kept = moving(x, y, (1.0, 1.0))
    assert kept.sum() <= 101 and kept[-1]
    assert set(x[kept]) == set(x)
    assert moving(x, x, (1.0, 0.1)).sum() == kept.sum()
    gap = x.copy()
    gap[500] = math.nan
    assert np.isnan(gap[moving(gap, y, (1.0, 1.0))]).any()
    assert len(moving(x[:0], y[:0], (1.0, 1.0))) == 0


def test_a_copy_of_rows_has_the_same_columns_while_the_run_goes_on(run):
    history = History(run)
    went(run, history, 12)
    run.set_parameters({"gravity": 3.7})
    history.mark(run)
    went(run, history, 8)
    names = ("t", "theta", "energy", "energy" + DRIFT, "weight")
    series = Series(history)
    for first, end in ((0, 21), (5, 17), (12, 21)):
        copied = RowCopy(history, first, end)
        for name in names:
            wanted = series.column(name, first, end, ALL)
            assert np.array_equal(copied.column(name), wanted, equal_nan=True), (name, first, end)
    before = copied.column("theta").tolist()
    history.restore(run, 130)
    history.cut(130)
    run.use("heun")
    history.mark(run)
    went(run, history, 5)
    assert copied.column("theta").tolist() == before
    paused = []
    copied.column("energy", lambda: paused.append(1))
    assert paused, "others may run in between"
