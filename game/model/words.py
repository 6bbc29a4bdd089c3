"""Words and numbers in the language of the user.

English texts stand in the code, in the declarations of physics and in the presets; `tr` looks them up, where they are
shown, in the files of `assets/words/LANGUAGE`, which map the English text to that of the language. Each file is one
JSON object. In `patterns.json` and `errors.json` the keys are templates that also find a text already filled in, such
as "angle of link 3 from the downward vertical", or what is wrong with an input: errors are made in English, by layers
that know no language, and `tr(str(error))` shows them. Of several templates that match, the first counts. Nothing is
loaded for English.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

import msgspec

from game.model import resources

LANGUAGES = {"en": "English", "fr": "Français"}
"""Languages of the program, each with its own name for itself."""
AUTO = "auto"
"""Choice of the language of the system."""
FOLDER, PATTERNS = "assets/words", ("patterns.json", "errors.json")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
COMMA_LANGUAGES = frozenset(("fr",))
"""Languages that write numbers with a decimal comma."""
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of the locale, the first that is set counts; LANGUAGE comes before them."""
FIELD = re.compile(r"\{(\w+)[^}]*\}")
NUMBER = re.compile(r"[-+\u2212]?\d*\.\d+(?:[e×]\S+)?(?: \S+){0,2}")
"""A number with a decimal point, and its unit."""

ON_A_MAC = sys.platform == "darwin"

_language = "en"
_texts: dict[str, str] = {}
_patterns: dict[str, str] = {}


class ShownFloat(float):
    """A number that is formatted as the language in use writes it, a power of ten as ×10⁴."""

    def __format__(self, spec: str) -> str:
        return decimal(powers_of_ten(super().__format__(spec)))


def powers_of_ten(words: str) -> str:
    """Return a formatted number with a power of ten in place of an exponent: 2.1×10⁴ for 2.1e+04."""
    mantissa, exponential, exponent = words.partition("e")
    if not exponential or not exponent.lstrip("+-").isdigit():
        return words
    return f"{mantissa}×10{str(int(exponent)).translate(SUPERSCRIPTS)}"


def plain(words: str) -> str:
    """Return words in small letters without accents, as those that are searched for are compared."""
    return "".join(each for each in unicodedata.normalize("NFD", words.casefold()) if not unicodedata.combining(each))


def use_language(name: str) -> None:
    """Use a language from now on: one of `LANGUAGES`, or "auto" for that of the system."""
    global _language
    chosen = system_language() if name == AUTO else name
    if chosen not in LANGUAGES:
        raise ValueError(f"language = {name!r}: must be one of {', '.join((AUTO, *LANGUAGES))}")
    if chosen == _language:
        return
    texts, templates = load(chosen)
    _texts.clear()
    _texts.update(texts)
    _patterns.clear()
    _patterns.update(templates)
    _search.cache_clear()
    _language = chosen


@contextmanager
def in_language(name: str) -> Iterator[None]:
    """Use a language within a block, and after it that of before."""
    before = _language
    use_language(name)
    try:
        yield
    finally:
        use_language(before)


def language_in_use() -> str:
    """Return the language in use, one of `LANGUAGES`."""
    return _language


