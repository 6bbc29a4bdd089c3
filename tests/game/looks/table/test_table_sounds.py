"""What is heard of a body on a table: the knock of what lands on it or touches it, by the blow's impulse."""

from __future__ import annotations

import math
from array import array

import numpy as np
import pytest

import physics
from game import scenefile
from game.looks import look_for
from game.looks.table.table_sounds import HARD, root_of_blow, size_of
from game.model.recording import SAMPLE_RATE
from game.session import advancing
from game.session.session import Session
from game.sound.synthesis import TakeSound
from game.sound.tape import FILM_RATE, MotionTape, Take
from game.sound.voices import Moments, Ring
from physics.types import Floats

BALL = {"shape": "two balls", "mass": 0.0335, "radius": 0.008, "mu": 0.0}


def level(u: float) -> tuple[physics.System, Floats]:
    """Two balls whose second one comes down on the table at a speed u [m/s], where both are level."""
    system = physics.system("sliding-body", BALL, {"theta": 1.5, "theta_dot": 1.0})
    y: Floats = memoryview(system.start())
    half = 0.25 * math.pi
    y[0:4] = memoryview(array("d", [math.cos(half), math.sin(half), 0.0, 0.0]))
    y[4:7] = memoryview(array("d", [0.5 * u / 0.008, 0.0, 0.0]))
    return system, y


@pytest.mark.parametrize("u", [1e-3, 0.1])
def test_a_touch_is_as_strong_as_its_impulse(u: float) -> None:
    """J (1/m + R²/I1) = u with I1 = 7/5 m R²."""
    system, y = level(u)
    assert root_of_blow(system, y) == pytest.approx(math.sqrt(7 / 12 * 0.0335 * u), rel=1e-9)


def test_a_ball_that_lands_is_stopped_by_its_whole_momentum() -> None:
    round_one = {"shape": "offset sphere", "alpha": 0.0, "mu": 0.0, "mass": 0.02}
    system = physics.system("sliding-body", round_one, {"drop": 0.01})
    y = memoryview(system.start())
    y[12] = -0.3
    assert root_of_blow(system, y) == pytest.approx(math.sqrt(0.02 * 0.3), rel=1e-9)


def strikes(name: str, seconds: float, **changes: object) -> tuple[TakeSound, Session, Ring]:
    """Return what is heard of a stretch of a preset, its session at the end, and its voice of blows."""
    session = Session(scenefile.load(name).changed(paused=False, slow_motion=False, **changes))
    session.simulation.compile()
    advancing.arrive(session)
    session.tape = MotionTape(FILM_RATE)
    system = session.simulation.system
    (ring,) = (voice for voice in look_for(system).sounds(system) if isinstance(voice, Ring))
    sound = TakeSound(Take(system, (ring,)))
    for _ in range(round(60 * seconds)):
        advancing.advance_frame(session, 60)
        sound.learn(advancing.cut_tape(session, 1.0 / 60.0))
    return sound, session, ring


def test_the_touch_of_the_second_ball_clicks_when_it_comes() -> None:
    sound, session, ring = strikes("hurricane-balls", 1.0, time=4.05)
    first, second = (event for event in session.simulation.events if event.name == "touch")
    times = first.time + np.arange(-480, 1440) / SAMPLE_RATE * 0.1
    waves = sound.waves(Moments(times, 0.1, SAMPLE_RATE))
    assert np.abs(waves[:480]).max() == 0.0
    begins = np.flatnonzero(np.abs(waves) > 0.2 * np.abs(waves).max())[0] - 480
    assert 0 <= begins / SAMPLE_RATE < 2e-3
    assert 0.02 < np.abs(waves).max() < 0.35
    one, two = (root_of_blow(session.simulation.system, memoryview(array("d", e.before))) for e in (first, second))
    assert two == pytest.approx(one / math.sqrt(6.0), rel=0.1), "each lifts the other ball by a sixth of its speed"
    assert one < ring.usual


def test_a_body_that_falls_harder_is_louder() -> None:
    sound, session, ring = strikes("flipping-tippe-top", 2.5, time=0.9)
    system, landings = session.simulation.system, [e for e in session.simulation.events if e.name == "landing"]
    found = [root_of_blow(system, memoryview(array("d", event.before))) / ring.usual for event in landings]
    assert len(landings) >= 5 and found[0] < 0.3 < 1.0 < max(found) < 2.0
    heard = [strike.strength for strike in sound._strikes[0]]
    assert heard == pytest.approx(found, rel=1e-12)
    hard = HARD * system.mass * math.sqrt(system.gravity * size_of(system))
    assert ring.usual == pytest.approx(math.sqrt(hard))
