"""Plots of a run by matplotlib, which is optional: drifts of the invariants, and chosen columns over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.simulation.run_tables import Column, optional

Numbers = NDArray[np.float64]
HEIGHT, WIDTH = 1.8, 8.0
"""Height of the plot of a column, and width of all [inches]."""
LOWEST = 1e-17
"""Drift that is drawn for one of exactly 0, which has no logarithm: below the rounding of any number."""


def plot(t: Numbers, drifts: Mapping[str, Numbers], curves: Sequence[tuple[Column, Numbers]]) -> Any:
    """Draw a run and return its axes, an array of matplotlib axes, the drifts first, all over the time t (n,) [s].

    drifts: relative drift (n,) of each invariant by its symbol, drawn by magnitude. Raises BadInput without matplotlib.
    """
    pyplot = optional("matplotlib.pyplot", "matplotlib", "plot")
    count = 1 + len(curves)
    figure, axes = pyplot.subplots(
        count, 1, sharex=True, squeeze=False, figsize=(WIDTH, HEIGHT * (count + 0.5)), layout="constrained"
    )
    axes = axes[:, 0]
    for (symbol, drift), line in zip(drifts.items(), ("-", "--", "-.", ":") * len(drifts), strict=False):
        axes[0].plot(t, np.maximum(np.abs(drift), LOWEST), line, label=symbol, linewidth=1.2)
    axes[0].set_yscale("log")
    axes[0].set_ylabel("relative drift")
    axes[0].legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), fontsize="small", ncols=4, frameon=False)
    for axis, (column, numbers) in zip(axes[1:], curves, strict=True):
        axis.plot(t, numbers, linewidth=1.2)
        axis.set_ylabel(column.label)
    for axis in axes:
        axis.grid(alpha=0.3)
    axes[-1].set_xlabel("t [s]")
    figure.align_ylabels()
    return axes
