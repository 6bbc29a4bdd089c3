from __future__ import annotations

import math
import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest import mock
from xml.etree import ElementTree

import numpy as np
import pytest
from imgui_bundle import imgui

import physics
from game import scenefile
from game.experiments.duel import MAX_GHOSTS, RunVariant
from game.model.edit import Edit
from game.model.figures.axis import scale_of
from game.model.figures.figure import Figure
from game.model.input import Action, Button, PointerMotion, Text, Wheel
from game.model.messages import FigureRequest, InterfaceStatus, OpenFolderRequest
from game.model.scene_marks import SceneMarks
from game.record.figures.files import csv_text
from game.record.figures.svg import svg_text
from game.scenefile import EnsembleSpec
from game.scenefile.schema import MAX_PLOTS, MAX_UNITS
from game.session import actions, advancing, edits
from game.session.series import DRIFT, SHADOW, TIME, Column, Series
from game.session.session import Session
from game.ui.backend import Imgui
from game.ui.interface import Interface
from game.ui.panels import cloud, duel
from game.ui.panels.duel import brief
from game.ui.panels.plots import plot_data
from game.ui.panels.plots.plot import MAX_HEIGHT, MIN_HEIGHT, RunPlot
from game.ui.panels.plots.plot_data import (
    LINE_COLORS,
    MAX_PATH_POINTS,
    PlotLine,
    PlotSeries,
    PlotStyle,
    against_another,
    against_time,
    axes_of,
    dashes,
    items_of,
    logarithmic,
    nearest,
    telling,
    value_at,
)
from game.ui.panels.plots.plot_legend import SAMPLE, meaning_of, value_words
from game.ui.panels.plots.plot_panel import Plots
from game.ui.widgets.item_boxes import BOXES
from physics.simulation.energy_budget import energy_quantities
from physics.simulation.run import columns
from physics.table.rolling_body import RollingBody
from tools.drawn_texts import recorded
from tools.interface_driver import Driver

SECOND = 1_000_000_000


def frames(interface: Interface, count: int = 4, size: tuple[int, int] = (1280, 720)):
    for _ in range(count):
        frame = interface.frame(size, 1 / 60, InterfaceStatus())
    return frame


def panel(name: str) -> imgui.internal.Window | None:
    windows = imgui.get_current_context().windows
    return next((each for each in windows if each.name == name and each.was_active and not each.hidden), None)


class Table:
    """A series with given columns, and its history."""

    def __init__(self, columns: dict[str, np.ndarray]) -> None:
        self.columns, self.history = columns, self

    def column(self, name: str, first: int, end: int, most: int) -> Column:
        return self.columns[name][first:end]

    def value(self, name: str, row: int) -> float:
        return float(self.columns[name][row])

    def row_after(self, time: float) -> int:
        return int(np.searchsorted(self.columns[TIME], time))


def line_of(columns: dict[str, np.ndarray], name: str, session: Session) -> PlotLine:
    item = items_of(session.simulation.system)[name]
    return PlotLine(item, 0, PlotStyle(LINE_COLORS[0]), Table(columns), (0, len(columns[TIME])))


def points(curve):
    return curve.x, curve.y, curve.t


def test_all_quantities_of_a_system_can_be_plotted(session: Session) -> None:
    items = items_of(session.simulation.system)
    system = session.simulation.system
    parts = {part.name for part in energy_quantities(system)}
    assert len(parts) == 4
    shadows = {SHADOW, SHADOW + DRIFT}
    assert set(items) == {*columns(system), *parts, *shadows, *(each.name + DRIFT for each in system.invariants)}
    assert not shadows & set(items_of(RollingBody())), "of systems that have one alone"
    assert items["theta"].unit == "rad" and items["energy" + DRIFT].unit == ""
    assert axes_of([items["theta"], items["psi_dot"], items["phi"]]) == ["rad", "rad/s"]


def test_what_a_plot_shows_first_tells_of_the_motion_and_angles_are_listed_before_quaternions() -> None:
    for name in physics.systems():
        system = physics.system(name)
        items = items_of(system)
        first = telling(system, items)
        assert first and set(system.plotted) <= set(items), name
        assert not [each for each in first if each.endswith(DRIFT) or items[each].group == "Invariants"], name
        assert len(axes_of([items[each] for each in first])) <= MAX_UNITS, name
    names = list(items_of(physics.system("heavy-top")))
    assert names[:2] == [TIME, "theta"] and names[-4:] == ["q_w", "q_x", "q_y", "q_z"]
    assert list(items_of(physics.system("gyroscope")))[1:4] == ["psi", "theta", "phi"]


