from __future__ import annotations

import numpy as np
import pytest

from physics import registry
from physics.studies.growth import growth_rates, why_no_growth
from physics.studies.lyapunov import lyapunov
from physics.studies.map_axes import copies_at, map_axis
from physics.studies.sampled_copies import MapRun


def test_exponent_agrees_with_the_published_one() -> None:
    """Two bars from (2.0, 2.5): 1.378 ± 0.004 /s, by dual numbers in 1e5 s (`physics/studies/lyapunov.py`)."""
    bars = registry.system_class("double-pendulum")()
    starts = map_axis(bars, "theta2", 2.0 - 1e-6, 2.0 + 1e-6, 32)
    copies = copies_at(bars, (starts,), starts.values[:, None])
    found = growth_rates(copies, MapRun(200.0, "rk4", 5e-3))
    assert found.std() > 0.0
    assert found.mean() == pytest.approx(1.378, abs=4.0 * found.std() / np.sqrt(len(found)) + 0.004)


@pytest.mark.parametrize("name", ["gyroscope", "heavy-top"])
def test_regular_motion_has_no_exponent(name: str) -> None:
    """Its neighbours part by steady growth, log(T / T0) / T in the time T after a transient T0."""
    top = registry.system_class(name)()
    found = growth_rates(copies_at(top, (), np.zeros((1, 0))), MapRun(50.0, "rk4", 1e-3))
    assert abs(found[0]) < 2.0 * np.log(10.0) / 45.0
    same = lyapunov(top, 45.0, dt=1e-3, exponents=1, transient=5.0)
    assert abs(found[0] - same.exponents[0]) < np.log(10.0) / 45.0


def test_runs_that_give_no_exponent_are_refused() -> None:
    assert "need a method of fixed steps" in why_no_growth(MapRun(10.0, "dop853", 1e-3))
    assert "must be 10 steps of 0.001 s or more" in why_no_growth(MapRun(5e-3, "rk4", 1e-3))
    assert not why_no_growth(MapRun(10.0, "rk4", 1e-3))
