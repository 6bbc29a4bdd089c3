"""Whether the window needs another picture."""

import math
from types import SimpleNamespace

import pytest

from game.app.main_loop import frame_need
from game.app.main_loop.frame_need import NEWS_PERIOD, SAME_PICTURES, SETTLING, FrameNeed, PictureNeeds

FRAME = 1 / 60


def settled(need, picture="a"):
    """Draw the same picture until none is needed; return how many there were."""
    drawn = 0
    while need.wanted(FRAME):
        need.drawn(picture)
        drawn += 1
        assert drawn < 1000
    return drawn


def test_a_window_rests_after_equal_pictures_for_longer_than_tooltips_take():
    need = FrameNeed()
    assert settled(need) * FRAME > SETTLING
    assert not any(need.wanted(FRAME) for _ in range(1000))
    assert need.rested > 1000 * FRAME


def test_slow_pictures_settle_too_but_not_after_one():
    need, drawn = FrameNeed(), 0
    while need.wanted(2.0):
        need.drawn("a")
        drawn += 1
    assert drawn == SAME_PICTURES + 1


def test_what_moves_and_what_changes_is_drawn():
    need = FrameNeed()
    settled(need)
    assert need.wanted(FRAME, moves=True)
    need.drawn(None)
    for number in range(500):  # such as a camera that comes to rest long after the pointer
        assert need.wanted(FRAME)
        need.drawn(number)
    assert settled(need, "b") * FRAME > SETTLING


def test_a_window_that_nobody_sees_is_not_drawn_until_it_is_seen_again():
    need = FrameNeed()
    assert not any(need.wanted(FRAME, seen=False, moves=True) for _ in range(100))
    assert need.wanted(FRAME, moves=True)


def test_computations_beside_the_run_are_shown_now_and_then_and_at_their_end():
    need = FrameNeed()
    settled(need)
    assert need.wanted(FRAME, busy=True), "it has begun"
    while need.wanted(FRAME, busy=True):
        need.drawn("begun")
    passes = 0
    while not need.wanted(FRAME, busy=True):
        passes += 1
    assert NEWS_PERIOD - 2 * FRAME < passes * FRAME < NEWS_PERIOD + FRAME
    need.drawn("more")
    assert not need.wanted(FRAME, busy=True)
    assert need.wanted(FRAME), "the result"


def test_a_change_that_is_due_is_one_picture():
    need = FrameNeed()
    settled(need)
    assert not need.wanted(0.1, change_in=0.2)
    assert need.wanted(0.11, change_in=0.2), "a caret"
    need.drawn("caret")
    assert not need.wanted(FRAME, change_in=0.2)
    assert need.wanted(FRAME, change_in=0.0), "a message that fades"


def stub(**changed):
    """The parts of a window that its need of pictures depends on, all at rest; changed: by dotted names."""
    values = {
        "captures.recording": None, "captures.saving": 0, "window.visible": True, "window.stirred": False,
        "renderer.size": (64, 48), "_renders.running": False, "files.busy": False, "interface.files_busy": False,
        "interface.record.searching": False, "interface.waiting": False, "interface.change_in": math.inf,
        "session.computing": False, "session.simulation.paused": True, "session.run.pacing.foresees": False,
        "hands.held": False, "opening.waits": False, "rig.moves": False, "screenshots": [],
    }  # fmt: skip
    made = SimpleNamespace()
    for name, value in {**values, **changed}.items():
        *parents, last = name.split(".")
        here = made
        for each in parents:
            if not hasattr(here, each):
                setattr(here, each, SimpleNamespace())
            here = getattr(here, each)
        setattr(here, last, value)
    for each in ("_seen", "_busy", "_moves"):
        setattr(made, each, getattr(PictureNeeds, each).fget(made))
    return made


MOVES = {
    "rig.moves": True, "session.simulation.paused": False, "hands.held": True, "session.run.pacing.foresees": True,
    "opening.waits": True, "captures.saving": 1, "interface.waiting": True, "screenshots": ["one"],
    "captures.recording": 0.0,
}  # fmt: skip
COMPUTES = "session.computing", "interface.record.searching", "files.busy", "_renders.running", "interface.files_busy"


@pytest.mark.parametrize(
    ("name", "value", "which"),
    [*((name, value, "_moves") for name, value in MOVES.items()), *((name, True, "_busy") for name in COMPUTES)],
)
def test_what_moves_and_what_is_computed_in_a_window(monkeypatch, name, value, which):
    monkeypatch.setattr(frame_need, "native", SimpleNamespace(background=SimpleNamespace(busy=False)))
    at_rest, one = stub(), stub(**{name: value})
    assert (at_rest._seen, at_rest._moves, at_rest._busy) == (True, False, False)
    assert (one._moves, one._busy) == (which == "_moves", which == "_busy")
    monkeypatch.setattr(frame_need, "native", SimpleNamespace(background=SimpleNamespace(busy=True)))
    assert stub()._busy


@pytest.mark.parametrize(
    ("changed", "seen"),
    [({"window.visible": False}, False), ({"renderer.size": (64, 0)}, False), ({"renderer.size": (1, 1)}, True),
     ({"window.visible": False, "captures.recording": 0.5}, True)],
)  # fmt: skip
def test_a_window_is_seen_where_it_is_visible_or_recorded(changed, seen):
    assert stub(**changed)._seen is seen


def test_the_need_is_told_what_goes_on_in_the_window(monkeypatch):
    monkeypatch.setattr(frame_need, "native", SimpleNamespace(background=SimpleNamespace(busy=False)))
    told = []
    made = stub(**{"window.stirred": True, "interface.change_in": 0.25})
    made.need = SimpleNamespace(wanted=lambda seconds, **more: told.append((seconds, more)) or True)
    assert PictureNeeds._needed(made, 20_000_000)
    assert told == [(0.02, {"seen": True, "moves": True, "busy": False, "change_in": 0.25})]


def test_after_a_movement_the_window_waits_as_long_as_at_first():
    need = FrameNeed()
    first = settled(need)
    assert need.wanted(FRAME, moves=True)
    need.drawn("a")
    assert 1 + settled(need) == pytest.approx(first, abs=3)
