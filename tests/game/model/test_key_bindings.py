from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.model import key_bindings
from game.model.input import Action, Key
from game.model.key_bindings import (
    BINDINGS,
    BOOKMARK_KEYS,
    FLY_KEYS,
    action_for,
    bookmark_for,
    changes,
    conflicts,
    default_keys,
    keys_of,
    parts,
    shown_key,
    shown_keys,
    spelling,
    use_changes,
    with_default,
    with_keys,
)


@pytest.fixture(autouse=True)
def defaults() -> Iterator[None]:
    yield
    use_changes({})


def test_defaults_are_in_use_and_conflict_nowhere() -> None:
    assert all(keys_of(action) == default_keys(action) for action in Action)
    assert conflicts() == {}
    assert keys_of(Action.HELP) == default_keys(Action.HELP) == ("h", "f1")


def test_changed_key_replaces_all_of_an_action() -> None:
    use_changes({"help": ("ctrl+shift+q",), "plots": ()})
    assert action_for(Key("q", True, shift=True, ctrl=True)) is Action.HELP
    assert action_for(Key("h", True)) is None and action_for(Key("f1", True)) is None
    assert action_for(Key("p", True)) is None
    assert keys_of(Action.PLOTS) == () and shown_keys(Action.PLOTS) == "–"
    use_changes({})
    assert action_for(Key("p", True)) is Action.PLOTS


def test_chosen_key_does_what_it_was_chosen_for_and_the_conflict_names_both() -> None:
    use_changes({"plots": ("g",)})
    assert action_for(Key("g", True)) is Action.PLOTS
    assert conflicts() == {"g": (Action.PLOTS.value, Action.GHOSTS.value)}
    use_changes(with_keys(Action.GHOSTS, ("ctrl+g",)))
    assert conflicts() == {}


def test_keys_of_the_camera_conflict_too() -> None:
    use_changes({"plots": ("w",), "shots": ("3",), "help": ("ctrl+w",)})
    assert {key: found[1] for key, found in conflicts().items()} == {
        "w": "fly: forward, left, back, right, down, up",
        "3": "bookmarks of the camera",
    }


def test_repeating_actions_repeat_with_other_keys() -> None:
    use_changes({"step": ("f5",), "pause": ("f6",)})
    assert action_for(Key("f5", True, repeat=True)) is Action.STEP
    assert action_for(Key("f6", True, repeat=True)) is None


def test_back_to_default() -> None:
    use_changes({"plots": ("g",), "help": ("f3",)})
    assert with_default(Action.PLOTS) == {"help": ("f3",)}
    use_changes(with_keys(Action.HELP, ("h", "f1")))
    assert changes() == {"plots": ("g",)}, "keys equal to the defaults are no change"


@pytest.mark.parametrize(
    ("wrong", "about"),
    [
        ({"dance": ("d",)}, "unknown action 'dance'"),
        ({"plots": ("escape",)}, "plots cannot have the key 'escape'"),
        ({"plots": ("left shift",)}, "plots cannot have"),
        ({"plots": ("ctrl+",)}, "plots cannot have the key"),
        ({"plots": ("",)}, "plots cannot have the key ''"),
    ],
)
def test_wrong_changes_are_errors_and_change_nothing(wrong: dict[str, tuple[str, ...]], about: str) -> None:
    with pytest.raises(ValueError, match=about):
        use_changes(wrong)
    assert all(keys_of(action) == default_keys(action) for action in Action)


@pytest.mark.parametrize("binding", BINDINGS, ids=lambda binding: binding.label)
def test_keys_are_shown_as_they_are_printed(binding) -> None:
    assert shown_key(spelling(binding)) == binding.label


def test_spelling_of_plus() -> None:
    assert parts("+") == ("+",)
    assert parts("ctrl++") == ("ctrl", "+")
    assert parts("ctrl+shift+page up") == ("ctrl", "shift", "page up")
    assert spelling(Key("+", True, ctrl=True)) == "ctrl++"


@pytest.mark.usefixtures("french")
def test_keys_in_french() -> None:
    assert shown_key("shift+page up") == "Maj+Page préc."
    assert shown_keys(Action.PAUSE) == "Espace"


@pytest.mark.parametrize("event", [Key("escape", True), Key("f", True, alt=True)])
def test_some_presses_cannot_be_used(event: Key) -> None:
    assert key_bindings.trouble_with(event)
    assert not key_bindings.trouble_with(Key("f", True, ctrl=True))


@pytest.mark.parametrize("binding", BINDINGS, ids=lambda binding: binding.label)
def test_every_binding_requests_its_action(binding) -> None:
    assert action_for(Key(binding.key, True, shift=binding.shift, ctrl=binding.ctrl)) is binding.action


def test_every_action_has_a_key() -> None:
    assert {binding.action for binding in BINDINGS} == set(Action)


def test_no_key_has_two_actions() -> None:
    pressed = [(binding.key, binding.shift, binding.ctrl) for binding in BINDINGS]
    assert len(pressed) == len(set(pressed))
    assert not {key for key, _, ctrl in pressed if not ctrl} & set(FLY_KEYS)


def test_release_and_modified_keys_request_nothing() -> None:
    assert action_for(Key("space", False)) is None
    assert action_for(Key("r", True, ctrl=True)) is None
    assert action_for(Key("r", True, alt=True)) is None
    assert action_for(Key("r", True, shift=True)) is None
    assert action_for(Key("s", True)) is None
    assert action_for(Key("l", True, shift=True, ctrl=True)) is None


def test_held_key_repeats_only_actions_that_may_repeat() -> None:
    assert action_for(Key(".", True, repeat=True)) is Action.STEP
    assert action_for(Key("f12", True, repeat=True)) is None


def test_digits_fly_to_bookmarks_and_with_ctrl_set_them() -> None:
    assert bookmark_for(Key("3", True)) == (3, False)
    assert bookmark_for(Key("[3]", True, ctrl=True)) == (3, True)
    for none in (Key("0", True), Key("3", False), Key("3", True, alt=True), Key("3", True, repeat=True)):
        assert bookmark_for(none) is None
    assert not {binding.key for binding in BINDINGS} & set(BOOKMARK_KEYS)
    assert not set(FLY_KEYS) & set(BOOKMARK_KEYS)
