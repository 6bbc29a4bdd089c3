"""What the notes of the machines say, measured, and compared with closed forms."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from physics.machines.bodies import MachineBody
from physics.machines.machine import Machine
from tests.game.scenefile.notes.claims import Motion, claims, crossings, rounds_to

G = 9.81


def path(motion: Motion, name: str) -> np.ndarray:
    """Return the places (rows, 3) of a traced point."""
    return np.array([motion.system.traces(memoryview(state.tobytes()).cast("d"))[name] for state in motion.states])


def bodies_of(motion: Motion) -> Mapping[str, MachineBody]:
    """Return the bodies of a machine as they are drawn."""
    assert isinstance(motion.system, Machine)
    return motion.system.described.bodies


def root_of(value: Callable[[float], float], low: float, high: float) -> float:
    """Return where a growing function is 0."""
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if value(middle) > 0.0 else (middle, high)
    return low


def moment_about(bodies: list[MachineBody], axis: int, place: Any) -> float:
    """Return the moment of inertia of some bodies about an axis along x, y or z through a place."""
    total: float = 0.0
    for body in bodies:
        away = np.delete(np.subtract(body.centre, place), axis)
        total += float(body.inertia[axis, axis]) + body.mass * float(away @ away)
    return total


@claims(
    "governor",
    "until it goes at 12.9 rad/s",
    "from 15° to 44.9°, where ω² = (m + M) g tan θ / (m r), r being their distance from the spindle",
    "they have lifted the sleeve by 12.9 cm",
)
def test_governor() -> None:
    motion = Motion("governor", 40.0, 0.5)
    said = motion.system.parameters
    ball, sleeve, off, arm = said["ball_1.mass"], said["sleeve.mass"], 0.03, 0.25
    rate = said["turning.torque"] / said["turning.damping"]

    def square(angle: float) -> float:
        return float((ball + sleeve) * G * math.tan(angle) / (ball * (off + arm * math.sin(angle))))

    angle = root_of(lambda each: square(each) - rate * rate, 0.1, 1.4)
    start = math.radians(15.0)
    assert motion["turning_rate"][0] == pytest.approx(math.sqrt(square(start)), rel=1e-3), "it begins in balance"
    assert motion["turning_rate"][-1] == pytest.approx(rate, rel=1e-6) and rounds_to(rate, "12.9")
    assert motion["arm_1_out"][-1] + start == pytest.approx(angle, rel=1e-5) and rounds_to(math.degrees(angle), "44.9")
    lifted = 2.0 * arm * (math.cos(start) - math.cos(angle))
    assert motion["lift"][-1] == pytest.approx(lifted, rel=1e-4) and rounds_to(100.0 * lifted, "12.9")


@claims("straight-line", "Seven bars that turn a circle into a line", "52.5 cm below the upper pivot, (l² − s²) / 2a")
def test_straight_line() -> None:
    motion = Motion("straight-line", 5.0, 0.01)
    pen = path(motion, "pen")
    assert sum(body.shape == "bar" for body in bodies_of(motion).values()) == 7
    line = (0.5**2 - 0.2**2) / (2.0 * 0.2)
    assert np.abs(pen[:, 2] + line).max() < 1e-11 and rounds_to(100.0 * line, "52.5")
    assert np.ptp(pen[:, 0]) > 0.45


@claims("coupler-curve", "as 1 : 2 : 2.5 : 5", "straight to 0.4 mm over 51 cm")
def test_coupler_curve() -> None:
    turn = 2.0 * math.pi / 3.0
    motion = Motion("coupler-curve", turn, 0.002)
    tip, time = path(motion, "tip"), motion.t
    unit = 0.12
    for row, (x, _, z) in zip(time, tip, strict=True):
        B = unit * np.array([math.cos(math.radians(60.0) + 3.0 * row), math.sin(math.radians(60.0) + 3.0 * row)])
        D = np.array([2.0 * unit, 0.0])
        half = 0.5 * (D - B)
        up = np.array([-half[1], half[0]]) / np.linalg.norm(half)
        C = B + half + math.sqrt((2.5 * unit) ** 2 - half @ half) * up
        assert [x, z] == pytest.approx(2.0 * C - B, abs=1e-8)
    flat = tip[tip[:, 2] < tip[:, 2].min() + 0.0004]
    assert 0.51 < np.ptp(flat[:, 0]) < 0.52 and tip[:, 2].max() > 0.58


@claims("engine", "let go at 10 rad/s", "twice in a turn", "stays between 9.7 and 10.3 rad/s")
def test_engine() -> None:
    motion = Motion("engine", 10.0, 0.005)
    angle, rate = motion["shaft"], motion["shaft_rate"]
    bodies = bodies_of(motion)
    crank, long = 0.1, 0.35

    def parts(q: float) -> tuple[float, float]:
        """Return inertia about the shaft and weight at an angle, by the kinematics of a slider-crank."""
        s, c = math.sin(q), math.cos(q)
        root = math.sqrt(long**2 - (crank * s) ** 2)
        beta_rate = -crank * c / root
        slide = -crank * s - crank * crank * s * c / root
        wheel = moment_about([bodies["crank"], bodies["flywheel"]], 1, (0.0, 0.0, 0.0))
        rod = bodies["rod"]
        middle = (-crank * s + 0.5 * crank * s * beta_rate, crank * c + 0.5 * root * beta_rate)
        whole = wheel + rod.mass * (middle[0] ** 2 + middle[1] ** 2) + float(rod.inertia[1, 1]) * beta_rate**2
        return whole + bodies["piston"].mass * slide**2, G * (
            bodies["crank"].mass * 0.5 * crank * s + rod.mass * 0.5 * crank * s
        )

    kept = [0.5 * inertia * w * w + weight for q, w in zip(angle, rate, strict=True) for inertia, weight in [parts(q)]]
    assert kept == pytest.approx([kept[0]] * len(kept), rel=1e-9), "the closed form of the energy is kept"
    assert rounds_to(rate[0], "10") and rounds_to(rate.min(), "9.7") and rounds_to(rate.max(), "10.3")
    tops = np.flatnonzero((rate[1:-1] > rate[:-2]) & (rate[1:-1] >= rate[2:]))
    assert len(tops) / ((angle[-1] - angle[0]) / (2.0 * math.pi)) == pytest.approx(2.0, abs=0.1)


@claims("furuta", "let go 5° beside upright", "so that L_z stays 0: the rod passes its lowest place at 17.7 rad/s",
        "the arm swings to and fro by 46.6°")  # fmt: skip
def test_furuta() -> None:
    motion = Motion("furuta", 6.0, 0.002)
    bodies = bodies_of(motion)
    arm, rod, far, long = bodies["arm"], bodies["rod"], 0.216, 0.337
    about = moment_about([arm], 2, (0.0, 0.0, 0.0)) + rod.mass * far**2
    swing = moment_about([rod], 0, (far, 0.0, 0.0))
    mixed = 0.5 * rod.mass * far * long

    def turning(theta: float) -> float:
        """Return the moment about the vertical through the pivot of the arm."""
        s, c = math.sin(theta), math.cos(theta)
        own = float(rod.inertia[0, 0]) * s * s + float(rod.inertia[2, 2]) * c * c
        return about + rod.mass * (0.5 * long * s) ** 2 + own

    drop = 0.5 * rod.mass * G * long * (1.0 + math.cos(math.radians(5.0)))
    fastest = math.sqrt(2.0 * drop / (swing - mixed * mixed / turning(0.0)))
    assert np.abs(motion["swinging_rate"]).max() == pytest.approx(fastest, rel=1e-4) and rounds_to(fastest, "17.7")
    angles = np.linspace(0.0, math.radians(175.0), 4001)
    rates = np.array([mixed * math.cos(each) / turning(each) for each in angles])
    sweep = np.concatenate([[0.0], np.cumsum(0.5 * (rates[1:] + rates[:-1]) * np.diff(angles))])
    assert abs(motion["angular_momentum_z"]).max() < 1e-9
    assert np.ptp(motion["turning"]) == pytest.approx(2.0 * sweep.max(), rel=1e-4)
    assert rounds_to(math.degrees(2.0 * sweep.max()), "46.6")


@claims("cart-and-pole", "from 2° beside upright", "gives way by 23.8 cm while the pole goes half round",
        "so that the momentum along the track stays 0")  # fmt: skip
def test_cart_and_pole() -> None:
    motion = Motion("cart-and-pole", 20.0, 0.002)
    bodies = bodies_of(motion)
    pole = bodies["pole"].mass * 0.275 + bodies["bob"].mass * 0.55
    rolling = sum(body.mass * 1.5 for name, body in bodies.items() if name.startswith("wheel"))
    whole = rolling + sum(bodies[name].mass for name in ("cart", "pole", "bob"))
    assert np.ptp(motion["way"]) == pytest.approx(2.0 * pole / whole, rel=1e-4)
    assert rounds_to(100.0 * 2.0 * pole / whole, "23.8") and rounds_to(math.degrees(motion["lean"][0]), "2")
    carried = whole * motion["way_rate"] + pole * np.cos(motion["lean"]) * motion["lean_rate"]
    assert np.abs(carried).max() < 1e-8


@claims("wheel-on-a-cord", "spins at 30 rad/s hangs by one end", "once in 13.0 s, at the rate m g d / (C s)")
def test_wheel_on_a_cord() -> None:
    motion = Motion("wheel-on-a-cord", 40.0, 0.02)
    places = [motion.system.bodies(memoryview(state.tobytes()).cast("d"))[2].position for state in motion.states]
    turned = np.unwrap(np.arctan2(*np.array(places).T[1::-1]))
    rate = float(np.polyfit(motion.t, turned, 1)[0])
    bodies = bodies_of(motion)
    assert rounds_to(motion["hub_rate"][0], "30")
    slow = (bodies["wheel"].mass + bodies["axle"].mass) * G * 0.12 / (bodies["wheel"].inertia[0, 0] * 30.0)
    assert rate == pytest.approx(slow, rel=1e-2) and rounds_to(2.0 * math.pi / rate, "13.0")
    assert np.ptp(np.array(places)[:, 2]) < 0.005, "it does not fall"


@claims("monorail", "above 68.6 rad/s, where C s = √(aB) + √(bA)", "Here it is 150 rad/s",
        "let go at 3°, sways by 3.5° at most")  # fmt: skip
def test_monorail() -> None:
    motion = Motion("monorail", 20.0, 0.01)
    bodies = bodies_of(motion)
    car = [body for name, body in bodies.items() if name != "rail"]
    tilting = [bodies[name] for name in ("ring", "knob", "gyro")]
    a = G * sum(body.mass * body.centre[2] for body in car)
    b = G * sum(body.mass * (body.centre[2] - 0.24) for body in tilting)
    A, B = moment_about(car, 0, (0.0, 0.0, 0.0)), moment_about(tilting, 1, (0.0, 0.0, 0.24))
    least = (math.sqrt(a * B) + math.sqrt(b * A)) / float(bodies["gyro"].inertia[2, 2])
    assert rounds_to(least, "68.6") and rounds_to(motion["spin_rate"][0], "150")
    roll = np.degrees(np.abs(motion["roll"]))
    assert rounds_to(roll.max(), "3.5") and rounds_to(roll[0], "3")
    for spin, falls in ((0.97 * least, True), (1.03 * least, False)):
        nearly = Motion("monorail", 8.0, 0.1, spin_rate=spin, roll=1e-5)
        assert (np.abs(nearly["roll"]).max() > 1e-3) == falls


@claims("elastic-pendulum", "It bounces twice as fast as it swings, since k / m = 4 g / l", "Pulled down by 25 cm",
        "after 5 s it swings instead, 48 cm to either side; after 12 s it bounces again")  # fmt: skip
def test_elastic_pendulum() -> None:
    motion = Motion("elastic-pendulum", 14.0, 0.01)
    said = motion.system.parameters
    assert said["coil.rest"] + said["bob.mass"] * G / said["coil.stiffness"] == pytest.approx(1.0)
    assert said["coil.stiffness"] / said["bob.mass"] == pytest.approx(4.0 * G / 1.0)
    bob = path(motion, "bob")
    side, high, t = bob[:, 0], bob[:, 2], motion.t
    assert rounds_to(100.0 * (-1.0 - high[0]), "25")
    swings = np.abs(side[(t > 4.0) & (t < 7.0)]).max()
    assert rounds_to(100.0 * swings, "48") or swings == pytest.approx(0.48, abs=0.005)
    bounce = [np.ptp(high[(t >= begin) & (t < begin + 1.1)]) for begin in (0.0, 5.7, 11.5)]
    assert bounce[1] < 0.5 * bounce[0] and bounce[2] > 0.98 * bounce[0]
    few = Motion("elastic-pendulum", 6.0, 0.002, move_1=-0.249, move_2=-0.0399)  # small, both ways
    found = path(few, "bob")
    rates = [math.pi * (len(rows) - 1) / (few.t[rows[-1]] - few.t[rows[0]])
             for rows in (crossings(found[:, 2] + 1.0), crossings(found[:, 0]))]  # fmt: skip
    assert rates[0] / rates[1] == pytest.approx(2.0, abs=0.05)


@claims("roberval", "1 kg far out balances 1 kg near the beam", "Let go at 12°",
        "with a period of 6.0 s, wherever they stand")  # fmt: skip
def test_roberval() -> None:
    motion = Motion("roberval", 13.0, 0.002)
    bodies = bodies_of(motion)
    assert bodies["left_weight"].mass == bodies["right_weight"].mass == 1.0
    assert abs(bodies["left_weight"].centre[0]) > 2.0 * abs(bodies["right_weight"].centre[0])
    carried = sum(body.mass for name, body in bodies.items() if name.startswith(("left", "right"))) * 0.25**2
    beams = moment_about([bodies["upper"], bodies["pointer"]], 1, (0, 0, 0))
    whole = carried + beams + moment_about([bodies["lower"]], 1, (0, 0, -0.16))
    stiff = bodies["pointer"].mass * G * 0.1
    wide = math.radians(12.0)
    period = 2.0 * math.pi * math.sqrt(whole / stiff) * (1.0 + wide**2 / 16.0 + 11.0 * wide**4 / 3072.0)
    rows = crossings(motion["beam"])
    ways = np.abs(motion["beam"][rows]) / np.abs(motion["beam"][rows + 1] - motion["beam"][rows])
    passes = motion.t[rows] + 0.002 * ways
    assert [b - a for a, b in pairwise(passes)] == pytest.approx([0.5 * period] * (len(passes) - 1), rel=1e-5)
    assert rounds_to(period, "6.0") and motion["beam"][0] == pytest.approx(wide)


@claims("sleigh", "pushed backwards at 0.25 m/s", "it turns round by 197°, and goes forwards as fast as it went back")
def test_sleigh() -> None:
    motion = Motion("sleigh", 20.0, 0.01)
    bodies = list(bodies_of(motion).values())
    mass = sum(body.mass for body in bodies)
    ahead = sum(body.mass * body.centre[0] for body in bodies) / mass
    whole = moment_about(bodies, 2, (0.0, 0.0, 0.0))
    turn = motion["move_angle_rate"]
    speed = math.sqrt(0.25**2 + whole / mass * turn[0] ** 2)
    fastest = speed * math.sqrt(mass / whole)
    late = math.acosh(fastest / turn[0])
    wanted = fastest / np.cosh(ahead * fastest**2 / speed * motion.t - late)
    assert turn == pytest.approx(wanted, abs=1e-9), "sech, the closed form"
    assert rounds_to(math.degrees(motion["move_angle"][-1]), "197")
    assert math.hypot(motion["move_1_rate"][-1], motion["move_2_rate"][-1]) == pytest.approx(speed, rel=1e-6)
    assert rounds_to(speed, "0.25")


@claims("jansen-leg",
        "for half of each turn the toe is within 2 cm of the ground, over 65 cm", "it is lifted by 22 cm")  # fmt: skip
def test_jansen_leg() -> None:
    toe = path(Motion("jansen-leg", 2.0 * math.pi / 2.5, 0.002), "toe")
    down = toe[:, 2] < toe[:, 2].min() + 0.02
    assert 0.5 < down.mean() < 0.55 and rounds_to(100.0 * np.ptp(toe[down, 0]), "65")
    assert rounds_to(100.0 * np.ptp(toe[:, 2]), "22")


@pytest.mark.long
@claims("strandbeest", "Four legs on one crank",
        "Four of Theo Jansen's legs, two on each of two cranks that stand half a turn apart",
        "at every moment two toes or more are within 2 cm of the ground")  # fmt: skip
def test_strandbeest() -> None:
    motion = Motion("strandbeest", 2.0 * math.pi / 2.5, 0.01)
    high = np.array([path(motion, f"toe_{k}")[:, 2] for k in (1, 2, 3, 4)])
    assert ((high < high.min() + 0.02).sum(axis=0) >= 2).all()
    assert high[0].min() == pytest.approx(high[3].min(), abs=1e-4)


def second_number(motion: Motion) -> np.ndarray:
    """Return what the swinging machine of Atwood keeps beside the energy (Tufillaro, Am. J. Phys. 54 (1986), 142)."""
    x, z = 0.9396926208 - motion["swing_2"], -0.3420201433 - motion["swing_1"]
    u, w = -motion["swing_2_rate"], -motion["swing_1_rate"]
    r, half = np.hypot(x, z), 0.5 * np.unwrap(np.arctan2(x, -z))
    out, turn = (x * u + z * w) / r, (x * w - z * u) / r**2
    s, c = np.sin(half), np.cos(half)
    found: np.ndarray = r * r * turn * (out * c - 0.5 * r * turn * s) + G * r * r * s * c * c
    return found


@claims("swinging-atwood", "Three kilograms against one, let go at 70°",
        "Where M = 3 m the motion keeps a second number beside the energy",
        "r² θ′ (r′ cos ½θ − ½ r θ′ sin ½θ) + g r² sin ½θ cos² ½θ = 3.78 m³/s²")  # fmt: skip
def test_swinging_atwood() -> None:
    motion = Motion("swinging-atwood", 20.0, 0.01)
    kept, half = second_number(motion), math.radians(35.0)
    assert kept == pytest.approx(G * math.sin(half) * math.cos(half) ** 2, rel=1e-9) and rounds_to(kept[0], "3.78")
    assert motion["lift"].max() < 0.67 and motion["lift"].min() > -0.95, "the large one is held up"
    assert np.ptp(second_number(Motion("swinging-atwood", 5.0, 0.01, "", **{"large.mass": 4.0}))) > 1.0


@claims("mousetrap-catapult", "A spring of 0.92 J pulls a ball of 100 g up by a rope",
        "After 0.36 s the arm falls behind: the rope goes slack",
        "the ball flies on with 0.95 J, to 97 cm above where it hung",
        "What the spring does not give, the arm does, which has come down")  # fmt: skip
def test_mousetrap_catapult() -> None:
    """While the rope is taut there is one coordinate, the angle q; it goes slack where s'' q'^2 + s' q'' is -g."""
    motion = Motion("mousetrap-catapult", 0.7, 0.001)
    arm, ball = bodies_of(motion)["arm"], bodies_of(motion)["ball"]
    peg, start = np.array([-0.7, 1.35]), np.array(arm.end)[[0, 2]]
    long, first, soft, rest = np.hypot(*start), math.atan2(start[1], start[0]), 0.5, math.radians(110.0)
    inertia = moment_about([arm], 1, (0.0, 0.0, 0.0))

    def way(q: float) -> float:
        """Return how far the ball is up, by the distance of the arm's tip from the peg."""
        angle = first - q
        return math.hypot(*(peg - long * np.array([math.cos(angle), math.sin(angle)]))) - math.hypot(*(peg - start))

    def fallen(q: float) -> float:
        """Return what the weight of the arm has given [J]."""
        return arm.mass * G * 0.5 * float(long) * (math.sin(first) - math.sin(first - q))

    def slope(of: Callable[[float], float], q: float, h: float) -> float:
        return (of(q + h) - of(q - h)) / (2.0 * h)

    def square(q: float) -> float:
        """Return the square of the arm's rate, by the energy."""
        given = 0.5 * soft * (rest**2 - (q - rest) ** 2) + fallen(q) - ball.mass * G * way(q)
        return 2.0 * given / (inertia + ball.mass * slope(way, q, 1e-5) ** 2)

    def upward(q: float) -> float:
        return slope(lambda e: slope(way, e, 1e-5) * math.sqrt(square(e)), q, 1e-4) * math.sqrt(square(q))

    q = root_of(lambda each: -G - upward(each), 1.2, 2.3)
    speed = slope(way, q, 1e-5) * math.sqrt(square(q))
    top, flying = way(q) + speed**2 / (2.0 * G), ball.mass * (G * way(q) + 0.5 * speed**2)
    slack = motion.simulation.events[0]
    assert slack.name == "slack" and slack.before[0] == pytest.approx(q, abs=1e-5) and rounds_to(slack.time, "0.36")
    assert np.ptp(path(motion, "ball")[:, 2]) == pytest.approx(top, abs=1e-5) and rounds_to(100.0 * top, "97")
    assert rounds_to(0.5 * soft * rest**2, "0.92") and rounds_to(flying, "0.95") and ball.mass == 0.1
    given = 0.5 * soft * (rest**2 - (q - rest) ** 2)
    assert given + fallen(q) - 0.5 * inertia * square(q) == pytest.approx(flying, rel=1e-9)
    assert fallen(q) > flying - given > 0.0


