"""The phase sculpture: it stands in the plane's frame, its slice goes up with time, and the session shows it."""

from __future__ import annotations

import time

import numpy as np
import pytest

from game.camera.camera import Camera
from game.camera.rig import CameraRig
from game.looks.sculpture import FOOT, GLOW, HEIGHT, SCULPTURE_STAGE, SIDE, PhaseSculpture, PlaneAxis
from game.model.edit import Edit
from game.model.figures.axis import AxisScale
from game.model.frame import SceneFrame, View
from game.model.input import Action
from game.scenefile import OverlaySpec, Scene, SculptureSpec
from game.session import actions, advancing, edits
from game.session.compose import compose_frames
from game.session.save_scene import scene_now
from game.session.session import Session
from physics import Simulation
from physics.studies.phase_sculpture import sculpted

SPEC = SculptureSpec(spread={"theta_1": "0.4 rad", "theta_dot_1": 0.8}, duration="1 s")
SCENE = Scene(
    system="planar-chain", parameters={"count": 1, "length": 1.0}, dt=0.01, initial={"theta": 2.0}, sculpture=SPEC
)


def sculpture(run: Simulation, spec: SculptureSpec = SPEC) -> PhaseSculpture:
    request = spec.request(run)
    return PhaseSculpture(request, sculpted(request))


def view(azimuth: float = 0.7) -> View:
    camera = Camera(*SCULPTURE_STAGE)
    camera.set_pose({"azimuth": azimuth})
    camera.settle()
    return camera.view(1.0)


def glowing(frame: SceneFrame) -> np.ndarray:
    return next(ribbon.points[:, :3] for ribbon in frame.ribbons if ribbon.color == GLOW)


@pytest.fixture(scope="module")
def run() -> Simulation:
    return SCENE.simulation()


@pytest.fixture(scope="module")
def figure(run) -> PhaseSculpture:
    return sculpture(run)


def test_the_sheet_stands_on_the_plinth_within_the_frame(figure) -> None:
    for instance in figure.instances[1:]:
        vertices = instance.mesh.vertices
        assert np.isfinite(vertices).all()
        assert np.abs(vertices[:, :2]).max() <= 0.5 * SIDE + 0.01
        assert vertices[:, 2].min() >= FOOT - 0.01 and vertices[:, 2].max() <= FOOT + HEIGHT + 0.01
    assert len(figure.instances) > 20, "in bands of several colours"


def test_the_slice_goes_up_with_time_and_its_bead_is_the_body(run, figure) -> None:
    free, moved = SCENE.simulation(), []
    for _ in range(3):
        frame = figure.frame(view(), free.time, free.y)
        line = glowing(frame)
        assert line[:, 2] == pytest.approx(FOOT + HEIGHT * free.time, abs=1e-6)
        bead = frame.points[0].positions[0]
        assert bead[2] == pytest.approx(line[0, 2], abs=1e-6)
        low, high = line.min(axis=0), line.max(axis=0)
        assert (low[:2] < bead[:2]).all() and (bead[:2] < high[:2]).all(), "the body is inside of the curve"
        assert any("(100.0 %)" in label.text for label in frame.labels)
        moved.append(line)
        free.advance(40)
    assert np.abs(moved[1][:, :2] - moved[0][:, :2]).max() > 0.2
    assert not figure.frame(view(), 1.5, free.y).ribbons, "after its end there is no slice"


def test_one_that_begins_later_comes_again_and_again(run) -> None:
    figure = sculpture(run, SculptureSpec(spread=SPEC.spread, after=2.0, duration=0.5))
    assert figure.time_in(0.25) == pytest.approx(2.25) and figure.time_in(7.6) == pytest.approx(2.1)
    assert figure.time_in(2.5) == pytest.approx(2.0)


@pytest.mark.parametrize("azimuth", [-150.0, -60.0, 30.0, 120.0])
def test_numbers_stand_at_the_edges_that_are_turned_to_the_eye(figure, run, azimuth) -> None:
    frame = figure.frame(view(azimuth), 0.0, run.y)
    titles = {label.text: label for label in frame.labels}
    assert {"θ₁", "θ̇₁", "0.0 s", "1.0 s"} <= titles.keys()
    eye = frame.view.eye
    assert np.sign(titles["θ₁"].place[1]) == np.sign(eye[1])
    assert np.sign(titles["θ̇₁"].place[0]) == np.sign(eye[0])


def test_a_line_of_starts_is_a_thread_until_it_widens() -> None:
    scene = Scene(system="double-pendulum", dt=0.01, initial={"theta2": 2.0, "theta3": 2.5})
    figure = sculpture(scene.simulation(), SculptureSpec(spread={"theta2": 1e-4}, duration=2.0))
    thread = figure.instances[-1].mesh.vertices
    assert thread[:, 2].min() == pytest.approx(FOOT, abs=0.01)
    assert figure.frame(view(), 1.0, scene.simulation().y).ribbons


