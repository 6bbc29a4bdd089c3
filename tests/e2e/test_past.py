"""A person looks back: the keys and the strip of the past in a real window, and what was done, done again."""

import time

import numpy as np

from game.cli.replay import replay
from game.session.event_log import read
from tests.e2e.test_window import MIDDLE, SIZE, changed

TIME = np.s_[15:50, 1100:1260]
"""Where the time is written."""
TRACK = (96, 1184, 636)
"""Left and right end of the strip, and how far down it is."""


def test_a_person_looks_back_and_goes_on_from_there(polhode, tmp_path):
    log = tmp_path / "session.log"
    program = polhode("paper-cone", *SIZE, "--speed", "1", "--log", str(log))
    time.sleep(1.5)
    program.key("space")
    end = program.photograph()

    program.key("comma")
    back = program.photograph()
    assert changed(end, back, TIME) > 0.002, "one step back"
    program.key("period")
    again = program.photograph()
    assert changed(end, again, MIDDLE) < 0.004, "the very same moment"
    assert changed(end, again, TIME) == 0

    program.key("Left", "Left", "Left", "Left")
    earlier = program.photograph()
    assert changed(end, earlier, MIDDLE) > 0.005
    program.key(*["Right"] * 6)
    assert changed(end, program.photograph(), TIME) == 0

    left, right, down = TRACK
    program.drag((right - 200, down), (left + 2, down))
    start = program.photograph()
    assert changed(end, start, MIDDLE) > 0.02
    assert changed(earlier, start, TIME) > 0.01

    program.key("space")
    time.sleep(0.6)
    program.key("Tab")
    time.sleep(0.6)
    program.key("space")
    assert changed(start, program.photograph(), MIDDLE) > 0.01, "it goes on from there"
    code, errors = program.quit()
    assert (code, errors) == (0, "")

    assert replay(log) == 0
    assert [entry.what for entry in read(log).entries if entry.what != "state"] == ["integrator"]
    log.write_text(log.read_text().replace('"phi_dot":60.0', '"phi_dot":61.0'))
    assert replay(log) == 1
