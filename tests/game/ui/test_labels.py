from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from pyrr import Matrix44

from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.shapes import box
from game.model import frame as picture
from game.model import resources, words
from game.model.frame import Instance, OverlayArrow
from game.model.material import Material
from game.model.messages import InterfaceStatus
from game.ui.backend import Imgui
from game.ui.interface import Interface
from game.ui.label_obstacles import bars, lines_on_screen, outlines
from game.ui.label_placement import ArrowShaft, LabelPlacement, PlacedLabel
from game.ui.labels import (
    FORMULA,
    SYMBOL,
    LabelJoints,
    LabelRenderer,
    arrow_labels,
    join_labels,
    name_and_value,
    place_labels,
    title_box,
    title_position,
)
from game.ui.widgets.theme import Theme

BLUE, RED = (0.3, 0.6, 1.0), (1.0, 0.3, 0.2)
SIZE = (600, 600)
VERTEX = np.dtype([("place", "2f4"), ("uv", "2f4"), ("color", "4u1")])


def frame() -> picture.SceneFrame:
    eye = np.array([0.0, -10.0, 0.0], np.float32)
    view = np.array(Matrix44.look_at(eye, (0, 0, 0), (0, 0, 1)), np.float32)
    projection = np.array(Matrix44.perspective_projection(40.0, 1.0, 0.1, 100.0), np.float32)
    return picture.SceneFrame(picture.View(eye, view, projection), np.zeros(3, np.float32), 1.0)


def arrow(tip: tuple[float, float, float], name: str = "L") -> OverlayArrow:
    return OverlayArrow(np.zeros(3, np.float32), np.array(tip, np.float32), BLUE, name)


def test_a_title_is_centred_between_the_panels() -> None:
    panels = [(10.0, 10.0, 230.0, 480.0), (650.0, 10.0, 790.0, 480.0)]
    assert title_position(panels, (0.0, 20.0, 400.0, 580.0), 30.0) == (315.0, 20.0)
    assert title_position(panels, (400.0, 20.0, 800.0, 580.0), 30.0) == (525.0, 20.0)
    assert title_position([], (0.0, 20.0, 400.0, 580.0), 30.0) == (200.0, 20.0)
    elsewhere = [(500.0, 450.0, 640.0, 480.0), (410.0, 0.0, 560.0, 15.0)]  # far below it, and above
    assert title_position([*panels, *elsewhere], (400.0, 20.0, 800.0, 580.0), 30.0) == (525.0, 20.0)


def test_a_label_is_above_its_place_unless_a_panel_hides_it(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene = frame()
    places = {"middle": (0, 0, 0), "left": (-2, 0, 0), "behind": (0, -20, 0), "outside": (9, 0, 0)}
    scene.labels = [picture.SceneLabel(np.array(place, np.float32), word, BLUE) for word, place in places.items()]
    found = {label.text: label for label in place_labels(scene, 0, (0, 0), SIZE, [(0.0, 0.0, 200.0, 600.0)], theme)}
    context.end()
    assert set(found) == {"middle"}
    assert found["middle"].tip == pytest.approx((300, 300))
    assert found["middle"].ahead == (0.0, -1.0)


@pytest.mark.parametrize("scale", [1.0, 2.0, 6.0])
def test_letters_have_an_outline_of_one_and_a_half_points_and_nothing_beyond_it(context: Imgui, scale: float) -> None:
    theme = Theme(resources.path("assets/fonts"), scale)
    scene = frame()
    scene.arrows = [arrow((0, 0, 1))]
    context.begin(SIZE, 1.0, 1 / 60)
    LabelRenderer().draw([scene], SIZE, (0.0, 0.0, *map(float, SIZE)), [], theme, 0.0)
    rows = np.concatenate([np.frombuffer(batch.vertices, VERTEX) for batch in context.end().batches])
    bright = rows["color"][:, :3].max(axis=1) > 100
    letters, outline = rows["place"][bright], rows["place"][~bright]
    for low, high in ((letters.min(axis=0), outline.min(axis=0)), (outline.max(axis=0), letters.max(axis=0))):
        assert low - high == pytest.approx(1.5 * scale, abs=0.55)
    assert np.ptp(letters[:, 1]) == pytest.approx(12.7 * scale, rel=0.04), "also in the largest pictures"


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("F_D 0.23 mg", ("F_D", "0.23 mg")),
        ("v − w 53.2 m/s", ("v − w", "53.2 m/s")),
        ("wind 15 m/s", ("wind 15 m/s", "")),
        ("4 0.81 s", ("4 0.81 s", "")),
    ],
)
def test_a_symbol_before_a_value_is_told_from_words(words: str, parts: tuple[str, str]) -> None:
    assert name_and_value(words) == parts


