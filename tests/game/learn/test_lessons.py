"""Lessons: every preset says what it is about, for whom and how long, and asks a question."""

import pytest

from game import scenefile
from game.learn import lessons as module
from game.learn.lessons import LEVELS, TOPICS, lesson_of, lessons
from game.model import resources
from physics import BadInput
from tests.unfinished import CURE, finished


def test_lessons_are_of_presets_and_use_every_topic_and_level():
    found = lessons()
    assert set(found) <= set(scenefile.presets())
    assert {topic for each in found.values() for topic in each.topics} == set(TOPICS)
    assert {each.level for each in found.values()} == set(LEVELS)
    questions = [each.question for each in found.values()]
    assert len(set(questions)) == len(questions) and all(each.endswith("?") for each in questions)
    assert all(10 <= each.minutes <= 45 for each in found.values())


@pytest.mark.release
def test_every_preset_has_a_lesson():
    missing = set(finished(scenefile.presets())) - set(lessons())
    assert missing == set(), f"nothing in {module.FILE}: {CURE}"


def test_a_scene_of_ones_own_has_none():
    assert lesson_of("mine") is None
    assert lesson_of("wheel").facts == ("precession", "upper school", "15 min")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('["precession"]', '["tops"]', r"topics = \['tops'\]: must be of precession"),
        ('"first year"', '"nursery"', "level = 'nursery': must be one of upper school"),
        ("minutes = 20", 'minutes = "long"', "Expected `int`"),
        ("minutes = 20", "minute = 20", "unknown field `minute`"),
    ],
)
def test_a_wrong_file_is_refused(monkeypatch, old, new, reason):
    text = resources.text(module.FILE)
    monkeypatch.setattr(module.resources, "text", lambda path: text.replace(old, new, 1))
    lessons.cache_clear()
    try:
        with pytest.raises(BadInput, match=f"^assets/lessons.toml: .*{reason}"):
            lessons()
    finally:
        lessons.cache_clear()
