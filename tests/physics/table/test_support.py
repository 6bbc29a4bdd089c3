import math

import numpy as np
import pytest

from physics.bodies import inertia
from physics.table import support

THETA = np.linspace(0.0, math.pi, 1501)
TOP = ((0.0, 0.0), (0.004, 0.001), (0.012, 0.006), (0.020, 0.014), (0.010, 0.018), (0.010, 0.030), (0.0, 0.031))


def highest(points, theta):
    """Return the support function of points (r, z) by a maximum over all of them."""
    normals = np.column_stack([np.sin(theta), -np.cos(theta)])
    return (normals @ np.asarray(points).T).max(axis=1)


@pytest.mark.parametrize(
    "function",
    [support.egg(0.02, 0.03, 0.5), support.rounded_outline(TOP, 0.1), support.truncated_sphere(0.02, 0.01, 0.1)],
)
def test_derivatives_of_h_match_differences(function):
    step = 1e-4
    (ahead, slope_ahead, _), (behind, slope_behind, _) = function(THETA + step), function(THETA - step)
    _, slope, bend = function(THETA)
    assert (ahead - behind) / (2 * step) == pytest.approx(slope, abs=1e-6)
    assert (slope_ahead - slope_behind) / (2 * step) == pytest.approx(bend, abs=2e-4)


def test_an_egg_has_the_stated_curvatures_at_its_ends():
    a, c, taper = 0.02, 0.03, 0.3
    h, slope, bend = support.egg(a, c, taper)(np.array([0.0, math.pi]))
    assert h == pytest.approx([c, c], rel=1e-15)
    assert slope == pytest.approx([0.0, 0.0], abs=1e-17)
    assert h + bend == pytest.approx([(1 + taper) * a * a / c, (1 - taper) * a * a / c], rel=1e-13)


def test_the_hull_omits_points_that_cannot_touch():
    corners = support.convex_hull(TOP)
    assert not any(np.allclose(corner, (0.010, 0.018)) for corner in corners)
    assert corners[:, 0].min() == -0.020
    edges = np.roll(corners, -1, axis=0) - corners
    turns = edges[:, 0] * np.roll(edges, -1, axis=0)[:, 1] - edges[:, 1] * np.roll(edges, -1, axis=0)[:, 0]
    assert (turns > 0.0).all(), "counterclockwise and convex"


@pytest.mark.parametrize("width", [0.02, 0.1, 0.3])
def test_a_rounded_profile_is_convex_and_slightly_larger_than_its_hull(width):
    h, slope, bend = support.rounded_outline(TOP, width)(THETA)
    true = highest([(side * r, z) for r, z in TOP for side in (1, -1)], THETA)
    assert (h + bend).min() > -1e-12
    assert (h - true).min() > -1e-15
    assert (h - true).max() < width / 4 * 0.025
    assert abs(slope[0]) < 1e-15
    assert abs(slope[-1]) < 1e-15


def test_corners_do_not_move_outside_the_rounded_faces():
    cone = ((0.0, 0.0), (0.03, 0.05), (0.0, 0.05))
    h, slope, _ = support.rounded_outline(cone, 0.1)(THETA)
    r, z = h * np.sin(THETA) + slope * np.cos(THETA), -h * np.cos(THETA) + slope * np.sin(THETA)
    side = math.atan2(0.05, 0.03)
    on_apex, on_rim = side - 0.1 > THETA, (side + 0.1 < THETA) & (math.pi - 0.1 > THETA)
    assert np.hypot(r[on_apex], z[on_apex]).max() < 1e-16
    assert np.hypot(r[on_rim] - 0.03, z[on_rim] - 0.05).max() < 1e-16
    assert on_apex.sum() > 100 and on_rim.sum() > 100


def test_a_finely_sampled_sphere_rolls_like_a_sphere():
    angles = np.linspace(0.0, math.pi, 400)
    rows = tuple(zip(0.02 * np.sin(angles), -0.02 * np.cos(angles), strict=True))
    h, _, bend = support.rounded_outline(rows, 0.05)(THETA)
    assert h == pytest.approx(np.full_like(h, 0.02), rel=2e-4)
    assert h + bend == pytest.approx(np.full_like(h, 0.02), rel=1e-2)


