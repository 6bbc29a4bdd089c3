"""Names of paths: beside the outermost place on the screen that is well seen."""

import numpy as np
import pytest

from game.camera.camera import Camera
from game.looks.kit.path_names import add_path_name, path_of
from game.model.frame import SceneFrame
from game.model.trails import FadingPaths

VIEW = Camera((0.0, 0.0, 1.0), 1.0).view(16 / 9)
RIGHT = np.asarray(VIEW.view, float)[:3, 0]
MIDDLE = np.array([0.0, 0.0, 1.0])


def path(*places: float, times: list[float]) -> np.ndarray:
    """Return a path through places so far to the right of the middle [m]."""
    return np.array([[*(MIDDLE + x * RIGHT), t] for x, t in zip(places, times, strict=True)], np.float32)


def named(points: np.ndarray, words: str = "path") -> list[float]:
    """Return how far to the right the names of a path are whose points are seen for 10 s."""
    frame = SceneFrame(VIEW, MIDDLE.astype(np.float32), 1.0)
    add_path_name(frame, points, FadingPaths({}, 10.0, 10.0), words, (0.0, 1.0, 0.0))
    return [float((label.place - MIDDLE) @ RIGHT) for label in frame.labels]


@pytest.mark.parametrize(("left", "place"), [(-0.3, 0.3), (-0.36, 0.3), (-0.5, -0.5)])
def test_a_name_is_at_the_right_unless_the_path_goes_much_farther_to_the_left(left, place):
    assert named(path(0.0, 0.3, left, 0.1, times=[6, 7, 8, 9])) == pytest.approx([place], abs=1e-5)


def test_a_name_is_not_where_a_path_fades_or_has_a_gap():
    points = path(0.5, 0.2, -0.2, 0.3, times=[1, 7, 8, 9])
    points[3] = np.nan
    assert named(points) == pytest.approx([0.2], abs=1e-5)


def test_a_short_path_one_without_words_and_one_behind_the_eye_have_no_name():
    assert named(path(0.0, 0.01, times=[8, 9])) == []
    assert named(path(0.0, 0.3, times=[8, 9]), words="") == []
    behind = path(0.0, 0.3, times=[8, 9])
    behind[:, :3] += 3.0 * (VIEW.eye - MIDDLE)
    assert named(behind) == []


@pytest.mark.parametrize(
    ("name", "words"), [("toe", "path of the toe"), ("left_toe", "path of left toe"), ("m", "path of m")]
)
def test_words_have_an_article_and_symbols_have_none(name, words):
    assert path_of(name) == words
