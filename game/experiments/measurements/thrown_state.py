"""Recordings of a thrown telephone beside a run: their flights, the search for the body, and what it has found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from game.experiments.measurements.column_uses import of_run
from game.experiments.measurements.measured import Column, MeasuredTable
from game.experiments.measurements.recording_columns import SensorTable, runs_in, sensor_table, without_unit
from game.experiments.measurements.table_file import FileTable, read_table
from game.experiments.measurements.thrown_files import add_file, joined_recordings, thrown_recordings
from game.experiments.measurements.thrown_numbers import residuals
from game.experiments.measurements.thrown_task import FoundBody, ThrownRequest, ThrownTask
from game.looks.free.free_body import FreeBodyLook
from game.looks.free.measured_rates import MeasuredRates, add_measured_rates
from game.looks.generic import Look
from game.model.frame import SceneFrame
from game.model.words import later
from game.scenefile import ARCHIVES, RecordedFile, RecordingSpec, Scene
from game.scenefile.measured_spec import FlightSpec
from physics import BadInput
from physics.fitting.flight.recordings import ThrownRecording, with_stamps
from physics.fitting.flight.search import LEAST_FLIGHT, MOST_FLIGHTS, REVERSED, acceleration_left, stamp_shift
from physics.types import Floats

MOST_FILES = 8
"""Greatest number of recordings that are joined."""
SIZE = 5e-4
"""Greatest moment of a scene that shows a found body [kg m²], about that of a telephone: rates do not tell it."""
STATE = ("q_w", "q_x", "q_y", "q_z", "omega_1", "omega_2", "omega_3")
NOTE = later("A thrown body; its inertia is found up to a factor, and is drawn as that of a telephone.")
BOX = (0.075, 0.155, 0.008)
"""Sides of the box that stands for a telephone until its body is found [m]."""
SLOWED = 0.2
"""Speed of the scene of a flight, which lasts about a second."""


@dataclass(frozen=True)
class RecordedSpan:
    """A flight that the person has chosen, or that was found: place of its recording, begin and end [s]."""

    place: int
    begin: float
    end: float


@dataclass(frozen=True)
class AskedTable:
    """A table of which something is asked: the run, one of `runs`, or the unit of its rates. run: that was chosen.

    most: the greatest magnitude of the rates where their unit is asked.
    """

    table: FileTable
    runs: tuple[str, ...] = ()
    run: str = ""
    most: float = 0.0


@dataclass(frozen=True)
class ReadRecording:
    """What a file holds: recordings, or the table of one of which something is asked. name: of the file.

    files: those of each recording, as in `ReadFiles`.
    """

    name: str
    recordings: tuple[ThrownRecording, ...]
    notes: tuple[str, ...] = ()
    table: AskedTable | None = None
    files: tuple[tuple[RecordedFile, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class RecordingChoices:
    """What can be undone of recordings: which there are, from which files, and what was chosen about them."""

    recordings: tuple[ThrownRecording, ...]
    files: tuple[tuple[RecordedFile, ...], ...]
    stamps: tuple[tuple[int, float], ...]
    spans: tuple[RecordedSpan, ...]
    notes: tuple[str, ...]
    reverse: str


@dataclass(eq=False)
class ThrownState:
    """The recordings of one telephone, and what is done with them.

    recordings: as they were read, with their files. stamps: by how many rows the times of each seem to stand aside, and
    the roughness left, where that is asked. notes: what was done with them. asked: a table of which something is asked.
    joins: whether the next recording that is opened joins these. reverse: the axis of the wrong sense, as in
    `REVERSED`; "": none. spans: the flights. lengths: sides of the telephone along x, y and z [mm], 0 where they are
    not told. looked, task: the search for flights and the last fit. shown: the fit that the scene shows, of which
    `flight` is wanted and `drawn` is there, with its `rates` as dots. kept: that of a scene file with which it was
    opened, until it is begun with. near: an inertia (3, 3) that it has found. lost: why its files cannot be read.
    stays: whether the run that is shown is that of its flight `drawn`, whose body is found once more.
    """

    recordings: list[ThrownRecording] = field(default_factory=list)
    files: list[tuple[RecordedFile, ...]] = field(default_factory=list)
    stamps: list[tuple[int, float]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked: AskedTable | None = None
    joins: bool = False
    reverse: str = ""
    spans: list[RecordedSpan] = field(default_factory=list)
    lengths: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    looked: ThrownTask | None = None
    task: ThrownTask | None = None
    shown: FoundBody | None = None
    flight: int = 0
    rates: MeasuredRates | None = None
    drawn: int = 0
    kept: RecordingSpec | None = None
    near: NDArray[np.float64] | None = None
    lost: str = ""
    stays: bool = False
    _asked_for: ThrownTask | None = None

    # Recordings -----------------------------------------------------------------------------------------

    def add(self, read: ReadRecording) -> None:
        """Join what a file holds to the recordings, and look for its flights.

        Raises BadInput where there are too many.
        """
        if len(self.recordings) + len(read.recordings) > MOST_FILES:
            raise BadInput(f"{read.name}: {MOST_FILES} recordings are joined already: remove one first")
        self.joins = False
        self.asked = read.table
        self.notes += read.notes
        self._join(read.recordings, read.files)
        if read.recordings:
            self.look()

    def _join(self, recordings: Sequence[ThrownRecording], files: Sequence[tuple[RecordedFile, ...]]) -> None:
        self.recordings += recordings
        self.files += files
        self.stamps += [
            (0, 1.0) if own and own[0].shift else stamp_shift(each.t, each.rates)
            for each, own in zip(recordings, files, strict=True)
        ]

    def add_table(self, table: FileTable) -> None:
        """Join a table, such as one of accelerations alone, which belongs to the last recording. Raises BadInput."""
        name = table.path.name
        recordings, notes = list(self.recordings), list[str]()
        joined_recordings(name, sensor_table(table, {}), recordings, notes)
        if len(recordings) > MOST_FILES:
            raise BadInput(f"{name}: {MOST_FILES} recordings are joined already: remove one first")
        own, files = recordings[len(self.recordings) :], list(self.files)
        add_file(RecordedFile(str(table.path.resolve())), len(own), files)
        self.joins, self.recordings[:] = False, recordings[: len(self.recordings)]
        self.files = files[: len(self.recordings)]
        self._join(own, files[len(self.recordings) :])
        self.notes += notes
        self.look()

    def answer(self, run: str = "", unit: str = "") -> None:
        """Take the run, or the unit of the rates, of the table that is asked about. Raises BadInput."""
        asked, self.asked = self.asked, None
        if asked is not None:
            self.add(read_recording(asked.table, unit, run or asked.run))

    def shift(self, place: int, rows: int) -> None:
        """Take the times of a recording from other rows, −1, 0 or 1 further, and ask no more about them."""
        self.stamps[place] = (0, 1.0)
        if rows:
            first, *others = self.files[place]
            self.files[place] = (msgspec.structs.replace(first, shift=rows), *others)
            self.look()

    def remove(self, place: int) -> None:
        """Remove a recording with its flights."""
        del self.recordings[place], self.files[place], self.stamps[place]
        self.spans = [
            RecordedSpan(each.place - (each.place > place), each.begin, each.end)
            for each in self.spans
            if each.place != place
        ]

    def used(self) -> tuple[ThrownRecording, ...]:
        """Return the recordings with the sense of their axes, and the rows of their times, corrected."""
        signs = np.array(REVERSED[self.reverse]) if self.reverse else 1.0
        found = (
            with_stamps(each, own[0].shift) if own and own[0].shift else each
            for each, own in zip(self.recordings, self.files, strict=True)
        )
        return tuple(each._replace(rates=each.rates * signs) if self.reverse else each for each in found)

    # What can be undone, and what is saved --------------------------------------------------------------

    def choices(self) -> RecordingChoices:
        """Return what can be undone."""
        return RecordingChoices(
            tuple(self.recordings), tuple(self.files), tuple(self.stamps), tuple(self.spans), tuple(self.notes),
            self.reverse,
        )  # fmt: skip

    def choose(self, choices: RecordingChoices) -> None:
        """Go back, or forth, to what was chosen; where that are other recordings, what they tell is looked for anew."""
        same = [*map(id, choices.recordings)] == [*map(id, self.recordings)]
        same = same and (choices.files, choices.reverse) == (tuple(self.files), self.reverse)
        self.recordings, self.files = list(choices.recordings), list(choices.files)
        self.stamps, self.spans, self.notes = list(choices.stamps), list(choices.spans), list(choices.notes)
        self.reverse = choices.reverse
        if not same and self.recordings:
            self.look()

    def spec(self) -> RecordingSpec | None:
        """Return the recordings and what was chosen for a scene file, None where there is none."""
        if self.lost:
            return self.kept
        if not self.recordings or not all(self.files):
            return None
        return RecordingSpec(
            files=tuple(each for own in self.files for each in own),
            flights=tuple(FlightSpec(each.place + 1, each.begin, each.end) for each in self.spans),
            reverse=self.reverse,
            lengths=(self.lengths[0], self.lengths[1], self.lengths[2]),
            shown=self.drawn + 1 if self.rates is not None or self.stays else 0,
        )

    def begin(self) -> None:
        """Look for what a scene file has said of its recordings: their flights, and the body, in the background."""
        kept, self.kept = (self.kept, None) if not self.lost else (None, self.kept)
        if kept is None:
            return
        if not self.spans:
            self.look()
            return
        self.looked = ThrownTask(ThrownRequest(self.used(), _windows(self), False))
        if kept.shown:
            self.find()

    # Flights --------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look for the flights of all recordings, in the background."""
        if self.looked is not None:
            self.looked.cancel()
        self.looked = ThrownTask(ThrownRequest(self.used(), ((),) * len(self.recordings), False))

    def look_anew(self) -> None:
        """Look for the flights of all recordings in place of those that were found or chosen."""
        self.spans = []
        self.look()

    def turn(self, axis: str) -> None:
        """Turn an axis of the gyroscope, "" for none, and look whether the accelerometer fits."""
        self.reverse = axis
        self.look()

    def take_flights(self) -> None:
        """Use the flights that were looked for, once they are known, of recordings that have none so far."""
        looked = self.looked
        if looked is None or looked.flights is None or self._asked_for is looked:
            return
        self._asked_for = looked
        if len(looked.request.recordings) == len(self.recordings):
            have = {each.place for each in self.spans}
            self.spans += [RecordedSpan(*span) for span in looked.flights.spans if span[0] not in have]
            self.spans = sorted(self.spans, key=lambda each: (each.place, each.begin))[:MOST_FLIGHTS]

    def move(self, number: int, begin: float, end: float) -> None:
        """Give a flight other ends [s], within its recording, and not nearer than a flight is long at least."""
        span = self.spans[number]
        t = self.recordings[span.place].t
        low, high = float(t[0]), float(t[-1])
        least = min(LEAST_FLIGHT, high - low)
        if begin != span.begin:
            begin = min(max(begin, low), max(end - least, low))
        end = max(min(end, high), min(begin + least, high))
        self.spans[number] = RecordedSpan(span.place, begin, end)

    def remove_flight(self, number: int) -> None:
        """Remove a flight."""
        del self.spans[number]

    def add_flight(self, place: int) -> None:
        """Add a flight in the longest part of a recording that has none. Raises BadInput where there are enough."""
        if len(self.spans) >= MOST_FLIGHTS:
            raise BadInput(f"flights: {MOST_FLIGHTS} are joined already; remove one first")
        t = self.recordings[place].t
        edges = [float(t[0]), float(t[-1])]
        edges += [edge for each in self.spans if each.place == place for edge in (each.begin, each.end)]
        edges = sorted(edges)
        begin, end = max(zip(edges[::2], edges[1::2], strict=True), key=lambda pair: pair[1] - pair[0])
        if end - begin < LEAST_FLIGHT:
            raise BadInput(f"flights: {self.recordings[place].name} has no room for one more")
        third = max((end - begin) / 3.0, LEAST_FLIGHT)
        middle = 0.5 * (begin + end)
        self.spans.append(RecordedSpan(place, middle - 0.5 * third, middle + 0.5 * third))
        self.spans.sort(key=lambda each: (each.place, each.begin))

    def showing(self, rates: MeasuredRates, flight: int) -> ThrownState:
        """Return the state beside a run that shows a flight of the body, with its rates as dots.

        That of the run before stays as it is, to which undo goes back.
        """
        own = replace(self, recordings=list(self.recordings), notes=list(self.notes), spans=list(self.spans))
        own.files, own.stamps, own.near, own.stays = list(self.files), list(self.stamps), None, False
        own.lengths, own.rates, own.flight, own.drawn = list(self.lengths), rates, flight, flight
        return own

    # Picture --------------------------------------------------------------------------------------------

    def add_to(self, picture: SceneFrame, look: Look[Any], y: Floats, fixed: bool = False) -> None:
        """Add the measured rates of the flight that is shown to a picture of a free body.

        fixed: in body axes, as the second picture has them.
        """
        if self.rates is not None and isinstance(look, FreeBodyLook):
            add_measured_rates(picture, look, self.rates, y, fixed)

    # The body -------------------------------------------------------------------------------------------

    def find(self) -> None:
        """Begin to find the body, in the background."""
        if self.task is not None:
            self.task.cancel()
        near = () if self.near is None else (self.near,)
        self.task = ThrownTask(ThrownRequest(self.used(), _windows(self), True, near))

    def cancel(self) -> None:
        """Cancel what is computed."""
        for task in (self.looked, self.task):
            if task is not None and not task.done:
                task.cancel()

    @property
    def computing(self) -> bool:
        """Whether something is computed in the background."""
        return any(task is not None and not task.done for task in (self.looked, self.task))

    @property
    def found(self) -> FoundBody | None:
        """The last body that was found, None where there is none."""
        return None if self.task is None else self.task.body

    def acceleration_left(self, place: int) -> Column | None:
        """Return what a free flight does not explain of the acceleration of a recording (rows,) [m/s²].

        None without an accelerometer, or where its place is not known.
        """
        recording = self.used()[place]
        flights = self.looked.flights if self.looked is not None else None
        if recording.acceleration is None or flights is None or place >= len(flights.found):
            return None
        arm = flights.found[place].arm
        if arm is None:
            return None
        return acceleration_left(recording.t, recording.rates, recording.acceleration, arm)


