"""Stability of a system's steady motions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


class ChartBoundary(NamedTuple):
    """A curve of a stability chart: its name, and its ordinates (n,) at the chart's abscissae."""

    name: str
    values: NDArray[np.float64]


class ChartPoint(NamedTuple):
    """A mode of the present motion in a stability chart: its place, and whether it stays small there."""

    x: float
    y: float
    stable: bool


class StabilityChart(NamedTuple):
    """A plane of two numbers of small motions, divided into regions where they stay small and where they grow.

    x_symbol, y_symbol: what stands at the axes; all numbers are without unit. x (n,): abscissae. boundaries: in pairs,
    lower and upper edge of the stable regions, ascending. low, high: of the ordinates that are shown. present(y): the
    modes at the state y, without the number `beyond` that lie outside of the chart.
    """

    x_symbol: str
    y_symbol: str
    x: NDArray[np.float64]
    boundaries: tuple[ChartBoundary, ...]
    low: float
    high: float
    present: Callable[[Floats], Sequence[ChartPoint]]
    beyond: int
