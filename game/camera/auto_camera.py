"""Automatic camera of the lab view: framing, bookmarks, turntable and tour, where nothing is thrown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.camera.bookmarks import Bookmarks, bookmark_spec, direction, tidy
from game.camera.camera import (
    ARM,
    AZIMUTH,
    DEFAULT_AZIMUTH,
    DEFAULT_ELEVATION,
    ELEVATION,
    FIT,
    FOV_Y,
    PIVOT,
    SHOT_MODES,
    Camera,
    Mode,
)
from game.camera.framing import (
    PULL,
    AutoFraming,
    Subject,
    arm_for,
    best,
    enclosing_rings,
    far_enough,
    fit,
    share_of_bodies,
)
from game.camera.lookahead import HORIZON, max_body_size
from game.camera.outlines import (
    arrow_reaches,
    bead_points,
    moving_bodies,
    moving_hulls,
    path_points,
)
from game.camera.outlines import outline as outline_of
from game.camera.outlook import Outlook
from game.camera.transitions import along_path, between, ease, seconds_between, tour
from game.model.frame import SceneFrame
from game.scenefile import CameraSpec
from game.session.session import Session
from physics import BadInput
from physics.maths.elementary import arctan, exp, power, sin, tan

Pose = NDArray[np.float64]

PERIOD = 24.0
"""Period of the turntable [s] where the scene gives none."""
SAME_ANGLE, SAME_LENGTH = 0.05, 1e-3
"""Differences of angles [°], and relative ones of distances, up to which a view counts as the same."""
STILL = 1e-3
"""Angular speed [rad/s] below which the turntable counts as stopped."""
SPIN_UP = 2.5
"""Rate [1/s] at which the turntable reaches its speed, and slows down."""
AUTO_MODES = (Mode.ORBIT, Mode.FOLLOW, Mode.TURNTABLE, Mode.TOUR)
"""Modes in which the automatic camera moves the camera."""
AT_ONCE = 1e-9
"""Duration of a flight without motion [s]."""
SHARE = 0.08
"""Part of the free picture below which moving bodies are framed over one of the `SHORTER` times, if that helps."""
SAME = 0.05
"""Change of a covered corner, in half widths and heights of the free picture, up to which it counts as the same."""
STANDS, PATHS = 0.3, 0.5
"""Part of the share of the bodies in a picture of a moment that what they stand on leaves, else its foot is cut; part
that their paths may take, else they are."""
ENOUGH = 0.04
"""Share of the free picture in which bodies can still be made out: what they stand on is whole where it leaves that."""
SHORTER = (3.0, 1.5)
"""Wall seconds that are then looked ahead in place of `HORIZON`."""


class AutoCamera:
    """Automatic camera with the remembered outlines, and the flight to a bookmark or from one to the next."""

    def __init__(self, session: Session, camera: Camera, bookmarks: Bookmarks) -> None:
        self._session, self._camera, self._bookmarks = session, camera, bookmarks
        self._outlook, self._framer = Outlook(session, camera), AutoFraming()
        self.corner: tuple[float, float] | None = None
        self._mode = camera.mode
        self._frames, self._patient = False, True
        self._start: Pose | None = None
        self._goal: Mapping[str, Any] = {}
        self._stops: list[Pose] = []
        self._clock = self._flight_seconds = self._rate = self._spin = 0.0

    def open(self) -> None:
        """Begin with the session's scene; the pose is that of its file, where framing does not determine it."""
        session, camera, said = self._session, self._camera, self._session.scene.camera
        look = session.look
        self._framer, self._start = AutoFraming(), None
        self._framer.zoom = said.zoom or 1.0
        self._outlook.open()
        self._mode = camera.mode
        self._clock = 0.0
        self._stops, self._rate = [], math.tau / (said.period or PERIOD)
        self._spin = self._rate if camera.mode is Mode.TURNTABLE else 0.0
        camera.untouched, camera.blur = True, said.blur or 0.0
        camera.exposure, camera.hour = said.exposure or 0.0, said.hour
        given = {**look.pose, **said.given()}
        self._frames = look.framed and not {"distance", "target"} & given.keys()
        if not self._frames and camera.mode in AUTO_MODES:
            pose = camera.shown
            pose[ARM] /= self._framer.zoom if "distance" not in given else 1.0
            camera.show(pose)
            camera.settle()

    def look_ahead(self, looks: int, patient: bool = False, seconds: float = 0.0) -> None:
        """Look ahead at most `looks` times, as `Outlook.look_ahead` does, where bodies are framed.

        Later calls of `move` look ahead with the same patience.
        """
        self._patient = patient
        if self._frames:
            self._outlook.look_ahead(self._follows, looks, patient, seconds)

    def observe(self, frame: SceneFrame) -> None:
        """Record the outline of a frame that is shown, where bodies are framed."""
        if self._frames:
            self._outlook.observe(frame, self._follows)

    def keep_off(self, corner: tuple[float, float] | None) -> None:
        """Frame beside what covers the upper right corner of the free picture from now on; None: nothing does."""
        if corner == self.corner or (corner and self.corner and max(map(abs, np.subtract(corner, self.corner))) < SAME):
            return
        self.corner = corner
        if self._frames and self._framer.corner_matters(corner):
            self._framer.begin(self._camera.shown, firmly=True)

    def moment_pose(self, frame: SceneFrame) -> Pose | None:
        """Return the pose that shows this frame alone as large as allowed, with whole arrows; None: it is not framed.

        Beads of a cloud count; paths do unless they would take more than half of the share of the bodies.
        """
        session, camera = self._session, self._camera
        look, said = session.look, session.scene.camera
        framed = self._frames if look.framed else not session.throws and said.target is None
        still = self._start is None and camera.untouched and camera.mode in (Mode.ORBIT, Mode.FOLLOW)
        if not (framed and still):
            return None
        self._outlook.find_standing()
        most, zoom = max_body_size(look), self._framer.zoom
        at = float(camera.shown[AZIMUTH]), float(camera.shown[ELEVATION])
        hulls, part, corner = moving_hulls(frame, most, self._outlook.standing), self._outlook.part, self.corner
        if look.framed:
            points = np.vstack([outline_of(frame, most, arrows=False, stands=False), look.always.reshape(-1, 3)])
        else:  # surroundings are drawn with it
            points = moving_bodies(look, session.simulation.system, session.shown)
        for arrow in arrow_reaches(frame, session.run.arrows.scales):
            points = np.vstack([points, arrow.tail, arrow.tail + arrow.way])
        points = np.vstack([points, bead_points(frame)])

        def seen(points: NDArray[np.float64]) -> tuple[Pose, float]:
            pose = best(Subject(points, hulls, part, corner), at, camera.lens, zoom)
            return pose, share_of_bodies(hulls, pose, camera.lens)

        pose, share = seen(points)
        stands = min(STANDS, ENOUGH / max(share, ENOUGH))
        for others, left in ((outline_of(frame, most, arrows=False), stands), (path_points(frame), 1.0 - PATHS)):
            if look.framed and len(others):
                more = np.vstack([points, others])
                wider, smaller = seen(more)
                if smaller >= left * share:
                    points, pose, share = more, wider, smaller
        return pose

    # Requests -------------------------------------------------------------------------------------------

    def frame(self) -> None:
        """Frame what matters, and keep it framed."""
        self._framer.zoom, self._start = 1.0, None
        self._camera.untouched = True
        self._frames = self._session.look.framed
        if self._frames:
            self._framer.begin(self._camera.shown, firmly=True)

    def go_to(self, number: int) -> None:
        """Fly to a bookmark; raises BadInput where there is none of this number."""
        mark = self._bookmarks.marks.get(number)
        if mark is None:
            raise BadInput(f"bookmark {number}: there is none; Ctrl+{number} puts one where the camera is")
        camera = self._camera
        if camera.mode not in (Mode.ORBIT, Mode.FOLLOW):
            camera.use(Mode.FOLLOW if self._session.look.wanders else Mode.ORBIT)
        self._mode, camera.untouched = camera.mode, True
        self._goal, self._start, self._clock, self._stops = mark, camera.shown, 0.0, []
        self._flight_seconds = self._seconds_to(self.stand(self._goal))

    # Motion -----------------------------------------------------------------------------------------------

    @property
    def moves(self) -> bool:
        """True while it moves the camera without a movement of the bodies, or can look farther ahead."""
        looks = self._frames and self._outlook.looks
        return looks or self._start is not None or self._spin > 0.0 or self._mode in (Mode.TURNTABLE, Mode.TOUR)

    def move(self, seconds: float) -> None:
        """Move the camera for `seconds` of picture time; 0: go to its goal at once."""
        camera = self._camera
        if camera.mode is not self._mode:
            self._enter_mode()
        if not camera.untouched:
            self._start = None
        if self._mode in AUTO_MODES and self._outlook.resized:  # what was observed would hold the camera where it was
            self._outlook.forget()
            self._framer.begin(camera.shown, firmly=True)
        if seconds > 0.0:
            self.look_ahead(1, self._patient)
        if camera.mode in AUTO_MODES and (pose := self._next_pose(seconds)) is not None:
            camera.show(pose)

    def _enter_mode(self) -> None:
        """Take over another mode, from the present pose of the camera."""
        self._mode = self._camera.mode
        self._start, self._clock, self._stops = None, 0.0, []
        self._framer.begin(self._camera.shown)
        if self._mode is Mode.TOUR:
            self._bookmarks.check_tour()
            self._start = self._camera.shown
            self._flight_seconds = self._seconds_to(self._tour_pose(0.0))

    def _turn(self, seconds: float) -> float:
        """Return the angle [rad] turned in `seconds`, while the turntable speeds up or slows down."""
        if self._mode is Mode.TURNTABLE:
            self._spin += (self._rate - self._spin) * (1.0 - exp(-SPIN_UP * seconds))
        elif self._camera.untouched and self._start is None and self._mode in AUTO_MODES:
            self._spin *= exp(-2.0 * SPIN_UP * seconds)
        else:
            self._spin = 0.0
        self._spin = self._spin if self._spin > STILL else 0.0
        return self._spin * seconds

    def _next_pose(self, seconds: float) -> Pose | None:
        """Return the next pose of the camera, or None where it does not move."""
        self._clock += seconds
        turned = self._turn(seconds)
        if self._start is not None:
            return self._flight_pose()
        pose, framing = self._camera.shown, self._frames and self._camera.untouched
        pose[AZIMUTH] = math.remainder(pose[AZIMUTH] + turned, math.tau)
        match self._mode:
            case Mode.TOUR:
                return self._tour_pose(self._clock)
            case Mode.TURNTABLE if framing and len(points := self._outlook.points()):
                return self._framed_pose(enclosing_rings(points), pose, seconds)
            case Mode.FOLLOW if framing and self._outlook.observed_at is not None:
                return self._followed_pose(pose, seconds, self._outlook.observed_at)
            case Mode.ORBIT if framing:
                return self._framed_pose(self._outlook.points(), pose, seconds, chooses=True)
        return pose if turned else None

    def _framed_pose(self, points: Pose, pose: Pose, seconds: float, chooses: bool = False) -> Pose:
        """Return a pose with the direction of `pose` that frames points (n, 3).

        chooses: it may be chosen how far ahead is framed, and where beside the readings.
        """
        if not len(points):
            return pose
        at = float(pose[AZIMUTH]), float(pose[ELEVATION])
        choose = (lambda: self._subject(at)) if chooses else None
        return self._framer.advance(points, at, self._camera.lens, seconds, choose)

    def _subject(self, at: tuple[float, float]) -> Subject:
        """Return what is framed from a direction: the bodies over the longest time over which they are not tiny."""
        found = []
        for horizon in (HORIZON, *SHORTER):
            self._outlook.horizon = horizon
            subject = Subject(self._outlook.points(), self._outlook.hulls, self._outlook.part, self.corner)
            if not len(subject.points):  # nothing has been seen or foreseen within so short a time
                continue
            pose = best(subject, at, self._camera.lens)
            found.append((subject, horizon))
            if share_of_bodies(self._outlook.hulls, pose, self._camera.lens) >= SHARE:
                return subject
        subject, self._outlook.horizon = found[0]
        return subject

    def _flight_pose(self) -> Pose:
        """Return the present pose of a flight to a bookmark, or to the beginning of a tour."""
        assert self._start is not None
        goal = {} if self._mode is Mode.TOUR else self._goal
        end = self._tour_pose(0.0) if self._mode is Mode.TOUR else self._stop_poses([goal])[0]
        pose = between(self._start, end, ease(self._clock / self._flight_seconds))
        if self._clock >= self._flight_seconds:
            self._start, self._clock = None, 0.0
            self._framer.zoom = goal.get("zoom", 1.0)
            self._framer.begin(pose)
            self._frames = self._session.look.framed and not {"distance", "target"} & goal.keys()
        return pose

    def _seconds_to(self, end: Pose) -> float:
        """Return the duration [s] of the flight from its start to a pose."""
        assert self._start is not None
        return AT_ONCE if self._camera.still else seconds_between(self._start, end)

    def _tour_pose(self, time: float) -> Pose:
        path = self._bookmarks.path()
        if path:
            stops = self._stop_poses([mark for mark, _ in path])
            return along_path([at for _, at in path], stops, time, self._camera.still)
        marks = [mark for _, mark in sorted(self._bookmarks.marks.items())]
        return tour(self._stop_poses(marks), time, self._session.scene.camera.period, self._camera.still)

    def _stop_poses(self, marks: list[Mapping[str, Any]]) -> list[Pose]:
        """Return the poses to fly to; they are computed once, so that the goal does not move with the bodies."""
        if not self._stops or self._follows:
            self._stops = [self.stand(mark) for mark in marks]
        return self._stops

    @property
    def _follows(self) -> bool:
        """True while the camera follows the body."""
        mode = self._camera.mode
        return mode is Mode.FOLLOW or (mode is Mode.TOUR and self._session.look.wanders)

    def _followed_pose(self, pose: Pose, seconds: float, about: Pose) -> Pose:
        """Return the pose with its arm adjusted to the shapes of the body that is followed, its pivot brought there."""
        goal = self._arm_length(pose, about, self._framer.zoom)
        share = 1.0 - exp(-PULL * seconds) if seconds else 1.0
        pose[ARM] *= power(goal / pose[ARM], share)
        pose[PIVOT] += share * (self._camera.followed - pose[PIVOT])
        return pose

    def _arm_length(self, pose: Pose, about: Pose, zoom: float) -> float:
        """Return the distance from the pivot that the followed body needs; `about`: its place when it was observed."""
        points, lens = self._outlook.from_start() - about + pose[PIVOT], self._camera.lens
        arm, at = arm_for(points, pose, lens, zoom), pose.copy()
        at[ARM] = arm
        return float(far_enough(self._outlook.hulls - about + pose[PIVOT], at, lens, zoom)[ARM])

    def stand(self, said: Mapping[str, Any]) -> Pose:
        """Return the pose that a bookmark means; what it leaves out is chosen to frame the bodies."""
        camera, look = self._camera, self._session.look
        azimuth, elevation = map(math.radians, direction(said, self._default_pose()))
        zoom = said.get("zoom", 1.0)
        follows = self._follows
        points = self._outlook.points() if look.framed else np.zeros((0, 3))
        if len(points) and not follows:
            pose = fit(points, (azimuth, elevation), camera.lens, zoom)
            pose = far_enough(self._outlook.hulls, pose, camera.lens, zoom)
        elif len(points) and self._outlook.observed_at is not None:
            pose = np.array((azimuth, elevation, 1.0, *camera.middle))
            pose[ARM] = self._arm_length(pose, self._outlook.observed_at, zoom)
        else:
            lens = min(tan(FOV_Y / 2), *camera.lens)
            arm = FIT * look.radius / sin(arctan(lens)) / zoom
            pose = np.array((azimuth, elevation, arm, *(camera.middle if follows else look.focus)))
        if "distance" in said:
            pose[ARM] = said["distance"]
        if "target" in said:
            pose[PIVOT] = said["target"]
        return pose

    def _default_pose(self) -> dict[str, Any]:
        """Return the pose that completes a bookmark: that of the scene and of its bodies."""
        azimuth, elevation = math.degrees(DEFAULT_AZIMUTH), math.degrees(DEFAULT_ELEVATION)
        said = self._session.scene.camera.given()
        return {"azimuth": azimuth, "elevation": elevation, **self._session.look.pose, **said}

    @property
    def as_opened(self) -> bool:
        """True while the camera looks from where the scene's file places it, however it frames the bodies from there.

        That of a mode in which it moves by itself always does.
        """
        camera, usual = self._camera, self._default_pose()
        if camera.mode in (*SHOT_MODES, Mode.TURNTABLE, Mode.TOUR):
            return True
        pose, said = camera.pose(), self._session.scene.camera
        turned = math.remainder(pose["azimuth"] - usual["azimuth"], 360.0), pose["elevation"] - usual["elevation"]
        placed = "distance" in usual and abs(pose["distance"] / usual["distance"] - 1.0) > SAME_LENGTH
        moved = max(map(abs, turned)) > SAME_ANGLE or placed or self._framer.zoom != (said.zoom or 1.0)
        return camera.untouched and not moved

    # Scene file -------------------------------------------------------------------------------------------

    def described(self) -> CameraSpec:
        """Return the camera section of a scene file that begins with the present pose and has all bookmarks."""
        camera, said = self._camera, self._session.scene.camera
        mode = Mode.ORBIT if camera.mode is Mode.FLY else camera.mode
        beside: dict[str, Any] = {"mode": mode.value, "blur": camera.blur or None, "period": said.period}
        beside["exposure"], beside["hour"] = camera.exposure or None, camera.hour
        beside["path"] = said.path if mode is Mode.TOUR else None
        beside["bookmarks"] = tuple(
            bookmark_spec(number, mark, self._default_pose()) for number, mark in sorted(self._bookmarks.marks.items())
        )
        if mode in SHOT_MODES:
            return CameraSpec(azimuth=said.azimuth, elevation=said.elevation, **beside)
        if mode is Mode.TOUR:
            begun: dict[str, Any] = said.given()
            return CameraSpec(**begun, zoom=said.zoom, **beside)
        pose = tidy(camera.pose())
        framed = self._frames and camera.untouched and camera.mode is not Mode.FLY
        if framed:
            pose["zoom"] = self._framer.zoom if self._framer.zoom != 1.0 else None
        for name in ("distance", "target") if framed else ("target",) if mode is Mode.FOLLOW else ():
            del pose[name]
        return CameraSpec(**pose, **beside)
