"""Time of a session: how its run goes on, back and step by step, and what is recorded on the way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from game.model.shown.sentence import Sentence
from game.model.words import later
from game.scenefile.described_tables import MACHINE
from game.session.exposure import Exposure
from game.session.forecast import extended_forecast
from game.session.pacing import processor_time, sampling_strides
from game.session.session import Session
from game.sound.tape import MotionPiece
from physics import Simulation
from physics.types import Floats

GONE_ON = later("Gone on from the past")
FREE = 1 << 62
END = "end"
"""Name of the event at which a machine reaches one of its `[ends]`."""
"""Number of ticks beyond any that are run at once."""


def step(session: Session) -> None:
    """Go one tick forward: to a kept state, or by a new tick after the last one.

    Raises BadInput with the first fault of a machine that cannot run.
    """
    session.pause(True)
    if session.run.workshop is not None:
        session.run.workshop.require_runnable()
    now = session.past.now(session.simulation)
    if now < session.past.history.newest:
        seek(session, now + 1)
    else:
        run_ticks(session, 1)


def seek(session: Session, moment: int, play: bool = False) -> None:
    """Show the kept state of a tick of the history, or the nearest one, and pause; play: go on instead.

    Where a run has diverged, it is shown as diverged again.
    """
    run = session.run
    simulation, run.arrival = run.simulation, 0
    rewinds = run.playback.backwards and play and moment < run.past.now(simulation)
    shown = simulation.system
    run.past.restore(simulation, moment)
    if not play:
        simulation.divergence = run.past.tree.divergence_at(run.past.now(simulation))
    simulation.paused = not play
    run.playback.backwards = run.playback.backwards and play
    if not play or run.clock.dt != simulation.dt:
        run.clock.dt = simulation.dt
    session.fit_formulation()
    if not (rewinds and simulation.system is shown and run.past.rewind(run.traces.trails, simulation, run.look)):
        run.arrows.jump()
        run.traces.restart(simulation)
        run.past.lay(run.traces.trails, simulation, run.look)
    run.lay_traces()
    run.contest.again(simulation)


def play_backwards(session: Session) -> None:
    """Show the kept states in the order back in time, down to the start of the run."""
    seek(session, session.past.now(session.simulation), play=True)
    session.clock.hold()
    session.run.playback.backwards = True


def has_ended(simulation: Simulation) -> bool:
    """Return whether a machine is at one of its `[ends]`, where it stands still for good."""
    events = simulation.events
    return bool(events) and events[-1].name == END and simulation.system.name == MACHINE


def advance(session: Session, wall_nanoseconds: int, budget: int, seconds: float = math.inf) -> int:
    """Let wall time pass, at most `budget` ticks, or `seconds` of computing; returns the number of ticks run."""
    run = session.run
    if run.arrival:
        return arrive(session, seconds)
    wall = wall_nanoseconds * 1e-9
    share = _share(session, wall)
    if not run.playback.backwards and has_ended(run.simulation):
        session.pause(True)  # the time of what stands still for good would be nobody's
    if run.simulation.paused:
        run.pacing.speed_meter.rest()
        if run.attempt is not None:
            run.attempt.rest(run.simulation)
        return 0
    before, over = run.clock.part, run.attempt is None or run.attempt.over
    due = run.clock.advance(wall_nanoseconds, budget, share)
    ends = processor_time() + seconds
    ticks = _play_back(session, due) if run.playback.backwards else run_ticks(session, due, ends=ends)
    if ticks < due and run.simulation.divergence is None:
        run.clock.drop(due - ticks)
    judged = run.attempt is not None and run.attempt.over and not over
    if judged or (not run.playback.backwards and has_ended(run.simulation)):
        session.pause(True)
    run.pacing.passed = (ticks + run.clock.part - before) * run.simulation.dt
    run.pacing.speed_meter.measure(wall * float(share), ticks * run.simulation.dt)
    return ticks


def arrive(session: Session, seconds: float = math.inf) -> int:
    """Run to the time at which the scene opens, for so many `seconds` of computing; returns the number of ticks."""
    run = session.run
    ends = processor_time() + seconds
    done = run_ticks(session, run.arrival - run.simulation.tick, ends=ends)
    if run.simulation.tick >= run.arrival or run.simulation.divergence is not None:
        run.arrival = 0
        run.clock.hold()
    return done


def advance_frame(session: Session, fps: int, exposure: Exposure | None = None) -> int:
    """Run the ticks of one frame of a recording, independent of wall time; returns their number.

    exposure: keeps the states that the frame's picture is the mean of.
    """
    run = session.run
    share = _share(session, 1 / fps)
    if run.simulation.paused:
        return 0
    before, simulation = run.clock.part, run.simulation
    due = run.clock.advance_frame(fps, share)
    fractions: list[float] = []
    if exposure is not None:
        seconds = (due + run.clock.part - before) * simulation.dt
        fractions = exposure.fractions(run.look, simulation.system, simulation.y, seconds)
    if run.playback.backwards:
        run.pacing.passed = _play_back(session, due) * simulation.dt
        return due
    filmed: list[Floats] = []
    ticks = run_ticks(session, due, [before + part * (due + run.clock.part - before) for part in fractions], filmed)
    run.pacing.passed = (ticks + run.clock.part - before) * simulation.dt
    if exposure is not None:
        exposure.keep(filmed, fractions)
    return ticks


def cut_tape(session: Session, wall: float) -> MotionPiece:
    """Return what the tape holds of the run since the last call, in so many seconds; silence without one."""
    run = session.run
    if session.tape is None:
        return MotionPiece(wall)
    simulation = run.simulation
    moves = not (simulation.paused or run.playback.backwards or run.arrival)
    return session.tape.cut(wall, simulation, run.clock.part, moves)


def look_ahead(session: Session) -> None:
    """Extend the forecast a little, where there is something to forecast."""
    run = session.run
    run.pacing.forecast = extended_forecast(run.pacing.forecast, run.past, run.simulation)


def _share(session: Session, wall: float) -> Fraction:
    """Return the part of the clock's speed for the next `wall` seconds."""
    run = session.run
    look_ahead(session)
    moment = None if run.pacing.forecast is None else run.pacing.forecast.moment
    return run.slow.take(moment, run.clock, run.simulation.time, wall)


