"""What bounces comes to rest, is held, and lifts off, as closed forms say."""

from __future__ import annotations

import math
from typing import Any

import pytest

import physics
from physics.equations.equations import Equations
from physics.errors import BadInput
from tests.physics.equations.scenes import made

G, A, OMEGA = 9.81, 0.03, 20.0
IMPACT = {"when": "z - s", "and": "z' < s'", "set": {"z'": "s' - e*(z' - s')"}, "rest": True}


def on_table(amplitude: float, e: float, rate: float, lagrangian: bool = False, **event: Any) -> Equations:
    """Return a ball that begins on a table at height 0."""
    of_motion = "lagrangian = ½*m*z'² - m*g*z" if lagrangian else "z'' = -g"
    return made(
        {
            "equations": f"s = A*sin(ω*t)\n{of_motion}",
            "variables": {"z": {"unit": "m", "rate": rate}},
            "parameters": {
                "g": f"{G} m/s²", "A": f"{amplitude} m", "omega": f"{OMEGA} rad/s", "e": e, "m": "2 kg",
            },
            "events": {"impact": {**IMPACT, **event}},
        }
    )  # fmt: skip


@pytest.mark.parametrize(("e", "dt"), [(0.8, 1e-3), (0.95, 1 / 64)])
def test_bounces_end_where_their_geometric_series_does(e: float, dt: float) -> None:
    """With 2 v0/g for the first flight and e of it for each further one; the threshold is 1 mm/s."""
    run = physics.Simulation(on_table(0.0, e, 1.0), "rk4", dt)
    count = math.floor(math.log(1e-3) / math.log(e)) + 1
    assert run.advance(math.ceil(2.0 / G / (1.0 - e) / dt) + 5), run.message
    assert [each.name for each in run.events] == ["impact"] * count
    assert run.events[-1].time == pytest.approx(2.0 / G * (1.0 - e**count) / (1.0 - e), rel=1e-12)
    assert run["impact_rest"] == 1.0
    assert [run["z"], run["z_dot"]] == pytest.approx([0.0, 0.0], abs=1e-14)


def flight(begin: float, s: float, rate: float) -> float:
    """Return when a ball that leaves the table with its rate is on it again."""
    after, before = begin + 0.3, begin + 1e-3

    def gap(t: float) -> float:
        return s + rate * (t - begin) - 0.5 * G * (t - begin) ** 2 - A * math.sin(OMEGA * t)

    for _ in range(80):
        middle = 0.5 * (before + after)
        before, after = (middle, after) if gap(middle) > 0.0 else (before, middle)
    return after


@pytest.mark.parametrize("method", ["rk4", "gauss6", "dop853"])
@pytest.mark.parametrize("lagrangian", [False, True])
def test_a_ball_that_rests_on_a_shaken_table_lifts_off_where_that_falls_faster(method: str, lagrangian: bool) -> None:
    """The phase is arcsin(g/(A ω²)); without restitution each landing is the beginning of a rest."""
    run = physics.Simulation(on_table(A, 0.0, A * OMEGA, lagrangian), method, 1e-3)
    assert run.advance(200) == 200, run.message
    phase = math.asin(G / (A * OMEGA**2))
    off = phase / OMEGA
    landed = flight(off, A * math.sin(phase), A * OMEGA * math.cos(phase))
    names, times = [each.name for each in run.events], [each.time for each in run.events]
    assert names == ["impact", "impact-off", "impact"]
    assert times == pytest.approx([0.0, off, landed], abs=1e-11)
    assert run["z"] == pytest.approx(A * math.sin(OMEGA * run.time), abs=1e-14)
    assert run["z_dot"] == pytest.approx(A * OMEGA * math.cos(OMEGA * run.time), abs=1e-13)
    again = off + 2.0 * math.pi / OMEGA
    run.advance(200)
    assert run.events[3].time == pytest.approx(again, abs=1e-11)


def test_the_work_of_what_holds_is_found() -> None:
    run = physics.Simulation(on_table(0.01, 0.0, 0.2, True), "gauss6", 1e-3)
    energy = run.system.invariants[0]
    run.advance(10)
    begun = energy.value(run.system, run.y)
    height, work = run["z"], run["work"]
    run.advance(60)
    assert energy.value(run.system, run.y) == pytest.approx(begun, abs=1e-12)
    kinetic = [0.5 * 2.0 * (0.01 * OMEGA * math.cos(OMEGA * t)) ** 2 for t in (run.time, 0.01)]
    assert run["work"] - work == pytest.approx(kinetic[0] - kinetic[1] + 2.0 * G * (run["z"] - height), abs=1e-12)


ROD = {
    "equations": "lagrangian = ½*m*z'² + m*l²*θ'²/24 - m*g*z\nu = z' + l/2*sin(θ)*θ'\nk = 1 + 3*sin(θ)^2",
    "variables": {"z": {"start": 0.5 * math.cos(0.1)}, "theta": {"start": 0.1}},
    "parameters": {"m": 3, "l": 1, "g": G},
    "events": {
        "touch": {
            "when": "z - l/2*cos(θ)", "rest": 1e-6,
            "set": {"z'": "z' - u/k", "theta'": "theta' - 6/l*sin(θ)*u/k"},
        }
    },
}  # fmt: skip


