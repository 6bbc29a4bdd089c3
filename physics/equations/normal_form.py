"""Sums of monomials: a Lagrangian multiplied out, in which squares of sine and cosine meet, and factored again.

A monomial is a number times powers of atoms, which are lines of the record that are no sums and no products. In it a
Lagrangian in x, y, z costs what it costs in angles, and what cancels has vanished, such as a time or an azimuth.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from physics.core.record import Term
from physics.core.straight_line import sine_and_cosine
from physics.equations.own_record import EquationRecord, Number

Powers: TypeAlias = tuple[tuple[int, int], ...]
"""The atoms of a monomial with their powers, none of them 0, in the order of the record."""
Monomials: TypeAlias = dict[Powers, float]
"""Numbers of monomials, none of them 0."""
MOST_MONOMIALS, MOST_PRODUCTS = 4000, 40_000
"""Greatest numbers of monomials of a sum, and of products of two monomials, for which a sum is multiplied out."""
HIGHEST = 12
"""Greatest power to which a sum is multiplied out."""


class TooLong(Exception):
    """Raised where a sum has too many monomials."""


def normal(record: EquationRecord, value: Number) -> Number:
    """Return a value multiplied out, simplified and factored again, or itself where that is too long."""
    if not isinstance(value, Term):
        return value
    try:
        return _Expansion(record).simplified(value)
    except (TooLong, OverflowError):
        return value


def _powers(found: dict[int, int]) -> Powers:
    return tuple(sorted((atom, power) for atom, power in found.items() if power))


def _times(one: Powers, other: Powers) -> Powers:
    found = dict(one)
    for atom, power in other:
        found[atom] = found.get(atom, 0) + power
    return _powers(found)


class _Expansion:
    """The expansions of lines of one record."""

    def __init__(self, record: EquationRecord) -> None:
        self.record = record
        self.known: dict[int, Monomials] = {}
        self.products = 0

    def simplified(self, value: Term) -> Number:
        """Return a value, simplified."""
        for number in self.record.needed([value]):
            self.known[number] = self._expanded(number)
        return self._rebuilt(self._merged(dict(self.known[value.number])))

    def _expanded(self, number: int) -> Monomials:
        """Return the monomials of a line, whose operands have been expanded."""
        operation, *operands = self.record.lines[number]
        if operation == "number":
            return {(): operands[0]} if operands[0] else {}
        if operation in ("+", "-"):
            sign = 1.0 if operation == "+" else -1.0
            return self._sum(self.known[operands[0]], self.known[operands[1]], sign)
        if operation == "neg":
            return {powers: -share for powers, share in self.known[operands[0]].items()}
        if operation == "*":
            return self._product(self.known[operands[0]], self.known[operands[1]])
        if operation == "/":
            return self._quotient(number, *operands)
        return {((number, 1),): 1.0}

    def _sum(self, one: Monomials, other: Monomials, sign: float) -> Monomials:
        found = dict(one)
        for powers, share in other.items():
            total = found.get(powers, 0.0) + sign * share
            if total:
                found[powers] = total
            else:
                found.pop(powers, None)
        return self._checked(found)

    def _product(self, one: Monomials, other: Monomials) -> Monomials:
        self.products += len(one) * len(other)
        if self.products > MOST_PRODUCTS:
            raise TooLong
        found: Monomials = {}
        for first, left in one.items():
            for second, right in other.items():
                powers = _times(first, second)
                found[powers] = found.get(powers, 0.0) + left * right
        return self._without_roots(self._checked({powers: share for powers, share in found.items() if share}))

    def _checked(self, found: Monomials) -> Monomials:
        if len(found) > MOST_MONOMIALS or not all(map(math.isfinite, found.values())):
            raise TooLong
        return found

    def _quotient(self, number: int, above: int, below: int) -> Monomials:
        bottom = self.known[below]
        if len(bottom) == 1:
            ((powers, share),) = bottom.items()
            inverse = {tuple((atom, -power) for atom, power in powers): 1.0 / share}
        else:
            line = self.record.term(False, "/", self.record.given(1.0).number, below).number
            inverse = {((line, 1),): 1.0}
        return self._product(self.known[above], inverse)

    def _without_roots(self, found: Monomials) -> Monomials:
        """Return monomials in which squares of roots are what is under the root."""
        for powers, share in list(found.items()):
            for atom, power in powers:
                operation, *operands = self.record.lines[atom]
                if operation == "sqrt" and 2 <= power <= HIGHEST and operands[0] in self.known:
                    del found[powers]
                    rest = {_times(powers, ((atom, -2 * (power // 2)),)): share}
                    for _ in range(power // 2):
                        rest = self._product(rest, self.known[operands[0]])
                    found = self._sum(found, rest, 1.0)
                    break
        return found

    def _merged(self, found: Monomials) -> Monomials:
        """Return monomials in which sin² + cos² is 1, and cos a cos b ± sin a sin b the cosine of a ∓ b."""
        turns: dict[int, dict[str, int]] = {}
        for atom in sorted({atom for powers in found for atom, _ in powers}):
            operation, *operands = self.record.lines[atom]
            if operation in ("sin", "cos"):
                turns.setdefault(operands[0], {})[operation] = atom
        turns = {angle: both for angle, both in turns.items() if len(both) == 2}
        by_sine = {both["sin"]: angle for angle, both in turns.items()}
        waiting = sorted(found)
        while waiting:
            powers = waiting.pop()
            if powers in found and (new := self._met(found, powers, turns, by_sine)) is not None:
                waiting.append(new)
        return found

    def _met(
        self, found: Monomials, powers: Powers, turns: dict[int, dict[str, int]], by_sine: dict[int, int]
    ) -> Powers | None:
        """Put a monomial and its partner together, and return what comes of them, or None where there is none."""
        angles = [(by_sine[atom], power) for atom, power in powers if atom in by_sine and power > 0]
        share = found[powers]
        for k, (angle, power) in enumerate(angles):
            sine, cosine = turns[angle]["sin"], turns[angle]["cos"]
            if power >= 2:
                other = _times(powers, ((sine, -2), (cosine, 2)))
                if found.get(other) == share:
                    return self._replace(found, (powers, other), _times(powers, ((sine, -2),)), share)
            for second, _ in angles[k + 1 :]:
                also, beside = turns[second]["sin"], turns[second]["cos"]
                other = _times(powers, ((sine, -1), (also, -1), (cosine, 1), (beside, 1)))
                if abs(found.get(other, 0.0)) == abs(share):
                    one, two = self.record.terms[angle], self.record.terms[second]
                    between = one - two if found[other] == share else one + two
                    turned = sine_and_cosine(between)[1]
                    if isinstance(turned, Term):
                        less = _times(powers, ((sine, -1), (also, -1), (turned.number, 1)))
                        return self._replace(found, (powers, other), less, found[other])
        return None

    def _replace(self, found: Monomials, gone: Iterable[Powers], new: Powers, share: float) -> Powers:
        for powers in gone:
            del found[powers]
        total = found.pop(new, 0.0) + share
        if total:
            found[new] = total
        return new

    def _rebuilt(self, found: Monomials) -> Number:
        """Return a value from its monomials: what most of them share is taken out, again and again."""
        total: Number = 0.0
        while found:
            counts = Counter((atom, power > 0) for powers in found for atom, power in powers)
            best = max(counts, key=lambda each: (counts[each], -each[0]), default=None)
            if best is None or counts[best] < 2:
                for powers in sorted(found):
                    total = total + self._monomial(powers, found[powers])
                return total
            atom, above = best
            one = ((atom, -1 if above else 1),)
            inside = {p: s for p, s in found.items() if any(a == atom and (e > 0) == above for a, e in p)}
            found = {powers: share for powers, share in found.items() if powers not in inside}
            sizes = {abs(share) for share in inside.values()}
            size = sizes.pop() if len(sizes) == 1 else 1.0
            inner = self._rebuilt({_times(powers, one): share / size for powers, share in inside.items()})
            term = self.record.terms[atom]
            total = total + size * (inner * term if above else inner / term)
        return total

    def _monomial(self, powers: Powers, share: float) -> Number:
        above: Number = share
        below: Number = 1.0
        for atom, power in powers:
            for _ in range(abs(power)):
                if power > 0:
                    above = above * self.record.terms[atom]
                else:
                    below = below * self.record.terms[atom]
        return above / below
