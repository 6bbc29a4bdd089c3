from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pyrr import Matrix44

from game import picture, resources
from game.picture import ArrowInk
from game.ui.backend import Imgui
from game.ui.desk import Status
from game.ui.interface import Interface
from game.ui.labels import SYMBOL, Lettering, clear_of, named, placed
from game.ui.theme import Theme

BLUE = (0.3, 0.6, 1.0)
SIZE = (600, 600)


def frame() -> picture.SceneFrame:
    eye = np.array([0.0, -10.0, 0.0], np.float32)
    view = np.array(Matrix44.look_at(eye, (0, 0, 0), (0, 0, 1)), np.float32)
    projection = np.array(Matrix44.perspective_projection(40.0, 1.0, 0.1, 100.0), np.float32)
    return picture.SceneFrame(picture.View(eye, view, projection), np.zeros(3, np.float32), 1.0)


def arrow(tip: tuple[float, float, float], name: str = "L") -> ArrowInk:
    return ArrowInk(np.zeros(3, np.float32), np.array(tip, np.float32), BLUE, name)


def test_a_title_stands_in_the_middle_of_what_panels_leave_free() -> None:
    panels = [(10.0, 10.0, 230.0, 480.0), (650.0, 10.0, 790.0, 480.0)]
    assert clear_of(panels, (0.0, 20.0, 400.0, 580.0)) == (315.0, 20.0)
    assert clear_of(panels, (400.0, 20.0, 800.0, 580.0)) == (525.0, 20.0)
    assert clear_of([], (0.0, 20.0, 400.0, 580.0)) == (200.0, 20.0)


def test_a_word_stands_over_its_place_where_no_panel_hides_it(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene = frame()
    places = {"middle": (0, 0, 0), "left": (-2, 0, 0), "behind": (0, -20, 0), "outside": (9, 0, 0)}
    scene.labels = [picture.Label(np.array(place, np.float32), word, BLUE) for word, place in places.items()]
    found = {label.text: label for label in placed(scene, 0, (0, 0), SIZE, [(0.0, 0.0, 200.0, 600.0)], theme)}
    context.end()
    assert set(found) == {"middle"}
    assert found["middle"].tip == pytest.approx((300, 300))
    assert found["middle"].ahead == (0.0, -1.0)


def test_a_word_that_is_set_outward_lies_away_from_the_middle(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene = frame()
    scene.labels = [picture.Label(np.array((-2, 0, 0), np.float32), "rim", BLUE, outward=True)]
    (found,) = placed(scene, 0, (0, 0), SIZE, [], theme)
    context.end()
    assert found.ahead == pytest.approx((-1.0, 0.0))


def test_names_of_arrows_that_are_alike_are_known_apart(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene = frame()
    scene.arrows = [arrow((0, 0, 1)), arrow((0, 0, 2)), arrow((0, 0, 1), ""), arrow((30, 0, 0), "far")]
    aside = np.array((25, 0, 0), np.float32)
    scene.arrows.append(ArrowInk(aside, aside + aside, BLUE, "gone"))
    labels, shafts = named(scene, 0, (0, 0), SIZE, [], theme)
    under, _ = named(scene, 0, (0, 0), SIZE, [(0.0, 150.0, 600.0, 260.0)], theme)
    context.end()
    assert len({label.key for label in labels}) == len(labels) == 3, "one is nameless, one not in the picture"
    assert labels[2].tip == pytest.approx((600.0, 300.0)), "where it leaves the picture"
    assert len(shafts) == 4
    assert [label.key[-1] for label in under if isinstance(label.key, tuple)] == [2, 1], "the first ends under a panel"
    assert labels[0].ahead == pytest.approx((0.0, -1.0), abs=1e-6)


@pytest.mark.parametrize("text", ["ω", "L", "mg", "θ", "F_s", "F₁₂", "m₁g", "ψ", "i"])
def test_symbols_are_set_in_italics(text: str) -> None:
    assert SYMBOL.fullmatch(text)


@pytest.mark.parametrize("text", ["polhode", "20 m", "exact: 0.5° off", "12.3 m", "lab"])
def test_words_and_numbers_stand_upright(text: str) -> None:
    assert not SYMBOL.fullmatch(text)


def test_words_are_there_without_panels_and_come_first(interface: Interface) -> None:
    scene = frame()
    scene.arrows = [arrow((0, 0, 2), "ω")]
    status = Status(scenes=[scene])
    for _ in range(3):
        shown = interface.frame((1280, 720), 1 / 60, status)
    assert shown.words == 1
    assert shown.panels().batches == shown.batches[1:] != []
    assert not shown.panels().textures
    interface.visible = False
    bare = interface.frame((1280, 720), 1 / 60, status)
    assert bare.words == len(bare.batches) == 1
    assert bare.lettering().batches == bare.batches
    nothing = interface.frame((1280, 720), 1 / 60, replace(status, scenes=[frame()]))
    assert not nothing.batches
    assert not nothing.words


def test_a_name_is_drawn_where_it_was_found_to_be_clear(context: Imgui) -> None:
    """Two arrows with the same tip: letters of both, on different pixels."""
    theme = Theme(resources.path("assets/fonts"))
    scene = frame()
    scene.arrows = [arrow((1, 0, 1), "ω"), arrow((1, 0, 1), "L")]
    lettering = Lettering()
    context.begin(SIZE, 1.0, 1 / 60)
    lettering.draw([scene], SIZE, (0.0, 0.0, 600.0, 600.0), [], theme, 0.0)
    shown = context.end()
    (batch,) = shown.batches
    rows = np.frombuffer(batch.vertices, np.dtype([("at", "<f4", 2), ("uv", "<f4", 2), ("color", "<u4")]))
    bright = rows["at"][rows["color"] >> 24 == 255]
    assert len(bright) == 8, "a letter each"
    one, other = bright[:4], bright[4:]
    apart = np.maximum(one.min(axis=0) - other.max(axis=0), other.min(axis=0) - one.max(axis=0))
    assert apart.max() >= 0.0


def test_a_word_whose_number_changes_is_still_the_same(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    keys = []
    context.begin(SIZE, 1.0, 1 / 60)
    for text in ("exact: 0.52° off", "exact: 1.3e-05° off", "approximate: 3° off"):
        scene = frame()
        scene.arrows = [arrow((0, 0, 1), text)]
        keys.append(named(scene, 0, (0, 0), SIZE, [], theme)[0][0].key)
    context.end()
    assert keys[0] == keys[1] != keys[2]
