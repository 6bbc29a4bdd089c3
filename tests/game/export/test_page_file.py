"""Exported pages as files."""

import base64
import gzip
import hashlib
import re
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

from game.cli.main import commands
from game.export import page_file
from game.export.exported_picture import describe_picture, frame_of
from game.export.page_file import MAX_BYTES, export, page_script
from game.export.page_words import WORDS
from game.export.pose_recording import run_scene
from game.export.sections import Sections
from game.looks.generic import whole_pose
from game.model import resources
from game.model.colors import dark_ink
from game.model.errors import NoOpenGL
from game.model.trails import TRACE_SECONDS
from game.model.words import later
from game.session.open_scene import load
from physics import BadInput
from tests.game.export.page_data import unpacked

SOURCES = Path(__file__).parents[3] / "web" / "src"
MOST_SCRIPT, MOST_ZIPPED = 115_200, 44_000
"""Greatest size of the script of all pages [bytes], and zipped."""


def content(page):
    """Return the JSON part of a page."""
    packed = re.search(r'id="data">([^<]*)</script>', page)[1]
    return unpacked(base64.b64decode(packed))[0]


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """The page of `loops`."""
    return export(load("loops"), tmp_path_factory.mktemp("page") / "loops.html")


def test_a_page_is_one_file_that_asks_for_nothing(exported):
    page = exported.path.read_text("utf-8")
    assert exported.size == exported.path.stat().st_size < MAX_BYTES
    assert "default-src 'none'" in page
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//|@[A-Z]+@""", page)
    assert page.count("<script") == 2


def test_a_page_says_what_it_shows(exported):
    found = content(exported.path.read_text("utf-8"))
    scene = load("loops")
    assert exported.live and found["live"]
    assert (found["title"], found["note"], found["speed"]) == (scene.title, scene.note, scene.speed)
    assert found["left_out"] == exported.left_out
    assert [each["symbol"] for each in found["invariants"]] == [i.symbol for i in scene.simulation().system.invariants]
    assert found["words"]["fr"][scene.title] != scene.title
    system = scene.simulation().system
    assert (found["bodies"], found["opens"]) == (len(system.bodies(memoryview(system.start()))), 0)
    assert found["method"] == {"name": scene.integrator, "dt": scene.dt} and all(
        i["known"] for i in found["invariants"]
    )
    assert found["scales"] == [each.reference(system, memoryview(system.start()))[1] for each in system.invariants]
    shown = scene.overlays.shown()
    assert found["show"] == {"vectors": shown["vectors"], "traces": shown["traces"], "curves": shown["geometry"]}
    assert exported.poster == ("data:image/webp;base64," in exported.path.read_text("utf-8"))


def test_a_page_appears_complete_or_not_at_all(tmp_path):
    with pytest.raises(BadInput, match=r"output = scene\.htm_: must end in \.html"):
        export(load("loops"), tmp_path / "scene.htm_")
    assert not list(tmp_path.iterdir())


def test_the_command_names_what_is_wrong(tmp_path):
    with pytest.raises(BadInput, match=r"must end in \.html"):
        commands.main(["export", "loops", "-o", str(tmp_path / "loops.txt")], standalone_mode=False)


def test_the_built_script_is_that_of_the_sources():
    """`make page` builds it anew."""
    digest = hashlib.sha256()
    for path in sorted(SOURCES.glob("*.ts"), key=lambda path: path.name):
        digest.update(f"{path.name}\n".encode() + path.read_bytes())
    assert resources.text("assets/page/page.js").splitlines()[0].endswith(digest.hexdigest())


def test_the_script_stays_small():
    script = page_script().encode()
    assert len(script) <= MOST_SCRIPT and len(gzip.compress(script)) <= MOST_ZIPPED


