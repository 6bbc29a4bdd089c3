import pytest

import physics
from game import scenefile
from tests import unfinished


def test_the_list_names_what_there_is_once():
    names = unfinished.listed()
    assert len(names) == len(set(names))
    known = {*physics.systems(), *physics.integrators(), *scenefile.presets()}
    assert set(names) <= known, f"{unfinished.LIST}: delete {', '.join(sorted(set(names) - known))}"


def test_a_release_takes_the_list_as_empty(monkeypatch, tmp_path):
    monkeypatch.setattr(unfinished, "LIST", tmp_path / "unfinished.txt")
    unfinished.LIST.write_text("# what is not ready\nnew-top\n\n")
    monkeypatch.delenv(unfinished.STRICT, raising=False)
    assert unfinished.finished(["gyroscope", "new-top"]) == ["gyroscope"]
    monkeypatch.setenv(unfinished.STRICT, "1")
    assert unfinished.finished(["gyroscope", "new-top"]) == ["gyroscope", "new-top"]


@pytest.mark.release
@pytest.mark.skipif(not unfinished.strict(), reason="asked by make release-check alone")
def test_nothing_is_unfinished():
    assert unfinished.listed() == []