@pytest.mark.parametrize(("cut", "width"), [(0.01, 0.1), (0.03, 0.1), (0.01, 0.02), (0.0002, 0.3)])
def test_a_truncated_sphere_is_a_sphere_below_its_rim_and_convex_above(cut, width):
    """If the rim is nearer to the pole than two widths, its roundings overlap."""
    end = math.acos(cut / 0.02 - 1.0)
    h, slope, bend = support.truncated_sphere(0.02, cut, width)(THETA)
    below = end - width > THETA
    assert (h[below] == 0.02).all() and not slope[below].any() and not bend[below].any()
    assert (h + bend).min() > -1e-16
    assert slope[[0, -1]] == pytest.approx([0.0, 0.0], abs=1e-17)
    true = np.where(end > THETA, 0.02, 0.02 * np.cos(THETA - end))
    assert np.abs(h - true).max() < width / 4 * 2 * 0.02 * math.sin(end) + width**2 * 0.002
    if end + width < math.pi - width:
        on_rim = (end + width < THETA) & (math.pi - width > THETA)
        r, z = (h * np.sin(THETA) + slope * np.cos(THETA))[on_rim], (slope * np.sin(THETA) - h * np.cos(THETA))[on_rim]
        shrunk = math.hypot(r[0], z[0]) / 0.02
        assert 1.0 - 0.05 * width**2 < shrunk < 1.0
        assert r == pytest.approx(np.full_like(r, 0.02 * shrunk * math.sin(end)), abs=1e-16)
        assert z == pytest.approx(np.full_like(z, -0.02 * shrunk * math.cos(end)), abs=1e-16)


def test_a_truncated_sphere_is_the_limit_of_its_smoothed_pieces():
    """The pieces are larger by a fraction of the square of the width, since each edge becomes a longer arc."""
    angles = np.linspace(0.0, math.acos(0.01 / 0.02 - 1.0), 801).tolist()
    rows = tuple((0.02 * math.sin(angle), -0.02 * math.cos(angle)) for angle in angles)
    pieces = np.array(support.rounded_outline(rows, 0.1)(THETA))
    whole = np.array(support.truncated_sphere(0.02, 0.01, 0.1)(THETA))
    assert pieces == pytest.approx(whole * pieces[0, 0] / 0.02, abs=4e-6)
    assert pieces[0, 0] / 0.02 == pytest.approx(1.0, abs=5e-4)


def test_an_offset_outline_matches_its_radius_and_origin():
    egg = support.egg(0.02, 0.03, 0.3)
    moved = support.offset_outline(egg, edge=0.002, height=0.01)
    for tilt in (0.3, 1.2, 2.5):
        (r, z), (R, Z) = (support.meridian(each, np.array([tilt]))[0] for each in (egg, moved))
        assert pytest.approx(r + 0.002 * math.sin(tilt), abs=1e-16) == R
        assert pytest.approx(z - 0.002 * math.cos(tilt) - 0.01, abs=1e-16) == Z


def test_a_solid_of_a_support_function_has_the_inertia_of_a_spheroid():
    about = support.solid_inertia(support.egg(0.02, 0.03, 0.0)).scaled_to(0.1)
    fifth = 0.1 / 5
    assert about == pytest.approx((0.1, fifth * (0.02**2 + 0.03**2), fifth * 2 * 0.02**2, 0.0), rel=1e-13, abs=1e-17)
    assert support.solid_inertia(support.egg(0.02, 0.03, 0.0)).mass == pytest.approx(4 / 3 * math.pi * 0.02**2 * 0.03)


def test_a_solid_of_an_egg_is_the_limit_of_its_slices():
    egg = support.egg(0.02, 0.03, 0.4)
    exact, sliced = (
        support.solid_inertia(egg),
        inertia.revolved(support.meridian(egg, np.linspace(0, math.pi, 4001)), 1.0),
    )
    assert np.array(sliced) == pytest.approx(np.array(exact), rel=2e-6)
    assert exact.z < -0.001, "the blunt end is the lower one"


def test_a_cone_of_straight_pieces_has_the_inertia_of_the_formula():
    rows, whole = ((0.0, 0.0), (0.02, 0.06), (0.05, 0.15)), inertia.cone(0.15, 0.05, 100.0)
    assert np.array(inertia.revolved(rows, 100.0)) == pytest.approx(np.array(whole), rel=1e-14)


def test_least_curvature_is_negative_for_a_concave_egg():
    assert support.least_curvature(support.egg(0.02, 0.03, 0.5)) > 0.0
    assert support.least_curvature(support.egg(0.03, 0.01, 0.9)) < 0.0
