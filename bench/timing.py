"""Interleaved rounds, medians, ratios, tables."""

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
    """Seconds per unit of each, the median of `rounds` rounds in which each has its turn; one round before warms up."""
    times: dict[str, list[float]] = {each.name: [] for each in contenders}
    for turn in range(rounds + 1):
        for each in contenders:
            started = each.clock()
            each.run()
            if turn:
                times[each.name].append((each.clock() - started) / each.units)
    return {name: statistics.median(values) for name, values in times.items()}


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A Markdown table: the first column to the left, numbers to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def ratio(value: float, to: float) -> str:
    """How many times `to` a value is, with the digits that mean something."""
    times = value / to
    return f"{times:.2f}" if times < 10 else f"{times:.3g}" if times < 1000 else f"{times:.0f}"


def quantity(seconds: float) -> str:
    """A time as people read it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
