"""The workshop, without a window: events in, sketches and runs out."""

from __future__ import annotations

import json
import math
import tomllib
from threading import Event, current_thread, main_thread

import numpy as np
import pytest

from game.camera.rig import CameraRig
from game.model.input import Action, Key, PointerMotion, Text
from game.scenefile import Scene, load, sketching
from game.scenefile.sketch import SketchAnchor
from game.session import actions, advancing
from game.session.session import Session
from game.session.workshop import coupler_curves, desk
from game.session.workshop.desk import Workshop
from game.session.workshop.state import Press, SketchPlane, Tool
from game.session.workshop.value_handles import value_handles
from game.session.workshop.workshop_pointer import follow_curves
from physics import BadInput
from tests.game.session.workshop_person import SIZE, Person

TRIPLE = """
[bodies]
bar = { shape = "bar", from = [0, 0, 0.4], to = [0, 0, -0.1], mass = 0.5 }
bar_2 = { shape = "bar", from = [0, 0, -0.1], to = [0, 0, -0.5], mass = 0.4 }
bar_3 = { shape = "bar", from = [0, 0, -0.5], to = [0, 0, -0.8], mass = 0.3 }
[joints]
A = { hinge = ["ground", "bar"], at = [0, 0, 0.4], axis = "-y", angle = "100 deg", torque = 0.6 }
B = { hinge = ["bar", "bar_2"], at = "end, start", axis = "-y" }
C = { hinge = ["bar_2", "bar_3"], at = "end, start", axis = "-y" }
"""
CART = """
[bodies]
box = { shape = "box", centre = [0, 0, 0], size = [0.2, 0.1, 0.1], mass = 1 }
bar = { shape = "bar", from = [0, 0, 0], to = [0, 0, 0.5], mass = 0.5 }
[joints]
A = { slider = ["ground", "box"], at = [0, 0, 0], axis = "x" }
B = { hinge = ["box", "bar"], at = "centre, start", axis = "-y", angle = "5 deg" }
"""
PLACED = """
numbers = { l_crank = "30 cm", l_coupler = "90 cm", l_rocker = "70 cm", l_ground = "100 cm" }
[bodies.crank]
shape = "bar"
from = [-0.3, 0, 0.1]
to = [-0.3, 0, "1.25*(l_crank) + 0.1"]
mass = 0.5859375
[bodies.coupler]
shape = "bar"
from = [-0.3, 0, "1.25*(l_crank) + 0.1"]
to = ["1.25*(0.8*l_coupler) - 0.3", 0, "1.25*(l_crank + 0.6*l_coupler) + 0.1"]
mass = 1.7578125
[bodies.rocker]
shape = "bar"
from = ["1.25*(l_ground) - 0.3", 0, 0.1]
to = ["1.25*(l_ground) - 0.3", 0, "1.25*(l_rocker) + 0.1"]
mass = 1.3671875
[joints]
A = { hinge = ["ground", "crank"], at = [-0.3, 0, 0.1], axis = "-y" }
B = { hinge = ["crank", "coupler"], at = "end, start", axis = "-y" }
C = { hinge = ["coupler", "rocker"], at = "end, end", axis = "-y" }
D = { hinge = ["ground", "rocker"], at = ["1.25*(l_ground) - 0.3", 0, 0.1], axis = "-y" }
[traces]
trace = { body = "coupler", at = [-0.1, 0, 0.625] }
"""


def by_hand(text):
    """Return the tables of a machine as a person writes them, from the text of a file."""
    return tomllib.loads(text)


def test_triple_pendulum_with_a_motor_in_ten_actions():
    person = Person()
    assert person.state.tool is Tool.BAR
    for place in ((0.0, 0.0, 0.4), (0.0, 0.0, -0.1), (0.0, 0.0, -0.5), (0.0, 0.0, -0.8)):
        person.click(place)
    person.key("escape")
    person.click((0.0, 0.0, 0.4))
    assert person.state.selection == (("joints", "A"),)
    person.type("100")
    person.key("tab", count=False)
    person.key("tab", count=False)
    person.key("tab", count=False)
    assert person.state.entry.word == "torque"
    person.type("0.6")
    person.play()
    assert person.count == 10
    assert not person.session.simulation.paused
    assert person.tables == by_hand(TRIPLE)
    assert person.session.run.workshop.check.freedom == 3


