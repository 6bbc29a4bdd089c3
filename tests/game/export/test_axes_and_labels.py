"""Axes and labels that are fixed on something, found from their places in pictures of several states."""

import numpy as np
import pytest

from game.export.axes_and_labels import describe_axes, describe_labels
from game.model.frame import OverlayArrow, SceneFrame, SceneLabel, View

COUNT, RUN = 5, 3
"""States, and those of them that belong to the scene's own run."""
RANDOM = np.random.default_rng(3)
WHITE = (1.0, 1.0, 1.0)
VIEW = View(np.zeros(3, np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


def placement():
    model = np.eye(4)
    model[:3, :3] = np.linalg.qr(RANDOM.normal(size=(3, 3)))[0]
    model[3, :3] = RANDOM.normal(size=3)
    return model


BODIES = [[placement()] for _ in range(COUNT)]
LOCAL = np.array([0.1, -0.2, 0.3, 1.0])
ON_BODY = [(LOCAL @ state[0])[:3] for state in BODIES]


def frames(item, places):
    """Return frames at all states, and the first of them seen from elsewhere, with one item at these places."""
    found = [SceneFrame(VIEW, np.zeros(3, np.float32), 1.0) for _ in range(COUNT + 1)]
    for frame, place in zip(found, [*places, places[0]], strict=True):
        made = item(np.asarray(place, np.float32))
        (frame.labels if isinstance(made, SceneLabel) else frame.arrows).append(made)
    return found[:-1], found[-1]


def axis(tip):
    return OverlayArrow(np.zeros(3, np.float32), tip, WHITE, "k", 0.01, 0.75)


def label(place):
    return SceneLabel(place, "A", WHITE, outward=True)


def test_an_axis_of_the_lab_and_a_label_on_a_body_are_found():
    (still,) = describe_axes(*frames(axis, [(0.0, 0.0, 1.0)] * COUNT), BODIES, RUN)
    assert still["ends"] == [[-1, 0.0, 0.0, 0.0], [-1, 0.0, 0.0, 1.0]]
    assert (still["text"], still["opacity"], still["own"]) == ("k", 0.75, False)
    (hung,) = describe_labels(*frames(label, ON_BODY), BODIES, RUN)
    assert hung["place"] == pytest.approx([0, *LOCAL[:3]], abs=1e-6)
    assert (hung["text"], hung["outward"], hung["own"]) == ("A", True, False)


def test_what_is_fixed_only_from_the_own_start_says_so():
    places = [(1.0, 2.0, 3.0)] * RUN + [(3.0, 2.0, 1.0)] * (COUNT - RUN)
    (found,) = describe_labels(*frames(label, places), BODIES, RUN)
    assert found["own"] and found["place"] == [-1, 1.0, 2.0, 3.0]


def test_what_moves_by_itself_is_left_out():
    assert describe_axes(*frames(axis, RANDOM.normal(size=(COUNT, 3))), BODIES, RUN) == []


def test_what_comes_and_goes_or_depends_on_the_view_is_left_out():
    seen, aside = frames(label, ON_BODY)
    seen[1].labels.clear()
    assert describe_labels(seen, aside, BODIES, RUN) == []
    seen, aside = frames(label, ON_BODY)
    aside.labels[0] = label(ON_BODY[1].astype(np.float32))
    assert describe_labels(seen, aside, BODIES, RUN) == []
    seen, aside = frames(axis, ON_BODY)
    seen[2].arrows[0] = OverlayArrow(np.zeros(3, np.float32), ON_BODY[2].astype(np.float32), WHITE, "k", 0.01, 0.2)
    assert describe_axes(seen, aside, BODIES, RUN) == []


def test_two_of_one_name_are_two():
    seen, aside = frames(label, ON_BODY)
    for frame in (*seen, aside):
        frame.labels.append(label(np.ones(3, np.float32)))
    assert [each["place"][0] for each in describe_labels(seen, aside, BODIES, RUN)] == [0, -1]
