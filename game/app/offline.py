"""`polhode render`: pictures and videos without a window, frame by frame, independent of the machine's speed."""

from __future__ import annotations

import sys
from contextlib import suppress

import click

from game.camera.rig import CameraRig
from game.experiments.cloud import compile_for
from game.model import resources
from game.model.errors import DIVERGED
from game.model.frame import SceneFrame
from game.model.messages import InterfaceStatus
from game.model.quality import QualitySetting, quality_setting
from game.model.settings import DEFAULTS, Settings
from game.model.words import use_language
from game.record.frames import open_sink
from game.render.gpu.gl_context import headless_context
from game.render.gpu.readback import Picture
from game.render.renderer import Renderer
from game.scenefile import Scene
from game.session.compose import compose_exposure, compose_frames
from game.session.exposure import Exposure
from game.session.forecast import has_forecast, large, shape
from game.session.session import Session
from game.ui.interface import Interface
from physics import BadInput, Simulation
from physics.compiled import native
from physics.compiled.native import Unavailable

DEFAULT_QUALITY = QualitySetting("medium")
MAX_DURATION = 3600.0
DEFAULT_HEIGHT = 720.0
"""Height of a picture without panels [pixels] above which its labels are enlarged."""


def render(
    scene: Scene,
    size: tuple[int, int],
    output: str,
    duration: float,
    fps: int,
    hud: bool,
    camera: str | None,
    look: Settings = DEFAULTS,
) -> int:
    """Render `duration` [s] of a scene to a file; returns the exit code. Raises BadInput, RecordingError, NoOpenGL."""
    if not 0 < duration <= MAX_DURATION:
        raise BadInput(f"duration = {duration:g} s: must be above 0 and at most {MAX_DURATION:g} s")
    use_language(look.language)
    studio = OfflineRenderer(scene, size, fps, hud, camera, look=look)
    frames = max(1, round(duration * fps))
    still = output.lower().endswith(".png")
    try:
        sink = open_sink(output, size, fps)
    except ValueError as error:
        raise BadInput(str(error)) from None
    with sink as file, click.progressbar(length=frames, label="Rendering", file=sys.stderr) as bar:
        for frame in range(frames):
            studio.advance()
            if not still or frame == frames - 1:
                file.write(studio.picture())
            bar.update(1)
    click.echo(f"Saved {output}", err=True)
    divergence = studio.session.simulation.divergence
    if divergence:
        click.echo(f"polhode: {divergence}", err=True)
    return DIVERGED if divergence else 0


class OfflineRenderer:
    """A renderer without a window, whose clock is driven by the recorder.

    hud: with panels; labels of the picture are drawn without them, too. camera: as on the command line, or None for the
    scene's own. renderer: to be used in place of a new one, of this size. look: settings of panels and labels. Raises
    NoOpenGL, BadInput.
    """

    def __init__(
        self,
        scene: Scene,
        size: tuple[int, int],
        fps: int,
        hud: bool,
        camera: str | None = None,
        renderer: Renderer | None = None,
        look: Settings = DEFAULTS,
    ) -> None:
        if scene.ensemble.copies:
            compile_for(scene.simulation(), scene.ensemble.copies)
        self.session = Session(scene.changed(paused=False, camera=scene.camera.seen(camera or "")))
        self.session.scene.camera.check(self.session.simulation.system)
        self._compile(self.session.simulation)
        self.fps, self.size = fps, size
        self.rig = CameraRig(self.session)
        self.camera = self.rig.lab
        self.rig.views(size)
        self.rig.open(thoroughly=True)
        quality = quality_setting(scene.quality) or DEFAULT_QUALITY
        self.renderer = renderer or Renderer(headless_context(), size, *quality)
        self.quality = str(quality)
        scale = look.ui_scale * (1.0 if hud else max(1.0, size[1] / DEFAULT_HEIGHT))
        self.interface = Interface(self.session, resources.path("assets/fonts"), scale, look.theme)
        self.interface.visible = hud
        self._free = (0.0, 0.0, 1.0, 1.0)
        self._exposure = Exposure()

    def _compile(self, simulation: Simulation) -> None:
        """Compile a large system, and a forecast: how far it is ahead of the run must not depend on the machine."""
        if large(simulation.system):
            simulation.compile()
        if large(simulation.system) or has_forecast(simulation):
            with suppress(Unavailable):
                native.compiled_run(shape(simulation.system))

    def advance(self) -> None:
        """Advance by the time of one frame."""
        self.session.advance_frame(self.fps, self._exposure)
        self.rig.update(1 / self.fps)

    def draw(self) -> None:
        """Draw the present picture."""
        self._draw()
        if self.interface.free != self._free:
            self._free = self.interface.free
            self.rig.fit_into(self._free)
            self.rig.settle()
            self._draw()

    def _draw(self) -> None:
        frames = compose_frames(self.session, self.rig.views(self.size), 1 / self.fps)
        self.rig.observe(frames[0])
        self.renderer.draw(*frames, exposed=compose_exposure(self.session, self._exposure, frames[0], self.size[1]))
        self.renderer.draw_interface(self.interface.frame(self.size, 1 / self.fps, self._status(frames)))

    def picture(self) -> Picture:
        """Return the present picture, (h, w, 3) uint8, top row first."""
        self.draw()
        self.renderer.check()
        return self.renderer.read()

    def _status(self, frames: list[SceneFrame]) -> InterfaceStatus:
        return InterfaceStatus(scenes=frames, quality=self.quality, frames_per_second=float(self.fps))