def load(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the texts of a language and its patterns, both by the English text. Raises FileNotFoundError."""
    texts: dict[str, str] = {}
    patterns: dict[str, dict[str, str]] = {}
    if language == "en":
        return texts, {}
    for path in sorted(resources.path(f"{FOLDER}/{language}").glob("*.json")):
        found = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
        texts |= found
        if path.name in PATTERNS:
            patterns[path.name] = found
    return texts, {text: found for name in PATTERNS for text, found in patterns.get(name, {}).items()}


def tr(text: str, /, **fields: Any) -> str:
    """Return a text in the language in use, the English one where it has no other.

    fields: values for the {names} in the text, with format specifications as in `str.format`. On a Mac the key Ctrl is
    called Cmd.
    """
    if _language != "en":
        text = _texts.get(text) or _search(text)
    if ON_A_MAC:
        text = text.replace("Ctrl", "Cmd")
    if not fields:
        return text
    return text.format(**{name: ShownFloat(each) if isinstance(each, float) else each for name, each in fields.items()})


def later(text: str) -> str:
    """Return the text itself. It marks texts in tables, which `tr` looks up where they are shown."""
    return text


def decimal(words: str) -> str:
    """Return a formatted number, which has a decimal point, as the language in use writes it."""
    return words.replace(".", ",") if _language in COMMA_LANGUAGES else words


def decimal_mark() -> str:
    """Return the decimal mark of the language in use."""
    return decimal(".")


def typed_number(words: str) -> str:
    """Return what was typed for one number, with a decimal comma or point, with a point."""
    return words.replace(",", ".")


def typed_list(words: str) -> str:
    """Return a typed list with commas between its entries and decimal points.

    Semicolons may separate entries; a comma is then a decimal mark. Where the language writes decimal commas, so is
    a single comma between digits: "0,5" is one number.
    """
    if ";" in words:
        return ", ".join(typed_number(part).strip() for part in words.split(";"))
    if _language in COMMA_LANGUAGES and re.fullmatch(r"[^,]*\d,\d[^,]*", words):
        return typed_number(words)
    return words


def list_separator() -> str:
    """Return what stands between the entries of a list of numbers in the language in use."""
    return "\u202f; " if _language in COMMA_LANGUAGES else ", "


def system_language(environment: Mapping[str, str] | None = None) -> str:
    """Return the language of the system, as the locale names it; English if that is none of `LANGUAGES`."""
    environment = os.environ if environment is None else environment
    named = next((value for name in VARIABLES if (value := environment.get(name))), "")
    if named.split(".")[0] in ("C", "POSIX"):
        return "en"
    if named:
        wanted = [*environment.get("LANGUAGE", "").split(":"), named]
    elif sys.platform.startswith(("win", "darwin")):
        import locale

        wanted = [locale.getlocale()[0] or ""]
    else:
        return "en"
    return next((found for each in wanted if (found := _named(each))), "en")


def _named(locale_name: str) -> str:
    """Return the language of a locale such as fr_CH.UTF-8 or, on Windows, French_Switzerland; "" if it is none."""
    first = re.split(r"[_.@-]", locale_name.lower())[0]
    return {"french": "fr", "english": "en"}.get(first, first if first in LANGUAGES else "")


@cache
def _expression(template: str) -> re.Pattern[str]:
    """Return the regular expression of the texts that a template can become."""
    parts, at, named = [], 0, set()
    for found in FIELD.finditer(template):
        group = f"(?P={found[1]})" if found[1] in named else f"(?P<{found[1]}>.+?)"
        parts += [re.escape(template[at : found.start()]), group]
        at = found.end()
        named.add(found[1])
    return re.compile("".join([*parts, re.escape(template[at:])]), re.DOTALL)


@lru_cache(maxsize=2000)
def _search(text: str) -> str:
    """Return the translation of a text that a pattern matches, or the text."""
    for template, translated in _patterns.items():
        if found := _expression(template).fullmatch(text):
            return _filled(translated, found.groupdict())
    return text


def _filled(template: str, parts: Mapping[str, str]) -> str:
    """Return a template with the parts of a text in its fields, each translated by itself where it can be."""
    values = {name: _translated(part) for name, part in parts.items()}
    return FIELD.sub(lambda field: values[field[1]], template)


def _translated(part: str) -> str:
    """Return a part of a text in the language in use: a text, the name of a parameter, a text with parts, a number."""
    known = _texts.get(part) or _texts.get(part.replace("_", " "))
    return known or ((found := _search(part)) != part and found) or _with_marks(part)


def _with_marks(part: str) -> str:
    """Return a part of a text with the decimal mark of the language in use, if it is a number."""
    return decimal(part) if NUMBER.fullmatch(part) else part
