"""The looks of chains: links coloured by tension, whips of leather, and rods on joints."""

from __future__ import annotations

import math
from types import MappingProxyType

import numpy as np
from msgspec.structs import replace

from game.looks.chains.chain_sounds import whip_sounds
from game.looks.chains.ponytail import PonytailLook
from game.looks.chains.shaken_pendulum import ShakenPendulumLook, is_shaken_by_an_exciter
from game.looks.generic import DARK, LIGHT, LastChange, pose_of
from game.looks.kit import shapes
from game.looks.kit.color_key import add_color_key
from game.looks.kit.curve_frames import ACROSS, Floats64, Rope, Strand, frames, places_along
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.tension_tints import TensionTints
from game.looks.kit.transforms import identity, placement, scaled, translation
from game.looks.pendulums.pendulum import BEHIND, CLEAR, PendulumLook, StandLook
from game.model.arrow_scales import rounded_up
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Instance, Mesh, SceneFrame, SceneLabel, SurfacePattern, View, hung
from game.model.hold import At, Moving, OnBody, RopePiece, World
from game.model.material import Material
from game.model.words import decimal, later, tr
from game.sound.voices import Voice
from physics.linkages.hanging import HangingSystem, LinkShape
from physics.maths.elementary import cos, power
from physics.shapes.solids import Body, SolidOfRevolution
from physics.types import Floats, Vector3

MAX_HAIR_LENGTH = 0.6
"""Greatest length [m] of a chain without bobs, on a moving support, that is drawn as hair."""
EARTH = 9.81
"""Gravity [m/s²] of the weights in which tensions are given without gravity."""
TAPERED = 0.5
"""Greatest ratio of the thickness at the end of a whip to that at its beginning."""
MIN_ROD_RADIUS, BALL = 0.042, 1.3
"""Least radius of a rod, in chain lengths, and radius of the balls between rods, in radii of a rod."""
MAX_PENDULUM_LINKS = 8
"""Greatest number of links that are drawn as those of a pendulum."""
TENSIONS = (0.0, 0.25, 0.5, 0.75, 1.0)
TENSION_COLORS = ((0.04, 0.16, 0.75), (0.05, 0.48, 0.44), (0.86, 0.60, 0.10), (0.90, 0.22, 0.03), (0.62, 0.015, 0.02))
"""Colours of links (linear RGB), from blue to red, at the tensions `TENSIONS`, parts of the greatest on the key."""
ABOVE_REST = 1.5
"""Tension at the top of the key before it is rounded up, in the greatest that the chain at rest has."""
KEY_STEPS = {1.0: 5, 1.5: 3, 2.0: 4, 3.0: 3, 5.0: 5, 7.0: 7}
"""Number of equal steps on the key, by the first digits of its top."""
STEPS = 4
"""Number of pieces that draw each link of a whip."""
LEATHER, NYLON, CRACKER = (1.15, 1.0, 0.95), (3.2, 5.5, 8.0), 3
"""Tints of the thong and of the cracker at its end, and the number of pieces of the cracker."""
COLUMN, FOOT = 0.016, 0.17
"""Radius of the column and of the foot of a stand that must not hide a chain, in chain lengths."""
WHIP_RADIUS, MIN_LASH_RADIUS = 0.0180, 0.0040
"""Radius of the thick end of a whip as drawn, and least radius of its lash, in lengths of the whip."""
WIRE = 0.10
"""Radius of the wire between bobs, in lengths of a link."""
FALLING, BALL_COLOR = 0.045, (0.9, 0.12, 0.05)
"""Radius of the ball beside a folded chain, in chain lengths, and its colour."""
UP = 0.99
"""Least cosine of the angle between the upward vertical and the line to the held end of a folded chain."""
MIN_LINK = 0.066
"""Least length of a link for which its wire and its width are made, in chain lengths: shorter ones are stouter."""
PEARL = 0.27
"""Radius of the largest bob of a chain, in lengths of a link."""
GRIP, HANDLE = 0.12, 1.9
"""Length of a whip's handle, in lengths of the whip; its radius, in that of the thong's beginning."""