def test_four_bar_with_a_coupler_curve_in_eight_actions():
    person = Person()
    a, b, c, d = (-0.4, 0.0, 0.0), (-0.2, 0.0, 0.2), (0.3, 0.0, 0.4), (0.4, 0.0, 0.0)
    for place in (a, b, c):
        person.click(place)
    person.point(d)
    person.key("g")
    person.key("escape")
    person.key("m")
    person.click((0.1, 0.0, 0.5))
    assert person.count == 8
    check = person.session.run.workshop.check
    assert check.runnable, check.faults
    assert check.freedom == 1
    assert len(check.loops) == 1
    assert [list(each) for each in person.tables["traces"].values()] == [["body", "at"]]
    (trace,) = person.tables["traces"].values()
    assert trace["body"] == "bar_2"
    assert trace["at"] == pytest.approx([0.1, 0.0, 0.5])
    by_hand = Session(Scene(system="machine", parameters={"machine": json.dumps(LINKAGE)})).simulation.system
    drawn = person.session.simulation.system
    assert drawn.table == by_hand.table, "the same machine as written by hand"
    assert tuple(drawn.start()) == pytest.approx(tuple(by_hand.start()), abs=1e-12)


def test_the_coupler_curve_ends_where_coupler_and_rocker_lie_in_line(monkeypatch):
    """The crank cannot turn round: it stops where AC is as long as coupler and rocker together, by the cosine rule."""
    monkeypatch.setattr(coupler_curves, "COUNTS", (25,))
    person = four_bar()
    person.key("m")
    person.click((0.1, 0.0, 0.5))
    follow_curves(person.session)
    person.state.curves.wait()
    (curve,) = person.state.curves.found.values()
    crank, ground, others = math.hypot(0.2, 0.2), 0.8, math.hypot(0.5, 0.2) + math.hypot(0.1, 0.4)
    widest = math.acos((crank * crank + ground * ground - others * others) / (2.0 * crank * ground))
    assert not curve.whole
    assert sorted(curve.dead) == pytest.approx([-math.pi / 4 - widest, widest - math.pi / 4], abs=1e-5)
    lines = len(person.frame().curves)
    person.state.curves = None
    assert len(person.frame().curves) == lines - 2, "it is drawn, with its rim"


LINKAGE = {
    "bodies": {
        "bar": {"shape": "bar", "from": [-0.4, 0.0, 0.0], "to": [-0.2, 0.0, 0.2], "mass": 0.283},
        "bar_2": {"shape": "bar", "from": [-0.2, 0.0, 0.2], "to": [0.3, 0.0, 0.4], "mass": 0.539},
        "bar_3": {"shape": "bar", "from": [0.3, 0.0, 0.4], "to": [0.4, 0.0, 0.0], "mass": 0.412},
    },
    "joints": {
        "A": {"hinge": ["ground", "bar"], "at": [-0.4, 0.0, 0.0], "axis": "-y"},
        "B": {"hinge": ["bar", "bar_2"], "at": "end, start", "axis": "-y"},
        "C": {"hinge": ["bar_2", "bar_3"], "at": "end, start", "axis": "-y"},
        "D": {"hinge": ["ground", "bar_3"], "at": [0.4, 0.0, 0.0], "axis": "-y"},
    },
}


def four_bar():
    """A person with a four-bar linkage, and no tool in hand."""
    return Person(Scene(system="machine", parameters={"machine": json.dumps(LINKAGE)}, integrator="gauss6"))


def joint_places(person):
    shown = person.desk.shown
    return {name: shown.joint_place(name) for name in shown.joints}


