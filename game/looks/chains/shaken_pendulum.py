"""The look of a chain of a few links whose support an exciter on its stand shakes up and down."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from game.looks.generic import LastChange
from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.transforms import scaled, translation
from game.looks.pendulums.pendulum import BEHIND, COLUMN, PendulumLook
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Curve, Instance, Mesh, SceneFrame, SceneLabel
from game.model.hold import World
from game.model.material import Material
from game.model.trails import TRACE_SECONDS
from game.model.words import decimal, tr
from physics.linkages.hanging import HangingSystem
from physics.types import Floats, Vector3

DRUM, HEIGHT = 0.17, 0.34
"""Radius and height of the exciter, in lengths of the chain."""
NECK = 3.4
"""Distance from the pivot at rest down to the exciter, in radii of the column, beside the amplitude."""
SLIDE = 0.62
"""Radius of the moving rod, in that of the column."""
BLACK, SHEEN = (0.020, 0.021, 0.024), 0.32
"""Colour (linear RGB) and roughness of the exciter's case."""
SHAKES = 16.0
"""Number of periods of the support for which traces are seen: many more would lie on one another as one broad band."""
BAR, END = 0.16, 0.022
"""Distance of the bar of its amplitude from the support, and half the width of its ends, in lengths of the chain."""
MOST_SHAKEN = 0.25
"""Greatest amplitude that an exciter is drawn for, in lengths of the chain."""


class ShakenPendulumLook(PendulumLook):
    """A look whose column carries an exciter: a black drum, out of which a rod moves the bearing up and down.

    Its bobs are large, because they are seen from far enough away for the exciter.
    """

    rod, largest_bob, clear = 0.038, 0.165, 0.2
    stand_parts = "still", "still", "still", "still", "still", "column", "pivot"

    def __init__(self, system: HangingSystem) -> None:
        super().__init__(system)
        self._case, self._metal_parts = _case(DRUM * self.length, HEIGHT * self.length)
        below = abs(system.parameters["amplitude_z"]) + NECK * COLUMN * self.length
        self._top = self.lift - below
        self.life = min(TRACE_SECONDS, SHAKES * 2.0 * math.pi / abs(system.parameters["frequency_z"]))

    def stand(self, pivot: Vector3) -> list[Instance]:
        """Return foot, column, exciter, moving rod and bearing at a pivot; a picture may cut the exciter."""
        foot, fittings, _, bearing = super().stand(pivot)
        x, across, z = pivot
        behind = across + BEHIND * self.length
        low, base = self._top - HEIGHT * self.length, translation(x, behind, 0.0)
        slide = translation(x, behind, low)
        return [
            foot, fittings,
            Instance(self._column, scaled(base, (1.0, 1.0, low)), framed=False),
            Instance(self._case, slide, BLACK, SHEEN, framed=False),
            Instance(self._metal_parts, slide, framed=False),
            Instance(self._column, scaled(slide, (SLIDE, SLIDE, z - low))),
            bearing,
        ]  # fmt: skip

    def add_overlays(self, frame: SceneFrame, system: HangingSystem, y: Floats, since: LastChange) -> None:
        """Add how the support is shaken."""
        super().add_overlays(frame, system, y, since)
        self.add_fixed_marks(frame, system, y)

    def add_fixed_marks(self, frame: SceneFrame, system: HangingSystem, y: Floats) -> None:
        """Add a bar as long as the way of the support up and down beside its rod, with amplitude and frequency."""
        given, (x, across, z) = system.parameters, self.to_world(np.zeros(3))
        middle = np.array([x + BAR * self.length, across, z])
        add_shake(frame, middle, END * self.length, abs(given["amplitude_z"]), abs(given["frequency_z"]))


def add_shake(frame: SceneFrame, middle: Vector3, half: float, amplitude: float, frequency: float) -> None:
    """Add an upright bar about a place (3,) that shows an amplitude [m], with that and the frequency [rad/s] in words.

    half [m]: half the width of its ends.
    """
    ink, (x, across, z) = QUANTITY_COLORS["frame"], middle
    ends = z - amplitude, z + amplitude
    lines = [[(x, across, at) for at in ends], *([(x - half, across, at), (x + half, across, at)] for at in ends)]
    frame.curves += [Curve(np.array(line, np.float32), ink, 2.0, 1.0, on=World()) for line in lines]
    said = decimal(f"{1e3 * amplitude:.3g}"), decimal(f"{frequency / (2.0 * math.pi):.3g}")
    words = tr("± {amplitude} mm, {frequency} Hz", amplitude=said[0], frequency=said[1])
    side = math.copysign(1.5 * half, x - float(frame.focus[0]))
    place = np.array([x + side, across, z], np.float32)
    frame.labels.append(SceneLabel(place, words, ink, outward=True, on=World(), plain=True))


def is_shaken_by_an_exciter(system: HangingSystem) -> bool:
    """Return whether the support is moved up and down alone, not too far."""
    given, length = system.parameters, sum(link.length for link in system.link_shapes)
    shaken = given.get("support") == "harmonic" and given.get("amplitude_x", 0.0) == 0.0
    return shaken and abs(given.get("amplitude_z", 0.0)) * given.get("frequency_z", 0.0) > 0.0 and (
        abs(given["amplitude_z"]) < MOST_SHAKEN * length
    )  # fmt: skip


@lru_cache(maxsize=8)
def _case(radius: float, height: float) -> tuple[Mesh, Mesh]:
    """Return the finned case of an exciter on z = 0, to be coloured, and its metal: ring, collar, socket."""
    fins = []
    for k in range(6):
        z = 0.16 + 0.105 * k
        fins += [(0.93, z), (1.0, z + 0.012), (1.0, z + 0.060), (0.93, z + 0.072)]
    rows = [(0.0, 0.0), (0.88, 0.0), (0.98, 0.03), (0.98, 0.12), (0.93, 0.13), *fins, (0.93, 0.82), (0.98, 0.83),
            (0.98, 0.93), (0.93, 0.97), (0.60, 1.0), (0.0, 1.0)]  # fmt: skip
    case = shapes.lathe([(r * radius, z * height) for r, z in rows], Material.PLAIN, 64)
    collar = [(0.0, 0.99), (0.56, 0.99), (0.58, 1.01), (0.58, 1.04), (0.52, 1.06), (0.30, 1.07), (0.28, 1.14),
              (0.24, 1.16), (0.0, 1.16)]  # fmt: skip
    socket = [(0.0, -0.10), (0.30, -0.10), (0.36, -0.06), (0.40, 0.0), (0.0, 0.01)]
    ring = [(0.985, 0.045), (1.005, 0.055), (1.005, 0.085), (0.985, 0.095)]
    pieces = [(collar, Material.STEEL), (socket, Material.BRASS), (ring, Material.BRASS)]
    return case, joined([
        shapes.lathe([(r * radius, z * height) for r, z in rows], material, 48) for rows, material in pieces
    ])  # fmt: skip
