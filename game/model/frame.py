"""Content of one picture, as plain numpy.

A scene (`game/looks`) makes a `SceneFrame` from a pose, the renderer (`game/render`) draws it, and
neither knows the other. Lengths are metres in a world whose floor is the plane z = 0 and whose z axis
points up. Matrices are float32 and follow the row-vector convention of pyrr (`row @ matrix`), which is
byte for byte what OpenGL expects as column-major.
"""

from __future__ import annotations

import itertools
from enum import IntEnum, StrEnum
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace
from numpy.typing import NDArray

from game.model.colors import QUANTITY_COLORS, Color, Head, dark_ink, darkened_pixels
from game.model.hold import AtHeight, Fixed, Hold, Pose, World, placed

Array = NDArray[np.float32]
DIMMED = 0.35
"""Opacity of what is not pointed at, as a part of its own."""
SHUTTER = 0.5
"""Exposure of a picture, as part of the time until the next one: turning bodies are blurred."""
BROKEN, DOUBLED = 4, 8
"""What `OverlayArrow.kind` adds to its head."""
LONGEST_LAMP = 10.0
"""Length of a lamp's path, in its greatest extent, from which on it is fainter: its windings would be one blot."""


class Mesh(Struct, frozen=True, eq=False, weakref=True):
    """Triangles. The object itself is the key under which the renderer keeps its buffers.

    vertices: (n, 9) float32, a row is position xyz, normal xyz, u, v, material: u is the azimuth in
        turns (0 to 1), v the arc length along the profile in metres, material a `Material`.
    indices: (m,) int32, three per triangle, counter-clockwise seen from outside.
    coarser: for instances that are small on the screen: index arrays of fewer triangles of the same vertices, and the
    deviation of each from the full mesh [m].
    """

    vertices: Array
    indices: NDArray[np.int32]
    coarser: tuple[tuple[NDArray[np.int32], float], ...] = ()


class SurfacePattern(Struct, frozen=True):
    """Sectors painted round a body of revolution between two arc lengths v [m] of its profile."""

    sectors: int
    band: tuple[float, float]
    light: tuple[float, float, float]
    dark: tuple[float, float, float]


class CheckerPattern(Struct, frozen=True):
    """Two colours that alternate at planes across the body's axes, for a body that is not a solid of revolution.

    cells: distance of the planes [m] along x, y and z, counted from the origin; with the body's whole sides its octants
    are painted, infinity means no planes along that axis. Colours: linear RGB.
    """

    cells: tuple[float, float, float]
    light: tuple[float, float, float]
    dark: tuple[float, float, float]


class SpokePattern(Struct, frozen=True):
    """Bars that turn about the z axis of a veil, which hides what is behind it as much as they do on average.

    count: of the bars. width: of one [m]. least: share of their contrast that is left however fast they turn.
    """

    count: int
    width: float
    least: float = 0.35


class Instance(Struct, frozen=True):
    """One mesh in the world.

    model: (4, 4) float32. tint multiplies the material's colour (linear RGB). spin_blur is the angle in turns by which
    the body turns about its own axis while the shutter is open, `SHUTTER` of the time of a picture: the paint is
    averaged over it, and fades where it would seem to turn backwards. turn (3,) is the same for a body that turns about
    any axis, as a rotation vector in its axes [rad], for a `CheckerPattern`. opacity: below 1 it is a ghost in the
    colour of its tint, without shadow or mirror image. veil: a ghost that does not cover lines behind and inside it.
    extra: scenery that the tier low leaves out. framed: whether the automatic camera keeps it inside the picture: True,
    also a veil; None, a body; False, what bodies stand on, whose size in the picture does not count. on: what it hangs
    on, in a picture of a state (`hung`); None: that is not said. marked: a person has chosen its colour, which drawings
    in lines have, too.
    """

    mesh: Mesh
    model: Array
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    roughness: float = 0.4
    spin_blur: float = 0.0
    turn: tuple[float, float, float] = (0.0, 0.0, 0.0)
    paint: SurfacePattern | CheckerPattern | SpokePattern | None = None
    opacity: float = 1.0
    veil: bool = False
    extra: bool = False
    framed: bool | None = None
    on: Hold | None = None
    marked: bool = False


