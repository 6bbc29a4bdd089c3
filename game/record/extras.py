"""Libraries that only some outputs need, as the extras of pyproject.toml name them."""

from __future__ import annotations

from importlib.util import find_spec

from game.model.errors import RecordingError

EXTRAS = {"video": {"av": "av"}, "print": {"fpdf": "fpdf2", "fontTools": "fonttools"}}
"""Libraries of each extra, as they are imported and as they are installed."""
PURPOSE = {"video": "video", "print": "PDF, SVG"}


def need(extra: str) -> None:
    """Raise RecordingError with the command that installs an extra, where a library of it is missing."""
    missing = [package for module, package in EXTRAS[extra].items() if find_spec(module) is None]
    if missing:
        named = f'{" and ".join(missing)} (extra "{extra}")'
        raise RecordingError(f"{PURPOSE[extra]}: needs {named}; type: pip install {' '.join(missing)}")