def test_a_bar_is_drawn_by_a_typed_length_and_angle():
    person = Person()
    person.click((0.0, 0.0, 0.0))
    person.point((0.3, 0.0, -0.3))
    for name in ("0", ".", "5"):
        person.key(name)
    person.key("tab")
    person.type("-30")
    (bar,) = person.tables["bodies"].values()
    assert bar["to"] == pytest.approx([0.5 * math.cos(math.pi / 6), 0.0, -0.25])
    person.keys.take(Key("&", True, place="1"))  # a French keyboard, without Shift
    person.keys.take(Text("&"))
    assert person.state.gesture.typed == ("1", "")
    person.key("escape")
    assert person.state.tool is Tool.BAR and not person.state.gesture.typing
    person.key("escape")
    assert person.state.tool is Tool.SELECT


def test_what_takes_a_point_and_lets_it_go():
    person = four_bar()
    person.key("b")
    pin = (-0.2, 0.0, 0.2)

    def taken(place, off=(0.0, 0.0), **held):
        person.point(place, off, **held)
        return person.state.snap

    assert taken(pin, (0.0, -17.0)).anchor is None
    assert taken(pin, (0.0, -13.0)).anchor == ("bar", "end")
    assert taken(pin, (0.0, -17.0)).anchor == ("bar", "end"), "it lets go later than it takes"
    assert taken(pin, (0.0, -21.0)).anchor is None
    assert taken(pin, (0.0, -3.0), ctrl=True).anchor is None
    on_line = taken((-0.25, 0.0, 0.15), (0.0, 5.0))
    assert on_line.anchor.body == "bar" and on_line.place[0] - on_line.place[2] == pytest.approx(-0.4)
    grid = taken((0.523, 0.0, -0.318))
    assert grid.place == pytest.approx((0.5, 0.0, -0.3)) and "grid" in str(grid.word)
    beyond = taken((-0.048, 0.0, 0.35))
    assert str(beyond.word) == "in line with bar" and beyond.place[2] - beyond.place[0] == pytest.approx(0.4)
    level = taken((0.7, 0.0, 0.402))
    assert level.place[2] == pytest.approx(0.4) and str(level.word) == "same height as end of bar_2"
    person.click((0.4, 0.0, 0.4), (0.0, -40.0), ctrl=True)
    start = person.state.gesture.points[0].place
    long = math.hypot(0.2, 0.2)
    alike = taken((start[0] + 0.99 * long * 0.6, 0.0, start[2] + 0.99 * long * 0.8))
    assert math.dist(alike.place, start) == pytest.approx(long) and str(alike.word) == "as long as bar"


def test_the_freedom_after_the_next_click_is_told():
    person = four_bar()
    assert person.desk.sketch.check.freedom == 1
    person.key("g")
    person.point((-0.4, 0.0, 0.0))
    person.pointer.work(person.view, SIZE)
    assert person.state.ahead is not None
    person.state.ahead.wait()
    assert person.state.ahead.freedom == 3
    person.click((-0.4, 0.0, 0.0))
    assert person.desk.sketch.check.freedom == 3


def test_a_drag_from_nothing_turns_the_view_with_every_tool():
    person = four_bar()
    before = person.tables
    for tool in Tool:
        person.desk.use(tool)
        start = person.seen((-0.6, 0.0, -0.5))
        person.pointer.take(PointerMotion(*start, 0.0, 0.0), person.view, SIZE)
        assert not person.press(start, True)
        moved = [
            person.pointer.take(PointerMotion(start[0] + way, start[1], way, 0.0), person.view, SIZE)
            for way in (2.0, 30.0)
        ]
        assert moved == [True, False], "a trembling hand turns nothing"
        assert not person.press((start[0] + 30.0, start[1]), False)
        assert person.tables == before


