"""The sounds of a trebuchet: creaking axle, stone in the trough, rushing sling, release, stops and impact."""

from __future__ import annotations

import math

from game.sound.voices import Clicks, Partial, Ring, Rustle, Voice
from physics.trebuchet.trebuchet import Trebuchet

FREE_BAR = (1.0, 2.757, 5.404, 8.933)
"""Tones of a free bar over its lowest; Rayleigh, Theory of Sound, chapter VIII."""
LOWEST, LENGTH = 30.0, 8.0
"""Lowest tone [Hz] of a beam of a length [m]; those of shorter ones are higher, as if all machines were alike."""
CREAK = math.radians(1.2)
"""Angle from one creak of the axle to the next."""
QUICK = 3.0
"""Rate of the beam [rad/s] at which its axle creaks as loud as it can."""
YIELD = 0.7
"""Speed of a stone over that which it would have with all energy of the counterweight's fall."""


def trebuchet_sounds(system: Trebuchet) -> tuple[Voice, ...]:
    """Return what sounds of a machine, with tones as low as it is large."""
    small = LENGTH / max(system.long_arm + system.short_arm, 0.05)
    drop = max(system.drop, 0.1 * system.short_arm)
    stone = max(system.projectile_mass, 1e-9)
    fast = YIELD * math.sqrt(2.0 * system.counterweight_mass * max(system.gravity, 1e-3) * drop / stone)
    wood = tuple(
        Partial(LOWEST * small * ratio, 0.16 / math.sqrt(ratio * small), 1.0 / k) for k, ratio in enumerate(FREE_BAR, 1)
    )
    thud = (Partial(38.0, 0.12), Partial(61.0, 0.09, 0.7), Partial(95.0, 0.05, 0.5))
    creak = tuple(Partial(tone * min(small, 4.0), 0.012, height) for tone, height in ((160.0, 1.0), (370.0, 0.6)))
    stops = ("beam-stop", "sling-stop", "hanger-stop")
    return (
        Ring(("landing",), thud, "speed", fast, loudness=0.9, noise=0.8, noise_decay=0.09, noise_pitch=160.0),
        Ring(("touch-down",), thud, "speed", fast, loudness=0.6, noise=0.6, noise_decay=0.05, noise_pitch=200.0),
        Ring(("release",), wood, loudness=0.5, noise=0.9, noise_decay=0.012, noise_pitch=900.0),
        Ring(("lift-off",), wood, loudness=0.12, noise=0.3, noise_pitch=300.0),
        Ring(stops, wood, loudness=0.6, noise=0.5, noise_pitch=120.0 * small),
        Clicks("alpha", CREAK, Ring((), creak, loudness=0.16), "alpha_dot", QUICK),
        Rustle("speed", "normal", 9.81 * stone, loudness=0.12, usual=5.0, grain=0.04, octaves=8, tilt=0.85),
        Rustle("speed", loudness=0.2, usual=fast, power=3.0, grain=10.0 * system.ball, octaves=5, tilt=0.7),
    )
