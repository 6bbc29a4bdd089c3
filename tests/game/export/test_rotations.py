"""Quaternions of rotations, and tracks of them without jumps of the sign."""

import numpy as np
import pytest

from game.export.rotations import continuous, quaternions

RANDOM = np.random.default_rng(11)


def rotation(q):
    """The rotation (3, 3) of a unit quaternion w, x, y, z, from what it makes of the three axes."""
    w, u = q[0], np.asarray(q[1:], float)
    return np.array([axis + 2.0 * np.cross(u, np.cross(u, axis) + w * axis) for axis in np.eye(3)]).T


@pytest.mark.parametrize("largest", range(4))
def test_a_rotation_has_its_quaternion_whichever_component_is_the_largest(largest):
    rows = RANDOM.normal(size=(20, 4))
    rows[:, largest] = 3.0 * np.abs(rows).max(axis=1)
    rows /= np.linalg.norm(rows, axis=1)[:, None]
    assert quaternions(np.array([rotation(q) for q in rows])) == pytest.approx(rows, abs=1e-14)


def test_half_turns_and_no_turn_are_exact():
    turns = np.array([np.diag([1.0, 1.0, 1.0]), np.diag([1.0, -1.0, -1.0]), np.diag([-1.0, 1.0, -1.0]),
                      np.diag([-1.0, -1.0, 1.0])])  # fmt: skip
    assert np.array_equal(quaternions(turns), np.eye(4))


def test_a_track_goes_on_with_the_nearer_of_the_two_signs():
    angle = np.linspace(0.0, 9.0, 40)
    track = np.stack([np.cos(angle), np.zeros(40), np.sin(angle), np.zeros(40)], axis=1)
    other = np.roll(track, 1, axis=1)
    signs = RANDOM.choice([-1.0, 1.0], size=(2, 40, 1))
    signs[:, 0] = 1.0
    between = RANDOM.normal(size=(40, 3))
    rows = np.hstack([between, signs[0] * track, between, signs[1] * other])
    expected = np.hstack([between, track, between, other])
    assert np.array_equal(continuous(rows.copy(), (3, 10)), expected)
    assert np.array_equal(continuous(rows.copy(), [10])[:, :10], rows[:, :10]), "the others stay as they are"


def test_at_a_half_turn_between_two_keys_the_sign_stays():
    rows = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0]])
    assert np.array_equal(continuous(rows.copy(), [0]), rows[[0, 1, 1]])
