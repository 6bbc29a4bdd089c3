import numpy as np
import pytest

from game import scenefile
from game.app import quality_control
from game.app.quality_control import (
    HITCH,
    PREPARE_AFTER,
    PREPARE_SHARE,
    SOFTWARE_HITCH,
    WANTED_FOR,
    QualityControl,
    outward,
)
from game.model.frame import SceneFrame, View
from game.render.auto_tier import SOFTWARE, WARM_UP, WINDOW
from game.render.tiers import TIERS
from game.scenefile import load
from physics import BadInput

SCENE = load("fast-cone")
FRAME = SceneFrame(View(np.zeros(3), np.eye(4), np.eye(4)), np.zeros(3), 1.0)


class Drawing:
    """Substitute for a renderer: records its settings, and how often it prepared something."""

    def __init__(self, clock, steps=0, seconds=0.02):
        self.used, self.prepared = [], 0
        self.tier = TIERS["medium"]
        self._clock, self._steps, self._seconds = clock, steps, seconds

    def use(self, tier, scale):
        self.used.append((tier, scale))

    def prepare(self, frame):
        self.prepared += 1
        self._clock.now += self._seconds
        return self.prepared < self._steps


class Clock:
    now = 100.0
    away = 0.0

    def perf_counter(self):
        return self.now

    def thread_time(self):
        return self.now - self.away


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(quality_control, "time", clock)
    return clock


def slow(quality, drawing):
    for _ in range(WARM_UP + WINDOW):
        quality.measure(2.0 * SOFTWARE.slow, drawing)


def test_chosen_quality_is_kept_when_pictures_are_slow(clock):
    asked, drawing = QualityControl("auto", software=True), Drawing(clock)
    asked.ask("medium@0.75", drawing)
    slow(asked, drawing)
    assert drawing.used == [("medium", 0.75)]
    with pytest.raises(BadInput, match="lowest"):
        asked.ask("lowest", drawing)
    assert (asked.name, str(asked.drawn), len(drawing.used)) == ("medium@0.75", "medium@0.75", 1)


def test_automatic_quality_is_lowered_when_pictures_are_slow(clock):
    auto, drawing = QualityControl("auto", software=True), Drawing(clock)
    for milliseconds in [0.0] * WARM_UP + [2.0 * SOFTWARE.slow] * WINDOW:
        auto.measure(milliseconds, drawing)
    assert drawing.used == [], "what is not known yet does not count"
    slow(auto, drawing)
    assert drawing.used == [("low", 0.75)] == [tuple(auto.drawn)]
    assert auto.name == "auto"


def test_preparation_of_other_tiers_takes_a_small_part_of_the_time(clock):
    asked, drawing, frame = QualityControl("low", software=True), Drawing(clock, steps=3), FRAME
    asked.prepare(drawing, frame, SCENE)
    assert drawing.prepared == 0, "the first pictures come first"
    clock.now += PREPARE_AFTER
    for prepared in (1, 2, 3):
        asked.prepare(drawing, frame, SCENE)
        asked.prepare(drawing, frame, SCENE)
        assert drawing.prepared == prepared
        clock.now += 0.02 / PREPARE_SHARE
    asked.prepare(drawing, frame, SCENE)
    assert drawing.prepared == 3, "nothing is left: it looks again later"
    clock.now += PREPARE_AFTER
    asked.prepare(drawing, frame, SCENE)
    assert drawing.prepared == 4


class Other:
    """Substitute for a helper process that compiles shaders."""

    def __init__(self, scene, names, tier, compiled):
        self.scene, self.names, self.tier, self.compiled = scene, names, tier, compiled
        self.running, self.ended = True, False

    def end(self):
        self.ended = True


@pytest.fixture
def others(monkeypatch):
    """Return the list of the helper processes that are started."""
    found = []

    def start(*handed):
        found.append(Other(*handed))
        return found[-1]

    monkeypatch.setattr(quality_control.shader_warmup, "start", start)
    return found


def test_warm_up_process_starts_once_for_a_scene_whose_preparation_is_slow(clock, others):
    asked, frame = QualityControl("low", software=True), FRAME
    drawing = Drawing(clock, steps=20, seconds=2.0 * SOFTWARE_HITCH)

    def later():
        clock.now += 10.0 * HITCH / PREPARE_SHARE
        asked.prepare(drawing, frame, SCENE)
        return drawing.prepared

    clock.now += PREPARE_AFTER
    assert later() == 1
    assert [other.scene for other in others] == [SCENE]
    assert later() == 1, "it waits for the other"
    others[0].running = False
    assert (later(), later()) == (2, 3)
    assert len(others) == 1, "the other has done what it can"
    assert (sorted(others[0].names), others[0].tier) == (sorted(scenefile.presets()), "medium")
    clock.now += 10.0 * HITCH / PREPARE_SHARE
    asked.prepare(drawing, frame, SCENE.changed(name="another"))
    assert [other.names for other in others[1:]] == [()], "presets need it once"
    asked.close()
    assert others[1].ended