@claims("catapult", "When the arm has turned by 95°, after 0.84 s, the sling lets go",
        "The stone lands 2.06 m from the axle", "A sling that lets go at 146° throws farthest: 3.75 m")  # fmt: skip
def test_catapult() -> None:
    """Two angles by Lagrange's equations while the sling pulls, then a parabola: a of the arm, b of the sling."""
    motion = Motion("catapult", 1.8, 0.01)
    events = {each.name: each for each in motion.simulation.events}
    arm, stone = bodies_of(motion)["arm"], bodies_of(motion)["stone"]
    J, L, rope, m, k = moment_about([arm], 1, (0.0, 0.0, 1.2)), 1.0, 0.55, stone.mass, 5.5

    def slope(y: np.ndarray) -> np.ndarray:
        a, b, u, w = y
        s, c = m * L * rope * math.sin(b - a), m * L * rope * math.cos(b - a)
        weight = (0.5 * arm.mass + m) * G * L * math.cos(a)
        pulls = -k * (a - math.radians(130)) - weight - c * w * w, -m * G * rope * math.sin(b) + c * u * u
        return np.array([u, w, *np.linalg.solve([[J + m * L * L, s], [s, m * rope * rope]], pulls)])

    def thrown(y: np.ndarray) -> float:
        a, b, u, w = y
        x, z = -L * math.cos(a) - rope * math.sin(b), 1.15 + L * math.sin(a) - rope * math.cos(b)
        v, up = L * u * math.sin(a) - rope * w * math.cos(b), L * u * math.cos(a) + rope * w * math.sin(b)
        return float(x + v * (up + math.sqrt(up * up + 2.0 * G * z)) / G)

    y, h, ranges, times = np.zeros(4), 2e-4, [], []
    while y[0] < math.radians(150):
        one = slope(y)
        two = slope(y + h / 2 * one)
        three = slope(y + h / 2 * two)
        y = y + h / 6 * (one + 2 * two + 2 * three + slope(y + h * three))
        ranges.append((math.degrees(y[0]), thrown(y)))
        times.append(h * len(ranges))
    angles, lengths = np.array(ranges).T
    at = float(np.interp(95.0, angles, lengths))
    assert events["let-go"].time == pytest.approx(float(np.interp(95.0, angles, times)), abs=1e-5)
    assert rounds_to(events["let-go"].time, "0.84")
    landed = motion.system.bodies(memoryview(motion.states[-1].tobytes()).cast("d"))[1].position
    assert float(landed[0]) == pytest.approx(at, abs=1e-4) and rounds_to(at, "2.06")
    best = int(lengths.argmax())
    assert rounds_to(float(lengths[best]), "3.75") and abs(angles[best] - 146.0) < 1.0


