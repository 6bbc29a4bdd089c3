"""Actions on the time of a session: loop, playing backwards, steps by events."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from game.model.shown.sentence import Sentence
from game.model.words import later
from game.session import advancing
from game.session.session import Session
from game.session.undoing import note_setting
from physics import BadInput

LOOP = later("Loop {start:.2f} to {end:.2f} s")
LOOP_START, LOOP_END = later("A of the loop at {time:.2f} s"), later("B of the loop at {time:.2f} s")
LOOP_ON, LOOP_OFF, LOOP_CLEARED = later("Loop on"), later("Loop off"), later("Loop removed")

LoopSetting = tuple[int | None, int | None, bool]


def play_backwards(session: Session) -> None:
    """Play backwards, or pause where that is done already. Raises BadInput at the start of the run."""
    if session.run.playback.backwards and not session.simulation.paused:
        session.pause(True)
        return
    past, now = session.past, session.past.now(session.simulation)
    if now <= max(past.began(session.simulation), past.history.oldest):
        raise BadInput("play backwards: this is the start of the run")
    advancing.play_backwards(session)


def pause_or_resume(session: Session) -> None:
    """Pause, or go on forwards; raises BadInput with the first fault of a machine that cannot run."""
    if session.simulation.paused and session.run.workshop is not None:
        session.run.workshop.require_runnable()
    session.pause(not session.simulation.paused)


def marked_ticks(session: Session) -> list[int]:
    """Return the kept ticks at which something happened: events of the motion, changes and restarts."""
    history = session.past.history
    ticks = {event.tick for event in session.past.events.happenings} | {change.tick for change in history.changes[1:]}
    return sorted(tick for tick in ticks if history.oldest <= tick <= history.newest)


def seek_event(session: Session, direction: int) -> None:
    """Show the event before the present one, or the next one. Raises BadInput where none is kept."""
    now, ticks = session.past.now(session.simulation), marked_ticks(session)
    place = bisect_left(ticks, now) - 1 if direction < 0 else bisect_right(ticks, now)
    if not 0 <= place < len(ticks):
        where = "before this moment" if direction < 0 else "after this moment, up to the newest state"
        raise BadInput(f"events and changes: none is kept {where}")
    advancing.seek(session, ticks[place])


# Loop -----------------------------------------------------------------------------------------------------


def set_loop_start(session: Session, tick: int | None = None) -> None:
    """Set A at a tick, or here; B is removed where it does not lie after it. With both the loop is on."""
    tick = session.past.now(session.simulation) if tick is None else tick
    end = session.run.playback.end
    end = None if end is not None and end <= tick else end
    _change_loop(session, (tick, end, end is not None), LOOP_START, tick)


def set_loop_end(session: Session, tick: int | None = None) -> None:
    """Set B at a tick, or here; A is removed where it does not lie before it. With both the loop is on."""
    tick = session.past.now(session.simulation) if tick is None else tick
    start = session.run.playback.start
    start = None if start is not None and start >= tick else start
    _change_loop(session, (start, tick, start is not None), LOOP_END, tick)


def toggle_loop(session: Session) -> None:
    """Switch the loop on or off; where A and B are not both set, it is that of the whole run."""
    playback, past, simulation = session.run.playback, session.past, session.simulation
    if playback.start is not None and playback.end is not None:
        on = not playback.loops
        _change_loop(session, (playback.start, playback.end, on), LOOP_ON if on else LOOP_OFF, playback.start)
        return
    first = max(past.began(simulation), past.history.oldest) if playback.start is None else playback.start
    last = past.history.newest if playback.end is None else playback.end
    if last <= first:
        raise BadInput("loop: there is nothing to repeat yet; let the run go on first")
    _change_loop(session, (first, last, True), LOOP, first)


def clear_loop(session: Session) -> None:
    """Remove A and B."""
    if session.run.playback.start is not None or session.run.playback.end is not None:
        _change_loop(session, (None, None, False), LOOP_CLEARED, 0)


def run_time(session: Session, tick: int) -> float:
    """Return the time of a kept tick in its run [s], to the nearest kept state."""
    history = session.past.history
    row = min(max(history.row_at(tick), history.row_at(history.oldest)), history.row_at(history.newest))
    return float(history.times[row - history.row_at(history.oldest)]) - history.change_at(tick).start


def _change_loop(session: Session, new: LoopSetting, text: str, tick: int) -> None:
    """Change the loop, so that it can be undone."""
    playback = session.run.playback
    old = playback.start, playback.end, playback.loops

    def use(setting: LoopSetting) -> None:
        session.run.playback.start, session.run.playback.end, session.run.playback.loops = setting

    use(new)
    start, end, loops = new
    if loops and start is not None and end is not None and text in (LOOP_START, LOOP_END):
        text = LOOP
    words = Sentence(
        text,
        time=run_time(session, tick),
        start=0.0 if start is None else run_time(session, start),
        end=0.0 if end is None else run_time(session, end),
    )
    note_setting(session, words, lambda: use(old), lambda: use(new))
