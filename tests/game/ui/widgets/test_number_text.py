from __future__ import annotations

import math

import pytest

from game.ui.widgets.number_text import NumberReadout, SteadyNumber, brief, drift_text, elapsed, factor, slider_range
from physics.core.fields import Parameter


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.5235987, "0.52360"),
        (-59.99999999, "−60.0000"),
        (400.03312, "400.033"),
        (0.0, "0"),
        (-0.0, "0"),
        (1234567.0, "1234567"),
        (1.2344e-6, "1.234×10⁻⁶"),
        (1.2344e-5, "12.34×10⁻⁶"),
        (-1.2344e-4, "−123.4×10⁻⁶"),
        (1.2344e-3, "0.00123"),
        (-6.02e23, "−602.0×10²¹"),
        (math.nan, "not finite"),
    ],
)
def test_readout_of_one_value(value: float, words: str) -> None:
    assert NumberReadout()(value) == words


def test_the_largest_number_is_read_out() -> None:
    assert NumberReadout()(1.7e308) == "170.0×10³⁰⁶"


def test_digits_keep_their_places_through_zero() -> None:
    readout = NumberReadout()
    readout(4.0)
    lengths = {len(readout(4.0 * math.cos(0.1 * i)).lstrip("−")) for i in range(100)}
    assert lengths == {7}


def test_exponents_only_grow_and_are_multiples_of_three() -> None:
    readout = NumberReadout()
    readout(3e-6)
    assert readout(4e-8) == "0.040×10⁻⁶"
    assert [readout(value) for value in (4e-5, 4e-4, 4e-7)] == ["40.00×10⁻⁶", "400.0×10⁻⁶", "0.4×10⁻⁶"]


@pytest.mark.parametrize(("largest", "words"), [(3e-4, "0"), (4.0, "0.00000")])
def test_values_below_the_last_digit_have_no_sign_and_no_exponent(largest: float, words: str) -> None:
    readout = NumberReadout()
    readout(largest)
    assert readout(-1e-9) == words
    assert readout(0.0) == "0"


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
def test_drift_text(drift: float, words: str) -> None:
    assert drift_text(drift) == words


def test_texts_of_speed_and_time() -> None:
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
def test_slider_ranges_include_default_and_value_within_bounds(parameter: Parameter, value: float) -> None:
    low, high = slider_range(parameter, value)
    assert parameter.low <= low < high <= parameter.high
    assert low <= value <= high or value == 0.0
    assert low <= parameter.default <= high


def test_a_slider_range_is_narrower_than_distant_bounds() -> None:
    low, high = slider_range(number(0.04, 1e-6, 1e3, log=True), 0.04)
    assert high / low < 1e3


def test_a_changing_number_is_updated_at_intervals_with_unsteady_digits_marked() -> None:
    number = SteadyNumber(5, 5)
    seen = [number(198.0 + 0.004 * frame, frame / 60, True) for frame in range(120)]
    texts = [text for text, _ in seen]
    assert len(set(texts)) <= 2 * 10 + 1
    text, steady = seen[-1]
    assert text.startswith("198.")
    assert text[:steady] == "198."


def test_a_resting_number_is_shown_at_once_and_fully_steady() -> None:
    number = SteadyNumber(5, 5)
    number(1.0, 0.0, True)
    assert number(2.5, 0.01, True)[0] == "1.0000"
    assert number(2.5, 0.02, False) == ("2.5000", 6)
    assert number(3.5, 0.02, False) == ("3.5000", 6)


def test_decimal_places_are_limited() -> None:
    assert [NumberReadout(5, 5)(value) for value in (0.0123456, 0.123456, 1.23456, 123.456)] == [
        "0.01235", "0.12346", "1.2346", "123.46",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.15, "0.15"), (2.994e-6, "2.994×10⁻⁶"), (-0.0, "0"), (2000.0, "2000"), (123456.0, "1.235×10⁵"), (-3.0, "−3")],
)
def test_numbers_of_fields(value: float, words: str) -> None:
    assert brief(value) == words


@pytest.mark.usefixtures("french")
def test_numbers_have_a_decimal_comma_in_french() -> None:
    assert NumberReadout(6)(-12.5) == "−12,5000"
    assert NumberReadout(6)(1.5e9) == "1,500×10⁹"
    assert brief(0.25) == "0,25"
    assert drift_text(-3.2e-12) == "−3,2×10⁻¹²"
    assert factor(0.25) == "0,25×" and factor(1 / 64) == "1/64×"
    assert brief(float("nan")) == "non fini"
