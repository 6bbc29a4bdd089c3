"""docs/machines.md describes every word of the grammar, and the machines that it shows run."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from game import scenefile
from physics.core.expressions import ARGUMENTS
from physics.machines import TABLES, bodies, joints, ropes
from physics.machines.assembly import gap
from physics.machines.description import MOST, MOST_RATES
from physics.machines.machine import Machine
from physics.machines.words import SLIDING, SPRINGS, TURNING, NumberWord
from tests.docs.documents import ROOT, blocks, prose, spans
from tools.assets.make_samples import FOLDER, MACHINE_PAGE

PAGE = MACHINE_PAGE.relative_to(ROOT).as_posix()


def test_every_word_is_described() -> None:
    said = {word for _, text in spans(PAGE) for word in re.findall(r"\w+", text)}
    words = {*TABLES, *bodies.WORDS, *bodies.SHAPES, *joints.WORDS, *joints.DRIVEN, *SPRINGS, *ropes.WORDS}
    words |= {"between", "length", "joints", "ratio", "body", "across", "on", "normal", *ARGUMENTS}
    assert words <= said, f"{PAGE} says nothing of {', '.join(sorted(words - said))}"


@pytest.mark.parametrize(("what", "words"), [("turning", TURNING), ("sliding", SLIDING)])
def test_units_are_those_of_the_reader(what: str, words: dict[str, NumberWord]) -> None:
    text = (ROOT / PAGE).read_text("utf-8")
    (row,) = (line for line in text.splitlines() if line.startswith(f"| | of {what}: "))
    _, _, named, units, _ = (each.strip() for each in row.split("|"))
    found = re.findall(r"`(\w+)`", named)
    assert dict(zip(found, units.replace("–", "").split(", "), strict=True)) == {
        word: words[word].unit for word in found
    }
    assert found == list(words)


def test_limits_are_those_of_the_reader() -> None:
    assert f"at most {MOST['bodies']} bodies and {MOST_RATES} rates" in prose(PAGE)


@pytest.mark.parametrize(
    ("name", "number"), [("double-pendulum", 0), ("four-bar", 1), ("barrier", 2), ("driven-oscillator", 3)]
)
def test_machines_that_are_shown_run(name: str, number: int) -> None:
    file = FOLDER / f"{name}.toml"
    shown = [block.text for block in blocks(PAGE) if block.language == "toml"][number]
    assert shown == file.read_text("utf-8"), "it is old: python -m tools.assets.make_samples"
    run = scenefile.read(file).simulation()
    assert isinstance(run.system, Machine)
    for name in re.findall(r"`((?:upper|elbow|shoulder)[._]\w+)`", prose(PAGE)) if number == 0 else ():
        assert name in run.system.fields or name in run.system.initial
    begun = run.system.energy(run.y)
    assert run.advance(1000) == 1000
    assert abs(run.system.energy(run.y) - begun) < 1e-7
    assert "C" not in run.system.initial
    assert np.abs(gap(run.system.table, list(run.y)).values).max(initial=0.0) < 1e-12, "as the document says"


def test_the_barrier_hits_its_stop_and_rests() -> None:
    run = scenefile.read(FOLDER / "barrier.toml").simulation()
    begun = run.system.energy(run.y)
    run.advance(2500)
    end = dict(zip((each.name for each in run.system.variables), run.y, strict=True))
    assert run.events[0].name == "stop" and end["pivot_at_high"] == end["rope_taut"] == 1.0
    assert end["pivot"] == pytest.approx(np.radians(85.0), rel=1e-12) and abs(end["pivot_rate"]) < 1e-15
    assert run.system.energy(run.y) == pytest.approx(begun, abs=1e-8)


def test_the_crank_turns_evenly_where_it_is_driven(tmp_path: Path) -> None:
    """What the document proposes to change."""
    text = (FOLDER / "four-bar.toml").read_text("utf-8")
    driven = text.replace('angle = "57 deg", rate = 4, torque = 0.6', "driven = { speed = 4 }")
    assert driven != text
    file = tmp_path / "driven.toml"
    file.write_text(driven, encoding="utf-8")
    run = scenefile.read(file).simulation()
    assert run.advance(500) == 500
    assert run.divergence is None and run.y[run.system.index("work")] != 0.0
    assert run.system.energy(run.y) == pytest.approx(run.system.energy(memoryview(run.system.start())), abs=1e-6)
