"""The look of parallel linkages: wooden bars on brass pins, in front of the rail that holds their pivots."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from game.looks.generic import LastChange, Look
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.timber import bar
from game.looks.kit.transforms import translation
from game.looks.pendulums import wooden_bars
from game.looks.pendulums.pendulum import EBONY, POLISH
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Array, Instance, Mesh, Room, SceneFrame, SceneLabel, hung
from game.model.hold import OnBody, World
from game.model.material import Material
from game.model.words import later
from physics.pendulums.parallel_linkage import ParallelLinkage
from physics.shapes.solids import Body
from physics.types import Floats, Vector3

HALF, THICK = 0.062, 0.045
"""Half width and thickness of a bar, in lengths of the bar."""
LAYER = 1.2
"""Distance from the cranks to the couplers in front of them, in the thickness of a bar."""
BEHIND = 0.14
"""Distance of the rail behind the cranks, in lengths of a bar."""
RAIL, COLUMN, FOOT = 0.024, 0.037, 0.28
"""Radii of the rail, of its columns and of their feet, in lengths of a bar."""
MAX_NAMED, SUBSCRIPTS = 4, "₀₁₂₃"
"""Greatest number of pairs of joints with names: more would have no room. Subscripts of the names."""
CLEAR = 0.12
"""Clearance of a hanging crank above the floor, in lengths of a bar."""


class LinkageLook(Look[ParallelLinkage]):
    """A look that draws cranks and couplers in two layers, and a rail on two columns behind them."""

    systems = ("parallel-linkage",)
    path_words = MappingProxyType({"B0": later("path of a joint")})
    room = Room.LABORATORY
    pose = MappingProxyType({"azimuth": -72.0, "elevation": 12.0})

    def __init__(self, system: ParallelLinkage) -> None:
        self.length, self.wide = system.length, system.length * int(system.loops)
        self._ends = -0.12 * self.length, self.wide + 0.12 * self.length
        self._plinth = pendulum_parts.plinth(FOOT * self.length)
        self._bars = {"crank": self._bar(0.0), "coupler": self._bar(-LAYER * THICK * self.length)}
        super().__init__(system)
        self.size = self.length
        self._stand = self._rail(int(system.loops) + 1)

    def stand_height(self) -> float:
        """Return a height at which hanging cranks clear the floor [m]."""
        return (1.0 + CLEAR) * self.length

    def weight(self, system: ParallelLinkage) -> float:
        """Return the weight of all bars [N]."""
        return (2 * int(system.loops) + 1) * system.mass * system.gravity

    @property
    def focus(self) -> Vector3:
        """Return the middle of the pivots, (3,) [m] in the world."""
        return np.array([0.5 * self.wide, 0.0, self.lift])

    @property
    def radius(self) -> float:
        """Return the radius of the space that the linkage can sweep [m]."""
        return 0.5 * self.wide + 0.75 * self.length

    def mesh(self, body: Body) -> Mesh:
        """Return the bar of a layer, which all its bodies share."""
        return self._bars[body.name.split()[0]]

    def _bar(self, layer: float) -> Mesh:
        """Return a bar about its middle, at y = layer, with a pin at either end that reaches back to the next layer."""
        L, thick = self.length, THICK * self.length
        back = layer + (LAYER + 0.6) * thick if layer else layer + 0.8 * thick
        pins = [pendulum_parts.pin(0.30 * HALF * L, layer, back, z, Material.STEEL) for z in (0.0, -L)]
        metal = wooden_bars.heads(L, HALF * L, thick, layer)
        return moved(joined([wooden_bars.wood(L, HALF * L, thick, layer), metal, *pins]), (0.0, 0.0, 0.5 * L))

    def _rail(self, pivots: int) -> Mesh:
        """Return rail, columns and feet, and an axle for each crank, in the world."""
        L, high, y = self.length, self.lift, BEHIND * self.length
        ends = self._ends
        pieces = [bar((ends[0], y, high), (ends[1], y, high), RAIL * L, Material.STEEL, 24)]
        for i in range(pivots):
            front, back = (i * L, 0.6 * THICK * L, high), (i * L, y, high)
            pieces += [bar(front, back, 0.45 * RAIL * L, Material.STEEL, 16)]
            pieces += [
                bar((i * L, y - 2.0 * RAIL * L, high), (i * L, y + RAIL * L, high), RAIL * L, Material.BRASS, 24)
            ]
        for x in ends:
            top, below = (x, y, high + 1.6 * COLUMN * L), (x, y, high - 1.6 * COLUMN * L)
            pieces += [moved(pendulum_parts.fittings(FOOT * L, COLUMN * L), (x, y, 0.0))]
            pieces += [bar((x, y, 0.0), below, COLUMN * L, Material.STEEL, 28)]
            pieces += [bar(below, top, 1.4 * COLUMN * L, Material.BRASS, 28)]
        return joined(pieces)

    def add_overlays(self, frame: SceneFrame, system: ParallelLinkage, y: Floats, since: LastChange) -> None:
        """Add the names of the joints: A for fixed ones, B for moving ones."""
        ends = self.to_world(system.joints(y))
        feet = self.to_world(np.outer(np.arange(len(ends)), (self.length, 0.0, 0.0)).astype(np.float64))
        if len(ends) <= MAX_NAMED:
            for letter, points in (("A", feet), ("B", ends)):
                for k, (point, number) in enumerate(zip(points.astype(np.float32), SUBSCRIPTS, strict=False)):
                    on = OnBody(k) if letter == "B" else World()
                    frame.labels.append(
                        SceneLabel(point, letter + number, QUANTITY_COLORS["frame"], outward=letter == "B", on=on)
                    )

    def furniture(self) -> list[Instance]:
        """Return the rail, its columns and their feet, which the picture need not hold."""
        places = [World(translation(x, BEHIND * self.length, 0.0)) for x in self._ends]
        plinths = [hung(self._plinth, place, tint=EBONY, roughness=POLISH, framed=False) for place in places]
        return [hung(self._stand, World(), framed=False), *plinths]

    def furniture_spheres(self) -> Array:
        """Return spheres for the feet."""
        foot, y = FOOT * self.length, BEHIND * self.length
        return np.array([(x, y, -0.5 * foot, foot) for x in self._ends])
