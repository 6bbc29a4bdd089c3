"""Slender bodies on the screen, such as the bars of a pendulum, which labels avoid."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np

from game.model.frame import Mesh, SceneFrame
from game.ui.label_placement import ArrowShaft

MAX_BODIES = 12
"""Greatest number of bodies considered: the links of a chain are too short to be bars."""
MIN_SLENDERNESS, MIN_BAR_LENGTH = 3.0, 5.0
"""A body is a bar if its length is at least SLENDER widths and LONG text heights."""


def bars(scene: SceneFrame, corner: tuple[int, int], size: tuple[int, int], long: float) -> list[ArrowShaft]:
    """Return the slender ones of the first bodies of a scene of length at least `long` [points].

    corner, size: of the picture in the window [points]. Moving bodies come before fixed ones.
    """
    seen = [each for each in scene.instances[:MAX_BODIES] if each.opacity >= 1.0 and not each.extra]
    if not seen:
        return []
    boxes = np.array([box_round(each.mesh) for each in seen])
    models = np.array([each.model for each in seen])
    middles = np.einsum("ni,nij->nj", boxes[:, 0], models[:, :3, :3]) + models[:, 3, :3]
    axes = boxes[:, 1, :, None] * models[:, :3, :3]
    ends = middles[:, None, None] + np.stack([-axes, axes], axis=1)  # body, end, axis, xyz
    clip = np.concatenate([ends, np.ones((*ends.shape[:3], 1))], axis=3) @ (scene.view.view @ scene.view.projection)
    ahead = (clip[..., 3] > 1e-6).all(axis=(1, 2))
    places = (0.5 + 0.5 * clip[ahead][..., :2] / clip[ahead][..., 3:] * (1.0, -1.0)) * size + corner
    across = 0.5 * (places[:, 1] - places[:, 0])
    lengths = np.linalg.norm(across, axis=2)
    found = []
    for body, length, way in zip(places, lengths, across, strict=True):
        k = int(length.argmax())
        half = float(length[k])
        wide = float(np.abs(way[:, 0] * way[k, 1] - way[:, 1] * way[k, 0]).max()) / max(half, 1e-9)
        if 2.0 * half > long and half > MIN_SLENDERNESS * wide:
            tail, tip = body[0, k].tolist(), body[1, k].tolist()
            found.append(ArrowShaft((tail[0], tail[1]), (tip[0], tip[1]), 0.0, wide))
    return found


_BOXES: WeakKeyDictionary[Mesh, np.ndarray] = WeakKeyDictionary()
"""Centre and half-sides (2, 3) of the bounding box of each mesh, in its own axes."""


def box_round(mesh: Mesh) -> np.ndarray:
    """Return centre and half-sides (2, 3) of the bounding box of a mesh, in its own axes."""
    box = _BOXES.get(mesh)
    if box is None:
        low, high = mesh.vertices[:, :3].min(axis=0), mesh.vertices[:, :3].max(axis=0)
        box = _BOXES[mesh] = np.array([0.5 * (low + high), 0.5 * (high - low)])
    return box
