"""Event log: what was done to the mechanics of a session and at which tick, enough to replay and verify it.

Pauses, single steps and the speed determine when ticks run, not their result: only ticks count here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

import physics
from game.model.replacement import replacing
from game.scenefile import Scene
from physics import BadInput, Simulation
from physics.errors import has_huge_integer
from physics.text_files import each_block

MAX_FILE_BYTES = 200_000_000
"""Greatest size of a log [bytes]; an hour of dragging sliders makes about 20 MB."""
MAX_TICK = 10**9
"""Greatest tick of an entry: replay takes minutes to come there."""
BETWEEN_STATES = 1.0
"""Simulated seconds between two fingerprints of the state."""

LoggedAction = Literal[
    "scene", "formulation", "integrator", "dt", "parameter", "initial", "setting", "hand", "place", "reset", "state"
]


class LogEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """One action, after the run had done `tick` ticks.

    what and name: as in an `Edit`, or "reset"; or "state", whose value is the fingerprint of the state. After a "reset"
    or a "scene" ticks count from 0 again.
    """

    tick: Annotated[int, msgspec.Meta(ge=0, le=MAX_TICK)]
    what: LoggedAction
    name: str = ""
    value: Any = None


class LogHeader(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The first line of a file: the version that wrote it and the scene at the start of the session."""

    polhode: str
    scene: Scene

    @classmethod
    def of(cls, log: EventLog) -> LogHeader:
        """Return the header of a log."""
        return cls(physics.__version__, log.scene)


def line_of(part: LogHeader | LogEntry) -> bytes:
    """Return a line of a file."""
    return msgspec.json.encode(part) + b"\n"


def fingerprint(simulation: Simulation) -> str:
    """Return SHA-256 over the tick (8 bytes, little-endian) and the bytes of the state."""
    import hashlib

    return hashlib.sha256(simulation.tick.to_bytes(8, "little") + bytes(simulation.y)).hexdigest()


class EventLog:
    """The entries of a session that began with `scene`, along the branch that leads to the present.

    floor: the number of entries that are never replaced by later ones, because they belong to an earlier branch. A
    moment is a tick counted across restarts, as in `physics.simulation.history.History`, since the last scene.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene.portable()
        self.entries: list[LogEntry] = []
        self.floor = 0
        self._opened = 0
        self._run = 0
        self._fingerprinted = 0

    def add(self, tick: int, what: LoggedAction, value: Any = None, name: str = "") -> None:
        """Add an action at a tick of this run; entries of later ticks belong to another branch and are deleted."""
        self.cut(self._run + tick)
        entry = LogEntry(tick, what, name, msgspec.to_builtins(value))
        if len(self.entries) > max(self._opened, self.floor) and _replaces(entry, self.entries[-1]):
            self.entries.pop()
        self.entries.append(entry)
        if what == "scene":
            self._opened, self._run, self._fingerprinted = len(self.entries), 0, 0
        elif what == "reset":
            self._run, self._fingerprinted = self._run + _tick_count(entry), 0
        elif what == "state":
            self._fingerprinted = tick

    def forget_reset(self) -> None:
        """Delete a last entry that begins a run anew which has not moved: another one follows."""
        last = self.entries[-1] if len(self.entries) > max(self._opened, self.floor) else None
        if last is not None and last.what == "reset" and not last.tick:
            self.entries.pop()

    def watch(self, simulation: Simulation) -> None:
        """Add the state's fingerprint if the last one is old enough."""
        if (simulation.tick - self._fingerprinted) * simulation.dt >= BETWEEN_STATES:
            self.add(simulation.tick, "state", fingerprint(simulation))

    def cut(self, moment: int) -> None:
        """Go on from an earlier moment: delete the entries after it."""
        kept = self.count_until(moment)
        if kept < len(self.entries):
            self.take(kept)

    def until(self, moment: int) -> EventLog:
        """Return a log of its own with the entries up to a moment."""
        log = copy(self)
        log.entries = self.entries[: self.count_until(moment)]
        log._count()
        return log

    def take(self, kept: int) -> list[LogEntry]:
        """Take off the entries after the first `kept`, and return them; `graft` puts them back."""
        taken = self.entries[kept:]
        del self.entries[kept:]
        self._count()
        return taken

    def graft(self, entries: Sequence[LogEntry]) -> None:
        """Put entries at the end."""
        self.entries += entries
        self._count()

    def _count(self) -> None:
        """Find the present scene, run and fingerprint in the entries."""
        scenes = (i for i in range(len(self.entries), 0, -1) if self.entries[i - 1].what == "scene")
        self._opened, self._run, self._fingerprinted = next(scenes, 0), 0, 0
        for entry in self.entries[self._opened :]:
            if entry.what in ("reset", "state"):
                self._fingerprinted = entry.tick if entry.what == "state" else 0
                self._run += _tick_count(entry) if entry.what == "reset" else 0

    def count_until(self, moment: int) -> int:
        """Return the number of entries up to a moment of the present scene."""
        return self._until(moment)[0]

    def _until(self, moment: int) -> tuple[int, int]:
        """Return the number of entries up to a moment, and the moment at which its run began."""
        kept, run = len(self.entries), self._run
        while kept > self._opened:
            entry = self.entries[kept - 1]
            before = run - (_tick_count(entry) if entry.what == "reset" else 0)
            if max(run, before + entry.tick) <= moment:
                break
            kept, run = kept - 1, before
        return kept, run

    def write(self, path: Path, simulation: Simulation, moment: int) -> None:
        """Write the entries up to a moment and the fingerprint of the state, one JSON object a line.

        Raises RecordingError.
        """
        known = self.entries[: self.count_until(moment)]
        end = LogEntry(simulation.tick, "state", value=fingerprint(simulation))
        with replacing(path) as part:
            part.write_bytes(line_of(LogHeader.of(self)) + b"".join(map(line_of, [*known, end])))


