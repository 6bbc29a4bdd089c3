"""Drags with Ctrl, without a window."""

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import Camera
from game.cli.replay import replay
from game.model.edit import Edit
from game.model.input import Action, Button, PointerMotion
from game.scenefile import Scene
from game.session import actions, advancing, edits
from game.session.compose import compose_frame
from game.session.drag_body import BodyDrag, middle_line
from game.session.past.event_log import read
from game.session.session import Session
from physics import BadInput
from physics.shapes.solids import Body, Box, Ellipsoid, SolidOfRevolution
from physics.simulation.outcome import Divergence

SIZE = (1280, 800)
FRAME = 1_000_000_000 // 60


class Desk:
    """A session, a drag in it, and the camera that both share."""

    def __init__(self, session):
        self.session, self.pull = session, BodyDrag(session)
        camera = Camera(tuple(session.look.focus), session.look.radius)
        camera.settle()
        self.view = camera.view(SIZE[0] / SIZE[1])

    def seen(self, point):
        """Return the place of a point of the lab on the screen."""
        return np.array(self.view.project(self.session.look.to_world(np.array(point)), SIZE))

    def press(self, place):
        x, y = map(float, place)
        self.pull.take(Button("left", True, x, y, ctrl=True), self.view, SIZE)
        self.pull.work(self.view, SIZE)

    def move(self, place):
        x, y = map(float, place)
        assert self.pull.take(PointerMotion(x, y, 0.0, 0.0, ctrl=True), self.view, SIZE)
        self.pull.work(self.view, SIZE)

    def release(self):
        assert self.pull.take(Button("left", False, 0.0, 0.0), self.view, SIZE)

    def run(self, frames):
        for _ in range(frames):
            self.pull.work(self.view, SIZE)
            advancing.advance(self.session, FRAME, 10**6)


@pytest.fixture
def desk():
    session = Session(Scene(system="planar-chain", parameters={"count": 2}, initial={"theta": [0.4, 0.8]}, speed=1.0))
    session.pause(True)
    return Desk(session)


def tip(desk):
    session = desk.session
    return session.simulation.system.points(session.simulation.y)[-1]


def test_dragging_a_paused_pendulum_sets_its_start(desk):
    simulation = desk.session.simulation
    start = desk.seen(tip(desk))
    desk.press(start)
    assert desk.seen(tip(desk)) == pytest.approx(start, abs=0.5), "taking hold moves nothing"
    for part in np.linspace(0.2, 1.0, 5):
        desk.move(start + part * np.array([-60.0, -90.0]))
    assert desk.seen(tip(desk)) == pytest.approx(start + np.array([-60.0, -90.0]), abs=1.0)
    desk.release()
    assert simulation.tick == 0
    raised = simulation.system.energy(simulation.y)
    assert simulation.work > 0.0
    assert simulation.work == pytest.approx(simulation.invariants()["energy"].value - raised + simulation.work)
    assert abs(simulation.invariants()["energy"].drift) < 1e-9
    state = list(simulation.y)
    desk.session.pause(False)
    desk.run(30)
    actions.perform(desk.session, Action.RESET)
    assert list(desk.session.simulation.y) == state


def test_drag_within_one_frame_is_applied_while_paused(desk):
    start = desk.seen(tip(desk))
    end = start + np.array([-60.0, -90.0])
    for event in (
        Button("left", True, *map(float, start), ctrl=True),
        PointerMotion(*map(float, end), 0.0, 0.0, ctrl=True),
        Button("left", False, *map(float, end)),
    ):
        assert desk.pull.take(event, desk.view, SIZE)
    assert desk.seen(tip(desk)) == pytest.approx(end, abs=1.0)


def test_dragging_a_running_pendulum_applies_a_spring_whose_force_is_drawn(desk):
    session = desk.session
    before = session.simulation.system.energy(session.simulation.y)
    aim = desk.seen(tip(desk)) + np.array([-120.0, -60.0])
    desk.press(desk.seen(tip(desk)))
    session.pause(False)
    desk.move(aim)
    desk.run(1)
    frame = compose_frame(session, desk.view, 1 / 60)
    (force,) = (arrow for arrow in frame.arrows if arrow.label.endswith(" N"))
    spring = frame.curves[-1]
    assert spring.points[0] == pytest.approx(session.look.to_world(np.array(tip(desk))), abs=0.03)
    assert desk.view.project(spring.points[1], SIZE) == pytest.approx(tuple(aim), abs=1.0)
    assert 0.0 < spring.opacity <= 1.0
    assert np.array_equal(force.tail, spring.points[0])
    desk.run(240)
    assert np.linalg.norm(desk.seen(tip(desk)) - aim) < 25.0
    simulation = session.simulation
    gained = simulation.system.energy(simulation.y) - before
    assert gained == pytest.approx(simulation.work, rel=1e-6)
    desk.release()
    assert simulation.hand is None
    done = simulation.work
    desk.run(30)
    assert simulation.work == done
    assert not any(arrow.label.endswith(" N") for arrow in compose_frame(session, desk.view, 1 / 60).arrows)


