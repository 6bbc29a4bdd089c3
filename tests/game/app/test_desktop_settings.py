from __future__ import annotations

import ctypes
import plistlib
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.app import desktop_settings
from game.app.desktop_settings import prefers_reduced_motion, resource_scale, screen_scale, usual_size


@pytest.fixture(autouse=True)
def linux(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("file", "text", "reduced"),
    [
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", False),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-theme-name=100%\n", False),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=none\n", False),
        ("kdeglobals", "no section=1\n", False),
        ("unrelated", "", False),
    ],
)
def test_files_of_desktops(tmp_path: Path, file: str, text: str, reduced: bool) -> None:
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert prefers_reduced_motion() is reduced


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "kdeglobals").write_bytes(b"[KDE]\nAnimationDurationFactor=\xff\xfe")
    assert not prefers_reduced_motion()


@pytest.mark.parametrize(("entries", "reduced"), [({"reduceMotion": True}, True), ({}, False)])
def test_file_of_a_mac(tmp_path: Path, entries: dict[str, bool], reduced: bool) -> None:
    path = tmp_path / "universalaccess.plist"
    path.write_bytes(plistlib.dumps(entries))
    assert desktop_settings._mac(path) is reduced
    assert not desktop_settings._mac(tmp_path / "none.plist")


@pytest.mark.parametrize(("known", "animated", "reduced"), [(1, 0, True), (1, 1, False), (0, 0, False)])
def test_windows_is_asked_and_not_changed(
    monkeypatch: pytest.MonkeyPatch, known: int, animated: int, reduced: bool
) -> None:
    class User32:
        @staticmethod
        def SystemParametersInfoW(action: int, number: int, place: Any, changes: int) -> int:
            assert (action, number, changes) == (0x1042, 0, 0)
            place._obj.value = animated
            return known

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=User32), raising=False)
    assert prefers_reduced_motion() is reduced


def test_a_mac_is_asked_in_the_library_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert not prefers_reduced_motion()
    folder = tmp_path / "Library" / "Preferences"
    folder.mkdir(parents=True)
    (folder / "com.apple.universalaccess.plist").write_bytes(plistlib.dumps({"reduceMotion": True}))
    assert prefers_reduced_motion()


@pytest.mark.parametrize(
    ("resources", "scale"),
    [("Xft.dpi:\t192\nXft.hinting:\t1\n", 2.0), ("Xft.dpi: 120\n", 1.25), ("Xcursor.size: 24\n", 1.0), ("", 1.0)],
)
def test_scale_of_the_resources_of_x11(resources: str, scale: float) -> None:
    assert resource_scale(resources) == scale


def test_scale_of_windows_is_that_of_the_first_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = SimpleNamespace(GetScaleFactorForDevice=lambda device: {0: 150}[device])
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(shcore=asked), raising=False)
    assert screen_scale() == 1.5


def test_scale_is_one_where_nothing_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desktop_settings, "_x_resources", lambda: "Xft.dpi: large")
    assert screen_scale() == 1.0


@pytest.mark.parametrize(
    ("scale", "screen", "size"),
    [
        (1.0, (1280, 800), (1280, 720)),
        (1.0, (1024, 600), (1280, 720)),
        (2.0, (3840, 2160), (2560, 1440)),
        (1.5, (1920, 1080), (1651, 928)),
    ],
)
def test_a_window_is_enlarged_with_the_desktop_within_its_screen(
    scale: float, screen: tuple[int, int], size: tuple[int, int]
) -> None:
    assert usual_size(scale, screen) == size
