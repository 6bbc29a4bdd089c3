"""Tables of numbers in text files: what is found in them, and what is said where one is wrong."""

from __future__ import annotations

import math
import os
from pathlib import Path

import numpy as np
import pytest

import physics
from game.experiments.measurements import table_file
from game.experiments.measurements.table_file import FileColumn, read_table
from game.experiments.measurements.table_headings import name_and_unit
from physics import text_files
from physics.errors import BadInput, Cancelled
from physics.simulation.run import columns

PLAIN = "t,theta\n0,1\n0.1,1.5\n0.2,2.25\n"


def written(folder: Path, text: str, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", ", "),
        PLAIN.replace(",", "  "),
        PLAIN.replace(",", ";").replace(".", ","),
        PLAIN.replace(",", "\t").replace(".", ","),
        PLAIN.replace(",", " ").replace(".", ","),
        '"t","theta"\n"0","1"\n"0.1","1.5"\n"0.2","2.25"\n',
        '"t";"theta"\n"0";"1"\n"0,1";"1,5"\n"0,2";"2,25"\n',
        "\ufeff" + PLAIN,
        PLAIN.replace("\n", "\r\n"),
        "A title\n\n# a remark\n" + PLAIN,
        PLAIN.replace("\n", ",\n"),
    ],
)
def test_separator_decimal_mark_and_header_are_found(tmp_path: Path, text: str) -> None:
    table = read_table(written(tmp_path, text))
    assert [column.name for column in table.columns] == ["t", "theta"]
    assert table.columns[0].values.tolist() == [0.0, 0.1, 0.2]
    assert table.columns[1].values.tolist() == [1.0, 1.5, 2.25]
    assert table.rows == 3


def test_numbers_before_the_first_decimal_comma_do_not_hide_it(tmp_path: Path) -> None:
    rows = "".join(f"{i};{i}\n" for i in range(20)) + "20,5;1,25\n" * 30
    table = read_table(written(tmp_path, rows))
    assert table.columns[0].values[-1] == 20.5 and table.columns[1].values[-1] == 1.25
    assert [column.name for column in table.columns] == ["column 1", "column 2"]


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("Time (s)", ("Time", "s")),
        ("x [cm]", ("x", "cm")),
        ("theta / rad", ("theta", "rad")),
        ("Acceleration x (m/s^2)", ("Acceleration x", "m/s^2")),
        ("theta [rad] of Runge-Kutta 4", ("theta of Runge-Kutta 4", "rad")),
        ("v/c", ("v/c", "")),
        ("t/s", ("t", "s")),
        ("theta_1/deg", ("theta_1", "deg")),
        ("ω/(rad/s)", ("ω", "rad/s")),
        ("v/m/s", ("v", "m/s")),
        ("Time(s)", ("Time", "s")),
        ("omega", ("omega", "")),
        ("(s)", ("(s)", "")),
        ("a <deg>", ("a", "deg")),
        ("<x> [m]", ("<x>", "m")),
        ("w [deg/(s)]", ("w", "deg/(s)")),
        ("w (deg/(s))", ("w", "deg/(s)")),
        ("w [deg s^{-1}]", ("w", "deg s^{-1}")),
    ],
)
def test_name_and_unit_of_a_heading(heading: str, found: tuple[str, str]) -> None:
    assert name_and_unit(heading) == found


def test_units_may_stand_in_a_line_of_their_own(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "Zeit;Winkel\n[ms];[deg]\n0;1\n10;2\n"))
    assert [(column.name, column.unit) for column in table.columns] == [("Zeit", "ms"), ("Winkel", "deg")]


def test_missing_cells_are_nan_and_empty_columns_are_left_out(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "t,x,y,empty\n0,1,2,\n0.1,,NaN,\n0.2,3,4,\n"))
    assert [column.name for column in table.columns] == ["t", "x", "y"]
    assert math.isnan(table.columns[1].values[1]) and math.isnan(table.columns[2].values[1])
    assert table.columns[1].values[2] == 3.0


