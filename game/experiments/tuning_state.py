"""The tuning of the machine of a session; what it computes with is loaded when it is first wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from game.looks.generic import Look
from game.looks.places.field import make_room
from game.model.colors import BLUE, PINK
from game.model.frame import Curve, SceneFrame, SceneLabel
from game.model.words import decimal, later, tr
from physics import System

if TYPE_CHECKING:
    from game.experiments.parameter_range import ParameterRange
    from game.experiments.tuning import Optimisation
    from physics.studies.launches import Limit

MAX_PATHS = 24
"""Greatest number of best throws of a search that are drawn."""
SEARCH_COLOR, BEFORE_COLOR = BLUE, PINK
BEFORE, AFTER = later("before: {value}"), later("after: {value}")
OLDER_OPACITY = 0.45
"""Opacity of the throws that were the best before."""


class TuningState:
    """The optimisation of the machine of a session.

    shown: whether the throws of the search are drawn.
    """

    def __init__(self) -> None:
        self.shown = True
        self.search: Optimisation | None = None

    def optimise(
        self, machine: System, spans: Sequence[ParameterRange], objective: str, limits: Sequence[Limit]
    ) -> None:
        """Start a search in place of the present one. Raises BadInput."""
        from game.experiments.tuning import Optimisation
        from physics.studies.launches import throwing_machine

        thrower = throwing_machine(machine)
        if self.search is not None:
            self.search.cancel()
        self.search = Optimisation(thrower, spans, objective, limits)

    def cancel(self) -> None:
        """Cancel it; what it has found so far stays."""
        if self.search is not None:
            self.search.cancel()

    def add_to(self, frame: SceneFrame, look: Look) -> None:
        """Add the best throws of the search as lines, the best one brightest, and that of the machine before it.

        The ends of these two say which they are.
        """
        found = self.search.history[-MAX_PATHS:] if self.search is not None and self.shown else []
        for age, each in enumerate(reversed(found)):
            points = look.to_world(each.path.astype(np.float64)).astype(np.float32)
            opacity = 0.9 if age == 0 else OLDER_OPACITY * (1.0 - age / MAX_PATHS)
            frame.curves.append(Curve(points, SEARCH_COLOR, 2.5 if age == 0 else 1.5, opacity))
        if not found or self.search is None:
            return
        unit = self.search.wanted.unit
        ends = (self.search.before, BEFORE, BEFORE_COLOR), (found[-1], AFTER, SEARCH_COLOR)
        for throw, words, color in ends:
            if throw is None or not len(throw.path):
                continue
            points = look.to_world(throw.path.astype(np.float64)).astype(np.float32)
            if throw is self.search.before:
                frame.curves.append(Curve(points, color, 2.5, 0.9))
            text = tr(words, value=decimal(f"{throw.value:.4g} {tr(unit) if unit else unit}".rstrip()))
            make_room(frame.labels, points[-1], text, frame.view)
            frame.labels.append(SceneLabel(points[-1], text, color, outward=True))

    def arcs(self, look: Look) -> list[NDArray[np.float64]]:
        """Return the places (n, 3) [m] in the world of the throws before and after the search, as far as known."""
        search = self.search if self.shown else None
        known = [search.before, search.best] if search is not None else []
        return [look.to_world(each.path.astype(np.float64)) for each in known if each is not None and len(each.path)]
