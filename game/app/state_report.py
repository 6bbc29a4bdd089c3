"""State report: the program's state after every frame, for tests and other programs that drive its window.

The environment variable POLHODE_REPORT names a file, or a pipe, that gets one line of JSON after every frame.
"""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

from game.model.frame import View
from game.model.input import Button, Event, Key
from game.session.session import Session

VARIABLE = "POLHODE_REPORT"


class StateReport:
    """Writer of one line for each frame, with counts of the input that was handled.

    Each line has: `frame`, from 1 on; `resting`: no frame was drawn, the last one stays; `presses`: keys pressed,
    `releases`: mouse buttons released, both since the start; of the run `scene`, `system`, `integrator`, `tick`, `time`
    [s], `paused`, `diverged`, `finite`: all numbers of the state are, `speed`, `shots`; `eye` and `forward`: position
    and direction of the first picture's camera; and the fields that the program passes.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8")
        self._frame = self._presses = self._releases = 0
        self.resting = False

    def count(self, event: Event) -> None:
        """Count an event that was handled."""
        match event:
            case Key(down=True, repeat=False):
                self._presses += 1
            case Button(down=False):
                self._releases += 1

    def write(self, session: Session, view: View, resting: bool = False, **more: Any) -> None:
        """Write the line of the frame on the screen; resting: it was not drawn anew."""
        simulation = session.simulation
        self.resting = resting
        self._frame += not resting
        line = {
            "frame": self._frame, "resting": resting, "presses": self._presses, "releases": self._releases,
            "scene": session.scene.name, "system": simulation.system.name, "integrator": simulation.integrator.name,
            "tick": simulation.tick, "time": simulation.time, "paused": simulation.paused,
            "diverged": simulation.divergence is not None, "finite": all(map(math.isfinite, simulation.y)),
            "speed": session.clock.speed, "shots": len(session.run.shots.kept),
            "eye": view.eye.tolist(), "forward": (-view.view[:3, 2]).tolist(), **more,
        }  # fmt: skip
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def wanted() -> StateReport | None:
    """Return the report that the environment asks for, or None. Raises OSError."""
    path = os.environ.get(VARIABLE)
    return StateReport(Path(path)) if path else None
