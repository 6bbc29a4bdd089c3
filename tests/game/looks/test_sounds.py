"""What each family sounds like: every signal can be read, and what is heard fits the motion."""

from __future__ import annotations

import math

import numpy as np
import pytest

import physics
from game import scenefile
from game.looks import look_for
from game.model.recording import SAMPLE_RATE
from game.session import advancing
from game.session.session import Session
from game.sound.synthesis import Synthesizer, TakeSound
from game.sound.tape import FILM_RATE, MotionTape, Take

SOUNDING = ("whip", "trebuchet", "rattleback", "sliding-body", "rolling-body", "bicycle", "euler-disk")
SILENT = ("gyroscope", "free-body", "planar-chain", "foucault-pendulum")


def heard(name: str, seconds: float, **changes: object) -> tuple[np.ndarray, Session]:
    """Return the sound of a preset, from -1 to 1, and its session at the end."""
    session = Session(scenefile.load(name).changed(paused=False, slow_motion=False, **changes))
    session.simulation.compile()
    if session.run.arrival:
        advancing.arrive(session)
    session.tape, voice, parts = MotionTape(FILM_RATE), Synthesizer(), []
    for _ in range(round(60 * seconds)):
        advancing.advance_frame(session, 60)
        parts.append(voice.play(advancing.cut_tape(session, 1.0 / 60.0)))
    return np.concatenate([*parts, voice.finish()]) / 32768.0, session


def loudness(samples: np.ndarray, first: float, last: float) -> float:
    part = samples[round(first * SAMPLE_RATE) : round(last * SAMPLE_RATE)]
    return float(np.sqrt(np.mean(part**2)))


@pytest.mark.parametrize("name", physics.systems())
def test_all_that_a_system_sounds_by_can_be_read(name: str) -> None:
    system = physics.system(name)
    voices = look_for(system).sounds(system)
    sound = TakeSound(Take(system, voices))
    sound._follow(np.array([0.0]), np.array([system.start()]))
    assert np.isfinite(sound.curves.values).all()
    events = {event.name for event in system.events}
    for voice in voices:
        assert set(getattr(voice, "events", ())) <= events
    if name in SOUNDING + SILENT:
        assert bool(voices) is (name in SOUNDING)


def test_a_whip_cracks_when_its_tip_outruns_sound() -> None:
    samples, session = heard("whip", 2.1)
    crack = next(event for event in session.simulation.events if event.name == "crack").time / session.clock.speed
    first = np.flatnonzero(np.abs(samples) > 0.5)[0] / SAMPLE_RATE
    assert first == pytest.approx(crack, abs=2e-3)
    assert loudness(samples, 0.0, crack - 0.1) < 0.03 < 0.3 < loudness(samples, crack, crack + 0.01)


def test_a_trebuchet_is_heard_to_release_and_to_hit() -> None:
    samples, session = heard("trebuchet", 1.4)
    release = next(event for event in session.simulation.events if event.name == "release").time
    assert loudness(samples, release, release + 0.02) > 1.5 * loudness(samples, release - 0.05, release - 0.005)
    samples, session = heard("trebuchet", 0.8, dt=2e-3, time=9.0)
    landing = next(event for event in session.simulation.events if event.name == "landing").time - 9.0
    assert loudness(samples, landing, landing + 0.05) > 1.5 * loudness(samples, landing - 0.05, landing - 0.005)


def test_a_rattleback_rattles_most_while_it_rocks_most() -> None:
    samples, session = heard("rattleback", 8.0, speed=0.5, dt=1e-3)
    rocks = next(event for event in session.simulation.events if event.name == "reversal").time / session.clock.speed
    assert loudness(samples, rocks - 0.5, rocks + 0.5) > 2.0 * loudness(samples, 0.2, 1.2)
    assert np.mean(np.abs(samples) > 0.9) < 1e-4, "nothing is cut off"
    assert np.abs(np.diff(samples)).max() < 0.4, "no clicks"


def test_a_top_that_has_lifted_off_does_not_rub() -> None:
    samples, session = heard("flipping-tippe-top", 6.0)
    events = session.simulation.events
    up = [event.time / session.clock.speed for event in events if event.name == "lift-off"]
    down = [event.time / session.clock.speed for event in events if event.name == "landing"]
    first, last = max(zip(up, down, strict=False), key=lambda pair: pair[1] - pair[0])
    assert loudness(samples, first + 0.02, last - 0.005) < 0.25 * loudness(samples, last + 0.01, last + 0.05)


def test_a_freewheel_clicks_at_each_tooth() -> None:
    samples, session = heard("bicycle", 2.0, speed=1.0)
    turned = abs(session.simulation["theta_R"] - session.simulation.system.start()[6])
    frequency = turned / session.simulation.time * 24.0 / (2.0 * math.pi)
    strong = np.abs(np.fft.irfft(np.fft.rfft(samples) * (np.fft.rfftfreq(len(samples), 1.0 / SAMPLE_RATE) > 2000.0)))
    power = np.abs(np.fft.rfft(strong - strong.mean()))
    low, high = round(0.7 * frequency * 2.0), round(1.4 * frequency * 2.0)
    assert (low + int(np.argmax(power[low:high]))) / 2.0 == pytest.approx(frequency, abs=1.0)


def test_the_same_run_gives_the_same_samples() -> None:
    one, two = (heard("egg-rising", 0.5)[0] for _ in range(2))
    assert np.array_equal(one, two)
    assert one.any()
