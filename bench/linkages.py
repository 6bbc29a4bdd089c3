"""One step of Kutta's method for machines of one's own: Polhode, MuJoCo, and C where the machine is small."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import physics
from bench import native, polhode_top
from bench.native import PENDULUM
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Missing
from physics.core.made_systems import class_of
from physics.exchange.files import machine_text
from physics.machines.bodies import MachineBody
from physics.machines.machine import Machine
from physics.machines.parts import BALL

try:
    import mujoco
except ImportError:
    mujoco = None

DT = 1e-4
TRIED = 1000
"""Number of steps after which the motions are compared."""
SAME, SOFT = 1e-9, 0.02
"""Greatest difference of a coordinate from ours; in MuJoCo, where there are loops, it keeps them by stiff springs."""
SECONDS = 0.05
"""About how long a contender steps in each round."""
LINKAGES = Path(__file__).with_name("linkages.c")
Y = "-y"
Words = dict[str, Any]
Point = tuple[float, float]
Coordinates = NDArray[np.float64]


@dataclass(frozen=True)
class Contest:
    """A machine, and what steps it in C: a function of steps that returns coordinates of joints by their names."""

    name: str
    make: Callable[[], Machine]
    in_c: Callable[[Machine], Callable[[int], Mapping[str, float]]] | None = None

    @cached_property
    def system(self) -> Machine:
        """The machine."""
        return self.make()


def bar(start: Point, end: Point, mass: float, width: float = 0.02) -> Words:
    """Return a bar in the x-z plane."""
    return {
        "shape": "bar", "from": [start[0], 0, start[1]], "to": [end[0], 0, end[1]], "width": width, "mass": mass,
    }  # fmt: skip


def made(bodies: Words, joints: Words) -> Machine:
    """Return a machine."""
    return Machine({"machine": {"bodies": bodies, "joints": joints}})


def double_pendulum() -> Machine:
    """Return two unequal thin bars turning over."""
    bodies = {}
    for name, top, length, mass in (("upper", 0.0, 1.0, 1.0), ("lower", -1.0, 0.7, 1.5)):
        across = mass * length * length / 12.0
        bodies[name] = {**bar((0, top), (0, top - length), mass), "inertia": [across, across, 1e-6]}
    joints = {
        "shoulder": {"hinge": ["ground", "upper"], "at": [0, 0, 0], "axis": Y, "angle": 2.0, "rate": 3.0},
        "elbow": {"hinge": ["upper", "lower"], "at": "end, start", "axis": Y, "angle": -3.0, "rate": -8.0},
    }
    return made(bodies, joints)


def furuta() -> Machine:
    """Return an arm with a motor, and a rod on its end."""
    arm, length, masses = 0.216, 0.337, (0.257, 0.127)
    one, two = masses[0] * arm * arm / 12.0, masses[1] * length * length / 12.0
    rod = {"shape": "bar", "from": [arm, 0, 0], "to": [arm, 0, -length], "mass": masses[1], "inertia": [two, two, 0]}
    bodies = {"arm": {**bar((0, 0), (arm, 0), masses[0]), "inertia": [0, one, one]}, "rod": rod}
    joints = {
        "phi": {"hinge": ["ground", "arm"], "at": [0, 0, 0], "axis": "z", "angle": 0.2, "rate": 1.0, "torque": 0.01,
                "damping": 7e-4},
        "theta": {"hinge": ["arm", "rod"], "at": "end, start", "axis": "x", "angle": 2.6, "rate": 0.5},
    }  # fmt: skip
    return made(bodies, joints)


def four_bar() -> Machine:
    """Return a crank, a coupler and a rocker."""
    coupler_end = (0.9, 0.7)
    bodies = {
        "crank": bar((0, 0), (0.3, 0), 0.5), "coupler": bar((0.3, 0), coupler_end, 1.0),
        "rocker": bar((1, 0), coupler_end, 0.8),
    }  # fmt: skip
    joints = {
        "A": {"hinge": ["ground", "crank"], "at": [0, 0, 0], "axis": Y, "angle": 1.0, "rate": 4.0, "torque": 0.6},
        "B": {"hinge": ["crank", "coupler"], "at": "end, start", "axis": Y},
        "C": {"hinge": ["coupler", "rocker"], "at": "end, end", "axis": Y},
        "D": {"hinge": ["ground", "rocker"], "at": [1, 0, 0], "axis": Y, "damping": 0.05},
    }
    return made(bodies, joints)


def governor() -> Machine:
    """Return Watt's governor with heavy rods, near its steady turning."""
    arm, angle = 0.25, 0.7
    s, c = arm * math.sin(angle), arm * math.cos(angle)
    bodies: Words = {"spindle": {"mass": 0.1, "inertia": [0.01, 0.01, 0.01]}}
    joints: Words = {"phi": {"hinge": ["ground", "spindle"], "at": [0, 0, 0], "axis": "z", "rate": 11.0}}
    bodies["sleeve"] = {"centre": [0, 0, -2 * c], "mass": 1.5, "inertia": [1e-3, 1e-3, 1e-3]}
    joints["guide"] = {"slider": ["spindle", "sleeve"], "at": [0, 0, -2 * c], "axis": "z", "damping": 0.0}
    for name, side in (("left", 1), ("right", -1)):
        ball = {"centre": [side * s, 0, -c], "mass": 0.5, "inertia": [1e-4, 1e-4, 1e-4]}
        bodies |= {name: ball, f"{name}_rod": bar((side * s, -c), (0, -2 * c), 0.1)}
        joints[f"{name}_arm"] = {"hinge": ["spindle", name], "at": [0, 0, 0], "axis": Y, "damping": 0.0}
        joints[f"{name}_elbow"] = {"hinge": [name, f"{name}_rod"], "at": "centre, start", "axis": Y, "damping": 0.0}
        joints[f"{name}_pin"] = {"hinge": ["sleeve", f"{name}_rod"], "at": "centre, end", "axis": Y}
    return made(bodies, joints)


