"""Pictures without a window, frame by frame, independent of the machine's speed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.app.film_run import USUAL, FilmOptions, FilmRun
from game.camera.camera import Mode
from game.camera.framing import MAX_FILLING, WHOLE, FreePart, filling, fit
from game.camera.lookahead import max_body_size
from game.camera.outlines import DIRECTIONS, outline, with_paths_inside
from game.camera.outlook import free_part
from game.camera.rig import CameraRig
from game.model import resources
from game.model.appearance import FADE_SECONDS
from game.model.frame import ExposedFrame, SceneFrame, View
from game.model.messages import InterfaceStatus
from game.model.overlay import InterfaceFrame
from game.model.panel_layout import Edges, film_share
from game.model.quality import QualitySetting, quality_setting
from game.model.settings import DEFAULTS, Settings
from game.render.cut_out import CutOut
from game.render.gpu.gl_context import headless_context
from game.render.gpu.readback import Picture
from game.render.renderer import Renderer
from game.render.tiled_picture import MAX_PIXELS, TiledPicture
from game.scenefile import Scene
from game.session.compose import compose_exposure, compose_frames
from game.session.exposure import FLASH, Exposure
from game.session.forecast import compile_thoroughly
from game.session.session import Session
from game.session.stills.gathered import GatheredStates, TimedState
from game.session.stills.long_exposure import compose_long_exposure, swept
from game.session.stills.plate import compose_plate
from game.ui.interface import Interface
from physics import BadInput

DEFAULT_QUALITY = QualitySetting("medium")
DEFAULT_HEIGHT = 600.0
"""Height of a picture without panels [pixels] above which its labels are enlarged: it is seen smaller than a window."""
MAX_WHOLE = 8192
"""Greatest width and height [pixels] of a picture that is not drawn in tiles."""
MOST_FITS = 3
"""Number of times that a picture is framed by what it shows."""
UNDRAWN = (16, 16)
"""Size of a renderer before its first tile."""
TITLE_SECONDS = 2.0
"""Time for which a film without panels shows its title [s]."""
LEAST_TITLED = 240
"""Least height of a film that has a title [pixels]: it would cover much of a smaller one."""
NUMBERS = 0.16
"""Room for the numbers of poses between them and a key, in half widths of the picture."""
ROW = 0.03
"""Room for those above and below, in half heights of the picture."""
LEVELS = 1 << 14
"""Number of levels of linear light from which the code of a pixel is found: more than any two codes need."""


class OfflineRenderer:
    """A renderer without a window, whose clock is driven by the recorder.

    size: with the band of a poster. hud: with panels; labels of the picture are drawn without them, too. camera: as on
    the command line, or None for the scene's own. renderer: to be used in place of a new one, of this size. look:
    settings of panels and labels. Raises NoOpenGL, BadInput.
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
        self.run = FilmRun(scene.changed(camera=scene.camera.seen(camera or "")), options)
        self.session, self.logged = self.run.session, self.run.logged
        rows = size[1] - (_band_rows(self.session, size) if options.poster else 0)
        size = size[0] * options.supersample, rows * options.supersample
        self.fps, self.size, self.options = fps, size, options
        self.tiled = self._tiles(hud)
        self._opened = self.session.simulation
        self._loops = False
        self.rig = CameraRig(self.session)
        self.camera = self.rig.lab
        self.camera.enlarged = options.enlarged
        self.rig.views(size)
        self.rig.open(thoroughly=True)
        self.rig.check_tour()
        quality = quality_setting(scene.quality) or DEFAULT_QUALITY
        self.renderer = renderer or Renderer(headless_context(), UNDRAWN if self.tiled else size, *quality)
        self.quality = str(quality)
        scale = look.ui_scale * options.supersample
        height = size[1] / options.supersample
        scale *= film_share(height) if hud else max(1.0, height / DEFAULT_HEIGHT)
        self.interface = Interface(self.session, resources.path("assets/fonts"), scale, look.theme)
        self.interface.visible = hud
        self._cut_out = CutOut(self.renderer) if options.transparent else None
        self._free: tuple[Edges, Edges | None] = (0.0, 0.0, 1.0, 1.0), None
        self._exposure = Exposure()
        self._titled = options.titled and not hud and size[1] >= LEAST_TITLED * options.supersample
        self._advanced = 0
        self._gathered = GatheredStates(options.long_exposure) if options.plate or options.long_exposure else None

    def _tiles(self, hud: bool) -> bool:
        """Return whether pictures are drawn in tiles. Raises BadInput where they are too large for that."""
        width, height = self.size
        if not hud and not self.options.transparent:
            return width * height > MAX_PIXELS
        if max(self.size) > MAX_WHOLE:
            why = "a transparent ground" if self.options.transparent else "panels (--hud)"
            raise BadInput(f"size {width}x{height}: pictures with {why} have at most {MAX_WHOLE} pixels a side")
        return False

    def begin_loop(self, longest: float) -> tuple[int, str]:
        """Go to the beginning of a loop, with the traces that it ends with; returns its pictures, and a line about it.

        longest: duration [s] of the video. The speed is changed a little, so that the period is a whole number of
        pictures, and the camera stays where it is. Raises BadInput where the motion does not return.
        """
        frames, laps, told = self.run.enter_loop(longest, self.fps)
        for _ in range(laps * frames):
            self.advance()
        self._loops = True
        return frames, told

    def advance(self) -> None:
        """Advance by the time of one frame."""
        self._advanced += 1
        self.run.advance(self.fps, self._exposure)
        if self.session.simulation is not self._opened:
            self._open_scene()
        if self._gathered is not None:
            self._gathered.add(self.session, self._exposure)
        elif not self._loops:
            self.rig.update(1 / self.fps)

    def _open_scene(self) -> None:
        """Adapt the camera to another scene, which a log has opened."""
        self._opened = self.session.simulation
        compile_thoroughly(self._opened)
        self.rig.open(thoroughly=True)
        self._exposure = Exposure()

    def film(self, frames: int) -> Iterator[int]:
        """Yield the numbers of so many pictures, or of those up to the end of a log, and advance before each."""
        number = 0
        while number < frames if self.logged is None else not self.logged.finished:
            self.advance()
            yield number
            number += 1

    def draw(self) -> None:
        """Draw the present picture."""
        self._present(self._draw)

    def skip(self) -> None:
        """Let the present picture pass without drawing it; camera and labels of later ones are as if it were drawn."""
        if self._cut_out is not None:
            self._keep_letters()
        else:
            self._present(self._keep_letters)

    def _keep_letters(self) -> None:
        """Take over the letters that labels need for the first time: later pictures do not bring them again."""
        textures = self._interface_over(self._scenes()).textures
        if textures:
            self.renderer.draw_interface(InterfaceFrame((1.0, 1.0), [], textures))

    def _present(self, show: Callable[[], object]) -> None:
        """Show the present picture, and once more where the panels leave it another part of the window."""
        show()
        if (self.interface.free, self.interface.corner) != self._free:
            self._free = self.interface.free, self.interface.corner
            self.rig.fit_into(*self._free)
            self.rig.settle()
            self.interface.lettering.reset()  # those of the next picture are at rest at their best places
            show()

    def _draw(self) -> None:
        frames, exposed, interface = self._composed()
        self.renderer.draw(*frames, exposed=exposed)
        self.renderer.draw_interface(interface)

    def _composed(self) -> tuple[list[SceneFrame], list[ExposedFrame], InterfaceFrame]:
        """Return the present scenes, the moments of the first, and the interface over them."""
        if self._gathered is not None:
            exposed = self._whole_motion(self._gathered)
            frames = [exposed[-1].frame]
            return frames, exposed, self._interface_over(frames)
        still, seconds = self.options.still, 1.0 / self.fps
        seconds = FLASH * seconds if still else seconds
        frames = self._scenes(seconds)
        if still:
            frames = self._framed(frames, seconds)
        blur, carried = self.options.blur, self.camera.carried
        exposed = compose_exposure(self.session, self._exposure, frames[0], self.size[1], blur, carried, still)
        if still and self.session.look.framed:
            exposed[-1] = exposed[-1]._replace(frame=with_paths_inside(exposed[-1].frame))
        return frames, exposed, self._interface_over(frames)

    def scene(self) -> SceneFrame:
        """Return what the present picture shows, in the lab, at one moment."""
        return self.scenes()[0]

    def scenes(self) -> list[SceneFrame]:
        """Return what the present picture shows at one moment, in the lab and beside it: nothing is blurred."""
        if self._gathered is not None:
            return [self._whole_motion(self._gathered)[-1].frame]
        frames = self._scenes()
        if not self.options.still:
            return frames
        first, *beside = self._framed(frames, 0.0)
        return [with_paths_inside(first) if self.session.look.framed else first, *beside]

    def _framed(self, frames: list[SceneFrame], seconds: float) -> list[SceneFrame]:
        """Return the scenes that are framed by what they show; arrows may then have another length, once more."""
        if self.options.poster and self._fit_shot():
            return self._scenes(seconds)
        for _ in range(MOST_FITS):
            if not self.rig.frame_moment(frames[0]):
                break
            frames = self._scenes(seconds)
        return frames

    def _scenes(self, seconds: float = 0.0) -> list[SceneFrame]:
        """Return the present scenes, exposed for so many seconds."""
        views = [replace(view, fine=float(self.options.supersample)) for view in self.rig.views(self.size)]
        if self.session.run.shown.sculpture:
            self.session.run.sculpting.finish(self.session.simulation)
        frames = compose_frames(self.session, views, seconds)
        self.rig.observe(frames[0])
        return frames

    def _fit_shot(self) -> bool:
        """Move a camera that films a shot back from a machine that its picture cuts; returns whether it has."""
        camera, look = self.camera, self.session.look
        forecast = self.session.run.pacing.forecast
        swing = np.zeros((0, 3)) if forecast is None else look.to_world(forecast.swing)
        machine = np.vstack([look.focus + look.radius * DIRECTIONS, swing])
        machine[:, 2] = machine[:, 2].clip(0.0)
        away = camera.mode is not Mode.SHOT or filling(look.focus[None], camera.shown, camera.lens) > 1.0
        if away or filling(machine, camera.shown, camera.lens) <= 1.0:
            return False
        azimuth, elevation = camera.shown[:2]
        camera.show(fit(machine, (float(azimuth), float(elevation)), camera.lens))
        return True

    def _whole_motion(self, gathered: GatheredStates) -> list[ExposedFrame]:
        """Return the picture of all states so far: a plate or a long exposure."""
        if self.options.plate:
            return [ExposedFrame(self._plate(gathered.spread(self.options.plate)), 1.0)]
        exposed, camera = compose_long_exposure(self.session, gathered.moments, self._view()), self.camera
        points = outline(swept(exposed), math.inf)
        filled = camera.enlarged * filling(points, camera.shown, camera.lens)
        if self.session.look.wanders and filled > MAX_FILLING:
            self._fit_round(points)
            exposed = compose_long_exposure(self.session, gathered.moments, self._view())
        return exposed

    def _plate(self, poses: Sequence[TimedState]) -> SceneFrame:
        """Return the picture of all poses and of what they stand on, as large as fits into it with their numbers."""
        view = self.camera.view(self.size[0] / self.size[1])
        plate = compose_plate(self.session, poses, view)
        part = free_part(self.session)._replace(low=WHOLE.low + ROW, high=WHOLE.high - ROW)
        if part.left > WHOLE.left:
            part = part._replace(left=part.left + NUMBERS)
        stands = outline(plate.frame, max_body_size(self.session.look))
        self._fit_round(np.concatenate([outline(plate.moving, math.inf), stands]), part)
        return compose_plate(self.session, poses, self._view()).frame

    def _fit_round(self, points: NDArray[np.float64], part: FreePart = WHOLE) -> None:
        """Show points (n, 3) as large as a part of the picture takes them, not an enlarged part of the window's."""
        camera = self.camera
        azimuth, elevation = camera.shown[:2]
        camera.enlarged = 1.0
        camera.show(fit(points, (float(azimuth), float(elevation)), camera.lens, part=part))

    def _view(self) -> View:
        """Return the view of the camera in the lab as it stands."""
        return replace(self.camera.view(self.size[0] / self.size[1]), fine=float(self.options.supersample))

    def _interface_over(self, frames: list[SceneFrame]) -> InterfaceFrame:
        self.interface.titled = title_opacity(self._advanced / self.fps) if self._titled else 0.0
        return self.interface.frame(self.size, 1 / self.fps, self._status(frames))

    def picture(self) -> Picture:
        """Return the present picture, (h, w, 3) uint8, or with a transparent ground (h, w, 4), top row first.

        With supersampling it is smaller than the picture that is drawn.
        """
        if self.tiled:
            return np.concatenate(list(self.strips()))
        if self._cut_out is not None:
            picture = self._cut_out.picture(*self._composed())
        else:
            self.draw()
            picture = self.renderer.read()
        self.renderer.check()
        return reduced(picture, self.options.supersample)

    def strips(self, told: Callable[[int, int], None] = lambda done, tiles: None) -> Iterator[Picture]:
        """Yield the present picture from the top in strips of whole rows; memory holds little of a large one.

        told: called with the numbers of drawn tiles and of all, where it is drawn in tiles.
        """
        if not self.tiled:
            yield self.picture()
            return
        drawn, large = itertools.count(1), TiledPicture(self.renderer, self.size, *self._composed())
        for strip in large.strips(lambda: told(next(drawn), large.tiles)):
            yield reduced(strip, self.options.supersample)
        self.renderer.check()

    def _status(self, frames: list[SceneFrame]) -> InterfaceStatus:
        camera, rate = self.camera.mode.value, float(self.fps)
        return InterfaceStatus(scenes=frames, camera=camera, quality=self.quality, frames_per_second=rate)


