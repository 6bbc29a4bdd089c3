"""The description of OpenGL, and the error where it is missing."""

from __future__ import annotations

import os
import subprocess
import sys

import moderngl
import pytest

from game.model.errors import NoOpenGL
from game.render.gpu import gl_context
from game.render.gpu.gl_context import describe, headless_context, window_context


def test_the_driver_is_described(ctx: moderngl.Context) -> None:
    about = describe(ctx)
    assert set(about) == {"vendor", "renderer", "version", "software"}
    assert about["renderer"]
    assert about["software"] == any(word in about["renderer"].lower() for word in ("llvmpipe", "softpipe"))


@pytest.mark.parametrize("version", ["2.1", "3.2"])
def test_an_opengl_that_is_too_old_is_named_with_what_to_do(ctx: moderngl.Context, version: str) -> None:
    if "mesa" not in describe(ctx)["version"].lower():
        pytest.skip("only Mesa can be told to be older")
    script = "from game.render.gpu.gl_context import headless_context; headless_context()"
    environment = {**os.environ, "MESA_GL_VERSION_OVERRIDE": version}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    (said,) = [line for line in done.stderr.splitlines() if "NoOpenGL: " in line]
    assert f"the driver has OpenGL {version} " in said and "3.3 is needed: install a newer" in said


@pytest.mark.parametrize("ask", [headless_context, window_context])
def test_missing_opengl_gives_one_line_that_says_what_to_install(monkeypatch: pytest.MonkeyPatch, ask) -> None:  # type: ignore[no-untyped-def]
    def refuse(**_: object) -> None:
        raise Exception("libEGL.so\nnot loaded")

    def missing() -> None:
        raise OSError

    monkeypatch.setattr(gl_context, "Loader", missing)
    monkeypatch.setattr(moderngl, "create_context", refuse)
    with pytest.raises(NoOpenGL, match=r"OpenGL 3\.3.*libEGL.so not loaded.*apt install") as caught:
        ask()
    assert "\n" not in str(caught.value)
