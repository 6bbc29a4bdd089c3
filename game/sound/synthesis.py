"""Samples of the sound of a run, made piece by piece."""

from __future__ import annotations

import math
from array import array
from collections import deque

import numpy as np

from game.model.recording import SAMPLE_RATE, Samples
from game.sound.curves import Rows, Signal, StateCurves, read_signals
from game.sound.tape import MotionPiece, Take
from game.sound.voices import Boom, Clicks, Moments, PhaseTone, Ring, Rustle, Strike, Voice

FADE = 0.004
"""Time [s] in which sound begins and ends where the motion jumps, pauses or goes on: else it would click."""
KNEE, CEILING = 0.6, 0.98
"""Height above which loud sound is pressed together, and that which it never reaches."""
MOST_STRIKES = 48
"""Greatest number of strikes of a voice that ring at once: the oldest are dropped."""


class Synthesizer:
    """A maker of the sound of a run, mono, from the pieces of its tape in order.

    volume: a factor, 0 to 1. It holds back a piece until what comes later no longer changes it. made: the number of
    samples so far.
    """

    def __init__(self, volume: float = 1.0) -> None:
        self.volume = volume
        self.made = 0
        self._waiting: deque[tuple[MotionPiece, TakeSound | None]] = deque()
        self._newest: TakeSound | None = None
        self._wall = 0.0
        self._sounding: TakeSound | None = None

    def play(self, piece: MotionPiece) -> Samples:
        """Add a piece, and return the samples (n,) that are made by it. Raises BadInput for signals not known."""
        sound = None
        if piece.take is not None:
            if self._newest is None or self._newest.take is not piece.take:
                self._newest = TakeSound(piece.take)
            sound = self._newest
            sound.learn(piece)
        self._waiting.append((piece, sound))
        return self._made(hold=True)

    def finish(self) -> Samples:
        """Return the samples that are left."""
        return self._made(hold=False)

    def _made(self, hold: bool) -> Samples:
        made = [np.empty(0, np.int16)]
        while self._waiting:
            piece, sound = self._waiting[0]
            ends = self._waiting[1][1] is not sound if len(self._waiting) > 1 else not hold
            if hold and len(self._waiting) == 1 and sound is not None:
                break
            if sound is not None and not ends and sound.curves.ready < piece.end:
                break
            self._waiting.popleft()
            made.append(self._samples(piece, sound, ends))
        return np.concatenate(made)

    def _samples(self, piece: MotionPiece, sound: TakeSound | None, ends: bool) -> Samples:
        """Return the samples of a piece; ends: its take ends with it."""
        begun, self._wall = self._wall, self._wall + piece.wall
        count = max(math.ceil(self._wall * SAMPLE_RATE - 1e-6) - self.made, 0)
        walls = (self.made + np.arange(count)) / SAMPLE_RATE - begun
        self.made += count
        before, self._sounding = self._sounding, None if ends else sound
        if sound is None or not count:
            return np.zeros(count, np.int16)
        if ends and piece.last is not None:
            sound.end(piece.last)
        pace = (piece.end - piece.begin) / piece.wall
        waves = sound.waves(Moments(piece.begin + pace * walls, pace, SAMPLE_RATE))
        envelope = np.ones(count) if before is sound else np.clip(walls / FADE, 0.0, 1.0)
        if ends:
            envelope = np.minimum(envelope, np.clip((piece.wall - walls) / FADE, 0.0, 1.0))
        return as_samples(self.volume * envelope * limited(waves))


