"""Replay of a logged session: its entries are applied at their ticks, and its states compared."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

import msgspec

from game.model.edit import Edit
from game.model.input import Action
from game.model.words import tr
from game.scenefile import EnsembleSpec, Scene
from game.session import actions, advancing, edits
from game.session.past.event_log import EventLog, LogEntry, fingerprint
from game.session.past.undo import UndoEntry
from game.session.session import Session
from physics import BadInput, Simulation
from physics.core.units import format_number
from physics.simulation.pace import Pace

TICKS_AT_ONCE = 20_000


def apply_entry(session: Session, entry: LogEntry, bare: bool = False) -> bool:
    """Apply an entry to a session whose run is at its tick; return False where the state is another.

    bare: scenes are opened without ensembles, duels and tables, which do not affect the run. Raises BadInput.
    """
    match entry.what:
        case "state":
            return bool(fingerprint(session.simulation) == entry.value)
        case "reset":
            actions.perform(session, Action.RESET)
        case "scene":
            scene = logged_scene(entry.value)
            edits.apply(session, Edit("scene", _bare(scene) if bare else scene))
        case "integrator" | "formulation":
            edits.apply(session, Edit(entry.what, str(entry.value)))
        case what:
            if what == "parameter":
                session.simulation.system.check_no_files({entry.name: entry.value})
            edits.apply(session, Edit(what, entry.value, entry.name))
    return True


class Replay:
    """A session to which the entries of a log are applied in order. ticks: number of ticks run."""

    def __init__(self, log: EventLog) -> None:
        self.session = Session(_bare(log.scene))
        self.ticks = 0
        self._pace = Pace()
        self._agreed = "from the start on"

    def do(self, entry: LogEntry) -> str:
        """Run to the tick of an entry and apply it; returns the difference from the log, or ""."""
        stopped = self._run(entry.tick)
        if stopped:
            return stopped
        same = apply_entry(self.session, entry, bare=True)
        if entry.what == "state":
            time = format_number(self.session.simulation.time)
            if not same:
                return f"the state differs at tick {entry.tick} (t = {time} s); {self._agreed}"
            self._agreed = f"it was the same at tick {entry.tick} (t = {time} s)"
        return ""

    def _run(self, tick: int) -> str:
        """Run to a tick; returns why that is impossible, or ""."""
        simulation = self.session.simulation
        while simulation.tick < tick:
            done = self._pace.advance(simulation, min(tick - simulation.tick, TICKS_AT_ONCE))
            self.ticks += done
            if simulation.divergence is not None:
                return f"it stops at tick {simulation.tick} on the way to tick {tick}: {simulation.message}"
        return ""


class ReplayPlan(NamedTuple):
    """A log, and the ticks that are run until the entry before each of its entries, and those of the whole log."""

    log: EventLog
    before: list[int]

    @classmethod
    def of(cls, log: EventLog) -> ReplayPlan:
        """Return the plan of a log."""
        return cls(log, _ticks_before(log.entries))


class LiveReplay:
    """A log that is replayed while its session goes on at its own speed. It begins with opening the log's scene.

    name: of its file. over: whether it has ended; message: then, what is to be told; failed: whether that is a warning.
    It ends early where the user changes the run or leaves its present. Raises BadInput for an invalid scene.
    """

    def __init__(self, session: Session, plan: ReplayPlan, name: str) -> None:
        self.name = name
        self.over, self.failed, self.message = False, False, ""
        self._session, self._entries, self._next, self._same = session, plan.log.entries, 0, 0
        self._before = plan.before
        edits.apply(session, Edit("scene", plan.log.scene))
        session.run.arrival = 0  # the log tells what happened on the way to the time at which the scene opens
        session.pause(False)
        self._note()

    @property
    def part(self) -> float:
        """The part of the log's ticks that has been run, 0 to 1."""
        if self.over or not self._before[-1]:
            return 1.0
        begun = self._entries[self._next - 1].tick if self._continues else 0
        return min((self._before[self._next] + self._session.simulation.tick - begun) / self._before[-1], 1.0)

    @property
    def _continues(self) -> bool:
        """Whether the next entry belongs to the run of the one before."""
        return self._next > 0 and self._entries[self._next - 1].what not in ("reset", "scene")

    def advance(self, wall_nanoseconds: int, budget: int, seconds: float) -> int:
        """Let wall time pass as `advancing.advance` does, and apply the entries whose ticks are reached."""
        session, done = self._session, 0
        if not self.over and not self._untouched():
            self._end(tr("{name}: the replay has ended, because the run was changed", name=self.name), failed=False)
        while not self.over:
            self._apply_due()
            left = 0 if self.over else self._entries[self._next].tick - session.simulation.tick
            if left <= 0:
                break
            ran = advancing.advance(session, wall_nanoseconds, min(budget - done, left), seconds)
            done += ran
            wall_nanoseconds -= int(ran * session.simulation.dt / session.speed * 1e9)
            if ran < left or done >= budget or wall_nanoseconds <= 0:
                break
        if not self.over and session.simulation.divergence is not None:
            self._apply_due()
        self._note()
        return done

    def stop(self) -> None:
        """End it here; the run goes on."""
        self._end(tr("{name}: the replay has ended", name=self.name), failed=False)

    def _apply_due(self) -> None:
        """Apply the entries of the present tick."""
        session = self._session
        while not self.over and self._next < len(self._entries):
            entry, simulation = self._entries[self._next], session.simulation
            if entry.tick > simulation.tick:
                if simulation.divergence is not None:
                    self._end(f"{self.name}: {tr(simulation.message)}", failed=True)
                return
            self._apply(entry)
        if not self.over:
            session.pause(True)
            words = tr("{name}: replayed, {count} states are those of the log", name=self.name, count=self._same)
            self._end(words, failed=False)

    def _apply(self, entry: LogEntry) -> None:
        session, paused = self._session, self._session.simulation.paused
        stopped = session.simulation.divergence is not None
        try:
            with session.undo.grouped():  # opening the log's scene is the entry that undoes all of it
                same = entry.tick == session.simulation.tick and apply_entry(session, entry)
        except BadInput as error:
            self._end(f"{self.name}: {tr(str(error))}", failed=True)
            return
        self._next += 1
        session.run.arrival = 0
        if not same:
            words = tr(
                "{name}: at t = {time:.6g} s the state is not that of the log",
                name=self.name,
                time=session.simulation.time,
            )
            self._end(words, failed=True)
        elif entry.what == "state":
            self._same += 1
        else:
            session.pause(paused and not stopped)

    def _end(self, message: str, failed: bool) -> None:
        self.over, self.message, self.failed = True, message, failed

    def _note(self) -> None:
        """Note where the run is, to notice what the user does to it until the next call."""
        done = self._session.undo.done
        self._run: Simulation = self._session.simulation
        self._tick, self._count, self._last = self._run.tick, len(done), done[-1] if done else None

    def _untouched(self) -> bool:
        """Return whether nobody else has changed the run since the last call, apart from single steps forward."""
        session, done = self._session, self._session.undo.done
        if session.simulation is not self._run or not self._tick <= self._run.tick <= self._entries[self._next].tick:
            return False
        kept: UndoEntry | None = done[self._count - 1] if 0 < self._count <= len(done) else None
        return kept is self._last and all(entry.before is None for entry in done[self._count :])


def _ticks_before(entries: list[LogEntry]) -> list[int]:
    """Return the ticks run until the entry before each one, and those of the whole log."""
    lengths, last = [0], 0
    for entry in entries:
        lengths.append(entry.tick - last)
        last = 0 if entry.what in ("reset", "scene") else entry.tick
    return list(accumulate(lengths))


def logged_scene(value: object) -> Scene:
    """Return the scene that an entry of a log has opened. Raises BadInput."""
    try:
        scene = msgspec.convert(value, Scene).portable()
    except msgspec.ValidationError as error:
        raise BadInput(f"scene: {error}") from None
    scene.check_no_files()
    return scene


def _bare(scene: Scene) -> Scene:
    """Return the scene without its ensemble, duel and measured table."""
    return scene.changed(ensemble=EnsembleSpec(), duel=(), measured=None)
