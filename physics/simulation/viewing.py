"""Showing of runs in notebooks, by a viewer that another package brings.

A viewer is an entry point of the group `polhode.viewers`: a function (start, speed, height) that returns an object with
`_repr_html_`. Without one there is nothing to show with.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import NamedTuple, Protocol

from physics.core.integrator import Integrator
from physics.core.system import System
from physics.errors import BadInput
from physics.types import Floats

GROUP = "polhode.viewers"
SPEED, HEIGHT = 1.0, 480
"""Simulated seconds in a second, and height [CSS pixels], of what is shown unless asked otherwise."""


class RunStart(NamedTuple):
    """What a viewer shows: a system from its start by a method with these settings and step [s].

    state: (n,) from which it begins instead, or that it has reached at `time` [s] where that cannot be given as a
    start; None: the start of the system.
    """

    system: System
    integrator: str
    settings: Mapping[str, float]
    dt: float
    state: Floats | None = None
    time: float = 0.0


class Present(Protocol):
    """What is read of a simulation."""

    system: System
    integrator: Integrator
    settings: dict[str, float]
    dt: float
    y: Floats

    @property
    def time(self) -> float:
        """The simulated time [s]."""


class Displayed(Protocol):
    """What a notebook displays."""

    def _repr_html_(self) -> str: ...


def start_now(simulation: Present) -> RunStart:
    """Return what a viewer shows of a simulation: its present state."""
    return RunStart(
        simulation.system, simulation.integrator.name, simulation.settings, simulation.dt, simulation.y, simulation.time
    )


def show(start: RunStart, speed: float = SPEED, height: int = HEIGHT) -> Displayed:
    """Return a run as a viewer shows it. Raises BadInput without a viewer, and for what cannot be shown."""
    found = sorted(entry_points(group=GROUP), key=lambda each: each.name)
    if not found:
        raise BadInput("show: no viewer is installed; the package polhode brings one (with game)")
    try:
        viewer = found[0].load()
    except ImportError as error:  # as a file game.py beside the notebook is not the package of that name
        raise BadInput(f"show: {found[0].value} cannot be imported: {error}") from None
    shown: Displayed = viewer(start, speed, height)
    return shown


def html_of(start: RunStart) -> str | None:
    """Return what `show` displays, its reason where that cannot be shown, or None without a viewer. Never raises."""
    if not entry_points(group=GROUP):
        return None
    try:
        return show(start)._repr_html_()
    except Exception as error:  # a notebook must go on whatever is wrong with a picture
        return f"<p>{html.escape(str(error) or type(error).__name__)}</p>"
