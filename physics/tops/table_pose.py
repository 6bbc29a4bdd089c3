"""What is drawn of a body on a table, for the kernels `pose`."""

from __future__ import annotations

from physics.shapes.pose import ArrowKind, PoseLayout, Rows, write_arrow, write_body, write_point
from physics.shapes.solids import Solid
from physics.types import Floats

TIP, SPINS, HEAD = 0, 1, 2
"""Numbers that `pose` reads before those of the equations: the height of the upper end over G on axis 3 [m], and 1
where the body is shown to spin about axis 3, else 0."""
Triple = tuple[float, float, float]

AT_CENTRE = (
    ArrowKind("omega", "ω", "rad/s", "angular velocity"),
    ArrowKind("momentum", "L", "kg m²/s", "angular momentum about G"),
    ArrowKind("weight", "mg", "N", "weight"),
)
ROLLING = (
    *AT_CENTRE,
    ArrowKind("force", "F", "N", "force of the table"),
    ArrowKind("friction", "Fₜ", "N", "the part of it that is friction"),
)
SLIDING = (
    *AT_CENTRE,
    ArrowKind("normal", "N", "N", "normal force of the table"),
    ArrowKind("friction", "Fₜ", "N", "friction of the table"),
)


def layout(name: str, solid: Solid, arrows: tuple[ArrowKind, ...], centre: bool = False) -> PoseLayout:
    """Return the layout of one body; centre: the path of G is drawn, too."""
    traces = ("tip", "centre", "contact") if centre else ("tip", "contact")
    return PoseLayout(((name, solid),), arrows, traces, (("contact", 0),))


def tip_of(solid: Solid) -> float:
    """Return the height of the upper end of a solid over the origin of its axes [m]."""
    return float(solid.extremes()[:, 2].max())


def write_pose(
    out: Floats, s: Floats, r: Rows, centre: Triple, spin_rate: float, omega: Triple, L: Triple, weight: float,
    contact: Triple, contact_in_body: Triple, pushes: Triple, force: Triple, traces_centre: bool,
) -> None:  # fmt: skip
    """Write the pose of a body whose origin is G.

    omega, L, contact, force: in the lab; contact: from G; pushes: the first arrow at the contact.
    """
    x, y, z = centre
    write_body(out, 0, x, y, z, r, spin_rate * s[SPINS])
    write_arrow(out, 1, 0, centre, omega)
    write_arrow(out, 1, 1, centre, L)
    write_arrow(out, 1, 2, centre, (0.0, 0.0, -weight))
    at = x + contact[0], y + contact[1], z + contact[2]
    write_arrow(out, 1, 3, at, pushes)
    write_arrow(out, 1, 4, at, (force[0], force[1], 0.0))
    write_point(out, 1, 5, 0, (x + s[TIP] * r[2], y + s[TIP] * r[5], z + s[TIP] * r[8]))
    traced = 1
    if traces_centre:
        write_point(out, 1, 5, 1, centre)
        traced = 2
    write_point(out, 1, 5, traced, at)
    write_point(out, 1, 5, traced + 1, contact_in_body)
