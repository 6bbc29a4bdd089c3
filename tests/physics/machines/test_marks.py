"""Marks of machines: ropes that let go, and runs that end, at an angle, a position or a height."""

from __future__ import annotations

import math
from typing import Any

import pytest

import physics
from physics.errors import BadInput
from physics.machines.machine import Machine

G = 9.81
ARM = {"shape": "bar", "from": [0, 0, 0], "to": [1, 0, 0], "mass": 2.0}


def point(mass: float, *centre: float) -> dict[str, Any]:
    return {"shape": "point", "centre": list(centre), "mass": mass}


def sling(lets_go: Any, **tables: Any) -> Machine:
    """Return an arm that turns freely and draws a stone behind it on a rope of 0.5 m, without weight."""
    bodies = {"arm": ARM, "stone": point(0.3, 1.5, 0, 0)}
    joints = {
        "beam": {"hinge": ["ground", "arm"], "at": [0, 0, 0], "axis": "-y", "angle": 0, "rate": 5.0},
        "fly": {"planar": ["ground", "stone"], "axis": "-y", "rate": [7.5, 0]},
    }
    ropes = {"sling": {"between": ["arm", "stone"], "from": "end", "lets_go": lets_go}}
    return Machine({"machine": {"bodies": bodies, "joints": joints, "ropes": ropes, "gravity": 0, **tables}})


def run_of(system: Machine, seconds: float, compiled: bool = True) -> physics.Simulation:
    run = physics.Simulation(system, "gauss6", 1e-3)
    assert not compiled or run.compile(), run.compile_problem
    run.advance(round(seconds * 1e3))
    assert run.divergence is None
    return run


def happened(run: physics.Simulation) -> dict[str, float]:
    return {each.name: each.time for each in run.events}


def momentum_about_the_hinge(run: physics.Simulation) -> float:
    _, stone = run.system.bodies(run.y)
    rate = run.y[run.system.index("beam_rate")]
    velocity = run.system.arrows(run.y)[1].vector
    (x, _, z), (u, _, w) = stone.position, velocity
    width = 1.0 / 20.0
    inertia = 2.0 * (1.0 / 3.0 + width * width / 12.0)
    return float(inertia * rate + 0.3 * (x * w - z * u))


def test_a_rope_that_lets_go_changes_neither_energy_nor_momentum() -> None:
    """Arm and stone turn as one body until the rope lets go; then each goes on alone, evenly."""
    system = sling({"joint": "beam", "angle": "45 deg"})
    run = physics.Simulation(system, "gauss6", 1e-3)
    assert run.compile(), run.compile_problem
    energy, momentum = system.energy(run.y), momentum_about_the_hinge(run)
    run.advance(400)
    assert happened(run) == {"let-go": pytest.approx(math.pi / 4 / 5.0, rel=1e-10)}
    assert run.y[system.index("beam_rate")] == pytest.approx(5.0, rel=1e-12)
    flown = 0.4 - math.pi / 20.0
    x, z = (1.5 * math.sqrt(0.5) + sign * 7.5 * math.sqrt(0.5) * flown for sign in (-1.0, 1.0))
    assert run.system.bodies(run.y)[1].position == pytest.approx([x, 0.0, z], rel=1e-10, abs=1e-10)
    assert system.energy(run.y) == pytest.approx(energy, rel=1e-13)
    assert run.y[system.index("loss")] == 0.0
    assert momentum_about_the_hinge(run) == pytest.approx(momentum, rel=1e-12)


def test_what_has_let_go_is_never_jerked_again() -> None:
    """The stone of the same sling would pull the rope taut again, 0.9 s later."""
    run = run_of(sling({"joint": "beam", "angle": "45 deg"}), 2.0)
    assert list(happened(run)) == ["let-go"]
    assert run.y[run.system.index("sling_taut")] == -1.0


@pytest.mark.parametrize("compiled", [False, True])
def test_a_run_ends_at_a_height(compiled: bool) -> None:
    bodies, joints = (
        {"stone": point(0.3, 0, 0, 2.0)},
        {"fly": {"planar": ["ground", "stone"], "axis": "-y", "rate": [0, 3.0]}},
    )
    ends = {"floor": {"height": "10 cm", "body": "stone"}}
    run = run_of(Machine({"machine": {"bodies": bodies, "joints": joints, "ends": ends}}), 1.5, compiled)
    time = math.sqrt(2.0 * 1.9 / G)
    if happened(run)["end"] != pytest.approx(time, rel=1e-12):
        time = (3.0 + math.sqrt(9.0 + 2.0 * G * 1.9)) / G
    assert happened(run) == {"end": pytest.approx(time, rel=1e-11)}
    assert run.system.bodies(run.y)[0].position[2] == pytest.approx(0.1, abs=1e-12)
    before = list(run.y)
    run.advance(100)
    assert list(run.y) == before, "nothing moves any more"


def test_a_run_ends_where_a_joint_turns_back_to_its_mark() -> None:
    """A pendulum from 1 rad passes 0.2 rad on its way down: the mark lies below its start."""
    joints = {"swing": {"hinge": ["ground", "bob"], "at": [0, 0, 1], "axis": "-y", "angle": 1.0}}
    ends = {"there": {"joint": "swing", "angle": 0.2}}
    run = run_of(Machine({"machine": {"bodies": {"bob": point(1.0, 0, 0, 0)}, "joints": joints, "ends": ends}}), 2.0)
    rate = run.y[run.system.index("swing_rate")]
    assert run.y[0] == pytest.approx(0.2, abs=1e-12)
    assert rate == pytest.approx(-math.sqrt(2 * G * (math.cos(0.2) - math.cos(1.0))), rel=1e-10)


@pytest.mark.parametrize(
    ("lets_go", "ends", "said"),
    [
        ({"angle": 1}, {}, "rope sling: lets_go: needs joint with angle or position, or height with body"),
        ({"joint": "beam", "angle": 0}, {}, "rope sling: lets_go: the start is at 0 rad already"),
        ({"joint": "beem", "angle": 1}, {}, 'rope sling: lets_go: joint "beem" is unknown'),
        ({"joint": "fly", "angle": 1}, {}, "rope sling: lets_go: joint fly must be a hinge or a slider"),
        ({"joint": "beam", "position": 1}, {}, "rope sling: lets_go: joint beam has no position; give angle"),
        ({"joint": "beam", "angle": 1}, {"e": {"height": 1}}, "end e: needs body"),
        ({"joint": "beam", "angle": 1}, {"e": {"height": 1, "body": "arm", "at": "top"}}, "arm has no anchor"),
        ({"joint": "beam", "angle": 1}, {"e": {"height": 1, "angle": 2, "body": "arm"}}, "give one of them"),
    ],
)
def test_a_mark_that_is_none_is_told_in_one_line(lets_go: Any, ends: Any, said: str) -> None:
    with pytest.raises(BadInput) as fault:
        sling(lets_go, ends=ends)
    assert said in str(fault.value).replace("'", '"')


def test_a_start_beyond_a_mark_is_refused() -> None:
    system = sling({"joint": "beam", "angle": "45 deg"})
    with pytest.raises(BadInput, match="the start is beyond 0.785398, where a rope lets go; must be before it"):
        system.replace(initial={"beam": 1.0})
