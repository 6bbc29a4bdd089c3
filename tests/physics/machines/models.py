"""Machines of the reference cases, described by their numbers, with the starts and the values that the cases give."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from physics.machines.machine import Machine
from tests.reference import case

ACROSS = "-y"
"""Axis of machines in the x-z plane: angles from +x toward +z."""
Numbers = Mapping[str, Any]
Description = dict[str, Any]


class Model(NamedTuple):
    """A machine of a case. found: the values that the case names, from the variables of a state."""

    system: Machine
    found: Callable[[Mapping[str, float]], list[float]]


def bar(start: float, length: float, mass: float) -> Description:
    """Return a thin uniform bar that is drawn along +x."""
    across = mass * length * length / 12.0
    drawn = {"shape": "bar", "from": [start, 0.0, 0.0], "to": [start + length, 0.0, 0.0]}
    return {**drawn, "mass": mass, "inertia": [0.0, across, across]}


def hinge(first: str, second: str, at: Any, **more: Any) -> Description:
    """Return a hinge across the plane."""
    return {"hinge": [first, second], "at": at, "axis": ACROSS, **more}


def made(bodies: Description, joints: Description, **tables: Any) -> Machine:
    """Return a machine of a description."""
    return Machine({"machine": {"bodies": bodies, "joints": joints, **tables}})


def values(*names: str) -> Callable[[Mapping[str, float]], list[float]]:
    """Return what reads variables by their names."""
    return lambda y: [y[name] for name in names]


def spring_pendulum(p: Numbers, start: Mapping[str, float]) -> Model:
    s, c = math.sin(start["theta"]), math.cos(start["theta"])
    r, r_dot, turn = start["r"], start["r_dot"], start["theta_dot"]
    bodies = {"guide": {}, "bob": {"mass": p["mass"]}}
    joints = {
        "x": {"slider": ["ground", "guide"], "axis": "x", "position": r * s, "rate": r_dot * s + r * turn * c},
        "z": {"slider": ["guide", "bob"], "axis": "z", "position": -r * c, "rate": -r_dot * c + r * turn * s},
    }
    ends = {"between": ["ground", "bob"], "from": [0, 0, 0]}
    spring = {**ends, "stiffness": p["stiffness"], "rest": p["rest_length"]}

    def found(y: Mapping[str, float]) -> list[float]:
        x, z, u, w = (y[each] for each in ("x", "z", "x_rate", "z_rate"))
        length = math.hypot(x, z)
        return [length, math.atan2(x, -z), (x * u + z * w) / length, (x * w - z * u) / length**2]

    return Model(made(bodies, joints, springs={"s": spring}), found)


def cart_pole(p: Numbers, start: Mapping[str, float]) -> Model:
    bodies = {
        "cart": {"mass": p["cart_mass"]},
        "pole": {
            "centre": [0, 0, -p["centre"]], "mass": p["pole_mass"], "inertia": [p["inertia"], p["inertia"], 0.0],
        },
    }  # fmt: skip
    joints = {
        "x": {
            "slider": ["ground", "cart"], "axis": "x", "position": start["x"], "rate": start["x_dot"],
            "force": p["force"], "damping": p["cart_friction"],
        },
        "theta": hinge(
            "cart", "pole", [0, 0, 0], angle=start["theta"], rate=start["theta_dot"], damping=p["pole_friction"]
        ),
    }  # fmt: skip
    return Model(made(bodies, joints), values("x", "theta", "x_rate", "theta_rate"))


def furuta(p: Numbers, start: Mapping[str, float]) -> Model:
    length, rod = p["rod_length"], p["rod_mass"] * p["rod_length"] ** 2 / 12.0
    drawn = {"shape": "bar", "from": [p["arm_length"], 0, 0], "to": [p["arm_length"], 0, -length]}
    bodies = {
        "arm": bar(0.0, p["arm_length"], p["arm_mass"]),
        "rod": {**drawn, "mass": p["rod_mass"], "inertia": [rod, rod, 0.0]},
    }
    joints = {
        "phi": {
            "hinge": ["ground", "arm"], "at": [0, 0, 0], "axis": "z", "angle": start["phi"], "rate": start["phi_dot"],
            "torque": p["torque"], "damping": p["friction"],
        },
        "theta": {
            "hinge": ["arm", "rod"], "at": "end, start", "axis": "x", "angle": start["theta"],
            "rate": start["theta_dot"],
        },
    }  # fmt: skip
    return Model(made(bodies, joints), values("phi", "theta", "phi_rate", "theta_rate"))


def double_bars(p: Numbers, start: Mapping[str, float]) -> Model:
    def body(top: float, centre: str, mass: str, inertia: str) -> Description:
        return {"centre": [0, 0, top - p[centre]], "mass": p[mass], "inertia": [p[inertia], p[inertia], 0.0]}

    bodies = {"upper": body(0.0, "c1", "m1", "J1"), "lower": body(-p["l1"], "c2", "m2", "J2")}
    names = "theta_1", "theta_2", "theta_1_dot", "theta_2_dot"
    one, two, one_dot, two_dot = (start[name] for name in names)
    joints = {
        "shoulder": hinge("ground", "upper", [0, 0, 0], angle=one, rate=one_dot),
        "elbow": hinge("upper", "lower", [0, 0, -p["l1"]], angle=two - one, rate=two_dot - one_dot),
    }

    def found(y: Mapping[str, float]) -> list[float]:
        rates = y["shoulder_rate"], y["shoulder_rate"] + y["elbow_rate"]
        return [y["shoulder"], y["shoulder"] + y["elbow"], *rates]

    return Model(made(bodies, joints), found)


def offplane_hinge(p: Numbers, start: Mapping[str, float]) -> Model:
    body = {"mass": p["mass"], "centre": p["centre"], "inertia": p["inertia_xx_yy_zz_xy_xz_yz"]}
    joint = {"hinge": ["ground", "body"], "at": [0, 0, 0], "axis": p["axis"], "angle": start["q"]}
    return Model(made({"body": body}, {"q": {**joint, "rate": start["q_dot"]}}), values("q", "q_rate"))


def wilberforce(p: Numbers, start: Mapping[str, float]) -> Model:
    bodies = {"hook": {}, "bob": {"mass": p["mass"], "inertia": [p["inertia"]] * 3}}
    joints = {
        "z": {
            "slider": ["ground", "hook"], "axis": "z", "position": start["z"], "rate": start["z_dot"],
            "stiffness": p["stiffness"],
        },
        "theta": {
            "hinge": ["hook", "bob"], "axis": "z", "angle": start["theta"], "rate": start["theta_dot"],
            "stiffness": p["torsion"],
        },
    }  # fmt: skip
    couplings = {"twist": {"joints": ["z", "theta"], "stiffness": 0.5 * p["coupling"]}}
    system = made(bodies, joints, couplings=couplings, gravity=p["gravity"])
    return Model(system, values("z", "theta", "z_rate", "theta_rate"))


def four_bar_torque(p: Numbers, start: Mapping[str, float]) -> Model:
    crank, coupler, rocker = p["masses"]
    bodies = {
        "crank": bar(0.0, p["crank"], crank),
        "coupler": bar(p["crank"], p["coupler"], coupler),
        "rocker": bar(p["ground"], p["rocker"], rocker),
    }
    joints = {
        "A": hinge("ground", "crank", [0, 0, 0], angle=start["crank"], rate=start["crank_dot"], torque=p["torque"]),
        "B": hinge("crank", "coupler", "end, start", angle=start["coupler"] - start["crank"]),
        "C": hinge("coupler", "rocker", "end, end"),
        "D": hinge("ground", "rocker", p["pivots"][1]),
    }

    def found(y: Mapping[str, float]) -> list[float]:
        coupler = y["A"] + y["B"]
        return [y["A"], coupler, y["D"], y["A_rate"], y["A_rate"] + y["B_rate"], y["D_rate"]]

    return Model(made(bodies, joints), found)


def slider_crank(p: Numbers, start: Mapping[str, float]) -> Model:
    crank, rod, piston = p["masses"]
    r, length = p["crank"], p["rod"]
    bodies = {
        "crank": bar(0.0, r, crank),
        "rod": bar(r, length, rod),
        "piston": {"shape": "point", "centre": [0.75, 0, 0], "mass": piston},
    }
    joints = {
        "q": hinge("ground", "crank", [0, 0, 0], angle=start["crank"], rate=start["crank_dot"], torque=p["torque"]),
        "elbow": hinge("crank", "rod", "end, start"),
        "pin": hinge("rod", "piston", "end, centre"),
        "slide": {"slider": ["ground", "piston"], "axis": "x", "damping": p["piston_friction"]},
    }

    def found(y: Mapping[str, float]) -> list[float]:
        return [y["q"], y["q_rate"], 0.75 + y["slide"], y["slide_rate"], y["q"] + y["elbow"]]

    return Model(made(bodies, joints), found)


def governor(p: Numbers, start: Mapping[str, float]) -> Model:
    arm, theta, theta_dot = p["arm"], start["theta"], start["theta_dot"]
    bodies: Description = {"spindle": {"mass": 0.1, "inertia": [p["spindle_inertia"]] * 3}}
    joints: Description = {
        "phi": {"hinge": ["ground", "spindle"], "at": [0, 0, 0], "axis": "z", "rate": start["phi_dot"]}
    }
    rods: Description = {}
    for name, axis in (("left", "-y"), ("right", "y")):
        bodies[name] = {"shape": "point", "centre": [0, 0, -arm], "mass": p["ball_mass"]}
        joints[f"{name}_arm"] = {
            "hinge": ["spindle", name], "at": [0, 0, 0], "axis": axis, "angle": theta, "rate": theta_dot,
        }  # fmt: skip
        rods[name] = {"between": [name, "sleeve"], "length": p["rod"]}
    bodies["sleeve"] = {"centre": [0, 0, -2.0 * arm], "mass": p["sleeve_mass"], "inertia": [p["sleeve_inertia"]] * 3}
    joints["guide"] = {"slider": ["spindle", "sleeve"], "axis": "z"}

    def found(y: Mapping[str, float]) -> list[float]:
        return [y["left_arm"], y["phi"], y["guide"] - 2.0 * arm, y["left_arm_rate"], y["phi_rate"]]

    return Model(made(bodies, joints, rods=rods), found)


def peaucellier(p: Numbers, start: Mapping[str, float]) -> Model:
    """The arm A C; bars O B and O D of the length `long`; C B, C D, B P and D P of the length `side`."""
    mass, arm, long, side = p["bar_mass"], p["arm"], p["long"], p["side"]
    bodies = {
        "arm": bar(arm, arm, mass), "upper": bar(0.0, long, mass), "lower": bar(0.0, long, mass),
        **{name: bar(0.0, side, mass) for name in ("cb", "cd", "bp", "dp")},
    }  # fmt: skip
    spring = {"stiffness": p["arm_torsion_spring"], "rest": p["spring_rest_angle"]}
    joints = {
        "A": hinge("ground", "arm", [arm, 0, 0], angle=start["arm"], rate=start["arm_dot"], **spring),
        "O": hinge("ground", "upper", [0, 0, 0]),
        "Q": hinge("ground", "lower", [0, 0, 0]),
        "cb_c": hinge("arm", "cb", "end, start"),
        "cd_c": hinge("arm", "cd", "end, start"),
        "bp_b": hinge("upper", "bp", "end, start"),
        "dp_d": hinge("lower", "dp", "end, start"),
        "B": hinge("cb", "upper", "end, end"),
        "D": hinge("cd", "lower", "end, end"),
        "P": hinge("bp", "dp", "end, end"),
    }
    rough = {"O": 0.5, "Q": -0.2, "cb_c": 1.0, "cd_c": -1.4, "bp_b": -1.5, "dp_d": 1.6}

    def found(y: Mapping[str, float]) -> list[float]:
        upper = y["O"] + rough["O"]
        bp = upper + y["bp_b"] + rough["bp_b"]
        place = long * np.exp(1j * upper) + side * np.exp(1j * bp)
        speed = 1j * long * np.exp(1j * upper) * y["O_rate"]
        speed += 1j * side * np.exp(1j * bp) * (y["O_rate"] + y["bp_b_rate"])
        return [y["A"], y["A_rate"], place.real, place.imag, speed.real, speed.imag]

    drawn = turned(bodies, joints, rough)
    return Model(made(bodies, drawn), found)


def turned(bodies: Description, joints: Description, rough: Mapping[str, float]) -> Description:
    """Return joints whose bars are drawn at rough angles: they are turned in place of giving an angle, which stays."""
    for name, angle in rough.items():
        who = joints[name]["hinge"][1]
        parent = joints[name]["hinge"][0]
        base = bodies[parent].get("turn", 0.0) if parent != "ground" else 0.0
        bodies[who]["turn"] = base + angle
    for body in bodies.values():
        turn = body.pop("turn", 0.0)
        (x, _, z), length = body["from"], body["to"][0] - body["from"][0]
        body["to"] = [x + length * math.cos(turn), 0.0, z + length * math.sin(turn)]
        across, s, c = body["inertia"][1], math.sin(turn), math.cos(turn)
        body["inertia"] = [across * s * s, across, across * c * c, 0.0, -across * s * c, 0.0]
    return joints


CASES: dict[str, Callable[[Numbers, Mapping[str, float]], Model]] = {
    each.__name__: each
    for each in (
        spring_pendulum, cart_pole, furuta, double_bars, offplane_hinge, wilberforce, four_bar_torque, slider_crank,
        governor, peaucellier,
    )
}  # fmt: skip


CLOSED = ("four_bar_torque", "slider_crank", "governor", "peaucellier")
"""Cases whose positions have equations of constraint."""


def model(name: str) -> Model:
    """Return the machine of a case at its start."""
    given = case(f"machines/{name}")
    return CASES[name](given["params"], given["initial"])


def swung(acceleration, angle, rate, h, steps):
    """Return angle and rate after steps of Kutta's method for angle'' = acceleration(angle, rate)."""
    for _ in range(steps):
        a1 = acceleration(angle, rate)
        a2 = acceleration(angle + h / 2 * rate, rate + h / 2 * a1)
        a3 = acceleration(angle + h / 2 * rate + h * h / 4 * a1, rate + h / 2 * a2)
        a4 = acceleration(angle + h * rate + h * h / 2 * a2, rate + h * a3)
        angle += h * rate + h * h / 6 * (a1 + a2 + a3)
        rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    return angle, rate
