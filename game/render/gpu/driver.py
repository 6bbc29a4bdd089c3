"""The OpenGL driver: starts it early and finds its functions that moderngl does not offer."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

SURFACELESS = 0x31DD
GL_RENDERER, GL_VERSION = 0x1F01, 0x1F02
ADDRESS = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)


def start_driver() -> None:
    """Load a Linux driver, in any thread: it takes half as long as opening a window, without Python's lock."""
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):
        egl = ctypes.CDLL("libEGL.so.1")
        egl.eglGetPlatformDisplay.argtypes = [ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p]
        egl.eglGetPlatformDisplay.restype = ctypes.c_void_p
        egl.eglInitialize.argtypes = [ctypes.c_void_p] * 3
        display = egl.eglGetPlatformDisplay(SURFACELESS, None, None)
        if display:
            egl.eglInitialize(display, None, None)


class Loader:
    """Loader of the OpenGL functions of the context that is current in this thread, with moderngl's interface.

    Raises OSError where the libraries have other names than usual.
    """

    def __init__(self) -> None:
        self.load_opengl_function = _finder()

    def __enter__(self) -> None:
        """Do nothing: the context is current."""

    def __exit__(self, *problem: object) -> None:
        """Do nothing."""

    def release(self) -> None:
        """Do nothing: there is nothing to free."""


def older_version(find: Callable[[str], int] | None = None) -> str:
    """Return version and renderer of the OpenGL that is current in this thread, "" where it is none before 3.3.

    find: returns the address of a function by its name.
    """
    with suppress(OSError, AttributeError, ValueError):
        address = (find or _finder())("glGetString")
        asked = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint)(address) if address else _library().glGetString
        asked.restype, asked.argtypes = ctypes.c_char_p, (ctypes.c_uint,)
        version, renderer = (asked(name) for name in (GL_VERSION, GL_RENDERER))
        words = (version or b"").decode("latin-1")
        number = tuple(map(int, words.split()[0].split(".")[:2])) if words else (9, 9)
        return f"{words} ({(renderer or b'').decode('latin-1')})" if number < (3, 3) else ""
    return ""


def _finder() -> Callable[[str], int]:
    for library, current, find in (
        ("libEGL.so.1", "eglGetCurrentContext", "eglGetProcAddress"),
        ("libGL.so.1", "glXGetCurrentContext", "glXGetProcAddress"),
    ):
        with suppress(OSError, AttributeError):
            opened = ctypes.CDLL(library)
            whose = getattr(opened, current)
            whose.restype = ctypes.c_void_p
            if whose():
                address = ctypes.cast(getattr(opened, find), ADDRESS)
                return lambda name: address(name.encode()) or 0
    raise OSError("no current OpenGL context that EGL or GLX knows")


@cache
def _library() -> Any:
    name = {"win32": "opengl32", "darwin": "/System/Library/Frameworks/OpenGL.framework/OpenGL"}.get(sys.platform)
    return ctypes.CDLL(name or "libGL.so.1")


def flush() -> None:
    """Submit all commands so far to the driver (glFlush), where that function is found."""
    _flush()()


@cache
def _flush() -> Callable[[], None]:
    try:
        begin: Callable[[], None] = _library().glFlush
    except (OSError, AttributeError):
        return lambda: None
    return begin


@cache
def texture_functions() -> tuple[Callable[..., None], Callable[..., None]] | None:
    """Return glPixelStorei and glTexImage2D; None where they are not found."""
    try:
        store, upload = _library().glPixelStorei, _library().glTexImage2D
    except (OSError, AttributeError):
        return None
    store.argtypes = [ctypes.c_uint, ctypes.c_int]
    upload.argtypes = [ctypes.c_uint, *[ctypes.c_int] * 5, ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p]
    store.restype = upload.restype = None
    return store, upload
