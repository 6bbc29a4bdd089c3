"""`polhode simulate` of a throwing machine: its summary as text and JSON."""

import json

import pytest

from game.cli.simulate import compute
from game.scenefile import Scene
from physics import BadInput
from tests.reference import case

EXPECTED = case("trebuchet/default_uniform_beam_trough")["expected"]
SCENE = Scene(system="trebuchet", integrator="dop853", dt=0.002)


def told(capsys, duration, scene=SCENE):
    assert compute(scene, duration, None, None, as_json=True) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def shot(capsys):
    return told(capsys, 10.0)


def test_report_of_the_reference_shot_is_reproduced(shot):
    report = shot["report"]
    for name, expected in (
        ("lift_off_time", "t_liftoff"), ("release_time", "t_release"), ("release_speed", "v_release"),
        ("range", "range"), ("range_vacuum", "range_vacuum"), ("apex", "apex"), ("landing_time", "t_land"),
    ):  # fmt: skip
        assert report[name] == pytest.approx(EXPECTED[expected], rel=1e-6), name
    for name in ("sling", "hanger", "pivot"):
        peak = EXPECTED["peaks"][name]
        assert report[f"peak_{name}"] == pytest.approx(peak["value"], rel=3e-6), name
        assert report[f"peak_{name}_time"] == pytest.approx(peak["t"], abs=2e-4), name
    assert report["sling_slack"] is False
    assert shot["report_missing"] == {"range_still": "there is no wind"}


def test_events_have_the_states_before_and_after(shot):
    events = {event["name"]: event for event in shot["events"]}
    release, landing = events["release"], events["landing"]
    assert release["time"] == pytest.approx(EXPECTED["t_release"], rel=1e-6)
    assert release["before"]["alpha"] == pytest.approx(EXPECTED["alpha"], rel=1e-6)
    assert (release["before"]["phase"], release["after"]["phase"]) == (2, 3)
    assert landing["before"]["x"] == pytest.approx(EXPECTED["range"], rel=1e-6)
    assert landing["before"]["y_dot"] < 0 == landing["after"]["y_dot"]


def test_missing_entries_of_the_report_have_reasons(capsys):
    short = told(capsys, 0.5)
    assert short["report"]["range"] is None
    assert short["report_missing"]["range"] == "not released yet"
    assert "peak_sling" not in short["report_missing"]


def test_system_without_a_report_prints_none(capsys):
    assert "report" not in told(capsys, 0.1, Scene(system="gyroscope"))


def test_text_output_has_a_line_for_each_entry(capsys, tmp_path):
    compute(SCENE, 5.0, None, str(tmp_path / "a.csv"), as_json=False)
    lines = capsys.readouterr().err.splitlines()
    assert "Release: speed = 61.5102 m/s (release_speed)" in lines
    assert "Flight: not landed yet" in lines
    assert "t = 0.97751 s: the sling lets go" in lines
    assert all(line.count("\n") == 0 and len(line) < 200 for line in lines)


def test_interval_of_rows_longer_than_the_run_is_refused(capsys):
    with pytest.raises(BadInput, match="at most the duration"):
        compute(SCENE, 1.0, 2.0, None, as_json=True)


def test_archive_too_large_for_memory_is_refused_before_the_run(tmp_path):
    target = tmp_path / "a.npz"
    with pytest.raises(BadInput, match=r"GB of rows: at most 4 GB .*every"):
        compute(Scene(system="gyroscope"), 1e7, None, str(target), as_json=False)
    assert list(tmp_path.iterdir()) == []


def test_parts_of_the_energy_are_columns_and_part_of_the_summary(tmp_path, capsys):
    names = ["t", "energy", "energy_spin", "energy_precession", "energy_nutation", "energy_weight"]
    scene, target = Scene(system="gyroscope", initial={"theta_dot": 3.0, "psi_dot": 5.0}), tmp_path / "parts.csv"
    assert compute(scene, 0.2, 0.1, str(target), as_json=True, chosen=names) == 0
    lines = [line for line in target.read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == ",".join(names)
    rows = [[float(number) for number in line.split(",")] for line in lines[1:]]
    assert len(rows) == 3
    for row in rows:
        assert min(abs(part) for part in row[2:]) > 0.0
        assert sum(row[2:]) == pytest.approx(row[1], rel=1e-14)
    energy = json.loads(capsys.readouterr().out)["energy"]
    assert energy["parts"] == dict(zip(names[2:], rows[-1][2:], strict=True))
    assert energy["start"] == pytest.approx(rows[0][1], rel=1e-14)


@pytest.mark.parametrize(("chosen", "said"), [("energy_sling", "known: t, psi, .*energy_weight"), ("t", "twice")])
def test_a_wrong_column_is_refused_with_what_is_allowed(chosen, said):
    with pytest.raises(BadInput, match=said):
        compute(Scene(system="gyroscope"), 0.01, None, None, as_json=True, chosen=["t", chosen])
