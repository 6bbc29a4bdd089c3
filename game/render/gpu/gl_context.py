"""The OpenGL context: of the window, or of no window at all."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

import glcontext
import moderngl

from game.model.errors import NoOpenGL
from game.render.gpu.driver import Loader, older_version

OLDER = (320, 210, 110)
"""Older versions that are looked for, to say which one there is."""
SOFTWARE = ("llvmpipe", "softpipe", "swrast", "software", "swiftshader", "gdi generic")


def headless_context() -> moderngl.Context:
    """Return a context without a window: through EGL on Linux, elsewhere by the system's method. Raises NoOpenGL."""
    backend: dict[str, Any] = {"backend": "egl"} if sys.platform.startswith("linux") else {}
    try:
        return moderngl.create_context(standalone=True, require=330, **backend)
    except Exception as problem:
        raise NoOpenGL(f"no OpenGL 3.3 without a window ({_line(problem)})", _older()) from None


def window_context() -> moderngl.Context:
    """Return the context of the window that is current in this thread. Raises NoOpenGL."""
    try:
        with suppress(OSError):  # moderngl would start another program to find the libraries
            moderngl.init_context(Loader())
            if moderngl.get_context().version_code >= 330:
                return moderngl.get_context()
        return moderngl.create_context(require=330)
    except Exception as problem:
        raise NoOpenGL(f"the window has no OpenGL 3.3 ({_line(problem)})", older_version()) from None


def _older() -> str:
    """Return version and renderer of an older OpenGL than 3.3 without a window, "" where there is none either."""
    if not sys.platform.startswith("linux"):
        return ""
    for version in OLDER:
        with suppress(Exception):
            made = glcontext.get_backend_by_name("egl")(
                mode="standalone", glversion=version, libgl="libGL.so.1", libegl="libEGL.so.1"
            )
            with made:
                return older_version(made.load_opengl_function)
    return ""


def describe(ctx: moderngl.Context) -> dict[str, Any]:
    """Return vendor, renderer, version: the driver's own description; software: whether it draws on the processor."""
    info = ctx.info
    renderer = str(info["GL_RENDERER"])
    return {
        "vendor": str(info["GL_VENDOR"]),
        "renderer": renderer,
        "version": str(info["GL_VERSION"]),
        "software": any(word in renderer.lower() for word in SOFTWARE),
    }


def _line(problem: Exception) -> str:
    return " ".join(str(problem).split()) or type(problem).__name__