def test_the_words_of_the_script_are_brought_along():
    asked = {
        text for path in SOURCES.glob("*.ts") for text in re.findall(r'\btr\("([^"]+)"\)', path.read_text("utf-8"))
    }
    assert asked and asked <= set(WORDS)


def test_the_camera_of_a_live_page_follows_without_slow_motion(monkeypatch, tmp_path):
    scenes = []

    def run(scene, *_):
        scenes.append(scene)
        raise BadInput("seen")

    monkeypatch.setattr(page_file, "run_scene", run)
    with pytest.raises(BadInput, match="seen"):
        export(load("golf-ball").changed(slow_motion=True), tmp_path / "a.html")
    assert not scenes[0].slow_motion


def test_the_path_of_a_tip_that_goes_round_fast_has_a_length():
    run = run_scene(load("flipping-tippe-top"), 0.5)
    traces = dict(zip(run.system.traces(run.moments[0].y), page_file._drawn_traces(run), strict=True))
    assert traces["tip"]["length"] == pytest.approx(run.look.path_length("tip"))
    assert traces["tip"]["life"] == min(TRACE_SECONDS, run.look.life), "the same at all speeds"
    assert traces["contact"]["length"] is None


@pytest.mark.parametrize("name", ["gimbals", "hurricane-balls", "triple-pendulum"])
def test_polished_bodies_mirror_one_another_where_the_look_has_them(name):
    run = run_scene(load(name), 0.4)
    states = [run.shown(moment) for moment in run.moments]
    found = describe_picture(run.look, states[:-1], [], [], False, Sections()).described
    last = states[-1]
    shapes = frame_of(run.look, last, overlays=False).mirrored
    bodies = whole_pose(run.look, last.system, last.y)
    ends = [[np.array([*at, 1.0]) @ bodies[body] if body >= 0 else [*at, 1.0] for body, *at in shape["ends"]]
            for shape in found["mirrored"]]  # fmt: skip
    drawn = np.array(ends)[:, :, :3]
    assert len(drawn) == len(shapes)
    for shape in shapes:
        assert np.abs(drawn - shape[:2, :3]).max(axis=(1, 2)).min() < 1e-6
    balls = int((drawn[:, 0] == drawn[:, 1]).all(axis=1).sum())
    for mesh in found["meshes"]:
        for number in mesh.get("polished", {}).values():
            assert f"#define BALLS {balls}\n#" in found["programs"][number][1]
    assert any("polished" in mesh for mesh in found["meshes"])


@pytest.fixture(scope="module")
def short():
    """A short run of `double-pendulum` alone."""
    scene = load("double-pendulum").changed(duel=())
    return scene, run_scene(scene, 0.1)


@pytest.mark.parametrize("moving", [0, 1, 2])
def test_a_live_page_leaves_out_one_part_that_hangs_in_no_simple_way_and_more_make_it_a_recording(
    short, monkeypatch, moving
):
    scene, run = short
    picture = SimpleNamespace(
        described={"bright": False, "labels": [], "programs": []}, moving=dict.fromkeys(range(moving)), left_out=[]
    )
    monkeypatch.setattr(page_file, "describe_picture", lambda *given: picture)
    monkeypatch.setattr(page_file, "describe_live", lambda *given: {})
    monkeypatch.setattr(page_file, "shaped_parameters", lambda *given: [])
    found, left_out = page_file.describe(scene, run, True, Sections())
    assert found["live"] == (moving < 2)
    assert left_out == ([later("parts that hang in no simple way")] if moving == 1 else [])
    assert ("title" in found) == found["live"], "nothing else is described in vain"


