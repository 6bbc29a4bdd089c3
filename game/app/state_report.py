"""What the program says of itself in every frame, for tests and whoever else uses its window from outside.

The environment variable POLHODE_REPORT names a file, or a pipe, that gets one line of JSON after every frame.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from game.model.frame import View
from game.model.input import Button, Event, Key
from game.session.session import Session

VARIABLE = "POLHODE_REPORT"


class StateReport:
    """Writes a line for each frame, and counts the input that was taken.

    Each line has: `frame`, from 1 on; `presses`: keys that went down, `releases`: mouse buttons that were let go, all
    since the start; of the run `scene`, `system`, `integrator`, `tick`, `time` [s], `paused`, `diverged`, `speed`,
    `shots`; `eye` and `forward`: where the first picture is taken from and in which direction; and what else the
    program hands over.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8")
        self._frame = self._presses = self._releases = 0

    def count(self, event: Event) -> None:
        """Note that an event was taken."""
        match event:
            case Key(down=True, repeat=False):
                self._presses += 1
            case Button(down=False):
                self._releases += 1

    def write(self, session: Session, view: View, **more: Any) -> None:
        """Add the line of a frame that is on the screen."""
        simulation = session.simulation
        self._frame += 1
        line = {
            "frame": self._frame, "presses": self._presses, "releases": self._releases,
            "scene": session.scene.name, "system": simulation.system.name, "integrator": simulation.integrator.name,
            "tick": simulation.tick, "time": simulation.time, "paused": simulation.paused,
            "diverged": simulation.divergence is not None, "speed": session.clock.speed,
            "shots": len(session.shots.kept), "eye": view.eye.tolist(), "forward": (-view.view[:3, 2]).tolist(), **more,
        }  # fmt: skip
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def wanted() -> StateReport | None:
    """The report that the environment asks for, if it does. Raises OSError."""
    path = os.environ.get(VARIABLE)
    return StateReport(Path(path)) if path else None
