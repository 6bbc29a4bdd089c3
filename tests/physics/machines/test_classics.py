"""Machines of the literature, as a scene file says them, against computations that share nothing with them."""

from __future__ import annotations

import cmath
import math
import tomllib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import physics
from physics.machines.machine import Machine

G = 9.81
Array = np.ndarray[Any, np.dtype[np.float64]]


def machine(text: str) -> Machine:
    """Return the machine of the tables of a scene file."""
    return Machine({"machine": tomllib.loads(text)})


def run(system: Machine, dt: float = 1e-3) -> physics.Simulation:
    made = physics.Simulation(system, "gauss6", dt)
    assert made.compile(), made.compile_problem
    return made


def values(made: physics.Simulation) -> dict[str, float]:
    return dict(zip((each.name for each in made.system.variables), made.y, strict=True))


def followed(slope: Callable[[Array], Array], y: Array, end: float, steps: int) -> Array:
    """Return the state after a time, by the method of Runge and Kutta."""
    h = end / steps
    for _ in range(steps):
        a = slope(y)
        b = slope(y + h / 2 * a)
        c = slope(y + h / 2 * b)
        y = y + h / 6 * (a + 2 * b + 2 * c + slope(y + h * c))
    return y


def cross(a: Any, b: Any) -> Array:
    """Return a×b, quicker than numpy does it."""
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def turn(axis: str, angle: float) -> Array:
    """Return the rotation about x, y or z."""
    s, c, k = math.sin(angle), math.cos(angle), "xyz".index(axis)
    found = np.zeros((3, 3))
    i, j = (k + 1) % 3, (k + 2) % 3
    found[k, k], found[i, i], found[j, j], found[j, i], found[i, j] = 1.0, c, c, s, -s
    return found


SPHERICAL = """
bodies.a = { shape = "point", centre = [0, 0, -0.7], mass = 0.5 }
bodies.b = { shape = "point", centre = [0, 0, -1.2], mass = "300 g" }
[joints.top]
universal = ["ground", "a"]
at = [0, 0, 0]
axes = ["x", "y"]
angle = ["40 deg", "20 deg"]
rate = [0.5, -1]
[joints.middle]
universal = ["a", "b"]
at = [0, 0, -0.7]
axes = ["x", "y"]
angle = ["-30 deg", "60 deg"]
rate = [0, 2]
"""


def two_points(system: Machine, y: dict[str, float]) -> tuple[Array, Array]:
    upper = turn("x", y["top_1"]) @ turn("y", y["top_2"])
    lower = upper @ turn("x", y["middle_1"]) @ turn("y", y["middle_2"])
    one = upper @ [0.0, 0.0, -0.7]
    return one, one + lower @ [0.0, 0.0, -0.5]


def test_a_spherical_double_pendulum_is_two_points_on_rods() -> None:
    """Points with multipliers of two lengths: m x'' = m g + lambda_1 x_1 - lambda_2 d."""
    system = machine(SPHERICAL)
    start = dict(system.initial)
    step = 1e-6
    places = two_points(system, start)
    moved = [
        two_points(
            system, {name: start[name] + sign * step * start[f"{name}_rate"] for name in start if "rate" not in name}
        )
        for sign in (1, -1)
    ]
    speeds = [(moved[0][k] - moved[1][k]) / (2 * step) for k in (0, 1)]

    def slope(y: Array) -> Array:
        x, z, u, w = y[:3], y[3:6], y[6:9], y[9:]
        d, v = z - x, w - u
        # x·x'' = -u², d·d'' = -v² with x'' = g + (j x - k d)/m_1, z'' = g + k d/m_2
        g = np.array([0.0, 0.0, -G])
        matrix = np.array([[x @ x / 0.5, -(x @ d) / 0.5], [-(d @ x) / 0.5, d @ d * (1 / 0.5 + 1 / 0.3)]])
        right = np.array([-(u @ u) - x @ g, -(v @ v)])
        (a, b), (c, e) = matrix
        det = a * e - b * c
        j, k = (e * right[0] - b * right[1]) / det, (a * right[1] - c * right[0]) / det
        return np.concatenate([u, w, g + (j * x - k * d) / 0.5, g + k * d / 0.3])

    expected = followed(slope, np.concatenate([*places, *speeds]), 1.0, 700)
    made = run(system)
    made.advance(1000)
    assert np.concatenate(two_points(system, values(made))) == pytest.approx(expected[:6], abs=2e-8)
    assert [each.symbol for each in system.invariants] == ["E", "L_z"]


