"""Settings of a user, kept from one start to the next.

A JSON file in the user's configuration folder. Without one, or without write permission, the defaults are used. Entries
that are damaged or unknown are met one by one: each gets its default, the rest is kept, and the file as it was is kept
beside as settings.json.bad.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from game.model import key_bindings
from game.model.errors import RecordingError
from game.model.panel_layout import PanelState
from game.model.replacement import replacing
from game.model.scene_marks import SceneMarks
from physics.core.units import check_units
from physics.errors import BadInput
from physics.text_files import open_regular, read_text

THEMES = ("dark", "light", "high-contrast")
Language = Literal["auto", "en", "fr"]
MIN_SCALE, MAX_SCALE = 1.0, 2.5


MAX_FILE_BYTES = 10_000
"""Greatest size of the settings file [bytes]."""
MAX_SHOWN = 40
"""Greatest number of characters of a damaged entry in a message."""


class Settings(msgspec.Struct, frozen=True):
    """Settings of a user.

    theme: colours of the interface. ui_scale: scale of panels and text, 1 to 2.5. language: of the interface, "auto"
    for that of the system. reduced_motion: whether what would glide or fade changes at once, "auto" for what the system
    says. gamepad: whether gamepads are used. volume: of the sound, 0 to 1; muted: whether it is off. keys: the keys of
    each action whose keys were changed, as in `game/model/key_bindings.py`. units: in which values are shown, by the SI
    unit, where it is another one. panels: as they were left. scenes: favourite and recent ones.
    rates_unit, reversed_axis: what was answered last about the recording of a telephone: the unit of rates without one,
    and the axis of the wrong sense; "": nothing yet, and none. start_shown: whether the card that tells where to begin
    has been shown, which it is by itself once.
    """

    theme: Literal["dark", "light", "high-contrast"] = "dark"
    ui_scale: float = 1.0
    language: Language = "auto"
    reduced_motion: Literal["auto", "on", "off"] = "auto"
    gamepad: bool = True
    keys: dict[str, tuple[str, ...]] = {}
    units: dict[str, str] = {}
    panels: PanelState = PanelState()
    scenes: SceneMarks = SceneMarks()
    volume: float = 0.7
    muted: bool = False
    rates_unit: Literal["", "rad/s", "deg/s"] = ""
    reversed_axis: Literal["", "x", "y", "z", "all"] = ""
    start_shown: bool = False

    def __post_init__(self) -> None:
        if not MIN_SCALE <= self.ui_scale <= MAX_SCALE:
            raise ValueError(f"ui_scale = {self.ui_scale:g}: must be from {MIN_SCALE:g} to {MAX_SCALE:g}")
        if not 0.0 <= self.volume <= 1.0:
            raise ValueError(f"volume = {self.volume:g}: must be from 0 to 1")
        key_bindings.check(self.keys)
        check_units(self.units)


DEFAULTS = Settings()
_HINTS = get_type_hints(Settings)
_for_now: dict[str, tuple[Any, Any]] = {}
"""Values that hold for this start alone, by the names of their settings, each with the one that stays in the file."""


def chosen(
    theme: str | None, ui_scale: float | None, usual: Settings = DEFAULTS, language: str | None = None
) -> Settings:
    """Return settings with the values given, else those of `usual`. Raises ValueError, msgspec.ValidationError."""
    given = {"theme": theme, "ui_scale": ui_scale, "language": language}
    return changed(usual, **{name: value for name, value in given.items() if value is not None})


def for_this_start(usual: Settings, found: Settings) -> Settings:
    """Return `found`, whose differences from `usual`, of the command line, are not saved while they are as they are."""
    _for_now.clear()
    for name in _HINTS:
        if getattr(found, name) != getattr(usual, name):
            _for_now[name] = getattr(found, name), getattr(usual, name)
    return found


def changed(settings: Settings, **values: Any) -> Settings:
    """Return settings with other values of some of them. Raises msgspec.ValidationError."""
    checked = {name: _converted(name, value) for name, value in values.items()}
    try:
        return Settings(**{**{name: getattr(settings, name) for name in _HINTS}, **checked})
    except ValueError as error:
        raise msgspec.ValidationError(str(error)) from None


def _converted(name: str, value: Any) -> Any:
    try:
        return msgspec.convert(value, _HINTS[name])
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(f"{name}: {error}") from None


def settings_file() -> Path:
    """Return the path of the settings file."""
    import platformdirs

    return platformdirs.user_config_path("polhode", appauthor=False) / "settings.json"


def load() -> tuple[Settings, str]:
    """Return the settings, and in one line what of the file is damaged, "" for nothing.

    A damaged file is kept beside and replaced by one with the settings returned, so that it is told once.
    """
    file = settings_file()
    try:
        if not file.exists():
            return Settings(), ""
        found, troubles = salvaged(read_text(file, MAX_FILE_BYTES))
    except (OSError, BadInput) as error:
        found, troubles = Settings(), [str(error)]
    if not troubles:
        return found, ""
    kept = _keep_beside(file)
    if kept:
        save(found)
    return found, f"{file}: {'; '.join(troubles)}{kept}; the usual settings are used"


def salvaged(text: str) -> tuple[Settings, list[str]]:
    """Return the settings of a file's text, with defaults for damaged entries, and what is wrong with each of these."""
    try:
        entries = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        return Settings(), [str(error)]
    if not isinstance(entries, dict):
        return Settings(), ["must be a JSON object"]
    found, troubles = Settings(), []
    for name, value in _single(entries):
        try:
            found = _with_entry(found, name, value)
        except (ValueError, TypeError, RecursionError) as error:  # ValidationError is a ValueError
            wrong = "" if isinstance(error, msgspec.ValidationError) else str(error)
            troubles.append(_one_line(f"{name} = {_shown(value)}: {wrong or 'must be ' + _allowed(name)}"))
    return found, troubles


