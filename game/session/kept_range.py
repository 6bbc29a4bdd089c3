"""A kept range of a session as data, from which another process shows exactly the same motion again.

The history keeps states every few ticks. What lies between them is computed again from the last of them before the
range, with the same method and step, so that every tick has the bits that it had. Where the system, the method or the
step was changed meanwhile, or a hand took hold of a body, the state just after that is kept as well, and the run goes
on from there.
"""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

import physics
from game.model.replacement import replacing
from game.session import advancing
from game.session.exposure import Exposure
from game.session.session import Session
from physics import BadInput
from physics.core.system import written_start
from physics.simulation.outcome import Snapshot
from physics.simulation.spring_hand import SpringHand
from physics.simulation.tick_times import TickTimes

MAX_FILE_BYTES = 200_000_000
"""Greatest size of a file [bytes]."""


class KeptState(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A snapshot as plain data. at: its tick in the range's count. restarts: the run was reset to its start there.

    state, previous and memory are the bytes of doubles; the other fields are those of `Snapshot`.
    """

    at: int
    restarts: bool
    system: str
    parameters: dict[str, Any]
    initial: dict[str, Any]
    integrator: str
    settings: dict[str, Any]
    dt: float
    tick: int
    times: tuple[str, int, str]
    state: bytes
    previous: bytes
    memory: bytes
    references: dict[str, tuple[float, float]]
    hand: list[float] | None
    work: float

    @classmethod
    def of(cls, snapshot: Snapshot, at: int, restarts: bool = False) -> KeptState:
        """Return a snapshot as plain data."""
        system, times = snapshot.system, snapshot.times
        references = {name: (float(start), float(size)) for name, (start, size) in snapshot.references.items()}
        return cls(
            at=at, restarts=restarts, system=system.name,
            parameters=msgspec.to_builtins({name: system.parameters[name] for name in system.applicable()}),
            initial=written_start(system),
            integrator=snapshot.integrator.name, settings=dict(snapshot.settings), dt=snapshot.dt, tick=snapshot.tick,
            times=(str(times.start), times.first, str(times.step)), state=snapshot.state, previous=snapshot.previous,
            memory=snapshot.memory, references=references,
            hand=None if snapshot.hand is None else snapshot.hand.numbers(), work=snapshot.work,
        )  # fmt: skip

    def snapshot(self) -> Snapshot:
        """Return the snapshot, of a run that goes on. Raises BadInput."""
        physics.system_class(self.system).check_no_files(self.parameters)
        system = physics.system(self.system, self.parameters, self.initial)
        size = 8 * len(system.variables)
        if len(self.state) != size or len(self.previous) != size:
            raise BadInput(f"kept range: state of {len(self.state)} bytes: must have {size} for {self.system}")
        start, first, step = self.times
        return Snapshot(
            system, physics.integrator(self.integrator), self.settings, self.dt, self.tick,
            TickTimes(Fraction(start), first, Fraction(step)), self.state, self.memory, self.previous, self.references,
            False, None, None if self.hand is None else SpringHand.of(self.hand), self.work,
        )  # fmt: skip


class KeptRange(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The states of a range of ticks: first that of the change in force at its beginning, then the nearest one kept.

    The others are the changes within it. begin, first, last: ticks at which the run is taken up, at which the pictures
    begin, and at which they end; between the first two, traces are laid.
    """

    states: tuple[KeptState, ...]
    begin: int
    first: int
    last: int

    @classmethod
    def of(cls, session: Session, first: int, last: int, least: int = 1) -> KeptRange:
        """Return the range between two kept ticks of a session. Raises BadInput for less than `least` ticks."""
        history, life = session.past.history, session.look.life
        first, last = max(first, history.oldest), min(last, history.newest)
        if last - first < least:
            raise BadInput("kept range: nothing is kept there; let the run go on for a while")
        seen = history.times[history.row_at(first) - history.row_at(history.oldest)]
        start = history.change_at(first).start
        early = min(max(history.tick_at(max(float(seen) - life, start)), history.oldest), first)
        point, run = history.snapshot_before(early), history.run_start(early)
        force = history.change_at(early)
        later = [change for change in history.changes if run + point.tick < change.tick <= last]
        states = (
            KeptState.of(force.snapshot, force.tick),
            KeptState.of(point, run + point.tick),
            *(KeptState.of(change.snapshot, change.tick, change.restarts) for change in later),
        )
        return cls(states, run + point.tick, first, last)

    def seconds(self, session: Session) -> float:
        """Return the simulated time from the first tick of the range to the last [s], in the session that kept it."""
        history = session.past.history
        low = history.row_at(history.oldest)
        first, last = (history.times[history.row_at(tick + 1) - 1 - low] for tick in (self.first, self.last))
        return float(last - first)

    def write(self, path: Path) -> None:
        """Write the range to a file. Raises RecordingError."""
        with replacing(path) as part:
            part.write_bytes(msgspec.msgpack.encode(self))


def read(path: Path) -> KeptRange:
    """Return the range in a file; raises BadInput."""
    try:
        if path.exists() and not path.is_file():
            raise BadInput(f"kept range {path}: is not a regular file")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise BadInput(f"kept range {path}: larger than {MAX_FILE_BYTES:.0f} bytes")
        return msgspec.msgpack.decode(path.read_bytes(), type=KeptRange)
    except OSError as error:
        raise BadInput(f"kept range {path}: {error.strerror or error}") from None
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"kept range {path}: {error}") from None


