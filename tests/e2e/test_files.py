"""Files in a real window: Ctrl+O opens a table into the plots, then a log, which is replayed."""

import pytest

from game import scenefile
from game.session import advancing
from game.session.session import Session
from tests.e2e.test_window import SIZE


@pytest.mark.long
def test_files_are_opened_by_keys(polhode, tmp_path):
    rows = "".join(f"{10 * i};{30 + i},5\n" for i in range(50))
    (tmp_path / "angles.csv").write_text(f"Time (ms);theta [deg]\n{rows}", encoding="utf-8")
    logged = Session(scenefile.load("loops").changed(speed=1.0))
    advancing.run_ticks(logged, 1500)
    logged.past.write(tmp_path / "session.jsonl", logged.simulation)
    program = polhode("gyroscope", *SIZE)
    program.key("ctrl+o")
    program.box("open a file/angles.csv")  # the working folder is listed
    program._xdotool("type", "--delay", "50", "angl")
    program.until("what was typed", lambda now: "open a file/session.jsonl" not in now["boxes"])
    program.key("Return")
    program.click(program.place("columns/Show in the plots"))
    now = program.until("the table", lambda now: now["tables"])
    assert now["tables"] == ["angles.csv"] and now["scene"] == "gyroscope"
    assert program.box("plots")[1] < 640
    program.key("ctrl+o")
    program.click(program.place("open a file/session.jsonl"))
    program.until("the scene of the log", lambda now: now["scene"] == "loops" and now["replaying"])
    program.box("replay/End")
    now = program.until("the end of the log", lambda now: not now["replaying"])
    assert now["messages"][-1].startswith("session.jsonl: replayed")
    assert now["tick"] == 1500 and now["paused"] and now["tables"] == []
    program.key("ctrl+z")
    now = program.until("the scene before", lambda now: now["scene"] == "gyroscope")
    assert now["tables"] == ["angles.csv"]
    assert program.quit() == (0, "")
