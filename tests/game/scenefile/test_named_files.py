"""Files that a scene names lie beside it; what never ends, and what takes long to parse, is refused at once."""

import json
import os

import msgspec
import pytest

import physics
from game import scenefile
from game.scenefile.loading import MAX_KEYS, MAX_PARTS, MAX_VALUES
from game.session.files.log_replay import Replay
from game.session.past import event_log
from physics import BadInput
from tests.game.cli.test_main import here

ROWS = "0,0\n0.02,0.02\n0,0.03\n"
MESHED = 'system = "rolling-body"\n[parameters]\nshape = "profile"\n'
THROWN = 'system = "trebuchet"\n[parameters]\n'
AIR = "1e3,0.5\n1e6,0.1\n"
PLACES = (
    "/proc/kmsg",
    "../cup.csv",
    "sub/cup.csv",
    "/dev/zero",
    "/dev/stdin",
    "..",
    ".",
    "",
    "C:cup.csv",
    "sub\\cup.csv",
)
KEYS = {
    "profile": MESHED + "profile = {name}\n",
    "drag_table": THROWN + "drag_table = {name}\n",
    "drag_table by its symbol": THROWN + "CdRe = {name}\n",
    "of a ghost": 'system = "rolling-body"\n[[duel]]\nparameters = {{shape = "profile", profile = {name}}}\n',
    "of a ghost of another system": 'system = "rolling-body"\n[[duel]]\nformulation = "sliding-body"\n'
    'parameters = {{shape = "profile", profile = {name}}}\n',
}


def scene_at(folder, text, name):
    path = folder / "scene.toml"
    path.write_text(text.format(name=json.dumps(name)), encoding="utf-8")
    return path


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", PLACES)
def test_a_scene_file_names_only_files_beside_it(tmp_path, key, name):
    folder = tmp_path / "scenes"
    (folder / "sub").mkdir(parents=True)
    for place in (tmp_path, folder / "sub"):
        (place / "cup.csv").write_text(ROWS)
    with pytest.raises(BadInput, match=r"scene\.toml: .* = .*: must be the name of a file that lies beside"):
        scenefile.read(scene_at(folder, KEYS[key], name))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes and links")
@pytest.mark.parametrize("kind", ["pipe", "link to a device", "link out", "folder", "nothing"])
def test_what_lies_beside_it_is_a_file(tmp_path, kind):
    folder = tmp_path / "scenes"
    folder.mkdir()
    (tmp_path / "cup.csv").write_text(ROWS)
    beside = folder / "cup.csv"
    match kind:
        case "pipe":
            os.mkfifo(beside)
        case "link to a device":
            beside.symlink_to("/dev/zero")
        case "link out":
            beside.symlink_to(tmp_path / "cup.csv")
        case "folder":
            beside.mkdir()
    with pytest.raises(BadInput, match=r"profile = 'cup\.csv': must be the name of a file that lies beside"):
        scenefile.read(scene_at(folder, KEYS["profile"], "cup.csv"))


def test_a_file_beside_a_scene_is_read_wherever_its_name_stands(tmp_path):
    (tmp_path / "cup.csv").write_text(ROWS)
    (tmp_path / "air.csv").write_text(AIR)
    rows = ((0.0, 0.0), (0.02, 0.02), (0.0, 0.03))
    assert scenefile.read(scene_at(tmp_path, KEYS["profile"], "cup.csv")).parameters["profile"] == rows
    (ghost,) = scenefile.read(scene_at(tmp_path, KEYS["of a ghost"], "cup.csv")).duel
    assert ghost.parameters["profile"] == rows
    for key in ("drag_table", "drag_table by its symbol"):
        scene = scenefile.read(scene_at(tmp_path, KEYS[key], "air.csv"))
        assert scene.parameters["drag_table"] == ((1e3, 0.5), (1e6, 0.1))
        assert scene.simulation().system.drag == "table", "a table is there to be used"
    here_too = here("simulate", "trebuchet", "--set", "drag_table=air.csv", "--json", cwd=tmp_path)
    assert here_too.returncode == 0, here_too.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
