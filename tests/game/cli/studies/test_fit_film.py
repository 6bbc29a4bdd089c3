"""`polhode fit pendulum FILE`: films as Tracker writes them, encoders, and what is asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from game.cli.main import commands
from physics import BadInput
from physics.fitting.swing.motion import swings

T = np.arange(0.0, 4.0, 1.0 / 25.0)
SWING = swings(np.array([[10.9, 0.06, 0.0, 0.0, 0.5, 0.0]]), T)[0]
NOISE = np.random.default_rng(1).normal(0.0, 0.002, (len(T), 2))
X, Y = 0.1 + 0.9 * np.sin(SWING) + NOISE[:, 0], 1.2 - 0.9 * np.cos(SWING) + NOISE[:, 1]


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(commands, ["fit", *words], catch_exceptions=False, standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.return_value or 0, done.stdout


def written(folder: Path, head: str, rows: list[str]) -> str:
    path = folder / "film.txt"
    path.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


def test_a_film_of_tracker_that_plays_slower_is_asked_about(tmp_path: Path) -> None:
    rows = [f"{8.0 * t:.6E}\t{x:.6E}\t{y:.6E}" for t, x, y in zip(T, X, Y, strict=True)]
    film = written(tmp_path, "mass_A\t\t\nt\tx\ty\n", rows)
    code, said = run("pendulum", film)
    assert code == 0 and "only g/ℓ is found" in said
    assert "is 9.81/64 m/s²: was the film taken 8 times as fast as it plays? give --rate, such as --rate 25" in said
    code, said = run("pendulum", film, "--rate", "25", "--length", "0.9", "--json")
    found = json.loads(said[said.index("{") :])
    q = found["values"][0]
    assert code == 0 and found["questions"] == [] and abs(q["value"] - 10.9) < 1.6 * q["half95"] < 0.12


@pytest.mark.parametrize(
    ("head", "row", "words", "asked"),
    [
        ("\tmass_A\t\tmass_B\t\nt\tx\ty\tx\ty\n", lambda i: f"{T[i]:.4f}\t{X[i]:.4f}\t{Y[i]:.4f}\t0.1\t1.2", [],
         "several tracks, mass_A, mass_B: which is the bob, and is one the pivot? give --column x=2 --column y=3"),
        ("t,θ\n", lambda i: f"{T[i]:.4f},{SWING[i]:.4f}", [], "θ has no unit; give --column angle=θ:UNIT, one of rad"),
        ("", lambda i: f"{33 * i},{SWING[i]:.4f}", ["--column", "angle=2:rad"],
         "give --column t=HEADING:UNIT, one of s"),
        ("t,a,b\n", lambda i: f"{T[i]:.4f},1,2", [], "neither x and y of a bob nor one angle among t, a, b"),
    ],
)  # fmt: skip
def test_what_a_film_leaves_open_is_asked_in_one_line(
    tmp_path: Path, head: str, row: Callable[[int], str], words: list[str], asked: str
) -> None:
    with pytest.raises(BadInput) as error:
        run("pendulum", written(tmp_path, head, [row(i) for i in range(len(T))]), *words)
    assert asked in str(error.value) and "\n" not in str(error.value)


def test_options_of_films_are_for_films_alone(tmp_path: Path) -> None:
    film = written(tmp_path, "t,theta_1\n", [f"{t},{a}" for t, a in zip(T, SWING, strict=True)])
    with pytest.raises(BadInput, match="gaps: is for films of a pendulum alone"):
        run("planar-chain", film, "--free", "gravity", "--gaps")
