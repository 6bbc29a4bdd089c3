"""Numbers typed in a page: those of the program, to the last bit, whatever is changed together."""

import base64
import json
import random
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from game.export import live_run
from game.export.live_run import Sliding
from game.export.page_numbers import energy_formulas, typed_numbers
from game.export.sections import Sections
from game.scenefile.loading import presets
from game.session.open_scene import load
from physics import BadInput
from physics.core.formulas import CALLS
from tests.presets import system_of

SCRIPT = Path(__file__).with_name("type_numbers.mjs")
ESBUILD = Path(__file__).parents[3] / "web" / "node_modules" / "esbuild"
SAMPLE = (
    "asymmetric-top", "bungee", "coin", "double-pendulum", "euler-disk", "gimbals", "rattleback", "trebuchet",
    "recipe", "wing-nut",
)  # fmt: skip
CHANGES = 9

needs_node = pytest.mark.skipif(
    not (shutil.which("node") and ESBUILD.is_dir()), reason="no Node.js or esbuild (npm install in web/)"
)


def sliders(system):
    """Return all parameters of which some values are accepted, whether or not the picture changes with them."""
    every = (Sliding(field, live_run._accepted(system, field)) for field in system.applicable().values())
    return [each for each in every if live_run._moves(system, each.made)]


def numbers_of_page(system, sections):
    """Return the numbers of a page, without its methods, and the names of those that are typed."""
    sliding = sliders(system)
    starts = {each.name: live_run._made_starts(system, each) for each in live_run.entries(system)}
    typed = typed_numbers(system, {each.field.name: each.made for each in sliding}, starts, sections)
    described = [live_run._parameter_slider(system, each, sections, typed.names) for each in sliding]
    begun = [live_run._start_slider(system, each, sections, typed.names) for each in live_run.entries(system)]
    motion = {
        "formulas": typed.described, "parameters": described, "starts": [each for each in begun if each],
        "fixed": [], "order": list(system.applicable()), "variables": [each.name for each in system.variables],
        "p": sections.add(system.p, "f8"), "s": sections.add(system.pose_numbers, "f8"),
        "start": sections.add(system.start(), "f8"),
    }  # fmt: skip
    return motion, typed.names


def random_changes(motion, typed, chance):
    """Return changes of one to three parameters and sometimes of initial values, at last an angle beside a place."""
    found = []
    parameters = [each for each in motion["parameters"] if each["name"] in typed]
    starts = [each for each in motion["starts"] if each["name"] in typed]
    for k in range(CHANGES):
        some = chance.sample(parameters, min(len(parameters), 1 + k % 3))
        begun = starts[2:4] if k == CHANGES - 1 else chance.sample(starts, min(len(starts), k % 3))
        found.append({name: {each["name"]: chance.uniform(each["stops"][0], each["stops"][-1]) for each in chosen}
                      for name, chosen in (("set", some), ("start", begun))})  # fmt: skip
    return found