@pytest.mark.parametrize(
    "cell",
    ["", "#N/A", "#DIV/0!", "#VALUE!", "NaN", "nan", "-nan(ind)", "Inf", "-inf", "Infinity", "∞", "None", "NULL",
     "--", "---", "–", "-", "n/a", "N.A.", "<NA>", "NaT", "missing", "...", '""'],
)  # fmt: skip
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_what_stands_for_no_number_is_left_out_and_counted(tmp_path: Path, cell: str, separator: str) -> None:
    rows = [("t", "x"), ("0", "1"), ("1", cell), (cell, "4"), ("3", "5")]
    table = read_table(written(tmp_path, "\n".join(separator.join(row) for row in rows) + "\n"))
    assert table.columns[0].values == pytest.approx([0.0, 1.0, math.nan, 3.0], nan_ok=True)
    assert table.columns[1].values == pytest.approx([1.0, math.nan, 4.0, 5.0], nan_ok=True)
    assert table.notes == ("2 of 8 cells have no number: left out",)


@pytest.mark.parametrize(
    ("words", "separator"),
    [(["right", "left", ""], ","), (["2024-01-02", "2024-01-03", "2024-01-04"], ";"), (["True", "False", "None"], "\t"),
     (["12:30", "12:31", "12:32"], ","), (['"a, b"', '"c, d"', "x"], ","), (["a", "b", "c"], " ")],
)  # fmt: skip
@pytest.mark.parametrize("place", [0, 1, 2])
def test_columns_of_words_and_dates_are_left_out_and_named(
    tmp_path: Path, words: list[str], separator: str, place: int
) -> None:
    rows = [["t", "x"], ["0", "1.5"], ["0.1", "2.5"], ["0.2", "3.5"]]
    for row, word in zip(rows, ["label", *words], strict=True):
        row.insert(place, word)
    table = read_table(written(tmp_path, "\n".join(separator.join(row) for row in rows) + "\n"))
    assert [column.name for column in table.columns] == ["t", "x"]
    assert [column.values.tolist() for column in table.columns] == [[0.0, 0.1, 0.2], [1.5, 2.5, 3.5]]
    kind = "dates" if words[0].startswith("2024") else "words"
    assert len(table.notes) == 1 and table.notes[0].startswith(
        f"left out: column {place + 1}, label, with {kind} such as "
    )


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_unit_in_all_cells_of_a_column_is_its_unit(tmp_path: Path, separator: str) -> None:
    rows = [("t", "theta"), ("0.04 s", "12.3°"), ("0.08 s", ""), ("0.12 s", "−1.5 °"), ("0.16s", "2e1°")]
    table = read_table(written(tmp_path, "\n".join(separator.join(row) for row in rows) + "\n"))
    assert [(each.name, each.unit) for each in table.columns] == [("t", "s"), ("theta", "°")]
    assert table.columns[0].values.tolist() == [0.04, 0.08, 0.12, 0.16]
    assert table.columns[1].values == pytest.approx([12.3, math.nan, -1.5, 20.0], nan_ok=True)
    commas = [[cell.replace(".", ",") for cell in row] for row in rows]
    if separator != ",":
        again = read_table(written(tmp_path, "\n".join(separator.join(row) for row in commas) + "\n"))
        assert again.columns[0].values.tolist() == [0.04, 0.08, 0.12, 0.16]


def test_a_unit_in_cells_that_is_not_that_of_the_heading_is_a_second_one(tmp_path: Path) -> None:
    (_, angle) = read_table(written(tmp_path, "t,theta [rad]\n0,12.3°\n1,12.4°\n")).columns
    assert (angle.unit, angle.also) == ("rad", ("°",))


@pytest.mark.parametrize("cells", [("1 s", "2 min", "3 min"), ("1 s", "2 s", "3")])
def test_a_column_with_several_units_is_left_out_and_named(tmp_path: Path, cells: tuple[str, ...]) -> None:
    rows = "".join(f"{i},{cell},{i}.5\n" for i, cell in enumerate(cells))
    table = read_table(written(tmp_path, "t,lap,x\n" + rows))
    assert [each.name for each in table.columns] == ["t", "x"]
    assert table.notes == (
        "left out: column 2, lap, with several units, or some numbers without, such as '1 s'; write one unit, "
        "in the heading",
    )