def test_what_a_scene_asks_for_and_a_page_has_not_is_named():
    scene = load("double-pendulum").changed(duel=())
    system = scene.simulation().system

    def named(changed, live=True, of=system):
        return list(page_file._left_out_of(changed, of, live))

    def with_overlays(**shown):
        return scene.changed(overlays=msgspec.structs.replace(scene.overlays, **shown))

    bare = with_overlays(sculpture=False, body_view=False, binet=False)
    assert named(bare) == []
    ensemble = msgspec.structs.replace(scene.ensemble, copies=3)
    many = load("catenary").simulation().system
    for changed, words in (
        (bare.changed(duel=load("double-pendulum").duel), "the ghosts of other methods"),
        (bare.changed(ensemble=ensemble), "the ensemble"),
        (with_overlays(sculpture=True), "the phase sculpture"),
        (with_overlays(body_view=True), "the second picture"),
        (with_overlays(binet=True), "the second picture"),
    ):
        assert named(changed) == [words] == named(changed, live=False)
    assert named(bare, of=many) == ["sliders of further initial values"] and named(bare, False, many) == []
    assert "the measured motion" in named(load("a-real-double-pendulum"))


def test_lines_and_words_are_darker_in_a_bright_room():
    bright = (0.9, 0.8, 0.2)
    page = {
        "color": bright, "tint": bright, "words": [{"lab_color": bright, "body_color": None}, "color"], "width": 2.0,
    }  # fmt: skip
    dark = dark_ink(bright)
    assert sum(dark) < sum(bright)
    assert page_file._with_dark_inks(page) == {
        **page, "color": dark, "words": [{"lab_color": dark, "body_color": None}, "color"],
    }  # fmt: skip


def test_a_live_page_opens_at_the_time_of_its_scene_and_a_recording_at_its_first_state(short, monkeypatch):
    scene, run = short
    monkeypatch.setattr(page_file, "describe_live", lambda *given: {})
    later_scene = scene.changed(time=2.0)
    found, _ = page_file.describe(later_scene, run, True, Sections())
    assert found["opens"] == round(2.0 / scene.dt) and found["motion"] == {}
    recorded, _ = page_file.describe(later_scene, run, False, Sections())
    assert recorded["opens"] == 0 and not recorded["live"] and all(each["known"] for each in recorded["invariants"])
    monkeypatch.setattr(page_file, "compiled_names", lambda system: frozenset())
    found, left_out = page_file.describe(scene, run, True, Sections())
    assert "invariants whose value is not compiled" in left_out
    assert not any(each["known"] for each in found["invariants"])


def test_paths_of_points_are_drawn_as_their_look_draws_them(short):
    _, run = short
    found = page_file._traces(run)
    names = list(run.system.traces(run.moments[0].y))
    assert [each["life"] for each in found["points"]] == [run.look.life] * len(names)
    assert all((each["length"], each["height"], each["near"]) == (None, None, False) for each in found["points"])
    joint, tip = found["points"]
    assert joint["color"] != tip["color"] and joint["width"] < tip["width"]
    assert (found["life"], found["rate"], found["bodies"]) == (run.look.life, run.look.trace_rate, [])


@pytest.mark.parametrize(
    ("name", "says", "asked"),
    [
        ("loops", [True], [(0.0, False, 4.0)]),
        ("bent-beam", [True], [(0.0, False, None)]),
        ("golf-ball", [False], [(0.0, False, None), (1.5, True)]),
        ("loops", None, [(1.5, True)]),
    ],
)
def test_a_run_is_as_long_as_the_page_needs_it_and_each_step_is_told(monkeypatch, tmp_path, name, says, asked):
    """says: whether the page is live after all; None: the system has no kernel for it."""
    scene = load(name).changed(time=1.5, slow_motion=True)
    runs, told, lives = [], [], iter(says or [])
    monkeypatch.setattr(page_file, "can_live", lambda system: says is not None)
    monkeypatch.setattr(page_file, "run_scene", lambda of, *more: runs.append((of.time, of.slow_motion, *more)))
    monkeypatch.setattr(page_file, "describe", lambda scene, run, live, _: ({"live": live and next(lives)}, ["a"]))
    monkeypatch.setattr(page_file, "picture_of", lambda scene: told.append("picture"))
    monkeypatch.setattr(page_file, "_page", lambda *given: b"<html>")
    done = export(scene, tmp_path / "page.HTM", lambda *step: told.append(step))
    if name == "golf-ball":
        asked = [(0.0, False, *runs[0][2:]), asked[1]]
    assert runs == asked and done == (tmp_path / "page.HTM", 6, says == [True], ["a"], False)
    steps = [(0, 4), (1, 4), (2, 4), "picture", (3, 4), (4, 4)]
    assert told == ([each for each in steps if each != (1, 4)] if says is None else steps)
    assert done.path.read_bytes() == b"<html>"


