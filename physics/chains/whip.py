"""A whip that cracks, whose tip exceeds the speed of sound."""

from __future__ import annotations

import math
from dataclasses import replace

from physics.chains.planar import end_stroke, stroke_left, tip_square
from physics.chains.planar import rate as chain_rate
from physics.chains.planar_chain import PlanarChain, chain_state
from physics.chains.planar_quantities import SPEED_OF_SOUND
from physics.core.fields import Event, Variable
from physics.types import Floats

REARM_FRACTION = 0.5
"""Fraction of the speed of sound; a tip that falls below it may crack again."""
CRACK_THRESHOLD = 1e-9
"""Value of `boom` that counts as a crack [s]."""


def _state(count: int) -> tuple[Variable, ...]:
    """Return the variables of a chain that lies straight behind the hand, and `boom`, which detects a crack.

    `boom` is integrated, because a whole crack may pass between two ticks.
    """
    meaning = "time integral of Mach² − 1 above 1; 1 when it has cracked"
    return *chain_state(count, -0.5 * math.pi), Variable(
        "boom", "B", "s", meaning, 0.0, 0.0, 1.0, entry=False, role="auxiliary"
    )


class Whip(PlanarChain):
    """A tapered chain that cracks at the stroke of a hand: its tip exceeds the speed of sound.

    The equations of motion are those of the planar chain. The stroke sends a loop along the whip; the moving part
    becomes lighter and must become faster to keep its energy (Goriely and McMillen, Phys. Rev. Lett. 88, 2002, 244301).
    Where the speed of the tip passes that of sound in air, 343 m/s, it cracks (Krehl, Engemann and Schwenkel, Shock
    Waves 8, 1998, 1).

    The maximum speed of the tip depends on the number of links, and does not converge: with more of them its end is
    lighter and faster. In a real whip stiffness, which the chain lacks, limits it. By the default stroke chains of 21
    to 30 links crack at Mach 1.02 to 1.9, but 27 links do not. The cracks last up to 3 ms: RK4 needs steps of 0.1 ms
    and less there.
    """

    name = "whip"
    title = "Whip"
    plotted = ("tip_speed",)

    links = replace(PlanarChain.links, default="tapered")
    count = replace(PlanarChain.count, default=24)
    length = replace(PlanarChain.length, default=2.5)
    taper = replace(PlanarChain.taper, default=0.08)
    grading = replace(PlanarChain.grading, default=0.97)
    radii = replace(PlanarChain.radii, default=(0.011,))
    friction = replace(PlanarChain.friction, default=(0.002,))
    drag_coefficient = replace(PlanarChain.drag_coefficient, default=1.1)
    support = replace(PlanarChain.support, default="stroke")

    variables = _state(int(count.default))
    events = (
        *PlanarChain.events,
        Event("crack", "the tip exceeds the speed of sound: the whip cracks"),
        Event("over", "the tip is well below the speed of sound again", quiet=True),
    )
    highlight = "crack"
    split_step = None

    def instance_variables(self) -> tuple[Variable, ...]:
        """Return the variables: angles and rates of all links, and `boom`."""
        return _state(len(self.chain))

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of the chain, and of `boom`."""
        chain_rate(t, y, p, dy)
        beyond = tip_square(y, p) / (SPEED_OF_SOUND * SPEED_OF_SOUND) - 1.0
        dy[len(y) - 1] = beyond if beyond > 0.0 and y[len(y) - 1] < 0.5 else 0.0

    @staticmethod
    def guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
        """Return the guards: the stroke ends, the tip becomes faster than sound, and much slower again."""
        left = stroke_left(y, p)
        if y[len(y) - 1] < 0.5:
            return left, CRACK_THRESHOLD - y[len(y) - 1], 1.0
        return left, 1.0, tip_square(y, p) / (SPEED_OF_SOUND * SPEED_OF_SOUND) - REARM_FRACTION * REARM_FRACTION

    @staticmethod
    def jump(event: int, t: float, y: Floats, p: Floats) -> None:
        """Stop the hand, or set that the whip has cracked, or may crack again."""
        if event == 0:
            end_stroke(y)
        else:
            y[len(y) - 1] = 1.0 if event == 1 else 0.0
