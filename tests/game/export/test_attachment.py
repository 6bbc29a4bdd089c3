"""How parts of a picture hang, as a page reads it."""

import numpy as np
import pytest

from game.export.attachment import (
    AIMED,
    AT,
    BETWEEN,
    FREE,
    NEAR,
    ON_BODY,
    PIECE,
    RIGID,
    STILL,
    TOLERANCE,
    Hung,
    described_hold,
    hung_at,
    local_of,
    local_points,
)
from game.looks.kit import shapes
from game.looks.kit.curve_frames import Rope, Strand
from game.model.frame import Instance
from game.model.hold import Aimed, Anchor, At, Between, ByPhase, Moving, OnBody, RopePiece, World

RANDOM = np.random.default_rng(5)
COUNT = 6


def placement(rotation=None, place=(0.0, 0.0, 0.0), scale=(1.0, 1.0, 1.0)):
    model = np.eye(4)
    model[:3, :3] = np.asarray(scale, float)[:, None] * (np.eye(3) if rotation is None else rotation)
    model[3, :3] = place
    return model


def turned():
    q, _ = np.linalg.qr(RANDOM.normal(size=(3, 3)))
    return q * np.sign(np.linalg.det(q))


BODIES = [[placement(turned(), RANDOM.normal(size=3)) for _ in range(2)] for _ in range(COUNT)]


LINE = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [np.nan] * 3, [1.0, 0.5, 0.0], [0.0, 0.0, 0.7]])


SECOND = [state[1] for state in BODIES]


def moved(lines, axes):
    """Lines (n, 3) in these axes, as lines of the world."""
    return [line @ each[:3, :3] + each[3, :3] for line, each in zip(lines, axes, strict=True)]


def test_a_line_has_its_points_in_the_axes_it_is_fixed_in():
    assert local_points(moved([LINE] * COUNT, SECOND), SECOND) == pytest.approx(LINE, nan_ok=True)
    assert local_points([LINE] * COUNT, [np.eye(4)] * COUNT) == pytest.approx(LINE, nan_ok=True)
    assert local_points([LINE] * COUNT, SECOND) is None
    assert local_points([LINE, LINE[:3]], SECOND[:2]) is None


@pytest.mark.parametrize("size", [0.1, 1.0, 40.0])
def test_a_line_may_be_off_by_rounding_of_its_extent(size):
    still = [np.eye(4)] * COUNT

    def off(by, place=0.0):
        return [size * LINE + (place, 0.0, 0.0) + (by if k % 2 else 0.0) for k in range(COUNT)]

    allowed = TOLERANCE * size
    assert local_points(off(0.7 * allowed), still) is not None
    assert local_points(moved(off(0.7 * allowed), SECOND), SECOND) is not None
    assert local_points(off(1.3 * allowed), still) is None
    assert local_points(off(1.3 * allowed, 30.0 * size), still) is None, "wherever it is"


def test_a_point_may_be_off_by_rounding_of_its_distance():
    def off(by):
        return [np.array([[3.0, 4.0, 5.0 + (by if k % 2 else 0.0)]]) for k in range(COUNT)]

    allowed = TOLERANCE * NEAR * 5.0
    assert local_points(off(0.9 * allowed), [np.eye(4)] * COUNT) is not None
    assert local_points(off(1.1 * allowed), [np.eye(4)] * COUNT) is None


def test_a_line_of_nothing_is_fixed_on_nothing():
    assert local_points([LINE[2:3]] * COUNT, SECOND) is None
    assert local_points([LINE[:0]] * COUNT, SECOND) is None
    other = LINE[[0, 2, 1, 3, 4]]
    assert local_points([LINE] * (COUNT - 1) + [other], [np.eye(4)] * COUNT) is None, "its gap is elsewhere"


# What a look says --------------------------------------------------------------------------------------------

LOCAL = placement(turned(), (1.0, 2.0, 3.0)).astype(np.float32)
THIRD = Anchor(2, (0.1, 1.0 / 3.0, 0.0))
BALL = shapes.sphere(0.1)


def pictures(*holds):
    """An instance in several pictures, with what it hangs on."""
    return [Instance(BALL, LOCAL, on=on) for on in holds]


