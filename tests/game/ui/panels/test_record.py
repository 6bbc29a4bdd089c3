"""The record dialog and the rows of the renderings."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui

from game.model.input import Action, Button, PointerMotion
from game.model.messages import InterfaceStatus
from game.model.recording import JobDoing, JobRequest, JobStatus, RecordRequest
from game.session import advancing
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.record import last_ticks
from game.ui.render_rows import duration, file_size
from game.ui.widgets.item_boxes import BOXES
from tests.game.ui.panel_driver import assert_nothing_is_clipped, click, frames, panels
from tools.drawn_texts import recorded


@pytest.fixture
def dialog(session: Session, interface: Interface) -> Interface:
    interface.report()
    for _ in range(40):
        advancing.advance(session, 10**9 // 60, 10**6)
    interface.act(Action.RECORD_DIALOG)
    frames(interface)
    return interface


def press(interface: Interface, name: str, status: InterfaceStatus | None = None) -> None:
    left, top, right, bottom = BOXES.found[name]
    click(interface, (left + right) / 2, (top + bottom) / 2, status=status)


def test_render_asks_for_the_last_seconds_as_they_are_seen(session: Session, dialog: Interface) -> None:
    press(dialog, "record/WebM")
    press(dialog, "record/Transparent ground")
    press(dialog, "record/Render")
    (request,) = dialog.requests()
    assert isinstance(request, RecordRequest)
    assert request.ticks == last_ticks(session, 10) == (0, session.past.history.newest)
    assert (request.choice.what, request.choice.format, request.choice.clear) == ("last", "WebM", True)
    assert request.crop > 1.0


def test_the_picture_goes_between_the_corners(dialog: Interface) -> None:
    left, top, right, bottom = dialog.free
    assert right < panels()["record"][0] / 1280
    assert (right - left) * 1280 / ((bottom - top) * 720) == pytest.approx(16 / 9)
    press(dialog, "record/record now")
    assert dialog.free[3] > bottom, "the video of the window shows all of it"


def test_dialog_closes_by_its_key_and_by_escape(dialog: Interface) -> None:
    assert "record" in panels()
    dialog.act(Action.CLOSE)
    frames(dialog)
    assert "record" not in panels() and not dialog.asks_to_quit
    dialog.act(Action.RECORD_DIALOG)
    frames(dialog)
    assert "record" in panels()


def test_from_now_on_is_the_recording_of_the_window(dialog: Interface) -> None:
    press(dialog, "record/record now")
    press(dialog, "record/Panels")
    press(dialog, "record/Record  (F9)")
    assert dialog.requests() == [Action.RECORD]
    assert dialog.record.choice.panels


def test_loop_is_offered_with_its_seam(session: Session, dialog: Interface) -> None:
    press(dialog, "record/record loop")
    assert dialog.record._loop is not None
    dialog.record._loop.search.wait()
    frames(dialog)
    assert not dialog.record.searching
    words = dialog.record._loop_words(session)
    assert words.startswith("no exact period; 7.3") and "°" in words
    press(dialog, "record/Render")
    (request,) = dialog.requests()
    assert request.choice.what == "loop" and request.ticks[0] == request.ticks[1] == session.past.history.newest


def test_range_of_the_timeline_is_rendered(session: Session, dialog: Interface) -> None:
    press(dialog, "record/record range")
    press(dialog, "record/Render")
    assert dialog.requests() == [], "no range yet"
    session.run.playback.start, session.run.playback.end = 20, 80
    frames(dialog)
    press(dialog, "record/Render")
    (request,) = dialog.requests()
    assert (request.choice.what, request.ticks) == ("range", (20, 80))


def test_times_are_those_of_the_run_that_is_seen(session: Session, dialog: Interface) -> None:
    session.reset()
    for _ in range(20):
        advancing.advance(session, 10**9 // 60, 10**6)
    now, begun = session.past.now(session.simulation), session.past.began(session.simulation)
    session.run.playback.start, session.run.playback.end = begun + 20, now
    with recorded() as texts:
        frames(dialog)
    words = {text.words for text in texts if text.window == "record"}
    last = f"{session.simulation.time:.2f}"
    assert f"t from 0.00 to {last} s: the run is no longer yet" in words
    assert f"t from 0.02 to {last} s" in words


def test_keys_ask_for_one_picture_of_the_last_seconds(session: Session, dialog: Interface) -> None:
    dialog.act(Action.RECORD_DIALOG)
    dialog.act(Action.PLATE)
    dialog.act(Action.LONG_EXPOSURE)
    dialog.act(Action.DRAWING)
    dialog.act(Action.POSTER)
    requests = dialog.requests()
    assert [request.choice.made for request in requests] == ["plate", "exposure", "drawing", "poster"]
    assert {request.ticks for request in requests} == {last_ticks(session, 10)}
    assert [request.choice.suffix for request in requests] == [".png", ".png", ".svg", ".png"]


def test_a_drawing_is_svg_or_pdf(dialog: Interface) -> None:
    dialog.record._set(form="drawing")
    frames(dialog)
    assert dialog.record.choice.suffix == ".svg"
    press(dialog, "record/PDF")
    assert dialog.record.choice.suffix == ".pdf" and "record/WebM" not in BOXES.found


def test_a_poster_has_sizes_of_its_own(dialog: Interface) -> None:
    before = dialog.record.choice.size
    dialog.record._set(form="poster")
    frames(dialog)
    dialog.record._set_size("9933x7016")
    assert dialog.record.choice.pixels == (9933, 7016) and dialog.record.choice.size == before
    dialog.record._set(form="film")
    assert dialog.record.choice.pixels == before


def test_a_plate_has_poses_in_place_of_a_format(dialog: Interface) -> None:
    assert "record/record poses" not in BOXES.found and "record/WebM" in BOXES.found
    dialog.record._set(form="plate")
    frames(dialog)
    assert "record/##record poses" in BOXES.found and "record/WebM" not in BOXES.found
    press(dialog, "record/record loop")
    frames(dialog)
    assert dialog.record.choice.made == "film" and "record/WebM" in BOXES.found


def test_format_without_a_rate_takes_one_that_it_has(dialog: Interface) -> None:
    press(dialog, "record/GIF")
    assert dialog.record.choice.rate == 25 and not dialog.record.choice.clear


@pytest.mark.parametrize("size", [(1280, 720), (640, 400), (1920, 1080)])
def test_nothing_is_clipped(dialog: Interface, size: tuple[int, int]) -> None:
    jobs = (
        JobStatus(1, "fast-cone-20261124-050743.mp4", (1920, 1080), "running", 214, 600, 12.0, 32.0),
        JobStatus(2, "fast-cone-20261124-050743.mp4", (1920, 1080), "done", 600, 600, bytes=8_400_000),
        JobStatus(3, "a.webm", (854, 480), "failed", problem="PyAV was built without an AV1 encoder: no WebM"),
    )
    frames(dialog, size=size, status=InterfaceStatus(renders=jobs))
    x0, y0, x1, y1 = panels()["record"]
    assert 0 <= x0 < x1 <= size[0] and 0 <= y0 < y1 <= size[1]
    assert_nothing_is_clipped()


def test_rows_ask_for_what_their_buttons_say(dialog: Interface) -> None:
    jobs = (
        JobStatus(4, "a.mp4", (64, 48), "running", 3, 9, 2.0, 3.0),
        JobStatus(5, "b.mp4", (64, 48), "done", 9, 9, bytes=1000),
    )
    status = InterfaceStatus(renders=jobs)
    dialog.act(Action.RECORD_DIALOG)
    for name, number, doing in (("Cancel 4", 4, JobDoing.CANCEL), ("Open folder 5", 5, JobDoing.OPEN_FOLDER)):
        frames(dialog, status=status)
        left, top, right, bottom = BOXES.found[f"renders/{name}"]
        for down in (None, True, False):
            at = (left + right) / 2, (top + bottom) / 2
            dialog.feed(PointerMotion(*at, 0, 0) if down is None else Button("left", down, *at))
            frames(dialog, status=status)
        assert dialog.requests() == [JobRequest(number, doing)]


def test_a_rendering_whose_pictures_are_counted_is_being_finished(
    dialog: Interface, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("game.ui.render_rows.text", lambda words, *ink: said.append(words))
    for done, left, words in ((8, 3.0, "8 / 9 · 2 /s · 3 s left"), (8, 0.1, "finishing…"), (9, 0.0, "finishing…")):
        job = JobStatus(7, "a-poster.png", (7680, 4320), "running", done, 9, 2.0, left)
        said.clear()
        frames(dialog, status=InterfaceStatus(renders=(job,)))
        assert said[-1] == words


def test_signs_and_messages_are_in_no_video(dialog: Interface) -> None:
    dialog.say("Saved")
    frame = frames(dialog, status=InterfaceStatus(recording=3.0))
    names = [str(each._owner_name) for each in imgui.get_draw_data().cmd_lists if each.idx_buffer.size()]
    private = {names[i] for i in frame.private}
    assert {"toast 0", "sign 0", "record"} <= private
    assert not {"rail", "readings", "dock", "timeline"} & private
    shown, rest = frame.recorded(), frame.unrecorded()
    assert len(shown.batches) + len(rest.batches) == len(frame.batches) - frame.words
    assert shown.panes is not None and rest.panes is not None and frame.panes is not None
    assert len(shown.panes.boxes) + len(rest.panes.boxes) == len(frame.panes.boxes)
    assert len(rest.panes.boxes) == 3, "of the dialog, the sign and the message"


def test_durations_and_sizes_as_text() -> None:
    assert [duration(seconds) for seconds in (3.2, 99.0, 185.0)] == ["3 s", "99 s", "3:05 min"]
    assert [file_size(count) for count in (10, 52_000, 8_400_000, 2.5e9)] == ["1 kB", "52 kB", "8.4 MB", "2.5 GB"]


def test_sound_is_offered_where_the_scene_makes_any(session: Session, dialog: Interface) -> None:
    assert "record/Sound" not in BOXES.found
    status = InterfaceStatus(sound="on")
    for wanted in (False, True):
        frames(dialog, status=status)
        press(dialog, "record/Sound", status)
        assert dialog.record.choice.sound is wanted
        assert dialog.record.choice.audible is wanted
    press(dialog, "record/GIF", status)
    assert not dialog.record.choice.audible
    press(dialog, "record/Sound", status)
    assert dialog.record.choice.sound, "the switch cannot be used"
