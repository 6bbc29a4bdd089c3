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


def test_saved_settings_are_loaded() -> None:
    assert settings.load() == (Settings(), "")
    kept = Settings("light", 1.5)
    assert settings.save(kept) == ""
    assert settings.load() == (kept, "")


@pytest.mark.parametrize(
    ("text", "about"),
    [('{"theme": "sepia"}', "theme"), ('{"ui_scale": 9}', "ui_scale"), ("{", "settings.json"), ("[]", "object")],
)
def test_invalid_file_is_named_and_not_used(text: str, about: str) -> None:
    settings.save(Settings())
    settings.settings_file().write_text(text)
    found, problem = settings.load()
    assert found == Settings()
    assert about in problem
    assert "settings.json" in problem
    assert "\n" not in problem


def test_unwritable_folder_is_reported(folder: Path) -> None:
    (folder / "some").write_text("a file where a folder should be")
    assert settings.save(Settings()).startswith("settings not kept")
    assert settings.load()[0] == Settings()


def test_first_start_is_true_once() -> None:
    assert settings.first_start()
    assert not settings.first_start()
    assert settings.load() == (Settings(), "")
    settings.save(Settings("light"))
    assert not settings.first_start()
    assert settings.load()[0] == Settings("light")


def test_command_line_overrides_saved_settings() -> None:
    kept = Settings("light", 2.0)
    assert settings.chosen(None, None, kept) == kept
    assert settings.chosen("dark", None, kept) == Settings("dark", 2.0)
    assert settings.chosen(None, 1.25, kept) == Settings("light", 1.25)
    with pytest.raises(msgspec.ValidationError, match="ui_scale"):
        settings.chosen(None, 3.0, kept)


def test_what_the_command_line_says_holds_for_one_start() -> None:
    kept = Settings("light", 2.0)
    now = settings.for_this_start(kept, settings.chosen("dark", None, kept, "fr"))
    assert (now.theme, now.ui_scale, now.language) == ("dark", 2.0, "fr")
    settings.save(settings.changed(now, muted=True))
    assert settings.load()[0] == settings.changed(kept, muted=True)
    settings.save(settings.changed(now, theme="high-contrast"))
    assert settings.load()[0] == settings.changed(kept, theme="high-contrast")
    settings.save(now)
    assert settings.load()[0] == settings.changed(kept, theme="dark"), "chosen in the window since"
    settings.for_this_start(now, now)


def test_language_is_auto_until_chosen() -> None:
    assert settings.chosen(None, None).language == "auto"
    assert settings.chosen(None, None, language="fr").language == "fr"
    assert settings.chosen("light", None, Settings(language="fr")).language == "fr"
    with pytest.raises(msgspec.ValidationError, match="language"):
        settings.chosen(None, None, language="tlh")


def test_the_first_start_keeps_what_was_found_for_it() -> None:
    assert not settings.has_file()
    assert settings.first_start(settings.Settings(ui_scale=1.5))
    assert settings.has_file() and settings.load()[0].ui_scale == 1.5
