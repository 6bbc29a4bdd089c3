"""The flight of a sphere through wind: drag and Magnus force.

Barmaz, Martelli, Piguet 2021, (1.2) and (1.3): F_t = ½ C_d A rho v², F_M = ½ pi r³ rho omega v across v, v being the
velocity in the air; omega in rad/s (erratum 8), positive for topspin, which pushes down. F_M does no work in still air
(erratum 7).
"""

from __future__ import annotations

from math import sqrt

from physics.maths.power import power
from physics.trebuchet.machine import DRAG, DRAG_LAW, MAGNUS, REYNOLDS, WIND_X, WIND_Y
from physics.types import Floats

GIVEN, SPHERE = 0.0, 1.0
"""Drag laws: constant C_d, or that of a smooth sphere by its Reynolds number."""
MIN_REYNOLDS = 1e-6
"""Smallest Reynolds number used in the drag law of a sphere."""


def sphere_drag(reynolds: float) -> float:
    """Return C_d of a smooth sphere, up to a Reynolds number of 10⁶ or so; the drag crisis is near 3·10⁵.

    Morrison, An Introduction to Fluid Mechanics (Cambridge 2013), fig. 8.13; its third term is multiplied out.
    """
    a, b, c = reynolds / 5.0, reynolds / 2.63e5, reynolds / 1e6
    b2 = b * b
    b8 = (b2 * b2) * (b2 * b2)
    crisis = 0.411 * power(b, 0.06) / (1.0 + b8)
    slow = 2.6 * a / (1.0 + power(a, 1.52))
    return 24.0 / reynolds + slow + crisis + 0.25 * c / (1.0 + c)


def air_force(v_x: float, v_y: float, p: Floats) -> tuple[float, float]:
    """Return the force of the air on the stone, x and y [N]."""
    r_x, r_y = v_x - p[WIND_X], v_y - p[WIND_Y]
    speed = sqrt(r_x * r_x + r_y * r_y)
    drag = p[DRAG] * speed
    if p[DRAG_LAW] == SPHERE:
        reynolds = p[REYNOLDS] * speed
        drag *= sphere_drag(reynolds if reynolds > MIN_REYNOLDS else MIN_REYNOLDS)
    return p[MAGNUS] * r_y - drag * r_x, -p[MAGNUS] * r_x - drag * r_y
