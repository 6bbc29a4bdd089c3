"""Pose of the camera as text, on the command line and in scene files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal, get_args

from game.model.daylight import FIRST_HOUR, LAST_HOUR
from physics import BadInput
from physics.core.units import parse_in

MAX_BLUR, MAX_EXPOSURE = 0.2, 4.0
"""Bounds of the blur at infinity [heights of the picture] and of the exposure [stops]."""
LIMITS = {
    "azimuth": (" °", -3600.0, 3600.0),
    "elevation": (" °", -89.0, 89.0),
    "distance": (" m", 1e-4, 1e6),
    "zoom": ("", 0.05, 20.0),
    "blur": ("", 0.0, MAX_BLUR),
    "exposure": ("", -MAX_EXPOSURE, MAX_EXPOSURE),
    "hour": (" h", FIRST_HOUR, LAST_HOUR),
    "period": (" s", 1.0, 3600.0),
}
"""Unit, least and greatest value of each number."""

POSITIONS = ("azimuth", "elevation", "distance")
"""Meaning of numbers without a name, in their order."""

CameraMode = Literal["orbit", "follow", "turntable", "tour", "shot", "machine", "trajectory"]
BY_ITSELF = ("shot", "machine", "trajectory")
"""Modes in which the camera moves by itself, for a throw."""


def from_spec(text: str) -> dict[str, Any]:
    """Return the values of a text such as `azimuth=40,elevation=15,zoom=1.2,mode=turntable,period=20`, by name.

    A mode may stand alone; so may numbers, which are azimuth, elevation and distance in this order, and a target, as in
    `40,15,0.8,0:0:0.1`. Raises ValueError that names the part, its value and what is allowed.
    """
    pose: dict[str, Any] = {}
    unnamed = iter(POSITIONS)
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals and name in get_args(CameraMode):
            name, value, equals = "mode", name, "="
        if not equals and not math.isnan(_number(name.partition(":")[0], "m" if ":" in name else "°")):
            name, value, equals = "target" if ":" in name else next(unnamed, "?"), name, "="
        if not equals:
            raise ValueError(f"camera {part!r}: must be a mode, or name=value, such as azimuth=40")
        if name == "mode":
            if value not in (modes := get_args(CameraMode)):
                raise ValueError(f"camera mode = {value}: must be one of {', '.join(modes)}")
            pose[name] = value
            continue
        numbers = checked_part(name, value.split(":") if name == "target" else value)
        pose[name] = numbers if name == "target" else numbers[0]
    return pose


MAX_STOPS, MAX_SECONDS = 100, 3600.0
"""Greatest number of stops of a path, and greatest time of one [s]."""
Stop = tuple[int, float]
"""Number of a bookmark, and the time [s] at which the camera is there."""


def path_stops(text: str) -> list[Stop]:
    """Return the stops of a path such as `1@0,2@3,1@8`, in order of time.

    Raises ValueError that names the part, its value and what is allowed.
    """
    stops: list[Stop] = []
    for part in text.split(","):
        number, at, seconds = part.strip().partition("@")
        time = _number(seconds, "s")
        if not (number.isdecimal() and len(number) == 1 and number != "0" and at and 0.0 <= time <= MAX_SECONDS):
            raise ValueError(
                f"camera path {part.strip()!r}: must be BOOKMARK@SECONDS, a bookmark from 1 to 9 "
                f"and a time from 0 to {MAX_SECONDS:g} s, such as 2@3.5"
            )
        if stops and time <= stops[-1][1]:
            raise ValueError(f"camera path {part.strip()!r}: must come after {stops[-1][1]:g} s")
        stops.append((int(number), time))
    if len(stops) > MAX_STOPS:
        raise ValueError(f"camera path: {len(stops)} stops; at most {MAX_STOPS} are allowed")
    return stops


def checked_part(name: str, value: object) -> list[float]:
    """Return the numbers of one key of a pose; raises ValueError."""
    if name == "target":
        numbers = [_number(part, "m") for part in value] if isinstance(value, (list, tuple)) else []
        if len(numbers) != 3 or not all(abs(number) <= 1e6 for number in numbers):
            raise ValueError(f"camera target = {value}: must be three numbers in m, such as 0:0:0.1")
        return numbers
    if name not in LIMITS:
        raise ValueError(f"camera {name!r}: must be one of {', '.join((*LIMITS, 'target', 'mode'))}")
    unit, low, high = LIMITS[name]
    number = _number(value, unit.strip())
    if not low <= number <= high:
        raise ValueError(f"camera {name} = {value}: must be a number from {low:g} to {high:g}{unit}")
    return [number]


def _number(value: object, unit: str) -> float:
    """Return a number or the text of one in a unit, or with its own, as a float; NaN where the value is none."""
    try:
        if isinstance(value, str):
            return parse_in("camera", value, "rad" if unit == "°" else unit, unit)
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, BadInput):
        return math.nan


def to_spec(pose: Mapping[str, Any]) -> str:
    """Return a text from which `from_spec` reads azimuth and elevation, and those of the others that are given.

    Angles are rounded to tenths of a degree, lengths to four digits.
    """
    parts = [_short(round(pose[name], 1)) for name in POSITIONS[:2]]
    if pose.get("distance") is not None:
        parts.append(_short(pose["distance"]))
    if pose.get("target") is not None:
        parts.append(":".join(_short(round(part, 4)) for part in pose["target"]))
    if pose.get("zoom") is not None:
        parts.append(f"zoom={_short(pose['zoom'])}")
    if pose.get("mode") is not None:
        parts.append(pose["mode"])
    return ",".join(parts)


def _short(number: float) -> str:
    return f"{number + 0.0:.4g}"
