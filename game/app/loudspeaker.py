"""The loudspeaker: a thread that makes sound of the pieces of a tape, and keeps pygame's mixer supplied with it."""

from __future__ import annotations

import math
import os
import sys
import threading
from collections import deque
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from game.model.recording import SAMPLE_RATE, Samples
from game.sound.synthesis import FADE, Synthesizer
from game.sound.tape import MotionPiece

BUFFER, CHUNK = 512, 1024
"""Samples in a buffer of the device, and in the least that is handed to the mixer: whole buffers follow without gap."""
LEAST_AHEAD, MOST_AHEAD, PIECES_AHEAD = 0.04, 1.0, 1.5
"""Bounds [s] of the sound that waits before any is played, and again after it has run out; within them it is so many
times the longest of the last pieces, because pictures come unevenly."""
MORE, MOST_MORE, LESS = 1.4, 5.0, 0.999
"""Factor by which more waits after sound has run out, its limit, and the factor by which that goes back with each chunk
that is played."""
LAG = 0.15
"""Time [s] of sound that may wait beyond that; the rest is left out, so that it does not lag behind the picture."""
SHORTER = 0.98
"""Factor by which the longest piece is forgotten with each one."""
QUIET = 0.3
"""Time [s] of silence after which nothing is handed to the mixer."""
DEVICES, SYSTEM_SERVER = Path("/dev/snd"), Path("/run/pulse/native")
"""Folder of the cards of Linux, and where a server for the whole system listens."""
POLL = 0.006
"""Time [s] between two looks at the mixer while it plays."""


def has_sound_device() -> bool:
    """Return whether there may be a device, without opening any; the library of Linux complains where there is none."""
    if os.environ.get("SDL_AUDIODRIVER") or os.environ.get("PULSE_SERVER"):
        return True
    if not sys.platform.startswith("linux"):
        return True
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or "/nowhere")
    sockets = (runtime / "pulse" / "native", runtime / "pipewire-0", SYSTEM_SERVER)
    return any(each.exists() for each in sockets) or any(DEVICES.glob("pcm*p"))


class Loudspeaker:
    """A loudspeaker, opened by its thread at the first sound.

    broken: the device cannot be opened. late: how often sound has run out.
    """

    def __init__(self) -> None:
        self.broken = False
        self.late = 0
        self._volume = 1.0
        self._pieces: deque[MotionPiece] = deque()
        self._wake = threading.Event()
        self._closed = False
        self._quiet = QUIET
        self._thread: threading.Thread | None = None

    def use_volume(self, volume: float) -> None:
        """Set the volume, 0 to 1, as it is heard: the height of the waves is its square."""
        self._volume = volume

    def play(self, piece: MotionPiece) -> None:
        """Play a piece of a tape after those before; silence that goes on is left out."""
        if self.broken or self._closed:
            return
        self._quiet = self._quiet + piece.wall if piece.take is None else 0.0
        if self._quiet > QUIET:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="loudspeaker", daemon=True)
            self._thread.start()
        self._pieces.append(piece)
        self._wake.set()

    def close(self) -> None:
        """Fall silent, and close the device."""
        self._closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        mixer = import_module("pygame.mixer")  # `from pygame` finds the one that was hidden
        try:
            mixer.init(SAMPLE_RATE, -16, 1, BUFFER, allowedchanges=0)
        except Exception:
            self.broken = True
            return
        try:
            self._feed(mixer, mixer.Channel(0))
        finally:
            mixer.quit()

    def _feed(self, mixer: Any, channel: Any) -> None:
        """Hand chunks to the mixer until the end."""
        supply, volume = SoundSupply(), self._volume
        while not self._closed:
            try:
                supply.take(self._pieces)
            except Exception:
                self.broken = True
                return
            if channel.get_queue() is None and (chunk := supply.chunk()) is not None:
                before, volume = volume, self._volume
                ramp = np.linspace(before**2, volume**2, len(chunk))
                sound = mixer.Sound(buffer=np.rint(chunk * ramp).astype(np.int16).tobytes())
                (channel.queue if channel.get_busy() else channel.play)(sound)
                self.late = supply.late
                continue
            if supply.rests and not self._pieces:
                self._wake.clear()
                if not self._pieces and not self._closed:
                    self._wake.wait()
            else:
                self._wake.wait(POLL) if not self._wake.is_set() else self._pause()

    def _pause(self) -> None:
        """Wait for a moment, in which more pieces may come."""
        self._wake.clear()
        self._wake.wait(POLL)


