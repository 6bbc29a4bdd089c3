"""A trebuchet in a real window: fired, changed and fired again."""

import csv

import numpy as np
import pytest

from game.experiments.shots import COLORS
from tests.e2e.test_window import changed, has_color

SCENE = """
title = "Quick shots"
system = "trebuchet"
integrator = "dop853"
dt = 0.01
speed = 4.0
paused = true
quality = "low@0.5"
[parameters]
long_arm = 5.0
sling = 3.0
projectile_mass = 40.0
"""
SIZE = ("--size", "1280x800")
ABOVE = np.s_[70:500, 350:930]
PATHS = [np.array(color) * 255 for color in COLORS[:2]]
LOOKS = 60
"""Number of attempts to see both trajectories."""


def saved(program, shots):
    """Return the rows of the list of shots, saved by its button, once it holds `shots`."""
    program.until(f"{shots} shots", lambda now: now["shots"] >= shots)
    before = set(program.captures.glob("*.csv"))
    program.click(program.place("shots/Save CSV"))
    (new,) = set(program.captured("*.csv", len(before) + 1)) - before
    with new.open(newline="") as file:
        return list(csv.DictReader(file))


def paths_seen(program):
    """Return whether curves of both colours are visible."""
    picture = program.photograph()[ABOVE]
    return all(has_color(picture, color - 45, color + 45) > 3e-4 for color in PATHS)


@pytest.mark.long
def test_two_shots_leave_two_rows_and_two_trajectories(polhode, tmp_path):
    path = tmp_path / "quick.toml"
    path.write_text(SCENE)
    program = polhode(str(path), *SIZE)
    program.key("n")
    program.still()
    waiting = program.photograph()
    table, readings = program.part("shots"), program.part("readings")
    program.key("space")
    (first,) = saved(program, 1)
    landed = program.photograph()
    assert changed(waiting, landed, table) > 0.02, "a row for the shot"
    assert changed(waiting, landed, readings) > 0.02, "its report"
    program.key("r", "F4")
    program.drag(program.place("body/sling", 0.5), program.place("body/sling", 0.55))
    program.key("space")
    same, second = saved(program, 2)
    assert same == first | {"sling": "3.0"}
    assert second["sling"] != "3.0"
    assert second["range"] != first["range"]
    assert second["altered"] == "0"
    assert any(paths_seen(program) for _ in range(LOOKS)), "the camera comes to show both from the side"
    code, errors = program.quit()
    assert (code, errors) == (0, "")
