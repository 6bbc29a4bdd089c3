"""Options of rendered sequences: loops, transparent ground, enlarged pictures, kept ranges."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from game import scenefile
from game.app import offline
from game.app.film import render
from game.app.offline import FilmOptions, OfflineRenderer, reduced
from game.camera.camera import Mode
from game.camera.framing import filling
from game.camera.outlines import outline
from game.camera.rig import CameraRig
from game.model.edit import Edit
from game.model.errors import RecordingError
from game.model.frame import SceneFrame
from game.scenefile import CameraSpec, OverlaySpec
from game.session import advancing, edits
from game.session.kept_range import KeptRange
from game.session.session import Session
from physics import BadInput
from tests.sampling import every

SIZE, FPS = (160, 100), 20
POSE = "azimuth=0,elevation=10,distance=1,target=0:0:0.2"


def rendered(
    folder: Path, scene: str, duration: float, speed: float | None = None, vectors: bool = True, **options: object
) -> list[np.ndarray]:
    """Return the pictures of a rendered sequence, as floats."""
    described = scenefile.load(scene).changed(quality="low")
    if not vectors:
        described = described.changed(overlays=replace(described.overlays, vectors=False))
    described = described.changed(speed=speed or described.speed)
    assert render(described, SIZE, f"{folder}/new/", duration, FPS, False, None, options=FilmOptions(**options)) == 0
    return [np.asarray(Image.open(path), float) for path in sorted((folder / "new").iterdir())]


def test_a_loop_closes_with_its_traces(tmp_path: Path) -> None:
    pictures = rendered(tmp_path, "steady-precession", 3.0, speed=1.0, loop=True, blur=1)
    assert len(pictures) == 31, "1.5476 s"
    steps = [np.abs(b - a).mean() for a, b in zip(pictures, [*pictures[1:], pictures[0]], strict=True)]
    assert steps[-1] < 1.3 * max(steps[:-1])
    assert max(np.abs(pictures[0] - picture).mean() for picture in pictures) > 1.2 * steps[-1]


def test_the_laps_of_a_loop_are_run_before_its_first_picture() -> None:
    """They leave the traces that the loop ends with."""
    run, passed = SimpleNamespace(enter_loop=lambda longest, fps: (5, 3, f"{longest:g} s at {fps}")), []
    studio: Any = SimpleNamespace(run=run, fps=20, advance=lambda: passed.append(1), _loops=False)
    assert OfflineRenderer.begin_loop(studio, 3.0) == (5, "3 s at 20")
    assert len(passed) == 15 and studio._loops


def whole_motion(folder: Path, scene: str, **options: Any) -> np.ndarray:
    """Return one rendered picture of a whole motion, as floats."""
    described = scenefile.load(scene).changed(quality="low")
    assert render(described, SIZE, f"{folder}/a.png", 0.5, FPS, False, None, options=FilmOptions(**options)) == 0
    with Image.open(folder / "a.png") as picture:
        return np.asarray(picture, float)


def test_a_plate_shows_more_bodies_than_one_picture(tmp_path: Path) -> None:
    few, many = (whole_motion(tmp_path, "tennis-racket", plate=count) for count in (2, 8))
    columns = [(picture[..., 0] > picture[..., 2]).any(axis=0) for picture in (few, many)]
    gaps = [np.count_nonzero(np.diff(wooden.astype(int)) == 1) for wooden in columns]
    assert gaps[0] <= 2 < gaps[1], "rackets side by side, with gaps between them"


def test_a_long_exposure_is_brighter_along_the_path_of_the_lamp(tmp_path: Path) -> None:
    with_lamp = whole_motion(tmp_path, "loops", long_exposure=True, blur=1)
    (*_, plain) = rendered(tmp_path, "loops", 0.5, vectors=False, blur=1)
    lit = (with_lamp - plain).min(axis=-1) > 60.0
    assert 20 < np.count_nonzero(lit) < 0.05 * lit.size


def test_a_drawing_of_the_last_picture_has_its_names(tmp_path: Path) -> None:
    described = scenefile.load("loops").changed(quality="low")
    counted: list[tuple[int, int]] = []
    note = lambda *done: counted.append(done)  # noqa: E731
    assert render(described, SIZE, f"{tmp_path}/a.svg", 0.2, FPS, True, None, progress=note) == 0
    assert counted == [(number, 4) for number in range(5)]
    words = (tmp_path / "a.svg").read_text("utf-8")
    assert "<title>Loops" in words and "<title>ω</title>" in words and 'class="outline"' in words


def test_a_poster_is_the_picture_above_a_band(tmp_path: Path) -> None:
    described, size = scenefile.load("loops").changed(quality="low"), (640, 400)
    assert render(described, size, f"{tmp_path}/a.png", 0.2, FPS, True, None, options=FilmOptions(poster=True)) == 0
    poster = np.asarray(Image.open(tmp_path / "a.png")).astype(int)
    assert poster.shape == (400, 640, 3)
    ground = (np.abs(poster - poster[-1, 0]).max(axis=2) < 3).mean(axis=1)
    (top,) = np.flatnonzero(np.diff((ground > 0.99).astype(int)) == 1)[:1]
    assert 200 <= top < 360, "the band begins below the middle"
    render(described, (640, int(top) + 1), f"{tmp_path}/b.png", 0.2, FPS, False, None)
    alone = np.asarray(Image.open(tmp_path / "b.png")).astype(int)
    assert np.array_equal(alone, poster[: top + 1])


@pytest.mark.long
def test_a_poster_of_a_shot_shows_the_whole_machine() -> None:
    """The camera, which leaves the machine at the release, goes back for the poster."""
    scene = scenefile.load("trebuchet").changed(quality="low")
    studio = OfflineRenderer(scene, (320, 240), 30, False, options=FilmOptions(poster=True))
    list(studio.film(126))
    look, camera = studio.session.look, studio.camera
    corners = look.focus + look.radius * np.array([(0, 0, 1), (1, 0, 0), (-1, 0, 0), (0, 0, -0.37)])
    assert filling(corners, camera.shown, camera.lens) > 1.0
    studio.draw()
    assert filling(corners, camera.shown, camera.lens) <= 1.0


@pytest.mark.parametrize(
    ("size", "options", "scale"),
    [((64, 360), {}, 1.0), ((64, 720), {}, 1.2), ((64, 1080), {}, 1.8), ((64, 360), {"supersample": 2}, 2.0)],
)
def test_labels_without_panels_grow_with_pictures_that_are_large(
    size: tuple[int, int], options: dict[str, Any], scale: float
) -> None:
    made = OfflineRenderer(
        scenefile.load("loops").changed(quality="low"), size, FPS, False, options=FilmOptions(**options)
    )
    assert made.interface.settings.ui_scale == pytest.approx(scale)
    assert made.size == (size[0] * options.get("supersample", 1), size[1] * options.get("supersample", 1))
    made.renderer.release()


def test_a_film_waits_until_the_camera_has_looked_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a log opens another scene: its pictures must not depend on how long that takes."""
    looked: list[bool] = []
    usual = CameraRig.open
    monkeypatch.setattr(
        CameraRig, "open", lambda rig, thoroughly=False: (looked.append(thoroughly), usual(rig, thoroughly))
    )
    made = OfflineRenderer(scenefile.load("loops").changed(quality="low"), SIZE, FPS, False)
    assert looked == [True]
    made.advance()
    edits.apply(made.session, Edit("scene", "fast-cone"))
    made.advance()
    made.advance()
    assert looked == [True, True] and made.session.simulation.tick > 0
    made.renderer.release()


