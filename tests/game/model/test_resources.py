"""Resource files of a checkout and of an installed wheel."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.model import resources


def test_checkout_is_found_from_any_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert resources.text("shaders/full_screen.vert").startswith("//")
    assert resources.path("assets/environment.npy").stat().st_size < 3_000_000


def test_wheel_has_resources_inside_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    inside = tmp_path / "game" / "_data" / "shaders"
    inside.mkdir(parents=True)
    (inside / "a.vert").write_text("void main() {}")
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "game" / "model" / "resources.py"))
    resources.root.cache_clear()
    try:
        assert resources.text("shaders/a.vert") == "void main() {}"
        with pytest.raises(FileNotFoundError, match=r"shaders/b\.vert is missing"):
            resources.path("shaders/b.vert")
    finally:
        monkeypatch.undo()
        resources.root.cache_clear()
