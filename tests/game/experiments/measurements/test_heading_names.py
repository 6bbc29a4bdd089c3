"""Units in the names of columns, whatever separates them or nothing."""

from __future__ import annotations

import pytest

from game.experiments.measurements.heading_names import unit_in_name
from physics.core.units import factor


@pytest.mark.parametrize(
    ("name", "unit", "given"),
    [
        ("degrees", "rad", "deg"), ("deg", "rad", "deg"), ("angle°", "rad", "deg"), ("angleDeg", "rad", "deg"),
        ("angledeg", "rad", "deg"), ("theta_1_mrad", "rad", "mrad"), ("spinRPM", "rad/s", "rpm"),
        ("omega_deg_s", "rad/s", "deg/s"), ("OMEGA_DEG_S", "rad/s", "deg/s"), ("timeMs", "s", "ms"),
        ("TIME_MS", "s", "ms"), ("timems", "s", "ms"), ("min", "s", "min"), ("time_min", "s", "min"),
        ("Time H", "s", "h"), ("elapsedSeconds", "s", "s"), ("xMm", "m", "mm"), ("posmm", "m", "mm"),
    ],
)  # fmt: skip
def test_a_unit_at_the_end_of_a_name_is_found(name: str, unit: str, given: str) -> None:
    assert factor(unit_in_name(name, unit == "s", unit), unit) == factor(given, unit)


@pytest.mark.parametrize(
    ("name", "unit"), [("angle", "rad"), ("items", "s"), ("theta_1", "rad"), ("x", "m"), ("", "s")]
)
def test_other_names_have_none(name: str, unit: str) -> None:
    assert unit_in_name(name, unit == "s", unit) == ""
