"""The panel of comparisons: other integrators, ensembles of slightly different starts, and how fast these part."""

from __future__ import annotations

from game.model.words import tr
from game.ui.panels.cloud import build_cloud
from game.ui.panels.context import PanelContext
from game.ui.panels.duel import build_choice
from game.ui.panels.exponents import ExponentsPanel
from game.ui.widgets.basic import section


class ComparePanel:
    """The sections of comparisons."""

    def __init__(self) -> None:
        self._exponents = ExponentsPanel()

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        if section(tr("Other integrators"), desk.theme):
            build_choice(desk)
        if section(tr("Ensemble"), desk.theme):
            build_cloud(desk)
        if section(tr("Lyapunov exponents"), desk.theme):
            self._exponents.build(desk)
