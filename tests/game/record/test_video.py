from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from game.model.errors import RecordingError
from game.model.replacement import KeptElsewhere
from game.record import video as module
from game.record.video import Effort, FramePacer, VideoWriter, encoder
from tests.game.record.pictures import COLORS, bar, decoded, moving, stripes

ROOT = Path(__file__).parents[3]

RECORDS_UNTIL_KILLED = """
import sys, time
from game.record import video as module
from game.record.video import VideoWriter, encoder
from tests.game.record.pictures import moving
video = VideoWriter(sys.argv[1], (640, 360), 60)
start = time.monotonic()
while True:
    video.write(moving(video.frames, 640, 360))
    print(video.frames, flush=True)
    time.sleep(max(0, start + video.frames / 60 - time.monotonic()))
"""

RECORDS_ON_A_SMALL_DISK = """
import resource, sys
import numpy as np
from game.model.errors import RecordingError
from game.record.video import VideoWriter
size = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
noise = np.random.default_rng(0)
try:
    with VideoWriter(sys.argv[1], (160, 90), 30) as video:
        for _ in range(90):
            video.write(noise.integers(0, 255, (90, 160, 3), np.uint8))
except RecordingError as error:
    print(error)
"""
HOUR = 3600
SECOND = 10**9


def run(script: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize(("effort", "rate", "frames"), [("live", 20, [0, 10, 20]), ("small", 4, [0, 20])])
def test_pictures_that_need_no_other_are_rare_in_a_film_and_frequent_where_it_may_be_cut_off(
    tmp_path: Path, effort: Effort, rate: int, frames: list[int]
) -> None:
    with VideoWriter(tmp_path / "a.mp4", (64, 48), rate, effort) as video:
        for _ in range(30):
            video.write(moving(0, 64, 48))
    with av.open(tmp_path / "a.mp4") as container:
        alone = [place for place, frame in enumerate(container.decode(video=0)) if frame.key_frame]
    assert alone == frames


def test_every_frame_is_written_in_order_at_its_rate(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    with VideoWriter(path, (160, 90), 50) as video:
        for number in range(30):
            video.write(moving(number))
        assert video.frames == 30
        assert video.seconds == pytest.approx(0.6)
    with av.open(path) as container:
        stream = container.streams.video[0]
        assert (stream.width, stream.height) == (160, 90)
        assert stream.average_rate == 50
        assert stream.frames == 30
        assert stream.duration * stream.time_base == Fraction(30, 50)
        assert {packet.duration for packet in container.demux(stream) if packet.size} == {
            stream.time_base.denominator // 50
        }
    assert [bar(picture) for picture in decoded(path)] == [number % 38 for number in range(30)]


def test_repeats_hold_a_frame(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    with VideoWriter(path, (160, 90), 60) as video:
        for number, repeats in enumerate((1, 3, 0, 2)):
            video.write(moving(number), repeats)
    assert [bar(picture) for picture in decoded(path)] == [0, 1, 1, 1, 3, 3]


def test_frame_buffer_may_be_reused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    picture = np.empty((90, 160, 3), np.uint8)
    with VideoWriter(path, (160, 90), 60) as video:
        for number in range(20):
            picture[:] = moving(number)
            video.write(picture)
            picture[:] = 0
    assert [bar(picture) for picture in decoded(path)] == list(range(20))


@pytest.mark.parametrize("effort", ["live", "small"])
def test_colours_are_kept_and_tagged_as_bt709(tmp_path: Path, effort: str) -> None:
    path = tmp_path / "a.mp4"
    with VideoWriter(path, (384, 64), 30, effort) as video:
        for _ in range(5):
            video.write(stripes(384, 64))
    with av.open(path) as container:
        encoder = container.streams.video[0].codec_context
        tags = encoder.colorspace, encoder.color_primaries, encoder.color_trc, encoder.color_range
        assert [int(tag) for tag in tags] == [1, 1, 1, 1]
    middles = decoded(path)[-1][32, 32::64].astype(int)
    assert np.abs(middles - COLORS).max() <= 4


def test_odd_row_and_column_are_cropped(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    with VideoWriter(path, (161, 91), 30) as video:
        assert video.size == (160, 90)
        for number in range(3):
            video.write(moving(number, 161, 91))
    assert [picture.shape for picture in decoded(path)] == [(90, 160, 3)] * 3


def test_closed_video_seeks_and_has_no_fragments(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    with VideoWriter(path, (160, 90), 30) as video:
        for number in range(90):
            video.write(moving(number))
    assert [kind for kind, _ in boxes(path)][-1] == "moov"
    assert "moof" not in [kind for kind, _ in boxes(path)]
    with av.open(path) as container:
        stream = container.streams.video[0]
        container.seek(int(2 / stream.time_base), stream=stream)
        frame = next(container.decode(stream))
    assert stream.start_time == 0
    assert 1.5 <= frame.time <= 2
    assert bar(frame.to_ndarray(format="rgb24")) == round(frame.time * 30) % 38


def boxes(path: Path) -> list[tuple[str, int]]:
    """Return kind and size of the boxes of an MP4."""
    data, found, position = path.read_bytes(), [], 0
    while position < len(data):
        size = int.from_bytes(data[position : position + 4], "big")
        if size == 1:
            size = int.from_bytes(data[position + 8 : position + 16], "big")
        found.append((data[position + 4 : position + 8].decode("latin-1"), size))
        position += size
    return found


def test_killed_recording_keeps_all_but_its_last_second(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    process = run(RECORDS_UNTIL_KILLED, path)
    assert process.stdout is not None
    written = 0
    while written < 170:
        written = int(process.stdout.readline())
    process.kill()
    rest = process.communicate()[0].split()
    assert process.returncode == -signal.SIGKILL
    written = max([written, *map(int, rest)])
    kept = decoded(path)
    assert len(kept) >= written - 60
    assert [bar(picture) for picture in kept[:150:10]] == [number % 158 for number in range(0, 150, 10)]


@pytest.mark.skipif(sys.platform == "win32", reason="the limit on a file's size is one of Unix")
def test_full_disk_is_reported_in_one_line_and_keeps_what_was_written(tmp_path: Path) -> None:
    whole = tmp_path / "whole.mp4"
    assert run(RECORDS_ON_A_SMALL_DISK, whole, 2**30).communicate()[0] == ""
    assert len(decoded(whole)) == 90
    for number, size in enumerate((whole.stat().st_size // 2, whole.stat().st_size - 20)):
        path = tmp_path / f"{number}.mp4"
        said = run(RECORDS_ON_A_SMALL_DISK, path, size).communicate()[0]
        assert said == f"cannot write {path}: File too large\n"
        assert len(decoded(path)) >= (30 if number == 0 else 75)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is a file of Linux")
def test_failure_is_raised_by_the_next_write(tmp_path: Path) -> None:
    video = VideoWriter("/dev/full", (160, 90), 60)
    with pytest.raises(RecordingError, match="cannot write /dev/full: No space left on device"):
        for number in range(500):
            video.write(moving(number))
    video.close()
    assert os.path.exists("/dev/full")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is a file of Linux")
def test_failure_after_the_last_write_is_raised_on_closing() -> None:
    video = VideoWriter("/dev/full", (160, 90), 60)
    video.write(moving(0))
    with pytest.raises(RecordingError, match="No space left"):
        video.close()
    video.close()


def test_unwritable_path_fails_at_once(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot write .*a.mp4: No such file or directory"):
        VideoWriter(tmp_path / "none" / "a.mp4", (160, 90))
    with pytest.raises(RecordingError, match="Is a directory"):
        VideoWriter(tmp_path, (160, 90))


def test_second_close_does_nothing_and_a_later_write_is_refused(tmp_path: Path) -> None:
    video = VideoWriter(tmp_path / "a.mp4", (160, 90))
    video.write(moving(0))
    video.close()
    video.close()
    with pytest.raises(RecordingError, match="the video is closed"):
        video.write(moving(1))
    assert len(decoded(tmp_path / "a.mp4")) == 1


def test_video_without_frames_leaves_no_file(tmp_path: Path) -> None:
    VideoWriter(tmp_path / "a.mp4", (160, 90)).close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder in which a file is open")
@pytest.mark.parametrize("away", [shutil.rmtree, lambda folder: folder.rename(folder.with_name("other"))])
def test_a_video_whose_folder_is_gone_at_the_end_is_there_all_the_same(
    tmp_path: Path, away: Callable[[Path], None]
) -> None:
    folder = tmp_path / "captures"
    folder.mkdir()
    with VideoWriter(folder / "a.mp4", (160, 90)) as video:
        video.write(moving(0), 7)
        away(folder)
        video.write(moving(1), 7)
    assert len(decoded(folder / "a.mp4")) == 14
    assert [each.name for each in folder.iterdir()] == ["a.mp4"]


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder in which a file is open")
def test_where_the_folder_of_a_video_cannot_come_back_it_is_in_another_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "pictures"))
    folder = tmp_path / "captures"
    folder.mkdir()
    video = VideoWriter(folder / "a.mp4", (160, 90))
    video.write(moving(0), 7)
    shutil.rmtree(folder)
    folder.touch()
    with pytest.raises(KeptElsewhere) as told:
        video.close()
    assert told.value.path == tmp_path / "pictures" / "Polhode" / "a.mp4"
    assert len(decoded(told.value.path)) == 7


def test_exception_in_the_context_leaves_a_finished_video(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), VideoWriter(tmp_path / "a.mp4", (160, 90)) as video:
        video.write(moving(0), 7)
        raise KeyboardInterrupt
    assert len(decoded(tmp_path / "a.mp4")) == 7


@pytest.mark.parametrize("size", [(1, 90), (160, 0)])
def test_invalid_size_is_refused(tmp_path: Path, size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"{size[0]}x{size[1]}"):
        VideoWriter(tmp_path / "a.mp4", size)


@pytest.mark.parametrize("picture", [moving(0, 80, 90), moving(0)[:, :, 0], moving(0).astype(np.float32)])
def test_frame_of_another_shape_or_type_is_refused(tmp_path: Path, picture: np.ndarray) -> None:
    with VideoWriter(tmp_path / "a.mp4", (160, 90)) as video, pytest.raises(ValueError, match="must be"):
        video.write(picture)


def test_encoder_is_named_or_reported_missing_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert encoder().startswith("libx264, by PyAV ")
    monkeypatch.setattr(module, "CODEC", "libx999")
    with pytest.raises(RecordingError, match="without libx999"):
        encoder()


def test_large_pictures_of_a_live_video_are_encoded_faster(tmp_path: Path) -> None:
    """x264 writes its settings into the file; without arithmetic coding it is the fastest."""
    coded = []
    for size, effort in (((1920, 1200), "live"), ((1922, 1200), "live"), ((1922, 1200), "small")):
        with VideoWriter(tmp_path / "a.mp4", size, 30, effort) as video:
            video.write(np.zeros((size[1], size[0], 3), np.uint8))
        data = (tmp_path / "a.mp4").read_bytes()
        coded.append((b"cabac=1" in data, b"cabac=0" in data))
    assert coded == [(True, False), (False, True), (True, False)]


def test_at_most_a_quarter_of_a_second_waits_for_the_encoder(tmp_path: Path) -> None:
    go_on, reached = threading.Event(), threading.Event()

    def hold() -> np.ndarray:
        reached.set()
        go_on.wait(30.0)
        return np.zeros(0, np.int16)

    def write() -> None:
        for number in range(12):
            video.write(moving(number))

    with VideoWriter(tmp_path / "a.mp4", (160, 90), 20, sound=True) as video:
        video.write_sound(hold)
        assert reached.wait(30.0)
        writer = threading.Thread(target=write)
        writer.start()
        while video.frames < 5:
            time.sleep(0.005)
        writer.join(0.05)
        assert writer.is_alive() and video.frames == 5
        go_on.set()
        writer.join(30.0)
    assert len(decoded(tmp_path / "a.mp4")) == video.frames == 12


def counts(pace: FramePacer, display: Fraction, seconds: int) -> list[int]:
    pictures = int(display * seconds)
    return [pace.due(int(i * SECOND / display)) for i in range(pictures)]


@pytest.mark.parametrize("display", [Fraction(30), Fraction(60000, 1001), Fraction(60), Fraction(144)])
def test_video_time_is_wall_time_on_every_display(display: Fraction) -> None:
    written = 0
    for i, count in enumerate(counts(FramePacer(60), display, 20)):
        written += count
        assert abs(Fraction(written - 1, 60) - i / display) <= Fraction(1, 120) + Fraction(1, SECOND)


def test_slow_display_repeats_and_a_fast_one_drops_frames() -> None:
    assert counts(FramePacer(60), Fraction(30), 5)[1:] == [2] * 149
    fast = counts(FramePacer(60), Fraction(144), 5)
    assert set(fast) == {0, 1}
    assert sum(fast) == 1 + round(60 * Fraction(719, 144))


def test_pictures_a_little_early_or_late_are_recorded_one_by_one() -> None:
    pace = FramePacer(60)
    late = (0, 6_000_000, -6_000_000, 3_000_000)
    assert [pace.due(i * SECOND // 60 + late[i % 4]) for i in range(600)] == [1] * 600


def test_no_drift_in_an_hour_at_an_odd_rate() -> None:
    pace = FramePacer(Fraction(60000, 1001))
    steps = HOUR * 7
    total = sum(pace.due(i * SECOND // 7) for i in range(steps + 1))
    assert total == HOUR * 60000 // 1001 + 1 == pace.frames


def test_second_call_gives_zero_and_a_pause_is_filled() -> None:
    pace = FramePacer(60)
    assert [pace.due(0), pace.due(0), pace.due(SECOND), pace.due(SECOND)] == [1, 0, 60, 0]


@pytest.mark.parametrize("fps", [0, -25])
def test_rate_that_is_not_positive_is_refused(fps: int) -> None:
    with pytest.raises(ValueError, match=f"fps {fps}"):
        FramePacer(fps)


def test_a_video_may_have_a_picture_a_second_or_fewer() -> None:
    for fps in (1, Fraction(1, 2)):
        pace = FramePacer(fps)
        assert [pace.due(0), pace.due(4 * SECOND)] == [1, 4 * fps]
