"""Key bindings in use: those of `BINDINGS`, with the changes of the user.

A change gives an action other keys, or none, in place of all that it has by default. Keys are spelled as in the
settings: "ctrl+s", "shift+f12", "page up".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.model.input import BINDINGS, BOOKMARK_KEYS, FLY_KEYS, Action, Binding, Key
from game.model.words import language_in_use, later, tr

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