def test_quantities_are_found_by_words(session: Session) -> None:
    driver = Driver(session, (1280, 720), 1.0, "dark", SceneMarks())
    driver.act(Action.PLOTS)
    assert driver.interface.panels.plots.plots[0].chosen == ["theta"]
    driver.click("quantities 0")
    driver.click("find quantity")
    driver.interface.feed(Text("kinetic energy drift"))
    driver.settle()
    listed = {name.partition("/")[2] for name in BOXES.found if "opup" in name}
    assert "energy" + DRIFT in listed and not {"theta", "psi", "energy"} & listed
    driver.click("energy" + DRIFT)
    assert driver.interface.panels.plots.plots[0].chosen == ["theta", "energy" + DRIFT]
    driver.interface.close()


def test_the_legend_says_why_a_method_has_no_shadow_energy(session: Session) -> None:
    chosen = [items_of(session.simulation.system)[SHADOW + DRIFT]]
    for method, word, reason in (("splitting", "0", ""), ("rk4", "none", "rk4 is not symplectic")):
        edits.apply(session, Edit("integrator", method))
        (line,) = PlotSeries().lines(session, chosen)
        curve = against_time(line, (0.0, 1.0), 200, False)
        assert value_words(curve, 0.0, False) == word
        assert meaning_of(curve).partition("\n")[2] == reason


def test_a_comparison_has_a_line_per_item_and_run(session: Session) -> None:
    items = items_of(session.simulation.system)
    chosen = [items["theta"], items["energy"]]
    sides = PlotSeries()
    assert [line.side for line in sides.lines(session, chosen)] == [0, 0]
    actions.perform(session, Action.GHOSTS)
    lines = sides.lines(session, chosen)
    assert len(lines) == 2 * (1 + len(session.duel.ghosts))
    for looks in ({line.side: line.style.color for line in lines}, {line.side: line.style.dash for line in lines}):
        assert len(set(looks.values())) == 1 + len(session.duel.ghosts), "told apart by colour, and without it"
    assert lines[0].series.history is session.duel.ghosts[0].history
    assert lines[0].series is sides.lines(session, chosen)[0].series, "kept from picture to picture"
    actions.perform(session, Action.RESET)
    assert sides.lines(session, chosen)[0].series is not lines[0].series
    actions.perform(session, Action.GHOSTS)
    assert [line.side for line in sides.lines(session, chosen)] == [0, 0]


def test_curves_of_compared_runs_are_named_by_what_differs() -> None:
    session = Session(scenefile.load("double-pendulum"))
    item = items_of(session.simulation.system)["energy"]
    names = [line.run for line in PlotSeries().lines(session, [item])]
    assert names == ["Double pendulum, Newton–Euler", "Double pendulum, joint forces", "Runge–Kutta 4"]


