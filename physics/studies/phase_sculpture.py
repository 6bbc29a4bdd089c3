"""The surface that a curve of starts sweeps in a phase plane and time: how a flow stretches and folds.

The curve is a line of starts, spread in one variable, or the closed boundary of a cloud of them, spread in two. The
flow carries what is inside of a closed curve along with it. With one coordinate q and no losses the area within it in
the plane of q and its rate is kept (Liouville; Arnold, Mathematical Methods of Classical Mechanics, § 16), while its
shape may become a thin filament; with a drag c q' it decreases as exp(-c t). The starts are placed so that the curve
stays fine where it is stretched most.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.batch.blocks import States
from physics.batch.copies import LaneBatch, checked_spread, moved_starts, never
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.core.units import check_number
from physics.errors import BadInput, Cancelled
from physics.maths import array_trig
from physics.simulation.poincare import column, coordinate, is_angle, plottable_names, rate_of
from physics.simulation.simulation import Simulation

Numbers = NDArray[np.float64]

POINTS = 256, 1024, 1536
"""Most points of the curve in each pass: each places them by what the one before has seen."""
FINE = 0.012
"""Distance of neighbours, in widths of the plane, that suffices where the curve is longest."""
SLICES = 240
"""Number of slices, with the first one."""
LONGEST_GAP = 0.06
"""Distance of neighbours, in widths of the plane, above which the curve counts as torn there."""
EVEN = 0.15
"""Part of the points that are spread evenly over the curve, wherever it is stretched."""
MAX_DURATION = 1e4
"""Greatest duration, and greatest time before [s]."""
USUAL_SPREAD = 0.08
"""Half width of the spread where none is given, in half the range that the run covers."""
WHOLE, SHORTEST = 8.0, 0.05
"""Length of the curve, in widths of the plane, up to which the surface of the usual spread goes on, and the least part
of the duration for which it does.
"""
BENT, RAGGED, TYPICAL = 0.12, 0.25, 0.9
"""Change of the way of a start from slice to slice, in widths of the plane, up to which slices of the usual spread are
close enough to one another, and of a spread that is given; part of all places that are to be within it. A motion that
goes round in less than 12 slices is above the first, and slices that are joined at random above the second."""
LEAST_SLOWING = 0.25
"""Least part of the duration that is tried next where slices are too far apart."""
UNROLLED = 7.0
"""Greatest range of an angle [turns] that the usual spread shows as one surface, instead of from edge to edge again."""
TURN = 2.0 * math.pi


class PhasePlane(NamedTuple):
    """The names of the two quantities of a phase plane: across and up."""

    across: str
    up: str


@dataclass(frozen=True)
class SculptureRequest:
    """What is computed: the motion of starts about a state, and the plane in which it is seen.

    start (dim,) at `time` [s]. spread: half widths [SI] of one or two variables; none: of those of the plane, as the
    run goes. after, duration: when the first slice follows and how long the last one after it [s].
    """

    system: System
    method: Integrator
    settings: Mapping[str, Any]
    dt: float
    start: tuple[float, ...]
    time: float
    plane: PhasePlane
    spread: Mapping[str, float]
    after: float
    duration: float

    @property
    def begin(self) -> float:
        """The time of the first slice [s]."""
        return self.time + self.after


class SculptureSheet(NamedTuple):
    """The surface: times (slices,) [s] and the curve of each slice in the plane [SI], points (slices, n, 2).

    share (n,): place of each start along the curve, 0 to 1. closed: whether it is a closed curve; its first point is
    then repeated at its end. wraps: for both axes, whether angles are within half a turn. low, high (2,): the range of
    the plane. steps (slices, n - 1): distance of neighbours, in widths of the plane, nan where one is not known. area
    (slices,): the area within the curve [SI], nan where it is not known or has no meaning.
    """

    times: Numbers
    points: Numbers
    share: Numbers
    closed: bool
    wraps: tuple[bool, bool]
    low: Numbers
    high: Numbers
    steps: Numbers
    area: Numbers

    @property
    def torn(self) -> NDArray[np.bool_]:
        """Between which points (slices, n - 1) the curve is not known, as they are too far apart."""
        return ~(self.steps <= LONGEST_GAP)


def sculpture_request(
    run: Simulation, plane: PhasePlane, spread: Mapping[str, Any], duration: Any, after: Any = 0.0
) -> SculptureRequest:
    """Return a checked request for starts about the present state of a run; raises BadInput."""
    system = run.system
    for name in plane:
        coordinate(system, name)
    if plane.across == plane.up:
        raise BadInput(f"sculpture: {plane.across} is on both axes; choose two quantities")
    widths = checked_spread(system, spread)
    if len(widths) > 2 or not all(widths.values()):
        raise BadInput(f"sculpture: spread of {', '.join(widths)}: must be of one or two variables, and above 0")
    duration = check_number("sculpture.duration", duration, "s", run.dt, MAX_DURATION)
    after = check_number("sculpture.after", after, "s", 0.0, MAX_DURATION)
    return SculptureRequest(
        system, run.integrator, run.settings, run.dt, tuple(run.y), run.time, plane, widths, after, duration
    )


def default_plane(system: System) -> PhasePlane:
    """Return the first angle, or coordinate, that has a rate, and this rate; else the first two variables."""
    names = [each.name for each in plottable_names(system)]
    rated = [name for name in names if rate_of(system, name)]
    first = next((name for name in rated if is_angle(system, name)), rated[0] if rated else "")
    return PhasePlane(first, rate_of(system, first)) if first else PhasePlane(names[0], names[1])


def sculpted(
    request: SculptureRequest,
    follow: Callable[[SculptureSheet, float], None] = lambda sheet, part: None,
    stopped: Callable[[], bool] = never,
) -> SculptureSheet:
    """Return the surface, computed in this thread in several passes, each with finer places of the starts.

    follow: called with the surface after each pass, and the part that is done, 0 to 1. Raises Cancelled where `stopped`
    returns True, native.Unavailable without machine code.
    """
    spread = request.spread or _usual_spread(request, stopped)
    closed, share = len(spread) == 2, np.linspace(0.0, 1.0, POINTS[0])
    if request.spread:
        _check_slices(request, spread, stopped)
    else:
        request = _while_whole(_while_smooth(request, spread, BENT, stopped), spread, stopped)
    done = 0
    for most in POINTS:
        sheet = _sheet(request, _followed(request, _starts(request, spread, share), stopped), share, closed)
        done += most
        if done == sum(POINTS) or sheet.steps.max(initial=0.0) < 2.0 * FINE:
            break
        follow(sheet, done / sum(POINTS))
        share = _placed(sheet, POINTS[POINTS.index(most) + 1])
    if not request.spread:
        sheet = _before_torn(sheet)
    follow(sheet, 1.0)
    return sheet


def _usual_spread(request: SculptureRequest, stopped: Callable[[], bool]) -> dict[str, float]:
    """Return a spread in the variables of the plane that fits the range of the run itself, or in a variable."""
    entered = {variable.name: variable for variable in request.system.entries()}
    names = [name for name in request.plane if name in entered] or [next(iter(entered or request.system.entered()))]
    states = _followed(request, np.array([request.start]), stopped)[:, 0]
    found = {}
    for name in names:
        values = column(request.system, name, states) if name in request.plane else states[:, 0]
        if is_angle(request.system, name):
            values = values[:1] + np.clip(values - values[:1], -0.5 * math.pi, 0.5 * math.pi)
        reach = 0.5 * float(np.ptp(values[np.isfinite(values)])) if np.isfinite(values).any() else 0.0
        found[name] = USUAL_SPREAD * reach if reach > 1e-6 else USUAL_SPREAD
    return found


def _while_smooth(
    request: SculptureRequest, spread: Mapping[str, float], limit: float, stopped: Callable[[], bool]
) -> SculptureRequest:
    """Return the request for a duration whose slices follow the motion, which without that are joined at random.

    As a last resort each slice is one step after the last.
    """
    share = np.linspace(0.0, 1.0, POINTS[0])
    while request.duration > SLICES * request.dt:
        sheet = _sheet(request, _followed(request, _starts(request, spread, share), stopped), share, len(spread) == 2)
        bent = _bent(sheet)
        if bent <= limit:
            break
        part = max(0.95 * math.sqrt(min(limit, BENT) / bent), LEAST_SLOWING)
        request = replace(request, duration=max(part * request.duration, SLICES * request.dt))
    return request


def _check_slices(request: SculptureRequest, spread: Mapping[str, float], stopped: Callable[[], bool]) -> None:
    """Raise BadInput where the slices of a duration are too far apart to follow the motion."""
    longest = _while_smooth(request, spread, RAGGED, stopped).duration
    if longest < request.duration:
        raise BadInput(
            f"sculpture.duration = {request.duration:g} s: must be at most {longest:.2g} s, where {SLICES} slices "
            "follow the motion"
        )


def _bent(sheet: SculptureSheet) -> float:
    """Return how much the ways of starts from slice to slice change [widths of the plane], at most for `TYPICAL`."""
    ways = np.diff(sheet.points, axis=0)
    for axis in range(2):
        if sheet.wraps[axis]:
            ways[..., axis] -= TURN * np.rint(ways[..., axis] / TURN)
    change = np.diff(ways, axis=0) / (sheet.high - sheet.low)
    bends = np.sqrt((change * change).sum(axis=2))
    known = bends[np.isfinite(bends)]
    return float(np.quantile(known, TYPICAL)) if len(known) else 0.0


def _while_whole(
    request: SculptureRequest, spread: Mapping[str, float], stopped: Callable[[], bool]
) -> SculptureRequest:
    """Return the request up to the slice at which a few starts show that the curve becomes too long, or is torn.

    What is left is seen larger in its plane, where the curve is longer: it is measured again, until it fits.
    """
    share, whole = np.linspace(0.0, 1.0, POINTS[0]), request.duration
    while True:
        sheet = _sheet(request, _followed(request, _starts(request, spread, share), stopped), share, len(spread) == 2)
        fits, count = np.asarray(sheet.steps.sum(axis=1) <= WHOLE), len(sheet.times)
        slices = count if fits.all() else int(fits.argmin())
        if slices == count or request.duration <= SHORTEST * whole:
            return request
        shorter = float(sheet.times[max(slices - 1, 0)]) - request.begin
        request = replace(request, duration=max(shorter, SHORTEST * whole, request.dt))


def _before_torn(sheet: SculptureSheet) -> SculptureSheet:
    """Return a surface up to the slice before the first that is torn, with two slices at least."""
    torn = np.asarray(sheet.torn.any(axis=1))
    end = max(int(torn.argmax()), 2) if torn.any() else len(sheet.times)
    kept = {name: getattr(sheet, name)[:end] for name in ("times", "points", "steps", "area")}
    return sheet._replace(**kept)


def _starts(request: SculptureRequest, spread: Mapping[str, float], share: Numbers) -> States:
    """Return the starts (n, dim) at the places 0 to 1 along a line, or round an ellipse, counter-clockwise."""
    if len(spread) == 1:
        moved = (2.0 * share - 1.0)[:, None]
    else:
        s, c = array_trig.sincos(TURN * share)
        moved = np.column_stack([c, s])
        moved[share == 1.0] = moved[share == 0.0][:1]
        if next(iter(spread)) == request.plane.up:
            moved = moved[:, ::-1]
    return moved_starts(request.start, request.system, spread, moved)


def _followed(request: SculptureRequest, starts: States, stopped: Callable[[], bool]) -> States:
    """Return the states (slices, n, dim) of all starts at the times of the slices; raises Cancelled."""
    copies = LaneBatch(request.system, request.method, request.dt, starts, request.settings, request.time)
    marks, tick = slice_ticks(request), 0
    found = np.empty((len(marks), *starts.shape))
    for row, mark in enumerate(marks):
        copies.advance(int(mark) - tick, threads=False, stopped=stopped)
        if stopped():
            raise Cancelled
        tick, found[row] = int(mark), copies.states
    return found


def slice_ticks(request: SculptureRequest) -> NDArray[np.int64]:
    """Return the ticks of the slices, from the start on."""
    first, last = round(request.after / request.dt), round((request.after + request.duration) / request.dt)
    return np.unique(np.rint(np.linspace(first, last, min(SLICES, last - first + 1))).astype(np.int64))


def _sheet(request: SculptureRequest, states: States, share: Numbers, closed: bool) -> SculptureSheet:
    """Return the surface of the states (slices, n, dim) of the starts at these places."""
    system, (slices, count, dim) = request.system, states.shape
    finite = np.isfinite(states).all(axis=2)
    points = np.full((slices, count, 2), np.nan)
    for axis, name in enumerate(request.plane):
        points[finite, axis] = column(system, name, states[finite].reshape(-1, dim))
    bad = ~np.isfinite(points).all(axis=2)
    points[bad] = np.nan
    angles = [is_angle(system, name) for name in request.plane]
    low, high, wraps = _range(points, angles, TURN if request.spread else UNROLLED * TURN)
    area = _areas(points) if closed and _has_area(request) else np.full(slices, np.nan)
    step = np.diff(points, axis=1)
    for axis in range(2):
        if wraps[axis]:
            step[..., axis] -= TURN * np.rint(step[..., axis] / TURN)
            points[..., axis] -= TURN * np.rint(points[..., axis] / TURN)
    times = request.time + request.dt * slice_ticks(request).astype(np.float64)
    steps = np.linalg.norm(step / (high - low), axis=2)
    sheet = SculptureSheet(times, points, share, closed, wraps, low, high, steps, area)
    area[sheet.torn.any(axis=1)] = np.nan
    return sheet


def _has_area(request: SculptureRequest) -> bool:
    """Return whether the plane is that of the only coordinate and its rate."""
    system, plane = request.system, request.plane
    coordinates = [system.variables[place].name for place in system.places("coordinate")]
    return coordinates == [plane.across] and rate_of(system, plane.across) == plane.up


def _range(points: Numbers, angles: list[bool], most: float) -> tuple[Numbers, Numbers, tuple[bool, bool]]:
    """Return the lowest and highest values (2,) of the plane, and whether each axis is an angle that goes round.

    most: range [rad] up to which the values of an angle may stay as they are.
    """
    known = points[np.isfinite(points).all(axis=2)].reshape(-1, 2)
    if not len(known):
        return np.full(2, -1.0), np.ones(2), (False, False)
    low, high = known.min(axis=0), known.max(axis=0)
    steps = np.nanmax(np.abs(np.diff(points, axis=1)), axis=(0, 1), initial=0.0)
    wraps = [angle and bool(high[k] - low[k] > most or steps[k] > math.pi) for k, angle in enumerate(angles)]
    for k, round_ in enumerate(wraps):
        if round_:
            low[k], high[k] = -math.pi, math.pi
    flat = high - low <= 1e-9 * np.maximum(np.abs(low), np.abs(high)) + 1e-300
    low, high = np.where(flat, low - 0.5, low), np.where(flat, high + 0.5, high)
    return low, high, (wraps[0], wraps[1])


def _areas(points: Numbers) -> Numbers:
    """Return the area within each closed polygon (slices, n, 2), counter-clockwise positive.

    The points are samples of a smooth curve: to the polygon are added the segments between its sides and cubic arcs
    with the slopes of central differences, which leaves an error of the fourth order in their distance.
    """
    x, y = points[:, :-1, 0], points[:, :-1, 1]
    after = np.roll(x, -1, axis=1), np.roll(y, -1, axis=1)
    polygon = 0.5 * (x * after[1] - after[0] * y).sum(axis=1)
    slope = [0.5 * (np.roll(each, -1, axis=1) - np.roll(each, 1, axis=1)) for each in (x, y)]
    ahead = [np.roll(each, -1, axis=1) for each in slope]
    chord = after[0] - x, after[1] - y
    turned = [a - b for a, b in zip(slope, ahead, strict=True)]
    arcs = (turned[0] * chord[1] - turned[1] * chord[0]) / 12.0 + (slope[0] * ahead[1] - slope[1] * ahead[0]) / 60.0
    return np.asarray(polygon + arcs.sum(axis=1))


def _placed(sheet: SculptureSheet, most: int) -> Numbers:
    """Return new places of the starts, at most so many: dense where the curve was stretched most in any slice."""
    steps = np.nan_to_num(sheet.steps, nan=0.0)
    count = min(max(math.ceil(steps.sum(axis=1).max() / FINE), POINTS[0]), most)
    longest = steps.max(axis=0)
    even = np.diff(sheet.share) * max(float(longest.sum()), 1e-12)
    weight = np.concatenate([[0.0], np.cumsum((1.0 - EVEN) * longest + EVEN * even)])
    fresh = np.interp(np.linspace(0.0, weight[-1], count), weight, sheet.share)
    fresh[0], fresh[-1] = 0.0, 1.0
    return np.asarray(fresh)
