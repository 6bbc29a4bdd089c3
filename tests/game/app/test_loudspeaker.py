"""What is handed to the mixer: without gaps while it comes in time, and silent without a click where it does not."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from game import scenefile
from game.app import loudspeaker
from game.app.loudspeaker import BUFFER, CHUNK, LAG, Loudspeaker, SoundSupply, faded, has_sound_device, joined
from game.model.recording import SAMPLE_RATE
from game.session import advancing
from game.session.session import Session
from game.sound.synthesis import Synthesizer
from game.sound.tape import MotionPiece, MotionTape

ROOT = Path(__file__).parents[3]


def pieces(count: int, fps: int = 60) -> list[MotionPiece]:
    session = Session(scenefile.load("bicycle").changed(paused=False))
    session.tape = MotionTape()
    found = []
    for _ in range(count):
        advancing.advance_frame(session, fps)
        found.append(advancing.cut_tape(session, 1.0 / fps))
    return found


def whole(parts: list[MotionPiece]) -> np.ndarray:
    voice = Synthesizer()
    return np.concatenate([voice.play(part) for part in parts])


@pytest.mark.parametrize("fps", [60, 10])
def test_chunks_in_time_are_the_whole_sound(fps: int) -> None:
    parts = pieces(2 * fps, fps)
    supply, chunks = SoundSupply(), []
    for number, part in enumerate(parts):
        supply.take(deque([part]))
        due = (number + 1) * SAMPLE_RATE // fps
        while sum(map(len, chunks)) + 2 * supply.size + supply.ahead < due and (chunk := supply.chunk()) is not None:
            chunks.append(chunk)
    played = np.concatenate(chunks)
    assert len(played) > SAMPLE_RATE
    assert all(len(chunk) % BUFFER == 0 for chunk in chunks)
    assert supply.late == 0
    wanted = whole(parts)
    ends = [offset for offset in range(SAMPLE_RATE // 2) if wanted[offset + 9000] == played[9000]]
    begin = next(offset for offset in ends if np.array_equal(wanted[offset + 300 : offset + 20000], played[300:20000]))
    assert np.array_equal(played[300:], wanted[begin + 300 : begin + len(played)])


def test_sound_that_runs_out_fades_and_begins_again_when_enough_waits() -> None:
    supply, parts = SoundSupply(), pieces(60)
    supply.take(deque(parts[:12]))
    chunks = []
    while (chunk := supply.chunk()) is not None:
        chunks.append(chunk)
    assert supply.rests
    assert supply.late == 1
    assert not len(supply._waiting), "all of it was played"
    assert not chunks[-1][-10:].any()
    steps = np.abs(np.diff(np.concatenate(chunks).astype(int))).max()
    assert steps <= 1.05 * np.abs(np.diff(whole(parts[:12]).astype(int))).max()
    before = supply.ahead
    supply.take(deque(parts[12:14]))
    assert supply.chunk() is None
    supply.take(deque(parts[14:40]))
    assert supply.chunk() is not None
    assert before > CHUNK + 0.05 * SAMPLE_RATE, "more waits than before"


def test_more_waits_where_sound_has_run_out_and_no_longer_when_it_comes_in_time() -> None:
    sound = pieces(60)
    supply = SoundSupply()
    supply.take(deque(sound[:20]))
    usual = supply.ahead
    while supply.chunk() is not None:
        pass
    assert supply.late == 1
    after = supply.ahead
    assert after > usual
    for number in range(800):
        supply.take(deque([sound[20 + number % 40]]))
        while len(supply._waiting) >= supply.ahead:
            supply.chunk()
    assert supply.late == 1
    assert supply.ahead == usual


def test_sound_does_not_lag_behind() -> None:
    supply = SoundSupply()
    supply.take(deque(pieces(180)))
    assert len(supply._waiting) == supply.ahead
    assert supply.ahead < (LAG + 0.1) * SAMPLE_RATE


def test_more_than_a_picture_s_time_waits_because_pictures_come_unevenly() -> None:
    supply = SoundSupply()
    assert supply.size == CHUNK
    assert supply.ahead - supply.size == pytest.approx(0.04 * SAMPLE_RATE, abs=1)
    supply.take(deque(pieces(2, fps=10)))
    assert supply.size % CHUNK == 0 and supply.size >= 0.1 * SAMPLE_RATE
    assert 0.12 * SAMPLE_RATE < supply.ahead - supply.size < 0.2 * SAMPLE_RATE
    supply.take(deque([MotionPiece(100.0)]))
    assert supply.ahead - supply.size == SAMPLE_RATE, "one second is enough"


def test_silence_that_goes_on_does_not_pile_up() -> None:
    speaker = Loudspeaker()
    speaker._thread = threading.Thread()  # nothing is played
    silence, (sound,) = MotionPiece(1.0 / 60.0), pieces(1)
    speaker.play(silence)
    assert not speaker._pieces, "it is silent before anything sounds"
    for _ in range(2):
        speaker._pieces.clear()
        speaker.play(sound)
        for _ in range(120):
            speaker.play(silence)
        assert len(speaker._pieces) == pytest.approx(1 + 0.3 * 60, abs=1)


def test_silence_is_not_handed_to_the_mixer() -> None:
    supply = SoundSupply()
    supply.take(deque([MotionPiece(1.0 / 60.0)] * 120))
    assert supply.chunk() is None
    assert supply.rests


def test_fades_and_joins_leave_the_rest_as_it_is() -> None:
    samples = np.full(4000, 1000, np.int16)
    begun, ended = faded(samples, begins=True), faded(samples, begins=False)
    assert (begun[0], ended[-1]) == (0, 0)
    assert np.array_equal(begun, ended[::-1])
    assert (begun[200:] == 1000).all()
    rising = np.arange(4000, dtype=np.int16)
    assert joined(rising, 1000)[0] == 0
    assert np.array_equal(joined(rising, 1000)[200:], rising[1200:])


def test_a_device_is_looked_for_without_opening_any(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(loudspeaker.sys, "platform", "linux")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(loudspeaker, "DEVICES", tmp_path / "snd")
    monkeypatch.setattr(loudspeaker, "SYSTEM_SERVER", tmp_path / "native")
    assert not has_sound_device()
    (tmp_path / "pulse").mkdir()
    (tmp_path / "pulse" / "native").touch()
    assert has_sound_device()
    (tmp_path / "pulse" / "native").unlink()
    (tmp_path / "snd").mkdir()
    (tmp_path / "snd" / "controlC0").touch()
    assert not has_sound_device(), "a card that cannot play"
    (tmp_path / "snd" / "pcmC0D0p").touch()
    assert has_sound_device()


def test_a_device_that_cannot_be_opened_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonsense")
    speaker = Loudspeaker()
    for part in pieces(20):
        speaker.play(part)
    speaker.close()
    assert speaker.broken


PLAYS = """
import sys, time
from game.app import window
from game.app.loudspeaker import Loudspeaker
from tests.game.app.test_loudspeaker import pieces
parts, speaker = pieces(90), Loudspeaker()
start = time.monotonic()
for number, part in enumerate(parts):
    speaker.play(part)
    time.sleep(max(0.0, start + (number + 1) / 60.0 - time.monotonic()))
