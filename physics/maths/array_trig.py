"""Functions of arrays whose bits are the same everywhere: those of numpy depend on the processor's vector units.

Each is that of `physics/maths/trig.py` written with operations of numpy that round correctly, element by element.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from physics.maths import rounded, trig
from physics.maths.trig import (
    A1,
    A2,
    A3,
    A4,
    A5,
    A6,
    A7,
    A8,
    A9,
    A10,
    A11,
    C1,
    C2,
    C3,
    C4,
    C5,
    C6,
    PI,
    PI_2_HIGH,
    PI_2_LOW,
    PI_2_MIDDLE,
    PI_LOW,
    S1,
    S2,
    S3,
    S4,
    S5,
    S6,
    TAN_PI_8,
    THREE_QUARTERS,
    THREE_QUARTERS_LOW,
    TWO_OVER_PI,
)  # fmt: skip

Array = NDArray[np.float64]
FEW = 12
"""Number of angles up to which the scalar function is quicker."""
LARGE = 1e6
"""Above this angle [rad] the remainder of a right angle needs more digits than `sincos` carries."""


def sincos(x: ArrayLike) -> tuple[Array, Array]:
    """Return sines and cosines [rad], to the bits of `trig.unbiased_sincos`; nan where x is not finite."""
    angle = np.asarray(x, float)
    if angle.size <= FEW:
        pairs = [trig.unbiased_sincos(v) if abs(v) <= LARGE else rounded.sincos(v) for v in angle.ravel().tolist()]
        found = np.array(pairs).reshape(*angle.shape, 2)
        return found[..., 0], found[..., 1]
    with np.errstate(all="ignore"):
        sine, cosine = _sincos(angle)
    for place in map(tuple, np.argwhere(~(np.abs(angle) <= LARGE))):
        sine[place], cosine[place] = rounded.sincos(float(angle[place]))
    return sine, cosine


def _sincos(x: Array) -> tuple[Array, Array]:
    k = np.floor(x * TWO_OVER_PI + 0.5)
    high = x - k * PI_2_HIGH
    r = high - k * PI_2_MIDDLE
    lost = ((high - r) - k * PI_2_MIDDLE) - k * PI_2_LOW
    z = r * r
    zz = z * z
    s = r + (r * z * ((S1 + z * S2) + zz * ((S3 + z * S4) + zz * (S5 + z * S6))) + lost * (1.0 - 0.5 * z))
    c = 1.0 - (0.5 * z - (zz * ((C1 + z * C2) + zz * ((C3 + z * C4) + zz * (C5 + z * C6))) - r * lost))
    quadrant = k - 4.0 * np.floor(k * 0.25)
    odd = (quadrant == 1.0) | (quadrant == 3.0)
    sine, cosine = np.where(odd, c, s), np.where(odd, s, c)
    return (
        np.where(quadrant >= 2.0, -sine, sine),
        np.where((quadrant == 1.0) | (quadrant == 2.0), -cosine, cosine),
    )


def sin(x: ArrayLike) -> Array:
    """Return sines of angles [rad]."""
    return sincos(x)[0]


def cos(x: ArrayLike) -> Array:
    """Return cosines of angles [rad]."""
    return sincos(x)[1]


def arctan2(y: ArrayLike, x: ArrayLike) -> Array:
    """Return the angles of (x, y) in (-pi, pi] [rad], to the bits of `trig.unbiased_arctan2`; 0 for (0, 0)."""
    rise, run = np.broadcast_arrays(np.asarray(y, float), np.asarray(x, float))
    up, along = np.abs(rise), np.abs(run)
    steep = up > along
    low, high = np.where(steep, along, up), np.where(steep, up, along)
    beyond = low > TAN_PI_8 * high
    top, bottom = np.where(beyond, low - high, low), np.where(beyond, low + high, high)
    r = top / np.where(bottom > 0.0, bottom, 1.0)
    z = r * r
    tail = A7 + z * (A8 + z * (A9 + z * (A10 + z * A11)))
    bend = r * z * (A1 + z * (A2 + z * (A3 + z * (A4 + z * (A5 + z * (A6 + z * tail))))))
    eighths = np.where(beyond, 1.0, 0.0)
    eighths = np.where(steep, 2.0 - eighths, eighths)
    eighths = np.where(run < 0.0, 4.0 - eighths, eighths)
    back = steep != (run < 0.0)
    r, bend = np.where(back, -r, r), np.where(back, -bend, bend)
    whole = np.where(eighths == 3.0, THREE_QUARTERS, 0.25 * PI * eighths)
    lost = np.where(eighths == 3.0, THREE_QUARTERS_LOW, 0.25 * PI_LOW * eighths)
    angle = whole + (r - (bend - lost))
    return np.asarray(np.where(rise < 0.0, -angle, angle))


def each(function: Callable[[float], float], x: ArrayLike) -> Array:
    """Return a function of `physics/maths/rounded.py` of each element."""
    numbers = np.asarray(x, float)
    return np.array([function(value) for value in numbers.ravel().tolist()]).reshape(numbers.shape)


def tanh(x: ArrayLike) -> Array:
    """Return the hyperbolic tangent of each element."""
    return each(rounded.tanh, x)


def cosh(x: ArrayLike) -> Array:
    """Return the hyperbolic cosine of each element, below 1e300."""
    return each(rounded.cosh, x)


def hypot(x: ArrayLike, y: ArrayLike) -> Array:
    """Return the lengths of (x, y), without overflow."""
    a, b = np.broadcast_arrays(np.asarray(x, float), np.asarray(y, float))
    pairs = zip(a.ravel().tolist(), b.ravel().tolist(), strict=True)
    return np.array([math.hypot(u, v) for u, v in pairs]).reshape(a.shape)
