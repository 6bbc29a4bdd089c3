"""Share lines: scenes and their changes are read back to the same bits; bad lines are explained."""

from __future__ import annotations

import random

import pytest

import physics
from game import scenefile
from game.scenefile import sketching
from game.scenefile.camera_spec import from_spec, to_spec
from game.scenefile.share_line import KEYS, is_line, line_of, load_line
from game.session.past.event_log import fingerprint
from physics import BadInput
from tests.presets import sampled

LINE = "loops?theta=40deg&integrator=gauss6&t=3.2"


def state_at(scene: scenefile.Scene) -> str:
    """Return the fingerprint of the state at the time at which a scene opens."""
    simulation = scene.simulation()
    simulation.compile()
    simulation.advance(scene.opening_tick(simulation.dt))
    return fingerprint(simulation)


def test_a_line_says_what_differs_from_the_preset() -> None:
    scene, preset = load_line(LINE), scenefile.load("loops")
    assert (scene.integrator, scene.time, scene.title) == ("gauss6", 3.2, preset.title)
    start = physics.system("gyroscope", preset.parameters, preset.initial).replace(initial={"theta": "40 deg"})
    assert bytes(scene.simulation().y) == bytes(start.start())
    assert line_of(scene) == LINE
    assert scene.note == "", "it tells of another start"


def test_what_a_page_shows_is_skipped() -> None:
    assert load_line("loops?view.graph=theta,energy/psi&theta=40deg&view.show=none") == load_line("loops?theta=40deg")


def test_a_machine_of_ten_parts_fits_into_a_line_and_one_of_hundreds_needs_its_file() -> None:
    sketch = sketching.template("leg")
    line = line_of(sketch.scene())
    assert len(line) < 6000 and load_line(line).parameters["machine"]
    tables = sketching.template("chain", 20).copied()
    tables["springs"] = {
        f"spring_{k}_of_many": {"between": ["ground", "bar"], "from": [k / 7.0, 1.0, k / 3.0], "stiffness": k}
        for k in range(1, 101)
    }
    with pytest.raises(BadInput, match=r"scene line: has \d+ characters; must be at most 20000: send the scene file"):
        line_of(sketch.with_tables(tables).scene())


def test_line_to_state_to_line_gives_the_same_hash() -> None:
    scene = load_line(LINE)
    again = load_line(line_of(scene))
    assert state_at(again) == state_at(scene)
    assert line_of(again) == LINE
    straight = physics.Simulation(scene.simulation().system, "gauss6", scene.dt)
    straight.compile()
    straight.advance(3200)
    assert state_at(scene) == fingerprint(straight)


@pytest.mark.parametrize("name", [*sampled(), *physics.systems()])
def test_any_change_of_any_scene_is_read_back_exactly(name: str) -> None:
    scene, chosen = scenefile.load(name), random.Random(name)
    assert line_of(scene) == name
    system = scene.simulation().system
    changed = scene
    for variable in chosen.sample(system.entries(), min(3, len(system.entries()))):
        value = system.entered()[variable.name] * (1.0 + 0.01 * chosen.random())
        try:
            changed = changed.varied({}, {variable.name: value})
            changed.simulation()
        except BadInput:
            continue
    numbers = [n for n, f in system.applicable().items() if isinstance(f, physics.Parameter) and f.unit]
    for parameter in chosen.sample(numbers, min(2, len(numbers))):
        try:
            changed = changed.varied({parameter: system.parameters[parameter] * (1.0 - 0.01 * chosen.random())}, {})
        except BadInput:
            continue
    changed = changed.changed(speed=0.3, dt=changed.simulation().dt / 2, time=0.02)
    line = line_of(changed)
    back = load_line(line)
    wanted, found = changed.simulation(), back.simulation()
    assert (bytes(found.y), found.dt) == (bytes(wanted.y), wanted.dt), line
    assert found.system.parameters == wanted.system.parameters, line
    assert line_of(back) == line
    assert "%" not in line and " " not in line, "only where it cannot be helped"


