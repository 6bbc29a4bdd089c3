"""What is drawn of chains, for the kernels `pose`: bodies, forces in the joints, paths of joints, all joints, tensions.

The numbers that `pose` reads before those of the equations (HEAD): how many bobs there are, how many forces are drawn
and from which joint on, how many joints leave a trace; then which links have bobs, and which joints leave a trace.
"""

from __future__ import annotations

from collections.abc import Sequence

from physics.chains.jointed import EACH as JOINTED_STRIDE
from physics.chains.jointed import JOINT_DATA
from physics.chains.jointed import forces as jointed_forces
from physics.chains.jointed import place as place_jointed
from physics.chains.placed import CENTRE, FIRST, LINKS, LOWER, OMEGA, PLACED, UPPER, VELOCITY, body_tension
from physics.chains.planar import forces as planar_forces
from physics.chains.planar import joints as planar_joints
from physics.chains.planar import link_count, link_tension
from physics.chains.spatial import EACH as SPATIAL_STRIDE
from physics.chains.spatial import forces as spatial_forces
from physics.chains.spatial import place as place_spatial
from physics.core.scratch import scratch
from physics.linkages.links import subscript
from physics.maths.matrices import cross, turned
from physics.maths.trig import sincos
from physics.shapes.pose import ARROW, BODY, POINT, ArrowKind, PoseLayout, write_body, write_vector
from physics.shapes.solids import Solid
from physics.types import Floats

MOST_TRACES, MOST_ARROWS = 6, 8
"""Joints of a long chain that leave traces, and forces that are drawn of a chain; of a longer one only the first."""
BOBS, FORCES, FROM, TRACES, HEAD = range(5)


def traced_joints(n: int) -> list[int]:
    """Return the joints of a chain of n links that leave a trace, the tip first."""
    return sorted({round(n * (k + 1) / MOST_TRACES) for k in range(MOST_TRACES)} - {0}, reverse=True)


def drawn_forces(n: int, first: int) -> range:
    """Return the joints whose forces are drawn; first: 1 for a chain that nothing holds, else 0."""
    return range(first, n if n <= MOST_ARROWS else first + 1)


def layout(bodies: Sequence[tuple[str, Solid]], n: int, forces: range, below: str, number_from: int) -> PoseLayout:
    """Return the layout of a chain of n links; below: what the forces act on; number_from: that of the first joint."""
    velocity = ArrowKind("velocity", "v", "m/s", "velocity of the tip")
    pulls = [
        ArrowKind(f"force {i}", f"F{subscript(i)}", "N", f"force in joint {i} on the {below} below it")
        for i in (joint + number_from for joint in forces)
    ]
    traces = ["tip" if i == n else f"joint {i}" for i in traced_joints(n)]
    return PoseLayout(tuple(bodies), (velocity, *pulls), tuple(traces), points=n + 1, tensions=n)


def head(n: int, forces: range, bobs: Sequence[int] = ()) -> tuple[float, ...]:
    """Return the numbers before those of the equations."""
    traced = traced_joints(n)
    return tuple(map(float, (len(bobs), len(forces), forces.start, len(traced), *bobs, *traced)))


def write_joints(s: Floats, n: int, bodies: int, at: Floats, step: int, out: Floats) -> None:
    """Write origins of the forces, traces and points from all joints, each of `step` numbers, x, y and z first."""
    bobs, forces, first, traces = int(s[BOBS]), int(s[FORCES]), int(s[FROM]), int(s[TRACES])
    place = BODY * bodies
    write_vector(out, place, at[step * n], at[step * n + 1], at[step * n + 2])
    for each in range(forces):
        joint = step * (first + each)
        write_vector(out, place + ARROW * (1 + each), at[joint], at[joint + 1], at[joint + 2])
    place += ARROW * (1 + forces)
    for each in range(traces):
        joint = step * int(s[HEAD + bobs + each])
        write_vector(out, place + POINT * each, at[joint], at[joint + 1], at[joint + 2])
    place += POINT * traces
    for each in range(n + 1):
        write_vector(out, place + POINT * each, at[step * each], at[step * each + 1], at[step * each + 2])


def tensions_at(s: Floats, n: int, bodies: int) -> int:
    """Return the place of the first tension among the numbers of a pose."""
    return BODY * bodies + ARROW * (1 + int(s[FORCES])) + POINT * (int(s[TRACES]) + n + 1)


