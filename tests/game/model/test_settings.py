from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.model import settings
from game.model.settings import Settings


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "settings_file", lambda: tmp_path / "some" / "settings.json")
    return tmp_path


def test_what_is_kept_comes_back() -> None:
    assert settings.load() == (Settings(), "")
    kept = Settings("light", 1.5)
    assert settings.save(kept) == ""
    assert settings.load() == (kept, "")


@pytest.mark.parametrize(
    ("text", "about"),
    [('{"theme": "sepia"}', "theme"), ('{"ui_scale": 9}', "ui_scale"), ("{", "settings.json"), ("[]", "object")],
)
def test_a_file_that_makes_no_sense_is_named_and_not_used(text: str, about: str) -> None:
    settings.save(Settings())
    settings.settings_file().write_text(text)
    found, problem = settings.load()
    assert found == Settings()
    assert about in problem
    assert "settings.json" in problem
    assert "\n" not in problem


def test_a_folder_that_cannot_be_written_is_said(folder: Path) -> None:
    (folder / "some").write_text("a file where a folder should be")
    assert settings.save(Settings()).startswith("settings not kept")
    assert settings.load()[0] == Settings()


def test_there_is_one_first_start() -> None:
    assert settings.first_start()
    assert not settings.first_start()
    assert settings.load() == (Settings(), "")
    settings.save(Settings("light"))
    assert not settings.first_start()
    assert settings.load()[0] == Settings("light")


def test_what_is_asked_for_goes_before_what_is_kept() -> None:
    kept = Settings("light", 2.0)
    assert settings.chosen(None, None, kept) == kept
    assert settings.chosen("dark", None, kept) == Settings("dark", 2.0)
    assert settings.chosen(None, 1.25, kept) == Settings("light", 1.25)
    with pytest.raises(msgspec.ValidationError, match="ui_scale"):
        settings.chosen(None, 3.0, kept)