def meeting(one: Point, other: Point, lengths: tuple[float, float], side: float) -> Point:
    """Return the point at two distances from two others, to the left of the way from one to the other for side 1."""
    x, z = other[0] - one[0], other[1] - one[1]
    far = math.hypot(x, z)
    along = (far * far + lengths[0] ** 2 - lengths[1] ** 2) / (2.0 * far)
    off = side * math.sqrt(lengths[0] ** 2 - along * along)
    return one[0] + (x * along - z * off) / far, one[1] + (z * along + x * off) / far


def plate(*corners: Point) -> Words:
    """Return three thin rods of 2 kg/m that are one body."""
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    masses = [2.0 * math.dist(a, b) for a, b in sides]
    whole = sum(masses)
    x, z = (sum(m * 0.5 * (a[k] + b[k]) for m, (a, b) in zip(masses, sides, strict=True)) / whole for k in (0, 1))
    xx = zz = xz = 0.0
    for m, (a, b) in zip(masses, sides, strict=True):
        u, w, dx, dz = 0.5 * (a[0] + b[0]) - x, 0.5 * (a[1] + b[1]) - z, b[0] - a[0], b[1] - a[1]
        xx += m * (w * w + dz * dz / 12.0)
        zz += m * (u * u + dx * dx / 12.0)
        xz -= m * (u * w + dx * dz / 12.0)
    anchors = {f"corner_{k + 1}": [a[0], 0, a[1]] for k, a in enumerate(corners)}
    return {"centre": [x, 0, z], "mass": whole, "inertia": [xx, xx + zz, zz, 0, xz, 0], "anchors": anchors}


