"""Work for equal error: the paper's cone after 10 s, its tip within 2e-6 of the axis' length."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from bench import polhode_top, scipy_top
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Contender, Missing, Vector3, true_axis

ERROR = 2e-6
DURATION = 10.0
OTHERS = ("gauss4", "gauss6")
"""Integrators of ours that need fewer steps than rk4."""
ADAPTIVE = ("dop853", "taylor")
TICK = 1.0
"""Tick of our adaptive methods [s], the longest allowed: they choose their own steps."""
TRIES = 16
FINENESS = 32
"""Tolerances tried in each power of ten."""
OURS = "Polhode, compiled"
TURN = 0.02
"""Least duration of a timed round [s], so that short runs are not timed cold."""


@dataclass(frozen=True)
class Way:
    """Settings of a contender that keep the error, in words, with the error and the run."""

    name: str
    how: str
    error: float
    run: Callable[[], object]


def with_steps(contender: Contender) -> Way:
    """Return the run with about the fewest steps; raises Missing."""
    steps, error = steps_for(contender)
    return Way(contender.name, f"{steps} steps", error, lambda: contender.run(steps, DURATION / steps))


def steps_for(contender: Contender) -> tuple[int, float]:
    """Return about the fewest steps that keep the error, and the error; raises Missing."""
    steps, too_few, best = 10_000, 0, (0, math.inf)
    for _ in range(TRIES):
        error = contender.error(steps, DURATION)
        if error <= ERROR and (not best[0] or steps < best[0]):
            best = steps, error
        elif not best[0] or steps < best[0]:
            too_few = max(too_few, steps)
        if 0.85 * ERROR <= error <= ERROR or best[0] == too_few + 1:
            return best
        steps = math.ceil(steps * (error / (0.95 * ERROR)) ** (1 / contender.order))
        if best[0] and not too_few < steps < best[0]:
            steps = (too_few + best[0]) // 2
    if not best[0]:
        raise Missing(f"{contender.name}: does not come within {ERROR:g}")
    return best


def with_tolerance(name: str, axis: Callable[[float], Vector3]) -> Way:
    """Return the run with the loosest tolerance; axis(tolerance) is the final axis. Raises Missing."""
    for step in range(3 * FINENESS, 12 * FINENESS):
        tolerance = 10 ** (-step / FINENESS)
        error = float(np.linalg.norm(axis(tolerance) - true_axis(DURATION)))
        if error <= ERROR:
            return Way(name, f"tolerance {tolerance:.1e}", error, partial(axis, tolerance))
    raise Missing(f"{name}: does not come within {ERROR:g}")


def our_adaptive(name: str, tolerance: float) -> Vector3:
    """Return the final axis of an adaptive method of ours; raises Missing."""
    return _contender(name, tolerance).axis(round(DURATION / TICK), TICK)


@cache
def _contender(name: str, tolerance: float) -> Contender:
    return polhode_top.single(name, rtol=tolerance, atol=tolerance)


def scipys_dop853(tolerance: float) -> Vector3:
    """Return the final axis of scipy's DOP853; raises Missing."""
    return scipy_top.axis(tolerance, DURATION)


def timed(way: Way) -> Timed:
    """Return the run repeated for the duration of a timed round."""
    started = time.process_time()
    way.run()
    often = max(1, round(TURN / max(time.process_time() - started, 1e-6)))

    def run() -> None:
        for _ in range(often):
            way.run()

    return Timed(way.name, run, often)


def report(there: list[Contender]) -> Iterator[str]:
    """Yield the table, and messages about what is missing."""
    makers: list[Callable[[], Way]] = [
        *(lambda each=each: with_steps(each) for each in there),
        *(lambda name=name: with_steps(polhode_top.single(name)) for name in OTHERS),
        *(lambda name=name: with_tolerance(f"{OURS}, {name}", partial(our_adaptive, name)) for name in ADAPTIVE),
        lambda: with_tolerance("scipy, DOP853", scipys_dop853),
    ]
    ways, missing = [], []
    for make in makers:
        try:
            ways.append(make())
        except Missing as problem:
            missing.append(str(problem))
    times = medians([timed(way) for way in ways], 5)
    best = min((taken for name, taken in times.items() if name.startswith(OURS)), default=min(times.values()))
    yield from table(
        ("10 s of the cone", "how", "error", "time", "to our best"),
        [
            (way.name, way.how, f"{way.error:.2g}", quantity(times[way.name]), ratio(times[way.name], best))
            for way in ways
        ],
    )
    yield from ("", *(f"Missing: {problem}." for problem in missing)) if missing else ()
