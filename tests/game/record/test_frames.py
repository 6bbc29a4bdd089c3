from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from game.model.errors import RecordingError
from game.record.frames import FrameSink, discard, growing_video, open_sink
from game.record.outfile import partial_path
from tests.game.record.pictures import COLORS, bar, decoded, moving, stripes


def animation(path: Path) -> tuple[list[np.ndarray], list[int]]:
    """Return pictures and times [ms] of a GIF or WebP."""
    pictures, times = [], []
    with Image.open(path) as file:
        for number in range(file.n_frames):
            file.seek(number)
            pictures.append(np.asarray(file.convert("RGB")))
            times.append(round(file.info["duration"]))
        assert file.info["loop"] == 0
    return pictures, times


def test_video_has_all_frames(tmp_path: Path) -> None:
    with open_sink(tmp_path / "a.MP4", (160, 90), 25) as sink:
        for number in range(12):
            sink.write(moving(number))
    assert [bar(picture) for picture in decoded(tmp_path / "a.MP4")] == list(range(12))
    with av.open(tmp_path / "a.MP4") as container:
        assert container.streams.video[0].average_rate == 25


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_animation_has_all_frames_and_times(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    with open_sink(path, (160, 90), 25) as sink:
        for number in range(12):
            sink.write(moving(number))
        assert not path.exists()
    pictures, times = animation(path)
    assert [bar(picture) for picture in pictures] == list(range(12))
    assert times == [40] * 12
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("suffix", "tolerance"), [(".gif", 3), (".webp", 6)])
def test_animation_keeps_colours(tmp_path: Path, suffix: str, tolerance: int) -> None:
    path = tmp_path / f"a{suffix}"
    with open_sink(path, (385, 65), 20) as sink:
        sink.write(stripes(385, 65))
        sink.write(stripes(385, 65)[:, ::-1])
    pictures, _ = animation(path)
    assert pictures[0].shape == (65, 385, 3)
    assert np.abs(pictures[0][32, 32::64].astype(int) - COLORS).max() <= tolerance
    assert np.abs(pictures[1][32, 32::64].astype(int) - COLORS[::-1]).max() <= tolerance


@pytest.mark.parametrize("channels", [3, 4])
def test_png_is_written_in_strips(tmp_path: Path, channels: int) -> None:
    random = np.random.default_rng(5).integers(0, 256, (170, 37, channels), np.uint8)
    random[60:120] = random[60]
    with open_sink(tmp_path / "a.png", (37, 170), 60, transparent=channels == 4) as sink:
        for start, end in ((0, 1), (1, 131), (131, 170)):
            sink.write(random[start:end])
    with Image.open(tmp_path / "a.png") as picture:
        assert np.array_equal(np.asarray(picture), random)


def test_png_without_all_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="30 rows are missing"), open_sink(tmp_path / "a.png", (160, 90), 60) as s:
        s.write(moving(0)[:60])
    with pytest.raises(ValueError, match="must be at most 90 of"), open_sink(tmp_path / "a.png", (160, 90), 60) as sink:
        sink.write(np.zeros((91, 160, 3), np.uint8))
    assert list(tmp_path.iterdir()) == []


def test_folder_has_numbered_pictures(tmp_path: Path) -> None:
    with open_sink(f"{tmp_path}/new/", (160, 90), 60) as sink:
        for number in range(3):
            sink.write(moving(number))
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["frame-000000.png", "frame-000001.png", "frame-000002.png"]
    with Image.open(tmp_path / "new" / names[1]) as picture:
        assert np.array_equal(np.asarray(picture), moving(1))


def test_pictures_of_two_sequences_are_not_mixed(tmp_path: Path) -> None:
    (tmp_path / "frame-000007.png").touch()
    with pytest.raises(RecordingError, match="of another sequence"), open_sink(tmp_path, (160, 90), 60):
        pass


