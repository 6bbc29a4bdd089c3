from __future__ import annotations

import math

import pytest

from game.ui.numbers import Readout, drift_text, elapsed, factor, slider_range
from physics.fields import Parameter


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.5235987, "0.52360"),
        (-59.99999999, "−60.0000"),
        (400.03312, "400.033"),
        (0.0, "0.00000"),
        (1234567.0, "1234567"),
        (1.2345e-5, "1.234×10⁻⁵"),
        (-6.02e23, "−6.020×10²³"),
        (math.nan, "not finite"),
    ],
)
def test_readout_of_one_value(value: float, words: str) -> None:
    assert Readout()(value) == words


def test_digits_stay_in_place_while_a_number_passes_through_zero() -> None:
    readout = Readout()
    readout(4.0)
    lengths = {len(readout(4.0 * math.cos(0.1 * i)).lstrip("−")) for i in range(100)}
    assert lengths == {7}


def test_power_of_ten_only_grows() -> None:
    readout = Readout()
    readout(3e-6)
    assert readout(4e-8).endswith("×10⁻⁶")


@pytest.mark.parametrize(
    ("drift", "words"),
    [
        (0.0, "0"),
        (1.23e-9, "+1.2×10⁻⁹"),
        (-4.56e-13, "−4.6×10⁻¹³"),
        (3.8, "+3.8"),
        (-0.033, "−0.033"),
        (378.2, "+378"),
        (5e4, "+5.0×10⁴"),
        (math.inf, "not finite"),
    ],
)
def test_drift(drift: float, words: str) -> None:
    assert drift_text(drift) == words


def test_speed_and_time() -> None:
    assert [factor(value) for value in (1.0, 0.25, 1 / 64, 0.613, 32.0)] == [
        "1×",
        "0.25×",
        "1/64×",
        "0.613×",
        "32×",
    ]
    assert [elapsed(value) for value in (0.0, 59.9, 61.2, 3600.0)] == ["0:00", "0:59", "1:01", "60:00"]


def number(default: float, low: float, high: float, log: bool = False) -> Parameter:
    return Parameter(meaning="", default=default, unit="m", low=low, high=high, log=log)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        (number(0.15, 1e-3, 10.0, log=True), 0.15),
        (number(0.15, 1e-3, 10.0, log=True), 9.9),
        (number(0.11, 0.0, 10.0, log=True), 0.0),
        (number(0.0, 0.0, 10.0), 0.0),
        (number(9.81, 0.0, 100.0), 100.0),
        (number(0.0, -1e5, 1e5), -3e4),
    ],
)
def test_slider_spans_default_and_value_within_bounds(parameter: Parameter, value: float) -> None:
    low, high = slider_range(parameter, value)
    assert parameter.low <= low < high <= parameter.high
    assert low <= value <= high or value == 0.0
    assert low <= parameter.default <= high


def test_a_slider_is_finer_than_far_bounds() -> None:
    low, high = slider_range(number(0.04, 1e-6, 1e3, log=True), 0.04)
    assert high / low < 1e3