WHEEL = """
[bodies]
cord = { shape = "bar", from = [0, 0, 2], to = [0, 0, 1.5], mass = 0 }
axle = { shape = "bar", from = [0, 0, 1.5], to = [0.24, 0, 1.5], mass = 0.2, width = "1 cm" }
wheel = { shape = "hoop", centre = [0.12, 0, 1.5], axis = "x", radius = 0.3, mass = 1.8 }
[joints]
hook = { universal = ["ground", "cord"], at = [0, 0, 2], axes = ["x", "y"] }
eye = { ball = ["cord", "axle"], at = "end, start" }
hub = { hinge = ["axle", "wheel"], at = "centre, centre", axis = "x", rate = 40 }
"""


def test_a_wheel_on_a_cord_is_a_gyrostat_that_a_cord_pulls() -> None:
    """Newton's and Euler's laws of axle and wheel together; the pull of the cord keeps its length."""
    mass, width, length, radius = 2.0, 0.01, 0.24, 0.3
    across = 0.2 * (width**2 + length**2) / 12.0 + 1.8 * radius**2 / 2.0
    axle, spinning = 0.2 * width**2 / 6.0, 1.8 * radius**2 * 40.0
    arm, hook, g = np.array([-0.12, 0.0, 0.0]), np.array([0.0, 0.0, 2.0]), np.array([0.0, 0.0, -G])

    def slope(y: Array) -> Array:
        x, v, w = y[:3], y[3:6], y[15:]
        R = y[6:15].reshape(3, 3)
        e = R[:, 0]
        r = R @ arm
        d, u = x + r - hook, v + cross(w, r)
        # w' for a torque Q: L = across (w - (w·e) e) + (axle w·e + spinning) e, of which the axial part stays.
        along = w @ e

        def turning(Q: Array) -> Array:
            bent = cross(w, e)
            free = Q - (axle * along + spinning) * bent + across * along * bent
            free -= (free @ e) * e
            return np.array(free / across + (along * bent - (bent @ w) * e))

        # d·(x'' + w'×r + w×(w×r)) = -u² with x'' = g + k d/m, w' linear in k.
        def pulled(k: float) -> tuple[float, Array, Array]:
            a, b = g + k * d / mass, turning(cross(r, k * d))
            return float(d @ (a + cross(b, r) + cross(w, cross(w, r))) + u @ u), a, b

        zero, one = pulled(0.0)[0], pulled(1.0)[0]
        _, a, b = pulled(-zero / (one - zero))
        return np.concatenate([v, a, np.array([cross(w, column) for column in R.T]).T.ravel(), b])

    start = np.concatenate([[0.12, 0.0, 1.5], np.zeros(3), np.eye(3).ravel(), np.zeros(3)])
    expected = followed(slope, start, 0.5, 1000)
    system = machine(WHEEL)
    made = run(system, 5e-4)
    made.advance(1000)
    y = values(made)
    cord = turn("x", y["hook_1"]) @ turn("y", y["hook_2"])
    w, *xyz = (y[f"eye_{each}"] for each in "wxyz")
    q = np.array(xyz)
    over = np.array([[0, -q[2], q[1]], [q[2], 0, -q[0]], [-q[1], q[0], 0]])
    own = np.eye(3) + 2.0 * w * over + 2.0 * over @ over
    axis = cord @ own
    centre = hook + cord @ [0.0, 0.0, -0.5] + axis @ -arm
    assert centre == pytest.approx(expected[:3], abs=1e-8)
    assert axis[:, 0] == pytest.approx(expected[6:15].reshape(3, 3)[:, 0], abs=1e-8)
    assert abs(expected[6:15].reshape(3, 3)[1, 0]) > 0.1, "it goes round the hook"


BRENNAN = """
[bodies]
car = { shape = "box", centre = [0, 0, 1], size = [3, 1, 1], mass = 100 }
gimbal = { mass = 1, centre = [0, 0, 1.2], inertia = [0.2, 0.2, 0.3] }
rotor = { shape = "disk", centre = [0, 0, 1.2], axis = "y", radius = 0.3, mass = 20 }
[joints]
lean = { hinge = ["ground", "car"], at = [0, 0, 0], axis = "x", angle = 1e-7 }
frame = { hinge = ["car", "gimbal"], at = [0, 0, 1.2], axis = "z", stiffness = -60 }
spin = { hinge = ["gimbal", "rotor"], at = "centre, centre", axis = "y", rate = SPIN }
"""


