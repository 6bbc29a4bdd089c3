"""Random files (scenes, logs, settings, profiles) are read, or refused with one line. What is saved can be opened."""

import json
import random
import tomllib

import msgspec
import pytest
import tomli_w

import physics
from game import scenefile
from game.cli.replay import replay
from game.model import resources, settings
from game.scenefile import CameraSpec
from game.session.save_scene import scene_now, toml
from game.session.session import Session
from physics import BadInput
from physics.core.fields import Description
from tests.fuzz.runs import random_profile, random_scene
from tests.fuzz.values import ODD, changed

SCENES = [
    tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(resources.path("assets/presets").glob("*.toml"))
]
KINDS = (
    "scene", "formulation", "integrator", "dt", "parameter", "initial", "setting", "hand", "place", "reset", "state",
)  # fmt: skip
CAMPAIGN = [(0, 100), pytest.param(1, 20_000, marks=pytest.mark.long)]


def refusal(read, file):
    """Return the message with which a file is refused, or ""."""
    try:
        read(file)
    except BadInput as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("seed", "count"), CAMPAIGN)
def test_random_scene_files_are_read_or_refused(tmp_path, seed, count):
    dice, file, refused = random.Random(seed), tmp_path / "a.toml", 0
    for _ in range(count):
        raw = dice.choice(SCENES)
        for _ in range(dice.randint(1, 3)):
            raw = changed(raw, dice) if isinstance(raw, dict) else {}
        try:
            file.write_text(tomli_w.dumps(raw if isinstance(raw, dict) else {}), encoding="utf-8")
        except (AttributeError, TypeError, ValueError):
            continue  # TOML has no such value
        message = refusal(scenefile.read, file)
        assert message.startswith("scene file ") or not message, raw
        refused += bool(message)
    assert 0.3 * count < refused < count


@pytest.mark.parametrize(("seed", "count"), CAMPAIGN)
def test_random_texts_are_no_scene(tmp_path, seed, count):
    dice, file = random.Random(seed), tmp_path / "a.toml"
    text = (resources.path("assets/presets") / "coin.toml").read_bytes()
    for _ in range(count):
        start, width = dice.randrange(len(text)), dice.choice([0, 1, 5, 80])
        file.write_bytes(
            text[:start] + dice.choice([b"", b"[", b"=", b'"', b"\x00", b"\xff", b"9" * 5000]) + text[start + width :]
        )
        message = refusal(scenefile.read, file)
        assert message.startswith("scene file ") or not message


@pytest.mark.parametrize(("seed", "count"), CAMPAIGN)
def test_random_entries_of_logs_replay_or_are_refused(tmp_path, capsys, seed, count):
    dice, file = random.Random(seed), tmp_path / "a.jsonl"
    header = {"polhode": physics.__version__, "scene": msgspec.to_builtins(scenefile.load("gyroscope"))}
    end = {"tick": 3, "what": "state", "value": "0"}
    for _ in range(count):
        name = dice.choice(["", "mass", "theta", "body", "epsilon", "nothing"])
        entry = {"tick": 0, "what": dice.choice(KINDS), "name": name, "value": dice.choice(ODD)}
        lines = [header, changed(entry, dice) if dice.random() < 0.3 else entry, end]
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        message = refusal(replay, file)
        assert message.startswith("log ") or not message, lines
    capsys.readouterr()


def numbers(system):
    """Return the parameters of a system without its description, which has the numbers of a saved scene in it."""
    described = {name for name, field in system.fields.items() if isinstance(field, Description)}
    return {name: value for name, value in system.parameters.items() if name not in described}


@pytest.mark.parametrize(("seed", "count"), [(0, 54), pytest.param(1, 20_000, marks=pytest.mark.long)])
def test_random_legal_scenes_that_are_saved_can_be_opened_with_the_same_bits(tmp_path, record_property, seed, count):
    dice, file, names, opened = random.Random(seed), tmp_path / "a.toml", list(physics.systems()), 0
    for number in range(count):
        scene = random_scene(dice, names[number % len(names)])
        if scene is None:
            continue
        session = Session(scene)
        file.write_text(toml(scene_now(session, CameraSpec(), "auto")), encoding="utf-8")
        back = scenefile.read(file).simulation()
        assert numbers(back.system) == numbers(session.simulation.system)
        assert bytes(back.system.p) == bytes(session.simulation.system.p)
        assert bytes(back.y) == bytes(session.simulation.y)
        opened += 1
    record_property("counts", f"{opened} scenes saved and opened")
    assert opened > 0.6 * count


@pytest.mark.parametrize(("seed", "count"), CAMPAIGN)
def test_random_settings_are_used_or_named(tmp_path, monkeypatch, seed, count):
    dice, refused = random.Random(seed), 0
    monkeypatch.setattr(settings, "settings_file", lambda: tmp_path / "settings.json")
    usual = {"theme": "light", "ui_scale": 1.5}
    for _ in range(count):
        text = json.dumps(changed(usual, dice)).encode()
        start, width = dice.randrange(len(text)), dice.choice([0, 0, 0, 1, 5])
        text = text[:start] + dice.choice([b"", b"", b"\x00", b"\xff", b"[" * 5000, b"9" * 500]) + text[start + width :]
        (tmp_path / "settings.json").write_bytes(text)
        found, problem = settings.load()
        assert found.theme in settings.THEMES and settings.MIN_SCALE <= found.ui_scale <= settings.MAX_SCALE
        assert not problem or problem.endswith("; the usual settings are used")
        refused += bool(problem)
    assert 0.3 * count < refused < count


@pytest.mark.parametrize(("seed", "count"), CAMPAIGN)
def test_random_profiles_are_read_or_refused_without_their_text(tmp_path, seed, count):
    dice, file, refused = random.Random(seed), tmp_path / "a.csv", 0
    field = physics.system_class("rolling-body").fields["profile"]
    for _ in range(count):
        mark = dice.choice([",", ";", "\t", " "])
        lines = [mark.join(map(str, row)) for row in random_profile(dice, field)]
        place = dice.randrange(len(lines))
        lines[place] = dice.choice([lines[place], lines[place], "r,z", "secret", '"', "1,2,3", "", "nan,0", "1e400,0"])
        text = dice.choice(["", "", "r,z\n", "# a cup\n", "\ufeff"]) + dice.choice(["\n", "\r\n"]).join(lines)
        file.write_bytes(text.encode() + dice.choice([b"", b"\n", b"\x00", b"\xff"]))
        message = refusal(field.check, str(file))
        assert message.startswith("profile") or not message, text
        assert "secret" not in message
        refused += bool(message)
    assert 0.1 * count < refused < count
