"""Key bindings: those of the program, `BINDINGS`, and those in use, with the changes of the user.

A change gives an action other keys, or none, in place of all that it has by default. Keys are spelled as in the
settings: "ctrl+s", "shift+f12", "page up".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from game.model import words
from game.model.input import Action, Key
from game.model.words import language_in_use, later, tr


class Binding(Struct, frozen=True):
    """One key binding of an action. key as in `Key.name`; label is how it is printed in English."""

    key: str
    action: Action
    label: str = ""
    shift: bool = False
    ctrl: bool = False
    repeats: bool = False


BINDINGS: tuple[Binding, ...] = (
    Binding("space", Action.PAUSE, "Space"),
    Binding(".", Action.STEP, ".", repeats=True),
    Binding(",", Action.STEP_BACK, ",", repeats=True),
    Binding("left", Action.BACK, "←", repeats=True),
    Binding("right", Action.FORTH, "→", repeats=True),
    Binding("r", Action.RESET, "R"),
    Binding("return", Action.FIRE, "Enter"),
    Binding("space", Action.BACKWARDS, "Shift+Space", shift=True),
    Binding("left", Action.PREVIOUS_EVENT, "Shift+←", shift=True, repeats=True),
    Binding("right", Action.NEXT_EVENT, "Shift+→", shift=True, repeats=True),
    Binding("i", Action.LOOP_START, "I"),
    Binding("i", Action.LOOP_END, "Shift+I", shift=True),
    Binding("l", Action.LOOP, "Ctrl+L", ctrl=True),
    Binding("i", Action.LOOP_CLEAR, "Ctrl+I", ctrl=True),
    Binding("b", Action.BRANCHES, "Ctrl+B", ctrl=True),
    Binding("z", Action.UNDO, "Ctrl+Z", ctrl=True, repeats=True),
    Binding("z", Action.REDO, "Ctrl+Shift+Z", shift=True, ctrl=True, repeats=True),
    Binding("u", Action.UNDO_LIST, "Ctrl+U", ctrl=True),
    Binding("tab", Action.CONTROLS, "Ctrl+Tab", ctrl=True),
    Binding("tab", Action.NEXT_INTEGRATOR, "Tab"),
    Binding("tab", Action.PREVIOUS_INTEGRATOR, "Shift+Tab", shift=True),
    Binding("page up", Action.PREVIOUS_SCENE, "Page Up"),
    Binding("page down", Action.NEXT_SCENE, "Page Down"),
    Binding("+", Action.FASTER, "+"),
    Binding("-", Action.SLOWER, "−"),
    Binding("l", Action.SLOW_MOTION, "L"),
    Binding("c", Action.CAMERA_MODE, "C"),
    Binding("f", Action.FRAME_BODY, "F"),
    Binding("u", Action.TURNTABLE, "U"),
    Binding("j", Action.TOUR, "J"),
    Binding("x", Action.DEPTH_OF_FIELD, "X"),
    Binding("v", Action.VECTORS, "V"),
    Binding("t", Action.TRACES, "T"),
    Binding("b", Action.BODY_VIEW, "B"),
    Binding("b", Action.BINET, "Shift+B", shift=True),
    Binding("k", Action.SCULPTURE, "Shift+K", shift=True),
    Binding("o", Action.GEOMETRY, "O"),
    Binding("g", Action.GHOSTS, "G"),
    Binding("g", Action.COMPARE_METHODS, "Ctrl+Shift+G", shift=True, ctrl=True),
    Binding("k", Action.CLOUD, "K"),
    Binding("p", Action.PLOTS, "P"),
    Binding("n", Action.SHOTS, "N"),
    Binding("m", Action.TUNING, "M"),
    Binding("m", Action.OPTIMISE, "Shift+M", shift=True),
    Binding("k", Action.FIND, "Ctrl+K", ctrl=True),
    Binding("h", Action.HELP, "H"),
    Binding("f1", Action.HELP, "F1"),
    Binding("f1", Action.START, "Shift+F1", shift=True),
    Binding(",", Action.SETTINGS, "Ctrl+,", ctrl=True),
    Binding("f2", Action.INTERFACE, "F2"),
    Binding("f2", Action.PHOTO, "Shift+F2", shift=True),
    Binding("f3", Action.SCENES, "F3"),
    Binding("f4", Action.BODY, "F4"),
    Binding("f5", Action.METHOD, "F5"),
    Binding("f6", Action.COMPARE, "F6"),
    Binding("f7", Action.VIEW, "F7"),
    Binding("f8", Action.EXPLAIN, "F8"),
    Binding("f8", Action.GUIDED_TOUR, "Shift+F8", shift=True),
    Binding("f8", Action.CHALLENGES, "Ctrl+F8", ctrl=True),
    Binding("f8", Action.LESSON, "Ctrl+Shift+F8", shift=True, ctrl=True),
    Binding("f10", Action.BUILD, "F10"),
    Binding("n", Action.NEW_MACHINE, "Ctrl+N", ctrl=True),
    Binding("f9", Action.RECORD, "F9"),
    Binding("f9", Action.RECORD_DIALOG, "Shift+F9", shift=True),
    Binding("m", Action.MUTE, "Ctrl+M", ctrl=True),
    Binding("f9", Action.PLATE, "Ctrl+F9", ctrl=True),
    Binding("f9", Action.LONG_EXPOSURE, "Ctrl+Shift+F9", shift=True, ctrl=True),
    Binding("f11", Action.FULLSCREEN, "F11"),
    Binding("f11", Action.RECORD_LAST, "Shift+F11", shift=True),
    Binding("f11", Action.REPORT, "Ctrl+F11", ctrl=True),
    Binding("f11", Action.REPORT_SVG, "Ctrl+Shift+F11", shift=True, ctrl=True),
    Binding("f12", Action.SCREENSHOT, "F12"),
    Binding("f12", Action.SCREENSHOT_BARE, "Shift+F12", shift=True),
    Binding("f12", Action.DRAWING, "Ctrl+F12", ctrl=True),
    Binding("f12", Action.POSTER, "Ctrl+Shift+F12", shift=True, ctrl=True),
    Binding("c", Action.SCREENSHOT_COPY, "Ctrl+C", ctrl=True),
    Binding("o", Action.OPEN_FILE, "Ctrl+O", ctrl=True),
    Binding("c", Action.SHARE, "Ctrl+Shift+C", shift=True, ctrl=True),
    Binding("e", Action.EXPORT, "Ctrl+E", ctrl=True),
    Binding("e", Action.EXPORT_GLTF, "Ctrl+Shift+E", shift=True, ctrl=True),
    Binding("s", Action.SAVE, "Ctrl+S", ctrl=True),
    Binding("s", Action.SAVE_AS, "Ctrl+Shift+S", shift=True, ctrl=True),
    Binding("escape", Action.CLOSE, "Esc"),
)

FLY_KEYS: dict[str, tuple[int, int, int]] = {
    "w": (0, 0, 1),
    "s": (0, 0, -1),
    "a": (-1, 0, 0),
    "d": (1, 0, 0),
    "e": (0, 1, 0),
    "q": (0, -1, 0),
}
"""Held keys that move the camera: steps to the right, up and forward."""

BOOKMARK_KEYS: dict[str, int] = {key: number for number in range(1, 10) for key in (str(number), f"[{number}]")}
"""Digits, and those of a keypad: alone they fly to a bookmark, with Ctrl they set it where the camera is."""

PAD_ACTIONS: dict[str, Action] = {
    "a": Action.PAUSE,
    "b": Action.RESET,
    "x": Action.FIRE,
    "y": Action.FRAME_BODY,
    "left shoulder": Action.PREVIOUS_SCENE,
    "right shoulder": Action.NEXT_SCENE,
    "dpad left": Action.STEP_BACK,
    "dpad right": Action.STEP,
    "dpad up": Action.CAMERA_MODE,
    "dpad down": Action.INTERFACE,
    "start": Action.HELP,
    "back": Action.CLOSE,
}
"""Actions of the buttons of a gamepad; its triggers are half and twice the speed."""

PAD_HELP: tuple[tuple[str, str], ...] = (
    ("Left stick", "orbit"),
    ("Right stick", "pan across, zoom"),
    ("Triggers", "half, twice as fast"),
    ("A, B", "pause, restart"),
    ("X", "start or fire; later, back to the start"),
    ("Shoulders", "previous, next scene"),
    ("D-pad ← →", "one step back, forward"),
)

POINTER_HELP: tuple[tuple[str, str], ...] = (
    ("Left drag", "orbit (fly: look round)"),
    ("Right drag", "pan; Shift+drag, too"),
    ("Wheel", "zoom (fly: speed)"),
    ("Ctrl+drag", "pull a body; paused: move it"),
    ("W A S D, Q E", "fly: forward, left, back, right, down, up"),
    ("1 … 9", "fly to a bookmark of the camera"),
    ("Ctrl+1 … 9", "save this view as a bookmark"),
)

Changes = Mapping[str, Sequence[str]]
"""The changed keys of each changed action, by its name in lower case."""

MODIFIERS = ("ctrl", "shift")
NOT_ALONE = frozenset(
    f"{side} {name}".strip()
    for side in ("", "left", "right")
    for name in ("shift", "ctrl", "alt", "meta", "super", "gui", "caps lock", "numlock", "scroll lock", "alt gr")
)
"""Keys that only change others, which no action can have."""
MAX_LENGTH = 20
"""Greatest number of characters of a key's name."""
OF_MACOS = frozenset(("ctrl+tab", "ctrl+shift+tab", "ctrl+m", "ctrl+h", "ctrl+q"))
"""Keys that macOS takes for itself with Command, so that Ctrl is shown there, which works as well."""
FIXED = ("escape",)
"""Keys whose action cannot be changed: Esc closes what is open, and cancels the choice of a key."""
KEY_WORDS = {
    "space": later("Space"), "tab": later("Tab"), "page up": later("Page Up"), "page down": later("Page Down"),
    "escape": later("Esc"), "return": later("Enter"), "enter": later("Enter"), "backspace": later("Backspace"),
    "delete": later("Delete"), "insert": later("Insert"), "home": later("Home"), "end": later("End"),
    "ctrl": later("Ctrl"), "shift": later("Shift"),
    "left": "←", "right": "→", "up": "↑", "down": "↓", "-": "−",
}  # fmt: skip
"""What is shown for keys whose name is not their sign."""

