"""A real OpenGL context without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import moderngl
import pytest

from game.render.gpu.gl_context import headless_context
from game.render.renderer import Renderer
from game.render.stage import environment
from tests.game.render.small_scene import SIZE


@pytest.fixture(scope="package")
def ctx() -> Iterator[moderngl.Context]:
    """Yield one context for the tests of this folder; those of the window without a screen end all of before."""
    context = headless_context()
    yield context
    context.release()


@pytest.fixture(scope="package", autouse=True)
def kept_pictures() -> Iterator[None]:
    """Read the pictures of each place once: hundreds of renderers are made here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(environment, "pictures_of", cache(environment.pictures_of))
        yield


@pytest.fixture(autouse=True)
def current(ctx: moderngl.Context) -> None:
    """Make the context the current one: other tests of a process have contexts of their own."""
    ctx.__enter__()


@pytest.fixture
def make(ctx: moderngl.Context) -> Iterator[Callable[..., Renderer]]:
    """Yield a maker of renderers, which frees them after checking that OpenGL reported no error."""
    made: list[Renderer] = []

    def build(
        size: tuple[int, int] = SIZE, tier: str = "low", scale: float = 1.0, software: bool | None = None
    ) -> Renderer:
        made.append(Renderer(ctx, size, tier, scale, software))
        return made[-1]

    yield build
    for renderer in made:
        renderer.check()
        renderer.release()
    assert ctx.error == "GL_NO_ERROR"