@pytest.mark.parametrize("place", ["/dev/zero", "/dev/null", "/proc/self/mem", "/proc/kmsg", "/", "fifo"])
def test_a_path_on_the_command_line_is_free_but_a_file(tmp_path, place):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "cup.csv").write_text(ROWS)
    body = ("simulate", "rolling-body", "--duration", "1ms", "--json", "--set", "shape=profile", "--set")
    refused = here(*body, f"profile={place}", cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"polhode: profile = {place}: ")
    assert here(*body, f"profile={tmp_path / 'far' / 'cup.csv'}", cwd=tmp_path).returncode == 0


def test_a_ghost_of_the_command_line_keeps_the_rows_of_its_file(tmp_path):
    from game.cli.scene_arguments import scene_from_arguments

    path = tmp_path / "cup.csv"
    path.write_text(ROWS)
    scene = scene_from_arguments("rolling-body", ghosts=({"shape": "profile", "profile": str(path)},))
    assert scene.duel[0].parameters["profile"] == ((0.0, 0.0), (0.02, 0.02), (0.0, 0.03))


@pytest.mark.parametrize("where", ["scene", "ghost", "opened scene", "parameter"])
def test_a_log_names_no_files(tmp_path, where):
    (tmp_path / "cup.csv").write_text(ROWS)
    given = {"shape": "profile", "profile": str(tmp_path / "cup.csv")}
    plain = scenefile.load("rolling-body")
    named = (
        plain.changed(duel=(scenefile.DuelSpec(parameters=given),))
        if where == "ghost"
        else plain.changed(parameters=given)
    )
    scene = named if where in ("scene", "ghost") else plain
    entries = {
        "opened scene": [{"tick": 0, "what": "scene", "value": msgspec.to_builtins(named)}],
        "parameter": [
            {"tick": 0, "what": "parameter", "name": "shape", "value": "profile"},
            {"tick": 0, "what": "parameter", "name": "profile", "value": given["profile"]},
        ],
    }.get(where, [])
    header = {"polhode": physics.__version__, "scene": msgspec.to_builtins(scene)}
    path = tmp_path / "session.log"
    path.write_text(
        "\n".join(json.dumps(line) for line in (header, *entries, {"tick": 0, "what": "state", "value": ""}))
    )
    with pytest.raises(BadInput, match=r"profile = '.*cup\.csv': must be rows; a file is not read from here"):
        log = event_log.read(path)
        replay = Replay(log)
        for entry in log.entries:
            replay.do(entry)


COSTLY = {
    "a key of many parts": ("a." * 40_000 + "b = 1", f"a key has more than {MAX_PARTS} parts"),
    "a table of many parts": ("[" + "a . " * 40_000 + "b]", f"a key has more than {MAX_PARTS} parts"),
    "quoted parts": ("x = {" + '"a".' * 40_000 + "b = 1}", f"a key has more than {MAX_PARTS} parts"),
    "many keys": ("".join(f"a.b{i}=1\n" for i in range(60_000)), f"has 60000 keys; must be at most {MAX_KEYS}"),
    "many tables": ("".join(f"[a{i}.b]\n" for i in range(60_000)), f"has 60000 keys; must be at most {MAX_KEYS}"),
    "many values": ("x = [" + "1," * 400_000 + "]", f"has 400000 values in lists; must be at most {MAX_VALUES}"),
    "a large file": ("#" * 2_000_000, "is larger than 1000000 bytes"),
}


@pytest.mark.parametrize("kind", COSTLY)
def test_a_file_that_takes_long_to_parse_is_refused_before(tmp_path, monkeypatch, kind):
    text, says = COSTLY[kind]
    monkeypatch.setattr("game.scenefile.loading.tomllib.loads", lambda text: pytest.fail("it is parsed"))
    path = tmp_path / "scene.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=says):
        scenefile.read(path)


def test_long_notes_and_whole_profiles_are_no_such_files(tmp_path):
    rows = ", ".join(f"[0.02, {0.00005 * i:.6f}]" for i in range(1000))
    note = "e.g. 3.5 = 7/2; see https://www.example.org/a.b.c/d.e.f, and more. " * 200
    path = tmp_path / "scene.toml"
    path.write_text(f'note = """{note}"""\n{MESHED}profile = [{rows}]\n')
    scene = scenefile.read(path)
    assert len(scene.parameters["profile"]) == 1000
    assert scene.note == note
