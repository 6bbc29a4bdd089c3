"""Settings of the interface, kept from one start to the next.

A JSON file in the user's configuration folder. Without one, or without write permission, the defaults are used.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from game.model.errors import RecordingError
from game.model.panel_layout import PanelState
from game.model.replacement import replacing
from game.model.scene_marks import SceneMarks
from physics.core.text_files import read_text
from physics.errors import BadInput

THEMES = ("dark", "light", "high-contrast")
MIN_SCALE, MAX_SCALE = 1.0, 2.5


MAX_FILE_BYTES = 10_000
"""Greatest size of the settings file [bytes]."""


class Settings(msgspec.Struct, frozen=True):
    """Settings of a user.

    theme: colours of the interface. ui_scale: scale of panels and text, 1 to 2.5. panels: as they were left. scenes:
    favourite and recent ones.
    """

    theme: Literal["dark", "light", "high-contrast"] = "dark"
    ui_scale: float = 1.0
    panels: PanelState = PanelState()
    scenes: SceneMarks = SceneMarks()

    def __post_init__(self) -> None:
        if not MIN_SCALE <= self.ui_scale <= MAX_SCALE:
            raise ValueError(f"ui_scale = {self.ui_scale:g}: must be from {MIN_SCALE:g} to {MAX_SCALE:g}")


DEFAULTS = Settings()


def chosen(theme: str | None, ui_scale: float | None, usual: Settings = DEFAULTS) -> Settings:
    """Return settings with the values given, else those of `usual`. Raises ValueError, msgspec.ValidationError."""
    wanted = {"theme": theme or usual.theme, "ui_scale": usual.ui_scale if ui_scale is None else ui_scale}
    checked = msgspec.convert(wanted, Settings)
    return replace(usual, theme=checked.theme, ui_scale=checked.ui_scale)


def settings_file() -> Path:
    """Return the path of the settings file."""
    import platformdirs

    return platformdirs.user_config_path("polhode", appauthor=False) / "settings.json"


def load() -> tuple[Settings, str]:
    """Return the settings, and why those of the file are not used: "" where they are, or where there is none."""
    file = settings_file()
    try:
        if not file.exists():
            return Settings(), ""
        return msgspec.json.decode(read_text(file, MAX_FILE_BYTES), type=Settings), ""
    except (OSError, BadInput, msgspec.DecodeError, RecursionError) as error:
        return Settings(), f"{file}: {error}; the usual settings are used"


def first_start() -> bool:
    """Return whether there is no settings file; one with the defaults is written then, so that it is True once."""
    if settings_file().exists():
        return False
    save(DEFAULTS)
    return True


def save(settings: Settings) -> str:
    """Write the settings for the next start; returns why that failed, or ""."""
    file = settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacing(file) as part:
            part.write_bytes(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
    except (OSError, RecordingError) as error:
        return f"settings not kept: {error}"
    return ""