# In a session -------------------------------------------------------------------------------------------------


def pictures(session: Session) -> list[SceneFrame]:
    return compose_frames(session, CameraRig(session).views((400, 200)), 1 / 60)


def complete(session: Session) -> SceneFrame:
    pictures(session)
    session.run.sculpting.finish(session.simulation)
    return pictures(session)[1]


def test_the_key_shows_it_beside_the_body_and_hides_it() -> None:
    session = Session(SCENE)
    assert len(pictures(session)) == 1
    actions.perform(session, Action.SCULPTURE)
    first = pictures(session)
    assert len(first) == 2 and first[1].title == "phase sculpture"
    before = glowing(complete(session))
    assert not session.computing
    advancing.run_ticks(session, 30)
    assert np.abs(glowing(pictures(session)[1]) - before).max() > 0.1
    actions.perform(session, Action.SCULPTURE)
    assert len(pictures(session)) == 1


def test_a_change_of_the_run_makes_it_anew_from_the_present() -> None:
    session = Session(SCENE.changed(overlays=OverlaySpec(sculpture=True)))
    complete(session)
    advancing.run_ticks(session, 20)
    old = session.run.sculpting.task
    edits.apply(session, Edit("parameter", 2.0, "length"))
    complete(session)
    task = session.run.sculpting.task
    assert task is not old and task.request.time == pytest.approx(0.2)
    assert task.request.system is session.simulation.system
    session.reset()
    complete(session)
    assert session.run.sculpting.task.request.time == 0.0


def test_leaving_the_scene_ends_the_computation() -> None:
    session = Session(SCENE.changed(dt=1e-4, overlays=OverlaySpec(sculpture=True)))
    pictures(session)
    task = session.run.sculpting.task
    session.open(Scene(system="gyroscope", overlays=OverlaySpec(sculpture=False)))
    deadline = time.monotonic() + 20.0
    while not task.done and time.monotonic() < deadline:
        time.sleep(0.01)
    assert task.done and session.run.sculpting.task is None


def test_binet_takes_turns_with_the_sculpture() -> None:
    session = Session(Scene(system="free-body"))
    for action, shown in ((Action.BINET, "binet"), (Action.SCULPTURE, "sculpture"), (Action.BINET, "binet")):
        actions.perform(session, action)
        assert next(name for name in ("sculpture", "binet") if session.run.shown.by_name[name]) == shown
    assert session.run.shows_binet and not session.run.shown.sculpture
    actions.perform(session, Action.BINET)
    assert not session.run.split


def test_a_saved_scene_has_it() -> None:
    session = Session(SCENE.changed(overlays=OverlaySpec(sculpture=True)))
    saved = scene_now(session, SCENE.camera, "auto")
    assert saved.sculpture == SPEC and saved.overlays.sculpture


@pytest.mark.parametrize(
    ("low", "high", "unit", "title", "said"),
    [
        (-0.5, 0.5, "°", "θ", ["−0.5°", "0.0°", "0.5°"]),
        (57150.0, 57850.0, "°/s", "θ [°/s]", ["57200", "57400", "57600", "57800"]),
        (57150.0, 57152.0, "°/s", "θ [+57150 °/s]", ["0.0", "0.5", "1.0", "1.5", "2.0"]),
        (571.5, 572.5, "rad/s", "θ [rad/s]", ["571.5", "572.0", "572.5"]),
        (-6.5, 0.5, "rad/s", "θ", ["−6 rad/s", "−4 rad/s", "−2 rad/s", "0 rad/s"]),
        (2.1e5, 2.5e5, "°", "θ [×10⁵ °]", ["2.1", "2.2", "2.3", "2.4", "2.5"]),
        (58000.0, 58000.1, "°", "θ [+58000.1 °]", ["−0.10", "−0.05", "0.00"]),
    ],
)
def test_labels_of_an_axis_are_short_and_its_title_says_what_they_leave_out(
    low: float, high: float, unit: str, title: str, said: list[str]
) -> None:
    ticks, words = PlaneAxis("θ", unit, AxisScale(low, high)).labelled()
    assert (words, [tick.label for tick in ticks]) == (title, said)


def test_the_scale_of_late_times_says_what_its_numbers_leave_out(run) -> None:
    made = sculpture(run)
    made.sheet = made.sheet._replace(times=made.sheet.times + 3e5)
    frame = made.frame(view(), 3e5, run.y)
    assert any(label.text.startswith("t [") and label.text.endswith(" s]") for label in frame.labels)
