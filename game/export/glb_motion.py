"""Nodes of a glTF file and their animation: how the parts of a picture move in a recorded run.

A part that hangs on a body is a child of that body's node; every other one that moves has its own track of place,
rotation and scale, such as the pieces of a rope. Places are in metres, in a right-handed world whose y axis points up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.export.attachment import ON_BODY, STILL, attach_model
from game.export.exported_picture import Shown, frame_of, look_models
from game.export.glb_container import GlbContainer
from game.export.rotations import continuous, quaternions
from game.looks.generic import Look
from game.model.frame import Instance
from game.model.material import Material

Floats64 = NDArray[np.float64]
Y_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""From a world whose z axis points up to one whose y axis does, for column vectors."""
SHEARED = 1e-3
"""Greatest cosine of the angle between two axes of a part that a node can have."""
STEADY = 1e-6
"""Greatest change, in metres, of a component of a quaternion, or of a scale, of what is written as not moving."""
TURN = 1.0
"""Greatest rotation between two keys [rad]; what turns faster has all keys."""
ROUND = {Material.TURF}
"""Materials of parts that are shades on the ground, not bodies."""


class Track(NamedTuple):
    """Places (n, 3) [m], unit quaternions x, y, z, w (n, 4) and scales (n, 3) of a node at the keys."""

    places: Floats64
    turns: Floats64
    scales: Floats64


class MovingPart(NamedTuple):
    """An instance at its first appearance and its matrices (n, 4, 4), of row vectors; NaN where it is not shown."""

    instance: Instance
    models: Floats64


def moving_parts(look: Look[Any], moments: Sequence[Shown]) -> tuple[list[MovingPart], list[str]]:
    """Return the parts of the pictures of all moments but fine scenery, and what of them a file cannot hold."""
    first: dict[tuple[int, int], Instance] = {}
    models: dict[tuple[int, int], Floats64] = {}
    missing: set[str] = set()
    for k, shown in enumerate(moments):
        counted: dict[int, int] = {}
        for instance in frame_of(look, shown._replace(view=moments[0].view), overlays=False).instances:
            if instance.extra or _is_shade(instance):
                missing.add("fine scenery")
                continue
            number = counted[id(instance.mesh)] = counted.get(id(instance.mesh), -1) + 1
            key = id(instance.mesh), number
            if key not in first:
                first[key], models[key] = instance, np.full((len(moments), 4, 4), np.nan)
            models[key][k] = instance.model
            if instance.tint != first[key].tint:
                missing.add("colours that change")
    return [MovingPart(first[key], models[key]) for key in first], sorted(missing)


def _is_shade(instance: Instance) -> bool:
    return ROUND.issuperset(map(Material, set(instance.mesh.vertices[:, 8].astype(int).tolist())))


def body_models(look: Look[Any], moments: Sequence[Shown]) -> Floats64:
    """Return the matrices of the bodies at all moments, (bodies, n, 4, 4), of row vectors."""
    count = len(moments[0].system.bodies(moments[0].y))
    return np.array([look_models(look, shown)[:count] for shown in moments]).transpose(1, 0, 2, 3)


def track(models: Floats64) -> Track | None:
    """Return the track of matrices (n, 4, 4), of row vectors in a world whose y axis points up; None if it is sheared.

    Where a matrix is NaN, the scale is 0 and the place that of a moment before or after.
    """
    shown = np.isfinite(models).all(axis=(1, 2))
    nearest = np.maximum.accumulate(np.where(shown, np.arange(len(models)), -1))
    nearest = np.where(nearest < 0, int(np.argmax(shown)), nearest)
    axes, places = models[nearest, :3, :3], models[nearest, 3, :3]
    lengths = np.linalg.norm(axes, axis=2)
    unit = axes / np.maximum(lengths, 1e-12)[:, :, None]
    if np.abs(np.einsum("nij,nkj->nik", unit, unit) - np.eye(3))[:, ~np.eye(3, dtype=bool)].max() > SHEARED:
        return None
    mirrored = np.where(np.linalg.det(unit) < 0.0, -1.0, 1.0)
    lengths[:, 0] *= mirrored
    unit[:, 0] *= mirrored[:, None]
    turns = continuous(quaternions(unit.transpose(0, 2, 1)), [0])
    return Track(places, np.roll(turns, -1, axis=1), lengths * shown[:, None])


def upright(models: Floats64) -> Floats64:
    """Return matrices (n, 4, 4), of row vectors, in a world whose y axis points up instead of z."""
    turned = np.array(models, float)
    turned[..., :3] = turned[..., :3] @ Y_UP.T
    return turned


class Animation:
    """The animation of a file. times: of the keys [s]. stride: of the keys of what does not turn fast."""

    def __init__(self, file: GlbContainer, times: Floats64, stride: int) -> None:
        self._file, self._times, self._stride = file, times, stride
        self._inputs: dict[int, int] = {}
        self._entry: dict[str, Any] = {"name": "motion", "channels": [], "samplers": []}

    def node(self, name: str, models: Floats64, moves: bool = True, **entry: Any) -> int | None:
        """Append a node that moves as matrices (n, 4, 4), of row vectors, say; None where it is sheared.

        moves: without it, it stays as in the first of them.
        """
        found = track(models if moves else models[:1])
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
    return bool(len(cosines)) and 2.0 * float(np.arccos(np.clip(cosines.min(), 0.0, 1.0))) > TURN


def add_parts(
    animation: Animation, file: GlbContainer, look: Look[Any], moments: Sequence[Shown], mesh: Any
) -> tuple[list[int], list[str]]:
    """Add the bodies and all other parts; return the nodes that hang on nothing, and what is left out.

    mesh: returns the mesh of an instance, with a name.
    """
    parts, missing = moving_parts(look, moments)
    bodies = body_models(look, moments)
    names = [body.name for body in moments[0].system.bodies(moments[0].y)]
    children: list[list[int]] = [[] for _ in names]
    roots: list[int | None] = []
    for number, part in enumerate(parts):
        name = f"part {number + 1}"
        own = {"mesh": mesh(part.instance, name)}
        held = attach_model(part.models, bodies.transpose(1, 0, 2, 3)) if np.isfinite(part.models).all() else None
        if held is not None and held.kind == ON_BODY:
            node = animation.node(name, held.local[None], moves=False, **own)
            children[held.body] += [] if node is None else [node]
        else:
            still = held is not None and held.kind == STILL
            node = animation.node(name, upright(part.models), not still, **own)
            roots.append(node)
        if node is None:
            missing.append("sheared parts")
    for name, held_parts, models in zip(names, children, bodies, strict=True):
        if held_parts:
            roots.append(animation.node(name, upright(models), children=held_parts))
    return [node for node in roots if node is not None], sorted(set(missing))
