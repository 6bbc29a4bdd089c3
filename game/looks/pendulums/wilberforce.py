"""The look of Wilberforce's pendulum: a spring on a stand, whose turns are seen, and a bob with nuts on four arms."""

from __future__ import annotations

import math
from types import MappingProxyType

import numpy as np

from game.looks.generic import LastChange, Look, pose_of
from game.looks.kit import shapes
from game.looks.kit.curve_frames import Rope, Strand, places_along
from game.looks.kit.euler_angle_arcs import add_arc
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.parts.timber import bar
from game.looks.kit.transforms import scaled, translation
from game.looks.pendulums.pendulum import EBONY, POLISH
from game.model.frame import Array, Instance, Mesh, Room, SceneFrame, View, hung, standing
from game.model.hold import OnBody
from game.model.material import Material
from game.model.words import later
from physics.pendulums.wilberforce import ARM, Wilberforce
from physics.shapes.solids import Body
from physics.types import Floats, Vector3

# Lengths of the stand are in units of the pendulum, those of the bob in its radii, unless noted otherwise.
CORE, HALF_HIGH = 0.62, 0.34
"""Radius of the turned body of the bob, and half its height."""
ROD, NUT, NUT_HALF, TIP = 0.055, 0.20, 0.13, 1.86
"""Radius of an arm, radius and half length of a nut on it, and where the arm ends."""
WIRE = 0.085
"""Radius of the wire, in radii of the coil."""
STEPS = 2
"""Pieces of wire between two points of the pose."""
CLEAR, BEHIND = 0.12, 0.40
"""Clearance of the lowest bob above the foot, and distance of the column behind the spring."""
FOOT, COLUMN, BEAM = 0.27, 0.030, 0.020
"""Radius of the foot, of the column and of the arm that carries the spring."""
RED, LACQUER = (0.45, 0.022, 0.016), 0.25
"""Colour (linear RGB) and roughness of the nut whose path is drawn."""
ARC = 1.35
"""Radius of the arc of the twist."""
AXES = np.array([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])


