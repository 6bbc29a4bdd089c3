"""Camera controls: pointer, flying keys, and a gamepad, whose buttons and triggers request actions."""

from __future__ import annotations

from game.camera.camera import Camera
from game.model.input import Action, Button, Event, Key, PadAxis, PadButton, PadChange, PointerMotion, Wheel
from game.model.key_bindings import FLY_KEYS, PAD_ACTIONS

ORBIT_SPEED, PAN_SPEED = 420.0, 500.0
"""Speeds of a fully deflected stick, as those of a pointer [points/s]."""
ZOOM_SPEED = 8.0
"""The same, of a wheel [notches/s]."""
PULLED, LET_GO = 0.6, 0.3
"""Deflections at which a trigger counts as pulled, and as let go again."""
TRIGGERS = {"left trigger": Action.SLOWER, "right trigger": Action.FASTER}


class CameraControls:
    """Pointer and keys of a camera: left drag orbits; right or middle drag, or Shift, pans; wheel zooms; keys fly.

    camera is the camera that is moved; it may be changed while nothing is `held`.
    """

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self._button = ""
        self._held: set[str] = set()

    def take(self, event: Event, window_height: int) -> None:
        """Handle an event that no panel took; window_height in points."""
        match event:
            case Key(down=True, ctrl=False, alt=False) if event.name in FLY_KEYS:
                self._held.add(event.name)
            case Key(down=False):
                self._held.discard(event.name)
            case Button(down=True):
                self._button = "pan" if event.shift or event.button != "left" else "orbit"
            case Button():
                self._button = ""
            case PointerMotion() if self._button == "orbit":
                self.camera.orbit(event.dx, event.dy)
            case PointerMotion() if self._button == "pan":
                self.camera.pan(event.dx, event.dy, window_height)
            case Wheel():
                self.camera.zoom(event.dy)

    @property
    def held(self) -> bool:
        """True while a button or a flying key is down."""
        return bool(self._button or self._held)

    def let_go(self) -> None:
        """Release all buttons and keys, when the window loses the focus."""
        self._button = ""
        self._held.clear()

    def pass_time(self, seconds: float) -> None:
        """Fly for `seconds` of wall time in the direction of the held keys."""
        if self._held:
            steps = [FLY_KEYS[key] for key in self._held]
            x, y, z = (float(sum(parts)) for parts in zip(*steps, strict=True))
            self.camera.fly((x, y, z), seconds)


class PadControls:
    """The sticks and triggers of a gamepad.

    The left stick orbits, in the mode `fly` it looks round; the right one pans across and zooms.
    """

    def __init__(self) -> None:
        self._axes: dict[str, float] = {}
        self._pulled: set[str] = set()

    def take(self, event: PadAxis | PadButton | PadChange) -> Action | None:
        """Handle an event and return the action that it requests."""
        match event:
            case PadButton(button, True):
                return PAD_ACTIONS.get(button)
            case PadAxis(axis, value) if axis in TRIGGERS:
                return self._trigger(axis, value)
            case PadAxis(axis, value):
                self._axes[axis] = value
            case PadChange(""):
                self.let_go()
        return None

    def _trigger(self, axis: str, value: float) -> Action | None:
        """Return the action of a trigger that has just been pulled."""
        if value < LET_GO:
            self._pulled.discard(axis)
        elif value > PULLED and axis not in self._pulled:
            self._pulled.add(axis)
            return TRIGGERS[axis]
        return None

    @property
    def held(self) -> bool:
        """True while a stick is deflected."""
        return any(self._axes.values())

    def let_go(self) -> None:
        """Take all sticks and triggers as let go, when the window loses the focus or the gamepad is gone."""
        self._axes.clear()
        self._pulled.clear()

    def pass_time(self, camera: Camera, seconds: float, window_height: int) -> None:
        """Move a camera for `seconds` of wall time; window_height in points."""
        if not self.held:
            return
        left, right = (
            (self._curved(f"{side} x") * seconds, self._curved(f"{side} y") * seconds) for side in ("left", "right")
        )
        if any(left):
            camera.orbit(-ORBIT_SPEED * left[0], -ORBIT_SPEED * left[1])
        if right[0]:
            camera.pan(-PAN_SPEED * right[0], 0.0, window_height)
        if right[1]:
            camera.zoom(-ZOOM_SPEED * right[1])

    def _curved(self, axis: str) -> float:
        """Return the speed of an axis, which grows with the square of its deflection, for fine movements."""
        value = self._axes.get(axis, 0.0)
        return value * abs(value)