def title_opacity(seconds: float) -> float:
    """Return the opacity of the title of a film, which is shown at its beginning and fades."""
    return min(max((TITLE_SECONDS - seconds) / FADE_SECONDS, 0.0), 1.0)


def _band_rows(session: Session, size: tuple[int, int]) -> int:
    """Return the height [pixels] of the band below a poster of this size, which is not part of the picture."""
    from game.learn.poster_caption import poster_caption
    from game.record.figures.poster_band import band_rows

    return band_rows(poster_caption(session), size)


def reduced(picture: Picture, factor: int) -> Picture:
    """Return a picture (h, w, 3 or 4) uint8 as the mean of squares of factor x factor pixels; what is left over is cut.

    The mean is that of the light, not of its sRGB codes, so that fine lines keep their brightness; with transparency,
    colours count as much as they cover.
    """
    if factor == 1:
        return picture
    height, width, channels = picture.shape[0] // factor, picture.shape[1] // factor, picture.shape[2]
    light, codes = _light_tables()
    result = np.empty((height, width, channels), np.uint8)
    for row in range(height):  # row by row: a picture in floats would take four times the memory
        rows = picture[row * factor : (row + 1) * factor, : width * factor]
        lit, cover = light[rows[..., :3]], np.full((*rows.shape[:2], 1), 255, np.float32)
        if channels == 4:
            cover = rows[..., 3:].astype(np.float32)
        total = _square_sums(cover, width, factor)
        mean = _square_sums(lit * cover, width, factor) / np.maximum(total, 1.0)
        result[row, :, :3] = codes[np.rint(mean * (LEVELS - 1)).astype(np.int32)]
        if channels == 4:
            result[row, :, 3] = np.rint(total[:, 0] / factor**2)
    return result


def _square_sums(rows: NDArray[np.float32], width: int, factor: int) -> NDArray[np.float32]:
    """Return the sums over squares of rows (factor, width * factor, channels): (width, channels)."""
    return np.asarray(rows.reshape(factor, width, factor, -1).sum(axis=(0, 2)))


@cache
def _light_tables() -> tuple[NDArray[np.float32], Picture]:
    """Return the light of each sRGB code, 0 to 1, and the code of each of `LEVELS` of light (IEC 61966-2-1)."""
    code = np.arange(256) / 255.0
    light = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    level = np.arange(LEVELS) / (LEVELS - 1)
    coded = np.where(level <= 0.0031308, 12.92 * level, 1.055 * level ** (1 / 2.4) - 0.055)
    return light.astype(np.float32), np.rint(255.0 * coded).astype(np.uint8)
