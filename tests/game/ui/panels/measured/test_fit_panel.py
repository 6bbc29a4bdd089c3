"""The section of measured motion: its choices, a fit that is begun and cancelled, and its result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from game import scenefile
from game.experiments.measurements.fit_task import FitTask
from game.experiments.measurements.measured import MeasuredTable
from game.model.figures.axis import AxisScale
from game.model.input import Action
from game.model.scene_marks import SceneMarks
from game.model.shown.shown_units import SI
from game.session import advancing
from game.session.files.shown_tables import show_table
from game.session.session import Session
from game.session.undoing import undo
from game.ui.panels.measured import fit_options
from game.ui.panels.measured.fit_options import LOOKED_AT, FitOptions
from game.ui.panels.measured.fit_result import (
    combination_words,
    lost,
    of_the_beginning,
    remarks,
    rounded,
    thinned,
    value_and_error,
)
from game.ui.panels.measured.residual_plot import rounded_up
from physics.fitting.fit import fit
from tests.physics.fitting.truth import damped_pendulum, measured
from tools.interface_driver import Driver

T = np.arange(61) / 20


@cache
def angles() -> dict[str, np.ndarray]:
    """Return what is measured, which nothing changes."""
    return measured(damped_pendulum(), T, ["theta_1"])


@pytest.fixture
def driver() -> Iterator[Driver]:
    scene = scenefile.Scene(
        system="planar-chain", dt=5e-3, parameters={"count": 1, "length": 0.5, "gravity": 9.0}, paused=True
    )
    made = Driver(Session(scene), (1280, 720), 1.0, "dark", SceneMarks())
    show_table(made.session, MeasuredTable("swing.csv", T + 0.25, angles()))
    made.act(Action.COMPARE)
    made.settle()
    yield made
    made.session.leave()
    made.interface.close()


def result(driver: Driver, *free: str, segment: float | None = None) -> None:
    """Show a fit, computed here, as if it had ended."""
    session = driver.session
    table = session.run.tables[0]

    class Done(FitTask):
        def _work(self) -> None:
            request = self.request
            self.found = fit(
                session.simulation.system, table.t, table.columns, free, dt=request.dt, starts=1, segment=segment
            )  # fmt: skip

    driver.click("Fit")
    assert session.run.measured.fit is not None
    session.run.measured.cancel()
    session.run.measured.fit = Done(session.run.measured.fit.request, table)
    session.run.measured.fit.wait()
    driver.settle()


def test_a_fit_is_begun_with_what_is_free_and_cancelled(driver: Driver) -> None:
    driver.click("free mass")
    driver.click("free theta_dot_1")
    driver.click("Outliers count little")
    driver.click("Fit")
    task = driver.session.run.measured.fit
    assert task is not None and task.request.free == ("theta_1", "mass") and task.request.loss == "linear"
    assert task.request.window == (0.25, 3.25) and not task.done
    driver.click("compare/Cancel")
    task.wait()
    driver.settle()
    assert driver.box("compare/Fit") is not None and driver.box("page result") is None


def test_noise_starts_and_segments_are_chosen_below(driver: Driver) -> None:
    assert driver.box("Begin anew in segments") is None, "they are folded at first"
    driver.click("Noise, starts, segments")
    driver.scroll(-60)
    driver.click("The noise of theta_1 is known")
    driver.click("Begin anew in segments")
    panel = next(each for each in driver.interface.panels.rail if each.name == "compare")
    options = panel.build.__self__._fit._options
    assert options.segment == pytest.approx(0.3) and 0.0 < options.noise["theta_1"] < 3e-3
    options._set("starts", 7.0)
    options._set("segment", 1.0)
    options._set("theta_1", 0.02)
    driver.settle()
    driver.scroll(-60)
    driver.click("Fit")
    task = driver.session.run.measured.fit
    assert task is not None
    asked = task.request
    driver.session.run.measured.cancel()
    assert (asked.starts, asked.segment, dict(asked.noise)) == (7, 1.0, {"theta_1": 0.02})
    driver.settle()
    driver.scroll(-60)
    driver.click("The noise of theta_1 is known")
    driver.click("Begin anew in segments")
    assert options.segment is None and not options.noise
    show_table(driver.session, MeasuredTable("other.csv", T[:20], {"theta_dot_1": 0.0 * T[:20]}))
    options.noise = {"theta_1": 0.1}
    driver.settle()
    assert not options.noise, "it is of a column that this table does not have"


def test_a_fit_in_segments_shows_the_unknowns_of_the_beginning_and_they_can_be_used(driver: Driver) -> None:
    result(driver, "gravity", "theta_1", "theta_dot_1", segment=1.0)
    found = driver.session.run.measured.fit.found
    assert len(found.segments) == 3 and len(found.estimates) == 3 + 2 * 2
    assert [each.name for each in of_the_beginning(found)] == ["gravity", "theta_1", "theta_dot_1"]
    driver.scroll(-60)
    assert driver.box("correlations") is not None
    driver.scroll(60)
    driver.click("Use these values")
    assert driver.session.simulation.system.parameters["gravity"] == pytest.approx(9.81, rel=1e-3)


def test_nothing_free_is_nothing_to_fit(driver: Driver) -> None:
    driver.click("free theta_1")
    driver.click("free theta_dot_1")
    driver.click("Fit")
    assert driver.session.run.measured.fit is None


def test_values_that_are_used_move_the_table_and_are_undone_together(driver: Driver) -> None:
    session = driver.session
    advancing.run_ticks(session, 40)
    result(driver, "gravity", "friction", "theta_1", "theta_dot_1")
    driver.click("Use these values")
    system = session.simulation.system
    assert session.simulation.tick == 0
    assert system.parameters["gravity"] == pytest.approx(9.81, rel=1e-4)
    assert session.simulation.y[0] == pytest.approx(0.8, abs=1e-4)
    assert session.run.tables[0].t[0] == 0.0 and session.run.tables[0].begin == 0.25
    undo(session)
    assert session.simulation.system.parameters["gravity"] == 9.0
    assert session.run.tables[0].t[0] == 0.25 and session.simulation.tick == 40


def test_the_ghost_is_where_it_was_measured_and_can_be_hidden(driver: Driver) -> None:
    session = driver.session

    def pose(time: float):
        return session.run.measured.pose(session.simulation.system, session.run.tables, time)

    assert pose(0.2) is None
    assert pose(0.25).y[0] == angles()["theta_1"][0]
    driver.click("Draw the measured motion")
    assert pose(0.25) is None


def test_of_several_tables_one_is_chosen(driver: Driver) -> None:
    session = driver.session
    show_table(session, MeasuredTable("other.csv", T, {"theta_1": 0.0 * T}))
    assert session.run.measured.table(session.run.tables).name == "other.csv"
    session.run.measured.chosen = "swing.csv"
    assert session.run.measured.table(session.run.tables).name == "swing.csv"
    driver.settle()
    assert driver.box("measured table") is not None


def test_what_the_data_leave_open_is_said_with_symbols(driver: Driver) -> None:
    result(driver, "gravity", "length", "friction", "theta_1")
    found, numbers = driver.session.run.measured.fit.found, {}
    words = [combination_words(each, numbers) for each in found.combinations]
    assert any(each.startswith("Only gravity/length") and "not each alone" in each for each in words)
    assert set(words) <= set(remarks(found, numbers))
    driver.click("page fit")
    assert driver.box("compare/Fit") is not None
    driver.click("page result")
    assert driver.box("residuals") is not None
    driver.scroll(-60)
    assert driver.box("correlations") is not None


def test_what_is_not_followed_is_said_above_values_without_errors(driver: Driver) -> None:
    table = driver.session.run.tables[0]
    t = table.t - table.t[0]
    broken = {"theta_1": np.where(t < 1.5, angles()["theta_1"], 0.8 * np.sin(11.0 * t))}
    driver.session.run.tables = (MeasuredTable("broken.csv", t, broken),)
    result(driver, "gravity")
    driver.settle()
    task = driver.session.run.measured.fit
    assert task is not None and task.found is not None and not task.found.followed
    first = lost(task.found)[0]
    assert first.startswith("The fit has not followed the data. Residuals over noise: theta_1: ")
    value, error = value_and_error(task.found["gravity"], SI)
    assert value and "±" not in error


def test_values_have_the_digits_that_their_errors_allow() -> None:
    assert rounded(9.81234, 0.0123) == "9.812" and rounded(-0.5, 0.2) == "\u22120.50"
    assert rounded(0.1, 0.3) == "0.1" and rounded(1e7, 0.1) == "1×10⁷"


def test_the_list_of_a_plot_leads_to_the_fit_of_a_table(driver: Driver) -> None:
    show_table(driver.session, MeasuredTable("other.csv", T, {"theta_1": 0.0 * T}))
    driver.act(Action.COMPARE, Action.PLOTS)
    driver.settle()
    assert driver.interface.panels.plots.plots[0].chosen == ["theta_1"], "what was measured is plotted at first"
    for _ in range(2):
        driver.click("quantities 0")
        driver.click("fit table 0")
        driver.settle()
        assert driver.interface.panels.is_open("compare")
        assert driver.session.run.measured.table(driver.session.run.tables).name == "swing.csv"


@pytest.mark.parametrize("largest", [1e-9, 0.044, 0.1, 0.5, 4.3, 9.9, 123.0])
def test_residuals_have_numbers_at_both_sides_of_zero(largest: float) -> None:
    end = rounded_up(largest)
    assert largest <= end <= 1.6 * largest
    ticks = [tick.value for tick in AxisScale(-end, end).ticks(4).ticks]
    assert min(ticks) < 0.0 < max(ticks)


def test_the_noise_of_a_long_table_is_looked_for_once_and_in_few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def scatter(t: np.ndarray, column: np.ndarray) -> float:
        seen.append(len(t))
        return 0.1

    monkeypatch.setattr(fit_options, "scatter", scatter)
    options, t = FitOptions(), np.arange(5.0 * LOOKED_AT)
    tables = [MeasuredTable("long.csv", t, {"theta_1": t}) for _ in range(2)]
    assert [options.seen_noise("theta_1", table) for table in tables for _ in range(3)] == [0.1] * 6
    assert seen == [LOOKED_AT, LOOKED_AT]


def test_a_result_says_how_many_rows_are_one() -> None:
    found = fit(damped_pendulum(), T, angles(), ["gravity"], dt=5e-3, starts=1)
    long = replace(found, rows=1_000_000, size=249)
    assert thinned(long) == "Of its 1000000 rows the means of 249 neighbours are used, which tell as much."
    assert thinned(replace(long, followed=False)) == "Of its 1000000 rows one of 249 is used."
