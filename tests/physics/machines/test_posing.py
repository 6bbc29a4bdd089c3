"""Poses in which a point of a machine is somewhere else, against circles that meet and straight lines."""

import math
import tomllib
from pathlib import Path

import numpy as np
import pytest

from physics.machines.assembly import displaced, gap, open_gaps
from physics.machines.description import described
from physics.machines.equations import coordinate_slopes, moving
from physics.machines.placed_links import open_loops, placed_links
from physics.machines.posing import drawn_place, posed, slope, world_place
from physics.maths import dense
from tests.physics.machines.models import CASES, CLOSED, model

SAMPLES = Path(__file__).parents[3] / "docs" / "samples"
WORDS = "bodies", "joints"


def made_of(name):
    tables = tomllib.loads((SAMPLES / f"{name}.toml").read_text("utf-8"))
    return described({word: tables[word] for word in WORDS})


@pytest.fixture(scope="module")
def linkage():
    return made_of("four-bar")


@pytest.fixture(scope="module")
def pendulum():
    return made_of("double-pendulum")


def place_of(made, y, body, anchor):
    return world_place(made, moving(made.machine, y), body, made.bodies[body].anchors[anchor])


def coupler_end(angle):
    """Return where the pin C is for an angle of the crank: the upper point at which two circles meet."""
    bx, bz = 0.3 * math.cos(angle), 0.3 * math.sin(angle)
    coupler, rocker = math.hypot(0.6, 0.7), math.hypot(0.1, 0.7)
    way, up = 1.0 - bx, -bz
    apart = math.hypot(way, up)
    along = (coupler * coupler - rocker * rocker + apart * apart) / (2.0 * apart)
    height = math.sqrt(coupler * coupler - along * along)
    return bx + (along * way - height * up) / apart, 0.0, bz + (along * up + height * way) / apart


def test_a_pin_of_a_linkage_goes_where_circles_meet(linkage):
    start = math.radians(57.0)
    drawn = linkage.bodies["coupler"].anchors["end"]
    y = list(linkage.start)
    assert place_of(linkage, y, "coupler", "end") == pytest.approx(coupler_end(start), abs=1e-12)
    for angle in (start + 0.2, start + 0.4, start - 0.1):
        y = posed(linkage, y, "coupler", drawn, coupler_end(angle))
        assert place_of(linkage, y, "coupler", "end") == pytest.approx(coupler_end(angle), abs=1e-9)
        crank = place_of(linkage, y, "crank", "end")
        assert crank == pytest.approx((0.3 * math.cos(angle), 0.0, 0.3 * math.sin(angle)), abs=1e-7)
        assert max(open_gaps(linkage.machine, y)) < 1e-12
    back = posed(linkage, y, "coupler", drawn, coupler_end(start))
    assert back[: linkage.machine.coordinates] == pytest.approx(linkage.start[: linkage.machine.coordinates], abs=1e-8)


def test_what_is_out_of_reach_is_pointed_at(pendulum):
    """The bars of 0.8 m and 0.5 m lie in the line from the pivot to the target."""
    target = (3.0, 0.0, 1.5 - 4.0)
    y = posed(pendulum, pendulum.start, "lower", pendulum.bodies["lower"].anchors["end"], target)
    for _ in range(3):  # a person holds on
        y = posed(pendulum, y, "lower", pendulum.bodies["lower"].anchors["end"], target)
    assert place_of(pendulum, y, "upper", "end") == pytest.approx((0.48, 0.0, 1.5 - 0.64), abs=0.01)
    assert place_of(pendulum, y, "lower", "end") == pytest.approx((0.78, 0.0, 1.5 - 1.04), abs=1e-4)


def test_joints_that_are_kept_do_not_move(pendulum):
    elbow, end = (place_of(pendulum, pendulum.start, "lower", each) for each in ("start", "end"))
    target = (elbow[0] + 1.0, 0.0, elbow[2])
    y = posed(pendulum, pendulum.start, "lower", pendulum.bodies["lower"].anchors["end"], target, kept=[0])
    assert y[0] == pendulum.start[0]
    assert math.dist(elbow, end) == pytest.approx(0.5)
    assert place_of(pendulum, y, "lower", "end") == pytest.approx((elbow[0] + 0.5, 0.0, elbow[2]), abs=1e-4)