def test_a_rod_that_falls_over_on_a_smooth_floor_keeps_its_energy() -> None:
    """The blow says in which direction the floor pushes: that of its masses."""
    run = physics.Simulation(made(ROD), "gauss6", 1e-3)
    energy = run.system.invariants[0]
    begun = energy.value(run.system, run.y)
    for _ in range(5):
        run.advance(100)
        theta = run["theta"]
        square = (math.cos(0.1) - math.cos(theta)) * G / (1.0 / 12.0 + 0.25 * math.sin(theta) ** 2)
        assert run["theta_dot"] == pytest.approx(math.sqrt(square), rel=1e-9)
        assert run["z"] == pytest.approx(0.5 * math.cos(theta), rel=1e-13)
        assert energy.value(run.system, run.y) == pytest.approx(begun, abs=1e-9)
    assert run["theta"] > 1.0
    assert len(run.events) == 1


FLOOR = {"when": "a", "set": {"a'": "-e*a'"}, "rest": True}
PAIR = {
    "when": "b - a", "rest": True,
    "set": {"a'": "a' + (1 + e)*n/(m + n)*(b' - a')", "b'": "b' - (1 + e)*m/(m + n)*(b' - a')"},
}  # fmt: skip


@pytest.mark.parametrize("events", [{"floor": FLOOR, "pair": PAIR}, {"pair": PAIR, "floor": FLOOR}])
def test_a_body_that_carries_another_one_is_lifted_by_the_weight_of_both(events: dict[str, object]) -> None:
    tables = {
        "equations": "a'' = -g + c*t/m\nb'' = -g",
        "variables": {"a": {}, "b": {}},
        "parameters": {"g": G, "m": 2, "n": 3, "c": 50, "e": 0.3},
        "events": events,
        "quantities": {"lower": "a''", "upper": "b''"},
    }
    run = physics.Simulation(made(tables), "rk4", 1e-2)
    run.advance(110)
    off = (2 + 3) * G / 50
    assert [each.name for each in run.events if each.name.endswith("-off")] == ["floor-off"]
    assert run.events[-1].time == pytest.approx(off, abs=1e-10)
    height = 50 / (2 + 3) * (run.time - off) ** 3 / 6
    assert [run["a"], run["b"]] == pytest.approx([height] * 2, abs=1e-10)
    quantities = {each.name: each.value(run.system, run.y) for each in run.system.quantities}
    assert list(quantities.values()) == pytest.approx([50 / 5 * run.time - G] * 2, abs=1e-10)


def test_a_blow_from_elsewhere_ends_a_rest() -> None:
    tables = {
        "equations": "z'' = -g\nw' = -1",
        "variables": {"z": {}, "w": {"start": 0.105}},
        "parameters": {"g": G},
        "events": {
            "floor": {"when": "z", "set": {"z'": "-0.5*z'"}, "rest": True},
            "kick": {"when": "w", "set": {"z'": "1", "w": "w + 10"}},
        },
    }
    run = physics.Simulation(made(tables), "rk4", 1e-2)
    run.advance(31)
    told = [each for each in run.events if each.name != "kick-again"]
    assert [each.name for each in told][:4] == ["floor", "kick", "floor-off", "floor"]
    assert told[3].time == pytest.approx(0.105 + 2.0 / G, abs=1e-11)


def test_machine_code_has_the_bits_of_cpython() -> None:
    plain, compiled = (physics.Simulation(on_table(A, 0.3, 0.7), "rk4", 1e-3) for _ in range(2))
    assert compiled.compile(), compiled.compile_problem
    assert plain.advance(900) == compiled.advance(900) == 900
    assert bytes(plain.y) == bytes(compiled.y)
    assert [each.time for each in plain.events] == [each.time for each in compiled.events]
    assert "impact-off" in [each.name for each in plain.events]


FAULTS = [
    ({"rest": -1.0}, "events.impact.rest = -1: must be from 0 to 1000000000"),
    ({"rest": 0.0}, "events.impact.rest = 0.0: must be true, false or a rate of when above 0, such as 0.001"),
    ({"end": True}, "events.impact: rest and end: after the end nothing moves; leave one out"),
    ({"when": "z'"}, "events.impact.rest: when must be of coordinates alone, and is of their rates"),
    ({"when": "s"}, "events.impact.rest: when must be of a variable that has an acceleration"),
    ({"set": {"z": "0.1"}}, "events.impact.rest: set must turn the rate of when about"),
]


@pytest.mark.parametrize(("event", "said"), FAULTS)
def test_what_cannot_rest_is_refused(event: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as raised:
        on_table(A, 0.5, 0.0, **event)
    assert said in str(raised.value)
