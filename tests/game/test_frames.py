"""Properties of the picture of every preset: of its light, its framing, its words, its arrows and its numbers.

Golden pictures compare a few presets pixel by pixel; this asks of every other one of the sample of presets, and in
`make test-all` of all, what no picture may lack, in the tier low and small. What a preset shows beyond the golden
pictures is named here, too.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from copy import deepcopy
from typing import NamedTuple

import msgspec
import numpy as np
import pytest

from game import scenefile
from game.app.offline import OfflineRenderer
from game.camera.camera import Camera
from game.camera.lookahead import max_body_size
from game.camera.outlines import Key, keyed, standing_in
from game.looks.free.free_body import FreeBodyLook
from game.looks.generic import Look
from game.model.arrow_scales import ArrowScales, factor_words, written
from game.model.frame import OverlayArrow, Room, SceneFrame
from game.model.messages import InterfaceStatus
from game.render.tiers import TIERS
from game.scenefile import Scene
from game.session import advancing
from game.session.compose import compose_frames, scaled_arrows
from game.session.session import Session
from game.ui.label_placement import Box
from game.ui.labels import LabelRenderer
from game.ui.scale_bars import bar_rows
from physics import System
from physics.types import Arrow, Floats
from tests.fuzz.test_looks import arrays, assert_drawable
from tests.game import golden
from tests.game.features import MaterialMap, features
from tests.presets import sampled
from tests.unfinished import CURE, unfinished

SMALL = (160, 90)
"""Size of the picture that is drawn."""
SIZE = (1280, 720)
"""Size of the picture for its words, which have that of the panels."""
SECONDS = 1.0
"""Wall seconds before the picture."""
LIGHT, LEAST_CONTRAST = (35.0, 205.0), 10.0
"""Mean luminance of a picture, and its least deviation, in levels of 255."""
DARKEST, EVENING = 45.0, (70.0, 110.0)
"""Greatest luminance of the darkest 2 % of a picture of the laboratory, so that it is not flat, and its median."""
SAME_LENGTH = 0.01
MAGNIFIED = {
    "euler-disk-toy": {"friction": 100.0},
    "foucault-rosette": {"coriolis": 50.0},
    "pantheon": {"coriolis": 50000.0},
    "hurricane-balls": {"friction": 500.0},
    "rate-gyro": {"base": 1000.0},
    "gyrocompass": {"base": 2e6},
    "meridian": {"base": 2e7},
}
"""Factors of the arrows that would be too small to be seen, of the presets that are about them."""
SHORTEST_BAR, LONGEST_BAR = 36.0, 90.0
"""Lengths of scale bars [points]: of 1, 2 and 5, the next lower one is at most 2.5 times shorter."""


class Word(NamedTuple):
    """A word over a picture, and its box [points]."""

    text: str
    box: Box


class Shown(NamedTuple):
    """A preset after some seconds: its name, what draws it, its frames and its words."""

    name: str
    studio: OfflineRenderer
    frames: list[SceneFrame]
    words: list[Word]


@pytest.fixture(scope="module", params=sampled(part=slice(1, None, 2)))
def shown(request) -> Shown:
    studio = golden.opened(request.param, SECONDS, SIZE)
    frames = frames_of(studio.session, studio)
    return Shown(request.param, studio, frames, words_over(studio, frames))


def frames_of(session: Session, studio: OfflineRenderer) -> list[SceneFrame]:
    """Return what a session shows, as the cameras of a studio see it."""
    return compose_frames(session, studio.rig.views(SIZE), 1 / golden.FPS)


def words_over(studio: OfflineRenderer, frames: list[SceneFrame]) -> list[Word]:
    """Return the words over a picture as they are placed at last: the interface is laid out several times."""
    found: list[Word] = []
    draw = LabelRenderer.draw

    def drawn(*arguments) -> None:
        found.clear()
        draw(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LabelRenderer, "draw", drawn)
        patch.setattr("game.ui.labels._draw", lambda ink, label, *_: found.append(Word(label.text, label.box)))
        studio.interface.frame(SIZE, 1 / golden.FPS, InterfaceStatus(scenes=frames))
    return found


def luminance(frames: list[SceneFrame]) -> np.ndarray:
    """Return the luminance of a picture without words, (h, w), in levels of 255."""
    drawn = golden.renderer(SMALL)
    drawn.use("low")
    drawn.draw(*frames)
    return drawn.read() @ np.array([0.2126, 0.7152, 0.0722])


def evening_faults(picture: np.ndarray) -> list[str]:
    """Return what is wrong with the light of a picture (h, w) of the laboratory."""
    darkest, median = (float(each) for each in np.percentile(picture, (2.0, 50.0)))
    flat = [] if darkest <= DARKEST else [f"2nd percentile {darkest:.0f}: must be at most {DARKEST:g}"]
    return flat + ([] if EVENING[0] <= median <= EVENING[1] else [f"median {median:.0f}: must be from {EVENING}"])


def light_faults(picture: np.ndarray) -> list[str]:
    """Return what is wrong with the light of a picture (h, w)."""
    mean, deviation = float(picture.mean()), float(picture.std())
    dark = [] if LIGHT[0] <= mean <= LIGHT[1] else [f"mean luminance {mean:.0f}: must be from {LIGHT}"]
    even = [] if deviation >= LEAST_CONTRAST else [f"deviation {deviation:.0f}: must be at least {LEAST_CONTRAST:g}"]
    return dark + even


def farthest(points: np.ndarray, frame: SceneFrame) -> float:
    """Return how far points (n, 3) of the world are from the middle of the picture, 1: at its edge; inf: behind."""
    clip = np.column_stack([points, np.ones(len(points))]) @ frame.view.view @ frame.view.projection
    return float((np.abs(clip[:, :2]) / clip[:, 3:]).max()) if (clip[:, 3] > 0.0).all() else math.inf


def outside(look: Look, frame: SceneFrame, system: System, y: Floats) -> list[str]:
    """Return what is not inside the picture: its focus, and bodies that the camera frames, or else traced points."""
    traced = system.traces(y)
    places = {"focus": frame.focus[None]} | {name: look.to_world(place)[None] for name, place in traced.items()}
    if look.framed:
        standing = standing_in(look, system, y)
        places = {"focus": frame.focus[None]} | framed_bodies(frame, max_body_size(look), standing)
    return [name for name, points in places.items() if not farthest(points, frame) <= 1.0]


def framed_bodies(frame: SceneFrame, largest: float, standing: frozenset[Key]) -> dict[str, np.ndarray]:
    """Return points (n, 3) of each body that the camera keeps whole inside the picture: of those that move."""
    found = {}
    for number, (key, each) in enumerate(keyed(frame.instances).items()):
        if (key in standing and not each.framed) or each.framed is False:
            continue
        some = each.mesh.vertices[:: 1 + len(each.mesh.vertices) // 200, :3]
        points = some @ each.model[:3, :3] + each.model[3, :3]
        if not each.veil and each.opacity == 1.0 and np.ptp(points, axis=0).max() < largest:
            found[f"body {number}"] = points
    return found


def misplaced(words: Sequence[Word]) -> list[str]:
    """Return what is wrong with the places of words: outside of the picture, or over one another."""
    out = [
        each.text for each in words if not (min(each.box) >= 0.0 and each.box[2] <= SIZE[0] and each.box[3] <= SIZE[1])
    ]
    return out + [f"{a.text} over {b.text}" for a, b in itertools.combinations(words, 2) if overlap(a.box, b.box)]


def overlap(a: Box, b: Box) -> bool:
    """Return whether two boxes have something in common."""
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def wrong_lengths(frame: SceneFrame, vectors: Sequence[Arrow], scales: ArrowScales) -> list[str]:
    """Return the arrows of a frame that are not as long as the vectors of the system say, by one scale for each unit.

    A broken one is shorter, and its label says how large its vector is.
    """
    sizes = defaultdict(list)
    for vector in vectors:
        sizes[vector.symbol].append(float(np.linalg.norm(vector.vector)))
    faults = []
    for arrow in (each for each in frame.arrows if each.unit):
        length, wanted = length_of(arrow), scales.units[arrow.unit].length * arrow.factor * arrow.size
        right = length < wanted if arrow.broken else abs(length - wanted) < SAME_LENGTH * wanted
        if not (right and (arrow.label == "" or any(abs(arrow.size - each) < 1e-9 for each in sizes[arrow.label]))):
            faults.append(f"{arrow.label}: {length} in place of {wanted}")
        if arrow.broken and arrow.label and not arrow.value.endswith(written(arrow.size, arrow.unit)):
            faults.append(f"{arrow.label}: broken, without its value")
        if arrow.factor != 1.0 and factor_words(arrow.factor) not in arrow.value:
            faults.append(f"{arrow.label}: magnified, without saying so")
    return faults


def length_of(arrow: OverlayArrow) -> float:
    return float(np.linalg.norm(np.asarray(arrow.tip, float) - arrow.tail))


def run_again(scene: Scene) -> Session:
    """Return another session of a scene after the same seconds, in steps of a picture, of which none is composed."""
    session = Session(scene.changed(paused=False))
    session.simulation.compile()
    while session.run.arrival:
        advancing.arrive(session)
    for _ in range(round(SECONDS * golden.FPS)):
        advancing.advance_frame(session, golden.FPS)
    return session


def different(frame: SceneFrame, other: SceneFrame) -> list[str]:
    """Return the fields in which two frames differ; the same meshes are those with the same numbers."""
    here, there = list(arrays(frame)), list(arrays(other))
    if len(here) != len(there):
        return [f"{len(here)} and {len(there)} numbers and arrays"]
    pairs = zip(here, there, strict=True)
    return sorted({name for (name, one), (_, two) in pairs if not np.array_equal(one, two, equal_nan=True)})


class TestEveryPreset:
    def test_light(self, shown):
        picture, place = luminance(shown.frames), shown.frames[0].place
        assert light_faults(picture) == []
        assert place is not Room.LABORATORY or len(shown.frames) > 1 or evening_faults(picture) == []

    def test_what_matters_is_inside(self, shown):
        session, frame = shown.studio.session, shown.frames[0]
        assert outside(session.look, frame, session.simulation.system, session.shown) == []

    def test_words_are_inside_and_apart(self, shown):
        assert misplaced(shown.words) == []

    def test_numbers_can_be_drawn(self, shown):
        for frame in shown.frames:
            assert_drawable(frame)

    def test_arrows_are_as_long_as_their_vectors(self, shown):
        session, frame = shown.studio.session, shown.frames[0]
        vectors = session.look.vectors(session.simulation.system, session.shown)
        assert wrong_lengths(frame, vectors, session.run.arrows.scales) == []

    def test_only_what_a_look_is_about_is_magnified(self, shown):
        """Of presets that show their arrows: the scales of others are computed when they are first asked for."""
        if shown.studio.session.run.shown.vectors:
            assert scaled_arrows(shown.studio.session).scales.factors == MAGNIFIED.get(shown.name, {})

    @pytest.mark.long
    def test_so_it_is_where_arrows_are_hidden_at_first(self, shown):
        assert scaled_arrows(shown.studio.session).scales.factors == MAGNIFIED.get(shown.name, {})

    def test_every_unit_has_a_scale_bar(self, shown):
        for frame in shown.frames[:1]:
            units = {arrow.unit for arrow in frame.arrows if arrow.unit}
            assert {bar.unit for bar in frame.bars if bar.unit} == units
            for row in bar_rows(frame, SIZE[1], 1.0):
                assert row.bar.unit == "" or SHORTEST_BAR <= row.length <= LONGEST_BAR

    def test_another_run_shows_the_same(self, shown):
        again, frames, session = run_again(scenefile.load(shown.name)), shown.frames, shown.studio.session
        if isinstance(session.look, FreeBodyLook):  # whose paths are computed from where they are first drawn
            session.run.use_look(type(session.look)(session.simulation.system))
            frames = frames_of(session, shown.studio)
        again.run.arrows.thorough = True
        again.run.arrows.appearance.present = deepcopy(session.run.arrows.appearance.present)
        if session.run.shown.vectors:
            scaled_arrows(again).follow(session.run.arrows.high, 0.0)
        others = frames_of(again, shown.studio)
        assert [different(one, two) for one, two in zip(frames, others, strict=True)] == [[]] * len(frames)

    @pytest.mark.release
    def test_golden_pictures_show_its_features(self, shown):
        drawn = MaterialMap(golden.renderer(SMALL).ctx)
        look = shown.studio.session.look
        found = {each for tier in TIERS for each in features(look, shown.frames, tier, drawn)} - golden.covered()
        if found and shown.name not in unfinished():
            command = f"make golden ARGS={shown.name}"
            pytest.fail(f"no golden picture shows {', '.join(sorted(found))}: {command}, and look at it; {CURE}")


class TestProperties:
    def test_dark_bright_and_even_pictures_are_named(self):
        half = np.where(np.arange(90 * 160).reshape(90, 160) % 2, 1.0, -1.0)
        assert light_faults(120.0 + 40.0 * half) == []
        assert [
            len(light_faults(mean + spread * half)) for mean, spread in ((30.0, 20.0), (210.0, 20.0), (120.0, 8.0))
        ] == [1, 1, 1]

    def test_flat_and_bright_pictures_of_the_evening_are_named(self):
        ramp = np.linspace(30.0, 150.0, 90 * 160)
        assert [len(evening_faults(each)) for each in (ramp, ramp + 20.0, ramp + 25.0, ramp - 25.0)] == [0, 1, 2, 1]

    def test_words_outside_and_over_one_another_are_named(self):
        words = [
            Word("a", (10.0, 10.0, 30.0, 20.0)),
            Word("b", (29.0, 15.0, 40.0, 25.0)),
            Word("c", (1270.0, 0.0, 1281.0, 9.0)),
        ]
        assert misplaced(words) == ["c", "a over b"]

    def test_what_is_behind_the_eye_is_outside(self):
        frame = SceneFrame(Camera((0.0, 0.0, 1.0), 2.0).view(16 / 9), np.array([0.0, 0.0, 1.0], np.float32), 2.0)
        behind = 2.0 * frame.view.eye - frame.focus
        assert farthest(frame.focus[None], frame) < 0.1 and farthest(behind[None], frame) == math.inf

    def test_another_number_is_named(self):
        frame = SceneFrame(Camera((0.0, 0.0, 1.0), 2.0).view(16 / 9), np.array([0.0, 0.0, 1.0], np.float32), 2.0)
        assert different(frame, msgspec.structs.replace(frame)) == []
        assert different(frame, msgspec.structs.replace(frame, radius=2.0 + 1e-9)) == ["radius"]