FARTHEST = 1e12
"""Greatest coordinate of what is drawn [m]: single precision must hold its square."""
UNPLACED: Array = np.eye(4, dtype=np.float32)


def is_somewhere(places: NDArray[np.floating]) -> bool:
    """Return whether every coordinate is finite and at most `FARTHEST`, so that it can be drawn."""
    return bool(np.abs(places).max(initial=0.0) <= FARTHEST)


def hung(mesh: Mesh, on: Hold, pose: Pose = (), **others: Any) -> Instance:
    """Return a mesh where it hangs, in a pose; others: further fields of the instance.

    It is not seen (opacity 0) where it has no place: its coordinates are not finite, or beyond `FARTHEST`.
    """
    with np.errstate(all="ignore"):
        model = placed(on, pose)
    if not is_somewhere(model):
        return Instance(mesh, UNPLACED, on=on, **(others | {"opacity": 0.0}))
    return Instance(mesh, model, on=on, **others)


def standing(instance: Instance) -> Instance:
    """Return an instance that says that it stands where it is."""
    return replace(instance, on=World(instance.model))


class Ribbon(Struct, frozen=True):
    """A fading line of constant width on the screen: a spline through the places of a motion.

    points: (n, 4) float32, x y z and the time [s] at which the point was added, oldest first; a row of NaN interrupts
    the line. color: sRGB, 0 to 1. A point fades out `life` seconds after it was added, at the time `now`.
    """

    points: Array
    now: float
    life: float
    color: Color = QUANTITY_COLORS["trace"]
    width: float = 4.0


class Curve(Struct, frozen=True):
    """A line of constant width on the screen, drawn after tone mapping, so that `color` is exact.

    points: (n, 3) float32 [m]; a row of NaN interrupts the line. color: sRGB, 0 to 1. width in pixels of a picture of
    720 lines. opacity: of all points, or of each (n,). tube: radius [m] of a lit tube, drawn at least as thick as can
    be seen; 0: a line. Where a body hides it a faint line is left. name: symbol of what it shows, such as an angle. on:
    what all its points are fixed on, in a picture of a state; None: it changes its shape. path: the points are places
    of a motion, and the line is a spline through them.
    """

    points: Array
    color: tuple[float, float, float]
    width: float = 2.0
    opacity: float | Array = 1.0
    tube: float = 0.0
    name: str = ""
    on: Fixed | AtHeight | None = None
    path: bool = False


class OverlayArrow(Struct, frozen=True):
    """An arrow drawn after tone mapping, so that `color` (sRGB, 0 to 1) is exact.

    opacity: of the arrow and its label, 0 to 1. unit: of the vector that it shows to scale; "": it is none. size: the
    magnitude of that vector. broken: it is shorter than to scale, which two strokes across its shaft say. factor: by
    which it is magnified; its shaft is then double. value: what the label says after the name. on: what both ends are
    fixed on; None: it moves.
    """

    tail: Array
    tip: Array
    color: tuple[float, float, float]
    label: str = ""
    radius: float = 0.001
    opacity: float = 1.0
    head: Head = Head.SINGLE
    unit: str = ""
    size: float = 0.0
    broken: bool = False
    factor: float = 1.0
    value: str = ""
    on: Fixed | None = None

    @property
    def kind(self) -> int:
        """The head, with `BROKEN` and `DOUBLED` as the shader of arrows reads them."""
        return self.head + BROKEN * self.broken + DOUBLED * (self.factor != 1.0)