def test_what_a_page_reads_of_each_hold():
    third, level = [2, 0.1, 0.333333333, 0.0], [-1, 0.0, 2.0, 0.5, 1]
    between = Between(THIRD, Anchor(-1, (0.0, 2.0, 0.5), level=True), (0.1, 0.2), (-1.0, 1.0))
    expected = [
        (World(LOCAL), {"kind": STILL}),
        (OnBody(1, LOCAL), {"kind": ON_BODY, "body": 1}),
        (OnBody(1, above=-0.2), {"kind": ON_BODY, "body": 1, "above": -0.2}),
        (At(THIRD, LOCAL), {"kind": AT, "ends": [third]}),
        (between, {"kind": BETWEEN, "ends": [third, level], "wide": [0.1, 0.2, 0.0, 1.0, 0.0, -1.0, 1.0]}),
        (
            Aimed(THIRD, Anchor(1), (1.0, 0.3, -2.0), (0.0, 0.0, 1.0)),
            {"kind": AIMED, "ends": [third, [1, 0.0, 0.0, 0.0]], "wide": [1.0, 0.3, 0.0, 0.0, 1.0, -2.0]},
        ),
        (Moving(), {"kind": RIGID}),
    ]  # fmt: skip
    for hold, found in expected:
        assert described_hold(hold, []) == found
    assert Hung(None).described([]) == {"kind": FREE}
    assert Hung(OnBody(1), own=True).described([]) == {"kind": ON_BODY, "body": 1, "own": True}


def test_the_pieces_of_a_rope_say_which_one_it_is():
    ropes = []
    first, second = (Rope((Anchor(0), Anchor(1)), (Strand(0.1),), steps) for steps in (1, 2))
    pieces = [RopePiece(first, 0, 3), RopePiece(second, 1, 0, stiff=True), RopePiece(first._replace(), 0, 4)]
    found = [described_hold(each, ropes) for each in pieces]
    assert found == [{"kind": PIECE, "piece": piece} for piece in ([0, 0, 3, 0], [1, 1, 0, 1], [0, 0, 4, 0])]
    assert ropes == [first, second]


def test_what_hangs_by_phase_has_the_matrices_of_all_phases():
    found = described_hold(ByPhase((((3.0,), World(LOCAL)), ((), OnBody(1)))), [])
    assert found == {
        "kind": STILL,
        "phases": [
            ([3.0], {"kind": STILL, "local": LOCAL.astype(float).ravel().tolist()}),
            ([], {"kind": ON_BODY, "body": 1, "local": np.eye(4).ravel().tolist()}),
        ],
    }


def test_the_matrix_in_the_axes_of_what_a_part_hangs_on():
    for hold in (World(LOCAL), OnBody(1, LOCAL), At(THIRD, LOCAL), ByPhase((((), World(LOCAL)),))):
        assert np.array_equal(local_of(hold), LOCAL) and np.array_equal(Hung(hold).model, LOCAL)
    for hold in (World(), OnBody(0), Moving(), Between(THIRD, Anchor(0), (1.0, 1.0)), None):
        assert np.array_equal(Hung(hold).model, np.eye(4))


def test_what_moves_in_another_way_is_recorded():
    assert [Hung(on).moves for on in (None, Moving(), OnBody(0), World())] == [True, True, False, False]
    assert (Hung(None).kind, Hung(Moving()).kind) == (FREE, RIGID)


@pytest.mark.parametrize("on", [World(LOCAL), OnBody(1, LOCAL), At(THIRD, LOCAL), Moving()])
def test_what_is_said_at_all_states_is_taken(on):
    assert hung_at(pictures(on, on, on), 2) == Hung(on)


@pytest.mark.parametrize(
    "other", [None, World(), OnBody(1), OnBody(0, np.eye(4, dtype=np.float32)), OnBody(0, above=0.1), Moving()]
)
def test_what_is_not_said_alike_holds_in_its_own_run_or_not_at_all(other):
    assert hung_at(pictures(OnBody(0), OnBody(0), other), 2) == Hung(OnBody(0), own=True)
    assert hung_at(pictures(OnBody(0), other, OnBody(0)), 2) == Hung(None)
    assert hung_at(pictures(other, OnBody(0)), 2) == Hung(None)
