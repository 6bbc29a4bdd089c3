"""Two views side by side: how they are switched, their cameras, and their places."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from game import scenefile
from game.app.offline import OfflineRenderer
from game.camera.camera import BY_HAND, SHOT_MODES, Mode
from game.camera.rig import CameraRig, corner_of, share_of
from game.looks.generic import LastChange, Look
from game.model.arrow_scales import ArrowScales
from game.model.edit import Edit
from game.model.frame import SceneFrame, View
from game.model.input import Action
from game.render.renderer import SEAM
from game.session import actions, advancing, edits
from game.session.compose import compose_frames
from game.session.session import Session
from game.session.undoing import undo
from physics import BadInput, System
from physics.types import Floats, Vector3

SIZE = (1280, 720)


class TwoSided(Look):
    """A look with a second picture, whose world is ten times as large as the first."""

    stage = 10.0

    def second_stage(self) -> tuple[Vector3, float] | None:
        return np.array([0.0, 0.0, 2.0]), self.stage

    def second_view(self, system: System, y: Floats, view: View, since: LastChange, scales: ArrowScales) -> SceneFrame:
        return SceneFrame(view, np.array([0.0, 0.0, 2.0], np.float32), 10.0, title="body axes")


@pytest.fixture
def session() -> Session:
    made = Session(scenefile.load("gyroscope"))
    made.run.use_look(TwoSided(made.simulation.system))
    return made


@pytest.fixture
def rig(session: Session) -> CameraRig:
    return CameraRig(session)


def test_key_switches_the_second_view(session: Session, rig: CameraRig) -> None:
    assert len(compose_frames(session, rig.views(SIZE), 1 / 60)) == 1
    actions.perform(session, Action.BODY_VIEW)
    lab, beside = compose_frames(session, rig.views(SIZE), 1 / 60)
    assert (lab.title, beside.title) == ("lab", "body axes")
    assert lab.instances
    assert not beside.instances
    actions.perform(session, Action.BODY_VIEW)
    assert len(rig.views(SIZE)) == 1


def test_look_without_a_second_view_is_refused() -> None:
    session = Session(scenefile.load("gyroscope"))
    with pytest.raises(BadInput, match="body-fixed view: gyroscope has none"):
        actions.perform(session, Action.BODY_VIEW)
    assert not session.run.split


def test_scene_file_switches_the_second_view_on_where_the_look_has_one() -> None:
    scene = scenefile.load("gyroscope")
    session = Session(scene.changed(overlays=scenefile.OverlaySpec(body_view=True)))
    assert not session.run.split
    session.run.use_look(TwoSided(session.simulation.system))
    assert session.run.split
    session.run.use_look(Look(session.simulation.system))
    assert not session.run.split
    actions.perform(session, Action.BODY_VIEW)
    assert not session.run.shown.body_view, "what was wished for can be taken back"


def test_each_view_has_its_aspect_and_frames_its_own_stage(session: Session, rig: CameraRig) -> None:
    (whole,) = rig.views(SIZE)
    actions.perform(session, Action.BODY_VIEW)
    lab, beside = rig.views((1281, 720))
    for view, width in ((whole, 1280), (lab, 640), (beside, 641)):
        assert view.projection[1, 1] / view.projection[0, 0] == pytest.approx(width / 720)
    place = beside.project(np.array([0.0, 0.0, 2.0], np.float32), (641, 720))
    assert place == pytest.approx((320.5, 360.0), abs=1.0)
    ahead = np.linalg.norm(beside.eye - (0.0, 0.0, 2.0))
    assert ahead > 10 * np.linalg.norm(lab.eye - session.look.focus) / 2


def test_a_stage_of_another_size_is_framed_and_the_same_one_keeps_its_camera(session: Session, rig: CameraRig) -> None:
    actions.perform(session, Action.BODY_VIEW)
    rig.views(SIZE)
    rig.beside.zoom(5)
    rig.settle()
    near = rig.views(SIZE)[1].eye
    assert np.array_equal(rig.views(SIZE)[1].eye, near)
    session.run.use_look(TwoSided(session.simulation.system))
    assert np.array_equal(rig.views(SIZE)[1].eye, near)
    session.look.stage = 20.0
    assert np.linalg.norm(rig.views(SIZE)[1].eye - near) > 1.0


def test_drag_moves_the_camera_under_the_pointer(session: Session, rig: CameraRig) -> None:
    assert rig.under(0.9) is rig.lab
    actions.perform(session, Action.BODY_VIEW)
    assert [rig.under(place) for place in (0.0, 0.49, 0.51, 1.0, 7.0, -1.0)] == [
        rig.lab, rig.lab, rig.beside, rig.beside, rig.beside, rig.lab,
    ]  # fmt: skip


def test_each_view_gets_its_share_of_the_free_area(session: Session, rig: CameraRig) -> None:
    assert share_of((0.25, 0.0, 0.75, 0.9), 0.0, 0.5) == (0.5, 0.0, 1.0, 0.9)
    assert share_of((0.25, 0.0, 0.75, 0.9), 0.5, 1.0) == (0.0, 0.0, 0.5, 0.9)
    assert share_of((0.0, 0.1, 0.52, 0.9), 0.5, 1.0) == (0.0, 0.1, 1.0, 0.9), (
        "nearly all is covered: as if nothing were"
    )
    actions.perform(session, Action.BODY_VIEW)
    rig.views(SIZE)
    rig.fit_into((0.25, 0.0, 0.75, 1.0))
    rig.settle()
    view = rig.views(SIZE)[1]
    place = view.project(np.array([0.0, 0.0, 2.0], np.float32), (640, 720))
    assert place is not None
    assert place[0] == pytest.approx(0.25 * 640, abs=2.0)


def test_the_corner_that_readings_cover_is_given_in_the_free_part(session: Session, rig: CameraRig) -> None:
    assert corner_of((0.75, 0.0, 1.0, 0.4), (0.0, 0.0, 1.0, 0.8)) == pytest.approx((0.5, 0.0))
    assert corner_of((0.75, 0.0, 1.0, 0.4), (0.5, 0.2, 1.0, 1.0)) == pytest.approx((0.0, 0.5))


def test_framing_resets_both_cameras(session: Session, rig: CameraRig) -> None:
    actions.perform(session, Action.BODY_VIEW)
    before = [view.eye for view in rig.views(SIZE)]
    for camera in (rig.lab, rig.beside):
        camera.pan(300, 100)
    rig.settle()
    assert all(np.linalg.norm(v.eye - b) > 0.01 for v, b in zip(rig.views(SIZE), before, strict=True))
    rig.frame()
    rig.settle()
    middles = [rig.lab.pose()["target"], rig.beside.pose()["target"]]
    assert middles[0] == pytest.approx(list(session.look.focus), abs=1e-6)
    assert middles[1] == pytest.approx([0.0, 0.0, 2.0], abs=1e-6)


def test_offline_picture_has_both_views_clear_of_the_panels() -> None:
    scene = scenefile.load("free-body").changed(quality="low", overlays=scenefile.OverlaySpec(body_view=True))
    studio = OfflineRenderer(scene, (1280, 720), 60, hud=True)
    picture = studio.picture().astype(int)
    seam = picture[300, 639:641]
    assert np.abs(seam - 255 * np.array(SEAM)).max() <= 1
    left, _, right, _ = studio.interface.free if studio.interface else (0.0, 0.0, 1.0, 1.0)
    assert 0.0 < left < 0.1 < 0.7 < right < 0.8, "beside rail and readings"
    focus = studio.session.look.focus.astype(np.float32)
    place = studio.rig.views((1280, 720))[0].project(focus, (640, 720))
    assert place is not None
    assert place[0] == pytest.approx(640 * (2 * left + 1) / 2, abs=15), "in the middle of what is free of the left half"


def shot(**changes: object) -> tuple[Session, CameraRig]:
    scene = scenefile.load("trebuchet").changed(paused=False, dt=0.005, **changes)
    session = Session(scene)
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open()
    return session, rig


def stone(session: Session, rig: CameraRig) -> tuple[float, float]:
    """Return the place of the stone in the picture, from 0 to 1 across and down."""
    thrown = session.simulation.system.thrown(session.shown)
    assert thrown is not None
    place = rig.views(SIZE)[0].project(session.look.to_world(thrown.position).astype(np.float32), SIZE)
    assert place is not None
    return place[0] / SIZE[0], place[1] / SIZE[1]


@pytest.mark.long
def test_shot_is_filmed_from_the_cocked_machine_to_the_landing() -> None:
    session, rig = shot(slow_motion=True)
    assert rig.lab.mode is Mode.SHOT
    stages = set()
    for _ in range(30 * 24):
        advancing.advance_frame(session, 30)
        rig.update(1 / 30)
        thrown = session.simulation.system.thrown(session.shown)
        assert thrown is not None
        stages.add(thrown.stage)
        assert all(0.02 < part < 0.98 for part in stone(session, rig)), session.simulation.time
    assert stages == {"held", "flying", "landed"}
    view = rig.views(SIZE)[0]
    for point in (session.look.focus, (318.0, 0.0, 0.0), (160.0, 0.0, 98.0)):
        x, y = view.project(np.asarray(point, np.float32), SIZE) or (-1.0, -1.0)
        assert 0 < x < SIZE[0]
        assert 0 < y < SIZE[1]


@pytest.mark.parametrize(("aside", "framed"), [(4000.0, True), (60.0, False)])
def test_a_machine_that_starts_anew_out_of_sight_is_framed(aside: float, framed: bool) -> None:
    session, rig = shot(camera=scenefile.CameraSpec(mode="orbit"))
    rig.lab.pan(aside, 0.0)
    advancing.advance_frame(session, 30)
    for _ in range(60):
        rig.update(1 / 30)
    assert rig.lab.sees(session.look.focus) != framed
    before = rig.lab.pose()
    actions.perform(session, Action.RESET)
    for _ in range(60):
        rig.update(1 / 30)
    assert rig.lab.sees(session.look.focus)
    assert (rig.lab.pose() != before) == framed


def test_scene_chooses_the_mode_of_a_shot() -> None:
    assert shot(camera=scenefile.CameraSpec(mode="trajectory"))[1].lab.mode is Mode.TRAJECTORY
    _, aside = shot(camera=scenefile.CameraSpec(mode="shot", azimuth=-60.0, elevation=6.0))
    assert aside.lab.mode is Mode.SHOT
    assert np.degrees(aside.lab.shown[:2]) == pytest.approx([-60.0, 6.0])
    assert (aside.described().azimuth, aside.described().elevation, aside.described().mode) == (-60.0, 6.0, "shot")
    _, rig = shot(camera=scenefile.CameraSpec(azimuth=-30.0))
    assert rig.lab.mode is not Mode.SHOT
    assert rig.lab.pose()["azimuth"] == pytest.approx(-30.0)


def test_only_throwing_systems_have_the_modes_of_shots(rig: CameraRig) -> None:
    assert set(rig.modes) == {*BY_HAND, Mode.TURNTABLE}
    rig.open()
    assert set(rig.modes) == {*BY_HAND, Mode.TURNTABLE, Mode.TOUR}
    modes = shot()[1].modes
    assert {*SHOT_MODES, *BY_HAND, Mode.TURNTABLE} <= set(modes)
    _, thrower = shot()
    gone_through = [thrower.lab.cycle_mode(thrower.modes) for _ in modes]
    assert set(gone_through) == set(modes)
    assert gone_through[-1] is Mode.SHOT


def test_pose_is_that_of_the_look_unless_the_scene_gives_one() -> None:
    scene = scenefile.load("bungee").changed(camera=scenefile.CameraSpec())
    plain = Session(scene)
    said = Session(scene.changed(camera=scenefile.CameraSpec(azimuth=40.0)))
    found = []
    for session in (plain, said):
        rig = CameraRig(session)
        rig.open()
        found.append(np.degrees(rig.lab.shown[:2]).tolist())
    assert found[0] == pytest.approx([plain.look.pose["azimuth"], plain.look.pose["elevation"]])
    assert found[1] == pytest.approx([40.0, plain.look.pose["elevation"]])


def test_cameras_that_keep_still_go_to_their_goals_at_once() -> None:
    session = Session(scenefile.load("fast-cone"))
    smooth, still = (CameraRig(session) for _ in range(2))
    still.keep_still(True)
    for rig in (smooth, still):
        rig.views(SIZE)
        rig.open()
        rig.settle()
        rig.update(1 / 60)
        rig.go_to(2)
        rig.update(1 / 60)
    arrived = still.lab.shown
    assert not np.allclose(smooth.lab.shown, arrived)
    still.update(1 / 60)
    assert still.lab.shown == pytest.approx(arrived, rel=0.0, abs=1e-4), "it is there; framing goes on"
    for _ in range(600):
        smooth.update(1 / 60)
    direction = smooth.lab.shown[:2]  # framing adapts the rest
    assert direction == pytest.approx(arrived[:2], rel=0.0, abs=1e-3), "where the flight ends, too"
    still.lab.orbit(50.0, 0.0)
    still.lab.update(1e-3)
    turned = still.lab.shown
    still.lab.update(1.0)
    assert (still.lab.shown == turned).all()


def test_camera_comes_back_when_a_change_of_scene_is_undone(session: Session, rig: CameraRig) -> None:
    rig.open()
    rig.views(SIZE)
    rig.lab.orbit(200.0, 30.0)
    rig.lab.use(Mode.FLY)
    rig.toggle_lens()
    rig.settle()
    pose, blur = rig.lab.pose(), rig.lab.blur
    edits.apply(session, Edit("scene", "fast-cone"))
    rig.open()
    assert rig.lab.mode is not Mode.FLY and rig.lab.blur == 0.0 and rig.lab.untouched
    undo(session)
    rig.open()
    assert (rig.lab.mode, rig.lab.blur, rig.lab.untouched) == (Mode.FLY, blur, False)
    back = rig.lab.pose()
    assert back.pop("target") == pytest.approx(pose.pop("target"), rel=1e-9)
    assert back == pytest.approx(pose, rel=1e-9)


def test_a_path_is_at_its_bookmarks_in_time_and_kept_in_files() -> None:
    scene = scenefile.load("fast-cone")
    camera = replace(scene.camera, mode="tour", path="1@0,3@2")
    session = Session(scene.changed(camera=camera))
    rig = CameraRig(session)
    rig.views((160, 90))
    rig.open(thoroughly=True)
    rig.check_tour()
    first = rig.lab.pose()["elevation"]
    for _ in range(20):
        rig.update(0.1)
    assert rig.lab.pose()["elevation"] == pytest.approx(scene.camera.numbered()[3].elevation) != first
    still = rig.lab.shown.copy()
    rig.update(1.0)
    assert rig.lab.shown == pytest.approx(still), "it stays at the last stop"
    assert rig.described().path == "1@0,3@2"
    session.run.scene = scene.changed(camera=replace(camera, path="1@0,7@2"))
    with pytest.raises(BadInput, match="camera.path = 1@0,7@2: there is no bookmark 7; allowed: 1, 2, 3"):
        rig.check_tour()