@pytest.mark.parametrize(("software", "started"), [(True, 0), (False, 1)])
def test_what_other_programs_take_counts_only_where_a_driver_may_compile_elsewhere(clock, others, software, started):
    asked, drawing = QualityControl("low", software), Drawing(clock, steps=20, seconds=2.0 * HITCH)
    clock.now += PREPARE_AFTER

    def prepare(frame):
        clock.now += 2.0 * HITCH
        clock.away += 1.5 * HITCH
        return True

    drawing.prepare = prepare
    asked.prepare(drawing, FRAME, SCENE)
    assert len(others) == started


@pytest.mark.parametrize(("software", "started"), [(True, 0), (False, 1)])
def test_a_step_may_take_longer_where_the_processor_draws(clock, others, software, started):
    asked, drawing = QualityControl("low", software), Drawing(clock, steps=20, seconds=1.5 * HITCH)
    clock.now += PREPARE_AFTER
    asked.prepare(drawing, FRAME, SCENE)
    assert len(others) == started


@pytest.fixture
def helped(clock, others):
    """Return a quality control whose helper process has begun, and what it draws with."""
    asked, drawing = QualityControl("low", software=True), Drawing(clock, steps=20, seconds=2.0 * SOFTWARE_HITCH)
    assert asked.is_compiled("bungee", drawing), "no helper was needed so far"
    clock.now += PREPARE_AFTER
    asked.prepare(drawing, FRAME, SCENE)
    assert len(others) == 1
    return asked, drawing


def test_what_is_ready_in_one_tier_is_not_so_in_another(clock, others, helped):
    asked, drawing = helped
    others[0].compiled.add("coin")
    assert asked.is_compiled("coin", drawing) and asked.is_compiled("coin", drawing)
    drawing.tier = TIERS["high"]
    assert not asked.is_compiled("coin", drawing)


def test_a_scene_to_which_the_helper_has_not_come_is_compiled_by_another(clock, others, helped):
    asked, drawing = helped
    others[0].compiled.add("coin")
    assert asked.is_compiled("coin", drawing)
    assert asked.is_compiled(SCENE.name, drawing), "the window has drawn it"
    for name in ("book", "bungee"):
        assert not asked.is_compiled(name, drawing)
    clock.now += 1.5 * WANTED_FOR
    assert not asked.is_compiled("bungee", drawing) and not asked.is_compiled("bungee", drawing)
    assert [(other.scene, other.names, other.tier) for other in others[1:]] == [(None, ("bungee",), "medium")]
    assert not asked.is_compiled("whip", drawing) and others[1].ended, "only the last one is waited for"
    clock.now += 1.5 * WANTED_FOR
    assert not asked.is_compiled("whip", drawing)
    others[2].compiled.add("whip")
    assert asked.is_compiled("whip", drawing)
    assert not asked.is_compiled("book", drawing)
    clock.now += 1.5 * WANTED_FOR
    assert not asked.is_compiled("book", drawing)
    others[3].running = False
    assert asked.is_compiled("book", drawing), "nothing more comes of it"
    others[0].running = False
    assert asked.is_compiled("bungee", drawing) and len(others) == 4
    asked.close()
    assert others[0].ended and others[3].ended


def test_what_is_compiled_is_known_of_one_tier(others, helped):
    asked, drawing = helped
    others[0].compiled.add("coin")
    drawing.tier = TIERS["high"]
    assert not asked.is_compiled("coin", drawing)
    asked.prepare(drawing, FRAME, SCENE)
    assert asked.is_compiled(SCENE.name, drawing)


def test_a_scene_is_opened_where_no_process_can_be_started(clock, helped, monkeypatch):
    asked, drawing = helped
    monkeypatch.setattr(quality_control.shader_warmup, "start", lambda *_: None)
    assert not asked.is_compiled("bungee", drawing)
    clock.now += 1.5 * WANTED_FOR
    assert asked.is_compiled("bungee", drawing)


@pytest.mark.parametrize(
    ("name", "order"), [("a", "abecd"), ("d", "decab"), ("elsewhere", "abecd")], ids=["first", "inner", "none"]
)
def test_scenes_nearby_come_first(name, order):
    assert "".join(outward("abcde", name)) == order


def test_a_scene_far_from_both_ends_is_followed_by_its_neighbours_on_either_side():
    assert outward("abcdefghij", "e") == list("efdgchbiaj")
    assert outward("abcdefghij", "j") == list("jaibhcgdfe")
