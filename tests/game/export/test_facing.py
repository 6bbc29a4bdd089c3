"""Axes that turn with the view, and the sides from which it is looked up what hangs on them."""

import math

import numpy as np
import pytest

from game.camera.camera import Camera
from game.export.facing import facing_models, views_aside

MIDDLE = np.array([0.3, -0.2, 0.5])


def view(azimuth=-60.0, elevation=20.0, radius=1.0):
    camera = Camera(tuple(MIDDLE), radius)
    camera.set_pose({"azimuth": azimuth, "elevation": elevation})
    camera.settle()
    return camera.view(16 / 9)


def seen(of, points):
    """Where a view has points: to the right, up, and towards the eye [m]."""
    rows = np.column_stack([points, np.ones(len(points))])
    return (rows @ np.asarray(of.view, float))[:, :3]


def test_the_axes_of_the_picture_are_to_the_right_up_and_towards_the_eye():
    of = view()
    picture = facing_models(of, MIDDLE, [])[0]
    assert picture[3] == pytest.approx([*MIDDLE, 1.0]) and picture[:3, 3].tolist() == [0.0, 0.0, 0.0]
    steps = seen(of, MIDDLE + picture[:3, :3]) - seen(of, [MIDDLE])
    assert steps == pytest.approx(np.eye(3), abs=1e-5)


@pytest.mark.parametrize(("azimuth", "radius"), [(-60.0, 1.0), (10.0, 0.02), (170.0, 1.0)])
def test_the_upright_axes_stand_although_the_eye_looks_down(azimuth, radius):
    of = view(azimuth, radius=radius)
    _, upright = facing_models(of, MIDDLE, [])
    away = MIDDLE - np.asarray(of.eye, float)
    assert upright[2].tolist() == [0.0, 0.0, 1.0, 0.0] and upright[3] == pytest.approx([*MIDDLE, 1.0])
    assert upright[1, :2] == pytest.approx(away[:2] / math.hypot(*away[:2]), abs=1e-6)
    assert np.cross(upright[0, :3], upright[1, :3]) == pytest.approx([0.0, 0.0, 1.0])
    assert seen(of, [MIDDLE + upright[0, :3]])[0, 0] > 0.9, "to the right"


def test_each_body_has_upright_axes_of_its_own():
    body = np.eye(4)
    body[:3, :3], body[3, :3] = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0], (1.0, 2.0, 3.0)
    _, upright, first, second = facing_models(view(), MIDDLE, [np.eye(4), body])
    assert first[:3] == pytest.approx(upright[:3]) and first[3].tolist() == [0.0, 0.0, 0.0, 1.0]
    assert second == pytest.approx(np.vstack([first[:3] @ body, body[3:]]))


def test_an_eye_above_the_middle_has_finite_axes():
    of = view()
    assert np.isfinite(facing_models(of, np.array([of.eye[0], of.eye[1], 0.0]), [np.eye(4)])).all()


@pytest.mark.parametrize("radius", [1.0, 0.02])
def test_from_aside_the_camera_has_gone_round_the_vertical_and_looks_at_the_same(radius):
    of = view(radius=radius)
    behind, aside = views_aside(of)
    assert behind.eye == pytest.approx(np.array([-of.eye[0], -of.eye[1], of.eye[2]]), abs=1e-5)
    start, end = np.asarray(of.eye, float), np.asarray(aside.eye, float)
    turn = math.atan2(start[0] * end[1] - start[1] * end[0], start[:2] @ end[:2])
    assert abs(turn) == pytest.approx(2.0, abs=1e-5)
    rise = [math.atan2(eye[2], math.hypot(eye[0], eye[1])) for eye in (start, end)]
    assert rise[1] - rise[0] == pytest.approx(0.2, abs=1e-5)
    for each in (behind, aside):
        assert np.linalg.norm(each.eye) == pytest.approx(np.linalg.norm(of.eye), rel=1e-6)
        assert seen(each, [each.eye]) == pytest.approx(np.zeros((1, 3)), abs=1e-5)
        axes = np.asarray(each.view, float)[:3, :3]
        assert axes.T @ axes == pytest.approx(np.eye(3), abs=1e-6) and np.linalg.det(axes) > 0.0
        assert seen(each, np.zeros((1, 3))) == pytest.approx(seen(of, np.zeros((1, 3))), abs=1e-5)
        assert each.projection is of.projection and each.view.dtype == np.float32


def test_an_eye_on_the_vertical_is_turned_too():
    of = view(elevation=89.0)
    above = type(of)(np.array([0.0, 0.0, 3.0]), of.view, of.projection)
    assert all(np.isfinite(each.view).all() for each in views_aside(above))
