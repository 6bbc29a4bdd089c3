import itertools

import numpy as np
import pytest

import physics
from game import scenefile
from game.scenefile import BookmarkSpec, CameraSpec
from game.session import open_scene
from game.session.session import Session
from physics import BadInput
from tests.presets import sampled

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


def test_scene_file_is_read(tmp_path):
    scene = scenefile.load(write(tmp_path, GOOD))
    simulation = scene.simulation()
    assert simulation.system.gravity == 1.62
    assert simulation["theta"] == pytest.approx(0.785398, abs=1e-6)
    assert simulation.dt == 5e-4
    assert scene.camera.given() == {"azimuth": 30.0}
    assert not scene.overlays.vectors
    assert scene.overlays.traces is None, "as the user has them"


@pytest.mark.parametrize("name", sampled())
def test_every_preset_loads_runs_and_has_a_note(name):
    scene = scenefile.load(name)
    assert scene.title
    assert len(scene.note) > 40
    simulation = scene.simulation()
    simulation.compile()
    simulation.advance(3000)
    assert simulation.divergence is None
    assert all(abs(reading.drift) < 1e-4 for reading in simulation.invariants().values())


def test_system_name_is_a_scene_with_defaults():
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
        ('system = "gyroscope"\n[camera]\nazimut = 30', "azimut"),
        ('system = "gyroscope"\n[camera]\nazimuth = "north"', "camera.azimuth = 'north'"),
        ('system = "gyroscope"\n[[camera.bookmarks]]\nhour = 9', "[0]: unknown key 'hour'; known: azimuth, d"),
        ('system = "gyroscope"\n[[camera.bookmarks]]\nzoom = "far"', "camera.bookmarks[0].zoom = 'far': must"),
        ('system = "gyroscope"\nplots = [["theta", 1]]', "plots[0][1] = 1: must be text"),
        ('system = "gyroscope"\nquality = "best"', "quality = 'best'"),
        ('system = "gyroscope"\nintegrator = "rk5"', "did you mean 'rk4'"),
    ],
)
def test_errors_have_file_key_and_value_in_one_line(tmp_path, text, says):
    path = write(tmp_path, text)
    with pytest.raises(BadInput) as refused:
        scenefile.load(path)
    message = str(refused.value)
    assert path in message
    assert says in message
    assert "\n" not in message


DUEL = """
system = "gyroscope"
dt = 0.002
[[duel]]
integrator = "newmark"
settings = { epsilon = 1e-9 }
[[duel]]
formulation = "gyroscope-recipe"
dt = "1 ms"
parameters = { recipe = "restarted" }
"""


def test_scene_may_begin_with_a_duel(tmp_path):
    session = Session(scenefile.load(write(tmp_path, DUEL)))
    one, other = (ghost.simulation for ghost in session.duel.ghosts)
    assert (one.integrator.name, one.dt, one.settings) == ("newmark", 2e-3, {"epsilon": 1e-9})
    assert (other.integrator.name, other.dt, other.system.name) == ("rk4", 1e-3, "gyroscope-recipe")
    assert other.system.parameters["recipe"] == "restarted"
    assert one.system.parameters == session.simulation.system.parameters


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('integratr = "heun"', "duel[0]: unknown key 'integratr' (did you mean 'integrator'?); known: dt, formulation"),
        ('integrator = "rk5"', "did you mean 'rk4'"),
        ("parameters = { mas = 3 }", "did you mean 'mass'"),
        ('formulation = "rolling-top"', "formulation = rolling-top: must be one of gyroscope"),
        ("dt = 1e-7", "dt = 1e-07 s: the step of a compared run"),
        ("settings = { epsilon = 1 }", "epsilon"),
    ],
)
def test_invalid_ghost_is_refused_with_the_file(tmp_path, row, says):
    path = write(tmp_path, f'system = "gyroscope"\n[[duel]]\n{row}\n')
    with pytest.raises(BadInput) as refused:
        open_scene.load(path)
    assert path in str(refused.value)
    assert says in str(refused.value)


def test_profile_is_found_beside_its_scene_file(tmp_path):
    (tmp_path / "top.csv").write_text("0, 0\n0.02, 0.02\n0, 0.03\n")
    text = 'system = "rolling-body"\n[parameters]\nshape = "profile"\nprofile = "top.csv"\n'
    scene = scenefile.load(write(tmp_path, text))
    assert scene.simulation().system.profile == ((0.0, 0.0), (0.02, 0.02), (0.0, 0.03))
    with pytest.raises(BadInput, match=r"scene\.toml: profile = .*nothing\.csv"):
        scenefile.load(write(tmp_path, text.replace("top.csv", "nothing.csv")))


def test_start_may_be_given_by_aliases(tmp_path):
    scene = scenefile.load(write(tmp_path, 'system = "heavy-top"\n[initial]\ntheta = "40 deg"\nphi_dot = "600 rpm"\n'))
    start = scene.simulation().system.entered()
    assert (start["theta"], start["phi_dot"]) == pytest.approx((np.radians(40), 600 * np.pi / 30))


def test_presets_are_grouped_by_family_with_the_default_first():
    headlines = scenefile.scene_summaries()
    assert headlines[0].name == scenefile.DEFAULT
    families = [headline.family for headline in headlines]
    assert len(list(itertools.groupby(families))) == len(set(families))
    assert {headline.name for headline in headlines} == set(scenefile.presets())
    for headline in headlines:
        scene = scenefile.load(headline.name)
        assert (scene.title, scene.note) == (headline.title, headline.note)


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"nothing\.toml: No such file"):
        scenefile.load(str(tmp_path / "nothing.toml"))


