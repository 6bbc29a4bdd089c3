"""Numbers of many copies in blocks of some side by side, as machine code takes them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from physics.compiled import native
from physics.types import Floats

States = NDArray[np.float64]


def in_blocks(rows: States, lanes: int) -> States:
    """Return rows (n, m) of copies as (blocks, m, lanes); the last block is filled by repeating rows."""
    count, width = np.shape(rows)
    blocks = -(-count // lanes)
    filled = np.resize(rows, (blocks * lanes, width)) if count else np.zeros((0, width))
    made = aligned(blocks, width, lanes)
    made[:] = filled.reshape(blocks, lanes, width).transpose(0, 2, 1)
    return made


def in_rows(blocks: States, count: int) -> States:
    """Return the rows (count, m) of copies that are in blocks (blocks, m, lanes), copied."""
    if len(blocks) == 1:
        return np.array(blocks[0, :, :count].T, order="C")
    return np.array(blocks.transpose(0, 2, 1).reshape(-1, blocks.shape[1])[:count])


def aligned(*shape: int) -> States:
    """Return an array of zeros whose memory is that of `native.aligned`."""
    return np.asarray(native.aligned(math.prod(shape))).reshape(shape)


def flat(values: States) -> Floats:
    """Return the numbers of an array as a flat buffer that shares its memory."""
    return memoryview(values.reshape(-1))  # type: ignore[arg-type]  # an array is a buffer of doubles
