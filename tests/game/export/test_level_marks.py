"""Dots on lines at the heights of bodies, found from pictures of several states."""

import numpy as np

from game.export.level_marks import LevelMark, level_marks
from game.model.frame import Curve, Points, SceneFrame, View

VIEW = View(np.zeros(3, np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
WHITE = (1.0, 1.0, 1.0)
LINE = np.array([(1.0, 0.0, 0.0), (1.4, 0.0, 0.5), (1.1, 0.2, 1.0)], np.float32)
HEIGHTS = (0.25, 0.75, 0.5, 1.5)
"""Heights of the body; at the last it is above the line."""


def pictures(slide=1.0):
    """Return pictures with two still lines, the dot and its link; slide: way of the dot, in that of the body."""
    frames, bodies = [], []
    for height in HEIGHTS:
        frame = SceneFrame(VIEW, np.zeros(3, np.float32), 1.0)
        frame.curves += [Curve(LINE[::-1], WHITE), Curve(LINE, WHITE)]
        body = np.eye(4)
        body[3, :3] = 0.1, 0.2, height
        if height <= LINE[-1, 2]:
            dot = np.array([np.interp(slide * height, LINE[:, 2], LINE[:, axis]) for axis in range(3)], np.float32)
            frame.points.append(Points(dot[None], np.full((1, 4), 255, np.uint8)))
            frame.curves.append(Curve(np.stack([body[3, :3], dot]).astype(np.float32), WHITE))
        frames.append(frame)
        bodies.append([np.eye(4), body])
    return frames, bodies


def test_a_dot_at_the_height_of_a_body_is_found_with_its_link():
    frames, bodies = pictures()
    assert level_marks(frames[:3], bodies[:3]) == [LevelMark(0, 1, 1, 2)]
    assert level_marks(frames, bodies)[0][:3] == (0, 1, 1), "absent where the body is above the line"


def test_a_dot_that_slides_otherwise_or_is_absent_in_between_is_none():
    assert level_marks(*pictures(0.8)) == []
    frames, bodies = pictures()
    frames[1].points.clear()
    assert level_marks(frames, bodies) == []


def test_a_line_with_a_level_part_has_no_place_at_each_height():
    frames, bodies = pictures()
    level = np.insert(LINE, 2, LINE[1] + (0.2, 0.0, 0.0), axis=0).astype(np.float32)
    for frame in frames:
        frame.curves[1] = Curve(level, WHITE)
    assert level_marks(frames[:3], bodies[:3]) == []
