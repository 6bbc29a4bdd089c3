"""The French of everything that users read: complete, without leftovers, with the same fields, set by the rules."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec
import pytest

import physics
from game import scenefile
from game.model import resources, words
from game.model.edit import Edit
from game.session import edits
from game.session.session import Session
from physics import BadInput
from physics.trebuchet import report
from tests.unfinished import CURE, unfinished
from tools import words as collector


@pytest.mark.release
def test_every_text_has_a_translation_and_none_is_left_over() -> None:
    """The place of a text is the name of what declares it, or a file and a line of its source."""
    later = unfinished()
    modules = {name.replace("-", "_") for name in later}
    missing = {
        text: place
        for text, place in collector.missing("fr").items()
        if place not in later and Path(place.partition(":")[0]).stem not in modules
    }
    assert missing == {}, CURE
    assert collector.left_over("fr") == []


def test_fields_agree() -> None:
    assert collector.differing_fields("fr") == []


def test_no_text_is_glued_together() -> None:
    assert collector.glued_texts() == []


def test_spaces_and_apostrophes_follow_the_rules() -> None:
    texts, _ = words.load("fr")
    assert {text: translated for text, translated in texts.items() if collector.typeset(translated) != translated} == {}


def test_no_text_is_in_two_files() -> None:
    seen: dict[str, str] = {}
    for path in sorted((collector.ROOT / words.FOLDER / "fr").glob("*.json")):
        for text in words.msgspec.json.decode(path.read_bytes(), type=dict[str, str]):
            assert seen.setdefault(text, path.name) == path.name, text


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("l'axe : 12,5 m/s !", "l’axe\u00a0: 12,5\u00a0m/s\u202f!"),
        ("« oui » ; non ?", "«\u00a0oui\u00a0»\u202f; non\u202f?"),
        ("20 maillons, 20 m de corde, {n} s", "20 maillons, 20\u00a0m de corde, {n}\u00a0s"),
        ("Régler : {a:.3f} %", "Régler\u00a0: {a:.3f}\u00a0%"),
        ("t = 3, 1:30", "t = 3, 1:30"),
    ],
)
def test_typesetting(typed: str, set_: str) -> None:
    assert collector.typeset(typed) == set_
    assert collector.typeset(set_) == set_


# Errors ---------------------------------------------------------------------------------------------------------


def refusal(edit: Edit, scene: str = "fast-cone") -> str:
    """Return what the window says of an edit that is refused."""
    with pytest.raises(BadInput) as refused:
        edits.apply(Session(scenefile.load(scene)), edit)
    return words.tr(str(refused.value))


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("scene", "edit", "said"),
    [
        (
            "fast-cone",
            Edit("parameter", -0.5, "mass"),
            "masse = -0,5 kg\u00a0: doit être compris entre 1e-06 et 1000 kg",
        ),
        ("fast-cone", Edit("parameter", "x", "mass"), "masse = 'x'\u00a0: doit être un nombre en kg"),
        ("fast-cone", Edit("parameter", "2 m", "mass"), "masse = '2 m'\u00a0: l’unité 'm' ne convient pas"),
        ("chain-50", Edit("parameter", 1.5, "count"), "nombre = 1,5\u00a0: doit être un entier de 1 à 200"),
        ("fast-cone", Edit("integrator", "stormer-verlet"), "des accélérations qui ne dépendent que des positions"),
        ("trebuchet", Edit("parameter", 0.1, "counterweight_mass"), "trop léger pour lever le bras long"),
        ("fast-cone", Edit("scene", "fast-con"), "(vouliez-vous dire 'fast-cone'\u202f?)"),
    ],
)
def test_errors_are_translated_with_their_numbers(scene: str, edit: Edit, said: str) -> None:
    assert said in refusal(edit, scene)


@pytest.mark.usefixtures("french")
def test_a_run_that_stops_says_why() -> None:
    session = Session(scenefile.load("fast-cone"))
    edits.apply(session, Edit("integrator", "euler-cromer"))
    edits.apply(session, Edit("dt", 0.01))
    while session.simulation.divergence is None:
        session.simulation.advance(100)
    said = words.tr(session.simulation.message)
    assert "euler-cromer avec dt = 0,01\u00a0s s’est arrêté après t = " in said
    assert "(la formulation heavy-top ne l’est pas) (avant cela, " in said
    assert said.endswith(
        "Essayez un dt plus petit, une méthode d’ordre plus élevé comme rk4, ou dop853, qui choisit ses pas lui-même."
    )


def test_an_energy_that_runs_away_is_told_with_commas(french: None) -> None:
    simulation = physics.Simulation(physics.system("heavy-top"), "rk4", 0.05)
    while simulation.divergence is None:
        simulation.advance(100)
    assert "valide : l’énergie s’est emballée, de 0,09055 J à 92,71 J. " in words.tr(simulation.message)


def test_a_template_that_nothing_says_is_left_over(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "{name} = {value}: must be one of {options}"
    patterns = {said: words.load("fr")[1][said], "{name}: nobody has ever said this": "{name} : personne ne l’a dit"}
    monkeypatch.setattr(words, "load", lambda language: (patterns, patterns))
    assert collector.left_over("fr") == ["{name}: nobody has ever said this"]


def test_no_pattern_is_hidden_by_one_before_it(french: None) -> None:
    patterns = list(msgspec.json.decode(resources.path(f"{words.FOLDER}/fr/patterns.json").read_bytes(), type=dict))
    for pattern in patterns:
        text = words.FIELD.sub("1", pattern)
        first = next(each for each in patterns if words._expression(each).fullmatch(text))
        assert first == pattern, f"{pattern!r} comes after {first!r}, which matches its texts too"


def test_reasons_of_missing_values_are_translated(french: None) -> None:
    source = ast.parse(Path(report.__file__).read_text(encoding="utf-8"))
    why = next(each for each in ast.walk(source) if isinstance(each, ast.FunctionDef) and each.name == "why_not")
    returned = [value for each in ast.walk(why) if isinstance(each, ast.Return) for value in ast.walk(each)]
    reasons = {each.value for each in returned if isinstance(each, ast.Constant) and " " in str(each.value).strip()}
    assert len(reasons) > 5
    assert {reason for reason in reasons - {"still in the air after "} if words.tr(reason) == reason} == set()