_in_use: tuple[Binding, ...] = BINDINGS
_changes: dict[str, tuple[str, ...]] = {}
_signs: dict[str, str] = {}
"""What is printed on the keys, by the Latin letter at their place, where that is no Latin letter."""
_labels: dict[tuple[Action, str], tuple[str, ...]] = {}
"""The keys of actions by language, kept because every button shows them in every frame."""


def bookmark_for(event: Key) -> tuple[int, bool] | None:
    """Return the bookmark of a key press, and whether it is to be set here; None: no bookmark's key."""
    number = BOOKMARK_KEYS.get(event.name)
    if number is None or not event.down or event.repeat or event.alt or event.shift:
        return None
    return number, event.ctrl


def use_changes(changes: Changes) -> None:
    """Use these changes of the default bindings from now on; raises ValueError for an unknown action or key.

    Changed bindings come first, so that a key that the user has chosen does what it was chosen for.
    """
    global _in_use
    changed = check(changes)
    actions = {action_named(name) for name in changes}
    _in_use = (*changed, *(binding for binding in BINDINGS if binding.action not in actions))
    _changes.clear()
    _labels.clear()
    _changes.update({name: tuple(keys) for name, keys in changes.items()})


def use_signs(signs: Mapping[str, str]) -> None:
    """Show keys by what is printed on them from now on: the signs by the Latin letter at their place."""
    _labels.clear()
    _signs.clear()
    _signs.update(signs)


