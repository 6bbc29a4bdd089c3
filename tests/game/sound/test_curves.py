from __future__ import annotations

import numpy as np
import pytest

import physics
from game.sound.curves import StateCurves, read_signals
from physics import BadInput

TIMES = np.array([0.0, 0.1, 0.25, 0.3, 0.5])
AT = np.linspace(0.0, 0.3, 61)


def curves(*functions: np.ndarray) -> StateCurves:
    made = StateCurves(len(functions))
    made.add(TIMES, np.column_stack(functions))
    return made


def test_values_are_straight_between_times_and_paths_their_integral() -> None:
    made = curves(2.0 * TIMES + 1.0)
    assert made.value(0, AT) == pytest.approx(2.0 * AT + 1.0, abs=1e-14)
    assert made.path(0, AT) == pytest.approx(AT**2 + AT, abs=1e-14)


def test_a_parabola_is_smooth_without_error() -> None:
    value, slope = curves(3.0 * TIMES**2 - TIMES).smooth(0, AT[10:])
    assert value[:40] == pytest.approx(3.0 * AT[10:50] ** 2 - AT[10:50], abs=0.06)
    inner = (AT >= 0.1) & (AT <= 0.3)
    value, slope = curves(3.0 * TIMES**2 - TIMES).smooth(0, AT[inner])
    assert value == pytest.approx(3.0 * AT[inner] ** 2 - AT[inner], abs=1e-13)
    assert slope == pytest.approx(6.0 * AT[inner] - 1.0, abs=1e-12)


def test_the_cubic_between_times_is_of_third_order() -> None:
    errors = []
    for count in (20, 40, 80):
        times = np.linspace(0.0, 2.0, count + 1)
        made = StateCurves(1)
        made.add(times, np.sin(3.0 * times)[:, None])
        at = np.linspace(0.5, 1.5, 500)
        errors.append(np.abs(made.smooth(0, at)[0] - np.sin(3.0 * at)).max())
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders == pytest.approx([3.0, 3.0], abs=0.35)


def test_what_was_added_at_once_and_one_by_one_is_the_same() -> None:
    values = np.column_stack([np.sin(9.0 * TIMES), TIMES**3])
    whole, single = StateCurves(2), StateCurves(2)
    whole.add(TIMES, values)
    for time, row in zip(TIMES, values, strict=True):
        single.add(np.array([time]), row[None])
        single.add(np.array([time]), row[None])  # once more: left out
    assert np.array_equal(whole.path(1, AT), single.path(1, AT))
    assert np.array_equal(whole.smooth(0, AT)[0], single.smooth(0, AT)[0])
    single.forget(0.28)
    assert len(single.times) == 4
    assert np.array_equal(whole.path(1, AT[-3:]), single.path(1, AT[-3:]))


def test_signals_are_variables_quantities_or_functions() -> None:
    system = physics.system("gyroscope")
    states = np.array([system.start()])
    found = read_signals(system, ["theta", "height", lambda system, y: 2.0 * y[1], lambda system, y: 1.0 / 0.0], states)
    assert found[0, 0] == states[0, 1]
    assert found[0, 1] == pytest.approx(physics.Simulation(system).invariants()["energy"].value, rel=1.0)
    assert found[0, 2:].tolist() == [2.0 * states[0, 1], 0.0]


def test_a_name_that_the_system_does_not_have_is_refused() -> None:
    system = physics.system("gyroscope")
    with pytest.raises(BadInput, match="loudness"):
        read_signals(system, ["loudness"], np.array([system.start()]))
