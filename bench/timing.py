"""Timing in interleaved rounds, medians, ratios, tables."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

ROUNDS = 7


@dataclass(frozen=True)
class Timed:
    """Something to time: run does `units` units of work. clock: seconds of this process, or of the wall."""

    name: str
    run: Callable[[], object]
    units: int = 1
    clock: Callable[[], float] = time.process_time


def medians(contenders: Sequence[Timed], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the seconds per unit of each, the median of `rounds` interleaved rounds after one to warm up."""
    times: dict[str, list[float]] = {each.name: [] for each in contenders}
    for turn in range(rounds + 1):
        for each in contenders:
            started = each.clock()
            each.run()
            if turn:
                times[each.name].append((each.clock() - started) / each.units)
    return {name: statistics.median(values) for name, values in times.items()}


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a Markdown table: the first column aligned left, numbers right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def ratio(value: float, to: float) -> str:
    """Return how many times `to` a value is, with its significant digits."""
    times = value / to
    return f"{times:.2f}" if times < 10 else f"{times:.3g}" if times < 1000 else f"{times:.0f}"


def quantity(seconds: float) -> str:
    """Return a time with a suitable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
