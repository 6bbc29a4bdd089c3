"""A kept range of a session, shown again by another session: every state has the same bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.exposure import Exposure
from game.session.kept_range import KeptRange, Rerun, read
from game.session.session import Session
from physics import BadInput

FPS = 50


def watched(scene: str, seconds: float, **changes: object) -> Session:
    session = Session(scenefile.load(scene).changed(paused=False, **changes))
    passed(session, seconds)
    return session


def passed(session: Session, seconds: float) -> None:
    for _ in range(round(60 * seconds)):
        advancing.advance(session, 10**9 // 60, 10**6)


def shown_again(session: Session, kept: KeptRange, path: Path) -> dict[int, bytes]:
    """Return the state after each frame of a rerun of the range in a new session of the same scene, by tick."""
    kept.write(path)
    rerun = Rerun(again := Session(session.scene.changed(paused=False, slow_motion=False)), read(path))
    assert rerun.tick == kept.first
    found = {rerun.tick: bytes(again.simulation.y)}
    exposure = Exposure()
    while rerun.tick < kept.last:
        rerun.advance_frame(FPS, exposure)
        found[rerun.tick] = bytes(again.simulation.y)
    return found


@pytest.mark.parametrize("scene", ["loops", "trebuchet"])
def test_a_range_is_shown_again_to_the_bit(tmp_path: Path, scene: str) -> None:
    session = watched(scene, 1.2)
    newest = session.past.history.newest
    kept = KeptRange.of(session, newest // 2, newest)
    again = shown_again(session, kept, tmp_path / "range")
    assert len(again) >= 10 and min(again) == newest // 2
    seen = {tick: state for tick, state in again.items() if tick <= newest}
    for tick, state in list(seen.items())[::5]:
        advancing.seek(session, tick)
        assert bytes(session.simulation.y) == state, tick


def test_changes_within_the_range_are_made_again(tmp_path: Path) -> None:
    session = watched("loops", 0.4)
    edits.apply(session, Edit("parameter", 0.08, "mass"))
    passed(session, 0.2)
    edits.apply(session, Edit("dt", 2e-3))
    edits.apply(session, Edit("integrator", "heun"))
    passed(session, 0.2)
    actions.perform(session, Action.RESET)
    session.pause(False)
    passed(session, 0.3)
    edits.apply(session, Edit("formulation", "heavy-top"))
    passed(session, 0.2)
    history = session.past.history
    kept = KeptRange.of(session, 100, history.newest)
    again = shown_again(session, kept, tmp_path / "range")
    for tick, state in again.items():
        if tick <= history.newest:
            advancing.seek(session, tick)
            assert bytes(session.simulation.y) == state, tick
    assert len(again) > 40


def test_traces_of_the_first_picture_reach_back_as_in_the_window(tmp_path: Path) -> None:
    session = watched("loops", 2.0)
    newest = session.past.history.newest
    KeptRange.of(session, newest - 100, newest).write(tmp_path / "range")
    rerun = Rerun(again := Session(session.scene), read(tmp_path / "range"))
    advancing.seek(session, newest - 100)
    assert rerun.tick == newest - 100
    then, now = (np.array(each.run.traces.trails["tip"].points[-200:, :3]) for each in (session, again))
    assert np.abs(then[-1] - now[-1]).max() < 1e-6
    length = [np.linalg.norm(np.diff(points, axis=0), axis=1).sum() for points in (then, now)]
    assert min(length) > 0.05


def test_a_pull_within_the_range_is_made_again(tmp_path: Path) -> None:
    session = watched("loops", 0.3)
    edits.apply(session, Edit("hand", [0.0, 0.0, 0.0, 0.1, 0.1, 0.0, 0.2, 20.0, 0.1]))
    passed(session, 0.2)
    edits.apply(session, Edit("hand", None))
    passed(session, 0.3)
    newest = session.past.history.newest
    kept = KeptRange.of(session, 60, newest)
    again = shown_again(session, kept, tmp_path / "range")
    tick = max(tick for tick in again if tick <= newest)
    advancing.seek(session, tick)
    assert bytes(session.simulation.y) == again[tick]


def test_a_range_of_nothing_and_a_broken_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nothing is kept there"):
        KeptRange.of(Session(scenefile.load("loops")), 0, 100)
    (tmp_path / "a").write_bytes(b"\x81")
    with pytest.raises(BadInput, match="kept range .*a: "):
        read(tmp_path / "a")
    with pytest.raises(BadInput, match="kept range .*none: No such file"):
        read(tmp_path / "none")


def test_a_range_lasts_from_its_first_tick_to_its_last() -> None:
    session = watched("loops", 0.4)
    newest, dt = session.past.history.newest, session.simulation.dt
    kept = KeptRange.of(session, newest - 250, newest - 50)
    assert kept.seconds(session) == pytest.approx((kept.last - kept.first) * dt, abs=20 * dt)