def periods(angle: np.ndarray, every: float) -> np.ndarray:
    """Return the periods of an angle that is given at equal times."""
    return np.diff([each * every for each in falls_through(angle)])


def falls_through(values: np.ndarray) -> list[float]:
    """Return where values fall through 0, in rows and parts of one."""
    rows = np.flatnonzero((values[:-1] > 0.0) & (values[1:] <= 0.0))
    return [float(k + values[k] / (values[k] - values[k + 1])) for k in rows]


def quarter(modulus: float) -> float:
    """Return the complete elliptic integral of the first kind, by the arithmetic-geometric mean."""
    a, b = 1.0, math.sqrt(1.0 - modulus * modulus)
    for _ in range(8):
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    return 0.5 * math.pi / a


@claims("offset-pendulum", "The wider it swings, the slower", "Hung 30 cm from its middle",
        "in 1.53 s when it swings little, and from 150° in 2.69 s")  # fmt: skip
def test_offset_pendulum() -> None:
    """T = 4 √(I/A) K(sin(θ₀/2)), A = m g d."""
    said = bodies_of(Motion("offset-pendulum", 0.0, 0.002))["bar"]
    away = 1.0 - said.centre[2]
    assert away == pytest.approx(0.3)
    slow = math.sqrt(moment_about([said], 1, (0.0, 0.0, 1.0)) / (said.mass * G * away))
    for degrees, words in ((1.0, "1.53"), (90.0, ""), (150.0, "2.69")):
        motion = Motion("offset-pendulum", 6.0, 0.002, pivot=math.radians(degrees))
        found = periods(motion["pivot"], 0.002)
        exact = 4.0 * slow * quarter(math.sin(0.5 * math.radians(degrees)))
        assert found == pytest.approx(exact, rel=1e-5) and (not words or rounds_to(exact, words))


