"""Cards and tree of the workshop, clicked and typed into without a window."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.input import Button, Key, PointerMotion, Text
from game.model.messages import SaveRequest
from game.model.scene_marks import SceneMarks
from game.scenefile import sketching
from game.scenefile.sketch import Sketch, SketchAnchor
from game.session.session import Session
from game.session.undoing import undo
from game.session.workshop.copies import copy_selection
from game.session.workshop.desk import Workshop
from game.session.workshop.placing_hand import PlacingHand
from game.session.workshop.state import PlacedPoint, Tool
from game.ui.widgets.icons import Icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.workshop.card_items import NumberItem, PartCard
from game.ui.workshop.part_cards import shared_words, while_it_runs
from game.ui.workshop.part_tree import OTHERS
from game.ui.workshop.parts_drawer import PICTURES
from game.ui.workshop.sketch_values import SketchValues, entry_shown, number_shown
from physics import machines
from tools.drawn_texts import recorded
from tools.interface_driver import Driver
from tools.interface_views import four_bar

A = ("joints", "A")


@pytest.fixture
def driver() -> Iterator[Driver]:
    """Yield the workshop with a four-bar linkage, whose first joint is selected."""
    session = Session(scenefile.load("fast-cone"))
    made = Driver(session, (1280, 800), 1.0, "dark", SceneMarks())
    made.edit(Edit("machine", four_bar(0.8), "machine"))
    desk = Workshop(session)
    desk.enter()
    desk.select((A,))
    made.settle()
    yield made
    session.leave()
    made.interface.close()


def sketch_of(driver: Driver) -> Sketch:
    shown = driver.session.run.workshop
    assert shown is not None
    return shown.sketch


def joint(driver: Driver) -> dict[str, Any]:
    words: dict[str, Any] = sketch_of(driver).tables["joints"]["A"]
    return words


def type_into(driver: Driver, field: str, words: str) -> None:
    driver.click(f"parts/{field}")
    driver.interface.feed(Text(words))
    driver.settle()
    for down in (True, False):
        driver.interface.feed(Key("return", down))
        driver.settle()


def test_a_typed_number_is_written_as_it_was_typed_and_can_be_undone(driver: Driver) -> None:
    type_into(driver, "torque", "80 N cm")
    assert joint(driver)["torque"] == "80 N cm"
    type_into(driver, "angle", "25")
    assert joint(driver)["angle"] == "25 deg"
    type_into(driver, "rate", "-1,5")
    assert joint(driver)["rate"] == -1.5
    undo(driver.session)
    undo(driver.session)
    driver.settle()
    assert (joint(driver)["angle"], "rate" in joint(driver)) == ("10 deg", False)


def test_a_comma_is_a_decimal_mark_and_escape_gives_the_old_value_back(driver: Driver) -> None:
    driver.click("parts/torque")
    driver.interface.feed(Text("7"))
    driver.settle()
    for down in (True, False):
        driver.interface.feed(Key("escape", down))
        driver.settle()
    assert joint(driver)["torque"] == "0.6 N m"


def test_what_is_wrong_is_said_in_one_line_and_changes_nothing(driver: Driver) -> None:
    before = sketch_of(driver)
    type_into(driver, "damping", "-2")
    (said,) = driver.interface.report()["messages"]
    assert said.startswith("joint A: damping = -2") and "\n" not in said
    assert sketch_of(driver) == before


def test_switches_give_and_take_what_a_joint_has(driver: Driver) -> None:
    driver.click("parts/stops")
    assert joint(driver)["range"] == ["-45 deg", "45 deg"]
    type_into(driver, "range.1", "60")
    assert joint(driver)["range"] == ["-45 deg", "60 deg"]
    driver.click("parts/stops")
    driver.click("parts/spring")
    assert not {"range", "stiffness", "rest"} & joint(driver).keys()
    driver.click("parts/motor driven")
    assert joint(driver)["driven"] == {"speed": 1} and "torque" not in joint(driver)
    driver.click("parts/motor")
    assert "driven" not in joint(driver)


def test_a_line_is_dragged_to_a_value_in_its_unit_as_one_change(driver: Driver) -> None:
    count = len(driver.session.undo.done)
    driver.session.undo.held = True  # as the window sets it while a control is held
    left, _, right, bottom = driver.box("parts/torque")
    for down, x in ((True, 0.5), (True, 0.6), (True, 0.9), (False, 0.9)):
        at = left + x * (right - left), bottom - 3.0
        driver.interface.feed(PointerMotion(*at, 0, 0))
        driver.interface.feed(Button("left", down, *at))
        driver.settle()
    assert float(joint(driver)["torque"]) == pytest.approx(0.96, abs=0.1)
    assert len(driver.session.undo.done) == count + 1


def test_names_are_changed_in_the_tree_and_follow_everywhere(driver: Driver) -> None:
    Workshop(driver.session).select(())
    driver.settle()
    driver.click("part bar_2")
    assert driver.session.workshop.selection == (("bodies", "bar_2"),)
    driver.click("part bar_2")
    driver.interface.feed(Text("coupler"))
    driver.settle()
    for down in (True, False):
        driver.interface.feed(Key("return", down))
        driver.settle()
    tables = sketch_of(driver).tables
    assert "coupler" in tables["bodies"] and tables["joints"]["B"]["hinge"] == ["bar", "coupler"]
    assert driver.session.workshop.selection == (("bodies", "coupler"),)


def test_a_bar_has_a_length_that_moves_its_end_and_a_material_that_gives_its_mass(driver: Driver) -> None:
    Workshop(driver.session).select((("bodies", "bar_3"),))
    driver.settle()
    assert driver.box("part bar_3") is not None, "the tree scrolls to what is selected"
    type_into(driver, "length", "0.5")
    bar = sketch_of(driver).tables["bodies"]["bar_3"]
    assert math.dist(bar["from"], bar["to"]) == pytest.approx(0.5, rel=1e-9)
    driver.click("choose none")
    driver.click("option steel")
    bar = sketch_of(driver).tables["bodies"]["bar_3"]
    assert bar["material"] == "steel" and "density" not in bar


def test_bodies_are_kept_as_a_machine_that_the_drawer_places(driver: Driver, tmp_path: Path) -> None:
    desk = Workshop(driver.session)
    desk.select([("bodies", "bar"), ("bodies", "bar_2")])
    driver.settle()
    for down in (True, False):
        driver.interface.feed(Button("left", down, *driver.point("Keep these as a machine of mine")))
        driver.settle()
    (asked,) = [each for each in driver.interface.requests() if isinstance(each, SaveRequest)]
    path = tmp_path / "mine.toml"
    path.write_text(asked.text, "utf-8")
    kept = Sketch.of(scenefile.read(path))
    assert list(kept.tables["bodies"]) == ["bar", "bar_2"] and kept.check.freedom == 2 and kept.check.runnable
    driver.interface._desk.saved_in = lambda: tmp_path
    driver.click("tool parts")
    driver.click(f"card {path}")
    assert driver.session.workshop.template == str(path)
    PlacingHand(desk)._place_template(PlacedPoint((2.0, 0.0, 0.0)), keep=False)
    assert len(sketch_of(driver).tables["bodies"]) == 5


def test_a_row_is_dragged_to_another_place_of_its_table(driver: Driver) -> None:
    Workshop(driver.session).select(())
    driver.settle()
    assert list(sketch_of(driver).tables["bodies"]) == ["bar", "bar_2", "bar_3"]
    boxes = [driver.box(f"part {name}") for name in ("bar", "bar_2")]
    assert boxes[0] is not None and boxes[1] is not None
    (left, top, *_), (_, _, _, low) = boxes[0], boxes[1]
    for down, y in ((True, top + 4.0), (True, top + 20.0), (True, low - 3.0), (False, low - 3.0)):
        driver.interface.feed(PointerMotion(left + 20.0, y, 0, 0))
        driver.interface.feed(Button("left", down, left + 20.0, y))
        driver.settle()
    assert list(sketch_of(driver).tables["bodies"]) == ["bar_2", "bar", "bar_3"]
    assert driver.session.workshop.selection == (), "a drag is no click"
    undo(driver.session)
    assert list(sketch_of(driver).tables["bodies"]) == ["bar", "bar_2", "bar_3"]


def test_faults_have_buttons_that_mend_them(driver: Driver) -> None:
    desk = Workshop(driver.session)
    desk.use(Tool.SELECT)
    sketch, body = sketching.place_body(desk.sketch, "ball", (2.0, 0.0, 1.0), 0.1)
    desk.change(sketch, "ball")
    driver.settle()
    assert not sketch_of(driver).check.runnable
    with recorded() as texts:
        driver.frame()
    assert f'body "{body}" hangs on nothing' in " ".join(text.words for text in texts).replace("\n", " ")
    driver.click(f"cure fly {body}")
    assert sketch_of(driver).check.runnable
    assert sketch_of(driver).check.freedom == 7


def test_several_parts_are_changed_together(driver: Driver) -> None:
    Workshop(driver.session).select([("bodies", "bar"), ("bodies", "bar_3")])
    driver.settle()
    type_into(driver, "mass", "2 kg")
    bodies = sketch_of(driver).tables["bodies"]
    assert [bodies[name]["mass"] for name in ("bar", "bar_2", "bar_3")] == ["2 kg", 0.484, "2 kg"]
    assert len({entry.text for entry in driver.session.undo.done[-1:]}) == 1


def test_several_bodies_are_put_in_line_spaced_and_mirrored(driver: Driver) -> None:
    desk = Workshop(driver.session)
    made = desk.sketch
    for place in ((2.0, 0.0, 1.0), (2.5, 0.0, 1.3), (4.0, 0.0, 0.7)):
        made, _ = sketching.place_body(made, "ball", place, 0.1)
    desk.change(made, "balls")
    balls = [name for name, body in made.tables["bodies"].items() if body["shape"] == "ball"]
    desk.select([("bodies", name) for name in balls])
    driver.settle()
    driver.click("align along z")
    driver.click("space evenly along x")
    centres = [sketch_of(driver).check.anchors[name, "centre"] for name in balls]
    assert centres == [pytest.approx((x, 0.0, 1.0), abs=1e-12) for x in (2.0, 3.0, 4.0)]
    driver.click("mirrored copy along x")
    bodies = sketch_of(driver).tables["bodies"]
    assert sum(1 for body in bodies.values() if body["shape"] == "ball") == 6
    for _ in range(3):
        undo(driver.session)
    assert sketch_of(driver) == made


def test_numbers_change_while_the_machine_runs_and_time_goes_on(driver: Driver) -> None:
    driver.session.simulation.advance(50)
    driver.settle()
    assert driver.box("parts/stiffness") is not None and driver.box("parts/angle") is None
    type_into(driver, "torque", "0.9")
    assert driver.session.simulation.tick == 50
    assert driver.session.simulation.system.parameters["A.torque"] == 0.9
    assert float(joint(driver)["torque"]) == 0.9


def test_tools_and_drawers_are_clicked_and_a_joint_gets_its_kind_from_the_strip(driver: Driver) -> None:
    state = driver.session.workshop
    assert PICTURES.keys() == sketching.TEMPLATES.keys()
    driver.click("tool parts")
    driver.click("card leg")
    assert (state.tool, state.template) == (Tool.PARTS, "leg")
    driver.click("tool body")
    driver.click("card hoop")
    assert (state.tool, state.shape) == (Tool.BODY, "hoop")
    driver.click("tool joint")
    Workshop(driver.session).select((("joints", "C"),))
    driver.settle()
    driver.click("kind ball")
    assert "ball" in sketch_of(driver).tables["joints"]["C"]


def test_an_open_loop_is_closed_by_a_button(driver: Driver) -> None:
    Workshop(driver.session).change(four_bar(-0.4), "open")
    driver.settle()
    assert not sketch_of(driver).check.runnable
    driver.click("closes with bar_2")
    assert sketch_of(driver).check.runnable
    with recorded() as texts:
        driver.frame()
    assert any(text.words.startswith("A does not turn round") for text in texts)


def test_the_present_pose_becomes_the_start(driver: Driver) -> None:
    driver.session.simulation.advance(50)
    driver.session.pause(True)
    driver.settle()
    pose = list(driver.session.simulation.y)
    driver.click("start from here")
    assert driver.session.simulation.tick == 0
    assert driver.session.simulation.y[0] == pytest.approx(pose[0], rel=1e-9)


def test_a_joint_with_several_motions_has_lists_and_expressions_keep_their_commas(driver: Driver) -> None:
    type_into(driver, "torque", "atan2(A, 2)")
    assert joint(driver)["torque"] == "atan2(A, 2)"
    change = sketching.set_value(sketch_of(driver), A, "kind", "universal")
    Workshop(driver.session).change(change, "kind")
    driver.settle()
    type_into(driver, "rate", "0; 1,5 rad/s")
    assert joint(driver)["rate"] == [0.0, "1.5 rad/s"]
    assert "angle" not in joint(driver)


# Ropes, measures, ends, ties -----------------------------------------------------------------------------------


@pytest.fixture
def catapult() -> Iterator[Driver]:
    """Yield the workshop with the catapult, whose sling is selected, and all that its card has."""
    session = Session(scenefile.load("catapult"))
    made = Driver(session, (1280, 1400), 1.0, "dark", SceneMarks())
    desk = Workshop(session)
    desk.enter()
    desk.select((("ropes", "sling"),))
    made.settle()
    made.click("more of the part")
    yield made
    session.leave()
    made.interface.close()


def test_a_rope_gets_pegs_and_lets_go_elsewhere(catapult: Driver) -> None:
    def sling() -> Any:
        return sketch_of(catapult).tables["ropes"]["sling"]

    type_into(catapult, "lets_go.angle", "40")
    assert sling()["lets_go"]["angle"] == "40 deg"
    catapult.click("choose a joint")
    catapult.click("option height")
    assert sling()["lets_go"].keys() == {"body", "height"}
    assert sketch_of(catapult).check.runnable
    undo(catapult.session)
    catapult.settle()
    before = sketch_of(catapult)
    catapult.click("one more peg")
    type_into(catapult, "over.0.2", "0,9 m")
    assert sling()["over"][0][2] == "0.9 m" and len(sling()["over"]) == 1
    catapult.click("take the last peg away")
    assert sketch_of(catapult) == before
    catapult.click("parts/lets go")
    catapult.click("parts/always taut")
    assert "lets_go" not in sling() and sling()["taut"] is True


def test_what_is_measured_and_where_the_run_ends_is_made_and_changed_by_cards(catapult: Driver) -> None:
    catapult.click("measure its pull")
    (part,) = catapult.session.workshop.selection
    assert part == ("measures", "pull_2")
    assert sketch_of(catapult).tables["measures"]["pull_2"] == {"pull": "sling"}
    Workshop(catapult.session).select((("measures", "height"),))
    catapult.settle()
    catapult.click("choose stone.centre")
    catapult.click("option arm.end")
    catapult.click("choose height")
    catapult.click("option speed")
    assert sketch_of(catapult).tables["measures"]["height"] == {"speed": "arm.end"}
    Workshop(catapult.session).select((("ends", "ground"),))
    catapult.settle()
    catapult.click("choose a height")
    catapult.click("option joint")
    type_into(catapult, "angle", "-1 rad")
    end = sketch_of(catapult).tables["ends"]["ground"]
    assert end == {"joint": "beam", "angle": "-1 rad"}
    assert sketch_of(catapult).check.runnable
    type_into(catapult, "angle", str(sketch_of(catapult).tables["joints"]["beam"]["angle"]))
    assert any("the start is at" in each for each in catapult.interface.report()["messages"])
    assert sketch_of(catapult).tables["ends"]["ground"] == end


def test_two_joints_are_tied_and_a_body_gets_the_inertia_that_it_has(driver: Driver) -> None:
    desk = Workshop(driver.session)
    desk.change(sketching.template("chain", 2), "two bars")
    joints = sketch_of(driver).tables["joints"]
    desk.select([("joints", name) for name in joints])
    driver.settle()
    driver.click("coupling of their energy")
    assert driver.session.workshop.selection == (("couplings", "coupling"),)
    type_into(driver, "stiffness", "0,25")
    assert sketch_of(driver).tables["couplings"]["coupling"] == {"joints": list(joints), "stiffness": 0.25}
    assert sketch_of(driver).check.made.machine.couplings[0].stiffness == 0.25
    body = next(iter(sketch_of(driver).tables["bodies"]))
    found = sketch_of(driver).check.made.bodies[body].inertia
    desk.select((("bodies", body),))
    driver.settle()
    driver.click("more of the part")
    driver.click("parts/inertia given")
    given = sketch_of(driver).check.made.bodies[body].inertia
    assert given == pytest.approx(found, rel=1e-8) and "inertia" in sketch_of(driver).tables["bodies"][body]
    type_into(driver, "inertia.1", "5")
    assert sketch_of(driver).tables["bodies"][body]["inertia"][1] != 5, "more than the others together: refused"


def test_of_several_parts_the_numbers_that_change_while_it_runs_are_offered() -> None:
    sketch = sketching.template("four-bar")
    crank, rocker = ("bodies", "crank"), ("bodies", "rocker")
    card = PartCard(("", ""), Icon.LIST, "2 parts", "", shared_words((crank, rocker), SketchValues(sketch.tables)))
    ways = (("bodies", "crank", "mass"), ("bodies", "rocker", "mass"), ("bodies", "crank", "width"))
    kept = while_it_runs(card, ways, (crank, rocker)).items
    assert [each.way for each in kept if isinstance(each, NumberItem)] == ["mass"] and len(kept) == 1
    assert while_it_runs(card, ways[:1], (crank, rocker)).items == ()


def test_what_is_redundant_in_a_closed_loop_is_folded(driver: Driver) -> None:
    (loop,) = sketch_of(driver).check.loops
    assert loop.independent < loop.equations
    for count in (0, 1, 0):
        with recorded() as texts:
            driver.settle()
        said = {each.words for each in texts if "5 equations, 2 independent" in each.words}
        assert len(said) == count
        driver.click("checks/loop B A D C")
    assert driver.interface.free[2] * 1280 < BOXES.found["checks"][0], "the machine is beside them"


def test_every_table_of_parts_has_rows_and_cards() -> None:
    others = set(machines.TABLES) - {"bodies", "joints", "gravity", "air_density", "wind"}
    assert set(OTHERS) == others


def test_a_rack_is_seen_copied_and_deleted(driver: Driver) -> None:
    given = {
        "bodies": {
            "wheel": {"shape": "disk", "radius": 0.1, "mass": 1.0, "centre": [0, 0, 0]},
            "bar": {"shape": "point", "mass": 1.0, "centre": [0, 0, -0.1]},
        },
        "joints": {
            "hub": {"hinge": ["ground", "wheel"], "at": [0, 0, 0], "axis": "y"},
            "rail": {"slider": ["ground", "bar"], "at": [0, 0, -0.1], "axis": "x"},
        },
        "racks": {"teeth": {"joints": ["rail", "hub"], "radius": 0.1}},
    }
    made = Sketch(json.dumps(given), Sketch.new("machine").rest)
    driver.edit(Edit("machine", made, "machine"))
    desk, part = Workshop(driver.session), ("racks", "teeth")
    assert desk.sketch.check.faults == ()
    desk.select((part,))
    with recorded() as texts:
        driver.settle()
    said = [text.words for text in texts]
    assert "teeth" in said
    assert "radius" in said
    copy_selection(desk, driver.session)
    driver.settle()


def test_strips_choose_the_kind_of_a_tie_and_how_copies_lie_and_a_rope_lets_go(driver: Driver) -> None:
    desk = Workshop(driver.session)
    anchor, ground = SketchAnchor("bar_2", "centre"), SketchAnchor("ground", (0.0, 0.0, 1.5))
    sketch, name = sketching.connect(desk.sketch, "springs", anchor, ground)
    desk.change(sketch, "spring")
    desk.select([("springs", name)])
    driver.settle()
    driver.click("tie ropes")
    (rope,) = sketch_of(driver).tables["ropes"]
    assert "springs" not in sketch_of(driver).tables
    driver.click("parts/lets go")
    assert sketch_of(driver).tables["ropes"][rope]["lets_go"] == {"joint": "B", "angle": "90 deg"}
    desk.select([("bodies", "bar")])
    driver.settle()
    driver.click("parts/ends the run")
    type_into(driver, "ends", "-20 cm")
    assert list(sketch_of(driver).tables["ends"].values()) == [{"body": "bar", "height": "-20 cm"}]
    desk.select([("bodies", "bar")])
    copy_selection(desk, driver.session)
    driver.settle()
    count = len(driver.session.undo.done)
    driver.click("copies 3")
    assert len(sketch_of(driver).tables["bodies"]) == 5
    assert len(driver.session.undo.done) == count, "laid out anew, as one change"


def test_what_is_no_machine_is_taken_apart_only_when_asked() -> None:
    session = Session(scenefile.load("double-pendulum"))
    made = Driver(session, (1280, 800), 1.0, "dark", SceneMarks())
    try:
        made.settle()
        Workshop(session).toggle()
        made.settle()
        assert not session.workshop.active and session.run.workshop is None
        made.click("Take a copy apart")
        assert session.workshop.active and len(sketch_of(made).tables["bodies"]) == 2
        undo(session)
        assert session.simulation.system.name == "double-pendulum"
    finally:
        session.leave()
        made.interface.close()


def test_what_rounding_leaves_of_zero_is_shown_as_zero() -> None:
    assert number_shown(5e-16, "m", "cm") == "0" and number_shown(-4e-15, "rad", "deg") == "0"
    assert number_shown(2e-6, "m", "m") == "2×10⁻⁶"
    assert entry_shown([0.25, -5e-16, "3*L"]) == "[0.25, 0, 3*L]"
