"""An interface without a window, which is driven by actions, edits, the pointer and keys."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.model import resources
from game.model.edit import Edit
from game.model.frame import SceneFrame
from game.model.input import Action, Button, PointerMotion, Wheel
from game.model.messages import InterfaceStatus, SceneRequest
from game.model.overlay import InterfaceFrame, TextureUpdate
from game.model.scene_marks import SceneMarks
from game.session import actions, edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.widgets.item_boxes import BOXES
from physics import BadInput

ROUNDS = 5
"""How often the pointer follows a control that moves."""
SETTLED, NOTICED = 4, 2
"""Frames after which a panel that was opened has its size, and after which the pointer is on a control."""
BOOKMARKS = tuple((number, "") for number in range(1, 8))
CAMERAS = ("orbit", "turntable", "tour", "fly", "follow", "shot")


class Driver:
    """An interface of a size, with the input that drives it; problems of actions are shown as the window shows them."""

    def __init__(self, session: Session, size: tuple[int, int], scale: float, theme: str, marks: SceneMarks) -> None:
        self.session, self.size, self.status = session, size, InterfaceStatus(bookmarks=BOOKMARKS, cameras=CAMERAS)
        self.interface = Interface(session, resources.path("assets/fonts"), scale, theme, marks=marks)
        self._textures: list[TextureUpdate] = []
        BOXES.wanted = True

    def frame(self, seconds: float = 1 / 60) -> InterfaceFrame:
        """Build a frame; it has the textures of all frames so far, for a renderer that has seen none."""
        built = self.interface.frame(self.size, seconds, self.status)
        self._textures += built.textures
        return replace(built, textures=self._textures)

    def show(self, scenes: Sequence[SceneFrame]) -> None:
        """Use the pictures of the scene from now on, whose arrows get labels."""
        self.status = replace(self.status, scenes=scenes)

    def settle(self) -> None:
        """Build frames until panels have their sizes, and dialogs of files what they have asked for."""
        waited = False
        for _ in range(SETTLED):
            self.frame()
            waited |= self.interface.files_busy
        if waited:
            while self.interface.files_busy:
                self.frame()
            self.settle()

    def act(self, *wanted: Action) -> None:
        """Perform actions as their keys do."""
        for action in wanted:
            try:
                self.interface.act(action) or actions.perform(self.session, action)
            except BadInput as error:
                self.interface.warn(error)
        self.settle()

    def edit(self, *wanted: Edit) -> None:
        """Apply edits."""
        for each in wanted:
            edits.apply(self.session, each)
        self.settle()

    def box(self, name: str) -> tuple[float, float, float, float] | None:
        """Return the box of the first control or panel of this name, with or without that of its window."""
        return next((box for each, box in BOXES.found.items() if name in (each, each.partition("/")[2])), None)

    def point(self, name: str) -> tuple[float, float]:
        """Move the pointer to the middle of a control; raises KeyError where there is none."""
        box = self.box(name)
        if box is None:
            raise KeyError(f"{name}: not among {sorted(BOXES.found)}")
        at = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        self.interface.feed(PointerMotion(*at, 0, 0))
        self.settle()  # a tip has its size then
        return at

    def _notice(self) -> None:
        for _ in range(NOTICED):
            self.frame()

    def click(self, name: str) -> None:
        """Click on the middle of a control; raises KeyError where there is none."""
        at = self.point(name)
        for _ in range(ROUNDS):  # what a task has found meanwhile may have moved it
            box = self.box(name)
            if box is None or (box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]):
                break
            at = self.point(name)
        self.interface.feed(Button("left", True, *at))
        self._notice()
        self.interface.feed(Button("left", False, *at))
        self.settle()
        for request in self.interface.requests():
            if isinstance(request, Action):
                self.act(request)
            elif isinstance(request, SceneRequest):
                edits.apply(self.session, Edit("scene", request.name))
                self.settle()

    def scroll(self, notches: float) -> None:
        """Turn the wheel where the pointer is."""
        self.interface.feed(Wheel(0.0, notches))
        self.settle()
