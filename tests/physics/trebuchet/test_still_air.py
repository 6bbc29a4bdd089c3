"""The flight without wind against whole runs of machines in still air."""

import math

import numpy as np
import pytest

import physics
from physics.trebuchet.still_air import LONGEST, blows, spinless_path, spins, still_path


def shot(parameters):
    """Return a run to the landing, and the values of its report."""
    run = physics.Simulation(physics.system("trebuchet", parameters), "dop853", 1e-2)
    run.compile()
    rows = [(run.time, list(run.y))]
    while run["phase"] < 4.0:
        assert run.advance(1) == 1, run.message
        rows.append((run.time, list(run.y)))
    times, states = zip(*rows, strict=True)
    report = run.system.report(np.array(times), np.array(states), run.events)
    return run, {entry.name: entry.value for entry in report}


@pytest.mark.parametrize("more", [{}, {"drag": "sphere"}, {"spin": -60.0, "material": "pumpkin"}])
def test_the_still_flight_is_that_of_a_machine_without_wind(more):
    windy, report = shot({**more, "wind_speed": -15.0, "wind_elevation": 0.1})
    still, expected = shot(more)
    release = next(each for each in windy.events if each.name == "release")
    path = still_path(windy.system.p, release.before)
    assert path[0] == pytest.approx(release.before[6:8])
    assert path[-1] == pytest.approx((expected["range"], 0.0), abs=2e-3)
    assert path[:, 1].max() == pytest.approx(expected["apex"], abs=5e-3)
    assert report["range_still"] == pytest.approx(expected["range"], abs=2e-3)
    assert report["range"] < report["range_still"]
    assert expected["range_still"] is None
    assert (blows(windy.system.p), blows(still.system.p)) == (True, False)


def test_the_flight_without_spin_is_that_of_a_stone_that_does_not_turn():
    turning, report = shot({"spin": -60.0, "material": "pumpkin"})
    plain, expected = shot({"material": "pumpkin"})
    release = next(each for each in turning.events if each.name == "release")
    path = spinless_path(turning.system.p, release.before)
    assert path[-1] == pytest.approx((expected["range"], 0.0), abs=2e-3)
    assert path[:, 1].max() == pytest.approx(expected["apex"], abs=5e-3)
    assert report["range"] > expected["range"] + 1.0
    assert (spins(turning.system.p), spins(plain.system.p)) == (True, False)


def test_a_stone_that_stays_in_the_air_has_a_path_that_ends():
    system = physics.system("trebuchet", {"spin": -10000.0, "drag": "none", "wind_speed": 1.0})
    state = system.start()
    state[6:10] = type(state)("d", [0.0, 50.0, 20.0, 0.0])
    path = still_path(system.p, state)
    assert np.isfinite(path).all()
    assert len(path) <= LONGEST / 0.02 + 1
    assert math.isfinite(path[-1, 0])
