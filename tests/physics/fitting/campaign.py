"""Synthetic runs of six systems, fitted from wrong starts: what is followed, what is said not to be, what is silent.

python -m tests.physics.fitting.campaign 100
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from time import process_time
from typing import NamedTuple

import numpy as np

import physics
from physics.fitting.fit import Fit, fit
from physics.fitting.unknowns import unknowns
from tests.physics.fitting.truth import damped_pendulum, measured, noisy
from tools.command_line import command_line

NOISE = math.radians(0.3)
OUTLIERS = 0.03
WRONG = 0.2
"""Standard deviation of the parameters at the start of a fit, as a part of the true ones."""
ROWS = 80
TIMES = (1.0, 2.0, 4.0)
"""Lengths of the runs, in Lyapunov times, of regular motions in periods.

That of the double pendulum is 0.215 s: `polhode lyapunov` finds 4.66 ± 0.19 /s for its parameters without friction.
"""
FAR = 4.0
"""Distance from the truth in half widths of the interval, from which a fit that says nothing is a silent failure."""


class Case(NamedTuple):
    """A system with its true values, parameters and starts that are free, what is measured, and its time [s].

    unit: size of the noise, 1 for angles; that of other columns is in proportion to their size.
    """

    system: physics.System
    parameters: list[str]
    starts: list[str]
    columns: list[str]
    time: float
    unit: float = 1.0
    dt: float = 5e-3


CASES: Mapping[str, Case] = {
    "pendulum": Case(damped_pendulum(), ["gravity", "friction"], ["theta", "theta_dot"], ["theta_1"], 1.5),
    "double pendulum": Case(
        physics.system("planar-chain", {"count": 2, "length": 0.2, "friction": 1e-4}, {"theta": "120 deg, 170 deg"}),
        ["gravity", "friction"], ["theta", "theta_dot"], ["theta_1", "theta_2"], 0.215, dt=2.5e-3,
    ),
    "gyroscope": Case(
        physics.system("gyroscope", None, {"theta": "30 deg", "psi_dot": 100.0}),
        ["gravity"], ["psi_dot", "theta", "phi_dot"], ["theta", "phi"], 0.12, dt=2e-3,
    ),
    "free body": Case(
        physics.system(
            "free-body", {"body": "given", "I1": 1.0, "I2": 1.6, "I3": 2.2},
            {"omega_1": 0.3, "omega_2": 4.0, "omega_3": 0.5},
        ),
        ["I2", "I3"], ["omega_1", "omega_2", "omega_3"], ["omega_1", "omega_2", "omega_3"], 1.0, 4.0,
    ),
    "Foucault pendulum": Case(
        physics.system("foucault-pendulum"), ["length"], ["x", "y", "x_dot", "y_dot"], ["x", "y"], 16.0, 5.0, dt=0.05,
    ),
    "rattleback": Case(
        physics.system("rattleback", None, {"omega_3": -5.0}),
        ["I12", "I3"], ["omega_3"], ["omega_1", "omega_2", "omega_3"], 0.5, 5.0, dt=1e-3,
    ),
}  # fmt: skip


class Counts(NamedTuple):
    """Numbers of fits that follow, that say they do not, that are wrong and silent, and of intervals and true ones."""

    followed: int
    told: int
    silent: int
    intervals: int
    covered: int


def wrong_start(case: Case, random: np.random.Generator) -> physics.System:
    """Return the system with parameters and starts that are wrong, such as fit one another."""
    while True:
        parameters = {
            each.name: each.start * float(np.exp(WRONG * random.normal()))
            for each in unknowns(case.system, case.parameters)
        }
        starts = {
            each.name: each.start * (1.0 + WRONG * random.normal()) for each in unknowns(case.system, case.starts)
        }
        lists = {name: [v for n, v in parameters.items() if n.startswith(f"{name}_")] for name in case.parameters}
        single = {name: value for name, value in parameters.items() if name in case.parameters}
        try:
            return case.system.replace({**single, **{name: v for name, v in lists.items() if v}}, starts)
        except physics.BadInput:
            continue


def one(case: Case, times: float, random: np.random.Generator) -> Fit:
    """Return the fit of one run."""
    t = np.linspace(0.0, times * case.time, ROWS)
    data = noisy(measured(case.system, t, case.columns, case.dt), NOISE * case.unit, random, OUTLIERS)
    free = [*case.parameters, *case.starts]
    noise = dict.fromkeys(case.columns, NOISE * case.unit)
    return fit(wrong_start(case, random), t, data, free, noise, dt=case.dt, seed=int(random.integers(1000)))


def counted(case: Case, times: float, runs: int, seed: int = 0) -> Counts:
    """Return what became of so many runs."""
    random = np.random.default_rng([seed, round(10.0 * times)])
    free = [*case.parameters, *case.starts]
    truth = np.array([each.start for each in unknowns(case.system, free)])
    followed = silent = intervals = covered = 0
    for _ in range(runs):
        found = one(case, times, random)
        if not found.followed:
            assert all(math.isnan(each.half) for each in found.estimates)
            continue
        halves = np.array([each.half for each in found.estimates])
        made = np.array([each.start for each in unknowns(found.system, free)])  # what the system makes of the start
        apart = np.abs(made - truth)
        known = np.isfinite(halves) & np.array([each.bound is None for each in found.estimates])
        wrong = bool((apart[known] > FAR * halves[known]).any())
        followed, silent = followed + (not wrong), silent + wrong
        intervals += int(known.sum())
        covered += int((apart[known] <= halves[known]).sum())
    return Counts(followed, runs - followed - silent, silent, intervals, covered)


def main(runs: int, names: list[str]) -> None:
    """Print a row for each system and length, whose last number is the processor time of a fit [s]."""
    for name in names or list(CASES):
        for times in TIMES:
            began = process_time()
            found = counted(CASES[name], times, runs)
            each = (process_time() - began) / runs
            part = f"{found.covered / max(found.intervals, 1):.1%} of {found.intervals}"
            row = f"| {name} | {times:g} | {found.followed} | {found.told} | {found.silent} | {part} | {each:.1f} |"
            sys.stdout.write(row + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    options = command_line()
    options.add_argument("runs", type=int, help="of each system and length")
    options.add_argument("names", nargs="*", help=f"some of: {', '.join(CASES)}; all where none is given")
    chosen = options.parse_args()
    if wrong := set(chosen.names) - CASES.keys():
        options.error(f"unknown: {', '.join(sorted(wrong))}; known: {', '.join(CASES)}")
    main(chosen.runs, chosen.names)
