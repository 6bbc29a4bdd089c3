"""Camera rig: the camera of the lab view and the camera of the view beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from msgspec.structs import replace

from game.camera.auto_camera import AutoCamera
from game.camera.bookmarks import Bookmarks
from game.camera.camera import SHOT_MODES, Camera, Mode
from game.camera.outlines import moving_bodies
from game.camera.second_camera import Poses, SecondCamera
from game.camera.shot_camera import CLOSE, FilmedShot, ShotCamera, ViewExtent, machine_shot
from game.model.frame import SceneFrame, View, side_by_side
from game.model.panel_layout import Edges
from game.model.shown.sentence import Sentence
from game.model.words import later
from game.scenefile import CameraSpec
from game.scenefile.camera_spec import BY_ITSELF, to_spec
from game.session import advancing
from game.session.compose import scaled_arrows
from game.session.session import Session
from game.session.undoing import note_setting
from physics import Simulation
from physics.maths import dense
from physics.types import Vector3

OPENING = 6
"""Steps of the forecast before the first picture: about as far as the release."""
OPENING_LOOKS, EVERYTHING = 10, 1000
"""Lookahead observations before the first picture, of which the others follow, one with each; and more than all."""
OPENING_SECONDS = 0.08
"""Processor seconds that a thread may take for the states that these wait for."""
DEFAULT_BLUR = 0.016
"""Default blur of `View`, where the scene gives none."""
BOOKMARK = later("Camera bookmark {number}")
NOWHERE = np.empty((0, 3))
MIN_FREE_SHARE = 0.2
"""Least part of a view's width that is taken as free, however much of it panels cover."""


class LeftView(NamedTuple):
    """Mode, lens, hour and pose of the lab's camera when a run was left; untouched: the user had not moved it.

    beside: the poses of the second one.
    """

    mode: Mode
    blur: float
    exposure: float
    hour: float | None
    untouched: bool
    pose: dict[str, Any]
    beside: Poses