def test_an_outward_label_lies_away_from_the_middle(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene = frame()
    scene.labels = [picture.SceneLabel(np.array((-2, 0, 0), np.float32), "rim", BLUE, outward=True)]
    (found,) = place_labels(scene, 0, (0, 0), SIZE, [], theme)
    context.end()
    assert found.ahead == pytest.approx((-1.0, 0.0))


def test_names_that_a_person_gives_are_not_translated(context: Imgui) -> None:
    """A part of the workshop is called in the picture as in its tree, though its name may be a word, such as crank."""
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene = frame()
    scene.labels = [picture.SceneLabel(np.zeros(3, np.float32), "crank", BLUE, plain=k == 0) for k in range(2)]
    words.use_language("fr")
    try:
        found = [label.text for label in place_labels(scene, 0, (0, 0), SIZE, [], theme)]
    finally:
        words.use_language("en")
    context.end()
    assert found == ["crank", "manivelle"]


def test_an_arrow_too_short_to_be_seen_has_no_name(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene, opacities = frame(), []
    for length in (1.0, 0.042, 0.02):  # also where it points at the eye
        tip = np.array((0, 0, 0), np.float32)
        away = np.asarray(scene.view.eye, float) / np.linalg.norm(scene.view.eye)
        for way in (np.array((1, 0, 0)), away):
            scene.arrows = [OverlayArrow((tip - length * way).astype(np.float32), tip, BLUE, "F")]
            labels, _ = arrow_labels(scene, 0, (0, 0), SIZE, [], theme)
            opacities.append(sum(label.opacity for label in labels))
    context.end()
    assert opacities[:2] == [1.0, 1.0] and opacities[4:] == [0.0, 0.0]
    assert 0.0 < opacities[2] < 1.0 and opacities[2] == opacities[3]


def test_labels_of_similar_arrows_have_different_keys(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene = frame()
    scene.arrows = [arrow((0, 0, 1)), arrow((0, 0, 2)), arrow((0, 0, 1), ""), arrow((30, 0, 0), "far")]
    aside = np.array((25, 0, 0), np.float32)
    scene.arrows.append(OverlayArrow(aside, aside + aside, BLUE, "gone"))
    labels, shafts = arrow_labels(scene, 0, (0, 0), SIZE, [], theme)
    context.end()
    assert len({label.key for label in labels}) == len(labels) == 3, "one is nameless, one not in the picture"
    assert labels[2].tip == pytest.approx((600.0, 300.0)), "where it leaves the picture"
    assert len(shafts) == 4
    assert labels[0].ahead == pytest.approx((0.0, -1.0), abs=1e-6)


def test_an_arrow_is_labelled_where_it_goes_under_panels(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene = frame()
    scene.arrows = [arrow((0, 0, 1)), arrow((0, 0, 2), "mg"), arrow((2, 0, 0), "F")]
    panels = [(250.0, 100.0, 350.0, 170.0), (280.0, 150.0, 320.0, 260.0)]  # over the ends of the first two
    places = {label.text: label.tip for label in arrow_labels(scene, 0, (0, 0), SIZE, panels, theme)[0]}
    covered, _ = arrow_labels(scene, 0, (0, 0), SIZE, [(200.0, 100.0, 350.0, 320.0)], theme)
    context.end()
    for name in ("L", "mg"):
        assert places[name] == pytest.approx((300.0, 260.0), abs=0.01)
    assert places["F"][0] > 450.0, "nothing covers its end"
    assert [label.text for label in covered] == ["F"], "the others begin under it, too"


@pytest.mark.parametrize("text", ["μ|B| + mgz", "|ω|", "L·k", "ψ = φ", "F_M + m₁g"])
def test_formulas_are_set_in_italics_and_words_are_not(text: str) -> None:
    assert FORMULA.fullmatch(text)
    words = "body cone", "invariable plane", "wind 15 m/s", "20 m", "a-priori", "φ 1.0°"
    assert not any(map(FORMULA.fullmatch, words))


def test_the_value_of_a_symbol_is_upright(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene, place = frame(), np.zeros(3, np.float32)
    found = {}
    for text in ("φ 1.0°", "20 m", "2 m", "polhode 3", "φ"):
        scene.labels = [picture.SceneLabel(place, text, BLUE)]
        (label,) = place_labels(scene, 0, (0, 0), SIZE, [], theme)
        found[text] = label.text, label.value
    context.end()
    assert found["φ 1.0°"] == ("φ", "1.0°")
    assert all(found[text] == (text, "") for text in ("20 m", "2 m", "polhode 3", "φ"))


@pytest.mark.parametrize("text", ["ω", "L", "mg", "θ", "F_s", "F₁₂", "m₁g", "ψ", "i", "θ\u0307₂", "φ\u0307"])
def test_symbols_are_set_in_italics(text: str) -> None:
    assert SYMBOL.fullmatch(text)


@pytest.mark.parametrize("text", ["polhode", "20 m", "exact: 0.5° off", "12.3 m", "lab"])
def test_words_and_numbers_are_upright(text: str) -> None:
    assert not SYMBOL.fullmatch(text)


def test_labels_are_drawn_without_panels_and_below_them(interface: Interface) -> None:
    scene = frame()
    scene.arrows = [arrow((0, 0, 2), "ω")]
    status = InterfaceStatus(scenes=[scene])
    for _ in range(3):
        shown = interface.frame((1280, 720), 1 / 60, status)
    assert shown.words == 1
    assert shown.panels().batches == shown.batches[1:] != []
    assert not shown.panels().textures
    interface.visible = False
    bare = interface.frame((1280, 720), 1 / 60, status)
    assert bare.words == len(bare.batches) == 1
    assert bare.lettering().batches == bare.batches
    for _ in range(10):  # a name fades
        nothing = interface.frame((1280, 720), 1 / 60, replace(status, scenes=[frame()]))
    assert not nothing.batches
    assert not nothing.words


def test_a_label_is_drawn_at_its_free_position(context: Imgui) -> None:
    """Labels of two arrows with the same tip are on different pixels."""
    theme = Theme(resources.path("assets/fonts"))
    scene = frame()
    scene.arrows = [arrow((1, 0, 1), "ω"), replace(arrow((1, 0, 1), "L"), tail=np.array((2, 0, 1), np.float32))]
    lettering = LabelRenderer()
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


def test_letters_at_the_edge_of_the_picture_are_whole(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    for down in (3.25, 3.35, 3.45):
        scene = frame()
        scene.arrows = [arrow((0, 0, -down), "mg")]
        context.begin(SIZE, 1.0, 1 / 60)
        LabelRenderer().draw([scene], SIZE, (0.0, 0.0, 600.0, 600.0), [], theme, 0.0)
        rows = np.concatenate([np.frombuffer(batch.vertices, VERTEX) for batch in context.end().batches])
        assert rows["place"][:, 1].max() <= 600.0, "with what hangs below the line, and the outline"


def test_labels_leave_the_title_of_their_picture_free(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    scenes = [frame(), frame()]
    scenes[0].title, scenes[0].arrows = "lab", [arrow((0, 0, 3.3))]
    context.begin(SIZE, 1.0, 1 / 60)
    area = 0.0, 0.0, 300.0, 600.0
    taken = title_box("lab", [], area, theme)
    LabelRenderer().draw(scenes, SIZE, (0.0, 0.0, 600.0, 600.0), [], theme, 0.0)
    rows = np.concatenate([np.frombuffer(batch.vertices, VERTEX) for batch in context.end().batches])
    letters = rows["place"][rows["color"][:, 3] == 255]
    assert len(letters) == 16, "a letter, and three of the title"
    name, title = letters[:4], letters[4:]
    assert (title.min(axis=0) >= np.array(taken[:2]) - 1.0).all() and (
        title.max(axis=0) <= np.array(taken[2:]) + 1.0
    ).all()
    apart = np.maximum(name.min(axis=0) - title.max(axis=0), title.min(axis=0) - name.max(axis=0))
    assert apart.max() >= 0.7 * theme.em, "they must not read as one text"


def test_a_label_with_a_changing_number_keeps_its_key(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    keys = []
    context.begin(SIZE, 1.0, 1 / 60)
    for text in ("exact: 0.52° off", "exact: 1.3e-05° off", "approximate: 3° off"):
        scene = frame()
        scene.arrows = [arrow((0, 0, 1), text)]
        keys.append(arrow_labels(scene, 0, (0, 0), SIZE, [], theme)[0][0].key)
    context.end()
    assert keys[0] == keys[1] != keys[2]


def together(
    context: Imgui, apart: float, lettering: LabelRenderer | None = None, first: str = "ω", pictures: int = 1
) -> list[str]:
    """Return the labels drawn for two arrows whose tips are `apart` text heights apart, in the last picture."""
    theme = Theme(resources.path("assets/fonts"))
    lettering = lettering or LabelRenderer()
    scene = frame()
    metre = float(scene.view.project(np.array((1, 0, 0), np.float32), SIZE)[0]) - 300.0  # type: ignore[index]
    scene.arrows = [arrow((0, 0, 3), "ω"), arrow((apart * theme.em / metre, 0, 3), "L"), arrow((0, 0, 3.02), "name")]
    scene.arrows.sort(key=lambda each: each.label != first)
    for _ in range(pictures):
        context.begin(SIZE, 1.0, 1 / 60)
        lettering.draw([scene], SIZE, (0.0, 0.0, 600.0, 600.0), [], theme, 1 / 60)
        labels = join_labels(arrow_labels(scene, 0, (0, 0), SIZE, [], theme)[0], lettering._joints, theme)
        context.end()
    return [label.text for label in labels]


def test_almost_coincident_arrows_share_a_label_in_both_colours(context: Imgui) -> None:
    assert together(context, 0.3) == ["ω, L", "name"], "words stand alone"
    assert together(context, 0.3, first="name") == ["name", "ω, L"]
    assert together(context, 1.0) == ["ω", "L", "name"]
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene = frame()
    scene.arrows = [
        arrow((0, 0, 2), "ω"),
        OverlayArrow(np.zeros(3, np.float32), np.array((0, 0, 2.01), np.float32), RED, "L"),
    ]
    labels, _ = arrow_labels(scene, 0, (0, 0), SIZE, [], theme)
    (one,) = join_labels(labels, LabelJoints(), theme)
    context.end()
    assert one.tip == labels[1].tip, "beyond the farther tip"
    assert [color for text, color, _ in one.parts if text in "ωL"] == [BLUE, RED]


def test_a_joint_label_says_a_name_that_two_arrows_have_once(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin(SIZE, 1.0, 1 / 60)
    scene = frame()
    scene.arrows = [arrow((0, 0, 2), "v"), arrow((0, 0, 2.01), "v")]
    labels = join_labels(arrow_labels(scene, 0, (0, 0), SIZE, [], theme)[0], LabelJoints(), theme)
    context.end()
    assert [label.text for label in labels] == ["v"]


def test_a_joint_label_persists_while_its_tips_tremble(context: Imgui) -> None:
    lettering = LabelRenderer()
    assert len(together(context, 0.3, lettering)) == 2
    assert len(together(context, 1.0, lettering, pictures=60)) == 2, "still together"
    assert len(together(context, 1.6, lettering, pictures=60)) == 3
    assert len(together(context, 1.0, lettering, pictures=60)) == 3, "still apart"


def test_labels_are_not_joined_and_separated_soon_after_one_another(context: Imgui) -> None:
    lettering = LabelRenderer()
    assert len(together(context, 0.3, lettering, pictures=60)) == 2
    assert len(together(context, 1.6, lettering, pictures=5)) == 3, "they have long been joined"
    assert len(together(context, 0.3, lettering, pictures=42)) == 3, "not within 0.8 s"
    assert lettering._joints.change_in == pytest.approx(0.8 - 46 / 60, abs=1e-6)
    assert len(together(context, 0.3, lettering, pictures=4)) == 2


def test_names_are_joined_where_arrows_lie_on_one_line(context: Imgui) -> None:
    """Within 4° of one another, of two short arrows that end at one point or nearly so."""
    theme = Theme(resources.path("assets/fonts"))
    for angle, count in ((3.0, 1), (5.0, 2)):
        context.begin(SIZE, 1.0, 1 / 60)
        scene, way = frame(), np.radians(angle)
        scene.arrows = [arrow((0, 0, 1.5), "ω"), arrow((1.5 * np.sin(way), 0, 1.5 * np.cos(way)), "L")]
        labels = arrow_labels(scene, 0, (0, 0), SIZE, [], theme)[0]
        context.end()
        assert np.hypot(*np.subtract(labels[0].tip, labels[1].tip)) < 12.0
        assert len(join_labels(labels, LabelJoints(), theme)) == count


def letters(context: Imgui, lettering: LabelRenderer, names: str, seconds: float) -> list[float]:
    """Return the opacities of the letters of a picture with arrows of such names."""
    theme = Theme(resources.path("assets/fonts"))
    scene = frame()
    scene.arrows = [arrow((k - 1.5, 0, 1), name) for k, name in enumerate(names)]
    context.begin(SIZE, 1.0, 1 / 60)
    lettering.draw([scene], SIZE, (0.0, 0.0, 600.0, 600.0), [], theme, seconds)
    rows = np.concatenate([np.frombuffer(batch.vertices, VERTEX) for batch in context.end().batches] or [[]])
    if not len(rows):
        return []
    bright = rows["color"][:, :3].max(axis=1) > 100
    return (rows["color"][bright][::4, 3] / 255.0).tolist()


def test_a_label_appears_and_goes_in_a_short_fade_and_not_soon_after_a_change(context: Imgui) -> None:
    lettering = LabelRenderer()
    assert letters(context, lettering, "L", 0.05) == [1.0], "a first picture shows it at once"
    fading = [letters(context, lettering, "Lv", 0.05) for _ in range(4)]
    assert [each[-1] for each in fading] == pytest.approx([1 / 3, 2 / 3, 1.0, 1.0], abs=0.01)
    assert [len(letters(context, lettering, "L", 0.05)) for _ in range(4)] == [2, 2, 1, 1], "it fades where it was"
    assert {len(letters(context, lettering, "Lv", 0.05)) for _ in range(11)} == {1}, "not within 0.8 s"
    assert lettering.change_in <= 0.8
    assert len(letters(context, lettering, "Lv", 0.1)) == 2
    lettering.reset()
    assert letters(context, lettering, "Lv", 0.05) == [1.0, 1.0], "nothing is known of what was before"


def test_labels_avoid_bars_but_not_round_bodies() -> None:
    scene = frame()
    for sides, count in (((0.2, 0.2, 3.0), 1), ((2.0, 2.0, 3.0), 0), ((0.02, 0.02, 0.1), 0)):
        mesh = box(sides, (0.0, 0.0, 0.0), Material.PLAIN)
        model = np.eye(4, dtype=np.float32)
        model[3, :3] = 1.0, 0.0, 0.5
        scene.instances = [Instance(mesh, model), Instance(mesh, model, opacity=0.3), Instance(mesh, model, extra=True)]
        found = bars(scene, (10, 20), SIZE, 80.0)
        assert len(found) == count
    scene.instances[0] = Instance(box((0.2, 0.2, 3.0), (0.0, 0.0, 0.0), Material.PLAIN), model)
    (bar,) = bars(scene, (10, 20), SIZE, 80.0)
    for end, z in ((bar.tail, -1.0), (bar.tip, 2.0)):
        x, y = scene.view.project(np.array((1, 0, z), np.float32), SIZE)  # type: ignore[misc]
        assert end == pytest.approx((x + 10, y + 20), abs=1.0)
    metre = (bar.tail[1] - bar.tip[1]) / 3.0
    assert bar.thick == pytest.approx(0.1 * metre, rel=0.2)


def test_a_label_moves_off_a_bar() -> None:
    bar = ArrowShaft((300.0, 100.0), (300.0, 500.0), 0.0, 15.0)
    for there in (False, True):
        one = PlacedLabel("mg", BLUE, (300.0, 300.0), (0.0, 1.0), (30.0, 15.0), "mg")
        LabelPlacement().place([one], [bar] if there else [], (0.0, 0.0, 600.0, 600.0), [], 6.0, 0.0)
        assert (abs(one.x - 300.0) >= 30.0) == there


def test_a_window_draws_until_its_labels_are_at_rest(interface: Interface) -> None:
    """An arrow turns while the run is paused: pictures follow one another, and then nothing is due any more."""
    scene, turned = frame(), frame()
    scene.arrows, turned.arrows = [arrow((0, 0, 2), "ω")], [arrow((2, 0, 0), "ω")]
    interface.visible = False
    interface.frame((1280, 720), 1 / 60, InterfaceStatus(scenes=[scene]))
    interface._desk.toasts.clear()
    interface.frame((1280, 720), 1 / 60, InterfaceStatus(scenes=[scene]))
    assert interface.change_in == np.inf
    keys = [interface.frame((1280, 720), 1 / 60, InterfaceStatus(scenes=[turned])).key]
    while interface.change_in == 0.0 and len(keys) < 300:
        keys.append(interface.frame((1280, 720), 1 / 60, InterfaceStatus(scenes=[turned])).key)
    assert interface.change_in == np.inf
    assert 20 < len(keys) < 200
    later = [interface.frame((1280, 720), 1 / 60, InterfaceStatus(scenes=[turned])).key for _ in range(60)]
    assert set(later) == {keys[-1]}


def ring() -> picture.Mesh:
    """Return a flat ring of four laths about the origin, 2 m across."""
    laths = [
        box((2.0, 0.2, 0.2), (0.0, 0.0, 0.9), Material.PLAIN),
        box((2.0, 0.2, 0.2), (0.0, 0.0, -0.9), Material.PLAIN),
    ]
    laths += [box((0.2, 0.2, 1.6), (x, 0.0, 0.0), Material.PLAIN) for x in (-0.9, 0.9)]
    starts = np.cumsum([0, *(len(each.vertices) for each in laths[:-1])])
    indices = [each.indices + start for each, start in zip(laths, starts, strict=True)]
    return picture.Mesh(np.concatenate([each.vertices for each in laths]), np.concatenate(indices).astype(np.int32))


def test_names_avoid_solid_bodies_that_neither_are_thin_nor_fill_the_picture() -> None:
    scene, upright = frame(), np.eye(4, dtype=np.float32)

    def found(mesh: picture.Mesh, **changes: object) -> int:
        scene.instances = [Instance(mesh, upright, **changes)]  # type: ignore[arg-type]
        return len(outlines(scene, (10, 20), SIZE, 16.0))

    cube = box((2.0, 2.0, 2.0), (0.0, 0.0, 0.0), Material.PLAIN)
    assert found(cube) == 1
    assert found(cube, opacity=0.4) == found(cube, extra=True) == 0
    assert found(box((0.1, 0.1, 2.0), (0.0, 0.0, 0.0), Material.PLAIN)) == 0, "thinner than 12 points"
    assert found(box((6.0, 1.0, 6.0), (0.0, 0.0, 0.0), Material.PLAIN)) == 0, "of most of the picture"
    assert found(ring()) == 0, "one looks through it"
    rod = box((0.1, 0.1, 3.0), (0.0, 0.0, -2.3), Material.PLAIN)
    assert found(joined([ring(), rod, box((1.0, 1.0, 1.0), (0.0, 0.0, -3.0), Material.PLAIN)])) == 1, "the bob"
    found(cube)
    (reach,) = outlines(scene, (10, 20), SIZE, 16.0)
    places = [scene.view.project(np.array(corner, np.float32), SIZE) for corner in ((1, -1, 1), (-1, -1, -1))]
    assert reach[0] == pytest.approx(places[0][0] + 10, abs=2.0)  # type: ignore[index]
    assert reach[12] == pytest.approx(-(places[0][1] + 20), abs=2.0)  # type: ignore[index]
    assert reach[8] == pytest.approx(-(places[1][0] + 10), abs=2.0)  # type: ignore[index]


def test_a_name_in_a_scene_stands_beyond_the_body_that_its_arrow_ends_in(context: Imgui) -> None:
    theme, scene = Theme(resources.path("assets/fonts")), frame()
    scene.arrows = [arrow((0.4, 0, 0.6))]
    scene.instances = [Instance(box((2.0, 2.0, 2.0), (0.0, 0.0, 0.0), Material.PLAIN), np.eye(4, dtype=np.float32))]
    lettering = LabelRenderer()
    context.begin(SIZE, 1.0, 1 / 60)
    lettering.draw([scene], SIZE, (0.0, 0.0, 600.0, 600.0), [], theme, 0.0)
    context.end()
    ((label, _),) = lettering._drawn.values()
    corner = scene.view.project(np.array((1, -1, 1), np.float32), SIZE)
    assert corner is not None
    assert label.box[3] < corner[1] - 0.4 * theme.em or label.box[0] > corner[0] + 0.4 * theme.em


def test_places_on_lines_are_even_and_where_a_line_is_seen() -> None:
    scene = frame()
    corners = np.array([(-1, 0, 0), (1, 0, 0), (np.nan,) * 3, (0, 0, 1), (0, 0, 2), (0, -30, 2)], np.float32)
    trace = np.array([(-1, 0, -1, 0.0), (0, 0, -1, 6.0), (1, 0, -1, 8.0)], np.float32)
    scene.curves = [picture.Curve(corners, BLUE), picture.Curve(corners + np.float32(0.5), BLUE, opacity=0.1)]
    scene.ribbons = [picture.Ribbon(trace, 10.0, 10.0)]
    wide = 300.0 / np.tan(np.radians(20.0)) / 10.0  # points a metre at the origin
    places = lines_on_screen(scene, (0, 0), SIZE, 5.0)
    assert len(places) == pytest.approx(4.0 * wide / 5.0, abs=2.0), "neither the faint curve nor the old piece counts"
    level = places[np.abs(places[:, 1] - 300.0) < 0.01]
    assert np.diff(level[:, 0]) == pytest.approx(5.0, abs=1e-3)
    assert (level[0, 0], level[-1, 0]) == pytest.approx((300.0 - wide, 300.0 + wide), abs=5.0)
    assert not len(lines_on_screen(frame(), (0, 0), SIZE, 5.0))
