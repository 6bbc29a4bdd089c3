"""What is said of a thrown body that was found: its numbers in a table, its flights, and what is asked."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.words import later
from physics.fitting.flight.attitude import Turning
from physics.fitting.flight.recordings import ThrownFit
from physics.fitting.flight.thrown import FlightValue, ThrownBody

HALF, FLIPS = later("half period"), later("of the rates, from flip to flip")
NAMES = ("I₁", "I₂", "I₃")


class FoundNumber(NamedTuple):
    """A number that was found, with its name and unit. about: what it is, "" for none."""

    name: str
    value: FlightValue
    unit: str = ""
    about: str = ""


def found_numbers(body: ThrownBody) -> list[FoundNumber]:
    """Return the numbers of a body: ratios of its moments, axes, bias, air, and half periods where there are any."""
    rows = [
        FoundNumber("I₁/I₃", body.ratios[0]),
        FoundNumber("I₂/I₃", body.ratios[1]),
        FoundNumber("(I₁ + I₂)/I₃", body.total),
    ]
    for k, name in enumerate(NAMES):
        axis, half = body.axes[:, k], float(body.axis_halves[k])
        place = int(np.abs(axis).argmax())
        angle = FlightValue(math.degrees(math.acos(min(abs(float(axis[place])), 1.0))), math.degrees(half))
        components = ", ".join(f"{each:.4f}" for each in axis.tolist())
        where = f"from {'xyz'[place]}: ({components})" if math.isfinite(half) else ""
        rows.append(FoundNumber(f"axis of {name}", angle, "°", where))
    rows += [FoundNumber(f"bias {axis}", each, "rad/s") for axis, each in zip("xyz", body.bias, strict=True)]
    if body.airs == 1:
        rows.append(FoundNumber("air c", body.air[0], "", "ω' = … − |ω| c ω"))
    elif body.airs == 3:
        rows += [FoundNumber(f"air c {axis}", each) for axis, each in zip("xyz", body.air, strict=True)]
    for k, each in enumerate(body.half_periods):
        if 0.0 < each.value < math.inf:
            which = f" {k + 1}" if len(body.half_periods) > 1 else ""
            rows.append(FoundNumber(f"{HALF}{which}", each, "s", FLIPS))
    return rows


def twin_words(body: ThrownBody) -> str:
    """Return the question whether an axis has the wrong sense, "" where it does not arise."""
    if body.twin is None:
        return ""
    own, other = (" : ".join(f"{each:.3g}" for each in moments) for moments in (body.moments, body.twin))
    return (
        f"the fit needs a body like a needle, {own}: is an axis left-handed? With one axis, or all three, of the "
        f"other sense it is {other}"
    )


def mirrored_axes(found: ThrownFit) -> tuple[str, ...]:
    """Return the axes whose rates must have the other sense for the accelerometer to fit them."""
    return tuple(dict.fromkeys(filter(None, (each.mirrored for each in found.found))))


def is_no_body(body: ThrownBody) -> bool:
    """Return whether the moments that were found are those of no real body, I₁ + I₂ < I₃ beyond the error."""
    return body.followed and body.total.value - 1.0 < -body.total.half


def turns_of(each: Turning) -> float:
    """Return how many turns a body makes in a flight."""
    size = np.linalg.norm(each.omega, axis=1)
    return float((0.5 * (size[1:] + size[:-1]) * np.diff(each.t)).sum() / math.tau)


def times_of_noise(body: ThrownBody) -> tuple[float, float]:
    """Return the correlation of neighbouring residuals, and how much larger the errors are for it."""
    return (body.times - 1.0) / (body.times + 1.0), math.sqrt(max(body.times, 1.0))


def residuals(body: ThrownBody, place: int) -> NDArray[np.float64]:
    """Return what was measured less what the body does in one of its flights, (rows, 3) [rad/s]."""
    return np.asarray(body.flights[place].rates - body.predicted[place])


def off_ellipsoid(body: ThrownBody, turned: Turning, place: int) -> NDArray[np.float64]:
    """Return how far measured rates lie outside the inertia ellipsoid of a flight's start, as parts of them (rows,)."""
    first = float(body.starts[place] @ body.inertia @ body.starts[place])
    energies = np.einsum("nj,jk,nk->n", turned.omega, body.inertia, turned.omega)
    return np.asarray(np.sqrt(energies / first) - 1.0)


def box_ratios(lengths: tuple[float, float, float]) -> tuple[float, float] | None:
    """Return I₁/I₃ and I₂/I₃ of a homogeneous box with these sides, in one unit; None where one is not told."""
    if min(lengths) <= 0.0:
        return None
    a, b, c = (each * each for each in lengths)
    first, second, third = sorted((b + c, a + c, a + b))
    return first / third, second / third