def test_a_body_is_dragged_through_its_freedoms_and_back():
    person = four_bar()
    before, tables = joint_places(person), person.tables
    crank = np.array(before["B"])
    turned = (-0.4 + math.hypot(0.2, 0.2), 0.0, 0.0)
    person.state.snapping = True
    middle = tuple(0.5 * (np.array(before["A"]) + crank))
    person.drag(middle, tuple(0.5 * (np.array(before["A"]) + turned)))
    after = joint_places(person)
    assert after["B"] == pytest.approx(turned, abs=5e-3)
    assert after["A"] == pytest.approx(before["A"]) and after["D"] == pytest.approx(before["D"])
    for one, other in (("A", "B"), ("B", "C"), ("C", "D")):
        assert math.dist(after[one], after[other]) == pytest.approx(math.dist(before[one], before[other]), abs=1e-9)
    said = [name for name, each in person.tables["joints"].items() if "angle" in each]
    assert said == ["A"], "one motion is said by one value"
    person.frame()
    actions.perform(person.session, Action.UNDO)
    assert person.tables == tables
    actions.perform(person.session, Action.REDO)
    assert joint_places(person)["B"] == pytest.approx(after["B"], abs=1e-9)


def test_an_end_is_moved_and_what_hangs_there_follows():
    person = four_bar()
    person.click((0.05, 0.0, 0.3))
    assert person.state.selection == (("bodies", "bar_2"),)
    person.drag((0.3, 0.0, 0.4), (0.4, 0.0, 0.5))
    assert person.session.run.workshop.check.runnable
    assert person.tables["bodies"]["bar_2"]["to"] == pytest.approx([0.4, 0.0, 0.5], abs=1e-6)


def test_the_loop_is_closed_while_an_end_is_dragged_and_told_where_it_cannot_be():
    person = Person(sketching.template("four-bar").scene())
    sketch = sketching.set_value(person.desk.sketch, ("joints", next(iter(person.tables["joints"]))), "angle", "10 deg")
    person.desk.change(sketch, "angle")
    person.desk.select([("bodies", "rocker")])
    end = person.desk.shown.place(SketchAnchor("rocker", "end"))
    person.press(person.point(end), True)
    there = tuple(np.add(end, (0.04, 0.0, 0.03)))
    for part in (0.3, 0.6, 1.0):
        person.point(tuple(np.add(end, part * np.subtract(there, end))), ctrl=True)
        assert person.state.live.closed
    live = {name: (a, b) for name, a, b in person.state.live.lines}
    person.point(tuple(np.add(end, (3.0, 0.0, 2.0))), ctrl=True)
    assert not person.state.live.closed
    person.frame()
    person.press(person.point(there, ctrl=True), False, ctrl=True)
    assert person.state.live is None
    for name, ends in live.items():
        for anchor, place in zip(("start", "end"), ends, strict=True):
            assert person.desk.sketch.place(SketchAnchor(name, anchor)) == pytest.approx(place, abs=1e-6), name


def test_angle_stops_and_thickness_are_dragged_by_their_handles():
    person = four_bar()
    crank = next(iter(person.tables["joints"]))
    made = sketching.set_value(person.desk.sketch, ("joints", crank), "angle", "0 deg")
    person.desk.change(sketching.set_value(made, ("joints", crank), "range", '["-50 deg", "70 deg"]'), "stops")

    def handles():
        return {
            each.way: each
            for each in value_handles(person.desk.shown, person.state.selection, person.state.plane, person.view)
        }

    person.desk.select([("joints", crank)])
    found = handles()
    assert found.keys() == {"angle", "range.0", "range.1"}
    before, pin = person.desk.sketch.place(SketchAnchor("bar", "end")), found["angle"].centre
    for way, turn in (("angle", 20.0), ("range.1", -10.4)):
        handle = handles()[way]
        x, y, z = (a - b for a, b in zip(handle.place, pin, strict=True))
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        person.drag(handle.place, tuple(np.add(pin, (c * x - s * z, y, s * x + c * z))))
    joint = person.tables["joints"][crank]
    assert (joint["angle"], joint["range"]) == ("20 deg", ["-50 deg", "60 deg"])
    after = person.desk.sketch.place(SketchAnchor("bar", "end"))
    turned = [math.atan2(each[2] - pin[2], each[0] - pin[0]) for each in (before, after)]
    assert math.degrees(turned[1] - turned[0]) == pytest.approx(20.0, abs=1e-6)
    person.desk.select([("bodies", "bar_2")])
    handle = handles()["width"]
    person.drag(handle.place, tuple(np.add(handle.place, np.multiply(0.02, handle.across))))
    assert float(person.tables["bodies"]["bar_2"]["width"].split()[0]) == pytest.approx(handle.value + 0.04, abs=0.004)