class ScaleBar(Struct, frozen=True):
    """A row of the bars that say how long arrows are: of one unit, or words alone.

    length [m]: of an arrow of magnitude 1. place (3,): where in the world the bar has the size of such an arrow. color:
    sRGB, 0 to 1. words: shown in place of a bar.
    """

    unit: str
    length: float
    place: Array
    color: Color
    words: str = ""


class SceneLabel(Struct, frozen=True):
    """A text in the picture, above a place (3,) [m] of the world; color sRGB, 0 to 1; opacity 0 to 1.

    outward: it is beyond its place instead, as seen from the middle of what is shown. on: what its place is fixed on;
    None: it moves. plain: it is a name, or in the language in use already. path: it names a path, and is left out while
    its place races over the picture.
    """

    place: Array
    text: str
    color: tuple[float, float, float]
    outward: bool = False
    opacity: float = 1.0
    on: Fixed | None = None
    plain: bool = False
    path: bool = False


class Points(Struct, frozen=True):
    """Round dots of constant size on the screen, drawn after tone mapping, so that their colours are exact.

    positions: (n, 3) float32 [m]; a row that is not finite is not drawn. colors: (n, 4) uint8, sRGB and opacity; the
    opacity should be 1 for very many. size: diameter in pixels of a picture of 720 lines. radius: [m] of shaded beads
    in the tiers that have them, at least as large as dots; 0: dots. exact: colors are a key to those of bodies, and not
    darkened in bright rooms. on: what they are fixed on; None: they move.
    """

    positions: Array
    colors: NDArray[np.uint8]
    size: float = 4.0
    radius: float = 0.0
    exact: bool = False
    on: Fixed | AtHeight | None = None


class FadingLines(Struct, frozen=True, eq=False):
    """Polylines of equally many points that fade towards their older ends; drawn after tone mapping.

    points: (k, n, 3) float32 [m], n points at k times, the oldest first; what is not finite is not drawn. colors: (n,
    4) uint8, sRGB and the opacity of the newest ends. width: in pixels of a picture of 720 lines.
    """

    points: Array
    colors: NDArray[np.uint8]
    width: float = 1.5


class View(Struct, frozen=True):
    """Viewpoint of a picture: eye (3,), view (4, 4) and projection (4, 4).

    blur: diameter of the blur of a point at infinity, in heights of the picture; 0: all is sharp. sharp: distance [m]
    that is in focus; the blur at `depth` is blur * |depth - sharp| / depth. Of a part of a picture: corner: its left
    and lower edge, and whole: width and height of the whole picture, both in widths and heights of the part. fine: how
    many times larger than shown the picture is drawn. exposure: how much brighter it is than usual, in stops: each
    doubles the light that the film gets. hour: of the day over a FIELD [h of local solar time]; None: the usual light.
    """

    eye: Array
    view: Array
    projection: Array
    blur: float = 0.0
    sharp: float = 1.0
    corner: tuple[float, float] = (0.0, 0.0)
    whole: tuple[float, float] = (1.0, 1.0)
    fine: float = 1.0
    exposure: float = 0.0
    hour: float | None = None

    def part(self, place: tuple[int, int, int, int], size: tuple[int, int]) -> View:
        """Return the view of a part of a picture of this size alone; place: x, y, width, height [pixels, y up]."""
        x, y, width, height = place
        whole = size[0] / width, size[1] / height
        fit = np.diag([*whole, 1.0, 1.0])
        fit[3, :2] = (size[0] - 2 * x - width) / width, (size[1] - 2 * y - height) / height
        projection = (np.asarray(self.projection, np.float64) @ fit).astype(np.float32)
        return replace(self, projection=projection, corner=(x / width, y / height), whole=whole)

    @property
    def key(self) -> int:
        """Return a number by which views can be told apart."""
        arrays = (np.asarray(part).tobytes() for part in (self.eye, self.view, self.projection))
        return hash((*arrays, self.blur, self.sharp, self.corner, self.whole, self.fine, self.exposure, self.hour))

    def project(self, point: NDArray[np.floating], size: tuple[float, float]) -> tuple[float, float] | None:
        """Return where a world point is in a picture (x to the right, y down), or None when it is behind the eye."""
        clip = np.append(point, 1.0) @ self.view @ self.projection
        if clip[3] <= 1e-6:
            return None
        x, y = clip[0] / clip[3], clip[1] / clip[3]
        return (0.5 + 0.5 * x) * size[0], (0.5 - 0.5 * y) * size[1]