class CameraRig:
    """Cameras of the pictures: `lab` of the first one, with bookmarks, `beside` of the second, while there is one.

    A `ShotCamera` moves the first one in the modes for throws, an `AutoCamera` in the others; a `SecondCamera` frames
    what the second one shows. lift: height of the machine over the table in the last picture [m].
    shows: the run for which the cameras were opened.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.lab = Camera(tuple(session.look.focus), session.look.radius)
        self._second = SecondCamera(session)
        self.beside = self._second.camera
        self._shot_camera = ShotCamera()
        self.shows: Simulation | None = None
        self._left: WeakKeyDictionary[Simulation, LeftView] = WeakKeyDictionary()
        self.bookmarks = Bookmarks(session)
        self._auto_camera = AutoCamera(session, self.lab, self.bookmarks)
        self._tick = 0
        self.lift = session.look.lift
        self.anchors: Mapping[Any, Any] = {}
        """Places of the anchors of a machine that is being built, when its last gesture had ended [m]."""

    @property
    def shown(self) -> list[Camera]:
        """Return the cameras whose pictures are drawn, from the left."""
        return [self.lab, self.beside] if self._session.run.split else [self.lab]

    def views(self, size: tuple[int, int]) -> list[View]:
        """Return one view for each part of a picture of this size."""
        cameras = self.shown
        aspects = [width / max(height, 1) for _, _, width, height in side_by_side(size, len(cameras))]
        stage = self._session.run.stage_beside
        if stage is not None:
            self.beside.hour = self.lab.hour
            self._second.look_at(stage, aspects[1])
        return [camera.view(aspect) for camera, aspect in zip(cameras, aspects, strict=True)]

    def open(self, thoroughly: bool = False) -> None:
        """Set the cameras as the file of the session's scene says, at once, or as they were when this run was left.

        thoroughly: complete the lookahead now, however long that takes; else it goes on with the next pictures. Where a
        machine is being built it stays where it is, as a machine that is changed is another run.
        """
        if self._session.workshop.active and not self._session.workshop.opened:
            self.shows, self._tick = self._session.simulation, 0
            self.lab.untouched = False
            return
        self._session.workshop.opened, self.lift = False, self._session.look.lift
        if self.shows is not None and self.shows is not self._session.simulation:
            lab = self.lab
            self._left[self.shows] = LeftView(
                lab.mode, lab.blur, lab.exposure, lab.hour, lab.untouched, lab.pose(), self._second.leave()
            )
        self.shows = self._session.simulation
        self._tick = self.shows.tick
        look, said = self._session.look, self._session.scene.camera
        placed = {**look.pose, **said.given()}
        self.lab.use(Mode(said.mode) if said.mode else default_mode(self._session, bool(said.given())))
        self.lab.frame(self._centre, look.radius)
        self.lab.set_pose(placed)
        self.bookmarks.open()
        self._auto_camera.open()
        self._second.open(said.beside)
        for _ in range(OPENING):
            advancing.look_ahead(self._session)
        self._session.run.arrows.thorough = thoroughly
        looks = EVERYTHING if thoroughly else OPENING_LOOKS
        self._auto_camera.look_ahead(looks, patient=not thoroughly, seconds=OPENING_SECONDS)
        self._move(0.0)
        self._return()
        scale_arrows(self._session, self.lab, self._centre, 0.0)

    def _return(self) -> None:
        """Take the cameras of a run that was left and is shown again, where the user had moved or changed them."""
        left = self._left.pop(self._session.simulation, None)
        if left is None:
            return
        if not left.untouched:
            self.lab.set_pose(left.pose)
        if self.lab.mode is not left.mode:
            self.lab.use(left.mode)
        self.lab.untouched, self.lab.blur = left.untouched, left.blur
        self.lab.exposure, self.lab.hour = left.exposure, left.hour
        self._second.come_back(left.beside)

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Return the modes of the lab's camera, in the order of the key that cycles through them."""
        shot = SHOT_MODES if self._session.throws else ()
        tour = (Mode.TOUR,) if len(self.bookmarks.marks) > 1 else ()
        return (Mode.ORBIT, *shot, Mode.TURNTABLE, *tour, Mode.FLY, Mode.FOLLOW)

    def keep(self, number: int) -> None:
        """Set a bookmark at the pose of the lab's camera, which can be undone."""
        pose: dict[str, Any] = {"name": "", **self.lab.pose()}
        if self.lab.mode is Mode.FOLLOW:
            del pose["target"]
        back, forth = (partial(self.bookmarks.put, number, each) for each in (self.bookmarks.marks.get(number), pose))
        forth()
        note_setting(self._session, Sentence(BOOKMARK, number=number), back, forth)

    def go_to(self, number: int) -> None:
        """Fly to a bookmark; raises BadInput where there is none of this number."""
        self._auto_camera.go_to(number)

    def described(self) -> CameraSpec:
        """Return the camera section of a scene file that begins with the present poses and has all bookmarks."""
        return replace(self._auto_camera.described(), beside=self._second.described())

    def spec(self) -> str:
        """Return the view as on the command line; "" for that with which the scene opens."""
        said, now = self._session.scene.camera, self.described()
        placed = not self._auto_camera.as_opened
        kept = None if placed and said.mode in BY_ITSELF else said.mode
        usual = Mode(kept) if kept else default_mode(self._session, placed or bool(said.given()))
        mode = None if now.mode == usual.value else now.mode
        if not placed:
            return mode or ""
        return to_spec({**now.given(), "zoom": now.zoom, "mode": mode})

    def toggle(self, mode: Mode) -> Mode:
        """Begin a mode, or leave it for the default one; returns the new one. Raises BadInput for a tour of nothing."""
        if mode is Mode.TOUR:
            self.bookmarks.check_tour()
        self.lab.use(default_mode(self._session, True) if self.lab.mode is mode else mode)
        return self.lab.mode

    def check_tour(self) -> None:
        """Raise BadInput for a scene that opens with a tour or path of bookmarks that are missing."""
        if self.lab.mode is Mode.TOUR:
            self.bookmarks.check_tour()

    def keep_still(self, still: bool) -> None:
        """Set whether the cameras go to their goals at once, without flights and springs."""
        for camera in (self.lab, self.beside):
            camera.still = still

    def toggle_lens(self) -> bool:
        """Switch depth of field on or off; returns whether it is on."""
        said = self._session.scene.camera.blur
        self.lab.blur = 0.0 if self.lab.blur else said or DEFAULT_BLUR
        return bool(self.lab.blur)

    def frame(self) -> None:
        """Frame what each camera shows."""
        look = self._session.look
        self.lab.frame(self._centre, look.radius)
        self._auto_camera.frame()
        stage = self._session.run.stage_beside
        if stage is not None:
            self.beside.frame(*stage)

    @property
    def _centre(self) -> Vector3:
        """Return the middle of what the lab's camera shows (3,) [m]: of the body, where it wanders."""
        session, look = self._session, self._session.look
        return look.middle(session.simulation.system, session.shown) if look.wanders else look.focus

    def observe(self, frame: SceneFrame) -> None:
        """Record the outline of the lab's frame, for automatic framing."""
        self._auto_camera.observe(frame)

    def frame_moment(self, frame: SceneFrame) -> bool:
        """Show the lab's frame as large as allowed, whatever comes next; returns whether the camera has moved."""
        pose = self._auto_camera.moment_pose(frame)
        filmed = self._filmed() if self.lab.mode is Mode.SHOT else None
        if filmed is not None and filmed.stage == "held":
            pose = machine_shot(filmed, ViewExtent(*self.lab.lens), 0.0)
        if pose is None:
            return False
        before = self.lab.shown
        self.lab.show(pose)
        scale_arrows(self._session, self.lab, self._centre, 0.0)
        self._session.run.arrows.settle()
        return not np.array_equal(self.lab.shown, before)

    def fit_into(self, free: Edges, corner: Edges | None = None) -> None:
        """Move the middle of each picture into its share of the part of the window that no panel covers.

        corner: a part of that at its upper right, which readings cover; None: they are beside it.
        """
        cameras = self.shown
        inside = corner is not None and len(cameras) == 1 and corner[0] < free[2] and corner[3] > free[1]
        self._auto_camera.keep_off(corner_of(corner, free) if corner is not None and inside else None)
        for k, camera in enumerate(cameras):
            camera.fit_into(share_of(free, k / len(cameras), (k + 1) / len(cameras)))
        self._session.run.arrows.free = share_of(free, 0.0, 1.0 / len(cameras))

    def update(self, seconds: float) -> None:
        """Move the shown poses towards the body and their goals for `seconds` of wall time."""
        session = self._session
        self._find_after_restart()
        keep_machine(self, session)
        find_machine(self, session)
        self.lab.untouched = self.lab.untouched and not session.workshop.active
        self.lab.follow(session.look.middle(session.simulation.system, session.shown))
        for camera in self.shown:
            camera.update(seconds)
        if seconds > 0.0:
            self._move(seconds)
        scale_arrows(session, self.lab, self._centre, seconds)

    def _find_after_restart(self) -> None:
        """Frame what starts anew out of sight, where no automatic camera does: a machine whose stone was looked at."""
        session, before = self._session, self._tick
        self._tick = session.simulation.tick
        begun = self._tick == 0 < before
        if begun and self.lab.mode is Mode.ORBIT and not session.look.framed and not self.lab.sees(session.look.focus):
            self.frame()

    def _move(self, seconds: float) -> None:
        """Let the automatic cameras move for `seconds` of picture time; 0: go to the goal at once."""
        self._auto_camera.move(seconds)
        if (filmed := self._filmed()) is not None:
            self._shot_camera.direct(self.lab, filmed, seconds)

    def _filmed(self) -> FilmedShot | None:
        """Return the shot that the lab's camera films, or None."""
        session, look, forecast = self._session, self._session.look, self._session.run.pacing.forecast
        system = session.simulation.system
        thrown, ahead = system.thrown(session.shown), system.thrown(session.simulation.y)
        if thrown is None or ahead is None or self.lab.mode not in SHOT_MODES:
            return None
        swing, path, landing = NOWHERE, NOWHERE, None
        if forecast is not None:
            swing, path, landing = forecast.swing, forecast.path, forecast.landing
        before = [shot.path for shot in session.run.shots.kept if shot.scene.name == session.scene.name]
        return FilmedShot(
            (look.focus, look.radius), look.to_world(thrown.position), thrown.velocity,
            ahead.stage,  # of the tick ahead, so that the camera does not start late
            look.to_world(swing), np.vstack([look.to_world(path), *before, *session.run.beside.tuning.arcs(look)]),
            None if landing is None else look.to_world(landing),
            session.run.shown.body_view and not session.run.shown.sculpture,
            machine_direction(session.scene.camera),
            np.vstack([look.machine(), moving_bodies(look, system, session.shown)]) if len(look.machine()) else NOWHERE,
        )  # fmt: skip

    def settle(self) -> None:
        """Go to all goals at once."""
        for camera in self.shown:
            camera.settle()
        self._move(0.0)

    @property
    def moves(self) -> bool:
        """True while the lab's camera moves by itself, or looks ahead for a better pose, or arrows change."""
        return self._auto_camera.moves or (self._session.run.shown.vectors and self._session.run.arrows.moves)

    def under(self, place: float) -> Camera:
        """Return the camera of the picture at `place`, 0 to 1 across the window."""
        cameras = self.shown
        return cameras[min(max(int(place * len(cameras)), 0), len(cameras) - 1)]


