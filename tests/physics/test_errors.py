"""Messages of one line about bad input."""

from __future__ import annotations

import datetime

import pytest

import physics
from physics import BadInput
from physics.errors import shown, unknown


def test_where_nothing_is_known_that_is_said() -> None:
    assert str(unknown("setting of rk4", "tol", ())) == "unknown setting of rk4 'tol': there is none"
    with pytest.raises(BadInput, match="^unknown setting of rk4 'tol': there is none$"):
        physics.Simulation("gyroscope", "rk4", settings={"tol": 1.0})


def test_dates_are_written_as_in_the_file() -> None:
    assert shown(datetime.date(2024, 5, 1)) == "2024-05-01" and shown(datetime.time(12, 30)) == "12:30:00"
    with pytest.raises(BadInput, match="^dt = 2024-05-01: must be a number in s$"):
        physics.Simulation("gyroscope", dt=datetime.date(2024, 5, 1))  # type: ignore[arg-type]
