"""Draws pictures as a window does, and prints what they have taken: `python -m tests.game.app.growth`.

It is a process of its own: work of other tests in the background, which ends meanwhile, would be counted, too.
"""

import gc
import json
import sys
from pathlib import Path

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
from tools.command_line import command_line

SIZE, PANELS = (32, 18), (640, 360)
FPS, PANELLED = 60, 20
"""Pictures per second, and the stride of those with panels."""


class Bench:
    """The work of a window for a picture, without the window."""

    def __init__(self, preset: str, history: int) -> None:
        self.session = Session(scenefile.load(preset).changed(paused=False))
        self.session.past.history = History(self.session.simulation, history)
        self.rig = CameraRig(self.session)
        self.rig.open()
        self.context = headless_context()
        self.renderer = Renderer(self.context, SIZE, "low")
        self.interface = Interface(self.session, resources.path("assets/fonts"))

    def draw(self, count: int) -> None:
        """Draw so many pictures."""
        for number in range(count):
            advancing.advance_frame(self.session, FPS)
            self.rig.update(1 / FPS)
            frames = compose_frames(self.session, self.rig.views(SIZE), 1 / FPS)
            self.renderer.draw(*frames)
            if number % PANELLED == 0:
                self.renderer.draw_interface(self.interface.frame(PANELS, 1 / FPS, InterfaceStatus(scenes=frames)))

    def names(self) -> tuple[int, int, int]:
        """Return the names that OpenGL gives to new objects."""
        buffer, texture = self.context.buffer(reserve=4), self.context.texture((1, 1), 4)
        framebuffer = self.context.framebuffer([texture])
        found = buffer.glo, texture.glo, framebuffer.glo
        for made in (framebuffer, texture, buffer):
            made.release()
        return found


def taken() -> tuple[int, int]:
    """Return the blocks of Python's objects, and the pages of the process."""
    gc.collect()
    pages = Path("/proc/self/statm")
    return sys.getallocatedblocks(), int(pages.read_text().split()[1]) if pages.exists() else 0


def main() -> None:
    """Print, as JSON, by how much blocks, pages and names of OpenGL have grown after the first pictures."""
    options = command_line()
    options.add_argument("preset")
    for name in ("history", "warm", "pictures"):
        options.add_argument(name, type=int)
    chosen = options.parse_args()
    native.background.ask = lambda shape: None  # type: ignore[method-assign]  # it would be ready at any time
    bench = Bench(chosen.preset, chosen.history)
    bench.draw(chosen.warm)
    (blocks, pages), names = taken(), bench.names()
    bench.draw(chosen.pictures - chosen.warm)
    more_blocks, more_pages = taken()
    made = [later - earlier - 1 for later, earlier in zip(bench.names(), names, strict=True)]
    json.dump({"blocks": more_blocks - blocks, "pages": more_pages - pages, "names": made}, sys.stdout)


if __name__ == "__main__":
    main()
