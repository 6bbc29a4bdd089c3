"""Nodes of a glTF file and their animation: how the parts of a picture move in a recorded run.

A part that hangs on a body is a child of that body's node; every other one that moves has its own track of place,
rotation and scale, such as the pieces of a rope. Places are in metres, in a right-handed world whose y axis points up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.export.attachment import Hung, hung_at, local_of
from game.export.exported_picture import Shown, frame_of, phase_of
from game.export.glb_container import GlbContainer
from game.export.pose_recording import samples
from game.export.rotations import continuous, quaternions
from game.looks.generic import Look, whole_pose
from game.model.frame import FARTHEST, Array, Instance
from game.model.hold import Moving, OnBody, RopePiece, World, piece_of, place_of, placed
from game.model.material import Material
from physics.maths import dense, rounded

Floats64 = NDArray[np.float64]
Y_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""From a world whose z axis points up to one whose y axis does, for column vectors."""
SHEARED = 2e-3
"""Greatest distance by which a part may lie aside of its place, in its own sizes, where its axes are not at right
angles, such as those of a rope that is cut off aslant: a node has axes at right angles only."""
STEADY = 1e-6
"""Greatest change, in metres, of a component of a quaternion, or of a scale, of what is written as not moving."""
ONES = np.ones(3)
TURN = 1.0
"""Greatest rotation between two keys [rad]; what turns faster has all keys."""
ROUND = {Material.TURF}
"""Materials of parts that are shades on the ground, not bodies."""


class NodeTrack(NamedTuple):
    """Places (n, 3) [m], unit quaternions x, y, z, w (n, 4) and scales (n, 3) of a node at the keys."""

    places: Floats64
    turns: Floats64
    scales: Floats64


class MovingPart(NamedTuple):
    """An instance at its first appearance, and how it moves.

    models: its matrices (n, 4, 4), of row vectors; NaN where it is not shown; one, (1, 4, 4), where it does not move in
    the axes of what holds it. body: the index of the body that holds it; None: nothing does.
    """

    instance: Instance
    models: Array
    body: int | None = None


Key = tuple[int, int]
"""The identity of a mesh, and the number of an instance among those of it."""
Drawn = dict[Key, dict[int, Instance]]
"""The instances of pictures by their moments."""


def moving_parts(look: Look[Any], moments: Sequence[Shown]) -> tuple[list[MovingPart], list[str]]:
    """Return the parts of the pictures of all moments, and what of them a file cannot hold.

    Few pictures are drawn where all parts are always shown and the look says what they hang on, else all of them.
    """
    phases = [phase_of(shown.system, shown.y) for shown in moments]
    which: Sequence[int] = samples(phases)
    drawn, missing = _drawn(look, moments, which)
    if any(len(each) < len(which) or _hold_of(each).moves for each in drawn.values()):
        which = range(len(moments))
        drawn, missing = _drawn(look, moments, which)
    poses = [whole_pose(look, shown.system, shown.y) for shown in moments]
    bent: dict[int, list[list[Array]]] = {}

    def part_of(every: dict[int, Instance]) -> MovingPart:
        first, on = next(iter(every.values())), _hold_of(every).on
        if len(every) < len(which) or on is None or isinstance(on, Moving):
            models = np.full((len(moments), 4, 4), np.nan, np.float32)
            for k, instance in every.items():
                if instance.opacity > 0.0:
                    models[k] = instance.model
            return MovingPart(first, models)
        if isinstance(on, World):
            return MovingPart(first, first.model[None])
        if isinstance(on, OnBody) and not on.above:
            return MovingPart(first, local_of(on)[None].astype(np.float32), on.body)
        if isinstance(on, RopePiece):
            if id(on.rope) not in bent:
                places = on.rope.places
                bent[id(on.rope)] = [on.rope.models(np.array([place_of(each, p) for each in places])) for p in poses]
            return MovingPart(first, np.array([piece_of(models, on) for models in bent[id(on.rope)]]))
        return MovingPart(first, np.array([placed(on, *each) for each in zip(poses, phases, strict=True)]))

    return [part_of(each) for each in drawn.values()], missing


