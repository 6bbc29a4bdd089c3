"""Looking back by keys and timeline in a real window, and replay of the session."""

import numpy as np
import pytest

from game.cli.replay import replay
from game.session.past.event_log import read
from tests.e2e.conftest import noteless
from tests.e2e.test_window import MIDDLE, SIZE, changed

ABOVE = np.s_[100:380, 350:930]
"""Part of it above the messages."""
TIME = np.s_[15:50, 1005:1110]
"""Part of the window that shows the time."""


@pytest.mark.long
def test_a_session_with_a_branch_in_the_past_is_replayed_exactly(polhode, tmp_path):
    log = tmp_path / "session.log"
    program = polhode(noteless("paper-cone", tmp_path), *SIZE, "--speed", "1", "--log", str(log))
    program.key("v")  # names keep their sides, and so depend on what was shown before
    program.until("a second of the run", lambda now: now["time"] > 1.0)
    program.key("space")
    stopped = program.now()["tick"]
    program.until("a still window", lambda now: now["resting"] and not now["busy"])
    end = program.photograph()

    program.key("comma")
    back = program.photograph()
    assert changed(end, back, TIME) > 0.002, "one step back"
    assert program.now()["tick"] == stopped - 1
    program.key("period")
    assert program.now()["tick"] == stopped
    program.until("a still window again", lambda now: now["resting"] and not now["busy"])
    again = program.photograph()
    assert changed(end, again, ABOVE) < 0.004, "the very same moment"
    assert changed(end, again, TIME) == 0

    program.key("Left", "Left", "Left", "Left")
    earlier = program.photograph()
    assert changed(end, earlier, MIDDLE) > 0.005
    program.key(*["Right"] * 6)
    assert changed(end, program.photograph(), TIME) == 0

    program.drag(program.place("timeline/track", 0.8), program.place("timeline/track", 0.003))
    assert program.now()["tick"] < 0.1 * stopped
    start = program.photograph()
    assert changed(end, start, MIDDLE) > 0.02
    assert changed(earlier, start, TIME) > 0.01

    program.key("space")
    began = program.now()["time"]
    program.until("it to go on", lambda now: now["time"] > began + 0.3)
    before = program.now()["integrator"]
    program.key("Tab")
    assert program.now()["integrator"] != before
    program.until("it to go on", lambda now: now["time"] > began + 0.6)
    program.key("space")
    assert changed(start, program.photograph(), MIDDLE) > 0.01, "it goes on from there"
    code, errors = program.quit()
    assert (code, errors) == (0, "")

    assert replay(log) == 0
    assert [entry.what for entry in read(log).entries if entry.what != "state"] == ["integrator"]
    log.write_text(log.read_text().replace('"phi_dot":60.0', '"phi_dot":61.0'))
    assert replay(log) == 1
