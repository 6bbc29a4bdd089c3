"""The look of the rattleback: a celt of walnut, or where it is light a hull of glass, with brass weights."""

from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.looks.generic import pose_of
from game.looks.kit.transforms import identity, scaled, translation
from game.looks.table import rattleback_celt, rattleback_hull
from game.looks.table.caustic import caustic
from game.looks.table.table import TableLook
from game.looks.table.table_sounds import rattle_sounds
from game.model.frame import Mesh, SceneFrame, View, hung
from game.model.hold import OnBody
from game.sound.voices import Voice
from physics.maths import dense
from physics.maths.elementary import power, square
from physics.shapes.solids import Body, Ellipsoid
from physics.table.rattleback import Rattleback
from physics.types import Floats, Vector3

BRASS_DENSITY = 8500.0
"""Density of the brass weights [kg/m³]."""
KEEL, BALL = 0.13, 0.60
"""Half the length of the place where the hull darkens the table, in its long semi-axis; greatest radius of the spheres
that do, in its least."""
CLEAR = 2600.0
"""Greatest mean density of a hull of glass [kg/m³]; walnut hides the metal in a heavier one."""
WALNUT = (0.50, 0.34, 0.25)
"""Tint of the wood."""
SUNK = 0.10
"""How deep the weights are let into the arched upper side of a celt, in their radii."""
UPRIGHT = scaled(identity(), (1.0, -1.0, -1.0))
"""A hull that is made with its flat top upwards in the axes of the body, whose third points down."""
LENGTHWISE = dense.times(np.eye(4, dtype=np.float32)[[1, 2, 0, 3]], UPRIGHT)
"""The same of one that is made with its length along z and its upper side towards y."""


class RattlebackLook(TableLook[Rattleback]):
    """A look that draws a celt of walnut with two brass weights, which turn its axes of inertia.

    Where it is as light as glass, it is a hull of that, cut flat.
    """

    systems = ("rattleback",)
    body_life, body_width = 0.4, 2.0  # the contact moves to and fro along the same line of the shell

    def __init__(self, system: Rattleback) -> None:
        self._clear = is_clear(system)
        self.in_body = UPRIGHT if self._clear else LENGTHWISE
        super().__init__(system)
        axes, top = ellipsoid_of(system)
        half = rattleback_hull.PLAN * axes[0]
        self.size = 0.6 * half  # the hull is long and low
        self.spheres = [keel_spheres(axes, top, np.array([0.0, 0.0, 1.0]))]
        self._nut = rattleback_hull.weight(1.0)

    def mesh(self, body: Body) -> Mesh:
        """Return the hull; the body's third axis points down."""
        assert isinstance(body.solid, Ellipsoid)
        make = rattleback_hull.boat if self._clear else rattleback_celt.celt
        return make(body.solid.axes, -body.solid.centre[2])

    def sounds(self, system: Rattleback) -> tuple[Voice, ...]:
        """Return its rattle."""
        return rattle_sounds(system)

    def paint(self, body: Body) -> None:
        """Return no paint: what is seen of the hull is its material."""

    @property
    def radius(self) -> float:
        """Return the radius of the hull [m]."""
        return 1.5 * self.size

    def frame(self, system: Rattleback, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the hull and its weights, and with the caustic of a clear one."""
        frame = super().frame(system, y, view, blur_seconds)
        body = system.bodies(y)[0]
        placed, pose = self.model(body), pose_of(self, [body])
        radius, places = weights(system)
        axes, top = ellipsoid_of(system)
        turn, upright = placed[:3, :3].T.astype(float), float(body.rotation[2][2]) < 0.0
        if upright:
            touching = keel_spheres(axes, top, -np.asarray(body.rotation, float)[2])
            frame.occluders, frame.occluders_on = self.placed(body, touching).astype(np.float32), ()
        if self._clear and upright:
            frame.pools.append(caustic(axes, rattleback_hull.PLAN * axes[0], turn, placed[3, :3] + top * turn[:, 2]))
        for along, across, z in places:
            raised = 0.0 if self._clear else rattleback_celt.height(along, across, axes) - SUNK * radius
            in_body = dense.times(scaled(translation(along, across, z + raised), radius), UPRIGHT)
            frame.instances.append(hung(self._nut, OnBody(0, in_body), pose))
        if not self._clear:
            frame.instances[0] = replace(frame.instances[0], tint=WALNUT, spin_blur=0.0)
        return frame


def keel_spheres(axes: tuple[float, float, float], top: float, down: Vector3) -> NDArray[np.float64]:
    """Return spheres in body axes, rows (x, y, z, r) [m], within the shell about the point that is lowest.

    They darken the table where it touches. top: height of the flat above G [m], the third axis points down; down (3,):
    in body axes.
    """
    squares = square(np.array(axes))
    lowest = squares * down / math.sqrt(float((squares * square(down)).sum()))
    x = np.clip(lowest[0] + KEEL * axes[0] * np.linspace(-1.0, 1.0, 7), -0.95 * axes[0], 0.95 * axes[0])
    y = np.full(len(x), lowest[1])
    deep = axes[2] * np.sqrt(np.maximum(1.0 - square(x / axes[0]) - square(y / axes[1]), 0.0))
    radius = BALL * min(axes[1:]) * (1.0 - 0.5 * np.abs(np.linspace(-1.0, 1.0, 7)))
    return np.column_stack([x, y, deep - top - radius, radius])


def is_clear(system: Rattleback) -> bool:
    """Return whether a rattleback is as light as one of glass."""
    (a, b, c), _ = ellipsoid_of(system)
    part = rattleback_hull.PLAN
    volume = math.pi * a * b * c * (part - part * part * part / 3.0)
    return bool(system.mass <= CLEAR * volume)


def ellipsoid_of(system: Rattleback) -> tuple[tuple[float, float, float], float]:
    """Return the semi-axes of a rattleback, and the height of its flat above G [m]."""
    return (system.axis_1, system.axis_2, system.axis_3), -system.centre_3


def weights(system: Rattleback) -> tuple[float, list[tuple[float, float, float]]]:
    """Return radius and places, in the hull's axes, of two brass nuts whose product of inertia is I12 [m]."""
    (a, b, _), top = ellipsoid_of(system)
    x, y = 0.55 * rattleback_hull.PLAN * a, 0.42 * b
    mass = abs(system.I12) / (2.0 * x * y)
    radius = min(power(mass / (BRASS_DENSITY * rattleback_hull.NUT_VOLUME), 1.0 / 3.0), 0.5 * b)
    if not radius > 0.0:
        return 0.0, []
    side = -math.copysign(1.0, -system.I12) * y
    return radius, [(x, side, top), (-x, -side, top)]