class ChainLook(StandLook):
    """A look that draws oval links, each a quarter turn from the last, or beads on a wire where links have bobs."""

    systems = ("chain",)
    tension_tints: TensionTints
    joints_seen = 0.4
    pose = MappingProxyType({"azimuth": -64.0, "elevation": 9.0})

    @classmethod
    def variant(cls, system: HangingSystem) -> type[StandLook]:
        """Return the class: a whip if it tapers, hair if short on a moving support, a chain if it has many links."""
        links = system.link_shapes
        if links[-1].far < TAPERED * links[0].near:
            return WhipLook
        short = sum(link.length for link in links) < MAX_HAIR_LENGTH
        if short and not system.stands and not any(link.bob for link in links):
            return PonytailLook
        if len(links) > MAX_PENDULUM_LINKS and not system.joint_axes:
            return ChainLook
        if not system.in_plane:
            return RodsLook
        return ShakenPendulumLook if is_shaken_by_an_exciter(system) else PendulumLook

    def __init__(self, system: HangingSystem) -> None:
        self._start = self.points(system, memoryview(system.start()))
        self._spanned = len(system.held) > 1
        super().__init__(system)
        most = top_of_key(system, self.links)
        self.tension_tints = TensionTints(tuple(share * most for share in TENSIONS), TENSION_COLORS)
        self._falls = falls_folded(system)
        self._ball = shapes.sphere(FALLING * self.length, Material.IVORY, 32)
        self._rope = Rope(places_along(system.pose_layout), (Strand(MIN_LINK * self.length),), crossed=True)
        self._link = pendulum_parts.wire(WIRE) if all(link.bob for link in self.links) else pendulum_parts.oval_link()
        self._pearl, self._pearls = pendulum_parts.bob(1.0), pearls(self.links)
        self._foot, self._column, self._bearing = slender_stand(self.length, self.front)

    def stand_height(self) -> float:
        """Return the height of the support above the floor [m]: lower where both ends are held."""
        return (0.62 if self._spanned else 1.0 + CLEAR) * self.length

    @property
    def focus(self) -> Vector3:
        """Return a point below the support, or between two supports."""
        middle = self.to_world(0.5 * (self._start.min(axis=0) + self._start.max(axis=0)))
        return middle if self._spanned else np.array([0.0, 0.0, self.lift - 0.35 * self.length])

    @property
    def radius(self) -> float:
        """Return the radius of the hanging part [m]."""
        return (0.5 if self._spanned else 0.7) * self.length

    def hanging(self, system: HangingSystem, y: Floats, points: Vector3) -> list[Instance]:
        """Return instances of all links at their positions."""
        found = self._rope.hung(self._link, points, [self.tension_tints.of(system.tensions(y))], 0.32)
        for joint, point, radius in zip(self._rope.places[1:], points[1:], self._pearls, strict=True):
            if radius:
                on = At(joint, scaled(identity(), radius))
                found.append(Instance(self._pearl, scaled(translation(*point), radius), on=on))
        return [*found, self._falling(system, y)] if self._falls else found

    def add_overlays(self, frame: SceneFrame, system: HangingSystem, y: Floats, since: LastChange) -> None:
        """Add the key to the colours of the links, and the name of the ball that falls beside them."""
        super().add_overlays(frame, system, y, since)
        self.add_fixed_marks(frame, system, y)
        if self._falls:
            model = self._falling(system, y).model
            top = model[3, :3] + model[2, :3] * np.float32(FALLING * self.length)
            frame.labels.append(SceneLabel(top, later("free fall"), QUANTITY_COLORS["node"]))

    def add_fixed_marks(self, frame: SceneFrame, system: HangingSystem, y: Floats) -> None:
        """Add the key to the colours of the links, with tensions in newtons."""
        scale = self.tension_tints
        most = scale.tensions[-1]
        steps = KEY_STEPS[float(f"{most:e}".split("e")[0])]
        ticks = [(k / steps, newtons(k / steps * most)) for k in range(steps + 1)]
        add_color_key(frame, self.free, scale.key_color, ticks, tr("tension"))

    def _falling(self, system: HangingSystem, y: Floats) -> Instance:
        """Return a ball released beside the end of the chain at the same moment."""
        tip, radius = self.to_world(self._start[-1]), FALLING * self.length
        time = y[system.index("time")]
        height = max(float(tip[2]) - 0.5 * system.parameters["gravity"] * time * time, radius)
        model = translation(float(tip[0]) + 4.0 * radius, float(tip[1]), height)
        return Instance(self._ball, model, BALL_COLOR, 0.3, on=Moving())


