"""`polhode fit FILE…` of recordings of a thrown telephone."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from game import scenefile
from game.cli.main import commands
from game.experiments.measurements.measured_motion import MeasuredMotion
from game.experiments.measurements.scene_table import scene_tables
from game.model.errors import FIT_LOST
from physics import BadInput
from physics.free.free_body import FreeBody
from tests.physics.fitting.flight.thrown_cases import FOLDER, TRUTH

THROW = str(FOLDER / "throw-and-catch.csv")


def run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(commands, ["fit", *arguments], catch_exceptions=False, standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.return_value or 0, done.stdout, done.stderr


def test_a_recording_alone_tells_the_body_and_is_saved_with_its_motion(tmp_path: Path) -> None:
    saved = tmp_path / "throw.toml"
    code, said, _ = run(THROW, "-o", str(saved))
    lines = said.splitlines()
    assert code == 0 and lines[0].startswith("FOLLOWED: the rates are those of a free body; residuals 0.0049")
    assert lines[1].startswith(
        "flight: throw-and-catch.csv, 0.42 to 1.22 s, 81 rows; accelerometer at (10.1, 30.1, 4.0)"
    )
    words = {line[:12].strip(): line.split() for line in lines}
    assert float(words["I₁/I₃"][1]) == pytest.approx(TRUTH["flip"]["ratios_of_inertia"][0], abs=8e-4)
    assert "axis of I₁    4.4" in said and "from y: (-0.07" in said
    assert "mass and size have no effect on the rates" in lines[-1]
    scene = scenefile.load(str(saved))
    system = scene.simulation().system
    assert isinstance(system, FreeBody)
    moments, _ = system.principal
    assert moments[0] / moments[2] == pytest.approx(float(words["I₁/I₃"][1]), abs=1e-4)
    (table,) = scene_tables(scene, system)
    motion = MeasuredMotion(system, table)
    assert motion.missing == ()
    run_of_scene = scene.simulation()
    run_of_scene.advance(700)
    measured = motion.state(system, run_of_scene.time)
    assert measured is not None  # the ghost, by the rates alone, is beside the ideal body
    assert np.abs(np.array(measured) - run_of_scene.state).max() < 0.05
    assert abs(np.dot(np.array(measured)[:4], run_of_scene.state[:4])) > 0.9999


def test_data_have_intervals_and_joined_files_share_a_body() -> None:
    code, said, notes = run(str(FOLDER / "flip.csv"), str(FOLDER / "wobbling-disc.csv"), "--window", "0..1", "--json")
    found = json.loads(said)
    assert code == 0 and found["followed"] and len(found["flights"]) == 2
    assert found["ratios"][0]["value"] == pytest.approx(TRUTH["flip"]["ratios_of_inertia"][0], abs=5e-3)
    assert found["twin"] is None and len(found["axes_half95"]) == 3
    assert "wobbling-disc.csv: columns z, y, x" in notes


def test_an_axis_of_the_wrong_sense_is_asked_for_and_can_be_turned() -> None:
    code, said, _ = run(THROW, "--reverse", "z")
    assert code == 0 and "the accelerometer fits rates of the other sense alone: give --reverse z" in said
    assert "the fit needs a body like a needle, 0.0143 : 0.991 : 1: is an axis left-handed?" in said
    assert "of the other sense it is 0.192 : 0.81" in said


def test_what_is_not_followed_is_said_first_and_not_saved(tmp_path: Path) -> None:
    t = np.arange(80) / 100.0
    rates = np.column_stack([6.0 * np.sin(9.0 * t**2), 5.0 * np.cos(7.0 * t), 4.0 * np.sign(np.sin(11.0 * t))])
    table = tmp_path / "held.csv"
    text = "t (s),gyro x (rad/s),gyro y (rad/s),gyro z (rad/s)\n"
    table.write_text(
        text + "".join(",".join(f"{v:.6f}" for v in (s, *w)) + "\n" for s, w in zip(t, rates, strict=True))
    )
    saved = tmp_path / "kept.toml"
    code, said, notes = run(str(table), "--window", "0..0.8", "-o", str(saved))
    assert code == FIT_LOST and said.startswith("NOT FOLLOWED: the rates leave those of a free body")
    assert not saved.exists() and "is not written" in notes


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            (THROW, "--free", "omega_1"),
            r"free = omega_1: are numbers of a scene; name one before .*throw-and-catch.csv",
        ),
        (("gyroscope", THROW), r"free: is missing; give parameters and initial values"),
        (("gyroscope",), r"FILE: is missing; give a table"),
        (("gyroscope", THROW, THROW, "--free", "psi"), r"FILE: is given 2 times; a scene is fitted to one"),
        (("gyroscope", THROW, "--free", "psi", "--unit", "rad/s"), r"unit: is for recordings of a thrown body alone"),
        ((THROW, "--unit", "kg"), r"unit 'kg': must be one of rad/s"),
        ((THROW, "--column", "theta=wx"), r"unknown column of a recording 'theta'"),
        (
            (THROW, "--window", "7..8"),
            r"window = 7..8: has no rows in throw-and-catch.csv; its times are from 0 to 1.49",
        ),
        ((THROW, "-o", "a.csv"), r"output 'a.csv': must end in .toml"),
    ],
)
def test_what_does_not_fit_together_is_refused(arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        run(*arguments)


def test_a_recording_in_another_folder_is_not_replaced(tmp_path: Path) -> None:
    recording = tmp_path / "a.csv"
    recording.write_bytes(Path(THROW).read_bytes())
    with pytest.raises(BadInput, match=r"a.csv beside it would replace the recording"):
        run(str(recording), "-o", str(tmp_path / "a.toml"))
    assert recording.read_bytes() == Path(THROW).read_bytes()


def test_a_free_body_needs_no_numbers_to_be_named() -> None:
    code, said, _ = run("free-body", THROW, "--window", "0.5..1.1")
    assert code == 0 and said.startswith("FOLLOWED")
