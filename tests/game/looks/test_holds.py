"""What looks say of what parts hang on is where the pictures have them, in runs and from other starts."""

from typing import NamedTuple

import numpy as np
import pytest

from game.camera.camera import Camera
from game.export.attachment import Hung, hung_at, local_points
from game.export.exported_picture import Shown, frame_of, phase_of
from game.export.live_run import start_values
from game.export.overlay_parts import Seen, facing_models
from game.looks import look_for
from game.looks.generic import LastChange, whole_pose
from game.model.hold import AtHeight, Moving, placed
from game.scenefile import presets
from game.session.open_scene import load
from tests.presets import sampled

UNSAID: dict[str, int] = {}
"""Presets whose looks do not say what some parts hang on, with the number of these; the list may only get shorter."""
UNSAID_OVERLAYS = {"pantheon": 1, "recipe": 5}
"""Presets with lines, dots, arrows and labels that are fixed on something which is not said, with the number of these:
what hardly moves in so short a time. The list may only get shorter."""
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
def test_all_is_where_it_is_said_and_hangs_alike_at_all_states(name, campaign):
    """It hangs alike so that one picture says it of all of them."""
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
    check_overlays(look, states[: campaign.steps], UNSAID_OVERLAYS.get(name, 0))


def test_a_look_that_says_something_else_is_noticed():
    look, states = states_of("coin")
    (coin, *_), pose = frame_of(look, states[3], overlays=False).instances, whole_pose(look, *states[3][:2])
    right = placed(coin.on, pose)
    assert apart(coin, right) == 0.0
    right[3, 0] += 1e-3
    assert apart(coin, right) > APART


def seen_of(look, states):
    """The pictures of states with all overlays, and of the last one from aside."""
    aside = Camera(tuple(look.focus), look.radius)
    aside.set_pose({"azimuth": 100.0, "elevation": 40.0})
    aside.settle()
    states = [*states, states[-1]._replace(view=aside.view(16 / 9))]
    holders = []
    for shown in states:
        pose = whole_pose(look, shown.system, shown.y)
        holders.append([*pose, *facing_models(shown.view, look.focus, pose[: len(shown.system.bodies(shown.y))])])
    return Seen([frame_of(look, shown, overlays=True) for shown in states], holders, len(states), len(pose))


def points_of(item):
    """The points of a line, of dots, of an arrow or of a label."""
    ends = ("points",), ("positions",), ("tail", "tip"), ("place",)
    (names,) = [each for each in ends if hasattr(item, each[0])]
    return np.vstack([getattr(item, name) for name in names]).astype(float)


def found_on(items, seen):
    """What items of all pictures are fixed on, whatever is said of them (-1: the world), or None."""
    for number in range(-1, len(seen.holders[0])):
        axes = [np.eye(4) if number < 0 else state[number] for state in seen.holders]
        if local_points([points_of(each) for each in items], axes) is not None:
            return number
    return None


def check_overlays(look, states, unsaid):
    """Check that what is said of overlays is so, and that of no more than `unsaid` others it could be said."""
    seen, could = seen_of(look, states), 0
    for kind in ("curves", "points", "arrows", "labels"):
        every = [getattr(frame, kind) for frame in seen.frames]
        said = [[each for each in items if each.on is not None] for items in every]
        for items in zip(*said, strict=False):
            moves = isinstance(items[0].on, AtHeight) or len(set(map(len, said))) > 1
            if not moves and len(points_of(items[0])):
                assert seen.held(items) is not None, (kind, items[0])
        if len(set(map(len, every))) == 1:
            could += sum(
                items[0].on is None and found_on(items, seen) is not None for items in zip(*every, strict=True)
            )
    assert could <= unsaid, could
    for frame, holders in zip(seen.frames, seen.holders, strict=True):
        for dot in (each for each in frame.points if isinstance(each.on, AtHeight)):
            line = next(curve.points.astype(float) for curve in frame.curves if curve.name == dot.on.line)
            height = holders[dot.on.body][3, 2]
            place = [np.interp(height, line[:, 2], line[:, axis]) for axis in range(3)]
            assert (np.diff(line[:, 2]) > 0.0).all() and dot.positions[0] == pytest.approx(place, abs=APART)
    for shown in states:
        followed = look.followed(shown.system)
        if followed is not None:
            of, at, height = followed
            axes = np.eye(4) if of < 0 else whole_pose(look, shown.system, shown.y)[of]
            place = np.array(at) @ axes[:3, :3] + axes[3, :3]
            place[2] = place[2] if height is None else height
            assert look.middle(shown.system, shown.y) == pytest.approx(place, abs=1e-9)
