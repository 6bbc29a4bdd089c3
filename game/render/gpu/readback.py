"""Reading pictures back from the graphics card without waiting for it."""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def read(framebuffer: moderngl.Framebuffer) -> Picture:
    """Return the framebuffer's colours now: (h, w, 3) uint8, top row first."""
    width, height = framebuffer.size
    rows = np.frombuffer(framebuffer.read(components=3, alignment=1), np.uint8).reshape(height, width, 3)
    return np.ascontiguousarray(rows[::-1])


class Readback:
    """A ring of pixel buffers, so that a picture is fetched while the next ones are drawn.

    `push` starts a transfer; when all buffers are in use, the oldest, by then finished, is collected
    first. Pictures come out in the order of their pushes, (h, w, 3) uint8, top row first.
    """

    def __init__(self, ctx: moderngl.Context, ring: int = 3) -> None:
        self._ctx = ctx
        self._ring = ring
        self._free: list[moderngl.Buffer] = []
        self._waiting: list[tuple[moderngl.Buffer, tuple[int, int]]] = []
        self._done: list[Picture] = []

    def push(self, framebuffer: moderngl.Framebuffer) -> None:
        """Start reading a framebuffer."""
        while len(self._waiting) >= self._ring:
            self._fetch()
        size = framebuffer.width * framebuffer.height * 3
        buffer = self._take(size)
        framebuffer.read_into(buffer, components=3, alignment=1)
        self._waiting.append((buffer, framebuffer.size))

    def _take(self, size: int) -> moderngl.Buffer:
        for buffer in self._free:
            if buffer.size == size:
                self._free.remove(buffer)
                return buffer
        for buffer in self._free:
            buffer.release()
        self._free.clear()
        return self._ctx.buffer(reserve=size, dynamic=True)

    def _fetch(self) -> None:
        buffer, (width, height) = self._waiting.pop(0)
        rows = np.frombuffer(buffer.read(), np.uint8).reshape(height, width, 3)
        self._done.append(np.ascontiguousarray(rows[::-1]))
        self._free.append(buffer)

    def collect(self) -> list[Picture]:
        """Return the pictures that have arrived since the last call."""
        done, self._done = self._done, []
        return done

    def drain(self) -> list[Picture]:
        """Return all pictures pushed so far; waits for pending ones."""
        while self._waiting:
            self._fetch()
        return self.collect()

    def release(self) -> None:
        """Free the buffers; pending pictures are lost."""
        for buffer in (*self._free, *(buffer for buffer, _ in self._waiting)):
            buffer.release()
        self._free.clear()
        self._waiting.clear()
