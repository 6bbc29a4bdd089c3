"""The surface that a curve of starts sweeps: Liouville's theorem, the motion of single starts, and bad input."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from physics import BadInput, Simulation, system
from physics.errors import Cancelled
from physics.studies.phase_sculpture import (
    LONGEST_GAP,
    SLICES,
    PhasePlane,
    SculptureSheet,
    default_plane,
    sculpted,
    sculpture_request,
)

PLANE = PhasePlane("theta_1", "theta_dot_1")
G, DRAG = 9.81, 0.5
WIDTHS = {"theta_1": 0.4, "theta_dot_1": 0.8}


def pendulum(theta: float = 2.0, dt: float = 4e-3, **parameters: object) -> Simulation:
    return Simulation(
        system("planar-chain", {"count": 1, "length": 1.0, "gravity": G, **parameters}, {"theta_1": theta}), "rk4", dt
    )


def sheet_of(run: Simulation, plane: PhasePlane, spread: dict[str, float], duration: float) -> SculptureSheet:
    return sculpted(sculpture_request(run, plane, spread, duration))


@pytest.fixture(scope="module")
def free() -> SculptureSheet:
    return sheet_of(pendulum(), PLANE, WIDTHS, 2.5)


def test_the_area_within_the_curve_is_kept(free) -> None:
    """Without losses the flow of a pendulum keeps areas of the plane of angle and rate (Liouville)."""
    found = free
    assert found.area[0] == pytest.approx(math.pi * 0.4 * 0.8, rel=2e-4), "of an ellipse"
    assert found.area == pytest.approx(found.area[0], rel=2e-4)
    assert found.steps[-1].sum() > 1.5 * found.steps[0].sum(), "though it has been stretched"


def test_drag_shrinks_the_area_by_the_divergence_of_the_flow() -> None:
    """theta'' = -(k/m) theta' - (g/l) sin theta: the divergence is -k/m everywhere."""
    found = sheet_of(pendulum(drag=[DRAG]), PLANE, WIDTHS, 2.5)
    assert found.area == pytest.approx(found.area[0] * np.exp(-DRAG * found.times), rel=2e-4)


