"""Films without a window: what turns is blurred, and never seems to turn the wrong way."""

from __future__ import annotations

import hashlib
import wave
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image
from scipy.ndimage import map_coordinates

from game import scenefile
from game.app import film
from game.app.film import _check_whole_motion, _dressed, render
from game.app.offline import FilmOptions, OfflineRenderer, title_opacity
from game.model.errors import DIFFERS, DIVERGED
from game.render.tiled_picture import MAX_PIXELS
from game.session.exposure import Exposure
from game.session.past.event_log import EventLog
from physics import BadInput
from tests.game.render.meshes.test_strobing import waves

SIZE = (200, 150)
OMEGA = 30.0
"""Rate of the nut's turn about its hub [rad/s]; films run at other speeds."""
RATES = (15.0, 62.0, 100.0, 400.0, 1000.0)
"""Rates in a film [rad/s]."""
VISIBLE, GONE = 0.3, 0.5
"""Half turns in a picture up to which the turn must be seen, and from which nothing may be left of its pattern."""
LEAST, UNEVEN = 0.03, 0.12
"""Shares of the sharp pattern's power: counted as none; of the light on what is even all round."""


@pytest.fixture
def nut() -> Iterator[OfflineRenderer]:
    scene = scenefile.load("wing-nut").changed(quality="low")
    start = {"omega_1": 0.0, "omega_3": OMEGA, "theta": 0.0, "phi": 0.0}
    made = OfflineRenderer(scene.changed(initial=start, speed=1.0), SIZE, 60, False, "elevation=89,distance=0.232")
    made.session.run.shown.geometry = made.session.run.shown.vectors = made.session.run.shown.traces = False
    yield made
    made.renderer.release()


def around(film: OfflineRenderer) -> np.ndarray:
    """Return the brightness on a circle about the nut's axis, which its wings cross."""
    film.advance()
    picture = film.picture().astype(float).mean(axis=2)
    look, way = film.session.look, 2.0 * np.pi * np.arange(96) / 96
    out = 0.6 * look.size * np.stack([np.cos(way), np.sin(way), 0.0 * way], axis=1)
    places = [film.camera.view(SIZE[0] / SIZE[1]).project(look.to_world(each), SIZE) for each in out]
    x, y = np.array(places).T
    return map_coordinates(picture, [y, x], order=1)


@pytest.mark.long
@pytest.mark.parametrize(
    "fps", [pytest.param(20, marks=pytest.mark.long), 30, pytest.param(60, marks=pytest.mark.long)]
)
def test_a_nut_in_a_film_never_seems_to_turn_backwards(nut: OfflineRenderer, fps: int) -> None:
    turn = 2.0 * np.pi / 12
    nut.session.clock.speed = turn * 60 / OMEGA
    slow = np.array([around(nut) for _ in range(13)][1:])
    even = slow.mean(axis=0)
    power = float(np.mean([(np.abs(waves(each - even)) ** 2).sum() for each in slow]))
    nut.fps = fps
    for rate in RATES:
        nut.session.clock.speed = rate / OMEGA
        nut.advance()
        first, second = (waves(around(nut) - even) for _ in range(2))
        forward = float(np.imag(first * np.conj(second)).sum()) / power
        assert forward > -LEAST, f"{rate:g} rad/s at {fps} pictures a second seem to turn backwards"
        if rate / fps / np.pi < VISIBLE:
            assert forward > LEAST, f"{rate:g} rad/s at {fps} pictures a second are not seen to turn"
        if rate / fps / np.pi > GONE:
            left = float((np.abs(second) ** 2).sum()) / power
            assert left < UNEVEN, f"{rate:g} rad/s at {fps} pictures a second leave a pattern"


def refused(output: str, hud: bool = False, size: tuple[int, int] = SIZE, duration: float = 0.2, **more: Any) -> str:
    """Return why a rendering is refused, before anything is drawn."""
    options = FilmOptions(**more)
    with pytest.raises(BadInput) as caught:
        render(scenefile.load("loops"), size, output, duration, 20, hud, None, options=options)
    return str(caught.value)


@pytest.mark.parametrize("duration", [0.0, -1.0, 3600.5, float("nan")])
def test_a_duration_has_bounds(duration: float) -> None:
    said = refused("a.mp4", duration=duration)
    assert said == f"duration = {duration:g} s: must be above 0 and at most 3600 s"


def test_what_is_transparent_has_no_panels_and_is_no_drawing() -> None:
    assert refused("a.png", hud=True, transparent=True).startswith("transparent: panels have no place")
    for output in ("a.svg", "a.PDF"):
        assert refused(output, transparent=True).startswith("transparent: a line drawing has a white ground")
    assert "transparent" not in refused("a.svg", size=(8193, 90), plate=3, long_exposure=True)


