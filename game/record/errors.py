"""Why something could not be written, in one line."""

from __future__ import annotations

import os
from pathlib import Path

from game.errors import RecordingError


def refused(path: str | os.PathLike[str], error: BaseException) -> RecordingError:
    """The `RecordingError` that says in one line that `path` could not be written, and why."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return RecordingError(f"cannot write {Path(path)}: {reason or type(error).__name__}")
