"""How much work goes into a picture: the tiers as data, and the choice between them by measuring."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median


@dataclass(frozen=True)
class Tier:
    """One level of quality. The shaders are the same for all and see these numbers as #defines.

    shadow_size: width of the shadow map in texels; shadow_taps: samples of it per pixel (0 to 9: soft by
    filtering; more: the penumbra grows with the distance from what casts it). reflection_taps: samples of
    the floor's mirror image, 0: none. samples: of each pixel's edges (MSAA). edges: smooth them afterwards
    (FXAA). hdr: light in half floats, bloom, one tone-mapping pass; otherwise each shader ends with it.
    detail: metals see the floor, the lacquer of the floor shines. anisotropy: of the floor's texture, where
    the hardware does it.
    """

    name: str
    shadow_size: int
    shadow_taps: int
    reflection_taps: int
    samples: int
    edges: bool
    hdr: bool
    detail: bool
    anisotropy: float

    def defines(self) -> dict[str, int | float]:
        """What the shaders need to know."""
        return {
            "SHADOW_SIZE": self.shadow_size,
            "SHADOW_TAPS": self.shadow_taps,
            "REFLECTION_TAPS": self.reflection_taps,
            "HDR": int(self.hdr),
            "DETAIL": int(self.detail),
        }


TIERS: dict[str, Tier] = {
    tier.name: tier
    for tier in (
        Tier("low", 512, 4, 0, 0, True, False, False, 1.0),
        Tier("medium", 1024, 9, 1, 4, False, False, True, 8.0),
        Tier("high", 2048, 20, 9, 4, False, True, True, 16.0),
    )
}
SCALES = (1.0, 0.75, 0.5)


def tier(name: str) -> Tier:
    """The tier of this name; ValueError names those there are."""
    if name not in TIERS:
        raise ValueError(f"quality {name!r} is unknown: allowed are {', '.join(TIERS)}")
    return TIERS[name]
