"""docs/scene-files.md describes every key of the schema, and the scene that it shows opens."""

from __future__ import annotations

import re

import msgspec
import pytest

from game import scenefile
from game.learn.tour import lesson_file
from game.scenefile.schema import PARTS, BookmarkSpec, Scene
from tests.docs.documents import ROOT, blocks, spans
from tools.assets.make_samples import FOLDER, SCENE_PAGE

PAGE = SCENE_PAGE.relative_to(ROOT).as_posix()
OF_THE_FILE = ("name",)
"""Fields of a scene that come from its file, not from a key in it."""


def described() -> set[str]:
    """Return the keys that stand in backticks, alone, as `key = value` or as a table `[key]`."""
    found = (re.match(r"\[{0,2}([a-z_.]+)", text) for _, text in spans(PAGE))
    return {key for each in found if each for key in each[1].split(".")}


@pytest.mark.parametrize("part", [Scene, BookmarkSpec, *PARTS.values()], ids=lambda part: part.__name__)
def test_every_key_is_described(part):
    keys = {field.name for field in msgspec.structs.fields(part)} - set(OF_THE_FILE if part is Scene else ())
    missing = keys - described()
    assert not missing, f"{PAGE} says nothing of {', '.join(sorted(missing))}: add them to its section Keys"


def test_keys_that_are_described_as_tables_exist():
    tables = {match[1] for _, text in spans(PAGE) if (match := re.fullmatch(r"\[{1,2}([a-z_.]+)\]{1,2}", text))}
    parts = "camera.beside", "camera.bookmarks", "challenge.watch"
    known = {*(field.name for field in msgspec.structs.fields(Scene)), *parts}
    assert tables <= known, f"{PAGE}: there is no {', '.join(sorted(tables - known))}"


def test_scene_that_is_shown_opens(tmp_path):
    scene = scenefile.read(FOLDER / "my.toml")
    shown, challenge, lesson, methods = (block.text for block in blocks(PAGE) if block.language == "toml")
    (tmp_path / "nod.toml").write_text(challenge, "utf-8")
    assert scenefile.read(tmp_path / "nod.toml").challenge.gold == 3
    (tmp_path / "lesson.toml").write_text(lesson, "utf-8")
    assert len(lesson_file(scenefile.read(tmp_path / "lesson.toml")).steps) == 2
    (tmp_path / "methods.toml").write_text(methods, "utf-8")
    opened = scenefile.read(tmp_path / "methods.toml")
    assert len(opened.duel) == 2 and opened.plots == (("theta2", "theta3"), ("energy",))
    assert opened.simulation().system.parameters["gravity"] == 9.81
    assert shown == (FOLDER / "my.toml").read_text("utf-8"), "it is old: python -m tools.assets.make_samples"
    assert scene.simulation().system.name == scene.system