def test_drag_is_replayed(desk, tmp_path):
    session, path = desk.session, tmp_path / "log"
    start = desk.seen(tip(desk))
    desk.press(start)
    desk.move(start + np.array([40.0, -30.0]))
    session.pause(False)
    for part in np.linspace(0.0, 1.0, 20):
        desk.move(start + part * np.array([-80.0, -60.0]))
        desk.run(3)
    desk.release()
    desk.run(40)
    session.past.write(path, session.simulation)
    kinds = [entry.what for entry in read(path).entries]
    assert kinds.count("place") == 1, "of several places at one tick the last counts"
    assert kinds.count("hand") > 5
    assert replay(path) == 0


def test_seek_into_a_drag_shows_it_and_going_on_releases_the_body(desk):
    session, simulation = desk.session, desk.session.simulation
    start = desk.seen(tip(desk))
    desk.press(start)
    session.pause(False)
    states = {}
    for part in np.linspace(0.0, 1.0, 10):
        desk.move(start + part * np.array([90.0, -40.0]))
        desk.run(2)
        states[simulation.tick] = bytes(simulation.y)
    desk.release()
    desk.run(10)
    for tick, state in states.items():
        advancing.seek(session, tick)
        assert bytes(simulation.y) == state
    advancing.seek(session, list(states)[5])
    desk.pull.work(desk.view, SIZE)
    assert simulation.hand is not None, "while it is looked at"
    session.pause(False)
    desk.run(2)
    assert simulation.hand is None


def test_another_drag_is_not_ended_while_no_body_is_held(desk):
    session = desk.session
    session.undo.held = True
    for paused in (True, False):
        session.pause(paused)
        desk.run(1)
        assert session.undo.held
    desk.press(desk.seen(tip(desk)))
    desk.run(1)
    desk.release()
    assert not session.undo.held


def test_a_pull_ends_with_the_motion_and_places_nothing(desk):
    session = desk.session
    session.pause(False)
    desk.press(desk.seen(tip(desk)))
    desk.run(1)
    simulation = session.simulation
    simulation.paused = True
    simulation.divergence = Divergence("rk4", 1e-3, simulation.time, "it has fallen", "", by_motion=True)
    last = bytes(simulation.y)
    desk.move(desk.seen(tip(desk)) + np.array((80.0, 30.0)))
    assert not desk.pull.held
    assert bytes(session.simulation.y) == last


def test_drag_beside_all_bodies_is_refused(desk):
    with pytest.raises(BadInput, match="nothing to pull"):
        desk.press((3.0, 3.0))
    assert not desk.pull.held


def test_immovable_body_is_refused():
    desk = Desk(Session(Scene(system="bungee")))
    with pytest.raises(BadInput, match='body "platform" cannot be grabbed'):
        desk.press(desk.seen([-1.2, 0.0, -0.1]))


def test_top_is_held_by_its_axis():
    profile = SolidOfRevolution(((0.0, 0.0), (0.1, 0.2), (0.0, 0.5)))
    (low, high), thick = middle_line(Body("top", profile, np.zeros(3), np.eye(3)))
    assert list(low) == [0.0, 0.0, 0.0]
    assert list(high) == [0.0, 0.0, 0.5]
    assert thick == pytest.approx(0.1)
    (low, high), _ = middle_line(Body("bob", Ellipsoid((0.1, 0.1, 0.1)), np.zeros(3), np.eye(3)))
    assert list(low) == list(high) == [0.0, 0.0, 0.0]
    (low, high), _ = middle_line(Body("rod", Box((0.1, 0.1, 2.0), (0.0, 0.0, -1.0)), np.zeros(3), np.eye(3)))
    assert (low[2], high[2]) == pytest.approx((-1.95, -0.05))


def test_invalid_hand_is_refused(desk):
    state = bytes(desk.session.simulation.y)
    for what, value in (("hand", [1.0, 2.0]), ("put", [99.0] + [0.0] * 8), ("place", [0.0])):
        with pytest.raises(BadInput):
            edits.apply(desk.session, Edit(what, value))
    assert bytes(desk.session.simulation.y) == state


def test_bungee_preset_opens():
    assert scenefile.load("bungee").system == "bungee"


@pytest.mark.parametrize("part", [0.25, 0.75])
def test_a_rod_is_held_where_it_is_pressed(part):
    desk = Desk(Session(Scene(system="planar-chain", parameters={"count": 1}, initial={"theta": [0.7]}, speed=1.0)))
    session = desk.session
    place = part * np.array(tip(desk))
    desk.press(desk.seen(place))
    session.pause(False)
    desk.run(1)
    hand = session.simulation.hand
    body = session.simulation.system.bodies(session.simulation.system.start())[hand.body]
    assert body.position + body.rotation @ np.array(hand.point) == pytest.approx(place, abs=0.02)


@pytest.mark.parametrize("mass", [1e-3, 1e3])
def test_bodies_of_any_mass_follow_the_pointer(mass):
    desk = Desk(
        Session(
            Scene(
                system="planar-chain", parameters={"count": 2, "mass": mass}, initial={"theta": [0.4, 0.8]}, speed=1.0
            )
        )
    )
    desk.session.pause(True)
    start = desk.seen(tip(desk))
    desk.press(start)
    desk.move(start + np.array([-30.0, -40.0]))
    assert desk.seen(tip(desk)) == pytest.approx(start + np.array([-30.0, -40.0]), abs=1.0)
