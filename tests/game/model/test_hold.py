"""What parts of a picture hang on, and the places that follow from it."""

import numpy as np
import pytest

from game.looks.kit import shapes
from game.model.frame import hung
from game.model.hold import OnBody, World, is_same, placed, placed_points

RANDOM = np.random.default_rng(3)


def matrix(dtype=float):
    found = np.eye(4, dtype=dtype)
    found[:3, :3], found[3, :3] = np.linalg.qr(RANDOM.normal(size=(3, 3)))[0], RANDOM.normal(size=3)
    return found


LOCAL, POSE = matrix(np.float32), [matrix(), matrix()]
HOLDS = [World(), World(LOCAL), OnBody(0), OnBody(1), OnBody(1, LOCAL)]


def test_what_stands_is_where_it_is_said_to_be_in_any_pose():
    assert np.array_equal(placed(World(), []), np.eye(4)) and np.array_equal(placed(World(LOCAL), POSE), LOCAL)


def test_what_is_on_a_body_goes_with_it():
    assert np.array_equal(placed(OnBody(1), POSE), POSE[1].astype(np.float32))
    assert placed(OnBody(1, LOCAL), POSE) == pytest.approx(LOCAL @ POSE[1], abs=1e-6)


@pytest.mark.parametrize("hold", HOLDS)
def test_places_are_in_single_precision(hold):
    assert placed(hold, POSE).dtype == np.float32
    assert placed_points(hold, RANDOM.normal(size=(4, 3)), POSE).dtype == np.float32


@pytest.mark.parametrize("hold", [World(), OnBody(0), OnBody(1)])
def test_points_go_where_a_matrix_takes_them(hold):
    points = RANDOM.normal(size=(5, 3))
    expected = (np.column_stack([points, np.ones(5)]) @ placed(hold, POSE))[:, :3]
    assert placed_points(hold, points, POSE) == pytest.approx(expected, abs=1e-6)
    assert placed_points(hold, points[0], POSE) == pytest.approx(expected[0], abs=1e-6)


def test_holds_are_the_same_by_their_numbers():
    for i, first in enumerate(HOLDS):
        for k, second in enumerate(HOLDS):
            assert is_same(first, second) == (i == k)
    assert is_same(OnBody(1, LOCAL), OnBody(1, LOCAL.copy()))
    assert not is_same(OnBody(1, LOCAL), OnBody(1, LOCAL + 1.0)) and not is_same(World(LOCAL), OnBody(0, LOCAL))


@pytest.mark.parametrize("hold", HOLDS)
def test_a_hung_mesh_is_where_it_says(hold):
    mesh = shapes.sphere(0.1)
    found = hung(mesh, hold, POSE, roughness=0.25, framed=False)
    assert found.mesh is mesh and found.on is hold and np.array_equal(found.model, placed(hold, POSE))
    assert (found.roughness, found.framed) == (0.25, False)
