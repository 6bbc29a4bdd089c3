"""Machines that a person makes in the workshop, by pointer and keys alone: actions counted, and the file compared.

The person is that of `workshop_person`. What is made has the accelerations, or the motion, of the preset or of tables
written by hand, with the same numbers.
"""

from __future__ import annotations

import json
from array import array
from copy import deepcopy

import pytest

import physics
from game.scenefile import load, sketching
from game.scenefile.sketch import Sketch
from game.session.workshop import gestures
from game.session.workshop.state import Tool
from physics.core.system import Floats
from tests.game.session.workshop_person import Person


def machine_of(tables):
    return physics.system("machine", {"machine": json.dumps(tables)})


def acceleration(tables, joint, ending="", **words):
    """Return the acceleration of a joint of a machine, with other words of it, at the start."""
    tables = deepcopy(dict(tables))
    tables["joints"][joint].update(words)
    made = machine_of(tables)
    place = [each.name for each in made.variables].index(f"{joint}{ending}_rate")
    y: Floats = memoryview(array("d", made.start()))
    slope: Floats = memoryview(array("d", bytes(8 * len(y))))
    made.rate(0.0, y, made.p, slope)
    return slope[place]


def by_hand(preset):
    return Sketch.of(load(preset)).copied()


def places(tables, names, seconds=0.1, dt=1e-3):
    """Return where bodies are after a time, from a run with the classical Runge-Kutta method."""
    run = physics.Simulation(machine_of(tables), "rk4", dt=dt)
    run.advance(round(seconds / dt))
    bodies = {each.name: each.position for each in run.system.bodies(run.y)}
    return [float(each) for name in names for each in bodies[name]]


class Builder(Person):
    """The person, with the drawer and the strips of the window, a click on which is an action, too."""

    def __init__(self):
        super().__init__()
        self.count = 0  # the rows begin in an empty machine
        self.key("escape", count=False)

    def card(self, name):
        self.count += 1
        if self.state.tool is Tool.PARTS:
            self.state.template = name
        else:
            self.state.shape = name

    def kind(self, name):
        """Click a kind in the strip: of a joint, or of a tie."""
        self.count += 1
        (part,) = self.state.selection
        if part[0] == "joints":
            made = gestures.kind(self.desk.sketch, part[1], name, self.state.plane.along)
        else:
            made = gestures.tie_kind(self.desk.sketch, part, name)
        self.desk.take_over(made, select=True)

    def say(self, *words):
        """Type values into the card of what is selected, or click a switch of it."""
        self.count += 1
        (part,) = self.state.selection
        made = self.desk.sketch
        for word, text in words:
            made = sketching.set_value(made, part, word, text)
        self.desk.change(made, "card")

    def here(self, place, key):
        """Press a key while the pointer is at a place."""
        self.point(place)
        return self.key(key)


def test_an_engine_with_a_flywheel_in_nine_actions():
    person = Builder()
    person.key("a")
    person.card("slider-crank")
    person.click((0.0, 0.0, 0.0))
    person.key("d")
    person.card("hoop")
    person.click((0.0, 0.0, 0.0))
    assert person.tables["bodies"]["hoop"]["axis"] == "-y"
    person.click((0.0, 0.0, 0.0))
    assert person.state.selection == (("joints", "A"),)
    person.type("0.6 N m")
    person.play()
    assert person.count == 9 and not person.session.simulation.paused
    hoop, hand = person.tables["bodies"]["hoop"], by_hand("engine")
    hand["bodies"]["flywheel"] |= {"radius": hoop["radius"], "mass": hoop["mass"]}
    hand["bodies"]["crank"]["width"], hand["bodies"]["rod"]["width"] = 0.03, 0.0175
    for angle, rate in ((30.0, 0.0), (100.0, 7.0), (250.0, -3.0)):
        start = {"angle": f"{angle} deg", "rate": rate, "torque": 0.6}
        ours, theirs = acceleration(person.tables, "A", **start), acceleration(hand, "shaft", **start)
        assert ours == pytest.approx(theirs, rel=1e-11)


def test_a_leg_in_four_actions():
    person = Builder()
    person.key("a")
    person.card("leg")
    person.click((0.0, 0.0, 0.0))
    person.play()
    assert person.count == 4 and not person.session.simulation.paused
    assert person.tables == by_hand("jansen-leg")
    assert person.session.scene.title == person.desk.sketch.rest.title == "Leg"


def test_a_governor_in_six_actions():
    person = Builder()
    person.key("a")
    person.card("governor")
    person.click((0.0, 0.0, 0.0))
    person.click((0.0, 0.0, -0.6))
    assert person.state.selection == (("joints", "turning"),)
    person.type("17 rad/s")
    person.play()
    assert person.count == 6 and not person.session.simulation.paused
    hand = by_hand("governor")
    hand["joints"]["turning"]["rate"] = "17 rad/s"
    assert person.tables == hand