def _drawn(look: Look[Any], moments: Sequence[Shown], which: Iterable[int]) -> tuple[Drawn, list[str]]:
    """Return the parts of the pictures of these moments, and what of them a file cannot hold."""
    found: Drawn = {}
    missing: set[str] = set()
    for k in which:
        counted: dict[int, int] = {}
        for instance in frame_of(look, moments[k]._replace(view=moments[0].view), overlays=False).instances:
            if _is_shade(instance):
                missing.add("shades on the ground")
                continue
            number = counted[id(instance.mesh)] = counted.get(id(instance.mesh), -1) + 1
            every = found.setdefault((id(instance.mesh), number), {})
            every[k] = instance
            if instance.tint != next(iter(every.values())).tint:
                missing.add("colours that change")
    return found, sorted(missing)


def _hold_of(every: dict[int, Instance]) -> Hung:
    """Return what an instance hangs on at some moments."""
    return hung_at(list(every.values()), len(every))


def _is_shade(instance: Instance) -> bool:
    return ROUND.issuperset(map(Material, set(instance.mesh.vertices[:, 8].astype(int).tolist())))


def track(models: Floats64, reach: Floats64) -> NodeTrack | None:
    """Return the track of matrices (n, 4, 4), of row vectors; None where their axes are not at right angles.

    Where a matrix is not finite, or of a place that is not drawn, the scale is 0 and the place that of a moment before
    or after. reach (3,): greatest
    coordinates of what is drawn, without their signs.
    """
    shown = np.array((np.abs(models) <= FARTHEST).all(axis=(1, 2)))
    nearest = np.maximum.accumulate(np.where(shown, np.arange(len(models)), -1))
    nearest = np.where(nearest < 0, int(np.argmax(shown)), nearest)
    models = models if shown.any() else np.broadcast_to(np.eye(4), models.shape)
    axes, places = models[nearest, :3, :3].astype(float), models[nearest, 3, :3].astype(float)
    lengths = dense.lengths(axes)
    unit = _right_angles(axes, np.argsort(-reach))
    aside = dense.total(reach[:, None] * np.abs(lengths[:, :, None] * unit - axes), 1)
    if (dense.lengths(aside) > SHEARED * dense.lengths(lengths * reach)).any():
        return None
    mirrored = np.where(dense.determinant(unit) < 0.0, -1.0, 1.0)
    lengths[:, 0] *= mirrored
    unit[:, 0] *= mirrored[:, None]
    turns = continuous(quaternions(unit.transpose(0, 2, 1)), [0])
    return NodeTrack(places, np.roll(turns, -1, axis=1), lengths * shown[:, None])


def _right_angles(axes: Floats64, order: NDArray[np.intp]) -> Floats64:
    """Return axes (n, 3, 3), one a row, as unit vectors at right angles; the first in order keep their directions."""
    found = axes.copy()
    for number, k in enumerate(order):
        for before in order[:number]:
            found[:, k] -= (found[:, k] * found[:, before]).sum(axis=1, keepdims=True) * found[:, before]
        found[:, k] /= np.maximum(dense.lengths(found[:, k])[:, None], 1e-12)
    return found


def upright(models: Floats64) -> Floats64:
    """Return matrices (n, 4, 4), of row vectors, in a world whose y axis points up instead of z."""
    turned = np.array(models, float)
    turned[..., :3] = dense.product(turned[..., :3], Y_UP.T)
    return turned


