import math

import numpy as np
import pytest

from physics.bodies import inertia
from physics.bodies.parts import PlacedSolid, combine, mass_properties
from physics.shapes import outlines
from physics.shapes.solids import Box, Ellipsoid, SolidOfRevolution

UPRIGHT = np.eye(3)
ALONG_1 = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])


def cloud(solid, n=61):
    """Return the points of a grid inside the solid, (count, 3), and the volume of each."""
    reach = np.abs(solid.extremes()).max(axis=0) * 1.05
    if isinstance(solid, SolidOfRevolution):
        reach[1] = reach[0]
    axes = [np.linspace(-r, r, n) for r in reach]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    match solid:
        case Box(sides, centre):
            inside = (np.abs(points - centre) <= 0.5 * np.array(sides)).all(axis=1)
        case Ellipsoid(semi, centre):
            inside = (((points - centre) / semi) ** 2).sum(axis=1) <= 1.0
        case SolidOfRevolution(outline):
            r, z = np.array(outline).T
            order = np.argsort(z, kind="stable")
            radius = np.interp(points[:, 2], z[order], r[order], left=0.0, right=0.0)
            inside = np.hypot(points[:, 0], points[:, 1]) < radius
    return points[inside], float(np.prod(2 * reach / (n - 1)))


SOLIDS = [
    Box((0.3, 0.1, 0.2), (0.02, 0.0, -0.05)),
    Ellipsoid((0.3, 0.1, 0.2), (0.02, 0.0, -0.05)),
    SolidOfRevolution(((0.0, -0.1), (0.1, 0.0), (0.15, 0.1), (0.05, 0.3), (0.0, 0.3))),
]


@pytest.mark.parametrize("solid", SOLIDS)
def test_mass_properties_of_a_solid_match_a_sum_over_points(solid):
    mass, centre, tensor = mass_properties(solid)
    points, each = cloud(solid)
    assert mass == pytest.approx(each * len(points), rel=0.03)
    assert centre == pytest.approx(points.mean(axis=0), abs=2e-3)
    far = points - points.mean(axis=0)
    assert tensor == pytest.approx(each * ((far**2).sum() * np.eye(3) - far.T @ far), rel=0.05, abs=0.02 * tensor.max())


def test_solids_of_revolution_match_section_3_3():
    for solid, body in (
        (outlines.cone(0.15, 0.05, 0.0), inertia.cone(0.15, 0.05, 1.0)),
        (outlines.cylinder(0.15, 0.05, 0.0), inertia.cylinder(0.15, 0.05, 1.0)),
    ):
        mass, centre, tensor = mass_properties(SolidOfRevolution(solid))
        assert (mass, centre[2]) == pytest.approx((body.mass, body.z), rel=1e-14)
        assert tensor == pytest.approx(np.diag([body.I1, body.I1, body.I3]), rel=1e-14, abs=1e-20)


def test_two_halves_combine_to_the_whole_solid():
    halves = [PlacedSolid("lower", Box((0.2, 0.1, 0.3)), np.array([0.0, 0.0, 0.15]), UPRIGHT)]
    halves.append(PlacedSolid("upper", Box((0.3, 0.1, 0.2)), np.array([0.0, 0.0, 0.45]), ALONG_1))
    parts, tensor = combine(halves, 0.7)
    _, _, whole = mass_properties(Box((0.2, 0.1, 0.6)))
    assert tensor == pytest.approx(whole * 0.7 / (0.2 * 0.1 * 0.6), rel=1e-14, abs=1e-18)
    assert [part.centre[2] for part in parts] == pytest.approx([-0.15, 0.15])


def test_parts_are_placed_from_their_common_centre_of_mass():
    rod = SolidOfRevolution(outlines.cylinder(0.4, 0.01, 0.0))
    ball = Ellipsoid((0.03, 0.03, 0.03))
    parts, tensor = combine(
        [PlacedSolid("rod", rod, np.zeros(3), ALONG_1), PlacedSolid("ball", ball, np.array([0.4, 0.0, 0.0]), UPRIGHT)],
        2.0,
    )
    rod_mass, ball_mass = math.pi * 0.01**2 * 0.4, 4 / 3 * math.pi * 0.03**3
    whole = rod_mass + ball_mass
    G = (0.2 * rod_mass + 0.4 * ball_mass) / whole
    assert [part.centre[0] for part in parts] == pytest.approx([-G, 0.4 - G])
    across = rod_mass * (0.01**2 / 4 + 0.4**2 / 12 + (0.2 - G) ** 2)
    across += ball_mass * (0.4 * 0.03**2 + (0.4 - G) ** 2)
    about = rod_mass * 0.01**2 / 2 + ball_mass * 0.4 * 0.03**2
    assert tensor == pytest.approx(np.diag([about, across, across]) * 2.0 / whole, rel=1e-13, abs=1e-18)
