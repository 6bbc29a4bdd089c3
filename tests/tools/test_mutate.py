"""The list of what mutation testing changes, and the tool that tries it, where it is installed."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AREAS = tomllib.loads((ROOT / "tools" / "mutants.toml").read_text("utf-8"))["areas"]


LISTED = [area for area, given in AREAS.items() if "package" not in given]
PACKAGES = [area for area, given in AREAS.items() if "package" in given]


@pytest.mark.parametrize("area", LISTED)
def test_modules_and_their_tests_exist(area):
    for module, tests in AREAS[area].items():
        assert module.startswith("physics/")
        assert (ROOT / module).is_file()
        assert tests
        assert all(test.startswith("tests/physics/") and (ROOT / test).exists() for test in tests)


@pytest.fixture
def mutate():
    """The tool; what it needs is not among what tests are run with."""
    pytest.importorskip("cosmic_ray")
    from tools import mutate

    return mutate


@pytest.mark.parametrize("area", PACKAGES)
def test_every_module_of_a_package_has_tests(mutate, area):
    for module, tests in mutate.modules_of(AREAS[area]).items():
        assert (ROOT / module).is_file()
        assert mutate.test_files(tests)


def test_tests_of_a_module_are_its_own_then_those_that_import_it(mutate, tmp_path, monkeypatch):
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    files = {
        "game/a/__init__.py": "",
        "game/a/b/low.py": "",
        "game/a/lonely.py": "",
        "game/a/top.py": "",
        "tests/game/a/pictures.py": "from game.a.top import f",
        "tests/game/a/test_first.py": "import os\nfrom game.a.b import high, low",
        "tests/game/a/test_top.py": "",
        "tests/game/a/b/test_early.py": "from game.a.top import f\nfrom game.a.b.lower import g",
        "tests/game/a/b/test_low.py": "from game.a.b.low import g",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    tests = mutate.modules_of({"package": "game/a", "slow": "first"})
    assert {module: [Path(test).stem for test in mutate.test_files(own)] for module, own in tests.items()} == {
        "game/a/b/low.py": ["test_low", "test_first"],
        "game/a/lonely.py": ["test_early", "test_low", "test_first", "test_top"],
        "game/a/top.py": ["test_top", "test_early"],
    }


def test_every_place_of_an_operator_is_a_change(mutate, tmp_path, monkeypatch):
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    (tmp_path / "small.py").write_text("def f(x):\n    return 2 * x - 1\n")
    found = mutate.all_mutants(["small.py"], ["NumberReplacer", "ReplaceBinaryOperator_Sub_Add"])
    changed = [each.difference()[1].replace("  ", " ") for each in found]
    assert changed == [
        "return 3 * x - 1",
        "return 1 * x - 1",
        "return 2 * x - 2",
        "return 2 * x - 0",
        "return 2 * x + 1",
    ]
    assert {each.line for each in found} == {2}


def test_share_of_changes_that_tests_notice(mutate):
    one = mutate.Mutant("physics/errors.py", "NumberReplacer", 0, 1)
    outcomes = [mutate.Outcome(one, fate) for fate in ("killed", "killed", "stopped", "survived")]
    assert mutate.report("events", 70, outcomes) == "| events | 70 | 4 | 2 | 1 | 1 | 75 % |"
