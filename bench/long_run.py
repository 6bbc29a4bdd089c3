"""Energy of the gyroscope over a million nutations: error of each method, as a table and as a picture.

The top is the paper's cone at its start (Chappelier 2020, 6.1), which swings down to 159.8 degrees and up again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import physics
from bench.timing import quantity, table
from bench.tops import Missing, cone
from physics.pivoted.gyroscope import Gyroscope
from physics.types import Floats

DT = 1e-3
"""Default step of the program [s]."""
PERIODS = 1_000_000
BINS = 500
LOOKS = 1000
"""Samples of the energy in a bin."""
CURVES = {
    "rk4": ("Runge–Kutta 4", "#d55e00"),
    "implicit-midpoint": ("implicit midpoint", "#c2649a"),
    "splitting": ("splitting", "#009e73"),
    "gauss4": ("Gauss 4", "#2482c4"),
}
"""Methods, with labels and colours: after Okabe and Ito, a little nearer to the middle between white and black."""
GREY = "#7a7a7a"
"""Colour of text and axes, with equal contrast to a white page and to a dark one."""

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Track:
    """One method's run. For each bin, which ends after `periods` (n,): the extremes of the relative error (n,).

    ticks: number of ticks run, in `seconds` of the process. grown: bytes by which the process grew after the first bin,
    nan where the system does not tell. trouble: why it ended early, or "".
    """

    name: str
    periods: Values
    low: Values
    high: Values
    ticks: int
    seconds: float
    grown: float
    trouble: str

    @property
    def largest(self) -> Values:
        """Return the largest error of each bin (n,)."""
        return np.maximum(np.abs(self.low), np.abs(self.high))

    @property
    def drift(self) -> float:
        """Return the motion per period of the middle between the extremes, from the first bin to the last."""
        middle = 0.5 * (self.low + self.high)
        return float((middle[-1] - middle[0]) / max(self.periods[-1] - self.periods[0], 1.0))


def nutation(top: Gyroscope, y: Floats) -> float:
    """Return the period of theta in the exact motion through y [s].

    With u = cos theta and E' = E - L_3² / (2 I3),

        u'² = 2 / I_A (E' - m g d u) (1 - u²) - ((L_z - L_3 u) / I_A)²

    has roots u1 < u2 < u3, u swings between the first two, and the period is 2 K(k) / κ with
    κ² = m g d (u3 - u1) / (2 I_A), k² = (u2 - u1) / (u3 - u1). Goldstein, Classical Mechanics, 5.7.
    """
    I_A, I3, mgd = top.p[:3]
    energy, L_z, L_3 = (invariant.value(top, y) for invariant in top.invariants[:3])
    swing = 2.0 / I_A * np.polymul([-mgd, energy - 0.5 * L_3 * L_3 / I3], [-1.0, 0.0, 1.0])
    turn = np.array([-L_3, L_z]) / I_A
    u1, u2, u3 = np.sort(np.roots(np.polysub(swing, np.polymul(turn, turn))).real)
    kappa = math.sqrt(0.5 * mgd * (u3 - u1) / I_A)
    return math.pi / (_mean(1.0, math.sqrt((u3 - u2) / (u3 - u1))) * kappa)


def _mean(a: float, b: float) -> float:
    """Return the arithmetic-geometric mean; K(k) is pi / 2 divided by that of 1 and sqrt(1 - k²)."""
    for _ in range(8):
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    return a


def track(name: str, periods: int, bins: int = BINS, looks: int = LOOKS) -> Track:
    """Run a method for `periods` nutations in compiled code; raises Missing where there is none."""
    top = cone()
    simulation = physics.Simulation(top, name, DT)
    if not simulation.compile():
        raise Missing(f"{name}: no compiled code")
    ends = np.unique(np.rint(np.geomspace(1.0, periods, bins)))
    marks = np.rint(ends * nutation(top, simulation.y) / DT).astype(np.int64)
    chosen = np.random.default_rng(0)
    began = time.process_time()
    extremes, memory = [], []
    for end in marks.tolist():
        extremes.append(_extremes(simulation, end, looks, chosen))
        memory.append(resident())
        if simulation.divergence:
            break
    seconds, grown = time.process_time() - began, max(memory) - memory[0]
    low, high = np.array(extremes).T
    return Track(name, ends[: len(low)], low, high, simulation.tick, seconds, grown, simulation.message)


def _extremes(simulation: physics.Simulation, end: int, looks: int, chosen: np.random.Generator) -> tuple[float, float]:
    """Go on to the tick `end` and return the least and the largest sampled error, relative to the start.

    Short bins are sampled at every tick, long ones at random: even sampling could be in phase with the nutation.
    """
    top, energy = simulation.system, simulation.system.invariants[0]
    start, size = energy.reference(top, memoryview(top.start()))
    first = simulation.tick + 1
    ticks = np.arange(first, end + 1)[:looks]
    if end - first >= looks:
        ticks = np.unique([*chosen.integers(first, end, looks), end])
    errors = []
    for tick in ticks.tolist():
        simulation.advance(tick - simulation.tick)
        errors.append((energy.value(top, simulation.y) - start) / size)
        if simulation.divergence:
            break
    return min(errors), max(errors)


def resident() -> float:
    """Return the bytes of memory of this process, nan where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return math.nan
    import resource

    return float(pages * resource.getpagesize())