@pytest.mark.parametrize("share", [0.9, 1.1])
def test_brennan_s_gyro_holds_a_car_above_a_critical_spin(share: float) -> None:
    """A x'' = a x - C s y', B y'' = b y + C s x': stable where C s > sqrt(a B) + sqrt(b A)."""
    disk, radius = 20.0, 0.3
    A = 100.0 * (2.0 / 12.0 + 1.0) + (0.2 + 1.0 * 1.44) + (disk * radius**2 / 4.0 + disk * 1.44)
    B, C = 0.3 + disk * radius**2 / 4.0, disk * radius**2 / 2.0
    a, b = G * (100.0 + 1.2 * 21.0), 60.0
    rate = share * (math.sqrt(a * B) + math.sqrt(b * A)) / C
    h = C * rate
    half = (h * h - a * B - b * A) / (2.0 * A * B)
    squares = [half + sign * cmath.sqrt(half * half - a * b / (A * B)) for sign in (1, -1)]
    roots = [sign * cmath.sqrt(-each) for each in squares for sign in (1, -1)]
    assert (max(each.real for each in roots) < 1e-9) == (share > 1.0)
    # x = Re sum c e^(r t), y' from the first line; from x = 1e-7 and all else 0, by four conditions.
    rows = np.array(
        [[1.0] * 4, roots, [(a - A * r * r) / (h * r) for r in roots], [(a - A * r * r) / h for r in roots]]
    )
    shares = np.linalg.solve(rows, np.array([1e-7, 0.0, 0.0, 0.0]))
    made = run(machine(BRENNAN.replace("SPIN", repr(rate))))
    made.advance(2000)
    expected = sum(c * cmath.exp(r * 2.0) for c, r in zip(shares, roots, strict=True)).real
    assert values(made)["lean"] == pytest.approx(expected, rel=1e-7, abs=1e-15)


HOLY = dict(zip("abcdefghijklm", (38, 41.5, 39.3, 40.1, 55.8, 39.4, 36.7, 65.7, 49, 50, 61.9, 7.8, 15), strict=True))
"""Jansen's eleven numbers, and the place of the crank [cm]."""


def meet(p: complex, r: float, q: complex, s: float, side: int) -> complex:
    """Return where circles about p and q meet, to the left (1) or right (-1) of the way from p to q."""
    d = abs(q - p)
    along = (r * r - s * s + d * d) / (2.0 * d)
    return p + (q - p) / d * complex(along, side * math.sqrt(r * r - along * along))


def leg(q: float) -> dict[str, complex]:
    """Return the joints of the leg in the plane, from the angle of its crank [m]."""
    n = {name: value * 0.01 for name, value in HOLY.items()}
    B, C = complex(-n["a"], -n["l"]), n["m"] * cmath.exp(1j * q)
    top, low = meet(B, n["b"], C, n["j"], 1), meet(B, n["c"], C, n["k"], -1)
    back = meet(B, n["d"], top, n["e"], 1)
    ankle = meet(back, n["f"], low, n["g"], 1)
    return {"O": 0j, "B": B, "C": C, "top": top, "low": low, "back": back, "ankle": ankle,
            "foot": meet(ankle, n["h"], low, n["i"], 1)}  # fmt: skip


BARS = {"crank": "OC", "long": ("C", "top"), "under": ("C", "low"), "hanger": ("B", "low"), "link": ("back", "ankle")}
PLATES = {"upper": ("B", "top", "back"), "shin": ("low", "ankle", "foot")}


def jansen(q: float, rate: float, torque: float) -> dict[str, Any]:
    """Return the leg as a description: five bars and two plates of numbers, drawn with the crank at 0.3 rad."""
    at = {name: [p.real, 0.0, p.imag] for name, p in leg(0.3).items()}
    bodies: dict[str, Any] = {
        name: {"shape": "bar", "from": at[one], "to": at[other], "mass": 2.0 * math.dist(at[one], at[other])}
        for name, (one, other) in BARS.items()
    }
    for name, corners in PLATES.items():
        centre = np.mean([at[each] for each in corners], axis=0).tolist()
        bodies[name] = {
            "mass": 1.5, "centre": centre, "inertia": [0.02, 0.03, 0.02],
            "anchors": {each: at[each] for each in corners},
        }  # fmt: skip

    def hinge(one: str, other: str, where: str, **more: Any) -> dict[str, Any]:
        return {"hinge": [one, other], "at": at[where], "axis": "-y", **more}

    joints = {
        "q": hinge("ground", "crank", "O", angle=q - 0.3, rate=rate, torque=torque),
        "upper_B": hinge("ground", "upper", "B"), "hanger_B": hinge("ground", "hanger", "B"),
        "long_C": hinge("crank", "long", "C"), "under_C": hinge("crank", "under", "C"),
        "long_top": hinge("long", "upper", "top"), "under_low": hinge("under", "hanger", "low"),
        "shin_low": hinge("hanger", "shin", "low"), "link_back": hinge("upper", "link", "back"),
        "link_ankle": hinge("link", "shin", "ankle"),
    }  # fmt: skip
    return {"bodies": bodies, "joints": joints}


def angle(p: complex, q: complex) -> float:
    return cmath.phase(q - p)


