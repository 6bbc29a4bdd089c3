"""Many copies at once: Polhode, C with vector instructions, MuJoCo's rollout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from bench import mujoco_top, native, polhode_top
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Missing, cone

DT = 1e-3
COPIES = 10_048
"""Ten thousand, in whole blocks of Polhode and of C."""
STEPS, CALLS = 20, 10
"""Steps of a call, as for one picture, and calls of a timed round, each continuing the last."""
FEWER = 512
"""Copies where each takes long."""


def states(count: int) -> np.ndarray:
    """Return starts (count, 6), with small differences in theta."""
    made = np.tile(np.array(cone().start()), (count, 1))
    made[:, 1] += np.linspace(0.0, 1e-3, count)
    return made


def turn(run: Callable[[int], object]) -> None:
    """Run the calls of a timed round."""
    for _ in range(CALLS):
        run(STEPS)


def report() -> Iterator[str]:
    """Yield the table, and messages about what is missing."""
    y = states(COPIES)
    makers: dict[str, tuple[int, Callable[[], Callable[[int], object]]]] = {
        "Polhode, compiled lanes": (COPIES, lambda: polhode_top.many(y, DT)),
        f"C -O3, vectors, {native.LANES} lanes": (COPIES, lambda: native.many(y, DT)),
        "the same, rounded as ours": (COPIES, lambda: native.many(y, DT, native.ROUNDED)),
        "the same, vectors of 512 bits": (COPIES, lambda: native.many(y, DT, native.WIDE)),
        "MuJoCo, rollout": (FEWER, lambda: mujoco_top.many(FEWER, DT)),
    }
    timed, missing = [], []
    for name, (count, make) in makers.items():
        try:
            run = make()
        except Missing as problem:
            missing.append(str(problem))
        else:
            timed.append(Timed(name, partial(turn, run), count * STEPS * CALLS))
    times = medians(timed)
    ours = next(iter(times.values()))
    rows = [(name, quantity(value), ratio(value, ours)) for name, value in times.items()]
    yield from table(("one RK4 step of one member", "time", "to the first"), rows)
    yield from ("", *(f"Missing: {problem}." for problem in missing)) if missing else ()