def check(changes: Changes) -> list[Binding]:
    """Return the changed bindings; raises ValueError for an unknown action or key."""
    named = {action_named(name): keys for name, keys in changes.items()}
    return [_binding(spelled, action) for action, keys in named.items() for spelled in keys]


def changes() -> dict[str, tuple[str, ...]]:
    """Return the changes in use."""
    return dict(_changes)


def action_for(event: Key) -> Action | None:
    """Return the action that a key press requests, or None. Of several with one key it is the first."""
    if not event.down or event.alt:
        return None
    for binding in _in_use:
        if (binding.key, binding.shift, binding.ctrl) == (event.name, event.shift, event.ctrl):
            return binding.action if binding.repeats or not event.repeat else None
    return None


def keys_of(action: Action) -> tuple[str, ...]:
    """Return the keys of an action as they are spelled in the settings."""
    return tuple(spelling(binding) for binding in _in_use if binding.action is action)


def labels_of(action: Action) -> tuple[str, ...]:
    """Return the keys of an action in the language in use."""
    key = action, language_in_use()
    if key not in _labels:
        _labels[key] = tuple(map(shown_key, keys_of(action)))
    return _labels[key]


def shown_keys(action: Action) -> str:
    """Return the first key of an action in the language in use, such as Ctrl+S; a dash for none."""
    return next(iter(labels_of(action)), "–")


