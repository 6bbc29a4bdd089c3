"""What rolls without slipping, and edges that do not slip sideways: our own disk, and closed forms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.machines.machine import Machine
from physics.maths.quaternion import rotation_matrix

R = 0.3
FREE = {"fly": {"free": ["ground", "wheel"]}}


def machine(
    body: dict[str, Any], joints: dict[str, Any], start: dict[str, float] | None = None, **words: Any
) -> Machine:
    return Machine({"machine": {"bodies": {"wheel": body}, "joints": joints, **words}}, start)


def run(system: physics.System, dt: float) -> physics.Simulation:
    made = physics.Simulation(system, "gauss6", dt)
    assert made.compile(), made.compile_problem
    return made


def values(made: physics.Simulation) -> dict[str, float]:
    return dict(zip((each.name for each in made.system.variables), made.y, strict=True))


def test_a_disk_rolls_as_our_own_disk_does() -> None:
    start = {"theta": 1.0, "omega_1": 1.5, "omega_2": 3.0, "omega_3": 2.0}
    own = physics.system("euler-disk", {"law": "none", "radius": R, "mass": 1.0}, start)
    y = own.initial
    turn = rotation_matrix([y[f"q_{e}"] for e in "wxyz"])
    axis, omega = turn[:, 2], turn @ [y[f"omega_{k}"] for k in (1, 2, 3)]
    body = {
        "shape": "disk", "centre": [y["x"], y["y"], R * math.sin(1.0)], "axis": axis.tolist(), "radius": R, "mass": 1.0,
    }  # fmt: skip
    given = {f"fly_rate_{e}": float(each) for e, each in zip("xyz", omega, strict=True)}
    same = machine(body, FREE, given, rolling={"road": {"body": "wheel"}})
    assert same.described.freedom == 3
    assert [same.initial[f"fly_at_{e}_rate"] for e in "xy"] == pytest.approx([y["v_x"], y["v_y"]], rel=1e-12)
    one, other = run(own, 2e-4), run(same, 2e-4)
    begun = same.energy(other.y)
    assert begun == pytest.approx(own.energy(one.y), rel=1e-13)
    for _ in range(3):
        one.advance(2500)
        other.advance(2500)
        expected, found = values(one), values(other)
        place = [found[f"fly_at_{e}"] + y[e] for e in "xy"]
        assert place == pytest.approx([expected["x"], expected["y"]], abs=1e-11)
        turned = rotation_matrix([found[f"fly_{e}"] for e in "wxyz"]) @ axis
        wanted = rotation_matrix([expected[f"q_{e}"] for e in "wxyz"])[:, 2]
        assert turned == pytest.approx(wanted, abs=1e-11)
        assert same.energy(other.y) == pytest.approx(begun, abs=1e-12)


def test_a_hoop_runs_down_a_slope_with_half_of_gravity() -> None:
    """x = ½ (g sin beta/2) t² of a hoop, along the slope; it stays on it."""
    beta, centre = 0.3, (0.0, 0.0, 0.0)
    normal = [math.sin(beta), 0.0, math.cos(beta)]
    hoop = {"shape": "hoop", "centre": list(centre), "axis": "y", "radius": R, "mass": 2.0}
    made = run(machine(hoop, FREE, rolling={"slope": {"body": "wheel", "normal": normal}}), 1e-3)
    made.advance(1500)
    found = values(made)
    place = np.array([found[f"fly_at_{e}"] for e in "xyz"])
    assert place @ normal == pytest.approx(0.0, abs=1e-13)
    along = place @ [math.cos(beta), 0.0, -math.sin(beta)]
    assert along == pytest.approx(0.25 * 9.81 * math.sin(beta) * 1.5**2, rel=1e-11)
    assert found["fly_rate_y"] * R == pytest.approx(0.5 * 9.81 * math.sin(beta) * 1.5, rel=1e-11)


def test_an_edge_runner_turns_as_its_inertia_about_the_post_says() -> None:
    """A millstone on an axle round a post: spin Omega d/R, torque over m d² + m R²/4 + (m R²/2) d²/R²."""
    d, mass, torque = 0.8, 5.0, 0.7
    bodies = {
        "axle": {"shape": "bar", "from": [0, 0, R], "to": [d, 0, R], "mass": 0.0},
        "wheel": {"shape": "disk", "centre": [d, 0, R], "axis": "x", "radius": R, "mass": mass},
    }
    joints = {
        "post": {"hinge": ["ground", "axle"], "at": [0, 0, R], "axis": "z", "torque": torque, "rate": 0.5},
        "hub": {"hinge": ["axle", "wheel"], "at": "end, centre", "axis": "x"},
    }
    system = Machine({"machine": {"bodies": bodies, "joints": joints, "rolling": {"road": {"body": "wheel"}}}})
    assert system.described.freedom == 1 and len(system.table.equations) == 1, "the others follow from the axle"
    assert system.initial["hub_rate"] == pytest.approx(-0.5 * d / R, rel=1e-14)
    made = run(system, 1e-3)
    begun = system.energy(made.y)
    made.advance(2000)
    about = mass * (d * d + R * R / 4.0 + d * d / 2.0)
    found = values(made)
    assert found["post_rate"] == pytest.approx(0.5 + 2.0 * torque / about, rel=1e-12)
    assert found["hub_rate"] == pytest.approx(-found["post_rate"] * d / R, rel=1e-12)
    assert system.energy(made.y) == pytest.approx(begun, abs=1e-11)


def test_chaplygin_s_sleigh_is_its_closed_form() -> None:
    """v = V tanh(W t/…): (m a² + I) w' = -m a v w and v' = a w², of a blade at a distance a behind the centre."""
    mass, inertia, a, omega = 2.0, 0.3, 0.25, 1.7
    body = {"mass": mass, "inertia": [inertia] * 3, "centre": [a, 0, 0]}
    joints = {"go": {"planar": ["ground", "wheel"], "at": [0, 0, 0], "axis": "z", "rate": [0.0, 0.0, omega]}}
    system = machine(body, joints, edges={"blade": {"body": "wheel", "at": [0, 0, 0], "across": "y"}})
    made = run(system, 1e-3)
    k2 = (mass * a * a + inertia) / mass
    V = omega * math.sqrt(k2)
    for _ in range(3):
        made.advance(1000)
        found = values(made)
        x = a * omega * made.time / math.sqrt(k2)
        heading = found["go_angle"]
        speed = [found["go_1_rate"], found["go_2_rate"]]
        sides: Any = np.array(system.described.joints["go"].axes)[1:3, :2]
        v = np.array(speed) @ sides
        assert found["go_angle_rate"] == pytest.approx(omega / math.cosh(x), rel=1e-10)
        along, across = v @ [math.cos(heading), math.sin(heading)], v @ [-math.sin(heading), math.cos(heading)]
        assert along == pytest.approx(V * math.tanh(x), rel=1e-10) and abs(across) < 1e-12


def test_a_disk_that_falls_ends_the_run_flat_and_in_time() -> None:
    """Upright but for 0.05 rad, it tips about its lowest point: 5/4 R² a'² /2 = g R (cos a_0 - cos a)."""
    lean = 0.05
    disk = {"shape": "disk", "centre": [0, 0, 0], "axis": [math.cos(lean), 0, math.sin(lean)], "radius": R, "mass": 2.0}
    made = run(machine(disk, FREE, rolling={"road": {"body": "wheel"}}), 1e-3)
    begun = made.system.energy(made.y)
    assert made.advance(3000) < 3000
    assert "wheel lies flat on the plane on which it rolls" in str(made.divergence)
    assert made.system.energy(made.y) == pytest.approx(begun, abs=1e-9)
    # With sin(a/2) = sin(a_0/2) cosh s the time is an integral without a pole, here by Simpson's rule.
    start, flat = math.sin(lean / 2.0), math.sqrt(0.5)
    last, steps = math.acosh(flat / start), 2000
    parts = [1.0 / math.sqrt(1.0 - (start * math.cosh(last * k / steps)) ** 2) for k in range(steps + 1)]
    mean = (parts[0] + parts[-1] + 4.0 * sum(parts[1:-1:2]) + 2.0 * sum(parts[2:-1:2])) / (3.0 * steps)
    assert made.time == pytest.approx(last * mean * math.sqrt(1.25 * R / 9.81), abs=3e-3)


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "flat": ({"body": "wheel", "axis": "z"}, "road: wheel is drawn flat on the plane"),
    "nobody": ({"body": "weel"}, 'rolling road: body .weel. is unknown, did you mean "wheel"'),
    "unknown": ({"body": "wheel", "raduis": 1}, 'rolling road: .raduis. is unknown, did you mean "radius"'),
    "no radius": ({"body": "wheel", "radius": 0}, "rolling road: radius = 0"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named(fault: str) -> None:
    given, said = FAULTS[fault]
    wheel = {"shape": "disk", "centre": [0, 0, R], "axis": "y", "radius": R, "mass": 1.0}
    with pytest.raises(BadInput, match=said):
        machine(wheel, FREE, rolling={"road": given})
