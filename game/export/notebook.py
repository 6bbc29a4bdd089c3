"""Pages in notebooks: the viewer that `show` of runs and simulations uses (`physics/simulation/viewing.py`)."""

from __future__ import annotations

import html
from contextlib import suppress

from game.export.page_file import page_text
from game.scenefile import Scene, load
from physics import BadInput
from physics.core.units import check_number
from physics.simulation.viewing import RunStart

MIN_HEIGHT, MAX_HEIGHT = 200, 4000
"""Bounds of the height of a page in a notebook [CSS pixels]."""


class NotebookPage:
    """A page as a notebook shows it, in a frame of its own. page: its HTML; height [CSS pixels]."""

    def __init__(self, page: str, title: str, height: int) -> None:
        self.page, self.title, self.height = page, title, height

    def __repr__(self) -> str:
        return f"<page of {self.title}>"

    def _repr_html_(self) -> str:
        """Return the frame, which holds the whole page, so that it survives saving and conversion."""
        return (
            f'<iframe sandbox="allow-scripts" title="{html.escape(self.title)}" allowfullscreen '
            f'style="width:100%;height:{self.height}px;border:0;border-radius:12px" '
            f'srcdoc="{html.escape(self.page)}"></iframe>'
        )


def show(start: RunStart, speed: float, height: int) -> NotebookPage:
    """Return the page of a run. Raises BadInput for a system of no known name, and for values out of bounds."""
    height = round(check_number("height", height, "px", MIN_HEIGHT, MAX_HEIGHT))
    scene = scene_of(start).changed(speed=speed)
    return NotebookPage(page_text(scene), scene.title or scene.name, height)


def scene_of(start: RunStart) -> Scene:
    """Return the scene of a run: from its start, or from the present state of a simulation. Raises BadInput.

    Where that state cannot be given as a start, it begins at the start of the system and opens at its time.
    """
    system = start.system
    scene = load(system.name).changed(
        parameters={name: system.parameters[name] for name in system.applicable()},
        initial=dict(system.initial),
        integrator=start.integrator,
        settings=dict(start.settings),
        dt=start.dt,
    )
    if start.state is None or bytes(start.state) == bytes(memoryview(system.start())):
        return scene
    names = [variable.name for variable in system.variables]
    here = scene.changed(initial=dict(zip(names, start.state, strict=True)))
    with suppress(BadInput):
        if bytes(here.simulation().y) == bytes(start.state):
            return here
    return scene.changed(time=start.time)
