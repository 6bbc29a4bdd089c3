import math

import numpy as np
import pytest

import physics
from game.series import DRIFT, Series, envelope, names_of, record, without_standing


def filled(times, size=10):
    series = Series(("t", "x"), size)
    for t in times:
        series.add((t, -t))
    return series


def test_the_ring_keeps_the_newest_rows_in_order():
    series = filled(range(25))
    assert len(series) == 10 and series.first == 15
    assert list(series.column("t")) == list(range(15, 25))
    assert list(series.column("x")) == [-t for t in range(15, 25)]
    assert list(filled(range(3)).column("t")) == [0, 1, 2]
    assert list(filled(range(10)).column("t")) == list(range(10))
    assert list(Series(("t",)).column("t")) == []
    with pytest.raises(KeyError):
        series.column("y")


def test_a_return_to_the_past_forgets_what_lay_after_it():
    series = filled(range(25))
    series.add((20, 7.0))
    assert list(series.column("t")) == [15, 16, 17, 18, 19, 20]
    assert series.column("x")[-1] == 7.0
    series.add((0, 1.0))
    assert list(series.column("t")) == [0]


def test_a_lifted_pen_leaves_a_gap_and_the_time():
    series = filled([1, 2, 3])
    series.lift()
    series.add((4, 1.0))
    assert list(series.column("t")) == [1, 2, 3, 4]
    assert list(np.isnan(series.column("x"))) == [False, False, True, False]


def test_every_column_of_a_run_and_every_drift_is_recorded():
    simulation = physics.Simulation("gyroscope", "euler-cromer", 1e-3)
    names = names_of(simulation.system)
    assert names[: len(physics.run.columns(simulation.system))] == physics.run.columns(simulation.system)
    series = Series(names)
    for _ in range(3):
        record(series, simulation)
        simulation.advance(50)
    record(series, simulation)
    assert list(series.column("t")) == pytest.approx([0, 0.05, 0.10, 0.15])
    assert series.column("theta")[-1] == simulation["theta"]
    for name, reading in simulation.invariants().items():
        assert series.column(name)[-1] == reading.value
        assert series.column(name + DRIFT)[-1] == reading.drift
    assert series.column("energy" + DRIFT)[-1] != 0.0


def test_an_envelope_keeps_every_peak_in_few_points():
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


def test_an_envelope_does_not_shimmer_while_rows_come_and_go():
    rng = np.random.default_rng(1)
    x, y = np.arange(40_000.0), rng.normal(size=40_000)
    early = envelope(x[:30_000], y[:30_000], 0, 300)
    late = envelope(x[500:30_500], y[500:30_500], 500, 300)
    inside = [(a, b) for a, b in zip(*late, strict=True) if 1000 < a < 29_000]
    assert set(inside) <= set(zip(*early, strict=True))
    assert len(inside) > 300


def test_a_lifted_pen_stays_a_gap_in_an_envelope():
    x, y = np.arange(10_000.0), np.ones(10_000)
    y[5000] = math.nan
    _, thin = envelope(x, y, 0, 100)
    assert 1 <= np.isnan(thin).sum() <= 2


def test_a_path_is_thinned_only_where_it_stands():
    x = np.concatenate([np.zeros(1000), np.arange(100.0)])
    thin_x, thin_y = without_standing(x, np.zeros(1100), (1.0, 1.0), 10_000)
    assert len(thin_x) == len(thin_y) <= 101
    assert thin_x[-1] == 99.0
    assert len(without_standing(x, np.zeros(1100), (1.0, 1.0), 50)[0]) == 50
    gap = x.copy()
    gap[500] = math.nan
    assert np.isnan(without_standing(gap, np.zeros(1100), (1.0, 1.0), 10_000)[0]).any()