def test_header_of_a_table_is_a_scene(tmp_path):
    lines = Session(scenefile.load("loops")).described()
    again = scenefile.load(write(tmp_path, "\n".join(lines)))
    assert again.simulation().system.p == scenefile.load("loops").simulation().system.p
    assert isinstance(again.simulation(), physics.Simulation)


BOOKMARKS = """
system = "gyroscope"
[camera]
mode = "tour"
period = 12
blur = 0.01
[[camera.bookmarks]]
name = "near"
zoom = 1.5
[[camera.bookmarks]]
azimuth = 40
target = [0, 0, 0.1]
"""


def test_bookmarks_of_a_file_are_read(tmp_path):
    camera = scenefile.load(write(tmp_path, BOOKMARKS)).camera
    assert [mark.given() for mark in camera.bookmarks] == [
        {"name": "near", "zoom": 1.5},
        {"name": "", "azimuth": 40.0, "target": (0.0, 0.0, 0.1)},
    ]
    assert (camera.mode, camera.period, camera.blur) == ("tour", 12.0, 0.01)
    turned = camera.seen("turntable,period=20,elevation=30")
    assert (turned.mode, turned.period, turned.elevation) == ("turntable", 20.0, 30.0)
    assert turned.bookmarks == camera.bookmarks


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("zoom = 1.5", "zoom = 50", "camera.bookmarks[0]: camera zoom = 50.0: must be a number from 0.05 to 20"),
        ("azimuth = 40", "elevation = 90", "camera.bookmarks[1]: camera elevation = 90.0"),
        ("azimuth = 40", 'azimuth = "east"', "camera.bookmarks"),
        ("azimuth = 40", "azimut = 40", "azimut"),
        ("period = 12", "period = 0", "camera period = 0.0: must be a number from 1 to 3600 s"),
        ("blur = 0.01", "blur = 1", "camera blur = 1.0: must be a number from 0 to 0.2"),
        ('[[camera.bookmarks]]\nname = "near"\nzoom = 1.5\n', "", "camera.mode = tour: needs two bookmarks or more"),
        ("azimuth = 40", "azimuth = 40\n" + 9 * "[[camera.bookmarks]]\n", "camera.bookmarks = 11: must be at most 9"),
    ],
)
def test_invalid_bookmarks_are_refused_in_one_line(tmp_path, old, new, named):
    assert old in BOOKMARKS
    with pytest.raises(BadInput) as raised:
        scenefile.load(write(tmp_path, BOOKMARKS.replace(old, new)))
    assert named in str(raised.value)
    assert "\n" not in str(raised.value)


def test_bookmarks_of_presets_have_unique_names():
    marked = [scene for scene in map(scenefile.load, scenefile.presets()) if scene.camera.bookmarks]
    assert len(marked) >= 10
    for scene in marked:
        names = [mark.name for mark in scene.camera.bookmarks]
        assert 2 <= len(set(names)) == len(names) <= 4, scene.name


@pytest.mark.parametrize(
    ("path", "mode", "said"),
    [
        ("1@0,4@2", "tour", "camera.path = 1@0,4@2: there is no bookmark 4; allowed: 1, 2"),
        ("1@0", "orbit", "camera.path = 1@0: needs camera.mode = tour"),
        ("1@0,2@0", "tour", "camera path '2@0': must come after 0 s"),
        ("1@0,2", "tour", "camera path '2': must be BOOKMARK@SECONDS, .* such as 2@3.5"),
        ("0@0", "tour", "camera path '0@0': must be BOOKMARK@SECONDS"),
        ("1@-1", "tour", "camera path '1@-1': must be BOOKMARK@SECONDS"),
        (",".join(f"1@{k}" for k in range(101)), "tour", "camera path: 101 stops; at most 100 are allowed"),
    ],
)
def test_a_path_that_is_none_is_refused(path: str, mode: str, said: str) -> None:
    bookmarks = BookmarkSpec(elevation=20.0), BookmarkSpec(elevation=40.0)
    camera = CameraSpec(path=path, mode=mode, bookmarks=bookmarks)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=said):
        camera.check(physics.system("gyroscope"))


def test_a_path_belongs_to_the_tour_alone() -> None:
    camera = CameraSpec(path="1@0,2@1.5s", mode="tour")
    assert camera.stops() == [(1, 0.0), (2, 1.5)]
    assert camera.seen("elevation=30").path == "1@0,2@1.5s" and camera.seen("turntable").path is None


@pytest.mark.parametrize(
    ("plots", "says"),
    [
        ('[["wheel"]]', "plots[0]: unknown quantity of gyroscope 'wheel'"),
        ('[["theta"], []]', "plots[1] = 0 quantities: must be 1 to 6"),
        ('[["theta", "theta_dot", "E"]]', "plots[0]"),
        ('[["theta"], ["psi", "theta", "psi"]]', "plots[1] = psi, psi"),
        ('[["theta"], ["theta"], ["theta"], ["theta"], ["theta"]]', "plots = 5 plots: must be at most 4"),
    ],
)
def test_plots_that_cannot_be_are_refused(tmp_path, plots, says):
    with pytest.raises(BadInput) as refused:
        scenefile.load(write(tmp_path, f'system = "gyroscope"\nplots = {plots}\n'))
    assert says in str(refused.value)
