"""Camera controls: pointer and flying keys."""

from __future__ import annotations

from game.camera.camera import Camera
from game.model.input import FLY_KEYS, Button, Event, Key, PointerMotion, Wheel


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
