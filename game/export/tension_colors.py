"""Which tensions of a pose the colours of instances stand for, found from pictures of several states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.looks.kit.tension_tints import TensionTints

Tints = NDArray[np.float64]
SAME = 1e-5
"""Greatest difference of a tint from that of its tension."""


def tension_numbers(
    tints: Sequence[Sequence[Sequence[float]]], tensions: Sequence[NDArray[np.float64]], scale: TensionTints | None
) -> dict[int, int | None]:
    """Return, of the instances whose tints change, the numbers of the tensions they show; None where there is none.

    tints: linear RGB of each instance at each state. tensions: at each state, (n,) [N]. Of tensions that were always
    alike, as in a chain that hangs symmetrically, the next after that of the instance before is taken.
    """
    every = np.array(tints, float)
    shown = None if scale is None else np.array([scale.of(each) for each in tensions])
    found: dict[int, int | None] = {}
    last = 0
    for k in np.flatnonzero(np.ptp(every, axis=0).max(axis=1, initial=0.0) > 0.0).tolist():
        found[k] = None
        if shown is None or not shown.size:
            continue
        alike = np.flatnonzero(np.abs(shown - every[:, k, None]).max(axis=(0, 2)) < SAME)
        if len(alike):
            found[k] = last = int(next((each for each in alike if each >= last), alike[0]))
    return found


def describe_scale(scale: TensionTints | None) -> dict[str, Any] | None:
    """Return the tensions [N] and tints of a scale as JSON."""
    return None if scale is None else {"tensions": list(scale.tensions), "tints": [list(each) for each in scale.tints]}
