"""The quality of a picture that a person can ask for: a tier, and a scale of the scene's pixels."""

from __future__ import annotations

from typing import NamedTuple

from physics import BadInput

TIER_NAMES = "low", "medium", "high"
"""From the cheapest to the dearest; `game.render.tiers` says what each is."""
AUTO = "auto"
SCALES = (1.0, 0.75, 0.5)
"""Width and height of the drawn scene in those of the picture; what explains is always drawn at full size."""


class Setting(NamedTuple):
    """A tier and a scale of the scene's pixels. As text: `medium`, `medium@0.75`."""

    tier: str
    scale: float = 1.0

    def __str__(self) -> str:
        return self.tier if self.scale == 1.0 else f"{self.tier}@{self.scale:g}"


QUALITIES = (AUTO, *(str(Setting(name, scale)) for name in TIER_NAMES for scale in SCALES))
"""All that can be asked for, as text."""


def setting(text: str) -> Setting | None:
    """What a text such as `low` or `low@0.5` asks for; None: `auto`. BadInput for any other."""
    if text == AUTO:
        return None
    name, at, scale = text.partition("@")
    try:
        found = Setting(name, float(scale) if at else 1.0)
    except ValueError:
        found = Setting("")
    if found.tier not in TIER_NAMES or found.scale not in SCALES:
        scales = " or ".join(f"{name}@{each:g}" for name, each in zip(("medium", "low"), SCALES[1:], strict=True))
        raise BadInput(
            f"quality = {text!r}: must be {AUTO}, {', '.join(TIER_NAMES)}, or one at a scale such as {scales}"
        )
    return found
