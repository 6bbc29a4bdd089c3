"""Animations as files that are decoded again: their pictures, times and colours."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from game.model.errors import RecordingError
from game.record.loops import Animation, gif, webp
from tests.game.record.pictures import COLORS, bar, moving, stripes


def shown(path: Path) -> tuple[list[np.ndarray], list[int]]:
    """Pictures (h, w, 4) and times [ms] of an animation without an end."""
    pictures, times = [], []
    with Image.open(path) as file:
        for number in range(file.n_frames):
            file.seek(number)
            pictures.append(np.asarray(file.convert("RGBA")).astype(int))
            times.append(round(file.info["duration"]))
        assert file.info["loop"] == 0
    return pictures, times


@pytest.mark.parametrize("fps", [25, Fraction(50, 3)])
@pytest.mark.parametrize("kind", [gif, webp])
def test_pictures_come_in_order_at_their_times(tmp_path: Path, kind: type, fps: Fraction) -> None:
    path = tmp_path / "a"
    with kind(path, (96, 40), fps) as animation:
        for number in range(7):
            animation.write(moving(number, 96, 40))
        assert not path.exists()
    pictures, times = shown(path)
    assert [bar(picture[..., :3]) for picture in pictures] == list(range(7))
    assert {picture.shape for picture in pictures} == {(40, 96, 4)} and (pictures[0][..., 3] == 255).all()
    assert times == [round(1000 / fps)] * 7
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("kind", "tolerance"), [(gif, 3), (webp, 6)])
def test_all_pictures_have_their_colours(tmp_path: Path, kind: type, tolerance: int) -> None:
    """Those of a GIF share a palette of 256, of which each picture here asks for other ones."""
    with kind(tmp_path / "a", (192, 16), 20) as animation:
        animation.write(stripes(192, 16))
        animation.write(stripes(192, 16)[:, ::-1] // 2)
    first, last = shown(tmp_path / "a")[0]
    assert np.abs(first[8, 16::32, :3] - COLORS).max() <= tolerance
    assert np.abs(last[8, 16::32, :3] - COLORS[::-1] // 2).max() <= tolerance


def test_each_transparent_picture_stands_alone(tmp_path: Path) -> None:
    """A picture that is clear where the one before was not shows nothing of it."""
    pictures = np.zeros((3, 32, 96, 4), np.uint8)
    for number, each in enumerate(pictures):
        each[:, 32 * number : 32 * number + 32] = 250, 120, 30, 255
    with webp(tmp_path / "a.webp", (96, 32), 10, transparent=True) as animation:
        for each in pictures:
            animation.write(each)
    found, _ = shown(tmp_path / "a.webp")
    assert len(found) == 3
    for each, given in zip(found, pictures, strict=True):
        assert np.array_equal(each[..., 3], given[..., 3])
        assert np.abs(each - given)[given[..., 3] > 0].mean() < 2.0


@pytest.mark.parametrize("transparent", [False, True])
def test_a_picture_of_another_kind_is_refused(tmp_path: Path, transparent: bool) -> None:
    channels = 4 if transparent else 3
    for wrong in (
        np.zeros((16, 30, 7 - channels), np.uint8),
        np.zeros((16, 30, channels)),
        np.zeros((30, 16, channels), np.uint8),
    ):
        with (
            pytest.raises(ValueError, match=rf"must be \(16, 30, {channels}\) uint8"),
            webp(tmp_path / "a.webp", (30, 16), 10, transparent) as animation,
        ):
            animation.write(wrong)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", [gif, webp])
def test_without_pictures_there_is_no_file(tmp_path: Path, kind: type) -> None:
    with pytest.raises(RecordingError, match="there was no picture"), kind(tmp_path / "a", (30, 16), 10):
        pass
    assert list(tmp_path.iterdir()) == []


def test_what_the_encoder_refuses_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RecordingError) as caught, webp(tmp_path / "a.webp", (17000, 8), 10) as animation:
        animation.write(np.zeros((8, 17000, 3), np.uint8))
    assert str(caught.value).startswith(f"cannot write {tmp_path / 'a.webp'}: ") and "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_television_colours_are_those_of_bt709(tmp_path: Path) -> None:
    """Grey, white and black tell its range, and saturated colours its matrix (ITU-R BT.709, 3)."""
    animation = Animation(tmp_path / "a.mp4", (192, 16), 20, ("mp4", "libx264", "yuv444p"), {"qp": "0"})
    animation.write(stripes(192, 16))
    animation.finish()
    with av.open(tmp_path / "a.mp4") as container:
        frame = next(container.decode(video=0))
        assert container.streams.video[0].average_rate == 20 and container.streams.video[0].frames == 1
    light, blue, red = frame.to_ndarray()[:, 8, 16::32].astype(float)
    r, g, b = (COLORS[:, k] / 255.0 for k in range(3))
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    assert light == pytest.approx(16.0 + 219.0 * y, abs=2.0)
    assert blue == pytest.approx(128.0 + 224.0 * (b - y) / 1.8556, abs=2.0)
    assert red == pytest.approx(128.0 + 224.0 * (r - y) / 1.5748, abs=2.0)


def test_a_file_without_pictures_is_closed_without_a_word(tmp_path: Path) -> None:
    animation = Animation(tmp_path / "a.nut", (96, 40), 20, ("nut", "libx264rgb", "rgb24"), {"qp": "0"})
    with pytest.raises(OSError, match="there was no picture"):
        animation.finish()
    animation.close()
    animation.close()
