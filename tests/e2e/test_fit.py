"""A fit in a real window: the table that a scene names, Compare, Fit, the values used, and undone."""

import tomllib

import numpy as np
import pytest

from tests.e2e.test_window import SIZE
from tests.physics.fitting.truth import LENGTH, damped_pendulum, measured

SCENE = """
system = "planar-chain"
dt = 0.005
speed = 0.1

[measured]
file = "swing.csv"

[parameters]
count = 1
length = 0.6

[initial]
theta_1 = 0.7
"""


@pytest.mark.long
def test_length_is_found_and_used(polhode, tmp_path):
    t = np.arange(60) / 20
    angle = np.degrees(measured(damped_pendulum(k=9.81 / LENGTH, c=0.0), t, ["theta_1"])["theta_1"])
    rows = "".join(f"{time:.2f},{value:.4f}\n" for time, value in zip(t, angle, strict=True))
    (tmp_path / "swing.csv").write_text(f"t [s],theta_1 [deg]\n{rows}", encoding="utf-8")
    (tmp_path / "pendulum.toml").write_text(SCENE, encoding="utf-8")
    program = polhode(str(tmp_path / "pendulum.toml"), *SIZE)
    assert program.now()["tables"] == ["swing.csv"]
    program.until("the ghost", lambda now: now["time"] > 0.01)
    program.key("F6")
    program.click(program.place("compare/free length"))
    program.click(program.place("compare/Fit"))
    with program.hidden():
        program.until("the end of the fit", lambda now: not now["busy"])
    program.click(program.place("compare/Use these values"))
    program.until("a run from the fitted start", lambda now: now["time"] < 0.5)
    program.key("ctrl+s", "Return")
    (saved,) = program.captured("*.toml")
    scene = tomllib.loads(saved.read_text(encoding="utf-8"))
    assert abs(scene["parameters"]["length"] - LENGTH) < 1e-3
    assert abs(scene["initial"]["theta_1"] - np.radians(angle[0])) < 1e-3
    program.key("ctrl+z", "ctrl+shift+s", "Return")
    scenes = [tomllib.loads(path.read_text(encoding="utf-8")) for path in program.captured("*.toml", 2)]
    assert {round(each["parameters"]["length"], 2) for each in scenes} == {0.5, 0.6}
    assert program.quit() == (0, "")
