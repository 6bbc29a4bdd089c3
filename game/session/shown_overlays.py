"""Which overlays of a run are shown, and what the user has chosen to see in all scenes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.model.quality import AUTO
from game.scenefile import OVERLAYS


@dataclass
class ShownOverlays:
    """Whether each of the overlays of a run is shown, by the names in `OVERLAYS`."""

    vectors: bool = False
    traces: bool = False
    geometry: bool = False
    body_view: bool = False
    binet: bool = False
    sculpture: bool = False

    @property
    def by_name(self) -> dict[str, bool]:
        """Return whether each overlay is shown, by its name."""
        return dict(vars(self))


@dataclass
class UserChoices:
    """What the user has chosen for all scenes, where their files do not say.

    overlays: which are shown, by the names in `OVERLAYS`. usual_room: where the table stands, AUTO: as usual for the
    system. plotted: whether plots are shown.
    """

    overlays: Mapping[str, bool] = field(default_factory=lambda: OVERLAYS)
    usual_room: str = AUTO
    plotted: bool = False
