"""The sound of films: alone, and beside the pictures."""

from __future__ import annotations

import wave
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from click.testing import CliRunner

import physics
from game import scenefile
from game.app.film_run import FilmOptions, FilmRun
from game.cli.main import commands
from game.model.recording import SAMPLE_RATE
from game.model.resources import text
from game.session.exposure import Exposure
from tests.game.looks.disk.test_disk_sounds import strongest
from tests.game.looks.test_sounds import loudness
from tests.game.record.test_sound_track import decoded, likeness


def rendered(*arguments: str) -> str:
    done = CliRunner().invoke(commands, ["render", *arguments], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    assert not done.return_value
    return done.output


def samples_of(path: Path) -> np.ndarray:
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2")


def test_a_wav_file_has_the_sound_of_a_film_and_is_the_same_each_time(tmp_path: Path) -> None:
    said = [rendered("egg-rising", "--duration", "0.5", "-o", str(tmp_path / name)) for name in ("a.wav", "b.wav")]
    one, two = (samples_of(tmp_path / name) for name in ("a.wav", "b.wav"))
    assert len(one) == SAMPLE_RATE // 2
    assert one.any()
    assert np.array_equal(one, two)
    assert said[0].splitlines()[-1] == said[1].splitlines()[-1]
    assert "Samples: 24000, sha256 " in said[0]


def test_the_rate_of_the_pictures_does_not_change_the_sound(tmp_path: Path) -> None:
    for fps in ("60", "24"):
        rendered("bicycle", "--duration", "0.5", "--fps", fps, "-o", str(tmp_path / f"{fps}.wav"))
    one, two = (samples_of(tmp_path / f"{fps}.wav").astype(int) for fps in (60, 24))
    assert np.abs(one - two)[: -SAMPLE_RATE // 50].max() <= 1


def test_a_silent_scene_has_no_wav_file(tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"a\.wav': pantheon makes no sound"):
        rendered("pantheon", "-o", str(tmp_path / "a.wav"))
    assert not any(tmp_path.iterdir())


SMALL = ("--duration", "0.4", "--size", "64x48", "--fps", "20", "--blur", "1", "--quality", "low", "--no-hud")


@pytest.mark.long
def test_the_end_of_a_disk_is_seen_and_heard_in_the_file_when_it_comes(tmp_path: Path) -> None:
    path, start = tmp_path / "a.mp4", ("--init", "theta=0.03", "--duration", "0.8", "--fps", "60", "--size", "96x72")
    rendered("euler-disk", *SMALL, *start, "-o", str(path))
    run = physics.Simulation(physics.system("euler-disk", initial={"theta": 0.03}), "rk4", 5e-5)
    run.compile()
    run.advance(round(0.25 / run.dt))
    pitch = next(each for each in run.system.quantities if each.name == "pitch").value(run.system, run.y)
    run.advance(round(0.4 / run.dt))
    (flat,) = (event.time for event in run.events)

    with av.open(path) as container:
        assert container.streams.audio[0].codec_context.name == "aac"
        shown = [(frame.time, frame.to_ndarray(format="gray").astype(float)) for frame in container.decode(video=0)]
    changes = [(time, np.abs(last - now).mean()) for (_, last), (time, now) in pairwise(shown)]
    moves = np.median([change for time, change in changes if time < flat - 0.1])
    seen = max(time for time, change in changes if change > 0.25 * moves)  # less is the encoder's, and of a fade
    heard = decoded(path)
    loud = np.flatnonzero(np.abs(heard) > 0.3 * np.abs(heard).max())[-1] / SAMPLE_RATE
    assert abs(flat - seen) < 0.020
    assert loud == pytest.approx(flat, abs=0.005)
    assert abs(loud - seen) < 0.020
    assert strongest(heard, 0.25, pitch) == pytest.approx(pitch, rel=0.02)
    assert loudness(heard, flat + 0.15, flat + 0.25) < 1e-3 < 0.1 < loudness(heard, flat - 0.2, flat)


def steepest_rise(samples: np.ndarray) -> float:
    """Return the time [s] at which sound becomes loudest compared with that of 50 ms before, to 5 ms."""
    size = SAMPLE_RATE // 200
    power = np.sqrt((samples[: len(samples) // size * size].reshape(-1, size) ** 2).mean(axis=1))
    near = 0.7 ** np.arange(10)
    rises = [near @ power[k : k + 10] - near[::-1] @ power[k - 10 : k] for k in range(10, len(power) - 10)]
    return (10 + int(np.argmax(rises))) / 200.0


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "opens", "lasts"),
    [("whip", 0.345, 0.3), ("trebuchet", 0.965, 0.4), ("trebuchet", 9.5, 0.3), ("hurricane-balls", 4.105, 0.25)],
    ids=["crack", "release", "impact", "touch"],
)
def test_a_blow_is_heard_in_the_file_when_its_picture_tells_it(
    tmp_path: Path, name: str, opens: float, lasts: float
) -> None:
    """The message of an event comes up in the lower middle of a small picture, a step before its motion."""
    path, scene = tmp_path / "a.mp4", tmp_path / "a.toml"
    preset = text(f"assets/presets/{name}.toml").replace("paused = true\n", "").replace("dt = 0.001\n", "dt = 0.0002\n")
    scene.write_text(f"time = {opens}\n{preset}", encoding="utf-8")
    small = ("--hud", "--size", "480x270", "--fps", "60", "--blur", "1", "--quality", "low", "--duration", str(lasts))
    rendered(str(scene), *small, "-o", str(path))
    with av.open(path) as container:
        shown = [(frame.time, frame.to_ndarray(format="gray").astype(float)) for frame in container.decode(video=0)]
    changes = [(time, np.abs(last - now)[76:116, 160:320].mean()) for (_, last), (time, now) in pairwise(shown)]
    seen = max(changes, key=lambda each: each[1])[0]
    assert 0.1 < seen < lasts - 0.03
    assert steepest_rise(decoded(path)) == pytest.approx(seen, abs=0.020)


def test_a_film_has_the_sound_of_the_wav_file(tmp_path: Path) -> None:
    for suffix in ("wav", "mp4"):
        rendered("bicycle", *SMALL[:6], *(SMALL[6:] if suffix == "mp4" else ()), "-o", str(tmp_path / f"a.{suffix}"))
    written, heard = samples_of(tmp_path / "a.wav"), decoded(tmp_path / "a.mp4")
    late, alike = likeness(written, heard)
    assert abs(late) <= 1
    assert alike > 0.95


@pytest.mark.parametrize("arguments", [("bicycle", "--no-sound"), ("fast-cone",)])
def test_films_without_sound_have_no_track(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    rendered(*arguments, *SMALL, "-o", str(tmp_path / "a.mp4"))
    with av.open(tmp_path / "a.mp4") as container:
        assert not container.streams.audio


def test_what_is_not_listened_to_makes_no_samples() -> None:
    run = FilmRun(scenefile.load("bicycle"), FilmOptions())
    run.advance(60, Exposure())
    assert not len(run.take_sound(ends=True))
    run.listen()
    run.advance(60, Exposure())
    assert len(run.take_sound(ends=True)) == SAMPLE_RATE // 60


def test_a_loop_has_two_pictures_at_least_and_a_whole_number_of_them() -> None:
    run = FilmRun(scenefile.load("steady-precession").changed(speed=1.0), FilmOptions())
    frames, laps, told = run.enter_loop(3.0, 20)
    speed = run.session.clock.speed
    assert frames == 31 and laps >= 1 and told.startswith("Loop of 1.547")
    assert speed == pytest.approx(1.0, rel=0.02)
    seconds = float(told.split()[2])
    assert frames / 20 * speed == pytest.approx(seconds, rel=1e-5)
    fast = FilmRun(scenefile.load("steady-precession").changed(speed=2.0), FilmOptions())
    frames, *_ = fast.enter_loop(3.0, 1)
    assert frames == 2 and fast.session.clock.speed == pytest.approx(seconds / 2, rel=1e-3)


def test_laps_are_run_before_a_loop_only_for_its_traces() -> None:
    scene = scenefile.load("steady-precession").changed(speed=1.0)
    with_traces, without = (FilmRun(scene, FilmOptions()) for _ in range(2))
    with_traces.session.run.shown.traces, without.session.run.shown.traces = True, False
    life = with_traces.session.look.life
    assert with_traces.enter_loop(3.0, 20)[1] >= life / 1.5476 > 1
    assert without.enter_loop(3.0, 20)[1] == 1


def test_a_film_is_usually_a_plain_one_with_sound() -> None:
    usual = FilmOptions()._asdict()
    assert {name for name, value in usual.items() if value} == {"blur", "enlarged", "supersample", "sound"}
    assert (usual["enlarged"], usual["supersample"], usual["sound"]) == (1.0, 1, True)
    assert (usual["kept"], usual["log"], usual["speed"], usual["plate"]) == (None, None, None, 0)


def test_samples_are_taken_once_and_at_the_end_with_what_is_held_back() -> None:
    run = FilmRun(scenefile.load("bicycle"))
    assert run.sounds and len(run.take_sound(ends=True)) == 0, "nothing listens yet"
    run.listen()
    for _ in range(3):
        run.advance(50, Exposure())
    first = run.take_sound()
    assert len(run.take_sound()) == 0
    run.advance(50, Exposure())
    rest = run.take_sound(ends=True)
    assert len(first) + len(rest) == pytest.approx(4 * SAMPLE_RATE / 50, abs=2) and first.dtype == np.int16


def test_a_film_of_a_later_time_begins_there() -> None:
    assert FilmRun(scenefile.load("loops").changed(time=0.05)).session.simulation.time == pytest.approx(0.05)
