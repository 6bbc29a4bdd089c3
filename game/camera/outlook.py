"""What has been seen of the bodies of a scene lately, and what is foreseen of them: that which a camera frames."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from game.camera.camera import Camera
from game.camera.framing import BETWEEN, KEPT, WHOLE, FreePart, Pose
from game.camera.lookahead import HORIZON, Lookahead, max_body_size
from game.camera.outlines import DIRECTIONS, Key, LookHistory, arrow_reaches, moving_hulls, standing_in
from game.camera.outlines import outline as outline_of
from game.model.frame import SceneFrame
from game.session.compose import compose_frame, scaled_arrows, since
from game.session.session import Session

OTHER_SIZE = 1.2
"""Ratio of two sizes of a scene from which it is framed anew."""
KEY = 0.12
"""Width of a key of colours at the left, in widths of the free picture."""


def free_part(session: Session) -> FreePart:
    """Return the part of the free picture into which bodies fit: beside the key of a look that shows one."""
    key = session.look.tension_tints is not None and session.run.shown.geometry
    return FreePart(left=-1.0 + 2.0 * KEY) if key else WHOLE


class Outlook:
    """The outlines of the bodies of a session, remembered and foreseen.

    observed_at: place (3,) [m] of the followed body when it was first observed; None where none is followed. hulls:
    outermost points of the moving bodies, one after another, in the frame that was seen last. standing: the parts that
    stand. horizon [s]: wall time that is framed before and after the present one.
    """

    def __init__(self, session: Session, camera: Camera) -> None:
        self._session, self._camera = session, camera
        self._memory = LookHistory()
        self._lookahead: Lookahead | None = None
        self.observed_at: Pose | None = None
        self._observed_radius = 0.0
        self.standing: frozenset[Key] = frozenset()
        self._stood: tuple[Any, Any] = (None, None)
        self.hulls: Pose = np.zeros((0, 1, 3))
        self.horizon = HORIZON
        self._seen = -math.inf

    def open(self) -> None:
        """Begin with another scene."""
        self.forget()
        self._seen = -math.inf

    def forget(self) -> None:
        """Forget what has been observed, and look ahead anew."""
        self._memory = LookHistory()
        if self._lookahead is not None:
            self._lookahead.cancel()
        self._lookahead, self.observed_at, self._observed_radius = None, None, 0.0

    @property
    def resized(self) -> bool:
        """True if the scene has another size than when it was observed."""
        ratio = self._session.look.radius / self._observed_radius if self._observed_radius else 1.0
        return max(ratio, 1.0 / ratio) > OTHER_SIZE

    @property
    def looks(self) -> bool:
        """True while it can look farther ahead."""
        ahead = self._lookahead
        return ahead is not None and not (ahead.done or ahead.waits)

    def from_start(self) -> Pose:
        """Return all points (n, 3) of what was and is to be seen."""
        return self._memory.since(-math.inf)

    def look_ahead(self, along: bool, looks: int, patient: bool, seconds: float) -> None:
        """Look ahead at most `looks` times.

        along: the camera follows the body. patient: where that takes long, only once machine code and states are ready;
        these may take `seconds` of processor time.
        """
        until = time.process_time() + seconds
        session = self._session
        if self._lookahead is not None and along != (self.observed_at is not None):
            self.forget()  # outlines beside the body and in the room cannot be used for one another
        if self._lookahead is None:
            self.observed_at = session.look.middle(session.simulation.system, session.simulation.y) if along else None
            self._observed_radius = session.look.radius
            self._record(compose_frame(session, self._camera.view(self._camera.aspect), 0.0))
        if self._lookahead is None or self._lookahead.outdated(session.simulation.time):
            change = since(session, shown=False) if session.run.shown.geometry else None
            self._lookahead = Lookahead(
                session.simulation,
                session.look,
                session.clock.speed,
                scaled_arrows(session).goal if session.run.shown.vectors else None,
                change,
                self.observed_at,
                patient,
            )
        ahead = self._lookahead
        while looks > 0 and not ahead.done and (not patient or ahead.ready(until)):
            ahead.advance(self._memory)
            looks -= 1

    def observe(self, frame: SceneFrame, along: bool) -> None:
        """Record the outline of a frame that is shown; along: the camera follows the body."""
        simulation, start = self._session.simulation, self.observed_at
        passed = abs(simulation.time - self._seen)
        ended = simulation.divergence is not None and passed > 0.0
        due = ended or passed >= BETWEEN * self._session.clock.speed
        if due and along == (start is not None):
            self._record(frame, 0.0 if start is None else self._camera.followed - start)

    def _record(self, frame: SceneFrame, carried: Pose | float = 0.0) -> None:
        """Record the outline of a frame; carried: way (3,) [m] by which the camera has gone along since the first."""
        session = self._session
        self._seen, most = session.simulation.time, max_body_size(session.look)
        self.find_standing()
        points = outline_of(frame, most, ghosts=self.observed_at is None, arrows=False)
        reaches = arrow_reaches(frame, session.run.arrows.scales)
        self._memory.add(self._seen, points - carried, [each._replace(tail=each.tail - carried) for each in reaches])
        self.hulls = moving_hulls(frame, most, self.standing) - carried

    def find_standing(self) -> None:
        """Find out which parts of the look stand, where that is not known of this system."""
        look, system = self._session.look, self._session.simulation.system
        if self._stood[0] is not look or self._stood[1] is not system:
            self._stood, self.standing = (look, system), standing_in(look, system, self._session.shown)

    @property
    def part(self) -> FreePart:
        """The part of the free picture into which bodies fit: beside the key of a look that shows one."""
        return free_part(self._session)

    def points(self) -> Pose:
        """Return the points to be framed now: those observed lately, and those foreseen.

        As long as nothing is foreseen, the bodies may go anywhere within their reach.
        """
        speed, now = self._session.clock.speed, self._session.simulation.time
        ahead = self.horizon if self.horizon < HORIZON else math.inf
        points = self._memory.since(now - min(KEPT, self.horizon) * speed, now + ahead * speed)
        look = self._session.look
        if len(points) and len(look.always):
            points = np.vstack([points, look.always])
        if self._lookahead is None or self._lookahead.knows or not len(points):
            return points
        reach = look.focus + look.radius * DIRECTIONS
        reach[:, 2] = reach[:, 2].clip(min(0.0, float(points[:, 2].min())))
        return np.vstack([points, reach])
