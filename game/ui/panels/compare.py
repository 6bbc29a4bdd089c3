"""The panel of comparisons: other integrators beside the run, and ensembles of slightly different starts."""

from __future__ import annotations

from game.model.words import tr
from game.ui.panels.cloud import build_cloud
from game.ui.panels.context import PanelContext
from game.ui.panels.duel import build_choice
from game.ui.widgets.basic import section


def build_comparison(desk: PanelContext) -> None:
    """Build the widgets of one frame."""
    if section(tr("Other integrators"), desk.theme):
        build_choice(desk)
    if section(tr("Ensemble"), desk.theme):
        build_cloud(desk)
