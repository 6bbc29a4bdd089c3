"""What appears in pictures and goes: in a fade, not soon after a change, and at once in a picture of its own."""

import itertools
import math

import pytest

from game.model.appearance import FADE_SECONDS, LEAST_SECONDS, REST_SECONDS, Appearance, Races

FRAME = 1 / 60


def begun(**wanted: bool) -> Appearance:
    found = Appearance()
    found.update(wanted, FRAME)
    return found


def test_a_first_picture_shows_at_once_what_is_wanted():
    found = begun(a=True, b=False)
    assert (found.opacity("a"), found.opacity("b")) == (1.0, 0.0)
    assert found.change_in == math.inf
    found.update({"a": False, "b": True}, 0.0)
    assert (found.opacity("a"), found.opacity("b")) == (0.0, 1.0), "another version of it"


def test_a_change_is_a_fade():
    found = begun(a=True)
    opacities = []
    for _ in range(10):
        found.update({"a": False}, FRAME)
        opacities.append(found.opacity("a"))
    assert opacities == pytest.approx([max(1.0 - (k + 1) * FRAME / FADE_SECONDS, 0.0) for k in range(10)])
    assert found.change_in == math.inf


def test_no_change_follows_another_soon():
    found, changes, before = begun(a=True), [], True
    for k in range(240):
        found.update({"a": k % 7 < 3}, FRAME)
        if found.shows("a") is not before:
            changes.append(k)
            before = found.shows("a")
    assert len(changes) >= 3
    assert all(later - k >= LEAST_SECONDS * 60 - 1 for k, later in itertools.pairwise(changes))


def test_an_equal_picture_changes_when_it_says_so():
    found = begun(a=True)
    for want in (False, *[True] * 10):
        found.update({"a": want}, FRAME)
    assert found.opacity("a") == 0.0
    due = found.change_in
    assert due == pytest.approx(LEAST_SECONDS - 10 * FRAME)
    found.update({"a": True}, due)
    assert found.shows("a")
    while found.change_in == 0.0:
        found.update({"a": True}, FRAME)
    assert found.opacity("a") == 1.0
    assert found.change_in == math.inf


def test_what_is_no_longer_there_goes_at_once_and_is_forgotten():
    found = begun(a=True)
    found.update({"a": True, "b": True}, FRAME)
    found.update({"a": True}, FRAME)
    assert not found.shows("b")
    for _ in range(60):
        found.update({"a": True}, FRAME)
    assert set(found.present) == {"a"}


def test_after_a_reset_the_next_picture_is_a_first_one():
    found = begun(a=True)
    found.update({"a": False}, FRAME)
    found.reset()
    found.update({"a": True}, FRAME)
    assert found.opacity("a") == 1.0


def test_a_place_races_when_it_is_fast_on_average_and_until_it_is_slow():
    races, em = Races(), 16.0
    found = []
    x = 0.0
    for speed in [4.0] * 60 + [20.0] * 60 + [8.0] * 60 + [3.0] * 180:
        x += speed * em * FRAME
        found.append(bool(races.racing({"path": (x, 0.0)}, FRAME, em)))
    changes = [k for k, (one, other) in enumerate(itertools.pairwise(found)) if one is not other]
    assert len(changes) == 2 and 60 < changes[0] < 90 and 300 < changes[1] < 335


def test_a_jump_is_a_race_and_a_picture_of_another_moment_begins_anew():
    races = Races()
    races.racing({"path": (0.0, 0.0)}, FRAME, 16.0)
    assert not races.racing({"path": (3.0, 0.0)}, FRAME, 16.0), "it trembles"
    assert races.racing({"path": (120.0, 0.0)}, FRAME, 16.0)
    assert races.change_in == pytest.approx(REST_SECONDS)
    assert not races.racing({"path": (120.0, 0.0)}, races.change_in, 16.0), "the same picture, when it is time"
    assert races.change_in == math.inf
    races.reset()
    assert not races.racing({"path": (0.0, 0.0)}, FRAME, 16.0)
