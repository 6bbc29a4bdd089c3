"""Damaged settings files: what is sound is kept, what is not gets its default, and the file is kept beside."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest

from game.model import settings
from game.model.settings import Settings, salvaged

SOUND = Settings("light", 1.5, "fr", "on", False, {"pause": ("p", "ctrl+space"), "plots": ()})


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "settings.json"
    monkeypatch.setattr(settings, "settings_file", lambda: path)
    return path


def entries(**changed: object) -> str:
    return json.dumps({**msgspec.to_builtins(SOUND), **changed})


@pytest.mark.parametrize(
    ("changed", "kept", "named"),
    [
        ({"theme": "sepia"}, {"theme": "dark"}, "theme"),
        ({"ui_scale": 9}, {"ui_scale": 1.0}, "ui_scale"),
        ({"ui_scale": "1.5"}, {"ui_scale": 1.0}, "ui_scale"),
        ({"language": None}, {"language": "auto"}, "language"),
        ({"reduced_motion": True}, {"reduced_motion": "auto"}, "reduced_motion"),
        ({"gamepad": [1, [2]]}, {"gamepad": True}, "gamepad"),
        ({"volume": 1.5}, {"volume": 0.7}, "volume"),
        ({"muted": "no"}, {"muted": False}, "muted"),
        ({"colour": "red"}, {}, "colour"),
        ({"keys": 3}, {"keys": {}}, "keys"),
        ({"keys": {"pause": ["p"], "fly": ["f"]}}, {"keys": {"pause": ("p",)}}, "keys.fly"),
        ({"keys": {"pause": ["escape"], "plots": ["g"]}}, {"keys": {"plots": ("g",)}}, "keys.pause"),
        ({"keys": {"pause": "p", "plots": [1]}}, {"keys": {}}, "keys.plots"),
    ],
)
def test_damaged_entry_gets_its_default_and_the_rest_is_kept(
    changed: dict[str, object], kept: dict[str, object], named: str, file: Path
) -> None:
    text = entries(**changed)
    file.write_text(text)
    found, problem = settings.load()
    assert found == msgspec.structs.replace(SOUND, **kept)
    assert f" {named} = " in problem and "\n" not in problem
    assert file.with_name("settings.json.bad").read_text() == text
    assert settings.load() == (found, ""), "it is told once"


def test_sound_file_is_left_as_it_is(file: Path) -> None:
    file.write_text(entries())
    assert settings.load() == (SOUND, "")
    assert file.read_text() == entries()
    assert list(file.parent.iterdir()) == [file]


def test_file_that_cannot_be_kept_beside_is_not_overwritten(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("{")
    file.with_name("settings.json.bad").mkdir()
    found, problem = settings.load()
    assert found == Settings()
    assert "settings.json" in problem
    assert file.read_text() == "{"


def damaged(text: str, chance: random.Random) -> bytes:
    """Return the bytes of a file with a few bytes lost, changed, doubled or inserted."""
    data = bytearray(text.encode())
    for _ in range(chance.randint(1, 4)):
        at, many = chance.randrange(len(data) + 1), chance.randint(1, 12)
        match chance.randrange(5):
            case 0:
                del data[at : at + many]
            case 1:
                data[at:at] = chance.randbytes(many)
            case 2:
                data[at : at + many] = chance.choice([b"null", b"[]", b"{}", b"1e999", b'"\\u0000"', b"true", b"-0.0"])
            case 3:
                data[at:at] = data[at : at + many]
            case 4:
                data = data[: at or 1]
    return bytes(data)


@pytest.mark.parametrize("seed", range(300))
def test_no_damage_stops_the_start(seed: int, file: Path) -> None:
    chance = random.Random(seed)
    file.write_bytes(damaged(entries(), chance))
    found, problem = settings.load()
    assert isinstance(found, Settings)
    assert "\n" not in problem and len(problem) < 5000
    again, still = settings.load()
    assert (again, still) == (found, ""), "what was written is sound"
    if problem:
        assert file.with_name("settings.json.bad").exists()
    settings.key_bindings.use_changes(found.keys)
    settings.key_bindings.use_changes({})


@pytest.mark.parametrize("text", ["", "null", "[]", "7", "[" * 5000, '{"keys":' * 3000, '{"theme": "li'])
def test_file_that_is_no_object_is_not_used(text: str) -> None:
    found, troubles = salvaged(text)
    assert found == Settings() and len(troubles) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"theme": "sepia"}', "theme = \"sepia\": must be 'dark' or 'light' or 'high-contrast'"),
        ('{"ui_scale": 9}', "ui_scale = 9: must be a number from 1 to 2.5"),
        ('{"gamepad": 3}', "gamepad = 3: must be true or false"),
        ('{"volume": 2}', "volume = 2: must be a number from 0 to 1"),
        ('{"muted": 1}', "muted = 1: must be true or false"),
        ('{"keys": {"pause": "p"}}', 'keys.pause = "p": must be a list of keys'),
        ('{"keys": {"dance": ["p"]}}', "keys.dance = [\"p\"]: keys: unknown action 'dance'"),
    ],
)
def test_message_says_what_is_allowed(text: str, told: str) -> None:
    assert salvaged(text)[1] == [told]
