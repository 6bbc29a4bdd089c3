from __future__ import annotations

import pytest

from game.input import BINDINGS, FLY_KEYS, Action, Key, action_for


@pytest.mark.parametrize("binding", BINDINGS, ids=lambda binding: binding.label)
def test_every_binding_asks_for_its_action(binding) -> None:
    assert action_for(Key(binding.key, True, shift=binding.shift)) is binding.action


def test_every_action_has_a_key() -> None:
    assert {binding.action for binding in BINDINGS} == set(Action)


def test_no_key_means_two_things() -> None:
    pressed = [(binding.key, binding.shift) for binding in BINDINGS]
    assert len(pressed) == len(set(pressed))
    assert not {key for key, _ in pressed} & set(FLY_KEYS)


def test_release_and_modified_keys_ask_for_nothing() -> None:
    assert action_for(Key("space", False)) is None
    assert action_for(Key("r", True, ctrl=True)) is None
    assert action_for(Key("r", True, alt=True)) is None
    assert action_for(Key("r", True, shift=True)) is None


def test_holding_a_key_repeats_only_what_may_repeat() -> None:
    assert action_for(Key(".", True, repeat=True)) is Action.STEP
    assert action_for(Key("f12", True, repeat=True)) is None
