"""A trebuchet in a real window: fired, changed and fired again."""

import csv
import time

import numpy as np

from game.experiments.shots import COLORS
from tests.e2e.test_window import changed, has_color

SCENE = """
title = "Quick shots"
system = "trebuchet"
integrator = "dop853"
dt = 0.01
speed = 4.0
paused = true
quality = "low"
[parameters]
long_arm = 5.0
sling = 3.0
projectile_mass = 40.0
"""
SIZE = ("--size", "1280x800")
SLING = (236, 460), (246, 460)
"""A little along the slider of the sling's length."""
SAVE = {1: (807, 608), 2: (807, 584)}
"""Where the button of the list is, by how many shots there are."""
TABLE, READINGS = np.s_[600:690, 355:925], np.s_[85:690, 950:1240]
ABOVE = np.s_[70:500, 350:930]
PATHS = [np.array(color) * 255 for color in COLORS[:2]]
SECONDS = 60
"""A slow machine may take so long for a shot."""


def saved(program, shots):
    """The rows of the list once it holds so many, saved by its button."""
    before = set(program.captures.glob("*.csv"))
    for _ in range(SECONDS):
        program.click(*SAVE[shots])
        time.sleep(0.5)
        if new := set(program.captures.glob("*.csv")) - before:
            time.sleep(0.5)
            with new.pop().open(newline="") as file:
                return list(csv.DictReader(file))
    raise AssertionError(f"no {shots} shots within {SECONDS} s")


def paths_seen(program):
    """Whether a curve of each colour is in the picture."""
    picture = program.photograph()[ABOVE]
    return all(has_color(picture, color - 45, color + 45) > 3e-4 for color in PATHS)


def test_two_shots_leave_two_rows_and_two_paths(polhode, tmp_path):
    path = tmp_path / "quick.toml"
    path.write_text(SCENE)
    program = polhode(str(path), *SIZE)
    time.sleep(2.0)
    program.key("n")
    waiting = program.photograph()
    program.key("space")
    (first,) = saved(program, 1)
    landed = program.photograph()
    assert changed(waiting, landed, TABLE) > 0.02, "a row for the shot"
    assert changed(waiting, landed, READINGS) > 0.02, "its report"
    program.key("r")
    program.drag(*SLING)
    program.key("space")
    same, second = saved(program, 2)
    assert same == first | {"sling": "3.0"}
    assert second["sling"] != "3.0"
    assert second["range"] != first["range"]
    assert second["altered"] == "0"
    assert any(paths_seen(program) for _ in range(SECONDS)), "the camera comes to show both from the side"
    code, errors = program.quit()
    assert (code, errors) == (0, "")
