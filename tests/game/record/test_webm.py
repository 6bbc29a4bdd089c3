"""WebM, AV1 or with an alpha channel VP9; other files with an alpha channel; missing encoders and full disks."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from game.model.errors import RecordingError
from game.record import webm
from game.record.frames import open_sink
from tests.game.record.pictures import COLORS, bar, decoded, moving, stripes


def cut_out(number: int, width: int = 160, height: int = 90) -> np.ndarray:
    """Return the moving bar on a ground that is not there, (h, w, 4)."""
    picture = moving(number, width, height)
    alpha = np.where(picture[..., :1] > 150, 255, 0).astype(np.uint8)
    return np.concatenate([picture, alpha], axis=2)


def vp9_with_alpha(path: Path) -> list[np.ndarray]:
    """Return the pictures of a transparent WebM, (h, w, 4); FFmpeg's own VP9 decoder leaves the alpha out."""
    with av.open(path) as container:
        stream = container.streams.video[0]
        assert stream.metadata["ALPHA_MODE"] == "1"
        decoder = av.CodecContext.create("libvpx-vp9", "r")
        frames = [frame for packet in container.demux(stream) for frame in decoder.decode(packet)]
    return [frame.to_ndarray(format="rgba") for frame in frames]


def test_webm_is_av1_and_has_all_frames(tmp_path: Path) -> None:
    path = tmp_path / "a.WebM"
    with open_sink(path, (161, 91), 25) as sink:
        for number in range(12):
            sink.write(moving(number, 161, 91))
    pictures = decoded(path)
    assert [bar(picture) for picture in pictures] == list(range(12))
    assert pictures[0].shape == (90, 160, 3), "an odd last column and row are left out"
    with av.open(path) as container:
        assert container.streams.video[0].codec_context.codec.canonical_name == "av1"
        assert container.streams.video[0].average_rate == 25


def test_webm_keeps_colours(tmp_path: Path) -> None:
    path = tmp_path / "a.webm"
    with open_sink(path, (384, 64), 20) as sink:
        for _ in range(2):
            sink.write(stripes(384, 64))
    with av.open(path) as container:
        frame = next(container.decode(video=0))
        assert (frame.colorspace, frame.color_range) == (1, 1), "BT.709 in the range of television"
        picture = frame.to_ndarray(format="rgb24", src_colorspace="ITU709")
    assert np.abs(picture[32, 32::64].astype(int) - COLORS).max() <= 6


def test_transparent_webm_has_its_alpha(tmp_path: Path) -> None:
    path = tmp_path / "a.webm"
    with open_sink(path, (160, 90), 25, transparent=True) as sink:
        for number in range(6):
            sink.write(cut_out(number))
    pictures = vp9_with_alpha(path)
    assert [bar(picture) for picture in pictures] == list(range(6))
    for number, picture in enumerate(pictures):
        opaque = cut_out(number)[..., 3] == 255
        assert picture[opaque, 3].mean() > 245 and picture[~opaque, 3].mean() < 5


def test_transparent_webp_and_pngs_have_their_alpha(tmp_path: Path) -> None:
    for name in ("a.webp", "a.png", "a/"):
        with open_sink(f"{tmp_path}/{name}", (160, 90), 25, transparent=True) as sink:
            for number in (2,) if name.endswith(".png") else range(3):
                sink.write(cut_out(number))
    with Image.open(tmp_path / "a.webp") as file:
        assert file.n_frames == 3
        for number in range(3):
            file.seek(number)
            alpha = np.asarray(file.convert("RGBA"))[..., 3]
            assert np.array_equal(alpha, cut_out(number)[..., 3]), "what the picture before showed is gone"
    for name, number in (("a.png", 2), ("a/frame-000001.png", 1)):
        with Image.open(tmp_path / name) as file:
            assert np.array_equal(np.asarray(file), cut_out(number))


@pytest.mark.parametrize(("suffix", "what"), [(".mp4", "H.264"), (".gif", "a GIF")])
def test_kinds_without_transparency_refuse_it(tmp_path: Path, suffix: str, what: str) -> None:
    with pytest.raises(ValueError, match=rf"transparent: {what} has no transparency; use \.webm, \.webp"):
        open_sink(tmp_path / f"a{suffix}", (160, 90), 25, transparent=True)


@pytest.mark.parametrize(("transparent", "advice"), [(False, "MP4 \\(H.264\\) is possible"), (True, "WebP and PNG")])
def test_a_missing_encoder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transparent: bool, advice: str
) -> None:
    monkeypatch.setattr(webm, "AV1_ENCODERS", {"no-such-encoder": {}})
    monkeypatch.setattr(webm, "VP9_ENCODER", "no-such-encoder")
    with pytest.raises(RecordingError, match=rf"PyAV .* was built without an? .* encoder: no .*WebM; {advice}"):
        open_sink(tmp_path / "a.webm", (160, 90), 25, transparent)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is a file of Linux")
@pytest.mark.parametrize("suffix", [".webm", ".webp"])
def test_full_disk_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    opened = av.open
    monkeypatch.setattr(av, "open", lambda _, *rest, **words: opened("/dev/full", *rest, **words))
    with (
        pytest.raises(RecordingError, match="cannot write .*: No space left on device"),
        open_sink(path, (160, 90), 25) as sink,
    ):
        for _ in range(3):
            sink.write(np.random.default_rng(0).integers(0, 255, (90, 160, 3), dtype=np.uint8))
    assert list(tmp_path.iterdir()) == []