def test_each_start_moves_as_by_the_equation_of_the_pendulum(free) -> None:
    found = free
    for place in (0, len(found.share) // 3):
        start, solved = found.points[0, place], found.points[-1, place]

        def fall(t: float, y: np.ndarray) -> tuple[float, float]:
            return y[1], -G * math.sin(y[0])

        exact = solve_ivp(fall, (0.0, 2.5), start, "DOP853", rtol=1e-11, atol=1e-11).y[:, -1]
        assert solved == pytest.approx(exact, abs=1e-6)
        turn = 2.0 * math.pi * found.share[place]
        assert start == pytest.approx([2.0 + 0.4 * math.cos(turn), 0.8 * math.sin(turn)], abs=1e-12)


def test_starts_are_dense_where_the_curve_is_stretched() -> None:
    """Across the separatrix: those that hang on longest are torn from their neighbours most."""
    found = sheet_of(pendulum(theta=2.9, dt=8e-3), PLANE, {"theta_1": 0.3, "theta_dot_1": 0.6}, 1.8)
    assert found.wraps == (True, False) and not found.torn.any()
    apart = np.diff(found.share)
    assert apart.max() > 5.0 * apart.min()
    assert found.steps.max() < LONGEST_GAP
    assert found.low[0] == -math.pi and np.abs(found.points[..., 0]).max() <= math.pi


def test_one_spread_variable_gives_a_line_and_chaos_tears_it() -> None:
    bars = system("double-pendulum", {}, {"theta2": "130 deg", "theta3": "150 deg"})
    found = sheet_of(Simulation(bars, "rk4", 1e-2), PhasePlane("theta2", "theta2_dot"), {"theta2": 0.1}, 8.0)
    assert not found.closed and np.isnan(found.area).all()
    assert not found.torn[0].any() and found.torn[-1].mean() > 0.3
    assert found.points.shape == (SLICES, len(found.share), 2)


def test_the_usual_spread_is_a_closed_curve_about_the_start() -> None:
    run = pendulum(dt=1e-2)
    run.advance(100)
    found = sheet_of(run, default_plane(run.system), {}, 1.0)
    assert found.closed and found.times[0] == pytest.approx(1.0) and found.times[-1] == pytest.approx(2.0)
    middle = found.points[0].min(axis=0) + 0.5 * np.ptp(found.points[0], axis=0)
    assert middle == pytest.approx(run.y[:2], abs=1e-2)


def test_the_usual_spread_of_chaos_ends_while_it_is_one_surface() -> None:
    """Two links that go round stretch the curve without end: it is shown in one piece, up to a length."""
    start = {"theta_1": 2.0, "theta_2": 2.5, "theta_dot_1": 5.0}
    found = sheet_of(Simulation(system("planar-chain", {"count": 2}, start), "rk4", 1e-2), PLANE, {}, 8.0)
    assert not found.torn.any() and found.wraps == (False, False)
    assert found.high[0] - found.low[0] > 2.0 * math.pi, "it goes round"
    assert 2.0 < found.times[-1] < 6.0 and len(found.times) == len(found.points) == len(found.area)


def shaken(dt: float = 1e-3) -> Simulation:
    """Return a pendulum that stands on its head, on a support that is shaken 24 times a second."""
    numbers = {"count": 1, "length": 0.3, "support": "harmonic", "amplitude_z": 0.02, "frequency_z": 150.0}
    return Simulation(system("planar-chain", numbers, {"theta_1": "140 deg"}), "rk4", dt)


def test_the_usual_spread_of_a_quick_motion_ends_while_its_slices_follow_it() -> None:
    found = sheet_of(shaken(), PLANE, {}, 8.0)
    period = 2.0 * math.pi / 150.0
    assert period < np.diff(found.times).max() * len(found.times), "it goes round"
    assert np.diff(found.times).max() < period / 10.0
    ways = np.diff(found.points, axis=0) / (found.high - found.low)
    ahead, behind = ways[1:], ways[:-1]
    same = (ahead * behind).sum(axis=2) > 0.0
    assert same.mean() > 0.85, "a start goes on as it came"


def test_slices_too_far_apart_are_refused_with_the_longest_duration() -> None:
    widths = {"theta_1": 0.05, "theta_dot_1": 0.1}
    with pytest.raises(BadInput, match=f"sculpture.duration = 8 s: must be at most .* s, where {SLICES}") as error:
        sheet_of(shaken(), PLANE, widths, 8.0)
    assert "\n" not in str(error.value)
    longest = float(str(error.value).split("at most ")[1].split()[0])
    assert 0.3 < longest < 2.0
    assert len(sheet_of(shaken(), PLANE, widths, longest).times) == SLICES


def test_a_later_beginning_shows_the_same_motion_later() -> None:
    run = pendulum(dt=1e-2)
    late = sculpted(sculpture_request(run, PLANE, WIDTHS, 1.0, 0.5))
    whole = sheet_of(run, PLANE, WIDTHS, 1.5)
    assert (late.times[0], late.times[-1]) == pytest.approx((0.5, 1.5))
    assert late.points[-1, 0] == pytest.approx(whole.points[-1, 0], abs=1e-12)


def test_the_passes_are_shown_and_can_be_stopped() -> None:
    seen: list[float] = []
    with pytest.raises(Cancelled):
        sculpted(
            sculpture_request(pendulum(theta=2.9), PLANE, WIDTHS, 3.0),
            lambda sheet, part: seen.append(part),
            lambda: bool(seen),
        )
    assert len(seen) == 1 and 0.0 < seen[0] < 1.0


@pytest.mark.parametrize(
    ("plane", "spread", "duration", "message"),
    [
        (PhasePlane("theta_1", "x"), {}, 1.0, "unknown quantity of planar-chain 'x'"),
        (PhasePlane("theta_1", "theta_1"), {}, 1.0, "theta_1 is on both axes; choose two quantities"),
        (PLANE, {"theta_1": 0.0}, 1.0, "must be of one or two variables, and above 0"),
        (PLANE, {"theta_1": "1 kg"}, 1.0, "spread theta_1"),
        (PLANE, {}, -1.0, "sculpture.duration = -1 s: must be from 0.004"),
    ],
)
def test_bad_input_is_one_line(plane, spread, duration, message) -> None:
    with pytest.raises(BadInput, match=message) as error:
        sculpture_request(pendulum(), plane, spread, duration)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["gyroscope", "satellite"])
def test_every_kind_of_system_has_a_plane(name) -> None:
    run = Simulation(system(name), "rk4", 1e-3)
    request = sculpture_request(run, default_plane(run.system), {}, 0.02)
    assert np.isfinite(sculpted(request).points).any()
