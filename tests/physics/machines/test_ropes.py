"""Ropes of machines: over pegs, going slack, and jerking what hangs on them."""

from __future__ import annotations

import math
from array import array
from typing import Any

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.machines.machine import Machine
from physics.machines.reactions import ground_forces
from physics.types import Floats

G = 9.81


def point(mass: float, *centre: float) -> dict[str, Any]:
    return {"shape": "point", "centre": list(centre), "mass": mass}


def machine(bodies: dict[str, Any], joints: dict[str, Any], rope: dict[str, Any], **tables: Any) -> Machine:
    return Machine({"machine": {"bodies": bodies, "joints": joints, "ropes": {"r": rope}, **tables}})


def over_pegs(bob: dict[str, Any], kind: str, **more: Any) -> Machine:
    """Return a mass of 3 kg that moves up and down, on a rope over two pegs with a bob."""
    bodies = {"M": point(3.0, 0, 0, -1), "m": bob}
    joints = {
        "lift": {"slider": ["ground", "M"], "axis": "z"},
        "swing": {kind: ["ground", "m"], "axis": "y" if kind == "planar" else "z"},
    }
    return machine(bodies, joints, {"between": ["M", "m"], "over": [[0, 0, 0], [1, 0, 0]], **more})


def bob_on_a_rope(speed: float, **more: Any) -> Machine:
    """Return a bob of 0.7 kg that hangs on a rope of 1 m, with a velocity along +x."""
    joints = {
        "x": {"slider": ["ground", "guide"], "axis": "x", "rate": speed}, "z": {"slider": ["guide", "bob"], "axis": "z"}
    }  # fmt: skip
    rope = {"between": ["ground", "bob"], "from": [0, 0, 0], **more}
    return machine({"guide": {}, "bob": point(0.7, 0, 0, -1)}, joints, rope)


def two_that_fly(**more: Any) -> Machine:
    """Return two points on a slack rope of 1 m, which fly apart without weight."""
    joints = {
        "A": {"free": ["ground", "a"], "rate": [0, 0.5, 0]}, "B": {"free": ["ground", "b"], "rate": [1, 0.1, 0.3]}
    }  # fmt: skip
    bodies = {"a": point(1.0, 0, 0, 0), "b": point(2.0, 0.5, 0, 0)}
    return machine(bodies, joints, {"between": ["a", "b"], "length": 1.0, **more}, gravity=0)


def after(system: Machine, seconds: float, method: str = "gauss6", dt: float = 1e-3) -> physics.Simulation:
    """Return a run in machine code; the energy with what was lost must be that of the start."""
    run = physics.Simulation(system, method, dt)
    assert run.compile(), run.compile_problem
    begun = system.energy(run.y)
    run.advance(round(seconds / dt))
    assert run.divergence is None
    if method == "gauss6":
        assert system.energy(run.y) == pytest.approx(begun, abs=2e-11)
    return run


def value(run: physics.Simulation, name: str) -> float:
    return run.y[run.system.index(name)]


def hung(kind: str, *ropes: tuple[float, float], **more: Any) -> Machine:
    """Return a bob drawn at the origin on ropes from (x, 0, 2), as (x, length): all are drawn longer than they are."""
    joint = {kind: ["ground", "m"], "axis": "z" if kind == "slider" else "y", **more}
    names = {
        f"r{k}": {"between": ["ground", "m"], "from": [x, 0, 2], "length": length}
        for k, (x, length) in enumerate(ropes)
    }
    return Machine({"machine": {"bodies": {"m": point(1.0, 0, 0, 0)}, "joints": {"J": joint}, "ropes": names}})


