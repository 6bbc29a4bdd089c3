"""Files that appear when they are complete: where they cannot, that is known before the work."""

import os
import shutil
from pathlib import Path

import pytest

from game.model import replacement
from game.model.errors import RecordingError
from game.model.replacement import KeptElsewhere, check_writable, keep, open_in_place, replacing

LINKS = pytest.mark.skipif(os.name == "nt", reason="links and pipes of Unix")


@pytest.fixture
def pictures(tmp_path, monkeypatch):
    """The user's folder of pictures, another than that in which a test writes."""
    folder = tmp_path / "pictures"
    monkeypatch.setenv("XDG_PICTURES_DIR", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return folder


def test_a_place_is_tried_without_a_trace(tmp_path):
    file = tmp_path / "a.csv"
    check_writable(file)
    assert list(tmp_path.iterdir()) == []
    file.write_text("kept")
    check_writable(file)
    assert file.read_text() == "kept"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["no/a.csv", "folder", "file/a.csv", "x" * 300])
def test_a_place_that_cannot_be_written_is_refused_as_at_the_end(tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(RecordingError) as early:
        check_writable(tmp_path / name)
    with pytest.raises(RecordingError) as late, replacing(tmp_path / name):
        pass
    assert str(early.value) == str(late.value)


@LINKS
def test_no_link_is_followed_to_the_file_that_is_written(tmp_path):
    """Links with foreseen names, to the file itself and to the hidden one beside it, must not lead anywhere."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "a.csv").symlink_to(victim)
    (folder / f".a.{os.getpid()}.part.csv").symlink_to(victim)
    (folder / f".polhode-{os.getpid()}").symlink_to(tmp_path / "made")
    check_writable(folder / "a.csv")
    with replacing(folder / "a.csv") as part:
        part.write_text("new")
    assert (victim.read_text(), (folder / "a.csv").read_text()) == ("precious", "new")
    assert not (folder / "a.csv").is_symlink()


@LINKS
def test_hidden_names_cannot_be_foreseen(tmp_path):
    seen = set()
    for _ in range(8):
        with replacing(tmp_path / "a.csv") as part:
            assert not part.is_symlink() and part.parent == tmp_path and part.suffix == ".csv"
            seen.add(part.name)
    assert len(seen) == 8
    assert (tmp_path / "a.csv").stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@LINKS
@pytest.mark.parametrize("begin", [check_writable, lambda path: replacing(path).__enter__()])
def test_pipes_and_devices_are_no_place_for_a_file(tmp_path, begin):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/null")
    for place in (tmp_path / "pipe", tmp_path / "link", Path("/dev/null")):
        with pytest.raises(RecordingError, match="it is a device or a pipe"):
            begin(place)
    assert Path("/dev/null").is_char_device()


@LINKS
def test_a_file_that_grows_in_place_follows_no_link_and_waits_for_no_pipe(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "a.log").symlink_to(victim)
    os.close(open_in_place(tmp_path / "a.log"))
    assert (victim.read_text(), (tmp_path / "a.log").is_symlink()) == ("precious", False)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe"):
        open_in_place(tmp_path / "pipe")


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder in which a file is open")
def test_a_file_whose_folder_is_removed_meanwhile_is_there_all_the_same(tmp_path, pictures):
    folder = tmp_path / "captures"
    folder.mkdir()
    with replacing(folder / "a.csv") as part:
        part.write_text("all of it")
        shutil.rmtree(folder)
    assert (folder / "a.csv").read_text() == "all of it"
    assert [each.name for each in folder.iterdir()] == ["a.csv"]


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder in which a file is open")
def test_where_the_folder_cannot_come_back_the_file_is_in_another_and_that_is_said(tmp_path, pictures):
    folder = tmp_path / "captures"
    folder.mkdir()
    with pytest.raises(KeptElsewhere) as told, replacing(folder / "a.csv") as part:
        part.write_text("all of it")
        shutil.rmtree(folder)
        folder.touch()
    assert told.value.path.read_text() == "all of it"
    assert str(told.value.path) in str(told.value) and str(folder / "a.csv") in str(told.value)
    assert folder.read_text() == "", "what lies there now stays"


def test_what_is_written_after_its_folder_was_removed_is_written_again(tmp_path, pictures):
    folder = tmp_path / "captures"

    def write(path):
        with replacing(path) as part:
            part.write_text("all of it")

    keep(folder / "a.csv", write)
    assert (folder / "a.csv").read_text() == "all of it"
    shutil.rmtree(folder)
    folder.touch()
    places = []
    for _ in range(2):
        with pytest.raises(KeptElsewhere) as told:
            keep(folder / "a.csv", write)
        places.append(told.value.path)
    assert places[0] != places[1], "nothing is written over"
    assert [place.read_text() for place in places] == ["all of it"] * 2


def test_what_cannot_be_written_for_another_reason_is_refused(tmp_path):
    (tmp_path / "folder").mkdir()

    def write(path):
        with replacing(path):
            pass

    with pytest.raises(RecordingError, match="it is a folder") as told:
        keep(tmp_path / "folder", write)
    assert not isinstance(told.value, KeptElsewhere)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), ValueError("wrong"), KeyboardInterrupt()])
@pytest.mark.parametrize("before", [b"an older file", b"", None])
def test_a_failure_leaves_the_older_file_and_nothing_else(tmp_path, error, before):
    file = tmp_path / "a.csv"
    if before is not None:
        file.write_bytes(before)
    raised = RecordingError if isinstance(error, OSError) else type(error)
    with pytest.raises(raised), replacing(file) as part:
        part.write_bytes(b"half")
        raise error
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert left == ({} if before is None else {"a.csv": before})


@pytest.mark.parametrize("use", [check_writable, lambda path: replacing(path).__enter__()])
def test_ctrl_c_as_the_hidden_file_is_made_leaves_none(tmp_path, monkeypatch, use):
    made = replacement.make_fresh

    def interrupted(*words):
        os.close(made(*words))
        raise KeyboardInterrupt

    monkeypatch.setattr(replacement, "make_fresh", interrupted)
    with pytest.raises(KeyboardInterrupt):
        use(tmp_path / "a.csv")
    assert list(tmp_path.iterdir()) == []
