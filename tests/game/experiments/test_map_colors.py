from __future__ import annotations

import numpy as np

from game.experiments.map_colors import (
    GROUND,
    LINES,
    TABLE,
    color_scale,
    painted,
    sample,
    state_words,
    strip,
    without_value,
)
from physics.pendulums.double_pendulum import DoublePendulum
from physics.studies.map_axes import map_axis
from physics.studies.outcome_map import OutcomeMap, map_request
from physics.studies.outcomes import CellState


def chart(outcome: str, values: list[list[float]], states: list[list[int]] | None = None) -> OutcomeMap:
    bars = DoublePendulum()
    rows, columns = np.shape(values)
    axes = map_axis(bars, "theta2", 0.0, 1.0, columns), map_axis(bars, "theta3", 0.0, 1.0, rows)
    made = OutcomeMap(map_request(bars, *axes, outcome, 10.0))
    made.values[:] = values
    made.states[:] = CellState.KNOWN if states is None else states
    return made


def test_larger_values_are_brighter_and_later_times_darker() -> None:
    angles = painted(chart("final:theta3", [[0.0, 0.5, 1.0]]), 3, 1)
    assert angles.pixels[0].tolist() == [TABLE[at].tolist() for at in (0, 128, 255)]
    assert (angles.scale.low, angles.scale.high) == (0.0, 1.0)
    times = painted(chart("flip-time", [[0.1, 1.0, 10.0]]), 3, 1)
    assert times.pixels[0].tolist() == [TABLE[at].tolist() for at in (255, 128, 0)]
    assert times.scale.log
    assert strip(False, 3)[:, 0].tolist() == [TABLE[at].tolist() for at in (255, 127, 0)]
    assert strip(True, 2)[:, 0].tolist() == [TABLE[at].tolist() for at in (0, 255)]


def test_lightness_of_the_colours_grows() -> None:
    light = TABLE[:, :3].astype(float) @ (0.2126, 0.7152, 0.0722)
    assert (np.diff(light) > -1.0).all() and light[-1] > light[0] + 150


def test_first_row_lies_below() -> None:
    picture = painted(chart("final:theta3", [[0.0], [1.0]]), 1, 4).pixels[:, 0]
    assert picture.tolist() == [TABLE[255].tolist()] * 2 + [TABLE[0].tolist()] * 2


def test_states_without_a_value_have_patterns_of_their_own() -> None:
    states = [[int(state) for state in CellState]]
    made = chart("flip-time", [[np.inf] * 6], states)
    made.values[0, int(CellState.KNOWN)] = 1.0
    picture = painted(made, 6 * 24, 24)
    seen = {
        state: picture.pixels[:, 24 * at : 24 * (at + 1), :3].reshape(-1, 3).tolist()
        for at, state in enumerate(CellState)
    }
    looks = {state: frozenset(map(tuple, pixels)) for state, pixels in seen.items()}
    assert len(set(looks.values())) == 6
    assert all(len(looks[state]) == (2 if state in LINES else 1) for state in GROUND if state != CellState.UNKNOWN)
    shares = {state: np.mean([pixel == list(LINES[state]) for pixel in seen[state]]) for state in LINES}
    assert shares[CellState.FAILED] > 1.5 * shares[CellState.REFUSED] > 0.2
    assert set(without_value(picture)) >= set(GROUND) - {CellState.UNKNOWN}
    assert len({state_words(made, state) for state in GROUND}) == 5
    assert len({sample(state, 16).tobytes() for state in GROUND}) == 5


def test_scale_is_never_empty() -> None:
    for outcome in ("final:theta3", "flip-time", "flips"):
        for values in ([[0.0, 0.0]], [[3.0, 3.0]], [[np.nan, np.nan]]):
            states = [[int(CellState.FAILED)] * 2] if np.isnan(values[0][0]) else None
            scale = color_scale(chart(outcome, values, states))
            assert scale.low < scale.high