@pytest.mark.parametrize(
    ("kind", "ropes", "height", "taut"),
    [
        ("slider", [(-0.5, 1.5), (0.5, 1.5)], 2.0 - math.sqrt(2.0), [1, 1]),
        ("slider", [(-0.5, 1.5), (0.5, 1.7)], 2.0 - math.sqrt(2.0), [1, 0]),
        ("planar", [(-0.5, 1.5), (0.5, 1.5), (0.0, 1.6)], 2.0 - math.sqrt(2.0), [1, 1, 0]),
        ("planar", [(-0.5, 1.5), (0.5, 1.5), (0.0, 1.2)], 2.0 - 1.2, [0, 0, 1]),
    ],
)
def test_what_is_drawn_too_low_for_its_ropes_hangs_on_those_that_are_the_shortest(
    kind: str, ropes: list[tuple[float, float]], height: float, taut: list[int]
) -> None:
    system = hung(kind, *ropes)
    assert [system.initial[f"r{k}_taut"] for k in range(len(ropes))] == taut
    up = max(abs(system.initial[each.name]) for each in system.variables if each.name in ("J", "J_1", "J_2"))
    assert up == pytest.approx(height, rel=1e-12)


def test_ropes_that_cannot_all_reach_are_named_with_what_they_lack() -> None:
    with pytest.raises(BadInput, match=r"ropes too short by 0.5 m \(r0\), 0.5 m \(r1\); lengthen one"):
        hung("slider", (-2.0, 1.5), (2.0, 1.5))
    with pytest.raises(BadInput, match=r"ropes too short by 0.5 m \(r0\); lengthen one"):
        hung("slider", (-2.0, 1.5), (0.5, 1.5))
    with pytest.raises(BadInput, match="given rates contradict rope r0, which is taut there: J"):
        hung("slider", (0.0, 1.5), rate=-1.0)


@pytest.mark.parametrize("more", [{}, {"taut": True}])
def test_atwoods_machine_falls_evenly(more: dict[str, Any]) -> None:
    run = after(over_pegs(point(1.0, 1, 0, -1), "slider", **more), 0.5)
    assert value(run, "lift") == pytest.approx(-0.5 * G * (3 - 1) / (3 + 1) * 0.25, rel=1e-12)
    assert value(run, "swing_rate") == pytest.approx(G * 0.5 * 0.5, rel=1e-12)


def swinging(r: float, theta: float, seconds: float, steps: int) -> tuple[float, float]:
    """Return distance from the peg, and angle from the downward, of the swinging bob: Lagrange's equations."""

    def slope(y: np.ndarray) -> np.ndarray:
        r, theta, u, w = y
        r_2 = (r * w * w + G * (math.cos(theta) - 3.0)) / 4.0
        return np.array([u, w, r_2, -(2.0 * u * w + G * math.sin(theta)) / r])

    y, h = np.array([r, theta, 0.0, 0.0]), seconds / steps
    for _ in range(steps):
        a = slope(y)
        b = slope(y + h / 2 * a)
        c = slope(y + h / 2 * b)
        y = y + h / 6 * (a + 2 * b + 2 * c + slope(y + h * c))
    return float(y[0]), float(y[1])


def tufillaro(r: float, theta: float, u: float, w: float) -> float:
    """Return what the swinging machine of M = 3 m keeps beside the energy (Tufillaro, Am. J. Phys. 54 (1986), 142)."""
    s, c = math.sin(theta / 2), math.cos(theta / 2)
    return r * r * w * (u * c - 0.5 * r * w * s) + G * r * r * s * c * c


@pytest.mark.parametrize("more", [{}, {"taut": True}])
def test_the_swinging_machine_of_atwood(more: dict[str, Any]) -> None:
    """The bob is a point that a planar joint moves and does not turn; the rope has no length of its own."""
    system = over_pegs(point(1.0, 1 + math.sin(1.2), 0, -math.cos(1.2)), "planar", **more)
    assert "swing_angle" not in [each.name for each in system.variables]

    def polar(run: physics.Simulation) -> tuple[float, float, float, float]:
        body, arrow = run.system.bodies(run.y)[1], run.system.arrows(run.y)[1]
        (x, _, z), (u, _, w) = body.position, arrow.vector
        x, r = x - 1.0, math.hypot(x - 1.0, z)
        return r, math.atan2(x, -z) % (-2.0 * math.pi), (x * u + z * w) / r, (x * w - z * u) / (r * r)

    begun = -tufillaro(*polar(physics.Simulation(system, "gauss6", 1e-3)))  # a turn on, the half angle has other signs
    run = after(system, 2.0)
    r, theta = swinging(1.0, 1.2, 2.0, 20_000)
    assert theta < -math.pi, "it goes round"
    assert polar(run)[:2] == pytest.approx((r, theta), rel=1e-10)
    assert tufillaro(*polar(run)) == pytest.approx(begun, abs=1e-11)