class Caustic(Struct, frozen=True):
    """Light that a body of glass focuses on the floor of a STUDIO, within its shadow.

    points: (n, m, 2) float32, x and y [m] of a grid of rays where they meet the floor; it may fold over itself. gain:
    (n, m) float32, irradiance relative to the bare floor.
    """

    points: Array
    gain: Array


class Surroundings(IntEnum):
    """Surroundings of the bodies: a table in a room, grass under the sky, or a void with a horizon."""

    STUDIO = 0
    FIELD = 1
    VOID = 2


class Room(StrEnum):
    """Rooms of the STUDIO: a library and a laboratory in the evening, or a workshop by day."""

    LIBRARY = "library"
    LABORATORY = "laboratory"
    WORKSHOP = "workshop"


BRIGHT_ROOMS = frozenset({Room.WORKSHOP})
"""Rooms in which lines and words have dark inks."""

LAMP = (-0.56, -0.44, 0.70)
"""Direction to the lamp of the STUDIO and the VOID, of any length."""
SUN = (-0.68, -0.46, 0.46)
"""Direction to the sun over a FIELD, of any length."""


class GroundKind(Struct, frozen=True):
    """Marks on the grass of a FIELD, along the x axis from the origin on. All lengths in metres.

    worn: radius of the trampled earth about the origin. fine, coarse: distance of the chalk lines across the field, and
    of the broad ones; 0: none. reach: length of the field of lines. half_width: its extent to either side.
    """

    worn: float = 6.0
    fine: float = 0.0
    coarse: float = 0.0
    reach: float = 0.0
    half_width: float = 0.0


