"""Recordings of a thrown telephone beside a run: their flights, the search for the body, and what it has found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from game.experiments.measurements.measured import Column, MeasuredTable
from game.experiments.measurements.recording_columns import sensor_table, without_unit
from game.experiments.measurements.table_file import FileTable
from game.experiments.measurements.thrown_files import joined_recordings, thrown_recordings
from game.experiments.measurements.thrown_numbers import residuals
from game.experiments.measurements.thrown_task import FoundBody, ThrownRequest, ThrownTask
from game.looks.free.free_body import FreeBodyLook
from game.looks.free.measured_rates import MeasuredRates, add_measured_rates
from game.looks.generic import Look
from game.model.frame import SceneFrame
from game.model.words import later
from game.scenefile import Scene
from physics import BadInput
from physics.fitting.flight.recordings import ThrownRecording
from physics.fitting.flight.search import LEAST_FLIGHT, MOST_FLIGHTS, REVERSED, acceleration_left
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
class ReadRecording:
    """What a file holds: recordings, or the table of one where the unit of its rates is asked. name: of the file."""

    name: str
    recordings: tuple[ThrownRecording, ...]
    notes: tuple[str, ...] = ()
    table: FileTable | None = None


@dataclass(eq=False)
class ThrownState:
    """The recordings of one telephone, and what is done with them.

    recordings: as they were read. notes: what was done with them. asked: a table whose rates have no unit. joins:
    whether the next recording that is opened joins these. reverse: the axis of the wrong sense, as in `REVERSED`; "":
    none. spans: the flights. lengths: sides of the telephone along x, y and z [mm], 0 where they are not told. looked,
    task: the search for flights and the last fit. shown: the fit that the scene shows, of which `flight` is wanted and
    `drawn` is there, with its `rates` as dots.
    """

    recordings: list[ThrownRecording] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked: FileTable | None = None
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
        self.recordings += read.recordings
        if read.recordings:
            self.look()

    def add_table(self, table: FileTable) -> None:
        """Join a table, such as one of accelerations alone, which belongs to the last recording. Raises BadInput."""
        name = table.path.name
        recordings, notes = list(self.recordings), list[str]()
        joined_recordings(name, sensor_table(table, {}), recordings, notes)
        if len(recordings) > MOST_FILES:
            raise BadInput(f"{name}: {MOST_FILES} recordings are joined already: remove one first")
        self.joins, self.recordings = False, recordings
        self.notes += notes
        self.look()

    def answer(self, unit: str) -> None:
        """Take the unit of the rates of the table that is asked about. Raises BadInput."""
        table, self.asked = self.asked, None
        if table is not None:
            self.add(read_recording(table, unit))

    def remove(self, place: int) -> None:
        """Remove a recording with its flights."""
        del self.recordings[place]
        self.spans = [
            RecordedSpan(each.place - (each.place > place), each.begin, each.end)
            for each in self.spans
            if each.place != place
        ]

    def used(self) -> tuple[ThrownRecording, ...]:
        """Return the recordings with the sense of their axes corrected."""
        if not self.reverse:
            return tuple(self.recordings)
        signs = np.array(REVERSED[self.reverse])
        return tuple(each._replace(rates=each.rates * signs) for each in self.recordings)

    # Flights --------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look for the flights of all recordings, in the background."""
        if self.looked is not None:
            self.looked.cancel()
        self.looked = ThrownTask(ThrownRequest(self.used(), ((),) * len(self.recordings), False))

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
        self.cancel()
        windows = tuple(
            tuple((each.begin, each.end) for each in self.spans if each.place == place)
            for place in range(len(self.recordings))
        )
        self.task = ThrownTask(ThrownRequest(self.used(), windows, True))

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


def measured_rates(found: FoundBody, place: int) -> MeasuredRates:
    """Return the rates of a flight without bias, and how far off they are, in deviations of the noise."""
    body, turned = found.fit.body, found.turnings[place]
    known = np.isfinite(body.flights[place].rates).all(axis=1)
    apart = np.abs(residuals(body, place)[known]).max(axis=1)
    return MeasuredRates(turned.omega, apart / max(body.noise, 1e-12))


def read_recording(table: FileTable, unit: str = "") -> ReadRecording:
    """Return the recording in a table, or the table itself where the unit of its rates is to be asked.

    Raises BadInput.
    """
    name = table.path.name
    if not unit and without_unit(table) is not None:
        return ReadRecording(name, (), table=table)
    recordings, notes = list[ThrownRecording](), list[str]()
    joined_recordings(name, sensor_table(table, {}, unit), recordings, notes)
    return ReadRecording(name, tuple(recordings), tuple(notes))


def archived_recordings(path: Path) -> ReadRecording:
    """Return the recordings in an archive, as phyphox and Sensor Logger write them. Raises BadInput."""
    recordings, notes = thrown_recordings([path], lambda table: sensor_table(table, {}))
    return ReadRecording(path.name, tuple(recordings), tuple(notes))


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
