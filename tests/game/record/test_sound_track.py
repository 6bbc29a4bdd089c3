"""Sound in files: what was written is heard again, in time with the pictures."""

from __future__ import annotations

import wave
from pathlib import Path

import av
import numpy as np
import pytest

from game.model.errors import RecordingError
from game.model.recording import SAMPLE_RATE
from game.record import video, webm
from game.record.frames import open_sink
from game.record.sound_track import wav
from game.record.video import VideoWriter
from tests.game.record.pictures import moving


def chirp(seconds: float) -> np.ndarray:
    """A tone whose frequency grows, as samples."""
    t = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    return np.rint(12_000 * np.sin(2.0 * np.pi * (200.0 * t + 300.0 * t * t))).astype(np.int16)


def decoded(path: Path) -> np.ndarray:
    """The sound of a file, from -1 to 1."""
    with av.open(path) as container:
        frames = [frame.to_ndarray().reshape(-1) for frame in container.decode(audio=0)]
    return np.concatenate(frames).astype(float)


def write(path: Path, sound: np.ndarray, pictures: int = 60, fps: int = 30) -> None:
    with open_sink(path, (160, 90), fps, sound=True) as sink:
        parts = np.array_split(sound, pictures)
        for number in range(pictures):
            sink.write(moving(number))
            sink.write_sound(parts[number])


def likeness(written: np.ndarray, heard: np.ndarray) -> tuple[int, float]:
    """Samples by which what is heard is late, and how alike both are then."""
    n = min(len(written), len(heard))
    one, two = written[:n] / 32768.0, heard[:n]
    power = np.fft.irfft(np.conj(np.fft.rfft(one, 2 * n)) * np.fft.rfft(two, 2 * n))
    late = int(np.argmax(power))
    late = late - 2 * n if late > n else late
    return late, float(power.max() / np.sqrt((one**2).sum() * (two**2).sum()))


@pytest.mark.parametrize(("suffix", "codec"), [(".mp4", "aac"), (".webm", "opus")])
def test_a_film_has_its_sound_in_time(tmp_path: Path, suffix: str, codec: str) -> None:
    path, sound = tmp_path / f"a{suffix}", chirp(2.0)
    write(path, sound)
    with av.open(path) as container:
        assert container.streams.audio[0].codec_context.name == codec
        assert container.streams.audio[0].rate == SAMPLE_RATE
        times = [float(frame.pts * frame.time_base) for frame in container.decode(video=0)]
    assert times == pytest.approx([number / 30 for number in range(60)], abs=1e-3)
    heard = decoded(path)
    late, alike = likeness(sound, heard)
    assert late == 0
    assert alike > 0.98
    assert len(heard) == pytest.approx(len(sound), abs=2048)


def test_a_film_without_sound_has_no_track(tmp_path: Path) -> None:
    with open_sink(tmp_path / "a.mp4", (160, 90), 30) as sink:
        sink.write(moving(0))
        sink.write_sound(chirp(0.1))
    with av.open(tmp_path / "a.mp4") as container:
        assert not container.streams.audio


@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.png", "pictures/"])
def test_other_outputs_ignore_sound(tmp_path: Path, name: str) -> None:
    with open_sink(f"{tmp_path}/{name}", (160, 90), 25, sound=True) as sink:
        sink.write(moving(0))
        sink.write_sound(chirp(0.04))


@pytest.mark.parametrize("suffix", [".mp4", ".webm"])
def test_without_an_encoder_of_sound_there_are_pictures(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (video, webm):
        monkeypatch.setattr(module, "can_encode", lambda codec: False)
    write(tmp_path / f"a{suffix}", chirp(0.2), pictures=6)
    with av.open(tmp_path / f"a{suffix}") as container:
        assert not container.streams.audio
        assert sum(1 for _ in container.decode(video=0)) == 6


def test_samples_are_made_by_the_thread_that_encodes(tmp_path: Path) -> None:
    path, sound = tmp_path / "a.mp4", chirp(1.0)
    with VideoWriter(path, (160, 90), 50, sound=True) as film:
        for number in range(50):
            film.write(moving(number))
            film.write_sound(lambda number=number: sound[960 * number : 960 * (number + 1)])
    assert likeness(sound, decoded(path))[1] > 0.98


def test_a_failure_while_samples_are_made_is_told(tmp_path: Path) -> None:
    def fails() -> np.ndarray:
        raise ValueError("no samples")

    with (
        pytest.raises(RecordingError, match="no samples"),
        VideoWriter(tmp_path / "a.mp4", (160, 90), sound=True) as film,
    ):
        film.write(moving(0))
        film.write_sound(fails)


def test_a_wav_file_holds_the_samples(tmp_path: Path) -> None:
    sound = chirp(0.5)
    with wav(tmp_path / "a.wav") as file:
        for part in np.array_split(sound, 7):
            file.write(part)
    with wave.open(str(tmp_path / "a.wav")) as read:
        assert (read.getnchannels(), read.getsampwidth(), read.getframerate()) == (1, 2, SAMPLE_RATE)
        assert np.array_equal(np.frombuffer(read.readframes(len(sound)), "<i2"), sound)


def test_a_wav_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot write"), wav(tmp_path / "no" / "a.wav"):
        pass