def report(periods: int = PERIODS, picture: Path | None = None) -> Iterator[str]:
    """Yield the table, line by line as it is computed, and finally write the picture to a file, if one is named.

    Raises Missing, before anything is run, without compiled code or what a picture needs.
    """
    if picture:
        plotting()
    period = nutation(cone(), memoryview(cone().start()))
    yield (
        f"One nutation of the exact motion takes {period:.6f} s, {period / DT:.0f} steps of {quantity(DT)}; "
        f"{periods} of them are {periods * period / DT:.3g} steps."
    )
    head = ("integrator", "largest error", "drift in a nutation", "memory grown by", "one step", "all")
    yield from ("", *table(head, []))
    tracks = []
    for name in CURVES:
        tracks.append(track(name, periods))
        yield table(head, [_row(tracks[-1])])[-1]
    troubles = [each.trouble for each in tracks if each.trouble]
    yield from ("", *troubles) if troubles else ()
    if picture:
        draw(tracks, period, picture)


def _row(each: Track) -> tuple[str, ...]:
    grown = "unknown" if math.isnan(each.grown) else f"{each.grown / 1024:.0f} KiB"
    step = quantity(each.seconds / max(each.ticks, 1))
    return each.name, f"{each.largest.max():.2g}", f"{each.drift:.1e}", grown, step, quantity(each.seconds)


def plotting() -> tuple[Any, Any]:
    """Return matplotlib and its Figure; raises Missing."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise Missing("matplotlib: not installed") from None
    return matplotlib, Figure


def draw(tracks: list[Track], period: float, path: Path) -> None:
    """Write the largest errors over the nutations as SVG; raises Missing without matplotlib.

    The background is transparent and text is made of outlines, so that it can be read on any page. The same tracks give
    the same file.
    """
    matplotlib, Figure = plotting()
    with matplotlib.rc_context({"svg.hashsalt": "polhode", "svg.fonttype": "path", "font.size": 11}):
        figure = Figure(figsize=(8.0, 5.0), layout="constrained")
        axes = figure.add_subplot()
        for each in tracks:
            _curve(axes, each)
        _scales(axes, period)
        figure.savefig(path, format="svg", transparent=True, metadata={"Date": None, "Creator": None})


def _curve(axes: Any, each: Track) -> None:
    label, colour = CURVES[each.name]
    axes.loglog(each.periods, each.largest, color=colour, linewidth=1.8)
    place = each.periods[0], each.largest[0]
    axes.annotate(label, place, (6, 9), textcoords="offset points", color=colour, weight="bold")


def _scales(axes: Any, period: float) -> None:
    axes.margins(x=0.02, y=0.1)
    axes.set_title(f"Energy of the paper's cone, steps of {quantity(DT)}", color=GREY, size=12)
    axes.set_xlabel(f"nutations of {period:.4f} s", color=GREY)
    axes.set_ylabel("largest error: |E − E₀| / (E₀ + 2 m g d)", color=GREY)
    above = axes.secondary_xaxis("top", functions=(lambda n: n * period / DT, lambda n: n * DT / period))
    above.set_xlabel("steps", color=GREY)
    axes.grid(True, color=GREY, alpha=0.25, linewidth=0.6)
    for each in (axes, above):
        each.tick_params(which="both", colors=GREY)
        for edge in each.spines.values():
            edge.set_color(GREY)