def jansen() -> Machine:
    """Return a leg of Theo Jansen's beasts by his eleven numbers, its crank turning."""
    a, b, c, d, e, f, g, h, i, j, k, low, m = (
        0.01 * x for x in (38, 41.5, 39.3, 40.1, 55.8, 39.4, 36.7, 65.7, 49, 50, 61.9, 7.8, 15)
    )  # fmt: skip
    fixed, pin = (-a, -low), (m * math.cos(0.3), m * math.sin(0.3))
    top = meeting(fixed, pin, (b, j), 1)
    heel = meeting(fixed, pin, (c, k), -1)
    back = meeting(fixed, top, (d, e), 1)
    knee = meeting(back, heel, (f, g), 1)
    foot = meeting(knee, heel, (h, i), 1)
    ends = {
        "crank": ((0.0, 0.0), pin),
        "upper": (pin, top),
        "lower": (pin, heel),
        "stay": (fixed, heel),
        "back": (back, knee),
    }
    bodies: Words = {name: bar(one, other, 2.0 * math.dist(one, other)) for name, (one, other) in ends.items()}
    bodies |= {"hip": plate(fixed, top, back), "shin": plate(heel, knee, foot)}
    joints = {
        "q": {"hinge": ["ground", "crank"], "at": [0, 0, 0], "axis": Y, "angle": 0.0, "rate": 3.0},
        "hip_joint": {"hinge": ["ground", "hip"], "at": [fixed[0], 0, fixed[1]], "axis": Y, "damping": 0.0},
        "stay_joint": {"hinge": ["ground", "stay"], "at": [fixed[0], 0, fixed[1]], "axis": Y, "damping": 0.0},
        "shin_joint": {"hinge": ["stay", "shin"], "at": "end, corner_1", "axis": Y, "damping": 0.0},
        "upper_joint": {"hinge": ["crank", "upper"], "at": "end, start", "axis": Y, "damping": 0.0},
        "lower_joint": {"hinge": ["crank", "lower"], "at": "end, start", "axis": Y, "damping": 0.0},
        "back_joint": {"hinge": ["hip", "back"], "at": "corner_3, start", "axis": Y, "damping": 0.0},
        "closed_top": {"hinge": ["hip", "upper"], "at": "corner_2, end", "axis": Y},
        "closed_heel": {"hinge": ["stay", "lower"], "at": "end, end", "axis": Y},
        "closed_knee": {"hinge": ["shin", "back"], "at": "corner_2, end", "axis": Y},
    }
    return made(bodies, joints)


def chain(count: int, kind: str) -> Machine:
    """Return bars of 10 cm that hang on one another by hinges or balls, drawn along a bend."""
    bodies: Words = {}
    joints: Words = {}
    place = (0.0, 0.0, 0.0)
    for k in range(count):
        turn, out = 1.0 + 0.5 * k / count, 0.5 * k / count
        way = math.sin(turn) * math.cos(out), math.sin(turn) * math.sin(out), -math.cos(turn)
        way = (math.sin(turn), 0.0, -math.cos(turn)) if kind == "hinge" else way
        x, y, z = (a + 0.1 * b for a, b in zip(place, way, strict=True))
        name = f"b{k + 1}"
        bodies[name] = {"shape": "bar", "from": list(place), "to": [x, y, z], "width": 0.01, "mass": 0.1}
        pair = [f"b{k}" if k else "ground", name]
        joints[f"j{k + 1}"] = {kind: pair, "at": list(place), **({"axis": Y} if kind == "hinge" else {})}
        place = x, y, z
    return made(bodies, joints)


# In C -------------------------------------------------------------------------------------------------------


def stepping(
    start: Sequence[float], constants: Sequence[float], function: str, source: Path
) -> Callable[[int], Coordinates]:
    """Return a function of steps by a function in C; raises Missing."""
    step, p = getattr(native.library(source=source), function), np.array(constants, float)

    def run(steps: int) -> Coordinates:
        y = np.array(start, float)
        step(native.pointer(y), native.pointer(p), native.ctypes.c_double(DT), native.ctypes.c_long(steps))
        return y

    return run


def pendulum_in_c(system: Machine) -> Callable[[int], Mapping[str, float]]:
    """Return the double pendulum by Lagrange's equations; raises Missing."""
    start = {"theta2": 2.0, "theta3": -1.0, "theta2_dot": 3.0, "theta3_dot": -5.0}
    own = physics.system("double-pendulum", {"l3": 0.7, "m2": 1.0, "m3": 1.5}, start)
    run = stepping(list(own.start()), own.p, "with_own_sincos", PENDULUM)

    def found(steps: int) -> Mapping[str, float]:
        y = run(steps)
        return {"shoulder": y[0], "elbow": y[1] - y[0]}

    return found


