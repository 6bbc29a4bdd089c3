"""The state report of the program."""

import json

import numpy as np
import pytest

from game import scenefile
from game.app import state_report
from game.model.frame import View
from game.model.input import Button, Key, PointerMotion
from game.session import advancing
from game.session.session import Session

VIEW = View(np.array([1.0, 2.0, 3.0], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv(state_report.VARIABLE, str(tmp_path / "report.jsonl"))
    return tmp_path / "report.jsonl"


def test_nothing_is_written_without_the_environment_variable(monkeypatch):
    monkeypatch.delenv(state_report.VARIABLE, raising=False)
    assert state_report.wanted() is None


def test_each_frame_is_a_line_with_input_counts_and_the_state_of_the_run(path):
    session, report = Session(scenefile.load("fast-cone")), state_report.wanted()
    report.write(session, VIEW)
    for event in (
        Key("r", True),
        Key("r", True, repeat=True),
        Key("r", False),
        Button("left", True, 1.0, 2.0),
        PointerMotion(3.0, 4.0, 2.0, 2.0),
        Button("left", False, 3.0, 4.0),
    ):
        report.count(event)
    advancing.step(session)
    report.write(session, VIEW, camera="orbit")
    session.simulation.y[0] = np.inf
    report.write(session, VIEW)
    first, second, third = map(json.loads, path.read_text().splitlines())
    report.close()
    assert (first["finite"], second["finite"], third["finite"]) == (True, True, False)
    assert (first["frame"], first["presses"], first["releases"], first["tick"]) == (1, 0, 0, 0)
    assert (second["frame"], second["presses"], second["releases"], second["tick"]) == (2, 1, 1, 1)
    assert (second["scene"], second["integrator"], second["paused"]) == ("fast-cone", "rk4", True)
    assert (second["eye"], second["forward"], second["camera"]) == ([1.0, 2.0, 3.0], [0.0, 0.0, -1.0], "orbit")
