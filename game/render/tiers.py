"""How much work goes into a picture: the tiers as data, and the choice between them by measuring."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from game.model.quality import Setting

SHADOW_SEARCH = 0.02
"""How far from a place what shades it softly is looked for, in widths of the map (shaders/common/shadow.glsl)."""


class Tier(Struct, frozen=True):
    """One level of quality. The shaders are the same for all and see these numbers as #defines.

    shadow_size: width of the shadow map in texels; shadow_taps: samples of it per pixel (0 to 9: soft by
    filtering; more: the penumbra grows with the distance from what casts it). reflection_taps: samples of
    the floor's mirror image, 0: none. samples: of each pixel's edges (MSAA). edges: smooth them afterwards
    (FXAA). hdr: light in half floats, bloom, ambient occlusion, depth of field, one tone-mapping pass; otherwise each
    shader ends with it. detail: metals see the floor, the lacquer of the floor shines. mipmaps_blend: sizes of the
    wood's texture pass smoothly into one another. anisotropy: of the floor's texture. crisp: a scene drawn smaller
    than the picture is enlarged by a filter that keeps edges steep.
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

    @property
    def compares_shadows(self) -> bool:
        """Whether the card compares depths: more than nine taps need the depth itself, for the penumbra's width."""
        return self.shadow_taps <= 9

    @property
    def shadow_margin(self) -> float:
        """By how much shadows are wider than what casts them, in widths of the shadow map."""
        return 3.0 / self.shadow_size if self.compares_shadows else SHADOW_SEARCH

    def defines(self) -> dict[str, int | float]:
        """Return what the shaders need to know."""
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
        Tier("low", 512, 4, 0, 0, True, False, False, False, 1.0, False),
        Tier("medium", 1024, 9, 1, 4, False, False, True, True, 8.0, True),
        Tier("high", 2048, 24, 9, 4, True, True, True, True, 16.0, True),
    )
}
"""As a graphics card draws them."""
ON_A_PROCESSOR: dict[str, Any] = {"samples": 0, "edges": True, "anisotropy": 1.0, "crisp": False}
"""What is different where a processor draws: there several samples of a pixel, or of a texture, cost several times."""
MOST_SHADOW, MOST_TAPS = 1024, 18
"""Width [texels] of the map of shadows there, and samples of it per pixel, at most: soft edges hide it."""


def tier(name: str, software: bool = False) -> Tier:
    """The tier of this name, as a processor draws it if so; ValueError names those there are."""
    if name not in TIERS:
        raise ValueError(f"quality {name!r} is unknown: allowed are {', '.join(TIERS)}")
    if not software:
        return TIERS[name]
    shadow = {
        "shadow_size": min(TIERS[name].shadow_size, MOST_SHADOW),
        "shadow_taps": min(TIERS[name].shadow_taps, MOST_TAPS),
    }
    return replace(TIERS[name], **ON_A_PROCESSOR, **shadow)


# What the program chooses by itself ---------------------------------------------------------------------


class Step(Struct, frozen=True):
    """A tier at a scale of its pixels, and about what it costs, to compare with the others of its ladder."""

    tier: str
    scale: float
    cost: float


class Ladder(Struct, frozen=True):
    """Steps from the dearest to the cheapest, and the one to start on.

    slow: above this many milliseconds a picture must become cheaper; fast: below this many, as foreseen, a dearer step
    is worth trying.
    """

    steps: tuple[Step, ...]
    start: int
    slow: float
    fast: float


SOFTWARE = Ladder((Step("low", 1.0, 1.0), Step("low", 0.75, 0.65), Step("low", 0.5, 0.42)), 0, 34.0, 24.0)
HARDWARE = Ladder(
    (
        Step("high", 1.0, 2.8),
        Step("medium", 1.0, 1.0),
        Step("medium", 0.75, 0.60),
        Step("medium", 0.5, 0.32),
        Step("low", 0.75, 0.20),
        Step("low", 0.5, 0.12),
    ),
    1,
    15.0,
    11.0,
)
"""A card must leave time for the panels within a sixtieth of a second."""
WARM_UP = 10
"""Frames ignored after a change: programs are still being compiled."""
WINDOW = 20
"""Frames whose median counts."""
PATIENCE = 4
MOST_PATIENCE = 64


class AutoTier:
    """Chooses tier and scale from the time pictures take: quick to give way, slow to come back.

    software: a processor draws. Coming back takes several good windows in a row, and twice as many after each time it
    was in vain.
    """

    def __init__(self, software: bool) -> None:
        self.ladder = SOFTWARE if software else HARDWARE
        self.step = self.ladder.start
        self._times: list[float] = []
        self._skip = WARM_UP
        self._good = 0
        self._patience = PATIENCE
        self._climbed = False

    @property
    def setting(self) -> Setting:
        """The tier and the scale to draw with."""
        step = self.ladder.steps[self.step]
        return Setting(step.tier, step.scale)

    def feed(self, milliseconds: float) -> bool:
        """Take the time of one picture [ms]; True when tier or scale have changed."""
        if self._skip:
            self._skip -= 1
            return False
        self._times.append(milliseconds)
        if len(self._times) < WINDOW:
            return False
        middle = sorted(self._times)[WINDOW // 2]
        self._times.clear()
        if middle > self.ladder.slow:
            return self._give_way()
        return self._come_back(middle)

    def _give_way(self) -> bool:
        self._good = 0
        if self._climbed:
            self._patience = min(2 * self._patience, MOST_PATIENCE)
        if self.step == len(self.ladder.steps) - 1:
            return False
        self._move(1)
        return True

    def _come_back(self, middle: float) -> bool:
        steps, dearer = self.ladder.steps, self.step - 1
        if dearer < 0 or middle * steps[dearer].cost / steps[self.step].cost > self.ladder.fast:
            self._good = 0
            return False
        self._good += 1
        if self._good < self._patience:
            return False
        self._move(-1)
        return True

    def _move(self, by: int) -> None:
        self.step += by
        self._climbed = by < 0
        self._skip, self._good = WARM_UP, 0
