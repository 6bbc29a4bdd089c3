"""Stops of beam, sling and hanger at given angles: where they are met, what the blow does, and refused starts."""

import math

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.trebuchet import machine, phases
from tests.physics.trebuchet import newton
from tests.physics.trebuchet.test_blows import blow

STRICT = {"rtol": 1e-11, "atol": 1e-12}


def thrown(parameters, seconds=6.0, initial=None):
    run = physics.Simulation(physics.system("trebuchet", parameters, initial), "dop853", 5e-3, STRICT)
    run.compile()
    ticks = round(seconds / 5e-3)
    states = [list(run.y[:6])]
    for _ in range(ticks):
        assert run.advance(1) == 1, run.message
        states.append(list(run.y[:6]))
    return run, np.array(states)


@pytest.mark.parametrize(
    ("stop", "event", "place"),
    [
        ({"beam_low": "-20 deg"}, "beam-stop", 0),
        ({"sling_high": "250 deg"}, "sling-stop", 1),
        ({"hanger_high": "200 deg"}, "hanger-stop", 2),
        ({"sling_low": "20 deg"}, "sling-stop", 1),
    ],
)
def test_a_stop_is_met_at_its_angle_and_never_passed(stop, event, place):
    run, states = thrown(stop)
    (name,) = stop
    wanted = run.system.parameters[name]
    hits = [each for each in run.events if each.name == event and abs(each.before[place] - wanted) < 1e-9]
    assert hits, "the stop was met"
    side = 1.0 if name.endswith("low") else -1.0
    assert (side * (states[:, place] - wanted)).min() > -1e-9
    assert abs(run.invariants()["energy"].drift) < 1e-9
    free, _ = thrown({})
    assert (side * (thrown({})[1][:, place] - wanted)).min() < 0.0, "without the stop the machine goes there"
    assert free["loss"] != run["loss"]


STOPS = {"beam_stops": "angles", "beam_low": -0.5, "beam_high": 1.0, "sling_low": 0.4, "sling_high": 4.0,
         "hanger_low": 1.1, "hanger_high": 3.5}  # fmt: skip


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(
    ("event", "place", "q", "v"),
    [
        (phases.BEAM_STOP, 0, [-0.5, 2.0, 2.0], [-2.0, 3.0, 1.0]),
        (phases.BEAM_STOP, 0, [1.0, 2.0, 2.0], [2.0, 3.0, 1.0]),
        (phases.SLING_STOP, 1, [0.3, 0.4, 2.0], [2.0, -3.0, 1.0]),
        (phases.SLING_STOP, 1, [0.3, 4.0, 2.0], [2.0, 3.0, 1.0]),
        (phases.HANGER_STOP, 2, [0.3, 2.0, 1.1], [2.0, 1.0, -3.0]),
        (phases.HANGER_STOP, 2, [0.3, 2.0, 3.5], [2.0, 1.0, 3.0]),
    ],
)
def test_the_blow_at_a_given_angle_is_that_of_point_masses(e, event, place, q, v):
    parameters = {**STOPS, "restitution": e, "trough": "none", "counterweight_inertia": 200.0, "begin": "given"}
    _, after, M = blow(parameters, q, v, event)
    n, inverse = np.eye(3)[place], np.linalg.inv(M)
    expected = np.array(v) - (1 + e) * inverse @ n * (n @ v) / (n @ inverse @ n)
    assert list(after[3:6]) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert list(after[:3]) == pytest.approx(q, abs=1e-12)
    rest = (machine.ON_BEAM_TIP, machine.ON_SLING, machine.ON_HANGER)[place]
    assert after[machine.REST] == (rest if e == 0.0 else 0.0)


def test_a_hanger_at_rest_on_a_prop_leaves_it_where_the_load_passes_zero():
    """Propped out of the vertical: the counterweight first turns with the beam, as if it were fixed to it."""
    given = {"trough": "none", "restitution": 0.0, "hanger_low": 1.6, "release": "beam", "beam_angle": -3.0}
    start = {"alpha": 2.2, "beta": 1.0, "gamma": 1.6}
    run, states = thrown(given, 0.6, start)
    free = next(each for each in run.events if each.name == "hanger-free")
    assert free.before[machine.GAMMA] == 1.6
    assert free.time > 0.05
    fixed = newton.points(1.2, 5.7, 4.0, 1.4, 5.0, 2000.0, 15.0, 100.0)
    early = round(0.04 / 5e-3)
    q, v = states[early][[0, 1]], states[early][[3, 4]]
    assert states[early][[2, 5]] == pytest.approx([1.6, 0.0], abs=0.0)
    full, rates = np.array([*q, 1.6]), np.array([*v, 0.0])
    M, w = newton.mass_matrix(fixed, full)[:2, :2], newton.right_side(fixed, full, rates, 9.81)[:2]
    step = (states[early + 1] - states[early - 1])[[3, 4]] / 1e-2
    assert step == pytest.approx(np.linalg.solve(M, w), rel=1e-3)
    assert abs(run.invariants()["energy"].drift) < 1e-10


def test_a_beam_on_a_high_pivot_turns_over_unless_it_is_stopped():
    high = {"pivot_height": 9.0, "trough": "none", "begin": "given", "release": "beam", "beam_angle": -3.0}
    start = {"alpha": 3.0, "gamma": 0.3, "alpha_dot": -9.0}
    assert thrown(high, 2.0, start)[1][:, 0].min() < -math.pi
    assert thrown({**high, "beam_low": "-90 deg"}, 2.0, start)[1][:, 0].min() > -math.pi / 2 - 1e-9


def test_a_given_start_beyond_a_stop_is_at_it():
    system = physics.system("trebuchet", {**STOPS, "trough": "none"}, {"alpha": 2.0, "beta": 6.0, "gamma": 0.1})
    assert [system.initial[name] for name in ("alpha", "beta", "gamma")] == [1.0, 4.0, 1.1]
    again = physics.system("trebuchet", {**STOPS, "trough": "none"}, system.initial)
    assert bytes(again.start()) == bytes(system.start())


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"hanger_low": "60 deg"}, "hanger_low = 60 deg: the machine starts beyond this stop, at 45.43"),
        ({"beam_high": "100 deg"}, "beam_high = 100 deg: the machine starts beyond this stop, at 134.5"),
        ({"sling_low": "90 deg"}, "sling_low = 90 deg: the machine starts beyond this stop, at 44.56"),
        ({"sling_low": 3.0, "sling_high": 2.0}, "sling_low = 171.88.* deg: must be at least 1 deg below sling_high"),
        ({"hanger_low": 1.0, "counterweight": "fixed"}, "hanger_low = 1.0: applies when counterweight is hinged"),
        ({"beam_low": 1.0, "beam_stops": "ground"}, "beam_low = 1.0: applies when beam_stops is angles, not ground"),
    ],
)
def test_stops_that_cannot_be_are_refused_with_the_reason(parameters, message):
    with pytest.raises(BadInput, match=message) as refused:
        physics.system("trebuchet", parameters)
    assert "\n" not in str(refused.value)
