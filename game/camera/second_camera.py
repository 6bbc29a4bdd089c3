"""Camera of the picture beside the lab's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from game.camera.bookmarks import tidy
from game.camera.camera import DEFAULT_AZIMUTH, DEFAULT_ELEVATION, Camera
from game.scenefile import PoseSpec
from game.session.session import Session
from physics.types import Vector3

USUAL_POSE = {"azimuth": math.degrees(DEFAULT_AZIMUTH), "elevation": math.degrees(DEFAULT_ELEVATION)}
SCULPTURE_POSE = {"elevation": 27.0}
"""From which the last slice of a phase sculpture is seen, too."""

Picture = tuple[str, tuple[float, ...]]
"""What a picture shows: its name among the overlays, and the centre and radius [m] of its stage."""
Poses = Mapping[Picture, Mapping[str, Any]]
"""Poses to which the user has brought the camera of a run, by the picture."""


class SecondCamera:
    """The camera of the second picture of a session: it frames a stage that is newly shown.

    Where the user has turned a picture, it is seen from there again, after another one, or the run of another scene.
    """

    def __init__(self, session: Session) -> None:
        self.camera = Camera()
        self._session = session
        self._shown: Picture | None = None
        self._poses: dict[Picture, Mapping[str, Any]] = {}
        self._said = PoseSpec()

    def open(self, said: PoseSpec) -> None:
        """Begin with the run of a scene; said: from where it sees the picture that it shows first."""
        self._shown, self._poses, self._said = None, {}, said

    def leave(self) -> Poses:
        """Return the poses of the run that is left, for `come_back`."""
        self._keep()
        return self._poses

    def come_back(self, poses: Poses) -> None:
        """See the pictures of a run that was left as they were seen."""
        self._poses, self._said = dict(poses), PoseSpec()

    def look_at(self, stage: tuple[Vector3, float], aspect: float) -> None:
        """Frame the stage of the second picture, of this width / height, where it was not shown before."""
        picture: Picture = self._name, (*map(float, stage[0]), float(stage[1]))
        if picture == self._shown:
            return
        self._keep()
        camera, self._shown, said = self.camera, picture, self._said
        camera.view(aspect)
        usual = SCULPTURE_POSE if picture[0] == "sculpture" else self._session.look.second_pose
        camera.set_pose({**USUAL_POSE, **usual})
        camera.frame(*stage)
        camera.settle()
        pose = said.given() or self._poses.get(picture, {})
        camera.untouched, self._said = not pose, PoseSpec()
        camera.set_pose(pose)

    def described(self) -> PoseSpec:
        """Return from where the second picture is seen, as in scene files; empty where the user has not turned it."""
        turned = self._session.run.split and self._shown is not None and not self.camera.untouched
        return PoseSpec(**tidy(self.camera.pose())) if turned else PoseSpec()

    @property
    def _name(self) -> str:
        session = self._session
        return "sculpture" if session.run.shown.sculpture else "binet" if session.run.shows_binet else "body_view"

    def _keep(self) -> None:
        """Keep the pose of the picture that was shown, where the user has turned it."""
        if self._shown is None:
            return
        self._poses.pop(self._shown, None)
        if not self.camera.untouched:
            self._poses[self._shown] = self.camera.pose()
