"""What has happened in a run, in a sentence: how far a throw went, how often something turned over, round, or back."""

from __future__ import annotations

import math

import numpy as np

from game.model.words import later, tr
from game.session.advancing import has_ended
from game.session.series import Series
from game.session.session import Session
from physics.core.fields import Quantity, Variable

THROWN = later("It landed {range:.4g} m away after {time:.3g} s in the air, {apex:.3g} m high on the way.")
LASTED, DONE = later("It went on for {time:.3g} s."), later("It went on for {time:.3g} s: {what}.")
FLIPS, TURNS, REVERSALS = later("turned over {count}×"), later("went round {count}×"), later("turned back {count}×")
LEAST_TURNS = 1.0
"""Turns below which a motion has not gone round."""
MOST_ROWS = 4000
"""Greatest number of states that are looked at."""
OVER = "theta"
"""The quantity whose passage through a right angle is a flip."""
COUNTED = "reversals"
"""A variable of systems that count themselves how often they have turned back."""
SPINS = ("spin", "omega_z", "psi_dot")
"""Rates of which the first that a system has tells whether it has turned back."""


def has_come_to_an_end(session: Session) -> bool:
    """Return whether the motion of a run is over by itself: landed, fallen, or at the end of a machine."""
    simulation = session.simulation
    if simulation.divergence is not None:
        return simulation.divergence.by_motion
    ends = simulation.system.ends
    return has_ended(simulation) or (bool(ends) and any(event.name in ends for event in simulation.events))


def what_happened(session: Session) -> str:
    """Return what has happened in the present run so far, in the language in use."""
    run = session.run
    report = run.shots.report(run.past.history, run.past.events, run.simulation)
    values = {name: report[name].value for name in ("range", "flight_time", "apex") if name in report}
    if len(values) == 3 and all(isinstance(value, float) for value in values.values()):
        return tr(THROWN, range=values["range"], time=values["flight_time"], apex=values["apex"])
    counted = [tr(words, count=count) for words, count in _counts(session) if count]
    time = run.simulation.time
    return tr(DONE, time=time, what=", ".join(counted)) if counted else tr(LASTED, time=time)


def _counts(session: Session) -> list[tuple[str, int]]:
    """Return how often a run has turned over, gone round, and turned back."""
    simulation, history = session.simulation, session.past.history
    system = simulation.system
    first, end = history.run_at(history.now(simulation))
    series = Series(history)
    known: tuple[Variable | Quantity, ...] = (*system.variables, *system.invariants, *system.quantities)
    names = {each.name: each.unit for each in known}

    def column(name: str) -> np.ndarray:
        values = series.column(name, first, end, MOST_ROWS)
        return values[np.isfinite(values)][-MOST_ROWS:]

    flips = _passages(column(OVER) - math.pi / 2) if names.get(OVER) == "rad" else 0
    angles = [each.name for each in system.variables if each.unit == "rad" and each.role == "coordinate"]
    turned = [abs(values[-1] - values[0]) / (2.0 * math.pi) for name in angles if (values := column(name)).size]
    turns = int(max(turned, default=0.0))
    rate = next((name for name in SPINS if name in names), "")
    counter = [each.name for each in system.variables if each.name == COUNTED]
    back = int(simulation[COUNTED]) if counter else _passages(column(rate)) if rate else 0
    return [
        (FLIPS, flips),
        (TURNS, turns if turns >= LEAST_TURNS else 0),
        (REVERSALS, back),
    ]


def _passages(values: np.ndarray) -> int:
    """Return how often values have changed their sign, zeros left out."""
    signs = np.sign(values[values != 0.0])
    return int(np.count_nonzero(signs[1:] != signs[:-1]))
