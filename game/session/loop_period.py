"""Period of a motion, for a video that repeats without a seam, or with the smallest.

The bodies of a run are sampled ahead of its present state. After a period they are where they were, turned as they
were, and go on in the same way. A round body may have turned about its axis: that is not seen, or blurred. Where the
motion has no exact period, the times of the closest returns are found with what is missing to a whole one.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.experiments.background import BackgroundTask
from game.looks.generic import Look
from game.session.exposure import round_mesh
from game.session.session import Session
from physics import Simulation
from physics.types import Floats

MAX_SAMPLES = 6000
SAMPLES_PER_SECOND = 240
"""Greatest number of samples per second of the video."""
LAG = 0.15
"""Seconds of the video after which the motion must return, too: else a pendulum would on its way back."""
MOVED = 0.3
"""Part of the greatest distance from the start that bodies must have been away before they return."""
STILL = 1e-3
"""Greatest distance from the start below which nothing moves."""
EXACT = math.radians(0.1)
"""Greatest seam of an exact period."""
WIDEST = math.radians(20.0)
"""Greatest seam that is offered."""
SLACK = 1.25
"""A seam this much wider than the least is as good: the shorter loop is taken."""
BATCH = 64
"""Samples between two checks for cancellation."""
Poses = NDArray[np.float64]


class LoopPeriod(NamedTuple):
    """A time after which a motion returns [s], simulated.

    seam: by how much it misses, as an angle [rad], or a distance in radii of the scene.
    """

    seconds: float
    seam: float

    @property
    def exact(self) -> bool:
        """True where the seam cannot be seen."""
        return self.seam <= EXACT


class LoopSearch(BackgroundTask):
    """Search for the period of a session's motion from its present state on, in the background.

    longest: of the loop, in seconds of the video. found: the result once it is done; None: nothing moves, or it does
    not return.
    """

    def __init__(self, session: Session, longest: float) -> None:
        self.found: LoopPeriod | None = None
        self._simulation = _copy(session.simulation)
        self._look, self._speed, self._longest = session.look, session.clock.speed, longest
        self._simulation.compile_in_background()
        super().__init__("loop")

    def _work(self) -> None:
        self.found = _search(self._simulation, self._look, self._speed, self._longest, self._cancelled.is_set)


def find_period(session: Session, longest: float) -> LoopPeriod | None:
    """Return the period of a session's motion from its present state on, or None; see `LoopSearch`."""
    return _search(_copy(session.simulation), session.look, session.clock.speed, longest, lambda: False)


def _copy(run: Simulation) -> Simulation:
    copy = Simulation(run.system, run.integrator.name, run.dt, run.settings)
    copy.restore(run.snapshot())
    copy.hold(None)
    return copy


def _search(simulation: Simulation, look: Look[Any], speed: float, longest: float, stopped: Any) -> LoopPeriod | None:
    seconds = longest * speed
    count = min(MAX_SAMPLES, round(SAMPLES_PER_SECOND * longest))
    stride = max(1, math.ceil(seconds / simulation.dt / count))
    lag = max(1, round(LAG * speed / (stride * simulation.dt)))
    count = int(seconds / (stride * simulation.dt)) + lag + 3
    poses = [_pose(simulation, look)]
    while len(poses) < count:
        if (len(poses) % BATCH == 0 and stopped()) or simulation.advance(stride) < stride:
            return None
        poses.append(_pose(simulation, look))
    return best_return(np.array(poses), lag, stride * simulation.dt)


def _pose(simulation: Simulation, look: Look[Any]) -> Poses:
    """Return place [radii] and axes of each body, (bodies, 3, 3); of a round one its own axis alone."""
    y: Floats = simulation.y
    found = []
    for number, body in enumerate(simulation.system.bodies(y)):
        is_round = number < len(look.meshes) and round_mesh(look.meshes[number])
        axis = body.rotation[:, 2]
        found.append((np.asarray(body.position) / look.radius, axis, axis if is_round else body.rotation[:, 0]))
    return np.array(found)


def best_return(poses: Poses, lag: int, step: float) -> LoopPeriod | None:
    """Return the best loop of poses (n, bodies, 3, 3), sampled every `step` [s], or None.

    lag: number of samples after which the motion must have returned, too.
    """
    away = np.maximum(distances(poses, poses[0])[:-lag], distances(poses, poses[lag])[lag:])
    if not len(away) or away.max() < STILL:
        return None
    left = int(np.argmax(away > MOVED * away.max()))
    lows = [i for i in range(max(left, 2), len(away) - 3) if away[i - 1] >= away[i] < away[i + 1]]
    lows = sorted(lows, key=lambda i: away[i])[:24]
    returns = [_refined(poses, i, step) for i in lows]
    if not returns:
        return None
    least = min(each.seam for each in returns)
    good = [each for each in returns if each.seam <= max(EXACT, SLACK * least)]
    best = min(good, key=lambda each: each.seconds)
    return best if best.seam <= WIDEST else None


def distances(poses: Poses, start: Poses) -> NDArray[np.float64]:
    """Return how far each pose is from a start, (n,): the greatest angle [rad] or distance [radii] of any body."""
    apart = np.linalg.norm(poses - start, axis=-1)
    turned = 2.0 * np.arcsin(np.minimum(0.5 * apart[..., 1:], 1.0))
    return np.asarray(np.maximum(apart[..., 0], turned.max(axis=-1)).max(axis=-1))


def _refined(poses: Poses, near: int, step: float) -> LoopPeriod:
    """Return the return nearest to a sample, between samples, by a polynomial through five of them."""
    at = np.arange(-2.0, 3.0)
    fine = np.linspace(-1.0, 1.0, 401)
    weights = np.array([np.prod([(fine - b) / (a - b) for b in at if b != a], axis=0) for a in at])
    between = np.einsum("sf,sbij->fbij", weights, poses[near - 2 : near + 3])
    away = distances(between, poses[0])
    best = int(np.argmin(away))
    return LoopPeriod((near + float(fine[best])) * step, float(away[best]))