def test_the_picture_of_a_page_shows_the_scene_after_a_second(monkeypatch):
    class Studio:
        def __init__(self, scene, size, fps, hud):  # framed as the page is, not by what this moment shows
            asked.append((scene.quality, scene.slow_motion, scene.duel, size, fps, hud))
            beside.append([getattr(scene.overlays, name) for name in ("body_view", "binet", "sculpture")])
            self.advanced, self.renderer = 0, SimpleNamespace(release=lambda: asked.append("released"))

        def advance(self):
            self.advanced += 1

        def picture(self):
            return self.advanced

    def none(*given, **named):
        raise NoOpenGL("no driver")

    asked, beside = [], []
    monkeypatch.setattr(page_file, "OfflineRenderer", Studio)
    monkeypatch.setattr(page_file, "webp", lambda picture, quality: f"{picture} {quality}".encode())
    assert page_file.picture_of(load("double-pendulum").changed(slow_motion=True)) == b"30 70"
    assert asked == [("medium", False, (), (960, 540), 30, False), "released"]
    wing = load("wing-nut")
    for name in ("body_view", "binet", "sculpture"):
        page_file.picture_of(wing.changed(overlays=msgspec.structs.replace(wing.overlays, **{name: True})))
    assert beside == [[False] * 3] * 4, "the page draws one picture; where it cannot, it shows this one in its place"
    monkeypatch.setattr(page_file, "OfflineRenderer", none)
    assert page_file.picture_of(load("loops")) is None


def test_other_systems_are_seen_as_that_of_the_scene(short):
    _, run = short
    start = run.shown(run.moments[0])
    systems = [run.system.replace(initial={"theta2": angle}) for angle in (0.1, 0.2)]
    found = page_file._with(start, systems)
    assert [each.system for each in found] == systems and all(each.view is start.view for each in found)
    assert [bytes(each.y) for each in found] == [bytes(memoryview(each.start())) for each in systems]


def test_all_texts_that_a_page_shows_are_translated():
    means = {name: [{"meaning": f"of {name}"}] for name in ("events", "starts", "parameters")}
    page = {
        "title": "T", "note": "N", "system": "S", "left_out": ["L"], "picture": {"labels": [{"text": "A"}]},
        "unseen": ["U"], "arrows": [{"meaning": "force"}], "invariants": [{"meaning": "energy"}],
        "energies": {"parts": [{"symbol": "spin", "meaning": "about its axis"}]},
        "motion": {**means, "methods": [{"title": "Heun"}]},
    }  # fmt: skip
    shown = ["T", "N", "S", "L", "A", "U", "force", "energy", "spin", "about its axis"]
    shown += ["of events", "of starts", "of parameters", "Heun"]
    assert page_file._all_texts(page) == shown
    assert page_file._all_texts({**page, "motion": {}}) == shown[:10]


def test_a_scene_without_a_title_is_called_by_its_name(short):
    scene, run = short
    found = page_file._texts(scene.changed(title=""), run, ["a"])
    assert (found["title"], found["system"], found["left_out"]) == (scene.name, run.system.title, ["a"])
    assert set(found["explained"]) == {"en", "fr"} and all(each["source"] for each in found["explained"].values())
    assert page_file._texts(scene, run, [])["title"] == scene.title