def test_the_axis_of_a_joint_is_turned_by_its_arrow_to_those_of_the_world_and_by_steps_of_15_degrees():
    person = Person()
    for place in ((0.0, 0.0, 0.0), (0.3, 0.0, 0.0)):
        person.click(place)
    person.key("escape")
    person.desk.select([("joints", "A")])

    def arrow():
        handles = value_handles(person.desk.shown, person.state.selection, person.state.plane, person.view)
        return next((each for each in handles if each.way == "axis"), None)

    assert arrow() is None, "it points at the eye"
    person.camera.set_pose({"azimuth": -60.0, "elevation": 35.0})
    c, s = math.cos(math.radians(30.0)), math.sin(math.radians(30.0))
    for way, said in (((0.0, 0.0, 1.0), "z"), ((c, s, 0.0), [0.866025, 0.5, 0.0]), ((0.0, -1.0, 0.0), "-y")):
        handle = arrow()
        person.frame()
        length = math.dist(handle.place, handle.centre)
        person.drag(handle.place, tuple(np.multiply(length, way)))
        written = person.tables["joints"]["A"]["axis"]
        assert written == said if isinstance(said, str) else written == pytest.approx(said, abs=1e-5)
    assert len(person.session.undo.done) == 5


def test_other_tools_make_their_parts():
    person = four_bar()
    person.key("s")
    person.click((-0.2, 0.0, 0.2))
    person.click((0.0, 0.0, 0.6))
    (spring,) = person.tables["springs"].values()
    assert spring["between"] == ["bar", "ground"] and spring["from"] == "end"
    person.key("d")
    person.state.shape, person.state.size = "hoop", 0.1
    person.click((-0.4, 0.0, 0.0))
    assert person.tables["bodies"]["hoop"]["centre"] == pytest.approx([-0.4, 0.0, 0.0])
    assert {"fixed": ["bar", "hoop"]}.items() <= person.tables["joints"]["E"].items()
    person.key("g")
    person.click((0.4, 0.0, 0.0))
    assert "D" not in person.tables["joints"]
    assert person.session.run.workshop.check.freedom == 3
    person.desk.select([("springs", "spring")])
    person.key("delete")
    assert "springs" not in person.tables


def test_a_joint_gets_its_kind_by_a_digit():
    person = Person()
    person.key("d")
    person.state.size = 0.1
    person.click((0.0, 0.0, 0.2))
    person.key("j")
    person.click((0.0, 0.0, 0.2))
    person.click((0.0, 0.0, 0.2))
    assert person.tables["joints"]["A"]["hinge"] == ["ground", "box"]
    person.key("3")
    assert person.tables["joints"]["A"] == {"cylindrical": ["ground", "box"], "at": [0.0, 0.0, 0.2], "axis": "z"}
    assert person.session.run.workshop.check.freedom == 2


def test_cart_and_pole_in_thirteen_actions_and_a_new_machine():
    person = Person()
    person.key("d")
    person.click((0.0, 0.0, 0.0))
    person.key("j")
    person.click((0.0, 0.0, 0.0))
    person.click((0.0, 0.0, 0.0))
    person.key("2")
    person.key("b")
    person.click((0.0, 0.0, 0.0))
    person.click((0.0, 0.0, 0.5))
    person.key("escape")
    person.click((0.0, 0.0, 0.0))
    assert person.state.selection == (("joints", "B"),)
    person.type("5")
    person.play()
    assert person.count == 1 + 13
    assert person.tables == by_hand(CART)
    person.session.pause(True)
    person.desk.go_to_start()
    person.type("-30 deg")
    assert person.session.simulation.paused, "a space is typed, too"
    assert person.tables["joints"]["B"]["angle"] == "-30 deg"
    person.play()
    assert not person.session.simulation.paused and person.session.run.workshop.check.freedom == 2


