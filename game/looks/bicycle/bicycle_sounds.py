"""The sounds of a bicycle that coasts: the pawls of its freewheel, and its tyres on the ground."""

from __future__ import annotations

import math

from game.sound.voices import Clicks, Partial, Ring, Rustle, Voice
from physics.bicycle.bicycle import Bicycle

TEETH = 24
"""Number of teeth of a freewheel."""
PAWL = (Partial(2350.0, 0.004), Partial(3900.0, 0.0025, 0.6), Partial(6100.0, 0.0015, 0.4))
"""Tones of a pawl that falls into a tooth."""


def bicycle_sounds(system: Bicycle) -> tuple[Voice, ...]:
    """Return clicks at the teeth of the rear wheel, and the noise of the tyres by speed and load."""
    mass = system.rear_mass + system.front_mass + system.frame_mass + system.fork_mass
    weight = max(system.gravity * mass, 1e-9)

    def tyre(push: str, grain: float) -> Rustle:
        return Rustle("ground_speed", push, weight, loudness=0.08, usual=5.0, grain=grain, tilt=0.75, pitch=700.0)

    pawls = Clicks("theta_R", 2.0 * math.pi / TEETH, Ring((), PAWL, loudness=0.22))
    return pawls, tyre("rear_push", 0.030), tyre("front_push", 0.037)
