"""`polhode fit`, as far as it goes beyond `physics.fitting`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import physics
from game import scenefile
from game.cli.main import commands
from game.cli.studies import fit as command
from game.cli.studies.fit import independent
from game.experiments.measurements.scene_table import scene_tables
from game.model import errors, resources
from game.session import open_scene
from physics import BadInput
from physics.fitting.fit import Fit, fit
from tests.physics.fitting.truth import LENGTH, K, damped_pendulum, measured

T = np.arange(60) * 0.05
SCENE = ["planar-chain", "--set", "count=1", "--set", f"length={LENGTH}", "--dt", "5e-3"]
FREE, WHERE = ["--free", "gravity,friction,theta_1,theta_dot_1"], ["--free", "gravity,theta_1"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Angles in degrees, times in milliseconds, with semicolons and decimal commas."""
    angle = np.degrees(measured(damped_pendulum(), T, ["theta_1"])["theta_1"])
    rows = [f"{1000 * t:.0f};{value:.9f}".replace(".", ",") for t, value in zip(T, angle, strict=True)]
    path = tmp_path_factory.mktemp("measured") / "swing.csv"
    path.write_text("clock (ms);angle\n" + "\n".join(rows) + "\n")
    return path


def run(*arguments: str) -> str:
    done = CliRunner().invoke(commands, ["fit", *arguments], catch_exceptions=False, standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.stdout


def test_parameters_are_printed_with_errors_and_saved_as_a_scene(table: Path, tmp_path: Path) -> None:
    saved = tmp_path / "fitted.toml"
    said = run(*SCENE, str(table), "--column", "theta_1=angle:deg", *FREE, "-o", str(saved))
    assert "planar-chain: 60 values of swing.csv, 2.95 s from t = 0 s" in said
    scene = scenefile.load(str(saved))
    assert scene.parameters["gravity"] == pytest.approx(K * LENGTH, rel=1e-6)
    assert scene.initial["theta_1"] == pytest.approx(0.8, rel=1e-6)
    assert "swing.csv" in scene.note
    assert scene.simulation().dt == 5e-3
    rows = {line.split()[0]: line.split() for line in said.splitlines() if line.strip()}
    assert float(rows["gravity"][1]) == pytest.approx(K * LENGTH, rel=1e-6)
    assert rows["gravity"][3:] == ["m/s²", "9.81"]


def test_of_a_simulated_table_only_what_is_independent_is_fitted() -> None:
    chain = physics.system("planar-chain", {"count": 1})
    names = ["t", "theta_1", "theta_dot_1", "loss", "in_stroke", "energy", "kinetic", "tip.x"]
    columns = {name: (place, "") for place, name in enumerate(names)}
    assert list(independent(columns, chain)) == ["t", "theta_1", "theta_dot_1", "tip.x"]
    measured = {name: columns[name] for name in ("t", "energy", "tip.x")}
    assert independent(measured, chain) == measured


def test_saved_scene_names_the_table_beside_it(table: Path, tmp_path: Path) -> None:
    values = table.read_text(encoding="utf-8").replace("angle", "theta_1 [deg]")
    (tmp_path / "named.csv").write_text(values, encoding="utf-8")
    for folder, named in ((tmp_path, True), (tmp_path / "other", False)):
        folder.mkdir(exist_ok=True)
        run(*SCENE, str(tmp_path / "named.csv"), *FREE, "--window", "0.5..2", "-o", str(folder / "fitted.toml"))
        scene = open_scene.load(str(folder / "fitted.toml"))
        assert (scene.measured is not None) is named
        assert not named or scene_tables(scene, scene.simulation().system)[0].begin == 0.5


def test_json_says_what_is_not_determined(table: Path) -> None:
    free = ["--free", "gravity,length,theta,theta_dot", "--starts", "1"]
    found = json.loads(run(*SCENE, str(table), "--column", "theta_1=2:°", "--column", "t=1:ms", *free, "--json"))
    (left_open,) = found["not_determined"]
    assert left_open["words"] == "only gravity/length is found, not gravity and length alone"
    unknowns = {each["name"]: each for each in found["unknowns"]}
    assert unknowns["gravity"]["sd"] is None and unknowns["theta_1"]["sd"] > 0.0
    assert found["horizon"] is None and found["values"] == 60


def test_table_shows_bounds_correlations_and_what_is_open() -> None:
    data = measured(damped_pendulum(), T, ["theta_1"])["theta_1"] * np.exp(0.04 * T)
    start = damped_pendulum(19.0, 0.0)
    free = ["gravity", "length", "friction", "theta_1", "theta_dot_1", "air_density"]
    found = fit(start, T, {"theta_1": data}, free, dt=5e-3, starts=1)
    said = "\n".join(command.lines(found, "x.csv"))
    assert "friction: has reached its bound 0 N m s" in said
    assert "only gravity/length is found" in said and "gravity/length = " in said
    assert "air_density has too little effect on what was measured to be found" in said
    assert "not found alone" in said and "at its bound" in said


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--column", "theta_1=angel:deg"], r"unknown column of .*swing\.csv 'angel' \(did you mean 'angle'"),
        (["--column", "theta_1=angle:kg"], r"--column theta_1=angle:kg: unit 'kg' does not fit; allowed: rad, deg"),
        (["--column", "theta=angle:deg"], r"unknown quantity of planar-chain 'theta' \(did you mean 'theta_1'"),
        (["--column", "theta_1=angle", "--column", "theta_1=2"], r"--column theta_1: given twice"),
        (
            [],
            r"no heading is a quantity of planar-chain; angle has no unit: not taken as theta_1; give --column",
        ),
        (["--column", "theta_1=angle:deg", "--window", "2..1"], r"window = 2\.\.1: must end later than it begins"),
        (["--column", "theta_1=angle:deg", "-o", "x.csv"], r"output 'x.csv': must end in .toml"),
        (
            ["--column", "theta_1=angle:deg", "--free", "length,length"],
            r"free: length is given twice; must be given once",
        ),
        (["--column", "theta_1=angle:deg", "--free", "theta,theta_1"], r"free: theta_1 is given twice"),
        (
            ["--column", "theta_1=angle:deg", "--window", "0..2e12"],
            r"window = 2e\+12 s: must be from -1e\+12",
        ),
        (["--column", "theta_1=angle:deg", "--noise", "theta_1=1kg"], r"noise theta_1 = '1kg': unit 'kg' does not fit"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(table: Path, arguments: list[str], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint) as error:
        run(*SCENE, str(table), *FREE, *arguments)
    assert "\n" not in str(error.value)


ENCODER = Path(__file__).parents[3] / "data" / "encoder.csv"


def test_encoder_that_writes_a_row_at_each_count_is_fitted_by_default() -> None:
    free = ["--free", "length,friction,theta,theta_dot"]
    found = json.loads(run("planar-chain", str(ENCODER), "--set", "count=1", *free, "--json"))
    length = next(each for each in found["unknowns"] if each["name"] == "length")
    assert found["followed"] and abs(length["value"] - 0.15) < max(length["half95"], 0.002) < 0.02


def test_what_is_not_followed_is_said_first_with_a_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    angle = np.where(T < 1.5, np.sin(3.0 * T), 0.8 * np.sin(11.0 * T + 1.0))
    table = tmp_path / "broken.csv"
    rows = [f"{t:.2f},{value:.6f}" for t, value in zip(T, angle, strict=True)]
    table.write_text("t [s],theta_1 [rad]\n" + "\n".join(rows) + "\n")
    saved = tmp_path / "fitted.toml"
    saved.write_text("kept")
    found_once: list[Fit] = []

    def once(*given: Any, **more: Any) -> Fit:
        found_once.append(found_once[0] if found_once else fit(*given, **more))
        return found_once[0]

    monkeypatch.setattr(command, "fit_motion", once)
    for options in ([], ["--json"]):
        done = CliRunner().invoke(
            commands, ["fit", *SCENE, "--dt", "2e-2", str(table), *WHERE, "--starts", "1", "-o", str(saved), *options],
            standalone_mode=False,
        )  # fmt: skip
        assert done.return_value == errors.FIT_LOST == 5 and saved.read_text() == "kept"
        if options:
            found = json.loads(done.stdout)
            assert not found["followed"] and found["over_noise"]["theta_1"] > 3.0
            assert all(each["sd"] is None and each["half95"] is None for each in found["unknowns"])
        else:
            assert done.stdout.startswith("NOT FOLLOWED: ") and "times the noise" in done.stdout.splitlines()[0]
            assert "--noise theta_1=" in done.stdout and not any(c.isdigit() for c in done.stdout.split("±")[0][-1:])
            assert "too little effect" not in done.stdout


def test_noise_as_large_as_the_data_is_said_without_a_number_that_contradicts(tmp_path: Path) -> None:
    table = tmp_path / "noise.csv"
    values = np.random.default_rng(1).normal(0.0, 0.3, 61)
    table.write_text("t,theta_1\n" + "".join(f"{0.04 * i:.2f},{value:.5f}\n" for i, value in enumerate(values)))
    first = run("planar-chain", str(table), "--set", "count=1", "--free", "length,theta", "--starts", "1").splitlines()[
        0
    ]
    assert first.startswith("NOT FOLLOWED: ") and "times the noise" not in first
    assert "theta_1 scatters from row to row as much as in all" in first


def test_times_since_1970_can_be_windowed_and_are_said_in_full(tmp_path: Path) -> None:
    table = tmp_path / "unix.csv"
    rows = (f"{1.7e9 + 0.04 * i:.2f},{0.5 * np.cos(3.3 * 0.04 * i):.5f}\n" for i in range(61))
    table.write_text("timestamp,theta_1\n" + "".join(rows))
    window = ["--window", "1700000000.4..1700000001.2"]
    said = run("planar-chain", str(table), "--set", "count=1", "--free", "theta,length", "--starts", "1", *window)
    assert "planar-chain: 21 values of unix.csv, 0.8 s from t = 1700000000.4 s" in said


SHIPPED = resources.root() / "assets" / "measured" / "double-pendulum.csv"
PENDULUM = """links=given lengths=0.091,0.070 masses=1 bobs=0 centres=0.05,0.035 inertias=0.001,0.0004 friction=0,0"""
UNKNOWNS = "gravity,centres,inertias,friction,drag,theta,theta_dot"


@pytest.mark.parametrize(
    ("window", "degrees"),
    [("1", 1.0), pytest.param("2.5", 1.0, marks=pytest.mark.long), pytest.param("3", 1.0, marks=pytest.mark.long)],
    ids=["1 s", "2.5 s", "3 s"],
)
def test_real_double_pendulum_is_followed(window: str, degrees: float) -> None:
    """Gravity is what it would be for arms of 91 mm: 6.2 to 6.5 m/s², as found with another program.

    Its residuals are a pattern, of neighbours that are correlated by 0.91 over the first second: what independent ones
    would tell to 0.11 is known to 0.51.
    """
    sets = [word for each in PENDULUM.split() for word in ("--set", each)]
    noise = ["--noise", "theta_1=0.3deg", "--noise", "theta_2=0.3deg"]
    starts = [] if window == "3" else ["--starts", "1"]
    options = ["--free", UNKNOWNS, "--window", window, "--dt", "2.5e-3", *starts, *noise, "--json"]
    found = json.loads(run("planar-chain", str(SHIPPED), *sets, *options))
    assert max(np.degrees(list(found["rms"].values()))) < degrees
    gravity = next(each for each in found["unknowns"] if each["name"] == "gravity")
    assert 6.0 < gravity["value"] < 6.7 and gravity["half95"] < 0.55
    assert found["horizon"] < 7.0


@pytest.mark.long
def test_segments_of_the_real_double_pendulum_are_all_followed() -> None:
    """The one from 0.5 s on begins where an arm turns over: a parabola through its first rows misses its rates."""
    sets = [word for each in PENDULUM.split() for word in ("--set", each)]
    noise = ["--noise", "theta_1=0.3deg", "--noise", "theta_2=0.3deg"]
    options = ["--free", UNKNOWNS, "--window", "1.5", "--segment", "0.5s", "--dt", "2.5e-3", "--starts", "1", *noise]
    found = json.loads(run("planar-chain", str(SHIPPED), *sets, *options, "--json"))
    gravity = next(each for each in found["unknowns"] if each["name"] == "gravity")
    assert found["followed"] and max(np.degrees(list(found["rms"].values()))) < 0.6
    assert 5.9 < gravity["value"] < 6.6 and gravity["half95"] < 0.2