def test_a_catapult_in_six_actions():
    person = Builder()
    person.key("a")
    person.card("catapult")
    person.click((0.2, 0.0, 0.0))
    person.click((-0.8, 0.0, 0.65))
    assert person.state.selection == (("bodies", "stone"),)
    person.type("0.12")
    person.play()
    assert person.count == 6 and not person.session.simulation.paused
    hand = by_hand("catapult")
    hand["bodies"]["stone"]["mass"] = 0.12
    shifted = acceleration(person.tables, "beam"), acceleration(person.tables, "beam", angle="40 deg", rate=2.0)
    assert shifted == pytest.approx((acceleration(hand, "beam"), acceleration(hand, "beam", angle="40 deg", rate=2.0)))


def test_a_wheel_on_a_cord_in_seventeen_actions():
    person = Builder()
    top, eye, end, middle = (0.0, 0.0, 0.5), (0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (0.15, 0.0, 0.0)
    person.key("b")
    for place in (top, eye, end):
        person.click(place)
    person.key("escape")
    person.click((0.0, 0.0, 0.25))
    person.type("0")
    person.click(top)
    person.kind("universal")
    person.click(eye)
    person.kind("ball")
    person.key("d")
    person.card("hoop")
    person.key("x")
    person.here(middle, "j")
    person.type("40 rad/s")
    person.play()
    assert person.count == 17 and not person.session.simulation.paused
    bodies = person.tables["bodies"]
    hand = {
        "bodies": {
            "cord": {"shape": "bar", "from": list(top), "to": list(eye), "mass": 0},
            "axle": {"shape": "bar", "from": list(eye), "to": list(end), "mass": bodies["bar_2"]["mass"]},
            "wheel": {"shape": "hoop", "centre": list(middle), "axis": "x", "radius": bodies["hoop"]["radius"],
                      "mass": bodies["hoop"]["mass"]},
        },
        "joints": {
            "hook": {"universal": ["ground", "cord"], "at": list(top), "axes": ["x", "y"]},
            "eye": {"ball": ["cord", "axle"], "at": list(eye)},
            "hub": {"hinge": ["axle", "wheel"], "at": list(middle), "axis": "x", "rate": 40},
        },
    }  # fmt: skip
    ours, theirs = places(person.tables, ("bar_2", "hoop")), places(hand, ("axle", "wheel"))
    assert ours == pytest.approx(theirs, abs=1e-9)
    assert abs(ours[1]) > 1e-4, "it goes round the cord"


def test_wilberforces_pendulum_in_thirteen_actions():
    person = Builder()
    bob, hook = (0.0, 0.0, 0.0), (0.0, 0.0, 0.5)
    person.key("d")
    person.card("cylinder")
    person.click(bob)
    person.key("j")
    person.click(bob)
    person.key("3")
    (joint,) = person.tables["joints"]
    assert person.tables["joints"][joint] == {"cylindrical": ["ground", "cylinder"], "at": [*bob], "axis": "z"}
    person.key("s")
    person.drag((0.0, 0.0, 0.1), hook)
    person.type("0.125 N m")
    person.type("0.3 N")
    person.key("escape")
    person.drag((0.0, 0.0, -0.05), (0.0, 0.0, -0.15))
    person.play()
    assert person.count == 13 and not person.session.simulation.paused
    tables = person.tables
    assert tables["couplings"] == {"helix": {"joint": joint, "stiffness": "0.3 N"}}
    assert tables["joints"][joint]["stiffness"] == [0, "0.125 N m"]
    assert float(tables["joints"][joint]["position"].removesuffix(" m")) == pytest.approx(-0.1, abs=1e-3), "pulled down"
    (spring,), body = tables["springs"].values(), tables["bodies"]["cylinder"]
    inertia = 0.5 * body["mass"] * body["radius"] * body["radius"]
    values = {"mass": body["mass"], "inertia": inertia, "stiffness": spring["stiffness"], "torsion": 0.125}
    same = physics.system("wilberforce", values | {"coupling": 2.0 * 0.3})
    # Its place of rest is where k z + e theta = -m g and e z + delta theta = 0.
    det = spring["stiffness"] * 0.125 - 0.3 * 0.3
    rest = -0.125 * body["mass"] * 9.81 / det, 0.3 * body["mass"] * 9.81 / det
    for way, twist in ((-0.1, 0.0), (-0.05, 0.7), (0.02, -1.5)):
        y: Floats = memoryview(array("d", [way - rest[0], twist - rest[1], 0.0, 0.0]))
        slope: Floats = memoryview(array("d", bytes(32)))
        same.rate(0.0, y, same.p, slope)
        start = {"position": way, "angle": twist}
        found = [acceleration(tables, joint, ending, **start) for ending in ("_way", "_angle")]
        assert found == pytest.approx(list(slope[2:]), rel=1e-11)


def test_a_governor_of_ones_own_in_twenty_seven_actions():
    person = Builder()
    foot, head, top = (0.0, 0.0, -0.5), (0.0, 0.0, 0.0), (0.0, 0.0, 0.1)
    ball, sleeve = (0.15, 0.0, -0.2), (0.0, 0.0, -0.4)
    person.key("b")
    person.click(foot)
    person.click(top)
    person.key("escape")
    person.click(foot)
    person.type("17 rad/s")
    person.key("j")
    person.key("z")
    person.key("b")
    person.click(head)
    person.click(ball)
    person.key("d")
    person.card("ball")
    person.click(ball)
    person.key("d")
    person.card("box")
    person.here(sleeve, "j")
    person.kind("slider")
    (lift,) = (name for name, each in person.tables["joints"].items() if "slider" in each)
    assert person.tables["joints"][lift]["axis"] == "z", "along the spindle"
    person.key("s")
    person.drag(ball, sleeve)
    person.kind("rods")
    person.key("escape")
    person.click((0.075, 0.0, -0.1))
    person.click((0.21, 0.0, -0.24), shift=True)
    assert person.state.selection == (("bodies", "bar_2"), ("bodies", "ball"))
    person.key("d", ctrl=True)
    person.key("2")
    person.play()
    assert person.count == 27 and not person.session.simulation.paused
    check, tables = person.session.run.workshop.check, person.tables
    assert check.freedom == 2 and len(tables["rods"]) == 2
    masses = {name: each["mass"] for name, each in tables["bodies"].items()}
    box = tables["bodies"]["box"]["size"]
    sides = {"": ball, "_2": (-0.15, 0.0, -0.2)}
    hand = {
        "bodies": {
            "spindle": {"shape": "bar", "from": list(foot), "to": list(top), "mass": masses["bar"]},
            "sleeve": {"shape": "box", "centre": list(sleeve), "size": box, "mass": masses["box"]},
        },
        "joints": {
            "turning": {"hinge": ["ground", "spindle"], "at": list(foot), "axis": "z", "rate": 17},
            "lift": {"slider": ["spindle", "sleeve"], "at": list(sleeve), "axis": "z"},
        },
        "rods": {},
    }  # fmt: skip
    for k, place in sides.items():
        hand["bodies"][f"arm{k}"] = {"shape": "bar", "from": list(head), "to": list(place), "mass": masses["bar_2"]}
        size = tables["bodies"]["ball"]["radius"]
        hand["bodies"][f"ball{k}"] = {"shape": "ball", "centre": list(place), "radius": size, "mass": masses["ball"]}
        hand["joints"][f"out{k}"] = {"hinge": ["spindle", f"arm{k}"], "at": list(head), "axis": "-y"}
        hand["joints"][f"grip{k}"] = {"fixed": [f"arm{k}", f"ball{k}"], "at": list(place)}
        hand["rods"][f"rod{k}"] = {"between": [f"arm{k}", "sleeve"], "from": list(place), "to": list(sleeve)}
    assert acceleration(tables, lift) == pytest.approx(acceleration(hand, "lift"), rel=1e-9)


def test_a_catapult_of_ones_own_in_nineteen_actions():
    person = Builder()
    pivot, tip, stone = (0.0, 0.0, 0.4), (-0.5, 0.0, 0.4), (-0.5, 0.0, 0.1)
    person.key("b")
    person.click(pivot)
    person.click(tip)
    person.key("escape")
    person.click(pivot)
    person.type("-4 N m")
    person.key("d")
    person.card("ball")
    person.click(stone)
    person.type("0.1 kg")
    person.say(("ends", "0"))
    person.key("j")
    person.click(stone)
    person.key("1")
    person.say(("kind", "planar"))
    person.key("r")
    person.drag(tip, stone)
    (beam,) = (name for name, each in person.tables["joints"].items() if "hinge" in each)
    person.say(("lets_go", json.dumps({"joint": beam, "angle": "-90 deg"})))
    person.play()
    assert person.count == 19 and not person.session.simulation.paused
    tables = person.tables
    hand = {
        "bodies": {
            "arm": {"shape": "bar", "from": list(pivot), "to": list(tip), "mass": tables["bodies"]["bar"]["mass"]},
            "stone": {"shape": "ball", "centre": list(stone), "radius": 0.1, "mass": 0.1},
        },
        "joints": {
            "beam": {"hinge": ["ground", "arm"], "at": list(pivot), "axis": "y", "torque": 4},
            "fly": {"planar": ["ground", "stone"], "axis": "-y"},
        },
        "ropes": {
            "sling": {"between": ["arm", "stone"], "from": "end", "lets_go": {"joint": "beam", "angle": "90 deg"}},
        },
        "ends": {"ground": {"height": 0, "body": "stone"}},
    }  # fmt: skip
    ours, theirs = places(tables, ("bar", "ball"), 1.7, 2e-3), places(hand, ("arm", "stone"), 1.7, 2e-3)
    assert ours == pytest.approx(theirs, abs=1e-6)
    assert ours[5] == pytest.approx(0.0, abs=1e-4), "it has landed, and stays"
    assert abs(ours[3]) > 1.0
