"""The list of what mutation testing changes, and the tool that tries it, where it is installed."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AREAS = tomllib.loads((ROOT / "tools" / "mutants.toml").read_text("utf-8"))["areas"]


@pytest.mark.parametrize("area", AREAS)
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
