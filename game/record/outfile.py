"""The file under a video: after the first refused write, what is on disk is left as it is."""

from __future__ import annotations

import io
import os
from pathlib import Path


class KeptFile:
    """A binary file to write to, unbuffered, that goes deaf once the disk refuses a write.

    Closing an MP4 turns its fragments into one ordinary movie by patching the beginning of the file. If
    the disk was full at that moment, the patch would destroy a file that was playable so far. So the first
    `OSError` is raised and kept in `error`, and everything written after it is thrown away in silence.

    Raises OSError when the file cannot be created.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.error: OSError | None = None
        self._position = 0
        self._file = io.FileIO(self.path, "w")

    def write(self, data: bytes) -> int:
        """Write all of `data`. Raises OSError the first time that the disk refuses."""
        if self.error is None:
            try:
                self._write_all(memoryview(data))
            except OSError as error:
                self.error = error
                raise
        self._position += len(data)
        return len(data)

    def _write_all(self, data: memoryview) -> None:
        while data:
            data = data[self._file.write(data) :]

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Move to `offset`, as files do."""
        if self.error is None:
            self._position = self._file.seek(offset, whence)
        return self._position

    def tell(self) -> int:
        """Where the next byte goes."""
        return self._position

    def close(self) -> None:
        """Close the file. Raises OSError when the disk refuses only now (as network drives may)."""
        self._file.close()
