"""The sounds of bodies on a table: rubbing, rolling, rattling, and the knock of one that lands."""

from __future__ import annotations

import math
from array import array
from typing import Any

import numpy as np

from game.sound.voices import Partial, Ring, Rustle, Voice
from physics import System
from physics.core.pieces import state_after
from physics.maths.elementary import square
from physics.table.rolling import contact_at
from physics.table.sliding import CONTACT, IN_AIR, V_Z
from physics.table.sliding_body import SlidingBody
from physics.types import Floats, Occurrence

GRAIN = 0.002
"""Longest wave of the roughness of a table [m]."""
HARD = 0.05
"""Speed [sqrt(g size)] that a hard blow of the table gives a body."""


def table_sounds(system: System) -> tuple[Voice, ...]:
    """Return what sounds of a body that rolls or slides on a table; nothing where its contact is not known."""
    if isinstance(system, SlidingBody):
        return sliding_sounds(system)
    if system.variables[0].name == "q_w":
        return rolling_sounds(size_of(system))
    return ()


def sliding_sounds(body: SlidingBody) -> tuple[Voice, ...]:
    """Return the rustle of the point that rubs on the table, and the knock of what lands on it or touches it.

    The waves are taken to be as high as the speed and the load. A knock goes as the root of the blow's impulse, so that
    a faint one, a hundred times as small, is heard, too.
    """
    size = size_of(body)
    pitch = pitch_of(size)
    hard = HARD * body.mass * math.sqrt(max(body.gravity, 1e-3) * size)
    knock = tuple(Partial(pitch * ratio, 0.03 / ratio, 1.0 / ratio) for ratio in (1.0, 1.59, 2.71))
    return (
        Rustle("slip", "normal", loudness=0.2, usual=0.5, grain=GRAIN, pitch=pitch, width=1.8),
        Rustle(rolled, "normal", loudness=0.05, usual=0.5, grain=GRAIN, pitch=0.5 * pitch),
        Ring(
            ("landing", "touch"), knock, root_of_blow, math.sqrt(hard),
            loudness=0.35, noise=0.3, noise_decay=0.006, noise_pitch=pitch,
        ),
    )  # fmt: skip


def root_of_blow(body: SlidingBody, y: Floats) -> float:
    """Return the root of the impulse upwards [N s] of a blow of the table, by the state just before it."""
    before: Floats = memoryview(array("d", y))
    body.settle(before, body.p)
    name = "landing" if before[CONTACT] == IN_AIR else "touch"
    after = state_after(body, Occurrence(0, 0.0, name, "", tuple(before)))
    return math.sqrt(max(body.mass * (after[V_Z] - before[V_Z]), 0.0))


def rolling_sounds(size: float) -> tuple[Voice, ...]:
    """Return the noise of the contact that runs along the body as it rolls; size [m]: of the body."""
    return (Rustle(rolled, "normal", loudness=0.14, usual=0.5, grain=GRAIN, pitch=pitch_of(size), width=1.8),)


def rattle_sounds(system: Any) -> tuple[Voice, ...]:
    """Return the rattle of a rocking hull: its contact runs to and fro along the keel.

    The finer noise is loud as it presses, the coarser one as its pressure differs from the weight, which shakes the
    table. A keel presses with up to seven times the weight, at twice the usual speed: what is usual is quiet, for else
    the limiter would cut off each of these moments with a click.
    """
    pitch = 0.5 * pitch_of(size_of(system))
    bow = square(system.axis_1) / system.axis_3  # radius of curvature of the keel
    quick = math.sqrt(max(system.gravity, 1e-3) * bow)
    return (
        Rustle(rolled, "normal", loudness=0.015, usual=quick, grain=2.0 * GRAIN, octaves=6, tilt=0.75, pitch=pitch),
        Rustle(rolled, "normal", rest=1.0, loudness=0.03, usual=quick, grain=8.0 * GRAIN, octaves=4, tilt=0.8),
    )


def rolled(system: Any, y: Floats) -> float:
    """Return the speed of the contact point along the body's surface [m/s]."""
    return math.hypot(*contact_at(y, system.p)[3:])


def size_of(system: Any) -> float:
    """Return the reach of a body from its centre of mass [m]."""
    return float(np.linalg.norm(system.solid.extremes(), axis=1).max())


def pitch_of(size: float) -> float:
    """Return about which frequency [Hz] a small body of this size [m] sounds: its own tones rise as it gets smaller."""
    return min(max(90.0 / max(size, 1e-4), 250.0), 6000.0)