class WilberforceLook(Look[Wilberforce]):
    """A look that draws the stand, the wire of the spring turn by turn, and the bob with one red nut."""

    systems = ("wilberforce",)
    path_words = MappingProxyType({"nut": later("path of a nut")})
    stays = True
    room = Room.LABORATORY
    pose = MappingProxyType({"azimuth": -48.0, "elevation": 9.0})

    def __init__(self, system: Wilberforce) -> None:
        self._made = look_parameters(system)
        self.reach_down = greatest_height(system)
        self.high = system.length + system.hook
        super().__init__(system)
        self.size = self.high
        self._wire = pendulum_parts.plaited(8, Material.STEEL)
        self._pieces = STEPS * (system.pose_layout.points - 1)
        strand = Strand(np.full(self._pieces, WIRE * system.coil_radius))
        self._rope = Rope(places_along(system.pose_layout), (strand,), STEPS, (0.0, 0.0, 1.0))
        self._foot = (
            pendulum_parts.plinth(FOOT * self.high),
            pendulum_parts.fittings(FOOT * self.high, COLUMN * self.high),
        )
        self._column = pendulum_parts.column(COLUMN * self.high)
        self._beam = beam(self.high, system.coil_radius)
        self._nut = nut(system.bob_radius, AXES[0])

    def fits(self, system: Wilberforce) -> bool:
        """Return whether the same stand and the same bob fit the system."""
        return look_parameters(system) == self._made

    def stand_height(self) -> float:
        """Return the height of the place of rest [m], at which the lowest bob clears the foot."""
        return self.reach_down + (CLEAR + 0.12) * self.high

    def mesh(self, body: Body) -> Mesh:
        """Return the mesh of the bob: a turned body with a hook above, four arms, and nuts on three of them."""
        radius = float(body.solid.extremes().max())
        core, high = CORE * radius, HALF_HIGH * radius
        rows = [(0.0, -high), (0.78 * core, -high), (0.94 * core, -0.9 * high), (core, -0.7 * high)]
        rows += [(core, -0.12 * high), (0.95 * core, -0.06 * high), (0.95 * core, 0.06 * high), (core, 0.12 * high)]
        rows += [(core, 0.7 * high), (0.94 * core, 0.9 * high), (0.78 * core, high), (0.30 * core, 1.02 * high)]
        rows += [(0.22 * core, 1.2 * high), (0.12 * core, 1.5 * high), (0.0, 1.5 * high)]
        parts = [shapes.lathe(rows, Material.BRASS, 64)]
        for way in (AXES[0], AXES[1], -AXES[0], -AXES[1]):
            parts.append(bar(0.8 * core * way, TIP * radius * way, ROD * radius, Material.STEEL, 16))
            if way is not AXES[0]:
                parts.append(nut(radius, way))
        return joined(parts)

    @property
    def focus(self) -> Vector3:
        """Return a point between the bob and the middle of the spring."""
        return np.array([0.0, 0.0, self.lift + 0.36 * self.high])

    @property
    def radius(self) -> float:
        """Return the radius of a sphere that holds the spring and the bob [m]."""
        return 0.5 * self.high + max(self.reach_down, 0.3 * self.high)

    def frame(self, system: Wilberforce, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with stand, spring and bob."""
        frame = SceneFrame(view, self.focus.astype(np.float32), self.radius, room=self.room)
        (bob,) = system.bodies(y)
        pose = pose_of(self, [bob])
        nut = hung(self._nut, OnBody(0), pose, tint=RED, roughness=LACQUER)
        frame.instances = [hung(self.meshes[0], OnBody(0), pose), nut]
        frame.instances += [*self._spring(system, y), *map(standing, self._stand())]
        x, across, z = self.to_world(bob.position)
        foot = 0.0, BEHIND * self.high, 0.03 * self.high, FOOT * self.high
        frame.occluders = np.array([(x, across, z, system.bob_radius), foot], np.float32)
        frame.occluders_on = 0, -1
        return frame

    def _spring(self, system: Wilberforce, y: Floats) -> list[Instance]:
        """Return the pieces of the wire."""
        return self._rope.hung(self._wire, self.to_world(system.points(y)), [[pendulum_parts.BLUED] * self._pieces])

    def _stand(self) -> list[Instance]:
        """Return foot, column, and the arm from which the spring hangs."""
        top = self.lift + self.high
        foot: Array = translation(0.0, BEHIND * self.high, 0.0)
        return [
            Instance(self._foot[0], foot, EBONY, POLISH, framed=False),
            Instance(self._foot[1], foot, framed=False),
            Instance(self._column, scaled(foot, (1.0, 1.0, top)), framed=False),
            Instance(self._beam, translation(0.0, 0.0, top)),
        ]

    def add_overlays(self, frame: SceneFrame, system: Wilberforce, y: Floats, since: LastChange) -> None:
        """Add the twist as an arc under the bob, from the place of rest of its red nut."""
        (bob,) = system.bodies(y)
        radius = ARC * system.bob_radius
        place = self.to_world(bob.position - np.array([0.0, 0.0, 1.6 * HALF_HIGH * system.bob_radius]))
        add_arc(frame, "theta", math.fmod(y[1], 2.0 * math.pi), place, radius * AXES[0], radius * AXES[1])


def greatest_height(system: Wilberforce) -> float:
    """Return how far from its place of rest the energy of the start lets the bob go [m], at most the spring's length.

    The least energy of a height z is that with the twist at which the spring is free of torque.
    """
    energy = system.energy(memoryview(system.start()))
    least = system.stiffness - 0.25 * system.coupling * system.coupling / system.torsion
    return min(math.sqrt(2.0 * max(energy, 0.0) / least), system.length)


def look_parameters(system: Wilberforce) -> tuple[float, ...]:
    """Return all numbers on which the look depends."""
    return system.length, system.bob_radius, system.coil_radius, greatest_height(system)


def nut(radius: float, way: Vector3) -> Mesh:
    """Return a nut on an arm of a bob of this radius [m]; way (3,): the direction of the arm."""
    middle, half = ARM * radius * way, NUT_HALF * radius * way
    return bar(middle - half, middle + half, NUT * radius, Material.BRASS if way is not AXES[0] else Material.PLAIN, 6)


def beam(high: float, coil: float) -> Mesh:
    """Return the arm from the column to the spring, and the clamp about the first turn of the wire, at the origin."""
    back = np.array([0.0, BEHIND * high, 0.0])
    up = np.array([0.0, 0.0, 1.6 * BEAM * high])
    rod = bar(back + up + 0.1 * back, up - 0.05 * back, BEAM * high, Material.STEEL, 28)
    head = bar(back + 2.6 * up, back - 0.6 * up, 1.5 * COLUMN * high, Material.BRASS, 32)
    plate = [(0.0, 0.0), (1.15 * coil, 0.0), (1.2 * coil, 0.15 * BEAM * high), (1.2 * coil, 0.5 * BEAM * high)]
    plate += [(1.1 * coil, 0.62 * BEAM * high), (0.5 * coil, 0.8 * BEAM * high), (0.4 * coil, 1.6 * BEAM * high)]
    return joined([rod, head, shapes.lathe([*plate, (0.0, 1.6 * BEAM * high)], Material.BRASS, 48)])