def test_the_camera_watches_the_picture_of_the_lab_where_there_are_two(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[SceneFrame] = []
    made = OfflineRenderer(scenefile.load("tennis-racket").changed(quality="low"), SIZE, FPS, False)
    made.session.run.shown.body_view = True
    monkeypatch.setattr(made.rig, "observe", seen.append)
    lab, beside = made.scenes()
    assert [frame.title for frame in (lab, *seen)] == ["lab", "lab"] and beside.title != "lab"
    made.renderer.release()


def test_a_motion_that_does_not_return_is_no_loop(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="loop: the motion does not return within 2 s of video"):
        rendered(tmp_path, "double-pendulum", 2.0, loop=True)


def test_a_transparent_sequence_shows_bodies_and_labels_alone(tmp_path: Path) -> None:
    (picture,) = rendered(tmp_path, "fast-cone", 0.05, transparent=True)
    alpha = picture[..., 3]
    assert picture.shape == (100, 160, 4)
    assert 0.01 < (alpha == 255).mean() < 0.4 and (alpha == 0).mean() > 0.5
    with pytest.raises(BadInput, match="transparent: panels have no place on a transparent ground; add --no-hud"):
        render(scenefile.load("fast-cone"), SIZE, "a.png", 1.0, FPS, True, None, options=FilmOptions(transparent=True))
    with pytest.raises(BadInput, match="transparent: H.264 has no transparency"):
        render(scenefile.load("fast-cone"), SIZE, "a.mp4", 1.0, FPS, False, None, options=FilmOptions(transparent=True))


def test_an_enlarged_picture_is_the_middle_of_the_usual_one(tmp_path: Path) -> None:
    (usual,) = rendered(tmp_path / "a", "pantheon", 0.05)
    (large,) = rendered(tmp_path / "b", "pantheon", 0.05, enlarged=2.0)
    halves = large.reshape(50, 2, 80, 2, 3).mean(axis=(1, 3))
    assert np.abs(halves - usual[25:75, 40:120]).mean() < 12 < np.abs(usual - large).mean()


def test_fewer_moments_smear_less(tmp_path: Path) -> None:
    sharp, smeared = (
        rendered(tmp_path / str(blur), "double-pendulum", 0.1, speed=8.0, blur=blur)[-1] for blur in (1, 12)
    )
    assert np.abs(sharp - smeared).max() > 20


def test_a_kept_range_is_rendered_as_it_was_seen(tmp_path: Path) -> None:
    scene = scenefile.load("loops").changed(
        quality="low", speed=1.0, overlays=OverlaySpec(vectors=False, geometry=False)
    )
    session = Session(scene)
    for _ in range(15):
        advancing.advance_frame(session, FPS)
    again = KeptRange.of(session, session.past.history.tick_at(0.5), session.past.history.newest)
    render(scene, SIZE, f"{tmp_path}/a/", 0.25, FPS, False, POSE, options=FilmOptions(kept=again, blur=1))
    render(scene, SIZE, f"{tmp_path}/b/", 0.75, FPS, False, POSE, options=FilmOptions(blur=1))
    kept, whole = (sorted((tmp_path / name).iterdir()) for name in "ab")
    assert (len(kept), len(whole)) == (5, 15)
    first, last = (np.asarray(Image.open(path), float) for path in (kept[0], kept[-1]))
    for picture, path in ((first, whole[10]), (last, whole[14])):
        same = np.abs(picture - np.asarray(Image.open(path), float))
        assert same.mean() < 0.1
    assert np.abs(first - last).mean() > 0.5


@pytest.mark.parametrize("name", every(2, ["a.mp4", "a.gif", "a/", "a.webm"]))
def test_a_rendering_for_the_window_that_ends_early_leaves_nothing(tmp_path: Path, name: str) -> None:
    def stop(done: int, frames: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    scene = scenefile.load("loops").changed(quality="low")
    with pytest.raises(KeyboardInterrupt):
        render(scene, SIZE, f"{tmp_path}/{name}", 1.0, FPS, False, None, progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_the_same_film_has_the_same_hash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for name, fps in (("a.webm", FPS), ("b.gif", FPS), ("c.gif", 10)):
        scene = scenefile.load("fast-cone").changed(quality="low")
        render(scene, SIZE, f"{tmp_path}/{name}", 0.1, fps, False, None)
        said.append(capsys.readouterr().err.splitlines()[-1])
    assert said[0].startswith("Pictures: 2, sha256 ") and len(said[0]) == 20 + 64
    assert said[0] == said[1] != said[2]


def test_supersampled_pictures_keep_size_words_and_lines() -> None:
    scene, found = scenefile.load("loops").changed(quality="low"), []
    scene = scene.changed(overlays=replace(scene.overlays, traces=False))  # the name of its path would be elsewhere
    for factor in (1, 3):
        studio = OfflineRenderer(scene, (480, 300), FPS, False, options=FilmOptions(blur=1, supersample=factor))
        for _ in range(10):
            studio.advance()
        found.append(studio.picture().astype(float))
        studio.renderer.release()
    usual, fine = found
    assert fine.shape == usual.shape
    difference = np.abs(fine - usual)
    # Words of scale bars are small: letters stand at whole pixels, of which the finer picture has more.
    words = difference[-90:-8, 6:198].copy()
    difference[-90:-8, 6:198] = 0.0
    assert words.mean() < 30.0
    assert difference.mean() < 2.5 and (difference.max(axis=2) > 100).mean() < 0.001


def test_a_large_picture_is_written_in_tiles(tmp_path: Path) -> None:
    camera = CameraSpec(azimuth=-60.0, elevation=12.0, distance=0.45, target=(0.0, 0.0, 0.1))
    scene = scenefile.load("loops").changed(quality="low", camera=camera)
    options = FilmOptions(blur=1)
    pictures = []
    for size in ((8400, 1000), (1600, 1000)):
        assert render(scene, size, f"{tmp_path}/a.png", 0.05, FPS, False, None, options=options) == 0
        with Image.open(tmp_path / "a.png") as picture:
            assert picture.size == size
            pictures.append(np.asarray(picture.resize((size[0] // 10, 100)), float))
    wide, usual = pictures
    difference = np.abs(wide[:, 340:500] - usual)
    difference[-20:, :45] = 0.0  # scale bars stand at the left edge of each
    assert difference.mean() < 1.0, "as high, and wider on both sides"


@pytest.mark.parametrize(
    ("output", "hud", "options", "said"),
    [
        ("a.webm", False, {}, "size 8400x100: only a FILE.png may have more than 8192 pixels a side"),
        ("a.png", True, {}, r"size 8400x100: pictures with panels \(--hud\) have at most 8192 pixels a side"),
        ("a.png", False, {"transparent": True}, "size 8400x100: pictures with a transparent ground have at most 8192"),
    ],
)
def test_what_cannot_be_large_is_one_line(
    tmp_path: Path, output: str, hud: bool, options: dict[str, bool], said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        render(
            scenefile.load("loops"), (8400, 100), f"{tmp_path}/{output}", 1.0, FPS, hud, None,
            options=FilmOptions(**options),
        )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("output", "options", "said"),
    [
        ("a.mp4", {"plate": 5}, "plate: is one picture, for a FILE.png or FILE.svg or FILE.pdf; output is .*a.mp4"),
        ("a.png", {"plate": FPS + 1}, f"plate: {FPS + 1} poses need as many pictures; the duration has {FPS}"),
        ("a.svg", {"long_exposure": True}, "long exposure: is one picture, for a FILE.png; output is .*a.svg"),
        ("a.svg", {"poster": True}, "poster: is one picture, for a FILE.png; output is .*a.svg"),
        ("a.png", {"poster": True, "plate": 5}, "poster: has none of --transparent, --loop, --plate"),
        ("a.png", {"poster": True}, "size 160x100: a poster has at least 360 pixels a side"),
        ("a.svg", {"transparent": True}, "transparent: a line drawing has a white ground; leave --transparent out"),
        ("a.png", {"long_exposure": True, "plate": 5}, "plate, long exposure: a picture is one of them"),
        ("a.png", {"long_exposure": True, "loop": True}, "long exposure: has neither --transparent nor --loop"),
        (
            "a.png",
            {"long_exposure": True, "supersample": 40},
            "size 160x100: a long exposure has at most",
        ),
    ],
)
def test_what_a_picture_of_a_whole_motion_cannot_have(
    tmp_path: Path, output: str, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        render(
            scenefile.load("loops"), SIZE, f"{tmp_path}/{output}", 1.0, FPS, False, None, options=FilmOptions(**options)
        )
    assert list(tmp_path.iterdir()) == []


def test_an_output_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot write .*a.webm: No such file or directory"):
        render(scenefile.load("loops"), SIZE, f"{tmp_path}/none/a.webm", 1.0, FPS, False, None)


def assert_inside(frame: SceneFrame, seen: SceneFrame) -> None:
    """Assert that the picture `seen` shows all bodies of a frame."""
    points = outline(replace(frame, arrows=[], curves=[], ribbons=[]), 10.0)
    clip = np.column_stack([points, np.ones(len(points))]) @ seen.view.view @ seen.view.projection
    assert (np.abs(clip[:, :2]) < clip[:, 3:]).all(), "all of it is in the picture"


def test_a_plate_shows_all_poses_also_where_the_windows_picture_is_enlarged() -> None:
    described = scenefile.load("tennis-racket").changed(quality="low")
    studio = OfflineRenderer(described, SIZE, FPS, False, options=FilmOptions(plate=6, enlarged=1.6))
    for _ in studio.film(6):
        pass
    plate = studio.scene()
    (exposed,) = studio._composed()[1]
    assert exposed.weight == 1.0 and len(plate.instances) >= 6
    assert_inside(plate, plate)


@pytest.mark.long
def test_a_long_exposure_shows_all_of_the_way_of_a_body_that_goes_far() -> None:
    described = scenefile.load("peg-top").changed(quality="low")
    studio = OfflineRenderer(described, SIZE, FPS, False, options=FilmOptions(long_exposure=True, enlarged=1.6))
    start = studio.session.look.frame(
        studio.session.simulation.system, studio.session.shown, studio.camera.view(1.0), 0
    )
    for _ in studio.film(round(1.5 * FPS)):
        pass
    end = studio.scene()
    for frame in (start, end):
        assert_inside(frame, end)
    assert np.linalg.norm(end.focus - start.focus) > 0.0 and end.radius > start.radius, "the light reaches over the way"


def test_an_even_picture_keeps_its_colours() -> None:
    codes = np.arange(256, dtype=np.uint8).repeat(9).reshape(3 * 256, 3)[:, None].repeat(3, axis=1)
    assert np.array_equal(reduced(codes, 3)[:, 0, 0], np.arange(256))
    assert reduced(codes, 1) is codes


def test_light_is_what_is_averaged() -> None:
    board = np.zeros((4, 6, 3), np.uint8)
    board[::2, ::2] = board[1::2, 1::2] = 255
    assert (reduced(board, 2) == 188).all(), "half the light of white is code 188, not 128"
    assert reduced(board[:, :5], 2).shape == (2, 2, 3)


def test_what_is_transparent_has_no_say_in_colours() -> None:
    picture = np.zeros((2, 2, 4), np.uint8)
    picture[0, 0] = 200, 100, 50, 255
    picture[1, 1] = 0, 255, 0, 0
    assert reduced(picture, 2)[0, 0].tolist() == pytest.approx([200, 100, 50, 64], abs=1)


class Still(OfflineRenderer):
    """A film of which nothing is drawn. parts: of the window that its panels leave free, one after another."""

    def __init__(self, parts: list[tuple[float, ...]]) -> None:
        self.parts, self.done, self._free = iter(parts), [], ((0.0, 0.0, 1.0, 1.0), None)
        lettering = SimpleNamespace(reset=lambda: None)
        self.interface = SimpleNamespace(free=self._free[0], corner=None, lettering=lettering)
        self.rig = SimpleNamespace(
            fit_into=lambda free, corner: self.done.append(free), settle=lambda: self.done.append("settles")
        )

    def show(self) -> None:
        self.done.append("shown")
        self.interface.free = next(self.parts, self.interface.free)


def test_a_picture_is_shown_once_more_where_the_panels_leave_it_another_part() -> None:
    whole, part = (0.0, 0.0, 1.0, 1.0), (0.2, 0.0, 1.0, 1.0)
    film = Still([whole, part])
    film._present(film.show)
    assert film.done == ["shown"]
    film._present(film.show)
    assert film.done[1:] == ["shown", part, "settles", "shown"]
    film._present(film.show)
    assert film.done[5:] == ["shown"]


def test_letters_of_pictures_that_are_skipped_are_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    film, drawn = Still([]), []
    film.renderer = SimpleNamespace(draw_interface=drawn.append)
    film._cut_out = None
    for textures in ([], ["letters"]):
        monkeypatch.setattr(film, "_scenes", lambda: ["scene"], raising=False)
        monkeypatch.setattr(film, "_interface_over", lambda frames: SimpleNamespace(textures=textures), raising=False)  # noqa: B023
        film.skip()
    assert [(each.size, each.textures) for each in drawn] == [((1.0, 1.0), ["letters"])]


@pytest.mark.parametrize(
    ("mode", "aim", "machine", "moves"),
    [("shot", 0.5, 1.5, True), ("shot", 0.5, 1.0, False), ("shot", 1.5, 1.5, False), ("orbit", 0.5, 1.5, False)],
)
def test_a_camera_that_films_a_shot_goes_back_from_a_machine_that_is_cut(
    monkeypatch: pytest.MonkeyPatch, mode: str, aim: float, machine: float, moves: bool
) -> None:
    film, shown, points = Still([]), [], []

    def filled(seen: np.ndarray, *pose: object) -> float:
        points.append(seen)
        return aim if len(seen) == 1 else machine

    monkeypatch.setattr(offline, "filling", filled)
    monkeypatch.setattr(offline, "fit", lambda points, angles, lens: (len(points), angles, lens))
    film.rig.lab = film.camera = SimpleNamespace(
        mode=Mode(mode), shown=np.array([0.3, 0.2, 5.0, 0.0, 0.0, 0.0]), lens="lens", show=shown.append
    )
    swing = np.array([(0.0, 0.0, -2.0), (0.0, 1.0, 3.0)])
    film.session = SimpleNamespace(
        look=SimpleNamespace(focus=np.array([0.0, 0.0, 1.0]), radius=2.0, to_world=lambda points: points + 0.5),
        run=SimpleNamespace(pacing=SimpleNamespace(forecast=SimpleNamespace(swing=swing))),
    )
    assert film._fit_shot() is moves
    count = len(offline.DIRECTIONS) + 2
    assert shown == ([(count, (0.3, 0.2), "lens")] if moves else [])
    for seen in points:
        assert seen[:, 2].min() >= 0.0, "nothing is under the ground"
        if len(seen) > 1:
            assert seen[-2:].tolist() == [[0.5, 0.5, 0.0], [0.5, 1.5, 3.5]]
            assert np.abs(seen[:-2, :2]).max() == pytest.approx(2.0, rel=0.2)


def test_a_picture_with_panels_has_its_names_at_rest() -> None:
    """Panels leave it another part of the window, for which it is drawn once more: names do not glide there."""
    studio = OfflineRenderer(scenefile.load("steady-precession").changed(quality="low"), (640, 360), 60, True)
    studio.advance()
    studio.draw()
    placed = {key: known.place for key, known in studio.interface.lettering._placer.known.items()}
    studio.interface.lettering.reset()
    studio.draw()
    assert placed == {key: known.place for key, known in studio.interface.lettering._placer.known.items()} != {}