@pytest.mark.parametrize(
    ("last", "said"),
    [("2 min", "has the unit 'min', others have 's'"), ("2", "has no unit, others have 's'")],
)
def test_another_unit_far_below_is_refused_with_its_line(tmp_path: Path, last: str, said: str) -> None:
    rows = "".join(f"{i} s,1\n" for i in range(300))
    with pytest.raises(BadInput, match=f"line 302: t = '{last}': {said}; write one unit, in the heading"):
        read_table(written(tmp_path, f"t,x\n{rows}{last},1\n"))


def test_a_unit_in_a_cell_among_numbers_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="line 4: x = '3°': has the unit '°', others have none; write one unit"):
        read_table(written(tmp_path, "t,x\n0,1\n1,2\n2,3°\n"))


@pytest.mark.parametrize("date", ["01.05.2024", "5/1/2024", "2024-05-01", "01.05.2024 12:30:00"])
def test_of_dates_it_is_said_how_times_are_read(tmp_path: Path, date: str) -> None:
    table = read_table(written(tmp_path, f"Datum;x;y\n{date};1;2\n{date};2;3\n"))
    assert table.notes == (
        f"left out: column 1, Datum, with dates such as '{date}'; times are read as 2024-05-31 12:30:00 or 12:30:00",
    )


def test_columns_named_by_a_number_with_its_unit_are_headings(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "t,10 deg,20 deg\n0,1,2\n1,2,3\n"))
    assert [each.name for each in table.columns] == ["t", "10 deg", "20 deg"] and table.rows == 2


def test_times_of_the_clock_are_seconds(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "time (hh:mm:ss);x\n23:00:01,25;1\n23:00:01,50;2\n"))
    assert (table.columns[0].name, table.columns[0].unit) == ("time", "s")
    assert table.columns[0].values.tolist() == [0.0, 0.25]
    assert table.notes == ("seconds from the first row: column 1, time, which has times of the clock",)
    for times in (
        "1:02.5 1:03.5",
        "2024-02-28T23:59:59.5 2024-02-29T00:00:00.5",
        "2024-01-01T10:00:00Z 2024-01-01T10:00:01Z",
    ):
        begin, end = times.split()
        table = read_table(written(tmp_path, f"t,x\n{begin},1\n{end},2\n"))
        assert table.columns[0].values.tolist() == [0.0, 1.0]


def test_decimal_commas_in_quotes_are_no_separators(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, 't,x,y\n"0,00","0,5",1\n"0,04","-1,25E-2",2\n3,"4,5",6\n'))
    assert [column.values.tolist() for column in table.columns] == [[0.0, 0.04, 3.0], [0.5, -0.0125, 4.5], [1, 2, 6]]
    assert [column.name for column in table.columns] == ["t", "x", "y"]


