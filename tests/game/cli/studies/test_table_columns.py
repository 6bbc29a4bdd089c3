"""Columns of tables for `polhode fit`: read in the right units, or asked about in one line."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import physics
from game.cli.studies.fit import columns_of
from game.experiments.measurements.table_file import read_table
from physics import BadInput

T = 0.04 * np.arange(30)
ANGLE = np.round(0.5 * np.cos(3.3 * T), 5)
CHAIN = physics.system("planar-chain", {"count": 1})


def written(folder: Path, head: str, row: Callable[[int, float, float], str]) -> Path:
    path = folder / "swing.csv"
    rows = [row(i, float(t), float(angle)) for i, (t, angle) in enumerate(zip(T, ANGLE, strict=True))]
    path.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def comma(value: float) -> str:
    return f"{value:.5f}".replace(".", ",")


FORMS: dict[str, tuple[str, Callable[[int, float, float], str]]] = {
    **{
        f"theta_1 [{unit}]": (f"t [s],theta_1 [{unit}]\n", lambda i, t, a, size=size: f"{t:.2f},{a / size:.12g}")
        for unit, size in {
            "degrees": np.pi / 180, "degree": np.pi / 180, "DEG": np.pi / 180, "º": np.pi / 180, "gon": np.pi / 200,
            "mrad": 1e-3, "turns": 2 * np.pi, "rad": 1.0,
        }.items()
    },
    **{
        f"t [{unit}]": (f"t [{unit}],theta_1\n", lambda i, t, a, size=size: f"{t / size:.12g},{a}")
        for unit, size in {
            "sec": 1.0, "secs": 1.0, "msec": 1e-3, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ns": 1e-9,
            "min": 60.0, "h": 3600.0,
        }.items()
    },
    "frames": ("frame,timestamp,theta_1 [rad]\n", lambda i, t, a: f"{i},{t:.2f},{a}"),
    "quoted commas": ("t,theta_1\n", lambda i, t, a: f'"{comma(t)}","{comma(a)}"'),
    "words": ("t,theta_1,phase\n", lambda i, t, a: f"{t:.2f},{a},{'left' if a < 0 else 'right'}"),
    "mark": ("# t theta_1\n", lambda i, t, a: f"{t:.2f} {a}"),
    "spaces": ("t (s)    theta_1 (rad)\n", lambda i, t, a: f"{t:.2f}     {a}"),
    "slashes": ("t/s,theta_1/mrad\n", lambda i, t, a: f"{t:.2f},{1000 * a:.9g}"),
    "two rows": ("t;theta_1\nms;rad\n", lambda i, t, a: f"{1000 * t:.0f};{comma(a)}"),
    "clock": ("time;theta_1\n", lambda i, t, a: f"00:00:0{comma(t)};{comma(a)}"),
    "Sensor Logger": ("time,seconds_elapsed,theta_1\n", lambda i, t, a: f"17676000000{i:02}0000000,{t:.2f},{a}"),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_the_same_table_gives_the_same_values(tmp_path: Path, form: str) -> None:
    t, columns = columns_of(read_table(written(tmp_path, *FORMS[form])), CHAIN, [])
    assert t == pytest.approx(T, abs=1e-9)
    assert list(columns) == ["theta_1"] and columns["theta_1"] == pytest.approx(ANGLE, abs=1e-9)


def test_what_is_used_and_what_is_left_out_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "frame,timestamp,theta_1 [degrees],ok\n", lambda i, t, a: f"{i},{t:.2f},{a},yes")
    columns_of(read_table(path), CHAIN, [])
    said = capsys.readouterr()
    assert said.out == "" and said.err.splitlines() == [
        "left out: column 4, ok, with words such as 'yes'",
        "columns: t = timestamp [s], theta_1 = theta_1 [°]",
    ]


def plain(i: int, t: float, a: float) -> str:
    return f"{t:.2f},{a},{a}"


@pytest.mark.parametrize(
    ("head", "row", "given", "asked"),
    [
        ("t,theta_1 [foo],w\n", plain, [],
         "theta_1 [foo]: unit 'foo' is not known; give --column theta_1=theta_1:UNIT, one of rad, deg, "),
        ("t,theta_1 [rad/s],w\n", plain, [],
         "theta_1 [rad/s]: unit 'rad/s' is none of theta_1; give --column theta_1="),
        ("t [frames],theta_1,w\n", plain, [],
         "t [frames]: unit 'frames' is not known; give --column t=t:UNIT, one of s, ms"),
        ("frame,theta_1,w\n", lambda i, t, a: f"{i},{a},{a}", [],
         "no column is the time; give --column t=HEADING, one of frame, theta_1, w"),
        ("t,frame,swing\n", plain, [],
         "no heading is a quantity of planar-chain; give --column QUANTITY=HEADING:UNIT, such as theta_1=swing:rad"),
        ("t,V [rad/s],A\n", plain, [],
         "no heading is a quantity of planar-chain; V [rad/s] is not potential, which is in J; give --column"),
        ("t,theta_1,θ₁\n", plain, [], "theta_1 stands above several columns: 2, 3; give --column theta_1="),
        ("t,theta_1,theta_1\n", plain, [("theta_1", "theta_1:deg")], "'theta_1' is the heading of columns 2 and 3"),
        ("t,theta_1 [foo],w\n", plain, [("theta_1", "theta_1")],
         "unit 'foo' of the heading does not fit; give --column theta_1=theta_1:UNIT, one of rad"),
        ("t,w [rad/s],theta_1\n", plain, [("theta_1", "w")], "unit 'rad/s' of the heading does not fit"),
        ("t [px],theta_1,w\n", plain, [("theta_1", "w:deg")], "t [px]: unit 'px' is none of t; give --column t="),
        ("t,theta_1,w\n", lambda i, t, a: f"{t if i != 9 else 0.31:.2f},{a},{a}", [],
         "the time falls from 0.32 to 0.31 s"),
        ("t,theta_1,w\n", lambda i, t, a: f"{i}e30,{a},{a}", [], "the time 1e+30 s: must be at most 1e+12 s"),
        ("t (s) Run #1,theta_1 Run #1,theta_1 Run #2\n", plain, [], "several runs: run 1, run 2; give --run, one of 1"),
    ],
)  # fmt: skip
def test_what_is_not_clear_is_asked_in_one_line(
    tmp_path: Path, head: str, row: Callable[[int, float, float], str], given: list[tuple[str, str]], asked: str
) -> None:
    path = written(tmp_path, head, row)
    with pytest.raises(BadInput) as error:
        columns_of(read_table(path), CHAIN, given)
    assert asked in str(error.value) and "\n" not in str(error.value)


def degrees(i: int, t: float, a: float) -> str:
    return f"{t:.2f},{np.degrees(a):.12g}"


UNITS = {
    "a remark below": "t,theta_1\n# s,deg\n",
    "a remark above": "# s, deg\nt,theta_1\n",
    "a remark with a word": "# units: s, deg\nt,theta_1\n",
    "names and units in a remark": "# t [s], theta_1 [deg]\nt,theta_1\n",
    "words in a remark": "# t in s, theta_1 in degrees\nt,theta_1\n",
    "line breaks": '"t\n[s]","theta_1\n[deg]"\n',
    "a unit below a name": "type,theta_1\ntime,degrees\n",
    "a unit below a symbol": "t,theta_1\nt,deg\n",
    "words before units": "t,theta_1\nUnit: s,Unit: deg\n",
    "a comma without quotation marks": "t,theta_1, °\n",
    "a row of units above": "s,deg\nt,theta_1\n",
    "a word in brackets": "t,theta_1 (in deg)\n",
    "semicolons in a remark": "# s; deg\nt,theta_1\n",
    "a capital letter": "t,theta_1Deg\n",
}


@pytest.mark.parametrize("form", UNITS)
def test_units_count_wherever_they_stand(tmp_path: Path, form: str) -> None:
    t, columns = columns_of(read_table(written(tmp_path, UNITS[form], degrees)), CHAIN, [])
    assert t == pytest.approx(T, abs=1e-9) and columns["theta_1"] == pytest.approx(ANGLE, abs=1e-9)


@pytest.mark.parametrize("heading", ["degrees", "deg", "angle°", "a <deg>", "angleDeg", "angledeg", "angle_deg"])
def test_a_column_that_is_given_without_a_unit_has_that_of_its_heading(tmp_path: Path, heading: str) -> None:
    table = read_table(written(tmp_path, f"t,{heading}\n", degrees))
    _, columns = columns_of(table, CHAIN, [("theta_1", "2")])
    assert columns["theta_1"] == pytest.approx(ANGLE, abs=1e-9)


@pytest.mark.parametrize(
    ("head", "given", "asked"),
    [
        ("# angles in degrees\nt,theta_1\n", [], "theta_1: has no unit, and a line above names 'degrees'; give"),
        ("Angles in degrees\nt,theta_1\n", [], "theta_1: has no unit, and a line above names 'degrees'"),
        ("# time in ms\nt,theta_1\n", [], "t: has no unit, and a line above names 'ms'; give --column t=t:UNIT"),
        ("# angles in degrees\nt,a\n", [("theta_1", "a")], "a: has no unit, and a line above names 'degrees'"),
        ("# Winkel in Grad\nt,theta_1\n", [], "theta_1: has no unit, and a line above names 'grad'"),
        ("# [s, deg]\nt,theta_1\n", [], "theta_1: has no unit, and a line above names 'deg'"),
        ("# Time (ms)  Angle (rad)\nt,theta_1\n", [], "t: has no unit, and a line above names 'ms'"),
        ("t,theta_1\nt,Grad\n", [], "Grad: unit 'Grad' may be degrees or gon"),
        ("t*1000 [s],theta_1\n", [], "t*1000 [s]: a number beside the name may be a factor"),
        ("t_x1000 [s],theta_1\n", [], "t_x1000 [s]: a number beside the name may be a factor"),
        ("t [ms],theta_1 [rad]\ns,rad\n", [], "t [ms]: has several units, ms, s; give --column t=t:UNIT"),
        ("time_ms [s],theta_1\n", [], "time_ms [s]: has several units, s, ms"),
        ("time_ms,theta_1\ns,rad\n", [], "time_ms [s]: has several units, s, ms"),
        ("t,theta_1_deg [rad]\n", [], "theta_1_deg [rad]: has several units, rad, deg"),
        ("# s, deg\nt [s],theta_1 [rad]\n", [], "theta_1 [rad]: has several units, rad, deg"),
        ("time [s]/1000,theta_1\n", [], "time /1000 [s]: a number beside the name may be a factor"),
        ("time x 1000 [s],theta_1\n", [], "time x 1000 [s]: a number beside the name may be a factor"),
        ("1000 t [s],theta_1\n", [], "1000 t [s]: a number beside the name may be a factor"),
        ("t,theta_1\n0.1 s,deg\n", [], "0.1 s: a number beside the name may be a factor"),
        ("t,theta_1 [grad]\n", [], "theta_1 [grad]: unit 'grad' may be degrees or gon"),
        ("t,theta_1 [Grad]\n", [], "theta_1 [Grad]: unit 'Grad' may be degrees or gon"),
        ("t,winkel_grad\n", [("theta_1", "winkel_grad")], "unit 'grad' may be degrees or gon; give --column theta_1="),
        ("t,a\n", [("theta_1", "a:grad")], "unit 'grad' may be degrees or gon; write one of them"),
        ("frame,theta_1\n", [("t", "frame")], "frame: seems to count rows; give --column t=frame:UNIT"),
        ("t,a\n", [], "give --column QUANTITY=HEADING:UNIT, such as theta_1=a:rad"),
    ],
)  # fmt: skip
def test_units_that_are_open_are_asked_for(tmp_path: Path, head: str, given: list[tuple[str, str]], asked: str) -> None:
    path = written(tmp_path, head, degrees)
    with pytest.raises(BadInput) as error:
        columns_of(read_table(path), CHAIN, given)
    assert asked in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    "remark", ["# every 40 ms", "# 10 deg of play", "# polhode simulate --dt 1 ms in ms", "# mine"]
)
def test_other_remarks_leave_units_as_they_are(tmp_path: Path, remark: str) -> None:
    path = written(tmp_path, f"{remark}\nt,theta_1\n", lambda i, t, a: f"{t:.2f},{a}")
    t, columns = columns_of(read_table(path), CHAIN, [])
    assert t == pytest.approx(T, abs=1e-9) and columns["theta_1"] == pytest.approx(ANGLE, abs=1e-9)


@pytest.mark.parametrize("name", ["temperature", "voltage", "seq", "date", "x", "A", "T"])
def test_a_column_with_a_name_of_its_own_is_not_the_time(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, f"{name},theta_1\n", lambda i, t, a: f"{20 + 0.3 * t:.3f},{a}")
    with pytest.raises(BadInput, match=f"no column is the time; give --column t=HEADING, one of {name}, theta_1"):
        columns_of(read_table(path), CHAIN, [])


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("min", 60.0),
        ("minutes", 60.0),
        ("hours", 3600.0),
        ("timeMs", 1e-3),
        ("TIME_MS", 1e-3),
        ("timems", 1e-3),
        ("", 1),
    ],
)
def test_the_time_has_the_unit_of_its_name(tmp_path: Path, name: str, size: float) -> None:
    path = written(tmp_path, f"{name},theta_1\n", lambda i, t, a: f"{t / size:.12g},{a}")
    for given in ([], [("t", "1"), ("theta_1", "2")]):
        t, _ = columns_of(read_table(path), CHAIN, given)
        assert t == pytest.approx(T, abs=1e-9)


def test_an_angle_without_a_unit_that_jumps_is_asked_about_before_any_search(tmp_path: Path) -> None:
    """Counts of an encoder, or degrees: nothing follows them as rad."""
    table = read_table(written(tmp_path, "t,theta_1\n", lambda i, t, a: f"{t:.2f},{652 * a:.0f}"))
    for given in ([], [("theta_1", "theta_1")], [("theta_1", "2")]):
        with pytest.raises(BadInput, match=r"^theta_1: changes by \d+ from row to row, which in rad is half a turn or "
                           r"more; give its unit: --column theta_1=theta_1:UNIT, one of rad, deg"):  # fmt: skip
            columns_of(table, CHAIN, given)
    for answer, size in (("theta_1:rad", 1.0), ("2:deg", math.pi / 180)):
        _, columns = columns_of(table, CHAIN, [("theta_1", answer)])
        assert columns["theta_1"] == pytest.approx(np.round(652 * ANGLE) * size, abs=1e-9)


@pytest.mark.parametrize("size", ["1e300", "-1e155", "1e101"])
def test_values_beyond_all_measures_are_refused(tmp_path: Path, size: str) -> None:
    path = written(tmp_path, "t,theta_1\n", lambda i, t, a: f"{t:.2f},{a * float(size):.6g}")
    with pytest.raises(BadInput, match=r"theta_1 = .*: must be within ±1e\+100"):
        columns_of(read_table(path), CHAIN, [])


@pytest.mark.parametrize("unit", ["degrees", "DEG", "°", "deg"])
def test_an_answer_is_taken_in_any_spelling(tmp_path: Path, unit: str) -> None:
    path = written(tmp_path, "T,theta_1 [foo],w\n", plain)
    t, columns = columns_of(read_table(path), CHAIN, [("theta_1", f"theta_1:{unit}"), ("t", "T:ms")])
    assert t == pytest.approx(1e-3 * T, abs=1e-15) and columns["theta_1"] == pytest.approx(np.radians(ANGLE), abs=1e-12)


def test_the_time_of_the_same_run_goes_with_a_column(tmp_path: Path) -> None:
    head = "Time (s) Run #1,Angle Run #1,Time (ms) Run #2,Angle Run #2\n"
    path = written(tmp_path, head, lambda i, t, a: f"{2 * t:.2f},1,{1000 * t:.0f},{a}")
    t, columns = columns_of(read_table(path), CHAIN, [("theta_1", "Angle Run #2")])
    assert t == pytest.approx(T, abs=1e-12) and columns["theta_1"] == pytest.approx(ANGLE, abs=1e-12)
