from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from imgui_bundle import imgui, implot

from game import scenefile
from game.experiments.duel import MAX_GHOSTS, RunVariant
from game.experiments.work_precision import WorkPrecisionPoint
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action, Button, PointerMotion, Wheel
from game.model.messages import InterfaceStatus
from game.scenefile import EnsembleSpec
from game.session import actions, edits
from game.session.series import DRIFT, TIME, Column
from game.session.session import Session
from game.ui.backend import Imgui
from game.ui.interface import Interface
from game.ui.panels import cloud, duel
from game.ui.panels.duel import brief
from game.ui.panels.plots.plot_data import (
    LINE_COLORS,
    MAX_PATH_POINTS,
    DrawnCurve,
    PlotLine,
    PlotSeries,
    against_another,
    against_time,
    axes_of,
    bounds,
    items_of,
    nearest,
    value_at,
)
from game.ui.panels.plots.work_precision import curves, words
from physics.simulation.run import columns

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


def shown_windows() -> list[str]:
    return [each.name for each in imgui.get_current_context().windows if each.was_active and not each.hidden]


def line_of(columns: dict[str, np.ndarray], name: str, session: Session) -> PlotLine:
    item = items_of(session.simulation.system)[name]
    return PlotLine(item, 0, LINE_COLORS[0], 1.0, Table(columns), (0, len(columns[TIME])))


def test_all_quantities_of_a_system_can_be_plotted(session: Session) -> None:
    items = items_of(session.simulation.system)
    system = session.simulation.system
    assert set(items) == {*columns(system), *(each.name + DRIFT for each in system.invariants)}
    assert items["theta"].unit == "rad" and items["energy" + DRIFT].unit == ""
    assert axes_of([items["theta"], items["psi_dot"], items["phi"]]) == ["rad", "rad/s"]


def test_a_comparison_has_a_line_per_item_and_run(session: Session) -> None:
    items = items_of(session.simulation.system)
    chosen = [items["theta"], items["energy"]]
    sides = PlotSeries()
    assert [line.side for line in sides.lines(session, chosen)] == [0, 0]
    actions.perform(session, Action.GHOSTS)
    lines = sides.lines(session, chosen)
    assert len(lines) == 2 * (1 + len(session.duel.ghosts))
    colors = {line.side: line.color for line in lines}
    assert len(set(colors.values())) == 1 + len(session.duel.ghosts)
    assert lines[0].series.history is session.duel.ghosts[0].history
    assert lines[0].series is sides.lines(session, chosen)[0].series, "kept from picture to picture"
    actions.perform(session, Action.RESET)
    assert sides.lines(session, chosen)[0].series is not lines[0].series
    actions.perform(session, Action.GHOSTS)
    assert [line.side for line in sides.lines(session, chosen)] == [0, 0]


