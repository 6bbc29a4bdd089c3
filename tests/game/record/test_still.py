from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import platformdirs
import pytest
from PIL import Image

from game.model.errors import RecordingError
from game.record import still
from game.record.still import captures_folder, held_path, new_path, release, save_png
from tests.game.record.pictures import stripes


def test_png_has_its_pixels_and_texts(tmp_path: Path) -> None:
    texts = {"Software": "Polhode", "Scene": "gyroscope", "Start": "θ = 30°, φ̇ = 60 rad/s"}
    save_png(tmp_path / "a.png", stripes(121, 7), texts)
    with Image.open(tmp_path / "a.png") as picture:
        assert np.array_equal(np.asarray(picture), stripes(121, 7))
        assert picture.text == texts
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


def test_picture_with_reversed_rows_in_memory_is_saved_as_seen(tmp_path: Path) -> None:
    shades = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    save_png(tmp_path / "a.png", shades[::-1])
    with Image.open(tmp_path / "a.png") as picture:
        assert np.array_equal(np.asarray(picture), shades[::-1])


def test_unwritable_path_is_reported_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "none" / "a.png"
    with pytest.raises(RecordingError) as caught:
        save_png(path, stripes(8, 8))
    assert str(caught.value) == f"cannot write {path}: No such file or directory"
    with pytest.raises(RecordingError, match="it is a folder"):
        save_png(tmp_path, stripes(8, 8))


def test_full_disk_keeps_the_old_picture_and_leaves_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "old.png"
    save_png(old, stripes(16, 16))
    before, new = old.read_bytes(), tmp_path / "new.png"

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(still, "write_png", full)
    for path in (old, new):
        with pytest.raises(RecordingError, match="No space left on device"):
            save_png(path, stripes(8, 8))
    assert old.read_bytes() == before
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize("picture", [stripes(8, 8)[:, :, 0], stripes(8, 8).astype(np.float32)])
def test_frame_of_another_shape_or_type_is_refused(tmp_path: Path, picture: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"must be \(h, w, 3 or 4\) uint8"):
        save_png(tmp_path / "a.png", picture)
    assert list(tmp_path.iterdir()) == []


def test_new_paths_in_the_same_second_are_different(tmp_path: Path) -> None:
    paths = [new_path(tmp_path, "gyroscope", ".png") for _ in range(20)]
    assert len(set(paths)) == 20
    assert not [path for path in tmp_path.iterdir() if not path.name.startswith(".")], "nothing is there yet"
    assert all(path.name.startswith("gyroscope-") and path.suffix == ".png" for path in paths)
    with pytest.raises(RecordingError, match="No such file or directory"):
        new_path(tmp_path / "none", "gyroscope", ".png")


def test_a_name_is_free_again_only_where_nothing_has_come_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(still.time, "strftime", lambda _: "now")
    written, given_up = (new_path(tmp_path, "coin", ".png") for _ in range(2))
    written.write_bytes(b"picture")
    for path in (written, given_up):
        release(path)
    assert list(tmp_path.iterdir()) == [written]
    assert new_path(tmp_path, "coin", ".png") == given_up


def test_captures_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert captures_folder(str(tmp_path / "a" / "b")) == tmp_path / "a" / "b"
    assert list((tmp_path / "a" / "b").iterdir()) == []
    monkeypatch.setattr(platformdirs, "user_pictures_path", lambda: tmp_path / "Pictures")
    assert captures_folder() == tmp_path / "Pictures" / "Polhode"
    assert captures_folder().is_dir()


def test_impossible_captures_folder_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RecordingError, match="cannot keep captures in .*file: it is not a folder"):
        captures_folder(str(tmp_path / "file"))
    with pytest.raises(RecordingError, match="cannot keep captures in .*deeper: Not a directory"):
        captures_folder(str(tmp_path / "file" / "deeper"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is a folder of Linux")
def test_unwritable_captures_folder_is_reported_in_one_line() -> None:
    with pytest.raises(RecordingError, match="cannot keep captures in /proc/self: "):
        captures_folder("/proc/self")


def test_a_name_is_held_until_the_end_of_the_block(tmp_path: Path) -> None:
    with pytest.raises(KeyError), held_path(tmp_path, "coin", ".png") as path:
        assert path.parent == tmp_path and path.suffix == ".png" and not path.exists()
        assert [each.name for each in tmp_path.iterdir()] == [f".{path.name}.held"]
        raise KeyError
    assert list(tmp_path.iterdir()) == []
