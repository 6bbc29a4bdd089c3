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
SOFTENED = 1e-5
"""Part of a row's own size by which equations that follow from others give way, and how often what is left is added."""
CORRECTIONS = 4
VANISHED = 1e-10
"""Part of the sum of all sizes by which each gives way besides: a row that vanishes in a pose then has no share."""


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


class Softened(NamedTuple):
    """A matrix that may be singular, its lower triangle, and the factors of one whose diagonal is a little greater.

    Each correction takes what the greater diagonal leaves: where rows follow from one another, in whatever pose, the
    same product of the solution with them comes out, with a part of SOFTENED to the power CORRECTIONS + 1 missing.
    """

    rows: list[list[Number]]
    near: Factors

    @classmethod
    def of(cls, A: Sequence[Row]) -> Softened:
        """Return it for the matrix of which A has at least the lower triangle."""
        rows = [list(row[: k + 1]) for k, row in enumerate(A)]
        total: Number = 0.0
        for row in rows:
            total = total + row[-1]
        raised = [[*row[:-1], row[-1] + (SOFTENED * row[-1] + VANISHED * total)] for row in rows]
        return cls(rows, factors(raised, follows=True))

    def solved(self, b: Row) -> list[Number]:
        """Return x with A x = b, as near as b lies in the span of A."""
        x = self.near.solved(b)
        for _ in range(CORRECTIONS):
            rest = list(b)
            for k, row in enumerate(self.rows):
                for i, each in enumerate(row):
                    rest[k] = rest[k] - each * x[i]
                    if i < k:
                        rest[i] = rest[i] - each * x[k]
            x = [one + more for one, more in zip(x, self.near.solved(rest), strict=True)]
        return x
