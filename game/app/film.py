"""`polhode render`: a film or a picture as a file, drawn by one process or by several."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import click
import numpy as np

from game.app.film_processes import Film, pictures, usual_jobs
from game.app.film_run import USUAL, FilmOptions, FilmRun
from game.app.offline import MAX_WHOLE, OfflineRenderer
from game.learn.poster_caption import poster_caption
from game.model.errors import DIFFERS, DIVERGED
from game.model.recording import Progress, Samples
from game.model.replacement import check_writable
from game.model.settings import DEFAULTS, Settings
from game.model.words import use_language
from game.record.frames import SOUNDING, FrameSink, discard, open_sink
from game.record.outfile import kept_beside, partial_path
from game.render.gpu.readback import Picture
from game.render.tiled_picture import MAX_PIXELS
from game.scenefile import Scene
from game.session.exposure import Exposure
from physics import BadInput

MAX_DURATION = 3600.0
DRAWN = (".svg", ".pdf")
"""Suffixes of line drawings."""
Shown = tuple[Callable[[int], None], Progress]
"""What is called after each picture, and after each part of a large one."""
SMALLEST_POSTER = 360
"""Least width and height of a poster [pixels]."""


def render(
    scene: Scene,
    size: tuple[int, int],
    output: str,
    duration: float,
    fps: int,
    hud: bool | None,
    camera: str | None,
    look: Settings = DEFAULTS,
    options: FilmOptions = USUAL,
    progress: Progress | None = None,
    jobs: int | None = 1,
) -> int:
    """Render `duration` [s] of a scene to a file; returns the exit code.

    A loop has at most this duration, a log its own. progress: called in place of a progress bar; the file is then
    removed where the rendering does not come to its end. jobs: number of processes, None: as many as help. The pictures
    do not depend on it; their SHA-256 is printed. hud: with panels; None: a picture has them, a film
    has none. Raises BadInput, RecordingError, NoOpenGL.
    """
    if not 0 < duration <= MAX_DURATION:
        raise BadInput(f"duration = {duration:g} s: must be above 0 and at most {MAX_DURATION:g} s")
    use_language(look.language)
    still, drawn = (output.lower().endswith(kind) for kind in (".png", DRAWN))
    if hud is None:
        hud = (still or drawn) and not options.transparent
    _check_size_and_ground(options, size, output, hud)
    if options.poster:
        _check_poster(options, size, output)
        hud = False
    if options.plate or options.long_exposure:
        _check_whole_motion(options, size, output)
        scene = scene.changed(slow_motion=False)  # which would make the times between the states unequal
    if output.lower().endswith(".wav"):
        return _write_wav(scene, options, duration, fps, output, progress)
    film = Film(scene, size, fps, hud, camera, look, _dressed(options, hud, still or drawn), duration)
    studio, frames, loop = film.begin()
    if options.plate > frames:
        raise BadInput(f"plate: {options.plate} poses need as many pictures; the duration has {frames}")
    sounds = options.sound and output.lower().endswith(SOUNDING) and studio.run.sounds
    if sounds:
        studio.run.listen()
    if loop:
        click.echo(loop, err=True)
    if drawn:
        return _write_drawing(studio, scene.title, frames, output, progress)
    try:
        sink = open_sink(output, size, fps, options.transparent, sounds)
    except ValueError as error:
        raise BadInput(str(error)) from None
    with _part_told(output), _shown(frames, progress, output) as (count, tell), sink as file:
        if still:
            seen = _write_last(studio, frames, file, (count, tell), size if options.poster else None)
        else:
            seen = _write_all(film, studio, frames, jobs, int(progress is not None), file, count)
    click.echo(f"Saved {output}", err=True)
    click.echo(f"Pictures: {seen}", err=True)
    return _outcome(studio.run)


def _check_size_and_ground(options: FilmOptions, size: tuple[int, int], output: str, hud: bool) -> None:
    """Raise BadInput where a file of this kind cannot be so large or transparent."""
    if options.transparent and hud:
        raise BadInput("transparent: panels have no place on a transparent ground; add --no-hud")
    if options.transparent and output.lower().endswith(DRAWN):
        raise BadInput("transparent: a line drawing has a white ground; leave --transparent out")
    if max(size) > MAX_WHOLE and not output.lower().endswith((".png", *DRAWN)):
        raise BadInput(f"size {size[0]}x{size[1]}: only a FILE.png may have more than {MAX_WHOLE} pixels a side")


def _dressed(options: FilmOptions, hud: bool, still: bool) -> FilmOptions:
    """Return options with what follows from the kind of file: a title for a film, its own frame for one picture."""
    titled = not (hud or still or options.loop or options.transparent or options.plate or options.long_exposure)
    return options._replace(moment=not hud and still, titled=titled)


@contextmanager
def _part_told(output: str) -> Iterator[None]:
    """Say where the part of a film is that is there when its rendering does not come to its end."""
    try:
        yield
    except BaseException:
        part = partial_path(output)
        if output.lower().endswith(".mp4") and part.is_file():
            click.echo(f"polhode: what there is of it is kept as {kept_beside(output)}", err=True)
        raise


def _check_whole_motion(options: FilmOptions, size: tuple[int, int], output: str) -> None:
    """Check the options of a picture of a whole motion. Raises BadInput."""
    if options.plate and options.long_exposure:
        raise BadInput("plate, long exposure: a picture is one of them; leave the other out")
    kind, suffixes = ("plate", (".png", *DRAWN)) if options.plate else ("long exposure", (".png",))
    if not output.lower().endswith(suffixes):
        allowed = " or ".join(f"FILE{suffix}" for suffix in suffixes)
        raise BadInput(f"{kind}: is one picture, for a {allowed}; output is {output}")
    if options.transparent or options.loop:
        raise BadInput(f"{kind}: has neither --transparent nor --loop")
    if options.long_exposure and size[0] * size[1] * options.supersample**2 > MAX_PIXELS:
        raise BadInput(f"size {size[0]}x{size[1]}: a long exposure has at most {MAX_PIXELS} pixels")


def _write_drawing(studio: OfflineRenderer, title: str, frames: int, output: str, progress: Progress | None) -> int:
    """Write the last picture as a line drawing; returns the exit code. Raises RecordingError."""
    from game.record.line_drawing.scene_drawing import write_drawing

    check_writable(output)
    with _shown(frames, progress, output) as (count, _):
        for number in studio.film(frames):
            if number + 1 < frames:
                count(number + 1)
        write_drawing(Path(output), studio.scene(), studio.size[0] / studio.size[1], title)
        count(frames)
    click.echo(f"Saved {output}", err=True)
    return _outcome(studio.run)


def _check_poster(options: FilmOptions, size: tuple[int, int], output: str) -> None:
    """Check the options of a poster. Raises BadInput."""
    if not output.lower().endswith(".png"):
        raise BadInput(f"poster: is one picture, for a FILE.png; output is {output}")
    if options.transparent or options.loop or options.plate or options.long_exposure:
        raise BadInput("poster: has none of --transparent, --loop, --plate, --long-exposure")
    if min(size) < SMALLEST_POSTER:
        raise BadInput(f"size {size[0]}x{size[1]}: a poster has at least {SMALLEST_POSTER} pixels a side")


def _write_last(
    studio: OfflineRenderer,
    frames: int,
    file: FrameSink,
    shown: Shown,
    poster: tuple[int, int] | None = None,
) -> str:
    """Write the last picture; the others are not drawn. Returns what was written, with its hash.

    shown: told of each picture, then of each tile of a large one, of which the band and the file count as one more.
    poster: the size of a poster, of which the picture is the upper part.
    """
    count, tell = shown
    for number in studio.film(frames):
        count(number + 1)
    digest, parts = hashlib.sha256(), 0

    def told(done: int, tiles: int) -> None:
        nonlocal parts
        parts = tiles + 1
        tell(done, parts)

    for strip in chain(studio.strips(told), _band(studio, poster)):
        digest.update(np.ascontiguousarray(strip).data)
        file.write(strip)
    if parts:
        tell(parts, parts)
    return f"1, sha256 {digest.hexdigest()}"


def _band(studio: OfflineRenderer, poster: tuple[int, int] | None) -> Iterator[Picture]:
    """Yield the band below a poster of a size [pixels], or nothing."""
    if poster is not None:
        from game.record.figures.poster_band import band_picture

        caption = poster_caption(studio.session)
        yield band_picture(caption, poster, poster[1] - studio.size[1] // studio.options.supersample)


def _write_all(
    film: Film,
    studio: OfflineRenderer,
    frames: int,
    jobs: int | None,
    spare: int,
    file: FrameSink,
    count: Callable[[int], None],
) -> str:
    """Write all pictures; returns their number, and the hash of all their bytes in order. spare: cores left free."""
    digest, done = hashlib.sha256(), 0
    for picture in pictures(film, studio, frames, jobs or usual_jobs(studio, frames, spare)):
        digest.update(np.ascontiguousarray(picture).data)
        file.write(picture)
        file.write_sound(studio.run.take_sound())
        done += 1
        count(done)
    file.write_sound(studio.run.take_sound(ends=True))
    return f"{done}, sha256 {digest.hexdigest()}"


def _write_wav(
    scene: Scene, options: FilmOptions, duration: float, fps: int, output: str, progress: Progress | None
) -> int:
    """Write the sound of a film alone, which needs no OpenGL; returns the exit code. Raises BadInput."""
    from game.record.extras import need

    need("video")
    from game.record.sound_track import wav

    run = FilmRun(scene, options)
    if not run.sounds:
        raise BadInput(f"output {output!r}: {scene.name} makes no sound")
    frames, exposure = max(1, round(duration * fps)), Exposure()
    if run.logged is not None:
        frames = run.logged.pictures(fps)
    elif options.loop:
        frames, laps, told = run.enter_loop(duration, fps)
        click.echo(told, err=True)
        for _ in range(laps * frames):
            run.advance(fps, exposure)
    run.listen()
    total, digest = 0, hashlib.sha256()
    with _shown(frames, progress, output) as (count, _), wav(output) as file:
        for samples in _all_sound(run, frames, fps, count):
            file.write(samples)
            digest.update(samples.data)
            total += len(samples)
    click.echo(f"Saved {output}", err=True)
    click.echo(f"Samples: {total}, sha256 {digest.hexdigest()}", err=True)
    return _outcome(run)


def _all_sound(run: FilmRun, frames: int, fps: int, count: Callable[[int], None]) -> Iterator[Samples]:
    """Yield the sound of so many pictures, or of those up to the end of a log."""
    number, exposure = 0, Exposure()
    while number < frames if run.logged is None else not run.logged.finished:
        run.advance(fps, exposure)
        yield run.take_sound()
        number += 1
        count(number)
    yield run.take_sound(ends=True)


def _outcome(run: FilmRun) -> int:
    """Say how the run has ended, unless it came to its end; returns the exit code."""
    if run.logged is not None and run.logged.difference:
        click.echo(f"polhode: {run.logged.difference}", err=True)
        return DIFFERS
    divergence = run.session.simulation.divergence
    if divergence:
        click.echo(f"polhode: {divergence}", err=True)
    return DIVERGED if divergence else 0


@contextmanager
def _shown(frames: int, progress: Progress | None, output: str) -> Iterator[Shown]:
    """Yield functions to call after each picture, and each part of a large one, which show how far the rendering is."""
    if progress is None:
        with click.progressbar(length=frames, label="Rendering", file=sys.stderr) as bar:

            def tell(done: int, parts: int) -> None:
                bar.length, bar.finished = frames + parts, False
                bar.update(1)

            yield (lambda _: bar.update(1)), tell
        return
    try:
        progress(0, frames)
        yield (lambda done: progress(done, frames)), progress
    except BaseException:
        discard(output)
        raise
