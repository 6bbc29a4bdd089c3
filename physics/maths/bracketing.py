"""Where between known values of a function its zero, or its lowest value, is looked for, in plain arithmetic."""

from __future__ import annotations


def root_share(x1: float, f1: float, x2: float, f2: float, x3: float, f3: float) -> float:
    """Return the fraction of the way from x1 to x2 at which the root of f is expected; f1 and f2 have opposite signs.

    x3 is the next trial beyond x1. Inverse quadratic interpolation where Chandrupatla's test finds it monotonic,
    otherwise bisection.
    """
    xi, phi = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
    if phi * phi < xi and (1.0 - phi) * (1.0 - phi) < 1.0 - xi and f3 != f1:
        return f1 / (f2 - f1) * (f3 / (f2 - f3)) + (x3 - x1) / (x2 - x1) * (f1 / (f3 - f1)) * (f2 / (f3 - f2))
    return 0.5


def lowest_share(before: float, back: float, here: float, width: float, there: float, after: float, on: float) -> float:
    """Return where in an interval a guard may have been lowest and not positive, as a fraction of it, or -1.

    here, there: the guard at both ends of the interval, of this width; before: as far `back`, after: as far `on`, 0
    where it is not known. The slope within the interval is taken to be between those beside it, which are extended by
    their differences: the secants of a convex function bound it.
    """
    if not here > 0.0:
        return -1.0
    inner = (there - here) / width
    if back == 0.0 and on == 0.0:
        return 0.5
    first = (here - before) / back if back > 0.0 else 2.0 * inner - (after - there) / on
    last = (after - there) / on if on > 0.0 else 2.0 * inner - first
    bend = abs(inner - first) + abs(last - inner)
    down, up = min(first, inner) - bend, max(last, inner) + bend
    if not (down < 0.0 < up):
        return -1.0
    place = (there - here - up * width) / (down - up)
    return place / width if here + down * place <= 0.0 else -1.0
