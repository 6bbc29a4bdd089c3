"""The look of a bicycle: wheels with spokes, frame and fork of painted tubes, and a ballast for the rider."""

from __future__ import annotations

import math
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from game.looks.bicycle.bicycle_sounds import bicycle_sounds
from game.looks.generic import LastChange, Look, pose_of, triple
from game.looks.kit.contact_path import contact_curve, move_towards_eye
from game.looks.kit.culling import StaticScenery
from game.looks.kit.parts import bicycle_parts as parts
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.path_names import add_path_name, path_name
from game.looks.kit.turning_spokes import Spokes, add_spokes
from game.looks.places.countryside import countryside
from game.model.colors import QUANTITY_COLORS
from game.model.frame import (
    Array,
    Curve,
    GroundKind,
    Mesh,
    SceneFrame,
    SceneLabel,
    Surroundings,
    View,
    hung,
    standing,
)
from game.model.hold import FollowedPlace, OnBody
from game.model.material import Material
from game.model.trails import FadingPaths
from game.model.words import decimal, later
from game.sound.voices import Voice
from physics.bicycle.bicycle import Bicycle
from physics.bicycle.equations import X, Y
from physics.maths import dense
from physics.maths.elementary import arcsin, cos, power, sin, tan
from physics.shapes.solids import Body
from physics.types import Floats, Vector3

PAINT, POLISH = (0.30, 0.020, 0.016), 0.22
"""Colour and roughness of the tubes."""
STEEL_VEIL = (0.34, 0.35, 0.37)
"""Colour (linear RGB) of turning spokes."""
SLOW, BLURRED = 0.15 * 2.0 * math.pi / parts.SPOKES, 0.5 * 2.0 * math.pi / parts.SPOKES
"""Turns of a wheel [rad] while the shutter is open, up to which its spokes are seen, from which on a veil is."""
BRASS_DENSITY = 8500.0
"""Of the ballast [kg/m³]."""
MAX_BALLAST = 0.30
"""Greatest radius of the ballast, in wheel bases."""
BRACKET, STAY = 0.43, 0.055
"""Bottom bracket ahead of the rear contact, and half the width of the stays and of the fork, in wheel bases."""
SEAT_ANGLE = math.radians(72.0)
"""Angle of the seat tube to the ground [rad]."""
TUBE, THIN = 0.0165, 0.009
"""Radii of the tubes of the frame and of its stays, in wheel bases."""
HANDLEBAR = 0.27
"""Half the width of the handlebar, in wheel bases."""
SKATE = 0.2
"""Radius of the wheels of a skate, at most, in wheel bases."""
REACH = 0.75
"""Length in which arrows are drawn, in wheel bases."""
TRACK_SECONDS = 20.0
"""Time for which the tracks of the wheels are seen [s]."""
LAND = 100.0
"""Length of the playing field [m]."""
FIELD = GroundKind(worn=0.7, fine=2.0, coarse=10.0, reach=LAND, half_width=40.0)
"""Its ground: short grass with lines, which show how fast the bicycle is, worn where it starts."""
REAR_INK, FRONT_INK = "herpolhode", "polhode"
"""Inks of the tracks of the wheels."""
PLUMB, LEAST_LEAN = 0.42, math.radians(1.0)
"""Height of the plumb line that the lean is seen against, in wheel bases, and the lean [rad] from which it is drawn."""