def _single(entries: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the entries, those of `keys` one by one, as keys.pause."""
    for name, value in entries.items():
        if name == "keys" and isinstance(value, dict):
            yield from ((f"keys.{action}", keys) for action, keys in value.items())
        else:
            yield name, value


def _with_entry(settings: Settings, name: str, value: Any) -> Settings:
    """Return settings with one entry of the file. Raises ValueError or TypeError."""
    if name.startswith("keys."):
        action = name.removeprefix("keys.")
        if isinstance(value, list) and all(isinstance(key, str) for key in value):
            key_bindings.check({action: value})
        return changed(settings, keys={**settings.keys, action: value})
    if name not in _HINTS:
        raise ValueError(f"there is no such setting; known: {', '.join(_HINTS)}")
    return changed(settings, **{name: value})


def _allowed(name: str) -> str:
    """Return what an entry may be, for messages."""
    if get_origin(_HINTS.get(name)) is Literal:
        return " or ".join(map(repr, get_args(_HINTS[name])))
    if name == "ui_scale":
        return f"a number from {MIN_SCALE:g} to {MAX_SCALE:g}"
    if name == "volume":
        return "a number from 0 to 1"
    switches = {"gamepad": "true or false", "muted": "true or false"}
    return {**switches, "keys": "an object", "units": "an object"}.get(name, "a list of keys")


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode("utf-8", "replace")
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else "\ufffd" for c in text).split())


def _keep_beside(file: Path) -> str:
    """Copy a damaged file beside; return the words that say where it is, or "" where it cannot be copied."""
    copy = file.with_name(f"{file.name}.bad")
    try:
        with open_regular(file) as damaged, replacing(copy) as part, part.open("wb") as kept:
            shutil.copyfileobj(damaged, kept)
    except (OSError, RecordingError):
        return ""
    return f", the file as it was is {copy.name}"


def first_start(found: Settings = DEFAULTS) -> bool:
    """Return whether there is no settings file; one with these is written then, so that it is True once."""
    if has_file():
        return False
    save(found)
    return True


def has_file() -> bool:
    """Return whether there are settings of an earlier start; a file that cannot be read is one, too."""
    return os.path.lexists(settings_file())


def save(settings: Settings) -> str:
    """Write the settings for the next start; returns why that failed, or "".

    What holds for this start alone is written once it has been changed in the window.
    """
    file = settings_file()
    for name in [name for name, (given, _) in _for_now.items() if getattr(settings, name) != given]:
        del _for_now[name]
    settings = changed(settings, **{name: usual for name, (_, usual) in _for_now.items()})
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacing(file) as part:
            part.write_bytes(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
    except (OSError, RecordingError) as error:
        return f"settings not kept: {error}"
    return ""
