"""Each fault that a machine can have, made by hand: its line, its marks in the picture, and no run.

Some are refused by the gesture that would make them; of the others the machine is drawn as it is.
"""

from __future__ import annotations

import re
from copy import deepcopy

import pytest

from game.model.words import tr, use_language
from game.scenefile import sketching
from game.scenefile.sketch import SketchAnchor
from game.session.workshop import gestures
from game.session.workshop.workshop_marks import RED
from physics import BadInput
from tests.game.session.test_workshop import LINKAGE, four_bar
from tests.game.session.workshop_person import Person

END, MIDDLE = (0.3, 0.0, 0.3), (0.15, 0.0, 0.15)


def one_bar():
    """A person with one bar, hinged to the ground at the origin, and no tool in hand."""
    person = Person()
    for place in ((0.0, 0.0, 0.0), END):
        person.click(place)
    person.key("escape")
    return person


def written(change):
    """A person who opens the linkage from a file with a slip."""
    tables = deepcopy(LINKAGE)
    change(tables)
    person = Person()
    person.desk.change(person.desk.sketch.with_tables(tables), "opened")
    return person


def kind_of_joint(person, name, kind):
    person.desk.take_over(gestures.kind(person.desk.sketch, name, kind, person.state.plane.along))
    return person


def set_value(person, part, word, text):
    """Type a value into a card."""
    person.desk.change(sketching.set_value(person.desk.sketch, part, word, text), "card")
    return person


def typed(person, *values):
    """Select parts, each by a name of its table, and type a value of each."""
    for part, text in values:
        person.desk.select([part])
        person.type(text)
    return person


def at(person, key, *places):
    """Take a tool and click."""
    person.key(key)
    for place in places:
        person.click(place)
    return person


def light_point():
    person = at(typed(one_bar(), (("bodies", "bar"), "0")), "d")
    person.state.shape = "point"
    person.click(END)
    return kind_of_joint(person, list(person.tables["joints"])[-1], "ball")


def end_onto_start():
    person = four_bar()
    person.desk.select([("bodies", "bar_2")])
    person.drag((0.3, 0.0, 0.4), (-0.2, 0.0, 0.2))
    return person


def chain(count):
    person = Person()
    sketch = person.desk.sketch
    for k in range(count):
        on = SketchAnchor("bar" if k == 1 else f"bar_{k}", "end") if k else None
        sketch, _ = sketching.place_bar(sketch, (0.1 * k, 0.0, 0.0), (0.1 * k + 0.1, 0.0, 0.0), from_anchor=on)
    person.desk.change(sketch, "chain")
    return person


def joints(names, text):
    return [(("joints", name), text) for name in names]


SHOWN = [
    (lambda: written(lambda t: t["joints"]["D"].update(hinge=["ground", "bar_4"])),
     "joint D: body 'bar_4' is unknown, did you mean \"bar_3\"?"),
    (lambda: written(lambda t: t["bodies"]["bar"].update(shape="bat")), "bar: shape 'bat' is unknown, did you mean"),
    (lambda: written(lambda t: t["joints"]["B"].update(at="top, start")), "joint B: bar has no anchor 'top'; it has"),
    (lambda: written(lambda t: t["joints"]["D"].update(hinj=t["joints"]["D"].pop("hinge"))),
     "joint D: 'hinj' is unknown, did you mean \"hinge\"?"),
    (lambda: written(lambda t: t["joints"]["A"].pop("axis")), "joint A: hinge without an axis; needs axis"),
    (lambda: at(four_bar(), "d", (0.1, 0.0, 0.7)), 'body "box" hangs on nothing; join it to another body or to'),
    (lambda: typed(one_bar(), (("bodies", "bar"), "0")), "joint A: no mass resists it; give the body behind it"),
    (light_point, "joint B: no mass resists it; give the body behind it a mass or an inertia, or a point mass another"),
    (lambda: typed(four_bar(), (("joints", "A"), "180")), 'the loop through "C" cannot be closed: 0.06898 m remain'),
    (lambda: typed(four_bar(), *joints("AD", "3 rad/s")), "the given rates contradict each other: A, D"),
    (lambda: at(one_bar(), "g", END), "nothing can move: as many equations as coordinates (over-constrained)"),
    (lambda: chain(41), "bodies: 41; at most 40"),
    (lambda: typed(four_bar(), *joints("ABCD", "0 deg")),
     "joint C: closes a loop in which every other joint has values, too; take angle away"),
]  # fmt: skip
REFUSED = [
    (lambda: at(one_bar(), "j", END, MIDDLE), "a joint needs two bodies; both anchors are of bar"),
    (lambda: set_value(kind_of_joint(one_bar(), "A", "universal"), ("joints", "A"), "axes", '["x", "x"]'),
     "joint A: axes are parallel; must point in two directions"),
    (end_onto_start, "bar_2: from and to are one point; must be apart"),
    (lambda: at(Person(), "b", END, END), "a bar from a point to the same point has no length"),
    (lambda: typed(four_bar(), (("bodies", "bar_2"), "-1")), "bar_2: mass = -1 kg: must be from 0 to"),
    (lambda: set_value(four_bar(), ("bodies", "bar"), "inertia", "[1, 1, 3]"),
     "bar: inertia: 3 > 1 + 1 kg m²; the greatest principal moment must be at most the sum of the others"),
]  # fmt: skip


def in_french(line):
    use_language("fr")
    try:
        return tr(line)
    finally:
        use_language("en")


@pytest.mark.parametrize(("made", "line"), SHOWN)
def test_a_fault_is_told_and_marked_and_play_is_refused(made, line):
    person = made()
    check = person.session.run.workshop.check
    assert check.faults[0].line.startswith(line) and in_french(check.faults[0].line) != check.faults[0].line
    about = [part for part in check.faults[0].parts if part[0] in ("bodies", "joints")]
    red = [each for each in person.frame().curves if each.color == RED]
    assert bool(red) == bool(about and "anchor" not in line), "what it is about is red, unless nothing says where it is"
    with pytest.raises(BadInput, match=re.escape(line)):
        person.play()
    assert person.session.simulation.paused


@pytest.mark.parametrize(("made", "line"), REFUSED)
def test_what_a_gesture_would_break_is_refused_in_one_line(made, line):
    with pytest.raises(BadInput) as refused:
        made()
    assert str(refused.value).startswith(line) and "\n" not in str(refused.value)
    assert in_french(str(refused.value)) != str(refused.value)


def test_what_hangs_on_nothing_is_put_elsewhere_by_a_drag():
    person = at(one_bar(), "d", (0.1, 0.0, 0.6))
    person.drag((0.1, 0.0, 0.6), (0.4, 0.0, -0.2))
    assert person.tables["bodies"]["box"]["centre"] == pytest.approx([0.4, 0.0, -0.2], abs=1e-9)
    at(person, "b", (-0.4, 0.0, 0.2), (-0.2, 0.0, 0.4))
    person.key("escape")
    person.desk.select([("joints", "B")])
    person.desk.delete()
    person.drag((-0.3, 0.0, 0.3), (-0.5, 0.0, 0.5))
    assert person.tables["bodies"]["bar_2"]["from"] == pytest.approx([-0.6, 0.0, 0.4], abs=1e-9)
    assert person.tables["bodies"]["bar_2"]["to"] == pytest.approx([-0.4, 0.0, 0.6], abs=1e-9)
    person.frame()
