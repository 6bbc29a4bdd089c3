from __future__ import annotations

import math
import time

import numpy as np
import pytest

from game import scenefile
from game.experiments import outcome_map
from game.experiments.outcome_map import MapTask, best, cell_words, usual_run
from game.model.shown.shown_units import SI
from game.scenefile import Scene
from game.session import advancing
from game.session.actions import start_from_map
from game.session.session import Session
from physics import BadInput
from physics.pendulums.double_pendulum import DoublePendulum
from physics.pendulums.double_pendulum_open import DoublePendulumOpen
from physics.studies.map_axes import map_axis
from physics.studies.outcome_map import MapRequest, map_request
from physics.studies.outcomes import CellState
from physics.trebuchet.trebuchet import Trebuchet

PENDULUM = Scene(system="double-pendulum", name="double-pendulum")


def flips(cells: int = 4, seconds: float = 4.0) -> MapRequest:
    bars = DoublePendulum()
    across, up = map_axis(bars, "theta2", 1.0, 3.0, cells), map_axis(bars, "theta3", -3.0, 3.0, cells)
    return map_request(bars, across, up, "flip-time", seconds, "rk4", 5e-3)


def test_map_has_the_flip_time_of_a_pendulum_started_in_a_cell() -> None:
    task = MapTask(flips())
    task.wait()
    assert task.done and task.progress == 1.0 and task.reason == "" and task.picture is None
    for row, column in ((0, 3), (3, 3), (1, 2)):
        session = Session(PENDULUM)
        start_from_map(session, {"theta2": task.chart.x[column], "theta3": task.chart.y[row]})
        simulation = session.simulation
        assert simulation.y.tolist() == [task.chart.x[column], task.chart.y[row], 0.0, 0.0] and not simulation.paused
        while abs(simulation["theta3"]) <= math.pi and simulation.time < 4.0:
            simulation.advance(10)
        alone = simulation.time if simulation.time < 4.0 else math.inf
        assert task.chart.values[row, column] == pytest.approx(alone, abs=0.0105)


def test_picture_grows_with_the_map() -> None:
    task = MapTask(flips(), paints=True)
    task.wait()
    assert task.picture is not None
    assert task.picture.pixels.shape == (outcome_map.PICTURE_SIDE, outcome_map.PICTURE_SIDE, 4)


def test_cell_has_its_value_or_why_it_has_none() -> None:
    task = MapTask(flips(2, 0.5))
    task.wait()
    task.chart.states[:] = [[CellState.NEVER, CellState.EXCLUDED], [CellState.FAILED, CellState.KNOWN]]
    task.chart.values[1, 1] = 0.1234567
    assert [cell_words(task.chart, row, column, SI) for row, column in ((0, 0), (0, 1), (1, 0), (1, 1))] == [
        "not within 0.5 s", "excluded by energy", "run ended early", "0.1235 s",
    ]  # fmt: skip
    task.chart.reasons[0, 0] = "not released within the time limit"
    assert cell_words(task.chart, 0, 0, SI) == "not released within the time limit"
    assert best(task.chart) == (1, 1)


def test_cancelled_map_stops_and_is_replaced() -> None:
    session = Session(PENDULUM)
    session.run.beside.compute_map(flips(512, 100.0))
    first = session.run.beside.outcome_map
    assert first is not None and session.computing
    session.run.beside.compute_map(flips(256, 100.0))
    first.wait()
    assert first.progress < 1.0 and first.cancelled
    second = session.run.beside.outcome_map
    assert second is not None and second is not first
    session.run.beside.forget_map()
    second.wait()
    assert session.run.beside.outcome_map is None and second.progress < 1.0


def test_new_scene_discards_the_map() -> None:
    session = Session(PENDULUM)
    session.run.beside.compute_map(flips(256, 100.0))
    task = session.run.beside.outcome_map
    session.open(PENDULUM)
    assert task is not None and session.run.beside.outcome_map is None
    task.wait()


def test_failed_map_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise BadInput("map: there is no machine code")

    monkeypatch.setattr(outcome_map.OutcomeMap, "compute", refuse)
    task = MapTask(flips())
    task.wait()
    assert task.reason == "map: there is no machine code" and task.progress == 0.0


def test_map_waits_for_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    there: list[bool] = []
    monkeypatch.setattr(outcome_map, "prepared", lambda request: bool(there))
    task = MapTask(flips(2, 0.5))
    time.sleep(0.05)
    assert not task.done and task.compiling and task.progress == 0.0
    there.append(True)
    task.wait()
    assert task.progress == 1.0 and not task.compiling


def test_start_from_a_map_is_refused_where_the_system_does_not_allow_it() -> None:
    session = Session(scenefile.load("fast-cone"))
    with pytest.raises(BadInput, match="theta"):
        start_from_map(session, {"theta": 7.0})
    before = session.simulation.system.initial
    assert session.simulation.system.initial == before


def test_machine_waits_cocked_after_a_click() -> None:
    session = Session(scenefile.load("trebuchet"))
    advancing.advance_frame(session, 60)
    start_from_map(session, {"sling": 6.0, "release_angle": 0.7})
    assert session.simulation.paused and session.simulation.tick == 0
    assert session.simulation.system.parameters["sling"] == 6.0


def test_every_formulation_starts_at_the_chosen_angles() -> None:
    session = Session(Scene(system="double-pendulum-open", name="open"))
    advancing.advance_frame(session, 60)
    start_from_map(session, {"theta2": 2.0, "theta3": -1.0})
    expected = DoublePendulumOpen(initial={"theta2": 2.0, "theta3": -1.0}).start()
    assert session.simulation.tick == 0
    assert session.simulation.y.tolist() == pytest.approx(expected.tolist())


def test_runs_have_the_method_of_the_scene_where_it_serves() -> None:
    assert usual_run(Session(PENDULUM).simulation)[:2] == ("rk4", pytest.approx(math.sqrt(1.0 / 9.81) / 64))
    top = Session(Scene(system="gyroscope", name="top", integrator="heun", dt=2e-3))
    assert usual_run(top.simulation)[:2] == ("heun", 2e-3)
    exact = Session(Scene(system="gyroscope", name="top", integrator="dop853", dt=2e-3))
    assert usual_run(exact.simulation) == ("rk4", 2e-3, {})


def test_map_of_a_machine_has_ranges_and_reasons() -> None:
    machine = Trebuchet()
    across, up = map_axis(machine, "sling", 4.0, 60.0, 2), map_axis(machine, "release_angle", 0.5, 0.9, 2)
    task = MapTask(map_request(machine, across, up, "range", 1.0, "dop853"))
    task.wait()
    assert "sling = 46 m: must be" in cell_words(task.chart, 0, 1, SI)
    assert np.isnan(task.chart.values[:, 1]).all()
