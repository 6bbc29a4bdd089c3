"""How parts of a picture hang, found from their places."""

import numpy as np
import pytest

from game.export.attachment import (
    AIMED,
    AT,
    BETWEEN,
    FREE,
    MESH,
    ON_BODY,
    RIGID,
    ROPE,
    STILL,
    TOLERANCE,
    Attachment,
    MeshShape,
    attach_in_phases,
    attach_model,
    attach_point,
    attach_points,
    said_attachment,
    said_body,
)
from game.model.hold import OnBody, World

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


def stretched(start, end, wide, turn=0.3):
    """Return the matrix of a rope of unit length between two places."""
    along = end - start
    axis = along / np.linalg.norm(along)
    side = np.cross(axis, (0.3, 0.4, 0.5))
    side /= np.linalg.norm(side)
    other = np.cross(axis, side)
    rows = [np.cos(turn) * side + np.sin(turn) * other, np.cos(turn) * other - np.sin(turn) * side, along]
    return placement(np.array(rows), start, (*wide, 1.0))


def test_what_does_not_move_is_still():
    model = placement(turned(), (1.0, 2.0, 3.0))
    found = attach_model([model] * COUNT, BODIES)
    assert found.kind == STILL and np.array_equal(found.local, model)


def test_what_is_fixed_on_a_body_is_found_there():
    local = placement(turned(), (0.1, -0.2, 0.3), (2.0, 1.0, 0.5))
    found = attach_model([(local @ state[1]).astype(np.float32).astype(float) for state in BODIES], BODIES)
    assert (found.kind, found.body) == (ON_BODY, 1)
    assert found.local == pytest.approx(local, abs=1e-5)


def test_a_rope_between_bodies_and_the_world_is_found():
    end, shape = np.array([0.4, 0.1, -0.2]), MeshShape(low=0.0, high=1.0)
    models = [
        stretched(np.array([0.0, 0.0, 2.0]), end @ state[0][:3, :3] + state[0][3, :3], (0.02, 0.02)) for state in BODIES
    ]
    found = attach_model(models, BODIES, shape)
    assert found.kind == BETWEEN
    assert [body for body, _ in found.ends] == [-1, 0]
    assert found.ends[1][1] == pytest.approx(end, abs=1e-6)
    assert found.local.tolist() == pytest.approx([0.02, 0.02, 0.0, 1.0])


def test_what_is_at_a_point_without_turning_is_found():
    models = [placement(None, state[1][3, :3], (0.1, 0.1, 0.1)) for state in BODIES]
    found = attach_model(models, BODIES)
    assert found.kind == AT and found.ends[0][0] == 1


def test_a_ball_may_turn_at_its_point():
    models = [placement(turned(), state[1][3, :3]) for state in BODIES]
    assert attach_model(models, BODIES).kind != AT
    assert attach_model(models, BODIES, MeshShape(ball=True)).kind == AT


def test_what_points_at_a_body_is_found():
    up = np.array([0.0, 1.0, 0.0])
    bodies = [
        [placement(None, (x, 0.0, z)), placement(None, (-z, 0.0, x * x))] for x, z in RANDOM.normal(size=(COUNT, 2))
    ]
    models = []
    for first, second in bodies:
        along = second[3, :3] - first[3, :3]
        along /= np.linalg.norm(along)
        models.append(placement(np.array([np.cross(up, along), up, along]), first[3, :3]))
    found = attach_model(models, bodies)
    assert found.kind == AIMED and [body for body, _ in found.ends] == [0, 1]


def test_other_motions_are_told_apart():
    places = RANDOM.normal(size=(COUNT, 3))
    rigid = [placement(turned(), place, (2.0, 3.0, 4.0)) for place in places]
    ropes = [stretched(place, place[::-1] * 2.0, (0.1, 0.2)) for place in places]
    free = [RANDOM.normal(size=(4, 4)) for _ in places]
    assert [attach_model(models, BODIES).kind for models in (rigid, ropes, free)] == [RIGID, ROPE, FREE]
    assert all(attach_model(models, BODIES).moves for models in (rigid, ropes, free))


def test_phases_are_looked_at_one_by_one():
    half = COUNT // 2
    local = placement(turned(), (0.0, 0.2, 1.0))
    models = [local @ state[0] for state in BODIES[:half]] + [local @ state[1] for state in BODIES[half:]]
    phases = [(0.0,)] * half + [(1.0,)] * half
    found = attach_in_phases(models, BODIES, phases, MeshShape())
    assert [(key, each.kind, each.body) for key, each in found.phases] == [((0.0,), ON_BODY, 0), ((1.0,), ON_BODY, 1)]
    assert attach_in_phases(models, BODIES, [(0.0,)] * COUNT, MeshShape()).moves


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


