"""Files that appear when they are complete: where they cannot, that is known before the work."""

import pytest

from game.model.errors import RecordingError
from game.model.replacement import check_writable, replacing


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
    assert left == ({"a.csv": before} if before else {}), "an empty file held the name alone"
