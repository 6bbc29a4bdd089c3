import math

import numpy as np
import pytest

from physics.bodies import contact
from physics.bodies.contact import EGG, ELLIPSOID, FIRST, RING, SPHERE, TURNED, contact_point, tilt_margin
from physics.table import support

HEAD = (1.0, 9.81, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0)


def numbers(kind, *shape, table=()):
    filled = (*HEAD, kind, *shape)
    return (*filled, *(0.0,) * (15 - len(filled)), *table)


def tabled(function, quarter=64):
    return numbers(TURNED, 15, quarter, 0.5 * math.pi / quarter, table=support.table(function, quarter))


CONE = ((0.0, 0.0), (0.03, 0.05), (0.0, 0.05))
BODIES = {
    "sphere": numbers(SPHERE, 0.02, 0.006),
    "ellipsoid": numbers(ELLIPSOID, 0.2**2, 0.03**2, 0.02**2, 0.002, -0.001, -0.01),
    "disk": numbers(RING, 0.05, 0.0),
    "coin": numbers(RING, 0.05, 0.004),
    "egg": numbers(EGG, 0.02**2, 0.03**2, support.egg_kappa(0.02, 0.03, 0.4), 0.003),
    "egg from a table": tabled(support.egg(0.02, 0.03, 0.4)),
    "cone": tabled(support.offset_outline(support.rounded_outline(CONE, 0.1), edge=0.002, height=0.03), 126),
}


def directions(count, seed=1):
    found = np.random.default_rng(seed).normal(size=(count, 3))
    return found / np.linalg.norm(found, axis=1)[:, None]


def at(gamma, p, rate=(0.0, 0.0, 0.0)):
    found = np.array(contact_point(*map(float, gamma), *map(float, rate), p))
    return found[:3], found[3:]


@pytest.mark.parametrize("name", BODIES)
def test_the_velocity_is_that_of_the_contact_point_by_differences(name):
    p = BODIES[name]
    rng = np.random.default_rng(2)
    for gamma in directions(200):
        axis = rng.normal(size=3)
        rate = np.cross(gamma, axis)

        def moved(t, gamma=gamma, rate=rate):
            size = np.linalg.norm(rate)
            return math.cos(size * t) * gamma + math.sin(size * t) * rate / size

        step = 1e-5
        numeric = (at(moved(step), p)[0] - at(moved(-step), p)[0]) / (2 * step)
        assert at(gamma, p, rate)[1] == pytest.approx(numeric, abs=2e-7 * np.linalg.norm(rate))


@pytest.mark.parametrize("name", BODIES)
def test_the_tangent_plane_at_the_contact_is_the_table(name):
    """When gamma rotates, X moves perpendicular to it: gamma·V = 0."""
    p = BODIES[name]
    for gamma, axis in zip(directions(200), directions(200, seed=3), strict=True):
        _, V = at(gamma, p, np.cross(gamma, axis))
        assert gamma @ V == pytest.approx(0.0, abs=1e-9)


def ball(count=200):
    theta, phi = np.meshgrid(np.linspace(0, np.pi, count), np.linspace(0, 2 * np.pi, 2 * count))
    return np.stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)], -1).reshape(-1, 3)


MESHES = {
    "sphere": np.array([0.0, 0.0, 0.006]) + 0.02 * ball(),
    "ellipsoid": np.array([0.002, -0.001, -0.01]) + np.array([0.2, 0.03, 0.02]) * ball(),
    "disk": np.array([(0.05 * math.cos(a), 0.05 * math.sin(a), 0.0) for a in np.linspace(0, 2 * math.pi, 4000)]),
}


@pytest.mark.parametrize("name", MESHES)
def test_no_point_of_the_surface_is_lower(name):
    mesh, p = MESHES[name], BODIES[name]
    for gamma in directions(20):
        X = at(gamma, p)[0]
        lowest = (mesh @ gamma).min()
        assert X @ gamma <= lowest + 1e-15
        assert X @ gamma == pytest.approx(lowest, abs=5e-5 * np.abs(mesh).max())
        assert np.linalg.norm(mesh - X, axis=1).min() < 0.02 * np.abs(mesh).max()


def test_a_coin_is_a_disk_offset_by_its_edge_radius():
    for gamma in directions(50):
        assert at(gamma, BODIES["coin"])[0] == pytest.approx(at(gamma, BODIES["disk"])[0] - 0.004 * gamma, abs=1e-17)