class SoundSupply:
    """The samples that wait to be played. late: how often they have run out while the motion went on."""

    def __init__(self) -> None:
        self.late = 0
        self._voice = Synthesizer()
        self._waiting: Samples = np.empty(0, np.int16)
        self._plays = False
        self._longest = 0.0
        self._more = 1.0

    @property
    def size(self) -> int:
        """The number of samples in a chunk: the mixer plays one while the next waits, and a picture holds Python up."""
        return CHUNK * max(math.ceil(self._longest * SAMPLE_RATE / CHUNK), 1)

    @property
    def ahead(self) -> int:
        """The number of samples that wait before any is played."""
        usual = max(PIECES_AHEAD * self._longest, LEAST_AHEAD)
        return self.size + round(min(self._more * usual, MOST_AHEAD) * SAMPLE_RATE)

    @property
    def rests(self) -> bool:
        """True while nothing is played."""
        return not self._plays

    def take(self, pieces: deque[MotionPiece]) -> None:
        """Make sound of all pieces, and take them off."""
        made = [self._waiting]
        while pieces:
            piece = pieces.popleft()
            self._longest = max(SHORTER * self._longest, piece.wall)
            made.append(self._voice.play(piece))
        self._waiting = np.concatenate(made)
        if len(self._waiting) > self.ahead + LAG * SAMPLE_RATE + self._longest * SAMPLE_RATE:
            self._waiting = joined(self._waiting, len(self._waiting) - self.ahead)

    def chunk(self) -> Samples | None:
        """Return the next samples; None while too few wait to begin. Where they run out, the rest is silent."""
        if not self._plays:
            if len(self._waiting) < self.ahead or not self._waiting.any():
                self._waiting = self._waiting[-self.ahead :]
                return None
            self._plays = True
            self._waiting = faded(self._waiting, begins=True)
        size = self.size if len(self._waiting) >= self.size else CHUNK
        if len(self._waiting) >= size:
            chunk, self._waiting = self._waiting[:size], self._waiting[size:]
            self._more = max(LESS * self._more, 1.0)
            return chunk
        left, self._waiting = faded(self._waiting, begins=False), self._waiting[:0]
        self._plays = False
        if left.any():
            self.late += 1
            self._more = min(MORE * self._more, MOST_MORE)
        return np.concatenate([left, np.zeros(CHUNK - len(left), np.int16)])


def faded(samples: Samples, begins: bool) -> Samples:
    """Return samples that begin or end from or to silence."""
    count = min(round(FADE * SAMPLE_RATE), len(samples))
    ramp = np.ones(len(samples))
    if begins:
        ramp[:count] = np.arange(count) / max(count, 1)
    else:
        ramp[len(ramp) - count :] = np.arange(count)[::-1] / max(count, 1)
    return np.rint(samples * ramp).astype(np.int16)


def joined(samples: Samples, left_out: int) -> Samples:
    """Return samples without the first ones, faded over from those."""
    count = min(round(FADE * SAMPLE_RATE), left_out, len(samples) - left_out)
    ramp = np.arange(count) / max(count, 1)
    rest = samples[left_out:].astype(float)
    rest[:count] = ramp * rest[:count] + (1.0 - ramp) * samples[:count]
    made: Samples = np.rint(rest).astype(np.int16)
    return made
