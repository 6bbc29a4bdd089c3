"""Measured tables: what columns of a file are, their units, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import physics
from game.experiments.measured import (
    TIME,
    ColumnUse,
    computed_table,
    guessed_uses,
    measurables,
    measured,
    unit_in,
    units_of,
)
from game.experiments.table_file import FileColumn, FileTable
from physics.errors import BadInput

PENDULUM = physics.system_class("foucault-pendulum")
GYROSCOPE = physics.system_class("gyroscope")


def table(**columns: tuple[str, list[float]]) -> FileTable:
    made = (
        FileColumn(name.replace("__", " "), unit, np.array(values, float)) for name, (unit, values) in columns.items()
    )
    return FileTable(Path("folder/measured.csv"), tuple(made))


def test_headings_tell_what_columns_are() -> None:
    found = table(Zeit=("ms", [0, 10, 20]), θ=("deg", [3, 2, 4]), psi=("", [1, 2, 3]), other=("m", [0, 0, 1]))
    assert guessed_uses(found, GYROSCOPE) == {
        0: ColumnUse(TIME, "ms"),
        1: ColumnUse("theta", "°"),
        2: ColumnUse("psi", "rad"),
    }


def test_time_is_found_by_name_then_by_unit_then_as_what_rises() -> None:
    steps, wild = [0, 1, 2], [2, 0, 1]
    assert guessed_uses(table(a=("", steps), time=("s", steps)), GYROSCOPE)[1].quantity == TIME
    assert guessed_uses(table(a=("", steps), b=("s", steps)), GYROSCOPE)[1].quantity == TIME
    assert guessed_uses(table(a=("", wild), b=("", steps)), GYROSCOPE) == {1: ColumnUse(TIME, "s")}
    assert guessed_uses(table(a=("", wild), b=("", wild)), GYROSCOPE) == {}


def test_values_are_in_si_units_and_rows_without_a_time_left_out() -> None:
    found = table(t=("ms", [0, np.nan, 500]), angle=("", [180, 90, np.nan]))
    made = measured(found, {0: ColumnUse(TIME, "ms"), 1: ColumnUse("theta", "°")}, GYROSCOPE)
    assert made.name == "measured.csv" and not made.joined
    assert made.t.tolist() == [0.0, 0.5]
    assert made.columns["theta"][0] == pytest.approx(np.pi, rel=1e-15) and np.isnan(made.columns["theta"][1])


@pytest.mark.parametrize(
    ("uses", "reason"),
    [
        ({1: ColumnUse("theta", "rad")}, "no column is the time"),
        ({0: ColumnUse(TIME, "s")}, "no column beside the time is a quantity of gyroscope"),
        ({0: ColumnUse(TIME, "s"), 1: ColumnUse(TIME, "s")}, "two columns are t"),
        ({2: ColumnUse(TIME, "s"), 1: ColumnUse("theta", "rad")}, "the time falls from 3 to 2 s"),
    ],
)
def test_a_choice_that_is_no_table_is_refused(uses: dict[int, ColumnUse], reason: str) -> None:
    found = table(t=("", [0, 1, 2]), x=("", [1, 2, 3]), back=("", [3, 2, 4]))
    with pytest.raises(BadInput, match=rf"^table folder/measured.csv: {reason}"):
        measured(found, uses, GYROSCOPE)


def test_every_quantity_has_units_and_each_is_understood() -> None:
    for name in physics.systems():
        for each in measurables(physics.system_class(name)).values():
            assert units_of(each.unit)[0] == each.unit
            assert unit_in(each.unit, each.unit) == each.unit
    assert units_of("rad") == ("rad", "°", "turns") and units_of("m") == ("m", "cm", "mm")
    assert unit_in("rad", "deg") == "°" and unit_in("m", "furlong") == "m"


def test_table_of_a_run_is_one_of_its_system_alone() -> None:
    found = table(t=("", [0, 1]), theta=("", [1, 2]))
    made = computed_table(found, GYROSCOPE)
    assert made is not None and made.joined and made.columns["theta"].tolist() == [1.0, 2.0]
    assert computed_table(found, PENDULUM) is None or "theta" in measurables(PENDULUM)
    assert computed_table(table(t=("", [0, 1]), theta_mean=("", [1, 2])), GYROSCOPE) is None