def pose_at(rig: CameraRig, number: int) -> list[float]:
    """Return azimuth, elevation [rad], distance and pivot [m] of a bookmark, as the scene is now."""
    return list(map(float, rig._auto_camera.stand(rig.bookmarks.marks[number])))


def keep_machine(rig: CameraRig, session: Session) -> None:
    """Keep a machine that is being built where it is in the picture, however high it comes to stand."""
    before, rig.lift = rig.lift, float(session.look.lift)
    if session.workshop.active and rig.lift != before and not session.workshop.opened:
        pose = rig.lab.shown
        pose[-1] += rig.lift - before
        rig.lab.show(pose)


def find_machine(rig: CameraRig, session: Session) -> None:
    """Go to where all of a machine that is being built is seen, once a gesture has put something out of sight.

    What is placed first is found in any case: nothing else tells how large a picture of it is wanted.
    """
    state, held = session.workshop, session.run.workshop
    if not state.active or held is None:
        rig.anchors = {}
        return
    if state.press is not None or state.gesture.points or session.undo.held or session.simulation.tick:
        return
    before, rig.anchors = rig.anchors, held.check.anchors
    if state.opened and session.simulation is rig.shows:
        state.opened = False
        rig.lab.frame(session.look.focus, session.look.radius)
        return
    if before is rig.anchors or not before:
        return
    raised = np.array((0.0, 0.0, session.look.lift))
    moved = [np.array(place) for name, place in rig.anchors.items() if before.get(name) != place]
    if not all(rig.lab.sees(place + raised) for place in moved):
        rig.lab.frame(session.look.focus, session.look.radius)


