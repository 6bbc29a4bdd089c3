"""Gamepads: pygame's controllers, opened as they are plugged in, and their events in plain terms.

Controllers have one layout whatever their maker (SDL's GameControllerDB). Nothing is read where none is connected: SDL
reports a new one as an event.
"""

from __future__ import annotations

from typing import Any

import pygame

from game.model.input import PadAxis, PadButton, PadChange

BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "a",
    pygame.CONTROLLER_BUTTON_B: "b",
    pygame.CONTROLLER_BUTTON_X: "x",
    pygame.CONTROLLER_BUTTON_Y: "y",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "left shoulder",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "right shoulder",
    pygame.CONTROLLER_BUTTON_START: "start",
    pygame.CONTROLLER_BUTTON_BACK: "back",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "dpad left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "dpad right",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "dpad up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "dpad down",
}
AXES = {
    pygame.CONTROLLER_AXIS_LEFTX: "left x",
    pygame.CONTROLLER_AXIS_LEFTY: "left y",
    pygame.CONTROLLER_AXIS_RIGHTX: "right x",
    pygame.CONTROLLER_AXIS_RIGHTY: "right y",
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: "left trigger",
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "right trigger",
}
FULL = 32767
DEAD_ZONE = 0.18
"""Deflection up to which a stick counts as at rest: sticks do not come back to exactly 0."""
STEPS = 64
"""Number of different deflections to either side: smaller changes are noise."""

PAD_EVENTS = frozenset(
    event
    for name in dir(pygame)
    if name.startswith(("CONTROLLER", "JOY")) and "BUTTON_" not in name and "AXIS_" not in name
    if isinstance(event := getattr(pygame, name), int)
)
"""Events of pygame about gamepads, those of the same devices as plain joysticks included."""


class Gamepads:
    """The connected gamepads. `name` is that of the first one, "" for none."""

    def __init__(self) -> None:
        self._module: Any = None
        self._open: dict[int, Any] = {}
        self._axes: dict[tuple[int, str], float] = {}

    def use(self, wanted: bool) -> None:
        """Begin or end listening to gamepads; those already connected are reported as events."""
        if wanted and self._module is None:
            from pygame._sdl2 import controller

            controller.init()
            self._module = controller
        elif not wanted and self._module is not None:
            for pad in self._open.values():
                pad.quit()
            self._open.clear()
            self._axes.clear()
            self._module.quit()
            self._module = None

    @property
    def name(self) -> str:
        """Return the name of the first gamepad, "" for none."""
        return next((str(pad.name) for pad in self._open.values()), "")

    def translate(self, event: pygame.event.Event) -> PadButton | PadAxis | PadChange | None:
        """Return an event of a gamepad in plain terms; None for one that changes nothing."""
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                return self._add(event.device_index)
            case pygame.CONTROLLERDEVICEREMOVED:
                return self._remove(event.instance_id)
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP:
                name = BUTTONS.get(event.button)
                return PadButton(name, event.type == pygame.CONTROLLERBUTTONDOWN) if name else None
            case pygame.CONTROLLERAXISMOTION if event.axis in AXES:
                return self._axis(event.instance_id, AXES[event.axis], event.value)
        return None

    def _add(self, index: int) -> PadChange | None:
        """Open a gamepad that was plugged in."""
        if self._module is None or not self._module.is_controller(index):
            return None
        try:
            pad = self._module.Controller(index)
        except (pygame.error, ValueError):
            return None
        self._open[pad.as_joystick().get_instance_id()] = pad
        return PadChange(self.name)

    def _remove(self, instance: int) -> PadChange | None:
        if self._open.pop(instance, None) is None:
            return None
        self._axes = {key: value for key, value in self._axes.items() if key[0] != instance}
        return PadChange(self.name)

    def _axis(self, instance: int, axis: str, value: int) -> PadAxis | None:
        """Return the deflection of an axis, or None if it has not changed by more than noise."""
        deflection = deflection_of(value)
        if deflection == self._axes.get((instance, axis), 0.0):
            return None
        self._axes[instance, axis] = deflection
        return PadAxis(axis, deflection)


def deflection_of(value: int) -> float:
    """Return the deflection of an axis, -1 to 1, for SDL's number; 0 in the dead zone, and continuous at its edge."""
    part = max(-1.0, min(value / FULL, 1.0))
    beyond = max(abs(part) - DEAD_ZONE, 0.0) / (1.0 - DEAD_ZONE)
    return round(beyond * STEPS) / STEPS * (1.0 if part > 0.0 else -1.0) if beyond else 0.0
