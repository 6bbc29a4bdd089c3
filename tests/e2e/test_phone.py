"""A recording of a thrown telephone in a real window: opened, its flight dragged, its body found, shown, and undone."""

import pytest

from tests.e2e.conftest import ROOT
from tests.e2e.test_window import SIZE


@pytest.mark.long
def test_a_recording_becomes_a_body_beside_what_was_measured(polhode):
    program = polhode(str(ROOT / "docs/samples/phone.csv"), *SIZE)
    program.until("the flight", lambda now: "compare/flight 1 end" in now["boxes"])
    x, y = program.place("compare/flight 1 end")
    before = program.box("compare/flight 1 end")
    program.drag((x, y), (x - 15, y))
    assert program.box("compare/flight 1 end")[0] < before[0] - 8
    program.click(program.place("compare/Find the body"))
    program.until("what was measured beside it", lambda now: now["tables"] == ["phone.csv"])
    program.until("a flight that begins again", lambda now: now["time"] > 0.5)
    program.until("its begin", lambda now: now["time"] < 0.2)
    program.key("ctrl+z")
    program.until("the run before", lambda now: not now["tables"])
    assert program.quit() == (0, "")
