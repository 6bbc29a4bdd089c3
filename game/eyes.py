"""The cameras of the pictures: one for the lab, and one for what stands beside it."""

from __future__ import annotations

import numpy as np

from game.camera import BY_HAND, DIRECTED, Camera, Mode
from game.director import Director, Subject
from game.picture import View, side_by_side
from game.session import Session

Edges = tuple[float, float, float, float]
"""Left, top, right and bottom edge of a part of the window, in its widths and heights."""
OPENING = 6
"""Looks ahead before the first picture: about as far as to the release."""
NOWHERE = np.empty((0, 3))
LEAST = 0.2
"""Of a view's width that is taken as free however much of it panels cover."""


class Eyes:
    """lab is the camera of the first picture, beside that of the second, while the session shows one.

    The second one frames its stage when it first appears and whenever the look has changed. A director moves the first
    one in the modes for what is thrown.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.lab = Camera(tuple(session.look.focus), session.look.radius)
        self.beside = Camera()
        self._director = Director()
        self._look: object = None

    @property
    def shown(self) -> list[Camera]:
        """Those whose picture is drawn, from the left."""
        return [self.lab, self.beside] if self._session.split else [self.lab]

    def views(self, size: tuple[int, int]) -> list[View]:
        """What to draw in a picture of this size: one view for each part of it."""
        cameras = self.shown
        aspects = [width / max(height, 1) for _, _, width, height in side_by_side(size, len(cameras))]
        if len(cameras) > 1 and self._look is not self._session.look:
            self._look = self._session.look
            self._frame_beside(aspects[1])
        return [camera.view(aspect) for camera, aspect in zip(cameras, aspects, strict=True)]

    def _frame_beside(self, aspect: float) -> None:
        stage = self._session.look.second_stage()
        if stage is not None:
            self.beside.view(aspect)
            self.beside.frame(*stage)
            self.beside.settle()

    def open(self) -> None:
        """Look at the session's scene as its file says, at once."""
        look, said = self._session.look, self._session.scene.camera
        placed = {**look.pose, **said.given()}
        self.lab.use(Mode(said.mode) if said.mode else self._usual(bool(said.given())))
        self.lab.frame(look.focus, look.radius)
        self.lab.set_pose(placed)
        for _ in range(OPENING):
            self._session.look_ahead()
        self._direct(0.0)

    def _usual(self, placed: bool) -> Mode:
        """The mode for a scene that says nothing; placed: it says where the eye is."""
        if self._session.throws and not placed:
            return Mode.SHOT
        return Mode.FOLLOW if self._session.look.wanders else Mode.ORBIT

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Those that the lab's camera has, in the order in which they are gone through."""
        return (Mode.ORBIT, *DIRECTED, Mode.FLY, Mode.FOLLOW) if self._session.throws else BY_HAND

    def frame(self) -> None:
        """Bring what each camera looks at into its picture."""
        session, look = self._session, self._session.look
        centre = look.middle(session.simulation.system, session.shown) if look.wanders else look.focus
        self.lab.frame(centre, look.radius)
        stage = look.second_stage()
        if stage is not None:
            self.beside.frame(*stage)

    def fit_into(self, free: Edges) -> None:
        """Keep the middle of each picture within its share of the part of the window that no panel covers."""
        cameras = self.shown
        for k, camera in enumerate(cameras):
            camera.fit_into(share_of(free, k / len(cameras), (k + 1) / len(cameras)))

    def update(self, seconds: float) -> None:
        """Let the pictures approach the body and what the hand wants for `seconds` of wall time."""
        session = self._session
        self.lab.follow(session.look.middle(session.simulation.system, session.shown))
        for camera in self.shown:
            camera.update(seconds)
        if seconds > 0.0:
            self._direct(seconds)

    def _direct(self, seconds: float) -> None:
        """Let the director move the camera for so long, or at once to where it ought to be."""
        session, look, forecast = self._session, self._session.look, self._session.forecast
        thrown = session.simulation.system.thrown(session.shown)
        if thrown is None or self.lab.mode not in DIRECTED:
            return
        swing, path, landing = NOWHERE, NOWHERE, None
        if forecast is not None:
            swing, path, landing = forecast.swing, forecast.path, forecast.landing
        before = [shot.path for shot in session.shots.kept if shot.scene.name == session.scene.name]
        subject = Subject(
            (look.focus, look.radius), look.to_world(thrown.position), thrown.velocity, thrown.stage,
            look.to_world(swing), np.vstack([look.to_world(path), *before]),
            None if landing is None else look.to_world(landing),
        )  # fmt: skip
        self._director.direct(self.lab, subject, seconds)

    def settle(self) -> None:
        """Show at once what the hand wants."""
        for camera in self.shown:
            camera.settle()
        self._direct(0.0)

    def under(self, place: float) -> Camera:
        """The camera of the picture at `place`, 0 to 1 across the window."""
        cameras = self.shown
        return cameras[min(max(int(place * len(cameras)), 0), len(cameras) - 1)]


def share_of(free: Edges, left: float, right: float) -> Edges:
    """What is free of the part of the window between `left` and `right`, in widths of that part."""
    start, end = ((min(max(edge, left), right) - left) / (right - left) for edge in (free[0], free[2]))
    if end - start < LEAST:
        return 0.0, free[1], 1.0, free[3]
    return start, free[1], end, free[3]