def test_a_run_is_plotted_in_its_own_time(session: Session) -> None:
    items, sides = items_of(session.simulation.system), PlotSeries()
    edits.apply(session, Edit("speed", 1.0))
    session.advance(SECOND // 2, 10**6)
    end = session.simulation.tick
    actions.perform(session, Action.RESET)
    session.advance(SECOND // 5, 10**6)
    for moment, length in ((end + 100, 0.2), (end, 0.5), (end + 1, 0.2)):
        session.seek(moment)
        (line,) = sides.lines(session, [items["theta"]])
        drawn = against_time(line, (0.0, 9.0), 500, log=False)
        assert (drawn.x[0], drawn.x[-1]) == (0.0, pytest.approx(length, abs=2e-3))
        assert line.oldest == 0.0
    assert value_at(line, "theta", 0.0) == session.simulation["theta"]
    assert np.isnan(value_at(line, "theta", -1e-3))


def test_a_plot_over_time_covers_the_view_and_one_row_beyond(session: Session) -> None:
    t = np.arange(60_000) * 1e-3
    line = line_of({TIME: t, "theta": np.sin(40 * t)}, "theta", session)
    x, y = against_time(line, (10.0, 11.0), 500, log=False)[1:3]
    assert 9.99 <= x[0] <= 10.0 and 11.0 <= x[-1] <= 11.01
    x, y = against_time(line, (0.0, 60.0), 500, log=False)[1:3]
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


def test_the_pointer_finds_the_nearest_drawn_point(session: Session) -> None:
    t = np.linspace(0.0, 1.0, 101)
    line = line_of({TIME: t, "theta": t, "psi": t}, "theta", session)
    rising, falling = DrawnCurve(line, t, t, t), DrawnCurve(line, t, 10.0 * (1.0 - t), t)
    limits = [((0.0, 1.0), (0.0, 1.0)), ((0.0, 1.0), (0.0, 10.0))]
    size, linear = (400.0, 200.0), (False, False)
    curve, place, time = nearest([rising, falling], (0.2, 0.25), limits, linear, size)
    assert curve is rising and time == pytest.approx(0.21) and place == pytest.approx((0.21, 0.21))
    assert nearest([rising, falling], (0.2, 0.6), limits, linear, size)[0] is falling, "each by its own axis"
    decades = DrawnCurve(line, 10.0**-t, np.where(t < 0.5, np.nan, 10.0**-t), t)
    _, place, time = nearest([decades], (0.3, 0.3), [((0.1, 1.0), (0.1, 1.0))], (True, True), size)
    assert time == pytest.approx(0.7) and place == pytest.approx((0.3, 0.3))
    assert nearest([DrawnCurve(line, t[:0], t[:0], t[:0])], (0.5, 0.5), limits[:1], linear, size) is None


def test_the_cursor_reads_the_row_before_it(session: Session) -> None:
    line = line_of({TIME: np.array([0.0, 1.0, 2.0]), "theta": np.array([5.0, 6.0, 7.0])}, "theta", session)
    values = [value_at(line, "theta", time) for time in (0.0, 1.4, 2.0, 99.0)]
    assert values == [5.0, 6.0, 7.0, 7.0]
    assert np.isnan(value_at(line, "theta", -0.1))


def test_axis_limits_are_never_empty() -> None:
    for log in (False, True):
        for column in ([], [np.nan], [3.0, 3.0], [1e-12], [1e-3, 1.0]):
            low, high = bounds([np.array(column)], log)
            assert low < high and np.isfinite([low, high]).all()
            assert low > 0 or not log
    low, high = bounds([np.array([1.0, np.nan, 2.0]), np.array([-1.0])], False)
    assert low < -1.0 and high > 2.0


@pytest.mark.parametrize("size", [(1280, 720), (800, 500), (640, 400)])
def test_the_plot_panel_covers_no_other(session: Session, interface: Interface, size: tuple[int, int]) -> None:
    frames(interface, size=size)
    assert panel("plots") is None
    assert interface.act(Action.PLOTS)
    actions.perform(session, Action.GHOSTS)
    session.advance(SECOND // 10, 10**6)
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


def test_plots_of_every_kind_are_drawn(interface: Interface, session: Session) -> None:
    interface.act(Action.PLOTS)
    plots = interface.panels.plots
    for scene in scenefile.presets()[:3]:
        edits.apply(session, Edit("scene", scene))
        frames(interface, 2)
        actions.perform(session, Action.GHOSTS)
        for _ in range(6):
            session.advance(SECOND // 60, 10**6)
            frames(interface, 1)
        items = list(items_of(session.simulation.system))
        for log in ([False, False], [True, True]):
            for name in items:
                plots.chosen, plots.log = [items[1], items[-1]], list(log)
                plots._use_against(name)
                plots.log = list(log)
                frame = frames(interface, 2)
                assert frame.batches


def test_the_wheel_stops_following_and_a_double_click_resumes_it(session: Session, interface: Interface) -> None:
    interface.act(Action.PLOTS)
    for _ in range(30):
        session.advance(SECOND // 60, 10**6)
        frames(interface, 1)
    plots, window = interface.panels.plots, panel("plots")
    x, y = window.pos.x + 0.5 * window.size.x, window.pos.y + 0.6 * window.size.y
    interface.feed(PointerMotion(x, y, 0, 0))
    frames(interface, 3)
    assert plots._cursor is not None and plots.following
    low, high = plots._limits[implot.ImAxis_.x1.value]
    assert low < plots._cursor < high
    assert interface.feed(Wheel(0.0, 2.0)), "the wheel is the plot's, not the camera's"
    frames(interface, 3)
    assert not plots.following
    zoomed = plots._limits[implot.ImAxis_.x1.value]
    assert zoomed[1] - zoomed[0] < 0.95 * (high - low)
    session.advance(SECOND // 10, 10**6)
    frames(interface, 2)
    assert plots._limits[implot.ImAxis_.x1.value] == pytest.approx(zoomed)
    for down in (True, False, True, False):
        interface.feed(Button("left", down, x, y))
        frames(interface, 1)
    frames(interface, 2)
    assert plots.following
    assert plots._limits[implot.ImAxis_.x1.value][1] == pytest.approx(session.simulation.time)


def test_the_pointer_reads_plots_against_another_quantity(session: Session, interface: Interface) -> None:
    interface.act(Action.PLOTS)
    for _ in range(30):
        session.advance(SECOND // 60, 10**6)
        frames(interface, 1)
    plots, window = interface.panels.plots, panel("plots")
    plots.chosen = ["theta"]
    plots._use_against("psi")
    frames(interface)
    assert plots._cursor is None
    interface.feed(PointerMotion(window.pos.x + 0.5 * window.size.x, window.pos.y + 0.6 * window.size.y, 0, 0))
    frames(interface)
    assert 0.0 <= plots._cursor <= session.simulation.time


def test_states_are_kept_densely_only_while_plots_are_shown(session: Session, interface: Interface) -> None:
    for wanted in (False, True, False):
        if interface.panels.shows_plots != wanted:
            interface.act(Action.PLOTS)
        frames(interface, 1)
        assert session.plotted is wanted
    interface.act(Action.PLOTS)
    interface.act(Action.INTERFACE)
    frames(interface, 1)
    assert not session.plotted, "hidden"


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
        session.advance(SECOND // 20, 10**6)
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
            lambda field, value, change, theme, row=row: (changes.__setitem__(field.name, change),
                                                          row(field, value, change, theme)),
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
    rows["dt"](5e-4)
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
    assert session.ensemble.spread, "the last one stays: a cloud needs a spread"
    rows["precession angle"](0.2)
    frames(interface)
    rows["nutation angle"](0.0)
    assert session.ensemble == EnsembleSpec(321, {"psi": 0.2})
    assert (session.cloud.count, session.cloud.spread) == (321, {"psi": 0.2})


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


def test_the_work_precision_diagram_replaces_the_plots(session: Session, interface: Interface) -> None:
    interface.act(Action.PLOTS)
    interface.panels.plots.comparing = True
    frames(interface)
    session.compare_methods(True)
    for _ in range(200):
        frames(interface, 1)
        if session.precision.points:
            break
        time.sleep(0.05)
    assert session.precision.points
    for size in ((1280, 720), (640, 400)):
        frames(interface, 2, size)
        assert panel("plots").scroll_max.x == 0
    rings = []
    for place in range(400):
        x, y = 380.0 + 20.0 * (place % 20), 420.0 + 8.0 * (place // 20)
        interface.feed(PointerMotion(x, y, 0, 0))
        frames(interface, 1)
        rings += [name for name in shown_windows() if name.startswith("##Tooltip")]
    assert rings, "some point is under the pointer"
    session.compare_methods(False)
    session.precision.wait()
    frames(interface)
    found = curves(
        [
            WorkPrecisionPoint("rk4", 1e-3, 400, 1e-9),
            WorkPrecisionPoint("rk4", 1e-2, 40, 0.0),
            WorkPrecisionPoint("euler", 1e-2, 10, 0.5),
        ]
    )
    assert list(found) == ["euler", "rk4"]
    assert words(WorkPrecisionPoint("rk4", 1e-3, 400, 1.25e-9)).splitlines()[1:] == [
        "Δt = 0.001 s", "400 evaluations, relative error 1.25e-09"
    ]  # fmt: skip
    assert "rtol = 1e-08\n" in words(WorkPrecisionPoint("dop853", 1e-8, 400, 1.25e-9))
    assert list(found["rk4"][0]) == [40, 400] and found["rk4"][1].min() > 0


def test_two_interfaces_keep_their_own_zoom(session: Session) -> None:
    held, following = (Interface(session, resources.path("assets/fonts")) for _ in range(2))
    axis = implot.ImAxis_.x1.value
    for interface in (held, following):
        interface.act(Action.PLOTS)
    for _ in range(3):
        session.advance(SECOND // 10, 10**6)
        for interface in (held, following):
            assert frames(interface, 1).batches
    held.panels.plots.following = False
    before = held.panels.plots._limits[axis]
    session.advance(SECOND, 10**6)
    for interface in (following, held):
        frames(interface, 2)
    assert held.panels.plots._limits[axis] == before
    assert following.panels.plots._limits[axis][1] > before[1]
    for interface in (held, following):
        interface.close()
