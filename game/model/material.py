"""Materials of meshes: the number of each, and the meaning of its surface coordinates u and v.

The appearance of a material is in `shaders/materials/`, in the file of its name in lower case.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(NamedTuple):
    """Requirements of a material on its meshes, and how it is drawn.

    u, v: meaning of the surface coordinates of a vertex. paint: the type of pattern of an instance that it shows, in
    `game/model/frame.py`, or nothing. shape: other requirements on the mesh. common: so frequent and cheap that the
    program of every mesh has it; the others are compiled only for meshes that use them. patterned: its pattern depends
    on the place in the body's axes, scales with the mesh, and is lit per pixel. picture: file in `assets/` that only it
    reads.
    """

    u: str
    v: str
    paint: str = ""
    shape: str = ""
    common: bool = False
    patterned: bool = True
    picture: str = ""


TURNS = "azimuth round the axis, 0 to 1 [turns]"
ARC = "arc length along the profile [m]"
UNUSED = "not used"
ALONG, UP = "distance along the wall or roof [m]", "height above the ground or the eaves [m]"


class Material(IntEnum):
    """Material of one vertex row of a mesh.

    A member is the number in the vertex rows; shaders know it as `MATERIAL_` and its name. Numbers follow the order
    below. `kind` holds the rest.
    """

    kind: Kind

    def __new__(cls, *fields: str | bool) -> Material:
        """Number the members from 0 on in the order in which they are declared."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.kind = Kind(*fields)  # type: ignore[arg-type]  # an enum hands a named tuple over field by field
        return member

    PAINTED_WOOD = Kind(TURNS, ARC, paint="Paint", common=True, patterned=False)
    BRASS = Kind(UNUSED, UNUSED, common=True, patterned=False)
    STEEL = Kind(UNUSED, UNUSED, common=True, patterned=False)
    PLAIN = Kind(UNUSED, UNUSED, common=True, patterned=False)
    IVORY = Kind(TURNS, ARC, paint="Paint")
    GLASS = Kind(
        "half the width of the mesh, across z, here [m]",
        "depth below the top of the mesh [m]",
        shape="all of the mesh is glass, convex, with a flat top across the body's z axis",
        patterned=False,
    )
    EGG = Kind(UNUSED, UNUSED)
    COIN = Kind(TURNS, ARC, shape="struck on the faces across the body's z axis", picture="coin_faces")
    PAPER = Kind(UNUSED, "distance across the sheets of the stack [m]")
    CLOTH = Kind(
        "0 where plain; 1 + width / height on the covers, which are tooled in gilt; -(1 + width / height) on the back",
        UNUSED,
        shape="a book, high along the body's x axis, thick along y, wide along z",
    )
    RUBBER = Kind(TURNS, ARC)
    LACQUER = Kind(UNUSED, UNUSED, paint="Checker")
    TIMBER = Kind(
        "number of the timber, by which timbers differ, plus 0 to 0.99 round it", "length along the grain [m]"
    )
    END_GRAIN = Kind(*("place on the cut, from the pith [half widths of the timber]",) * 2)
    STONE = Kind(UNUSED, UNUSED)
    IRON = Kind(UNUSED, UNUSED)
    ROPE = Kind(
        "azimuth round the rope [turns]", "number of lays, of nine radii each; the model may stretch it along z"
    )
    EARTH = Kind(UNUSED, UNUSED)
    PUMPKIN = Kind(UNUSED, UNUSED, shape="ribs round the body's z axis")
    LEAVES = Kind(UNUSED, UNUSED)
    MASONRY = Kind("distance along the courses [m]", "height above the ground [m]")
    TENT = Kind(TURNS, ARC, paint="Paint")
    SHADE = Kind(UNUSED, UNUSED, shape="a hole in a wall")
    SPRIG = Kind(
        "place in the picture of plants (game/looks/kit/parts/foliage.py), plus a whole number: its shade",
        "place in the picture of plants",
    )
    ROCK = Kind("share of the sky's light that reaches it", "share of the sun's light that reaches it")
    WATER = Kind("distance along the flow [widths of the stream]", "distance across it [widths of the stream]")
    HAIR = Kind("place across the strands [turns]", "place along the strands")
    TURF = Kind(UNUSED, "1 where the sun reaches it, 0 where not", shape="lies on a FIELD and looks like it")
    LEATHER = Kind("azimuth round the plait [turns]", "number of crossings of a strand")
    WALL = Kind(ALONG, UP)
    WHITEWASH = Kind(ALONG, UP)
    THATCH = Kind(ALONG, UP)
    TILES = Kind(ALONG, UP)
    STEELWORK = Kind("share of the light that reaches it", UNUSED, shape="painted in the colour of its tint")
    ENGRAVING = Kind(
        "angle between lines of this kind [whole degrees], and azimuth of this one about the z axis [turns]",
        "distance from the middle of the line, half its width [m]",
        shape="lines on a brass ring, from the z axis outwards, filled in the colour of its tint",
    )
