"""The look of a bicycle: its wheels touch the ground and the tubes end at the axles."""

import numpy as np
import pytest

import physics
from game import scenefile
from game.camera.camera import Camera
from game.looks import look_for
from game.looks.bicycle.bicycle import geometry, is_skate
from game.model.frame import SHUTTER, View

VIEW = View(np.array([2.0, -3.0, 1.0], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def heights(mesh, model):
    """Return the heights [m] of the vertices of a placed mesh."""
    points = np.column_stack([mesh.vertices[:, :3], np.ones(len(mesh.vertices))]) @ model
    return points[:, 2]


@pytest.mark.parametrize("preset", ["bicycle", "two-mass-skate"])
def test_wheels_touch_the_ground_and_nothing_is_below_it(preset):
    system = scenefile.load(preset).simulation().system
    look = look_for(system)
    bodies = system.bodies(memoryview(system.start()))
    for body, mesh in zip(bodies, look.meshes, strict=True):
        lowest = heights(mesh, look.model(body)).min()
        if "wheel" in body.name:
            assert lowest == pytest.approx(0.0, abs=3e-3)
        else:
            assert lowest > 0.0


def test_axles_of_the_tubes_are_those_of_the_wheels():
    system = physics.system("bicycle")
    bodies = {body.name: body for body in system.bodies(memoryview(system.start()))}
    at = geometry(system)
    for name, place in (("rear wheel", "axle"), ("front wheel", "front axle"), ("frame", "rider"), ("fork", "bars")):
        assert bodies[name].position == pytest.approx(at[place], abs=1e-12)


def test_a_skate_has_no_saddle_and_the_camera_follows_the_frame():
    assert is_skate(scenefile.load("two-mass-skate").simulation().system)
    system = physics.system("bicycle")
    assert not is_skate(system)
    look, y = look_for(system), memoryview(system.start())
    assert look.middle(system, y) == pytest.approx(look.focus, abs=1e-12)
    y[0] += 3.0
    assert look.middle(system, y) == pytest.approx(look.focus + np.array([3.0, 0.0, 0.0]), abs=1e-12)


@pytest.mark.parametrize("lean", [0.2, -0.2])
def test_the_lean_is_drawn_from_the_plumb_line_to_the_plane_of_the_frame(lean):
    system = physics.system("bicycle", {}, {"lean": lean, "yaw": 0.7})
    look, y = look_for(system), memoryview(system.start())
    frame = look.frame(system, y, VIEW, 0.0)
    before = len(frame.curves)
    look.add_overlays(frame, system, y, None)
    plumb, plane = (each.points[1] - each.points[0] for each in frame.curves[before : before + 2])
    across = look.model(system.bodies(y)[0])[1, :3]
    assert plumb[:2] == pytest.approx(0.0, abs=1e-6)
    assert plane @ across == pytest.approx(0.0, abs=1e-5)
    assert plumb @ plane == pytest.approx(np.cos(0.2) * plumb @ plumb, rel=1e-5)
    assert frame.labels[-1].text == "φ 11.5°"


def test_spokes_that_would_seem_to_turn_backwards_become_a_veil():
    """In half of a thirtieth of a second a wheel turns by a spoke; exposures of a film match by order."""
    system = physics.system("bicycle")
    look, y = look_for(system), memoryview(system.start())
    view = Camera(tuple(look.focus.tolist()), look.radius).view(1.6)
    still, fast = (look.frame(system, y, view, blur).instances for blur in (0.0, SHUTTER / 30))
    assert not any(each.veil for each in still)
    assert [each.veil for each in fast] == [False] * len(still) + [True] * 2
    assert all(a.mesh is b.mesh for a, b in zip(still, fast, strict=False))
    assert [each.opacity for each in (*still[-2:], *fast[-4:-2])] == [1.0, 1.0, 0.0, 0.0]
    reach = [np.abs(each.mesh.vertices[:, :3]).max() for each in (*fast[-2:], *fast[2:4])]
    assert 0.8 * reach[2] < reach[0] < reach[2] and 0.8 * reach[3] < reach[1] < reach[3]
