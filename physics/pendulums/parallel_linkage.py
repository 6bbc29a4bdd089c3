"""Parallel four-bar linkages in a row: a mechanism of closed loops."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from functools import cached_property
from math import sqrt

import numpy as np

from physics.core.fields import EnergyPart, Invariant, Parameter, Quantity, Role, SharedValues, Variable
from physics.core.scratch import scratch
from physics.core.system import System
from physics.core.units import format_number
from physics.errors import BadInput
from physics.linkages.links import subscript
from physics.maths import array_trig, rounded
from physics.maths.trig import sincos
from physics.pendulums import parallel_bars
from physics.pendulums.parallel_bars import GRAVITY, LENGTH, MASS, TRIG, bars_at, solve_accelerations
from physics.shapes.pose import BODY, ArrowKind, PoseLayout, write_arrow, write_body, write_point
from physics.shapes.solids import Box
from physics.types import Floats

MAX_START_GAP = 1e-6
"""Largest gap of a start, in lengths of a bar, that is closed; a larger one is refused."""
ARROWS = (
    ArrowKind("force", "F", "N", "pull of the first coupler"),
    ArrowKind("velocity", "v", "m/s", "velocity of the first crank's end"),
)
THICKNESS = 0.06
"""Thickness of a bar as drawn, over its length."""


def _energy(system: ParallelLinkage, y: Floats) -> float:
    p = system.p
    cranks = len(y) // 2
    total, height, s, c, v = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(cranks):
        s_before, c_before, before = s, c, v
        s, c = sincos(y[i])
        v = y[cranks + i]
        bars = bars_at(i, cranks - 1)
        total += bars * v * v / 6.0 + (s * s_before + c * c_before) * v * before / 6.0
        height += 0.5 * bars * c
    return p[MASS] * p[LENGTH] * (p[LENGTH] * total + p[GRAVITY] * height)


def _energy_scale(system: ParallelLinkage, y: Floats) -> float:
    """Return the energy above that of all bars hanging at rest [J]."""
    return system.energy(y) + (1.5 * system.loops + 0.5) * system.mass * system.gravity * system.length


def coupler_error(y: Floats, p: Floats) -> float:
    """Return the largest error of a coupler's length [m]."""
    L, worst = p[LENGTH], 0.0
    s, c = sincos(y[0])
    for i in range(1, len(y) // 2):
        s_next, c_next = sincos(y[i])
        across, up = 1.0 + s_next - s, c_next - c
        worst = max(worst, abs(sqrt(across * across + up * up) - 1.0))
        s, c = s_next, c_next
    return L * worst


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    cranks = len(y) // 2
    s, c = sincos(y[0])
    v, low, high = p[LENGTH] * y[cranks], y[0], y[0]
    for i in range(1, cranks):
        low, high = min(low, y[i]), max(high, y[i])
    out[0], out[1], out[2], out[3] = p[LENGTH] * s, p[LENGTH] * c, v * c, -v * s
    out[4], out[5] = coupler_error(y, p), high - low
    trig, x = scratch(TRIG * cranks), scratch(2 * cranks - 1)
    solve_accelerations(y, p, trig, x)
    out[6] = p[MASS] * p[LENGTH] * x[2]


VALUES = SharedValues(_write_values, "B0_x", "B0_z", "B0_velocity_x", "B0_velocity_z", "gap", "skew", "tension")


def _end(name: str, symbol: str, unit: str, meaning: str, role: Role) -> tuple[Variable, Quantity]:
    """Return an alias for the start: a coordinate of the first crank's end B0 or its rate."""
    group = name.rpartition("_")[0]
    return (
        Variable(name, symbol, unit, meaning, entry=False, group=group, role=role),
        Quantity(name, symbol, unit, meaning, VALUES[name]),
    )


ENDS = (
    _end("B0_x", "x_B", "m", "end of the first crank, along x", "coordinate"),
    _end("B0_z", "z_B", "m", "end of the first crank, upwards", "coordinate"),
    _end("B0_velocity_x", "ẋ_B", "m/s", "velocity of the end of the first crank, along x", "velocity"),
    _end("B0_velocity_z", "ż_B", "m/s", "velocity of the end of the first crank, upwards", "velocity"),
)
PHI = Variable("phi", "φ", "rad", "all cranks from the upward vertical, toward +x")
PHI_DOT = Variable("phi_dot", "φ̇", "rad/s", "rate of all cranks", start=1.0, role="velocity")


def _state(loops: int) -> tuple[Variable, ...]:
    """Return the angle of each crank, and their rates."""
    return tuple(
        Variable(
            f"{kind.name}_{i}", f"{kind.symbol}{subscript(i)}", kind.unit, f"{what} of crank {i}", kind.start,
            entry=False, group=kind.name, role=kind.role,
        )
        for kind, what in ((PHI, "angle from the upward vertical"), (PHI_DOT, "rate"))
        for i in range(loops + 1)
    )  # fmt: skip


class ParallelLinkage(System):
    """N four-bar linkages in a row: N + 1 cranks on the ground, N couplers from the end of each to that of the next.

    All bars are uniform rods of length L and mass m. Coordinates: the angle phi_i of each crank from the upward
    vertical and its rate; the couplers' lengths are N equations between them, with the couplers' tensions as
    multipliers (`physics/pendulums/parallel_bars.py`); after each step the loops are closed again. One degree of
    freedom is left: while the linkage stays a parallelogram it moves like one pendulum,

        phi'' = (3 N + 1)/2 · 3/(4 N + 1) · (g/L) sin phi

    At phi = ±90°, where all bars lie in one line, it has momentarily more degrees of freedom (each loop could fold),
    and the tensions diverge: methods that ignore this fail there, or change to the other motion. This is problem A02 of
    the IFToMM benchmarks of multibody dynamics (N = 2, starting upright with 1 m/s at B0; Gonzalez, Dopico, Lugris and
    Cuadrado, Multibody Syst. Dyn. 16, 2006), often run with N = 40.

    Invariants: the energy, and the length of each coupler.
    """

    name = "parallel-linkage"
    title = "Parallel four-bar linkages"

    loops = Parameter(
        default=2, unit="", low=1, high=200, whole=True, symbol="N", meaning="four-bar linkages in the row"
    )
    length = Parameter(default=1.0, unit="m", low=1e-3, high=100.0, log=True, symbol="L", meaning="length of each bar")
    mass = Parameter(default=1.0, unit="kg", low=1e-6, high=1e6, log=True, symbol="m", meaning="mass of each bar")
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g", meaning="gravity")

    variables = _state(int(loops.default))
    aliases = (PHI, PHI_DOT, *(variable for variable, _ in ENDS))
    invariants = (Invariant("energy", "E", "J", "kinetic energy plus that of the weights", _energy, _energy_scale),)
    energy_parts = (
        EnergyPart("cranks", "⅙ m L² Σ φ̇²", "rotation of the cranks about their pivots", "kinetic"),
        EnergyPart("couplers", "½ m Σ v² + ½ J Σ ω²", "motion of the couplers' centres, and their rotation", "kinetic"),
        EnergyPart("weight", "m g Σ z", "potential energy of all bars, 0 at the pivots", "potential"),
    )
    quantities = (
        *(quantity for _, quantity in ENDS),
        Quantity("tension", "F", "N", "tension of the first coupler", VALUES["tension"]),
        Quantity("gap", "δ", "m", "largest error of a coupler's length", VALUES["gap"]),
        Quantity("skew", "Δφ", "rad", "largest angle between cranks", VALUES["skew"]),
    )

    rate = staticmethod(parallel_bars.move)
    settle = staticmethod(parallel_bars.project_to_closure)

    def instance_variables(self) -> tuple[Variable, ...]:
        """Return the angle of each crank, and their rates."""
        return _state(int(self.loops))

    def constants(self) -> tuple[float, ...]:
        """Return p as `physics/pendulums/parallel_bars.py` defines it."""
        return self.length, self.mass, self.gravity

    # Initial state --------------------------------------------------------------------------------------------

    def _checked_initial(self, given: dict[str, float]) -> dict[str, float]:
        """Return the start; cranks that are not given are parallel to the first."""
        as_first = {v.name: given.get(f"{v.group}_0", v.start) for v in self.variables}
        return super()._checked_initial({**as_first, **given})

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with the loops closed to rounding; raises BadInput for a start far from closed."""
        y: Floats = memoryview(array("d", start.values()))
        gap = coupler_error(y, self.p) / self.length
        if gap > MAX_START_GAP:
            raise BadInput(
                f"phi = {', '.join(format_number(start[f'phi_{i}']) for i in range(len(y) // 2))} rad: leaves a "
                "coupler "
                f"{format_number(gap * self.length)} m too long or too short; must close the loops, as equal angles do"
            )
        parallel_bars.project_to_closure(y, self.p)
        return dict(zip(start, y.tolist(), strict=True))

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return angle, rate and end of the first crank."""
        y: Floats = memoryview(array("d", start.values()))
        return {"phi": start["phi_0"], "phi_dot": start["phi_dot_0"], **self.first_end(y)}

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the start with all cranks as the given end of the first; raises BadInput if it is out of reach."""
        said, L = {**self.to_aliases(start), **given}, self.length
        phi, rate = said["phi"], said["phi_dot"]
        if "B0_x" in given or "B0_z" in given:
            x, z = said["B0_x"], said["B0_z"]
            if abs(math.hypot(x, z) - L) > MAX_START_GAP * L:
                raise BadInput(
                    f"B0 = {format_number(x)}, {format_number(z)} m: must be {format_number(L)} m, a bar's "
                    "length, from 0, 0"
                )
            phi = rounded.atan2(x, z)
        if "B0_velocity_x" in given or "B0_velocity_z" in given:
            v_x, v_z, s, c = said["B0_velocity_x"], said["B0_velocity_z"], rounded.sin(phi), rounded.cos(phi)
            if abs(v_x * s + v_z * c) > MAX_START_GAP * math.hypot(v_x, v_z):
                raise BadInput(
                    f"B0_velocity = {format_number(v_x)}, {format_number(v_z)} m/s: must be across the first crank"
                )
            rate = (v_x * c - v_z * s) / L
        return self.normalized({v.name: phi if v.group == PHI.name else rate for v in self.variables})

    # Drawing ----------------------------------------------------------------------------------------------

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the kinetic energy of cranks and of couplers, and the weight of all bars [J]."""
        p, n = self.p, len(y) // 2
        sines, rates = [sincos(angle) for angle in y[:n]], y[n:]
        couplers = sum(
            a * a + b * b + (s * s_next + c * c_next) * a * b
            for (s, c), (s_next, c_next), a, b in zip(sines, sines[1:], rates, rates[1:], strict=False)
        )
        bar = p[MASS] * p[LENGTH] * p[LENGTH] / 6.0
        lift = sum(bars_at(i, n - 1) * c for i, (_, c) in enumerate(sines))
        return {
            "cranks": bar * sum(rate * rate for rate in rates),
            "couplers": bar * couplers,
            "weight": 0.5 * p[MASS] * p[GRAVITY] * p[LENGTH] * lift,
        }

    def angles(self, y: Floats) -> Floats:
        """Return the angles of all cranks, (N + 1,) [rad]."""
        return y[: len(y) // 2]

    def first_end(self, y: Floats) -> dict[str, float]:
        """Return place and velocity of B0 [m, m/s]."""
        (s, c), v = sincos(y[0]), self.length * y[len(y) // 2]
        values = (self.length * s, self.length * c, v * c, -v * s)
        return dict(zip((variable.name for variable, _ in ENDS), values, strict=True))

    def joints(self, y: Floats) -> np.ndarray:
        """Return B_0 .. B_N in the lab, (N + 1, 3) [m]."""
        phi = np.array(self.angles(y))
        feet = self.length * np.arange(len(phi))
        s, c = array_trig.sincos(phi)
        return np.column_stack([feet + self.length * s, np.zeros(len(phi)), self.length * c])

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The cranks, then the couplers before them; the first coupler's pull, the first end's velocity; two ends."""
        thick, L, loops = THICKNESS * self.length, self.length, len(self.variables) // 2 - 1
        crank, coupler = Box((thick, 0.5 * thick, L)), Box((thick, 0.5 * thick, L), (0.0, -0.5 * thick, 0.0))
        cranks = [(f"crank {i}", crank) for i in range(loops + 1)]
        couplers = [(f"coupler {i}", coupler) for i in range(loops)]
        return PoseLayout((*cranks, *couplers), ARROWS, ("B0", "BN"))

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn, axis 3 along each bar."""
        cranks, L = len(y) // 2, s[LENGTH]
        ends = scratch(2 * cranks)
        for i in range(cranks):
            sine, cosine = sincos(y[i])
            ends[2 * i], ends[2 * i + 1] = L * i + L * sine, L * cosine
            write_bar(out, BODY * i, L * i, 0.0, ends[2 * i], ends[2 * i + 1])
        for i in range(cranks - 1):
            write_bar(out, BODY * (cranks + i), ends[2 * i], ends[2 * i + 1], ends[2 * i + 2], ends[2 * i + 3])
        bars = 2 * cranks - 1
        sine, cosine = sincos(y[0])
        v = L * y[cranks]
        first = ends[0], 0.0, ends[1]
        write_arrow(out, bars, 1, first, (v * cosine, 0.0, -v * sine))
        write_point(out, bars, 2, 0, first)
        write_point(out, bars, 2, 1, (ends[2 * cranks - 2], 0.0, ends[2 * cranks - 1]))
        trig, x = scratch(TRIG * cranks), scratch(2 * cranks - 1)
        solve_accelerations(y, s, trig, x)
        pull = s[MASS] * L * x[2] / L
        write_arrow(out, bars, 0, first, (pull * (ends[2] - ends[0]), 0.0, pull * (ends[3] - ends[1])))


def write_bar(out: Floats, at: int, x: float, z: float, end_x: float, end_z: float) -> None:
    """Write a bar from one point of the plane to another, its axis 2 across the plane."""
    a, b = end_x - x, end_z - z
    length = sqrt(a * a + b * b)
    a, b = a / length, b / length
    write_body(out, at, 0.5 * (x + end_x), 0.0, 0.5 * (z + end_z), (b, 0.0, a, 0.0, 1.0, 0.0, -a, 0.0, b), 0.0)