class NodeAnimation:
    """The animation of a file. times: of the keys [s]. stride: of the keys of what does not turn fast."""

    def __init__(self, file: GlbContainer, times: Floats64, stride: int) -> None:
        self._file, self._times, self._stride = file, times, stride
        self._inputs: dict[int, int] = {}
        self._entry: dict[str, Any] = {"name": "motion", "channels": [], "samplers": []}

    def node(self, name: str, models: Floats64, moves: bool = True, reach: Floats64 = ONES, **entry: Any) -> int | None:
        """Append a node that moves as matrices (n, 4, 4), of row vectors, say; None where `track` is None.

        moves: without it, it stays as in the first of them.
        """
        found = track(models if moves else models[:1], reach)
        if found is None:
            return None
        own: dict[str, Any] = {"name": name}
        moving = {}
        for path, rows, usual in (
            ("translation", found.places, (0.0, 0.0, 0.0)),
            ("rotation", found.turns, (0.0, 0.0, 0.0, 1.0)),
            ("scale", found.scales, (1.0, 1.0, 1.0)),
        ):
            if np.ptp(rows, axis=0).max() > STEADY:
                moving[path] = rows
            if path in moving or np.abs(rows[0] - usual).max() > 0.0:
                own[path] = rows[0].tolist()
        node = self._file.add("nodes", {**own, **entry})
        stride = 1 if _fast(found.turns[:: self._stride]) else self._stride
        for path, rows in moving.items():
            self._channel(node, path, rows, stride, "STEP" if path == "scale" and not rows.all() else "LINEAR")
        return node

    def _channel(self, node: int, path: str, rows: Floats64, stride: int, between: str) -> None:
        if stride not in self._inputs:
            self._inputs[stride] = self._file.floats(self._times[::stride], bounds=True)
        kept = rows[::stride]
        if path == "rotation":
            kept = continuous(kept.copy(), [0])
        sampler = {"input": self._inputs[stride], "output": self._file.floats(kept), "interpolation": between}
        self._entry["samplers"].append(sampler)
        target = {"node": node, "path": path}
        self._entry["channels"].append({"sampler": len(self._entry["samplers"]) - 1, "target": target})

    def write(self, extras: dict[str, Any]) -> None:
        """Add the animation to the file, if anything moves."""
        if self._entry["channels"]:
            self._file.add("animations", {**self._entry, "extras": extras})


def _fast(turns: Floats64) -> bool:
    """Return whether there is more than `TURN` between two keys."""
    cosines = np.abs((turns[1:] * turns[:-1]).sum(axis=1))
    return bool(len(cosines)) and 2.0 * rounded.acos(min(max(float(cosines.min()), 0.0), 1.0)) > TURN


def add_parts(
    animation: NodeAnimation, file: GlbContainer, look: Look[Any], moments: Sequence[Shown], mesh: Any
) -> tuple[list[int], list[str]]:
    """Add the bodies and all other parts; return the nodes that hang on nothing, and what is left out.

    mesh: returns the mesh of an instance, with a name.
    """
    parts, missing = moving_parts(look, moments)
    names = [body.name for body in moments[0].system.bodies(moments[0].y)]
    bodies = np.array([whole_pose(look, shown.system, shown.y)[: len(names)] for shown in moments])
    children: list[list[int]] = [[] for _ in names]
    roots: list[int | None] = []
    for number, part in enumerate(parts):
        name = f"part {number + 1}"
        reach = np.abs(part.instance.mesh.vertices[:, :3]).max(axis=0).astype(float)
        models = part.models.astype(float)
        if part.body is not None:
            node = animation.node(name, models, moves=False, reach=reach)
            children[part.body] += [] if node is None else [node]
        else:
            node = animation.node(name, upright(models), len(models) > 1, reach)
            roots.append(node)
        if node is None:
            missing.append("sheared parts")
        else:
            file.content["nodes"][node]["mesh"] = mesh(part.instance, name)
    for name, held_parts, pose in zip(names, children, bodies.transpose(1, 0, 2, 3), strict=True):
        if held_parts:
            roots.append(animation.node(name, upright(pose), children=held_parts))
    return [node for node in roots if node is not None], sorted(set(missing))
