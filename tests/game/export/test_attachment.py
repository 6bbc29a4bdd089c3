"""How parts of a picture hang, found from their places."""

import numpy as np
import pytest

from game.export.attachment import (
    AIMED,
    AT,
    BETWEEN,
    FREE,
    ON_BODY,
    RIGID,
    ROPE,
    STILL,
    MeshShape,
    attach_in_phases,
    attach_model,
    attach_point,
    attach_points,
)

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
    bent = [line * (1.0 + 0.01 * RANDOM.random()) for _ in BODIES]
    assert (
        attach_points(
            [one @ state[0][:3, :3] + state[0][3, :3] for one, state in zip(bent, BODIES, strict=True)], BODIES
        )
        is None
    )
