"""Rendering quality as text: `auto`, `low`, `medium@0.75`."""

from __future__ import annotations

from typing import NamedTuple

from physics import BadInput

AUTO = "auto"
TIER_NAMES = ("low", "medium", "high")
"""Names of the tiers of the renderer, from the fastest to the slowest."""
SCALES = (1.0, 0.75, 0.5)
"""Scales of the drawn scene relative to the picture; overlays are always drawn at full size."""


class QualitySetting(NamedTuple):
    """A tier and a scale of the scene's pixels. As text: `medium`, `medium@0.75`."""

    tier: str
    scale: float = 1.0

    def __str__(self) -> str:
        return self.tier if self.scale == 1.0 else f"{self.tier}@{self.scale:g}"


QUALITIES = (AUTO, *(str(QualitySetting(name, scale)) for name in TIER_NAMES for scale in SCALES))
"""All settings, as text."""


def quality_setting(text: str) -> QualitySetting | None:
    """Return the setting of a text such as `low` or `low@0.5`, or None for `auto`; raises BadInput for any other."""
    if text == AUTO:
        return None
    name, at, scale = text.partition("@")
    try:
        found = QualitySetting(name, float(scale) if at else 1.0)
    except ValueError:
        found = QualitySetting("")
    if found.tier not in TIER_NAMES or found.scale not in SCALES:
        scales = " or ".join(f"{name}@{each:g}" for name, each in zip(("medium", "low"), SCALES[1:], strict=True))
        names = ", ".join(TIER_NAMES)
        raise BadInput(f"quality = {text!r}: must be {AUTO}, {names}, or one at a scale such as {scales}")
    return found
