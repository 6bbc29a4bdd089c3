"""The guard of the main loop: what fails is said once while it lasts, and what comes after it is done."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.app.main_loop import fault_log, frame_guard
from game.app.main_loop.frame_guard import MOST_KNOWN, PARTS, FrameGuard


class Clock:
    """A clock that a test sets."""

    now = 50.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(frame_guard, "time", made)
    return made


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of faults."""
    monkeypatch.setattr(fault_log, "fault_file", lambda: tmp_path / "faults.log")
    return tmp_path / "faults.log"


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def guard(said: list[str]) -> FrameGuard:
    return FrameGuard(said.append, lambda: {"scene": "coin"})


def fail(guard: FrameGuard, part: str = "picture", text: str = "broken") -> None:
    with guard.part(part):
        raise ValueError(text)


def test_a_failure_is_said_and_written_down(guard: FrameGuard, said: list[str], file: Path, capfd) -> None:  # type: ignore[no-untyped-def]
    fail(guard, text="bro\nken  in two")
    assert said == [f"An error in the picture: ValueError: bro ken in two. The window goes on; details are in {file}"]
    assert "scene: coin" in file.read_text("utf-8")
    assert capfd.readouterr().err == (f"polhode: an error in picture: ValueError: bro ken in two; details: {file}\n")


def test_it_is_said_again_only_when_it_had_stopped(guard: FrameGuard, said: list[str], clock: Clock) -> None:
    for _ in range(20):
        fail(guard)
        clock.now += 4.5
    assert len(said) == 1, "it has not stopped"
    clock.now += 1.0  # more than five seconds
    fail(guard)
    assert len(said) == 2


def test_other_parts_kinds_and_places_are_said_of_their_own(guard: FrameGuard, said: list[str], clock: Clock) -> None:
    fail(guard)
    fail(guard, "camera")
    with guard.part("picture"):
        raise KeyError
    with guard.part("picture"):
        raise ValueError("from another place")
    fail(guard, text="another text")
    assert len(said) == 4
    assert said[2].startswith("An error in the picture: KeyError. The window goes on")


def test_few_exceptions_are_remembered(guard: FrameGuard, clock: Clock) -> None:
    for number in range(MOST_KNOWN + 20):
        guard.note("picture", type(f"Error{number}", (Exception,), {})())
    assert len(guard._known) == MOST_KNOWN


def test_less_is_asked_for_with_the_number_of_failures_in_a_row(guard: FrameGuard, clock: Clock) -> None:
    asked: list[int] = []

    def attempt(fails: bool) -> None:
        with guard.part("picture", asked.append):
            if fails:
                raise ValueError

    for fails in (True, True, False, True):
        attempt(fails)
    assert asked == [1, 2, 1]


def test_doing_less_may_fail_too(guard: FrameGuard, said: list[str]) -> None:
    def less(times: int) -> None:
        raise KeyError

    with guard.part("picture", less):
        raise ValueError
    assert [words.split(": ")[1].split(".")[0] for words in said] == ["ValueError", "KeyError"]


def test_a_part_that_fails_again_and_again_rests_in_between(guard: FrameGuard, clock: Clock) -> None:
    for _ in range(3):
        assert guard.may("panels")
        fail(guard, "panels")
    assert not guard.may("panels") and guard.may("picture")
    clock.now += 0.9
    assert not guard.may("panels")
    clock.now += 0.2
    assert guard.may("panels")
    fail(guard, "panels")
    assert not guard.may("panels")
    guard.forget("panels")
    assert guard.may("panels")
    guard.forget("panels")


def test_a_part_that_works_again_has_its_patience_back(guard: FrameGuard, clock: Clock) -> None:
    for _ in range(3):
        fail(guard)
        fail(guard)
        with guard.part("picture"):
            pass
    assert guard.may("picture")


def test_without_a_window_exceptions_go_on(said: list[str]) -> None:
    guard = FrameGuard(said.append, alive=lambda: False)
    with pytest.raises(ValueError, match="broken"):
        fail(guard)
    assert not said
    fail(FrameGuard(said.append))
    assert len(said) == 1, "one that says nothing of a window has one"


def test_ctrl_c_is_no_failure(guard: FrameGuard, said: list[str]) -> None:
    with pytest.raises(KeyboardInterrupt), guard.part("picture"):
        raise KeyboardInterrupt
    assert not said


def test_where_the_file_cannot_be_written_that_is_said(
    guard: FrameGuard, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame_guard, "write_fault", lambda *handed: None)
    fail(guard)
    assert said == [
        "An error in the picture: ValueError: broken. The window goes on; the details could not be written down"
    ]


def test_what_describes_and_shows_failures_may_fail(file: Path) -> None:
    def say(text: str) -> None:
        raise ZeroDivisionError

    def about() -> dict[str, object]:
        raise KeyError

    fail(FrameGuard(say, about))
    text = file.read_text("utf-8")
    assert "about: <class 'KeyError'>" in text and ", messages\n" in text and "ZeroDivisionError" in text


def test_a_long_or_unreadable_exception_is_one_short_line(guard: FrameGuard, said: list[str]) -> None:
    class Unreadable(Exception):
        def __str__(self) -> str:
            raise ValueError

    fail(guard, text="x" * 10_000)
    assert len(said[0]) < 400
    with guard.part("log"):
        raise Unreadable
    assert said[1].startswith("An error in the log: Unreadable. ")


@pytest.fixture
def watched(guard: FrameGuard) -> Iterator[FrameGuard]:
    guard.watch_threads()
    yield guard
    guard.leave_threads()


def raise_in_thread(error: BaseException) -> None:
    def work() -> None:
        raise error

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_what_threads_raise_is_said_in_the_next_frame(watched: FrameGuard, said: list[str]) -> None:
    for error in (ValueError("in a thread"), KeyError("too")):
        raise_in_thread(error)
    raise_in_thread(SystemExit(3))
    assert not said, "messages belong to the main thread"
    watched.tell()
    assert len(said) == 2 and said[0].startswith("An error in a computation beside the window: ValueError: in a thread")
    watched.tell()
    assert len(said) == 2


def test_threads_are_left_to_whom_they_were_left_before(guard: FrameGuard) -> None:
    before = threading.excepthook
    guard.watch_threads()
    assert threading.excepthook is not before
    guard.leave_threads()
    assert threading.excepthook is before


def test_every_part_has_words() -> None:
    assert all(words and part not in words.split(" ")[:1] for part, words in PARTS.items())
