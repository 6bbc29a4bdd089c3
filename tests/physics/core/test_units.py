import math

import pytest

from physics import BadInput
from physics.core.units import parse_quantity


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
