"""From the start of the process to the first frame on the screen: without detours, and how long it takes.

`polhode doctor --startup` says in the environment when it started the process; the window then reports its
milestones once, after the first frame.
"""

from __future__ import annotations

import gc
import os
import sys
import time

VARIABLE = "POLHODE_STARTED_NS"

_started = os.environ.get(VARIABLE)
_milestones: dict[str, tuple[float, float]] = {}


def hurry() -> None:
    """Look for no garbage until `arrived`: modules leave none, and looking takes a quarter of their loading.

    Nor does numpy's linear algebra start threads, which would wait for work at full speed: matrices here are small.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()


def arrived() -> None:
    """Look for garbage again, but not among what is there by now: modules stay, and looking would make frames late."""
    gc.freeze()
    gc.enable()


def reached(milestone: str) -> None:
    """Note the time since the process was started and that of the processors, when somebody wants to know."""
    if _started:
        _milestones[milestone] = (time.time_ns() - int(_started)) * 1e-6, time.process_time() * 1e3


def report() -> None:
    """Print the milestones [ms] as one line of JSON on standard error, when somebody wants to know."""
    if _started:
        import json

        sys.stderr.write(json.dumps(_milestones) + "\n")
        sys.stderr.flush()
