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
    detail: metals see the floor, the lacquer of the floor shines. mipmaps_blend: sizes of the wood's texture
    pass smoothly into one another. anisotropy: of the floor's texture, where the hardware does it.
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
        Tier("low", 512, 4, 0, 0, True, False, False, False, 1.0),
        Tier("medium", 1024, 9, 1, 4, False, False, True, True, 8.0),
        Tier("high", 2048, 24, 9, 4, True, True, True, True, 16.0),
    )
}


def tier(name: str) -> Tier:
    """The tier of this name; ValueError names those there are."""
    if name not in TIERS:
        raise ValueError(f"quality {name!r} is unknown: allowed are {', '.join(TIERS)}")
    return TIERS[name]


@dataclass(frozen=True)
class Step:
    """A tier at a scale of its pixels, and about what it costs, the dearest being 1."""

    tier: str
    scale: float
    cost: float


SOFTWARE_STEPS = (Step("low", 1.0, 1.0), Step("low", 0.75, 0.62), Step("low", 0.5, 0.36))
HARDWARE_STEPS = (
    Step("medium", 1.0, 1.0),
    Step("medium", 0.75, 0.60),
    Step("medium", 0.5, 0.32),
    Step("low", 0.75, 0.20),
    Step("low", 0.5, 0.12),
)
WARM_UP = 10
"""Frames ignored after a change: programs are still being compiled."""
WINDOW = 20
"""Frames whose median counts."""
SLOW = 34.0
"""Above this many milliseconds a picture must become cheaper."""
FAST = 24.0
"""Below this many, as foreseen, a dearer step is worth trying."""
PATIENCE = 4
MOST_PATIENCE = 64


@dataclass
class AutoTier:
    """Chooses tier and scale from the time pictures take: quick to give way, slow to come back.

    Coming back takes several good windows in a row, and twice as many after each time it was in vain.
    """

    software: bool
    step: int = 0
    _times: list[float] = field(default_factory=list)
    _skip: int = WARM_UP
    _good: int = 0
    _patience: int = PATIENCE
    _climbed: bool = False

    @property
    def steps(self) -> tuple[Step, ...]:
        """From the dearest to the cheapest."""
        return SOFTWARE_STEPS if self.software else HARDWARE_STEPS

    @property
    def tier(self) -> str:
        """The tier to draw with."""
        return self.steps[self.step].tier

    @property
    def scale(self) -> float:
        """The scale of its pixels."""
        return self.steps[self.step].scale

    def feed(self, milliseconds: float) -> bool:
        """Take the time of one picture [ms]; True when tier or scale have changed."""
        if self._skip:
            self._skip -= 1
            return False
        self._times.append(milliseconds)
        if len(self._times) < WINDOW:
            return False
        middle = median(self._times)
        self._times.clear()
        if middle > SLOW:
            return self._give_way()
        return self._come_back(middle)

    def _give_way(self) -> bool:
        self._good = 0
        if self._climbed:
            self._patience = min(2 * self._patience, MOST_PATIENCE)
        if self.step == len(self.steps) - 1:
            return False
        self._move(1)
        return True

    def _come_back(self, middle: float) -> bool:
        dearer = self.step - 1
        if dearer < 0 or middle * self.steps[dearer].cost / self.steps[self.step].cost > FAST:
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
