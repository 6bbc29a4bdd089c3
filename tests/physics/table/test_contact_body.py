import math

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.bodies.contact import KIND, TURNED
from physics.shapes.solids import Ellipsoid
from physics.table.contact_body import ContactBody
from physics.table.rolling import contact_at, height
from physics.table.rolling_body import RollingBody
from tests.reference import case

SHAPES = RollingBody.fields["shape"].options


def lying(body, theta):
    """Return a state of the body at rest with its axis at this tilt."""
    return memoryview(body.replace(initial={"theta": theta, "phi_dot": 0.0}).start())


def test_a_homogeneous_offset_sphere_is_the_truncated_sphere_of_the_paper():
    expected = case("tops/inertia_table")["expected"]["truncated_R2_h1_rho700"]
    body = RollingBody({"alpha": 0.125, "radius": 0.02, "mass": expected["m"]})
    assert np.diag(body.inertia_matrix) == pytest.approx([expected["I1"], expected["I1"], expected["I3"]], rel=1e-13)
    cut = RollingBody({"shape": "truncated sphere", "cut": 0.01, "mass": expected["m"]})
    assert cut.inertia_matrix == pytest.approx(body.inertia_matrix, rel=1e-13)


def test_a_given_inertia_is_used_unchanged():
    given = {"inertia": "given", "I1": 3e-6, "I2": 4e-6, "I3": 5e-6, "I12": 1e-7, "I13": 2e-7, "I23": -3e-7}
    matrix = RollingBody(given).inertia_matrix
    assert matrix.tolist() == [[3e-6, 1e-7, 2e-7], [1e-7, 4e-6, -3e-7], [2e-7, -3e-7, 5e-6]]
    assert tuple(RollingBody(given).p[2:8]) == (3e-6, 4e-6, 5e-6, 1e-7, 2e-7, -3e-7)
    assert not RollingBody(given).symmetric
    assert RollingBody().symmetric


@pytest.mark.parametrize(
    ("shape", "upright", "inverted"),
    [
        ({"shape": "offset sphere", "alpha": 0.125}, 0.0175, 0.0225),
        ({"shape": "truncated sphere"}, 0.0175, 0.0125),
        ({"shape": "ellipsoid"}, 0.03, 0.03),
        ({"shape": "cone", "length": 0.06, "edge": 0.002}, 0.047, 0.017),
        ({"shape": "profile", "inertia": "given", "distance": 0.02}, 0.02, 0.031),
        ({"shape": "egg", "inertia": "given", "distance": 0.028}, 0.028, 0.032),
        ({"shape": "truncated sphere", "inertia": "given", "distance": 0.018}, 0.018, 0.012),
    ],
)
def test_height_of_G_of_upright_and_inverted_bodies(shape, upright, inverted):
    body = RollingBody(shape)
    bulge = 0.1 / 4 * 0.04 if body.p[KIND] == TURNED and body.shape != "egg" else 1e-15
    assert height(lying(body, 0.0), body.p) == pytest.approx(upright, abs=bulge)
    assert height(lying(body, math.pi), body.p) == pytest.approx(inverted, abs=bulge)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_drawn_solid_touches_the_table(shape):
    """The lowest point of the solid is close to the height of the contact."""
    body = RollingBody({"shape": shape})
    for theta in (0.3, 1.0, 1.5, 2.2, 2.9):
        y = lying(body, theta)
        solid = body.bodies(y)[0].solid
        gamma = np.array([0.0, math.sin(theta), math.cos(theta)])
        if isinstance(solid, Ellipsoid):
            lowest = -np.linalg.norm(np.array(solid.axes) * gamma)
        else:
            r, z = np.array(solid.outline).T
            lowest = (z * gamma[2] - r * gamma[1]).min()
        cut = (shape == "offset sphere" and theta > 2.0) or (shape == "two balls" and theta > 0.5 * math.pi)
        assert cut or lowest == pytest.approx(-height(y, body.p), abs=0.02 * 0.05)


def test_a_peg_has_a_ball_far_below_its_body():
    peg = {"shape": "offset sphere", "radius": 3e-3, "alpha": -10.0, "inertia": "given"}
    body = RollingBody(peg)
    rows = np.array(body.solid.outline)
    assert rows[0] == pytest.approx([0.0, -0.033])
    assert rows[:, 0].max() > 0.01
    assert (np.diff(rows[:, 1]) >= 0.0).all()
    assert height(lying(body, 0.0), body.p) == pytest.approx(0.033)


def test_tables_follow_the_numbers_of_the_system():
    body = RollingBody({"shape": "egg"})
    plain, moved = body.numbers(), body.numbers(own=(1.0, 2.0, 3.0))
    assert moved[15:18] == (1.0, 2.0, 3.0)
    assert moved[18:] == plain[15:]
    y = memoryview(body.start())
    assert contact_at(y, moved) == contact_at(y, plain)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"shape": "truncated sphere", "cut": 0.05}, "cut = 0.05 m: must be less than twice the radius"),
        ({"shape": "egg", "axis_3": 0.01, "taper": 0.9}, "taper = 0.9"),
        ({"alpha": -0.1}, "alpha = -0.1: .* when inertia is given"),
        ({"alpha": 1.0}, "alpha = 1"),
        ({"inertia": "given", "I1": 5e-7}, "larger than the other two"),
        ({"inertia": "given", "I12": 1e-5}, "positive definite"),
        ({"I1": 1e-6}, "inertia is given, not homogeneous"),
        ({"shape": "ellipsoid", "centre_3": 0.01}, "inertia is given"),
        ({"shape": "egg", "axis_2": 0.01}, "shape is ellipsoid"),
    ],
)
def test_inconsistent_parameters_are_refused(given, message):
    with pytest.raises(BadInput, match=message):
        RollingBody(given)


def test_a_profile_touches_by_its_hull_and_weighs_by_its_outline():
    hollow = ((0.0, 0.0), (0.02, 0.01), (0.002, 0.02), (0.02, 0.03), (0.0, 0.04))
    full = ((0.0, 0.0), (0.02, 0.01), (0.02, 0.03), (0.0, 0.04))
    one, other = (RollingBody({"shape": "profile", "profile": rows}) for rows in (hollow, full))
    for theta in (0.2, 1.0, 1.6, 2.5):
        y = lying(one, theta)
        assert contact_at(y, one.p) == pytest.approx(contact_at(y, other.p), abs=1e-15)
    assert one.inertia_matrix[0, 0] > 1.05 * other.inertia_matrix[0, 0]


def test_every_shape_is_an_option_that_can_be_chosen_alone():
    for shape in SHAPES:
        body = RollingBody({"shape": shape})
        assert np.isfinite(body.p).all()
        assert issubclass(type(body), ContactBody)
    assert physics.system_class("rolling-body") is RollingBody
