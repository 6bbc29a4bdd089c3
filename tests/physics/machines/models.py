"""Machines of the reference cases, built from their numbers, with the starts and the values that the cases give."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from physics.machines.machine import MachineSystem, machine_class
from physics.machines.parts import (
    BALL,
    GROUND,
    LENGTH,
    PLANE,
    SLIDE,
    TURN,
    Coupling,
    Equation,
    Link,
    MachineTable,
    Spring,
)
from tests.reference import case

ACROSS = (0.0, -1.0, 0.0)
"""Axis of machines in the x-z plane: angles from +x toward +z."""
UP = (0.0, 0.0, 1.0)
IN_PLANE = (1.0, 0.0, 0.0), UP


class Model(NamedTuple):
    """A machine of a case. found: the values that the case names, of a system and a state."""

    system: MachineSystem
    found: Callable[[MachineSystem, Mapping[str, float]], list[float]]


def bar(length: float, mass: float) -> dict[str, Any]:
    """Return the fields of a thin uniform bar along +x of its link."""
    across = mass * length * length / 12.0
    return {"mass": mass, "centre": (0.5 * length, 0.0, 0.0), "inertia": (0.0, across, across, 0.0, 0.0, 0.0)}


def pin(first: int, at: float, second: int, to: float) -> tuple[Equation, ...]:
    """Return the equations of a hinge of two bars in the plane, at distances along them."""
    places = {"at": (at, 0.0, 0.0), "to": (to, 0.0, 0.0)}
    return tuple(Equation(PLANE, first, second, **places, along=along) for along in IN_PLANE)


def made(machine: MachineTable, names: str, start: Mapping[str, float]) -> MachineSystem:
    """Return a machine with names of its links at a start."""
    return machine_class(machine, names.split())({}, start)


def spring_pendulum(p: Mapping[str, Any], start: Mapping[str, float]) -> Model:
    links = (
        Link(SLIDE, axis=(1.0, 0.0, 0.0)),
        Link(SLIDE, 0, axis=UP, mass=p["mass"]),
    )
    spring = Spring(GROUND, 1, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), p["stiffness"], p["rest_length"])
    s, c = math.sin(start["theta"]), math.cos(start["theta"])
    r, r_dot, turn = start["r"], start["r_dot"], start["theta_dot"]
    given = {"x": r * s, "z": -r * c, "x_rate": r_dot * s + r * turn * c, "z_rate": -r_dot * c + r * turn * s}

    def found(_: MachineSystem, y: Mapping[str, float]) -> list[float]:
        x, z, u, w = (y[each] for each in ("x", "z", "x_rate", "z_rate"))
        length = math.hypot(x, z)
        return [length, math.atan2(x, -z), (x * u + z * w) / length, (x * w - z * u) / length**2]

    return Model(made(MachineTable(links, springs=(spring,)), "x z", given), found)


def cart_pole(p: Mapping[str, Any], start: Mapping[str, float]) -> Model:
    links = (
        Link(SLIDE, axis=(1.0, 0.0, 0.0), mass=p["cart_mass"], damping=p["cart_friction"], torque=p["force"]),
        Link(
            TURN, 0, axis=ACROSS, mass=p["pole_mass"], centre=(0.0, 0.0, -p["centre"]), damping=p["pole_friction"],
            inertia=(0.0, p["inertia"], p["inertia"], 0.0, 0.0, 0.0),
        ),
    )  # fmt: skip
    given = {"cart": start["x"], "pole": start["theta"], "cart_rate": start["x_dot"], "pole_rate": start["theta_dot"]}
    return Model(made(MachineTable(links), "cart pole", given), values("cart", "pole", "cart_rate", "pole_rate"))


def furuta(p: Mapping[str, Any], start: Mapping[str, float]) -> Model:
    rod = p["rod_mass"] * p["rod_length"] ** 2 / 12.0
    links = (
        Link(TURN, axis=UP, torque=p["torque"], damping=p["friction"], **bar(p["arm_length"], p["arm_mass"])),
        Link(
            TURN, 0, (p["arm_length"], 0.0, 0.0), (1.0, 0.0, 0.0), mass=p["rod_mass"],
            centre=(0.0, 0.0, -0.5 * p["rod_length"]), inertia=(rod, rod, 0.0, 0.0, 0.0, 0.0),
        ),
    )  # fmt: skip
    given = {"arm": start["phi"], "rod": start["theta"], "arm_rate": start["phi_dot"], "rod_rate": start["theta_dot"]}
    return Model(made(MachineTable(links), "arm rod", given), values("arm", "rod", "arm_rate", "rod_rate"))


def double_bars(p: Mapping[str, Any], start: Mapping[str, float]) -> Model:
    def body(mass: str, centre: str, inertia: str) -> dict[str, Any]:
        across = p[inertia]
        return {"mass": p[mass], "centre": (0.0, 0.0, -p[centre]), "inertia": (across, across, 0.0, 0.0, 0.0, 0.0)}

    links = (
        Link(TURN, axis=ACROSS, **body("m1", "c1", "J1")),
        Link(TURN, 0, (0.0, 0.0, -p["l1"]), ACROSS, **body("m2", "c2", "J2")),
    )
    names = "theta_1", "theta_2", "theta_1_dot", "theta_2_dot"
    one, two, one_dot, two_dot = (start[name] for name in names)
    given = {"upper": one, "lower": two - one, "upper_rate": one_dot, "lower_rate": two_dot - one_dot}

    def found(_: MachineSystem, y: Mapping[str, float]) -> list[float]:
        upper, lower, rate, relative = (y[each] for each in ("upper", "lower", "upper_rate", "lower_rate"))
        return [upper, upper + lower, rate, rate + relative]

    return Model(made(MachineTable(links), "upper lower", given), found)


def offplane_hinge(p: Mapping[str, Any], start: Mapping[str, float]) -> Model:
    inertia = tuple(p["inertia_xx_yy_zz_xy_xz_yz"])
    x, y, z = p["axis"]
    a, b, c = p["centre"]
    link = Link(TURN, axis=(x, y, z), mass=p["mass"], centre=(a, b, c), inertia=inertia)
    given = {"q": start["q"], "q_rate": start["q_dot"]}
    return Model(made(MachineTable((link,)), "q", given), values("q", "q_rate"))


def wilberforce(p: Mapping[str, Any], start: Mapping[str, float]) -> Model:
    turn = p["inertia"]
    links = (
        Link(SLIDE, axis=UP, stiffness=p["stiffness"]),
        Link(TURN, 0, axis=UP, mass=p["mass"], inertia=(turn, turn, turn, 0.0, 0.0, 0.0), stiffness=p["torsion"]),
    )
    machine = MachineTable(links, couplings=(Coupling(0, 1, 0.5 * p["coupling"]),), gravity=(0.0, 0.0, 0.0))
    given = {"z": start["z"], "theta": start["theta"], "z_rate": start["z_dot"], "theta_rate": start["theta_dot"]}
    return Model(made(machine, "z theta", given), values("z", "theta", "z_rate", "theta_rate"))


def four_bar_torque(p: Mapping[str, Any], start: Mapping[str, float]) -> Model:
    crank, coupler, rocker = p["masses"]
    links = (
        Link(TURN, axis=ACROSS, torque=p["torque"], **bar(p["crank"], crank)),
        Link(TURN, 0, (p["crank"], 0.0, 0.0), ACROSS, **bar(p["coupler"], coupler)),
        Link(TURN, GROUND, (p["ground"], 0.0, 0.0), ACROSS, **bar(p["rocker"], rocker)),
    )
    relative = {"coupler": start["coupler"] - start["crank"], "coupler_rate": start["coupler_dot"] - start["crank_dot"]}
    given = {"crank": start["crank"], "crank_rate": start["crank_dot"], **relative}
    given |= {"rocker": start["rocker"], "rocker_rate": start["rocker_dot"]}

    def found(_: MachineSystem, y: Mapping[str, float]) -> list[float]:
        angles = [y["crank"], y["crank"] + y["coupler"], y["rocker"]]
        return [*angles, y["crank_rate"], y["crank_rate"] + y["coupler_rate"], y["rocker_rate"]]

    return Model(made(MachineTable(links, pin(2, p["rocker"], 1, p["coupler"])), "crank coupler rocker", given), found)


def slider_crank(p: Mapping[str, Any], start: Mapping[str, float]) -> Model:
    crank, rod, piston = p["masses"]
    r, length, q, q_dot = p["crank"], p["rod"], start["crank"], start["crank_dot"]
    links = (
        Link(TURN, axis=ACROSS, torque=p["torque"], **bar(r, crank)),
        Link(TURN, 0, (r, 0.0, 0.0), ACROSS, **bar(length, rod)),
        Link(SLIDE, axis=(1.0, 0.0, 0.0), mass=piston, damping=p["piston_friction"]),
    )
    angle = math.asin(-r * math.sin(q) / length)
    angle_dot = -r * math.cos(q) * q_dot / (length * math.cos(angle))
    x = r * math.cos(q) + length * math.cos(angle)
    x_dot = -r * math.sin(q) * q_dot - length * math.sin(angle) * angle_dot
    given = {"crank": q, "rod": angle - q, "piston": x}
    given |= {"crank_rate": q_dot, "rod_rate": angle_dot - q_dot, "piston_rate": x_dot}

    def found(_: MachineSystem, y: Mapping[str, float]) -> list[float]:
        return [y["crank"], y["crank_rate"], y["piston"], y["piston_rate"], y["crank"] + y["rod"]]

    return Model(made(MachineTable(links, pin(2, 0.0, 1, length)), "crank rod piston", given), found)


def governor(p: Mapping[str, Any], start: Mapping[str, float]) -> Model:
    arm, theta, theta_dot = p["arm"], start["theta"], start["theta_dot"]
    spindle, sleeve = p["spindle_inertia"], p["sleeve_inertia"]
    end = (0.0, 0.0, -arm)
    links = (
        Link(TURN, axis=UP, mass=0.1, inertia=(spindle, spindle, spindle, 0.0, 0.0, 0.0)),
        *(Link(TURN, 0, axis=(0.0, -side, 0.0), mass=p["ball_mass"], centre=end) for side in (1.0, -1.0)),
        Link(SLIDE, 0, axis=UP, mass=p["sleeve_mass"], inertia=(sleeve, sleeve, sleeve, 0.0, 0.0, 0.0)),
    )
    rods = tuple(Equation(LENGTH, ball, 3, at=end, value=p["rod"]) for ball in (1, 2))
    down = -(arm * math.cos(theta) + math.sqrt(p["rod"] ** 2 - (arm * math.sin(theta)) ** 2))
    given = {"spindle": start["phi"], "left": theta, "right": theta, "sleeve": down}
    given |= {"spindle_rate": start["phi_dot"], "left_rate": theta_dot, "right_rate": theta_dot}
    given["sleeve_rate"] = 2.0 * arm * math.sin(theta) * theta_dot
    found = values("left", "spindle", "sleeve", "left_rate", "spindle_rate")
    return Model(made(MachineTable(links, rods), "spindle left right sleeve", given), found)


def values(*names: str) -> Callable[[MachineSystem, Mapping[str, float]], list[float]]:
    """Return what reads variables by their names."""
    return lambda system, y: [y[name] for name in names]


def meeting(a: np.ndarray, b: np.ndarray, one: float, other: float, side: float) -> np.ndarray:
    """Return the point at distances from two points of the plane, on one side of the way between them."""
    way = b - a
    length = float(np.hypot(*way))
    along = (length * length + one * one - other * other) / (2.0 * length)
    across = math.sqrt(one * one - along * along)
    return a + (along * way + side * across * np.array([-way[1], way[0]])) / length


def peaucellier(p: Mapping[str, Any], start: Mapping[str, float]) -> Model:
    """The arm A C; bars O B and O D of the length `long`; C B, C D, B P and D P of the length `side`."""
    mass, arm, long, side = p["bar_mass"], p["arm"], p["long"], p["side"]
    origin, pivot, angle, rate = np.zeros(2), np.array([arm, 0.0]), start["arm"], start["arm_dot"]

    def corners(turn: float) -> tuple[np.ndarray, ...]:
        C = pivot + arm * np.array([math.cos(turn), math.sin(turn)])
        B, D = (meeting(origin, C, long, side, sign) for sign in (1.0, -1.0))
        return B, C, D, C * (long * long - side * side) / float(C @ C)

    def angles(turn: float) -> np.ndarray:
        B, C, D, P = corners(turn)
        ways = [C - pivot, B, D, B - C, D - C, P - B, P - D]
        return np.array([math.atan2(way[1], way[0]) for way in ways])

    names = ["arm", "upper", "lower", "cb", "cd", "bp", "dp"]
    parent = {"cb": "arm", "cd": "arm", "bp": "upper", "dp": "lower"}
    length = {"arm": arm, "upper": long, "lower": long}
    links = tuple(
        Link(
            TURN, names.index(parent[each]) if each in parent else GROUND,
            (length[parent[each]] if each in parent else arm if each == "arm" else 0.0, 0.0, 0.0), ACROSS,
            stiffness=p["arm_torsion_spring"] if each == "arm" else 0.0, rest=p["spring_rest_angle"],
            **bar(length.get(each, side), mass),
        )
        for each in names
    )  # fmt: skip
    number = names.index
    pins = (
        *pin(number("cb"), side, number("upper"), long),
        *pin(number("cd"), side, number("lower"), long),
        *pin(number("bp"), side, number("dp"), side),
    )
    step = 1e-5
    at = dict(zip(names, angles(angle), strict=True))
    turning = dict(zip(names, rate * (angles(angle + step) - angles(angle - step)) / (2.0 * step), strict=True))
    given = {each: at[each] - (at[parent[each]] if each in parent else 0.0) for each in names}
    given |= {f"{each}_rate": turning[each] - (turning[parent[each]] if each in parent else 0.0) for each in names}

    def found(_: MachineSystem, y: Mapping[str, float]) -> list[float]:
        upper, bp = y["upper"], y["upper"] + y["bp"]
        place = long * np.exp(1j * upper) + side * np.exp(1j * bp)
        speed = 1j * long * np.exp(1j * upper) * y["upper_rate"]
        speed += 1j * side * np.exp(1j * bp) * (y["upper_rate"] + y["bp_rate"])
        return [y["arm"], y["arm_rate"], place.real, place.imag, speed.real, speed.imag]

    return Model(made(MachineTable(links, pins), " ".join(names), given), found)


CASES: dict[str, Callable[[Mapping[str, Any], Mapping[str, float]], Model]] = {
    each.__name__: each
    for each in (
        spring_pendulum, cart_pole, furuta, double_bars, offplane_hinge, wilberforce, four_bar_torque, slider_crank,
        governor, peaucellier,
    )
}  # fmt: skip


def model(name: str) -> Model:
    """Return the machine of a case at its start."""
    given = case(f"machines/{name}")
    return CASES[name](given["params"], given["initial"])


__all__ = ["BALL", "CASES", "Model", "model"]
