"""Scene files with equations of one's own: read, changed, saved, and read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import scenefile
from game.camera.rig import CameraRig
from game.cli import listing
from game.scenefile import Scene
from game.session.save_scene import scene_now, toml
from game.session.session import Session
from physics import BadInput
from tests.reference import case

SIZE = (640, 360)
SPRING = """title = "Spring pendulum"
system = "equations"
equations = \"\"\"
x = r*sin(θ)                                  # definitions; x' is their time derivative
z = -r*cos(θ)
lagrangian = ½*m*(x'² + z'²) - m*g*z - ½*k*(r - l)²
dissipation = ½*c*r'²
\"\"\"
parameters = { m = "0.5 kg", k = { value = "20 N/m", low = 0 }, l = "0.75 m", c = "0 kg/s", g = 9.81 }
variables = { r = { unit = "m", start = 1.08, low = 0.01 }, "θ" = { unit = "rad", start = "3 deg" } }
draw = { bob = { ball = ["x", "z"], trace = true }, coil = { spring = ["origin", "bob"], turns = 12 } }
"""


def read(folder: Path, text: str) -> Scene:
    """Return the scene of a text."""
    file = folder / "own.toml"
    file.write_text(text, encoding="utf-8")
    return scenefile.load(str(file))


def saved(scene: Scene) -> str:
    """Return the text of a session of a scene."""
    session = Session(scene)
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open(False)
    return toml(scene_now(session, rig.described(), "auto"))


def test_a_changed_scene_is_saved_with_its_text_and_read_again(tmp_path: Path) -> None:
    scene = read(tmp_path, SPRING)
    changed = scene.changed(parameters={**scene.parameters, "k": "0.3 N/cm", "m": 0.7}, initial={"theta": "10 deg"})
    text = saved(changed)
    assert "x' is their time derivative" in text and "[parameters.k]" in text
    back = read(tmp_path, text)
    first, second = changed.simulation(), back.simulation()
    assert second.system.parameters["k"] == 30.0 and second.system.parameters["m"] == 0.7
    assert bytes(first.y) == bytes(second.y)
    assert bytes(first.system.p) == bytes(second.system.p)
    for run in (first, second):
        run.advance(100)
    assert bytes(first.y) == bytes(second.y)
    assert second.system.fields["k"].low == 0.0  # type: ignore[union-attr]  # a number with bounds


@pytest.mark.parametrize("name", ["ball_on_shaken_table", "lorenz", "magnetic_bottle"])
def test_scenes_without_a_known_energy_are_saved_and_listed(tmp_path: Path, name: str) -> None:
    scene = read(tmp_path, case(f"equations/{name}")["scene"])
    back = read(tmp_path, saved(scene))
    first, second = scene.simulation(), back.simulation()
    assert first.advance(50) == second.advance(50) == 50
    assert bytes(first.y) == bytes(second.y)
    assert first.warning == "" and first.invariants() == {}
    listing.show(str(tmp_path / "own.toml"))


def test_faults_are_told_with_their_line_and_column(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r'own.toml: equations 3:36: "zz" is unknown; did you mean "z"\?'):
        read(tmp_path, SPRING.replace("- m*g*z", "- m*g*zz"))
    with pytest.raises(BadInput, match=r"parameters\.equations describes it, too"):
        read(
            tmp_path, SPRING.replace('parameters = { m = "0.5 kg"', 'parameters = { equations = "x = 1", m = "0.5 kg"')
        )
    with pytest.raises(BadInput, match=r"draw\.coil: 'turn' is unknown"):
        read(tmp_path, SPRING.replace("turns = 12", "turn = 12")).simulation()
