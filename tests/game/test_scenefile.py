import pytest

import physics
from game import scenefile
from physics import BadInput

GOOD = """
title = "Moon"
system = "gyroscope"
dt = 0.0005
[parameters]
gravity = "1.62 m/s2"
[initial]
theta = "45 deg"
[camera]
azimuth = 30
[overlays]
vectors = false
"""


def write(folder, text):
    path = folder / "scene.toml"
    path.write_text(text)
    return str(path)


def test_a_file_is_what_it_says(tmp_path):
    scene = scenefile.load(write(tmp_path, GOOD))
    simulation = scene.simulation()
    assert simulation.system.gravity == 1.62
    assert simulation["theta"] == pytest.approx(0.785398, abs=1e-6)
    assert simulation.dt == 5e-4
    assert scene.camera.given() == {"azimuth": 30.0}
    assert not scene.overlays.vectors
    assert scene.overlays.traces


@pytest.mark.parametrize("name", scenefile.presets())
def test_every_preset_opens_runs_and_says_what_to_look_for(name):
    scene = scenefile.load(name)
    assert scene.title
    assert len(scene.note) > 40
    simulation = scene.simulation()
    simulation.advance(3000)
    assert simulation.divergence is None
    assert all(abs(reading.drift) < 1e-4 for reading in simulation.invariants().values())


def test_a_preset_shows_what_its_note_promises():
    steady = scenefile.load("steady-precession").simulation()
    theta = steady["theta"]
    steady.advance(2000)
    assert steady["theta"] == pytest.approx(theta, abs=1e-8)
    sleeping = scenefile.load("sleeping-top").simulation()
    I_A, I3, mgd = sleeping.system.p
    assert 66.7 < (4 * I_A * mgd) ** 0.5 / I3 < 66.9


def test_a_system_is_a_scene_with_its_defaults():
    assert scenefile.load("gyroscope").simulation()["phi_dot"] == 60


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("system = ", "not TOML"),
        ('system = "gyroscop"', "did you mean 'gyroscope'"),
        ("dt = 0.001", "system"),
        ('system = "gyroscope"\nspede = 2', "spede"),
        ('system = "gyroscope"\nspeed = "fast"', "speed = 'fast'"),
        ('system = "gyroscope"\nspeed = -1', "speed = -1"),
        ('system = "gyroscope"\ndt = 5', "dt = 5 s: must be from"),
        ('system = "gyroscope"\n[parameters]\nmass = -1', "mass = -1 kg: must be from"),
        ('system = "gyroscope"\n[parameters]\nmass = true', "mass = True: must be a number in kg"),
        ('system = "gyroscope"\n[initial]\ntheta = 0', "theta = 0 rad"),
        ('system = "gyroscope"\n[camera]\nazimuth = "north"', "camera.azimuth = 'north'"),
        ('system = "gyroscope"\nquality = "best"', "quality = 'best'"),
        ('system = "gyroscope"\nintegrator = "rk5"', "did you mean 'rk4'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_file_key_and_value(tmp_path, text, says):
    path = write(tmp_path, text)
    with pytest.raises(BadInput) as refused:
        scenefile.load(path)
    message = str(refused.value)
    assert path in message
    assert says in message
    assert "\n" not in message


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(BadInput, match=r"nothing\.toml: No such file"):
        scenefile.load(str(tmp_path / "nothing.toml"))


def test_the_comment_of_a_table_is_a_scene(tmp_path):
    from game.session import Session

    lines = Session(scenefile.load("loops")).described()
    again = scenefile.load(write(tmp_path, "\n".join(lines)))
    assert again.simulation().system.p == scenefile.load("loops").simulation().system.p
    assert isinstance(again.simulation(), physics.Simulation)