@claims("two-bars", "Two bars. Two equal bars have two modes", "Let go at 10° and 14.3° they swing together, in 2.35 s",
        "from 3° and −6.3°, against one another, in 0.88 s", "From 100° no swing is like another")  # fmt: skip
def test_two_bars() -> None:
    """ω² = 3 (g/l)(1 ∓ 2/√7) for slender bars."""
    for slow, first, ratio in ((True, 10.0, 14.3 / 10.0), (False, 3.0, -6.3 / 3.0)):
        square = 3.0 * G * (1.0 - 2.0 / math.sqrt(7.0) * (1.0 if slow else -1.0))
        assert (3.0 - 8.0 / 3.0 * square / G) / (square / G) == pytest.approx(ratio, rel=2e-3), "the mode's own ratio"
        for size, error in ((1.0, 2e-2), (0.1, 1e-3)):
            angle = size * math.radians(first)
            motion = Motion("two-bars", 8.0, 0.002, shoulder=angle, elbow=(ratio - 1.0) * angle)
            found = periods(motion["shoulder"], 0.002)
            assert found == pytest.approx(2.0 * math.pi / math.sqrt(square), rel=error)
            if size == 1.0:
                assert rounds_to(float(found.mean()), "2.35" if slow else "0.88")
    wild = periods(Motion("two-bars", 14.0, 0.002, shoulder=math.radians(100.0), elbow=0.0)["shoulder"], 0.002)
    assert np.abs(np.diff(np.sort(wild))).min() > 0.01


