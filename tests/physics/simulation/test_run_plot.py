"""Plots of a run: drifts of the invariants, and columns with symbol and unit."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from physics import BadInput

pyplot = pytest.importorskip("matplotlib.pyplot", reason="matplotlib is not installed: pip install matplotlib")


@pytest.fixture(autouse=True)
def closed():
    pyplot.switch_backend("agg")
    yield
    pyplot.close("all")


def test_drifts_and_chosen_columns_are_drawn_with_units(tmp_path) -> None:
    run = physics.simulate("gyroscope", 0.2, integrator="heun", every=0.01)
    axes = run.plot("theta", "phi_dot")
    assert [axis.get_ylabel() for axis in axes] == ["relative drift", "θ [rad]", "φ̇ [rad/s]"]
    assert axes[-1].get_xlabel() == "t [s]"
    (line,) = axes[1].get_lines()
    assert (line.get_ydata() == run["theta"]).all() and (line.get_xdata() == run.t).all()
    drifts = {drawn.get_label(): drawn.get_ydata() for drawn in axes[0].get_lines()}
    assert set(drifts) == {invariant.symbol for invariant in run.system.invariants}
    energy = run.invariants["energy"]
    assert drifts["E"][1:] == pytest.approx(np.abs(energy - energy[0])[1:] / abs(energy[0]), rel=1e-12)
    assert drifts["E"][-1] == pytest.approx(abs(run.readings["energy"].drift), rel=1e-9)
    axes[0].figure.savefig(tmp_path / "a.png")


@pytest.mark.parametrize("name", ["bungee", "free-body", "trebuchet"])
def test_coordinates_are_drawn_where_nothing_is_named(name: str) -> None:
    run = physics.simulate(name, 0.005)
    axes = run.plot()
    assert 1 < len(axes) <= 5
    first = next(variable for variable in run.system.variables if variable.role == "coordinate")
    assert axes[1].get_ylabel().startswith(first.symbol)


def test_unknown_column_is_refused() -> None:
    with pytest.raises(BadInput, match="unknown column 'thta'"):
        physics.simulate("gyroscope", 0.01).plot("thta")
