"""Explicit Runge-Kutta methods from their Butcher tableaux.

A tableau becomes the source of a kernel with its stages written out, so that CPython and the compiler both run plain
loops over the state. Coefficients that are 0 cost nothing, and equal ones side by side share a product.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby

from physics.core.integrator import Integrator, call
from physics.core.kernel_source import kernel_of_source

Number = float | Fraction
Row = Sequence[Number]
"""Coefficients of the slopes k1, k2 and so on."""
CALL = {"call": call}
"""What a written kernel reads by name."""


def explicit_method(
    *, module: str, name: str, title: str, order: int, about: str, a: Sequence[Row], b: Row
) -> Integrator:
    """Return the method k_i = f(t + c_i h, y + h sum_j a_ij k_j), y += h sum_i b_i k_i, with c_i = sum_j a_ij.

    a: rows of the stages after the first, each as long as the number of slopes before it; b: weights. A row of
    fractions is summed as integers, times h over their common denominator. The method must be called `name` in `module`
    too: other processes find its kernel there. Hairer, Norsett, Wanner, Solving ODEs I, II.1.
    """
    factors = _Factors()
    stages, result = _stages(a, [sum(row) for row in a], factors), factors.times(b)
    rows = [f"k{i + 1}" for i in range(len(b))] + ["z"] * bool(a)
    step = (
        "now = t + step * h", "call(rate, now, y, p, k1)", *stages,
        "for q in range(n):", f"    y[q] += {result}",
    )  # fmt: skip
    body = ("n = len(y)", *_rows(rows), *factors.lines(), "for step in range(steps):", *_indented(step), "return steps")
    source = ["def kernel(rate, t, h, steps, y, p, s, w, lanes):", *_indented(body)]
    rest = ("n = len(y)", *_rows(rows), *factors.lines(), "now = t", *step[2:])
    rest_of_step = ["def rest_of_step(rate, t, h, y, p, w):", *_indented(rest)]
    return Integrator(
        name=name, title=title, order=order, kind="explicit", evaluations=len(b), about=about,
        kernel=kernel_of_source(source, "kernel", module, f"{name}.kernel", CALL),
        rest_of_step=kernel_of_source(rest_of_step, "rest_of_step", module, f"{name}.rest_of_step", CALL),
        workspace=len(rows),
    )  # fmt: skip


def later_stages(*, module: str, name: str, a: Sequence[Row], c: Row) -> Callable[..., None]:
    """Return stages(rate, t, h, y, p, z, w), which writes the slopes after the first into the rows of w (stages, n).

    The first slope is already in w; z (n,) is scratch. a: as for `explicit_method`; c: the nodes of its rows, given
    because rounded coefficients do not add up to them exactly.
    """
    factors = _Factors()
    stages = _stages(a, c, factors)
    rows = [f"k{i + 1}" for i in range(len(a) + 1)]
    body = ("n = len(y)", *_rows(rows), *factors.lines(), *stages)
    source = ["def stages(rate, now, h, y, p, z, w):", *_indented(body)]
    stages_of: Callable[..., None] = kernel_of_source(source, "stages", module, name, CALL)
    return stages_of


class _Factors:
    """Products of the step with numbers, each computed once under a name for all components."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def lines(self) -> list[str]:
        """Return the assignments of all names."""
        return [f"{name} = {product}" for product, name in self._names.items()]

    def part(self, share: Number) -> str:
        """Return the name of a share of the step."""
        return "h" if share == 1 else self._named(f"{float(share)!r} * h")

    def times(self, row: Row) -> str:
        """Return the step times the sum of the slopes of component q, weighted by a row."""
        given = [(weight, f"k{i + 1}[q]") for i, weight in enumerate(row) if weight]
        if len(given) == 1:
            return f"{self.part(given[0][0])} * {given[0][1]}"
        common = math.lcm(*(weight.denominator for weight, _ in given if isinstance(weight, Fraction)))
        terms = []
        for weight, group in groupby(given, lambda pair: pair[0] * common):
            slopes = [slope for _, slope in group]
            equal = " + ".join(slopes)
            factor = "" if weight == 1 else f"{float(weight)!r} * "
            terms.append(f"{factor}({equal})" if factor and len(slopes) > 1 else factor + equal)
        step = "h" if common == 1 else self._named(f"h / {float(common)!r}")
        return f"{step} * ({' + '.join(terms)})"

    def _named(self, product: str) -> str:
        return self._names.setdefault(product, f"h{len(self._names) + 1}")


def _stages(a: Sequence[Row], c: Row, factors: _Factors) -> list[str]:
    """Return the lines of all stages after the first, which is at the time `now`."""
    lines: list[str] = []
    for number, (row, node) in enumerate(zip(a, c, strict=True), 2):
        lines += [
            "for q in range(n):",
            f"    z[q] = y[q] + {factors.times(row)}",
            f"call(rate, now + {factors.part(node)}, z, p, k{number})",
        ]
    return lines


def _rows(names: Sequence[str]) -> list[str]:
    """Return assignments of the rows of w, of n numbers each, to these names."""
    return [f"{name} = w[{i} * n : {i + 1} * n]" for i, name in enumerate(names)]


def _indented(lines: Sequence[str]) -> list[str]:
    return ["    " + line for line in lines]
