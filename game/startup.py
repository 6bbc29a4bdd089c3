"""Start of the process: settings for a fast first frame, and its milestones.

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
    """Disable garbage collection until `arrived`: imports leave none, and collecting takes a quarter of their time.

    numpy's linear algebra is kept to one thread, because idle threads would spin: matrices here are small.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()


def arrived() -> None:
    """Enable garbage collection, without the objects that exist by now: collecting these would delay frames."""
    gc.freeze()
    gc.enable()


def reached(milestone: str) -> None:
    """Record the milliseconds since the start of the process, in wall and processor time, if a report is wanted."""
    if _started:
        _milestones[milestone] = (time.time_ns() - int(_started)) * 1e-6, time.process_time() * 1e3


def report() -> None:
    """Print the milestones [ms] as one line of JSON on standard error, if a report is wanted."""
    if _started:
        import json

        sys.stderr.write(json.dumps(_milestones) + "\n")
        sys.stderr.flush()
