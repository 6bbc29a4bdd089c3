"""Gamepads, with synthetic events of pygame."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.app.gamepads import AXES, BUTTONS, DEAD_ZONE, PAD_EVENTS, Gamepads, deflection_of
from game.model.input import PadAxis, PadButton, PadChange
from game.model.key_bindings import PAD_ACTIONS


class FakePad:
    """A controller of pygame."""

    def __init__(self, index: int) -> None:
        if index == 9:
            raise pygame.error("gone again")
        self.name, self._index = f"pad {index}", index

    def as_joystick(self) -> FakePad:
        return self

    def get_instance_id(self) -> int:
        return 100 + self._index

    def quit(self) -> None:
        self.name = "closed"


class FakeModule:
    Controller = FakePad
    running = True

    @staticmethod
    def is_controller(index: int) -> bool:
        return index != 5

    def quit(self) -> None:
        self.running = False


@pytest.fixture
def pads() -> Gamepads:
    made = Gamepads()
    made._module = FakeModule()
    return made


def event(kind: int, **values: Any) -> pygame.event.Event:
    return pygame.event.Event(kind, **values)


def axis(number: int, value: int, instance: int = 100) -> pygame.event.Event:
    return event(pygame.CONTROLLERAXISMOTION, instance_id=instance, axis=number, value=value)


def test_plugged_in_and_out(pads: Gamepads) -> None:
    added, gone = pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED
    assert pads.name == ""
    assert pads.translate(event(added, device_index=0)) == PadChange("pad 0")
    assert pads.translate(event(added, device_index=1)) == PadChange("pad 0")
    assert pads.translate(event(added, device_index=5)) is None, "a steering wheel without a layout"
    assert pads.translate(event(added, device_index=9)) is None
    assert pads.translate(event(gone, instance_id=100)) == PadChange("pad 1")
    assert pads.translate(event(gone, instance_id=100)) is None
    assert pads.translate(event(gone, instance_id=101)) == PadChange("")


@pytest.mark.parametrize(("number", "name"), BUTTONS.items())
def test_buttons(pads: Gamepads, number: int, name: str) -> None:
    down, up = pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP
    assert pads.translate(event(down, button=number, instance_id=100)) == PadButton(name, True)
    assert pads.translate(event(up, button=number, instance_id=100)) == PadButton(name, False)
    assert name in PAD_ACTIONS


def test_unused_events_of_gamepads_change_nothing(pads: Gamepads) -> None:
    assert pads.translate(event(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_GUIDE)) is None
    assert pads.translate(event(pygame.JOYAXISMOTION, axis=0, value=1.0)) is None
    assert {pygame.JOYAXISMOTION, pygame.JOYBUTTONDOWN, pygame.CONTROLLERAXISMOTION} <= PAD_EVENTS
    assert not PAD_EVENTS & {pygame.KEYDOWN, pygame.QUIT, pygame.MOUSEMOTION, pygame.WINDOWSIZECHANGED}


def test_noise_of_a_stick_at_rest_changes_nothing(pads: Gamepads) -> None:
    left = pygame.CONTROLLER_AXIS_LEFTX
    assert [pads.translate(axis(left, value)) for value in (300, -900, 4000, -5000, 0)] == [None] * 5
    assert pads.translate(axis(left, 32767)) == PadAxis("left x", 1.0)
    assert pads.translate(axis(left, 32700)) is None
    assert pads.translate(axis(left, 200)) == PadAxis("left x", 0.0)
    assert pads.translate(axis(left, 100)) is None


@pytest.mark.parametrize(("number", "name"), AXES.items())
def test_axes(pads: Gamepads, number: int, name: str) -> None:
    assert pads.translate(axis(number, -32768)) == PadAxis(name, -1.0)


def test_deflection_is_continuous_at_the_edge_of_the_dead_zone() -> None:
    edge = int(32767 * DEAD_ZONE)
    assert deflection_of(edge) == 0.0 == deflection_of(-edge)
    assert 0.0 <= deflection_of(edge + 600) < 0.04
    values = [deflection_of(value) for value in range(-32768, 32768, 97)]
    assert values == sorted(values)
    assert values[0] == -1.0


def test_switched_off_gamepads_are_closed(pads: Gamepads) -> None:
    pads.translate(event(pygame.CONTROLLERDEVICEADDED, device_index=0))
    module = pads._module
    pads.use(False)
    assert not module.running and pads.name == ""
    assert pads.translate(event(pygame.CONTROLLERDEVICEADDED, device_index=0)) is None
    pads.use(False)
