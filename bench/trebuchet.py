"""A shot of the default trebuchet from the trigger to the landing; its range map, a scan and a search."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

import physics
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Missing
from physics.batch.copies import cores
from physics.studies import launches
from physics.studies.optimise import Optimiser
from physics.trebuchet.trebuchet import Trebuchet

TRUE_RANGE = 318.0553182644062
"""Range of the default machine [m], by two independent programs."""
NAMES = ("sling", "release_angle")
LOW, HIGH = (3.0, math.radians(15.0)), (8.0, math.radians(60.0))
MAP, SCAN = 64, 200

try:
    from scipy.integrate import solve_ivp
except ImportError:
    solve_ivp = None


def ours(method: str, dt: float, compiled: bool = True) -> float:
    """Return the range under one of our methods [m]."""
    run = physics.Simulation(default(), method, dt)
    if compiled:
        run.compile()
    while not launches.is_over(run):
        run.advance(round(1.0 / dt))
    return run["x"]


@cache
def default() -> Trebuchet:
    """Return the machine that is timed."""
    return Trebuchet()


def scipys(tolerance: float) -> float:
    """Return the range by scipy's DOP853 with its own events, written in the usual way [m]; raises Missing."""
    if solve_ivp is None:
        raise Missing("scipy: not installed (pip install scipy)")
    l1, l2, l3, l4, l5, m1, m2, mb, g = 1.2, 5.7, 4.0, 1.4, 5.0, 2000.0, 15.0, 100.0, 9.81
    inertia, moment = mb * (l1 * l1 - l1 * l2 + l2 * l2) / 3, mb * (l2 - l1) / 2
    sin, cos = math.sin, math.cos
    drag = 0.5 * 1.225 * 0.5 * math.pi / 4 * default().ball ** 2 / m2

    def machine(y: np.ndarray, slides: bool) -> tuple[np.ndarray, float]:
        a, b, c, da, db, dc = y.tolist()
        u, w, h, k = b - a, c + a, m1 * l1 * l4, m2 * l2 * l5
        c12, c13 = k * cos(b) - m2 * l5 * l5, m1 * l4 * l4 - h * cos(c)
        c11 = m1 * (l1 * l1 + l4 * l4) - 2 * h * cos(c) + m2 * (l2 * l2 + l5 * l5) - 2 * k * cos(b) + inertia
        M = np.array([[c11, c12, c13], [c12, m2 * l5 * l5, 0.0], [c13, 0.0, m1 * l4 * l4]])
        w1 = (m2 * l2 - m1 * l1 + moment) * g * sin(a) + m2 * l5 * g * sin(u) + m1 * l4 * g * sin(w)
        w1 += -2 * (h * dc * sin(c) + k * db * sin(b)) * da - h * dc * dc * sin(c) + k * db * db * sin(b)
        w2, w3 = k * da * da * sin(b) - m2 * g * l5 * sin(u), h * da * da * sin(c) + m1 * g * l4 * sin(w)
        if not slides:
            return np.linalg.solve(M, [w1, w2, w3]), 0.0
        J = [-l2 * sin(a) - l5 * sin(u), l5 * sin(u), 0.0]
        bias = l5 * cos(u) * (db - da) ** 2 - l2 * cos(a) * da * da
        K = np.block([[M, -np.array([J]).T], [np.array([J]), np.zeros((1, 1))]])
        found = np.linalg.solve(K, [w1, w2, w3, -bias])
        return found[:3], float(found[3])

    def along(slides: bool) -> Callable[[float, np.ndarray], np.ndarray]:
        return lambda t, y: np.concatenate([y[3:], machine(y, slides)[0]])

    def flies(t: float, y: np.ndarray) -> list[float]:
        _, _, v, w = y.tolist()
        slowed = drag * math.hypot(v, w)
        return [v, w, -slowed * v, -slowed * w - g]

    def stone(y: np.ndarray) -> list[float]:
        a, b, _, da, db, _ = y.tolist()
        u, du = b - a, db - da
        return [-l2 * sin(a) - l5 * sin(u), l3 + l2 * cos(a) - l5 * cos(u),
                -l2 * cos(a) * da - l5 * cos(u) * du, l5 * sin(u) * du - l2 * sin(a) * da]  # fmt: skip

    def until(event: Callable[[float, np.ndarray], float], rate: object, y: object) -> np.ndarray:
        event.terminal, event.direction = True, -1  # type: ignore[attr-defined]  # scipy's interface of events
        done = solve_ivp(rate, (0.0, 30.0), y, method="DOP853", events=event, rtol=tolerance, atol=tolerance)
        return np.asarray(done.y_events[0][0])

    start = np.array([*list(default().start())[:3], 0.0, 0.0, 0.0])
    lifted = until(lambda t, y: machine(y, True)[1], along(True), start)
    released = until(lambda t, y: stone(y)[3] - stone(y)[2], along(False), lifted)
    return float(until(lambda t, y: y[1], flies, stone(released))[0])


def report() -> Iterator[str]:
    """Yield the tables, and messages about what is missing."""
    ways = [
        ("Polhode, compiled, dop853", lambda: ours("dop853", 0.02)),
        ("Polhode, compiled, rk4, 1 ms", lambda: ours("rk4", 1e-3)),
        ("Polhode, CPython, dop853", lambda: ours("dop853", 0.02, compiled=False)),
        ("scipy, DOP853, its events, 1e-9", lambda: scipys(1e-9)),
    ]
    errors, there = {}, []
    for name, run in ways:
        try:
            errors[name] = abs(run() - TRUE_RANGE) / TRUE_RANGE
            there.append(Timed(name, run))
        except Missing as problem:
            yield f"Missing: {problem}."
    times = medians(there, 5)
    best = min(times.values())
    yield from table(
        ("one shot", "time", "to our best", "error of the range"),
        [
            (way.name, quantity(times[way.name]), ratio(times[way.name], best), f"{errors[way.name]:.1e}")
            for way in there
        ],
    )
    yield ""
    yield from many()


def many() -> Iterator[str]:
    """Yield the table of the map, the scan and the search."""
    machine = default()
    numbers = grid(MAP)
    launches.ranges(machine, NAMES, numbers)
    walls = [timed(lambda: launches.ranges(machine, NAMES, numbers))[0] for _ in range(5)]
    wall = sorted(walls)[2]
    scan_wall, scan = timed(lambda: launches.ranges(machine, NAMES, grid(SCAN)))
    search = Optimiser(launches.measure(machine, NAMES, "range", ()), list(zip(LOW, HIGH, strict=True)))
    search_wall, best = timed(search.run)
    assert best is not None
    yield from table(
        (f"sling and release angle, {cores()} cores, by the wall", "shots", "time", "per shot", "furthest"),
        [
            (f"map, {MAP} × {MAP}", str(MAP**2), quantity(wall), quantity(wall / MAP**2), ""),
            (f"scan, {SCAN} × {SCAN}", str(SCAN**2), quantity(scan_wall), quantity(scan_wall / SCAN**2),
             f"{np.nanmax(scan.values):.4f} m"),
            ("search", str(best.throws), quantity(search_wall), quantity(search_wall / search.throws),
             f"{best.value:.4f} m"),
        ],
    )  # fmt: skip


def grid(side: int) -> np.ndarray:
    """Return all pairs of `side` values of both numbers, (side², 2)."""
    axes = [np.linspace(low, high, side) for low, high in zip(LOW, HIGH, strict=True)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2)


def timed(run: Callable[[], object]) -> tuple[float, object]:
    """Return the wall seconds and the result."""
    started = time.perf_counter()
    result = run()
    return time.perf_counter() - started, result
