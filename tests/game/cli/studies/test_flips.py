from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from game.cli.studies.flips import compute
from game.scenefile import Scene
from physics import BadInput

PENDULUM = Scene(system="double-pendulum", name="double-pendulum")


def test_table_has_a_row_for_each_cell(capsys: pytest.CaptureFixture[str]) -> None:
    assert compute(PENDULUM, [("theta2", "90deg..3.1"), ("theta3", "1..3")], 3, 3.0, None) == 0
    out, err = capsys.readouterr()
    head = out.splitlines().index("theta2,theta3,flip_time")
    rows = np.array([[float(each) for each in line.split(",")] for line in out.splitlines()[head + 1 :]])
    assert rows.shape == (9, 3)
    half = (3.1 - 0.5 * math.pi) / 6.0
    assert rows[:3, 0] == pytest.approx(np.linspace(0.5 * math.pi + half, 3.1 - half, 3))
    assert "# duration = 3.0" in out and '# integrator = "rk4"' in out
    assert f"{np.isfinite(rows[:, 2]).mean():.2%} of 9 turn over within 3 s" in err


def test_array_file_has_the_map(tmp_path: Path) -> None:
    path = str(tmp_path / "flips.npz")
    compute(PENDULUM, [], 8, 2.0, path)
    found = np.load(path)
    turned = found["flip_time"]
    assert turned.shape == (8, 8) and np.isfinite(turned).any()
    assert turned[::-1, ::-1] == pytest.approx(turned, rel=1e-9)  # a mirror changes nothing
    assert found["theta2"][0] == pytest.approx(-math.pi * 7 / 8)


@pytest.mark.parametrize(
    ("over", "duration", "says"),
    [
        (("theta2", "3..1"), 1.0, "theta2 = '3..1': must go from a smaller angle"),
        (("theta2", "3"), 1.0, "theta2 = '3': must be LOW..HIGH"),
        (("theta2", "1..4"), 1.0, "theta2 = 4 rad: must be from -3.14159"),
        (("phi", "1..2"), 1.0, "unknown angle of a flip map 'phi'; known: theta2, theta3"),
        (("theta2", "1..2"), 1e4, "duration = 10000 s: must be from 0.01 to 1000 s"),
    ],
)
def test_bad_input_is_refused_in_one_line(over: tuple[str, str], duration: float, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        compute(PENDULUM, [over], 2, duration, None)
    assert says in str(caught.value) and "\n" not in str(caught.value)
