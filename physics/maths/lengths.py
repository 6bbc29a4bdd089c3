"""Lengths of vectors that a step has changed."""

from __future__ import annotations

from math import sqrt


def inverse_length(square: float) -> float:
    """Return the inverse of a length from its square; nan for an infinite one, whose vector has lost its direction."""
    return 1.0 / sqrt(square) + (square - square)
