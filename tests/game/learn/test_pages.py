"""Every page of explanation: complete, legal, the same in all languages, and its numbers measured."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import physics
from game import scenefile
from game.learn.check import Check
from game.learn.page import LANGUAGES, Block, Equation, Page, PageFile, Paragraph, Part, Trial
from game.learn.pages import page_files, page_of
from game.learn.trial import target
from game.model.equations.parse import Named, Row, parse
from game.scenefile.loading import path_of
from physics import BadInput
from tests.game.learn.measure import Run, checks, measured, said, scene_of
from tests.presets import sample
from tests.unfinished import CURE, finished

PRESETS = scenefile.presets()
FILES = [(language, file) for language in LANGUAGES for file in page_files(language)]


@cache
def system_of(preset: str) -> str:
    """Return the system of a preset."""
    system: str = tomllib.loads(Path(str(path_of(preset))).read_text("utf-8"))["system"]
    return system


def english(name: str) -> Page:
    page = page_of(name, system_of(name), "en")
    assert page is not None
    return page


def file_of(name: str, language: str) -> PageFile | None:
    system = system_of(name)
    return next((file for file in page_files(language) if system in file.systems), None)


EXPLAINED = [name for name in PRESETS if file_of(name, "en")]
"""Presets of systems with a page; that none is without is said by one test, not by the collection of all."""


def equations_in(blocks: Iterable[Block]) -> list[str]:
    found = []
    for block in blocks:
        match block:
            case Equation(text=text):
                found.append(text)
            case Paragraph(spans=pieces) | Trial(note=pieces):
                found += [span.text for span in pieces if span.kind == "equation"]
    return found


@pytest.mark.release
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_system_is_explained_once(language: str) -> None:
    explained = sorted(system for file in page_files(language) for system in file.systems)
    assert len(explained) == len(set(explained)) and set(explained) <= set(physics.systems())
    missing = set(finished(physics.systems())) - set(explained)
    assert missing == set(), f"not explained in {language}: {CURE}"
    for name in explained:
        page = page_of("", name, language)
        assert page and page.see and page.equations and page.source, name


@pytest.mark.release
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_has_words_and_things_to_try_of_its_own(language: str) -> None:
    for name in finished(EXPLAINED):
        own = file_of(name, language).parts.get(name, Part()).sections
        assert own.get(0), f"{name}: nothing is said of what is seen"
        assert own.get(2), f"{name}: nothing to try"


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_are_of_presets_and_systems_of_their_file(language: str) -> None:
    for file in page_files(language):
        for name in file.parts.keys() - {""}:
            system = system_of(name) if name in PRESETS else name
            assert system in file.systems, name


@pytest.mark.parametrize("name", EXPLAINED)
def test_everything_to_try_is_legal(name: str) -> None:
    for trial in english(name).trials:
        assert target(scenefile.load(name), trial).simulation().divergence is None


@pytest.mark.parametrize(("language", "file"), FILES, ids=[f"{file.title}-{language}" for language, file in FILES])
def test_equations_can_be_set_and_name_quantities_that_exist(language: str, file: PageFile) -> None:
    known: set[str] = set()
    for name in file.systems:
        system = physics.system_class(name)
        known |= {each.name for each in (*system.invariants, *system.quantities, *system.variables)} | set(
            system.fields
        )
    for part in file.parts.values():
        for blocks in part.sections.values():
            for text in equations_in(blocks):
                assert named(parse(text)) <= known, text


def named(row: Row) -> set[str]:
    return {node.name for node in row.items if isinstance(node, Named)}


def test_pages_say_the_same_in_all_languages() -> None:
    for one in page_files("en"):
        (other,) = (file for file in page_files("fr") if file.systems == one.systems)
        assert one.parts.keys() == other.parts.keys()
        for name, part in one.parts.items():
            twin = other.parts[name]
            assert part.sections.keys() == twin.sections.keys(), name
            for k, blocks in part.sections.items():
                assert [type(block) for block in blocks] == [type(block) for block in twin.sections[k]], name
                assert displayed(blocks) == displayed(twin.sections[k]), name
            trials, twins = (list(p.sections.get(2, [])) for p in (part, twin))
            assert [trial.changes for trial in trials] == [trial.changes for trial in twins], name


def displayed(blocks: list) -> list[tuple[str, str]]:
    return [
        (block.text, block.number) for block in blocks if not isinstance(block, Paragraph) and hasattr(block, "text")
    ]


def test_french_uses_its_own_spaces_and_decimal_signs() -> None:
    for file in page_files("fr"):
        for name, part in file.parts.items():
            for k in (0, 2):
                for block in part.sections.get(k, []):
                    if isinstance(block, Equation):
                        continue
                    words = block.title + said(block.note) if hasattr(block, "note") else said(block.spans)
                    assert not re.search(r" [:;!?»]|[«] |'", words), (name, words)
                    assert not re.search(r"\d\.\d", words.replace("6.3", "").replace("6.4", "")), (name, words)


SLOW = {"trebuchet", "planar-chain", "whip", "spatial-chain", "jointed-chain", "bungee", "parallel-linkage"}
"""Systems whose runs take longest: of these one number is measured each time, and all in the long campaign."""


def numbers() -> Iterator[ParameterSet]:
    """Yield preset, thing to try (or None) and check for every quoted number.

    Of each preset of the sample of `tests/presets.py` two are quick tests; `make near` takes one of any other.
    """
    for name in EXPLAINED:
        own = [(None, Check.of(each)) for each in file_of(name, "en").parts.get(name, Part()).checks]
        every = sorted([*own, *checks(english(name))], key=lambda pair: pair[1].long)
        quick = 1 if name == "trebuchet" else 0 if system_of(name) in SLOW else 2 if name in sample() else 1
        for k, (trial, check) in enumerate(every):
            title = "" if trial is None else f" {trial.title}"
            marks = [pytest.mark.long] if check.long or k >= quick else []
            marks += [] if name in sample() else [pytest.mark.unsampled]
            yield pytest.param(name, trial, check, marks=marks, id=f"{name}{title} {check.kind} {check.name}")


@pytest.mark.parametrize(("name", "trial", "check"), list(numbers()))
def test_numbers_come_out(name: str, trial, check: Check) -> None:
    for language in LANGUAGES:
        page = page_of(name, system_of(name), language)
        words = said(page.see)
        if trial is not None:
            twin = page.trials[english(name).trials.index(trial)]
            words = twin.title + said(twin.note)
        assert check.quoted(language) in words, "the number is not what the page says"
    value = measured(scene_of(name, trial), check)
    assert check.agrees(value), f"measured {value:.6g} {check.unit}"


def test_a_wrong_number_is_noticed() -> None:
    check = Check.of("max theta over 0.3 = 46.6 deg")
    assert not check.agrees(measured(scene_of("fast-cone"), check))
    assert Run(scene_of("fast-cone"), 0.3)["theta"][0] == pytest.approx(0.5235987755982988)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(BadInput, match="language = 'xx': must be one of en, fr"):
        page_files("xx")


def test_a_system_without_a_page_has_none() -> None:
    assert page_of("anything", "perpetuum-mobile", "en") is None
