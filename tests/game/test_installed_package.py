"""A package that is installed beside Polhode: what it offers is used as what Polhode has, and what fails is named.

It is `docs/hoop-lab`, laid beside a `.dist-info` with its entry points, as an installer does it.
"""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "docs/hoop-lab"

USED = """
import math, sys
import numpy as np
import physics
from game import scenefile
from game.learn.pages import page_of
from game.looks import look_for
from physics.compiled.measure_text import compiled_names
from physics.compiled.native import CompileUnit

run = physics.simulate("hoop-bead", duration=2.0, dt=1e-3, initial={"theta": 0.01}, parameters={"turning": 5.0})
ratio = math.sqrt(9.81 / 0.2 - 25.0)  # a small swing about the lowest point
assert abs(run["theta"][-1] - 0.01 * math.cos(2.0 * ratio)) < 1e-6, run["theta"][-1]

ends = [physics.simulate("hoop-bead", duration=1.0, dt=dt, integrator=name)["theta"][-1]
        for name, dt in (("gauss6", 1e-3), ("kutta-third", 2e-2), ("kutta-third", 1e-2))]
order = math.log2(abs(ends[1] - ends[0]) / abs(ends[2] - ends[0]))
assert abs(order - 3.0) < 0.2, order

plain, compiled = (physics.Simulation("hoop-bead", "kutta-third", 1e-3) for _ in range(2))
assert compiled.compile() and plain.advance(300) == compiled.advance(300) == 300
assert bytes(plain.y) == bytes(compiled.y)

system = physics.system("hoop-bead")
assert compiled_names(system) == {"energy", "height"}, "a page has them"
assert CompileUnit("rate", (type(system).rate,), variables=2).name, "machine code is kept between starts"

scene = scenefile.load("hoop-fork")
assert scene.system == "hoop-bead" and scene.integrator == "kutta-third"
page = page_of("hoop-fork", "hoop-bead", "fr")
assert page.title == "Bead on a turning hoop" and "60°" in page.see[0].spans[-1].text and len(page.trials) == 1
assert type(look_for(system)).__name__ == "HoopLook"
"""

BROKEN = {
    "broken/__init__.py": "",
    "broken/scenes/__init__.py": "",
    "broken/scenes/loops.toml": 'system = "gyroscope"\n',
    "broken/scenes/lost.toml": 'system = "perpetuum-mobile"\n',
    "broken/scenes/page.en.md": "systems: gyroscope\ntext\n",
    "broken-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: broken\nVersion: 1\n",
    "broken-1.dist-info/entry_points.txt": """\
[polhode.systems]
gone = broken.gone:Gone
[polhode.looks]
coin = broken:Missing
disk = pathlib:Path
[polhode.presets]
none = broken.none
scenes = broken.scenes
""",
}
NAMED = (
    "polhode.systems gone of the package broken: broken.gone:Gone cannot be loaded: No module named 'broken.gone'",
    "polhode.looks coin of the package broken: broken:Missing cannot be loaded: ",
    "polhode.looks disk of the package broken: pathlib:Path: look = ",
    "polhode.presets none of the package broken: broken.none: must be the name of a package ",
    "the name loops is that of another preset; must be one of its own",
    "lost.toml: unknown system 'perpetuum-mobile'",
    "polhode.presets scenes of the package broken: broken.scenes: page.en.md, line 2: text outside of a section",
)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Lay the package into a folder as an installer does."""
    project = tomllib.loads((SAMPLE / "pyproject.toml").read_text())["project"]
    shutil.copytree(SAMPLE / "hoop_lab", tmp_path / "hoop_lab")
    about = tmp_path / f"hoop_lab-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"].items()
    lines = [line for group, each in groups for line in (f"[{group}]", *(f"{k} = {v}" for k, v in each.items()))]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return tmp_path


def run(folder: Path, *arguments: str) -> str:
    """Run Python with the packages of a folder, and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))), "COLUMNS": "400"}
    environment["POLHODE_CACHE"] = str(folder / "cache")
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_package_adds_a_system_a_method_a_look_a_preset_and_its_page(installed: Path) -> None:
    run(installed, "-c", USED)


def test_what_packages_offer_is_listed_and_what_cannot_be_used_is_named(installed: Path) -> None:
    said = run(installed, "-m", "game", "list")
    assert {"hoop-fork", "hoop-bead", "kutta-third"} <= set(said.split())
    assert "Cannot be used" not in said
    for name, text in BROKEN.items():
        (installed / name).parent.mkdir(parents=True, exist_ok=True)
        (installed / name).write_text(text)
    said = run(installed, "-m", "game", "list")
    assert "hoop-fork" in said
    assert [each for each in NAMED if each not in said] == []


def test_a_map_of_a_package_is_that_of_its_own_method(installed: Path) -> None:
    """Small swings about the lowest point have a closed form, for each angle and each turning of the hoop."""
    over = ("--over", "theta=1e-4..3e-4", "--over", "turning=0..5")
    said = run(
        installed, "-m", "game", "map", "hoop-fork", "--integrator", "kutta-third", *over, "--of", "final:theta",
        "--size", "8x8", "--seconds", "1", "-o", "-",
    )  # fmt: skip
    _, *lines = [line for line in said.splitlines() if not line.startswith("#")]
    rows = [[*map(float, line.split(","))] for line in lines]
    assert len(rows) == 64
    for theta, turning, final, _ in rows:
        assert final == pytest.approx(theta * math.cos(math.sqrt(9.81 / 0.2 - turning**2)), abs=1e-10)
