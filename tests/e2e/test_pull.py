"""Pulling a pendulum with the mouse in a real window, paused and running."""

import numpy as np
import pytest

from game import scenefile
from game.camera.rig import CameraRig
from game.cli.replay import replay
from game.session.past.event_log import read
from game.session.session import Session
from tests.e2e.test_window import SIZE, changed

POINTS = (1280, 720)


def seen_at(program, session, point):
    """Return where a window without panels shows a point of the world, by the eye that it reports."""
    projection = CameraRig(session).views(POINTS)[0].projection
    now = program.now()
    forward = np.array(now["forward"])
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    way = point - np.array(now["eye"])
    x, y = (way @ side / (way @ forward) for side in (right, np.cross(right, forward)))
    return round(0.5 * POINTS[0] * (1.0 + projection[0, 0] * x)), round(0.5 * POINTS[1] * (1.0 - projection[1, 1] * y))


def pull(program, start, end, steps=8):
    """Drag with Ctrl and keep the button down."""
    program.at(start, "keydown", "ctrl", "mousedown", "1")
    program.until("hold of a bar", lambda now: now["pulled"])
    program._xdotool("keyup", "ctrl")
    for part in np.linspace(0, 1, steps + 1)[1:]:
        x, y = (round(a + part * (b - a)) for a, b in zip(start, end, strict=True))
        program.at((x, y))
        program.frames(2)


def let_go(program):
    program.release()
    assert not program.now()["pulled"]


@pytest.mark.long
def test_a_bar_is_moved_while_paused_and_pulled_while_it_swings(polhode, tmp_path):
    session = Session(scenefile.load("double-pendulum"))
    system, y = session.simulation.system, memoryview(session.simulation.system.start())
    lower = system.bodies(y)[1]
    held = session.look.to_world(lower.position + lower.rotation @ np.array([0.0, 0.0, -0.2]))
    log = tmp_path / "session.log"
    program = polhode("double-pendulum", *SIZE, "--log", str(log))
    program.key("F2", "space", "r")
    program.still()
    start = seen_at(program, session, held)
    before = program.photograph()
    pull(program, start, (start[0] + 110, start[1] - 60))
    let_go(program)
    put = program.photograph()
    assert changed(before, put) > 0.005, "the bars are elsewhere"

    place = (start[0] + 110, start[1] - 60)
    pull(program, place, place, steps=1)
    program.key("space")
    pulled = (place[0] - 220, place[1] - 60)
    program.at(pulled)
    program.until("a second of pulling", lambda now: now["time"] > 1.0)
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
