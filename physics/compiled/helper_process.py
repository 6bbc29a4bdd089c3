"""A second Python process that works for this one."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from physics.core import own_files

if TYPE_CHECKING:
    import subprocess

_started: list[subprocess.Popen[bytes]] = []
"""The processes that were started and may still run."""

PATIENCE = 2.0
"""Seconds that a killed process is waited for."""
PACKAGE_FOLDER = Path(__file__).parents[2]
"""The folder that contains this package."""


def start(code: str, handed: object, answers: bool = False, **environment: str) -> subprocess.Popen[bytes]:
    """Start a process that runs `code`, which can read `handed` by `receive`; raises OSError if it cannot be started.

    It can import the same packages, and nothing from the working folder (-P). answers: whether its standard output is
    to be read. environment: variables that differ from those of this process.
    """
    import pickle
    import subprocess

    path = os.pathsep.join([str(PACKAGE_FOLDER), *filter(None, [os.environ.get("PYTHONPATH")])])
    child = subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE if answers else subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", **environment},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip
    _started[:] = [*(other for other in _started if other.poll() is None), child]
    assert child.stdin is not None
    with suppress(BrokenPipeError), child.stdin as pipe:
        pipe.write(pickle.dumps(own_files.paths()))
        pipe.write(pickle.dumps(handed))
    return child


def end_all() -> None:
    """End all processes that still run, at once.

    It may be called by a signal within itself, or within any use of a process: a wait without a limit would need the
    lock that the interrupted one holds. Killed processes are not waited for longer than `PATIENCE`.
    """
    from subprocess import TimeoutExpired

    running = [child for child in _started if child.poll() is None]
    for child in running:
        child.kill()
    for child in running:
        with suppress(TimeoutExpired):
            child.wait(PATIENCE)


def receive() -> Any:
    """Return the object that the parent process has handed over, read from standard input.

    Python files that the parent was told to run are run first: it may be an object of theirs.
    """
    import pickle

    for path in pickle.load(sys.stdin.buffer):
        own_files.load_module(Path(path))
    return pickle.load(sys.stdin.buffer)
