"""Long runs: their unit of time, the errors they record, and the picture they write."""

import math
import re
import sys
from dataclasses import replace

import numpy as np
import pytest

import physics
from bench import __main__ as bench
from bench import long_run
from bench.long_run import CURVES, DT, Track, draw, nutation, report, track
from bench.tops import Missing


def swing(top):
    """Return the period of theta [s], between the ticks at which its rate turns positive."""
    simulation = physics.Simulation(top, "rk4", DT)
    crossings, before = [], 0.0
    while len(crossings) < 2:
        simulation.advance(1)
        rate = simulation["theta_dot"]
        if before < 0.0 <= rate:
            crossings.append(simulation.time - DT * rate / (rate - before))
        before = rate
    return crossings[1] - crossings[0]


@pytest.mark.parametrize("initial", [{}, {"phi_dot": 400.0}, {"theta": 1.2, "theta_dot": 3.0, "psi_dot": -4.0}])
def test_nutation_is_the_period_of_theta(initial):
    top = physics.system("gyroscope", initial=initial)
    assert nutation(top, memoryview(top.start())) == pytest.approx(swing(top), rel=3e-5)


@pytest.fixture(scope="module")
def errors():
    """Return the relative error of the energy after every tick of five nutations, in CPython."""
    simulation = physics.Simulation("gyroscope", "rk4", DT)
    seen = []
    for _ in range(round(5 * nutation(simulation.system, simulation.y) / DT)):
        simulation.advance(1)
        seen.append(simulation.invariants()["energy"].drift)
    return np.array(seen)


def tracked(*given, **more):
    try:
        return track(*given, **more)
    except Missing as problem:
        pytest.skip(str(problem))


def test_bins_are_whole_nutations_with_the_extremes_of_every_tick(errors):
    made = tracked("rk4", 5)
    assert made.periods.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert made.ticks == len(errors) == 3115 and not made.trouble
    bins = np.split(errors, [623, 1246, 1869, 2492])
    assert made.low.tolist() == [each.min() for each in bins]
    assert made.high.tolist() == [each.max() for each in bins]
    assert math.isnan(made.grown) or made.grown < 2e6


def test_long_bins_are_sampled(errors):
    few, some = (tracked("rk4", 5, bins=2, looks=looks) for looks in (3, 500))
    assert few.periods.tolist() == [1.0, 5.0] and few.ticks == len(errors)
    first, rest = errors[:623], errors[623:]
    assert first.min() <= few.low[0] <= few.high[0] <= first.max()
    assert set(few.low) | set(few.high) <= set(errors)
    assert np.ptp([few.low[1], few.high[1]]) < np.ptp([some.low[1], some.high[1]])
    assert some.high[1] == pytest.approx(rest.max(), rel=0.05)


def test_failing_method_reports_where_it_stopped():
    made = tracked("euler-cromer", 100)
    assert made.trouble.startswith("euler-cromer with dt = 0.001 s stopped")
    assert len(made.periods) == len(made.low) < 10 and np.isfinite(made.largest).all()


def example(name, high):
    high = np.array(high)
    return Track(name, np.arange(1.0, 1.0 + len(high)), high - 2e-6, high, 100, 1.0, 4096.0, "")


def test_drift_is_the_motion_of_the_middle_per_nutation():
    made = example("rk4", [1e-6, 5e-6, 7e-6])
    assert made.drift == pytest.approx(3e-6)
    assert made.largest == pytest.approx([1e-6, 5e-6, 7e-6])
    assert example("rk4", [5e-7, 0.0]).largest == pytest.approx([1.5e-6, 2e-6])


def test_table_has_a_row_for_each_method(monkeypatch):
    asked = []
    monkeypatch.setattr(long_run, "track", lambda name, periods: asked.append(periods) or example(name, [1e-6, 2e-6]))
    said = list(report(7))
    assert said[-1].startswith("| gauss4 ")
    assert asked == [7] * len(CURVES)
    assert "| gauss4 | 2e-06 | 1.0e-06 | 4 KiB | 10 ms | 1 s |" in said
    assert [line.split("|")[1].strip() for line in said if line.startswith("| ")][2:] == list(CURVES)


def test_picture_is_reproducible_and_needs_no_fonts(tmp_path):
    pytest.importorskip("matplotlib")
    tracks = [example(name, 1e-6 * np.arange(1, 9) ** place) for place, name in enumerate(CURVES)]
    pictures = []
    for name in ("a.svg", "b.svg"):
        draw(tracks, 0.623, tmp_path / name)
        pictures.append((tmp_path / name).read_text("utf-8"))
    assert pictures[0] == pictures[1]
    assert "<text" not in pictures[0] and "<dc:date>" not in pictures[0]
    assert all(f"stroke: {colour}" in pictures[0] for _, colour in CURVES.values())


def luminance(colour):
    """Return the relative luminance of WCAG 2: 0 for black to 1 for white."""
    parts = [int(part, 16) / 255 for part in re.findall("[0-9a-f]{2}", colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return np.dot([0.2126, 0.7152, 0.0722], linear)


@pytest.mark.parametrize("colour", [long_run.GREY, *(colour for _, colour in CURVES.values())])
def test_colours_contrast_with_light_and_dark_pages(colour):
    for page in ("ffffff", "0d1117"):
        darker, brighter = sorted((luminance(page), luminance(colour)))
        assert (brighter + 0.05) / (darker + 0.05) > 3.0


def test_missing_libraries_are_reported_before_the_run(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(long_run, "track", lambda *given: pytest.fail("it ran"))
    monkeypatch.setattr(sys, "argv", ["bench", "--long-run", str(tmp_path)])
    with pytest.raises(SystemExit) as left:
        bench.main()
    assert left.value.code == 2
    assert "--long-run: matplotlib: not installed; type: make long-run" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["bench", "--long-run", str(tmp_path / "none")])
    with pytest.raises(SystemExit):
        bench.main()
    assert "must be a folder that is there" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_long_run_writes_a_page_and_its_picture(monkeypatch, tmp_path):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(long_run, "track", lambda name, periods: example(name, [1e-6, 2e-6]))
    monkeypatch.setattr(sys, "argv", ["bench", "--long-run", str(tmp_path)])
    bench.main()
    page = (tmp_path / "long-run.md").read_text("utf-8")
    assert "| splitting |" in page and "](long-run.svg)" in page
    assert re.search(r"^- 20\d\d-\d\d-\d\d, ", page, re.MULTILINE)
    assert (tmp_path / "long-run.svg").read_bytes().startswith(b"<?xml")


def test_report_names_methods_that_failed(monkeypatch):
    failed = replace(example("rk4", [1.0]), trouble="rk4 stopped")
    monkeypatch.setattr(long_run, "track", lambda name, periods: failed if name == "rk4" else example(name, [1e-6]))
    assert list(report(1))[-2:] == ["", "rk4 stopped"]
