"""`polhode render`: pictures and videos without a window, frame by frame, independent of the machine's speed."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

import click

from game.camera.rig import CameraRig
from game.experiments.cloud import compile_for
from game.model import resources
from game.model.errors import DIVERGED
from game.model.frame import ExposedFrame, SceneFrame
from game.model.messages import InterfaceStatus
from game.model.quality import QualitySetting, quality_setting
from game.model.settings import DEFAULTS, Settings
from game.model.words import use_language
from game.record.frames import discard, open_sink
from game.render.cut_out import CutOut
from game.render.gpu.gl_context import headless_context
from game.render.gpu.readback import Picture
from game.render.renderer import Renderer
from game.scenefile import Scene
from game.session.compose import compose_exposure, compose_frames
from game.session.exposure import MOST, Exposure
from game.session.forecast import has_forecast, large, shape
from game.session.kept_range import KeptRange, Rerun
from game.session.loop_period import find_period
from game.session.session import Session
from game.ui.interface import Interface
from physics import BadInput, Simulation
from physics.compiled import native
from physics.compiled.native import Unavailable

DEFAULT_QUALITY = QualitySetting("medium")
MAX_DURATION = 3600.0
DEFAULT_HEIGHT = 720.0
"""Height of a picture without panels [pixels] above which its labels are enlarged."""


class FilmOptions(NamedTuple):
    """Options of a rendered sequence.

    transparent: without floor and sky. blur: greatest number of moments whose mean a picture is. enlarged: factor about
    the middle of the picture. loop: a loop of one period. kept: what a session has kept, to be shown again.
    """

    transparent: bool = False
    blur: int = MOST
    enlarged: float = 1.0
    loop: bool = False
    kept: KeptRange | None = None


USUAL = FilmOptions()
Progress = Callable[[int, int], None]
"""progress(pictures, of): called after each picture."""


def render(
    scene: Scene,
    size: tuple[int, int],
    output: str,
    duration: float,
    fps: int,
    hud: bool,
    camera: str | None,
    look: Settings = DEFAULTS,
    options: FilmOptions = USUAL,
    progress: Progress | None = None,
) -> int:
    """Render `duration` [s] of a scene to a file; returns the exit code. Raises BadInput, RecordingError, NoOpenGL.

    A loop has at most this duration. progress: called in place of a progress bar; the file is then removed where the
    rendering does not come to its end.
    """
    if not 0 < duration <= MAX_DURATION:
        raise BadInput(f"duration = {duration:g} s: must be above 0 and at most {MAX_DURATION:g} s")
    use_language(look.language)
    if options.transparent and hud:
        raise BadInput("transparent: panels have no place on a transparent ground; add --no-hud")
    studio = OfflineRenderer(scene, size, fps, hud, camera, look=look, options=options)
    frames = studio.begin_loop(duration) if options.loop else max(1, round(duration * fps))
    still = output.lower().endswith(".png")
    try:
        sink = open_sink(output, size, fps, options.transparent)
    except ValueError as error:
        raise BadInput(str(error)) from None
    with sink as file, _shown(frames, progress, output) as count:
        for frame in range(frames):
            studio.advance()
            if not still or frame == frames - 1:
                file.write(studio.picture())
            count(frame + 1)
    click.echo(f"Saved {output}", err=True)
    divergence = studio.session.simulation.divergence
    if divergence:
        click.echo(f"polhode: {divergence}", err=True)
    return DIVERGED if divergence else 0


@contextmanager
def _shown(frames: int, progress: Progress | None, output: str) -> Iterator[Callable[[int], None]]:
    """Yield a function to call after each picture, which shows how far the rendering is."""
    if progress is None:
        with click.progressbar(length=frames, label="Rendering", file=sys.stderr) as bar:
            yield lambda _: bar.update(1)
        return
    try:
        progress(0, frames)
        yield lambda done: progress(done, frames)
    except BaseException:
        discard(output)
        raise


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
        options: FilmOptions = USUAL,
    ) -> None:
        if scene.ensemble.copies:
            compile_for(scene.simulation(), scene.ensemble.copies)
        self.session = Session(scene.changed(paused=False, camera=scene.camera.seen(camera or "")))
        self.session.scene.camera.check(self.session.simulation.system)
        self._compile(self.session.simulation)
        if self.session.arrival:
            self.session.simulation.compile()
            self.session.arrive()
        self.fps, self.size, self.options = fps, size, options
        self._rerun = None if options.kept is None else Rerun(self.session, options.kept)
        self._loops = False
        self.rig = CameraRig(self.session)
        self.camera = self.rig.lab
        self.camera.enlarged = options.enlarged
        self.rig.views(size)
        self.rig.open(thoroughly=True)
        quality = quality_setting(scene.quality) or DEFAULT_QUALITY
        self.renderer = renderer or Renderer(headless_context(), size, *quality)
        self.quality = str(quality)
        scale = look.ui_scale * (1.0 if hud else max(1.0, size[1] / DEFAULT_HEIGHT))
        self.interface = Interface(self.session, resources.path("assets/fonts"), scale, look.theme)
        self.interface.visible = hud
        self._cut_out = CutOut(self.renderer) if options.transparent else None
        self._free = (0.0, 0.0, 1.0, 1.0)
        self._exposure = Exposure()

    def _compile(self, simulation: Simulation) -> None:
        """Compile a large system, and a forecast: how far it is ahead of the run must not depend on the machine."""
        if large(simulation.system):
            simulation.compile()
        if large(simulation.system) or has_forecast(simulation):
            with suppress(Unavailable):
                native.compiled_run(shape(simulation.system))

    def begin_loop(self, longest: float) -> int:
        """Go to the beginning of a loop, with the traces that it ends with; returns its number of pictures.

        longest: duration [s] of the video. The speed is changed a little, so that the period is a whole number of
        pictures, and the camera stays where it is. Raises BadInput where the motion does not return.
        """
        session, fps = self.session, self.fps
        found = find_period(session, longest)
        if found is None:
            raise BadInput(f"loop: the motion does not return within {longest:g} s of video; try a longer duration")
        frames = max(2, round(found.seconds / session.clock.speed * fps))
        session.clock.speed = found.seconds * fps / frames
        missing = "closed" if found.exact else f"seam {math.degrees(found.seam):.2g}°"
        click.echo(f"Loop of {found.seconds:.6g} s in {frames} pictures, {missing}", err=True)
        laps = math.ceil(session.look.life / found.seconds) if session.traces else 1
        for _ in range(laps * frames):
            self.advance()
        self._loops = True
        return frames

    def advance(self) -> None:
        """Advance by the time of one frame."""
        if self._rerun is None:
            self.session.advance_frame(self.fps, self._exposure)
        else:
            self._rerun.advance_frame(self.fps, self._exposure)
        if not self._loops:
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
        frames, exposed = self._frames()
        self.renderer.draw(*frames, exposed=exposed)
        self.renderer.draw_interface(self.interface.frame(self.size, 1 / self.fps, self._status(frames)))

    def _frames(self) -> tuple[list[SceneFrame], list[ExposedFrame]]:
        frames = compose_frames(self.session, self.rig.views(self.size), 1 / self.fps)
        self.rig.observe(frames[0])
        return frames, compose_exposure(self.session, self._exposure, frames[0], self.size[1], self.options.blur)

    def picture(self) -> Picture:
        """Return the present picture, (h, w, 3) uint8, or with a transparent ground (h, w, 4), top row first."""
        if self._cut_out is not None:
            frames, exposed = self._frames()
            lettering = self.interface.frame(self.size, 1 / self.fps, self._status(frames))
            picture = self._cut_out.picture(frames, exposed, lettering)
        else:
            self.draw()
            picture = self.renderer.read()
        self.renderer.check()
        return picture

    def _status(self, frames: list[SceneFrame]) -> InterfaceStatus:
        return InterfaceStatus(scenes=frames, quality=self.quality, frames_per_second=float(self.fps))
