from __future__ import annotations

import time

import numpy as np
import pytest
from imgui_bundle import imgui, implot

from game import resources, scenefile
from game.duel import MOST_GHOSTS, Contender
from game.input import Action, Button, Motion, Wheel
from game.precision import Point
from game.series import DRIFT, Series
from game.session import Edit, Session
from game.ui.backend import Imgui
from game.ui.curves import (
    LINE_COLORS,
    MOST_PATH,
    TIME,
    Line,
    against_another,
    against_time,
    axes_of,
    bounds,
    items_of,
    lines_of,
    value_at,
)
from game.ui.desk import Status
from game.ui.duel import brief
from game.ui.interface import Interface
from game.ui.precision import curves

SECOND = 1_000_000_000


def frames(interface: Interface, count: int = 4, size: tuple[int, int] = (1280, 720)):
    for _ in range(count):
        frame = interface.frame(size, 1 / 60, Status())
    return frame


def panel(name: str) -> imgui.internal.Window | None:
    windows = imgui.get_current_context().windows
    return next((each for each in windows if each.name == name and each.was_active and not each.hidden), None)


def line_of(columns: dict[str, np.ndarray], name: str, session: Session) -> Line:
    series = Series(tuple(columns), len(columns[TIME]))
    for row in zip(*columns.values(), strict=True):
        series.add(row)
    return Line(items_of(session.simulation.system)[name], 0, LINE_COLORS[0], 1.0, series)


def test_everything_of_a_system_can_be_plotted(session: Session) -> None:
    items = items_of(session.simulation.system)
    assert set(items) == set(session.series.names)
    assert items["theta"].unit == "rad" and items["energy" + DRIFT].unit == ""
    assert axes_of([items["theta"], items["psi_dot"], items["phi"]]) == ["rad", "rad/s"]


def test_a_duel_gives_every_item_a_line_for_each_side(session: Session) -> None:
    items = items_of(session.simulation.system)
    chosen = [items["theta"], items["energy"]]
    assert [line.side for line in lines_of(session, chosen)] == [0, 0]
    session.act(Action.GHOSTS)
    lines = lines_of(session, chosen)
    assert len(lines) == 2 * (1 + len(session.duel.ghosts))
    colors = {line.side: line.color for line in lines}
    assert len(set(colors.values())) == 1 + len(session.duel.ghosts)
    assert lines[0].series is session.duel.ghosts[0].series


def test_a_plot_over_time_shows_what_is_seen_and_a_row_beyond(session: Session) -> None:
    t = np.arange(60_000) * 1e-3
    line = line_of({TIME: t, "theta": np.sin(40 * t)}, "theta", session)
    x, y = against_time(line, (10.0, 11.0), 500, log=False)
    assert 9.99 <= x[0] <= 10.0 and 11.0 <= x[-1] <= 11.01
    x, y = against_time(line, (0.0, 60.0), 500, log=False)
    assert len(x) < 2500 and y.max() > 0.999 and y.min() < -0.999
    _, sizes = against_time(line, (0.0, 60.0), 500, log=True)
    assert np.nanmin(sizes) > 0


def test_a_path_has_a_bounded_number_of_points(session: Session) -> None:
    t = np.arange(60_000) * 1e-3
    line = line_of({TIME: t, "theta": np.sin(400 * t), "psi": np.cos(400 * t)}, "theta", session)
    psi = items_of(session.simulation.system)["psi"]
    for log in ((False, False), (True, False)):
        x, y = against_another(line, psi, 0.0, (0.005, 0.005), log)
        assert 1000 < len(x) == len(y) <= MOST_PATH
    x, _ = against_another(line, psi, 59.5, (0.005, 0.005), (False, False))
    assert len(x) <= 500


def test_the_cursor_reads_the_row_before_it(session: Session) -> None:
    line = line_of({TIME: np.array([0.0, 1.0, 2.0]), "theta": np.array([5.0, 6.0, 7.0])}, "theta", session)
    assert value_at(line, 1.4) == 6.0 and value_at(line, 2.0) == 7.0 and value_at(line, 99.0) == 7.0
    assert np.isnan(value_at(line, -0.1))


