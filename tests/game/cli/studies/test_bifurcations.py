from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from game.cli.studies.bifurcations import compute
from game.scenefile import Scene
from physics import BadInput

PENDULUM = Scene(system="double-pendulum", name="double-pendulum", dt=5e-3)
OVER = [("gravity", "5..10")]


def run(
    output: str | None, over: list[tuple[str, str]] = OVER, at: str | None = None, every: float | None = None
) -> int:
    return compute(PENDULUM, over, "theta3", at, every, 6, 10, 4.0, None, output)


def test_diagram_is_written_as_table_arrays_and_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(None, every=0.5) == 0
    out, err = capsys.readouterr()
    rows = [line for line in out.splitlines() if not line.startswith("#")]
    assert rows[0] == "gravity,theta3" and len(rows) == 1 + 6 * 4
    assert "24 values of theta3 in 6 columns; 6 columns have fewer than 10" in err
    run(str(tmp_path / "a.npz"), at="theta2=0.1")
    with np.load(tmp_path / "a.npz") as found:
        assert found["theta3"].shape == (6, 10) and found["gravity"].shape == (6,)
        assert 'at = "theta2=0.1"' in str(found["configuration"])
    run(str(tmp_path / "a.png"))
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
        run(None, **given)  # type: ignore[arg-type]
    assert says in str(caught.value) and "\n" not in str(caught.value)