def test_the_drawer_places_a_linkage_that_runs():
    person = Person()
    person.key("a")
    person.state.template = "four-bar"  # the drawer's card, the second action
    person.key("+", count=False)
    person.click((-0.3, 0.0, 0.1))
    check = person.session.run.workshop.check
    assert check.runnable and check.freedom == 1 and person.state.tool is Tool.SELECT
    assert person.state.opened
    rig = CameraRig(person.session)
    rig.keep_still(True)
    rig.shows = person.session.simulation
    for _ in range(2):
        rig.update(0.1)
    seen = [np.add(place, (0.0, 0.0, person.session.look.lift)) for place in check.anchors.values()]
    assert not person.state.opened and all(map(rig.lab.sees, seen)), "the whole of what is placed first"
    own = sketching.template("four-bar").check.made
    lengths = [math.dist(each.start, each.end) for each in own.bodies.values()]
    shown = [person.desk.shown.length(name) for name in check.made.bodies]
    assert shown == pytest.approx([1.25 * each for each in lengths])
    person.key("m")
    person.click((0.0, 0.0, 0.6))
    assert person.tables == by_hand(PLACED)
    assert person.count == 5 - 1 + 1, "with the new machine, without the card"


def test_a_preset_is_taken_apart():
    person = Workshop(Session(load("double-pendulum")))
    person.enter()
    assert person.works and person.sketch.check.freedom == 2
    assert "the same to" in str(person.state.message)


def test_a_chain_is_drawn_with_the_keyboard_alone():
    person = Person()
    for name in ("up", "up", "return", "down", "down", "down", "return", "right", "right", "return"):
        assert person.key(name)
    assert not person.state.gesture.typing
    assert [each["to"] for each in person.tables["bodies"].values()] == [[0.0, 0.0, -0.05], [0.1, 0.0, -0.05]]
    assert len(person.tables["joints"]) == 2


def test_digits_and_enter_without_a_part_neither_run_nor_type_anything():
    person = four_bar()
    assert not person.keys.take(Key("3", True, place="3"), bookmarks=(3,)), "a bookmark of the camera"
    assert person.key("4") and "click a part" in str(person.state.message)
    assert person.key("return") and person.session.simulation.paused and person.state.entry is None
    person.desk.select([("joints", "A")])
    assert person.key("return") and person.state.entry.word == "angle"


def test_the_camera_goes_to_what_an_edit_has_put_out_of_sight_once_the_gesture_has_ended():
    person = four_bar()
    rig = CameraRig(person.session)
    rig.keep_still(True)
    rig.update(0.1)
    rig.lab.zoom(8.0)
    rig.update(0.1)
    near = rig.lab.shown[2]
    person.desk.change(sketching.set_value(person.desk.sketch, ("joints", "A"), "torque", "0.3"), "torque")
    rig.update(0.1)
    assert rig.lab.shown[2] == near, "a number alone does not go farther away"
    far, _ = sketching.place_bar(person.desk.sketch, (0.0, 0.0, 0.5), (6.0, 0.0, 0.5))
    person.desk.change(far, "bar")
    person.state.press = Press(0.0, 0.0)
    rig.update(0.1)
    assert not rig.lab.sees(np.array((6.0, 0.0, 0.5 + person.session.look.lift)))
    person.state.press = None
    for _ in range(2):
        rig.update(0.1)
    assert rig.lab.sees(np.array((6.0, 0.0, 0.5 + person.session.look.lift)))


def test_a_tool_goes_back_to_the_start_of_a_run():
    person = four_bar()
    person.play()
    for _ in range(5):
        advancing.step(person.session)
    assert not person.desk.works
    assert not person.key("b"), "letters are the laboratory's while it runs"
    person.desk.use(Tool.BAR)
    assert person.session.simulation.tick == 0 and person.session.simulation.paused and person.desk.works