class TakeSound:
    """The sound of one take: the curves that its voices follow, and the strikes that ring."""

    def __init__(self, take: Take) -> None:
        self.take = take
        self._signals = list(dict.fromkeys(signal for voice in take.voices for signal in _signals(voice)))
        self.curves = StateCurves(len(self._signals))
        self._strikes: dict[int, list[Strike]] = {place: [] for place, _ in enumerate(take.voices)}

    def learn(self, piece: MotionPiece) -> None:
        """Take in the states and events of a piece."""
        self._follow(piece.times, piece.states)
        self._hear(piece)

    def end(self, last: tuple[float, Rows]) -> None:
        """Take in the last state of all, which the tape did not have to write."""
        self._follow(np.array([last[0]]), last[1])

    def _follow(self, times: Rows, states: Rows) -> None:
        """Add states (n, dim) at times (n,), and the clicks between them."""
        newest = float(self.curves.times[-1]) if len(self.curves.times) else -math.inf
        fresh = times > newest
        if not fresh.any():
            return
        known = max(len(self.curves.times) - 1, 0)
        self.curves.add(times[fresh], read_signals(self.take.system, self._signals, states[fresh]))
        for place, voice in enumerate(self.take.voices):
            if isinstance(voice, Clicks):
                self._click(place, voice, known)

    def _click(self, place: int, voice: Clicks, known: int) -> None:
        """Add the clicks of a voice from the state of number `known` on."""
        times, angles = self.curves.times, self.curves.values[:, self._signals.index(voice.angle)]
        levels = np.full(len(times), voice.usual)
        if voice.level is not None:
            levels = self.curves.values[:, self._signals.index(voice.level)]
        for k in range(known, len(times) - 1):
            pair = slice(k, k + 2)
            self._strike(place, voice.between(times[pair].tolist(), angles[pair].tolist(), levels[pair].tolist()))

    def _hear(self, piece: MotionPiece) -> None:
        """Add the strikes of a piece's events, once."""
        for event in piece.events:
            for place, voice in enumerate(self.take.voices):
                if not isinstance(voice, Ring | Boom) or event.name not in voice.events:
                    continue
                strength = 1.0
                if voice.strength is not None and event.before:
                    state = np.frombuffer(array("d", event.before))[None]
                    strength = abs(float(read_signals(self.take.system, [voice.strength], state)[0, 0])) / voice.usual
                known = self._strikes[place]
                if not known or known[-1].time < event.time:
                    self._strike(place, [Strike(event.time, strength)])

    def _strike(self, place: int, strikes: list[Strike]) -> None:
        self._strikes[place] = [*self._strikes[place], *strikes][-MOST_STRIKES:]

    def waves(self, at: Moments) -> Rows:
        """Return the waves (n,) at moments, and forget what no later ones need."""
        found = np.zeros(len(at.times))
        for place, voice in enumerate(self.take.voices):
            found += self._voice(place, voice, at)
        self.curves.forget(float(at.times[-1]))
        return found

    def _voice(self, place: int, voice: Voice, at: Moments) -> Rows:
        match voice:
            case PhaseTone():
                phase = self.curves.smooth(self._signals.index(voice.phase), at.times)
                return voice.sound(phase, self._value(voice.level, at), at)
            case Rustle():
                path = self.curves.path(self._signals.index(voice.speed), at.times)
                force = np.full(len(path), voice.weight) if voice.force is None else self._value(voice.force, at)
                return voice.sound(path, self._value(voice.speed, at), force, at)
        begins, ends = float(at.times[0]), float(at.times[-1])
        heard = [strike for strike in self._strikes[place] if strike.time + voice.lasts >= begins]
        self._strikes[place] = heard
        waves = np.zeros(len(at.times))
        for strike in heard:
            if strike.time <= ends:
                waves += voice.sound(strike, at)
        return waves

    def _value(self, signal: Signal, at: Moments) -> Rows:
        return self.curves.value(self._signals.index(signal), at.times)


def _signals(voice: Voice) -> list[Signal]:
    """Return what a voice follows at every state."""
    found: list[Signal | None]
    match voice:
        case PhaseTone():
            found = [voice.phase, voice.level]
        case Rustle():
            found = [voice.speed, voice.force]
        case Clicks():
            found = [voice.angle, voice.level]
        case _:
            found = []
    return [signal for signal in found if signal is not None]


def limited(waves: Rows) -> Rows:
    """Return waves with what is above `KNEE` pressed together below `CEILING`; small ones stay as they are."""
    over = np.maximum(np.abs(waves) - KNEE, 0.0)
    room = CEILING - KNEE
    return np.sign(waves) * (np.minimum(np.abs(waves), KNEE) + room * np.tanh(over / room))


def as_samples(waves: Rows) -> Samples:
    """Return waves from -1 to 1 as samples of 16 bit; what is not a number is silent."""
    return np.rint(32767.0 * np.clip(np.nan_to_num(waves, posinf=0.0, neginf=0.0), -1.0, 1.0)).astype(np.int16)
