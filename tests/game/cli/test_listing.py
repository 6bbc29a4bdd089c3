"""`polhode list`: an overview without waste, and the details of one name."""

import re
from itertools import pairwise

import pytest
from rich.cells import cell_len

import physics
from game import scenefile
from game.cli import listing
from physics import BadInput
from physics.simulation.energy_budget import energy_quantities

WIDTH = 80
NAMES = dict.fromkeys((*scenefile.presets(), *physics.systems(), *physics.integrators()))


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", str(WIDTH))


TEXTS = {}
"""What has been shown of each name: long tables take a while."""


def shown(capsys, name):
    if name not in TEXTS:
        listing.show(name)
        TEXTS[name] = capsys.readouterr().out
    return TEXTS[name]


def test_overview_has_every_name_in_as_few_lines_as_its_width_allows(capsys):
    listing.show_overview()
    lines = capsys.readouterr().out.splitlines()
    assert max(map(cell_len, lines)) <= WIDTH
    systems = [line for line in lines if re.match(r"  [a-z-]+ {2,}\S", line)]
    other = {name for system in physics.systems().values() for name in physics.formulations(system)}
    assert len(systems) == len(physics.systems().keys() - (other - {line.split()[0] for line in systems}))
    names = [line for line in lines if line.startswith("  ") and line not in systems]
    ends = {next(i for i, line in enumerate(names) if "Other formulations" in line)}
    ends |= {next(i for i, line in enumerate(names) if "explicit:" in line)}
    for i, (line, following) in enumerate(pairwise(names)):
        assert i + 1 in ends or cell_len(line) + 1 + cell_len(following.split()[0]) > WIDTH, line
    assert set(NAMES) <= set(" ".join(lines).replace(";", "").split())


@pytest.mark.parametrize("name", NAMES)
def test_details_of_everything_fit_the_terminal(name, capsys):
    lines = shown(capsys, name).splitlines()
    assert lines[0].startswith(("Preset ", "System ", "Integrator "))
    equations = [line for line in lines if line.startswith("      ")]
    assert max(cell_len(line) for line in lines if line not in equations) <= WIDTH


@pytest.mark.parametrize("width", [1, 3, 20, 30])
def test_a_terminal_narrower_than_names_is_no_fault(width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    listing.show_overview()
    said = capsys.readouterr().out
    assert all(name in said for name in ("gyroscope", "fast-cone")), "names are there, folded by the terminal"


@pytest.mark.parametrize("name", physics.systems())
def test_details_of_a_system_have_all_that_it_declares(name, capsys):
    system = physics.system_class(name)
    words = shown(capsys, name).split()
    declared = [*system.variables, *system.aliases, *system.invariants, *system.quantities, *system.events]
    declared += energy_quantities(system())
    assert {*system.fields, *(each.name for each in declared)} <= set(words)


def test_details_of_a_preset_have_its_settings_and_its_comparison(capsys):
    text = shown(capsys, "paper-rolling-top")
    for words in ("Section 6.3", "system rolling-top, integrator rk4", "alpha     0.125", "phi_dot     30"):
        assert words in text
    assert "compared with variant = sign as printed" in text
    assert "ensemble of 10000 copies, spread theta2 = " in shown(capsys, "double-pendulum-cloud")


def test_name_of_two_things_shows_both(capsys):
    text = shown(capsys, "trebuchet")
    assert "Preset trebuchet: Trebuchet" in text and "System trebuchet: Trebuchet" in text
    assert list(listing.entry("trebuchet")) == ["scenes", "systems"]


def test_details_give_the_reason_why_an_integrator_is_not_applicable(capsys):
    text = " ".join(shown(capsys, "newmark").split())
    assert "applicable: double-pendulum, " in text
    assert "whip (needs a second-order system; the system is first-order)" in text
    text = " ".join(shown(capsys, "gyroscope-recipe").split())
    assert "stormer-verlet, newmark (needs a second-order system; gyroscope-recipe is first-order)" in text
    assert "applicable integrators: euler, heun, " in text


@pytest.mark.parametrize(("name", "says"), [("newmrk", "did you mean 'newmark'"), ("xyzzy", "'xyzzy'; all names:")])
def test_unknown_name_is_refused_with_near_ones(name, says):
    for lookup in (listing.show, listing.entry):
        with pytest.raises(BadInput, match=says):
            lookup(name)


def test_the_scene_in_a_file_or_of_a_line_is_shown(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text('title = "Mine"\nsystem = "trebuchet"\n[parameters]\nCdRe = [[1e3, 0.5], [1e6, 0.1]]\n')
    said = shown(capsys, str(path))
    assert "Scene mine: Mine" in said
    assert "drag_table" in said
    assert listing.entry(str(path))["scenes"][str(path)]["title"] == "Mine"
    assert "theta" in shown(capsys, "loops?theta=40deg")
    with pytest.raises(BadInput, match=r"none\.toml: No such file"):
        listing.show(str(tmp_path / "none.toml"))


def test_a_machine_of_ones_own_has_its_names(capsys):
    text = shown(capsys, "docs/samples/double-pendulum.toml")
    assert "elbow.damping" in text and "shoulder_rate" in text and "State (--init" in text
    assert "body: bar" in text and "joins ground and upper; shoulder about -y" in " ".join(text.split())
    text = " ".join(shown(capsys, "swinging-atwood").split())
    assert "along" in text and "rope of" in text


def test_entry_is_part_of_the_catalogue():
    everything = listing.catalogue()
    assert listing.entry("gauss4") == {"integrators": {"gauss4": everything["integrators"]["gauss4"]}}
    assert {name for members in everything.values() for name in members} == set(NAMES)