def answers(asked):
    done = subprocess.run(
        ["node", SCRIPT], input="".join(json.dumps(each) + "\n" for each in asked), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def bits(numbers):
    return [struct.pack(">d", each).hex() for each in numbers]


def outcome(system, change, found):
    """Return "same", "refused" by the page alone or by both, or "different"."""
    try:
        made = system.replace(change["set"], change["start"])
    except (BadInput, ArithmeticError, ValueError):
        return "refused by both" if found["refused"] else "different"
    if found["refused"]:
        return "refused"
    same = [found["p"], found["s"], found["y"]] == [bits(made.p), bits(made.pose_numbers), bits(made.start())]
    return "same" if same else "different"


def outcomes(names):
    chance, asked, systems, changes = random.Random(1), [], [], []
    for name in names:
        system, sections = load(name).simulation().system, Sections()
        motion, typed = numbers_of_page(system, sections)
        systems.append(system)
        changes.append(random_changes(motion, typed, chance) if typed else [])
        parts = base64.b64encode(b"".join(sections._parts)).decode()
        asked.append({"motion": motion, "parts": parts, "changes": changes[-1]})
    return {
        name: [outcome(system, change, one) for change, one in zip(every, found, strict=True)]
        for name, system, every, found in zip(names, systems, changes, answers(asked), strict=True)
    }


@pytest.fixture
def few_stops(monkeypatch):
    monkeypatch.setattr(live_run, "STOPS", 9)


@needs_node
def test_numbers_typed_together_are_those_of_the_program(few_stops):
    found = outcomes(SAMPLE)
    every = [each for name in SAMPLE for each in found[name]]
    assert "different" not in every, {name: each for name, each in found.items() if "different" in each}
    assert every.count("same") > 0.8 * len(every)


@needs_node
def test_initial_values_that_stand_in_another_order_than_they_are_entered_are_those_of_the_program(few_stops):
    """A sliding body's drop is shown beside its angles, before their rates, and entered after them."""
    system, sections = load("flipping-tippe-top").simulation().system, Sections()
    motion, typed = numbers_of_page(system, sections)
    changes = [{"set": {}, "start": {each["name"]: 0.9 * each["value"] + 1e-3}} for each in motion["starts"]]
    parts = base64.b64encode(b"".join(sections._parts)).decode()
    (found,) = answers([{"motion": motion, "parts": parts, "changes": changes}])
    assert {outcome(system, *each) for each in zip(changes, found, strict=True)} <= {"same", "refused"}
    assert [each["refused"] for each in found].count(None) > 8 and "drop" in typed


@needs_node
@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in presets() if system_of(name) != "machine"])
def test_numbers_typed_together_are_those_of_the_program_in_every_page(few_stops, name):
    assert "different" not in outcomes([name])[name]


@needs_node
def test_parts_of_the_energy_in_a_page_are_those_of_the_program():
    asked, known = [], []
    for name in ("bicycle", "coin", "euler-disk", "two-bars"):
        simulation, sections = load(name).simulation(), Sections()
        system, states = simulation.system, [simulation.y[:]]
        for _ in range(4):
            simulation.advance(50)
            states.append(simulation.y[:])
        lighter = system.replace({"gravity": 3.0})
        formulas = energy_formulas(system, states, [lighter], sections)
        looked_at = [(each, y) for each in (system, lighter) for y in states]
        asked.append({
            "formulas": formulas, "parts": base64.b64encode(b"".join(sections._parts)).decode(),
            "given": [[*y, *each.p] for each, y in looked_at],
        })  # fmt: skip
        names = [part.name for part in system.energy_parts]
        known.append([bits([each.split_energy(y)[name] for name in names]) for each, y in looked_at])
    assert answers(asked) == known


@needs_node
def test_a_page_has_no_parts_of_the_energy_where_a_parameter_gives_others():
    system, sections = load("flipping-tippe-top").simulation().system, Sections()
    uneven = system.replace({"I1": 1.05 * system.I1})
    assert uneven.energy_parts[0].name != system.energy_parts[0].name
    formulas = energy_formulas(system, [system.start()], [uneven], sections)
    parts = base64.b64encode(b"".join(sections._parts)).decode()
    given = [[*each.start(), *each.p] for each in (system, uneven)]
    (found,) = answers([{"formulas": formulas, "parts": parts, "given": given}])
    assert len(found[0]) == len(system.energy_parts) and found[1] == []


@needs_node
def test_functions_of_a_page_have_the_bits_of_the_program():
    chance, asked, known = random.Random(3), [], []
    for name, function in CALLS.items():
        for _ in range(12):
            numbers = arguments_of(name, chance)
            asked.append([name, numbers])
            known.append(bits([function(*numbers)])[0])
    (found,) = answers([{"calls": asked}])
    assert [(one, each) for one, each, word in zip(asked, found, known, strict=True) if each != word] == []


def arguments_of(name, chance):
    """Return arguments for which a function is defined."""
    x, y = (chance.choice([chance.uniform(-3.0, 3.0), 10.0 ** chance.uniform(-9.0, 6.0), 0.5]) for _ in range(2))
    a, b, c, d, e, f = (chance.uniform(-1.0, 1.0) for _ in range(6))
    if name.startswith("eigen"):
        return [a, b, c, b, d, e, c, e, f]
    several = {
        "hypot": [x, y, a],
        "fused'": [x, y, a],
        "whole'": [x, float(chance.randint(0, 5))],
        "power'": [abs(x), y],
    }
    if name in ("copysign", "remainder", "%", "arctan2", "atan2'", "unbiased arctan2"):
        return [x, y]
    return several.get(name, [a] if name in ("asin'", "acos'") else [abs(x)] if name in ("log'", "sqrt") else [x])


