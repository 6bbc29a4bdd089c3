"""Stability of a system's steady motions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.types import Floats


class Stability(NamedTuple):
    """The linear model of steady motions that differ in one number, such as their speed.

    symbol, unit, meaning: of that number, from `low` to `high`. eigenvalues(value): of the small motions about the
    steady one, (k,) [1/s]; where all real parts are negative it is stable. present(y): the number at the state y.
    """

    symbol: str
    unit: str
    meaning: str
    low: float
    high: float
    eigenvalues: Callable[[float], NDArray[np.complex128]]
    present: Callable[[Floats], float]
