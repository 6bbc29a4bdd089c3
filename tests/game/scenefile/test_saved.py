"""The list of saved scenes: whatever lies in the folder, the valid scenes are shown, and nothing fails or waits."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from game.scenefile import SavedScenes, is_no_scene, loading, read, saved
from physics import BadInput

SCENE = 'system = "gyroscope"\ntitle = "{}"\n'
HUGE = "0x" + "f" * 4000
"""An integer that Python does not write out."""
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def plant_socket(path: Path) -> None:
    there = socket.socket(socket.AF_UNIX)
    there.bind(os.path.relpath(path) if len(os.path.relpath(path)) < len(str(path)) else str(path))
    there.close()


def locked(path: Path) -> None:
    path.write_text(SCENE.format("locked"))
    path.chmod(0)


PLANTED: dict[str, Callable[[Path], object]] = {
    "dangling link": lambda path: path.symlink_to("someone@machine.1234:5678"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "folder": Path.mkdir,
    "link to a folder": lambda path: path.symlink_to(path.parent),
    "pipe": os.mkfifo,
    "socket": plant_socket,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "huge file": lambda path: (path.touch(), os.truncate(path, 1 << 31)),
    "no UTF-8 in it": lambda path: path.write_bytes(b"\xff\xfe"),
    "no TOML": lambda path: path.write_text("]["),
    "huge integer": lambda path: path.write_text(f'system = "gyroscope"\ndt = {HUGE}\n'),
    "huge integer within": lambda path: path.write_text(f'system = "gyroscope"\nparameters = {{a = [[{HUGE}]]}}\n'),
    "unknown system": lambda path: path.write_text('system = "x"\n'),
    "brackets": lambda path: path.write_text("a = " + "[" * 100_000),
}


@pytest.mark.skipif(os.name == "nt", reason="files of Unix")
@pytest.mark.parametrize("name", [".#a.toml", "b.toml", b"\xff\xfe.toml"])
@pytest.mark.parametrize("kind", PLANTED)
def test_what_is_no_scene_is_left_out_and_the_others_are_listed(tmp_path: Path, kind: str, name: str | bytes) -> None:
    (tmp_path / "good.toml").write_text(SCENE.format("Good"))
    PLANTED[kind](tmp_path / os.fsdecode(name))
    assert [each.title for each in saved(tmp_path).scenes] == ["Good"]


@pytest.mark.skipif(os.name == "nt", reason="files of Unix")
@pytest.mark.parametrize("kind", [*PLANTED, "nothing"])
def test_a_folder_that_is_none_has_no_scenes(tmp_path: Path, kind: str) -> None:
    if kind in PLANTED and kind not in ("folder", "link to a folder"):
        PLANTED[kind](tmp_path / "a.toml")
    assert saved(tmp_path / "a.toml") == SavedScenes()
    assert saved(tmp_path / "a\0b") == SavedScenes()


@pytest.mark.skipif(os.name == "nt" or ROOT, reason="root may read everything")
def test_what_may_not_be_read_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(SCENE.format("Good"))
    locked(tmp_path / "locked.toml")
    assert [each.title for each in saved(tmp_path).scenes] == ["Good"]
    tmp_path.chmod(0)
    assert saved(tmp_path) == SavedScenes()
    tmp_path.chmod(0o700)


def test_a_file_deleted_while_it_is_listed_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        (tmp_path / f"{name}.toml").write_text(SCENE.format(name))
    parsed = loading.parsed

    def deletes(path: Path) -> loading.Scene:
        (tmp_path / "a.toml").unlink(missing_ok=True)
        return parsed(path)

    monkeypatch.setattr(loading, "parsed", deletes)
    assert [each.title for each in saved(tmp_path).scenes] == ["b"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('system = "gyroscope"\ndt = [', "not TOML: "),
        ('system = "x"\n', "unknown system 'x'"),
        ('system = "gyroscope"\ncolour = 1\n', "unknown key 'colour'; known: camera, challenge, dt, "),
        ('system = "machine"\n[jonts]\n', "unknown key 'jonts' (did you mean 'joints'?); known: air_density, "),
        ('system = "equations"\n[parmeters]\n', "unknown key 'parmeters' (did you mean 'parameters'?); known: "),
        ("", "names no system, as every scene does"),
        ("]" + "x" * 1_000_000, "is larger than"),
    ],
)
def test_a_scene_that_cannot_be_read_is_told_with_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "good.toml").write_text(SCENE.format("Good"))
    (tmp_path / "lost.toml").write_text(text)
    found = saved(tmp_path)
    assert [each.title for each in found.scenes] == ["Good"]
    assert [each.name for each in found.refused] == ["lost.toml"]
    assert found.refused[0].reason.startswith(reason) and len(found.refused[0].reason) <= loading.MAX_TITLE


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dt = 1979-05-27", "dt = 1979-05-27: must be a number or text, not a date"),
        ("dt = 12:30:00", "dt = 12:30:00: must be a number or text, not a time of the day"),
        ("title = 1979-05-27T12:30:00", "title = 1979-05-27 12:30:00: must be text, not a date"),
        ("speed = [1]", "speed = [1]: must be a number, not a list"),
        ("paused = 1", "paused = 1: must be true or false, not a whole number"),
        ("title = { text = 'A' }", "title: must be text, not a table"),
        ("parameters.radius = 1979-05-27", "radius = 1979-05-27: must be a number in m"),
    ],
)
def test_values_of_another_kind_are_told_in_words(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "a.toml").write_text(f'system = "gyroscope"\n{line}\n')
    with pytest.raises(BadInput) as told:
        read(tmp_path / "a.toml")
    assert str(told.value) == f"scene file {tmp_path / 'a.toml'}: {said}"


def test_what_is_something_else_in_toml_is_no_scene(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n')
    (tmp_path / "scene.toml").write_text('"system" = "gyroscope"\n')
    assert is_no_scene(tmp_path / "pyproject.toml") and not is_no_scene(tmp_path / "scene.toml")
    assert saved(tmp_path).refused == ()
    with pytest.raises(BadInput, match="names no system, as every scene does: system = "):
        read(tmp_path / "pyproject.toml")


def test_many_files_that_are_no_scenes_do_not_hide_the_scenes(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"{number}.toml").write_text("][")
        os.utime(tmp_path / f"{number}.toml", (2e9, 2e9))
    (tmp_path / "good.toml").write_text(SCENE.format("Good"))
    assert [each.title for each in saved(tmp_path).scenes] == ["Good"]


def test_titles_and_names_are_cut_and_can_be_shown(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(SCENE.format("x" * 100_000 + "\\u0000\\u0007"))
    (found,) = saved(tmp_path).scenes
    assert len(found.title) <= loading.MAX_TITLE and found.title.isprintable()


@pytest.mark.parametrize("key", ["dt", "title", "overlays", "camera.azimuth", "ensemble.copies", "parameters.body"])
@pytest.mark.parametrize("value", [HUGE, f"[{HUGE}]", f"{{a = {HUGE}}}", f"-{int('9' * 4300)}"])
def test_huge_integers_are_refused_in_one_line(tmp_path: Path, key: str, value: str) -> None:
    (tmp_path / "a.toml").write_text(f'system = "gyroscope"\n{key} = {value}\n')
    with pytest.raises(BadInput, match=r"a\.toml: an integer has thousands of digits"):
        read(tmp_path / "a.toml")


@pytest.mark.parametrize("key", ["dt", "quality", "integrator", "camera.mode", "measured.file", "parameters.body"])
def test_huge_texts_are_cut_in_messages(tmp_path: Path, key: str) -> None:
    (tmp_path / "a.toml").write_text(f'system = "gyroscope"\n{key} = "{"x" * 900_000}"\n')
    with pytest.raises(BadInput) as told:
        read(tmp_path / "a.toml")
    assert len(str(told.value)) <= 3000 and str(told.value).startswith(f"scene file {tmp_path / 'a.toml'}: ")


@pytest.mark.skipif(os.name == "nt", reason="names of Unix")
def test_the_name_of_a_scene_can_be_shown(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.toml")
    path.write_text('system = "gyroscope"\n')
    scene = read(path)
    assert (scene.name, scene.title) == ("\ufffd", "\ufffd")
