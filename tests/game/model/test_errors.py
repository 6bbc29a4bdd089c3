"""Messages of errors that say what to do."""

from __future__ import annotations

import sys

import pytest

from game.model.errors import NoOpenGL


@pytest.mark.parametrize(
    ("system", "found", "said"),
    [
        ("linux", "", "apt install"),
        ("win32", "", "install the driver of the graphics card"),
        ("darwin", "", "macOS 10.9"),
        ("linux", "2.1 (Intel 945GM)", "OpenGL 2.1 (Intel 945GM), and 3.3 is needed: install a newer driver"),
        ("linux", "2.1 (Intel 945GM)", "LIBGL_ALWAYS_SOFTWARE=1"),
        ("linux", "3.1 (llvmpipe)", "3.3 is needed: install a newer Mesa"),
        ("win32", "1.1.0 (GDI Generic)", "install a newer driver of the graphics card"),
    ],
)
def test_no_opengl_says_what_helps_here(monkeypatch: pytest.MonkeyPatch, system: str, found: str, said: str) -> None:
    monkeypatch.setattr(sys, "platform", system)
    told = str(NoOpenGL("no OpenGL 3.3", found))
    assert said in told and told.startswith("no OpenGL 3.3; ") and "\n" not in told
    assert ("apt" in told) == (system == "linux" and not found)