class SceneFrame(Struct):
    """Everything that one picture shows.

    focus and radius [m] bound what is of interest: the shadow map covers that sphere, and the floor's pattern
    is scaled to it. occluders: (n, 4) float32, spheres x y z r that darken the floor and one another softly, at
    most eight. title: shown above it where two pictures stand side by side. ground: of a FIELD. backdrop: light of an
    even backdrop, 0 to 1, that is drawn instead of floor and sky; None: these. mirror: radius [m] of a round mirror let
    into the table of a STUDIO about the focus; 0: none. room: of a STUDIO. lamp: (n, 3) [m], places at equal times of a
    small lamp whose path is light of a long exposure, in place of the curves; a row of NaN is dark. mirrored: (n, 3, 4)
    float32, simple shapes of polished bodies, in which these see one another (`game/looks/kit/mirrored.py`): rods with
    round ends as rows x y z radius, x y z 0 of the other end, and rgb 0 of their metal; at most eight, not on a FIELD.
    occluders_on, mirrored_on: the numbers in a pose of what these are on, -1: the world; None: that is not said.
    unseen: instances that later pictures of the scene may show, so that all can be made for them with the first one.
    shaded: whether the shadows of the usual sun over a FIELD are part of its bodies, so that it has no other hours.
    """

    view: View
    focus: Array
    radius: float
    instances: list[Instance] = field(default_factory=list)
    unseen: tuple[Instance, ...] = ()
    ribbons: list[Ribbon] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    arrows: list[OverlayArrow] = field(default_factory=list)
    points: list[Points] = field(default_factory=list)
    strands: list[FadingLines] = field(default_factory=list)
    pools: list[Caustic] = field(default_factory=list)
    occluders: Array = field(default_factory=lambda: np.zeros((0, 4), np.float32))
    occluders_on: tuple[int | None, ...] = ()
    title: str = ""
    labels: list[SceneLabel] = field(default_factory=list)
    bars: list[ScaleBar] = field(default_factory=list)
    stage: Surroundings = Surroundings.STUDIO
    room: Room = Room.LIBRARY
    ground: GroundKind = GroundKind()
    backdrop: float | None = None
    mirror: float = 0.0
    lamp: Array | None = None
    mirrored: Array = field(default_factory=lambda: np.zeros((0, 3, 4), np.float32))
    mirrored_on: tuple[int | None, ...] = ()
    shaded: bool = False

    @property
    def place(self) -> Surroundings | Room:
        """The room, or the surroundings that are none."""
        return self.room if self.stage is Surroundings.STUDIO else self.stage

    @property
    def has_hours(self) -> bool:
        """Whether it can be shown at another hour of the day."""
        return self.stage is Surroundings.FIELD and not self.shaded and self.backdrop is None

    @property
    def hour(self) -> float | None:
        """The hour of the day at which it is shown [h]; None: in the usual light."""
        return self.view.hour if self.has_hours else None

    @property
    def bright(self) -> bool:
        """Whether it shows a bright room, on which lines and words must be dark."""
        return self.stage is Surroundings.STUDIO and self.room in BRIGHT_ROOMS and self.backdrop is None

    def inked(self) -> SceneFrame:
        """Return the frame with dark inks of bright rooms, where it shows one; bars are on a dark plate."""
        if not self.bright:
            return self
        return replace(
            self,
            ribbons=[replace(each, color=dark_ink(each.color)) for each in self.ribbons],
            curves=[replace(each, color=dark_ink(each.color)) for each in self.curves],
            arrows=[replace(each, color=dark_ink(each.color)) for each in self.arrows],
            labels=[replace(each, color=dark_ink(each.color)) for each in self.labels],
            points=[each if each.exact else replace(each, colors=darkened_pixels(each.colors)) for each in self.points],
            strands=[replace(each, colors=darkened_pixels(each.colors)) for each in self.strands],
        )

    def bare(self) -> SceneFrame:
        """Return the frame with the bodies alone, without lines, arrows, points and labels."""
        return replace(self, ribbons=[], curves=[], arrows=[], points=[], strands=[], labels=[], bars=[])

    @property
    def names(self) -> frozenset[str]:
        """The names of arrows, labels and named lines."""
        arrows, curves = (arrow.label for arrow in self.arrows), (curve.name for curve in self.curves)
        return frozenset((*arrows, *curves, *(label.text for label in self.labels))) - {""}

    def spotlit(self, names: frozenset[str]) -> SceneFrame:
        """Return the frame with all arrows, labels and named lines faint but those of the names; none: the frame."""
        if not names & self.names:
            return self
        arrows = [a if a.label in names else replace(a, opacity=DIMMED * a.opacity) for a in self.arrows]
        labels = [a if a.text in names else replace(a, opacity=DIMMED * a.opacity) for a in self.labels]
        curves = [c if not c.name or c.name in names else replace(c, opacity=DIMMED * c.opacity) for c in self.curves]
        return replace(self, arrows=arrows, labels=labels, curves=curves)

    def before(self, backdrop: float) -> SceneFrame:
        """Return the frame before an even backdrop instead of floor, sky and light gathered there."""
        return replace(self, backdrop=backdrop, pools=[])


class ExposedFrame(NamedTuple):
    """One of the frames whose mean a picture of a film shows, and its weight; the weights of a picture add up to 1.

    The first one may have the weight 0: the ground of a long exposure, without what moves before it.
    """

    frame: SceneFrame
    weight: float


def side_by_side(size: tuple[int, int], count: int) -> list[tuple[int, int, int, int]]:
    """Return x, y, width, height of the parts of a picture in which `count` frames are drawn, from the left.

    Both sizes in pixels, or both in points.
    """
    edges = [size[0] * k // max(count, 1) for k in range(count + 1)]
    return [(left, 0, right - left, size[1]) for left, right in itertools.pairwise(edges)]
