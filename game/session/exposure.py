"""Exposure of a picture of a film: the states while the shutter is open, with weights.

A film shows what moves as the mean of many pictures. Over half the time of a picture, a body that turns in less than
two pictures as far as it takes to look the same again would still seem to stand still or to turn backwards: the shutter
then stays open for just that turn, which leaves nothing that could seem to turn. A still, where nothing can, is
exposed for a shorter time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from game.looks.generic import Look, angular_velocity
from game.looks.kit.euler_angle_arcs import smooth_step
from game.model.frame import SHUTTER, Instance, Mesh, View
from physics.types import Floats

T = TypeVar("T")
MOMENTS = 48
"""Number of states that are kept of each picture."""
MOST = 2 * MOMENTS
"""Greatest number of them that a picture can be the mean of."""
FADES, GONE = 0.3, 0.5
"""Turns in a picture, in `LOOKS_THE_SAME`, between which the shutter comes to stay open for one of these."""
LOOKS_THE_SAME = math.pi
"""Least turn [rad] after which bodies such as wings, books and coins on edge look about the same."""
FLASH = 0.25
"""Time for which the shutter is open in a still, relative to that in a film: bodies keep their edges."""
STEP = 0.75
"""Greatest distance on the screen [pixels] from one state to the next: farther apart, edges are seen as a comb."""
LOPSIDED = 0.05
"""Greatest difference of the second moments of a round body across its axis, as a part of their sum."""


class Moment(NamedTuple):
    """A state while the shutter is open, and its age in pictures."""

    state: Floats
    age: float


class Exposure:
    """The states of the last two pictures of a film. turns: by how many `LOOKS_THE_SAME` a body turns in a picture."""

    def __init__(self) -> None:
        self.turns = 0.0
        self._kept: list[Moment] = []

    def fractions(self, look: Look[Any], system: Any, y: Floats, seconds: float) -> list[float]:
        """Return the parts of the next picture's time [seconds], simulated, after which states are needed."""
        self.turns = turns_in(look, system, y, seconds)
        within = min(1.0, 1.0 / max(self.turns, 1.0))
        return [1.0 - within * (1.0 - k / MOMENTS) for k in range(1, MOMENTS + 1)]

    def keep(self, states: Sequence[Floats], fractions: Sequence[float]) -> None:
        """Keep the states of a picture."""
        before = [Moment(state, age + 1.0) for state, age in self._kept if age < 1.0]
        self._kept = before + [Moment(state, 1.0 - part) for state, part in zip(states, fractions, strict=True)]

    @property
    def newest(self) -> list[Floats]:
        """Return the states of the last picture alone, in order of time."""
        return [state for state, age in self._kept if age < 1.0]

    def weighted(self, still: bool = False) -> list[tuple[Moment, float]]:
        """Return the moments that a picture shows, the oldest first, with weights whose sum is 1.

        still: it is no picture of a film: its shutter is open for `FLASH` of the time, however fast a body turns.
        """
        longer = 0.0 if still else smooth_step(self.turns, FADES, GONE)
        open_for = FLASH * SHUTTER if still else SHUTTER
        step = min(1.0, 1.0 / max(self.turns, 1.0)) / MOMENTS
        period = min(1.0 / max(self.turns, GONE), 2.0)
        found = []
        for moment in self._kept:
            usual = max(min((open_for - moment.age) / step, 1.0), 0.0) * step / open_for
            whole = max(min((period - moment.age) / step, 1.0), 0.0) * step / period
            found.append((moment, (1.0 - longer) * usual + longer * whole))
        return _shares([each for each in found if each[1] > 1e-6])


def thinned(weighted: Sequence[tuple[T, float]], most: int) -> list[tuple[T, float]]:
    """Return at most so many of what has weights, equally far apart, the newest among them."""
    every = max(math.ceil(len(weighted) / max(most, 1)), 1)
    return _shares(weighted[::-every][::-1])


def _shares(weighted: Sequence[tuple[T, float]]) -> list[tuple[T, float]]:
    total = sum(weight for _, weight in weighted)
    return [(each, weight / total) for each, weight in weighted]


def turns_in(look: Look[Any], system: Any, y: Floats, seconds: float) -> float:
    """Return how far a body turns in so many seconds, in `LOOKS_THE_SAME`; a round one about its own axis does not."""
    omega, fastest = angular_velocity(system, y), 0.0
    for body, mesh in zip(system.bodies(y), look.meshes, strict=False):
        axis = body.rotation[:, 2]
        turning = omega - (omega @ axis) * axis if round_mesh(mesh) else omega
        fastest = max(fastest, float(np.linalg.norm(turning)))
    return fastest * seconds / LOOKS_THE_SAME


_shapes: WeakKeyDictionary[Mesh, tuple[np.ndarray, bool]] = WeakKeyDictionary()


def _shape(mesh: Mesh) -> tuple[np.ndarray, bool]:
    """Return the extent (3,) of a mesh from its origin, and whether it is round about its z axis."""
    if mesh not in _shapes:
        places = mesh.vertices[:, :3].astype(float)
        x, y = (places[:, :2] - places[:, :2].mean(axis=0)).T
        across = float((x * x + y * y).sum())
        odd = math.hypot(float((x * x - y * y).sum()), 2.0 * float((x * y).sum()))
        _shapes[mesh] = np.abs(places).max(axis=0), odd <= LOPSIDED * across
    return _shapes[mesh]


def round_mesh(mesh: Mesh) -> bool:
    """Return whether a turn about its z axis leaves the shape of a mesh as it is."""
    return _shape(mesh)[1]


def path_length(pictures: Sequence[Sequence[Instance]], view: View, height: int) -> float:
    """Return how far any point of the instances moves from picture to picture in all [pixels]."""
    shapes = [_shape(instance.mesh) for instance in pictures[0]]
    if not shapes:
        return 0.0
    reach = np.array([extent * ((0.0, 0.0, 1.0) if is_round else (1.0, 1.0, 1.0)) for extent, is_round in shapes])
    models = np.array([[instance.model for instance in picture] for picture in pictures], float)
    places = np.concatenate([models[..., 3:, :3], models[..., :3, :3] * reach[:, :, None] + models[..., 3:, :3]], 2)
    ahead = np.asarray(view.view @ view.projection, float)[:, 3]
    deep = np.maximum(places @ ahead[:3] + ahead[3], 1e-3)
    moved = np.linalg.norm(np.diff(places, axis=0), axis=-1) / deep[1:]
    return float(moved.sum(axis=0).max(initial=0.0)) * 0.5 * height * abs(float(view.projection[1, 1]))
