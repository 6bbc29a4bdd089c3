"""Euler's angles as arcs: which are drawn, and their opacity."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pyrr import Matrix44

from game.looks.kit.euler_angle_arcs import BLURRED, LARGE, SMALL, add_angles, add_tilt, length_seen
from game.model.frame import SceneFrame, View
from physics.maths.quaternion import from_euler

SIZE = 0.1


def frame(distance: float = 0.5) -> SceneFrame:
    """Return an empty frame seen from the side and a little from above."""
    eye = np.array([0.3, -1.0, 0.5]) * distance / 1.16
    view = np.array(Matrix44.look_at(eye, (0, 0, 0), (0, 0, 1)), np.float32)
    projection = np.array(Matrix44.perspective_projection(32.0, 1.6, 0.02, 50.0), np.float32)
    return SceneFrame(View(eye.astype(np.float32), view, projection), np.zeros(3, np.float32), SIZE)


def shown(theta: float, distance: float = 0.5, turned: float = 0.0) -> dict[str, float]:
    """Return the opacities of the labelled arcs."""
    picture = frame(distance)
    add_angles(picture, from_euler(0.9, theta, 0.7), np.zeros(3), SIZE, turned)
    return {arrow.label: arrow.opacity for arrow in picture.arrows} | {word.text: 1.0 for word in picture.labels}


def test_a_tilted_body_shows_all_angles() -> None:
    found = shown(0.8)
    assert found.keys() == {"i", "j", "k", "1", "2", "ψ", "θ", "φ", "N"}
    assert found["ψ"] == found["θ"] == found["φ"] == 1.0


def test_an_upright_body_has_no_line_of_nodes_and_no_angles_from_it() -> None:
    assert shown(0.005).keys() == {"i", "j", "k", "1", "2"}


def test_arcs_fade_in_as_the_body_tilts() -> None:
    for name in ("ψ", "θ", "φ"):
        seen = [shown(theta).get(name, 0.0) for theta in np.linspace(0.0, 0.3, 61)]
        assert seen[0] == 0.0 < seen[-1] == 1.0
        assert np.diff(seen).min() >= 0.0
        assert np.diff(seen).max() < 0.25, name


def test_arcs_small_on_the_screen_are_left_out() -> None:
    assert "θ" in shown(0.3)
    assert "θ" not in shown(0.3, distance=6.0)


@pytest.mark.parametrize(("turned", "least", "most"), [(0.2, 1.0, 1.0), (0.31, 0.2, 0.8), (0.4, 0.0, 0.0)])
def test_arcs_that_turn_too_fast_fade(turned: float, least: float, most: float) -> None:
    found = shown(0.8, turned=turned)
    for name in ("φ", "1", "2"):
        assert least <= found.get(name, 0.0) <= most
    assert found["ψ"] == 1.0


def test_theta_alone_fades_in_with_the_tilt() -> None:
    for angle, there in ((0.01, False), (0.4, True)):
        picture = frame()
        add_tilt(picture, np.array([math.sin(angle), 0.0, math.cos(angle)]), np.zeros(3), SIZE, np.zeros(3))
        assert bool(picture.arrows) == bool(picture.curves) == there


@pytest.mark.parametrize(("turned", "least", "most"), [(0.2, 1.0, 1.0), (0.31, 0.2, 0.8), (0.4, 0.0, 0.0)])
def test_theta_alone_fades_where_its_plane_turns_too_fast(turned: float, least: float, most: float) -> None:
    """A turn about the axis itself, however fast, leaves the plane where it is."""
    axis, picture = np.array([math.sin(0.4), 0.0, math.cos(0.4)]), frame()
    add_tilt(picture, axis, np.zeros(3), SIZE, np.array([0.0, 0.0, turned]) + 9.0 * axis)
    assert least <= max((arrow.opacity for arrow in picture.arrows), default=0.0) <= most
    assert bool(picture.curves) == (most > 0.0)


def test_theta_alone_goes_once_while_a_top_rises_with_nutation() -> None:
    """The rate of its plane crosses the limit in each turn of the nutation, while its end goes ever farther."""
    seen, rates = [], []
    for time in np.linspace(0.0, 1.0, 121):
        sine = 0.12 * (1.0 + 0.25 * math.cos(50.0 * time))
        rates.append((0.03 + 0.05 * time) / sine)
        axis, picture = np.array([sine, 0.0, math.sqrt(1.0 - sine * sine)]), frame()
        add_tilt(picture, axis, np.zeros(3), SIZE, np.array([0.0, 0.0, rates[-1]]))
        seen.append(bool(picture.arrows))
    assert np.count_nonzero(np.diff(np.array(rates) > BLURRED)) > 5
    assert seen[0] and not seen[-1] and np.count_nonzero(np.diff(seen)) == 1


def test_screen_lengths_match_the_projection() -> None:
    view = frame().view
    line = np.array([(-0.02, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.03)], np.float32)
    places = np.array([view.project(point, (1600, 1000)) for point in line])
    expected = np.linalg.norm(np.diff(places, axis=0), axis=1).sum() / 1000
    assert length_seen(line, view) == pytest.approx(expected, rel=1e-4)
    assert length_seen(line + 2.5 * view.eye, view) == 0.0, "behind the eye"
    assert SMALL < LARGE
