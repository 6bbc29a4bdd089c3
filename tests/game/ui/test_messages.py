"""Messages above the transport bar: size, replacement and expiry."""

from __future__ import annotations

from pathlib import Path

import pytest
from imgui_bundle import imgui

from game import scenefile
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action, Button, Key, PointerMotion
from game.model.messages import InterfaceStatus
from game.model.panel_layout import NO_PANELS, PanelState
from game.session import advancing, edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.overlays import free_place
from physics import BadInput
from tests.game.ui.panel_driver import SCENE, SIZE, frames, panels


def test_the_first_frame_has_room_for_a_message(interface: Interface) -> None:
    interface.say("t = 2.35273 s: the spin reverses")
    frames(interface, 1)
    at_first = panels()
    frames(interface, 1)
    assert at_first["toast 0"] == panels()["toast 0"]


def test_messages_of_any_length_are_not_cut(interface: Interface) -> None:
    for length in range(40, 110):
        interface.say("m" * length, about="a message")
        frames(interface, 2)
        (toast,) = (window for window in imgui.get_current_context().windows if window.name == "toast 0")
        assert toast.content_size.y + 2 * toast.window_padding.y <= toast.size.y + 1, length
    assert toast.content_size.y > 1.5 * imgui.get_font_size(), "two lines"


def test_a_message_that_replaces_another_fits_at_once(interface: Interface) -> None:
    interface.say("the cord is slack again")
    frames(interface)
    before = panels()["toast 0"]
    interface.say("a much longer message: the jumper is at the highest point")
    frames(interface, 1)
    at_first = panels()["toast 0"]
    frames(interface)
    assert at_first == panels()["toast 0"] != before


def test_the_first_hint_stays_until_a_key_is_pressed(interface: Interface) -> None:
    interface.greet()
    frames(interface, 60)
    interface.feed(PointerMotion(*SCENE, 3.0, 0.0))
    interface.feed(Button("left", True, *SCENE))
    interface.feed(Button("left", False, *SCENE))
    frames(interface)
    assert "hint" in panels()
    interface.feed(Key("v", True))
    frames(interface)
    assert "hint" not in panels()


def test_the_first_hint_leaves_three_quarters_of_the_window_and_the_note_comes_after_it() -> None:
    interface = Interface(Session(scenefile.load("fast-cone")), resources.path("assets/fonts"))
    try:
        interface.greet()
        interface.report()
        frames(interface)
        assert "hint" in panels() and not any(name.startswith("toast") for name in panels())
        found = interface.report()["boxes"]
        boxes = [box for name, box in found.items() if "/" not in name]
        covered = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
        assert covered <= 0.25 * SIZE[0] * SIZE[1]
        left, top, right, bottom = found["hint/close hint"]
        cross = (left + right) / 2, (top + bottom) / 2
        interface.feed(PointerMotion(*cross, 0.0, 0.0))
        frames(interface)
        for down in (True, False):
            interface.feed(Button("left", down, *cross))
            frames(interface)
        assert "hint" not in panels() and "note" in panels()
    finally:
        interface.close()


def test_the_note_of_a_scene_covers_no_panel(interface: Interface) -> None:
    interface.act(Action.SCENES)
    interface._desk.note("a note", "scene")
    frames(interface)
    assert "note" not in panels(), "the list of scenes fills the window"
    interface.act(Action.SCENES)
    frames(interface)
    assert "note" in panels()


def test_signs_lie_beside_or_below_panels() -> None:
    covered = [(0.0, 0.0, 60.0, 400.0), (500.0, 0.0, 800.0, 50.0)]
    free = (0.0, 10.0, 800.0, 600.0)
    assert free_place(covered, (100.0, 40.0), free, 300.0, 8.0) == (300.0, 10.0)
    assert free_place(covered, (100.0, 40.0), free, 700.0, 8.0) == (442.0, 10.0), "moved beside the panel"
    x, y = free_place([(60.0, 0.0, 800.0, 50.0)], (100.0, 40.0), free, 700.0, 8.0) or (0.0, 0.0)
    assert (x, y) == (700.0, 58.0), "below it"
    assert free_place([(0.0, 0.0, 800.0, 600.0)], (100.0, 40.0), free, 300.0, 8.0) is None


def test_messages_about_one_topic_replace_one_another(interface: Interface) -> None:
    for mode in ("orbit", "fly", "follow"):
        interface.say(f"Camera: {mode}", about="camera")
    frames(interface)
    assert "toast 0" in panels()
    assert "toast 1" not in panels()


def test_messages_expire_and_are_limited_in_number(interface: Interface) -> None:
    for _ in range(5):
        interface.say("Saved screenshot a.png")
    for i in range(9):
        interface.say(f"Saved video {i}.mp4")
    frames(interface, 3)
    assert sum(name.startswith("toast") for name in panels()) == 3
    for _ in range(60):
        interface.frame(SIZE, 0.2, InterfaceStatus())
    assert not any(name.startswith("toast") for name in panels())


