"""What hands do to the pictures: pointer, keys and gamepad move cameras, and a drag with Ctrl pulls a body."""

from __future__ import annotations

from collections.abc import Callable

from game.camera.controls import CameraControls, PadControls
from game.camera.rig import CameraRig
from game.model.frame import side_by_side
from game.model.input import Button, Event, PointerMotion
from game.session.drag_body import BodyDrag
from game.session.session import Session
from physics import BadInput


class Hands:
    """The controls of cameras and bodies in a window, whose size is in points.

    controls: of pointer and keys; they move the camera of the picture under the pointer. pad: of a gamepad, which moves
    that of the first picture. pull: the drag of a body there. warn(error): says why a body cannot be moved.
    """

    def __init__(self, session: Session, rig: CameraRig, warn: Callable[[BadInput], None]) -> None:
        self._rig, self._warn = rig, warn
        self.controls = CameraControls(rig.lab)
        self.pad = PadControls()
        self.pull = BodyDrag(session)
        self._pointer = 0.0

    @property
    def held(self) -> bool:
        """True while a button, a flying key, a stick or a body is held."""
        return self.controls.held or self.pad.held or self.pull.held

    def let_go(self) -> None:
        """Release all that is held, when the window loses the focus."""
        self.controls.let_go()
        self.pad.let_go()
        self.pull.let_go()

    def take(self, event: Event, size: tuple[int, int]) -> None:
        """Handle an event that no panel took: move the camera under the pointer, or the one that is held."""
        if self._pull(size, event):
            return
        if isinstance(event, PointerMotion | Button):
            self._pointer = event.x / max(size[0], 1)
        if not self.controls.held:
            self.controls.camera = self._rig.under(self._pointer)
        self.controls.take(event, size[1])

    def pass_time(self, seconds: float, size: tuple[int, int]) -> None:
        """Fly, deflect and pull for `seconds` of wall time."""
        self.controls.pass_time(seconds)
        self.pad.pass_time(self._rig.lab, seconds, size[1])
        self._pull(size)

    def _pull(self, window: tuple[int, int], event: Event | None = None) -> bool:
        """Handle an event as a drag of a body and return whether it was one; without an event, go on pulling."""
        _, _, *size = side_by_side(window, len(self._rig.shown))[0]
        view = self._rig.lab.view(size[0] / max(size[1], 1))
        try:
            if event is None:
                self.pull.work(view, (size[0], size[1]))
            elif not (isinstance(event, Button) and event.down and event.x > size[0]):
                return self.pull.take(event, view, (size[0], size[1]))
        except BadInput as error:
            self._warn(error)
            return True
        return False
