"""A person beside a machine: as tall as a person, on the ground, turned to the machine, outside of its swing."""

import math

import numpy as np
import pytest

from game import scenefile
from game.looks import look_for
from game.looks.places.bystander import TALL, bystander


def corners(parts) -> np.ndarray:
    """Return the vertices (n, 3) of instances in the world."""
    return np.concatenate([each.mesh.vertices[:, :3] @ each.model[:3, :3] + each.model[3, :3] for each in parts])


def test_a_person_is_175_cm_tall_and_stands_on_the_ground():
    points = corners(bystander(3.0, -4.0, 0.7))
    assert points[:, 2].min() == pytest.approx(0.0, abs=0.005)
    assert points[:, 2].max() == pytest.approx(TALL, abs=0.02)
    assert points[:, :2].mean(axis=0) == pytest.approx((3.0, -4.0), abs=0.1)


@pytest.mark.parametrize("turn", [0.0, 0.5 * math.pi, -2.0])
def test_the_shoes_point_where_a_person_looks(turn):
    parts = bystander(0.0, 0.0, turn)
    shoes = corners(parts)[of_shoes(corners(parts))]
    ahead = np.array([math.sin(turn), math.cos(turn)])
    assert (shoes[:, :2] @ ahead).max() > 0.15 > -(shoes[:, :2] @ ahead).min()


def of_shoes(points: np.ndarray) -> np.ndarray:
    """Return which points are those of shoes."""
    return points[:, 2] < 0.03


@pytest.mark.parametrize("name", ["trebuchet", "warwolf", "bent-beam", "scale-model"])
def test_a_person_stands_beside_a_large_machine_alone_and_outside_of_its_swing(name):
    look = look_for(scenefile.load(name).simulation().system)
    person = look._bystander
    assert bool(person) == (look.plan.axle >= 2.5)
    if not person:
        return
    points, frame = corners(person), look.machine()
    assert points[:, 1].max() < -look.plan.gap, "the beam, the weight and the sling swing in the plane y = 0"
    assert points[:, 0].min() > frame[:, 0].max(), "ahead of the machine"
    toes = points[(points[:, 2] < 0.03)]
    heart = points.mean(axis=0)[:2]
    towards = look.focus[:2] - heart
    towards /= np.linalg.norm(towards)
    assert ((toes[:, :2] - heart) @ towards).max() > 0.15, "turned to the machine"
