import json
import math
import random

import pytest

import physics
from game import scenefile
from game.cli.replay import replay
from game.model.edit import Edit
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.files.log_replay import Replay
from game.session.past.event_log import LogEntry, read
from game.session.session import Session
from physics import BadInput
from physics.simulation import pace

SECOND = 1_000_000_000


def passed(session, seconds):
    for _ in range(round(60 * seconds)):
        advancing.advance(session, SECOND // 60, 10**6)


@pytest.fixture
def session():
    return Session(scenefile.load("gyroscope"))


def written(session, path):
    session.past.write(path, session.simulation)
    return path


def rewritten(path, change):
    """Write the log with lines changed by change(lines)."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def random_input(session, dice):
    """Apply one random input; refused ones are not part of the session."""
    numbers = {"gravity": (0, 20), "mass": (0.01, 1), "length": (0.05, 0.4), "radius": (0.01, 0.2)}
    choices = [
        lambda: edits.apply(session, Edit("parameter", dice.uniform(*numbers[name := dice.choice([*numbers])]), name)),
        lambda: edits.apply(session, Edit("parameter", dice.choice(["cone", "disk", "sphere"]), "body")),
        lambda: edits.apply(session, Edit("initial", dice.uniform(0.1, 2.0), "theta")),
        lambda: edits.apply(session, Edit("initial", f"{dice.randrange(100, 400)} rpm", "phi_dot")),
        lambda: edits.apply(session, Edit("dt", dice.choice([1e-3, 5e-4, 7e-4]))),
        lambda: edits.apply(session, Edit("integrator", dice.choice(["rk4", "heun", "newmark", "euler-cromer"]))),
        lambda: edits.apply(session, Edit("setting", 1e-8, "epsilon")),
        lambda: edits.apply(
            session, Edit("formulation", dice.choice(["gyroscope", "gyroscope-integrals", "heavy-top"]))
        ),
        lambda: edits.apply(session, Edit("scene", dice.choice(scenefile.presets()))),
        lambda: edits.apply(session, Edit("speed", dice.choice([0.25, 1.0]))),
        lambda: actions.perform(session, dice.choice([Action.NEXT_INTEGRATOR, Action.STEP, Action.NEXT_SCENE])),
        lambda: actions.perform(session, Action.STEP_BACK),
        lambda: advancing.seek(session, dice.randrange(session.past.history.newest + 1)),
        lambda: actions.perform(session, Action.RESET),
        lambda: actions.perform(session, dice.choice([Action.BACK, Action.FORTH])),
    ]
    try:
        dice.choice(choices)()
    except BadInput:
        return False
    return True


def replay_in_both_ways(path, monkeypatch):
    """Replay a log in CPython and, as far as there is machine code, in that; returns the exit codes."""
    codes = []
    monkeypatch.setattr(pace, "ENOUGH", 0.0)
    for seconds in (math.inf, 0.0):
        monkeypatch.setattr(pace, "WORTHWHILE", seconds)
        codes.append(replay(path))
    return codes


@pytest.mark.parametrize(
    ("seed", "inputs"), [(1, 20), *(pytest.param(seed, 50, marks=pytest.mark.long) for seed in (1, 2, 3))]
)
def test_session_of_many_inputs_replays_with_the_same_bits(session, tmp_path, capsys, seed, inputs):
    dice = random.Random(seed)
    done = 0
    while done < inputs:
        done += random_input(session, dice)
        if dice.random() < 0.7:
            session.pause(False)
        passed(session, dice.uniform(0.0, 0.15))
    assert replay(written(session, tmp_path / "a.log")) == 0
    assert "The same" in capsys.readouterr().out


def test_changes_of_formulation_and_events_replay_with_the_same_bits(session, tmp_path, monkeypatch):
    session.simulation.compile()
    passed(session, 1.1)
    edits.apply(session, Edit("formulation", "gyroscope-recipe"))
    edits.apply(session, Edit("parameter", "restarted", "recipe"))
    passed(session, 1.2)
    edits.apply(session, Edit("formulation", "heavy-top"))
    passed(session, 0.3)
    actions.perform(session, Action.RESET)
    passed(session, 1.1)
    assert session.past.events.noticed > 4
    log = read(written(session, tmp_path / "a.log"))
    assert [entry.value for entry in log.entries if entry.what == "formulation"] == ["gyroscope-recipe", "heavy-top"]
    assert replay_in_both_ways(tmp_path / "a.log", monkeypatch) == [0, 0]


def test_profile_from_a_file_is_logged_as_numbers(tmp_path):
    file = tmp_path / "top.csv"
    file.write_text("r,z\n0,0\n0.02,0.02\n0.01,0.03\n0,0.03\n")
    session = Session(scenefile.load("rolling-body").changed(parameters={"shape": "profile"}))
    edits.apply(session, Edit("parameter", str(file), "profile"))
    file.unlink()
    passed(session, 0.1)
    (change,) = (entry for entry in read(written(session, tmp_path / "a.log")).entries if entry.what == "parameter")
    assert change.value == [[0, 0], [0.02, 0.02], [0.01, 0.03], [0, 0.03]]
    assert replay(tmp_path / "a.log") == 0


def test_machine_code_and_cpython_replay_each_other(session, tmp_path, monkeypatch):
    for name in ("rk4", "newmark"):
        edits.apply(session, Edit("integrator", name))
        assert session.simulation.compile()
        passed(session, 1.1)
        edits.apply(session, Edit("parameter", 5.0, "gravity"))
    assert replay_in_both_ways(written(session, tmp_path / "a.log"), monkeypatch) == [0, 0]


def test_log_keeps_what_led_across_a_reset_and_back(session, tmp_path):
    passed(session, 1.2)
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    actions.perform(session, Action.RESET)
    edits.apply(session, Edit("parameter", 6.0, "gravity"))
    passed(session, 1.2)
    actions.perform(session, Action.RESET)
    passed(session, 0.2)
    runs = session.past.history.newest
    advancing.seek(session, runs - 300)
    assert [(e.what, e.value) for e in read(written(session, tmp_path / "a.log")).entries if e.what != "state"] == [
        ("parameter", 5.0), ("reset", None), ("parameter", 6.0)
    ]  # fmt: skip
    assert replay(tmp_path / "a.log") == 0
    assert len(session.past.log.entries) == 6, "what lies ahead is kept"
    advancing.seek(session, 1100)
    session.pause(False)
    passed(session, 1.0)
    assert replay(written(session, tmp_path / "a.log")) == 0
    assert [entry.what for entry in session.past.log.entries] == ["state", "state"]
    assert session.past.log.entries[-1].tick > 1900


def test_long_run_is_compared_every_second(session, tmp_path):
    passed(session, 3.5)
    actions.perform(session, Action.RESET)
    passed(session, 1.2)
    log = read(written(session, tmp_path / "a.log"))
    assert [entry.what for entry in log.entries] == ["state"] * 3 + ["reset"] + ["state"] * 2
    ticks = [entry.tick for entry in log.entries]
    assert ticks == pytest.approx([1000, 2000, 3000, 3500, 1000, 1200], abs=4 * 3)


def test_changed_log_differs_at_a_tick(session, tmp_path, capsys):
    passed(session, 1.5)
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    passed(session, 2.0)
    path = written(session, tmp_path / "a.log")
    ticks = [entry.tick for entry in read(path).entries if entry.what == "state"]

    def heavier(lines):
        (change,) = (line for line in lines[1:] if line["what"] == "parameter")
        change["value"] = 5.0000001

    assert replay(rewritten(path, heavier)) == 1
    assert f"differs at tick {ticks[1]} " in (said := capsys.readouterr().err)
    assert f"the same at tick {ticks[0]} " in said

    def from_elsewhere(lines):
        lines[0]["scene"]["initial"]["theta"] = 0.5

    assert replay(rewritten(path, from_elsewhere)) == 1
    assert f"differs at tick {ticks[0]} " in capsys.readouterr().err


def test_diverging_replay_differs_there(session, tmp_path, capsys):
    passed(session, 2.5)
    path = written(session, tmp_path / "a.log")

    def worse(lines):
        lines[0]["scene"]["integrator"] = "euler-cromer"
        lines[:] = [lines[0], lines[-1] | {"tick": 20_000}]

    assert replay(rewritten(path, worse)) == 1
    assert "it stops at tick " in capsys.readouterr().err


def test_diverged_run_that_was_resumed_replays(session, tmp_path):
    edits.apply(session, Edit("integrator", "euler-cromer"))
    while session.simulation.divergence is None:
        passed(session, 0.5)
    edits.apply(session, Edit("integrator", "rk4"))
    passed(session, 0.3)
    edits.apply(session, Edit("dt", 0.01))
    assert replay(written(session, tmp_path / "a.log")) == 0


def test_log_keeps_only_the_branch_of_the_present(session, tmp_path):
    passed(session, 1.5)
    edits.apply(session, Edit("parameter", 5.0, "gravity"))
    passed(session, 1.0)
    advancing.seek(session, 700)
    assert [entry.tick for entry in read(written(session, tmp_path / "seen.log")).entries] == [700]
    assert len(session.past.log.entries) == 3, "looking back forgets nothing"
    session.pause(False)
    passed(session, 0.5)
    log = read(written(session, tmp_path / "a.log"))
    assert {entry.what for entry in log.entries} == {"state"}
    assert log.entries[0].tick == pytest.approx(1000, abs=12)
    assert log.entries[-1].tick == session.simulation.tick
    assert replay(tmp_path / "a.log") == replay(tmp_path / "seen.log") == 0


def test_slider_dragged_while_paused_is_one_change(session):
    passed(session, 0.1)
    actions.perform(session, Action.PAUSE)
    for i in range(50):
        edits.apply(session, Edit("parameter", 5.0 + i / 10, "gravity"))
        session.undo.held = True
    session.undo.held = False
    edits.apply(session, Edit("parameter", "disk", "body"))
    edits.apply(session, Edit("parameter", "cone", "body"))
    tick = session.simulation.tick
    assert session.past.log.entries == [
        LogEntry(tick, "parameter", "gravity", 9.9),
        LogEntry(tick, "parameter", "body", "disk"),
        LogEntry(tick, "parameter", "body", "cone"),
    ]


def test_scene_of_a_file_is_kept_in_the_log(session, tmp_path):
    scene = tmp_path / "mine.toml"
    scene.write_text('system = "gyroscope"\nintegrator = "heun"\n[parameters]\ngravity = "1.62 m/s²"\n')
    edits.apply(session, Edit("scene", str(scene)))
    scene.unlink()
    passed(session, 0.2)
    assert replay(written(session, tmp_path / "a.log")) == 0


def test_copies_in_the_picture_are_not_replayed(tmp_path):
    ensemble = scenefile.EnsembleSpec(copies=1000, spread={"theta": 1e-3})
    scene = scenefile.load("gyroscope").changed(ensemble=ensemble, duel=(scenefile.DuelSpec("heun"),))
    session = Session(scene)
    passed(session, 0.1)
    edits.apply(session, Edit("scene", scene))
    passed(session, 0.1)
    log = read(written(session, tmp_path / "a.log"))
    repetition = Replay(log)
    assert [repetition.do(entry) for entry in log.entries] == ["", ""]
    assert session.run.cloud is not None
    assert repetition.session.run.cloud is None
    assert session.duel is not None
    assert repetition.session.duel is None


HEADER = {"polhode": physics.__version__, "scene": {"system": "gyroscope"}}
STATE = {"tick": 0, "what": "state", "value": "00"}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "line 1: not JSON"),
        (["{"], "line 1: not JSON"),
        ([{"scene": {"system": "gyroscope"}}], "line 1: .*polhode"),
        ([HEADER], "holds no state"),
        ([HEADER | {"scene": {"system": "catapult"}}, STATE], "unknown system 'catapult'"),
        ([HEADER, {"tick": -1, "what": "reset"}], "line 2: .*>= 0.*tick"),
        ([HEADER, {"tick": 5, "what": "explode"}], "line 2: .*explode"),
        ([HEADER, {"tick": 5, "what": "dt", "value": 1e-3}, STATE], "line 3: tick = 0: comes after tick 5"),
        ([HEADER, {"tick": 0, "what": "parameter", "name": "gravity", "value": -1}, STATE], "line 2: gravity"),
        ([HEADER, {"tick": 0, "what": "parameter", "name": "gravity", "value": [1]}, STATE], "line 2: gravity"),
        ([HEADER, {"tick": 0, "what": "integrator", "value": 3}, STATE], "line 2: .*integrator"),
        ([HEADER, {"tick": 0, "what": "formulation", "value": 3}, STATE], "line 2: formulation = 3: must be one of"),
        ([HEADER, {"tick": 5, "what": "scene", "value": {"system": 3}}, STATE], "line 2: scene"),
    ],
)  # fmt: skip
def test_invalid_files_are_refused_with_their_line(tmp_path, lines, said):
    path = tmp_path / "bad.log"
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    with pytest.raises(BadInput, match=said) as error:
        replay(path)
    assert "bad.log" in str(error.value)


def test_missing_file_and_binary_file_are_refused(tmp_path):
    with pytest.raises(BadInput, match="No such file"):
        replay(tmp_path / "none.log")
    (tmp_path / "a.png").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadInput, match="not a text file"):
        replay(tmp_path / "a.png")


def test_machines_changed_at_rest_and_in_motion_replay(tmp_path, capsys):
    session = Session(scenefile.load("trebuchet"))
    edits.apply(session, Edit("parameter", 4.5, "sling"))
    session.pause(False)
    passed(session, 6.0)
    edits.apply(session, Edit("parameter", -10.0, "wind_speed"))
    passed(session, 3.0)
    actions.perform(session, Action.RESET)
    edits.apply(session, Edit("parameter", "fixed", "counterweight"))
    edits.apply(session, Edit("parameter", 5.4, "sling"))
    session.pause(False)
    passed(session, 8.0)
    assert {event.name for event in session.simulation.events} >= {"lift-off", "release"}
    assert replay(written(session, tmp_path / "log")) == 0
    assert "The same" in capsys.readouterr().out
