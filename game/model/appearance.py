"""When names and arrows appear in pictures and go: each by a short fade, and not soon after it has changed."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

FADE_SECONDS = 0.15
"""Picture time in which something appears or goes."""
LEAST_SECONDS = 0.8
"""Least picture time from a change of something in the picture to its next one."""
RACING, RESTING = 12.0, 5.0
"""Mean speeds [text heights per second] from which on a place races over the picture, and below which it rests."""
REST_SECONDS = 2.0
"""Picture time for which it must have rested until it no longer counts as racing."""
MEAN_SECONDS = 0.25
"""Picture time over which they are means."""


@dataclass
class Presence:
    """Whether something is in the picture, since how long [s], and with which opacity now; wanted: in the last one."""

    shown: bool
    kept: float
    opacity: float
    wanted: bool


class Appearance:
    """What is in the picture, by key, as it follows from the pictures before; `reset` begins anew.

    In the first picture, and as long as no time has passed since, all is there at once that is wanted.
    """

    def __init__(self) -> None:
        self.present: dict[Hashable, Presence] = {}
        self.fresh = True
        self._begun = False

    def reset(self) -> None:
        """Forget the pictures before."""
        self.present, self.fresh, self._begun = {}, True, False

    def update(self, wanted: Mapping[Hashable, bool], seconds: float) -> None:
        """Take the next picture, `seconds` after the last: what is in it, and whether that is wanted.

        What is no longer in it goes at once.
        """
        self.fresh = self.fresh and not (self._begun and seconds > 0.0)
        self._begun = True
        if self.fresh:
            self.present = {key: Presence(want, math.inf, float(want), want) for key, want in wanted.items()}
            return
        for key in wanted.keys() - self.present.keys():
            self.present[key] = Presence(False, math.inf, 0.0, False)
        for key, each in self.present.items():
            each.kept += seconds
            each.wanted = wanted.get(key, False)
            if each.wanted is not each.shown and (each.kept >= LEAST_SECONDS - 1e-9 or key not in wanted):
                each.shown, each.kept = each.wanted, 0.0
            step = seconds / FADE_SECONDS
            each.opacity = min(each.opacity + step, 1.0) if each.shown else max(each.opacity - step, 0.0)
        gone = [k for k, each in self.present.items() if k not in wanted and not each.opacity and _may_change(each)]
        for key in gone:
            del self.present[key]

    def opacity(self, key: Hashable) -> float:
        """Return the opacity with which something is in the picture, 0 to 1."""
        return self.present[key].opacity if key in self.present else 0.0

    def shows(self, key: Hashable) -> bool:
        """Return whether something is in the picture, or comes."""
        return key in self.present and self.present[key].shown

    @property
    def change_in(self) -> float:
        """Return the seconds after which the same picture would change: 0 during a fade, infinity at rest."""
        waits = math.inf
        for each in self.present.values():
            if each.opacity != float(each.shown):
                return 0.0
            if each.wanted is not each.shown:
                waits = min(waits, max(LEAST_SECONDS - each.kept, 0.0))
        return waits


def _may_change(each: Presence) -> bool:
    return each.kept >= LEAST_SECONDS - 1e-9


class Races:
    """Which places race over the picture, by key, as it follows from the pictures before; `reset` begins anew."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[tuple[float, float], float, float]] = {}

    def reset(self) -> None:
        """Forget the pictures before."""
        self._known = {}

    @property
    def change_in(self) -> float:
        """Return the seconds after which no place races any more in equal pictures; infinity where none does."""
        waits = [left for _, _, left in self._known.values() if left > 0.0]
        return max(waits, default=math.inf)

    def racing(self, places: Mapping[Hashable, tuple[float, float]], seconds: float, em: float) -> set[Hashable]:
        """Return the keys of the places that race, `seconds` after the last picture; em: height of text [points]."""
        before, self._known = self._known, {}
        for key, (x, y) in places.items():
            (old_x, old_y), speed, left = before.get(key, ((x, y), 0.0, 0.0))
            share = min(seconds / MEAN_SECONDS, 1.0)
            if seconds > 0.0:
                speed += share * (math.hypot(x - old_x, y - old_y) / seconds / em - speed)
            races = speed > (RESTING if left > 0.0 else RACING)
            self._known[key] = (x, y), speed, REST_SECONDS if races else max(left - seconds, 0.0)
        return {key for key, (_, _, left) in self._known.items() if left > 0.0}
