from __future__ import annotations

import math
import time

import numpy as np
import pytest

from game import scenefile
from game.cli.flips import compute
from game.experiments import flip_map
from game.experiments.flip_map import Angles, FlipMap
from game.scenefile import Scene
from game.session.actions import release_pendulum
from game.session.session import Session
from physics import BadInput, System
from physics.studies.flip_map import FlipBatch
from physics.systems.double_pendulum import DoublePendulum
from physics.systems.double_pendulum_open import DoublePendulumOpen

PENDULUM = Scene(system="double-pendulum", name="double-pendulum")


def flip_of(system: System, theta2: float, theta3: float, until: float) -> float:
    session = Session(PENDULUM)
    release_pendulum(session, theta2, theta3)
    simulation = session.simulation
    assert simulation.y.tolist() == [theta2, theta3, 0.0, 0.0] and not simulation.paused
    while abs(simulation["theta3"]) <= math.pi and simulation.time < until:
        simulation.advance(10)
    return simulation.time if simulation.time < until else math.inf


def test_map_has_the_flip_time_of_a_pendulum_released_in_a_cell() -> None:
    chart = FlipMap(DoublePendulum(), Angles(1.0, 3.0), Angles(-3.0, 3.0), cells=4, duration=4.0)
    chart.wait()
    assert chart.done and chart.progress == 1.0 and chart.reason == ""
    assert np.isfinite(chart.times).any() and np.isinf(chart.times).any()
    for row, column in ((0, 3), (3, 3), (1, 2), (2, 0)):
        alone = flip_of(chart.system, chart.x[column], chart.y[row], 4.0)
        assert chart.times[row, column] == pytest.approx(alone, abs=0.0105)
    assert chart.turned == pytest.approx(np.isfinite(chart.times).sum() / 16)


@pytest.mark.parametrize("cells", [6, 7])
def test_mirrored_half_of_a_symmetric_map_is_what_would_be_computed(cells: int) -> None:
    span = Angles(-3.1, 3.1)
    chart = FlipMap(DoublePendulum({"l2": 1.4}), span, span, cells, duration=4.0)
    chart.wait()
    upper, lower = np.meshgrid(chart.x, chart.y)
    every = FlipBatch(chart.system, upper.ravel(), lower.ravel(), 4.0)
    every.run()
    assert 4 < np.isfinite(chart.times).sum() < cells * cells
    assert chart.times.ravel() == pytest.approx(every.times, abs=1e-6)


def test_cells_are_given_by_their_middles() -> None:
    assert Angles(-1.0, 1.0).middles(4).tolist() == [-0.75, -0.25, 0.25, 0.75]


def test_words_distinguish_never_from_not_yet() -> None:
    chart = FlipMap(DoublePendulum(), Angles(-0.1, 3.1), Angles(-0.1, 3.1), cells=2, duration=0.5)
    chart.wait()
    assert chart.words(0, 0) == "flip excluded by energy"
    row, column = np.argwhere(chart.able & np.isinf(chart.times))[0]
    assert chart.words(row, column) == "no flip within 0.5 s"
    chart.times[1, 1] = 0.1234567
    assert chart.words(1, 1) == "first flips after 0.1235 s"


def test_cancelled_map_stops_and_is_replaced() -> None:
    session = Session(PENDULUM)
    session.map_flips()
    first = session.flip_map
    assert first is not None
    session.map_flips(Angles(2.0, 3.0), Angles(2.0, 3.0))
    first.wait()
    assert first.progress < 1.0
    second = session.flip_map
    assert second is not None and second is not first and second.across == Angles(2.0, 3.0)
    session.forget_flip_map()
    second.wait()
    assert session.flip_map is None and second.progress < 1.0


def test_failed_map_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise BadInput("flips: there is no machine code")

    monkeypatch.setattr(flip_map, "FlipBatch", refuse)
    chart = FlipMap(DoublePendulum(), cells=2)
    chart.wait()
    assert chart.reason == "flips: there is no machine code" and chart.progress == 0.0


def test_other_systems_have_no_map() -> None:
    session = Session(scenefile.load("fast-cone"))
    with pytest.raises(BadInput, match="gyroscope is no double pendulum"):
        session.map_flips()
    with pytest.raises(BadInput, match="gyroscope is no double pendulum"):
        release_pendulum(session, 1.0, 1.0)


def test_every_formulation_starts_at_the_chosen_angles() -> None:
    session = Session(Scene(system="double-pendulum-open", name="open", initial={"theta2_dot": 3.0}))
    session.advance_frame(60)
    release_pendulum(session, 2.0, -1.0)
    expected = DoublePendulumOpen(initial={"theta2": 2.0, "theta3": -1.0}).start()
    assert session.simulation.tick == 0
    assert session.simulation.y.tolist() == pytest.approx(expected.tolist())


def test_new_scene_discards_the_map() -> None:
    session = Session(PENDULUM)
    session.map_flips()
    chart = session.flip_map
    session.open(PENDULUM)
    assert chart is not None and session.flip_map is None
    chart.wait()


# Without a picture ------------------------------------------------------------------------------------------


def test_table_has_a_row_for_each_cell(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert compute(PENDULUM, [("theta2", "90deg..3.1"), ("theta3", "1..3")], 3, 3.0, None) == 0
    out, err = capsys.readouterr()
    head = out.splitlines().index("theta2,theta3,flip_time")
    rows = np.array([[float(each) for each in line.split(",")] for line in out.splitlines()[head + 1 :]])
    assert rows.shape == (9, 3)
    assert rows[:3, 0].tolist() == Angles(0.5 * math.pi, 3.1).middles(3).tolist()
    assert "# duration = 3.0" in out and '# integrator = "rk4"' in out
    assert f"{np.isfinite(rows[:, 2]).mean():.2%} of 9 turn over within 3 s" in err


def test_array_file_has_the_map(tmp_path: object) -> None:
    path = f"{tmp_path}/flips.npz"
    compute(PENDULUM, [], 8, 2.0, path)
    found = np.load(path)
    assert found["flip_time"].shape == (8, 8)
    turned = found["flip_time"]
    assert np.isfinite(turned).any()
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


def test_map_waits_for_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    there: list[bool] = []
    monkeypatch.setattr(flip_map, "prepared", lambda system: bool(there))
    chart = FlipMap(DoublePendulum(), cells=2, duration=0.5)
    time.sleep(0.05)
    assert not chart.done and chart.time == 0.0
    there.append(True)
    chart.wait()
    assert chart.time == 0.5
