"""The quality tiers as data: the amount of work for a picture."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from game.model.frame import SHUTTER

SHADOW_SEARCH = 0.02
"""Distance within which casters of soft shadows are searched, in widths of the map (shaders/common/shadow.glsl)."""


class Tier(Struct, frozen=True):
    """One level of quality. The shaders are the same for all tiers and see these numbers as #defines.

    shadow_size: width of the shadow map in texels; shadow_taps: samples of it per pixel (0 to 9: soft by
    filtering; more: the penumbra grows with the distance from what casts it). reflection_taps: samples of
    the floor's mirror image, 0: none. samples: of each pixel's edges (MSAA). edges: smoothed afterwards
    (FXAA). hdr: light in half floats, bloom, ambient occlusion, depth of field, one tone-mapping pass; otherwise each
    shader ends with it. detail: metals see the floor, the lacquer of the floor shines. mipmaps_blend: sizes of the
    wood's texture pass smoothly into one another. anisotropy: of the floor's texture. crisp: a scene drawn smaller
    than the picture is enlarged by a filter that keeps edges steep. bodies: polished bodies see one another.
    """

    name: str
    shadow_size: int
    shadow_taps: int
    reflection_taps: int
    samples: int
    edges: bool
    hdr: bool
    detail: bool
    mipmaps_blend: bool
    anisotropy: float
    crisp: bool
    bodies: bool

    @property
    def compares_shadows(self) -> bool:
        """True where the card compares depths: more than nine taps need the depth itself, for the penumbra's width."""
        return self.shadow_taps <= 9

    @property
    def shadow_margin(self) -> float:
        """The margin by which shadows are wider than their casters, in widths of the shadow map."""
        return 3.0 / self.shadow_size if self.compares_shadows else SHADOW_SEARCH

    def defines(self) -> dict[str, int | float]:
        """Return the defines of the shaders."""
        return {
            "SHADOW_SIZE": self.shadow_size,
            "SHADOW_TAPS": self.shadow_taps,
            "REFLECTION_TAPS": self.reflection_taps,
            "HDR": int(self.hdr),
            "DETAIL": int(self.detail),
            "SHUTTER": SHUTTER,
        }


TIERS: dict[str, Tier] = {
    tier.name: tier
    for tier in (
        Tier("low", 512, 4, 0, 0, True, False, False, False, 1.0, False, False),
        Tier("medium", 1024, 9, 1, 4, False, False, True, True, 8.0, True, True),
        Tier("high", 2048, 24, 9, 4, True, True, True, True, 16.0, True, True),
    )
}
"""The tiers as a graphics card draws them, by name."""
ON_A_PROCESSOR: dict[str, Any] = {"samples": 0, "edges": True, "anisotropy": 1.0, "crisp": False}
"""Changes where a processor draws: several samples of a pixel, or of a texture, cost several times as much there."""
MAX_SHADOW_SIZE, MAX_SHADOW_TAPS = 1024, 18
"""Width [texels] of the shadow map where a processor draws, and samples per pixel, at most: soft edges hide it."""


def tier(name: str, software: bool = False) -> Tier:
    """Return the tier of this name, as a processor draws it if `software`; raises ValueError with the names of all."""
    if name not in TIERS:
        raise ValueError(f"quality {name!r} is unknown: allowed are {', '.join(TIERS)}")
    if not software:
        return TIERS[name]
    shadow = {
        "shadow_size": min(TIERS[name].shadow_size, MAX_SHADOW_SIZE),
        "shadow_taps": min(TIERS[name].shadow_taps, MAX_SHADOW_TAPS),
    }
    return replace(TIERS[name], **ON_A_PROCESSOR, **shadow, bodies=TIERS[name].hdr)
