"""Bounds of the times of a fit, before any work begins."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from physics.errors import BadInput
from physics.fitting.fit import fit
from physics.fitting.span import MOST_STEPS


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (33333.0, "steps of 0.001 s; must be at most"),
        (1e12, "must be at most"),
        (1e300, "must be at most"),
        (5e306, "must be at most"),
        (1e-300, "must be at least 1e-09 s"),
        (1.01e-3 * MOST_STEPS / 29, "must be at most"),
    ],
)
def test_times_that_no_fit_can_span_are_refused_at_once(step: float, reason: str) -> None:
    chain = physics.system("planar-chain", {"count": 1})
    t = step * np.arange(30)
    with pytest.raises(BadInput, match=reason) as error:
        fit(chain, t, {"theta_1": np.cos(np.arange(30.0))}, ["length", "theta"], dt=1e-3)
    assert "\n" not in str(error.value)
