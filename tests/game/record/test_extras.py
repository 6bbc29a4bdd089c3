"""Outputs without the libraries that only they need: a line that names the extra, and nothing written."""

import pytest

from game.model.errors import RecordingError
from game.model.figures.figure import Figure
from game.record import extras
from game.record.figures.files import write_figure
from game.record.frames import open_sink

WITHOUT_VIDEO = r'^video: needs av \(extra "video"\); type: pip install av$'


@pytest.fixture
def missing(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)


@pytest.mark.parametrize("kind", [".mp4", ".webm", ".gif", ".webp"])
def test_a_film_names_the_extra(kind, missing, tmp_path):
    with pytest.raises(RecordingError, match=WITHOUT_VIDEO):
        open_sink(tmp_path / f"film{kind}", (64, 48), 30, False, False)
    assert not list(tmp_path.iterdir())


def test_pictures_need_no_extra(missing, tmp_path):
    open_sink(f"{tmp_path}/pictures/", (64, 48), 30, False, False).close()


@pytest.mark.parametrize("kind", [".pdf", ".svg"])
def test_a_figure_names_the_extra(kind, missing, tmp_path):
    with pytest.raises(RecordingError, match=r'^PDF, SVG: needs fpdf2 and fonttools \(extra "print"\)'):
        write_figure(tmp_path / f"figure{kind}", Figure("Title", "", ()))
    assert not list(tmp_path.iterdir())


def test_all_is_there_in_an_environment_of_the_tests():
    for extra in extras.EXTRAS:
        extras.need(extra)
