"""What parts of a picture hang on, and the places that follow from it."""

import numpy as np
import pytest

from game.looks.kit import shapes
from game.looks.kit.curve_frames import Rope, Strand
from game.model.frame import hung
from game.model.hold import (
    Aimed,
    Anchor,
    At,
    Between,
    ByPhase,
    Moving,
    OnBody,
    RopePiece,
    World,
    fixed_on,
    is_same,
    place_of,
    placed,
    placed_points,
)

RANDOM = np.random.default_rng(3)


def matrix(dtype=float):
    found = np.eye(4, dtype=dtype)
    found[:3, :3], found[3, :3] = np.linalg.qr(RANDOM.normal(size=(3, 3)))[0], RANDOM.normal(size=3)
    return found


LOCAL, POSE = matrix(np.float32), [matrix(), matrix()]
RIGID = [World(), World(LOCAL), OnBody(0), OnBody(1), OnBody(1, LOCAL)]
LOW, HIGH = Anchor(0, (0.1, 0.2, 0.3)), Anchor(1, (0.0, -0.4, 0.1))
ROPE = Rope((LOW, Anchor(-1, (0.0, 0.0, 2.0)), HIGH), (Strand(np.full(4, 0.02)), Strand(0.01)), 2)
HOLDS = [
    *RIGID, OnBody(1, above=0.5), At(LOW, LOCAL), At(HIGH, LOCAL), Between(LOW, HIGH, (0.1, 0.2)),
    Between(LOW, HIGH, (0.1, 0.2), (-1.0, 1.0)), Aimed(LOW, HIGH, (0.1, 0.2, 0.3)), Aimed(LOW, HIGH, (0.1, 0.2, -0.3)),
    RopePiece(ROPE, 0, 1), RopePiece(ROPE, 0, 2), RopePiece(ROPE, 1, 1), RopePiece(ROPE, 0, 1, stiff=True),
    ByPhase((((1.0,), World(LOCAL)), ((), OnBody(1)))),
]  # fmt: skip


def test_what_stands_is_where_it_is_said_to_be_in_any_pose():
    assert np.array_equal(placed(World(), []), np.eye(4)) and np.array_equal(placed(World(LOCAL), POSE), LOCAL)


def test_what_is_on_a_body_goes_with_it():
    assert np.array_equal(placed(OnBody(1), POSE), POSE[1].astype(np.float32))
    assert placed(OnBody(1, LOCAL), POSE) == pytest.approx(LOCAL @ POSE[1], abs=1e-6)


@pytest.mark.parametrize("hold", HOLDS)
def test_matrices_are_in_single_precision(hold):
    assert placed(hold, POSE).dtype == np.float32


@pytest.mark.parametrize("hold", RIGID)
def test_places_are_in_single_precision(hold):
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


def test_what_is_above_a_body_is_so_however_that_is_turned():
    apart = placed(OnBody(1, LOCAL, above=0.5), POSE) - placed(OnBody(1, LOCAL), POSE)
    assert apart[3] == pytest.approx([0.0, 0.0, 0.5, 0.0], abs=1e-6) and not apart[:3].any()
    before = POSE[1].copy()
    placed(OnBody(1, above=0.5), POSE)
    assert np.array_equal(POSE[1], before)


def test_a_place_goes_with_what_it_is_on_and_may_keep_its_height():
    assert place_of(LOW, POSE) == pytest.approx(np.append(LOW.at, 1.0) @ POSE[0][:, :3])
    level = place_of(LOW._replace(level=True), POSE)
    assert level[:2] == pytest.approx(place_of(LOW, POSE)[:2]) and level[2] == 0.3
    assert place_of(Anchor(-1, (1.0, 2.0, 3.0)), POSE).tolist() == [1.0, 2.0, 3.0]


def test_what_is_at_a_place_does_not_turn():
    found = placed(At(LOW, LOCAL), POSE)
    assert np.array_equal(found[:3], LOCAL[:3]) and found[3, :3] == pytest.approx(place_of(LOW, POSE), abs=1e-6)


def right_angles(model, side):
    """The lengths of the axes of a matrix, which are at right angles, right-handed, y as near to a side as it can."""
    x, y, z = model[:3, :3].astype(float)
    sizes = [np.linalg.norm(each) for each in (x, y, z)]
    units = np.array([each / size for each, size in zip((x, y, z), sizes, strict=True)])
    assert units @ units.T == pytest.approx(np.eye(3), abs=1e-6) and np.linalg.det(units) == pytest.approx(
        1.0, abs=1e-6
    )
    assert abs(np.dot(units[0], side)) < 1e-6 and np.dot(units[1], side) > 0.0
    return sizes


