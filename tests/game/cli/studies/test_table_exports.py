"""Tables as measuring programs export them: read by their headings in every form, or asked about in one line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import physics
from game.cli.studies.fit import columns_of
from game.experiments.measurements.table_file import read_table
from physics import BadInput

T = np.round(np.arange(30) / 30.0, 4)
ANGLE = np.round(0.5 * np.cos(3.3 * T), 5)
TURNED = np.round(2.0 * np.sin(3.3 * T), 5)
SHORT = np.where(np.arange(30) < 20, ANGLE, np.nan)
SHORT_T = np.where(np.arange(30) < 20, T, np.nan)
CHAIN = physics.system("planar-chain", {"count": 1})


def rows(separator: str, *columns: np.ndarray | None, comma: bool = False, end: str = "\n") -> str:
    """Return rows of cells, empty for NaN and for columns that are None."""
    lines = []
    for i in range(len(T)):
        cells = ["" if each is None or np.isnan(each[i]) else f"{each[i]:.5f}" for each in columns]
        lines.append(separator.join(cell.replace(".", ",") if comma else cell for cell in cells))
    return end.join(lines) + end


VERNIER = "Vernier Format 2\nSwing.cmbl 3/14/2019 10:22:13 .\nRun 1\nTime\tAngle\tRate\nt\tA\t\ns\trad\trad/s\n\n"
SECOND = "Run 2\nTime\tAngle\tRate\nt\tA\t\ns\trad\trad/s\n\n"
FORMS: dict[str, tuple[str, str, str]] = {
    "Logger Pro": (VERNIER + rows("\t", T, ANGLE, TURNED), "utf-8", ""),
    "Logger Pro, UTF-16": (VERNIER + rows("\t", T, ANGLE, TURNED), "utf-16", ""),
    "Logger Pro, two sets": (VERNIER + rows("\t", SHORT_T, SHORT, TURNED) + "\n" + SECOND
                             + rows("\t", T, ANGLE, TURNED), "utf-8", "2"),
    "Logger Pro, two files": (VERNIER + rows("\t", T, ANGLE, TURNED) + VERNIER.replace("Run 1", "Latest")
                              + rows("\t", T, TURNED, TURNED), "utf-8", "1"),
    "Logger Pro, sets side by side": (
        "Vernier Format 3\nSwing.cmbl\t3/14/2019\nRun 1\t\tRun 2\nTime\tAngle\tTime\tAngle\nt\tA\tt\tA\n"
        "s\trad\ts\trad\n\n" + rows("\t", SHORT_T, SHORT, T, ANGLE), "utf-8", "2"),
    "Graphical Analysis": ("Latest: Time (s),Latest: Angle (rad)\n" + rows(",", T, ANGLE), "utf-8", ""),
    "Graphical Analysis, sets": ("Data Set 1:Time(s);Data Set 1:Angle(rad);Data Set 2:Time(s);Data Set 2:Angle(rad)\n"
                                 + rows(";", SHORT_T, SHORT, T, ANGLE, comma=True), "utf-8", "2"),
    "Graphical Analysis, latest": ("Run 1: Time (s),Run 1: Angle (rad),Latest: Time (s),Latest: Angle (rad)\n"
                                   + rows(",", SHORT_T, SHORT, T, ANGLE), "utf-8", "latest"),
    "Capstone": ("Time (s) Run #1;Angle, Ch 1 (rad) Run #1;Time (s) Run #2;Angle, Ch 1 (rad) Run #2;\r\n"
                 + rows(";", T, ANGLE, SHORT_T, SHORT, None, comma=True, end="\r\n"), "latin-1", "#1"),
    "Capstone, one time": ("Time (s),Angle (rad) Run #1,Angle (rad) Run #2\n" + rows(",", T, SHORT, ANGLE),
                           "utf-8-sig", "2"),
    "Capstone, merged cells": ("Run #1,,Run #2,\nTime (s),Angle (rad),Time (s),Angle (rad)\n"
                               + rows(",", SHORT_T, SHORT, T, ANGLE), "utf-8", "run 2"),
    "SPARKvue": ('"Run 1 Time (s)","Run 1 Angle (rad)","Run 2 Time (s)","Run 2 Angle (rad)"\n'
                 + rows(",", T, ANGLE, SHORT_T, SHORT), "utf-8", "1"),
    "micro:bit": ("Time (seconds),theta_1\n" + rows(",", T, ANGLE), "utf-8", ""),
    "micro:bit, restarted": ("Time (seconds),theta_1\n" + rows(",", SHORT_T, SHORT).rstrip(",\n") + "\nReboot,\n"
                             "Time (seconds),theta_1\n" + rows(",", T, ANGLE), "utf-8", "2"),
    "headings again": ("t,theta_1\n" + rows(",", T, ANGLE) + "t,theta_1\n" + rows(",", T, TURNED), "utf-8", "1"),
    "MakeCode": ("time (source1),theta_1\n" + rows(",", T, ANGLE), "utf-8", ""),
    "pandas, intervals": (",theta_1\n" + "".join(
        f"0 days 00:00:{t:09.6f},{a}\n" for t, a in zip(T, ANGLE, strict=True)), "utf-8", ""),
    "pandas, semicolons": (";t;theta_1\n" + "".join(f"{i};{t};{a}\n".replace(".", ",") for i, (t, a) in enumerate(
        zip(T, ANGLE, strict=True))), "utf-8", ""),
    "numpy": ("# t,theta_1\n" + "".join(f"{t:.18e},{a:.18e}\n" for t, a in zip(T, ANGLE, strict=True)), "utf-8", ""),
    "UTF-16 without a mark": ("t\ttheta_1\n" + rows("\t", T, ANGLE), "utf-16-le", ""),
    "a German angle": ("\ufeffZeit [s];Winkel [rad]\r\n" + rows(";", T, ANGLE, comma=True, end="\r\n"), "utf-8", ""),
}  # fmt: skip


def taken(path: Path, given: list[tuple[str, str]], run: str = "") -> tuple[np.ndarray, np.ndarray]:
    t, columns = columns_of(read_table(path), CHAIN, given, run)
    known = np.isfinite(columns["theta_1"])
    return t[known], columns["theta_1"][known]


@pytest.mark.parametrize("form", FORMS)
def test_exported_tables_are_read_by_their_headings(tmp_path: Path, form: str) -> None:
    text, encoding, run = FORMS[form]
    path = tmp_path / "swing.csv"
    path.write_bytes(text.encode(encoding))
    t, angle = taken(path, [], run)
    assert t == pytest.approx(T, abs=1e-9) and angle == pytest.approx(ANGLE, abs=1e-9)


@pytest.mark.parametrize("form", [form for form, (_, _, run) in FORMS.items() if run])
def test_of_several_runs_one_is_asked_for_in_one_line(tmp_path: Path, form: str) -> None:
    text, encoding, run = FORMS[form]
    path = tmp_path / "swing.csv"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(BadInput, match=f"several runs: .*; give --run, one of .*{run.removeprefix('run ').strip('#')}"):
        taken(path, [])
    with pytest.raises(BadInput, match="run = 7: must be one of "):
        taken(path, [], "7")


@pytest.mark.parametrize(
    ("text", "given", "asked"),
    [
        ("".join(f"{33 * i},{a}\r\n" for i, a in enumerate(ANGLE)), [],
         "column 1 rises by 33 from row to row and has no heading: give --column t=1:UNIT, one of s, ms"),
        ("mass_A\t\t\t\nt\tx\ty\tθ\n" + rows("\t", T, ANGLE, ANGLE, ANGLE), [], "θ has no unit: not taken as theta_1"),
        ("t [ms],theta_1 [counts]\n" + rows(",", T, ANGLE), [],
         "unit 'counts' is not known; give --column theta_1=theta_1:UNIT, one of .*, or N/turn for N counts"),
        ("Time (s),Angle (rad) Run #1,Angle (rad) Run #2\n" + rows(",", T, ANGLE, SHORT), [("theta_1", "Angle")],
         "'Angle' is the heading of columns 2 and 3; give --run, one of 1, 2"),
    ],
)  # fmt: skip
def test_what_a_table_leaves_open_is_asked_with_its_option(
    tmp_path: Path, text: str, given: list[tuple[str, str]], asked: str
) -> None:
    path = tmp_path / "swing.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=asked) as error:
        taken(path, given)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("counts", "modulo"), [(600, 600), (600, 65536), (20000, 65536)])
def test_counts_of_an_encoder_are_angles_that_go_on(tmp_path: Path, counts: int, modulo: int) -> None:
    turned = 8.0 * np.cos(2.0 * T)
    shown = np.round(turned * counts / (2.0 * np.pi)).astype(int) % modulo
    path = tmp_path / "encoder.csv"
    path.write_text("".join(f"{round(1000 * t)},{n}\r\n" for t, n in zip(T, shown, strict=True)), encoding="utf-8")
    t, angle = taken(path, [("t", "1:ms"), ("theta_1", f"2:{counts}/turn")])
    assert t == pytest.approx(T, abs=1e-3)
    assert angle - angle[0] == pytest.approx(turned - turned[0], abs=2.1 * np.pi / counts)


def test_arrays_of_numpy_are_tables(tmp_path: Path) -> None:
    records = np.array([*zip(T, ANGLE, strict=True)], dtype=[("t [s]", "f8"), ("theta_1", "f4")])
    np.save(tmp_path / "records.npy", records)
    np.savez(tmp_path / "named.npz", t=T, theta_1=ANGLE, camera=np.array(["a"] * 30), fps=np.array(30.0))
    np.save(tmp_path / "plain.npy", np.array([T, ANGLE]))
    for name, given in (("records.npy", []), ("named.npz", []), ("plain.npy", [("theta_1", "2:rad")])):
        t, angle = taken(tmp_path / name, given)
        assert t == pytest.approx(T, abs=1e-9) and angle == pytest.approx(ANGLE, abs=1e-7)
    assert read_table(tmp_path / "named.npz").notes[0].startswith("left out: camera, with values of the type ")
    np.save(tmp_path / "objects.npy", np.array([{}, 1.0], dtype=object))
    for name, words in (("objects.npy", "is no file of numpy arrays of numbers"), ("none.npy", "No such file")):
        with pytest.raises(BadInput, match=f"{name}: {words}"):
            read_table(tmp_path / name)
