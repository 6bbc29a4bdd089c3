"""What looks say of what parts hang on is what pictures of several states show."""

import numpy as np
import pytest

from game.camera.camera import Camera
from game.export.attachment import ON_BODY, STILL, attach_model, attach_points, said_attachment, said_body
from game.export.exported_picture import Shown, frame_of, look_models
from game.export.live_run import start_values
from game.looks import look_for
from game.looks.generic import LastChange, pose_of
from game.model.hold import placed
from game.session.open_scene import load

SAID = (
    "fast-cone", "wheel", "kovalevskaya", "asymmetric-top", "pole-crossing", "recipe", "gimbals", "gyrocompass",
    "tennis-racket", "wing-nut", "book", "free-asymmetric-1", "flipping-tippe-top", "peg-top", "hurricane-balls",
    "coin", "egg-rolling", "phitop", "sliding-cone", "paper-rolling-top", "rattleback", "euler-disk-toy", "dual-spin",
    "explorer-1", "gyrostat", "bicycle", "levitron", "double-pendulum", "double-pendulum-2", "triple-pendulum",
    "four-bar", "mixed-joints",
)  # fmt: skip
"""Presets of looks that say it of all parts."""


def states_of(name):
    """The look of a preset, and its start with each initial value at its least and its greatest."""
    system = load(name).simulation().system
    look = look_for(system)
    made = [system, *(each for variable in system.entries() for each in start_values(system, variable))]
    view = Camera(tuple(look.focus), look.radius).view(16 / 9)
    starts = [(each, memoryview(each.start())) for each in made]
    return look, [Shown(each, y, view, LastChange(y, 0.0)) for each, y in starts]


@pytest.mark.parametrize("name", SAID)
def test_pictures_of_several_states_agree_with_what_is_said(name):
    look, states = states_of(name)
    frames = [frame_of(look, shown, overlays=False) for shown in states]
    bodies = [look_models(look, shown) for shown in states]
    poses = [pose_of(look, shown.system.bodies(shown.y)) for shown in states]
    count = min(len(frame.instances) for frame in frames)
    for k in range(count):
        seen = [frame.instances[k] for frame in frames]
        for instance, pose in zip(seen, poses, strict=True):
            assert instance.on is not None and np.array_equal(placed(instance.on, pose), instance.model), k
        said = said_attachment([instance.on for instance in seen])
        found = attach_model([np.asarray(instance.model, float) for instance in seen], bodies)
        assert said is not None and said.kind in (STILL, ON_BODY), k
        if said.kind == ON_BODY:  # a body may stand, or go with another
            holder = attach_model([pose[said.body] for pose in poses], bodies)
            assert (found.kind, found.body) == (holder.kind, holder.body), k
        if (said.kind, said.body) == (found.kind, found.body):
            assert said.local == pytest.approx(found.local, abs=1e-5), k
        else:
            assert said.kind == ON_BODY, k


@pytest.mark.parametrize(("name", "count"), [("tennis-racket", 1), ("flipping-tippe-top", 1), ("wing-nut", 0)])
def test_lines_are_on_what_is_said(name, count):
    look, states = states_of(name)
    frames = [frame_of(look, shown, overlays=True) for shown in states]
    bodies = [look_models(look, shown) for shown in states]
    said = [
        (said_body([curve.on for curve in curves]), [np.asarray(curve.points, float) for curve in curves])
        for curves in zip(*(frame.curves for frame in frames), strict=False)
    ]
    said = [(body, lines) for body, lines in said if body is not None]
    assert len(said) == count
    for body, lines in said:
        assert attach_points(lines, bodies)[0] == attach_points(lines, bodies, body)[0] == body
