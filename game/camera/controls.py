"""What the pointer and the flying keys do to the camera."""

from __future__ import annotations

from game.camera.camera import Camera
from game.model.input import FLY_KEYS, Button, Event, Key, PointerMotion, Wheel


class CameraControls:
    """Left drag orbits; right or middle drag, or Shift, pans; the wheel zooms; held keys fly.

    camera is what it moves; it may be changed while nothing is `held`.
    """

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self._button = ""
        self._held: set[str] = set()

    def take(self, event: Event, window_height: int) -> None:
        """An event that no panel wanted; window_height in points."""
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
        """Whether a button or a flying key is down."""
        return bool(self._button or self._held)

    def let_go(self) -> None:
        """The window lost the hand: nothing is held down any more."""
        self._button = ""
        self._held.clear()

    def pass_time(self, seconds: float) -> None:
        """Fly for so long as the held keys say."""
        if self._held:
            steps = [FLY_KEYS[key] for key in self._held]
            x, y, z = (float(sum(parts)) for parts in zip(*steps, strict=True))
            self.camera.fly((x, y, z), seconds)
