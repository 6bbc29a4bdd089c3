from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from game.model import words
from game.model.key_bindings import shown_key
from game.model.words import (
    decimal,
    language_in_use,
    later,
    list_separator,
    system_language,
    tr,
    typed_list,
    typed_number,
    use_language,
)


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, french: None) -> None:
    """French with a few texts of its own."""
    use_language("en")
    plain = {"Record": "Filmer", "at t = {time:.3f} s": "à t = {time:.3f} s", "link": "maillon"}
    templates = {"angle of {part} {n}": "angle du {part} {n}", "{a} = {b}, again {a}": "{b} = {a}"}
    (tmp_path / "plain.json").write_text(json.dumps(plain), "utf-8")
    (tmp_path / words.PATTERNS[0]).write_text(json.dumps(templates), "utf-8")
    monkeypatch.setattr(words.resources, "path", lambda name: tmp_path)
    use_language("fr")


def test_english_needs_no_files() -> None:
    script = (
        "from game.model import words; words.resources.path = None; "
        "words.use_language('en'); print(words.tr('{n:.1f} m', n=2.5), words.tr('50 % {of}'))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "2.5 m 50 % {of}\n"


@pytest.mark.usefixtures("texts")
def test_text_is_looked_up_and_its_fields_are_filled_in() -> None:
    assert tr("Record") == "Filmer"
    assert tr("at t = {time:.3f} s", time=1.5) == "à t = 1,500 s"
    assert tr("nothing of the sort") == "nothing of the sort"
    assert tr("{n} of {of}", n=2, of="3.5") == "2 of 3.5", "only numbers get a comma, and unknown texts stay English"
    use_language("en")
    assert tr("Record") == "Record"
    assert tr("at t = {time:.3f} s", time=1.5) == "at t = 1.500 s"


@pytest.mark.usefixtures("texts")
def test_template_finds_text_that_is_filled_in() -> None:
    assert tr("angle of link 3") == "angle du maillon 3"
    assert tr("angle of joint 2.5") == "angle du joint 2,5"
    assert tr("x = 1e-3, again x") == "1e-3 = x"
    assert tr("x = 1e-3, again y") == "x = 1e-3, again y"


def test_unknown_language_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"language = 'tlh': must be one of auto, en, fr"):
        use_language("tlh")
    assert language_in_use() == "en"
    assert later("Record") == "Record"


@pytest.mark.usefixtures("french")
def test_decimal_comma() -> None:
    assert decimal("−0.25 m") == "−0,25 m"
    assert list_separator().join(["1,5", "2"]) == "1,5\u202f; 2"
    assert typed_number("0,25 m") == "0.25 m"
    assert typed_list("0,5") == "0.5"
    assert typed_list("0,5 ; 1;2,25") == "0.5, 1, 2.25"
    assert typed_list("1, 2, 3") == "1, 2, 3"
    assert typed_list("1.5, 2") == "1.5, 2"
    assert typed_list("1,2,3") == "1,2,3"


def test_decimal_point() -> None:
    assert decimal("−0.25 m") == "−0.25 m"
    assert list_separator() == ", "
    assert typed_number("0,25 m") == "0.25 m"
    assert typed_list("1,2") == "1,2"
    assert typed_list("1,5;2") == "1.5, 2"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "French_Switzerland.1252"}, "fr"),
        ({"LANG": "frp_CH"}, "en"),
    ],
)
def test_language_of_the_system(environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert system_language(environment) == language


def test_on_a_mac_the_key_is_called_cmd_but_where_macos_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "ON_A_MAC", True)
    assert tr("Ctrl+click to type a number") == "Cmd+click to type a number"
    assert shown_key("ctrl+shift+s") == "Cmd+Shift+S"
    assert shown_key("ctrl+tab") == "Ctrl+Tab"
