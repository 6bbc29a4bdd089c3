"""Tables of telephones and microcontrollers are read by their headings; what those leave open is asked."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from game.experiments.measurements.recording_columns import SensorTable, sensor_table
from game.experiments.measurements.table_file import read_table
from game.experiments.measurements.thrown_files import thrown_recordings
from physics import BadInput
from tests.physics.fitting.flight.thrown_cases import FOLDER, case

PHYPHOX = '"Time (s)","Gyroscope x (rad/s)","Gyroscope y (rad/s)","Gyroscope z (rad/s)","Absolute (rad/s)"'
ROWS = [(0.0, 1.0, 2.0, 3.0), (0.01, 1.1, 2.1, 3.1), (0.02, 1.2, 2.2, 3.2), (0.03, 1.3, 2.3, 3.3)]


def read(folder: Path, text: str, unit: str = "", given: Mapping[str, tuple[int, str]] | None = None) -> SensorTable:
    path = folder / "a.csv"
    path.write_text(text, encoding="utf-8")
    return sensor_table(read_table(path), given or {}, unit)


def rows(separator: str = ",", mark: str = ".", scale: float = 1.0, order: tuple[int, ...] = (0, 1, 2, 3)) -> str:
    lines = [separator.join(f"{row[k] * (scale if k else 1.0):.9g}".replace(".", mark) for k in order) for row in ROWS]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{PHYPHOX}\n" + "".join(f"{t},{x},{y},{z},9.9\n" for t, x, y, z in ROWS),
        "t [s];wx [deg/s];wy [deg/s];wz [deg/s]\n" + rows(";", ",", 180.0 / np.pi),
        "Latest: Time (s),Latest: Gyro x (rad/s),Latest: Gyro y (rad/s),Latest: Gyro z (rad/s)\n" + rows(),
        "#time ωₓ (rad/s) ω_y (rad/s) ω_z (rad/s)\n" + rows(" "),
        "Time (s) Run #1,Angular Velocity z (rad/s) Run #1,Angular Velocity y (rad/s) Run #1,"
        "Angular Velocity x (rad/s) Run #1\n" + rows(order=(0, 3, 2, 1)),
        "time,gyroX (°/s),gyroY (°/s),gyroZ (°/s)\n" + rows(scale=180.0 / np.pi),
        ",t,omega_1 [rad/s],omega_2 [rad/s],omega_3 [rad/s]\n"
        + "".join(f"{i},{t},{x},{y},{z}\n" for i, (t, x, y, z) in enumerate(ROWS)),
    ],
    ids=["phyphox", "degrees", "graphical analysis", "console", "capstone", "one word", "pandas"],
)
def test_rates_are_read_by_their_headings(tmp_path: Path, text: str) -> None:
    found = read(tmp_path, text)
    assert found.t == pytest.approx([row[0] for row in ROWS])
    assert found.rates == pytest.approx(np.array(ROWS)[:, 1:], rel=1e-6)
    assert found.acceleration is None


@pytest.mark.parametrize("name", ["flip", "wobbling-disc", "throw-and-catch"])
def test_cases_are_read_without_being_told(name: str) -> None:
    found, expected = sensor_table(read_table(FOLDER / f"{name}.csv"), {}), case(name)
    assert found.t == pytest.approx(expected.t) and found.rates == pytest.approx(expected.rates)
    if expected.acceleration is not None:
        assert found.acceleration == pytest.approx(expected.acceleration)
    assert ("columns z, y, x" in found.notes) is (name == "wobbling-disc")


def test_times_since_1970_begin_with_the_first_row(tmp_path: Path) -> None:
    text = "time,gyro x (rad/s),gyro y (rad/s),gyro z (rad/s)\n"
    text += "".join(f"{1767600000000000000 + round(1e9 * t)},{x},{y},{z}\n" for t, x, y, z in ROWS)
    found = read(tmp_path, text)
    assert found.t == pytest.approx([0.0, 0.01, 0.02, 0.03], abs=1e-6)
    assert "times are nanoseconds since 1970: seconds from the first row are used" in found.notes


def test_physics_toolbox_is_asked_for_the_unit_of_its_rates(tmp_path: Path) -> None:
    text = "time;gFx;gFy;gFz;wx;wy;wz\n00:00:01,100;0,1;0,2;1;1;2;3\n00:00:01,110;0,1;0,2;1;1375;2;3\n"
    with pytest.raises(
        BadInput, match=r"wx: has no unit; the greatest value, 1375, would be 219 turns a second in rad"
    ):
        read(tmp_path, text)
    found = read(tmp_path, text, unit="deg/s")
    assert found.rates is not None and found.acceleration is not None
    assert found.t == pytest.approx([0.0, 0.01]) and found.rates[1, 0] == pytest.approx(np.radians(1375.0))
    assert found.acceleration[0] == pytest.approx([0.980665, 1.96133, 9.80665])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "0,1,2,3\n10,2,3,4\n20,3,4,5\n",
            r"no rates of a gyroscope among column 1, column 2, column 3, column 4; give",
        ),
        ("mass_A\nt\tx\ty\n0\t1\t2\n0.03\t1.1\t2\n", r"no rates of a gyroscope among t, x, y; give --column omega_1="),
        (
            "t,gyro x (rad/s),gyro y (rad/s)\n0,1,2\n1,2,3\n",
            r"no column is omega_3; give --column omega_3=HEADING:UNIT",
        ),
        ("gyro x (rad/s),gyro y (rad/s),gyro z (rad/s)\n1,2,3\n1,2,3\n", r"no column is the time; give --column t="),
        (
            "t,gyro x (rad/s) Run #1,gyro x (rad/s) Run #2,gyro y (rad/s),gyro z (rad/s)\n0,1,1,2,3\n1,2,2,3,4\n",
            r"columns 2, 3 are omega_1, of several runs; give --run, one of 1, 2",
        ),
    ],
)
def test_what_headings_leave_open_is_asked_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as error:
        read(tmp_path, text)
    assert "\n" not in str(error.value)


def test_a_table_without_headings_is_told_by_numbers(tmp_path: Path) -> None:
    given = {"t": (0, "ms"), "omega_1": (1, "°/s"), "omega_2": (2, "°/s"), "omega_3": (3, "°/s")}
    found = read(tmp_path, "0,1,2,3\n10,2,3,4\n20,3,4,5\n", given=given)
    assert found.rates is not None
    assert found.t == pytest.approx([0.0, 0.01, 0.02]) and found.rates[0] == pytest.approx(np.radians([1.0, 2.0, 3.0]))


def test_gaps_and_doubled_times_are_told_and_linear_acceleration_is_not_used(tmp_path: Path) -> None:
    head = "t (s),gyro x (rad/s),gyro y (rad/s),gyro z (rad/s),Linear Acceleration x (m/s²),"
    head += "Linear Acceleration y (m/s²),Linear Acceleration z (m/s²)\n"
    times = [0.01 * k for k in range(20) if k not in (7, 8, 9)]
    found = read(tmp_path, head + "".join(f"{t},1,2,3,0,0,0\n" for t in [*times[:3], *times[2:]]))
    assert len(found.t) == 17 and found.acceleration is None
    assert "3 rows are missing at 0.06 s: kept as a gap" in found.notes
    assert "1 rows have the time of the row before: left out" in found.notes
    assert any("linear acceleration has gravity taken off" in each for each in found.notes)


def test_an_archive_is_read_and_nothing_goes_on_across_a_pause(tmp_path: Path) -> None:
    path = tmp_path / "phone.zip"
    gyroscope = "\n".join([PHYPHOX, *(f"{0.01 * k},1,2,3,4" for k in range(40))])
    head = '"Time (s)","Acceleration x (m/s^2)","Acceleration y (m/s^2)","Acceleration z (m/s^2)"'
    accelerometer = "\n".join([head, *(f"{0.02 * k + 0.005},{k},0,9.8" for k in range(21))])
    events = '"event","experiment time"\n"START",0\n"PAUSE",0.205\n"START",0.205\n'
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Accelerometer.csv", accelerometer)
        archive.writestr("Gyroscope.csv", gyroscope)
        archive.writestr("Light.csv", "a,b\n1,2\n")
        archive.writestr("meta/time.csv", events)
        archive.writestr("meta/device.csv", "property,value\nname,x\n")
    found, notes, _ = thrown_recordings([path], lambda table: sensor_table(table, {}))
    assert [len(each.t) for each in found] == [21, 19] and found[1].t[0] == pytest.approx(0.21)
    assert found[0].acceleration is not None
    assert np.isnan(found[0].acceleration[0]).all()  # before the accelerometer began
    assert found[0].acceleration[2] == pytest.approx([0.75, 0.0, 9.8])
    assert any("1 pauses: nothing goes on across them" in each for each in notes)
    broken = tmp_path / "broken.zip"
    broken.write_bytes(path.read_bytes()[:100])
    with pytest.raises(BadInput, match=r"broken.zip: is no whole archive"):
        thrown_recordings([broken], lambda table: sensor_table(table, {}))
