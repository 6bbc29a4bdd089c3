"""Whether the system asks for reduced motion, as far as files of the desktop say; False where it is unknown."""

from __future__ import annotations

import os
import sys
from pathlib import Path

SPI_GETCLIENTAREAANIMATION = 0x1042


def prefers_reduced_motion() -> bool:
    """Return whether the user has switched animations off in the settings of the system."""
    try:
        if sys.platform == "win32":
            return _windows()
        if sys.platform == "darwin":
            return _mac(Path.home() / "Library/Preferences/com.apple.universalaccess.plist")
        return _desktop(Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"))
    except Exception:  # whatever is wrong with the files of others, the window opens
        return False


def _desktop(folder: Path) -> bool:
    """Return what the files of GTK and KDE in the folder of settings say."""
    gtk = (_entry(folder / f"gtk-{version}.0/settings.ini", "Settings", "gtk-enable-animations") for version in (3, 4))
    if any(value.lower() in ("0", "false") for value in gtk):
        return True
    factor = _entry(folder / "kdeglobals", "KDE", "AnimationDurationFactor")
    return bool(factor) and float(factor) == 0.0


def _entry(file: Path, section: str, name: str) -> str:
    """Return an entry of an INI file, "" where there is none."""
    if not file.is_file():
        return ""
    import configparser

    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.read(file, encoding="utf-8")
    return parser.get(section, name, fallback="").strip()


def _mac(file: Path) -> bool:
    if not file.is_file():
        return False
    import plistlib

    return bool(plistlib.loads(file.read_bytes()).get("reduceMotion"))


def _windows() -> bool:
    import ctypes

    animated = ctypes.c_int(1)
    asked = ctypes.windll.user32.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(animated), 0)  # type: ignore[attr-defined]
    return bool(asked) and not animated.value
