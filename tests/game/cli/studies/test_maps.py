from __future__ import annotations

import time
import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from game.cli.options import complete_outcome
from game.cli.studies import maps
from game.cli.studies.maps import compute
from game.model.errors import INTERRUPTED, RecordingError
from game.scenefile import Scene
from physics import BadInput

PENDULUM = Scene(system="double-pendulum", name="double-pendulum", dt=5e-3)
OVER = [("theta2", "-180deg..180deg"), ("l2", "0.5:1.5")]


def test_table_has_a_row_for_each_cell(capsys: pytest.CaptureFixture[str]) -> None:
    assert compute(PENDULUM, OVER, "final:theta3", (3, 2), 0.5, None) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    head = lines.index("theta2,upper_length,final_theta3,state")
    rows = np.array([[float(each) for each in line.split(",")] for line in lines[head + 1 :]])
    assert rows.shape == (6, 4) and rows[:3, 1].tolist() == [0.75] * 3 and (rows[:, 3] == 1).all()
    told = tomllib.loads("\n".join(line.removeprefix("# ") for line in lines[1:head]))
    assert told["map"]["of"] == "final:theta3" and told["map"]["across"]["cells"] == 3 and told["dt"] == 5e-3
    assert f"final:theta3 of 6 cells; from {rows[:, 2].min():.6g} rad to {rows[:, 2].max():.6g} rad" in err


def test_array_file_has_axes_units_and_configuration(tmp_path: Path) -> None:
    compute(PENDULUM, OVER, "flip-time", (4, 5), 1.0, str(tmp_path / "map.npz"))
    with np.load(tmp_path / "map.npz") as found:
        assert found["flip_time_theta3"].shape == found["state"].shape == (5, 4)
        assert found["theta2"].shape == (4,) and found["upper_length"].shape == (5,)
        assert found["units"].tolist() == ["rad", "m", "s"]
        assert found["names"].tolist() == ["theta2", "upper_length", "flip_time_theta3"]
        assert found["state_names"].tolist()[:3] == ["unknown", "known", "never"]
        assert "seconds = 1.0" in str(found["configuration"])


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maps, "MapTask", lambda request: pytest.fail("it is computed"))
    with pytest.raises(RecordingError, match="No such file or directory"):
        compute(PENDULUM, OVER, "flip-time", (4, 5), 1.0, str(tmp_path / "no" / "map.npz"))


def test_picture_is_drawn(tmp_path: Path) -> None:
    compute(PENDULUM, OVER, "", (4, 5), 1.0, str(tmp_path / "map.png"))
    with Image.open(tmp_path / "map.png") as picture:
        assert picture.size[0] == 1440 and "link first passes" in picture.info["Title"]


@pytest.mark.parametrize(
    ("over", "of", "says"),
    [
        (OVER[:1], "", "--over: 1 given; a map needs 2"),
        ([OVER[0], ("theta3", "3")], "", "theta3 = '3': must be LOW..HIGH"),
        ([OVER[0], ("theta9", "1..2")], "", "unknown axis of a map of double-pendulum 'theta9'"),
        (OVER, "range", "outcome range: double-pendulum throws nothing; it has: flip-time"),
    ],
)
def test_bad_input_is_refused_in_one_line(over: list[tuple[str, str]], of: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        compute(PENDULUM, over, of, (2, 2), 1.0, None)
    assert says in str(caught.value) and "\n" not in str(caught.value)


def test_unknown_format_is_refused() -> None:
    with pytest.raises(BadInput, match="must end in .csv or .npz or .png or .svg"):
        compute(PENDULUM, OVER, "", (2, 2), 1.0, "map.pdf")


def test_interrupted_map_is_written_as_far_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks: list[maps.MapTask] = []
    made = maps.MapTask

    def remembered(request: object) -> maps.MapTask:
        tasks.append(made(request))  # type: ignore[arg-type]  # handed on as it came
        return tasks[-1]

    def interrupt(seconds: float) -> None:
        time.sleep(0.02)
        if tasks[0].progress > 0.0:
            raise KeyboardInterrupt

    monkeypatch.setattr(maps, "MapTask", remembered)
    monkeypatch.setattr(maps, "time", SimpleNamespace(sleep=interrupt))
    (tmp_path / "map.npz").write_bytes(b"an older map")
    assert compute(PENDULUM, OVER, "final", (256, 256), 1.0, str(tmp_path / "map.npz")) == INTERRUPTED
    with np.load(tmp_path / "map.partial.npz") as found:
        assert 0 < (found["state"] == 1).sum() < 256 * 256
    assert (tmp_path / "map.npz").read_bytes() == b"an older map"
    said = capsys.readouterr().err
    assert "ended early" in said
    assert f"what is known is kept as {tmp_path / 'map.partial.npz'}" in said


def test_outcomes_are_completed() -> None:
    found = complete_outcome(None, None, "fl")  # type: ignore[arg-type]  # neither is read
    assert [item.value for item in found] == ["flip-time", "flips"]
