"""Machines that are being made survive the end of the process."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.app.sketch_recovery import EDITS, SECONDS, SketchRecovery, recovered
from game.model.edit import Edit
from game.scenefile import load
from game.scenefile.sketch import Sketch
from game.scenefile.sketching import place_bar, set_value
from game.session import edits
from game.session.session import Session
from physics import BadInput

GONE = 2**22 - 1
"""The number of no process."""


def test_a_machine_is_kept_and_found_at_the_next_start(tmp_path: Path) -> None:
    session, clock = Session(load("double-pendulum")), [0.0]
    recovery = SketchRecovery(session, tmp_path / "kept", lambda: clock[0], GONE)
    recovery.write()
    clock[0] = 2 * SECONDS
    recovery.write()
    assert not recovery.path.exists(), "a preset that nobody has changed is not kept"

    edits.apply(session, Edit("machine", Sketch.new("Mine"), "new"))
    sketch, bar = place_bar(Sketch.new("Mine"), (0, 0, 0), (0.5, 0, 0), ground=False)
    edits.apply(session, Edit("machine", sketch, "bar"))
    recovery.write()
    assert not recovery.path.exists()
    clock[0] += SECONDS
    recovery.write()
    assert recovery.path.exists()

    (path,) = recovered(tmp_path / "saved", tmp_path / "kept")
    assert not recovery.path.exists() and recovered(tmp_path / "saved", tmp_path / "kept") == []
    with pytest.raises(BadInput, match='body "bar" hangs on nothing'):
        load(str(path))
    other = Session(load("double-pendulum"))
    edits.apply(other, Edit("scene", str(path)))
    state = other.run.workshop
    assert state is not None and state.sketch.tables == sketch.tables and not state.check.runnable

    for k in range(EDITS):
        sketch = set_value(sketch, ("bodies", bar), "mass", f"{k + 1} kg")
        edits.apply(session, Edit("machine", sketch, "mass"))
        recovery.write()
    assert recovery.path.exists(), "after ten changes it is not waited for"
    recovery.finish()
    assert not recovery.path.exists()


def test_a_scene_file_with_another_fault_is_refused_as_before(tmp_path: Path) -> None:
    session = Session(load("double-pendulum"))
    path = tmp_path / "mine.toml"
    path.write_text('system = "machine"\ndt = -1\n[bodies]\n[joints]\n')
    with pytest.raises(BadInput):
        edits.apply(session, Edit("scene", str(tmp_path / "none.toml")))
    path.write_text('system = "machine"\nspeed = "fast"\n')
    with pytest.raises(BadInput, match="speed"):
        edits.apply(session, Edit("scene", str(path)))
