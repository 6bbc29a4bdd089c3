"""Actions of the camera: modes, bookmarks, depth of field, and the messages that tell what they did."""

from __future__ import annotations

from collections.abc import Callable

from game.camera.camera import Mode
from game.camera.rig import CameraRig
from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.words import tr


class CameraActions:
    """What keys and buttons do to the cameras of a rig. say: shows a message; tier: returns the tier's name."""

    def __init__(self, rig: CameraRig, say: Callable[..., None], tier: Callable[[], str]) -> None:
        self._rig, self._say, self._tier = rig, say, tier

    def perform(self, action: Action) -> bool:
        """Perform an action; False when it is none of a camera."""
        match action:
            case Action.CAMERA_MODE:
                self._say_mode(self._rig.lab.cycle_mode(self._rig.modes))
            case Action.FRAME_BODY:
                self._rig.frame()
            case Action.TURNTABLE:
                self._say_mode(self._rig.toggle(Mode.TURNTABLE))
            case Action.TOUR:
                self._say_mode(self._rig.toggle(Mode.TOUR))
            case Action.DEPTH_OF_FIELD:
                self._toggle_depth_of_field()
            case _:
                return False
        return True

    def _say_mode(self, mode: Mode) -> None:
        self._say(tr("Camera: {mode}", mode=tr(mode.value)), about="camera")

    def use_bookmark(self, number: int, keep: bool) -> None:
        """Fly to a bookmark, or set it where the camera is. Raises BadInput."""
        if not keep:
            self._rig.go_to(number)
            return
        self._rig.keep(number)
        self._say(
            tr(
                "Bookmark {number}: {number} flies here; {keys} saves it with the scene",
                number=number,
                keys=shown_keys(Action.SAVE),
            )
        )

    def _toggle_depth_of_field(self) -> None:
        on = self._rig.toggle_lens()
        words = tr("Depth of field: on") if on else tr("Depth of field: off")
        if on and self._tier() != "high":
            words = tr("Depth of field: on; seen in quality high")
        self._say(words, about="lens")
