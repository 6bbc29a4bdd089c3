"""Links of a chain, rods, cones and bobs: their masses and moments of inertia."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from physics.core.units import format_number
from physics.errors import BadInput
from physics.maths.rounded import whole_power

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Link(NamedTuple):
    """A rod with a bob at its far end: length, centre of the rod from its near end [m], its mass [kg], moment of
    inertia about its centre [kg m²], mass of the bob, radii of the rod at both ends [m].
    """

    length: float
    centre: float
    mass: float
    inertia: float
    bob: float
    near: float
    far: float

    @property
    def whole(self) -> tuple[float, float, float]:
        """The mass [kg], and its first and second moment about the near end [kg m, kg m²], with the bob."""
        m, c, L, bob = self.mass, self.centre, self.length, self.bob
        return m + bob, m * c + bob * L, self.inertia + m * c * c + bob * L * L


def rod(length: float, mass: float, bob: float = 0.0, radius: float = 0.0) -> Link:
    """Return a uniform thin rod."""
    return Link(length, 0.5 * length, mass, mass * length * length / 12.0, bob, radius, radius)


def tapered_rods(count: int, length: float, density: float, radius: float, taper: float, grading: float) -> list[Link]:
    """Return a chain of thin cones, each `grading` times as long as the last, `taper` times as thick at its end.

    density [kg/m]: at its beginning; it goes as the square of the radius.
    """
    sizes = [whole_power(grading, i) for i in range(count)]
    found, s = [], 0.0
    for size in sizes:
        L = length * size / sum(sizes)
        u, v = (1.0 - (1.0 - taper) * part / length for part in (s, s + L))
        mass = density * L * (u * u + u * v + v * v) / 3.0
        centre = L * (u * u + 2.0 * u * v + 3.0 * v * v) / (4.0 * (u * u + u * v + v * v))
        about_end = density * whole_power(L, 3) * (u * u + 3.0 * u * v + 6.0 * v * v) / 30.0
        found.append(Link(L, centre, mass, about_end - mass * centre * centre, 0.0, radius * u, radius * v))
        s += L
    return found


def one_per_link(name: str, values: Sequence[float], count: int) -> tuple[float, ...]:
    """Return one value for each link, from a list of all or one common value; raises BadInput."""
    if len(values) not in (1, count):
        raise BadInput(f"{name}: {len(values)} numbers given; {count} needed, one for each link, or one for all")
    return tuple(values) * (count // len(values))


def check_masses(links: Sequence[Link]) -> None:
    """Raise BadInput if a link could rotate by itself without inertia."""
    for i, link in enumerate(links):
        if not link.whole[2] > 0.0:
            raise BadInput(
                f"link {i + 1} of {len(links)}: has neither a mass away from its upper joint nor a moment of inertia "
                f"(length {format_number(link.length)} m); give it a rod's mass, a bob, or both"
            )


def subscript(i: int) -> str:
    """Return the number of a link in subscript digits, for a symbol."""
    return str(i).translate(SUBSCRIPTS)
