"""Modes of small motions of a chain that hangs in a plane."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from physics.linkages.links import Link
from physics.maths.tridiagonal import eigenvalues


def squares_over_gravity(links: Sequence[Link]) -> NDArray[np.float64]:
    """Return w²/g of each mode of the hanging chain, ascending, (N,) [1/m]; empty if it does not hang stably.

    w² is an eigenvalue of H^-1 g q with the H and q of `physics/chains/planar_chain.py`; here as 1 over those of
    q^-1/2 H q^-1/2, which is symmetric. A chain is not stable if some joint bears no weight below, q_i <= 0.
    """
    return np.array(_squares(tuple(links)))


@lru_cache(maxsize=64)
def _squares(links: tuple[Link, ...]) -> tuple[float, ...]:
    """Return `squares_over_gravity`, which maps over many shakings of one chain ask for again and again."""
    n = len(links)
    length = np.array([link.length for link in links])
    mass, first, second = np.array([link.whole for link in links]).T
    below = np.concatenate([np.cumsum(mass[::-1])[::-1][1:], [0.0]])
    q = first + length * below
    if not q.min() > 0.0:
        return ()
    H = length[np.minimum.outer(range(n), range(n))] * q[np.maximum.outer(range(n), range(n))]
    H[np.diag_indices(n)] = second + length * length * below
    root = np.sqrt(q)
    inverses = np.array(eigenvalues(H / np.outer(root, root)))
    with np.errstate(divide="ignore"):
        return tuple((1.0 / np.maximum(inverses[::-1], 0.0)).tolist())