@pytest.mark.parametrize(
    ("text", "names", "units"),
    [
        ("# t x\n0 1\n1 2\n", ["t", "x"], ["", ""]),
        ("# t, x\n0 1\n1 2\n", ["t", "x"], ["", ""]),
        ("t, x\n0 1\n1 2\n", ["t", "x"], ["", ""]),
        ("t{s},x {cm}\n0,1\n1,2\n", ["t", "x"], ["s", "cm"]),
        ("% t\tx\n% s\tcm\n0\t1\n1\t2\n", ["t", "x"], ["s", "cm"]),
        ("#t,x\n0,1\n1,2\n", ["t", "x"], ["", ""]),
        ("// t; x\n0;1\n1;2\n", ["t", "x"], ["", ""]),
        ("# of mine\nt x\n0 1\n1 2\n", ["t", "x"], ["", ""]),
        ("# old t\n# t (s) x (cm)\n0 1\n1 2\n", ["t", "x"], ["s", "cm"]),
        ("# t x\ns cm\n0 1\n1 2\n", ["t", "x"], ["s", "cm"]),
        ("t (s)    x [cm / s]\n 0.0   1\n 1.0   2\n", ["t", "x"], ["s", "cm / s"]),
        ("a time  an x\n0       1\n1       2\n", ["a time", "an x"], ["", ""]),
        ("# remark of no use,at all\n0;1\n1;2\n", ["column 1", "column 2"], ["", ""]),
        ("t/s,x/(cm)\n0,1\n1,2\n", ["t", "x"], ["s", "cm"]),
        ("t in s;x, cm\n0;1\n1;2\n", ["t", "x"], ["s", "cm"]),
        ("Time,Place\nt,x\ns,cm\n0,1\n1,2\n", ["t", "x"], ["s", "cm"]),
        ("t,x\ns,furlongs\n0,1\n1,2\n", ["t", "x"], ["s", "furlongs"]),
        ("t,V\n0,1\n1,2\n", ["t", "V"], ["", ""]),
        ("Run 1,Run 1\nt,V\n0,1\n1,2\n", ["t", "V"], ["", ""]),
        ("t,x\n# s,cm\n0,1\n1,2\n", ["t", "x"], ["s", "cm"]),
        ("# s, cm\nt,x\n0,1\n1,2\n", ["t", "x"], ["s", "cm"]),
        ("# [ms] [cm]\nt,x\n0,1\n1,2\n", ["t", "x"], ["ms", "cm"]),
        ("t x\n% s cm\n0 1\n1 2\n", ["t", "x"], ["s", "cm"]),
        ("# t [ms], x [cm]\nt,x\n0,1\n1,2\n", ["t", "x"], ["ms", "cm"]),
        ("# t in ms, x in cm\nt,x\n0,1\n1,2\n", ["t", "x"], ["ms", "cm"]),
        ("# units: s, cm\nt,x\n0,1\n1,2\n", ["t", "x"], ["s", "cm"]),
        ("# Einheiten s cm\n# t x\n0 1\n1 2\n", ["t", "x"], ["s", "cm"]),
        ("t,x\nUnit: s,Unit: cm\n0,1\n1,2\n", ["t", "x"], ["s", "cm"]),
        ('"t\n[s]","x\n[cm]"\n0,1\n1,2\n', ["t", "x"], ["s", "cm"]),
        ('"t\r\n[s]";"x, of\r\nall"\r\n0;1\r\n1;2\r\n', ["t", "x, of all"], ["s", ""]),
        ("t,x, cm\n0,1\n1,2\n", ["t", "x"], ["", "cm"]),
        ('"t","x"\n0,1,\n1,2,\n', ["t", "x"], ["", ""]),
        ("'t','x'\n'0','1'\n'1','2'\n", ["t", "x"], ["", ""]),
    ],
)
def test_headings_are_found_wherever_they_stand(tmp_path: Path, text: str, names: list[str], units: list[str]) -> None:
    table = read_table(written(tmp_path, text))
    assert [column.name for column in table.columns] == names
    assert [column.unit for column in table.columns] == units
    assert [column.values.tolist() for column in table.columns] == [[0.0, 1.0], [1.0, 2.0]]


def test_a_column_of_row_numbers_without_a_heading_is_the_first(tmp_path: Path) -> None:
    for text in ('"t","x"\n"1",0,5\n"2",1,6\n', "t x\n1 0 5\n2 1 6\n", '"t" "x"\n"a" 0 5\n"b" 1 6\n'):
        columns = {each.name: each.values.tolist() for each in read_table(written(tmp_path, text)).columns}
        assert columns["t"] == [0.0, 1.0] and columns["x"] == [5.0, 6.0]


def test_a_quotation_mark_that_is_never_closed_holds_no_rows_together(tmp_path: Path) -> None:
    rows = "".join(f"{i},{i}\n" for i in range(100))
    table = read_table(written(tmp_path, f't,"x\n{rows}'))
    assert table.columns[0].values.tolist() == list(range(100))
    assert read_table(written(tmp_path, 't,"x\n0,1\n\n# a remark\n1,2\n')).columns[1].values.tolist() == [1.0, 2.0]
    table = read_table(written(tmp_path, f't (5"),x\n{rows}'))
    assert table.rows == 100


def test_a_repeated_row_of_headings_is_left_out_and_said(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "t,x\n0,1\nt,x\n1,2\nt,x\n2,3\n"))
    assert table.columns[1].values.tolist() == [1.0, 2.0, 3.0]
    assert table.notes == ("2 rows repeat the headings, at first line 3: left out",)


