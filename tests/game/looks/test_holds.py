"""What looks say of what parts hang on is where the pictures have them, in runs and from other starts."""

from typing import NamedTuple

import numpy as np
import pytest

from game.camera.camera import Camera
from game.export.attachment import Hung, attach_points, hung_at, said_body
from game.export.exported_picture import Shown, frame_of, phase_of
from game.export.live_run import start_values
from game.looks import look_for
from game.looks.generic import LastChange, whole_pose
from game.model.hold import Moving, placed
from game.scenefile import presets
from game.session.open_scene import load
from tests.presets import sampled

UNSAID: dict[str, int] = {}
"""Presets whose looks do not say what some parts hang on, with the number of these; the list may only get shorter."""
MOVING = {"bungee": 6, "folded-chain": 1}
"""Presets in which parts move in another way, with the number of these: the jumper, a ball that falls beside."""
APART = 2e-4
"""Greatest distance of a part from where it is said to be, in its own sizes."""
SECONDS = 0.4
"""Time between two states of a run [s]."""


class Campaign(NamedTuple):
    """How many states are looked at: of a run, and at most of other starts."""

    steps: int
    starts: int


QUICK, LONG = Campaign(6, 4), Campaign(12, 12)


def states_of(name, campaign=QUICK):
    """The look of a preset, a run of it, and its start with initial values at their least and greatest."""
    simulation = load(name).simulation()
    simulation.compile()
    system = simulation.system
    look = look_for(system)
    view = Camera(tuple(look.focus), look.radius).view(16 / 9)
    ys = []
    for _ in range(campaign.steps):
        ys.append(memoryview(bytes(simulation.y)).cast("d"))
        simulation.advance(max(1, round(SECONDS * (2.0 if system.ends else 1.0) / simulation.dt)))
    others = other_starts(system, campaign.starts)
    starts = [(system, y) for y in ys] + [(each, memoryview(each.start())) for each in others]
    return look, [Shown(each, y, view, LastChange(ys[0], 0.0)) for each, y in starts]


def other_starts(system, most):
    """The system with initial values at their ends: each at both or, where these are too many, by turns at one."""
    entries = list(system.entries())
    chosen = entries[:: -(-len(entries) // most)]
    made = [start_values(system, variable) for variable in chosen]
    if 2 * len(chosen) > most:
        made = [ends[k % 2 :][:1] or ends[:1] for k, ends in enumerate(made)]
    return [each for ends in made for each in ends]


def apart(instance, model):
    """How far a part is from a place with this matrix, in its own sizes."""
    corners = np.array([instance.mesh.vertices[:, :3].min(axis=0), instance.mesh.vertices[:, :3].max(axis=0)])
    rows = np.column_stack([np.stack(np.meshgrid(*corners.T), -1).reshape(-1, 3), np.ones(8)])
    drawn = (rows @ np.asarray(instance.model, float))[:, :3]
    return np.abs((rows @ np.asarray(model, float))[:, :3] - drawn).max() / max(np.ptp(drawn, axis=0).max(), 1e-3)


@pytest.mark.parametrize(
    ("name", "campaign"),
    [*sampled(QUICK), *(pytest.param(name, LONG, marks=pytest.mark.long) for name in presets())],
    ids=lambda each: each if isinstance(each, str) else "quick" if each is QUICK else "long",
)
def test_parts_are_where_it_is_said_and_hang_alike_at_all_states(name, campaign):
    """They hang alike so that one picture says it of all of them."""
    look, states = states_of(name, campaign)
    frames = [frame_of(look, shown, overlays=False) for shown in states]
    moving = unsaid = 0
    for shown, frame in zip(states, frames, strict=True):
        pose, phase = whole_pose(look, shown.system, shown.y), phase_of(shown.system, shown.y)
        said = [each for each in frame.instances if each.on is not None and not isinstance(each.on, Moving)]
        ropes = {}
        for k, each in enumerate(said):
            rope = getattr(each.on, "rope", None)
            if rope is not None and ropes.setdefault(id(rope), k) < k - 40 and k % 23:
                continue  # of the many pieces of a rope some are enough
            assert apart(each, placed(each.on, pose, phase)) < APART, (k, each.on)
        moving = max(moving, sum(isinstance(each.on, Moving) for each in frame.instances))
        unsaid = max(unsaid, sum(each.on is None for each in frame.instances))
    assert unsaid <= UNSAID.get(name, 0) and moving == MOVING.get(name, 0)
    for k in range(min(len(frame.instances) for frame in frames)):
        found = hung_at([frame.instances[k] for frame in frames], campaign.steps)
        assert found == Hung(found.on) and found.on is not None, k


def test_a_look_that_says_something_else_is_noticed():
    look, states = states_of("coin")
    (coin, *_), pose = frame_of(look, states[3], overlays=False).instances, whole_pose(look, *states[3][:2])
    right = placed(coin.on, pose)
    assert apart(coin, right) == 0.0
    right[3, 0] += 1e-3
    assert apart(coin, right) > APART


@pytest.mark.parametrize(("name", "count"), [("tennis-racket", 1), ("flipping-tippe-top", 1), ("wing-nut", 0)])
def test_lines_are_on_what_is_said(name, count):
    look, states = states_of(name)
    frames = [frame_of(look, shown, overlays=True) for shown in states]
    bodies = [whole_pose(look, shown.system, shown.y) for shown in states]
    said = [
        (said_body([curve.on for curve in curves]), [np.asarray(curve.points, float) for curve in curves])
        for curves in zip(*(frame.curves for frame in frames), strict=False)
    ]
    said = [(body, lines) for body, lines in said if body is not None]
    assert len(said) == count
    for body, lines in said:
        assert attach_points(lines, bodies)[0] == attach_points(lines, bodies, body)[0] == body
