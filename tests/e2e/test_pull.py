"""A person pulls a pendulum with the mouse in a real window, while it is paused and while it runs."""

import time

import numpy as np
import pytest

from game import scenefile
from game.camera.rig import CameraRig
from game.cli.replay import replay
from game.session.event_log import read
from game.session.session import Session
from tests.e2e.test_window import SIZE, changed

POINTS = (1280, 720)
WHOLE = (0.0, 0.0, 1.0, 1.0)


def eye(session):
    """What a window without panels shows of a session."""
    eyes = CameraRig(session)
    eyes.open()
    eyes.fit_into(WHOLE)
    eyes.settle()
    return eyes.views(POINTS)[0]


def pull(program, start, end, steps=8):
    """Ctrl and a drag, with the button left down."""
    program._xdotool("mousemove", "--window", program.window, *map(str, start), "keydown", "ctrl")
    time.sleep(0.4)
    program._xdotool("mousedown", "1")
    time.sleep(0.6)
    program._xdotool("keyup", "ctrl")
    for part in np.linspace(0, 1, steps + 1)[1:]:
        x, y = (round(a + part * (b - a)) for a, b in zip(start, end, strict=True))
        program._xdotool("mousemove", "--window", program.window, str(x), str(y))
        time.sleep(0.15)
    time.sleep(0.5)


def let_go(program):
    program._xdotool("mouseup", "1")
    time.sleep(0.5)


def test_a_person_puts_a_bar_elsewhere_and_pulls_it_while_it_swings(polhode, tmp_path):
    session = Session(scenefile.load("double-pendulum"))
    system, y = session.simulation.system, memoryview(session.simulation.system.start())
    view = eye(session)
    lower = system.bodies(y)[1]
    held = session.look.to_world(lower.position + lower.rotation @ np.array([0.0, 0.0, -0.2]))
    start = tuple(round(part) for part in view.project(held, POINTS))
    log = tmp_path / "session.log"
    program = polhode("double-pendulum", *SIZE, "--log", str(log))
    time.sleep(1.5)
    program.key("F2", "space", "r")
    time.sleep(1.0)
    before = program.photograph()
    pull(program, start, (start[0] + 110, start[1] - 60))
    let_go(program)
    put = program.photograph()
    assert changed(before, put) > 0.005, "the bars are elsewhere"

    place = (start[0] + 110, start[1] - 60)
    program._xdotool("mousemove", "--window", program.window, *map(str, place))
    pull(program, place, place)
    program.key("space")
    pulled = (place[0] - 220, place[1] - 60)
    program._xdotool("mousemove", "--window", program.window, *map(str, pulled))
    time.sleep(2.0)
    program.key("space")
    let_go(program)
    assert changed(put, program.photograph()) > 0.005
    code, errors = program.quit()
    assert (code, errors) == (0, "")

    entries = read(log).entries
    placed = [entry for entry in entries if entry.what == "place"]
    hands = [entry for entry in entries if entry.what == "hand"]
    assert placed
    assert len(hands) > 1
    assert hands[-1].value is None, "it let go"
    for i, angle in enumerate(placed[0].value[:2]):
        assert angle != pytest.approx(session.simulation.y[i], abs=0.02)
    assert replay(log) == 0