@pytest.mark.parametrize("cell", ["–1.5", "-1.5D+00", "-15d-1", "‒1.5", "'-1.5'"])
def test_numbers_as_other_programs_write_them(tmp_path: Path, cell: str) -> None:
    assert read_table(written(tmp_path, f"t,x\n0,{cell}\n1,2\n")).columns[1].values.tolist() == [-1.5, 2.0]


@pytest.mark.parametrize(("begin", "end"), [("11:59:59 AM", "12:00:01 PM"), ("12:03:01:250", "12:03:03:250"),
                                            ("12:59:59 pm", "1:00:01 p.m.")])  # fmt: skip
def test_times_of_the_clock_in_other_forms(tmp_path: Path, begin: str, end: str) -> None:
    assert read_table(written(tmp_path, f"t,x\n{begin},1\n{end},2\n")).columns[0].values.tolist() == [0.0, 2.0]


def test_a_number_of_frames_in_a_time_is_no_fraction(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "a,t,x\n00:00:01:24,1,1\n00:00:02:01,2,2\n"))
    assert [column.name for column in table.columns] == ["t", "x"]


def test_a_huge_cell_is_told(tmp_path: Path) -> None:
    huge = '"' + "1" * 200_000 + '"'
    with pytest.raises(BadInput, match="a cell has more than 131072 characters"):
        read_table(written(tmp_path, f"t,x\n0,{huge}\n1,2\n"))
    with pytest.raises(BadInput, match="line 402: a cell has more than 131072 characters"):
        read_table(written(tmp_path, "t,x\n" + "0,1\n" * 400 + f"0,{huge}\n"))


@pytest.mark.parametrize(
    ("name", "begins", "hint"),
    [
        ("a.xlsx", b"PK\x03\x04", "save its table as CSV"),
        ("a.ods", b"PK\x03\x04", "save its table as CSV"),
        ("a.numbers", b"PK\x03\x04", "save its table as CSV"),
        ("a.csv", b"PK\x03\x04", "save its table as CSV"),
        ("a.xls", b"\xd0\xcf\x11\xe0", "save its table as CSV"),
        ("a.csv.gz", b"\x1f\x8b", "is compressed: unpack it"),
        ("a.txt", b"\xff\xfet\x00", "is not a text file in UTF-8"),
    ],
)
def test_files_that_are_no_text_say_what_to_do(tmp_path: Path, name: str, begins: bytes, hint: str) -> None:
    (tmp_path / name).write_bytes(begins + b"\0\0\x80" * 100)
    with pytest.raises(BadInput, match=hint):
        read_table(tmp_path / name)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is empty"),
        ("# only a remark\n", "is empty"),
        ("hello\nworld\n", "no rows of two numbers or more.*the first line is 'hello'"),
        ("t,x\n0,abc\n0.1,1\n0.2,3\n", "line 2: x = 'abc'"),
        ("t,x,y\n0,abc,1\n0.1,1,def\n", "line 2: x = 'abc'"),
        ("t,x\n0,1\n0.1,abc\n0.2,3\n", "line 3: x = 'abc': must be a finite number, or empty"),
        ("t,x\n0,1\n0.1,1e999\n", "line 3: x = '1e999': must be a finite number"),
        ("t,x\n0,1\n0.1,1e308\n", r"line 3: x = '1e308': must be within ±1e\+100, or empty"),
        ("t,x\n0,1\n0.1,-1e308\n0.2,abc\n0.3,1\n", r"line 3: x = '-1e308': must be within ±1e\+100, or empty"),
        ("t,x\n0,1\n0.1,1_0\n0.2,3\n0.3,4\n", "line 3: x = '1_0'"),
        ("t,x\n0,1\n0.1,2,3\n0.2,3\n", "line 3: has 3 cells; must have 2"),
        ("t,x\n0,1\n0.1,2 # odd\n0.2,3\n", "line 3: x = '2 # odd'"),
        (",".join("1" * 300) + "\n", "has 300 columns: at most 200"),
    ],
)
def test_wrong_files_are_told_in_one_line_with_line_and_value(tmp_path: Path, text: str, reason: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadInput, match=reason) as caught:
        read_table(path)
    assert str(caught.value).startswith(f"table {path}: ") and "\n" not in str(caught.value)


