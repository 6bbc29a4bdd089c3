"""Daylight over a field by the hour: where the sun stands, and how bright and of what colour sun and sky are.

It is midsummer at 50° north, under a clear sky, and hours are local solar time: at 12 the sun is highest. The field is
turned such that the usual sun stands where it does at `USUAL_HOUR`. All light is told by its share of the usual one,
so that this hour looks as a field without an hour does.

Sources: J. Meeus, Astronomical Algorithms (2nd ed. 1998), chapter 13, for the place of the sun; F. Kasten, A. T. Young,
"Revised optical air mass tables" (1989); A. J. Preetham, P. Shirley, B. Smits, "A practical analytic model for
daylight" (1999), appendix, for scattering by air and haze; G. Gillette, W. Pierpoint, S. Treado, "A general illuminance
model for daylight availability" (1984), for the light of a clear sky, 0.8 + 15.5 √sin h klx.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from game.model.frame import SUN
from physics.maths.elementary import arccos, arctan2, cos, exp, power, sin

FIRST_HOUR, LAST_HOUR = 5.0, 19.0
"""Hours between which the sun is high enough for clear shadows, 8.7° or more."""
LATITUDE, DECLINATION = math.radians(50.0), math.radians(23.44)
"""Latitude of the field, and declination of the sun at midsummer [rad]."""
WAVELENGTHS = 0.61, 0.55, 0.465
"""Wavelengths that stand for red, green and blue [µm]."""
HAZE_DEPTH, HAZE_SLOPE = 0.0693, 1.3
"""Optical depth of haze at 1 µm for a turbidity of 2.5, and how fast it falls with the wavelength (Ångström)."""
ADAPTED = 0.6
"""Share of the change of light, as a power, that the film is exposed for: an evening stays a little darker."""
RGB = tuple[float, float, float]


class Daylight(NamedTuple):
    """The light of one hour.

    to_sun: unit vector. turn: by how much the sun stands farther round than usual, counterclockwise [rad]. sun, sky:
    share of their usual light, linear RGB. ground: share of the usual light on the ground. exposure: of the film.
    """

    to_sun: tuple[float, float, float]
    turn: float
    sun: RGB
    sky: RGB
    ground: RGB
    exposure: float


def sun_place(hour: float) -> tuple[float, float]:
    """Return height and azimuth [rad] of the sun at an hour of local solar time; the azimuth is from south to west."""
    angle = math.radians(15.0) * (hour - 12.0)
    height = sin(LATITUDE) * sin(DECLINATION) + cos(LATITUDE) * cos(DECLINATION) * cos(angle)
    across = cos(DECLINATION) * sin(angle)
    along = cos(DECLINATION) * sin(LATITUDE) * cos(angle) - sin(DECLINATION) * cos(LATITUDE)
    return math.pi / 2.0 - arccos(height), arctan2(across, along)


def _usual_hour() -> float:
    """Return the hour of the afternoon at which the sun stands as high as `SUN`."""
    height = SUN[2] / math.hypot(*SUN)
    most = cos(LATITUDE) * cos(DECLINATION)
    return 12.0 + math.degrees(arccos((height - sin(LATITUDE) * sin(DECLINATION)) / most)) / 15.0


USUAL_HOUR = _usual_hour()
"""Hour of the usual light of a field: 16.8."""


def air_mass(height: float) -> float:
    """Return how much air light comes through from a height [rad], in that from the zenith (Kasten and Young)."""
    degrees = math.degrees(height)
    return 1.0 / (sin(height) + 0.50572 * power(degrees + 6.07995, -1.6364))


def passed(height: float) -> RGB:
    """Return the share of sunlight that the air lets through from a height [rad], for red, green and blue."""
    mass = air_mass(height)
    depths = [0.008735 * power(each, -4.08) + HAZE_DEPTH * power(each, -HAZE_SLOPE) for each in WAVELENGTHS]
    red, green, blue = (exp(-mass * depth) for depth in depths)
    return red, green, blue


def sky_light(height: float) -> float:
    """Return the light of a clear sky on level ground [klx] with the sun at a height [rad]."""
    return 0.8 + 15.5 * math.sqrt(max(sin(height), 0.0))


@lru_cache(maxsize=8)
def daylight(hour: float) -> Daylight:
    """Return the light of an hour."""
    (height, azimuth), (usual, before) = sun_place(hour), sun_place(USUAL_HOUR)
    turn = math.remainder(before - azimuth, math.tau)
    at = arctan2(SUN[1], SUN[0]) + turn
    red, green, blue = (now / then for now, then in zip(passed(height), passed(usual), strict=True))
    share = sky_light(height) / sky_light(usual)
    steep = sin(height) / sin(usual)
    # On level ground the usual sun gives about three quarters of the light, the sky the rest.
    ground = [0.75 * each * steep + 0.25 * share for each in (red, green, blue)]
    return Daylight(
        (cos(height) * cos(at), cos(height) * sin(at), sin(height)), turn, (red, green, blue), (share, share, share),
        (ground[0], ground[1], ground[2]), power(ground[1], -ADAPTED),
    )  # fmt: skip


def sun_of(hour: float | None) -> tuple[float, float, float]:
    """Return the direction to the sun at an hour, of any length; None: of the usual sun."""
    return SUN if hour is None else daylight(hour).to_sun