def test_a_bob_leaves_its_circle_and_is_jerked() -> None:
    """At v² = 4 g L the rope slackens where cos theta = -2/3; the flight |X + V t + ½ g t²| = L ends at 4 V_z/g."""
    run = after(bob_on_a_rope(math.sqrt(4.0 * G)), 1.4)
    c, s = -2.0 / 3.0, math.sqrt(5.0) / 3.0
    speed = math.sqrt(4.0 * G - 2.0 * G * (1.0 - c))
    flight = 4.0 * speed * s / G
    slack, taut = (each.time for each in run.events)
    assert [each.name for each in run.events] == ["slack", "taut"]
    assert taut - slack == pytest.approx(flight, rel=1e-9) and flight == pytest.approx(0.777219352, abs=1e-9)
    x, z, w = s + speed * c * flight, -c + speed * s * flight - 0.5 * G * flight * flight, speed * s - G * flight
    along = x * speed * c + z * w
    assert value(run, "loss") == pytest.approx(0.5 * 0.7 * along * along, rel=1e-9)


def test_a_jerk_between_two_bodies_keeps_their_momenta() -> None:
    system = two_that_fly(restitution=0.4)
    kept = [each.symbol for each in system.invariants[1:]]
    assert kept[:3] == ["P_x", "P_y", "P_z"] and {"L_y", "L_z"} <= set(kept)
    run = after(system, 3.0)
    start: Floats = memoryview(system.start())
    for each in system.invariants:
        assert each.value(system, run.y) == pytest.approx(each.value(system, start), abs=1e-11)
    (jerk,) = run.events
    way = np.array([0.5, 0, 0]) + jerk.time * np.array([1, -0.4, 0.3])
    speed = float(np.dot(way, [1, -0.4, 0.3]))
    assert np.dot(way, way) == pytest.approx(1.0, rel=1e-11)
    assert value(run, "loss") == pytest.approx(0.5 * (2 / 3) * (1 - 0.16) * speed * speed, rel=1e-10)


def test_a_rope_does_not_push_while_another_one_jerks() -> None:
    """At the lowest point a second rope from the upper left takes half of the velocity, and the first is slack."""
    start = [-math.sin(0.5), 0, -math.cos(0.5)]
    ropes = {
        "one": {"between": ["ground", "bob"], "from": [0, 0, 0], "length": 1.0},
        "two": {"between": ["ground", "bob"], "from": [-1, 0, 0], "length": math.sqrt(2.0)},
    }
    given = {"bodies": {"bob": point(1.0, *start)}, "joints": {"b": {"free": ["ground", "bob"]}}, "ropes": ropes}
    system = Machine({"machine": given})
    jerk = after(system, 0.6).events[0]
    y: Floats = memoryview(array("d", jerk.before))
    system.jump(1, 0.0, y, system.p)
    found = dict(zip((each.name for each in system.variables), y, strict=True))
    speed = math.sqrt(2.0 * G * (1.0 - math.cos(0.5)))
    assert [found["b_at_x_rate"], found["b_at_z_rate"]] == pytest.approx([speed / 2, speed / 2], rel=1e-9)
    assert (found["one_taut"], found["two_taut"]) == (0.0, 1.0)
    assert found["loss"] == pytest.approx(0.25 * speed * speed, rel=1e-9)


def test_the_ground_does_not_hold_what_hangs_on_a_rope() -> None:
    system = bob_on_a_rope(0.0)
    (held,) = ground_forces(system.table, list(system.start()))
    assert held.force == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)