def test_profile_is_written_as_rows_and_a_file_is_refused() -> None:
    line = "sliding-body?shape=profile&profile=0:0,0.02:0.01,0:0.03"
    assert load_line(line).simulation().system.parameters["profile"] == ((0.0, 0.0), (0.02, 0.01), (0.0, 0.03))
    assert load_line(line_of(load_line(line))).parameters == load_line(line).parameters
    with pytest.raises(BadInput, match=r"profile = '/etc/passwd': must be rows r:z in m"):
        load_line("sliding-body?shape=profile&profile=/etc/passwd")


def test_settings_of_the_method_and_percent_signs() -> None:
    line = "fast-cone?integrator=dop853&rtol=1e%2d10"
    scene = load_line(line)
    assert scene.settings["rtol"] == 1e-10 or float(scene.settings["rtol"]) == 1e-10
    assert load_line("fast-cone?theta=40%20deg&mass=40%C2%A0g").simulation().system.parameters["mass"] == 0.04
    assert line_of(scene) == "fast-cone?rtol=1e-10&integrator=dop853"


def test_camera_is_a_short_code() -> None:
    scene = load_line("loops?camera=-62,14,0.8,0:0:0.1")
    assert scene.camera.given() == {"azimuth": -62, "elevation": 14, "distance": 0.8, "target": [0.0, 0.0, 0.1]}
    assert from_spec(to_spec({"azimuth": 0.04, "elevation": 14, "zoom": 1.25, "mode": "orbit"})) == {
        "azimuth": 0.0, "elevation": 14, "zoom": 1.25, "mode": "orbit",
    }  # fmt: skip
    assert line_of(scene, "-62,14") == "loops?camera=-62,14"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("no-such?theta=3", "scene line: unknown scene 'no-such'"),
        ("loops?thta=3", "unknown parameter or initial value of gyroscope 'thta' .did you mean 'theta'"),
        ("loops?theta", "'theta': must be NAME=VALUE"),
        ("loops?theta=", "'theta=': must be NAME=VALUE"),
        ("loops?theta=999", "theta = 999 rad: must be from"),
        ("loops?theta=1&theta=2", "theta: is given twice"),
        ("loops?t=-1", "t = -1 s: must be from 0"),
        ("loops?t=1e5", "t = 100000 s: is 100000000 steps of dt = 0.001 s; must be at most 10000000"),
        ("loops?t=soon", "t = 'soon': must be a number in s"),
        ("loops?dt=0", "dt = 0 s: must be from"),
        ("loops?speed=-1", "speed = -1: must be from"),
        ("loops?integrator=best", "unknown integrator 'best'"),
        ("loops?camera=500,99", "camera elevation = 99: must be a number from -89 to 89"),
        ("loops?camera=1,2,3,4", r"camera '\?': must be one of"),
        ("loops?%ff=3", "'%ff': must be UTF-8"),
        ("loops?" + "a" * 30_000, "has 30006 characters; must be at most 20000"),
    ],
)
def test_bad_line_is_explained(line: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as error:
        load_line(line)
    assert "\n" not in str(error.value)


def test_no_name_of_a_value_is_a_key_of_the_line() -> None:
    for name, kind in physics.systems().items():
        named = {*kind.fields, *(v.name for v in (*kind.variables, *kind.aliases)), *kind().groups}
        methods = [method for method in physics.integrators().values() if not method.reason_against(kind())]
        settings = {setting.name for method in methods for setting in method.settings}
        assert not named & {*KEYS, *settings}, name
        assert not settings & set(KEYS)


def test_a_file_with_a_question_mark_is_a_file() -> None:
    assert not is_line("what?.toml") and not is_line("loops") and is_line("loops?profile=a.toml") and is_line("no?a=1")
