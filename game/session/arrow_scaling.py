"""The scales of the arrows of a run: found from a run ahead, the same while it goes on, eased where they change."""

from __future__ import annotations

import math
from typing import Any

from msgspec.structs import replace

from game.experiments.watched_run import WatchedRun, WatchedStart, computed_states
from game.looks.generic import Look
from game.looks.vectors import arrow_value
from game.model.appearance import Appearance
from game.model.arrow_scales import ROOM, UNSEEN, ArrowScales, arrow_scales, between, digits_of
from game.model.arrow_views import arrow_keys, beside_one_another, cut_at_border, long_enough, scale_bars
from game.model.frame import OverlayArrow, SceneFrame
from game.model.panel_layout import Edges
from game.model.words import later, tr
from physics import System
from physics.simulation.history_parts import ParameterChange
from physics.types import Arrow, Floats

EASE_SECONDS = 0.4
"""Wall time in which a scale changes into another."""
RESIZED = 1.6
"""Change of the size of a scene on the screen after which its scales are found anew."""
AT_ONCE = 8
"""States whose vectors are found with each picture."""
UNDRAWN = later("{symbol}: {factor} times too small to be drawn")
WHOLE: Edges = (0.0, 0.0, 1.0, 1.0)


class ArrowScaling:
    """The scales of a run.

    thorough: they are computed at once, however long that takes, as films and exports need them; else a run ahead is
    computed in the background, and until it is there those of the arrows at its start are shown. free: the part of the
    picture that no panel covers; high [m]: its height at the distance of the bodies, for which the scales are made.
    scales: as they are shown. goal: what they change into. appearance: of the arrows, by name and number, as they
    become long enough to be seen and too short; it depends on the pictures since the last of the `jumps`. labels:
    of the arrows of the last picture, hidden ones included; hidden: of those that a person has switched off. offers:
    of those that are there only where a person has switched them on, which are `wanted`.
    """

    def __init__(self) -> None:
        self.thorough = False
        self.free: Edges = WHOLE
        self.scales = ArrowScales()
        self.goal = self._before = self.scales
        self._eased = EASE_SECONDS
        self._start: WatchedStart | None = None
        self._look: Look[Any] | None = None
        self._ahead: WatchedRun | None = None
        self._looked = False
        self._offered = False
        """Whether the samples have the arrows that are there only where a person has switched them on."""
        self._samples: list[list[Arrow]] = []
        self._later: list[list[Arrow]] = []
        self.high = self._size = 0.0
        self.appearance = Appearance()
        self._passed = 0.0
        self.jumps = 0
        self.hidden: set[str] = set()
        self.offers: tuple[str, ...] = ()
        self.wanted: frozenset[str] = frozenset()
        self.labels: tuple[str, ...] = ()

    @property
    def moves(self) -> bool:
        """True while scales change, arrows come and go, or what a run ahead has found is taken."""
        changes = self._eased < EASE_SECONDS or self.appearance.change_in < math.inf
        return changes or (self._ahead is not None and self._ahead.done)

    @property
    def waits(self) -> bool:
        """True while a run ahead is computed, which may change the scales; whether its result is taken or not."""
        return self._ahead is not None and not self._ahead.done

    def cancel(self) -> None:
        """Look no further ahead."""
        if self._ahead is not None:
            self._ahead.cancel()
        self._ahead, self._start = None, None

    def prepare(self, look: Look[Any], change: ParameterChange, opens: int, speed: float) -> None:
        """Find the scales of a run from its last change on, where they are not known.

        opens: tick at which the scene opens. speed: simulated seconds in one second of wall time.
        """
        at = change.snapshot
        skipped, settings = opens if change.tick == 0 else 0, tuple(at.settings.items())
        time = change.time - change.start
        start = WatchedStart(at.system, at.integrator, settings, at.dt, at.state, time, skipped, speed)
        same = start == self._start and type(look) is type(self._look) and (self._looked or not self.thorough)
        self._look, self.offers, look.wanted = look, look.offers, self.wanted
        known, self._offered = self._offered, bool(self.wanted.intersection(look.offers))
        if same and known >= self._offered:
            return
        if self._ahead is not None:
            self._ahead.cancel()
        another = self._start is None or not look.size / RESIZED < self._size < look.size * RESIZED
        self._start, self._ahead, self._looked, self._size = start, None, self.thorough, look.size
        states = computed_states(start) if self.thorough else []
        states = states or [memoryview(at.state).cast("d")]
        self._samples = [self._vectors(at.system, y) for y in states]
        self._find(eased=not another)

    def follow(self, high: float, seconds: float) -> None:
        """Go on by `seconds` of wall time; high [m]: of the free part of the picture at the distance of the bodies."""
        self._look_ahead()
        if high > 0.0 and max(high, self.high) > RESIZED * min(high, self.high):
            first, self.high = self.high == 0.0, high
            self._find(eased=not first)
        self._eased = min(self._eased + seconds, EASE_SECONDS)
        self._passed += seconds
        self._show()

    def settle(self) -> None:
        """Show the newest scales at once."""
        self._eased = EASE_SECONDS
        self._show()

    def _look_ahead(self) -> None:
        """Begin a run ahead, or take what it has found, a few states with each picture."""
        start, look = self._start, self._look
        if start is None or look is None:
            return
        if not self._looked:
            self._ahead, self._looked, self._later = WatchedRun(start), True, []
        if self._ahead is None or not self._ahead.done:
            return
        states, done = self._ahead.states, len(self._later)
        self._later += [self._vectors(start.system, y) for y in states[done : done + AT_ONCE]]
        if len(self._later) == len(states):
            self._samples, self._later, self._ahead = self._later or self._samples, [], None
            self._find(eased=True)

    def _vectors(self, system: System, y: Floats) -> list[Arrow]:
        """Return the vectors at the state y for which scales are found, drawn or not."""
        look = self._look
        if look is None:
            return []
        return [*look.vectors(system, y), *(look.offered(system, y) if self._offered else ())]

    def _find(self, eased: bool) -> None:
        """Find the scales from the samples, and begin to change into them, or do so at once."""
        if self._start is None or self._look is None:
            return
        room = ROOM * self.high if self.high > 0.0 else math.inf
        goal = arrow_scales(self._look.arrow_rules(self._start.system), self._samples, room)
        if goal != self.goal:
            self._before, self.goal = self.scales, goal
            self._eased = 0.0 if eased else EASE_SECONDS
        self._show()

    def _show(self) -> None:
        share = self._eased / EASE_SECONDS
        self.scales = between(self._before, self.goal, share * share * (3.0 - 2.0 * share))

    def jump(self) -> None:
        """Forget the pictures before, because another state is shown than follows from that in the last one."""
        self.appearance.reset()
        self.jumps += 1

    def finish(self, frame: SceneFrame) -> None:
        """Take too short arrows out of a frame, end others at the border, and add the bars of the scales."""
        self.labels = tuple(dict.fromkeys([*(arrow.label for arrow in frame.arrows if arrow.label), *self.offers]))
        self.leave_out_hidden(frame)
        keys = arrow_keys(frame.arrows)
        seen = {key for key in keys if self.appearance.shows(key) or key not in self.appearance.present}
        long = long_enough(frame.arrows, frame.view, seen)
        self.appearance.update({key: key in long for key in keys}, self._passed)
        self._passed = 0.0
        kept = []
        for key, arrow in zip(keys, frame.arrows, strict=True):
            opacity = self.appearance.opacity(key)
            if opacity > 0.0:
                whole = arrow if opacity == 1.0 else replace(arrow, opacity=opacity * arrow.opacity)
                kept.append(cut_at_border(whole, frame.view, self.free, _broken_value))
        beside_one_another(kept, frame.view)
        frame.arrows = kept
        frame.bars += scale_bars(frame, self.scales, [tr(words) for words in self.unseen()])

    def leave_out_hidden(self, frame: SceneFrame) -> None:
        """Take the arrows that a person has switched off out of a frame."""
        frame.arrows = [arrow for arrow in frame.arrows if arrow.label not in self.hidden]

    def switch(self, label: str) -> None:
        """Show the arrows of a label no more, or again."""
        if label in self.offers:
            self.wanted ^= {label}
        else:
            self.hidden ^= {label}

    def is_on(self, label: str) -> bool:
        """Return whether the arrows of a label are switched on."""
        return label in self.wanted if label in self.offers else label not in self.hidden

    def unseen(self) -> list[str]:
        """Return English words about the arrows that are left out because they are far too small to be drawn."""
        first = {arrow.name: arrow.symbol for arrow in (self._samples[0] if self._samples else ())}
        return [
            UNDRAWN.format(symbol=first[name], factor=digits_of(factor))
            for name, factor in self.scales.factors.items()
            if factor >= UNSEEN and name in first
        ]


def _broken_value(arrow: OverlayArrow) -> str:
    return arrow_value(arrow.size, arrow.unit, arrow.factor, broken=True)
