"""How parts of a picture hang, found from their places."""

import numpy as np
import pytest

from game.export.attachment import (
    AIMED,
    AT,
    BETWEEN,
    FREE,
    ON_BODY,
    PIECE,
    RIGID,
    STILL,
    TOLERANCE,
    Hung,
    attach_point,
    attach_points,
    described_hold,
    hung_at,
    local_of,
    said_body,
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


def test_points_and_lines_are_found_on_bodies():
    place = np.array([0.3, 0.2, 0.1])
    on_second = [place @ state[1][:3, :3] + state[1][3, :3] for state in BODIES]
    body, local = attach_point(on_second, BODIES)
    assert body == 1 and local == pytest.approx(place)
    assert attach_point([place] * COUNT, BODIES)[0] == -1
    assert attach_point(RANDOM.normal(size=(COUNT, 3)), BODIES) is None
    line = np.array([[0.1, 0.0, 0.0], [np.nan] * 3, [0.0, 0.4, 0.0], [0.0, 0.0, 0.5]])
    body, local = attach_points([line @ state[0][:3, :3] + state[0][3, :3] for state in BODIES], BODIES)
    assert body == 0 and np.allclose(local, line, atol=1e-9, equal_nan=True)
    assert attach_points([line, line[:3]], BODIES[:2]) is None
    bent = [line * (1.0 + 0.01 * k) for k in range(COUNT)]
    assert (
        attach_points(
            [one @ state[0][:3, :3] + state[0][3, :3] for one, state in zip(bent, BODIES, strict=True)], BODIES
        )
        is None
    )


def test_a_point_may_be_off_by_rounding_of_its_reach():
    def held(size, by):
        change = np.where(np.arange(COUNT) % 2, by, 0.0)
        local = [np.array([size, size + each, 0.0, 1.0]) for each in change]
        return attach_point([(each @ state[1])[:3] for each, state in zip(local, BODIES, strict=True)], BODIES)

    for size in (1.0, 40.0):
        assert held(size, 0.5 * TOLERANCE * size)[0] == 1
        assert held(size, 9.0 * TOLERANCE * size) is None
    still = np.tile([3.0, 4.0, 5.0], (COUNT, 1))
    still[1] += 4e-6
    assert attach_point(still, BODIES)[0] == -1
    still[1] += 4e-6
    assert attach_point(still, BODIES) is None


LINE = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [np.nan] * 3, [1.0, 0.5, 0.0], [0.0, 0.0, 0.7]])


@pytest.mark.parametrize("size", [0.1, 1.0, 40.0])
def test_a_line_may_be_off_by_rounding_of_its_extent(size):
    def held(by, place=0.0):
        lines = [size * LINE + (place, 0.0, 0.0) + (by if k % 2 else 0.0) for k in range(COUNT)]
        on_second = [np.column_stack([line, np.ones(5)]) @ state[1] for line, state in zip(lines, BODIES, strict=True)]
        return attach_points(lines, BODIES), attach_points([line[:, :3] for line in on_second], BODIES)

    allowed = 10.0 * TOLERANCE * size
    assert [found[0] for found in held(0.7 * allowed)] == [-1, 1]
    assert held(1.3 * allowed)[0] is None
    assert held(1.3 * allowed, 30.0)[0] is None, "wherever it is"


def test_a_line_that_begins_on_the_axis_of_a_body_turns_with_it():
    bodies = [[np.eye(4), placement(turned(), (0.0, 0.0, 0.0))] for _ in range(COUNT)]
    body, local = attach_points([LINE @ state[1][:3, :3] for state in bodies], bodies)
    assert body == 1 and np.allclose(local, LINE, atol=1e-9, equal_nan=True)


def test_a_line_of_nothing_is_fixed_on_nothing():
    assert attach_points([LINE[2:3]] * COUNT, BODIES) is None
    assert attach_points([LINE[:0]] * COUNT, BODIES) is None
    moved = LINE[[0, 2, 1, 3, 4]]
    assert attach_points([LINE] * (COUNT - 1) + [moved], BODIES) is None, "its gap is elsewhere"


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


def test_a_line_is_on_what_is_said_at_all_states():
    assert said_body([OnBody(0), OnBody(0)]) == 0 and said_body([World(), World()]) == -1
    assert said_body([None, None]) is None and said_body([OnBody(0), None]) is None
    assert said_body([OnBody(0), OnBody(1)]) is None


@pytest.mark.parametrize("said", [-1, 0, 1])
def test_of_what_moves_alike_the_one_that_is_said_is_taken(said):
    """Two bodies that are always together, and at rest."""
    here = placement(turned(), (1.0, 2.0, 3.0))
    bodies, points = [[here, here]] * COUNT, RANDOM.normal(size=(4, 3))
    held = points if said < 0 else (np.column_stack([points, np.ones(4)]) @ np.linalg.inv(here))[:, :3]
    body, local = attach_points([points] * COUNT, bodies, said)
    assert body == said and local == pytest.approx(held)
    body, local = attach_point([points[0]] * COUNT, bodies, said)
    assert body == said and local == pytest.approx(held[0])


@pytest.mark.parametrize("said", [-1, 1])
def test_what_is_not_on_what_is_said_is_on_nothing(said):
    bodies = [[placement(turned(), RANDOM.normal(size=3)) for _ in range(2)] for _ in range(COUNT)]
    points = [[state[0][3, :3], state[0][3, :3] + state[0][0, :3]] for state in bodies]
    assert attach_points(points, bodies)[0] == 0
    assert attach_points(points, bodies, said) is None
    assert attach_point([each[0] for each in points], bodies, said) is None
