"""The look of Euler's disk: polished steel with a brass inlay, on a mirror let into the table within a steel ring."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from msgspec.structs import replace

from game.looks.disk.disk_sounds import disk_sounds
from game.looks.generic import pose_of, turned_mesh
from game.looks.kit import shapes
from game.looks.kit.euler_angle_arcs import smooth_step
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.table.table import TableLook
from game.model.arrow_scales import ArrowScales
from game.model.frame import Instance, Mesh, SceneFrame, View, hung
from game.model.hold import OnBody, World
from game.model.material import Material
from game.model.trails import FadingPaths, TraceRing
from game.sound.voices import Voice
from physics.disk.euler_disk import VALUES, EulerDisk
from physics.maths.elementary import cos, sin
from physics.shapes.solids import Body, SolidOfRevolution
from physics.types import Floats, Vector3

MIRROR, RING, RING_HEIGHT = 1.45, 0.12, 0.14
"""Radius of the mirror, width and height of the ring round it, in radii of the disk."""
POLISH = (1.10, 1.10, 1.12)
"""Tint of the polished steel."""
INLAY, INLAY_WIDTH, DOT = 0.70, 0.12, 0.15
"""Radius and width of the ring of brass in the upper face, and radius of the dot, in radii of the disk."""
BEVEL = 0.07
"""Width of the bevel of the upper edge, in half thicknesses and at least in sixtieths of the radius."""
LEAPS, JUMBLE = 0.8, 1.2
"""Angles [rad] by which the contact goes round during an exposure, between which its arrows fade."""
PROUD = 0.004
"""Height of the brass above the steel, in radii: less would flicker."""


class EulerDiskLook(TableLook[EulerDisk]):
    """A look that draws the disk with a mark on its face, which shows how slowly it turns while its contact races."""

    systems = ("euler-disk",)
    wanders = lit_at_middle = False
    subjects = frozenset({"friction"})
    pose = MappingProxyType({"azimuth": -62.0, "elevation": 24.0})

    def __init__(self, system: EulerDisk) -> None:
        self._R = system.radius
        self._top = float(np.array(system.solid.outline)[:, 1].max())
        super().__init__(system)
        self.size = self._R
        self.spheres = [np.zeros((0, 4))]
        self._inlay = inlay(self._R, self._top)
        self._ring = ring(self._R)

    def sounds(self, system: EulerDisk) -> tuple[Voice, ...]:
        """Return the tone of the contact that runs round the rim, and the thud of the end."""
        return disk_sounds(system)

    def mesh(self, body: Body) -> Mesh:
        """Return the disk of steel, whose lower edge is sharp: it is the contact."""
        assert isinstance(body.solid, SolidOfRevolution)
        return steel(body.solid)

    def paint(self, body: Body) -> None:
        """Return no paint: it is polished."""

    def fits(self, system: EulerDisk) -> bool:
        """Return whether the disk has the same shape, and its mirror the same place."""
        place = system.bodies(memoryview(system.start()))[0].position
        return super().fits(system) and bool(np.array_equal(place[:2], self._place[:2]))

    @property
    def focus(self) -> Vector3:
        """Return the middle of the mirror, a little above it, (3,) [m]."""
        return np.array([self._place[0], self._place[1], 0.10 * self._R])

    @property
    def radius(self) -> float:
        """Return the radius of the mirror with its ring [m]."""
        return 1.4 * self._R

    def furniture(self) -> list[Instance]:
        """Return the ring round the mirror."""
        return [hung(self._ring, World(self._standing()), tint=POLISH)]

    def _standing(self) -> np.ndarray:
        model = np.eye(4, dtype=np.float32)
        model[3, :2] = self._place[:2]
        return model

    def frame(self, system: EulerDisk, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the disk, its inlay and the mirror."""
        frame = super().frame(system, y, view, blur_seconds)
        pose = pose_of(self, system.bodies(y))
        frame.instances[0] = hung(self.meshes[0], OnBody(0), pose, tint=POLISH)
        frame.instances.append(hung(self._inlay, OnBody(0), pose))
        frame.mirror = MIRROR * self._R
        return frame

    def add_arrows(self, frame: SceneFrame, system: EulerDisk, y: Floats, scales: ArrowScales) -> None:
        """Add the arrows; those that go round with the contact fade where they would only jump from picture to picture.

        That is from a quarter of a turn in a picture on, which is two exposures.
        """
        super().add_arrows(frame, system, y, scales)
        turned = 2.0 * math.pi * abs(VALUES["pitch"](system, y)) * self.blur_seconds
        seen = 1.0 - smooth_step(turned, LEAPS, JUMBLE)
        still = {arrow.symbol for arrow in system.arrows(y) if arrow.name == "weight"}
        frame.arrows = [
            arrow if arrow.label in still else replace(arrow, opacity=seen * arrow.opacity)
            for arrow in frame.arrows
            if seen > 0.0 or arrow.label in still
        ]

    def add_body_traces(
        self, frame: SceneFrame, system: EulerDisk, y: Floats, trails: Mapping[str, TraceRing], now: float
    ) -> None:
        """Add nothing: on the disk, the contact goes round the whole edge."""

    def add_traces(self, frame: SceneFrame, paths: FadingPaths) -> None:
        """Add the path of the upper end of the axis: that of the contact is the same circle over and over."""
        super().add_traces(frame, paths.of("tip"))


def steel(solid: SolidOfRevolution) -> Mesh:
    """Return a disk of this outline with a bevel at its upper edge."""
    rows = np.array(solid.outline)
    R, low, high = float(rows[:, 0].max()), float(rows[:, 1].min()), float(rows[:, 1].max())
    bevel = max(BEVEL * 0.5 * (high - low), min(R / 60.0, 0.6 * (high - low)))
    turn = np.linspace(0.0, 0.5 * math.pi, 7)
    edge = np.column_stack([R - bevel * (1.0 - cos(turn)), high - bevel * (1.0 - sin(turn))])
    return shapes.lathe(np.vstack([(0.0, low), (R, low), edge, (0.0, high)]), Material.STEEL, 160)


def inlay(R: float, top: float) -> Mesh:
    """Return a ring and a dot of brass in the upper face, at the height `top` of a disk of the radius R [m]."""
    high, low = top + PROUD * R, top - PROUD * R
    inner, outer = (INLAY - 0.5 * INLAY_WIDTH) * R, (INLAY + 0.5 * INLAY_WIDTH) * R
    around = shapes.lathe([(inner, low), (inner, high), (outer, high), (outer, low)][::-1], Material.BRASS, 128)
    dot = turned_mesh(np.array([(DOT * R, low), (DOT * R, high), (0.0, high)]), Material.BRASS)
    return joined([around, moved(dot, (0.42 * R, 0.0, 0.0))])


def ring(R: float) -> Mesh:
    """Return the ring round the mirror, rounded above."""
    inner, outer, high = MIRROR * R, (MIRROR + RING) * R, RING_HEIGHT * R
    turn = np.linspace(0.0, math.pi, 25)
    middle, half = 0.5 * (inner + outer), 0.5 * (outer - inner)
    crown = np.column_stack([middle + half * cos(turn), high - half + half * sin(turn)])
    return shapes.lathe(np.vstack([(outer, 0.0), crown, (inner, 0.0)]), Material.STEEL, 160)
