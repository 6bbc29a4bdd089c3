"""The look of equations of one's own: what holds the origin, the axes where nothing is said, and what is in view."""

import numpy as np
import pytest

import physics
from game.camera.camera import Camera
from game.looks import look_for
from game.looks.equations import equation_parts as parts
from game.looks.equations.motion_box import WATCHED, box_of
from game.looks.equations.own_equations import EquationsLook, seen_from
from game.looks.generic import LastChange
from game.model.arrow_scales import arrow_scales
from game.model.frame import Surroundings, is_somewhere
from game.model.hold import OnBody, World
from game.model.material import Material

PENDULUM = {
    "equations": "θ'' = -g/l*sin(θ)",
    "variables": {"theta": {"unit": "rad", "start": "60 deg"}},
    "parameters": {"g": "9.81 m/s²", "l": "1 m"},
}
DRAWN = {
    "bob": {"ball": ["l*sin(θ)", "-l*cos(θ)"], "radius": 0.05, "trace": True, "colour": "red"},
    "string": {"rod": ["origin", "bob"]},
}
BALL = {
    "equations": "z'' = -g",
    "variables": {"z": {"unit": "m", "start": 1.0}},
    "parameters": {"g": "9.81 m/s²"},
    "events": {"impact": {"when": "z", "and": "z' < 0", "set": {"z'": "-z'"}}},
    "draw": {"ball": {"ball": [0, 0, "z + 0.1"], "radius": 0.1}, "floor": {"ground": 0.0}},
}

ORBIT = {
    "equations": "x'' = -x\ny'' = -y",
    "variables": {"x": {"unit": "m", "start": 1.0}, "y": {"unit": "m", "rate": 1.0}},
}
EXTENTS = {"orbit": (2.0, 1.5, 0.0), "swing": (2.0, 0.0, 1.0)}


def made(description):
    system = physics.system("equations", {"equations": description})
    return system, look_for(system)


def frame_of(system, look):
    y = memoryview(system.start())
    frame = look.frame(system, y, Camera(tuple(look.focus), look.radius).view(16 / 9), 0.0)
    look.add_overlays(frame, system, y, LastChange(y, 0.0))
    return frame


def test_what_hangs_on_the_origin_hangs_on_a_stand_above_the_table():
    system, look = made({**PENDULUM, "draw": DRAWN})
    assert type(look) is EquationsLook and len(look.furniture()) == 4
    lowest = look.to_world(np.array([0.0, 0.0, -1.05]))[2]
    assert 0.0 < lowest < 0.3 * look.size
    ball = frame_of(system, look).instances[0]
    assert ball.mesh.vertices[0, 8] == Material.LACQUER and ball.tint[0] > 10.0 * ball.tint[1]
    _, floating = made({**PENDULUM, "draw": {"bob": DRAWN["bob"]}})
    assert floating.furniture() == []


def test_where_the_motion_goes_is_always_in_view():
    _, look = made({**PENDULUM, "draw": DRAWN})
    wide = np.sin(np.pi / 3.0) + 0.05
    assert look.always.min(axis=0)[0] == pytest.approx(-wide, abs=2e-3)
    assert look.always.max(axis=0)[0] == pytest.approx(wide, abs=2e-3)
    assert look.always.max(axis=0)[2] == pytest.approx(look.lift, abs=1e-6), "up to the origin"
    assert look.life == pytest.approx(8.0 * 0.5 * 2.153, rel=0.1), "the height has half the period"


def test_where_nothing_is_said_axes_have_the_names_of_the_variables():
    system, look = made(PENDULUM)
    frame = frame_of(system, look)
    texts = [label.text for label in frame.labels]
    assert texts[:2] == ["θ", "θ′"] and frame.stage is Surroundings.VOID
    ((low, high), _), ticks = system.drawing.ranges, parts.axis_ticks(("θ", "", "θ'"), system.drawing.ranges, 1.0)
    assert texts[2:] == [f"{tick.value:g}".replace("-", "−") for tick in ticks] and len(ticks) > 4
    one = next(tick for tick in ticks if tick.value > 0.0)
    assert one.place[0] == pytest.approx((one.value - low) / (high - low) - 0.5), "where that value is drawn"
    low, high = box_of(system)[:2]
    assert (high - low)[[0, 2]] == pytest.approx(1.0, abs=0.06)


