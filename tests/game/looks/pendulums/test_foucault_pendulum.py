"""How Foucault's pendulum is drawn."""

import math

import numpy as np
import pytest

import physics
from game import scenefile
from game.looks import look_for
from game.looks.generic import LastChange
from game.looks.pendulums.foucault_pendulum import CLEAR, HIGH, RING, FoucaultPendulumLook
from game.model.frame import SceneFrame, View
from game.model.trails import TRACE_POINTS, TRACE_RATE, FadingPaths, TraceRing
from game.session import advancing
from game.session.session import Session

VIEW = View(np.array([0, -8, 6], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def pendulum(**parameters):
    initial = parameters.pop("initial", {})
    return physics.system("foucault-pendulum", parameters, initial)


def overlays(system, elapsed=0.0, state=None):
    look, frame = look_for(system), SceneFrame(VIEW, np.zeros(3, np.float32), 1.0)
    start = memoryview(system.start())
    look.add_overlays(frame, system, start if state is None else state, LastChange(start, elapsed))
    return frame


def test_the_bob_hangs_clear_of_a_table_that_its_swing_fits_on():
    for system in (pendulum(), pendulum(length=1.0, mass=1.0, initial={"theta": 0.6})):
        look = look_for(system)
        assert isinstance(look, FoucaultPendulumLook)
        swing = system.ellipse(system.start()).major
        assert swing < RING[0] * look.across < 1.2 * swing
        lowest = look.to_world(np.array([0.0, 0.0, -system.length]))
        assert lowest[2] == pytest.approx((HIGH + CLEAR) * look.across)
        picture = look.frame(system, memoryview(system.start()), VIEW, 0.0)
        bob = picture.instances[0]
        assert bob.mesh.vertices[:, 2].min() + lowest[2] > HIGH * look.across
        tip = np.array([0.0, 0.0, -1.0, 1.0]) @ picture.instances[1].model
        assert tip[:3] == pytest.approx(look.to_world(system.bodies(system.start())[0].position), rel=1e-5)


def test_legs_carry_a_low_pivot_and_not_a_high_one():
    high, low = (look_for(pendulum(length=length, initial={"theta": 3.0 / length})) for length in (67.0, 8.0))
    count = [len(look.frame(system, memoryview(system.start()), VIEW, 0.0).instances) for look, system in
             ((high, pendulum()), (low, pendulum(length=8.0, initial={"theta": 0.375})))]  # fmt: skip
    assert count[1] == count[0] + 1


def test_the_path_lies_on_the_table_for_many_swings():
    system = pendulum()
    look, frame, trail = look_for(system), SceneFrame(VIEW, np.zeros(3, np.float32), 1.0), TraceRing(8)
    for x in (0.0, 1.0, 3.0):
        trail.add(look.to_world(np.array([x, 0.0, -math.sqrt(67.0**2 - x * x)])), x)
    look.add_traces(frame, FadingPaths({"bob": trail}, 3.0, look.life))
    (ribbon,) = frame.ribbons
    assert ribbon.points[:, 0] == pytest.approx([0.0, 1.0, 3.0])
    assert np.ptp(ribbon.points[:, 2]) == 0.0
    assert HIGH * look.across < ribbon.points[0, 2] < (HIGH + 0.1) * look.across
    assert look.life > 20.0 * system.period(system.start())
    assert look.life * look.trace_rate <= TRACE_POINTS
    quick = look_for(pendulum(length=0.01))
    assert quick.trace_rate == TRACE_RATE


def test_a_session_keeps_a_path_over_all_those_swings():
    session = Session(scenefile.load("pantheon"))
    session.simulation.compile()
    for _ in range(1800):
        advancing.advance_frame(session, 60)
    points = session.run.traces.trails["bob"].points
    assert session.simulation.time > session.look.life
    assert points[-1, 3] - points[0, 3] > session.look.life


def test_the_drawn_angle_is_the_rotation_of_the_swing_plane():
    system = pendulum(length=1.0, latitude=math.pi / 2, rotation_rate=0.05, initial={"theta": 0.1})
    simulation = physics.Simulation(system, "rk4", 1e-3)
    simulation.compile()
    simulation.advance(50_000)
    frame = overlays(system, 50.0, simulation.y)
    lines, arc = frame.curves[:2], frame.curves[2]
    before, now = (math.atan2(*(line.points[0] - line.points[1])[1::-1]) for line in lines)
    assert math.remainder(now - before + 2.5, 2.0 * math.pi) == pytest.approx(0.0, abs=0.02)
    azimuths = np.unwrap(np.arctan2(arc.points[:, 1], arc.points[:, 0]))
    assert azimuths[-1] - azimuths[0] == pytest.approx(-2.5, abs=0.15)


def test_the_table_names_the_cardinal_directions_except_at_the_poles():
    assert {label.text for label in overlays(pendulum()).labels} == {"N", "E", "S", "W"}
    assert not overlays(pendulum(latitude=math.pi / 2)).labels
    assert not overlays(pendulum(gravity=0.0)).curves


def test_a_ghost_has_its_path_on_the_table_too():
    system = pendulum()
    look, frame, trail = look_for(system), SceneFrame(VIEW, np.zeros(3, np.float32), 1.0), TraceRing(8)
    for x in (0.0, 1.0):
        trail.add(np.array([x, 0.0, 5.0]), x)
    look.add_traces(frame, FadingPaths({"bob": trail}, 1.0, 3.0, (1.0, 0.0, 0.0)))
    assert np.ptp(frame.ribbons[0].points[:, 2]) == 0.0 and frame.ribbons[0].points[0, 2] < 1.0


def test_another_rate_or_swing_needs_another_table():
    system = pendulum()
    look = look_for(system)
    assert look_for(system, look) is look
    assert look_for(system.replace({"latitude": 0.1}), look) is look
    assert look_for(system.replace(initial={"theta": 0.2}), look) is not look