@pytest.mark.parametrize("extent", [(0.0, 1.0), (-1.0, 1.0), (0.5, 4.0)])
@pytest.mark.parametrize("side", [(0.0, 1.0, 0.0), (0.6, 0.0, 0.8)])
def test_what_is_between_two_places_reaches_both(extent, side):
    found = placed(Between(LOW, HIGH, (0.1, 0.2), extent, side), POSE).astype(float)
    low, high = place_of(LOW, POSE), place_of(HIGH, POSE)
    for z, place in zip(extent, (low, high), strict=True):
        assert (np.array([0.0, 0.0, z, 1.0]) @ found)[:3] == pytest.approx(place, abs=1e-6)
    expected = [0.1, 0.2, np.linalg.norm(high - low) / (extent[1] - extent[0])]
    assert right_angles(found, side) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("length", [0.3, -0.3])
def test_what_is_aimed_keeps_its_lengths(length):
    found = placed(Aimed(LOW, HIGH, (0.1, 0.2, length), (0.6, 0.0, 0.8)), POSE).astype(float)
    low, high = place_of(LOW, POSE), place_of(HIGH, POSE)
    assert found[3, :3] == pytest.approx(low, abs=1e-6)
    assert found[2, :3] == pytest.approx(length * (high - low) / np.linalg.norm(high - low), abs=1e-6)
    assert right_angles(found, (0.6, 0.0, 0.8)) == pytest.approx([0.1, 0.2, 0.3], rel=1e-5)


def test_axes_along_the_side_they_should_be_near_to_are_at_right_angles_too():
    for side in np.eye(3):
        found = placed(Between(Anchor(-1), Anchor(-1, tuple(2.0 * side)), (0.1, 0.1), side=tuple(side)), [])
        assert found[:3, :3] @ found[:3, :3].T == pytest.approx(np.diag([0.01, 0.01, 4.0]), abs=1e-6)


def test_the_pieces_of_a_rope_join_its_places():
    models = np.array([placed(RopePiece(ROPE, 0, k), POSE) for k in range(4)])
    ends = models[:, 3, :3] - models[:, 2, :3]
    assert ends[:-1] == pytest.approx(models[1:, 3, :3], abs=1e-6)
    places = [place_of(each, POSE) for each in ROPE.places]
    assert models[[0, 2], 3, :3] == pytest.approx(np.array(places[:2]), abs=1e-6)
    assert ends[-1] == pytest.approx(places[2], abs=1e-6)
    stiff = placed(RopePiece(ROPE, 0, 1, stiff=True), POSE)
    assert np.linalg.norm(stiff[:3, :3], axis=1) == pytest.approx(1.0)
    assert stiff[3] == pytest.approx(models[1, 3]) and np.array_equal(placed(RopePiece(ROPE, 0, 1), POSE), models[1])


def test_what_hangs_by_phase_is_as_in_the_first_phase_that_fits_or_as_in_the_last():
    hold = ByPhase((((3.0,), World(LOCAL)), ((4.0, 2.0), OnBody(0)), ((4.0,), Moving()), ((), OnBody(1))))
    for phase, expected in (((3.0, 1.0), 0), ((4.0, 2.0), 1), ((4.0, 1.0), 2), ((0.0, 3.0), 3), ((), 3)):
        assert hold.now(phase) is hold.phases[expected][1]
    assert np.array_equal(placed(hold, POSE, (3.0, 0.0)), LOCAL)
    assert np.array_equal(placed(hold, POSE, (0.0,)), placed(OnBody(1), POSE))
    known = ByPhase((((3.0,), World(LOCAL)), ((4.0,), OnBody(0))))
    assert known.now((7.0,)) == OnBody(0)


def test_no_pose_says_where_something_is_that_moves_in_another_way():
    with pytest.raises(ValueError, match="no pose"):
        placed(Moving(), POSE)


def test_what_is_fixed_on_a_body_stays_where_it_is_now():
    on = fixed_on(1, LOCAL, POSE)
    assert on.body == 1 and placed(on, POSE) == pytest.approx(LOCAL, abs=1e-6)


def test_holds_that_differ_by_rounding_are_the_same():
    near, apart = LOCAL + np.float32(1e-5), LOCAL + np.float32(1e-3)
    assert is_same(OnBody(1, LOCAL), OnBody(1, near)) and not is_same(OnBody(1, LOCAL), OnBody(1, apart))
    assert not is_same(At(LOW, LOCAL), At(LOW._replace(level=True), LOCAL))
    assert not is_same(RopePiece(ROPE, 0, 1), RopePiece(ROPE._replace(crossed=True), 0, 1))
