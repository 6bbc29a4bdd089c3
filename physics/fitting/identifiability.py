"""Combinations of unknowns that the data do not determine, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from physics.fitting.estimates import (
    CORRELATED,
    Covariance,
    Estimate,
    own_sizes,
    quantile,
    takes_part,
    weak_directions,
)
from physics.fitting.residuals import Numbers

EXACT = 0.02
"""Difference of a ratio of exponents from a whole one, or from a half, up to which a product of powers is written."""
MAX_POWER = 3.0
SUPERSCRIPTS = {0.5: "^½", 1.0: "", 1.5: "^(3/2)", 2.0: "²", 2.5: "^(5/2)", 3.0: "³"}


class Product(NamedTuple):
    """A product of powers of unknowns that the data determine though not each of them, such as gravity/length.

    exponents: by name. value: in SI units; half: half width of its interval, as that of an estimate.
    """

    exponents: dict[str, float]
    value: float
    half: float

    @property
    def formula(self) -> str:
        """The product as text."""
        above = [f"{name}{SUPERSCRIPTS[power]}" for name, power in self.exponents.items() if power > 0.0]
        below = [f"{name}{SUPERSCRIPTS[-power]}" for name, power in self.exponents.items() if power < 0.0]
        return "·".join(above) + "".join(f"/{each}" for each in below)


class Combination(NamedTuple):
    """A change of several unknowns together that alters nothing that was measured, or nearly nothing.

    changes: of each unknown by its name; relative ones, those in `absolute` in their units. deviation: the standard
    deviation of this change in scaled units, inf where it has no effect at all. products: what is found instead.
    """

    changes: dict[str, float]
    absolute: tuple[str, ...]
    deviation: float
    products: tuple[Product, ...] = ()

    @property
    def words(self) -> str:
        """What the data leave open, as a sentence without a full stop."""
        names = list(self.changes)
        if len(names) == 1:
            return f"{names[0]} has too little effect on what was measured to be found"
        if self.products:
            formulas = [product.formula for product in self.products]
            return f"only {_listed(formulas)} {'is' if len(formulas) == 1 else 'are'} found, not {_listed(names)} alone"
        largest = max(abs(change) for change in self.changes.values())
        parts = [
            f"{name} {change / largest:+.3g}" if name in self.absolute else f"{name} {100 * change / largest:+.3g} %"
            for name, change in self.changes.items()
        ]
        return f"not told apart: {_listed(parts)} together, or any part of this, alters next to nothing"


def open_combinations(found: Sequence[Estimate], scale: Numbers, errors: Covariance) -> tuple[Combination, ...]:
    """Return the combinations of unknowns that the data do not determine.

    These are the ones without effect on what was measured, and those with an error as large as the unknowns themselves,
    as `weak_directions`. scale: the unit of each unknown.
    """
    combinations = [_combination(row, np.inf, found, scale) for row in _sparse(errors.open)]
    for direction, deviation, unsure in weak_directions(found, scale, errors):
        combinations.append(_combination(np.where(unsure, direction, 0.0), deviation, found, scale))
    return tuple(each._replace(products=_products(each, found, scale, errors)) for each in combinations)


def _sparse(rows: Numbers) -> Numbers:
    """Return a basis of the same space whose vectors have few entries, by elimination with full pivoting."""
    rows, used = np.array(rows), np.zeros(rows.shape[1], bool)
    for i in range(len(rows)):
        rest = np.where(used, 0.0, np.abs(rows[i:]))
        j, column = divmod(int(rest.argmax()), rest.shape[1])
        rows[[i, i + j]] = rows[[i + j, i]]
        rows[i] /= rows[i, column]
        used[column] = True
        for other in range(len(rows)):
            if other != i:
                rows[other] -= rows[other, column] * rows[i]
    return rows


def _combination(row: Numbers, deviation: float, found: Sequence[Estimate], scale: Numbers) -> Combination:
    """Return the combination of a direction in scaled unknowns."""
    changes: dict[str, float] = {}
    absolute = []
    involved = takes_part(row * scale / own_sizes(found, scale))
    for each, part, size in zip(found, row * scale, involved, strict=True):
        if size and each.value != 0.0 and each.unit != "rad":
            changes[each.name] = float(part / each.value)
        elif size:
            changes[each.name] = float(part)
            absolute.append(each.name)
    return Combination(changes, tuple(absolute), deviation)


def _products(
    combination: Combination, found: Sequence[Estimate], scale: Numbers, errors: Covariance
) -> tuple[Product, ...]:
    """Return products of powers of the unknowns of a combination that it leaves alone, () where none are simple."""
    if combination.absolute or len(combination.changes) < 2 or not np.isinf(combination.deviation):
        return ()
    if any(each.value <= 0.0 for each in found if each.name in combination.changes):
        return ()  # a power of a negative number is none
    units = {each.name: each.unit for each in found}
    for base in sorted(combination.changes, key=lambda name: units[name] != "m"):  # as it is usual: gravity/length
        change = combination.changes[base]
        ratios = {name: other / change for name, other in combination.changes.items() if name != base}
        powers = {name: round(2.0 * ratio) / 2.0 for name, ratio in ratios.items()}
        if all(
            0.0 < abs(powers[name]) <= MAX_POWER and abs(ratio - powers[name]) < EXACT for name, ratio in ratios.items()
        ):
            exponents = [_whole({name: 1.0, base: -power}) for name, power in powers.items()]
            return tuple(_product(each, found, scale, errors) for each in exponents)
    return ()


def _whole(exponents: dict[str, float]) -> dict[str, float]:
    """Return exponents without halves where all can be whole and small."""
    doubled = {name: 2.0 * power for name, power in exponents.items()}
    halves = any(power % 1.0 for power in exponents.values())
    return doubled if halves and max(map(abs, doubled.values())) <= MAX_POWER else exponents


def _product(exponents: dict[str, float], found: Sequence[Estimate], scale: Numbers, errors: Covariance) -> Product:
    """Return a product with its value and interval, NaN where another combination leaves it open."""
    value = float(np.prod([each.value ** exponents[each.name] for each in found if each.name in exponents]))
    slope = np.array([exponents.get(each.name, 0.0) / (each.value or 1.0) for each in found]) * scale
    is_open = len(errors.open) and np.abs(errors.open @ slope).max() > EXACT * np.linalg.norm(slope)
    half = np.nan if is_open else abs(value) * quantile(errors.freedom) * float(np.sqrt(slope @ errors.matrix @ slope))
    return Product(exponents, value, half)


def _listed(words: Sequence[str]) -> str:
    """Return words with commas, and `and` before the last."""
    return " and ".join([*([", ".join(words[:-1])] if len(words) > 1 else []), words[-1]])


def correlated_pairs(matrix: Numbers, found: Sequence[Estimate]) -> tuple[tuple[str, str, float], ...]:
    """Return the pairs of unknowns whose correlation has at least the magnitude `CORRELATED`."""
    return tuple(
        (found[i].name, found[j].name, float(matrix[i, j]))
        for i, j in combinations(range(len(found)), 2)
        if abs(matrix[i, j]) >= CORRELATED
    )
