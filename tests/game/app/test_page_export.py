"""The scene as it is now becomes a page, or an animation, beside the window."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from game.app.renders import EXPORTED, Renders
from game.export.glb_file import STEPS
from game.model.edit import Edit
from game.model.input import Action
from game.model.recording import JobDoing, JobRequest
from game.record.render_job import RenderJob
from game.scenefile import read
from game.session import edits
from tests.game.app.test_renders import ended, watched
from tests.game.export.test_page_file import content


def renders_in(folder: Path, said: list[str]) -> Renders:
    return Renders(str(folder), lambda text, warning: said.append(text), lambda text: True)


@pytest.mark.long
def test_page_has_the_start_the_method_and_the_time_of_now(tmp_path: Path) -> None:
    session, rig = watched()
    said: list[str] = []
    renders = renders_in(tmp_path, said)
    renders.export(session, rig, Action.EXPORT)
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
    renders.export(session, rig, Action.EXPORT)
    assert "begins at its present state" in said[0]
    (status,) = renders.statuses()
    renders.do(JobRequest(status.number, JobDoing.CANCEL))
    assert ended(renders) == [] and list(tmp_path.iterdir()) == []


def animation(file: Path) -> dict[str, Any]:
    """Return what the JSON of a .glb says."""
    data = file.read_bytes()
    (length,) = struct.unpack("<I", data[12:16])
    found: dict[str, Any] = json.loads(data[20 : 20 + length])
    return found


def test_gltf_begins_at_the_present_time(tmp_path: Path) -> None:
    session, rig = watched("double-pendulum")
    renders = renders_in(tmp_path, [])
    renders.export(session, rig, Action.EXPORT_GLTF)
    assert ended(renders, 500.0) == ["done"], renders.statuses()
    (status,) = renders.statuses()
    assert (status.size, status.done, status.frames) == (None, STEPS, STEPS)
    (file,) = tmp_path.glob("*.glb")
    found = animation(file)
    (motion,) = found["animations"]
    first = motion["extras"]["simulated_seconds"][0]
    assert first == pytest.approx(session.simulation.time, abs=1.01 * session.simulation.dt) and first > 0.1


def test_gltf_of_a_throw_has_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, rig = watched("trebuchet")
    given: list[bytes] = []
    monkeypatch.setattr(RenderJob, "begin", lambda job: given.append(Path(job._arguments[1]).read_bytes()))
    renders = renders_in(tmp_path, [])
    for action in EXPORTED:
        renders.export(session, rig, action)
        renders.close()
    page, throw = ((tmp_path / f"{k}.toml", text) for k, text in enumerate(given))
    for path, text in (page, throw):
        path.write_bytes(text)
    assert read(page[0]).time == pytest.approx(session.simulation.time) and read(throw[0]).time == 0.0
