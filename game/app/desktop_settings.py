"""What the desktop asks of programs, as far as it tells: reduced motion, and how large things are to be drawn."""

from __future__ import annotations

import os
import sys
from pathlib import Path

SPI_GETCLIENTAREAANIMATION = 0x1042
USUAL_SIZE, MOST = (1280, 720), 0.86
"""Size of the window at the scale 1, and the greatest part of the screen's width and height where it is enlarged."""
USUAL_DPI = 96.0
"""Pixels per inch of a screen at the scale 1, by the convention of X11 and Windows."""


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


def screen_scale() -> float:
    """Return how many times larger than usual the desktop asks programs to draw, 1 where it is unknown.

    On a Mac it is always 1, since the system enlarges the window itself.
    """
    try:
        if sys.platform == "win32":
            import ctypes

            return float(ctypes.windll.shcore.GetScaleFactorForDevice(0)) / 100.0  # type: ignore[attr-defined]
        return 1.0 if sys.platform == "darwin" else resource_scale(_x_resources())
    except Exception:  # whatever is wrong with the libraries of others, the window opens
        return 1.0


def usual_size(scale: float, screen: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a window where none is asked for: larger by `scale`, but within the screen and its panels."""
    width, height = USUAL_SIZE
    room = [max(int(least), int(MOST * most)) for least, most in zip(USUAL_SIZE, screen, strict=True)]
    return min(round(width * scale), room[0]), min(round(height * scale), room[1])


def resource_scale(resources: str) -> float:
    """Return the scale that resources of X11 ask for by their entry Xft.dpi, 1 without it."""
    entries = dict(line.split(":", 1) for line in resources.splitlines() if ":" in line)
    return float(entries.get("Xft.dpi", USUAL_DPI)) / USUAL_DPI


def _x_resources() -> str:
    """Return the resources that the desktop has given the X server, "" where there are none."""
    if not os.environ.get("DISPLAY"):
        return ""
    import ctypes

    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XResourceManagerString.argtypes, x11.XResourceManagerString.restype = [ctypes.c_void_p], ctypes.c_char_p
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x11.XOpenDisplay(None)
    if not display:
        return ""
    try:
        return (x11.XResourceManagerString(display) or b"").decode("utf-8", "replace")
    finally:
        x11.XCloseDisplay(display)


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
