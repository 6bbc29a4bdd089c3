"""Memory of the process and of the graphics card does not grow while ten thousand pictures are drawn."""

import gc
import sys
from pathlib import Path

import pytest

from game import scenefile
from game.camera.rig import CameraRig
from game.model import resources
from game.model.messages import InterfaceStatus
from game.render.gpu.gl_context import headless_context
from game.render.renderer import Renderer
from game.session import advancing
from game.session.compose import compose_frames
from game.session.session import Session
from game.ui.interface import Interface
from physics.compiled import native
from physics.simulation.history import History

SIZE, PANELS = (32, 18), (640, 360)
FPS, WARM, PANELLED = 60, 0.3, 20
"""Pictures per second; the part of all during which memory may grow; the stride of pictures with panels."""
PRESETS = {"fast-cone": 5000, "coin": 3000, "free-asymmetric-1": 2000}
SAMPLED, SAMPLE, SAMPLE_WARM = "coin", 500, 0.6
"""The preset drawn in every run of the tests, its pictures, and the part of them during which memory may grow."""
HISTORY, SMALL_HISTORY = 200_000, 20_000
"""Sizes of the history [bytes], small so that it is soon full."""


class Bench:
    """The work of a window for a picture, without the window."""

    def __init__(self, preset, history):
        self.session = Session(scenefile.load(preset).changed(paused=False))
        self.session.past.history = History(self.session.simulation, history)
        self.rig = CameraRig(self.session)
        self.rig.open()
        self.context = headless_context()
        self.renderer = Renderer(self.context, SIZE, "low")
        self.interface = Interface(self.session, resources.path("assets/fonts"))

    def draw(self, count):
        for number in range(count):
            advancing.advance_frame(self.session, FPS)
            self.rig.update(1 / FPS)
            frames = compose_frames(self.session, self.rig.views(SIZE), 1 / FPS)
            self.renderer.draw(*frames)
            if number % PANELLED == 0:
                self.renderer.draw_interface(self.interface.frame(PANELS, 1 / FPS, InterfaceStatus(scenes=frames)))

    def names(self):
        """Return the names that OpenGL gives to new objects."""
        buffer, texture = self.context.buffer(reserve=4), self.context.texture((1, 1), 4)
        framebuffer = self.context.framebuffer([texture])
        found = buffer.glo, texture.glo, framebuffer.glo
        for made in (framebuffer, texture, buffer):
            made.release()
        return found

    def close(self):
        self.interface.close()
        self.renderer.release()
        self.context.release()


@pytest.fixture
def bench(request, monkeypatch):
    monkeypatch.setattr(native.background, "ask", lambda shape: None)  # compilation would finish at any time
    made = Bench(*request.param)
    yield made
    made.close()


def taken():
    """Return the blocks of Python's objects, and the pages of the process."""
    gc.collect()
    pages = Path("/proc/self/statm")
    return sys.getallocatedblocks(), int(pages.read_text().split()[1]) if pages.exists() else 0


CASES = [
    pytest.param((SAMPLED, SMALL_HISTORY), SAMPLE, SAMPLE_WARM, 1.0, id=f"{SAMPLED}-{SAMPLE}"),
    *(
        pytest.param((preset, HISTORY), pictures, WARM, 0.2, id=f"{preset}-{pictures}", marks=pytest.mark.long)
        for preset, pictures in PRESETS.items()
    ),
]


@pytest.mark.parametrize(("bench", "pictures", "warm_part", "most"), CASES, indirect=["bench"])
def test_memory_does_not_grow_with_the_number_of_pictures(bench, pictures, warm_part, most):
    """Check for growth. most: objects that may stay for each picture."""
    warm = int(warm_part * pictures)
    bench.draw(warm)
    (blocks, pages), names = taken(), bench.names()
    bench.draw(pictures - warm)
    more_blocks, more_pages = taken()
    assert more_blocks - blocks < most * (pictures - warm)
    assert more_pages - pages < 500, "2 MB"
    made = [later - earlier - 1 for later, earlier in zip(bench.names(), names, strict=True)]
    assert max(made) < 3, "buffers, textures, framebuffers"


def test_ten_thousand_pictures_are_drawn_in_all():
    assert sum(PRESETS.values()) == 10_000
