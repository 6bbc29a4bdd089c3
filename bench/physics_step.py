"""One step of Kutta's method for the gyroscope: Polhode, C, and other engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench import exudyn_top, mujoco_top, native, polhode_top, tops
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Contender, Missing

DT = 1e-3


def contenders() -> tuple[list[Contender], list[str]]:
    """Return the contenders that are available and follow the motion, ours first; and messages about the others."""
    there, missing = [], []
    makers: list[Callable[[], list[Contender]]] = [
        lambda: [polhode_top.single()],
        lambda: [tops.cpython()],
        native.singles,
        lambda: [mujoco_top.single()],
        lambda: [exudyn_top.single()],
    ]
    for make in makers:
        try:
            made = make()
        except Missing as problem:
            missing.append(str(problem))
            continue
        there += [each for each in made if each.follows()]
        missing += [f"{each.name}: does not follow the same motion" for each in made if not each.follows()]
    return there, missing


def report(there: list[Contender]) -> Iterator[str]:
    """Yield the table."""
    times = medians([Timed(each.name, lambda each=each: each.run(each.steps, DT), each.steps) for each in there])
    ours = times[there[0].name]
    yield from table(
        ("one RK4 step", "time", "to the first"),
        [(name, quantity(value), ratio(value, ours)) for name, value in times.items()],
    )
