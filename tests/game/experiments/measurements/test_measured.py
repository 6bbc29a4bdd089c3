"""Measured tables: what columns of a file are, their units, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import physics
from game.experiments.measurements.column_uses import (
    TIME,
    UNKNOWN,
    ColumnUse,
    guessed_uses,
    measurables,
    unit_in,
    units_of,
)
from game.experiments.measurements.measured import (
    FULL_ROWS,
    GROUP,
    Segment,
    check_uses,
    computed_table,
    measured,
    with_angle,
)
from game.experiments.measurements.table_file import FileColumn, FileTable
from physics.errors import BadInput

PENDULUM = physics.system_class("foucault-pendulum")
GYROSCOPE = physics.system_class("gyroscope")


def table(**columns: tuple[str, Sequence[float] | np.ndarray]) -> FileTable:
    made = [
        FileColumn.of(name.replace("__", " "), unit, np.array(each, float)) for name, (unit, each) in columns.items()
    ]
    return FileTable(Path("folder/measured.csv"), tuple(made))


def test_headings_tell_what_columns_are() -> None:
    found = table(Zeit=("ms", [0, 10, 20]), θ=("deg", [3, 2, 4]), psi=("", [1, 2, 3]), other=("m", [0, 0, 1]))
    assert guessed_uses(found, GYROSCOPE) == {
        0: ColumnUse(TIME, "ms"),
        1: ColumnUse("theta", "°"),
        2: ColumnUse("psi", "rad"),
    }


def test_time_is_found_by_name_then_by_unit_then_as_what_rises() -> None:
    steps, wild = [0, 0.5, 1], [2, 0, 1]
    assert guessed_uses(table(a=("", steps), time=("s", steps)), GYROSCOPE)[1].quantity == TIME
    assert guessed_uses(table(a=("", steps), b=("s", steps)), GYROSCOPE)[1].quantity == TIME
    assert guessed_uses(table(a=("", wild), column__2=("", steps)), GYROSCOPE) == {1: ColumnUse(TIME, "s")}
    assert guessed_uses(table(a=("", wild), b=("", steps)), GYROSCOPE) == {}
    assert guessed_uses(table(a=("", wild), b=("", wild)), GYROSCOPE) == {}


def test_a_unit_that_is_open_is_said_with_why() -> None:
    found = FileTable(
        Path("folder/measured.csv"),
        (
            FileColumn.of("t", "s", np.array([0.0, 1.0])),
            FileColumn.of("theta", "", np.array([1.0, 2.0]), (), (), ("degrees",)),
            FileColumn.of("psi", "rad", np.array([1.0, 2.0]), (), ("deg",)),
        ),
    )
    for place, why in ((1, "theta: has no unit, and a line above names 'degrees'; must be one of rad, deg"),
                       (2, r"psi \[rad\]: has several units, rad, deg; must be one of rad, deg")):  # fmt: skip
        uses = {0: ColumnUse(TIME, "s"), place: guessed_uses(found, GYROSCOPE)[place]}
        with pytest.raises(BadInput, match=why):
            check_uses(found, uses, GYROSCOPE, 0.0)


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


def test_rows_at_a_rate_need_no_column_of_times() -> None:
    found = table(x=("", [1, 2, 3]))
    made = measured(found, {0: ColumnUse("theta", "rad")}, GYROSCOPE, rate=400.0)
    assert made.t.tolist() == [0.0, 0.0025, 0.005] and made.columns["theta"].tolist() == [1.0, 2.0, 3.0]


def test_angle_of_a_segment_is_counted_from_a_direction_without_jumps() -> None:
    turns = np.linspace(-0.1, 2.2, 40) * 2.0 * np.pi
    found = table(
        x0=("", np.full(40, 5.0)), y0=("", np.full(40, -3.0)),
        x1=("", 5.0 + 2.0 * np.sin(turns)), y1=("", -3.0 - 2.0 * np.cos(turns)),
        row=("", 3.0 + 2.0 * np.cos(turns)), up=("", np.full(40, 3.0)),
    )  # fmt: skip

    def angle(*places: int | None, **more: object) -> np.ndarray:
        column = with_angle(found, Segment(*places, **more)).columns[-1]
        assert (column.name, column.unit) == ("angle 1", "rad")
        return column.values

    assert angle(2, 3, 0, 1) == pytest.approx(turns, abs=1e-14)
    assert angle(2, 3, 0, 1, clockwise=True) == pytest.approx(-turns, abs=1e-14)
    assert angle(2, 4, 0, 5, falling=True) == pytest.approx(turns, abs=1e-14), "as in a picture"
    assert angle(2, 3, 0, 1, zero="right") == pytest.approx(turns - np.pi / 2, abs=1e-14)
    assert angle(2, 3, 0, 1, zero="up")[0] == pytest.approx(turns[0] + np.pi, abs=1e-14)
    assert angle(0, 1)[0] == pytest.approx(np.arctan2(5.0, 3.0)), "from the origin"
    both = with_angle(with_angle(found, Segment(2, 3)), Segment(0, 1))
    assert [column.name for column in both.columns[-2:]] == ["angle 1", "angle 2"]


def test_angle_is_missing_where_a_position_is() -> None:
    found = with_angle(table(x=("", [0.0, np.nan, 0.0]), y=("", [-1.0, -1.0, 1.0])), Segment(0, 1))
    assert found.columns[-1].values == pytest.approx([0.0, np.nan, np.pi], nan_ok=True)
    assert np.isnan(with_angle(table(x=("", [np.nan]), y=("", [1.0])), Segment(0, 1)).columns[-1].values).all()


def test_long_tables_have_the_least_and_greatest_values_of_groups() -> None:
    uses = {0: ColumnUse(TIME, "s"), 1: ColumnUse("theta", "rad")}
    values = np.arange(FULL_ROWS + 1) % 7.0 / 4.0
    values[GROUP : GROUP + 3] = np.nan
    thinned = measured(table(t=("", list(range(len(values)))), x=("", values)), uses, GYROSCOPE).thinned
    assert thinned is not None and len(thinned.t) == 2 * -(-len(values) // GROUP)
    assert thinned.t[:4].tolist() == [0.0, 0.0, GROUP, GROUP]
    assert thinned.columns["theta"][:4].tolist() == [0.0, 1.5, 0.0, 1.5], "without what is missing"
    assert measured(table(t=("", [0, 1]), x=("", [0, 1])), uses, GYROSCOPE).thinned is None


def test_every_quantity_has_units_and_each_is_understood() -> None:
    for name in physics.systems():
        for each in measurables(physics.system_class(name)).values():
            assert units_of(each.unit)[0] == each.unit
            assert unit_in(each.unit, each.unit) == each.unit
    assert units_of("rad")[:3] == ("rad", "°", "turns") and units_of("m")[:3] == ("m", "cm", "mm")
    assert units_of("rad/s") == ("rad/s", "°/s", "rev/s", "rpm") and "us" in units_of("s")
    assert unit_in("rad", "deg") == "°" and unit_in("m", "furlong") == UNKNOWN


def test_table_of_a_run_is_one_of_its_system_alone() -> None:
    found = table(t=("", [0, 1]), theta=("", [1, 2]))
    made = computed_table(found, GYROSCOPE)
    assert made is not None and made.joined and made.columns["theta"].tolist() == [1.0, 2.0]
    assert computed_table(found, PENDULUM) is None or "theta" in measurables(PENDULUM)
    assert computed_table(table(t=("", [0, 1]), theta_mean=("", [1, 2])), GYROSCOPE) is None
