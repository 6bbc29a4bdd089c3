"""Marks between thousands in tables: asked about, never taken as decimal ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.experiments.measurements.table_file import read_table
from physics.errors import BadInput

VALUES = (714, 757, 850, 1000, 1043, 1100)
FORMS: dict[str, Callable[[int, int], str]] = {
    "semicolons": lambda i, x: f"{i};{x:,}",
    "tabs": lambda i, x: f"{i}\t{x:,}",
    "quoted": lambda i, x: f'{0.04 * i:.2f},"{x:,}"',
    "decimal points beside": lambda i, x: f"{0.04 * i:.2f};{1000 + x:,}",
    "points": lambda i, x: f"0,{4 * i:02};{x:,}".replace(",", ".").replace("0.", "0,", 1),
    "nothing else": lambda i, x: f"{i};{1000 + x:,}",
    "negative": lambda i, x: f"{i};-{x:,}",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("before", [0, 300])
def test_digits_in_groups_of_three_are_asked_about(tmp_path: Path, form: str, before: int) -> None:
    path = tmp_path / "table.csv"
    rows = [FORMS[form](i, 1 + i % 9 if form != "decimal points beside" else 3) for i in range(1, before + 1)]
    rows += [FORMS[form](i + before, x) for i, x in enumerate(VALUES)]
    path.write_text("t,x\n".replace(",", ";" if ";" in rows[0] else rows[0][1] if "\t" in rows[0] else ",")
                    + "\n".join(rows) + "\n")  # fmt: skip
    with pytest.raises(BadInput, match=r"line \d+: x = .*(thousands or a decimal mark|must be a finite number)"):
        read_table(path)


@pytest.mark.parametrize(
    ("rows", "right"),
    [
        (["0,04;714", "0,08;1,043"], [714.0, 1.043]),
        (["0,000;1,714", "1,000;1,043"], [1.714, 1.043]),
        (["0;0,5", "1;1", "2;1,125"], [0.5, 1.0, 1.125]),
        (["0;0,043", "1;1", "2;1,043"], [0.043, 1.0, 1.043]),
        (["0.5;1.043", "1.5;714"], [1.043, 714.0]),
    ],
)
def test_decimal_marks_that_can_be_nothing_else_are_read(tmp_path: Path, rows: list[str], right: list[float]) -> None:
    path = tmp_path / "table.csv"
    path.write_text("t;x\n" + "\n".join(rows) + "\n")
    assert read_table(path).columns[1].values.tolist() == right