def trembling(model, by):
    """Matrices that differ from one by at most so much, and somewhere by that."""
    change = np.zeros((COUNT, 4, 4))
    change[::2, 3, 1] = by
    return model + change


@pytest.mark.parametrize("column", range(3))
@pytest.mark.parametrize("size", [1.0, 100.0])
def test_what_trembles_by_less_than_rounding_is_still(size, column):
    scale = np.where(np.arange(3) == column, size, 0.01)
    model = placement(None, (5.0, 0.0, 0.0), scale)
    assert attach_model(trembling(model, 0.8 * TOLERANCE * size), BODIES).kind == STILL
    assert attach_model(trembling(model, 1.2 * TOLERANCE * size), BODIES).kind == RIGID


def test_what_is_tiny_is_still_where_it_moves_by_less_than_numbers_have():
    model = placement(None, (5.0, 0.0, 0.0), (1e-4, 1e-4, 1e-4))
    assert attach_model(trembling(model, 0.8e-7), BODIES).kind == STILL
    assert attach_model(trembling(model, 1.5e-7), BODIES).kind != STILL


@pytest.mark.parametrize("away", [0.1, 50.0])
def test_on_a_body_a_part_may_tremble_as_much_as_rounding_does(away):
    def held(by):
        local = trembling(placement(turned(), (away, 0.0, 0.0)), by)
        return attach_model([each @ state[1] for each, state in zip(local, BODIES, strict=True)], BODIES)

    allowed = TOLERANCE * max(1.0, away)
    assert (held(0.8 * allowed).kind, held(0.8 * allowed).body) == (ON_BODY, 1)
    assert held(1.2 * allowed).kind != ON_BODY


def ends_of(found):
    return [body for body, _ in found.ends]


def test_a_rope_of_one_end_on_a_body_is_recorded():
    for on_body, free in ((0, 1), (1, 0)):
        models = []
        for state, place in zip(BODIES, RANDOM.normal((0.0, 0.0, 9.0), 1.0, (COUNT, 3)), strict=True):
            ends = {on_body: state[0][3, :3], free: place}
            models.append(stretched(ends[0], ends[1], (0.02, 0.03)))
        found = attach_model(models, BODIES)
        assert found.kind == ROPE and found.local[:2] == pytest.approx([0.02, 0.03])


def test_a_rope_has_unit_length_where_nothing_else_is_said():
    end = np.array([0.4, 0.1, -0.2])
    models = [
        stretched(np.array([0.0, 0.0, 2.0]), (np.append(end, 1.0) @ state[0])[:3], (0.02, 0.03)) for state in BODIES
    ]
    found = attach_model(models, BODIES)
    assert found.kind == BETWEEN and ends_of(found) == [-1, 0]
    assert found.local.tolist() == pytest.approx([0.02, 0.03, 0.0, 1.0])
    half = attach_model(models, BODIES, MeshShape(low=0.5, high=1.0))
    assert half.kind == ROPE, "its middle is fixed on nothing"


def test_what_is_rigid_keeps_its_lengths_its_angles_and_its_hand():
    def kind(change):
        places = RANDOM.normal(size=(COUNT, 3))
        rows = [np.diag([2.0, 3.0, 4.0]) for _ in places]
        for k, each in enumerate(rows):
            change(each, 0.1 * k)
        return attach_model(
            [placement(each @ turned(), at) for each, at in zip(rows, places, strict=True)], BODIES
        ).kind

    def lean(rows, _):
        rows[1, 0] = 0.3

    def mirror(rows, _):
        rows[0, 0] = -2.0

    def grow(axis):
        def change(rows, by):
            rows[axis, axis] += by

        return change

    assert kind(lambda rows, by: None) == RIGID
    assert [kind(lean), kind(mirror), kind(grow(0)), kind(grow(1)), kind(grow(2))] == [FREE, FREE, FREE, FREE, ROPE]


def aimed(sign=1.0, aside=0.0, tilt=0.0, roll=0.0, scale=(0.1, 0.2, 3.0)):
    """How a part hangs at the first body that points at the second, aside, its y axis leaning or rolling [rad]."""
    bodies, models = [], []
    for k, (x, z) in enumerate(np.random.default_rng(8).normal(size=(COUNT, 2))):
        first, second = np.array([x, 0.7, z]), np.array([-z, 0.7, x * x + 3.0])
        along = sign * (second - first) / np.linalg.norm(second - first)
        side = np.cross((0.0, 1.0, 0.0), along)
        along, side = np.cos(aside) * along + np.sin(aside) * side, np.cos(aside) * side - np.sin(aside) * along
        up = np.cos(tilt) * np.array([0.0, 1.0, 0.0]) + np.sin(tilt) * along
        c, s = np.cos(roll * k), np.sin(roll * k)
        up, side = c * up + s * side, c * side - s * up
        models.append(placement(np.array([side, up, along]), first, scale))
        bodies.append([placement(turned(), first), placement(turned(), second), placement(turned(), first)])
    return attach_model(models, bodies)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_what_points_at_a_body_or_away_has_its_lengths_and_its_fixed_axis(sign):
    found = aimed(sign)
    assert found.kind == AIMED and ends_of(found) == [0, 1] and found.ends[1][1].tolist() == [0.0] * 3
    assert found.local == pytest.approx([0.1, 0.2, 3.0, sign, 0.0, 1.0, 0.0])
    assert aimed(sign, aside=2e-4).kind == AIMED