def furuta_in_c(system: Machine) -> Callable[[int], Mapping[str, float]]:
    """Return Furuta's pendulum; raises Missing."""
    arm, length, (m, rod) = 0.216, 0.337, (0.257, 0.127)
    p = [m * arm * arm / 3.0 + rod * arm * arm, rod * length * length / 3.0, rod * arm * 0.5 * length]
    run = stepping([0.2, 2.6, 1.0, 0.5, 0.0, 0.0], [*p, 0.01, 7e-4, rod * 9.81 * 0.5 * length], "furuta", LINKAGES)
    return lambda steps: dict(zip(("phi", "theta"), run(steps), strict=False))


def way_of(bar: MachineBody) -> Point:
    """Return the way from the start of a bar to its end, along x and z."""
    assert bar.start is not None and bar.end is not None
    return bar.end[0] - bar.start[0], bar.end[2] - bar.start[2]


def four_bar_in_c(system: Machine) -> Callable[[int], Mapping[str, float]]:
    """Return the four-bar linkage in angles from +x; raises Missing."""
    bodies, g = system.described.bodies, 9.81
    ways = {name: way_of(body) for name, body in bodies.items()}
    length = {name: math.hypot(*way) for name, way in ways.items()}
    about = {name: float(body.inertia[1, 1]) for name, body in bodies.items()}
    m = {name: body.mass for name, body in bodies.items()}
    half = {name: 0.5 * each for name, each in length.items()}
    p = [
        about["crank"] + m["crank"] * half["crank"] ** 2 + m["coupler"] * length["crank"] ** 2,
        about["coupler"] + m["coupler"] * half["coupler"] ** 2, about["rocker"] + m["rocker"] * half["rocker"] ** 2,
        m["coupler"] * length["crank"] * half["coupler"],
        g * (m["crank"] * half["crank"] + m["coupler"] * length["crank"]), g * m["coupler"] * half["coupler"],
        g * m["rocker"] * half["rocker"], length["crank"], length["coupler"], length["rocker"], 1.0, 0.6, 0.05,
    ]  # fmt: skip
    drawn = {name: math.atan2(z, x) for name, (x, z) in ways.items()}
    y = dict(zip((each.name for each in system.variables), system.start(), strict=True))
    crank, coupler = y["A"], y["A"] + y["B"] + drawn["coupler"]
    rates = [y["A_rate"], y["A_rate"] + y["B_rate"], y["D_rate"]]
    run = stepping([crank, coupler, y["D"] + drawn["rocker"], *rates, 0.0, 0.0], p, "four_bar", LINKAGES)

    def found(steps: int) -> Mapping[str, float]:
        z = run(steps)
        return {"A": z[0], "B": z[1] - z[0] - drawn["coupler"], "D": z[2] - drawn["rocker"]}

    return found


# Contenders -------------------------------------------------------------------------------------------------


def contests() -> Iterator[Contest]:
    """Yield all machines."""
    yield Contest("double pendulum", double_pendulum, pendulum_in_c)
    yield Contest("Furuta", furuta, furuta_in_c)
    yield Contest("four-bar", four_bar, four_bar_in_c)
    yield Contest("governor, heavy rods", governor)
    yield Contest("Jansen's leg", jansen)
    for kind in ("hinge", "ball"):
        for count in (5, 20) if kind == "hinge" else (5, 10):
            yield Contest(f"{count} {kind}s", partial(chain, count, kind))


def coordinates(system: Machine, y: Sequence[float]) -> dict[str, float]:
    """Return the coordinates of the joints that turn or slide, and the quaternions of balls, by their names."""
    at = system.table.coordinates
    return dict(zip((each.name for each in system.variables[:at]), y, strict=False))


def ours(system: Machine) -> Callable[[int], Mapping[str, float]]:
    """Return unchecked steps; raises Missing."""
    run = polhode_top.stepping(system)
    return lambda steps: coordinates(system, list(run(steps, DT)))


def checked(system: Machine) -> Callable[[int], Mapping[str, float]]:
    """Return steps with the checks of the program; raises Missing, also while it runs."""
    simulation = physics.Simulation(system, "rk4", DT)
    if not simulation.compile():
        raise Missing(f"Polhode, compiled: {simulation.compile_problem}")

    def run(steps: int) -> Mapping[str, float]:
        simulation.reset()
        if simulation.advance(steps) < steps:
            raise Missing(f"{system.name}: {simulation.message}")
        return coordinates(system, list(simulation.y))

    return run


