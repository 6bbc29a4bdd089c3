import math

import pytest

from physics import BadInput
from physics.core.units import (
    ANGLE_UNITS,
    OFFERED,
    check_number,
    check_units,
    factor,
    from_unit,
    in_unit,
    parse_quantity,
    whole_turns,
    with_unit,
)


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("0.04", "kg", 0.04),
        ("40 g", "kg", 0.04),
        ("40g", "kg", 0.04),
        ("-1e-3", "m", -1e-3),
        ("15cm", "m", 0.15),
        ("30 deg", "rad", math.pi / 6),
        ("30°", "rad", math.pi / 6),
        ("pi/6", "rad", math.pi / 6),
        ("-pi/2", "rad", -math.pi / 2),
        ("2*pi/3", "rad", 2 * math.pi / 3),
        ("0.5π rad", "rad", math.pi / 2),
        ("600 rpm", "rad/s", 20 * math.pi),
        ("9.81 m/s2", "m/s²", 9.81),
        ("1 ms", "s", 1e-3),
        ("0.25", "", 0.25),
        ("2 turns", "rad", 4 * math.pi),
        ("3 rev/s", "rad/s", 6 * math.pi),
        ("36 km/h", "m/s", 10.0),
        ("2 kN", "N", 2000.0),
        ("5 mJ", "J", 0.005),
    ],
)
def test_quantities_are_parsed(text, unit, value):
    assert parse_quantity("x", text, unit) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "unit"), [("3 m", "kg"), ("fast", "rad/s"), ("", "m"), ("1/0", "m"), ("2 rad", ""), ("1,5", "m")]
)
def test_invalid_quantities_are_refused_by_name(text, unit):
    with pytest.raises(BadInput, match="mass = "):
        parse_quantity("mass", text, unit)


def test_values_in_other_units():
    assert in_unit(math.pi, "rad", "°") == pytest.approx(180.0, rel=1e-15)
    assert in_unit(2 * math.pi, "rad/s", ANGLE_UNITS["turns"]["rad/s"]) == pytest.approx(1.0, rel=1e-15)
    assert in_unit(0.3, "m", "m") == 0.3
    assert whole_turns(-5 * math.pi) == (-2, pytest.approx(-180.0))


def test_each_unit_that_is_offered_can_be_typed():
    for unit, offered in OFFERED.items():
        assert offered[0] == unit
        assert all(factor(each, unit) for each in offered)
    for units in ANGLE_UNITS.values():
        check_units(units)


@pytest.mark.parametrize("units", [{"m": "J"}, {"kg": "mg"}, {"s": "ms"}, {"rad": "grad"}])
def test_units_that_do_not_fit_are_refused_with_what_is_allowed(units):
    with pytest.raises(ValueError, match="must be"):
        check_units(units)


def test_a_number_out_of_bounds_is_told_in_the_unit_in_which_it_was_given():
    for given, said in (
        ("200deg", "a = 200 deg: must be from 0 to 180 deg"),
        (4.0, "a = 4 rad: must be from 0 to 3.14"),
    ):
        with pytest.raises(BadInput, match=said):
            check_number("a", given, "rad", 0.0, math.pi)


def test_a_number_without_a_unit_gets_one():
    assert [with_unit(text, "cm") for text in ("3", "3 m", "1e-2", "pi/6", "", "x")] == [
        "3 cm", "3 m", "1e-2 cm", "pi/6 cm", "", "x",
    ]  # fmt: skip
    assert from_unit(in_unit(0.3, "m", "cm"), "m", "cm") == pytest.approx(0.3, rel=1e-15)