def _tick_count(reset: LogEntry) -> int:
    """Return the ticks from the beginning of a run to that of the next; a run without ticks is not counted."""
    return reset.tick + 1 if reset.tick else 0


def _replaces(new: LogEntry, old: LogEntry) -> bool:
    """Return whether an entry replaces one of the same thing at the same tick (a slider or a hand, paused)."""
    same = (new.tick, new.what, new.name) == (old.tick, old.what, old.name)
    if new.what in ("hand", "place"):
        return same
    return same and new.what != "state" and isinstance(new.value, float) and isinstance(old.value, float)


def read(path: Path, note: Callable[[float], None] = lambda part: None) -> EventLog:
    """Return the log in a file. note: called with the part of the file that is read; it may raise Cancelled.

    Raises BadInput with file, line and what is wrong there.
    """
    lines = _lines(path, note)
    header = _line(path, 1, next(lines, ""), LogHeader)
    log = EventLog(header.scene)
    try:
        log.scene.check_no_files()
    except BadInput as error:
        raise BadInput(f"log {path}, line 1: {error}") from None
    tick = 0
    for number, line in enumerate(lines, start=2):
        entry = _line(path, number, line, LogEntry)
        if entry.tick < tick:
            raise BadInput(f"log {path}, line {number}: tick = {entry.tick}: comes after tick {tick}")
        tick = 0 if entry.what in ("reset", "scene") else entry.tick
        log.entries.append(entry)
    if not any(entry.what == "state" for entry in log.entries):
        raise BadInput(f"log {path}: holds no state to compare with")
    return log


def _lines(path: Path, note: Callable[[float], None]) -> Iterator[str]:
    """Yield the lines of a log; raises BadInput."""
    try:
        for lines, part in each_block(path, MAX_FILE_BYTES):
            note(part)
            yield from lines
    except BadInput as error:
        raise BadInput(f"log {path}: {error}") from None


def _line(path: Path, number: int, text: str, kind: Any) -> Any:
    import json

    try:
        raw = json.loads(text)
        if has_huge_integer(raw):
            raise BadInput(f"log {path}, line {number}: an integer has thousands of digits")
        if "\\u" in text and not _is_unicode(raw):
            raise BadInput(f"log {path}, line {number}: a text has half characters")
        return msgspec.convert(raw, kind)
    except json.JSONDecodeError as error:
        raise BadInput(f"log {path}, line {number}: not JSON: {error.msg}") from None
    except RecursionError:
        raise BadInput(f"log {path}, line {number}: not JSON: too many brackets inside one another") from None
    except msgspec.ValidationError as error:
        raise BadInput(f"log {path}, line {number}: {error}") from None
    except BadInput:
        raise
    except ValueError:
        raise BadInput(f"log {path}, line {number}: an integer has thousands of digits") from None


def _is_unicode(raw: Any) -> bool:
    """Return whether all texts of what was read consist of whole characters; JSON can write halves of some."""
    try:
        msgspec.json.encode(raw)
    except UnicodeEncodeError:
        return False
    return True