def scales_of(simulation):
    """Return the bits of the magnitudes by which drifts are divided."""
    system = simulation.system
    return bits([each.reference(system, memoryview(system.start()))[1] for each in system.invariants])


@needs_node
def test_a_run_stops_in_a_page_at_the_tick_of_the_program_after_a_change(monkeypatch):
    """The energy may change by a part of its size at the changed start; that of a machine hangs on its parameters."""
    monkeypatch.setattr(live_run, "methods", lambda system, own: [own])
    asked, known = [], []
    for name, change, ticks in (
        ("henon-heiles", {"x": 1.368102815667748, "y": 1.343482461178048, "x_dot": -1.33, "y_dot": -1.245}, 1000),
        ("gimbals", {"psi_dot": 7.5}, 5),
    ):
        scene, sections = load(name), Sections()
        motion = live_run.describe_live(scene.simulation(), [], sections)
        varied = scene.varied({}, change).simulation()
        scales = scales_of(varied)
        assert scales != bits(motion["scales"])
        varied.advance(ticks)
        known.append({"refused": None, "y": bits(varied.y), "time": varied.time, "scales": scales})
        parts = base64.b64encode(b"".join(sections._parts)).decode()
        asked.append({"motion": motion, "parts": parts, "changes": [{"set": {}, "start": change, "ticks": ticks}]})
    assert [each for (each,) in answers(asked)] == known and known[0]["time"] < 4.0


@needs_node
def test_two_parameters_and_a_step_typed_in_a_page_give_the_run_of_the_program(monkeypatch):
    """The bits after 2000 steps are those of `polhode simulate double-pendulum --set gravity=3.7 …`."""
    monkeypatch.setattr(live_run, "methods", lambda system, own: [own])
    scene, sections = load("double-pendulum"), Sections()
    simulation = scene.simulation()
    sliding = [each for each in sliders(simulation.system) if each.field.name in ("gravity", "upper_mass")]
    motion = live_run.describe_live(simulation, sliding, sections)
    change = {"set": {"gravity": 3.7, "upper_mass": 0.8125}, "start": {"theta2": 1.25}, "step": 7e-4, "ticks": 2000}
    parts = base64.b64encode(b"".join(sections._parts)).decode()
    refusals = [{"set": {"gravity": -1.0}}, {"set": {"lower_mass": 0.5}}, {"set": {}, "step": 2.0, "ticks": 0}]
    seen = {"ticks": 0, "times": [0.5, 0.2, 0.2004, 0.5, 0.0]}
    found, *refused, shown = answers([{"motion": motion, "parts": parts, "changes": [change, *refusals, seen]}])[0]
    varied = scene.varied(change["set"], change["start"], dt=change["step"]).simulation()
    scales = scales_of(varied)
    varied.advance(2000)
    assert found == {"refused": None, "y": bits(varied.y), "time": varied.time, "scales": scales}
    assert [time for time, *_ in shown] == pytest.approx(seen["times"], abs=1e-12)
    assert shown[0] == shown[3] and shown[1] != shown[2] and shown[4][1:5] == bits(simulation.y)
    assert [each["refused"] for each in refused] == [
        "g = −1 m/s²: must be from 0 m/s² to 39.2 m/s²", "lower_mass = 0.5: not in this page",
        "Δt = 2 s: must be from 1.00×10⁻⁷ to 1 s",
    ]  # fmt: skip


@needs_node
def test_two_parameters_that_change_the_picture_are_not_set_together(few_stops):
    system, sections = load("coin").simulation().system, Sections()
    motion, typed = numbers_of_page(system, sections)
    assert {"radius", "edge", "mass"} <= typed
    changes = [{"set": {"radius": 0.02, "mass": 0.02}}, {"set": {"radius": 0.02, "edge": 0.002}}]
    parts = base64.b64encode(b"".join(sections._parts)).decode()
    asked = [{"motion": {**motion, "shaped": shaped}, "parts": parts, "changes": changes}
             for shaped in (["radius", "edge"], ["radius"])]  # fmt: skip
    refused = [[each["refused"] for each in found] for found in answers(asked)]
    assert refused[0][0] is None and "not in this page" in refused[0][1] and refused[1] == [None, None]