def test_a_run_that_is_stopped_becomes_the_start():
    person = four_bar()
    person.desk.change(sketching.set_value(person.desk.sketch, ("joints", "A"), "torque", "0.3"), "torque")
    for _ in range(100):
        advancing.step(person.session)
    y = list(person.session.simulation.y)
    assert max(abs(each) for each in y[3:6]) > 0.1, "it moves"
    person.desk.start_from_here()
    after = person.session.simulation
    assert after.tick == 0 and after.paused
    assert list(after.y[:6]) == pytest.approx(y[:6], abs=1e-7)


def test_a_loop_that_cannot_close_is_drawn_open_and_does_not_run():
    person = four_bar()
    person.desk.change(sketching.set_value(person.desk.sketch, ("joints", "A"), "angle", "180 deg"), "angle")
    assert not person.session.run.workshop.check.runnable
    gap = person.session.run.workshop.check.loops[0].gap
    assert f"{gap:.3f} m" in [each.text for each in person.frame().labels]
    with pytest.raises(BadInput, match="cannot be closed"):
        person.play()
    assert person.session.simulation.paused


def test_a_plane_that_is_seen_from_its_edge_takes_no_point():
    person = Person()
    person.state.plane = SketchPlane("x")
    before = person.session.run.workshop.sketch
    with pytest.raises(BadInput, match="from its edge"):
        person.click((0.0, 0.0, 0.3))
    assert "x–z" in str(person.state.message)
    assert person.session.run.workshop.sketch == before


def test_what_is_no_machine_cannot_be_built():
    person = Workshop(Session(Scene(system="euler-disk")))
    with pytest.raises(BadInput, match="euler-disk"):
        person.enter()


def test_in_a_window_a_change_comes_once_all_is_made_for_it(monkeypatch):
    """The thread that shows pictures does nothing that takes long; a later press finds the change there."""
    scene = Scene(system="machine", parameters={"machine": json.dumps(LINKAGE)}, integrator="gauss6")
    at_once, person = Person(scene), Person(scene, patient=True)
    threads, seen = [], Event()
    look = desk.look_for

    def noted(*given):
        threads.append(current_thread())
        assert current_thread() is main_thread() or seen.wait(60.0)
        return look(*given)

    joint, there = (0.3, 0.0, 0.4), (0.33, 0.0, 0.37)
    at_once.drag(joint, there)
    monkeypatch.setattr(desk, "look_for", noted)
    person.drag(joint, there)
    assert person.tables == LINKAGE
    assert person.state.live is not None, "the last picture of the drag stays"
    assert person.session.computing
    seen.set()
    person.frame()
    person.state.coming.wait()
    made = person.session.simulation.system
    person.pointer.work(person.view, SIZE)
    assert person.session.simulation.system is not made
    assert person.tables == at_once.tables
    assert person.state.live is None
    assert threads and current_thread() not in threads
    for each in (at_once, person):
        each.key("b")
        for place in ((-0.2, 0.0, 0.2), (-0.5, 0.0, 0.4), (-0.6, 0.0, 0.6), (-0.8, 0.0, 0.5)):
            each.click(place)
        each.key("escape")
    assert person.tables == at_once.tables, "each click finds what the one before has made"
    assert person.state.selection == at_once.state.selection
    for each in (at_once, person):
        each.key("delete")
        actions.perform(each.session, Action.UNDO)
    assert person.tables == at_once.tables
    assert np.array_equal(person.session.simulation.y, at_once.session.simulation.y)


def test_in_a_window_the_last_of_many_changes_of_one_number_counts():
    person = Person(sketching.template("four-bar").scene(), patient=True)
    for mass in range(2, 30):
        made = sketching.set_value(person.desk.sketch, ("bodies", "rocker"), "mass", str(mass))
        person.desk.change(made, f"mass of rocker {mass}")
    person.state.settle()
    assert person.tables["bodies"]["rocker"]["mass"] == 29
    assert len(person.session.undo.done) < 4, "of the others hardly any was made"
