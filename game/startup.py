"""How long it takes from the start of the process to the first frame on the screen.

`polhode doctor --startup` says in the environment when it started the process; the window then reports its
milestones once, after the first frame.
"""

from __future__ import annotations

import json
import os
import sys
import time

VARIABLE = "POLHODE_STARTED_NS"

_started = os.environ.get(VARIABLE)
_milestones: dict[str, float] = {}


def reached(milestone: str) -> None:
    """Note the time since the process was started, when somebody wants to know."""
    if _started:
        _milestones[milestone] = (time.time_ns() - int(_started)) * 1e-6


def report() -> None:
    """Print the milestones [ms] as one line of JSON on standard error, when somebody wants to know."""
    if _started:
        sys.stderr.write(json.dumps(_milestones) + "\n")
        sys.stderr.flush()