def write_planar_pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
    """Write rods, axis 3 toward the upper joint, then bobs; velocity of the tip, forces, traces, joints, tensions."""
    n, bobs, forces = link_count(y), int(s[BOBS]), int(s[FORCES])
    p = s[HEAD + bobs + int(s[TRACES]) :]
    moving, joints = scratch(4 * (n + 1)), scratch(3 * (n + 1))
    planar_joints(y, p, moving)
    for i in range(n + 1):
        write_vector(joints, 3 * i, moving[4 * i], 0.0, moving[4 * i + 1])
    for i in range(n):
        sine, cosine = sincos(y[i])
        r = (cosine, 0.0, -sine, 0.0, 1.0, 0.0, sine, 0.0, cosine)
        write_body(out, BODY * i, joints[3 * i], 0.0, joints[3 * i + 2], r, 0.0)
    for each in range(bobs):
        i = int(s[HEAD + each])
        sine, cosine = sincos(y[i])
        r = (cosine, 0.0, -sine, 0.0, 1.0, 0.0, sine, 0.0, cosine)
        write_body(out, BODY * (n + each), joints[3 * i + 3], 0.0, joints[3 * i + 5], r, 0.0)
    write_joints(s, n, n + bobs, joints, 3, out)
    place = BODY * (n + bobs)
    write_vector(out, place + 3, moving[4 * n + 2], 0.0, moving[4 * n + 3])
    found = scratch(2 * n)
    planar_forces(y, p, found)
    for each in range(forces):
        write_vector(out, place + ARROW * (1 + each) + 3, found[2 * each], 0.0, found[2 * each + 1])
    place = tensions_at(s, n, n + bobs)
    for i in range(n):
        out[place + i] = link_tension(y[i], found, i)


def write_placed(s: Floats, p: Floats, stride: int, there: Floats, out: Floats) -> None:
    """Write bodies that are placed, the velocity of the tip, the origins of forces, traces and joints."""
    n = int(p[LINKS])
    joints = scratch(3 * (n + 1))
    j, last = FIRST, PLACED * (n - 1)
    x, y_, z = turned(there, 0, p[j + UPPER], p[j + UPPER + 1], p[j + UPPER + 2])
    write_vector(joints, 0, there[CENTRE] + x, there[CENTRE + 1] + y_, there[CENTRE + 2] + z)
    for i in range(n):
        k, j = PLACED * i, FIRST + stride * i
        r = (
            there[k], there[k + 1], there[k + 2], there[k + 3], there[k + 4], there[k + 5], there[k + 6],
            there[k + 7], there[k + 8],
        )  # fmt: skip
        c_x, c_y, c_z = there[k + CENTRE], there[k + CENTRE + 1], there[k + CENTRE + 2]
        o_x, o_y, o_z = there[k + OMEGA], there[k + OMEGA + 1], there[k + OMEGA + 2]
        write_body(out, BODY * i, c_x, c_y, c_z, r, r[2] * o_x + r[5] * o_y + r[8] * o_z)
        x, y_, z = turned(there, k, p[j + LOWER], p[j + LOWER + 1], p[j + LOWER + 2])
        write_vector(joints, 3 * (i + 1), c_x + x, c_y + y_, c_z + z)
    write_joints(s, n, n, joints, 3, out)
    v_x, v_y, v_z = cross(there[last + OMEGA], there[last + OMEGA + 1], there[last + OMEGA + 2], x, y_, z)
    write_vector(
        out,
        BODY * n + 3,
        there[last + VELOCITY] + v_x,
        there[last + VELOCITY + 1] + v_y,
        there[last + VELOCITY + 2] + v_z,
    )


def write_forces(s: Floats, p: Floats, stride: int, there: Floats, f: Floats, out: Floats) -> None:
    """Write the drawn forces on the bodies below, and all tensions: f is the force of each body on the one before."""
    n, first = int(p[LINKS]), int(s[FROM])
    for each in range(int(s[FORCES])):
        i = 3 * (first + each)
        write_vector(out, BODY * n + ARROW * (1 + each) + 3, -f[i], -f[i + 1], -f[i + 2])
    place = tensions_at(s, n, n)
    for i in range(n):
        out[place + i] = body_tension(there, PLACED * i, p, FIRST + stride * i, f, 3 * i)


def write_spatial_pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
    """Write what is drawn of a chain with ball joints."""
    p = s[HEAD + int(s[TRACES]) :]
    n = int(p[LINKS])
    there = scratch(PLACED * n)
    place_spatial(y, p, there)
    write_placed(s, p, SPATIAL_STRIDE, there, out)
    f = scratch(3 * n + 3)
    spatial_forces(y, p, f)
    write_forces(s, p, SPATIAL_STRIDE, there, f, out)


def write_jointed_pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
    """Write what is drawn of a chain with joints of several kinds."""
    p = s[HEAD + int(s[TRACES]) :]
    n = int(p[LINKS])
    there, held = scratch(PLACED * n), scratch(JOINT_DATA * n)
    place_jointed(y, p, there, held)
    write_placed(s, p, JOINTED_STRIDE, there, out)
    f = scratch(3 * n)
    jointed_forces(y, p, f)
    write_forces(s, p, JOINTED_STRIDE, there, f, out)