def test_what_points_beside_a_body_or_rolls_or_leans_is_not_aimed():
    assert [aimed(aside=4e-3).kind, aimed(roll=0.3).kind, aimed(tilt=0.1).kind] == [RIGID, RIGID, FREE]


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


def test_what_a_page_reads_of_each_kind():
    local = placement(turned(), (1.0, 2.0, 3.0))
    point = (2, np.array([0.1, 1.0 / 3.0, 0.0]))
    assert Attachment(STILL, local).described() == {"kind": STILL}
    assert Attachment(ON_BODY, local, 1, own=True).described() == {"kind": ON_BODY, "own": True, "body": 1}
    assert Attachment(AT, local, ends=(point,)).described() == {"kind": AT, "ends": [[2, 0.1, 0.333333333, 0.0]]}
    wide = np.array([0.1, 0.2, -1.0, 1.0])
    between = Attachment(BETWEEN, wide, ends=(point, point))
    assert between.described() == {
        "kind": BETWEEN, "ends": [[2, 0.1, 0.333333333, 0.0]] * 2, "wide": [0.1, 0.2, -1.0, 1.0],
    }  # fmt: skip
    turns = Attachment(ON_BODY, local, 1)
    found = turns._replace(phases=(((0.0,), turns), ((1.0, 2.0), between))).described()
    assert found["phases"] == [
        [[0.0], {"kind": ON_BODY, "body": 1, "local": local.ravel().tolist()}],
        [[1.0, 2.0], {**between.described(), "local": np.eye(4).ravel().tolist()}],
    ]


def test_the_matrix_in_the_axes_of_what_a_part_hangs_on():
    local = placement(turned(), (1.0, 2.0, 3.0))
    for kind in (STILL, ON_BODY, AT):
        assert Attachment(kind, local).model is local and not Attachment(kind, local).moves
    for kind in (BETWEEN, AIMED, RIGID, ROPE, FREE):
        assert np.array_equal(Attachment(kind, np.ones(4)).model, np.eye(4))
        assert Attachment(kind, np.ones(4)).moves == (kind in (RIGID, ROPE, FREE))


# What a look says --------------------------------------------------------------------------------------------


def test_what_is_said_at_all_states_is_taken():
    local = placement(place=(1.0, 2.0, 3.0), scale=(2.0, 2.0, 2.0)).astype(np.float32)
    still, on_body = said_attachment([World(local)] * 3), said_attachment([OnBody(1, local)] * 3)
    assert (still.kind, on_body.kind, on_body.body) == (STILL, ON_BODY, 1)
    assert np.array_equal(still.model, local) and np.array_equal(on_body.model, local)
    assert np.array_equal(said_attachment([OnBody(0)] * 2).model, np.eye(4))


@pytest.mark.parametrize(
    "other", [None, World(), OnBody(1), OnBody(0, np.eye(4, dtype=np.float32)), OnBody(0, np.zeros((4, 4), np.float32))]
)
def test_what_is_not_said_alike_at_all_states_is_not_taken(other):
    assert said_attachment([OnBody(0), OnBody(0), other]) is None
    assert said_attachment([other, OnBody(0)]) is None


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


def test_a_part_that_moves_within_a_phase_hangs_in_no_simple_way_in_any():
    bodies = [[np.eye(4)] for _ in range(6)]
    models = [np.eye(4) for _ in range(6)]
    for k, x in enumerate((0.0, 0.0, 0.0, 1.0, 1.3, 1.9)):
        models[k][3, 0] = x
    phases = [(0.0,)] * 3 + [(1.0,)] * 3
    assert attach_in_phases(models, bodies, phases, MESH).moves
    steps = [*models[:3], *(models[3] for _ in range(3))]
    found = attach_in_phases(steps, bodies, phases, MESH)
    assert not found.moves and [key for key, _ in found.phases] == [(0.0,), (1.0,)]
    assert [float(each.local[3, 0]) for _, each in found.phases] == [0.0, 1.0]
