"""`polhode scan` and `polhode optimise`, as far as they go beyond `game.experiments.tuning`."""

from __future__ import annotations

import csv
import json
import math
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from game import scenefile
from game.cli.studies import optimise
from game.model.errors import INTERRUPTED
from physics import BadInput

SCENE = scenefile.load("trebuchet")
OVER = [("sling", "4..14:3"), ("release_angle", "30deg..60deg:2")]


def test_scan_is_a_table_of_launches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert optimise.scan(SCENE, OVER, str(tmp_path / "map.csv")) == 0
    lines = (tmp_path / "map.csv").read_text().splitlines()
    assert 'system = "trebuchet"' in "\n".join(line for line in lines if line.startswith("#"))
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    assert [float(row["sling"]) for row in rows] == [4.0, 9.0, 14.0] * 2
    assert float(rows[3]["release_angle"]) == pytest.approx(math.radians(60.0))
    ranges = [float(row["range"]) for row in rows]
    assert all(math.isnan(value) for value in ranges[2::3]) and ranges[0] > 250.0
    said = capsys.readouterr().err
    assert f"the farthest of 6: {max(ranges[0], ranges[1], ranges[3], ranges[4]):.6g} m at sling = 4 m" in said
    assert "2 throw nothing" in said


def test_scan_is_written_as_arrays(tmp_path: Path) -> None:
    optimise.scan(SCENE, OVER, str(tmp_path / "map.npz"))
    with np.load(tmp_path / "map.npz") as arrays:
        assert arrays["range"].shape == (2, 3)
        assert arrays["sling"].tolist() == [4.0, 9.0, 14.0]


def test_best_machine_is_printed_as_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    over = [("release_angle", "30deg..60deg")]
    assert optimise.optimise(SCENE, over, "range", [], 0, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["value"] == pytest.approx(found["report"]["range"], rel=1e-6)
    assert found["report"]["release_elevation"] == pytest.approx(found["parameters"]["release_angle"], rel=1e-6)
    optimise.optimise(SCENE, over, "range", [], 0, as_json=False)
    said = capsys.readouterr()
    assert said.out.startswith(f"range = {found['value']:.6g} m at release angle = ")
    assert said.err.split("=")[0].strip() == "--set release_angle"


@pytest.mark.parametrize(
    ("over", "objective", "limits", "complaint"),
    [
        ([], "range", [], r"--over: no parameter given"),
        ([("sling", "4")], "range", [], r"sling = '4': must be LOW\.\.HIGH"),
        ([("sling", "4..x")], "range", [], r"sling = 'x': must be a number in m"),
        ([("string", "4..5")], "range", [], r"unknown number of this trebuchet 'string'.*did you mean 'sling'"),
        ([("sling", "4..5")], "fame", [], r"unknown objective 'fame'"),
        ([("sling", "4..5")], "range", [("peak_axle", "1")], r"unknown limit 'peak_axle'"),
        ([("sling", "20..30")], "range", [], r"optimise: no machine between these bounds"),
    ],
)
def test_invalid_searches_are_refused(
    over: list[tuple[str, str]], objective: str, limits: list[tuple[str, str]], complaint: str
) -> None:
    with pytest.raises(BadInput, match=complaint):
        optimise.optimise(SCENE, over, objective, limits, 0, as_json=False)


def test_a_search_that_is_interrupted_says_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    jobs: list[optimise.Optimisation] = []
    made = optimise.Optimisation

    def remembered(*given: object) -> optimise.Optimisation:
        jobs.append(made(*given))  # type: ignore[arg-type]  # handed on as it came
        return jobs[-1]

    def interrupt(seconds: float) -> None:
        time.sleep(0.01)
        if jobs[0].best is not None:
            raise KeyboardInterrupt

    monkeypatch.setattr(optimise, "Optimisation", remembered)
    monkeypatch.setattr(optimise, "time", SimpleNamespace(sleep=interrupt))
    found = optimise.optimise(scenefile.load("trebuchet"), [("sling", "3..8")], "range", (), 0, False)
    assert found == INTERRUPTED
    out, err = capsys.readouterr()
    assert "range = " in out
    assert "interrupted: the best so far" in err


def test_scan_needs_two_parameters_of_a_throwing_machine() -> None:
    with pytest.raises(BadInput, match=r"--over: 1 parameters given; a map needs 2"):
        optimise.scan(SCENE, OVER[:1], "-")
    with pytest.raises(BadInput, match=r"gyroscope: throws nothing; trebuchet does"):
        optimise.scan(scenefile.load("gyroscope"), OVER, "-")
    with pytest.raises(BadInput, match=r"sling = '4\.\.5:1': COUNT must be from 2 to 1000"):
        optimise.scan(SCENE, [("sling", "4..5:1"), OVER[1]], "-")