def test_a_run_is_plotted_in_its_own_time(session: Session) -> None:
    items, sides = items_of(session.simulation.system), PlotSeries()
    edits.apply(session, Edit("speed", 1.0))
    advancing.advance(session, SECOND // 2, 10**6)
    end = session.simulation.tick
    actions.perform(session, Action.RESET)
    advancing.advance(session, SECOND // 5, 10**6)
    for moment, length in ((end + 100, 0.2), (end, 0.5), (end + 1, 0.2)):
        advancing.seek(session, moment)
        (line,) = sides.lines(session, [items["theta"]])
        drawn = against_time(line, (0.0, 9.0), 500, log=False)
        assert (drawn.x[0], drawn.x[-1]) == (0.0, pytest.approx(length, abs=2e-3))
        assert line.oldest == 0.0
    assert value_at(line, "theta", 0.0) == session.simulation["theta"]
    assert np.isnan(value_at(line, "theta", -1e-3))


def test_a_plot_over_time_covers_the_view_and_one_row_beyond(session: Session) -> None:
    t = np.arange(60_000) * 1e-3
    line = line_of({TIME: t, "theta": np.sin(40 * t)}, "theta", session)
    x, y, _ = points(against_time(line, (10.0, 11.0), 500, log=False))
    assert 9.99 <= x[0] <= 10.0 and 11.0 <= x[-1] <= 11.01
    x, y, _ = points(against_time(line, (0.0, 60.0), 500, log=False))
    assert len(x) < 2500 and y.max() > 0.999 and y.min() < -0.999
    sizes = against_time(line, (0.0, 60.0), 500, log=True).y
    assert np.nanmin(sizes) > 0


def test_a_plot_against_another_quantity_has_limited_points(session: Session) -> None:
    t = np.arange(60_000) * 1e-3
    line = line_of({TIME: t, "theta": np.sin(400 * t), "psi": np.cos(400 * t)}, "theta", session)
    psi = items_of(session.simulation.system)["psi"]
    for log in ((False, False), (True, False)):
        drawn = against_another(line, psi, (0.0, 60.0), (0.005, 0.005), log)
        assert 1000 < len(drawn.x) == len(drawn.y) == len(drawn.t) <= MAX_PATH_POINTS
    drawn = against_another(line, psi, (59.5, 60.0), (0.005, 0.005), (False, False))
    assert len(drawn.x) <= 500
    assert drawn.x == pytest.approx(np.cos(400 * drawn.t)) and drawn.y == pytest.approx(np.sin(400 * drawn.t))
    assert against_another(line, psi, (20.0, 21.0), (0.005, 0.005), (False, False)).t[-1] == pytest.approx(21.0)


def test_the_pointer_finds_the_nearest_drawn_point() -> None:
    x = np.linspace(0.0, 400.0, 101)
    rising, falling = (x, 200.0 - x / 2), (x, x / 2)
    assert nearest([rising, falling], (80.0, 150.0))[:2] == (0, 21)
    assert nearest([rising, falling], (80.0, 60.0))[0] == 1
    broken = (x, np.where(x < 200.0, np.nan, 100.0))
    assert nearest([broken], (80.0, 100.0)) == (0, 50, pytest.approx(120.0)), "not in a gap"
    assert nearest([(x[:0], x[:0]), (x, x * np.nan)], (0.0, 0.0)) is None


def test_a_logarithmic_axis_shows_magnitudes_of_drifts_and_positive_values_of_others(session: Session) -> None:
    items = items_of(session.simulation.system)
    values = np.array([0.0, -1e-12, 2e-12, np.nan])
    assert logarithmic(items["energy" + DRIFT], values)[:3].tolist() == [0.0, 1e-12, 2e-12]
    shown = logarithmic(items["theta"], values)
    assert np.isnan(shown).tolist() == [True, True, False, True]
    t = np.arange(20_000) * 1e-3
    drift = np.where(np.arange(20_000) % 3 == 0, 0.0, 1e-14)
    drift[9000] = np.nan
    line = line_of({TIME: t, "energy" + DRIFT: drift}, "energy" + DRIFT, session)
    curve = against_time(line, (0.0, 20.0), 300, log=True)
    scale = scale_of([curve.y], True)
    assert 0.0 < scale.low < 1e-14 < scale.high
    parts = scale.parts(curve.y)
    assert np.nanmin(parts) < -10.0, "zero leaves the plot downward"
    assert 1 <= np.isnan(parts).sum() <= 2, "a change of the references is a gap"
    crossing = line_of({TIME: t, "theta": np.sin(300.0 * t)}, "theta", session)
    curve = against_time(crossing, (0.0, 20.0), 300, log=True)
    assert np.isfinite(curve.y[:-1]).all(), "a value that is positive now and then is shown where it is"


def test_a_dashed_line_is_the_same_line_with_gaps() -> None:
    for x, y in (
        (np.array([0.0, 100.0]), np.array([0.0, 50.0])),
        (np.linspace(0.0, 100.0, 300), np.sin(np.linspace(0.0, 9.0, 300))),
        (50.0 * np.cos(np.linspace(0.0, 6.0, 400)), 50.0 * np.sin(np.linspace(0.0, 6.0, 400))),
    ):
        new_x, new_y = dashes(x, y, (6.0, 4.0), 1.0)
        drawn = np.isfinite(new_y)
        assert (~drawn).sum() > 5
        if (np.diff(x) > 0).all():
            assert new_y[drawn] == pytest.approx(np.interp(new_x[drawn], x, y), abs=1e-9)
            ends = np.isfinite(new_y[1:]) & np.isfinite(new_y[:-1])
            assert np.diff(new_x)[ends].sum() == pytest.approx(60.0, abs=4.0), "six of ten points"
    assert dashes(x, y, (), 1.0)[0] is x, "a solid line is left alone"
    gap = np.array([0.0, np.nan, 2.0, 3.0])
    assert np.isnan(dashes(np.arange(4.0) * 30, gap, (6.0, 4.0), 1.0)[1]).any()


def test_the_cursor_reads_the_row_before_it(session: Session) -> None:
    line = line_of({TIME: np.array([0.0, 1.0, 2.0]), "theta": np.array([5.0, 6.0, 7.0])}, "theta", session)
    values = [value_at(line, "theta", time) for time in (0.0, 1.4, 2.0, 99.0)]
    assert values == [5.0, 6.0, 7.0, 7.0]
    assert np.isnan(value_at(line, "theta", -0.1))


@pytest.mark.parametrize("size", [(1280, 720), (800, 500), (640, 400)])
def test_the_plot_panel_covers_no_other(session: Session, interface: Interface, size: tuple[int, int]) -> None:
    frames(interface, size=size)
    assert panel("plots") is None
    assert interface.act(Action.PLOTS)
    actions.perform(session, Action.GHOSTS)
    advancing.advance(session, SECOND // 10, 10**6)
    frames(interface, size=size)
    plots = panel("plots")
    for other in ("rail", "title", "readings", "dock"):
        beside = panel(other)
        if beside is not None:
            apart = (
                beside.pos.y + beside.size.y <= plots.pos.y + 1
                or plots.pos.x + plots.size.x <= beside.pos.x + 1
                or beside.pos.x + beside.size.x <= plots.pos.x + 1
                or plots.pos.y + plots.size.y <= beside.pos.y + 1
            )
            assert apart, other
    assert panel("dock").scroll_max.x == 0 and plots.scroll_max.x == 0
    assert panel("dock").pos.x >= 0
    interface.act(Action.PLOTS)
    frames(interface, size=size)
    assert panel("plots") is None


@pytest.mark.parametrize(
    "scene",
    [
        "fast-cone",
        pytest.param("asymmetric-top", marks=pytest.mark.long),
        pytest.param("kovalevskaya", marks=pytest.mark.long),
    ],
)
def test_plots_of_every_kind_are_drawn(scene: str, interface: Interface, session: Session) -> None:
    interface.act(Action.PLOTS)
    plots = interface.panels.plots
    edits.apply(session, Edit("scene", scene))
    frames(interface, 2)
    actions.perform(session, Action.GHOSTS)
    for _ in range(6):
        advancing.advance(session, SECOND // 60, 10**6)
        frames(interface, 1)
    items = list(items_of(session.simulation.system))
    plots.plots = [RunPlot(), RunPlot()]
    for name in items:
        for plot, log in zip(plots.plots, (False, True), strict=True):
            plot.use([items[1], items[-1]])
            plot.use_against(name)
            plot.log = [log, log]
        assert frames(interface, 2).batches


@pytest.fixture
def plotted(session: Session, interface: Interface) -> Plots:
    """The plots of half a second of the run: of a drift above, of two angles below."""
    interface.act(Action.PLOTS)
    for _ in range(30):
        advancing.advance(session, SECOND // 60, 10**6)
        frames(interface, 1)
    session.pause(True)
    plots = interface.panels.plots
    plots.plots[0].use(["energy" + DRIFT])
    plots.plots[0].log[1] = True
    plots._add(items_of(session.simulation.system))
    plots.plots[1].use(["theta", "psi"])
    frames(interface)
    return plots


def test_several_curves_share_a_plot_and_four_plots_a_panel(plotted: Plots, session: Session, interface) -> None:
    lower = plotted.plots[1]
    assert [curve.name for curve in lower.curves] == ["theta", "psi"] and lower.units == ["rad"]
    lower.use(["theta", "psi_dot", "psi"])
    frames(interface)
    assert lower.units == ["rad", "rad/s"], "a unit has an axis of its own, at the other side"
    assert len({curve.style for curve in lower.curves}) == 3
    height = panel("plots").size.y
    while any(icon for icon in plotted._buttons(interface._desk, {}) if icon[1] == "+ Plot"):
        plotted._add(items_of(session.simulation.system))
        frames(interface)
    assert len(plotted.plots) == MAX_PLOTS and panel("plots").size.y > height
    areas = [plot.area for plot in plotted.plots]
    assert all(above.bottom < below.top for above, below in pairwise(areas))
    assert len({plot.chosen[0] for plot in plotted.plots}) == MAX_PLOTS, "each new one shows something new"


def test_plots_have_the_time_of_the_strip_to_the_pixel(plotted: Plots, session: Session, interface) -> None:
    strip = interface.panels.timeline
    for plot in plotted.plots:
        assert (plot.area.left, plot.area.right) == (strip.shown.left, strip.shown.right)
        assert (plot.x.low, plot.x.high) == (strip.shown.start, strip.shown.end)
    before = strip.shown.end - strip.shown.start
    at = plotted.plots[1].area
    interface.feed(PointerMotion(at.left + 0.1 * at.width, at.top + 20.0, 0, 0))
    frames(interface, 2)
    assert interface.feed(Wheel(0.0, 3.0)), "the wheel is the plot's, not the camera's"
    frames(interface, 3)
    assert strip.shown.end - strip.shown.start < 0.6 * before
    assert all(plot.x.high == strip.shown.end for plot in plotted.plots)
    for down in (True, False, True, False):
        interface.feed(Button("left", down, at.left + 0.1 * at.width, at.top + 20.0))
        frames(interface, 1)
    assert strip.zoom.part is None, "a double click shows the whole run"


def test_the_cursor_is_tied_to_the_strip_both_ways(plotted: Plots, session: Session, interface) -> None:
    desk, strip, area = interface._desk, interface.panels.timeline, plotted.plots[0].area
    x, y = strip.shown.x(0.1), area.top + 30.0
    interface.feed(PointerMotion(x, y, 0, 0))
    frames(interface)
    assert desk.pointed_time == pytest.approx(0.1, abs=0.003)
    interface.feed(Button("left", True, x, y))
    frames(interface)
    interface.feed(PointerMotion(strip.shown.x(0.06), y, 0, 0))
    frames(interface)
    assert session.simulation.time == pytest.approx(0.06, abs=4e-3), "a drag in a plot scrubs"
    interface.feed(Button("left", False, strip.shown.x(0.06), y))
    track = panel("timeline")
    interface.feed(PointerMotion(strip.shown.x(0.09), track.pos.y + 0.5 * track.size.y, 0, 0))
    frames(interface)
    assert desk.pointed_time == pytest.approx(0.09, abs=0.003), "the strip's pointer is shown in the plots, too"
    interface.feed(PointerMotion(640.0, 100.0, 0, 0))
    frames(interface)
    assert desk.pointed_time is None


def test_the_edge_of_a_plot_is_dragged_to_another_height(plotted: Plots, interface: Interface) -> None:
    plot, size = plotted.plots[1], (1280, 1000)
    frames(interface, size=size)
    x, y = plot.area.left + 300.0, plot.area.top - 36.0
    before, bottom = plot.area.height, plot.area.bottom
    interface.feed(PointerMotion(x, y, 0, 0))
    frames(interface, 2, size)
    interface.feed(Button("left", True, x, y))
    frames(interface, 2, size)
    interface.feed(PointerMotion(x, y - 25.0, 0, 0))
    frames(interface, 2, size)
    assert plot.area.height == pytest.approx(before + 25.0, abs=1.0) and plot.area.bottom == bottom
    interface.feed(PointerMotion(x, y - 500.0, 0, 0))
    frames(interface, 2, size)
    assert plot.height == MAX_HEIGHT
    interface.feed(PointerMotion(x, y + 500.0, 0, 0))
    frames(interface, 2, size)
    assert plot.height == MIN_HEIGHT
    interface.feed(Button("left", False, x, y))


def test_the_pointer_reads_plots_against_another_quantity(plotted: Plots, session: Session, interface) -> None:
    plot, desk = plotted.plots[1], interface._desk
    plot.use(["theta"])
    plot.use_against("psi")
    frames(interface)
    assert desk.pointed_time is None
    curve = plot.curves[0]
    at = len(curve.x) // 2
    x, y = plot.area.x(plot.x, curve.x)[at], plot.area.y(plot.y["rad"], curve.y)[at]
    interface.feed(PointerMotion(float(x), float(y), 0, 0))
    frames(interface)
    assert desk.pointed_time == pytest.approx(curve.t[at], abs=0.01)
    span = plot.x.high - plot.x.low
    interface.feed(Wheel(0.0, 2.0))
    frames(interface)
    assert plot.x.high - plot.x.low < 0.8 * span


def saved(interface: Interface, suffix: str = ".csv", plots: list[RunPlot] | None = None) -> Figure:
    """Return the figure that the panel requests to save."""
    panel_of_plots = interface.panels.plots
    panel_of_plots._save(interface._desk, plots or panel_of_plots.plots, suffix)
    (request,) = [each for each in interface.requests() if isinstance(each, FigureRequest)]
    assert request.suffix == suffix and request.stem == "fast-cone-plot"
    return request.make()


def test_a_plot_says_how_much_of_it_is_computed_while_it_fills(
    plotted: Plots, interface: Interface, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> list[str]:
        with recorded() as words:
            frames(interface, 1)
        return [each.words for each in words if each.words.startswith("computed so far")]

    assert told() == [], "all is computed"
    monkeypatch.setattr(plot_data, "MAX_COMPUTED", 30)
    plotted.plots[0].use(["energy_spin"])
    said = [told() for _ in range(60)]
    shares = [int(words[0].removeprefix("computed so far: ").removesuffix(" %")) for words in said if words]
    assert shares and shares == sorted(shares) and 0 < shares[0] < 100
    assert said[-1] == [], "at the end all is computed"


def test_an_exported_table_has_every_row_bit_for_bit(plotted: Plots, session: Session, interface) -> None:
    lines = csv_text(saved(interface)).splitlines()
    assert lines[0].startswith("# Fast cone") and "Runge–Kutta 4" in lines[1]
    assert lines[2] == "t [s],energy_drift,theta [rad],psi [rad]"
    table = np.array([[float(cell) for cell in line.split(",")] for line in lines[3:]]).T
    history = session.past.history
    assert table[0].tolist() == history.times.tolist() and len(table[0]) > 50
    system = session.simulation.system
    assert table[2].tolist() == history.states[:, system.index("theta")].tolist()
    assert table[3].tolist() == history.states[:, system.index("psi")].tolist()
    assert table[1].tolist() == Series(history).column("energy" + DRIFT, 0, len(history), 10**6).tolist()


def test_a_figure_is_made_of_the_moment_of_its_request(plotted: Plots, session: Session, interface) -> None:
    plotted._save(interface._desk, plotted.plots[:1], ".csv")
    (request,) = [each for each in interface.requests() if isinstance(each, FigureRequest)]
    count = len(session.past.history)
    session.pause(False)
    advancing.advance(session, SECOND // 10, 10**6)
    assert len(session.past.history) > count
    made = []
    thread = threading.Thread(target=lambda: made.append(request.make()))
    thread.start()
    thread.join()
    assert [len(column.values) for column in made[0].table()] == [count, count]


def test_values_are_told_in_the_units_that_are_chosen(plotted: Plots, session: Session, interface) -> None:
    plotted.plots[1].use(["theta", "psi_dot"])
    frames(interface)
    before = saved(interface, ".svg")
    interface._desk.show_angles_in("deg")
    frames(interface)
    (theta, *_) = plotted.plots[1].curves
    assert value_words(theta, 0.0, False, interface._desk.units) == "30.000 °"
    with recorded() as texts:
        frames(interface)
    assert {"°", "°/s"} <= {text.words for text in texts}, "at the axes"
    figure = saved(interface, ".svg")
    for old, new in zip(before.plots, figure.plots, strict=True):
        for was, now in zip(old.y, new.y, strict=True):
            factor = {"rad": 180.0 / math.pi, "rad/s": 180.0 / math.pi}.get(was.unit, 1.0)
            assert now.unit == {"rad": "°", "rad/s": "°/s"}.get(was.unit, was.unit)
            assert now.scale.high == pytest.approx(factor * was.scale.high)
    assert any(axis.unit == "°" for plot in figure.plots for axis in plot.y)
    assert any(column.heading.startswith("theta [rad]") for column in figure.table()), "columns stay in SI units"


def test_a_long_common_part_above_an_axis_keeps_apart_from_the_legend(plotted: Plots, interface: Interface) -> None:
    upper = plotted.plots[0]
    upper.use(["energy"])
    upper.log[1] = False
    frames(interface, 2)
    with mock.patch.object(upper, "_read_curves"):
        upper.y = {"J": scale_of([np.array([12345.000001, 12345.000002])], False)}
        frames(interface, 1)
        with recorded() as texts:
            frames(interface, 1)
    (common,) = {text.box for text in texts if text.words.endswith("+12345 J")}
    (symbol,) = {text.box for text in texts if text.words == "E" and abs(text.box[1] - common[1]) < 10.0}
    assert common[2] < symbol[0] - (SAMPLE + 0.4) * interface._desk.theme.em, "which a stroke precedes"


def test_a_figure_of_compared_runs_has_the_curves_of_each(plotted: Plots, session: Session, interface) -> None:
    actions.perform(session, Action.GHOSTS)
    session.pause(False)
    advancing.advance(session, SECOND // 10, 10**6)
    frames(interface)
    figure = saved(interface, ".svg")
    sides = 1 + len(session.duel.ghosts)
    assert [len(plot.curves) for plot in figure.plots] == [sides, 2 * sides]
    root = ElementTree.fromstring(svg_text(figure))
    drawn = root.findall(".//{http://www.w3.org/2000/svg}path[@class='curve']")
    assert len(drawn) == 3 * sides
    assert len({(curve.get("stroke"), curve.get("stroke-dasharray")) for curve in drawn}) == sides
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "θ, Runge–Kutta 4" in words and "t [s]" in words
    assert figure.plots[0].y[0].scale.log and figure.plots[0].y[0].title == "|δ E|"
    heads = [column.heading for column in figure.table()]
    assert sum(head.startswith("theta [rad] of ") for head in heads) == sides and len(set(heads)) == len(heads)


def test_a_message_about_a_file_opens_its_folder(interface: Interface) -> None:
    path = Path("/pictures/Polhode/fast-cone-plot.svg")
    interface.say("Saved another", file=Path("another"))
    interface.say(f"Saved {path}", file=path)
    assert interface.report()["messages"] == [f"Saved {path}"], "one such message at a time"
    interface.report()
    frames(interface, 3)
    left, top, right, bottom = interface.report()["boxes"]["toast 0/Open folder"]
    x, y = (left + right) / 2, (top + bottom) / 2
    interface.feed(PointerMotion(x, y, 0, 0))
    frames(interface, 2)
    for down in (True, False):
        interface.feed(Button("left", down, x, y))
        frames(interface, 2)
    assert [each.path for each in interface.requests() if isinstance(each, OpenFolderRequest)] == [path]


def test_states_are_kept_densely_only_while_plots_are_shown(session: Session, interface: Interface) -> None:
    for wanted in (False, True, False):
        if interface.panels.shows_plots != wanted:
            interface.act(Action.PLOTS)
        frames(interface, 1)
        assert session.choices.plotted is wanted
    interface.act(Action.PLOTS)
    interface.act(Action.INTERFACE)
    frames(interface, 1)
    assert not session.choices.plotted, "hidden"


def test_the_free_area_is_not_covered_by_panels(interface: Interface) -> None:
    frames(interface, 2, (1280, 720))
    left, top, right, bottom = interface.free
    rail, title, timeline = panel("rail"), panel("title"), panel("timeline")
    assert left * 1280 == pytest.approx(rail.pos.x + rail.size.x + 8, abs=1)
    assert right * 1280 in (1272, pytest.approx(panel("readings").pos.x, abs=1))
    assert top * 720 == pytest.approx(title.pos.y + title.size.y, abs=1)
    assert bottom * 720 <= timeline.pos.y
    interface.act(Action.INTERFACE)
    frames(interface, 2, (1280, 720))
    assert interface.free == (0.0, 0.0, 1.0, 1.0)


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (640, 400)])
def test_plots_leave_room_for_the_body(interface: Interface, size: tuple[int, int]) -> None:
    frames(interface, 2, size)
    wide = interface.free
    interface.act(Action.PLOTS)
    frames(interface, 2, size)
    assert interface.free[3] < wide[3] - 0.1
    left, top, right, bottom = (edge * size[i % 2] for i, edge in enumerate(interface.free))
    plots = panel("plots")
    assert bottom == pytest.approx(plots.pos.y, abs=1)
    assert bottom > 0.4 * size[1]
    assert 0 < plots.pos.x < plots.pos.x + plots.size.x < size[0] and top < 0.2 * size[1] and left < right


def test_comparison_panels_are_built_for_every_number_of_runs(session: Session, interface: Interface) -> None:
    frames(interface)
    actions.perform(session, Action.GHOSTS)
    for count in range(1, MAX_GHOSTS + 1):
        edits.apply(session, Edit("contenders", (RunVariant("euler-cromer", 1e-3),) * count))
        advancing.advance(session, SECOND // 20, 10**6)
        for size in ((1280, 720), (800, 500)):
            frames(interface, 3, size)
            assert panel("readings").scroll_max.x == 0


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[Any], None]]:
    """The functions that change a value, by name of the row, recorded while the panels are built."""
    changes: dict[str, Callable[[Any], None]] = {}
    for module in (duel, cloud):
        row = module.parameter_row
        monkeypatch.setattr(
            module, "parameter_row",
            lambda field, value, change, *style, row=row: (changes.__setitem__(field.name, change),
                                                           row(field, value, change, *style)),
        )  # fmt: skip
    return changes


def test_each_compared_run_has_rows_for_its_integrator_settings(session: Session, interface: Interface, rows) -> None:
    actions.perform(session, Action.GHOSTS)
    edits.apply(session, Edit("contenders", (RunVariant("newmark", 1e-3),)))
    interface.act(Action.COMPARE)
    frames(interface)
    rows["epsilon"](3e-5)
    assert session.contenders == (RunVariant("newmark", 1e-3, {"epsilon": 3e-5}),)
    assert session.duel.ghosts[0].simulation.settings == {"epsilon": 3e-5}
    frames(interface)
    rows["step"](5e-4)
    assert session.contenders[0].settings == {"epsilon": 3e-5}


def test_an_ensemble_has_a_spread_row_for_each_variable(session: Session, interface: Interface, rows) -> None:
    actions.perform(session, Action.CLOUD)
    interface.act(Action.COMPARE)
    frames(interface)
    variables = session.simulation.system.variables
    assert {variable.meaning for variable in variables} | {"copies"} <= set(rows)
    rows["copies"](321.4)
    frames(interface)
    rows["nutation angle"](0.0)
    assert session.run.ensemble.spread, "the last one stays: a cloud needs a spread"
    rows["precession angle"](0.2)
    frames(interface)
    rows["nutation angle"](0.0)
    assert session.run.ensemble == EnsembleSpec(321, {"psi": 0.2})
    assert (session.run.cloud.count, session.run.cloud.spread) == (321, {"psi": 0.2})


def test_short_texts_of_drifts() -> None:
    assert brief(0.0, True) == "0"
    assert brief(3.2e-12, True) == "3×10⁻¹²"
    assert brief(-3.2e-12, False) == "10⁻¹²"
    assert brief(-0.114, True) == "−0.11"
    assert brief(float("nan"), True) == "∞"


def test_draw_lists_of_more_than_65536_vertices_are_complete(context: Imgui) -> None:
    assert imgui.INDEX_SIZE == 4
    context.begin((400.0, 300.0), 1.0, 1 / 60)
    ink = imgui.get_background_draw_list()
    count = 20_000
    for i in range(count):
        at = imgui.ImVec2(float(i % 400), float(i // 400))
        ink.add_rect_filled(at, imgui.ImVec2(at.x + 1, at.y + 1), 0xFFFFFFFF)
    frame = context.end()
    batch = frame.batches[0]
    vertices = len(batch.vertices) // imgui.VERTEX_SIZE
    indices = np.frombuffer(batch.indices, np.uint32)
    assert vertices >= 4 * count > 1 << 16
    assert indices.max() == vertices - 1
    assert sum(command[-1] for command in batch.commands) == len(indices)


def test_a_scene_opens_with_the_plots_that_it_names_beside_its_comparison() -> None:
    scene = scenefile.load("double-pendulum").changed(plots=(("theta2", "theta3"), ("energy",)))
    driver = Driver(Session(scene), (1280, 800), 1.0, "dark", SceneMarks())
    panels = driver.interface.panels
    driver.settle()
    assert panels.shows_plots and driver.session.duel is not None
    assert [plot.chosen for plot in panels.plots.plots] == [["theta2", "theta3"], ["energy"]]
    driver.act(Action.PLOTS)
    driver.settle()
    assert not panels.shows_plots, "a person closes them"
    driver.interface.close()