def test_events_happen_in_the_motion_that_is_looked_at():
    system, look = made(BALL)
    low, high, period, *_ = box_of(system)
    assert low[2] == pytest.approx(0.0, abs=0.06) and high[2] == pytest.approx(1.2, abs=0.06)
    assert look.stand_height() == 0.0 and period <= WATCHED


NAMED = {
    **BALL,
    "draw": {
        **BALL["draw"],
        "ball": {"ball": [0, 0, "z + 0.1"], "radius": 0.1, "label": "b"},
        "post": {"rod": [[0.5, 0, 1], [0.5, 0, 0]], "label": "post"},
        "lean": {"rod": [[0.5, 0, 1], [0.8, 0, 0]]},
        "high": {"rod": [[-0.5, 0, 1], [-0.5, 0, 0.4]]},
        "way": {"track": [[0, 0.4, 0], [0.1, 0.4, 0.2], [0.4, 0.4, 0.3]]},
        "rope": {"track": [[0, 0, 2], [0.1, 0, 1.7], "ball"], "label": "rope"},
    },
}


def test_labels_stand_at_what_they_name_and_lengths_have_a_bar():
    system, look = made(NAMED)
    frame = frame_of(system, look)
    places = {label.text: (label.place.tolist(), label.on) for label in frame.labels}
    assert places["b"][0] == pytest.approx([0.0, 0.0, 1.2]) and places["b"][1].body == 0, "at the top of the ball"
    assert places["post"] == (pytest.approx([0.5, 0.0, 0.5]), World())
    middle = OnBody(system.pose_layout.first_point + 10)
    assert places["rope"] == (pytest.approx([0.1, 0.0, 1.7]), middle), "on the place in the middle of the track"
    assert [(bar.unit, bar.length) for bar in frame.bars] == [("m", 1.0)]
    assert frame.stage is Surroundings.STUDIO, "there is a ground"
    _, floating = made({**ORBIT, "draw": {"ball": {"ball": ["x", "y", 0]}}})
    assert floating.furniture() == [] and frame_of(_, floating).stage is Surroundings.VOID


def test_a_track_goes_through_its_places_and_an_upright_rod_on_the_ground_has_a_foot():
    system, look = made(NAMED)
    way, *foot = look.furniture()
    spots = way.mesh.vertices[:, :3].astype(float) + way.model[3, :3]
    for place in ([0.0, 0.4, 0.0], [0.1, 0.4, 0.2], [0.4, 0.4, 0.3]):
        assert np.linalg.norm(spots - place, axis=1).min() <= 0.006 + 1e-6
    assert [each.model[3, :3].tolist() for each in foot] == [[0.5, 0.0, 0.0]] * 2, (
        "of the upright one on the ground alone"
    )
    assert len(frame_of(system, look).instances) == 1 + 3 + 3 + 2, "the ball, this, the rods, and two parts of the rope"


def test_a_motion_that_runs_away_has_a_size():
    system = physics.system("equations", {"equations": {"equations": "x' = x²", "variables": {"x": {"start": 1.0}}}})
    look = look_for(system)
    assert np.isfinite(look.always).all() and 0.0 < look.radius < 1e6


def test_sizes_are_expressions_of_parameters():
    drawn = {
        "bob": {"ball": ["l*sin(θ)", "-l*cos(θ)"], "radius": "l/20", "colour": "#ff0080"},
        "block": {"box": [0, 0], "size": ["0.1", "l/5", "2 cm"]},
        "string": {"rod": ["origin", "bob"], "radius": "0.01*l"},
        "table": {"ground": "-1.5*l"},
    }
    system, look = made({**PENDULUM, "draw": drawn})
    longer = system.replace({"l": 2.0})
    assert look.fits(system) and look.fits(system.replace({"g": 1.6})) and not look.fits(longer)
    for each, length in ((system, 1.0), (longer, 2.0)):
        shown = look_for(each)
        bob, block = (body.solid for body in each.bodies(memoryview(each.start())))
        assert bob.axes == pytest.approx([length / 20.0] * 3) and block.sides == pytest.approx(
            [0.1, length / 5.0, 0.02]
        )
        assert shown.stand_height() == pytest.approx(1.5 * length)
        ball, *_, rod = frame_of(each, shown).instances
        assert ball.tint[0] == 1.0 and ball.tint[1] == 0.0 and ball.tint[2] == pytest.approx(0.2159, abs=1e-4)
        assert np.hypot(*rod.mesh.vertices[:, :2].T).max() == pytest.approx(0.01 * length, rel=1e-5)


