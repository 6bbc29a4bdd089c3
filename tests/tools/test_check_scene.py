"""What the list of gates says of a name, and what the tests near a name are."""

import shutil

import pytest

from tests import unfinished
from tests.game import golden
from tools import check_scene, make_gallery, near_tests
from tools.check_scene import Gate

COVERED = golden.covered()


def states(gates):
    return {each.name: each.state for each in gates}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Do not run the contract, and let nothing lack French."""
    monkeypatch.setattr(check_scene, "contract_gate", lambda name: Gate("contract", "ok"))
    monkeypatch.setattr(check_scene, "untranslated", dict)
    monkeypatch.setattr(check_scene, "badly_spaced", dict)


def test_all_gates_of_a_finished_preset_are_ok():
    found = list(check_scene.preset_gates("foucault-rosette"))
    assert {each.state for each in found} == {"ok"} and not any(each.cure for each in found)
    assert [each.name for each in found if not each.release] == ["claims of the note"]


def test_missing_parts_are_named_with_their_cure(monkeypatch, tmp_path):
    monkeypatch.setattr(check_scene, "THUMBNAILS", tmp_path)
    monkeypatch.setattr(golden, "covered", lambda: COVERED - {"place LIBRARY", "look FoucaultPendulumLook"})
    monkeypatch.setattr(check_scene, "NOTES", check_scene.TESTS / "tools")
    monkeypatch.setattr(check_scene, "page_files", lambda language: ())
    found = {each.name: each for each in check_scene.preset_gates("pantheon")}
    assert {name for name, each in found.items() if each.state == "missing"} == {
        "claims of the note", "explanation, en", "explanation, fr", "golden cover", "thumbnail",
    }  # fmt: skip
    assert found["claims of the note"].cure == "measure them in tests/tools, under @claims('pantheon', …)"
    assert found["explanation, fr"].cure == "write a part `# pantheon` in a page of assets/explain/*.fr.md"
    assert found["thumbnail"].made == ("-m", "tools.make_gallery", "pantheon")
    cure = "look FoucaultPendulumLook: make golden ARGS=pantheon, and look at it"
    assert found["golden cover"].cure == cure


def test_french_that_is_missing_belongs_to_its_declaration_or_its_file(monkeypatch):
    monkeypatch.setattr(
        check_scene, "untranslated", lambda: {"one": "bungee", "two": "physics/chains/whip.py:12", "three": "loops"}
    )
    assert check_scene.french_gate({"bungee"}).cure.startswith("1 texts:")
    assert check_scene.french_gate({"whip"}).state == "missing"
    assert check_scene.french_gate({"coin"}).state == "ok"
    monkeypatch.setattr(check_scene, "badly_spaced", lambda: {"four": "coin"})
    assert check_scene.french_gate({"coin"}).state == "stale" and check_scene.french_gate({"book"}).state == "ok"


def test_the_folders_of_a_family_are_named():
    assert check_scene.rooms("whip") == [
        "physics/chains", "tests/physics/chains", "game/looks/chains", "tests/game/looks/chains",
    ]  # fmt: skip


def test_a_thumbnail_of_another_picture_is_stale(monkeypatch, tmp_path):
    monkeypatch.setattr(make_gallery, "FOLDER", tmp_path)
    for name, picture in (("loops", "loops"), ("trebuchet", "ponytail")):
        shutil.copy(make_gallery.SHOWN / f"{picture}.jpg", tmp_path / f"{name}.jpg")
    states = [check_scene.thumbnail_gate(name).state for name in ("loops", "trebuchet", "coin")]
    assert states == ["ok", "stale", "ok"], "of a coin there is no picture to compare with"


def test_an_old_list_of_presets_is_stale(monkeypatch, tmp_path):
    assert check_scene.list_gate().state == "ok"
    monkeypatch.setattr(make_gallery, "LIST", tmp_path / "gallery.md")
    make_gallery.LIST.write_text("# Presets\n")
    assert check_scene.list_gate().made == ("-m", "tools.make_gallery", "--list")


def test_an_integrator_is_asked_for_test_bits_and_words():
    assert states(check_scene.integrator_gates("ralston3")) == {
        "test": "ok", "bits (bicycle, ralston3)": "ok", "French": "ok", "documents": "ok",
    }  # fmt: skip


def test_a_name_is_listed_until_it_is_ready(monkeypatch, tmp_path):
    monkeypatch.setattr(unfinished, "LIST", tmp_path / "unfinished.txt")
    unfinished.LIST.write_text("# why\nwhip\n")
    check_scene.note("coin", ready=False)
    check_scene.note("coin", ready=False)
    assert unfinished.LIST.read_text() == "# why\nwhip\ncoin\n"
    check_scene.note("whip", ready=True)
    assert unfinished.LIST.read_text() == "# why\ncoin\n"


@pytest.mark.parametrize("tool", [check_scene, near_tests])
def test_an_unknown_name_is_refused_in_one_line(tool, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["tool", "perpetuum-mobile"])
    with pytest.raises(SystemExit) as stopped:
        tool.main()
    assert stopped.value.code == 2
    assert "NAME = 'perpetuum-mobile': must be" in capsys.readouterr().err.strip().splitlines()[-1]


def test_near_a_name_are_the_files_that_have_it_and_those_of_all_systems():
    found = {path.relative_to(near_tests.TESTS).as_posix() for path in near_tests.near_files("foucault-rosette")}
    assert {"game/scenefile/notes/test_pendulums.py", "game/looks/test_inks.py", *near_tests.OF_ALL} <= found
    assert not any(name.startswith("e2e/") for name in found) and len(found) < 20


def test_near_a_name_are_the_tests_that_have_it_in_their_source():
    notes = near_tests.TESTS / "game" / "scenefile" / "notes" / "test_pendulums.py"
    assert list(near_tests.functions_with("foucault-rosette", notes)) == ["test_rosette"]