class Rerun:
    """A run of a session through a kept range: like `advancing.advance_frame`, with the changes that were made then.

    Compared runs and ensembles, of which no past is kept, start where the traces of the first picture begin.
    """

    def __init__(self, session: Session, kept: KeptRange) -> None:
        force, point, *later = kept.states
        self._session, self._later = session, later
        self._enter(force)
        session.past.history.begin(session.simulation)
        self._enter(point)
        session.past.history.record(session.simulation)
        session.run.restart_traces()
        session.run.contest.again(session.simulation)
        while self.tick < kept.first and self._advance(kept.first - self.tick):
            pass

    @property
    def tick(self) -> int:
        """The present tick in the range's count."""
        return self._shift + self._session.simulation.tick

    def advance_frame(self, fps: int, exposure: Exposure) -> None:
        """Run the ticks of one frame; where something was changed within it, the picture is sharp."""
        session = self._session
        if self._until_change() > session.clock.due_in_frame(fps):
            advancing.advance_frame(session, fps, exposure)
            return
        exposure.keep([], [])
        end = self.tick + session.clock.advance_frame(fps)
        while self.tick < end and self._advance(end - self.tick):
            pass

    def _until_change(self) -> float:
        """Return the ticks up to the next change; a restart takes a tick of the range without running one."""
        return self._later[0].at - self._later[0].restarts - self.tick if self._later else math.inf

    def _advance(self, ticks: int) -> bool:
        """Run so many ticks, or up to the next change, and make that; False where the run has stopped."""
        due = min(ticks, self._until_change())
        if due > 0 and not advancing.run_ticks(self._session, int(due)):
            return False
        while self._until_change() <= 0:
            self._change(self._later.pop(0))
        return True

    def _change(self, kept: KeptState) -> None:
        """Make a change of the range: of the system, its method or step, its state, or the hand that pulls."""
        session, simulation = self._session, self._session.simulation
        before, moved = simulation.system, kept.state != bytes(simulation.y)
        if kept.restarts:
            session.past.history.reset(simulation)
        self._enter(kept)
        session.past.history.mark(simulation)
        after = simulation.system
        if kept.restarts:
            session.start_run()
        elif moved:
            session.run.restart_traces()
            session.run.contest.again(simulation)
        elif (before.name, before.parameters) != (after.name, after.parameters):
            session.run.traces.trails.fit(after, simulation.y)
            session.run.contest.again(simulation)

    def _enter(self, kept: KeptState) -> None:
        """Restore a kept state into the session."""
        session = self._session
        session.simulation.restore(kept.snapshot())
        self._shift = kept.at - kept.tick
        session.clock.dt = session.simulation.dt
        session.fit_formulation()
