"""Measured rates of a free body as dots beside its inertia ellipsoid, at the scale of Poinsot's construction."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.looks.free.free_body import FreeBodyLook
from game.model.frame import Points, SceneFrame, SceneLabel
from game.model.words import later
from physics.maths import dense
from physics.maths.quaternion import rotation_matrix
from physics.types import Floats


class RateBand(NamedTuple):
    """Dots whose residual is below a number of standard deviations: their colour (sRGB), size and words."""

    below: float
    color: tuple[float, float, float]
    size: float
    words: str


BANDS = (
    RateBand(1.0, (0.36, 0.83, 0.79), 5.0, later("below 1 σ")),
    RateBand(2.0, (0.95, 0.94, 0.90), 6.0, later("1 to 2 σ")),
    RateBand(3.0, (1.00, 0.75, 0.25), 7.5, later("2 to 3 σ")),
    RateBand(float("inf"), (1.00, 0.45, 0.36), 9.0, later("3 σ and more")),
)
"""Bands of residuals, each told by colour and size."""
LABEL = later("measured rates")
MOST_DOTS = 1500
"""Greatest number of dots that are drawn: of more rows every second, third or further one is."""


class MeasuredRates(NamedTuple):
    """Rates (rows, 3) in body axes, without bias [rad/s], and the sizes of their residuals in deviations, (rows,)."""

    omega: NDArray[np.float64]
    off: NDArray[np.float64]

    def counts(self) -> list[int]:
        """Return how many rates are in each of `BANDS`."""
        return list(map(int, np.bincount(self.bands(), minlength=len(BANDS))))

    def bands(self) -> NDArray[np.intp]:
        """Return the place in `BANDS` of each rate, (rows,)."""
        return np.searchsorted([band.below for band in BANDS[:-1]], self.off, "right")


def add_measured_rates(frame: SceneFrame, look: FreeBodyLook, rates: MeasuredRates, y: Floats, fixed: bool) -> None:
    """Add the dots to a picture of a state, with their name; fixed: in body axes, as the second picture has them."""
    rotation = look.start_rotation if fixed else rotation_matrix(y)
    step = -(-len(rates.omega) // MOST_DOTS)
    places = dense.times(look.poinsot.scale * rates.omega[::step], rotation.T) + look.to_world(np.zeros(3))
    bands = rates.bands()[::step]
    for number, band in enumerate(BANDS):
        own = places[bands == number]
        if len(own):
            colors = np.tile(np.array([*(round(255 * each) for each in band.color), 255], np.uint8), (len(own), 1))
            frame.points.append(Points(own.astype(np.float32), colors, band.size))
    last = np.asarray(places[-1], np.float32)
    frame.labels.append(SceneLabel(last, LABEL, BANDS[0].color, outward=True))
