"""Schema of scene files, and the checks of each section by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

import physics
from game.model.quality import AUTO
from game.scenefile.camera_spec import BY_ITSELF, CameraMode, Stop, checked_part, from_spec, path_stops
from game.scenefile.challenge_spec import ChallengeSpec, WatchSpec
from game.scenefile.measured_spec import MAX_TIME, FlightSpec, MeasuredSpec, RecordedFile, RecordingSpec
from physics import BadInput
from physics.batch.copies import checked_spread
from physics.core.system import written_start
from physics.core.units import check_number, format_number, seconds
from physics.errors import unknown
from physics.simulation.poincare import plottable_names

if TYPE_CHECKING:
    from physics.studies.phase_sculpture import SculptureRequest

MAX_COPIES = 1_000_000
"""Greatest number of copies shown at once."""
POSE = ("azimuth", "elevation", "distance", "target")
DIRECTION = POSE[:2]
"""What may be given of a camera that films a throw."""
MAX_LESSON_STEPS, MAX_LESSON_TEXT = 100, 2000
"""Greatest number of steps of a lesson, and of characters of each of its texts."""
MAX_BOOKMARKS = 9
"""One for each digit."""
MAX_TICKS = 10_000_000
"""Greatest number of steps up to the time at which a scene opens."""


class PoseSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A pose of a camera: angles in degrees, distance and target in metres, from the floor; by default, the usual."""

    azimuth: float | None = None
    elevation: float | None = None
    distance: float | None = None
    target: tuple[float, float, float] | None = None

    def given(self) -> dict[str, object]:
        """Return only what the file gives of the pose."""
        pose = {name: getattr(self, name) for name in POSE}
        return {name: value for name, value in pose.items() if value is not None}


class BookmarkSpec(PoseSpec, forbid_unknown_fields=True, frozen=True):
    """A camera bookmark: a pose with a name.

    Without distance and target all that matters is framed, `zoom` times as large as usual. number: its key, 1 to 9; by
    default, one more than that of the bookmark before it.
    """

    name: str = ""
    number: int | None = None
    zoom: float | None = None

    def given(self) -> dict[str, object]:
        """Return only what the file gives, without the number."""
        pose = msgspec.structs.asdict(self)
        return {name: value for name, value in pose.items() if value is not None and name != "number"}