@pytest.mark.parametrize(
    ("radius", "said"),
    [
        ("θ", "draw.bob.radius = 'θ': a size must be of parameters alone, as it does not change in a run"),
        ("1 - l", "draw.bob.radius = 0 m: must be from"),
        ("q", "draw.bob.radius = 'q': column 1: \"q\" is unknown"),
        ("4 s", "draw.bob.radius"),
    ],
)
def test_a_size_that_cannot_be_drawn_is_refused(radius, said):
    with pytest.raises(physics.BadInput) as raised:
        made({**PENDULUM, "draw": {"bob": {"ball": [0, 0], "radius": radius}}})
    assert said in str(raised.value) and "\n" not in str(raised.value)


def test_an_orbit_above_the_table_is_seen_from_well_above_and_a_swing_from_the_front():
    elevation = {name: np.radians(seen_from(np.array(extent))["elevation"]) for name, extent in EXTENTS.items()}
    assert np.sin(elevation["orbit"]) > 0.5, "a circle has more than half its height"
    assert np.sin(elevation["swing"]) < 0.2


def test_of_a_round_orbit_the_circle_is_in_view_and_not_the_corners_of_its_square():
    system, look = made({**ORBIT, "draw": {"ball": {"ball": ["x", "y", 0], "radius": 0.02}}})
    reach = np.hypot(*(look.always[:, :2] - look.focus[:2]).T)
    assert reach.max() == pytest.approx(1.0 + 0.02, abs=0.03)
    assert len(look.always) >= 8
    assert box_of(system).high[:2] == pytest.approx([1.02, 1.02], abs=2e-3)


def test_a_ring_lies_about_its_centre_square_to_its_axis_whatever_the_distance_along_that():
    ring = {"ring": ["bob", ["3*cos(θ)", "3*sin(θ)"]], "radius": "l/4", "wire": 0.01}
    system, look = made({**PENDULUM, "draw": {**DRAWN, "halo": ring}})
    bob, *_, halo = frame_of(system, look).instances
    placed = halo.mesh.vertices[:, :3] @ halo.model[:3, :3] + halo.model[3, :3]
    axis = np.array([3.0 * np.cos(np.pi / 3), 0.0, 3.0 * np.sin(np.pi / 3)]) - system.posed(system.start())[:3]
    away = placed - bob.model[3, :3]
    along = away @ (axis / np.linalg.norm(axis))
    assert abs(along).max() == pytest.approx(0.01, rel=1e-3)
    across = np.sqrt(np.sum(away * away, axis=1) - along * along)
    assert (across.min(), across.max()) == pytest.approx((0.24, 0.26), rel=1e-3)
    assert box_of(system).high[1] == pytest.approx(0.25, rel=1e-6), "its rim is in the picture, and not the axis"
    assert box_of(system).high[2] < 0.25


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ({"ring": ["bob"], "radius": 0.1}, "two places"),
        ({"ring": ["origin", "bob"]}, "its radius"),
        ({"ring": ["origin", "bob"], "radius": 0.1, "wire": 0.1}, "less than its radius"),
    ],
)
def test_a_ring_that_cannot_be_is_refused(row, wrong):
    with pytest.raises(physics.BadInput, match=wrong):
        made({**PENDULUM, "draw": {**DRAWN, "halo": row}})


