"""What sounds: tones of a phase, rustling contacts, and strikes that ring, as data.

Every voice is a function of the simulated time alone, by the values of the run's states and its events: in slow motion
all pitches fall with the speed, as on a tape, and the same motion gives the same samples however it is cut into pieces.
Waves that are too high for the samples, or too low for an ear, are left out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.sound.curves import Rows, Signal

HIGHEST = 1.0 / 2.2
"""Greatest frequency of a wave, in rates of the samples."""
FULL = 0.75
"""Part of that frequency below which waves have their full height."""
LOW, LOW_FULL = 30.0, 90.0
"""Frequencies [Hz] between which noise comes to be heard."""
INAUDIBLE, AUDIBLE = 15.0, 30.0
"""Frequencies [Hz] between which a tone comes to be heard; below, it would only push the cone of a loudspeaker."""
BLOW = 4.0
"""Rate at which the noise of a strike rises, in its pitch: a blow takes time."""
FAINT = 2e-4
"""Part of its strength down to which a strike rings."""
MOST = 2.0
"""Greatest strength of a voice."""
NO_COLOR = 0.15
"""Part of its loudness that noise keeps far from its pitch."""
SIZE = 1 << 18
"""Number of values of the profile of roughness, a power of 2."""
PERIOD = 32
"""Number of values in the longest wave of its octave."""
SEED = 1789


class Partial(NamedTuple):
    """A decaying wave of a strike: its frequency [Hz], time to 1/e [s] and height."""

    frequency: float
    decay: float
    height: float = 1.0


class Moments(NamedTuple):
    """Times (n,) at which a voice sounds: simulated [s], and the simulated seconds per second of sound there."""

    times: Rows
    pace: float
    rate: int


@dataclass(frozen=True)
class PhaseTone:
    """A tone whose j-th harmonic is sin(j phase): what repeats once a turn, such as a contact that runs round a rim.

    phase [rad]: its angle, a value that goes on through whole turns; by its rate the pitch follows. level: the height,
    1 for a loud one. harmonics: heights of the harmonics, over that.
    """

    phase: Signal
    level: Signal
    harmonics: tuple[float, ...] = tuple(1.0 / j for j in range(1, 13))

    def sound(self, phase: tuple[Rows, Rows], level: Rows, at: Moments) -> Rows:
        """Return the tone (n,). phase: angles (n,) and their rates [rad/s]; level: (n,)."""
        angle, turning = phase
        heard = np.abs(turning) * at.pace / (2.0 * math.pi * at.rate)
        tone = np.zeros(len(angle))
        # Sines of multiples by sin (j + 1) a = 2 cos a sin j a - sin (j - 1) a: one sine and cosine for all of them.
        before, sine, double = np.zeros(len(angle)), np.sin(angle), 2.0 * np.cos(angle)
        for j, height in enumerate(self.harmonics, 1):
            if height:
                tone += height * _fades_out(j * heard) * _audible(j * heard * at.rate) * sine
            before, sine = sine, double * sine - before
        return np.clip(level, 0.0, MOST) * tone


@dataclass(frozen=True)
class Rustle:
    """The noise of a rough contact, or of a flow: its waves pass at the speed, so that its pitch rises with it.

    speed [m/s]: of the contact along the surface. force: what presses it, in units of `weight`; by how much it differs
    from `rest` counts; None: always 1. loudness: effective height at the speed `usual` [m/s]; it grows with the speed
    to the power `power`. grain [m]: the longest wave of the surface; each of `octaves` has half the wavelength of the
    one before and `tilt` times its height. pitch [Hz]: about which what is struck sounds most, by `width` octaves; 0:
    everywhere alike.
    """

    speed: Signal
    force: Signal | None = None
    weight: float = 1.0
    rest: float = 0.0
    loudness: float = 0.2
    usual: float = 1.0
    power: float = 1.0
    grain: float = 0.004
    octaves: int = 7
    tilt: float = 0.8
    pitch: float = 0.0
    width: float = 1.5

    def sound(self, path: Rows, speed: Rows, force: Rows, at: Moments) -> Rows:
        """Return the noise (n,) at the places (n,) on the path [m], at speeds and forces (n,)."""
        quick, load = np.maximum(speed, 0.0), np.abs(force / self.weight - self.rest)
        height = self.loudness * np.minimum(load, 2.0 * MOST) * (quick / self.usual) ** self.power
        if not height.any():
            return np.zeros(len(path))
        noise = np.zeros(len(path))
        slowest, fastest = float(quick.min()) * at.pace, float(quick.max()) * at.pace
        pitch = np.log2(np.maximum(quick, 1e-9)) if self.pitch else None
        for octave in range(self.octaves):
            wave = self.grain * 0.5**octave
            low, high = slowest / wave, 2.0 * fastest / wave / at.rate
            if 0.5 * high * at.rate < LOW or 2.0 * low / at.rate > HIGHEST:
                continue
            part = self.tilt**octave * roughness(path / wave, 997.0 * octave)
            if high > FULL * HIGHEST:
                part *= _fades_out(quick * (2.0 * at.pace / wave / at.rate))
            if low < LOW_FULL:
                part *= _fades_in(quick * (at.pace / wave))
            if pitch is not None:
                part *= self._color(pitch - math.log2(wave))
            noise += part
        return np.minimum(height, MOST) * noise / math.sqrt(sum(self.tilt ** (2 * k) for k in range(self.octaves)))

    def _color(self, pitch: Rows) -> Rows:
        """Return the factor of noise by the logarithm of its lowest frequency; its middle is half an octave above."""
        apart = (pitch + 0.5 - math.log2(self.pitch)) / self.width
        return NO_COLOR + (1.0 - NO_COLOR) * np.exp(-0.5 * apart * apart)


class Strike(NamedTuple):
    """A strike: its simulated time [s] and strength."""

    time: float
    strength: float


@dataclass(frozen=True)
class Ring:
    """Strikes at the events of a run, each of which rings in decaying waves.

    events: their names. strength: a value at the state just before the event, or None for 1. usual: the value for a
    strike of strength 1. partials: the waves. noise: height of the noise with which it begins, which dies away in
    `noise_decay` [s], and has its pitch at `noise_pitch` [Hz].
    """

    events: tuple[str, ...]
    partials: tuple[Partial, ...]
    strength: Signal | None = None
    usual: float = 1.0
    loudness: float = 0.5
    noise: float = 0.0
    noise_decay: float = 0.02
    noise_pitch: float = 1000.0

    @property
    def lasts(self) -> float:
        """The simulated time for which it is heard [s]."""
        longest = max([each.decay for each in self.partials] + [self.noise_decay if self.noise else 0.0])
        return -math.log(FAINT) * longest

    def sound(self, strike: Strike, at: Moments) -> Rows:
        """Return what is heard of a strike (n,)."""
        waves = np.zeros(len(at.times))
        on = slice(*np.searchsorted(at.times, (strike.time, strike.time + self.lasts)))
        since = at.times[on] - strike.time
        height = self.loudness * min(strike.strength, MOST)
        for frequency, decay, share in self.partials:
            share *= _share(frequency * at.pace, at.rate)
            if share:
                waves[on] += height * share * np.exp(-since / decay) * np.sin(2.0 * math.pi * frequency * since)
        pitch = self.noise_pitch * at.pace
        share = self.noise * float(_fades_out(np.array([2.0 * pitch / at.rate]))[0] * _fades_in(np.array([pitch]))[0])
        if share:
            # Each strike has its own grain, which depends on nothing but its time.
            grain = roughness(self.noise_pitch * since, 31.0 * strike.time)
            rises = -np.expm1(-BLOW * self.noise_pitch * since)
            waves[on] += height * share * rises * np.exp(-since / self.noise_decay) * grain
        return waves


@dataclass(frozen=True)
class Boom:
    """Shock waves at the events of a run: an N-wave, as of a body that outruns sound, and its echo from the ground.

    The pressure jumps, falls evenly to as much below and jumps back (Whitham, Comm. Pure Appl. Math. 5, 1952, 301). Its
    height grows with the Mach number only as (M² − 1)^(1/8), so all are alike. length [s]: of the wave. rise [s]: of
    its jumps. echo: height and delay [s] of the echo.
    """

    events: tuple[str, ...]
    length: float = 0.5e-3
    rise: float = 0.04e-3
    loudness: float = 0.9
    echo: tuple[float, float] = (0.35, 5.8e-3)
    strength: Signal | None = None
    usual: float = 1.0

    @property
    def lasts(self) -> float:
        """The simulated time for which it is heard [s]."""
        return self.length + self.echo[1] + 8.0 * self.rise

    def sound(self, strike: Strike, at: Moments) -> Rows:
        """Return what is heard of a strike (n,)."""
        passed = at.times - strike.time
        height, delay = self.echo
        wave = self._wave(passed - 4.0 * self.rise, at) + height * self._wave(passed - 4.0 * self.rise - delay, at)
        on = (passed >= 0.0) & (passed < self.lasts)
        return np.where(on, self.loudness * min(strike.strength, MOST) * wave, 0.0)

    def _wave(self, passed: Rows, at: Moments) -> Rows:
        """Return the N-wave at times (n,) since it began; its jumps take at least a sample or two."""
        rise = max(self.rise, 1.5 * at.pace / at.rate)
        up, down = np.tanh(passed / rise), np.tanh((passed - self.length) / rise)
        return 0.5 * (up - down) * (1.0 - 2.0 * passed / self.length)


@dataclass(frozen=True)
class Clicks:
    """Strikes at equal angles of a turning part, such as the pawls of a freewheel.

    angle [rad]: that turns. each [rad]: the angle from one click to the next. ring: what each sounds like. level: by
    which each is as strong as its size over `usual`, or None for 1. most: the greatest number of clicks between two
    states; more are no clicks any more, and none is heard.
    """

    angle: Signal
    each: float
    ring: Ring
    level: Signal | None = None
    usual: float = 1.0
    most: int = 400

    @property
    def lasts(self) -> float:
        """The simulated time for which each is heard [s]."""
        return self.ring.lasts

    def sound(self, strike: Strike, at: Moments) -> Rows:
        """Return what is heard of a click (n,)."""
        return self.ring.sound(strike, at)

    def between(self, times: Sequence[float], angles: Sequence[float], levels: Sequence[float]) -> list[Strike]:
        """Return the clicks between two states, at their times, angles and levels."""
        first, last = angles[0] / self.each, angles[1] / self.each
        marks = np.arange(math.floor(min(first, last)) + 1, math.floor(max(first, last)) + 1)
        if first == last or len(marks) > self.most:
            return []
        parts = np.sort((marks - first) / (last - first))
        at = times[0] + parts * (times[1] - times[0])
        strengths = np.abs(levels[0] + parts * (levels[1] - levels[0])) / self.usual
        return [Strike(*each) for each in zip(at.tolist(), strengths.tolist(), strict=True)]


Voice = PhaseTone | Rustle | Ring | Boom | Clicks


def _fades_out(frequency: Rows) -> Rows:
    """Return the factor of waves of frequencies (n,), in rates of the samples: none above `HIGHEST`."""
    return np.clip((1.0 - frequency / HIGHEST) / (1.0 - FULL), 0.0, 1.0)


def _audible(frequency: Rows) -> Rows:
    """Return the factor of tones of frequencies (n,) [Hz]: none of those that no one hears."""
    return np.clip((frequency - INAUDIBLE) / (AUDIBLE - INAUDIBLE), 0.0, 1.0)


def _share(frequency: float, rate: int) -> float:
    """Return the factor of a tone of a frequency [Hz] in samples of a rate [Hz]."""
    heard = np.array([frequency])
    return float(_fades_out(heard / rate)[0] * _audible(heard)[0])


def _fades_in(frequency: Rows) -> Rows:
    """Return the factor of noise at frequencies (n,) [Hz], which is not heard where they are low."""
    return np.clip((frequency - LOW) / (LOW_FULL - LOW), 0.0, 1.0)


@lru_cache(maxsize=1)
def octave() -> NDArray[np.float32]:
    """Return a closed profile (`SIZE` + 1,) of mean square 1, with waves of `PERIOD` values down to half as many.

    Its last value is the first. It is the same on every run.
    """
    random = np.random.default_rng(SEED)
    waves = np.zeros(SIZE // 2 + 1, complex)
    first, last = SIZE // PERIOD, 2 * SIZE // PERIOD
    waves[first:last] = np.exp(2j * np.pi * random.random(last - first))
    profile = np.fft.irfft(waves, SIZE)
    profile /= np.sqrt(np.mean(profile**2))
    return np.append(profile, profile[0]).astype(np.float32)


def roughness(place: NDArray[np.float64], start: float) -> NDArray[np.float64]:
    """Return the roughness of surfaces that slide on one another: noise that is the same whenever a place is read.

    It is the profile at places (n,), counted in longest waves of the octave from a start.
    """
    table = octave()
    at = (place + start) * PERIOD
    whole = np.floor(at)
    low = whole.astype(np.int64) & (SIZE - 1)
    left = np.take(table, low, mode="clip")
    rise = np.take(table, low + 1, mode="clip") - left
    return left.astype(np.float64) + (at - whole) * rise
