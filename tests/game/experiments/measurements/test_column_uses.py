"""What headings say of columns, as measuring programs write them, and what is asked instead of guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

import physics
from game.experiments.measurements.column_uses import UNKNOWN, heading_unit, understood, unit_in, units_of
from game.experiments.measurements.table_file import FileTable, read_table
from physics.core.units import LISTED, OFFERED, factor

CHAIN = physics.system_class("planar-chain")
BODY = physics.system_class("free-body")


def table(folder: Path, text: str) -> FileTable:
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8")
    return read_table(path)


FORMS = {
    "phyphox": ('"Time (s)","theta_1 (rad)","Absolute (rad)"\n0.0E0,1.0E-2,2E-2\n1.0E-2,1.1E-2,2E-2\n',
                {"Time": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "phyphox, decimal commas": ('"Time (s)";"theta_1 (rad)"\n0,00E0;1,0E-2\n1,00E-2;1,1E-2\n',
                                {"Time": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "spreadsheet, quoted decimal commas": ('t,theta_1\n"0,00","0,5"\n"0,04","0,25"\n1,2\n',
                                           {"t": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "Sensor Logger": ("time,seconds_elapsed,z,theta_1\n1767600000000000000,0.1,1,2\n1767600000010000000,0.2,1,2\n",
                      {"seconds_elapsed": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "Tracker": ("mass_A\t\t\nt\tx\ttheta_1\n0.0\t1.0\t2.0\n0.1\t\t2.1\n",
                {"t": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "Graphical Analysis": ("Latest: Time (s),Latest: theta_1 (rad)\n0,1\n0.1,2\n",
                           {"Latest: Time": ("t", "s"), "Latest: theta_1": ("theta_1", "rad")}),
    "Graphical Analysis, data set": ("Data Set 1:Time(s),Data Set 1:theta_1(°)\n0,1\n0.1,2\n",
                                     {"Data Set 1:Time": ("t", "s"), "Data Set 1:theta_1": ("theta_1", "°")}),
    "Logger Pro": ("Vernier Format 2\nx.cmbl 1/1/2020\nData Set\nTime\ttheta_1\nt\tA\nms\tdeg\n\n0\t1\n40\t2\n",
                   {"t": ("t", "ms"), "A": ("theta_1", "°")}),
    "Capstone, one run": ("Time (s) Run #1,theta_1 (rad) Run #1\n0,1\n0.1,2\n",
                          {"Time Run #1": ("t", "s"), "theta_1 Run #1": ("theta_1", "rad")}),
    "Physics Toolbox": ("time;gFx;theta_1\n00:00:01,200;0,1;1\n00:00:01,300;0,2;2\n",
                        {"time": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "numpy": ("# t theta_1\n0.0 1\n0.1 2\n", {"t": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "console": ("# a remark\n#time θ₁ (deg)\n0.0 1\n0.1 2\n", {"time": ("t", "s"), "θ₁": ("theta_1", "°")}),
    "percent": ("% t\ttheta_1\n% ms\tdeg\n0\t1\n10\t2\n", {"t": ("t", "ms"), "theta_1": ("theta_1", "°")}),
    "slashes": ("t/s,theta_1/deg\n0,1\n0.1,2\n", {"t": ("t", "s"), "theta_1": ("theta_1", "°")}),
    "spaces": ("t (s)    theta_1 (rad)\n0.0   1\n0.1   2\n", {"t": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "names, units": ("t,theta_1\ns,degrees\n0,1\n0.1,2\n", {"t": ("t", "s"), "theta_1": ("theta_1", "°")}),
    "names, symbols, units": ("Time,Angle,Rate\nt,theta_1,w\ns,rad,rad/s\n0,1,2\n0.1,2,2\n",
                              {"t": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "units in names": ("time_ms,theta_1_deg,theta_dot_1_deg_s\n0,0.5,2\n1,0.1,2\n",
                       {"time_ms": ("t", "ms"), "theta_1_deg": ("theta_1", "°"),
                        "theta_dot_1_deg_s": ("theta_dot_1", "°/s")}),
    "pandas": (",elapsed,theta_1\n0,0.0,1\n1,0.1,2\n", {"elapsed": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "frames": ("frame,timestamp,theta_1 [mrad]\n0,0.00,500\n1,0.04,497\n",
               {"timestamp": ("t", "s"), "theta_1": ("theta_1", "mrad")}),
    "rows of a German film": ("Bild;Zeit [s];theta_1 [º]\n1;0,0;1\n2;0,1;2\n",
                              {"Zeit": ("t", "s"), "theta_1": ("theta_1", "°")}),
    "words and dates": ("date,t,theta_1,ok\n2024-01-01 10:00:00,0,1,True\n2024-01-01 10:00:01,0.1,2,False\n",
                        {"t": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "R": ('"t" "theta_1"\n0 1\n0.1 2\n', {"t": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "plots of two runs": ("t [s],theta_1 [rad],theta_1 [rad] of Heun\n0,1,1\n0.1,2,1\n",
                          {"t": ("t", "s"), "theta_1": ("theta_1", "rad")}),
    "capitals": ("TIME,Theta_1\n0,1\n0.1,2\n", {"TIME": ("t", "s"), "Theta_1": ("theta_1", "rad")}),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_headings_of_other_programs_are_understood(tmp_path: Path, form: str) -> None:
    text, right = FORMS[form]
    found = table(tmp_path, text)
    said = understood(found, CHAIN)
    assert {found.columns[place].name: tuple(use) for place, use in said.uses.items()} == right
    assert said.questions == ()


@pytest.mark.parametrize("unit", ["rpm", "deg/s", "dps", "Hz", "rev/min", "°/sec"])
def test_units_of_rates_that_no_dialog_offers_first_are_kept(tmp_path: Path, unit: str) -> None:
    found = table(tmp_path, f"t [us],omega_3 [{unit}]\n0,1\n100,2\n")
    uses = understood(found, BODY).uses
    assert factor(uses[0].unit, "s") == 1e-6 and factor(uses[1].unit, "rad/s") == factor(unit, "rad/s")


@pytest.mark.parametrize(
    ("text", "quantity", "words"),
    [
        ("t [s],theta_1 [foo]\n0,1\n0.1,2\n", "theta_1", "theta_1 [foo]: unit 'foo' is not known"),
        ("t [s],theta_1 [rad/s]\n0,1\n0.1,2\n", "theta_1", "theta_1 [rad/s]: unit 'rad/s' is none of theta_1"),
        ("t,theta_1\ns,furlongs\n0,1\n0.1,2\n", "theta_1", "theta_1 [furlongs]: unit 'furlongs' is not known"),
        ("t [s],theta_1 [px]\n0,1\n0.1,2\n", "theta_1", "theta_1 [px]: unit 'px' is none of theta_1"),
        ("time [frames],theta_1\n0,1\n1,2\n", "t", "time [frames]: unit 'frames' is not known"),
        ("t [m],theta_1\n0,1\n1,2\n", "t", "t [m]: unit 'm' is none of t"),
        ("t,θ₁,theta_1\n0,1,1\n0.1,2,1\n", "theta_1", "theta_1 stands above several columns: 2, 3"),
        ("Time (s) Run #1,theta_1 (rad) Run #1,Time (s) Run #2,theta_1 (rad) Run #2\n0,1,0,3\n0.1,2,,\n", "t",
         "several runs: run 1, run 2"),
    ],
)  # fmt: skip
def test_what_is_not_clear_is_asked(tmp_path: Path, text: str, quantity: str, words: str) -> None:
    said = understood(table(tmp_path, text), CHAIN)
    (question,) = said.questions
    assert (question.quantity, question.words) == (quantity, words)
    assert all(use.quantity != quantity or use.unit == UNKNOWN for use in said.uses.values())


def test_of_several_runs_one_can_be_chosen(tmp_path: Path) -> None:
    text = "Time (s) Run #1,theta_1 (rad) Run #1,Time (s) Run #2,theta_1 (rad) Run #2\n0,1,0,3\n0.1,2,0.2,4\n"
    assert set(understood(table(tmp_path, text), CHAIN, "run 2").uses) == {2, 3}


@pytest.mark.parametrize(
    "heading",
    ["frame", "Frame", "row", "sample", "index", "Nr", "", "id", "#", "Unnamed: 0", "frame number", "Bild Nr."],
)
def test_a_number_of_rows_is_not_the_time(tmp_path: Path, heading: str) -> None:
    for rows in ("0,0.5\n1,0.4\n2,0.3\n", "1.5,0.5\n2.5,0.4\n3.5,0.3\n"):
        if heading.strip("#") or "." not in rows[:2]:
            said = understood(table(tmp_path, f"{heading},theta_1\n{rows}"), CHAIN)
            assert {use.quantity for use in said.uses.values()} == {"theta_1"}


def test_whole_numbers_without_a_heading_are_not_the_time(tmp_path: Path) -> None:
    assert understood(table(tmp_path, "0,1013.35\r\n20,1013.40\r\n40,1013.2\r\n"), CHAIN).uses == {}


def test_letters_count_with_their_case_and_unit(tmp_path: Path) -> None:
    said = understood(table(tmp_path, "T\tA\tV\ns\trad\trad/s\n0\t1\t2\n0.1\t1\t2\n"), CHAIN)
    assert {place: tuple(use) for place, use in said.uses.items()} == {0: ("t", "s")}
    assert said.notes == ("V [rad/s] is not potential, which is in J",)
    said = understood(table(tmp_path, "t,theta_1,V,v,E [V],K [J]\n0,1,2,3,4,5\n0.1,1,2,3,4,5\n"), CHAIN)
    assert {use.quantity for use in said.uses.values()} == {"t", "theta_1"}
    assert "V has no unit: not taken as potential" in said.notes
    said = understood(table(tmp_path, "t,V [mJ]\n0,1\n0.1,1\n"), CHAIN)
    assert tuple(said.uses[1]) == ("potential", "mJ")


def test_a_time_that_falls_is_still_the_time(tmp_path: Path) -> None:
    for heading in ("t", "Time (s)", "Zeit", "clock [s]"):
        rows = "".join(f"{0.1 * i:.1f},1\n" for i in range(20)) + "1.8,1\n" + "2.1,2\n"
        said = understood(table(tmp_path, f"{heading},theta_1\n{rows}"), CHAIN)
        assert said.uses[0].quantity == "t", heading


def test_units_that_are_offered_come_from_the_one_table() -> None:
    for unit, listed in LISTED.items():
        offered = units_of(unit)
        assert offered[0] == unit and len({factor(each, unit) for each in offered}) == len(offered)
        assert {factor(each, unit) for each in (*listed, *OFFERED.get(unit, ()))} <= {
            factor(each, unit) for each in offered
        }
    assert [unit_in("rad", each) for each in ("", "degrees", "DEG", "º", "gon", "grad", "foo", "m")] == [
        "rad", "°", "°", "°", "gon", UNKNOWN, UNKNOWN, UNKNOWN,
    ]  # fmt: skip


def test_the_unit_of_a_column_that_is_named_by_hand(tmp_path: Path) -> None:
    columns = table(tmp_path, "clock_ms,angle_deg,w [rpm],h\n0,1,2,3\n1,1,2,3\n").columns
    assert heading_unit(columns[0], "t", "s") == "ms" and heading_unit(columns[1], "theta_1", "rad") == "°"
    assert heading_unit(columns[2], "omega_1", "rad/s") == "rpm" and heading_unit(columns[2], "x", "m") == UNKNOWN
    assert heading_unit(columns[3], "x", "m") == "m"
