from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from game.cli.studies.poincare_plots import bifurcation, section
from game.scenefile import Scene
from physics import BadInput
from physics.pendulums.double_pendulum import DoublePendulum

FALLING = Scene(system="double-pendulum", name="double-pendulum", dt=5e-3)
OVER = [("gravity", "5..10")]


def bifurcate(
    output: str | None, over: list[tuple[str, str]] = OVER, at: str | None = None, every: float | None = None
) -> int:
    return bifurcation(FALLING, over, "theta3", at, every, 6, 10, 4.0, None, output)


def test_diagram_is_written_as_table_arrays_and_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bifurcate(None, every=0.5) == 0
    out, err = capsys.readouterr()
    rows = [line for line in out.splitlines() if not line.startswith("#")]
    assert rows[0] == "gravity,theta3" and len(rows) == 1 + 6 * 4
    assert "24 values of theta3 in 6 columns; 6 columns have fewer than 10" in err
    bifurcate(str(tmp_path / "a.npz"), at="theta2=0.1")
    with np.load(tmp_path / "a.npz") as found:
        assert found["theta3"].shape == (6, 10) and found["gravity"].shape == (6,)
        assert 'at = "theta2=0.1"' in str(found["configuration"])
    bifurcate(str(tmp_path / "a.png"))
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.size[0] == 1440


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"over": []}, "--over: 0 given; a bifurcation diagram needs 1"),
        ({"at": "theta2=0", "every": 0.5}, "--at and --every: give one of them"),
        ({"at": "theta2"}, "at = 'theta2': must be NAME=VALUE"),
        ({"at": "phi=0"}, "unknown state variable of double-pendulum 'phi'"),
    ],
)
def test_bad_input_is_refused_in_one_line(given: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput) as caught:
        bifurcate(None, **given)  # type: ignore[arg-type]  # of a dictionary
    assert says in str(caught.value) and "\n" not in str(caught.value)


START = {"theta2": 0.5, "theta3": 0.6}
PENDULUM = Scene(system="double-pendulum", name="double-pendulum", dt=5e-3, initial=START)


def cross(output: str | None, at: str | None = None, across: str = "", up: str = "", others: int = 2) -> int:
    return section(PENDULUM, at, across, up, others, 40, output)


def test_points_of_all_motions_have_one_energy_and_lie_in_the_plane(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cross(str(tmp_path / "a.npz"), "theta2=0.1", "energy", "theta2") == 0
    energy = DoublePendulum(initial=START).energy(DoublePendulum(initial=START).start())
    with np.load(tmp_path / "a.npz") as found:
        assert sorted(set(found["run"].tolist())) == [0.0, 1.0, 2.0] and len(found["run"]) >= 40
        assert found["theta2"] == pytest.approx(0.1, abs=1e-6)
        assert found["energy"] == pytest.approx(energy, rel=1e-4)
        assert 'at = "theta2=0.1"' in str(found["configuration"])
    assert "points of 3 motions" in capsys.readouterr().err


def test_section_is_written_as_table_and_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cross(None, others=0)
    rows = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")]
    assert rows[0] == "run,theta3,theta3_dot" and len(rows) > 40
    cross(str(tmp_path / "a.png"))
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.size[0] == 1440


@pytest.mark.parametrize(("points", "others"), [(1, 0), (3, 0), (7, 4), (200, 2)])
def test_a_section_has_as_many_points_as_are_asked_for(
    points: int, others: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert section(PENDULUM, None, "", "", others, points, None) == 0
    out, err = capsys.readouterr()
    assert sum(not line.startswith("#") for line in out.splitlines()) == 1 + points
    assert f"{points} points of {1 + others} motions" in err


def test_bad_sections_are_refused_in_one_line() -> None:
    for given, says in (
        ({"at": "theta2"}, "at = 'theta2': must be NAME=VALUE"),
        ({"up": "x"}, "unknown quantity of double-pendulum 'x'"),
        ({"at": "theta2_dot=0"}, "others = 2: needs a plane of one of two angles"),
    ):
        with pytest.raises(BadInput, match=says):
            cross(None, **given)  # type: ignore[arg-type]  # of a dictionary