@pytest.mark.parametrize(("said", "length"), [({"scale": 0.2}, 0.2), ({}, None)])
def test_an_arrow_with_a_unit_has_a_scale_bar(said, length):
    draw = {"ball": {"ball": ["x", "y", 0]}, "v": {"arrow": ["x'", "y'", 0], "at": "ball", "unit": "m/s"} | said}
    system, look = made(ORBIT | {"draw": draw})
    fixed = look.fixed_lengths()
    assert fixed.get("m/s") == length
    (arrow,) = look.vectors(system, memoryview(system.start()))
    assert arrow.unit == "m/s" and np.allclose(arrow.vector, [0.0, 1.0, 0.0])


NOWHERE = "sqrt(-1 - x*x)", "1e300", "1e39 * x"
PLACED = {
    "ball": {"ball": ["?", "0"], "label": "b", "trace": True},
    "box": {"box": ["0", "?"], "label": "b"},
    "rod": {"rod": [["?", "0"], ["1", "0"]], "label": "r"},
    "spring": {"spring": [["?", "0"], ["1", "0"]], "label": "s"},
    "ring": {"ring": [["?", "0"], ["1", "0"]], "radius": 0.3, "label": "r"},
    "track": {"track": [["?", "0"], ["1", "0"]], "label": "t"},
    "arrow": {"arrow": ["1", "0"], "at": ["?", "0"]},
    "far arrow": {"arrow": ["?", "0"], "at": ["x", "0"]},
}


def written(description, value):
    """Return a description with a value in place of each question mark."""
    if isinstance(description, list):
        return [written(each, value) for each in description]
    return value if description == "?" else description


@pytest.mark.parametrize("kind", PLACED)
@pytest.mark.parametrize("value", NOWHERE)
def test_what_has_no_place_is_left_out_of_the_picture(kind, value):
    part = {name: written(each, value) for name, each in PLACED[kind].items()}
    draw = {"bob": {"ball": ["x", "0"]}, "other": part}
    system, look = made({"equations": "x'' = -x", "variables": {"x": {"start": 1.0}}, "draw": draw})
    y = memoryview(system.start())
    frame = frame_of(system, look)
    look.add_arrows(frame, system, y, arrow_scales(look.arrow_rules(system), [look.vectors(system, y)]))
    shown = [instance for instance in frame.instances if instance.opacity > 0.0]
    assert all(is_somewhere(instance.model) and is_somewhere(instance.mesh.vertices) for instance in shown)
    assert [label.text for label in frame.labels] == [] and frame.arrows == [] and is_somewhere(frame.occluders)
    assert len(shown) == (1 if value != NOWHERE[0] else 0)  # where arithmetic fails, nothing has a place


def test_a_track_bends_where_it_turns_a_little_and_keeps_its_corners_and_straight_parts():
    turns = np.linspace(0.0, 2.0 * np.pi, 13)
    ring = np.column_stack([np.cos(turns), 0.0 * turns, np.sin(turns)])
    bent = parts.bends(ring)
    assert len(bent) > 4 * len(ring) and np.allclose(bent[0], bent[-1])
    assert np.abs(np.hypot(bent[:, 0], bent[:, 2]) - 1.0).max() < 2e-3, "chords are off by 0.034"
    for place in ring:
        assert np.linalg.norm(bent - place, axis=1).min() < 1e-12, "it goes through its places"
    corner = np.array([[0.0, 0, 0], [1.0, 0, 0], [1.0, 0, 1.0], [1.0, 0, 2.0]])
    assert np.array_equal(parts.bends(corner), corner)
    assert np.array_equal(parts.bends(corner[:2]), corner[:2])
    again = np.vstack([ring[:4], ring[3:]])
    assert np.allclose(parts.bends(again), bent), "a place given twice is one"


def test_the_label_of_a_rod_that_is_shifted_as_a_whole_goes_with_it_and_that_of_one_that_turns_is_not_fixed():
    rods = {
        "shifted": {"rod": [[0.1, 0, "z"], [0.1, 0, "z + 0.2"]], "label": "s"},
        "turning": {"rod": [[0, 0, 1], [0.1, 0, "z"]], "label": "t"},
    }
    system, look = made({**NAMED, "draw": {**NAMED["draw"], **rods}})
    found = {label.text: label.on for label in frame_of(system, look).labels}
    assert isinstance(found["s"], OnBody) and found["t"] is None
