from __future__ import annotations

import itertools

import numpy as np
import pytest
from imgui_bundle import imgui

import physics
from game import scenefile
from game.camera.camera import Camera
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action, Button, Key, PointerMotion, Text
from game.model.key_bindings import BINDINGS, POINTER_HELP, shown_key, spelling
from game.model.messages import InterfaceStatus
from game.model.overlay import InterfaceFrame
from game.model.recording import JobStatus
from game.model.scene_marks import SceneMarks
from game.model.words import use_language
from game.session import actions, edits
from game.session.compose import compose_frame
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.help import GROUPS, MAIN_GROUP
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import SLIDER_REACH
from tests.game.ui.panel_driver import (
    CONTROLS,
    SIZE,
    assert_nothing_is_clipped,
    click,
    find_field,
    frames,
    open_body,
    panels,
    type_in,
)
from tools.interface_driver import Driver


def test_the_first_frame_shows_everything(interface: Interface) -> None:
    first, second = frames(interface, 1), frames(interface, 1)
    assert len(first.batches) == len(second.batches) >= 3
    assert {"rail", "title", "readings", "timeline", "dock"} <= set(panels())


@pytest.mark.parametrize("size", [(400, 700), (640, 400), (960, 600), (1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.5])
@pytest.mark.parametrize("scene", ["fast-cone", "loops"])
def test_panels_are_on_the_screen_and_do_not_overlap(size: tuple[int, int], scale: float, scene: str) -> None:
    interface = Interface(Session(scenefile.load(scene)), resources.path("assets/fonts"), scale)
    try:
        frames(interface, 3, size)
        shown = panels()
        assert {"timeline", "dock"} <= set(shown)
        for x0, y0, x1, y1 in shown.values():
            assert 0 <= x0 < x1 <= size[0]
            assert 0 <= y0 < y1 <= size[1]
        for (_, one), (_, other) in itertools.combinations(shown.items(), 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert_nothing_is_clipped()
    finally:
        interface.close()


def diverged(session: Session) -> Session:
    edits.apply(session, Edit("integrator", "euler-cromer"))
    edits.apply(session, Edit("dt", 0.01))
    while session.simulation.divergence is None:
        session.simulation.advance(100)
    return session


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_all_panels_together_stay_on_the_screen(size: tuple[int, int], session: Session) -> None:
    interface = Interface(diverged(session), resources.path("assets/fonts"))
    try:
        frames(interface, 1, size)
        interface.help = interface.asks_to_quit = True
        interface.say("Saved screenshot polhode.png")
        interface.say("mass = 5000 kg: must be from 1e-06 to 1000 kg", warning=True)
        frames(interface, 3, size, InterfaceStatus(recording=12.0))
        shown = panels()
        assert {"help", "quit", "divergence", "toast 0", "toast 1", "sign 0"} <= set(shown)
        for name, (x0, y0, x1, y1) in shown.items():
            assert 0 <= x0 < x1 <= size[0], name
            assert 0 <= y0 < y1 <= size[1], name
        assert_nothing_is_clipped()
    finally:
        interface.close()


def test_unsaved_bookmarks_can_be_saved_while_quitting(interface: Interface) -> None:
    interface.act(Action.CLOSE)
    frames(interface)
    low = panels()["quit"]
    frames(interface, status=InterfaceStatus(unsaved=True))
    high = panels()["quit"]
    assert high[3] - high[1] > low[3] - low[1], "a line says so"
    assert not interface.feed(Key("s", True, ctrl=True))
    assert interface.feed(Key("s", True))
    assert not interface.quit


def test_help_lists_every_binding_and_gesture() -> None:
    lines = [line for _, group in GROUPS for line in group]
    said = [key for line in lines for key in line.keys]
    assert sorted(said) == sorted([*(binding.label for binding in BINDINGS), *(keys for keys, _ in POINTER_HELP)])
    assert {binding.label for binding in BINDINGS} == {shown_key(spelling(binding)) for binding in BINDINGS}
    assert all(((line.keys[0], line.sentence) in POINTER_HELP) for line in lines if line.keys[0] in dict(POINTER_HELP))
    alone = {binding.label: binding.action.value for binding in BINDINGS}
    assert all(line.sentence == alone[line.keys[0]] for line in lines if len(line.keys) == 1 and line.keys[0] in alone)


def test_the_help_begins_with_six_keys_and_finds_others_by_words(session: Session) -> None:
    driver = Driver(session, (1280, 720), 1.0, "dark", SceneMarks())
    driver.act(Action.HELP)
    search, every = driver.interface._search, sum(len(lines) for _, lines in GROUPS)
    assert len(MAIN_GROUP[1]) == 6 and set(MAIN_GROUP[1]) <= {line for _, lines in GROUPS for line in lines}
    assert sum(len(lines) for _, lines in search.among(GROUPS)) == every
    for letters in ("poster", "shift+f9 video"):
        driver.interface.feed(Text(letters))
        driver.settle()
        assert search.words == letters
        assert [len(lines) for _, lines in search.among(GROUPS)] == [1], letters
        driver.act(Action.HELP)
        driver.act(Action.HELP)
    driver.interface.feed(Key("escape", True))
    driver.settle()
    assert not driver.interface.help and not driver.interface.asks_to_quit
    driver.interface.close()


def test_a_typed_number_reaches_the_session(interface: Interface, session: Session) -> None:
    before = dict(session.simulation.system.parameters)
    find_field(interface)
    type_in(interface, "0.0625")
    after = session.simulation.system.parameters
    assert [value for name, value in after.items() if value != before[name]] == [0.0625]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_number_may_be_typed_with_a_comma(interface: Interface, session: Session, language: str) -> None:
    use_language(language)
    before = dict(session.simulation.system.parameters)
    find_field(interface)
    type_in(interface, "0,0625")
    use_language("en")
    after = session.simulation.system.parameters
    assert [value for name, value in after.items() if value != before[name]] == [0.0625]


def test_a_dragged_slider_keeps_its_range(interface: Interface, session: Session) -> None:
    default = dict(session.simulation.system.parameters)
    find_field(interface)
    y = imgui.get_io().mouse_pos.y
    interface.feed(Key("escape", True))
    frames(interface)
    interface.feed(Key("left ctrl", False))
    interface.feed(Button("left", True, CONTROLS[0], y))
    frames(interface)
    reached = []
    for x in (400, 420, 1000, 1001, 1002, 1003):
        interface.feed(PointerMotion(x, y, 1, 0))
        frames(interface)
        reached.append(dict(session.simulation.system.parameters))
    (changed,) = (name for name in default if reached[-1][name] != default[name])
    assert default[changed] < reached[0][changed] < reached[1][changed] < reached[2][changed]
    assert reached[2] == reached[-1]
    assert reached[-1][changed] <= 1.001 * SLIDER_REACH * default[changed]
    assert "toast 0" not in panels()


def test_reported_boxes_are_those_of_panels_and_controls(interface: Interface, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BOXES, "wanted", False)
    monkeypatch.setattr(BOXES, "found", {})
    assert interface.report()["boxes"] == {}
    open_body(interface)
    boxes = interface.report()["boxes"]
    for name, box in panels().items():
        assert boxes[name] == pytest.approx(box)
    for name in ("body/gravity", "dock/pause", "timeline/track", "rail/method"):
        left, top, right, bottom = boxes[name.partition("/")[0]]
        x0, y0, x1, y1 = boxes[name]
        assert left <= x0 < x1 <= right and y0 < bottom and top < y1
    x0, y0, x1, y1 = boxes["dock/pause"]
    click(interface, (x0 + x1) / 2, (y0 + y1) / 2)
    assert interface.requests() == [Action.PAUSE]


def test_a_slider_of_tiny_numbers_covers_its_decades(interface: Interface, session: Session) -> None:
    edits.apply(session, Edit("integrator", "rk4-adaptive"))
    interface.act(Action.METHOD)
    frames(interface)
    reached: list[float] = []
    for y in range(80, 300, 6):
        interface.feed(PointerMotion(CONTROLS[0], y, 0, 0))
        interface.feed(Button("left", True, CONTROLS[0], y))
        frames(interface)
        for x in (0, CONTROLS[0], 1000):
            interface.feed(PointerMotion(x, y, 1, 0))
            frames(interface)
            reached.append(session.simulation.settings["rtol"])
        interface.feed(Button("left", False, 1000, y))
        frames(interface)
        if len(set(reached)) > 1:
            break
    low, middle, high = reached[-3:]
    assert 1e-14 <= low < 1e-9 < high <= 1e-2
    assert low < middle < high
    assert "toast 0" not in panels()


def test_a_number_out_of_bounds_is_refused_with_a_message(interface: Interface, session: Session) -> None:
    before = dict(session.simulation.system.parameters)
    find_field(interface)
    type_in(interface, "-5")
    assert dict(session.simulation.system.parameters) == before
    frames(interface)
    assert "toast 0" in panels()


def test_buttons_of_the_dock_request_actions(interface: Interface) -> None:
    frames(interface)
    x0, y0, x1, y1 = panels()["dock"]
    asked = []
    for x in np.arange(x0 + 10, x1, 15):
        click(interface, float(x), (y0 + y1) / 2)
        asked += interface.requests()
    assert {
        Action.RESET, Action.PAUSE, Action.STEP, Action.SLOWER, Action.FASTER,
        Action.STEP_BACK, Action.VECTORS, Action.TRACES, Action.GEOMETRY, Action.PLOTS, Action.SCREENSHOT,
    } <= set(asked)  # fmt: skip


def test_a_hidden_interface_draws_nothing_and_takes_no_events(interface: Interface) -> None:
    frames(interface)
    assert interface.act(Action.INTERFACE)
    assert sum(len(batch.indices) for batch in frames(interface, 3).recorded().batches) == 0, "but for a sign"
    assert sum(len(batch.indices) for batch in frames(interface, 300).batches) == 0
    assert not interface.feed(Button("left", True, *CONTROLS))
    interface.act(Action.INTERFACE)
    assert sum(len(batch.indices) for batch in frames(interface).batches) > 0


def test_escape_closes_panels_before_asking_to_quit(interface: Interface) -> None:
    interface.act(Action.BODY)
    interface.act(Action.HELP)
    frames(interface)
    interface.act(Action.CLOSE)
    assert not interface.help
    assert interface.panels.is_open("body")
    interface.act(Action.CLOSE)
    assert not interface.panels.is_open("body")
    assert not interface.asks_to_quit
    interface.act(Action.CLOSE)
    assert interface.asks_to_quit
    assert not interface.quit
    interface.act(Action.CLOSE)
    assert not interface.asks_to_quit


def test_escape_closes_an_open_list(interface: Interface) -> None:
    open_body(interface)
    for y in range(50, 200, 10):
        click(interface, CONTROLS[0], y)
        if imgui.is_popup_open("", imgui.PopupFlags_.any_popup.value):
            break
    assert imgui.is_popup_open("", imgui.PopupFlags_.any_popup.value)
    interface.act(Action.CLOSE)
    frames(interface)
    assert not imgui.is_popup_open("", imgui.PopupFlags_.any_popup.value)
    assert not interface.asks_to_quit


def test_whoever_is_asked_whether_to_quit_stays_unless_the_other_answer_is_chosen(interface: Interface) -> None:
    for keys, quits in (
        (["return"], False),
        (["tab", "tab", "return"], False),
        (["right", "return"], True),
        ("q", True),
    ):
        interface.act(Action.CLOSE)
        frames(interface)
        assert interface.feed(Key("space", True)) and not interface.feed(Key("escape", True))
        for key in keys:
            assert interface.asks_to_quit and interface.feed(Key(key, True))
            frames(interface)
        assert interface.quit is quits and not interface.asks_to_quit
        interface.quit = False


def test_the_window_closes_at_once_unless_something_would_be_lost(interface: Interface) -> None:
    assert interface.ask_to_leave(InterfaceStatus(renders=(JobStatus(1, "a.mp4", (64, 48), "done"),), recording=1.0))
    for status in (
        InterfaceStatus(unsaved=True),
        InterfaceStatus(renders=(JobStatus(1, "a.mp4", (64, 48), "running"),)),
    ):
        assert not interface.ask_to_leave(status) and interface.asks_to_quit
        assert interface.ask_to_leave(status), "who closes it once more means it"
        interface.act(Action.CLOSE)


def test_escape_closes_what_is_uppermost_then_shows_the_panels_then_asks(
    session: Session, interface: Interface
) -> None:
    for action in (Action.PLOTS, Action.UNDO_LIST):
        interface.act(action)
    frames(interface)
    for name in ("undo", "plots"):
        assert name in panels()
        interface.act(Action.CLOSE)
        frames(interface)
        assert name not in panels() and not interface.asks_to_quit
    interface.act(Action.INTERFACE)
    interface.act(Action.CLOSE)
    assert interface.visible and not interface.asks_to_quit
    interface.act(Action.CLOSE)
    assert interface.asks_to_quit


def test_hidden_panels_leave_a_sign_how_they_come_back_and_how_a_motion_ended(session: Session) -> None:
    interface = Interface(diverged(session), resources.path("assets/fonts"))
    try:
        frames(interface)
        interface.act(Action.INTERFACE)
        frames(interface)
        assert {"sign 0", "divergence"} <= set(panels()) and "dock" not in panels()
        frames(interface, 300)
        assert "divergence" in panels() and "sign 0" not in panels()
        interface.feed(PointerMotion(300.0, 200.0, 1.0, 0.0))
        frames(interface)
        assert "sign 0" in panels()
        interface.act(Action.CLOSE)
        frames(interface)
        assert {"divergence", "dock"} <= set(panels()) and "sign 0" not in panels()
    finally:
        interface.close()


def test_actions_of_the_program_are_not_handled(interface: Interface) -> None:
    assert not interface.act(Action.PAUSE)
    assert not interface.act(Action.RECORD)


def test_arrows_are_labelled(interface: Interface, session: Session) -> None:
    frames(interface)
    camera = Camera((0, 0, 0.2), 0.2)
    picture = compose_frame(session, camera.view(SIZE[0] / SIZE[1]), 1 / 60)
    assert any(arrow.label for arrow in picture.arrows)

    def triangles(frame: InterfaceFrame) -> int:
        return sum(len(batch.indices) for batch in frame.batches)

    named = triangles(frames(interface, 1, status=InterfaceStatus(scenes=[picture])))
    assert named > triangles(frames(interface, 1))


FITTED = (960, 600), (1280, 720)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param(name, size, marks=() if k % len(FITTED) == n else pytest.mark.long)
        for k, name in enumerate(physics.systems())
        for n, size in enumerate(FITTED)
    ],
)
def test_panels_of_every_system_fit_the_window(name: str, size: tuple[int, int]) -> None:
    session = Session(scenefile.load(name))
    actions.perform(session, Action.GHOSTS)
    interface = Interface(session, resources.path("assets/fonts"))
    try:
        session.simulation.advance(50)
        for action in (None, Action.BODY, Action.METHOD, Action.COMPARE):
            if action is not None:
                interface.act(action)
            frames(interface, 3, size)
            assert_nothing_is_clipped()
            for x0, y0, x1, y1 in panels().values():
                assert 0 <= x0 < x1 <= size[0]
                assert 0 <= y0 < y1 <= size[1]
    finally:
        interface.close()


def test_choosing_a_formulation_changes_the_equations_and_the_panels(interface: Interface, session: Session) -> None:
    open_body(interface)
    for y in range(50, 220, 10):
        click(interface, CONTROLS[0], y)
        if imgui.is_popup_open("", imgui.PopupFlags_.any_popup.value):
            click(interface, CONTROLS[0], y + 100)
        if session.simulation.system.name != "gyroscope":
            break
    assert session.simulation.system.name in physics.formulations(session.simulation.system)
    assert session.simulation.system.name != "gyroscope"
    frames(interface)
    assert_nothing_is_clipped()


def test_plots_keep_quantities_of_another_formulation(interface: Interface, session: Session) -> None:
    interface.act(Action.PLOTS)
    frames(interface)
    interface.panels.plots.plots[0].use(["theta", "coplanarity"])
    edits.apply(session, Edit("formulation", "heavy-top"))
    frames(interface)
    assert interface.panels.plots.plots[0].chosen == ["theta"]
    edits.apply(session, Edit("scene", "rattleback"))
    frames(interface)
    assert interface.panels.plots.plots[0].chosen == ["omega_3"]
