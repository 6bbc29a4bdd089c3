"""Bookmarks of scene and user: which there are, what is kept of them, and whether they make a tour."""

from __future__ import annotations

import pytest

from game import scenefile
from game.camera.bookmarks import DEFAULT_BOOKMARKS, Bookmarks
from game.scenefile import BookmarkSpec, CameraSpec, Scene
from game.session.session import Session
from physics import BadInput

MARKS = (BookmarkSpec(name="far", distance=3.0), BookmarkSpec(number=5, name="near", distance=1.0))


def opened(**camera: object) -> tuple[Session, Bookmarks]:
    session = Session(Scene(system="gyroscope", name="own", paused=True, camera=CameraSpec(**camera)))
    bookmarks = Bookmarks(session)
    bookmarks.open()
    return session, bookmarks


def test_a_scene_has_those_of_its_file_or_the_default_ones() -> None:
    _, usual = opened()
    assert usual.names == tuple((k, str(mark["name"])) for k, mark in enumerate(DEFAULT_BOOKMARKS, 1))
    _, own = opened(bookmarks=MARKS)
    assert own.names == ((1, "far"), (5, "near")) and own.marks[5]["distance"] == 1.0


def test_those_of_the_user_come_back_with_their_scene_and_can_be_removed() -> None:
    session, bookmarks = opened(bookmarks=MARKS)
    assert not bookmarks.unsaved
    bookmarks.put(5, {"name": "mine"})
    bookmarks.put(7, {"distance": 2.0})
    assert bookmarks.names == ((1, "far"), (5, "mine"), (7, "")) and bookmarks.unsaved
    first = session.scene
    session.open(scenefile.load("fast-cone"))
    bookmarks.open()
    assert 7 not in bookmarks.marks
    session.open(first)
    bookmarks.open()
    assert bookmarks.names == ((1, "far"), (5, "mine"), (7, ""))
    bookmarks.put(5, None)
    assert 5 not in bookmarks.marks
    bookmarks.open()
    assert bookmarks.names == ((1, "far"), (5, "near"), (7, "")), "that of the file is there again"


def test_a_path_has_the_bookmarks_that_there_are() -> None:
    _, bookmarks = opened(bookmarks=MARKS, path="1@0,5@4")
    assert bookmarks.path() == [(bookmarks.marks[1], 0.0), (bookmarks.marks[5], 4.0)]
    bookmarks.check_tour()
    bookmarks.put(5, None)
    assert len(bookmarks.path()) == 1
    with pytest.raises(BadInput, match=r"there is no bookmark 5; allowed: 1"):
        bookmarks.check_tour()


def test_a_tour_needs_two() -> None:
    _, bookmarks = opened(bookmarks=MARKS[:1])
    with pytest.raises(BadInput, match="needs two bookmarks or more; this scene has 1"):
        bookmarks.check_tour()
    bookmarks.put(2, {})
    bookmarks.check_tour()
    opened(bookmarks=MARKS[:1], path="1@0")[1].check_tour()
