from __future__ import annotations

import numpy as np
import pytest

from game.experiments.map_figure import arrays, column_name, map_figure, part_words, run_words, table
from physics import registry
from physics.studies.map_axes import map_axis
from physics.studies.outcome_map import MapRequest, OutcomeMap, map_request
from physics.studies.outcomes import CellState


def request(system: str, axes: tuple[str, str], outcome: str) -> MapRequest:
    made = registry.system_class(system)()
    across, up = (map_axis(made, name, 0.5, 1.0, count) for name, count in zip(axes, (3, 2), strict=True))
    return map_request(made, across, up, outcome, 2.0, "rk4", 5e-3)


def test_figure_has_axes_key_and_patterns_in_the_units_that_are_shown() -> None:
    chart = OutcomeMap(request("double-pendulum", ("theta2", "upper_length"), "final:theta3"))
    chart.values[:], chart.states[:] = np.arange(6.0).reshape(2, 3), CellState.KNOWN
    chart.states[0, 0] = CellState.FAILED
    figure = map_figure(chart, "Pendulum")
    plot = figure.plots[0]
    assert (plot.x.unit, plot.y[0].unit, plot.image.key.unit) == ("°", "m", "°")
    assert plot.x.scale.low == pytest.approx(np.degrees(0.5)) and plot.x.scale.high == pytest.approx(np.degrees(1.0))
    assert plot.image.key.scale.high == pytest.approx(np.degrees(5.0))
    assert [words for _, words in plot.image.samples] == ["run ended early"]
    assert figure.title == "Pendulum: value at the end: theta3" and figure.subtitle == "2 s each, rk4, step 5 ms"


def test_figure_of_a_map_that_was_cancelled_says_which_part_is_known() -> None:
    chart = OutcomeMap(request("double-pendulum", ("theta2", "upper_length"), "final:theta3"))
    chart.states[:] = CellState.KNOWN
    assert part_words(chart) == ""
    chart.states[1, :] = CellState.UNKNOWN
    assert map_figure(chart, "").subtitle == "2 s each, rk4, step 5 ms · 50 % of the cells computed"


def test_table_and_arrays_have_all_cells_in_si_units() -> None:
    chart = OutcomeMap(request("double-pendulum", ("theta2", "upper_length"), "final:theta3"))
    chart.values[:] = np.arange(6.0).reshape(2, 3)
    columns = table(chart)
    headings = [column.heading for column in columns]
    assert headings == ["theta2 [rad]", "upper_length [m]", "final:theta3 [rad]", "state"]
    assert columns[0].values[:3].tolist() == chart.x.tolist() and columns[1].values[:3].tolist() == [chart.y[0]] * 3
    found = arrays(chart)
    assert found["final_theta3"].tolist() == chart.values.tolist() and "[map]" in found["configuration"]
    assert column_name(chart.request) == "final_theta3"


def test_outcome_with_a_method_of_its_own_says_so() -> None:
    assert run_words(request("trebuchet", ("release_angle", "trough_friction"), "range")) == "dop853"
