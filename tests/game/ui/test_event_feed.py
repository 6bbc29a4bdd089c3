"""Events between two frames, and whose they are."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui

from game.model.edit import Edit
from game.model.input import Action, Button, Event, Focus, Key, PointerMotion, Text, Wheel
from game.session import edits
from game.session.session import Session
from game.ui.interface import Interface
from tests.game.ui.panel_driver import CONTROLS, SCENE, click, find_field, frames, open_body


def at_once(interface: Interface, *events: Event) -> list[Event]:
    """Feed events between two frames; return those that no panel took."""
    left, taken, arrived = [], 0, events
    while taken < len(events):
        for event in interface.in_turn(arrived):
            taken += 1
            if not interface.feed(event):
                left.append(event)
        frames(interface, 1)
        arrived = ()
    return left


def dragged(x: float, y: float, to: float) -> list[Event]:
    """Return the events of a horizontal drag."""
    moves = [PointerMotion(x + part * (to - x), y, 0, 0) for part in (0.25, 0.5, 0.75, 1.0)]
    return [PointerMotion(x, y, 0, 0), Button("left", True, x, y), *moves, Button("left", False, to, y)]


@pytest.mark.parametrize("before", [(), (Key("r", True), Key("r", False)), (Wheel(0, 1),)])
def test_a_drag_within_one_frame_equals_a_slow_drag(
    interface: Interface, session: Session, before: tuple[Event, ...]
) -> None:
    find_field(interface)
    y = imgui.get_io().mouse_pos.y
    at_once(interface, Key("escape", True), Key("escape", False), Key("left ctrl", False))
    start = dict(session.simulation.system.parameters)
    drag = [*before, *dragged(CONTROLS[0], y, 430.0)]
    reached = []
    for parts in ([[event] for event in drag], [drag]):
        for part in parts:
            at_once(interface, *part)
        reached.append(session.simulation.system.parameters)
        ((name, value),) = ((name, value) for name, value in start.items() if reached[-1][name] != value)
        edits.apply(session, Edit("parameter", value, name))
        frames(interface)
    assert reached[0] == reached[1]


def test_all_clicks_within_one_frame_are_processed(interface: Interface, session: Session) -> None:
    interface.report()  # from now on boxes are noted
    frames(interface, 2)
    x0, y0, x1, y1 = interface.report()["boxes"]["rail/body"]
    x, y = 0.5 * (x0 + x1), 0.5 * (y0 + y1)
    click = [PointerMotion(x, y, 0, 0), Button("left", True, x, y), Button("left", False, x, y)]
    for count, shown in ((1, True), (2, True), (3, False)):
        at_once(interface, *click * count)
        frames(interface)
        assert interface.panels.is_open("body") is shown, f"{count} more clicks on the entry of the body"


def test_text_typed_right_after_a_click_enters_the_field(interface: Interface, session: Session) -> None:
    find_field(interface)
    x, y = imgui.get_io().mouse_pos
    at_once(interface, Key("escape", True), Key("escape", False), Key("left ctrl", False))
    before = dict(session.simulation.system.parameters)
    left = at_once(
        interface,
        *(Button("left", down, x, y, ctrl=True) for down in (True, False)),
        Key("left ctrl", False),
        *(event for letter in "0.0625" for event in (Key(letter, True), Text(letter), Key(letter, False))),
        Key("return", True),
        Key("return", False),
        Key("r", True),
        Key("r", False),
    )
    after = session.simulation.system.parameters
    assert [value for name, value in after.items() if value != before[name]] == [0.0625]
    assert left == [Key("left ctrl", False), Key("r", True), Key("r", False)], "the rest is not for the field"


def test_a_press_on_a_panel_counts_before_the_next_frame(interface: Interface) -> None:
    open_body(interface)
    interface.feed(PointerMotion(*SCENE, 0, 0))
    frames(interface)
    interface.feed(PointerMotion(*CONTROLS, 0, 0))
    assert interface.feed(Button("left", True, *CONTROLS))


@pytest.mark.parametrize("first", [(), (Button("left", True, *CONTROLS), Button("left", False, *CONTROLS))])
def test_what_comes_right_after_a_jump_off_a_panel_is_the_scenes(
    interface: Interface, first: tuple[Event, ...]
) -> None:
    open_body(interface)
    at_once(interface, PointerMotion(*CONTROLS, 0, 0))
    jump = [PointerMotion(*SCENE, 0, 0), Wheel(0, 1), *(Button("left", down, *SCENE) for down in (True, False))]
    assert at_once(interface, *first, *jump) == jump
    back = [PointerMotion(*CONTROLS, 0, 0), Wheel(0, 1), *(Button("left", down, *CONTROLS) for down in (True, False))]
    assert at_once(interface, *back) == []


def test_a_press_beside_an_open_list_closes_it_and_is_no_press_of_the_scene(interface: Interface) -> None:
    interface.report()
    frames(interface, 2)
    x0, y0, x1, y1 = interface.report()["boxes"]["dock/more"]
    click(interface, 0.5 * (x0 + x1), 0.5 * (y0 + y1))
    assert imgui.get_current_context().open_popup_stack.size() == 1
    assert at_once(interface, PointerMotion(*SCENE, 0, 0), Button("left", True, *SCENE)) == []
    assert at_once(interface, Button("left", False, *SCENE)) == []
    assert imgui.get_current_context().open_popup_stack.empty()
    press = Button("left", True, *SCENE)
    assert at_once(interface, press) == [press]


def test_the_workshop_knows_when_a_panel_lies_under_the_pointer(interface: Interface, session: Session) -> None:
    interface.feed(PointerMotion(*CONTROLS, 0, 0))
    assert not session.workshop.covered
    open_body(interface)
    assert session.workshop.covered, "a panel has opened under it"
    interface.feed(PointerMotion(*SCENE, 0, 0))
    assert not session.workshop.covered
    interface.feed(PointerMotion(*CONTROLS, 0, 0))
    assert session.workshop.covered


def test_losing_the_window_ends_a_drag(interface: Interface) -> None:
    open_body(interface)
    interface.feed(Button("left", True, *CONTROLS))
    interface.feed(Focus(False))
    frames(interface)
    assert not interface.feed(PointerMotion(*SCENE, 0, 0))


def test_the_pointer_belongs_to_the_panel_or_scene_under_it(interface: Interface) -> None:
    open_body(interface)
    interface.feed(PointerMotion(*SCENE, 0, 0))
    frames(interface)
    assert not interface.feed(Wheel(0, 1))
    assert not interface.feed(Button("left", True, *SCENE))
    assert not interface.feed(PointerMotion(*CONTROLS, 0, 0)), "a drag that began in the scene stays the scene's"
    frames(interface)
    assert not interface.feed(PointerMotion(*CONTROLS, 0, 0))
    assert not interface.feed(Button("left", False, *CONTROLS))
    frames(interface)
    assert interface.feed(PointerMotion(*CONTROLS, 0, 0))
    assert interface.feed(Wheel(0, 1))
    assert interface.feed(Button("left", True, *CONTROLS))
    assert interface.feed(PointerMotion(*SCENE, 0, 0)), "a drag that began in a panel stays the panel's"
    assert interface.feed(Button("left", False, *SCENE))


def test_typed_keys_are_not_shortcuts(interface: Interface, session: Session) -> None:
    frames(interface)
    assert not interface.feed(Key("r", True))
    interface.feed(Key("r", False))
    find_field(interface)
    assert interface.feed(Key("r", True))
    assert interface.feed(Text("r"))
    assert interface.feed(Key("r", False))
    assert not interface.feed(Key("f12", True))
    assert interface.feed(Key("escape", True))
    frames(interface)
    assert not interface.feed(Key("r", True))


def test_a_key_that_opens_a_field_does_not_type_its_letter_there(interface: Interface) -> None:
    keys = [Key("h", True), Text("h"), Key("h", False)]
    for event in interface.in_turn(keys):
        if not interface.feed(event) and event == keys[0]:
            interface.act(Action.HELP)
    for _ in range(8):
        frames(interface, 1)
        for event in interface.in_turn(()):
            interface.feed(event)
    assert interface.help and interface._search.words == ""
    at_once(interface, *(event for letter in "hop" for event in (Key(letter, True), Text(letter), Key(letter, False))))
    assert interface._search.words == "hop"
