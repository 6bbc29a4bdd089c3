"""Slow motion: its speed near a moment, and that it changes nothing but when ticks run."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from game import scenefile
from game.app.offline import OfflineRenderer
from game.model.input import Action
from game.scenefile import CameraSpec
from game.session import actions, advancing
from game.session.session import Session
from game.session.slow_motion import MAX_HALF, SLOWEST, SlowMotion, TimeWarp
from physics import BadInput, Clock

MOMENT = 0.9775
SECOND = 1_000_000_000


def run(frames_per_second: float, speed: float, seconds: float) -> list[float]:
    """Return the time of a run at each picture of so many wall seconds."""
    clock, slow, ticks, times = Clock(1e-4, speed), SlowMotion(True), 0, [0.0]
    wall = round(SECOND / frames_per_second)
    for _ in range(round(seconds * frames_per_second)):
        ticks += clock.advance(wall, 10**9, slow.take(MOMENT, clock, ticks * clock.dt, wall / SECOND))
        times.append((ticks + clock.part) * clock.dt)
    return times


@pytest.mark.parametrize("speed", [0.25, 1.0, 8.0])
def test_speed_is_least_at_the_moment_and_full_away_from_it(speed: float) -> None:
    times = np.array(run(1000, speed, 14.0))
    speeds = np.diff(times) * 1000
    middles = 0.5 * (times[1:] + times[:-1])
    near, far = np.abs(middles - MOMENT) < 0.09, np.abs(middles - MOMENT) > 0.21
    assert near.sum() > 100
    assert speeds[near] == pytest.approx(SLOWEST, rel=0.01)
    assert speeds[far] == pytest.approx(speed, rel=0.01)
    assert np.all(np.abs(np.diff(np.log(speeds))) < 0.6), "eased, not switched"


@pytest.mark.parametrize("speed", [0.5, 1.0, 20.0])
def test_same_wall_time_is_the_same_simulated_time_at_any_frame_rate(speed: float) -> None:
    fine, coarse = run(1000, speed, 8.0), run(20, speed, 8.0)
    assert np.max(np.abs(np.array(fine)[::50] - coarse)) < 2e-4 * max(speed, 1.0)
    assert min(abs(time - MOMENT) for time in coarse) < 0.1, "not even at high speed is the moment leapt over"


def test_lower_speed_is_kept() -> None:
    warp = TimeWarp(MOMENT, 0.02)
    assert all(warp.share(now, 0.1) == 1 for now in np.linspace(0.7, 1.2, 20))


def test_early_moment_has_a_shorter_slow_motion() -> None:
    soon = TimeWarp(0.2, 1.0)
    assert soon.share(0.2, 1e-3) == Fraction(1, 20)
    assert soon.share(0.1, 1e-3) == 1
    assert TimeWarp(5.0, 1.0).share(5.0 - 2.1 * MAX_HALF, 1e-3) == 1


def test_full_speed_without_slow_motion_or_a_moment() -> None:
    slow = SlowMotion(False)
    assert slow.take(MOMENT, Clock(), MOMENT, 0.01) == 1
    slow.wanted = True
    assert slow.take(None, Clock(), MOMENT, 0.01) == 1
    assert slow.take(MOMENT, Clock(), MOMENT, 0.01) < 0.1
    assert slow.passes


def shot(**changes: object) -> Session:
    return Session(scenefile.load("trebuchet").changed(**{"paused": False, "slow_motion": False, **changes}))


def test_shot_is_the_same_in_slow_motion() -> None:
    slow, plain = shot(slow_motion=True), shot()
    shares = []
    for _ in range(500):
        advancing.advance_frame(slow, 60)
        shares.append(float(slow.run.slow.share))
    assert min(shares) == pytest.approx(SLOWEST)
    assert shares[-1] == 1.0
    while plain.simulation.tick < slow.simulation.tick:
        plain.simulation.advance(1)
    assert bytes(plain.simulation.y) == bytes(slow.simulation.y)
    assert slow.speed == 1.0


def test_window_and_recording_are_slow_at_the_same_times() -> None:
    window, recording = shot(slow_motion=True), shot(slow_motion=True)
    for _ in range(100):
        advancing.advance(window, SECOND // 50, 10**6)
        advancing.advance_frame(recording, 50)
    assert window.simulation.tick == recording.simulation.tick
    assert window.run.slow.passes
    assert window.speed == pytest.approx(SLOWEST, rel=0.01)
    assert window.run.pacing.speed_meter.achieved == pytest.approx(1.0, rel=0.01), (
        "slow motion is no machine that cannot keep up"
    )


def test_key_needs_a_system_with_a_moment() -> None:
    session = shot()
    assert not session.run.slow.wanted
    actions.perform(session, Action.SLOW_MOTION)
    assert session.run.slow.wanted
    with pytest.raises(BadInput, match="slow motion: gyroscope has no moment for it; these have: .*trebuchet"):
        actions.perform(Session(scenefile.load("gyroscope")), Action.SLOW_MOTION)


def test_waiting_scene_begins_by_key_and_waits_again_after_a_reset() -> None:
    session = shot(paused=True)
    assert advancing.advance(session, SECOND // 10, 10**6) == 0
    actions.perform(session, Action.PAUSE)
    assert advancing.advance(session, SECOND // 10, 10**6) > 0
    actions.perform(session, Action.RESET)
    assert session.simulation.paused
    assert advancing.advance(session, SECOND // 10, 10**6) == 0
    studio = OfflineRenderer(scenefile.load("gyroscope").changed(paused=True), (64, 48), 60, hud=False)
    studio.advance()
    assert studio.session.simulation.tick > 0, "a video of a machine that waits shows nothing"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('slow_motion = true\nsystem = "gyroscope"', "gyroscope has no moment"),
        ('slow_motion = 1\nsystem = "trebuchet"', "slow_motion"),
        ('system = "gyroscope"\n[camera]\nmode = "shot"', "throws nothing; allowed: orbit, follow"),
        ('system = "trebuchet"\n[camera]\nmode = "machine"\ndistance = 3', "machine: chooses distance itself"),
    ],
)
def test_invalid_scene_files_are_refused(text: str, named: str, tmp_path) -> None:
    file = tmp_path / "scene.toml"
    file.write_text(text)
    with pytest.raises(BadInput) as raised:
        scenefile.read(file)
    assert named in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("own", "said", "becomes"),
    [
        (CameraSpec(mode="shot"), "", CameraSpec(mode="shot")),
        (CameraSpec(mode="shot"), "azimuth=3", CameraSpec(azimuth=3.0)),
        (CameraSpec(azimuth=3.0, distance=1.0), "mode=machine", CameraSpec(mode="machine")),
        (CameraSpec(mode="follow", distance=1.0), "distance=2", CameraSpec(mode="follow", distance=2.0)),
    ],
)
def test_command_line_overrides_the_camera(own: CameraSpec, said: str, becomes: CameraSpec) -> None:
    assert own.seen(said) == becomes


def test_unknown_mode_is_refused() -> None:
    with pytest.raises(BadInput, match="mode = side: must be one of orbit, follow, turntable, tour, shot"):
        CameraSpec().seen("mode=side")
    with pytest.raises(BadInput, match="gyroscope throws nothing"):
        OfflineRenderer(scenefile.load("gyroscope"), (64, 48), 60, hud=False, camera="mode=shot")


def test_scene_file_sets_slow_motion_pause_and_camera_mode(tmp_path) -> None:
    file = tmp_path / "scene.toml"
    file.write_text('system = "trebuchet"\nslow_motion = true\npaused = true\n[camera]\nmode = "trajectory"')
    scene = scenefile.read(file)
    assert (scene.slow_motion, scene.paused, scene.camera) == (True, True, CameraSpec(mode="trajectory"))
