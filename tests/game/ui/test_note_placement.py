"""The place of the note of a scene: beside panels, messages and bodies."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from game import scenefile
from game.camera.lookahead import max_body_size
from game.camera.rig import CameraRig
from game.learn.tour import Tour
from game.model.frame import SceneFrame, View
from game.model.input import Action, PointerMotion
from game.model.scene_marks import SceneMarks
from game.scenefile import OverlaySpec
from game.session.compose import compose_frames
from game.session.session import Session
from game.ui.label_placement import Box
from game.ui.note_placement import FADED, LINGER, NotePlacement, arrow_places, body_places
from tests.game.ui.panel_driver import panels
from tools.interface_driver import Driver

SIZE = (1280, 720)
FREE = (100.0, 50.0, 900.0, 600.0)
WIDE, NARROW = (500.0, 50.0), (250.0, 100.0)
SCENE = SceneFrame(View(np.zeros(3), np.eye(4), np.eye(4)), np.zeros(3, np.float32), 1.0)


def placement(*seen: tuple[int, int, int, int]) -> NotePlacement:
    """Return the placement of a note in a window where bodies have been seen within some boxes."""
    found = NotePlacement()
    found.begin("a note", SIZE, 16.0)
    found._seen = True
    for left, top, right, bottom in seen:
        found._visited[top // 16 : bottom // 16, left // 16 : right // 16] = True
    return found


def test_a_note_lies_in_the_middle_above_the_dock() -> None:
    assert placement().place([WIDE, NARROW], FREE, 500.0, [], 8.0) == (0, (250.0, 550.0, 750.0, 600.0))


@pytest.mark.parametrize(
    "body", [(450, 300, 560, 620), (250, 128, 750, 620), (100, 540, 900, 620), (100, 48, 640, 620)]
)
def test_a_note_lies_beside_bodies(body: tuple[int, int, int, int]) -> None:
    there = placement(body)
    found = there.place([WIDE, NARROW], FREE, 500.0, [], 8.0)
    assert found is not None
    assert there.share(found[1]) == 0.0
    left, top, right, bottom = found[1]
    assert FREE[0] <= left < right <= FREE[2]
    assert FREE[1] <= top < bottom <= FREE[3]


def test_the_place_of_a_note_is_chosen_once_for_a_scene_and_a_window() -> None:
    there = placement((450, 300, 560, 620))
    first = there.place([WIDE, NARROW], FREE, 500.0, [], 8.0)
    assert first is not None
    there._visited[:] = False
    assert there.place([WIDE, NARROW], FREE, 500.0, [], 8.0) == first, "where bodies have gone away"
    there._visited[:] = True
    assert there.place([WIDE, NARROW], FREE, 500.0, [], 8.0) == first, "where they have come"
    aside = (FREE[0], FREE[1] + 1.0, FREE[2] - 1.0, FREE[3])
    assert there.place([WIDE, NARROW], aside, 400.0, [], 8.0) == first, "where panels beside it have changed"
    there._visited[:] = False
    there.begin("another note", SIZE, 16.0)
    assert there.place([WIDE, NARROW], FREE, 500.0, [], 8.0) == (0, (250.0, 550.0, 750.0, 600.0))
    there._visited[30:, 10:] = True
    there.begin("another note", (1000, 720), 16.0)
    assert there.place([WIDE, NARROW], FREE, 500.0, [], 8.0) == (0, (250.0, 550.0, 750.0, 600.0)), "after a resize"


def test_a_note_goes_where_no_panel_is_when_one_takes_its_place() -> None:
    there = placement()
    first = there.place([WIDE, NARROW], FREE, 500.0, [], 8.0)
    assert first is not None
    panel = (600.0, 400.0, 900.0, 600.0)
    second = there.place([WIDE, NARROW], FREE, 500.0, [panel], 8.0)
    assert second is not None and second != first
    assert second[1][2] <= panel[0] - 8.0 or second[1][3] <= panel[1] - 8.0
    assert there.place([WIDE, NARROW], FREE, 500.0, [], 8.0) == second, "it does not come back"


@pytest.mark.parametrize("under", [False, True])
def test_bodies_are_looked_for_anew_where_a_panel_has_taken_the_place(
    monkeypatch: pytest.MonkeyPatch, under: bool
) -> None:
    there = placement()
    there.place([WIDE, NARROW], FREE, 500.0, [], 8.0)
    low = (*FREE[:3], 300.0)
    first = there.place([WIDE, NARROW], low, 500.0, [], 8.0)
    assert first is not None
    seen = np.array([[first[1][0] + 20.0, first[1][1] + 20.0 if under else 100.0]])
    monkeypatch.setattr("game.ui.note_placement.body_places", lambda *_: seen)
    monkeypatch.setattr("game.ui.note_placement.arrow_places", lambda *_: np.zeros((0, 2)))
    for _ in range(4):
        assert there.place([WIDE, NARROW], low, 500.0, [], 8.0) == first, "while the camera moves"
        there.look([SCENE], SIZE, 1.0, 0.3)
    later = there.place([WIDE, NARROW], low, 500.0, [], 8.0)
    assert later is not None and (later != first) == under and there.share(later[1]) == 0.0


def test_a_note_covers_no_panel_and_is_left_out_without_room() -> None:
    panel = (400.0, 400.0, 900.0, 600.0)
    k, box = placement().place([WIDE, NARROW], FREE, 500.0, [panel], 8.0) or (0, FREE)
    assert (k, box[2] <= panel[0] - 8.0 or box[3] <= panel[1] - 8.0) == (k, True)
    assert placement().place([WIDE, NARROW], FREE, 500.0, [FREE], 8.0) is None
    assert placement().place([], FREE, 500.0, [], 8.0) is None


@pytest.mark.parametrize("name", ["wing-nut", "hurricane-balls", "trebuchet", "gyrocompass"])
def test_the_notes_of_scenes_cover_no_body_and_no_arrow(name: str) -> None:
    session = Session(scenefile.load(name))
    driver = Driver(session, SIZE, 1.0, "dark", SceneMarks())
    try:
        driver.settle()
        rig = CameraRig(session)
        rig.views(SIZE)
        rig.open(thoroughly=True)
        rig.fit_into(driver.interface.free)
        rig.settle()
        scenes = compose_frames(session, rig.views(SIZE), 1 / 60)
        driver.show(scenes)
        driver.frame(0.5)
        left, top, right, bottom = panels()["note"]
        places = body_places(scenes[0], (0, 0), SIZE, max_body_size(session.look))
        assert len(places) > 400
        assert not ((places > (left, top)) & (places < (right, bottom))).all(axis=1).any()
        arrows = arrow_places(scenes[0], (0, 0), SIZE, driver.interface._desk.theme.em)
        assert len(arrows) > 60
        assert not ((arrows > (left, top)) & (arrows < (right, bottom))).all(axis=1).any()
    finally:
        session.leave()
        driver.interface.close()


def test_a_note_covers_no_title_of_two_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[Box] = []
    size = 1600, 900  # between the titles is room for a note
    monkeypatch.setattr("game.ui.labels._draw_title", lambda ink, title, box, theme: titles.append(box))
    session = Session(scenefile.load("dual-spin").changed(overlays=OverlaySpec(binet=True)))
    driver = Driver(session, size, 1.0, "dark", SceneMarks())
    try:
        rig = CameraRig(session)
        driver.show(compose_frames(session, rig.views(size), 1 / 60))
        driver.interface._note.begin((session.simulation, session.scene.note), size, driver.interface._desk.theme.em)
        driver.interface._note._visited[-12:] = True  # bodies have been seen at the lower edge
        driver.interface._note.place_kept = None
        driver.frame(0.0)
        left, top, right, _ = panels()["note"]
        assert top < 0.2 * size[1], "it lies at the upper edge, where the titles are"
        assert all(title[2] <= left or right <= title[0] or title[3] <= top for title in titles[-2:])
    finally:
        session.leave()
        driver.interface.close()


def test_a_tour_shows_no_note_and_the_body_is_framed_above_its_card() -> None:
    session = Session(scenefile.load("wing-nut"))
    driver = Driver(session, SIZE, 1.0, "dark", SceneMarks())
    try:
        driver.settle()
        assert "note" in panels()
        whole = driver.interface.free
        driver.act(Action.GUIDED_TOUR)
        driver.interface.panels.tours.tour = Tour("tops", "en", session)
        driver.settle()
        assert "note" not in panels()
        assert driver.interface.free[3] * SIZE[1] <= panels()["tour"][1] + 1.0
        assert driver.interface.free[:3] == whole[:3]
    finally:
        session.leave()
        driver.interface.close()


def test_points_of_bodies_are_where_they_are_seen() -> None:
    session = Session(scenefile.load("fast-cone"))
    rig = CameraRig(session)
    (view,) = rig.views(SIZE)
    (scene,) = compose_frames(session, [view], 1 / 60)
    places = body_places(scene, (0, 0), SIZE, max_body_size(session.look))
    beside = body_places(scene, (100, 0), SIZE, max_body_size(session.look))
    assert np.allclose(beside - places, (100.0, 0.0))
    assert len(body_places(scene, (0, 0), SIZE, 0.0)) == 0, "all of it is scenery"
    session.leave()


def test_readings_fade_while_a_body_is_under_them_and_come_back_when_pointed_at_or_left() -> None:
    session = Session(scenefile.load("gyroscope"))
    driver = Driver(session, SIZE, 1.0, "dark", SceneMarks())
    try:
        driver.settle()
        rig, fade = CameraRig(session), driver.interface.panels.fade
        rig.open(thoroughly=True)
        clear = compose_frames(session, rig.views(SIZE), 1 / 60)
        rig.fit_into((0.75, 0.0, 1.0, 0.4))  # the body goes under the readings
        rig.settle()
        covering = compose_frames(session, rig.views(SIZE), 1 / 60)

        def shown(scenes: list[SceneFrame], seconds: float) -> float:
            driver.show(scenes)
            for _ in range(round(seconds / 0.1)):
                driver.frame(0.1)
            return fade.opacity

        assert shown(clear, 1.0) == 1.0 and fade.change_in == math.inf
        assert shown(covering, 0.1) == 1.0, "a single picture does not fade"
        assert shown(covering, 1.0) == FADED and fade.change_in == math.inf
        left, top, right, bottom = panels()["readings"]
        driver.interface.feed(PointerMotion((left + right) / 2, (top + bottom) / 2, 0, 0))
        assert shown(covering, 1.0) == 1.0
        driver.interface.feed(PointerMotion(300.0, 300.0, 0, 0))
        assert shown(covering, 1.0) == FADED
        assert shown(clear, 0.5) == FADED and 0.0 < fade.change_in < LINGER, "it waits: a body may come round again"
        assert shown(clear, 2.0) == 1.0
        driver.interface.look = replace(driver.interface.look, theme="high-contrast")
        assert shown(covering, 2.0) == 1.0
    finally:
        session.leave()
        driver.interface.close()