time.sleep(0.3)
speaker.close()
print(speaker.broken)
"""


def test_a_device_gets_the_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = tmp_path / "raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(raw))
    done = subprocess.run([sys.executable, "-c", PLAYS], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]
    played = np.fromfile(raw, np.int16)
    heard = np.flatnonzero(played)
    assert len(heard) > SAMPLE_RATE // 2
    first = int(heard[0])
    wanted = whole(pieces(90))
    part = played[first + 400 : first + 400 + CHUNK].astype(float)
    alike = np.correlate(wanted.astype(float), part, "valid")
    begin = int(np.argmax(alike))
    norm = math.sqrt(float((part**2).sum() * (wanted[begin : begin + CHUNK].astype(float) ** 2).sum()))
    assert alike[begin] / norm > 0.999


class Channel:
    """A channel of the mixer: a sound plays, and another one waits in the queue."""

    def __init__(self) -> None:
        self.handed: list[tuple[str, np.ndarray]] = []
        self.room = True

    def get_queue(self) -> object | None:
        self.room = not self.room
        return "a sound" if self.room else None  # full each second time

    def get_busy(self) -> bool:
        return bool(self.handed)

    def play(self, sound: np.ndarray) -> None:
        self.handed.append(("play", sound))

    def queue(self, sound: np.ndarray) -> None:
        self.handed.append(("queue", sound))


def test_chunks_are_played_one_after_another_and_follow_the_volume_without_a_jump(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chunks = [np.full(5, 1000, np.int16), np.full(5, 2000, np.int16), np.full(5, 2000, np.int16)]
    speaker, channel = Loudspeaker(), Channel()

    class Supply:
        late, rests = 3, False

        def take(self, pieces: object) -> None:
            assert pieces is speaker._pieces

        def chunk(self) -> np.ndarray | None:
            if len(channel.handed) == 1:
                speaker.use_volume(0.5)
            if len(channel.handed) == 2:
                speaker._closed = True
            return chunks[len(channel.handed)]

    monkeypatch.setattr(loudspeaker, "SoundSupply", Supply)
    monkeypatch.setattr(loudspeaker, "POLL", 0.001)
    mixer = SimpleNamespace(Sound=lambda buffer: np.frombuffer(buffer, np.int16))
    speaker._feed(mixer, channel)
    assert [how for how, _ in channel.handed] == ["play", "queue", "queue"]
    assert channel.handed[0][1].tolist() == [1000] * 5
    assert channel.handed[1][1].tolist() == [2000, 1625, 1250, 875, 500], "down to a quarter"
    assert channel.handed[2][1].tolist() == [500] * 5
    assert speaker.late == 3 and not speaker.broken


def test_a_loudspeaker_whose_sound_cannot_be_made_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    class Supply:
        def take(self, pieces: object) -> None:
            raise ValueError

    speaker = Loudspeaker()
    monkeypatch.setattr(loudspeaker, "SoundSupply", Supply)
    speaker._feed(None, None)
    assert speaker.broken
    speaker.play(MotionPiece(0.1))
    assert not speaker._pieces and speaker._thread is None


def test_silence_that_goes_on_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Loudspeaker()
    monkeypatch.setattr(speaker, "_run", lambda: None)
    heard = pieces(3)[-1]
    speaker.play(MotionPiece(0.1))
    assert len(speaker._pieces) == 0, "it began quiet"
    speaker.play(heard)
    for _ in range(100):
        speaker.play(MotionPiece(0.25 * loudspeaker.QUIET))
    assert len(speaker._pieces) == 1 + 4
    speaker.play(heard)
    assert len(speaker._pieces) == 1 + 4 + 1
    speaker.close()
    speaker.play(heard)
    assert len(speaker._pieces) == 6, "closed"


@pytest.mark.parametrize(("more", "cut"), [(0.24, False), (0.26, True)])
def test_sound_is_cut_once_it_lags_by_more_than_a_picture_beyond_what_is_usual(more: float, cut: bool) -> None:
    supply = SoundSupply()
    supply.take(deque([MotionPiece(0.1)]))
    count = supply.ahead + int(more * SAMPLE_RATE)
    supply._waiting = np.ones(count, np.int16)
    supply.take(deque())
    assert len(supply._waiting) == (supply.ahead if cut else count)