def top_of_key(system: HangingSystem, links: tuple[LinkShape, ...]) -> float:
    """Return the tension at the top of the key [N], rounded up: half as much again as the greatest of a chain at rest.

    That is the chain's weight, and, between two supports, the greatest tension at the start. It belongs to the scene
    and not to the moment, so that a colour means the same throughout a run, in each of its pictures.
    """
    g = system.parameters.get("gravity") or EARTH
    most = g * sum(link.mass for link in links)
    if len(system.held) > 1:
        most = float(np.nan_to_num(system.tensions(memoryview(system.start()))).max(initial=0.0)) or most
    return rounded_up(ABOVE_REST * most)


def slender_stand(length: float, front: float) -> tuple[tuple[Mesh, Mesh], Mesh, Mesh]:
    """Return foot with fittings, column and bearing of a slender stand, as in `StandLook`; length of the chain [m]."""
    radius, foot = COLUMN * length, FOOT * length
    made = pendulum_parts.plinth(foot), pendulum_parts.fittings(foot, radius)
    return made, pendulum_parts.column(radius), pendulum_parts.bearing(1.25 * radius, BEHIND * length, front)


class WhipLook(StandLook):
    """A look that draws a plaited whip on its handle, thickened where it would be too thin to see."""

    joints_seen = 0.0

    def __init__(self, system: HangingSystem) -> None:
        super().__init__(system)
        thrown = system.parameters.get("support") == "stroke"
        self._stroke: float = system.parameters["stroke"] if thrown else 0.0
        thick = WHIP_RADIUS * self.length / max(self.links[0].near, 1e-9)
        near = np.array([link.near for link in self.links] + [self.links[-1].far]) * max(thick, 1.0)
        at = np.arange(STEPS * len(self.links)) / STEPS + 0.5 / STEPS
        self._radii = np.maximum(np.interp(at, np.arange(len(near)), near), MIN_LASH_RADIUS * self.length)
        self._rope = Rope(places_along(system.pose_layout), (Strand(self._radii),), STEPS)
        self._mesh = pendulum_parts.plaited(12, Material.LEATHER)
        self._handle = pendulum_parts.handle(GRIP * self.length, HANDLE * self._radii[0])
        self._foot, self._column, self._bearing = slender_stand(self.length, self.front)
        self._thong = [LEATHER] * (len(self._radii) - CRACKER) + [NYLON] * CRACKER
        self._held = None if not system.stands else self._axes(system, memoryview(system.start()))[0]

    def sounds(self, system: HangingSystem) -> tuple[Voice, ...]:
        """Return the crack and the rush of air."""
        return whip_sounds(system)

    @property
    def focus(self) -> Vector3:
        """Return a point amid the motion of the hand and the thong."""
        return np.array([0.5 * self._stroke, 0.0, self.lift])

    @property
    def radius(self) -> float:
        """Return the radius of the motion of the hand and the thong [m]."""
        return 0.72 * self.length + 0.2 * abs(self._stroke)

    def _axes(self, system: HangingSystem, y: Floats) -> Floats64:
        return frames(shapes.curve(self.points(system, y), STEPS), ACROSS)

    def hanging(self, system: HangingSystem, y: Floats, points: Vector3) -> list[Instance]:
        """Return the thong along the joints, and the handle, which follows the thong where a hand moves it."""
        axes = frames(shapes.curve(points, STEPS), ACROSS)[0] if self._held is None else self._held
        handle = placement(axes, points[0])
        on = RopePiece(self._rope, 0, 0, stiff=True) if self._held is None else World(handle)
        return [Instance(self._handle, handle, on=on), *self._rope.hung(self._mesh, points, [self._thong])]


