"""What is heard of Euler's disk: the pitch of the contact that runs round its rim."""

import math

import numpy as np
import pytest

import physics
from game.looks import look_for
from game.looks.disk.disk_sounds import disk_sounds
from game.model.recording import SAMPLE_RATE
from tests.game.looks.test_sounds import heard, loudness


def strongest(samples, time, pitch):
    """Return the frequency [Hz] of the strongest wave about a time [s], from 0.6 to 1.5 times a pitch."""
    half = round(6.0 / pitch * SAMPLE_RATE)
    middle = round(time * SAMPLE_RATE)
    part = samples[middle - half : middle + half] * np.hanning(2 * half)
    power = np.abs(np.fft.rfft(part, 1 << 20))
    place = np.arange(len(power)) * SAMPLE_RATE / (1 << 20)
    near = (place > 0.6 * pitch) & (place < 1.5 * pitch)
    return float(place[near][np.argmax(power[near])])


def test_the_pitch_is_the_turn_of_the_contact_until_shortly_before_the_end():
    samples, session = heard("euler-disk", 4.3, initial={"theta": 0.1})
    (flat,) = session.simulation.events
    system = session.simulation.system
    run = physics.Simulation(system, "rk4", 5e-5)
    run.compile()
    pitch = next(each for each in system.quantities if each.name == "pitch")
    for time in (0.8, 1.6, 2.4, flat.time - 0.5, flat.time - 0.3):
        run.advance(round(time / 5e-5) - run.tick)
        expected = pitch.value(system, run.y)
        assert strongest(samples, time, expected) == pytest.approx(expected, rel=0.02)
    assert loudness(samples, flat.time - 0.3, flat.time) > 1.3 * loudness(samples, 0.2, 0.5) > 0.01
    assert loudness(samples, flat.time + 0.4, 4.3) < 1e-3


def test_the_air_ends_loudest_and_no_loss_is_silent():
    assert disk_sounds(physics.system("euler-disk", {"law": "none"})) == ()
    growth = {}
    for law in ("dry", "viscous", "air"):
        system = physics.system("euler-disk", {"law": law}, {"theta": 0.02})
        tone = look_for(system).sounds(system)[0]
        start = memoryview(system.start())
        later = memoryview(physics.system("euler-disk", {"law": law}, {"theta": 0.01}).start())
        growth[law] = tone.level(system, later) / tone.level(system, start)
    assert growth["dry"] == pytest.approx(2.0**0.25, rel=1e-3)
    assert growth["viscous"] == pytest.approx(2.0**0.5, rel=1e-3)
    assert growth["air"] == pytest.approx(2.0, rel=1e-3)
    assert not math.isnan(tone.level(system, start))