def test_a_hand_that_jerks_a_rope_does_work() -> None:
    """At 1 m/s it leaves 1 kg with 1 + e m/s: the impulse 1 + e times its speed is work, ½ (1 - e²) is lost."""
    hand = {"slider": ["ground", "hand"], "axis": "z", "at": [0, 0, 0], "driven": {"speed": 1.0}}
    joints = {"hand": hand, "b": {"free": ["ground", "bob"]}}
    rope = {"between": ["hand", "bob"], "from": [0, 0, 0], "length": 1.5, "restitution": 0.2}
    run = after(machine({"hand": {}, "bob": point(1.0, 0, 0, -1)}, joints, rope, gravity=0), 1.0)
    assert [each.time for each in run.events] == pytest.approx([0.5], rel=1e-11)
    found = [value(run, name) for name in ("b_at_z_rate", "work", "loss")]
    assert found == pytest.approx([1.2, 1.2, 0.48], rel=1e-12)


def test_a_rope_tied_to_the_ground_takes_momentum_away() -> None:
    free = {"bodies": {"a": point(1.0, 0, 0, -1)}, "joints": {"A": {"free": ["ground", "a"]}}}
    rope = {"between": ["ground", "a"], "from": [0.0, 0.0, 0.0]}
    assert [each.symbol for each in Machine({"machine": free}).invariants[1:]] == ["P_x", "P_y", "L_z"]
    tied = Machine({"machine": {**free, "ropes": {"r": rope}}})
    assert [each.symbol for each in tied.invariants[1:]] == ["L_z"]


@pytest.mark.parametrize("system", [bob_on_a_rope(6.0), two_that_fly(), over_pegs(point(1.0, 1.3, 0, -1), "planar")])
def test_machine_code_has_the_bits_of_cpython(system: Machine) -> None:
    plain, compiled = (physics.Simulation(system, "rk4", 1e-2) for _ in range(2))
    assert compiled.compile()
    assert plain.advance(150) == compiled.advance(150) == 150
    assert bytes(plain.y) == bytes(compiled.y) and plain.events == compiled.events


def test_errors_fall_with_the_order_of_the_method_across_events() -> None:
    slack, taut = (each.time for each in after(bob_on_a_rope(6.0), 1.6, "gauss6", 1e-3).events)
    errors = []
    for dt in (0.02, 0.01):
        found = after(bob_on_a_rope(6.0), 1.6, "rk4", dt).events
        errors.append((found[0].time - slack, found[1].time - taut))
    for one, other in zip(*errors, strict=True):
        assert math.log2(one / other) == pytest.approx(4.0, abs=0.3)


def test_the_length_of_a_rope_is_a_number_of_the_machine() -> None:
    system = bob_on_a_rope(1.0, length=1.0)
    shorter = system.replace({"r.length": 0.8})
    assert shorter.initial["z"] == pytest.approx(0.2, abs=1e-12) and shorter.initial["r_taut"] == 1.0
    longer = system.replace({"r.length": 1.5})
    assert (longer.initial["z"], longer.initial["r_taut"]) == (0.0, 0.0)


def ended(system: Machine) -> str:
    run = physics.Simulation(system, "rk4", 1.0 / 64.0)
    run.advance(200)
    return run.message


def test_a_force_without_a_direction_ends_a_run_with_that_reason() -> None:
    """A bead at 1 m/s is in the end of its spring after 1 s exactly; a spring without a length at rest lets it pass."""
    joint = {"slider": ["ground", "b"], "axis": "x", "rate": -1.0}
    spring = {"between": ["ground", "b"], "from": [0, 0, 0], "stiffness": 1e-30, "rest": 0.5}

    def bead(**more: Any) -> Machine:
        springs = {"s": {**spring, **more}}
        return Machine(
            {
                "machine": {"bodies": {"b": point(1.0, 1, 0, 0)}, "joints": {"x": joint}, "springs": springs},
                "gravity": 0,
            }
        )

    assert "the ends of the spring s meet" in ended(bead())
    passing = physics.Simulation(bead(rest=0, stiffness=4.0), "gauss6", 1.0 / 64.0)
    assert passing.advance(200) == 200
    assert value(passing, "x") == pytest.approx(math.cos(6.25) - 0.5 * math.sin(6.25) - 1.0, abs=1e-10)
    falling = over_pegs(point(1.0, 1, 0, -1), "slider", taut=True).replace(
        initial={"lift_rate": -1.0}, parameters={"gravity": 1e-30}
    )
    assert "an end of a rope is at its peg" in ended(falling)
    for taut in (True, False):
        heavy = over_pegs(point(1.0, 1, 0, -1), "slider", taut=taut).replace(initial={"lift_rate": 3.0})
        run = physics.Simulation(heavy, "rk4", 3e-4)
        run.advance(10_000)
        assert run.divergence is not None and "an end of a rope is at its peg" in str(run.divergence), taut