class RodsLook(StandLook):
    """A look that draws a few bodies in space as painted wooden rods between brass balls."""

    def __init__(self, system: HangingSystem) -> None:
        self._axes = system.joint_axes
        super().__init__(system)
        self._foot, self._column, self._bearing = slender_stand(self.length, self.front)

    def add_overlays(self, frame: SceneFrame, system: HangingSystem, y: Floats, since: LastChange) -> None:
        """Add labels with the kinds of the joints, where they differ."""
        if len(set(system.joint_kinds)) > 1:
            places = self.to_world(self.points(system, y)).astype(np.float32)
            for k, (place, name) in enumerate(zip(places, system.joint_kinds, strict=False)):
                on = OnBody(k - 1) if k else World()
                frame.labels.append(SceneLabel(place, name, QUANTITY_COLORS["node"], outward=True, on=on))

    def mesh(self, body: Body) -> Mesh:
        """Return a rod with its upper joint: a ball, or barrels along its axes; other shapes are unchanged."""
        if not isinstance(body.solid, SolidOfRevolution):
            return super().mesh(body)
        rows = np.array(body.solid.outline)
        thick = max(float(rows[:, 0].max()), MIN_ROD_RADIUS * self.length)
        low, high = float(rows[0, 1]), float(rows[-1, 1])
        rod = shapes.lathe(pendulum_parts.rounded_rod(thick, low, high), Material.PAINTED_WOOD, 40)
        axes = self._axes[int(body.name.split()[-1]) - 1] if self._axes else ()
        return joined([rod, moved(pendulum_parts.joint(thick, *axes), (0.0, 0.0, high))])

    def paint(self, body: Body) -> SurfacePattern | None:
        """Return a pattern of sectors round the middle of a rod."""
        if not isinstance(body.solid, SolidOfRevolution):
            return None
        length = float(np.ptp(np.array(body.solid.outline)[:, 1]))
        return SurfacePattern(4, (0.38 * length, 0.52 * length), LIGHT, DARK)

    def frame(self, system: HangingSystem, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame whose rods are blurred by their turn about their own axes."""
        frame, bodies = super().frame(system, y, view, blur_seconds), system.bodies(y)
        for place, body in enumerate(bodies):
            blur = abs(body.spin_rate) * blur_seconds / (2.0 * math.pi)
            frame.instances[place] = replace(frame.instances[place], spin_blur=blur)
        return frame

    def hanging(self, system: HangingSystem, y: Floats, points: Vector3) -> list[Instance]:
        """Return instances of the painted bodies."""
        pose, painted = pose_of(self, system.bodies(y)), zip(self.meshes, self.paints, strict=True)
        return [hung(mesh, OnBody(k), pose, paint=paint) for k, (mesh, paint) in enumerate(painted)]


def falls_folded(system: HangingSystem) -> bool:
    """Return whether the chain starts at rest with its end held up, so that a ball falls beside it."""
    if not (system.in_plane and system.stands):
        return False
    y, n = system.start(), len(system.link_shapes)
    return not any(y[n : 2 * n]) and cos(y[n - 1]) < -UP


def pearls(links: tuple[LinkShape, ...]) -> list[float]:
    """Return the radii of the bobs [m]."""
    most, room = max(link.bob for link in links), PEARL * min(link.length for link in links)
    return [room * power(link.bob / most, 1.0 / 3.0) if most else 0.0 for link in links]


def newtons(force: float) -> str:
    """Return a force [N] in words, with two digits and its unit."""
    return f"{decimal(f'{force:.2g}')} N" if force < 1000.0 else f"{decimal(f'{1e-3 * force:.2g}')} kN"
