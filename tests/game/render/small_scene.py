"""A small scene to draw: a cone on a peg, a trace and an arrow."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from pyrr import Matrix44

from game.looks.kit.shapes import lathe
from game.model.frame import Array, Instance, Mesh, OverlayArrow, Ribbon, SceneFrame, SurfacePattern, View
from game.model.material import Material
from game.render.gpu.frame_block import EDGE, TABLE

SIZE = (320, 200)
PIVOT = 0.12
PAINT = SurfacePattern(8, (0.06, 0.13), (0.85, 0.80, 0.65), (0.02, 0.10, 0.45))


def cone() -> Mesh:
    """Return a cone with its apex at the origin, 0.15 m high, of radius 0.05 m."""
    profile = [(0.0, 0.0), (0.05, 0.15), (0.0, 0.15)]
    return lathe(profile, Material.PAINTED_WOOD, 48)


def stand() -> Mesh:
    """Return a foot and a brass peg up to the pivot."""
    profile = [(0.0, 0.0), (0.05, 0.0), (0.05, 0.008), (0.008, 0.02), (0.005, 0.11), (0.0, PIVOT)]
    kinds = [Material.PAINTED_WOOD] * 3 + [Material.BRASS] * 2
    return lathe(profile, kinds, 32)


CONE, STAND = cone(), stand()


def view_of(size: tuple[int, int], azimuth: float = -1.9, elevation: float = 0.35, distance: float = 0.75) -> View:
    """Return the view from a point on a sphere about the middle of the scene."""
    middle = np.array([0.0, 0.0, 0.13])
    flat = np.cos(elevation)
    eye = middle + distance * np.array([flat * np.cos(azimuth), flat * np.sin(azimuth), np.sin(elevation)])
    view = np.array(Matrix44.look_at(eye, middle, (0, 0, 1)), np.float32)
    projection = np.array(Matrix44.perspective_projection(32.0, size[0] / size[1], 0.02, 50.0), np.float32)
    return View(eye.astype(np.float32), view, projection)


def placed(height: float) -> Array:
    """Return a model matrix that lifts."""
    model = np.eye(4, dtype=np.float32)
    model[3, 2] = height
    return model


def scene(size: tuple[int, int] = SIZE, **changes: object) -> SceneFrame:
    """Return a frame of the cone upright on its peg; `changes` replace fields of the frame."""
    top = Instance(CONE, placed(PIVOT), paint=PAINT)
    occluders = np.array([[0.0, 0.0, 0.22, 0.045], [0.0, 0.0, 0.01, 0.04]], np.float32)
    frame = SceneFrame(
        view_of(size),
        np.array([0.0, 0.0, 0.13], np.float32),
        0.2,
        [top, Instance(STAND, np.eye(4, dtype=np.float32))],
        occluders=occluders,
    )
    return replace(frame, **changes)  # type: ignore[arg-type]


def ribbon(now: float = 1.0) -> Ribbon:
    """Return a circle round the top of the cone, recorded within the last second."""
    angle = np.linspace(0.0, 2 * np.pi, 65)
    points = np.stack([0.1 * np.cos(angle), 0.1 * np.sin(angle), np.full(65, 0.30), angle / (2 * np.pi)], axis=1)
    return Ribbon(points.astype(np.float32), now, 10.0)


def arrow(color: tuple[float, float, float] = (0.10, 0.60, 1.0)) -> OverlayArrow:
    """Return an arrow upwards from the top of the cone."""
    return OverlayArrow(np.array([0, 0, 0.28], np.float32), np.array([0, 0, 0.36], np.float32), color, radius=0.004)


def edge_row(frame: SceneFrame, x: float) -> float:
    """Return the row of the far edge of the table's top at a column of a picture of `SIZE`."""
    view = frame.view
    radius = EDGE[0] * TABLE * max(frame.radius, 0.25 * float(np.linalg.norm(view.eye - frame.focus)))
    turns = np.linspace(0.0, 2.0 * np.pi, 20001)
    places = frame.focus * (1.0, 1.0, 0.0) + radius * np.stack([np.cos(turns), np.sin(turns), 0.0 * turns], axis=1)
    clip = np.column_stack([places, np.ones(len(places))]) @ view.view @ view.projection
    clip = clip[clip[:, 3] > 0.0]
    columns, rows = (0.5 * np.array(SIZE) * (1.0 + clip[:, :2] * (1.0, -1.0) / clip[:, 3:])).T
    near = np.abs(columns - x) < 1.0
    return float(rows[near][np.argmin(rows[near])])
