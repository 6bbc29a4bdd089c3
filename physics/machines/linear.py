"""Symmetric positive definite matrices of numbers or terms: H = Lᵀ D L, and systems with them.

What is zero for all motions needs no operation. The order is that of trees, from the last row to the first: rows of
different branches stay without entries for one another. Featherstone, Rigid Body Dynamics Algorithms (2008), 6.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from physics.core.straight_line import inverse
from physics.machines.vectors import Number

Row = Sequence[Number]


class Factors(NamedTuple):
    """Rows of the strictly lower triangle of L, and the inverses of D."""

    L: list[list[Number]]
    inverses: list[Number]

    def back(self, b: Row) -> list[Number]:
        """Return L⁻ᵀ b."""
        x = list(b)
        for k in reversed(range(len(x))):
            for i in range(k):
                x[i] = x[i] - self.L[k][i] * x[k]
        return x

    def forth(self, b: Row) -> list[Number]:
        """Return L⁻¹ D⁻¹ b."""
        x = [each * inverse for each, inverse in zip(b, self.inverses, strict=True)]
        for k in range(len(x)):
            for i in range(k):
                x[k] = x[k] - self.L[k][i] * x[i]
        return x

    def solved(self, b: Row) -> list[Number]:
        """Return H⁻¹ b."""
        return self.forth(self.back(b))


def factors(H: Sequence[Row], follows: bool = False) -> Factors:
    """Return the factors of the matrix of which H has at least the lower triangle.

    follows: a row that is a rounding away from following from others gets 0 for the inverse of D, so that they count
    alone; else all must be independent.
    """
    rows = [list(row[: k + 1]) for k, row in enumerate(H)]
    inverses: list[Number] = [0.0] * len(rows)
    for k in reversed(range(len(rows))):
        inverses[k] = inverse(rows[k][k], H[k][k]) if follows else 1.0 / rows[k][k]
        shares = [each * inverses[k] for each in rows[k][:k]]
        for i, share in enumerate(shares):
            for j in range(i + 1):
                rows[i][j] = rows[i][j] - share * rows[k][j]
        rows[k][:k] = shares
    return Factors([row[:k] for k, row in enumerate(rows)], inverses)
