"""What the pointer and the flying keys do to the camera."""

from __future__ import annotations

from game.camera import Camera
from game.input import FLY_KEYS, Button, Event, Motion, Wheel


class Hand:
    """Left drag orbits; right or middle drag, or Shift, pans; the wheel zooms; held keys fly."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._button = ""

    def take(self, event: Event, window_height: int) -> None:
        """An event that no panel wanted; window_height in points."""
        match event:
            case Button(down=True):
                self._button = "pan" if event.shift or event.button != "left" else "orbit"
            case Button():
                self._button = ""
            case Motion() if self._button == "orbit":
                self._camera.orbit(event.dx, event.dy)
            case Motion() if self._button == "pan":
                self._camera.pan(event.dx, event.dy, window_height)
            case Wheel():
                self._camera.zoom(event.dy)

    def let_go(self) -> None:
        """The window lost the pointer: no button is down any more."""
        self._button = ""

    def hold(self, keys: set[str], seconds: float) -> None:
        """Fly for so long with these keys held down."""
        steps = [FLY_KEYS[key] for key in keys & FLY_KEYS.keys()]
        if steps:
            x, y, z = (float(sum(parts)) for parts in zip(*steps, strict=True))
            self._camera.fly((x, y, z), seconds)
