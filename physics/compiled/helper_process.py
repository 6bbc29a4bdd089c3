"""Another Python that works beside this one."""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess

HERE = Path(__file__).parents[2]
"""Where this package lies."""


def start(code: str, handed: object, **environment: str) -> subprocess.Popen[bytes]:
    """Have another process run `code`, which may ask for what is `send` to it; raises OSError if there can be none.

    It finds the packages that lie beside this one. environment: variables that differ from this process's.
    """
    import subprocess

    path = os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", **environment},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip
    assert child.stdin is not None
    with suppress(BrokenPipeError), child.stdin as pipe:
        pipe.write(pickle.dumps(handed))
    return child


def send() -> Any:
    """What the process that started this one has handed to it."""
    return pickle.load(sys.stdin.buffer)
