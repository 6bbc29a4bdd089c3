"""The panel of comparisons: measured motion, other integrators, ensembles of other starts, and how fast these part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.model.words import tr
from game.ui.panels.cloud import build_cloud
from game.ui.panels.context import PanelContext
from game.ui.panels.duel import build_choice
from game.ui.panels.exponents import ExponentsPanel
from game.ui.panels.measured.fit_panel import FitPanel
from game.ui.widgets.basic import section

if TYPE_CHECKING:
    from game.ui.panels.measured.thrown_panel import ThrownPanel


class ComparePanel:
    """The panel of comparisons."""

    def __init__(self) -> None:
        self._fit = FitPanel()
        self._exponents = ExponentsPanel()
        self._thrown: ThrownPanel | None = None

    def _recordings(self) -> ThrownPanel:
        """Return the section of recordings, whose modules are loaded with the first one."""
        if self._thrown is None:
            from game.ui.panels.measured.thrown_panel import ThrownPanel

            self._thrown = ThrownPanel()
        return self._thrown

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame; measured motion stands first, and alone is open, where there is a table."""
        session = desk.session
        if session.run.thrown is not None and section(tr("Recording"), desk.theme):
            self._recordings().build(desk)
        measured = session.run.measured.table(session.run.tables) is not None or session.run.thrown is not None
        if measured and section(tr("Measured motion"), desk.theme, session.run.thrown is None):
            self._fit.build(desk)
        if section(tr("Other integrators"), desk.theme, not measured):
            build_choice(desk)
        if section(tr("Ensemble"), desk.theme, not measured):
            build_cloud(desk)
        if section(tr("Lyapunov exponents"), desk.theme, not measured):
            self._exponents.build(desk)
        if not measured and section(tr("Measured motion"), desk.theme):
            self._fit.build(desk)
