"""Listing of folders: what is shown, in what order, and what is told where a path is no folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.session.files import folder
from game.session.files.folder import FolderEntry, FolderListing, matching, typed_path, working_folder


def listed(path: Path) -> FolderListing:
    listing = FolderListing(path)
    listing.wait()
    return listing


def test_folders_and_files_that_can_be_opened_are_listed(tmp_path: Path) -> None:
    for name in ("b.toml", "A.csv", "c.jsonl", "picture.png", ".hidden.toml"):
        (tmp_path / name).write_text("", encoding="utf-8")
    for name in ("z", "Y", ".git"):
        (tmp_path / name).mkdir()
    found = listed(tmp_path)
    kinds = [(entry.name, entry.kind) for entry in matching(found.entries, "")]
    assert kinds == [("Y", "folder"), ("z", "folder"), ("A.csv", "table"), ("b.toml", "scene"), ("c.jsonl", "log")]
    assert matching(found.entries, "a.c")[0].path == tmp_path / "A.csv"
    assert [entry.name for entry in matching(found.entries, ".")] == [".git", ".hidden.toml"]
    assert (found.is_folder, found.problem, found.more) == (True, "", False)


def test_what_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("", encoding="utf-8")
    assert not listed(tmp_path / "a.toml").is_folder
    assert "No such file" in listed(tmp_path / "none").problem
    assert "null" in listed(Path("\0")).problem


def test_names_that_cannot_be_shown_have_marks(tmp_path: Path) -> None:
    for name in (b"\xff.csv", b"new\nline.csv"):
        (tmp_path / os.fsdecode(name)).write_text("", encoding="utf-8")
    found = listed(tmp_path)
    assert [entry.name for entry in found.entries] == ["new\ufffdline.csv", "\ufffd.csv"]
    assert all(entry.path.exists() for entry in found.entries)


def test_a_folder_that_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "scandir", refused)
    assert listed(tmp_path).problem == f"{tmp_path}: Permission denied"


def test_a_very_large_folder_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "MAX_ENTRIES", 3)
    for i in range(5):
        (tmp_path / f"{i}.toml").write_text("", encoding="utf-8")
    found = listed(tmp_path)
    assert [entry.name for entry in found.entries] == ["0.toml", "1.toml", "2.toml"] and found.more


def test_typed_words_are_a_path_or_a_part_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    here = Path("/here")
    assert typed_path("part of", here) is None and typed_path("", here) is None
    assert typed_path("..", here) == Path("/")
    assert typed_path("file:///a%20b/%C3%A9.csv", here) == Path("/a b/é.csv")
    assert typed_path("sub/x.toml", here) == Path("/here/sub/x.toml")
    assert typed_path(" /abs ", here) == Path("/abs")
    assert typed_path("~/x", here) == Path("/home/me/x")
    assert typed_path("~nobody-of-this-name/x", here) == Path("/here/~nobody-of-this-name/x")


def test_entries_are_found_by_words() -> None:
    entries = tuple(FolderEntry(name, Path(name), "scene") for name in ("Big Top.toml", "top.toml", "cone.toml"))
    assert [each.name for each in matching(entries, "TOP")] == ["Big Top.toml", "top.toml"]
    assert [each.name for each in matching(entries, "top big")] == ["Big Top.toml"]
    assert matching(entries, "") == entries


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps the working folder")
def test_without_a_working_folder_the_users_own_is_taken(tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    assert working_folder() == tmp_path / "gone"
    (tmp_path / "gone").rmdir()
    assert working_folder() == Path.home()
    monkeypatch.chdir(tmp_path)
