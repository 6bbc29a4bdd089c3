from __future__ import annotations

import pytest

from game.model.input import BINDINGS, BOOKMARK_KEYS, FLY_KEYS, Action, Key, bookmark_for
from game.model.key_bindings import action_for


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
    assert action_for(Key("s", True, shift=True, ctrl=True)) is None


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