def _windows(state: ThrownState) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return begin and end [s] of the flights of each recording."""
    return tuple(
        tuple((each.begin, each.end) for each in state.spans if each.place == place)
        for place in range(len(state.recordings))
    )


def measured_rates(found: FoundBody, place: int) -> MeasuredRates:
    """Return the rates of a flight without bias, and how far off they are, in deviations of the noise."""
    body, turned = found.fit.body, found.turnings[place]
    known = np.isfinite(body.flights[place].rates).all(axis=1)
    apart = np.abs(residuals(body, place)[known]).max(axis=1)
    return MeasuredRates(turned.omega, apart / max(body.noise, 1e-12))


def read_recording(table: FileTable, unit: str = "", run: str = "") -> ReadRecording:
    """Return the recording in a table, or the table itself where its run, or the unit of its rates, is to be asked.

    Raises BadInput.
    """
    name = table.path.name
    if not run and (runs := runs_in(table)):
        return ReadRecording(name, (), table=AskedTable(table, runs))
    own = of_run(table, run) if run else table
    if not unit and (most := without_unit(own)) is not None:
        return ReadRecording(name, (), table=AskedTable(table, run=run, most=most))
    recordings, notes = list[ThrownRecording](), list[str]()
    joined_recordings(name, sensor_table(own, {}, unit), recordings, notes)
    file = RecordedFile(str(table.path.resolve()), unit=unit, run=run)
    return ReadRecording(name, tuple(recordings), tuple(notes), files=((file,),))


def archived_recordings(path: Path) -> ReadRecording:
    """Return the recordings in an archive, as phyphox and Sensor Logger write them. Raises BadInput."""
    found = thrown_recordings([path], lambda table: sensor_table(table, {}))
    return ReadRecording(path.name, tuple(found.recordings), tuple(found.notes), files=tuple(found.files))


def kept_recordings(spec: RecordingSpec, parameters: Mapping[str, Any]) -> ThrownState:
    """Return the recordings that a scene file names, with what was chosen; where one cannot be read, `lost` says why.

    parameters: of the body of the scene, near which the fit begins.
    """
    state = ThrownState(kept=spec, near=_inertia_of(parameters))
    try:
        for file in spec.files:
            _take(state, file)
    except BadInput as error:
        return ThrownState(kept=spec, lost=f"recording: {error}", stays=spec.shown > 0)
    count = len(state.recordings)
    state.spans = [
        RecordedSpan(each.recording - 1, each.begin, each.end) for each in spec.flights if each.recording <= count
    ]
    state.reverse, state.lengths = spec.reverse, list(spec.lengths)
    state.stamps = [(0, 1.0)] * count if spec.flights else state.stamps
    state.flight = state.drawn = max(spec.shown - 1, 0)
    state.stays = spec.shown > 0 and bool(state.spans)
    return state


def _inertia_of(parameters: Mapping[str, Any]) -> NDArray[np.float64] | None:
    """Return the inertia matrix (3, 3) that the parameters of a free body give, None for none that a body has."""
    if parameters.get("body") != "given":
        return None
    values = [[float(parameters["I" + "".join(sorted({i, j}))]) for j in "123"] for i in "123"]
    found = np.array(values)
    return found if float(np.linalg.eigvalsh(found)[0]) > 0.0 else None


def _take(state: ThrownState, file: RecordedFile) -> None:
    """Add what a file of a scene holds to its recordings. Raises BadInput."""
    found = _read(Path(file.file), file.unit, file.run, _changed_at(Path(file.file)))
    if isinstance(found, SensorTable):
        joined_recordings(Path(file.file).name, found, state.recordings, state.notes)
        state.files[-1] = (*state.files[-1], file)
        return
    if len(found.recordings) <= max(file.part - 1, 0):
        raise BadInput(f"{Path(file.file).name}: has {len(found.recordings)} recordings; there is no part {file.part}")
    state.notes += found.notes
    state._join(found.recordings[max(file.part - 1, 0) :][:1], [(file,)])


def _changed_at(path: Path) -> int:
    """Return when a file was changed last [ns]. Raises BadInput."""
    try:
        return path.stat().st_mtime_ns
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from None


@lru_cache(maxsize=MOST_FILES)
def _read(path: Path, unit: str, run: str, _changed: int) -> ReadRecording | SensorTable:
    """Return what a file of recordings holds; of accelerations alone, these. Raises BadInput."""
    if path.suffix.lower() in ARCHIVES:
        return archived_recordings(path)
    table = read_table(path)
    own = of_run(table, run) if run else table
    found = sensor_table(own, {}, unit)
    if found.rates is None:
        return found
    recording = ThrownRecording(path.name, found.t, found.rates, found.acceleration)
    return ReadRecording(path.name, (recording,), tuple(f"{path.name}: {each}" for each in found.notes))


@lru_cache(maxsize=2)
def opened_scene(name: str) -> Scene:
    """Return the scene with which a recording opens, the same one each time: a box stands for the telephone."""
    return Scene(
        system="free-body",
        title=name,
        note=later("A recording of a thrown telephone. A box stands for it until its body is found."),
        parameters={"body": "box", **dict(zip(("side_1", "side_2", "side_3"), BOX, strict=True))},
        paused=True,
    )


def found_scene(found: FoundBody, place: int = 0) -> tuple[Scene, MeasuredTable]:
    """Return the scene of a flight with the found body, and the table of its measured motion, which begins with it."""
    body, turned = found.fit.body, found.turnings[place]
    J = SIZE * body.inertia
    moments = zip(
        ("I1", "I2", "I3", "I12", "I13", "I23"), (*np.diag(J).tolist(), J[0, 1], J[0, 2], J[1, 2]), strict=True
    )
    start: Sequence[float] = (*turned.ideal[0].tolist(), *body.starts[place].tolist())
    name = found.fit.recordings[found.fit.spans[place][0]].name
    scene = Scene(
        system="free-body",
        title=name,
        note=NOTE,
        parameters={"body": "given", **{each: float(value) for each, value in moments}},
        initial=dict(zip(STATE, start, strict=True)),
        speed=SLOWED,
    )
    columns = dict(zip(STATE, np.hstack([turned.measured, turned.omega]).T, strict=True))
    return scene, MeasuredTable(name, turned.t, columns)