class BicycleLook(Look[Bicycle]):
    """A look that draws a bicycle whose wheels, steering axis and centres of mass are where the parameters say."""

    systems = ("bicycle",)
    wanders = True
    lit_at_middle = True
    life = TRACK_SECONDS
    path_words = MappingProxyType(
        {
            "rear track": later("track of the rear wheel"),
            "front track": later("track of the front wheel"),
        }
    )
    pose = MappingProxyType({"azimuth": -62.0, "elevation": 9.0})

    def __init__(self, system: Bicycle) -> None:
        self._made = dict(system.parameters)
        self._at = at = geometry(system)
        self._meshes = {
            "frame": frame_fittings(system, at),
            "fork": fork_fittings(system, at),
            "rear wheel": parts.wheel(system.rear_radius, system.rear_crown),
            "front wheel": parts.wheel(system.front_radius, system.front_crown),
        }
        sizes = (system.rear_radius, system.rear_crown), (system.front_radius, system.front_crown)
        self._spokes = [
            Spokes(parts.spokes(*size), parts.spoke_veil(*size), parts.pattern(size[0]), STEEL_VEIL, SLOW, BLURRED)
            for size in sizes
        ]
        self._tubes = {"frame": frame_tubes(system, at), "fork": fork_tubes(system, at)}
        self._reach = REACH * system.wheel_base
        super().__init__(system)

    def fits(self, system: Bicycle) -> bool:
        """Return whether the bicycle looks the same."""
        return dict(system.parameters) == self._made

    def sounds(self, system: Bicycle) -> tuple[Voice, ...]:
        """Return the freewheel and the tyres."""
        return bicycle_sounds(system)

    def stand_height(self) -> float:
        """Return 0: the ground is the floor."""
        return 0.0

    @property
    def focus(self) -> Vector3:
        """Return the middle of the bicycle at its start, (3,) [m] in the world."""
        at = self._at
        return np.array([0.5 * at["front axle"][0], 0.0, 0.55 * at["seat"][2]])

    @property
    def radius(self) -> float:
        """Return the radius of a sphere that holds the bicycle [m]."""
        return 1.05 * dense.length(self._at["front axle"] - self._at["axle"])

    def middle(self, system: Bicycle, y: Floats) -> Vector3:
        """Return the point of the rear frame that is the focus when it stands upright at its start."""
        frame = system.bodies(y)[0]
        return self.to_world(frame.position + dense.times(frame.rotation, self.focus - self._at["rider"]))

    def followed(self, system: Bicycle) -> FollowedPlace:
        """Return that point in the axes of the rear frame."""
        return FollowedPlace(0, triple(self.focus - self._at["rider"]))

    def reach(self, body: Body) -> float:
        """Return a length in which arrows are drawn."""
        return self._reach

    def weight(self, system: Bicycle) -> float:
        """Return the weight of frames and wheels [N]."""
        masses = system.rear_mass + system.frame_mass + system.fork_mass + system.front_mass
        return masses * system.gravity

    def mesh(self, body: Body) -> Mesh:
        """Return what moves with a body, without its painted tubes."""
        return self._meshes[body.name]

    def frame(self, system: Bicycle, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the bicycle, whose light follows it."""
        frame = super().frame(system, y, view, blur_seconds)
        frame.stage, frame.ground = Surroundings.FIELD, FIELD
        land().add_to(frame)
        bodies = system.bodies(y)
        pose = pose_of(self, bodies)
        for k, body in enumerate(bodies[:2]):
            frame.instances.append(hung(self._tubes[body.name], OnBody(k), pose, tint=PAINT, roughness=POLISH))
        turned = [body.spin_rate * blur_seconds for body in bodies]
        wheels = [(spokes, OnBody(k), turned[k]) for k, spokes in enumerate(self._spokes, 2)]
        add_spokes(frame, wheels, pose)
        return frame

    def add_overlays(self, frame: SceneFrame, system: Bicycle, y: Floats, since: LastChange) -> None:
        """Add a plumb line at the rear contact, the line of the frame that was upright, and the lean between them."""
        super().add_overlays(frame, system, y, since)
        up, across = np.array([0.0, 0.0, 1.0]), system.bodies(y)[0].rotation[:, 1]
        lean = arcsin(min(abs(float(across[2])), 1.0))
        if lean < LEAST_LEAN:
            return
        side = -math.copysign(1.0, across[2]) * across * (1.0, 1.0, 0.0)
        side /= dense.length(side)
        contact = self.to_world(np.array([y[X], -y[Y], 0.0]))
        turns = np.linspace(0.0, lean, 25)
        arc = contact + PLUMB * system.wheel_base * (np.outer(cos(turns), up) + np.outer(sin(turns), side))
        ink = QUANTITY_COLORS["phi"]
        for end in (arc[0], arc[-1]):
            line = np.array([contact, end], np.float32)
            frame.curves.append(Curve(line, QUANTITY_COLORS["vertical"], 1.8, 0.9))
        frame.curves.append(Curve(arc.astype(np.float32), ink, 2.6, 0.95, name="φ"))
        words = f"φ {decimal(f'{math.degrees(lean):.1f}')}°"
        frame.labels.append(SceneLabel(arc[12].astype(np.float32), words, ink, outward=True))

    def add_traces(self, frame: SceneFrame, paths: FadingPaths) -> None:
        """Add the tracks of both wheels on the ground: a camera that kept them in sight would lose the bicycle."""
        for name, ink in (("rear track", REAR_INK), ("front track", FRONT_INK)):
            color = QUANTITY_COLORS[ink] if paths.color is None else paths.color
            for laid in paths.of(name).laid:
                near = move_towards_eye(laid, frame.view.eye)
                frame.curves.append(contact_curve(near, paths.now, color, TRACK_SECONDS))
                if paths.color is None:
                    add_path_name(frame, near, paths, path_name(self.path_words, name), color)


@lru_cache(maxsize=1)
def land() -> StaticScenery:
    """Return the trees round the field."""
    return StaticScenery([standing(each) for each in countryside(LAND)])


def geometry(system: Bicycle) -> dict[str, Array]:
    """Return points of the upright bicycle from the rear contact: x forward, y to the left, z up [m]."""
    c, s = cos(system.tilt), sin(system.tilt)
    w, trail = system.wheel_base, system.trail
    high = 2.0 * max(system.rear_radius, system.front_radius)

    def on_axis(z: float) -> Array:
        return np.array([w + trail - z * s / c, 0.0, z])

    bracket = np.array([BRACKET * w, 0.0, 0.92 * system.rear_radius])
    top = 1.28 * high
    seat = bracket + (top - bracket[2]) * np.array([-1.0 / tan(SEAT_ANGLE), 0.0, 1.0])
    return {
        "axle": np.array([0.0, 0.0, system.rear_radius]),
        "front axle": np.array([w, 0.0, system.front_radius]),
        "bracket": bracket,
        "seat": seat,
        "head top": on_axis(1.30 * high),
        "head bottom": on_axis(1.10 * high),
        "crown": on_axis(1.07 * high),
        "stem": on_axis(1.46 * high),
        "rider": np.array([system.frame_x, 0.0, -system.frame_z]),
        "bars": np.array([system.fork_x, 0.0, -system.fork_z]),
    }


def is_skate(system: Bicycle) -> bool:
    """Return whether the wheels are too small for a saddle, pedals and a handlebar."""
    return max(system.rear_radius, system.front_radius) < SKATE * system.wheel_base


def frame_tubes(system: Bicycle, at: dict[str, Array]) -> Mesh:
    """Return the painted tubes of the rear frame about its centre of mass."""
    w, own = system.wheel_base, at["rider"]
    seat, bracket, axle = at["seat"] - own, at["bracket"] - own, at["axle"] - own
    top, bottom = at["head top"] - own, at["head bottom"] - own
    side = np.array([0.0, STAY * w, 0.0])
    ends = [
        (bracket, seat, TUBE * w),
        (seat - 0.04 * (seat - bracket), top + 0.25 * (bottom - top), 0.9 * TUBE * w),
        (bracket, bottom + 0.2 * (top - bottom), 1.1 * TUBE * w),
        (bottom, top, 1.25 * TUBE * w),
    ]
    for sign in (1.0, -1.0):
        ends += [(bracket + 0.5 * sign * side, axle + sign * side, THIN * w)]
        ends += [(seat - 0.05 * (seat - bracket) + 0.3 * sign * side, axle + sign * side, 0.8 * THIN * w)]
    return parts.tubes(ends, Material.PLAIN)


def frame_fittings(system: Bicycle, at: dict[str, Array]) -> Mesh:
    """Return saddle, pedals and chain, and brass of the mass of frame and rider at their centre of mass."""
    w, own = system.wheel_base, at["rider"]
    seat, bracket, axle = at["seat"] - own, at["bracket"] - own, at["axle"] - own
    post = seat + 0.16 * (seat - bracket)
    radius = min(power(system.frame_mass / (BRASS_DENSITY * 2.0 * math.pi * 0.8), 1.0 / 3.0), MAX_BALLAST * w)
    side = -0.8 * STAY * w
    if is_skate(system):
        return parts.ballast(max(radius, 0.01 * w), 0.8 * max(radius, 0.01 * w))
    return joined([
        parts.tubes([(seat, post, 0.7 * TUBE * w)], Material.STEEL),
        parts.saddle(post, 0.16 * w),
        parts.crank_set(bracket, system.rear_radius, side),
        parts.chain(axle, bracket, system.rear_radius, side),
        parts.ballast(max(radius, 0.01 * w), 0.8 * max(radius, 0.01 * w)),
    ])  # fmt: skip


def fork_tubes(system: Bicycle, at: dict[str, Array]) -> Mesh:
    """Return the painted blades of the fork about its centre of mass."""
    w, own = system.wheel_base, at["bars"]
    crown, axle = at["crown"] - own, at["front axle"] - own
    side = np.array([0.0, 0.85 * STAY * w, 0.0])
    ends = [(crown - 1.2 * side, crown + 1.2 * side, TUBE * w)]
    ends += [(crown + sign * side, axle + 1.1 * sign * side, THIN * w) for sign in (1.0, -1.0)]
    return parts.tubes(ends, Material.PLAIN)


def fork_fittings(system: Bicycle, at: dict[str, Array]) -> Mesh:
    """Return steerer, stem, handlebar and grips about the centre of mass of the front frame."""
    w, own = system.wheel_base, at["bars"]
    crown, stem = at["crown"] - own, at["stem"] - own
    if is_skate(system):
        radius = max(power(system.fork_mass / (BRASS_DENSITY * 2.0 * math.pi * 0.8), 1.0 / 3.0), 0.01 * w)
        return joined(
            [parts.tubes([(crown, stem, 0.8 * TUBE * w)], Material.STEEL), parts.ballast(radius, 0.8 * radius)]
        )
    forward = stem + np.array([0.07 * w, 0.0, 0.02 * w])
    pieces = [parts.tubes([(crown, stem, 0.8 * TUBE * w), (stem, forward, 0.8 * TUBE * w)], Material.STEEL)]
    for sign in (1.0, -1.0):
        knee = forward + np.array([-0.02 * w, sign * 0.45 * HANDLEBAR * w, 0.03 * w])
        hand = forward + np.array([-0.10 * w, sign * HANDLEBAR * w, 0.03 * w])
        end = hand + np.array([-0.10 * w, sign * 0.02 * w, -0.01 * w])
        pieces.append(parts.tubes([(forward, knee, 0.62 * TUBE * w), (knee, hand, 0.62 * TUBE * w)], Material.STEEL))
        pieces.append(parts.tubes([(hand, end, 0.95 * TUBE * w)], Material.RUBBER))
    return joined(pieces)
