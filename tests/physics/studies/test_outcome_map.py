from __future__ import annotations

import pickle
from concurrent.futures import Executor, Future
from typing import Any

import numpy as np
import pytest

from physics import BadInput, registry
from physics.compiled import native
from physics.studies import outcome_map
from physics.studies.map_axes import map_axis
from physics.studies.outcome_map import MapRequest, OutcomeMap, compute_cells, levels, map_request
from physics.studies.outcomes import CellState

BARS = registry.system_class("double-pendulum")()


class Elsewhere(Executor):
    """An executor that hands tasks and results over as bytes, as one of another machine does."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, task: Any, /, *given: Any, **named: Any) -> Future[Any]:
        self.tasks += 1
        done: Future[Any] = Future()
        call, points = pickle.loads(pickle.dumps((task, given)))
        done.set_result(pickle.loads(pickle.dumps(call(*points))))
        return done


def request(columns: int = 12, rows: int = 9, outcome: str = "final:theta3", seconds: float = 0.2) -> MapRequest:
    across, up = map_axis(BARS, "theta2", -3.0, 3.0, columns), map_axis(BARS, "upper_length", 0.5, 1.5, rows)
    return map_request(BARS, across, up, outcome, seconds)


def test_levels_cover_each_cell_once_from_coarse_to_fine() -> None:
    for shape in ((1, 1), (5, 40), (64, 64), (33, 100)):
        found = list(levels(shape))
        cells = [tuple(cell) for _, each in found for cell in each.tolist()]
        assert len(cells) == len(set(cells)) == shape[0] * shape[1]
        strides = [stride for stride, _ in found]
        assert strides == sorted(strides, reverse=True) and strides[-1] == 1
        assert len(found[0][1]) <= 16 * 16


def test_each_cell_has_the_outcome_of_its_own_run() -> None:
    chart = OutcomeMap(request())
    chart.compute()
    assert chart.known == 1.0 and chart.level == 1 and chart.count(CellState.KNOWN) == 12 * 9
    for row, column in ((0, 0), (8, 11), (4, 7)):
        point = np.array([[chart.x[column], chart.y[row]]])
        assert compute_cells(chart.request, lambda: False, point).values[0] == chart.values[row, column]


def test_another_executor_gives_the_same_bits() -> None:
    here, there, executor = OutcomeMap(request(20)), OutcomeMap(request(20)), Elsewhere()
    here.compute()
    assert there.request.chosen.text == "final:theta3"
    there.compute(executor)
    assert executor.tasks > 2
    assert there.values.tobytes() == here.values.tobytes()
    assert there.states.tobytes() == here.states.tobytes()


def test_stopped_map_keeps_what_is_there() -> None:
    chart = OutcomeMap(request(64, 64))
    seen: list[float] = []
    chart.compute(stopped=lambda: len(seen) > 0, follow=lambda: seen.append(chart.known))
    assert 0.0 < chart.known < 1.0 and len(seen) == 1
    values, states = chart.filled()
    assert (states != CellState.UNKNOWN).mean() > chart.known
    known = chart.states != CellState.UNKNOWN
    assert (values[known] == chart.values[known]).all()


def test_filled_map_shows_coarse_cells_between() -> None:
    chart = OutcomeMap(request(16, 16))
    for stride, cells in levels((16, 16)):
        if stride > 1:
            chart.values[tuple(cells.T)], chart.states[tuple(cells.T)] = cells[:, 0] * 16.0 + cells[:, 1], 1
    values, states = chart.filled()
    assert (states == CellState.KNOWN).all()
    assert values[5, 7] == 4 * 16 + 6 and values[4, 6] == 4 * 16 + 6


def test_values_that_are_not_allowed_have_a_reason() -> None:
    machine = registry.system_class("trebuchet")()
    across, up = map_axis(machine, "sling", 4.0, 60.0, 2), map_axis(machine, "release_angle", 0.5, 0.9, 1)
    chart = OutcomeMap(map_request(machine, across, up, "range", 1.0))
    chart.compute()
    assert chart.states.tolist() == [[CellState.NEVER, CellState.REFUSED]] or chart.states[0, 1] == CellState.REFUSED
    assert "sling = 46 m: must be" in chart.reasons[0, 1]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"up": map_axis(BARS, "theta2", 0.0, 1.0, 2)}, "theta2: is on both axes"),
        ({"outcome": "range"}, "double-pendulum throws nothing"),
        ({"duration": -1.0}, "seconds = -1 s: must be from 0.001"),
        ({"integrator": "dop853", "outcome": "lyapunov"}, "need a method of fixed steps"),
        ({"integrator": "rk5"}, "unknown integrator 'rk5'"),
    ],
)
def test_bad_requests_are_refused(change: dict[str, Any], says: str) -> None:
    given: dict[str, Any] = {
        "across": map_axis(BARS, "theta2", 0.0, 1.0, 2),
        "up": map_axis(BARS, "theta3", 0.0, 1.0, 2),
        "outcome": "final",
        "duration": 1.0,
    }
    with pytest.raises(BadInput, match=says):
        map_request(BARS, **{**given, **change})


def test_map_needs_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(shape: object) -> None:
        raise native.Unavailable("numba is missing")

    monkeypatch.setattr(native, "compiled_run", refused)
    with pytest.raises(BadInput, match="compiled code is needed and not available: numba is missing"):
        OutcomeMap(request()).compute()


def test_machine_code_is_waited_for_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(outcome_map.native, "is_compiled", lambda shape: None)
    monkeypatch.setattr(outcome_map.native, "compile_error", lambda shape: "")
    monkeypatch.setattr(outcome_map.native.background, "ask", asked.append)
    assert not outcome_map.prepared(request()) and len(asked) == 1
