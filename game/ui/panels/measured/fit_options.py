"""Further choices of a fit: how many starts, segments of the motion, and the noise of what was measured."""

from __future__ import annotations

from dataclasses import replace

from imgui_bundle import imgui

from game.experiments.measurements.fit_task import FitRequest
from game.experiments.measurements.measured import MeasuredTable
from game.model.words import later, tr
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import section, switch, tip
from game.ui.widgets.fields import parameter_row
from physics import System
from physics.core.fields import Parameter
from physics.fitting.noise import scatter
from physics.fitting.observables import chosen
from physics.fitting.segments import LONGEST, SHORTEST

MORE = later("Noise, starts, segments")
STARTS = Parameter(
    name=later("starts"),
    meaning=later("how many starts are tried at most, where the first does not lead to a good fit"),
    default=4, unit="", low=1, high=100, whole=True,
)  # fmt: skip
SEGMENT = Parameter(
    name=later("segment"), meaning=later("duration after which the motion begins anew, with a start of its own"),
    default=1.0, unit="s", low=SHORTEST, high=LONGEST, log=True,
)  # fmt: skip
NOISE_NAME = later("noise")
NOISE = later("standard deviation of single values")
PARTS = 10
"""Number of segments of the whole table that are proposed."""
LOOKED_AT = 20_000
"""Rows from which the noise of a column is estimated: a few milliseconds."""


class FitOptions:
    """The choices that a fit usually needs not: they are folded, and stay as they are for a table of the same kind."""

    def __init__(self) -> None:
        self.starts = int(STARTS.default)
        self.segment: float | None = None
        self.noise: dict[str, float] = {}
        self._seen: dict[str, tuple[MeasuredTable, float]] = {}
        """The noise that a column of a table seems to have, by its name."""

    def fit_to(self, columns: tuple[str, ...]) -> None:
        """Forget what belonged to another table: the noise of columns that this one does not have, and segments."""
        self.noise = {name: value for name, value in self.noise.items() if name in columns}
        self.segment = None

    def applied(self, request: FitRequest) -> FitRequest:
        """Return a request with these choices."""
        return replace(request, starts=self.starts, segment=self.segment, noise=dict(self.noise))

    def build(self, desk: PanelContext, table: MeasuredTable) -> None:
        """Build the widgets of one frame."""
        theme = desk.theme
        if not section(tr(MORE), theme, False):
            return
        self._row(STARTS, STARTS.name, self.starts, desk)
        duration = float(table.t[-1] - table.t[0])
        if switch(tr("Begin anew in segments"), self.segment is not None, theme):
            self.segment = min(max(duration / PARTS, SHORTEST), LONGEST) if self.segment is None else None
        tip(tr("for chaos, which no single start explains; all coordinates must be measured"), theme)
        if self.segment is not None:
            self._row(SEGMENT, SEGMENT.name, self.segment, desk)
        for name in table.columns:
            self._noise(name, desk, table)

    def _noise(self, name: str, desk: PanelContext, table: MeasuredTable) -> None:
        """Build the switch of a column, whose noise is found from the data or given, and the number."""
        theme, system = desk.theme, desk.session.simulation.system
        if switch(tr("The noise of {name} is known", name=name), name in self.noise, theme):
            if name in self.noise:
                del self.noise[name]
            else:
                self.noise[name] = self.seen_noise(name, table)
        tip(tr("otherwise it is found from the data"), theme)
        if name in self.noise:
            imgui.push_id(name)
            field = noise_field(name, system, self.seen_noise(name, table))
            self._row(field, name, self.noise[name], desk)
            imgui.pop_id()

    def seen_noise(self, name: str, table: MeasuredTable) -> float:
        """Return the noise that a column seems to have, from its first rows; it is looked for once."""
        if name not in self._seen or self._seen[name][0] is not table:
            self._seen[name] = table, scatter(table.t[:LOOKED_AT], table.columns[name][:LOOKED_AT])
        return self._seen[name][1]

    def _set(self, name: str, value: float) -> None:
        """Set a choice, or the noise of a column."""
        match name:
            case STARTS.name:
                self.starts = int(value)
            case SEGMENT.name:
                self.segment = value
            case _:
                self.noise[name] = value

    def _row(self, field: Parameter, name: str, value: float, desk: PanelContext) -> None:
        """Build the row of a number."""
        parameter_row(field, value, desk.checked(field, lambda new: self._set(name, new)), desk.theme, desk.units)


def noise_field(name: str, system: System, value: float) -> Parameter:
    """Return the noise of a column as a field, with bounds about a value."""
    (kind,) = chosen(system, [name])
    scale = value or 1.0
    return Parameter(
        name=NOISE_NAME, symbol="σ", meaning=NOISE, default=scale, unit=kind.unit, low=1e-3 * scale, high=1e3 * scale,
        log=True,
    )  # fmt: skip
