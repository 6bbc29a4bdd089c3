"""`polhode import` and `polhode export` of machines to files of other programs."""

from __future__ import annotations

from game import scenefile
from physics.machines.machine import Machine
from tests.game.cli.test_main import here

MODEL = (
    '<mujoco model="A &quot;hinge&quot;"><worldbody><body name="arm"><joint name="j" range="-1 1" frictionloss="2"/>'
    '<geom type="capsule" fromto="0 0 0 1 0 0" size="0.05" contype="0" conaffinity="0"/></body></worldbody>'
    '<keyframe><key qpos="0.5"/></keyframe></mujoco>'
)


def test_model_becomes_a_scene_and_goes_back(tmp_path) -> None:
    (tmp_path / "arm.xml").write_text(MODEL)
    done = here("import", "arm.xml", "-o", "arm.toml", cwd=tmp_path)
    assert done.returncode == 0 and not done.stdout, done.stderr
    scene = scenefile.read(tmp_path / "arm.toml")
    system = scene.simulation().system
    assert isinstance(system, Machine) and scene.title == 'A "hinge"' and system.initial["j"] == 0.5
    done = here("export", "arm.toml", "--set", "arm.mass=3", "-o", "again.xml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert here("import", "again.xml", "-o", "again.toml", cwd=tmp_path).returncode == 0
    again = scenefile.read(tmp_path / "again.toml").simulation().system
    assert isinstance(again, Machine) and again.described.bodies["arm"].mass == 3.0


def test_a_system_is_taken_apart_into_a_scene_that_opens(tmp_path) -> None:
    done = here("export", "double-pendulum", "--set", "lower_mass=2", "-o", "apart.toml", cwd=tmp_path)
    assert done.returncode == 0 and not done.stdout, done.stderr
    said, _, difference = done.stderr.partition("the same to ")
    assert said == "Saved apart.toml: 2 bodies; accelerations at 4 states of the run: "
    assert float(difference) < 1e-13
    scene = scenefile.read(tmp_path / "apart.toml")
    system = scene.simulation().system
    assert isinstance(system, Machine) and system.described.bodies["lower"].mass == 2.0
    assert (scene.title, scene.integrator, scene.dt) == ("Double pendulum", "rk4", 1e-3)
    done = here("export", "triple-pendulum", "-o", "drag.toml", cwd=tmp_path)
    assert "they differ by" in done.stderr and done.stderr.endswith("Left behind: the drag of the masses\n")


def test_faults_are_told_in_one_line(tmp_path) -> None:
    (tmp_path / "bad.urdf").write_text('<robot name="r">\n<link/></robot>')
    for arguments, told in (
        (("import", "bad.urdf", "-o", "a.toml"), "polhode: bad.urdf: line 2: link: needs name"),
        (("import", "bad.urdf", "-o", "a.txt"), "polhode: output = 'a.txt': must be a scene file, FILE.toml"),
        (("import", "none.xml", "-o", "a.toml"), "polhode: none.xml: No such file or directory"),
        (("export", "coin", "-o", "a.toml"), "polhode: rolling-body cannot be taken apart into bodies and joints: it"),
        (("export", "loops", "-o", "a.xml"), "polhode: a.xml: gyroscope is no machine of bodies and joints"),
    ):
        done = here(*arguments, cwd=tmp_path)
        assert done.returncode == 2 and done.stderr.startswith(told) and done.stderr.count("\n") == 1
    assert not list(tmp_path.glob("a.*"))
