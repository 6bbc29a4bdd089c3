"""What presets are about, for teachers: topics, level, minutes and a question, as `assets/lessons.toml` says."""

from __future__ import annotations

from functools import cache

import msgspec

from game.model import resources
from game.model.words import later, tr
from physics import BadInput

FILE = "assets/lessons.toml"
TOPICS = (
    later("precession"),
    later("free rotation"),
    later("rolling"),
    later("stability"),
    later("chaos"),
    later("energy"),
    later("oscillations"),
    later("resonance"),
    later("impact"),
    later("projectiles"),
    later("linkages"),
    later("constraints"),
    later("ropes and chains"),
    later("rotating frames"),
    later("gravitation"),
    later("numerical methods"),
)
LEVELS = (later("upper school"), later("first year"), later("second year"))


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scene is about: topics of `TOPICS`, a level of `LEVELS`, how long it takes [min], and its question."""

    topics: tuple[str, ...]
    level: str
    minutes: int
    question: str

    @property
    def facts(self) -> tuple[str, ...]:
        """Return topics, level and duration in the language in use."""
        return (*map(tr, self.topics), tr(self.level), f"{self.minutes} min")


def lesson_of(name: str) -> Lesson | None:
    """Return what a preset is about, None where nothing is said of it. Raises BadInput for a wrong file."""
    return lessons().get(name)


@cache
def lessons() -> dict[str, Lesson]:
    """Return the lessons of all presets by their names. Raises BadInput for the first that is wrong."""
    try:
        found = msgspec.toml.decode(resources.text(FILE), type=dict[str, Lesson])
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise BadInput(f"{FILE}: {error}") from None
    for name, lesson in found.items():
        wrong = [each for each in lesson.topics if each not in TOPICS]
        if wrong or not lesson.topics:
            raise BadInput(f"{FILE}: {name}: topics = {wrong}: must be of {', '.join(TOPICS)}")
        if lesson.level not in LEVELS:
            raise BadInput(f"{FILE}: {name}: level = {lesson.level!r}: must be one of {', '.join(LEVELS)}")
    return found
