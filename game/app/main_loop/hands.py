"""What hands do to the pictures: pointer, keys and gamepad move cameras, and a drag with Ctrl pulls a body."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from game.camera.camera import Mode
from game.camera.controls import CameraControls, PadControls
from game.camera.rig import CameraRig, keep_machine
from game.model.frame import View, side_by_side
from game.model.input import Action, Button, Event, Key, PointerMotion, Text
from game.session.drag_body import BodyDrag
from game.session.session import Session
from physics import BadInput

if TYPE_CHECKING:
    from game.session.workshop.workshop_keys import WorkshopKeys
    from game.session.workshop.workshop_pointer import WorkshopPointer


class Hands:
    """The controls of cameras and bodies in a window, whose size is in points, and those of the workshop.

    controls: of pointer and keys; they move the camera of the picture under the pointer. pad: of a gamepad, which moves
    that of the first picture. pull: the drag of a body there. warn(error): says why a body cannot be moved.
    """

    def __init__(self, session: Session, rig: CameraRig, warn: Callable[[BadInput], None]) -> None:
        self._rig, self._warn = rig, warn
        self.controls = CameraControls(rig.lab)
        self.pad = PadControls()
        self.pull = BodyDrag(session)
        self._session = session
        self._pointer = 0.0

    @property
    def held(self) -> bool:
        """True while a button, a flying key, a stick or a body is held."""
        return self.controls.held or self.pad.held or self.pull.held or (self.builds and self.build.held)

    @property
    def builds(self) -> bool:
        """Whether the workshop is open."""
        return self._session.workshop.active

    @cached_property
    def build(self) -> WorkshopPointer:
        """The pointer of the workshop, whose modules are loaded when it is first opened."""
        from game.session.workshop.workshop_pointer import WorkshopPointer

        return WorkshopPointer(self._session)

    @cached_property
    def _build_keys(self) -> WorkshopKeys:
        from game.session.workshop.workshop_keys import WorkshopKeys

        return WorkshopKeys(self._session)

    def settle(self) -> None:
        """Take over a change of the machine that is still coming, before something is begun that may need it."""
        try:
            self._session.workshop.settle()
        except BadInput as error:
            self._warn(error)

    def act(self, action: Action) -> bool:
        """Perform an action of the workshop; False for another one. Raises BadInput."""
        if action not in (Action.BUILD, Action.NEW_MACHINE):
            return False
        from game.session.workshop.desk import Workshop

        desk = Workshop(self._session)
        if action is Action.BUILD:
            desk.toggle()
        else:
            desk.new()
        return True

    def type(self, event: Event) -> bool:
        """Handle a key or a typed character as the workshop's, where it is open; return whether it was."""
        if not self.builds or not isinstance(event, Key | Text):
            return False
        try:
            return self._build_keys.take(event, self._rig.lab.mode is Mode.FLY, self._rig.bookmarks.marks)
        except BadInput as error:
            self._warn(error)
            return True

    def let_go(self) -> None:
        """Release all that is held, when the window loses the focus."""
        self.controls.let_go()
        self.pad.let_go()
        self.pull.let_go()
        if self.builds:
            self.build.let_go()

    def take(self, event: Event, size: tuple[int, int]) -> None:
        """Handle an event that no panel took: move the camera under the pointer, or the one that is held."""
        if self._build(size, event) or self._pull(size, event):
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
        self._build(size)
        self._pull(size)

    def _first(self, window: tuple[int, int]) -> tuple[View, tuple[float, float]]:
        """Return the view of the lab's picture, and its size."""
        _, _, *size = side_by_side(window, len(self._rig.shown))[0]
        return self._rig.lab.view(size[0] / max(size[1], 1)), (size[0], size[1])

    def _build(self, window: tuple[int, int], event: Event | None = None) -> bool:
        """Handle an event as one of the workshop and return whether it was; without an event, follow the pointer."""
        if not self.builds:
            return False
        keep_machine(self._rig, self._session)  # an event before this one of the same frame may have raised it
        view, size = self._first(window)
        try:
            if event is None:
                self.build.work(view, size)
            elif not (isinstance(event, Button) and event.down and event.x > size[0]):
                return self.build.take(event, view, size)
        except BadInput as error:
            self._warn(error)
            return True
        return False

    def _pull(self, window: tuple[int, int], event: Event | None = None) -> bool:
        """Handle an event as a drag of a body and return whether it was one; without an event, go on pulling."""
        view, size = self._first(window)
        try:
            if event is None:
                self.pull.work(view, size)
            elif self.builds and self.build.works:
                return False
            elif not (isinstance(event, Button) and event.down and event.x > size[0]):
                return self.pull.take(event, view, size)
        except BadInput as error:
            self._warn(error)
            return True
        return False
