"""Challenges in a session: whether an attempt is fair, the log that proves it, and the judgement of such a log."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from game import scenefile
from game.challenges.attempt import LOST, Attempt, start_of
from game.model.words import later, tr
from game.scenefile import EnsembleSpec, Scene
from game.session import advancing
from game.session.files.log_replay import apply_entry
from game.session.past.event_log import EventLog, LogEntry, LogHeader, fingerprint, line_of
from game.session.session import Session
from physics import BadInput
from physics.core.units import format_number

CHANGED = later("does not count: {name} has been changed")
METHOD, PULLED = later("the method"), later("the place of a body")
STARTED = later("does not count: it did not begin as the challenge does")
SLOWED = later("does not count: it went slower than the challenge does")
NAMED = ("parameter", "initial")
"""What may be changed, by name."""


class Verdict(NamedTuple):
    """What a log proves: the challenge by its name and title, score and medal, and why not, "" where it does."""

    name: str
    title: str
    score: float
    unit: str
    medal: str
    fault: str


def run_entries(log: EventLog) -> list[LogEntry]:
    """Return the entries of the last run of a log."""
    entries: list[LogEntry] = []
    for entry in reversed(log.entries):
        if entry.what in ("reset", "scene"):
            break
        entries.insert(0, entry)
    return entries


def fault(session: Session) -> str:
    """Return why the attempt of a session does not count, in the language in use; "" where it does."""
    attempt = session.run.attempt
    assert attempt is not None
    if attempt.start is None:
        return tr(STARTED)
    if attempt.spec.pause and session.clock.speed < attempt.scene.speed:
        return tr(SLOWED)
    return _fault_in(run_entries(session.past.log), attempt)


def _fault_in(entries: list[LogEntry], attempt: Attempt) -> str:
    """Return which of the entries of a run the challenge does not allow, "" for none."""
    for entry in entries:
        if entry.what == "state" or (entry.what in NAMED and entry.name in attempt.spec.change):
            continue
        name = entry.name if entry.what in NAMED else tr(PULLED if entry.what in ("hand", "place") else METHOD)
        return tr(CHANGED, name=tr(name.replace("_", " ")))
    return ""


def proof(session: Session) -> EventLog:
    """Return the log of the present attempt alone, which proves its score: its start, its changes, its end."""
    attempt, simulation = session.run.attempt, session.simulation
    assert attempt is not None
    log = EventLog(attempt.start or attempt.scene)
    log.entries = [*run_entries(session.past.log), LogEntry(simulation.tick, "state", value=fingerprint(simulation))]
    return log


def judged(log: EventLog) -> Verdict:
    """Return what a log proves about the challenge of its scene. Raises BadInput where it has none, or is invalid.

    A challenge that is shipped is judged by its own rules, whatever the log says of them.
    """
    if log.scene.challenge is None:
        raise BadInput("its scene has no challenge")
    shipped = scenefile.challenge_files().get(log.scene.name)
    base = log.scene if shipped is None else scenefile.read(shipped)
    assert base.challenge is not None
    session = Session(_bare(base.changed(parameters=log.scene.parameters, initial=log.scene.initial)))
    attempt = session.run.attempt
    assert attempt is not None
    session.simulation.compile()  # a log is short, and its ticks take a hundred times as long without
    attempt.scene = base
    attempt.start = start_of(base, session.simulation)
    named = base.name, base.title
    for entry in log.entries:
        if entry.what == "scene":
            raise BadInput("it opens another scene on the way; the log of one challenge is judged")
        why = _done(session, entry)
        if why:
            return Verdict(*named, attempt.score, attempt.spec.unit, "", why)
    attempt.rest(session.simulation)
    return Verdict(*named, attempt.score, attempt.spec.unit, *_judgement(attempt, log))


def _judgement(attempt: Attempt, log: EventLog) -> tuple[str, str]:
    """Return the medal of an attempt, and why there is none."""
    if attempt.start is None:
        return "", tr(STARTED)
    if why := _fault_in(run_entries(log), attempt):
        return "", why
    if not attempt.over:
        return "", "the log ends before the attempt does"
    if attempt.ending in LOST:
        return "", attempt.ending.value
    return attempt.medal, "" if attempt.medal else "the score is below bronze"


def _done(session: Session, entry: LogEntry) -> str:
    """Run to the tick of an entry and apply it; return how the run differs from the log, "" where it does not."""
    simulation = session.simulation
    while simulation.tick < entry.tick:
        if not advancing.run_ticks(session, entry.tick - simulation.tick):
            return f"it stops at tick {simulation.tick} on the way to tick {entry.tick}: {simulation.message}"
    if not apply_entry(session, entry, bare=True):
        return f"the state differs at tick {entry.tick} (t = {format_number(simulation.time)} s)"
    return ""


def _bare(scene: Scene) -> Scene:
    """Return a scene without what does not affect the run."""
    return msgspec.structs.replace(scene, ensemble=EnsembleSpec(), duel=(), measured=None, recording=None)


def proof_bytes(session: Session) -> bytes:
    """Return the log that proves the present attempt, as a file has it."""
    log = proof(session)
    return line_of(LogHeader.of(log)) + b"".join(map(line_of, log.entries))
