from __future__ import annotations

import math

import numpy as np
import pytest

from physics import BadInput, Simulation, registry
from physics.compiled import native
from physics.simulation.poincare import SectionPlane, crossings
from physics.studies.bifurcation import Bifurcation, bifurcation_request
from physics.studies.map_axes import map_axis
from tests.physics.studies.own_system import OwnBars

PERIOD, DRAG = 0.5, 0.5
"""Period of the support [s], and drag over mass [1/s]."""
SHAKEN = registry.system_class("planar-chain")(
    {"count": 1, "length": 1.0, "support": "harmonic", "drag": [DRAG], "gravity": (2.0 * math.pi) ** 2,
     "frequency_z": 2.0 * math.pi / PERIOD},
    {"theta_1": 1e-3},
)  # fmt: skip
"""A pendulum with the natural frequency of half that of its support: a = 1 in Mathieu's equation."""


def diagram(low: float, high: float, count: int, seconds: float, transient: float) -> Bifurcation:
    axis = map_axis(SHAKEN, "amplitude_z", low, high, count)
    chart = Bifurcation(bifurcation_request(SHAKEN, axis, "theta_1", PERIOD, seconds, transient, 20, dt=5e-3))
    chart.compute()
    assert chart.known.all()
    return chart


def test_swings_grow_from_the_amplitude_of_parametric_resonance_on() -> None:
    """At resonance they grow at the rate A nu / (2 l) less half of the drag c: from A = l c / nu on.

    Landau, Lifshitz, Mechanics, section 27: the growth is h omega_0 / 4 with h = 4 A / l and omega_0 = nu / 2.
    """
    threshold = DRAG * PERIOD / (2.0 * math.pi)
    chart = diagram(0.90 * threshold, 1.10 * threshold, 2, 90.0, 60.0)
    sizes = np.abs(chart.values)
    assert sizes[0, -1] < 0.9 * sizes[0, 0] and sizes[1, -1] > 1.1 * sizes[1, 0]


def test_swings_repeat_after_two_periods_of_the_support() -> None:
    chart = diagram(0.055, 0.065, 2, 250.0, 200.0)
    assert np.isfinite(chart.values).all() and np.abs(chart.values).min() > math.radians(10.0)
    assert chart.values[:, ::2] == pytest.approx(np.repeat(chart.values[:, :1], 10, axis=1), abs=1e-4)
    assert chart.values[:, 1::2] == pytest.approx(-chart.values[:, ::2], abs=1e-4)


def test_sections_are_those_of_a_run() -> None:
    bars = registry.system_class("double-pendulum")()
    axis = map_axis(bars, "theta2", 1.0, 1.2, 2)
    plane = SectionPlane("theta3", 0.1, "up")
    energies = Bifurcation(bifurcation_request(bars, axis, "energy", plane, 6.0, 1.0, 50))
    angles = Bifurcation(bifurcation_request(bars, axis, "theta2", plane, 6.0, 1.0, 50))
    energies.compute()
    angles.compute()
    run = Simulation(bars.replace(initial={"theta2": float(angles.x[1])}), "rk4", 1e-3)
    run.compile()
    run.advance(1000)
    rows = [np.array(run.y)]
    for _ in range(5000 // 8):
        run.advance(8)
        rows.append(np.array(run.y))
    _, states = crossings(bars, plane, 1.0 + 8e-3 * np.arange(len(rows)), np.array(rows))
    count = len(states)
    assert count >= 2 and np.isfinite(angles.values[1]).sum() == count
    expected = [math.remainder(angle, 2.0 * math.pi) for angle in states[:, 0]]
    assert angles.values[1, :count] == pytest.approx(expected, abs=1e-6)
    assert energies.values[1, :count] == pytest.approx(run.system.energy(run.system.start()), rel=1e-5)


def test_values_of_somebodys_own_are_those_of_cpython(monkeypatch: pytest.MonkeyPatch) -> None:
    bars, plane = OwnBars(), SectionPlane("theta3", 0.1, "up")
    axis = map_axis(bars, "upper_length", 0.9, 1.1, 2)

    def diagram_of(name: str) -> np.ndarray:
        chart = Bifurcation(bifurcation_request(bars, axis, name, plane, 6.0, 0.0, 5))
        chart.compute()
        assert np.isfinite(chart.values[:, :2]).all()
        return chart.values

    drops, reaches = diagram_of("drop"), diagram_of("reach")
    monkeypatch.setattr(native, "load_value", lambda kind, n, quantity: False)
    assert diagram_of("drop") == pytest.approx(drops, rel=1e-14, nan_ok=True)
    assert diagram_of("reach") == pytest.approx(reaches, rel=0.0, abs=0.0, nan_ok=True)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"of": "x"}, "unknown quantity of planar-chain 'x'"),
        ({"cut": SectionPlane("energy")}, "unknown state variable of planar-chain 'energy'"),
        ({"cut": 0.0123}, "every = 0.0123 s: must be a multiple of the step"),
        ({"transient": 20.0}, "transient = 20 s: must be from 0 to 10 s"),
        ({"points": 0}, "points = 0: must be"),
    ],
)
def test_bad_requests_are_refused(change: dict[str, object], says: str) -> None:
    given = {"of": "theta_1", "cut": PERIOD, "duration": 10.0, "transient": 1.0, "points": 5, "dt": 5e-3, **change}
    with pytest.raises(BadInput) as caught:
        bifurcation_request(SHAKEN, map_axis(SHAKEN, "amplitude_z", 0.0, 0.1, 2), **given)  # type: ignore[arg-type]
    assert says in str(caught.value)


def test_diagram_needs_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(shape: object) -> None:
        raise native.Unavailable("numba is missing")

    monkeypatch.setattr(native, "compiled_run", refused)
    with pytest.raises(BadInput, match="compiled code is needed and not available"):
        diagram(0.0, 0.1, 2, 1.0, 0.5)
