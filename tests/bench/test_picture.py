"""MuJoCo draws the same scene, and the arguments of the card benchmark are parsed."""

from __future__ import annotations

import numpy as np
import pytest

from bench import card
from bench.mujoco_picture import Drawing, classic, wood
from bench.rivals import row
from bench.tops import Missing
from game.looks.kit.shapes import lathe
from game.model.errors import NoOpenGL
from game.model.frame import Instance, SceneFrame, SurfacePattern
from game.model.material import Material
from physics import BadInput
from tests.game.render.small_scene import PAINT, SIZE, placed, scene, view_of

BARE = Drawing(shadows=False, samples=0)


def drawn(frame: SceneFrame, drawing: Drawing = BARE) -> np.ndarray:
    try:
        return classic(frame, SIZE, drawing)().astype(int)
    except Missing as problem:
        pytest.skip(str(problem))


def box(pixels: np.ndarray) -> tuple[int, ...]:
    """Return left, top, right and lower edge of the true pixels."""
    rows, columns = np.nonzero(pixels)
    return int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())


def test_mujoco_shows_bodies_at_the_same_pixels() -> None:
    frame = scene()
    changed = np.abs(drawn(frame) - drawn(scene(instances=frame.instances[1:]))).max(axis=2) > 8
    top = frame.instances[0]
    places = [
        view_of(SIZE).project((np.append(vertex[:3], 1.0) @ top.model)[:3].astype(np.float32), SIZE)
        for vertex in top.mesh.vertices
    ]
    x, y = np.array([place for place in places if place]).T
    assert box(changed) == pytest.approx((x.min(), y.min(), x.max(), y.max()), abs=2.5)


def test_mujoco_casts_the_same_shadow() -> None:
    frame = scene()
    darker = drawn(frame, BARE).sum(axis=2) - drawn(frame, Drawing(samples=0)).sum(axis=2) > 40
    assert 0.002 < darker.mean() < 0.2


def test_mujoco_paints_wood_in_the_same_places() -> None:
    top = scene().instances[0]
    assert isinstance(top.paint, SurfacePattern)
    linear, longest = wood(top), float(top.mesh.vertices[:, 7].max())
    along = (np.arange(len(linear)) + 0.5) / len(linear) * longest
    painted = (linear == np.array(PAINT.light)).all(axis=2).any(axis=1)
    assert np.array_equal(painted, (along >= PAINT.band[0]) & (along <= PAINT.band[1]))
    bare = wood(Instance(lathe([(0.05, 0.0), (0.05, 0.1)], Material.PAINTED_WOOD), placed(0.0)))
    assert bare.max() < 0.7 and bare.std() > 0.01


def test_ratios_are_given_for_polhode_only() -> None:
    times = {"Polhode, low": 0.01, "MuJoCo, classic": 0.05}
    measures = {"to classic": "MuJoCo, classic"}
    assert row("Polhode, low", times, measures) == ("Polhode, low", "10 ms", "5.00×")
    assert row("MuJoCo, classic", times, measures) == ("MuJoCo, classic", "50 ms", "")


@pytest.mark.parametrize("text", ["", "1920", "0x9", "ax20", "1920x", "9000x9000", "-16x16"])
def test_invalid_size_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="WIDTHxHEIGHT"):
        card.size_of(text)


def test_card_is_measured_for_every_tier_and_size() -> None:
    try:
        lines = list(card.lines(["wheel"], [(48, 27), (64, 36)]))
    except NoOpenGL as problem:
        pytest.skip(str(problem))
    assert [line for line in lines if line.startswith("##")] == ["## 48x27", "## 64x36"]
    rows = [line.split("|")[1:-1] for line in lines if line.startswith("| wheel")]
    assert len(rows) == 2
    for _, *times in rows:
        assert len(times) == 6 and all(float(time) > 0.0 for time in times)