class CameraSpec(PoseSpec, forbid_unknown_fields=True, frozen=True):
    """Camera of a scene: its pose, mode and bookmarks, and the pose of the camera of a picture beside, if there is one.

    What is left out is chosen to frame the body, `zoom` times as large as usual, and to follow one that wanders. In the
    mode turntable the camera turns about the scene, in tour it flies from one bookmark to the next, once round in
    `period` [s]. Throws have three more modes in which it moves by itself: machine (close to it), trajectory (all of
    the flight), and shot (from the one along the flight to the other), the default; azimuth and elevation are then
    those from which the machine is seen. blur: diameter of the blur of a point at infinity, in heights of the picture.
    exposure: how much brighter than usual, in stops. hour: of the day over a field [h of local solar time]. path:
    bookmarks through which the camera flies in the mode tour, once, and the seconds at which it is there, such as
    "1@0,2@3,1@8".
    """

    zoom: float | None = None
    blur: float | None = None
    exposure: float | None = None
    hour: float | None = None
    period: float | None = None
    mode: CameraMode | None = None
    path: str | None = None
    bookmarks: tuple[BookmarkSpec, ...] = ()
    beside: PoseSpec = PoseSpec()

    def numbered(self) -> dict[int, BookmarkSpec]:
        """Return the bookmarks by number; raises BadInput where one is out of bounds or occurs twice."""
        found: dict[int, BookmarkSpec] = {}
        number = 0
        for k, mark in enumerate(self.bookmarks):
            number = number + 1 if mark.number is None else mark.number
            if number in found or not 1 <= number <= MAX_BOOKMARKS:
                raise BadInput(
                    f"camera.bookmarks[{k}]: number = {number}: must be from 1 to {MAX_BOOKMARKS}, each only once"
                )
            found[number] = mark
        return found

    def seen(self, spec: str) -> CameraSpec:
        """Return the camera with the values of a text as on the command line instead. Raises BadInput."""
        try:
            said = from_spec(spec)
        except ValueError as error:
            raise BadInput(str(error)) from None
        if not said:
            return self
        placed = bool(said.keys() & set(POSE))
        mode = said.pop("mode", None if placed and self.mode in BY_ITSELF else self.mode)
        kept = {} if mode in BY_ITSELF and self.mode not in BY_ITSELF else self.given()
        path = self.path if mode == "tour" else None
        return msgspec.structs.replace(self, **{**dict.fromkeys(POSE), **kept, **said, "mode": mode, "path": path})

    def check(self, system: physics.System) -> None:
        """Raise BadInput for a mode that the system does not have, or a pose where the mode chooses it.

        The same for a number out of bounds, too many bookmarks, and a tour of too few.
        """
        self._check_numbers()
        if self.mode == "tour" and len(self.bookmarks) == 1:
            raise BadInput("camera.mode = tour: needs two bookmarks or more; there is 1")
        self._check_path()
        if self.mode not in BY_ITSELF:
            return
        if system.thrown(memoryview(system.start())) is None:
            raise BadInput(f"camera.mode = {self.mode}: {system.name} throws nothing; allowed: orbit, follow")
        if chosen := [name for name in self.given() if name not in DIRECTION]:
            raise BadInput(f"camera.mode = {self.mode}: chooses {', '.join(chosen)} itself; leave them out")

    def stops(self) -> list[Stop]:
        """Return the bookmarks of the path and their times [s], none where there is no path. Raises BadInput."""
        try:
            return path_stops(self.path) if self.path is not None else []
        except ValueError as error:
            raise BadInput(str(error)) from None

    def _check_path(self) -> None:
        stops, marks = self.stops(), self.numbered()
        if stops and self.mode != "tour":
            raise BadInput(f"camera.path = {self.path}: needs camera.mode = tour")
        for number, _ in stops if marks else ():
            if number not in marks:
                raise BadInput(f"camera.path = {self.path}: there is no bookmark {number}; allowed: {_listed(marks)}")

    def _check_numbers(self) -> None:
        if len(self.bookmarks) > MAX_BOOKMARKS:
            raise BadInput(f"camera.bookmarks = {len(self.bookmarks)}: must be at most {MAX_BOOKMARKS}")
        self.numbered()
        numbers = {name: getattr(self, name) for name in ("zoom", "blur", "exposure", "hour", "period")}
        _check("camera", {**self.given(), **{name: value for name, value in numbers.items() if value is not None}})
        _check("camera.beside", self.beside.given())
        for k, mark in enumerate(self.bookmarks):
            _check(f"camera.bookmarks[{k}]", {name: value for name, value in mark.given().items() if name != "name"})


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def _check(where: str, pose: dict[str, object]) -> None:
    """Raise BadInput for a number of a pose that is out of bounds."""
    for name, value in pose.items():
        try:
            checked_part(name, value)
        except ValueError as error:
            raise BadInput(f"{where}: {error}") from None


OVERLAYS: Mapping[str, bool] = {
    "vectors": True,
    "traces": True,
    "geometry": True,
    "body_view": False,
    "binet": False,
    "sculpture": False,
}
"""Overlays, and whether they are shown at first where a scene file does not say."""


class OverlaySpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Overlays of a scene: True where they are shown, False where not; None: as the user has them."""

    vectors: bool | None = None
    traces: bool | None = None
    body_view: bool | None = None
    geometry: bool | None = None
    binet: bool | None = None
    sculpture: bool | None = None

    def shown(self, usual: Mapping[str, bool] | None = None) -> dict[str, bool]:
        """Return whether each overlay is shown, by its name; usual: where this does not say, as in `OVERLAYS`."""
        said = {name: value for name, value in msgspec.structs.asdict(self).items() if value is not None}
        return {**(usual or OVERLAYS), **said}


class EnsembleSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Ensemble of copies shown as a cloud; spread: greatest deviation of the start, for each variable."""

    copies: int = 0
    spread: dict[str, float | str] = {}

    def checked(self, system: physics.System) -> dict[str, float]:
        """Return the spread in SI units; raises BadInput."""
        if not 0 <= self.copies <= MAX_COPIES:
            raise BadInput(f"ensemble = {self.copies}: must be from 0 to {MAX_COPIES} copies")
        if self.copies and not self.spread:
            raise BadInput(f"ensemble = {self.copies}: needs a spread, such as theta=1e-3")
        if self.spread and not self.copies:
            raise BadInput("spread: needs --ensemble N (in a scene file: ensemble.copies)")
        return checked_spread(system, self.spread)


class SculptureSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Phase sculpture: what becomes of a line of starts, or of the closed boundary of a cloud of them, in a plane.

    across, up: quantities of the plane; by default, the first angle and its rate. spread: greatest deviation of the
    starts, in one variable for a line, in two for a boundary; by default, in those of the plane. after, duration: when
    the first slice follows after the start, and the last one after it [s].
    """

    across: str = ""
    up: str = ""
    spread: dict[str, float | str] = {}
    after: float | str = 0.0
    duration: float | str = 8.0

    def check(self, run: physics.Simulation) -> None:
        """Raise BadInput where a value that is given does not fit a run."""
        if self != SculptureSpec():
            self.request(run)

    def request(self, run: physics.Simulation) -> SculptureRequest:
        """Return what is to be computed for starts about the present state of a run; raises BadInput."""
        from physics.studies.phase_sculpture import PhasePlane, default_plane, sculpture_request

        usual = default_plane(run.system)
        plane = PhasePlane(self.across or usual.across, self.up or usual.up)
        return sculpture_request(run, plane, self.spread, self.duration, self.after)


class DuelSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A ghost of a duel: its differences from the run. What is left out is as in the run."""

    integrator: str = ""
    dt: float | str | None = None
    formulation: str = ""
    settings: dict[str, Any] = {}
    parameters: dict[str, Any] = {}

    def changed(self, **changes: Any) -> DuelSpec:
        """Return a copy with some fields replaced."""
        return msgspec.structs.replace(self, **changes)


class LessonStepSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A step of a lesson of a person's own: what is said, with what happens when it is shown.

    change: as of a thing to try, such as "theta=20 deg; show=cloud", from the start of the scene. view: number of the
    bookmark from which it is seen, 0: as it is. question: what is asked, and its answer, which the next key shows.
    """

    text: str = ""
    change: str = ""
    view: int = 0
    question: str = ""
    answer: str = ""

    def check(self, camera: CameraSpec) -> None:
        """Raise BadInput for a step that says nothing or too much, or a bookmark that the camera has not."""
        if not (self.text.strip() or self.question.strip()):
            raise BadInput("text: is empty, and there is no question")
        for name in ("text", "question", "answer"):
            if len(getattr(self, name)) > MAX_LESSON_TEXT:
                raise BadInput(
                    f"{name}: has {len(getattr(self, name))} characters; must have at most {MAX_LESSON_TEXT}"
                )
        if self.answer and not self.question:
            raise BadInput("answer: there is no question")
        if self.view and self.view not in camera.numbered():
            if not camera.bookmarks:
                raise BadInput(f"view = {self.view}: the camera has no bookmarks")
            known = _listed(camera.numbered())
            raise BadInput(f"view = {self.view}: there is no bookmark of this number; allowed: {known}")


MAX_PLOTS, MAX_CURVES, MAX_UNITS = 4, 6, 2
"""Greatest number of plots, of quantities in one, and of their units: one axis at each side."""
PARTS: dict[str, type[msgspec.Struct]] = {
    "camera": CameraSpec, "overlays": OverlaySpec, "ensemble": EnsembleSpec, "sculpture": SculptureSpec,
    "duel": DuelSpec, "measured": MeasuredSpec, "recording": RecordingSpec, "challenge": ChallengeSpec,
    "lesson": LessonStepSpec, "camera.bookmarks": BookmarkSpec, "camera.beside": PoseSpec,
    "recording.files": RecordedFile, "recording.flights": FlightSpec, "challenge.watch": WatchSpec,
}  # fmt: skip


class Scene(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Content of a scene file. Values of parameters and initial values are checked by the system itself.

    time: the time at which it opens [s]; the run up to there is computed first. slow_motion: near the event that the
    system highlights. paused: it waits at its start until the user begins. room:
    where the table stands, AUTO: as usual for the system. plots: those with which it opens, names of the quantities in
    each. source: the name of the Python file that defines the system, where a person has brought it; it is run only
    where it is named.
    """

    system: str
    source: str = ""
    name: str = ""
    title: str = ""
    note: str = ""
    integrator: str = "rk4"
    dt: float | str = 1e-3
    speed: float = 1.0
    time: float | str = 0.0
    slow_motion: bool = False
    paused: bool = False
    quality: str = AUTO
    room: str = AUTO
    parameters: dict[str, Any] = {}
    initial: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    camera: CameraSpec = CameraSpec()
    overlays: OverlaySpec = OverlaySpec()
    ensemble: EnsembleSpec = EnsembleSpec()
    sculpture: SculptureSpec = SculptureSpec()
    duel: tuple[DuelSpec, ...] = ()
    measured: MeasuredSpec | None = None
    recording: RecordingSpec | None = None
    challenge: ChallengeSpec | None = None
    lesson: tuple[LessonStepSpec, ...] = ()
    plots: tuple[tuple[str, ...], ...] = ()

    def check_plots(self, system: physics.System) -> None:
        """Raise BadInput for too many plots, or one of nothing, of unknown quantities, one twice, or too many units."""
        if len(self.plots) > MAX_PLOTS:
            raise BadInput(f"plots = {len(self.plots)} plots: must be at most {MAX_PLOTS}")
        known = {each.name: each.unit for each in plottable_names(system)}
        for k, names in enumerate(self.plots):
            for name in names:
                if name not in known:
                    raise BadInput(f"plots[{k}]: {unknown(f'quantity of {system.name}', name, known)}")
            if not 1 <= len(names) <= MAX_CURVES:
                raise BadInput(f"plots[{k}] = {len(names)} quantities: must be 1 to {MAX_CURVES}")
            if twice := next((name for name in names if names.count(name) > 1), None):
                raise BadInput(f"plots[{k}] = {twice}, {twice}: a quantity may stand in one plot only once")
            if len({known[name] for name in names}) > MAX_UNITS:
                raise BadInput(f"plots[{k}]: has quantities of more than {MAX_UNITS} units")

    def check_lesson(self) -> None:
        """Raise BadInput for a lesson of too many steps, beside a challenge, or with a step that does not fit."""
        if self.lesson and self.challenge is not None:
            raise BadInput("lesson: a scene with a challenge, which stops the run when it is over, has none")
        if len(self.lesson) > MAX_LESSON_STEPS:
            raise BadInput(f"lesson = {len(self.lesson)} steps: must be at most {MAX_LESSON_STEPS}")
        for k, step in enumerate(self.lesson):
            try:
                step.check(self.camera)
            except BadInput as error:
                raise BadInput(f"lesson[{k}].{error}") from None

    def simulation(self) -> physics.Simulation:
        """Return the simulation of the scene; raises BadInput."""
        system = physics.system(self.system, self.parameters, self.initial)
        return physics.Simulation(system, self.integrator, self.dt, self.settings)

    def changed(self, **changes: Any) -> Scene:
        """Return a copy with some fields replaced."""
        return msgspec.structs.replace(self, **changes)

    def ghost_classes(self) -> list[tuple[type[physics.System], DuelSpec]]:
        """Return the ghosts of the duel, each with the class of its system; of unknown ones, that of the scene."""
        names = [each.formulation if each.formulation in physics.systems() else self.system for each in self.duel]
        return [(physics.system_class(name), each) for name, each in zip(names, self.duel, strict=True)]

    def check_no_files(self) -> None:
        """Raise BadInput where a parameter names a file; for scenes in logs, which hold rows."""
        physics.system_class(self.system).check_no_files(self.parameters)
        for kind, each in self.ghost_classes():
            kind.check_no_files(each.parameters)

    def portable(self) -> Scene:
        """Return the scene without files that lie beside its own, table or recording, for files at other places."""
        measured = self.measured if self.measured is not None and self.measured.is_name else None
        if measured is self.measured and self.recording is None:
            return self
        return self.changed(measured=measured, recording=None)

    def opening_tick(self, dt: float, key: str = "time") -> int:
        """Return the number of steps of `dt` [s] up to the time at which the scene opens.

        Raises BadInput that calls the time `key`.
        """
        time = check_number(key, self.time, "s", 0.0, MAX_TIME)
        ticks = round(seconds(time) / seconds(dt))
        if ticks > MAX_TICKS:
            step = f"steps of dt = {format_number(dt)} s"
            raise BadInput(f"{key} = {format_number(time)} s: is {ticks} {step}; must be at most {MAX_TICKS}")
        return ticks

    def varied(
        self, values: Mapping[str, Any], initial: Mapping[str, Any], integrator: str = "", **fields: Any
    ) -> Scene:
        """Return the scene with some values changed by name; raises BadInput.

        values: parameters of the system and settings of the method. fields: other fields of the scene, None for those
        that stay.
        """
        method = physics.integrator(integrator or self.integrator)
        known = {setting.name for setting in method.settings}
        settings = {key: value for key, value in values.items() if key in known}
        system = physics.system(self.system, self.parameters, self.initial)
        system = system.replace({key: value for key, value in values.items() if key not in known}, initial)
        kept = self.settings if method.name == self.integrator else {}
        return self.changed(
            integrator=method.name,
            parameters={name: system.parameters[name] for name in system.applicable()},
            initial=written_start(system),
            settings={**kept, **settings},
            **{key: value for key, value in fields.items() if value is not None},
        )