def energies_of_the_leg(q: float) -> tuple[float, float]:
    """Return twice the kinetic energy over the square of the crank's rate, and the weight, from places alone."""
    step = 1e-5
    one, other, here = leg(q + step), leg(q - step), leg(q)

    def turning(p: str, r: str) -> float:
        return cmath.phase((one[r] - one[p]) / (other[r] - other[p])) / (2.0 * step)

    inertia = weight = 0.0
    for p, r in BARS.values():
        length = abs(here[r] - here[p])
        mass, across = 2.0 * length, 2.0 * length * (length**2 + (length / 20.0) ** 2) / 12.0
        speed = abs(one[p] + one[r] - other[p] - other[r]) / (4.0 * step)
        inertia += mass * speed**2 + across * turning(p, r) ** 2
        weight += mass * G * (here[p] + here[r]).imag / 2.0
    for corners in PLATES.values():
        speed = abs(sum(one[c] for c in corners) - sum(other[c] for c in corners)) / (6.0 * step)
        inertia += 1.5 * speed**2 + 0.03 * turning(*corners[:2]) ** 2
        weight += 1.5 * G * sum(here[c] for c in corners).imag / 3.0
    return inertia, weight


def test_jansen_s_leg_walks_as_circles_and_its_energy_say() -> None:
    q, rate, torque = 0.3, 9.0, 0.8
    system = Machine({"machine": jansen(q, rate, torque)})
    assert system.described.freedom == 1 and len(system.table.equations) == 6
    made = run(system)
    inertia, weight = energies_of_the_leg(q)
    energy = 0.5 * inertia * rate**2 + weight - torque * q
    drawn = leg(0.3)
    for _ in range(8):
        made.advance(250)
        y = values(made)
        now = 0.3 + y["q"]
        here = leg(now)
        for joint, (p, r) in {"upper_B": ("B", "top"), "hanger_B": ("B", "low")}.items():
            wanted = angle(here[p], here[r]) - angle(drawn[p], drawn[r])
            assert cmath.phase(cmath.exp(1j * (y[joint] - wanted))) == pytest.approx(0.0, abs=1e-11)
        shin = y["hanger_B"] + y["shin_low"] - angle(here["low"], here["foot"]) + angle(drawn["low"], drawn["foot"])
        assert cmath.phase(cmath.exp(1j * shin)) == pytest.approx(0.0, abs=1e-11)
        inertia, weight = energies_of_the_leg(now)
        assert 0.5 * inertia * y["q_rate"] ** 2 + weight - torque * now == pytest.approx(energy, abs=1e-7)
    assert y["q"] > 6.0, "the crank has turned once"


def test_bennett_s_linkage_passes_where_the_equations_that_count_are_others() -> None:
    """Three of its five equations seem to count, two do, and which of them changes with the pose, at 0.51 s first.

    a / sin α = b / sin β, and tan(θ/2) tan(φ/2) = sin ½(β + α) / sin ½(β - α).
    G. T. Bennett, Engineering 76 (1903), 777.
    """
    one, other, theta = math.radians(30.0), math.radians(70.0), 1.0
    lengths = 1.0, math.sin(other) / math.sin(one)
    ratio = math.sin(0.5 * (other + one)) / math.sin(0.5 * (other - one))
    phi = 2.0 * math.atan(ratio / math.tan(0.5 * theta))
    turned, place = np.eye(3), np.zeros(3)
    corners: list[tuple[list[float], list[float]]] = []
    for angle, twist, length in ((theta, one, lengths[0]), (phi, other, lengths[1])) * 2:
        angle = angle if len(corners) < 2 else -angle
        corners.append((place.tolist(), turned[:, 2].tolist()))
        c, s, k, m = math.cos(angle), math.sin(angle), math.cos(twist), math.sin(twist)
        place = place + length * (turned @ [c, s, 0.0])
        turned = turned @ np.array([[c, -s * k, s * m], [s, c * k, -c * m], [0.0, m, k]])
    assert np.abs(place).max() < 1e-12
    bodies = {
        f"bar_{k}": {"shape": "bar", "from": corners[k][0], "to": corners[k + 1][0], "mass": 1.0} for k in range(3)
    }
    chain = ["ground", *bodies, "ground"]
    joints: dict[str, Any] = {
        f"j{k}": {"hinge": [chain[k], chain[k + 1]], "at": corners[k][0], "axis": corners[k][1]} for k in range(4)
    }
    joints["j0"]["rate"] = 3.0
    made = physics.Simulation(Machine({"machine": {"bodies": bodies, "joints": joints, "gravity": 0}}), "rk4", 2e-3)
    begun = made.system.energy(made.y)
    for _ in range(8):
        assert made.advance(50) == 50
        found = values(made)
        assert math.tan(0.5 * (theta + found["j0"])) * math.tan(0.5 * (phi + found["j1"])) == pytest.approx(ratio)
    assert made.system.energy(made.y) == pytest.approx(begun, rel=1e-5)