def test_messages_about_a_scene_go_with_it(interface: Interface, session: Session) -> None:
    interface.warn(BadInput("theta = 900: too much"))
    interface.say("Saved polhode.png", file=Path("polhode.png"))
    interface.say("a bounce", about="event")
    frames(interface, 1)
    edits.apply(session, Edit("scene", scenefile.load("coin").changed(note="")))
    interface.say("of the coin")
    frames(interface, 1)
    assert [toast.text for toast in interface._desk.toasts] == ["Saved polhode.png", "of the coin"]


def test_a_button_of_the_sound_that_cannot_work_says_why(interface: Interface) -> None:
    frames(interface, 1, status=InterfaceStatus(sound="no device"))
    assert interface.act(Action.MUTE)
    assert [toast.text for toast in interface._desk.toasts] == ["no sound: there is no device for it"]
    assert not interface.settings.muted


def test_events_are_shown_once_and_replace_the_last_ones() -> None:
    session = Session(scenefile.load("gyroscope-recipe").changed(parameters={"recipe": "restarted"}))
    interface = Interface(session, resources.path("assets/fonts"))
    try:
        frames(interface)
        for _ in range(120):
            advancing.advance_frame(session, 60)
            frames(interface, 1)
        (said,) = [toast.text for toast in interface._desk.toasts]
        told = [str(each.occurrence) for each in session.past.events.happenings]
        assert len(told) > 2 and {each.rpartition(": ")[2] for each in told} == {
            "θ has left a turning point", "θ has come to a turning point"
        }  # fmt: skip
        assert said == told[-1], "the two come and go as one message"
        advancing.seek(session, 500)
        interface._desk.toasts.clear()
        frames(interface)
        assert interface._desk.toasts == []
    finally:
        interface.close()


def test_an_event_is_told_when_the_picture_comes_to_it() -> None:
    session = Session(scenefile.load("gyroscope-recipe").changed(parameters={"recipe": "restarted"}))
    interface = Interface(session, resources.path("assets/fonts"))
    try:
        frames(interface, 1)
        session.clock.speed = session.simulation.dt * 60 / 7.3
        ahead = 0
        for _ in range(3):
            interface._desk.toasts.clear()
            known = session.past.events.noticed
            while session.past.events.noticed == known:
                advancing.run_ticks(session, 1)
            due = session.past.events.happenings[-1].occurrence.time
            for _ in range(9):
                told = session.simulation.time - session.behind
                frames(interface, 1)
                if interface._desk.toasts:
                    break
                ahead += 1
                advancing.advance_frame(session, 60)
            assert due <= told < due + session.simulation.dt / 7.0
        assert ahead >= 3, "the run was ahead of the picture"
    finally:
        interface.close()


def test_the_note_of_a_scene_is_shown_if_the_panel_of_the_body_is_closed() -> None:
    session = Session(scenefile.load("fast-cone"))
    for state, said in ((NO_PANELS, True), (PanelState(open=("body",)), False)):
        interface = Interface(session, resources.path("assets/fonts"), panels=state)
        try:
            frames(interface, 3)
            assert (session.scene.note in [toast.text for toast in interface._desk.toasts]) == said
            edits.apply(session, Edit("scene", "loops"))
            frames(interface, 3)
            assert (session.scene.note in [toast.text for toast in interface._desk.toasts]) == said
        finally:
            interface.close()


def test_a_frame_changes_by_itself_when_a_message_fades(interface: Interface) -> None:
    frames(interface, 400)
    assert interface.change_in == float("inf")
    interface.say("Saved", about="")
    waited = interface.change_in
    before = [interface.frame(SIZE, seconds, InterfaceStatus()).key for seconds in (0.0, 0.0, waited / 2, 0.0)][1:]
    assert len(set(before)) == 1, "it stands still until then"
    interface.frame(SIZE, waited / 2, InterfaceStatus())
    assert interface.change_in < 1e-9
    assert interface.frame(SIZE, 0.1, InterfaceStatus()).key != before[0]


def test_a_message_stays_as_long_as_it_takes_to_read(interface: Interface) -> None:
    for letters in (5, 60, 300):
        interface.say("m" * letters, about="a message")
        (toast,) = interface._desk.toasts
        assert toast.left == pytest.approx(0.8 + 0.06 * letters)
    interface.say("careful", warning=True)
    assert interface._desk.toasts[-1].left == pytest.approx(1.5 * (0.8 + 0.06 * 7))


def test_a_message_is_wrapped_once_and_anew_after_a_resize(interface: Interface) -> None:
    interface.say("word " * 40, about="a message")
    status, toast = InterfaceStatus(), interface._desk.toasts[0]
    interface.frame((1280, 720), 1 / 60, status)
    first = toast.wrap
    assert first <= 34.0 * interface._desk.theme.em
    interface.panels.toggle("plots")
    for _ in range(5):
        interface.frame((1280, 720), 1 / 60, status)
    assert toast.wrap == first, "another panel beside it changes nothing"
    interface.frame((560, 720), 1 / 60, status)
    assert toast.wrap < first
