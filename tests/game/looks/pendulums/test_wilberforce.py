"""The look of Wilberforce's pendulum: where the wire begins and ends, what turns, and what is drawn beside it."""

import numpy as np
import pytest

import physics
from game.looks import look_for
from game.looks.generic import LastChange
from game.looks.kit.parts.pendulum_parts import BLUED
from game.looks.pendulums.wilberforce import ARC, RED, WIRE, greatest_height
from tests.game.looks.pendulums.test_pendulum import VIEW


def pendulum(parameters=None, **initial):
    return physics.system("wilberforce", parameters or {}, initial)


def drawn(system, y=None):
    look = look_for(system)
    return look, look.frame(system, memoryview(system.start()) if y is None else y, VIEW, 0.0)


def wire(frame):
    return [each for each in frame.instances if each.tint == BLUED]


@pytest.mark.parametrize(("z", "theta"), [(-0.1, 0.0), (0.08, 2.0)])
def test_the_wire_is_one_line_from_the_support_to_the_bob(z, theta):
    system = pendulum(z=z, theta=theta)
    look, frame = drawn(system)
    pieces = np.array([each.model for each in wire(frame)])
    starts, ends = pieces[:, 3, :3], pieces[:, 3, :3] - pieces[:, 2, :3]
    assert ends[:-1] == pytest.approx(starts[1:], abs=1e-6)
    assert starts[0, 2] == pytest.approx(look.lift + system.length + system.hook, abs=1e-6)
    assert ends[-1, 2] == pytest.approx(look.lift + z + system.hook, abs=1e-6)
    thick = np.linalg.norm(pieces[:, :2, :3], axis=2)
    assert thick == pytest.approx(WIRE * system.coil_radius, rel=1e-5)


def test_the_red_nut_turns_with_the_bob_and_its_path_begins_there():
    system = pendulum(theta=0.7)
    look, frame = drawn(system)
    (nut,) = (each for each in frame.instances if each.tint == RED)
    middle = np.append(np.array(nut.mesh.vertices[:, :3], float).mean(axis=0), 1.0) @ nut.model
    traced = look.to_world(system.traces(memoryview(system.start()))["nut"])
    assert middle[:3] == pytest.approx(traced, abs=1e-3)


def test_the_bob_stays_above_the_foot_and_below_its_support():
    system = pendulum(z=-0.1)
    look, _ = drawn(system)
    run = physics.Simulation(system, "stormer-verlet", 0.002)
    lowest = highest = 0.0
    for _ in range(1600):
        run.advance(5)
        lowest, highest = min(lowest, run.state[0]), max(highest, run.state[0])
    assert max(-lowest, highest) <= greatest_height(system) < 1.1 * max(-lowest, highest)
    assert look.lift + lowest > 0.1 * system.length


def test_the_twist_is_an_arc_below_the_bob():
    system = pendulum(theta=1.2)
    look, frame = drawn(system)
    start = memoryview(system.start())
    before = len(frame.curves)
    look.add_overlays(frame, system, start, LastChange(start, 0.0))
    assert "θ" in {label.text for label in frame.labels} | {curve.name for curve in frame.curves}
    points = np.vstack([np.asarray(curve.points)[:, :2] for curve in frame.curves[before:]])
    radii = np.linalg.norm(points, axis=1)
    assert radii.max() == pytest.approx(ARC * system.bob_radius, rel=0.25)


def test_another_bob_needs_another_look_and_another_twist_does_not():
    system = pendulum()
    look = look_for(system)
    assert look.fits(system.replace({"coupling": 0.2}))
    assert not look.fits(system.replace({"inertia": 4e-3}))
    assert not look.fits(system.replace({"length": 0.7}))


def test_a_pendulum_at_rest_can_be_drawn():
    _, frame = drawn(pendulum(z=0.0))
    assert np.isfinite([each.model for each in frame.instances]).all()
