"""What is drawn of equations of one's own: balls, boxes, rods, springs, arrows and a ground, as plain descriptions.

Where each of them is now stands in the pose (`PoseLayout`), by the numbers that are given here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Ends: TypeAlias = tuple[int, int]
"""Numbers of two of the further points of a pose (`PoseLayout.points_of`)."""


@dataclass(frozen=True)
class DrawnBall:
    """A ball. body: its number among the bodies of the pose, [m]. colour: a name, "" for none."""

    name: str
    body: int
    radius: float
    trace: bool = False
    colour: str = ""


@dataclass(frozen=True)
class DrawnBox:
    """A box with its sides (3) [m] along the axes of the lab. body: its number among the bodies of the pose."""

    name: str
    body: int
    size: tuple[float, float, float]
    trace: bool = False
    colour: str = ""


@dataclass(frozen=True)
class DrawnRod:
    """A rod between two points, of a radius [m]."""

    name: str
    ends: Ends
    radius: float
    colour: str = ""


@dataclass(frozen=True)
class DrawnSpring:
    """A spring between two points, of a radius [m] and so many turns."""

    name: str
    ends: Ends
    radius: float
    turns: int
    colour: str = ""


@dataclass(frozen=True)
class DrawnArrow:
    """An arrow. arrow: its number among the arrows of the pose; scale: its length in the picture over its value."""

    name: str
    arrow: int
    scale: float
    colour: str = ""


@dataclass(frozen=True)
class DrawnGround:
    """A ground at a height [m]."""

    name: str
    height: float


DrawnItem: TypeAlias = DrawnBall | DrawnBox | DrawnRod | DrawnSpring | DrawnArrow | DrawnGround


@dataclass(frozen=True)
class Drawing:
    """All that is drawn, in the order of the file. chosen: whether the file says what; else a point stands for the state.

    origin: whether something hangs on the origin of the lab. axes: of a point that stands for the state, names of the
    variables along x, y, z, "" for none.
    """

    items: tuple[DrawnItem, ...]
    chosen: bool
    origin: bool = False
    axes: tuple[str, str, str] = ("", "", "")
