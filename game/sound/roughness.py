"""Noise that looks the same at every place where it is read: the roughness of surfaces that slide on one another."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

SIZE = 1 << 18
"""Number of values of the profile, a power of 2."""
PERIOD = 32
"""Number of values in the longest wave of the octave."""
SEED = 1789


@lru_cache(maxsize=1)
def octave() -> NDArray[np.float32]:
    """Return a closed profile (`SIZE` + 1,) of mean square 1, with waves of `PERIOD` values down to half as many.

    Its last value is the first. It is the same on every run.
    """
    random = np.random.default_rng(SEED)
    waves = np.zeros(SIZE // 2 + 1, complex)
    first, last = SIZE // PERIOD, 2 * SIZE // PERIOD
    waves[first:last] = np.exp(2j * np.pi * random.random(last - first))
    profile = np.fft.irfft(waves, SIZE)
    profile /= np.sqrt(np.mean(profile**2))
    return np.append(profile, profile[0]).astype(np.float32)


def roughness(place: NDArray[np.float64], start: float) -> NDArray[np.float64]:
    """Return the profile at places (n,), counted in longest waves of the octave from a start."""
    table = octave()
    at = (place + start) * PERIOD
    whole = np.floor(at)
    low = whole.astype(np.int64) & (SIZE - 1)
    left = np.take(table, low, mode="clip")
    rise = np.take(table, low + 1, mode="clip") - left
    return left.astype(np.float64) + (at - whole) * rise
