"""What can fail around the laboratory, each said in one line."""

from __future__ import annotations


class NoDisplay(Exception):
    """There is no screen to open a window on."""


class NoOpenGL(Exception):
    """There is no usable OpenGL 3.3; the message says what to install."""


class RecordingError(Exception):
    """A picture, video or table cannot be written; the message names the file and the reason."""
