from __future__ import annotations

import numpy as np
import pytest

from physics import BadInput, Simulation
from physics.compiled import native
from physics.pivoted.gyroscope import Gyroscope
from physics.studies import launches
from physics.studies.launches import LaunchResult, Limit, goal, limit, limitable, measure, ranges, throwing_machine
from physics.trebuchet.trebuchet import Trebuchet

RANGE = 318.0553182644062
"""Range of the default machine [m]: pytrebuchet and an independent integration agree on it to 4e-12."""


def watched(machine: Trebuchet) -> float:
    """Return the range of a machine from a run with small steps of another method."""
    simulation = Simulation(machine, "rk4", 1e-3)
    simulation.compile()
    while not any(event.name == "landing" for event in simulation.events):
        simulation.advance(1000)
    return simulation["x"]


def test_range_agrees_with_other_programs() -> None:
    found = ranges(Trebuchet(), ("sling", "short_arm"), np.array([[5.0, 1.2]]))
    assert found.values[0] == pytest.approx(RANGE, rel=1e-6)
    assert found.reasons == {}


@pytest.mark.parametrize(
    "given",
    [
        {"wind_speed": -8.0, "wind_elevation": 0.2, "spin": -30.0},
        {"counterweight": "fixed", "drag": "sphere"},
        {"release": "beam", "beam_angle": 0.1, "trough_friction": 0.3},
        {"trough": "none", "beam": "point", "release": "sling"},
    ],
)
def test_ranges_of_many_machines_are_those_of_each_alone(given: dict[str, object]) -> None:
    machine = Trebuchet(given)
    numbers = np.array([[4.6, 15.0], [5.2, 12.0], [5.5, 40.0]])
    found = ranges(machine, ("sling", "projectile_mass"), numbers)
    alone = [watched(machine.replace({"sling": sling, "projectile_mass": mass})) for sling, mass in numbers.tolist()]
    assert found.values == pytest.approx(alone, rel=1e-5)


def test_ranges_do_not_end_where_the_hanger_stops() -> None:
    machine = Trebuchet({"short_arm": 3.0, "hanger": 0.3, "beam_mass": 10.0})
    slings = np.array([[2.0], [3.0], [4.0]])
    found = ranges(machine, ("sling",), slings)
    alone = [watched(machine.replace({"sling": sling})) for sling in slings[:, 0].tolist()]
    assert found.values == pytest.approx(alone, rel=1e-3)
    assert (found.values > 50.0).all()


def test_ranges_do_not_need_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(shape: object) -> None:
        raise native.Unavailable("none")

    monkeypatch.setattr(native, "compiled_run", none)
    found = ranges(Trebuchet(), ("sling", "time_limit"), np.array([[5.0, 20.0], [5.0, 0.5], [50.0, 20.0]]))
    assert found.values[0] == pytest.approx(RANGE, rel=1e-6)
    assert sorted(found.reasons) == [1, 2]
    assert np.isnan(found.values[1:]).all()


def test_machines_that_do_not_throw_give_the_reason() -> None:
    found = ranges(Trebuchet(), ("sling", "time_limit"), np.array([[50.0, 20.0], [5.0, 0.5], [5.0, 20.0]]))
    assert np.isnan(found.values).tolist() == [True, True, False]
    assert "sling = 50 m: must be" in found.reasons[0]
    assert found.reasons[1] == "not released within the time limit"
    assert len(found.reasons) == 2


def test_flight_without_end_is_given_up() -> None:
    machine = Trebuchet({"material": "density", "density": 1.0, "wind_elevation": 1.57})
    found = ranges(machine, ("wind_speed",), np.array([[90.0]]))
    assert found.reasons[0].startswith("still in the air after")
    report = LaunchResult(machine.replace({"wind_speed": 90.0})).report
    assert {report[name].reason for name in ("range", "apex")} == {"still in the air after 1000 s"}


def test_launch_result_has_report_and_path() -> None:
    fired = LaunchResult(Trebuchet())
    assert fired.number("range") == pytest.approx(RANGE, rel=1e-6)
    assert fired.number("peak_pivot") == pytest.approx(109935.89452173049, rel=1e-4)
    assert fired.number("height") == pytest.approx(9.7)
    assert fired.path.dtype == np.float32
    assert fired.path[-1] == pytest.approx([RANGE, 0.0, 0.0], abs=1e-3)
    assert fired.path[:, 2].max() == pytest.approx(98.6179, abs=0.1)


def test_shot_that_is_given_up_has_no_range() -> None:
    fired = LaunchResult(Trebuchet({"time_limit": 0.5}))
    assert np.isnan(fired.number("range"))
    assert len(fired.path) == 0


def test_measure_returns_the_excess_over_a_limit() -> None:
    machine = Trebuchet()
    reached, beyond = measure(machine, ("sling",), "range", [Limit("peak_sling", 4000.0), Limit("height", 9.7)])(
        np.array([[5.0], [50.0]])
    )
    assert reached[0] == pytest.approx(RANGE, rel=1e-6)
    assert beyond[0] == pytest.approx(8008.872894112522 / 4000.0 - 1.0, rel=1e-4)
    assert np.isnan(reached[1])


def test_measure_of_another_objective() -> None:
    reached, _ = measure(Trebuchet(), ("sling",), "efficiency", [])(np.array([[5.0]]))
    assert reached[0] == pytest.approx(0.708, abs=1e-3)


def test_invalid_goals_and_limits_are_refused() -> None:
    machine = Trebuchet()
    assert [each.name for each in limitable(machine)] == ["peak_sling", "peak_hanger", "peak_pivot", "height"]
    assert goal(machine, "range").unit == "m"
    with pytest.raises(BadInput, match=r"gyroscope: throws nothing; trebuchet does"):
        throwing_machine(Gyroscope())
    with pytest.raises(BadInput, match=r"unknown objective 'beauty'.*range"):
        goal(machine, "beauty")
    with pytest.raises(BadInput, match=r"limit peak_pivot = -1 N: must be from"):
        limit(machine, "peak_pivot", "-1")


def test_ranges_of_no_machines_are_empty() -> None:
    assert len(launches.ranges(Trebuchet(), ("sling",), np.zeros((0, 1))).values) == 0