def test_slopes_are_those_of_the_places():
    """A slide, a universal joint, a hinge and a ball: differences to both sides along the coordinates."""
    bodies = {
        name: {"shape": "bar", "from": [k, 0, 0], "to": [k + 1, 0, 0.2], "mass": 1} for k, name in enumerate("abcd")
    }
    joints = {
        "S": {"slider": ["ground", "a"], "axis": "z", "position": 0.3},
        "U": {"universal": ["a", "b"], "at": "end, start", "axes": ["z", "y"], "angle": [0.4, -0.3]},
        "H": {"hinge": ["b", "c"], "at": "end, start", "axis": "x", "angle": 0.7},
        "B": {"ball": ["c", "d"], "at": "end, start"},
    }
    made = described({"bodies": bodies, "joints": joints})
    machine, y = made.machine, list(made.start)
    found = np.transpose(slope(made, placed_links(machine, y), "d", (4.0, 0.1, 0.5))).tolist()
    for k in range(machine.rates):
        ends = []
        for sign in (1e-6, -1e-6):
            u = [sign * (k == each) for each in range(machine.rates)]
            shifts = coordinate_slopes(machine, y[: machine.coordinates], u)
            moved = [a + b for a, b in zip(y, shifts, strict=False)] + y[machine.coordinates :]
            ends.append(world_place(made, moving(machine, moved), "d", (4.0, 0.1, 0.5)))
        differences = [(a - b) / 2e-6 for a, b in zip(*ends, strict=True)]
        assert found[k] == pytest.approx(differences, abs=1e-8), k


def test_places_are_found_again_in_the_drawn_pose(linkage):
    state = moving(linkage.machine, linkage.start)
    for body in linkage.bodies:
        there = world_place(linkage, state, body, (0.1, -0.2, 0.3))
        assert drawn_place(linkage, state, body, there) == pytest.approx((0.1, -0.2, 0.3), abs=1e-14)
    assert world_place(linkage, state, "ground", (1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0)


def test_a_drag_beyond_a_dead_point_stops_there_and_comes_back(linkage):
    """The rocker turns down until crank and coupler lie in line, no further; the pin never goes farther than led."""
    drawn, y = linkage.bodies["rocker"].anchors["end"], list(linkage.start)
    first = last = place_of(linkage, y, "rocker", "end")
    radius, start = math.hypot(0.1, 0.7), math.atan2(first[2], first[0] - 1.0)
    ways = [0.04 * k for k in range(12)]
    for way in (*ways, *ways[::-1]):
        led = (1.0 + radius * math.cos(start - way), 0.0, radius * math.sin(start - way))
        y = posed(linkage, y, "rocker", drawn, led)
        place = place_of(linkage, y, "rocker", "end")
        assert math.dist(place, last) <= 0.04 * radius + 1e-12
        last = place
        if way == ways[-1]:
            stretched = math.hypot(0.6, 0.7) + 0.3
            assert min(abs(math.hypot(*place) - each) for each in (stretched, stretched - 0.6)) < 1e-3
    assert last == pytest.approx(first, abs=1e-9)


def test_closed_cases_are_those_with_equations():
    assert set(CLOSED) == {name for name in CASES if model(name).system.table.equations}


@pytest.mark.parametrize("name", CLOSED)
def test_places_without_velocities_are_those_of_the_equations_of_motion(name: str) -> None:
    system = model(name).system
    machine = system.table
    y = displaced(machine, [system.initial[each.name] for each in system.variables], seed=3)
    found = placed_links(machine, y)
    for one, other in zip(found, moving(machine, y).found, strict=True):
        assert one.place == pytest.approx(other.place, abs=1e-14)
        assert np.allclose(one.rotation, other.rotation, rtol=0, atol=1e-14) and len(one.axes) == len(other.axes)
    values, rows = open_loops(machine, y, found)
    whole = gap(machine, y)
    assert values == pytest.approx(whole.values, abs=1e-14) and np.allclose(rows, whole.rows, rtol=0, atol=1e-14)


def test_a_drag_away_from_dead_points_asks_for_no_eigenvectors(linkage, monkeypatch):
    """Each of its steps took most of its time for them."""
    monkeypatch.setattr(dense, "eigen", None)
    drawn = linkage.bodies["coupler"].anchors["end"]
    y = posed(linkage, linkage.start, "coupler", drawn, coupler_end(math.radians(60.0)), steps=3)
    assert place_of(linkage, y, "coupler", "end") == pytest.approx(coupler_end(math.radians(60.0)), abs=1e-6)
