"""Photo mode: a bare picture with one panel, whose lens, marks and caption are those of the pictures that it makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from imgui_bundle import imgui
from msgspec.structs import replace

from game import scenefile
from game.camera.rig import CameraRig
from game.model.edit import Edit
from game.model.input import Action, Button, Key, PointerMotion
from game.model.messages import LensRequest
from game.model.recording import JobStatus
from game.model.scene_marks import SceneMarks
from game.scenefile.schema import LessonStepSpec
from game.session.compose import compose_frame
from game.session.session import Session
from game.ui.label_placement import Box
from game.ui.panels import photo
from game.ui.panels.context import PanelContext
from game.ui.widgets.item_boxes import BOXES
from tools.drawn_texts import recorded
from tools.interface_driver import Driver

SIZE = (1280, 720)


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(Session(scenefile.load("gyroscope")), SIZE, 1.0, "dark", SceneMarks())
    view = CameraRig(made.session).views(SIZE)[0]
    made.status = replace(made.status, scenes=[compose_frame(made.session, view, 0.0)])
    made.settle()
    yield made
    made.interface.close()


def windows() -> set[str]:
    return {name.partition("/")[0] for name in BOXES.found}


def test_photo_mode_shows_one_panel_and_leaves_by_esc_its_cross_and_f2(driver: Driver) -> None:
    assert "dock" in windows()
    for way in (Action.CLOSE, Action.INTERFACE, Action.PHOTO):
        driver.act(Action.PHOTO)
        assert windows() == {"photo"} and driver.interface.free == (0.0, 0.0, 1.0, 1.0)
        driver.act(way)
        assert "dock" in windows() and driver.interface.visible
    driver.act(Action.PHOTO)
    driver.click("photo/close")
    assert "dock" in windows()


def test_every_control_of_photo_mode_does_something(driver: Driver) -> None:
    driver.act(Action.PHOTO)
    run = driver.session.run
    for name in ("vectors", "traces", "geometry"):
        before = run.shown.by_name[name]
        driver.click(f"photo/{name}")
        assert run.shown.by_name[name] is not before
    for name in ("exposure", "depth of field"):
        driver.interface.requests()
        driver.point(f"photo/{name}")
        box = driver.box(f"photo/{name}")
        assert box is not None
        at = 0.25 * box[0] + 0.75 * box[2], 0.5 * (box[1] + box[3])
        driver.interface.feed(PointerMotion(*at, 0, 0))
        for down in (True, False):
            driver.interface.feed(Button("left", down, *at))
            driver.settle()
        wanted = next(each for each in driver.interface.requests() if isinstance(each, LensRequest))
        blur, exposure = (0.15, 0.0) if name == "depth of field" else (0.0, 2.0)
        assert wanted.blur == pytest.approx(blur, abs=0.01) and wanted.exposure == pytest.approx(exposure, abs=0.3)


def test_the_hour_of_day_is_offered_over_a_field_and_is_that_of_the_camera(driver: Driver) -> None:
    driver.act(Action.PHOTO)
    assert driver.box("photo/hour of day") is None, "lamps have no hours"
    scene = scenefile.load("bicycle")
    session = Session(scene.changed(camera=replace(scene.camera, hour=9.0)))
    rig = CameraRig(session)
    rig.open()
    field = compose_frame(session, rig.views(SIZE)[0], 0.0)
    assert field.hour == 9.0 and rig.described().hour == 9.0 and not replace(field, shaded=True).has_hours
    driver.status = replace(driver.status, scenes=[field], hour=9.0, exposure=1.0)
    driver.settle()
    wanted = []
    for share in (0.25, 0.82, 0.825, 0.83, 0.835):
        box = driver.box("photo/hour of day")
        assert box is not None
        at = (1.0 - share) * box[0] + share * box[2], 0.5 * (box[1] + box[3])
        driver.interface.feed(PointerMotion(*at, 0, 0))
        for down in (True, False):
            driver.interface.feed(Button("left", down, *at))
            driver.settle()
        wanted += [each for each in driver.interface.requests() if isinstance(each, LensRequest)]
    assert wanted[0].hour == pytest.approx(8.5, abs=0.4) and (wanted[0].blur, wanted[0].exposure) == (0.0, 1.0)
    assert None in {each.hour for each in wanted[1:]}, "about the usual hour the light is the usual one"


def letters(driver: Driver) -> int:
    """Return the number of vertices of what is drawn with the picture, not with the panels."""
    return sum(len(batch.vertices) for batch in driver.frame().lettering().batches)


def test_the_caption_is_drawn_with_the_picture_and_not_with_the_panels(driver: Driver) -> None:
    driver.act(Action.PHOTO)
    before = letters(driver)
    driver.click("photo/Caption: the title")
    assert driver.interface.photo.caption == driver.session.scene.title
    driver.settle()
    assert letters(driver) > before


def test_the_buttons_stay_where_they_are_while_a_caption_is_typed_and_one_takes_it_away(driver: Driver) -> None:
    driver.act(Action.PHOTO)
    before = driver.box("photo/Save the picture")
    driver.interface.photo.caption = "A top"
    driver.settle()
    assert driver.box("photo/Save the picture") == before
    driver.click("photo/No caption")
    assert driver.interface.photo.caption == ""


def test_rows_of_renderings_leave_scale_bars_where_they_are(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    placed: list[Box] = []
    build = photo.build_scale_bars

    def noted(desk: PanelContext, size: tuple[int, int], free: Box, covered: Sequence[Box]) -> list[Box]:
        placed[:] = build(desk, size, free, covered)
        return placed

    monkeypatch.setattr(photo, "build_scale_bars", noted)
    driver.act(Action.PHOTO)
    before = placed[0]
    driver.status = replace(driver.status, renders=(JobStatus(1, "a-poster.png", (7680, 4320), "running", 9, 9),))
    driver.settle()
    button = driver.box("renders/Cancel 1")
    assert button is not None and button[3] < before[1] and placed[0] == before


def test_a_panel_that_is_opened_in_photo_mode_ends_it(driver: Driver) -> None:
    for action in (Action.SCENES, Action.CHALLENGES, Action.PLOTS, Action.GUIDED_TOUR, Action.RECORD_DIALOG):
        driver.act(Action.PHOTO)
        assert windows() == {"photo"}
        driver.act(action)
        assert "photo" not in windows() and len(windows()) > 1
        driver.act(Action.CLOSE)


def test_rows_of_renderings_stay_in_a_small_window_beside_a_panel(driver: Driver) -> None:
    driver.size = (800, 600)
    name = "gyroscope-drawing-20261130-192823.svg"
    jobs = JobStatus(1, name, (1920, 1080), "running", 9, 600, 20.0, 24.0), JobStatus(2, name, None, "done", bytes=9)
    driver.status = replace(driver.status, renders=jobs)
    driver.act(Action.COMPARE)
    for button in ("Cancel 1", "Open folder 2", "Copy"):
        box = driver.box(f"renders/{button}")
        assert box is not None and box[0] > 400.0 and box[2] < 800.0


def test_enter_leaves_a_tour_alone_that_photo_mode_hides(driver: Driver) -> None:
    driver.edit(Edit("scene", driver.session.scene.changed(lesson=(LessonStepSpec("a"), LessonStepSpec("b")))))
    driver.act(Action.LESSON, Action.PHOTO)
    tour = driver.interface.panels.tours.tour
    assert tour is not None and not driver.interface.feed(Key("return", True)) and tour.at == 0
    driver.act(Action.PHOTO)
    assert driver.interface.feed(Key("return", True)) and tour.at == 1


def test_a_recording_is_told_in_photo_mode_and_a_pause_is_not(driver: Driver) -> None:
    driver.session.pause(True)
    driver.act(Action.PHOTO)
    for seconds in (None, 2.0):
        driver.status = replace(driver.status, recording=seconds)
        driver.settle()
        drawn = {str(each._owner_name) for each in imgui.get_draw_data().cmd_lists if each.idx_buffer.size()}
        assert "photo" in drawn and ("sign 0" in drawn) == (seconds is not None)


def test_exposure_and_blur_are_those_of_the_lens_and_are_saved_with_the_scene() -> None:
    scene = scenefile.load("gyroscope")
    session = Session(scene.changed(camera=replace(scene.camera, exposure=0.5)))
    rig = CameraRig(session)
    rig.open()
    assert rig.views(SIZE)[0].exposure == 0.5
    rig.lab.exposure = -1.0
    assert rig.views(SIZE)[0].exposure == -1.0 and rig.described().exposure == -1.0


def test_another_method_is_told_in_photo_mode_and_a_page_of_a_lesson_ends_it(driver: Driver) -> None:
    driver.edit(Edit("scene", driver.session.scene.changed(lesson=(LessonStepSpec("a"), LessonStepSpec("b")))))
    driver.act(Action.LESSON, Action.PHOTO)
    assert not driver.interface.report()["messages"]
    driver.act(Action.NEXT_INTEGRATOR)
    assert driver.session.simulation.integrator.title in driver.interface.report()["messages"][-1]
    driver.act(Action.NEXT_SCENE)
    tour = driver.interface.panels.tours.tour
    assert tour is not None and tour.at == 1 and not driver.interface.photo.open


def test_the_panel_folds_to_its_title_and_its_numbers_have_units(driver: Driver) -> None:
    with recorded() as texts:
        driver.act(Action.PHOTO)
    assert {"%", "EV"} <= {each.words for each in texts}
    assert photo.STOPS.typed("1.5 EV", "") == "1.5" and photo.PERCENT.typed("5", "") == "5 %"
    driver.click("photo/fold")
    panel = driver.box("photo/fold")
    assert panel is not None and driver.box("photo/exposure") is None and panel[0] > SIZE[0] - 200.0
    driver.click("photo/fold")
    assert driver.box("photo/exposure") is not None