def run_ticks(
    session: Session,
    ticks: int,
    marks: Sequence[float] = (),
    filmed: list[Floats] | None = None,
    ends: float = math.inf,
) -> int:
    """Run so many ticks, whether paused or not; record traces and states on the way.

    Returns how many were run: fewer where the run has stopped, or at the processor time `ends` [s], then at least one.
    filmed: gets the states to draw after so many ticks, with fractions, as `marks` tells.
    """
    run = session.run
    simulation, left = run.simulation, list(marks)
    tape = None if run.arrival else session.tape
    sides = 1 + len(run.contest.duel.ghosts) if run.contest.duel else 1
    trace, row = sampling_strides(
        session.speed, simulation.dt, sides if session.choices.plotted else 0, run.look.trace_rate
    )
    done = 0
    while done < ticks:
        _film(session, left, done, filmed)
        stop = min(ticks, int(left[0])) if left else ticks
        free = _follow_kept(session)
        heard = FREE if tape is None else tape.due(simulation, run.look, session.speed)
        judged = FREE if run.attempt is None else run.attempt.due(simulation)
        most = min(trace - done % trace, row - done % row, stop - done, free, heard, judged)
        ran = simulation.advance(run.pacing.pace.ticks(most, ends))
        if not ran:
            break
        done += ran
        if tape is not None:
            tape.note(simulation)
        over = run.attempt is not None and run.attempt.note(simulation) and filmed is None
        ticks = done if run.pacing.pace.took(ran) >= ends or over else ticks
        if run.contest.duel is not None:
            run.contest.duel.advance(ran, simulation.dt)
        if done % row == 0 or done == ticks:
            _keep(session)
        if done % trace == 0 or done == ticks:
            run.lay_traces()
    _film(session, left, ticks, filmed)
    if simulation.divergence is not None:
        run.past.ran(simulation)
        if run.attempt is not None:
            run.attempt.note(simulation)
    if run.cloud is not None and done:
        run.cloud.advance(simulation, done)
    return done


def _follow_kept(session: Session) -> int:
    """Return how many ticks may be run before the kept past has to be looked at again, at least one.

    Kept states that lie ahead are run through without a change. Where the run was changed the kept part becomes a
    branch, from which the run now departs; within a loop the run is changed as it was.
    """
    past, simulation, loop = session.past, session.simulation, session.run.playback.loop
    now = past.now(simulation)
    if loop is not None and now >= loop[1]:
        seek(session, loop[0], play=True)
        now = past.now(simulation)
    if now >= past.history.newest:
        return FREE if loop is None else max(loop[1] - now, 1)
    change = past.next_change(simulation)
    end = past.history.newest if loop is None else min(loop[1], past.history.newest)
    if change is None or change > end:
        return max(end - now, 1)
    if change > now + 1:
        return change - 1 - now
    if loop is None:
        past.fork(simulation, Sentence(GONE_ON), ahead=True)
        return FREE
    seek(session, change, play=True)
    return _follow_kept(session)


def _play_back(session: Session, ticks: int) -> int:
    """Show the kept state so many ticks before the present one; pauses at the start of the run. Returns `ticks`."""
    past, simulation, loop = session.past, session.simulation, session.run.playback.loop
    now, history = past.now(simulation), past.history
    first = max(past.began(simulation), history.oldest)
    wanted = now - ticks
    if loop is not None and now >= loop[0] > wanted:
        wanted = loop[1]
    if ticks and wanted <= first:
        seek(session, first)
    elif ticks:
        seek(session, wanted, play=True)
    return ticks


def _film(session: Session, marks: list[float], ticks: int, filmed: list[Floats] | None) -> None:
    """Move the marks up to so many ticks, with any fraction, from the list into states to draw."""
    while filmed is not None and marks and int(marks[0]) <= ticks:
        at = marks.pop(0)
        filmed.append(memoryview(bytes(session.simulation.shown(at - int(at)))).cast("d"))


def _keep(session: Session) -> None:
    run = session.run
    run.past.ran(run.simulation)
    run.shots.watch(run.past.history, run.past.events, run.simulation, run.scene, run.look)
    if run.contest.duel is not None:
        run.contest.duel.record()
