"""The timeline by the pointer: zoom, pan, loop, earlier runs, branches; and the list of what was done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from imgui_bundle import imgui

from game.model.edit import Edit
from game.model.input import Action, Button, PointerMotion, Wheel
from game.session import actions, advancing, edits
from game.session.past.branches import Branch, Lane
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.timeline import lanes
from game.ui.panels.timeline.scale import TimeSpan, Zoom
from game.ui.widgets.item_boxes import BOXES
from tests.game.ui.panel_driver import click, frames, panels

SIZE = (1280, 720)


@pytest.fixture(autouse=True)
def boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BOXES, "wanted", True)


@pytest.fixture
def past(session: Session) -> Session:
    """A session that has run for twenty seconds, and is paused."""
    edits.apply(session, Edit("speed", 1.0))
    run(session, 20_000)
    session.pause(True)
    return session


def run(session: Session, ticks: int) -> None:
    for _ in range(ticks // 10):
        session.simulation.advance(10)
        session.past.ran(session.simulation)


def place(name: str, along: float = 0.5) -> tuple[float, float]:
    left, top, right, bottom = BOXES.found[f"timeline/{name}"]
    inset = 0.4 * 16 if name == "track" else 0.0
    return left + inset + along * (right - left - 2 * inset), (top + bottom) / 2


def drag(interface: Interface, start: tuple[float, float], end: tuple[float, float]) -> None:
    for x, y, down in ((*start, True), (*end, False)):
        interface.feed(PointerMotion(x, y, 0, 0))
        frames(interface, 3)
        interface.feed(Button("left", down, x, y))
        frames(interface, 3)


def wheel(interface: Interface, at: tuple[float, float], notches: float) -> None:
    interface.feed(PointerMotion(*at, 0, 0))
    frames(interface, 2)
    interface.feed(Wheel(0.0, notches))
    frames(interface, 3)


def part(interface: Interface) -> tuple[float, float]:
    part = interface.panels.timeline.zoom.part
    assert part is not None
    return part


def test_the_wheel_zooms_about_the_pointer_and_dragging_pans(past: Session, interface: Interface) -> None:
    frames(interface)
    wheel(interface, place("track", 0.25), 5)
    start, end = part(interface)
    assert end - start == pytest.approx(20 * 0.8**5)
    assert start + 0.25 * (end - start) == pytest.approx(5.0, abs=0.03), "what is under the pointer stays there"
    drag(interface, place("track", 0.5), place("track", 0.25))
    moved = part(interface)
    assert moved[0] - start == pytest.approx(0.25 * (end - start), rel=0.02)
    assert past.simulation.tick == 20_000, "panning does not look back"
    click(interface, *place("track", 0.5))
    assert past.simulation.time == pytest.approx(sum(moved) / 2, abs=0.02), "a click shows that moment"
    drag(interface, place("track", 0.5), place("track", 0.6))
    assert past.simulation.time == pytest.approx(moved[0] + 0.6 * (end - start), abs=0.02), "the knob scrubs"
    wheel(interface, place("track"), -9)
    assert interface.panels.timeline.zoom.part is None


def test_grips_of_the_loop_are_dragged(past: Session, interface: Interface) -> None:
    for tick, action in ((5000, Action.LOOP_START), (15_000, Action.LOOP_END)):
        advancing.seek(past, tick)
        actions.perform(past, action)
    advancing.seek(past, 10_000)
    frames(interface)
    drag(interface, place("track", 0.25), place("track", 0.125))
    drag(interface, place("track", 0.75), place("track", 0.875))
    loop = past.run.playback.loop
    assert loop is not None and loop == pytest.approx((2500, 17_500), abs=30)
    assert past.simulation.tick == 10_000
    assert past.undo.done[-1].text.words().startswith("Loop 2.")
    actions.perform(past, Action.UNDO)
    assert past.run.playback.end == 15_000


def test_runs_before_the_present_one_are_behind_a_mark(past: Session, interface: Interface) -> None:
    actions.perform(past, Action.RESET)
    run(past, 5000)
    frames(interface)
    click(interface, *place("track", 0.25))
    assert past.simulation.time == pytest.approx(2.5, abs=0.02), "the present run has a scale of its own"
    click(interface, *place("earlier"))
    click(interface, *place("track", 0.4))
    assert past.simulation.tick == pytest.approx(10_000, abs=30) and past.simulation.time > 5.0
    click(interface, *place("earlier"))
    click(interface, *place("track", 0.25))
    assert past.simulation.time == pytest.approx(5.0, abs=0.02), "of the run that is shown"


def test_a_click_on_a_lane_goes_back_to_the_branch(past: Session, interface: Interface) -> None:
    frames(interface)
    low = panels()["timeline"][3] - panels()["timeline"][1]
    advancing.seek(past, 5000)
    edits.apply(past, Edit("integrator", "newmark"))
    run(past, 1000)
    frames(interface)
    high = panels()["timeline"][3] - panels()["timeline"][1]
    assert high == pytest.approx(low + 16 * (1.0 + lanes.HEIGHT), abs=1)
    click(interface, *place("lanes", 0.5))
    assert past.simulation.integrator.name == "rk4"
    assert past.simulation.time == pytest.approx(10.0, abs=0.1)
    assert past.past.history.newest == 20_000
    (lane,) = past.past.tree.lanes()
    assert str(lane.about) == "Method → Newmark", "the other is a branch now"
    interface.act(Action.BRANCHES)
    frames(interface)
    assert "timeline/lanes" not in BOXES.found
    assert panels()["timeline"][3] - panels()["timeline"][1] == low


def test_at_most_four_lanes_are_shown_and_the_wheel_scrolls(past: Session, interface: Interface) -> None:
    for number in range(6):
        advancing.seek(past, 1000 + 10 * number)
        edits.apply(past, Edit("parameter", 5.0 + number, "gravity"))
        run(past, 1000)
    frames(interface)
    left, top, right, bottom = BOXES.found["timeline/lanes"]
    assert len(past.past.tree.lanes()) == 6
    assert bottom - top == pytest.approx(4 * lanes.HEIGHT * 16, abs=1)
    wheel(interface, ((left + right) / 2, bottom - 5), -9)
    lane = past.past.tree.lanes()[5]
    click(interface, right - 5, bottom - 5)
    assert past.past.tree.line[-1] is lane.tip


def test_the_list_of_what_was_done_undoes_and_repeats(past: Session, interface: Interface) -> None:
    edits.apply(past, Edit("parameter", 5.0, "gravity"))
    run(past, 100)
    edits.apply(past, Edit("integrator", "newmark"))
    interface.act(Action.UNDO_LIST)
    frames(interface)

    def row(number: int) -> Callable[[], None]:
        left, top, right, bottom = BOXES.found[f"undo/row {number}"]
        return lambda: click(interface, (left + right) / 2, (top + bottom) / 2)

    row(1)()
    assert (past.simulation.system.gravity, past.simulation.integrator.name) == (9.81, "rk4")
    row(3)()
    assert (past.simulation.system.gravity, past.simulation.integrator.name) == (5.0, "newmark")
    row(0)()
    assert past.undo.done == [] and past.clock.speed == 0.25
    assert [toast.text for toast in interface._desk.toasts][-1].startswith("Undone: Speed")
    interface.act(Action.UNDO_LIST)
    frames(interface)
    assert "undo" not in panels()


def test_a_dropped_branch_is_said(past: Session, interface: Interface) -> None:
    past.past.dropped.append("Method → Newmark")
    frames(interface)
    assert any("“Method → Newmark” is no longer kept" in toast.text for toast in interface._desk.toasts)
    assert past.past.dropped == []


def test_a_zoomed_timeline_moves_along_with_the_run() -> None:
    zoom, whole = Zoom(), TimeSpan(0.0, 100.0, 0.0, 1000.0)
    zoom.part = (10.0, 20.0)
    assert zoom.span(whole, 15.0, True).start == 10.0
    assert zoom.span(whole, 19.5, False).start == 10.0
    assert zoom.span(whole, 19.5, True).end == pytest.approx(20.5)
    assert zoom.span(TimeSpan(50.0, 90.0, 0.0, 1000.0), 60.0, True).start == 50.0, "of another run it shows all"


def test_the_nearest_lane_is_found_and_its_ticks() -> None:
    span = TimeSpan(0.0, 10.0, 100.0, 1100.0)
    found = [Lane(Branch(), "", 1000 * k, 5000, k, 5.0, 0.0, None) for k in (1, 3)]
    assert lanes.lane_at(found, span, 50.0, (300.0, 55.0), 16.0) == 0
    assert lanes.lane_at(found, span, 50.0, (390.0, 80.0), 16.0) == 1
    assert lanes.lane_at(found, span, 50.0, (380.0, 80.0), 16.0) is None, "left of where it begins"
    assert lanes.tick_on(found[0], span, 400.0) == 3000
    assert lanes.tick_on(found[0], span, 900.0) == 5000


def test_a_slider_that_is_dragged_holds(interface: Interface) -> None:
    frames(interface)
    assert not interface.holds
    x, y = place("track")
    interface.feed(PointerMotion(x, y, 0, 0))
    interface.feed(Button("left", True, x, y))
    frames(interface)
    assert interface.holds and imgui.is_any_item_active()
    interface.feed(Button("left", False, x, y))
    frames(interface)
    assert not interface.holds