@claims("bob-on-a-rope", "Thrown with v² = 4 g l, the bob leaves its circle at 131.8°",
        "It flies free for 0.777 s", "which takes 81 % of its energy")  # fmt: skip
def test_bob_on_a_rope() -> None:
    """The rope pulls with m (v² - 2 g l + 3 g l cos φ)/l: until cos φ = -2/3; then a parabola meets the circle."""
    motion = Motion("bob-on-a-rope", 2.0, 0.001)
    (slack,), (taut,) = motion.times("slack"), motion.times("taut")
    bob = path(motion, "bob") - np.array([0.0, 0.0, 1.0])
    at = round(slack / 0.001)
    turned = math.degrees(math.pi - math.acos(bob[at, 2]))
    assert motion["move_2_rate"][0] ** 2 == pytest.approx(4.0 * G, rel=1e-5)
    assert math.cos(math.radians(turned)) == pytest.approx(-2.0 / 3.0, abs=2e-3) and rounds_to(131.81, "131.8")
    free = 0.77721935
    assert taut - slack == pytest.approx(free, rel=1e-5) and rounds_to(free, "0.777")
    # the part of the velocity along the rope is lost where the parabola meets the circle
    angle = math.acos(-2.0 / 3.0)
    speed = math.sqrt(2.0 / 3.0 * G)
    start, velocity = np.array([math.sin(angle), 2.0 / 3.0]), speed * np.array([-2.0 / 3.0, math.sin(angle)])
    place, last = start + free * velocity - [0.0, 0.5 * G * free * free], velocity - [0.0, G * free]
    assert math.hypot(*place) == pytest.approx(1.0, rel=1e-6)
    lost = 0.5 * float(place @ last) ** 2
    assert motion["loss"][-1] == pytest.approx(lost, rel=1e-4) and rounds_to(100.0 * lost / (2.0 * G), "81")