@pytest.mark.parametrize("name", ["a.avi", "a", "a.mp4.txt", ""])
def test_unknown_kind_is_refused_with_what_is_allowed(tmp_path: Path, name: str) -> None:
    path = f"{tmp_path}/x{name}"
    with pytest.raises(ValueError, match=r"must end in \.mp4, \.webm, .* \.svg, .* or DIR/") as caught:
        open_sink(path, (160, 90), 60)
    assert path in str(caught.value)


@pytest.mark.parametrize("name", ["a.mp4", "a.webm", "a.gif", "a.webp", "a.png", "sub/"])
def test_unwritable_path_fails_before_the_first_picture(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RecordingError, match="cannot write .*file"):
        open_sink(tmp_path / "file" / name if name != "sub/" else f"{tmp_path}/file/", (160, 90), 25).__enter__()


@pytest.mark.parametrize("suffix", [".webm", ".gif", ".webp", ".png"])
def test_failed_sequence_keeps_the_previous_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(b"before")
    with pytest.raises(KeyboardInterrupt), open_sink(path, (160, 90), 25) as sink:
        sink.write(moving(0))
        raise KeyboardInterrupt
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_video_that_ends_early_is_a_part_beside_the_previous_one(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(b"before")
    with pytest.raises(KeyboardInterrupt), open_sink(path, (160, 90), 25) as sink:
        for number in range(12):
            sink.write(moving(number))
        assert path.read_bytes() == b"before"
        raise KeyboardInterrupt
    assert path.read_bytes() == b"before"
    assert [bar(picture) for picture in decoded(tmp_path / "a.partial.mp4")] == list(range(12))
    discard(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", [".webm", ".gif", ".webp", ".png"])
def test_sequence_without_pictures_is_refused_in_one_line(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    with pytest.raises(RecordingError) as caught, open_sink(path, (160, 90), 25):
        pass
    assert str(caught.value) == f"cannot write {path}: there was no picture"
    assert list(tmp_path.iterdir()) == []


def test_gif_that_browsers_would_slow_down_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="fps 60: a GIF shows at most 50"):
        open_sink(tmp_path / "a.gif", (160, 90), 60)


@pytest.mark.parametrize("suffix", [".mp4", ".webm", ".gif", ".webp"])
def test_frame_of_another_size_is_refused(tmp_path: Path, suffix: str) -> None:
    with (
        pytest.raises(ValueError, match="must be"),
        open_sink(tmp_path / f"a{suffix}", (160, 90), 25) as sink,
    ):
        sink.write(moving(0, 80, 90))


def test_what_is_discarded_is_the_incomplete_output_and_no_other_file(tmp_path: Path) -> None:
    folder, other = tmp_path / "pictures", tmp_path / "more"
    pictures = "frame-000001.png", ".part-frame-000002.png"
    for each, names in ((folder, pictures), (other, (pictures[0], "mine.txt"))):
        each.mkdir()
        for name in names:
            (each / name).touch()
    video, part = tmp_path / "a.mp4", partial_path(tmp_path / "a.mp4")
    part.touch()
    for each in (folder, other, video, tmp_path / "nothing.gif"):
        discard(each)
    assert not folder.exists() and [each.name for each in other.iterdir()] == ["mine.txt"]
    assert not part.exists() and not video.exists()


def test_a_video_takes_the_place_of_files_alone(tmp_path: Path) -> None:
    whole = growing_video(str(tmp_path), (64, 48), 20, False)
    with pytest.raises(RecordingError, match="it is a device or a pipe"), whole:
        pass
    assert list(tmp_path.iterdir()) == []


def test_sound_goes_to_those_outputs_that_have_a_track_for_it() -> None:
    class Taker:
        def __init__(self) -> None:
            self.written: list[object] = []

        def write(self, frame: object) -> None:
            self.written.append(frame)

    class Hearing(Taker):
        def write_sound(self, make: Callable[[], object]) -> None:
            self.written.append(make())

    for taker, heard in ((Taker(), 0), (Hearing(), 1)):
        with FrameSink(contextlib.nullcontext(taker)) as sink:
            sink.write_sound(np.empty(0, np.int16))
            sink.write_sound(np.ones(3, np.int16))
        assert len(taker.written) == heard
