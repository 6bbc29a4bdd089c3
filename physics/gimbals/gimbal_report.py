"""What is measured in a run of the gyroscope in gimbals, beside the formulas."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.report import ReportEntry, Rows
from physics.gimbals.gimbal_equations import PSI, PSI_DOT, THETA, THETA_DOT

TWO_PI = 2.0 * math.pi
COARSE = 1.2
"""Phase of a nutation between two states [rad] up to which it is interpolated."""
LAST, IRREGULAR = 60.0, 0.5
"""Number of the last nutations that are measured, so that one after a blow is not measured with those before; and the
part of a period by which one may differ from the formula."""
SETTLED = 0.5
"""Part of the run, at its end, over which the deflection is averaged."""
NOT_YET = "not yet: no whole period has passed"

NUTATION = (
    ReportEntry("nutation_measured", "ω", "rad/s", "nutation, as it was measured", "Nutation", main=True),
    ReportEntry("nutation_formula", "H sin θ/√(J A_t)", "rad/s", "nutation, by the formula", "Nutation"),
)
DRIFT = (
    ReportEntry("drift_measured", "⟨ψ̇⟩", "rad/s", "mean turning of the outer ring, as it was measured", "Outer ring",
                main=True),
)  # fmt: skip
MAGNUS = (ReportEntry("drift_formula", "", "rad/s", "mean turning of the outer ring, by Magnus", "Outer ring"),)
COMPASS = (
    ReportEntry("heading", "β", "rad", "direction of the axis, from the north to the east", "Compass"),
    ReportEntry("elevation", "ε", "rad", "elevation of the axis above the horizon", "Compass"),
    ReportEntry("period_measured", "T", "s", "period about the meridian, as it was measured", "Compass", main=True),
    ReportEntry("period_formula", "", "s", "period about the meridian, by the formula", "Compass"),
)
RATE = (
    ReportEntry("deflection_measured", "θ − θ₀", "rad", "mean deflection over the last half of the run", "Rate gyro",
                main=True),
    ReportEntry("deflection_formula", "−H W/k", "rad", "deflection, by the formula", "Rate gyro"),
)  # fmt: skip


class Passages(NamedTuple):
    """Where an angle passes a level upward: times [s], and another angle then [rad]."""

    times: NDArray[np.float64]
    others: NDArray[np.float64]


def _cubic(part: Rows, before: Rows, after: Rows, slope: Rows, next_slope: Rows, step: Rows) -> Rows:
    """Return Hermite's cubic between two states, at a part (0 to 1) of the step."""
    u, v = part, 1.0 - part
    ends = (1.0 + 2.0 * u) * v * v * before + u * u * (3.0 - 2.0 * u) * after
    return np.asarray(ends + u * v * step * (v * slope - u * next_slope))


def passages(t: Rows, angle: Rows, rate: Rows, other: Rows, other_rate: Rows) -> Passages:
    """Return where `angle` [rad] passes zero upward, by Newton's iteration on Hermite's cubic through two states."""
    at = np.flatnonzero((angle[:-1] < 0.0) & (angle[1:] >= 0.0))
    step, part = t[at + 1] - t[at], angle[at] / (angle[at] - angle[at + 1])
    for _ in range(4):
        place = _cubic(part, angle[at], angle[at + 1], rate[at], rate[at + 1], step)
        slope = rate[at] + part * (rate[at + 1] - rate[at])
        moved = np.where(slope > 0.0, -place / np.where(slope > 0.0, slope * step, 1.0), 0.0)
        part = np.clip(part + moved, 0.0, 1.0)
    then = _cubic(part, other[at], other[at + 1], other_rate[at], other_rate[at + 1], step)
    return Passages(t[at] + part * step, then)


def nutations(t: Rows, states: Rows, rate: float, middle: float) -> Passages:
    """Return where theta passes its middle upward, with psi, in the last regular nutations of the run.

    rate [rad/s], middle [rad]: of the nutation by the formulas, or nan. None where states are too far apart.
    """
    known = rate > 0.0
    if known:
        late = t >= t[-1] - LAST * TWO_PI / rate
        t, states = t[late], states[late]
    if len(t) < 3 or (known and not rate * float(np.diff(t).max()) < COARSE):
        return Passages(np.empty(0), np.empty(0))
    theta = states[:, THETA]
    level = middle if math.isfinite(middle) else 0.5 * float(theta.max() + theta.min())
    found = passages(t, theta - level, states[:, THETA_DOT], states[:, PSI], states[:, PSI_DOT])
    if known and len(found.times) > 1:
        odd = np.flatnonzero(np.abs(np.diff(found.times) * rate / TWO_PI - 1.0) > IRREGULAR)
        first = int(odd[-1]) + 1 if len(odd) else 0
        found = Passages(found.times[first:], found.others[first:])
    return found


def nutation_and_drift(t: Rows, states: Rows, rate: float, middle: float) -> dict[str, float]:
    """Return frequency of the nutation and mean turning of the outer ring over whole nutations, as `nutations` does."""
    found = nutations(t, states, rate, middle)
    if len(found.times) < 2:
        return {}
    span = float(found.times[-1] - found.times[0])
    return {
        "nutation_measured": TWO_PI * (len(found.times) - 1) / span,
        "drift_measured": float(found.others[-1] - found.others[0]) / span,
    }


def compass_period(t: Rows, states: Rows, north: float) -> dict[str, float]:
    """Return the mean period of whole swings about the direction psi = north [rad]."""
    aside = np.remainder(states[:, PSI] - north + math.pi, TWO_PI) - math.pi
    near = np.abs(aside) < 0.5 * math.pi
    found = passages(t, np.where(near, aside, math.pi), states[:, PSI_DOT], aside, states[:, PSI_DOT]).times
    return {"period_measured": float(found[-1] - found[0]) / (len(found) - 1)} if len(found) > 1 else {}


def mean_deflection(t: Rows, states: Rows, rest: float) -> dict[str, float]:
    """Return the mean of theta - theta0 over the last part of the run."""
    late = t >= t[0] + SETTLED * (t[-1] - t[0])
    return {"deflection_measured": float(states[late, THETA].mean()) - rest}