def test_only_a_picture_may_be_larger_than_a_renderer_draws_at_once() -> None:
    said = "size {}: only a FILE.png may have more than 8192 pixels a side"
    assert refused("a.mp4", size=(8193, 90)) == said.format("8193x90")
    assert refused("a.gif", size=(90, 8194)) == said.format("90x8194")
    assert refused("a.mp4", size=(8192, 90), plate=3).startswith("plate: is one picture")


def test_a_picture_of_a_whole_motion_is_one_picture() -> None:
    assert refused("a.png", plate=3, long_exposure=True).startswith("plate, long exposure: a picture is one of them")
    assert refused("a.mp4", plate=3) == "plate: is one picture, for a FILE.png or FILE.svg or FILE.pdf; output is a.mp4"
    assert refused("a.svg", long_exposure=True) == "long exposure: is one picture, for a FILE.png; output is a.svg"
    for more in ({"transparent": True}, {"loop": True}):
        assert refused("a.png", plate=3, **more) == "plate: has neither --transparent nor --loop"
        assert refused("a.png", long_exposure=True, **more) == "long exposure: has neither --transparent nor --loop"


@pytest.mark.parametrize("supersample", [1, 2])
@pytest.mark.parametrize("size", [(3840, 2160), (2160, 3840), (8192, 1012)])
def test_a_long_exposure_has_as_many_pixels_as_fit_into_one_picture(size: tuple[int, int], supersample: int) -> None:
    width, height = (side // supersample for side in size)
    options = FilmOptions(long_exposure=True, supersample=supersample)
    _check_whole_motion(options, (width, height), "a.png")
    said = refused("a.png", size=(width + 10, height), long_exposure=True, supersample=supersample)
    assert said == f"size {width + 10}x{height}: a long exposure has at most {MAX_PIXELS} pixels"


def test_tiles_of_a_large_picture_are_told_after_its_motion() -> None:
    strip = np.zeros((2, 4, 3), np.uint8)

    def strips(told: Any) -> Iterator[np.ndarray]:
        for done in (1, 2, 3):
            told(done, 3)
            yield strip

    studio: Any = SimpleNamespace(film=range, strips=strips)
    told = list[tuple[int, int]]()
    with film._shown(2, lambda *each: told.append(each), "a.png") as shown:
        film._write_last(studio, 2, SimpleNamespace(write=lambda rows: None), shown)
    assert told == [(0, 2), (1, 2), (2, 2), (1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_poster_is_one_large_enough_picture() -> None:
    size = (640, 400)
    assert refused("a.mp4", size=size, poster=True) == "poster: is one picture, for a FILE.png; output is a.mp4"
    for more in ({"transparent": True}, {"loop": True}, {"plate": 3}, {"long_exposure": True}):
        assert refused("a.png", size=size, poster=True, **more).startswith("poster: has none of --transparent")
    for size in ((359, 400), (400, 359)):
        assert refused("a.png", size=size, poster=True).endswith("a poster has at least 360 pixels a side")


def test_a_plate_has_at_most_as_many_poses_as_the_film_has_pictures(tmp_path: Path) -> None:
    output = str(tmp_path / "a.png")
    assert refused(output, plate=5) == "plate: 5 poses need as many pictures; the duration has 4"
    scene = scenefile.load("loops").changed(quality="low")
    assert render(scene, SIZE, output, 0.2, 20, False, None, options=FilmOptions(plate=4)) == 0


def test_a_scene_without_sound_has_no_sound_file() -> None:
    assert refused("a.wav") == "output 'a.wav': loops makes no sound"


def test_sound_alone_is_as_long_as_its_film(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    counted: list[tuple[int, int]] = []
    output = tmp_path / "a.wav"
    scene = scenefile.load("bicycle")
    code = render(scene, SIZE, str(output), 0.5, 20, True, None, progress=lambda *done: counted.append(done))
    assert code == 0 and counted == [(number, 10) for number in range(11)]
    with wave.open(str(output)) as file:
        assert file.getnframes() == pytest.approx(0.5 * file.getframerate(), abs=2)
        samples = file.readframes(file.getnframes())
    said = capfd.readouterr().err.splitlines()
    assert said == [
        f"Saved {output}", f"Samples: {len(samples) // 2}, sha256 {hashlib.sha256(samples).hexdigest()}",
    ]  # fmt: skip


def test_the_shortest_sound_is_that_of_a_picture(tmp_path: Path) -> None:
    assert render(scenefile.load("bicycle"), SIZE, f"{tmp_path}/a.wav", 0.001, 20, True, None) == 0
    with wave.open(f"{tmp_path}/a.wav") as file:
        assert file.getnframes() == pytest.approx(file.getframerate() / 20, abs=2)


def test_a_log_whose_states_are_others_is_said_with_a_code_of_its_own(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    scene = scenefile.load("bicycle").changed(quality="low")
    log = EventLog(scene)
    log.add(20, "state", "0" * 64)
    assert render(scene, SIZE, f"{tmp_path}/a.wav", 0.1, 20, False, None, options=FilmOptions(log=log)) == DIFFERS
    told = capfd.readouterr()
    assert told.out == "" and told.err.splitlines()[-1].startswith(
        "polhode: the last state differs from that of the log, at"
    )


def test_a_motion_that_ends_early_is_said_with_a_code_of_its_own(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    scene = scenefile.load("gyroscope").changed(
        initial={"theta": 1e-2, "psi": 0.0, "theta_dot": -3.0, "phi_dot": 0.0}, dt=1e-5, speed=1.0, quality="low"
    )
    output = tmp_path / "a.png"
    assert render(scene, SIZE, str(output), 0.1, 20, False, None) == DIVERGED
    saved, counted, why = capfd.readouterr().err.splitlines()[-3:]
    assert saved == f"Saved {output}" and counted.startswith("Pictures: 1, sha256 ")
    assert why.startswith("polhode: ") and "\u03b8" in why


def test_a_rendering_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    def stop(done: int, frames: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    scene = scenefile.load("loops").changed(quality="low")
    with pytest.raises(KeyboardInterrupt):
        render(scene, SIZE, str(tmp_path / "a.gif"), 0.2, 20, False, None, progress=stop)
    assert not list(tmp_path.iterdir())


def test_the_sound_of_a_loop_begins_after_its_first_laps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []

    class Run:
        sounds, logged, finished = True, None, True
        session = SimpleNamespace(simulation=SimpleNamespace(divergence=None))

        def __init__(self, *given: object) -> None:
            pass

        def enter_loop(self, longest: float, fps: int) -> tuple[int, int, str]:
            assert (longest, fps) == (3.0, 20)
            return 5, 2, "Loop of 0.25 s"

        def advance(self, fps: int, exposure: Exposure) -> None:
            done.append("advances")

        def listen(self) -> None:
            done.append("listens")

        def take_sound(self, ends: bool = False) -> np.ndarray:
            return np.full(100, 7, np.int16)

    monkeypatch.setattr(film, "FilmRun", Run)
    options = film.FilmOptions(loop=True)
    assert film._write_wav(scenefile.load("bicycle"), options, 3.0, 20, str(tmp_path / "a.wav"), None) == 0
    assert done == ["advances"] * 10 + ["listens"] + ["advances"] * 5
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("Loop of 0.25 s\n") and "Samples: " in said.err


def test_a_film_has_its_title_for_two_seconds_and_no_panels(tmp_path: Path) -> None:
    """The pictures are those without a title but for its place in the first two seconds; a picture alone has panels."""
    assert [title_opacity(seconds) for seconds in (0.0, 1.8, 2.0, 5.0)] == [1.0, 1.0, 0.0, 0.0]
    scene, size = scenefile.load("loops").changed(quality="low"), (400, 240)
    scene = scene.changed(overlays=replace(scene.overlays, traces=False))  # the name of a path keeps away from a title
    render(scene, size, f"{tmp_path}/film/", 2.4, 5, None, None, options=FilmOptions(blur=1), jobs=1)
    studio, differ = OfflineRenderer(scene, size, 5, False, options=FilmOptions(blur=1)), []
    for number, _ in enumerate(studio.film(12)):
        picture = np.asarray(Image.open(tmp_path / "film" / f"frame-{number:06}.png").convert("RGB"), int)
        rows = np.flatnonzero((picture != studio.picture()).any(axis=(1, 2)))
        differ.append(bool(len(rows)))
        assert not len(rows) or rows.max() < 60, "at the top"
    assert differ == [True] * 9 + [False] * 3
    assert not FilmOptions().titled
    assert _dressed(FilmOptions(), hud=False, still=True).moment
    untitled = [_dressed(FilmOptions(loop=True), False, False), _dressed(FilmOptions(transparent=True), False, False)]
    untitled += [_dressed(FilmOptions(), True, False), _dressed(FilmOptions(), False, True)]
    assert not any(each.titled for each in untitled)


def test_a_film_says_what_its_camera_does() -> None:
    scene = scenefile.load("loops").changed(quality="low")
    studio = OfflineRenderer(scene, (160, 90), 10, True, camera="turntable,period=10", options=FilmOptions(blur=1))
    studio.advance()
    assert studio._status([]).camera == "turntable"
