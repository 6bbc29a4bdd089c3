"""The sounds of a whip: the crack, and the air that rushes round its end."""

from __future__ import annotations

from game.sound.voices import Boom, Rustle, Voice
from physics.linkages.hanging import HangingSystem

STROUHAL = 0.2
"""Frequency of the vortices behind a cylinder times its diameter over its speed; Strouhal 1878."""
SOUND = 343.0
"""Speed of sound in air [m/s]."""


def whip_sounds(system: HangingSystem) -> tuple[Voice, ...]:
    """Return the crack, and the noise of the vortices that the end sheds; nothing of a chain that cannot crack.

    The noise of vortices grows with the cube of the speed in its pressure (a dipole: Curle, Proc. R. Soc. A 231, 1955,
    505); its pitch is that of a cylinder as thick as the whip at its end.
    """
    if not any(event.name == "crack" for event in system.events):
        return ()
    thick = 2.0 * max(system.link_shapes[-1].far, 1e-4)
    return (
        Boom(("crack",)),
        Rustle("tip_speed", loudness=0.3, usual=SOUND, power=3.0, grain=8.0 * thick / STROUHAL, octaves=5, tilt=0.9),
    )