def test_a_weight_between_a_rope_and_a_stop_comes_to_rest() -> None:
    """What lets go at once after a blow does not move yet: it is not hit again. All that was released is lost."""
    tables = {
        "bodies": {
            "a": {"shape": "ball", "centre": [-0.5, 0, -0.5], "radius": 0.05, "mass": 1},
            "b": {"shape": "ball", "centre": [0.5, 0, -0.5], "radius": 0.05, "mass": 2},
        },
        "joints": {
            "up": {"slider": ["ground", "a"], "axis": "z", "range": [-0.4, 0.4], "restitution": 0.3, "position": 0.1},
            "down": {"slider": ["ground", "b"], "axis": "z", "range": [-0.45, 0.3], "restitution": 0.3},
        },
        "ropes": {"rope": {"between": ["a", "b"], "over": [[-0.5, 0, 0.5], [0.5, 0, 0.5]], "restitution": 0.9,
                           "length": 3.0}},
    }  # fmt: skip
    run = physics.Simulation(physics.system("machine", {"machine": tables}), "rk4", 2e-3)
    assert run.advance(450) == 450, run.message
    assert [run["up"], run["down"]] == pytest.approx([0.4, -0.4], abs=1e-9) and run["rope_taut"] == 1.0
    assert [run["up_rate"], run["down_rate"]] == [0.0, 0.0]
    assert run["loss"] == pytest.approx(9.81 * (2.0 * 0.4 - 1.0 * 0.3), abs=1e-8)


@pytest.mark.parametrize(("e", "stop", "friction"), [(0.0, 0.3, 3.0), (0.5, 0.9, 0.0)])
def test_an_arm_between_a_rope_and_its_stop_comes_to_rest(e: float, stop: float, friction: float) -> None:
    tables = {
        "bodies": {
            "arm": {"shape": "bar", "from": [0, 0, 0], "to": [0.6, 0, 0], "mass": 2},
            "b": {"shape": "ball", "centre": [0.6, 0, -0.5], "radius": 0.05, "mass": 1},
        },
        "joints": {
            "h": {"hinge": ["ground", "arm"], "at": [0, 0, 0], "axis": "-y", "angle": 0.1, "range": [-0.5, 0.8],
                  "restitution": stop},
            "l": {"slider": ["ground", "b"], "axis": "z", "range": [-0.45, 0.3], "friction": friction},
        },
        "ropes": {"r": {"between": ["arm", "b"], "from": "end", "restitution": e, "length": 0.55}},
    }  # fmt: skip
    run = physics.Simulation(physics.system("machine", {"machine": tables}), "rk4", 2e-3)
    assert run.advance(600) == 600, run.message

    def hangs(angle: float) -> float:
        across, down = 0.6 - 0.6 * math.cos(angle), 0.6 * math.sin(angle)
        return down - math.sqrt(0.55**2 - across**2) + 0.5

    found = [run[each] for each in ("h", "l", "h_rate", "l_rate")]
    assert found == pytest.approx([-0.5, hangs(-0.5), 0.0, 0.0], abs=1e-9)
    released = G * (2.0 * 0.3 * (math.sin(0.1) + math.sin(0.5)) + hangs(0.1) - hangs(-0.5))
    assert run["loss"] == pytest.approx(released, abs=1e-8)
