"""Worksheets: exercises of what is to be tried, readings in words, and answers that the pages quote."""

import pytest

from game import scenefile
from game.learn.check import Check
from game.learn.page import LANGUAGES
from game.learn.pages import page_of
from game.learn.worksheet import MEASUREMENTS, Setting, has_worksheet, worksheet
from game.model.words import in_language
from physics import BadInput
from tests.presets import sampled


def test_a_sheet_has_an_exercise_for_each_thing_to_try():
    sheet = worksheet(scenefile.load("fast-cone"))
    assert [each.title for each in sheet.exercises][-1] == "Spin it twice as fast"
    last = sheet.exercises[-1]
    assert last.settings == (Setting("φ̇", "spin rate", "800 rad/s"),)
    assert [(each.words, each.answer, each.unit) for each in last.readings] == [
        ("greatest value within 1 s of θ (nutation angle)", "32.7", "°"),
        ("mean time between greatest values, within 2 s, of θ (nutation angle)", "0.157", "s"),
    ]
    assert [each.number for each in sheet.equations] == ["13", "14", "15"]


def test_french_sheets_have_the_same_answers_with_a_comma():
    with in_language("fr"):
        sheet = worksheet(scenefile.load("rattleback"))
    assert sheet.title == "Toupie anagyre" and sheet.readings[0].answer == "2,35"
    assert sheet.exercises[1].settings[0].value == "−4×10⁻⁵ kg m²"
    with in_language("fr"):
        tilted = worksheet(scenefile.load("asymmetric-top")).exercises[0].settings
    assert tilted == (Setting("θ", "angle de nutation", "60,0001°"),), "a value with a unit"
    assert (
        sheet.exercises[1].readings[0].words == "instant de l’événement numéro 1\u00a0: le sens de rotation s’inverse"
    )


@pytest.mark.parametrize("name", sampled())
def test_every_preset_has_a_sheet_in_each_language(name):
    scene = scenefile.load(name)
    for language in LANGUAGES:
        with in_language(language):
            sheet = worksheet(scene)
        page = page_of(name, scene.system, language)
        assert len(sheet.exercises) == len(page.trials) > 0
        for reading in (*sheet.readings, *(each for exercise in sheet.exercises for each in exercise.readings)):
            assert "{" not in reading.words and reading.answer


def test_all_measurements_of_the_pages_have_words():
    kinds = {
        Check.of(each).kind
        for name in scenefile.presets()
        for page in [page_of(name, scenefile.load(name).system, "en")]
        for each in (*page.checks, *(check for trial in page.trials for check in trial.checks))
    }
    assert kinds <= set(MEASUREMENTS)


def test_what_is_not_explained_has_none(tmp_path):
    scene = scenefile.load("fast-cone").changed(name="mine", system="planar-chain", parameters={}, initial={})
    assert not has_worksheet(scene)
    with pytest.raises(BadInput, match="^scene = mine: nothing to try is written of it"):
        worksheet(scene)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("max theta over", "must be as in 'max theta over 1 = 46.7 deg'"),
        ("max E at 1 = 3 furlong", "must be one of deg"),
    ],
)
def test_a_statement_that_says_nothing_is_refused(statement, reason):
    with pytest.raises(BadInput, match=f"^check: .*{reason}"):
        Check.of(statement)
