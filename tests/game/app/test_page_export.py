"""The scene as it is now becomes a page beside the window."""

from __future__ import annotations

from pathlib import Path

from game.app.renders import Renders
from game.model.edit import Edit
from game.model.recording import JobDoing, JobRequest
from game.session import edits
from tests.game.app.test_renders import ended, watched
from tests.game.export.test_page_file import content


def renders_in(folder: Path, said: list[str]) -> Renders:
    return Renders(str(folder), lambda text, warning: said.append(text), lambda text: True)


def test_page_has_the_start_the_method_and_the_time_of_now(tmp_path: Path) -> None:
    session, rig = watched()
    said: list[str] = []
    renders = renders_in(tmp_path, said)
    renders.export_page(session, rig)
    (status,) = renders.statuses()
    assert (status.state, status.size) == ("running", None)
    assert ended(renders, 500.0) == ["done"], renders.statuses()
    (page,) = tmp_path.iterdir()
    found = content(page.read_text("utf-8"))
    assert page.suffix == ".html" and found["live"] and said == []
    assert found["opens"] == session.simulation.tick > 0
    assert found["method"] == {"name": session.simulation.integrator.name, "dt": session.simulation.dt}
    assert found["camera"]["first"][:3] == [float(x) for x in rig.lab.shown[:3]]


def test_page_of_a_run_that_was_changed_begins_at_its_present_state(tmp_path: Path) -> None:
    session, rig = watched()
    edits.apply(session, Edit("parameter", 0.06, "mass"))
    said: list[str] = []
    renders = renders_in(tmp_path, said)
    renders.export_page(session, rig)
    assert "begins at its present state" in said[0]
    (status,) = renders.statuses()
    renders.do(JobRequest(status.number, JobDoing.CANCEL))
    assert list(tmp_path.iterdir()) == []