def test_a_table_of_a_spheroid_touches_like_the_ellipsoid_it_is():
    table, exact = tabled(support.egg(0.02, 0.03, 0.0)), numbers(ELLIPSOID, 0.02**2, 0.02**2, 0.03**2, 0.0, 0.0, 0.0)
    for gamma, axis in zip(directions(300), directions(300, seed=3), strict=True):
        rate = 10 * np.cross(gamma, axis)
        (X, V), (Y, W) = at(gamma, table, rate), at(gamma, exact, rate)
        assert pytest.approx(Y, abs=1e-15) == X
        assert pytest.approx(W, abs=1e-12) == V


def test_contact_of_an_egg_matches_its_table_and_an_ellipsoid_without_taper():
    """Their surfaces agree, X and its velocity to rounding, with G off the middle."""
    for taper in (0.0, 0.4, -0.3):
        egg = numbers(EGG, 0.02**2, 0.03**2, support.egg_kappa(0.02, 0.03, taper), 0.003)
        others = [tabled(support.offset_outline(support.egg(0.02, 0.03, taper), height=0.003))]
        if taper == 0.0:
            others.append(numbers(ELLIPSOID, 0.02**2, 0.02**2, 0.03**2, 0.0, 0.0, -0.003))
        for gamma, axis in zip(directions(100), directions(100, seed=3), strict=True):
            rate = 10 * np.cross(gamma, axis)
            X, V = at(gamma, egg, rate)
            for other in others:
                Y, W = at(gamma, other, rate)
                assert pytest.approx(Y, abs=1e-15) == X
                assert pytest.approx(W, abs=1e-12) == V


@pytest.mark.parametrize("name", ["sphere", "egg", "cone"])
@pytest.mark.parametrize("pole", [1.0, -1.0])
def test_contact_is_continuous_at_the_vertical_axis(name, pole):
    p = BODIES[name]
    rate = np.array([0.3, -0.7, 0.0])
    for tilt in (0.0, 1e-12, 1e-9, 3e-9, 1e-6):
        X, V = at((0.6 * tilt, 0.8 * tilt, pole), p, rate)
        X0, V0 = at((0.0, 0.0, pole), p, rate)
        assert pytest.approx(X0, abs=1e-6 + 10 * tilt) == X
        assert pytest.approx(V0, abs=1e-9 + 100 * tilt) == V


def test_a_flat_disk_has_a_negative_margin_and_finite_contact():
    p = BODIES["disk"]
    for gamma in ((0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (1e-300, 0.0, 1.0)):
        assert np.isfinite(at(gamma, p, (1.0, 1.0, 0.0))).all()
        assert tilt_margin(*gamma, p) < 0.0
    for g1, g2 in ((0.6, 0.0), (0.0, -0.6), (-0.36, 0.48)):
        assert tilt_margin(g1, g2, 0.8, p) == pytest.approx(0.6 - contact.FLAT, rel=1e-14)
    assert tilt_margin(0.0, 0.0, 1.0, BODIES["egg"]) > 0.0


def test_the_table_is_mirrored_by_the_opposite_taper():
    """An inverted egg is the egg with the opposite taper."""
    one, other = tabled(support.egg(0.02, 0.03, 0.4)), tabled(support.egg(0.02, 0.03, -0.4))
    for gamma in directions(50):
        X, Y = at(gamma, one)[0], at(gamma * (1, 1, -1), other)[0]
        assert pytest.approx(Y * (1, 1, -1), abs=1e-15) == X
    assert one[FIRST] == 15


def test_contact_is_continuous_between_table_rows():
    """h is continuous to its eighth derivative; `contact_point` reads h and its first two."""
    quarter = 126
    p, u = BODIES["cone"], 0.5 * math.pi / quarter
    rows = np.array(p[15:]).reshape(2, quarter, 10)
    for half in rows:
        for order in range(9):
            ends = [sum(math.perm(m, order) * row[m] for m in range(order, 10)) for row in half[:-1]]
            starts = math.factorial(order) * half[1:, order]
            assert starts == pytest.approx(ends, abs=2e-15), order
    down, up = rows
    for order in range(9):  # where both halves meet, at the equator, one is read backwards
        one, other = (sum(math.perm(m, order) * half[-1, m] for m in range(order, 10)) for half in (down, up))
        assert one == pytest.approx((-1) ** order * other, abs=2e-15), order
    theta = np.linspace(0.0, math.pi, 999)
    read = np.array([contact._table(math.sin(each), math.cos(each), p) for each in theta])
    exact = np.array(support.offset_outline(support.rounded_outline(CONE, 0.1), edge=0.002, height=0.03)(theta)).T
    assert read[:, 0] == pytest.approx(exact[:, 0], abs=2e-8)
    assert read[:, 2] == pytest.approx(exact[:, 2], abs=1e-4)
    assert u == p[FIRST + 2]