def default_mode(session: Session, placed: bool) -> Mode:
    """Return the default mode of a scene; placed: the scene gives a pose."""
    if session.throws and not placed:
        return Mode.SHOT
    return Mode.FOLLOW if session.look.wanders else Mode.ORBIT


def machine_direction(said: CameraSpec) -> tuple[float, float]:
    """Return azimuth and elevation [rad] from which a machine is seen until the release."""
    azimuth, elevation = (
        usual if given is None else math.radians(given)
        for given, usual in zip((said.azimuth, said.elevation), CLOSE, strict=True)
    )
    return azimuth, elevation


def scale_arrows(session: Session, camera: Camera, centre: Vector3, seconds: float) -> None:
    """Let the scales of arrows follow a run for `seconds` of wall time; centre (3,) [m]: of what the picture shows."""
    if session.run.shown.vectors:
        away = dense.length(camera.eye - centre)
        scaled_arrows(session).follow(2.0 * float(away) * camera.lens[1], seconds)


def corner_of(corner: Edges, free: Edges) -> tuple[float, float]:
    """Return left and lower edge of a covered corner in the free part of a window, -1 to 1 across and up that."""
    across = (corner[0] - free[0]) / max(free[2] - free[0], 1e-6)
    down = (corner[3] - free[1]) / max(free[3] - free[1], 1e-6)
    return 2.0 * across - 1.0, 1.0 - 2.0 * down


def share_of(free: Edges, left: float, right: float) -> Edges:
    """Return the free part of the window between `left` and `right`, in widths of that part."""
    start, end = ((min(max(edge, left), right) - left) / (right - left) for edge in (free[0], free[2]))
    if end - start < MIN_FREE_SHARE:
        return 0.0, free[1], 1.0, free[3]
    return start, free[1], end, free[3]