def test_only_regular_files_of_a_bounded_size_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="is not a regular file"):
        read_table(tmp_path)
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    with pytest.raises(BadInput, match="is not a regular file"):
        read_table(pipe)
    with pytest.raises(BadInput, match="No such file"):
        read_table(tmp_path / "none.csv")
    with pytest.raises(BadInput, match="is not a text file"):
        (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00")
        read_table(tmp_path / "binary.csv")
    monkeypatch.setattr(table_file, "MAX_VALUES", 5)
    with pytest.raises(BadInput, match="has more than 5 values"):
        read_table(written(tmp_path, PLAIN))
    monkeypatch.setattr(table_file, "MAX_FILE_BYTES", 10)
    with pytest.raises(BadInput, match="is larger than 10 bytes"):
        read_table(written(tmp_path, PLAIN))


def test_long_tables_are_read_in_blocks_and_reading_is_cancelled_between_them(tmp_path: Path) -> None:
    rows = 3 * text_files.BLOCK_BYTES // 8
    path = written(tmp_path, "".join(f"{i:05};{i % 10}\n" for i in range(rows)).replace("00001;", "00000,5;"))
    parts: list[float] = []
    table = read_table(path, parts.append)
    assert table.columns[0].values.tolist() == [0, 0.5, *range(2, rows)]
    assert table.columns[1].values.tolist() == [i % 10 for i in range(rows)]
    assert len(parts) >= 3 and parts == sorted(parts) and parts[-1] == 1.0

    def note(part: float) -> None:
        if part > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        read_table(path, note)


def test_line_of_a_wrong_value_is_counted_over_blocks(tmp_path: Path) -> None:
    rows = 2 * text_files.BLOCK_BYTES // 4
    path = written(tmp_path, "# a remark\n" + "1,2\n" * rows + "\n1,x\n")
    with pytest.raises(BadInput, match=f"line {rows + 3}: column 2 = 'x'"):
        read_table(path)


def test_headings_may_be_in_latin_1(tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    path.write_bytes("Zeit [s];Höhe [cm];Winkel [°]\r\n0;1;2\r\n0,5;1;2\r\n".encode("latin-1"))
    table = read_table(path)
    assert [(each.name, each.unit) for each in table.columns] == [("Zeit", "s"), ("Höhe", "cm"), ("Winkel", "°")]


def test_table_of_a_run_is_read_back_exactly(tmp_path: Path) -> None:
    run = physics.simulate("double-pendulum", 0.05, 1e-3)
    path = tmp_path / "run.csv"
    run.to_csv(path)
    table = read_table(path)
    assert [column.name for column in table.columns] == list(columns(run.system))
    for i, column in enumerate(table.columns):
        assert np.array_equal(column.values, run.data[:, i])


@pytest.mark.parametrize(
    ("values", "rises"),
    [
        ([0.0, 1.0], True),
        ([0.0, 0.0, 1.0], True),
        ([-2.0, np.nan, -1.0, np.nan], True),
        ([np.inf, 0.0, 1.0, -np.inf], True),
        ([1.0, 1.0, 1.0], False),
        ([0.0, 2.0, 1.0], False),
        ([1.0, 0.0], False),
        ([0.0, -1.0, 3.0], False),
        ([1.0], False),
        ([np.nan, 1.0], False),
        ([np.nan], False),
        ([], False),
    ],
)
def test_a_column_rises_that_never_falls_and_does_not_stay_the_same(values: list[float], rises: bool) -> None:
    assert FileColumn.of("a", "", np.array(values)).rises is rises


def test_commas_between_and_within_numbers_are_told(tmp_path: Path) -> None:
    path = tmp_path / "swing.csv"
    path.write_text("t,theta\n0,00,0,349\n0,02,-0,340\n0,04,0,331\n", encoding="utf-8")
    with pytest.raises(BadInput, match="has commas between columns and within numbers: 2 headings, 4 cells in a row"):
        read_table(path)
    path.write_text("t,theta,,\n0.00,0.349,1,2\n0.02,0.340,1,2\n0.04,0.331,1,2\n", encoding="utf-8")
    assert len(read_table(path).columns) == 4