def shown_key(spelled: str) -> str:
    """Return a spelled key in the language in use: "shift+page up" as Shift+Page Up."""
    *modifiers, key = parts(spelled)
    name = KEY_WORDS.get(key) or _signs.get(key) or (key.upper() if len(key) == 1 or key[1:].isdigit() else key)
    if words.ON_A_MAC and spelled in OF_MACOS:
        return "+".join((*(each.capitalize() for each in modifiers), tr(name)))
    return "+".join((*(tr(KEY_WORDS[modifier]) for modifier in modifiers), tr(name)))


def shown_letters(words: str) -> str:
    """Return a text with what is printed on the keys in place of single letters: "W A S D, Q E"."""
    return "".join(_signs.get(each.lower(), each) for each in words)


def spelling(binding: Binding | Key) -> str:
    """Return how the settings spell the key of a binding or of a key press."""
    key = binding.name if isinstance(binding, Key) else binding.key
    return "+".join([name for name in MODIFIERS if getattr(binding, name)] + [key])


def parts(spelled: str) -> tuple[str, ...]:
    """Return the modifiers of a spelled key and the key itself, which may be "+"."""
    found = []
    for modifier in MODIFIERS:
        if spelled.startswith(f"{modifier}+") and len(spelled) > len(modifier) + 1:
            found.append(modifier)
            spelled = spelled.removeprefix(f"{modifier}+")
    return (*found, spelled)


def action_named(name: str) -> Action:
    """Return the action of this name in lower case; raises ValueError."""
    try:
        return Action[name.upper()]
    except KeyError:
        raise ValueError(f"keys: unknown action {name!r}") from None


def with_keys(action: Action, keys: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the changes in use and the one that gives an action these keys alone, the latest change first."""
    return _without_defaults({action.name.lower(): keys, **with_default(action)})


def with_default(action: Action) -> dict[str, tuple[str, ...]]:
    """Return the changes in use without that of an action."""
    return {name: keys for name, keys in _changes.items() if name != action.name.lower()}


def default_keys(action: Action) -> tuple[str, ...]:
    """Return the default keys of an action as they are spelled."""
    return tuple(spelling(binding) for binding in BINDINGS if binding.action is action)


def conflicts() -> dict[str, tuple[str, ...]]:
    """Return the spelled keys that mean several things, each with the sentences of these."""
    meanings: dict[str, list[str]] = {}
    for binding in _in_use:
        meanings.setdefault(spelling(binding), []).append(binding.action.value)
    for key, found in meanings.items():
        if key in FLY_KEYS:
            found.append(later("fly: forward, left, back, right, down, up"))
        if key.removeprefix("ctrl+") in BOOKMARK_KEYS:
            found.append(later("bookmarks of the camera"))
    return {key: tuple(found) for key, found in meanings.items() if len(found) > 1}


def trouble_with(event: Key) -> str:
    """Return why a pressed key cannot be given to an action, as a text to show, or ""."""
    if event.alt:
        return later("keys with Alt cannot be used")
    if event.name in FIXED:
        return later("Esc cannot be used")
    return ""


def _binding(spelled: str, action: Action) -> Binding:
    *modifiers, key = parts(spelled)
    repeats = any(binding.repeats for binding in BINDINGS if binding.action is action)
    known = key == "+" or (0 < len(key) <= MAX_LENGTH and key.isprintable() and "+" not in key)
    if not known or key in NOT_ALONE or key in FIXED:
        raise ValueError(f"keys: {action.name.lower()} cannot have the key {spelled!r}")
    return Binding(key, action, "", shift="shift" in modifiers, ctrl="ctrl" in modifiers, repeats=repeats)


def _without_defaults(changed: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the changes that differ from the defaults."""
    return {name: keys for name, keys in changed.items() if keys != default_keys(action_named(name))}
