"""The tuning of the machine of a session; what it computes with is loaded when it is first wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from game.looks.generic import Look
from game.model.colors import BLUE
from game.model.frame import Curve, SceneFrame
from physics import System

if TYPE_CHECKING:
    from game.experiments.parameter_range import ParameterRange
    from game.experiments.tuning import Optimisation
    from physics.studies.launches import Limit

MAX_PATHS = 24
"""Greatest number of best throws of a search that are drawn."""
SEARCH_COLOR = BLUE
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
        """Add the best throws of the search as lines, the best one brightest."""
        found = self.search.history[-MAX_PATHS:] if self.search is not None and self.shown else []
        for age, each in enumerate(reversed(found)):
            points = look.to_world(each.path.astype(np.float64)).astype(np.float32)
            opacity = 0.9 if age == 0 else OLDER_OPACITY * (1.0 - age / MAX_PATHS)
            frame.curves.append(Curve(points, SEARCH_COLOR, 2.5 if age == 0 else 1.5, opacity))