def in_mujoco(system: Machine) -> Callable[[int], Mapping[str, float]]:
    """Return `mj_step` with many steps in one call, without contacts, trees without constraints; raises Missing."""
    if mujoco is None:
        raise Missing("MuJoCo: not installed (pip install mujoco)")
    text, left_out = machine_text(system, ".xml", "machine")
    if left_out:
        raise Missing(f"MuJoCo: {', '.join(left_out)}")
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.timestep = DT
    if not system.table.equations:
        model.opt.disableflags = int(mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)

    def run(steps: int) -> Mapping[str, float]:
        data = mujoco.MjData(model)
        mujoco.mj_resetDataKeyframe(model, data, 0)
        mujoco.mj_step(model, data, nstep=steps)
        found: dict[str, float] = {}
        for link, name in zip(system.table.links, system.described.names, strict=True):
            if link.kind == BALL:
                found |= dict(zip((f"{name}_{e}" for e in "wxyz"), data.joint(name).qpos, strict=True))
            elif link.rates:
                found[name] = float(data.joint(name).qpos[0])
        return found

    return run


def compared(
    run: Callable[[int], Mapping[str, float]], expected: Mapping[str, float], most: float, name: str
) -> Callable[[int], Mapping[str, float]]:
    """Return a contender whose motion is ours; raises Missing where it is not."""
    found = run(TRIED)
    error = max(abs(found[each] - expected[each]) for each in found)
    if not error < most:
        raise Missing(f"{name}: {error:.1g} off after {TRIED} steps")
    return run


def contenders(contest: Contest, missing: list[str]) -> dict[str, Callable[[int], object]]:
    """Return what steps a machine, by name; appends messages about the others."""
    system, there = contest.system, {}
    makers = {"Polhode": ours, "checked": checked, "MuJoCo": in_mujoco}
    if contest.in_c is not None:
        makers["C"] = contest.in_c
    expected: Mapping[str, float] = {}
    for name, make in makers.items():
        try:
            run = make(system)
            expected = expected or run(TRIED)
            soft = name == "MuJoCo" and bool(system.table.equations)
            there[name] = compared(run, expected, SOFT if soft else SAME, f"{name}, {contest.name}")
        except Missing as problem:
            missing.append(str(problem))
    return there


def times_of(contest: Contest, missing: list[str]) -> dict[str, float]:
    """Return the seconds per step of each contender; appends messages about those that are missing."""
    timed = []
    for name, run in contenders(contest, missing).items():
        began = time.process_time()
        run(200)
        steps = max(200, round(SECONDS / max((time.process_time() - began) / 200, 1e-9)))
        timed.append(Timed(name, partial(run, steps), steps))
    return medians(timed)


def first_use(system: Machine) -> tuple[str, ...]:
    """Return how long a machine takes until it is there, until it has machine code, and a rate in CPython."""
    text = system.parameters["machine"]
    began = time.process_time()
    made = class_of.__wrapped__(Machine, text)({"machine": text})
    there = time.process_time()
    y, out = (memoryview(np.array(list(made.start()))) for _ in range(2))
    for _ in range(20):
        made.rate(0.0, y, made.p, out)
    return quantity(there - began), quantity((time.process_time() - there) / 20.0)


def report(chosen: Sequence[Contest] | None = None) -> Iterator[str]:
    """Yield the table, and messages about what is missing."""
    missing: list[str] = []
    rows = []
    for contest in chosen or list(contests()):
        machine, times = contest.system.table, times_of(contest, missing)
        columns = [quantity(times[each]) if each in times else "" for each in ("Polhode", "checked", "MuJoCo", "C")]
        own = times.get("checked", 0.0)
        ratios = [
            ratio(times["MuJoCo"], own) if "MuJoCo" in times and own else "",
            ratio(own, times["C"]) if "C" in times and own else "",
        ]
        size = f"{machine.rates}/{len(machine.equations)}"
        rows.append((contest.name, size, *columns, *ratios, *first_use(contest.system)))
    head = ("one RK4 step", "rates/equations", "Polhode", "checked", "MuJoCo", "C", "MuJoCo to checked", "checked to C",
            "made in", "a rate in CPython")  # fmt: skip
    yield from table(head, rows)
    if missing:
        yield from ("", *(f"Missing: {problem}." for problem in dict.fromkeys(missing)))
