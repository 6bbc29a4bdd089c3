"""Samples of whole runs: pitch, slow motion, pauses, and the same samples however the run is cut."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from game import scenefile
from game.looks.generic import Look
from game.model.recording import SAMPLE_RATE
from game.session import advancing
from game.session.session import Session
from game.sound.synthesis import CEILING, KNEE, Synthesizer, as_samples, limited
from game.sound.tape import MotionTape
from game.sound.voices import PhaseTone, Voice

TONE = 5
"""Number of the only harmonic that is heard."""


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    """A spinning wheel whose every turn is heard."""

    def sounds(self: Look, system: object) -> tuple[Voice, ...]:
        return (PhaseTone("phi", lambda system, y: 0.4, (0.0,) * (TONE - 1) + (1.0,)),)

    monkeypatch.setattr(Look, "sounds", sounds)
    scene = scenefile.load("steady-precession").changed(speed=1.0)
    made = Session(scene.changed(paused=False))
    made.tape = MotionTape(960.0)
    return made


def played(session: Session, pictures: Sequence[int]) -> np.ndarray:
    """Return the samples of pictures that last 1 / fps each, given as such rates."""
    voice = Synthesizer()
    parts = []
    for fps in pictures:
        advancing.advance_frame(session, fps)
        parts.append(voice.play(advancing.cut_tape(session, 1.0 / fps)))
    return np.concatenate([*parts, voice.finish()])


def pitch(samples: np.ndarray) -> float:
    """Return the frequency [Hz] of the strongest wave, between the places of the spectrum."""
    power = np.log(np.abs(np.fft.rfft(samples * np.hanning(len(samples)))) + 1e-9)
    k = int(np.argmax(power))
    before, top, after = power[k - 1 : k + 2]
    return float((k + 0.5 * (before - after) / (before - 2.0 * top + after)) * SAMPLE_RATE / len(samples))


def test_the_pitch_is_the_rate_of_the_phase(session: Session) -> None:
    samples = played(session, [60] * 60)
    assert len(samples) == SAMPLE_RATE
    run = session.simulation
    turned = (run["phi"] - run.system.start()[2]) / run.time
    assert pitch(samples) == pytest.approx(TONE * turned / (2.0 * math.pi), rel=1e-3)


def test_slow_motion_lowers_the_pitch(session: Session) -> None:
    usual = pitch(played(session, [60] * 60))
    session.clock.speed = 0.5
    assert pitch(played(session, [60] * 60)) == pytest.approx(0.5 * usual, rel=1e-3)


def test_the_same_motion_gives_the_same_samples_however_it_is_cut(session: Session) -> None:
    whole = played(session, [60] * 30)
    for pictures in ([25] * 12 + [50], [240] * 120, [60, 24, 120, 30, 48] * 4):
        session.reset()
        other = played(session, pictures)
        shorter = min(len(whole), len(other)) - SAMPLE_RATE // 100
        assert np.abs(whole[:shorter].astype(int) - other[:shorter]).max() <= 1


def test_a_pause_is_silent_and_nothing_clicks(session: Session) -> None:
    voice, parts = Synthesizer(), []
    for number in range(40):
        session.pause(10 <= number < 20)
        advancing.advance_frame(session, 60)
        parts.append(voice.play(advancing.cut_tape(session, 1.0 / 60.0)))
    samples = np.concatenate([*parts, voice.finish()])
    assert len(samples) == 40 * SAMPLE_RATE // 60
    quiet = samples[10 * 800 + 1 : 20 * 800]
    assert not quiet.any()
    assert np.abs(samples[: 10 * 800]).max() > 0.3 * 32767
    steepest = 0.4 * 32767 * TONE * abs(session.simulation["phi_dot"]) / SAMPLE_RATE
    assert np.abs(np.diff(samples.astype(int))).max() < 1.3 * steepest + 0.4 * 32767 / (0.004 * SAMPLE_RATE)


def test_played_backwards_it_is_silent(session: Session) -> None:
    played(session, [60] * 30)
    advancing.play_backwards(session)
    assert not played(session, [60] * 10).any()


def test_a_loop_of_the_past_sounds_each_time(session: Session) -> None:
    played(session, [60] * 30)
    session.run.playback.start, session.run.playback.end, session.run.playback.loops = 100, 300, True
    advancing.seek(session, 100, play=True)
    samples = played(session, [60] * 60)
    loud = np.abs(samples).reshape(60, -1).max(axis=1) > 0.2 * 32767
    assert loud.mean() > 0.9


def test_volume_is_a_factor(session: Session) -> None:
    whole = played(session, [60] * 6)
    session.reset()
    voice = Synthesizer(volume=0.25)
    parts = []
    for _ in range(6):
        advancing.advance_frame(session, 60)
        parts.append(voice.play(advancing.cut_tape(session, 1.0 / 60.0)))
    assert np.concatenate([*parts, voice.finish()]) == pytest.approx(0.25 * whole, abs=1.0)


def test_loud_sound_is_pressed_together_and_quiet_sound_is_not() -> None:
    waves = np.linspace(-5.0, 5.0, 2001)
    pressed = limited(waves)
    quiet = np.abs(waves) <= KNEE
    assert np.array_equal(pressed[quiet], waves[quiet])
    assert np.abs(pressed).max() <= CEILING
    assert (np.diff(pressed) >= 0.0).all()
    assert pressed == pytest.approx(-pressed[::-1])


def test_samples_of_what_is_not_a_number_are_silent() -> None:
    assert as_samples(np.array([math.nan, math.inf, -math.inf, 1.0, -2.0])).tolist() == [0, 0, 0, 32767, -32767]
