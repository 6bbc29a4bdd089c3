"""Time of a tick of each integrator in CPython, which runs until machine code is ready."""

from __future__ import annotations

from collections.abc import Iterator

import physics
from bench.timing import Timed, medians, quantity, ratio, table

TICKS = 300


def report() -> Iterator[str]:
    """Yield the table; times include the checks of every tick."""
    system = physics.system("gyroscope")
    names = [name for name, method in physics.integrators().items() if not method.reason_against(system)]
    simulations = {name: physics.Simulation(system, name) for name in names}

    def run(simulation: physics.Simulation) -> None:
        simulation.reset()
        simulation.advance(TICKS)

    times = medians([Timed(name, lambda each=each: run(each), TICKS) for name, each in simulations.items()], 5)
    yield from table(
        ("integrator", "one tick", "of a core at 1 kHz", "to rk4"),
        [(name, quantity(t), f"{t * 1e5:.1f} %", ratio(t, times["rk4"])) for name, t in times.items()],
    )
