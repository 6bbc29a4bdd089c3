"""The sound of Euler's disk: the contact that runs round its rim, and the thud of its end."""

from __future__ import annotations

import math

from game.sound.voices import Partial, PhaseTone, Ring, Voice
from physics.disk.euler_disk import VALUES, EulerDisk
from physics.disk.losses import slow_power
from physics.types import Floats

LOUDNESS = 0.5
"""Height of the tone with the power that is lost where the disk is down."""
THUD = 260.0
"""Frequency [Hz] of the plate on which the disk falls, for one of a radius of 37.5 mm."""
USUAL_RADIUS = 0.0375


def disk_sounds(system: EulerDisk) -> tuple[Voice, ...]:
    """Return the tone, whose pitch is the turn of the contact, and the thud; nothing of a disk that loses nothing.

    Any unevenness of the rim repeats once a turn of the contact. A fixed part of the lost power is taken to be
    radiated: the height goes as its root.
    """
    loudest = slow_power(system.flat_at, system.p)
    if not loudest > 0.0:
        return ()

    def level(disk: EulerDisk, y: Floats) -> float:
        return LOUDNESS * math.sqrt(max(VALUES["power"](disk, y), 0.0) / loudest)

    pitch = THUD * USUAL_RADIUS / system.radius
    knock = tuple(Partial(pitch * ratio, 0.02 / ratio, 1.0 / ratio) for ratio in (1.0, 2.1, 3.6))
    return (
        PhaseTone("chi", level),
        Ring(("flat",), knock, loudness=0.12, noise=0.2, noise_decay=0.004, noise_pitch=4.0 * pitch),
    )
