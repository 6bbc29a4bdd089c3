"""The end of the X server under an open window: Xlib would end the process with the exit code 1, without a word."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from game.cli.stopping import leave
from game.model.errors import DISPLAY_LOST

LIBRARY = "libX11.so.6"
"""The library by which SDL speaks to the server, where it does."""
_Handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


@contextmanager
def noticed() -> Iterator[list[Callable[[], None]]]:
    """Within the block, end the process with a line and its own code when the X server goes away.

    Before that it calls the functions that are appended to the list.
    """
    library, rescues = _library(), list[Callable[[], None]]()
    if library is None:
        yield rescues
        return
    begun = False

    def lost(_: int | None) -> int:
        nonlocal begun
        if begun:  # something in the rescue has asked the server
            os._exit(DISPLAY_LOST)
        begun = True
        try:
            click.echo("polhode: the display is gone; what is being recorded and written is completed", err=True)
            for rescue in rescues:
                rescue()
        finally:
            leave(DISPLAY_LOST)

    set_handler = library.XSetIOErrorHandler
    set_handler.argtypes, set_handler.restype = [ctypes.c_void_p], ctypes.c_void_p
    handler = _Handler(lost)  # which has to live as long as Xlib may call it
    before = set_handler(ctypes.cast(handler, ctypes.c_void_p))
    try:
        yield rescues
    finally:
        set_handler(before)


def _library() -> ctypes.CDLL | None:
    """Return Xlib, or None where there is none."""
    if not sys.platform.startswith(("linux", "freebsd")):
        return None
    try:
        return ctypes.CDLL(LIBRARY)
    except OSError:
        return None