def test_an_axis_has_some_span_whatever_it_shows() -> None:
    for log in (False, True):
        for column in ([], [np.nan], [3.0, 3.0], [1e-12], [1e-3, 1.0]):
            low, high = bounds([np.array(column)], log)
            assert low < high and np.isfinite([low, high]).all()
            assert low > 0 or not log
    low, high = bounds([np.array([1.0, np.nan, 2.0]), np.array([-1.0])], False)
    assert low < -1.0 and high > 2.0


@pytest.mark.parametrize("size", [(1280, 720), (800, 500), (640, 400)])
def test_the_panel_stands_between_the_others(session: Session, interface: Interface, size: tuple[int, int]) -> None:
    frames(interface, size=size)
    assert panel("plots") is None
    assert interface.act(Action.PLOTS)
    session.act(Action.GHOSTS)
    session.advance(SECOND // 10, 10**6)
    frames(interface, size=size)
    plots = panel("plots")
    for other in ("controls", "readings", "transport"):
        beside = panel(other)
        if beside is not None:
            apart = (
                plots.pos.x + plots.size.x <= beside.pos.x + 1
                or beside.pos.x + beside.size.x <= plots.pos.x + 1
                or plots.pos.y + plots.size.y <= beside.pos.y + 1
            )
            assert apart, other
    assert panel("transport").scroll_max.x == 0 and plots.scroll_max.x == 0
    assert panel("transport").pos.x >= 0
    interface.act(Action.PLOTS)
    frames(interface, size=size)
    assert panel("plots") is None


def test_every_kind_of_plot_of_every_scene_is_drawn(interface: Interface, session: Session) -> None:
    interface.act(Action.PLOTS)
    plots = interface._plots
    for scene in scenefile.presets()[:3]:
        session.edit(Edit("scene", scene))
        frames(interface, 2)
        session.act(Action.GHOSTS)
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


def test_the_wheel_zooms_and_holds_and_a_double_click_follows_again(session: Session, interface: Interface) -> None:
    interface.act(Action.PLOTS)
    for _ in range(30):
        session.advance(SECOND // 60, 10**6)
        frames(interface, 1)
    plots, window = interface._plots, panel("plots")
    x, y = window.pos.x + 0.5 * window.size.x, window.pos.y + 0.6 * window.size.y
    interface.feed(Motion(x, y, 0, 0))
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


def test_the_panels_of_a_duel_are_built_with_every_number_of_ghosts(session: Session, interface: Interface) -> None:
    frames(interface)
    session.act(Action.GHOSTS)
    for count in range(1, MOST_GHOSTS + 1):
        session.edit(Edit("contenders", (Contender("euler-cromer", 1e-3),) * count))
        session.advance(SECOND // 20, 10**6)
        for size in ((1280, 720), (800, 500)):
            frames(interface, 3, size)
            assert panel("readings").scroll_max.x == 0


def test_a_drift_in_a_few_letters() -> None:
    assert brief(0.0, True) == "0"
    assert brief(3.2e-12, True) == "3×10⁻¹²"
    assert brief(-3.2e-12, False) == "10⁻¹²"
    assert brief(-0.114, True) == "−0.11"
    assert brief(float("nan"), True) == "∞"


def test_a_draw_list_of_more_vertices_than_16_bits_count_is_whole(context: Imgui) -> None:
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


def test_the_methods_are_compared_in_the_same_panel(session: Session, interface: Interface) -> None:
    interface.act(Action.PLOTS)
    interface._plots.comparing = True
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
    session.compare_methods(False)
    session.precision.wait()
    frames(interface)
    found = curves([Point("rk4", 1e-3, 400, 1e-9), Point("rk4", 1e-2, 40, 0.0), Point("euler", 1e-2, 10, 0.5)])
    assert list(found) == ["euler", "rk4"]
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
    held._plots.following = False
    before = held._plots._limits[axis]
    session.advance(SECOND, 10**6)
    for interface in (following, held):
        frames(interface, 2)
    assert held._plots._limits[axis] == before
    assert following._plots._limits[axis][1] > before[1]
    for interface in (held, following):
        interface.close()
