"""The scales of arrows of a run: one for the whole run, the same in window and film, anew where something changes."""

import time

import numpy as np
import pytest
from msgspec.structs import replace

from game import scenefile
from game.camera.rig import CameraRig
from game.looks.levitron.levitron import LevitronLook
from game.model.arrow_scales import ArrowScales
from game.model.arrow_views import pixels_per_metre
from game.session import advancing, edits
from game.session.arrow_scaling import EASE_SECONDS
from game.session.compose import compose_frame
from game.session.edits import Edit
from game.session.session import Session

FPS, SIZE = 30, (1280, 720)
LONGEST_WAIT = 60.0


def opened(name: str, thorough: bool) -> tuple[Session, CameraRig]:
    session = Session(scenefile.load(name).changed(paused=False))
    session.simulation.compile()
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open(thoroughly=thorough)
    return session, rig


def go_on(session: Session, rig: CameraRig, seconds: float) -> list[ArrowScales]:
    """Return the scales with which a run is shown over some seconds."""
    found = []
    for _ in range(round(seconds * FPS)):
        advancing.advance_frame(session, FPS)
        rig.update(1 / FPS)
        compose_frame(session, rig.views(SIZE)[0], 1 / FPS)
        found.append(session.run.arrows.scales)
    return found


def settled(session: Session, rig: CameraRig) -> ArrowScales:
    """Return the scales once a run ahead has been computed in the background; the run stands meanwhile."""
    until = time.monotonic() + LONGEST_WAIT
    while (session.run.arrows.waits or session.run.arrows.moves) and time.monotonic() < until:
        rig.update(1 / FPS)
        time.sleep(0.005)
    assert not session.run.arrows.moves
    return session.run.arrows.scales


@pytest.mark.parametrize("name", ["double-pendulum", "loops", "trebuchet", "rattleback"])
def test_the_window_has_the_scales_of_the_film_and_keeps_them(name):
    film = opened(name, thorough=True)
    references = {unit: scale.reference for unit, scale in film[0].run.arrows.scales.units.items()}
    assert references
    assert {frozenset(each.units.items()) for each in go_on(*film, 1.0)} == {
        frozenset(film[0].run.arrows.scales.units.items())
    }
    window = opened(name, thorough=False)
    found = settled(*window)
    assert {unit: scale.reference for unit, scale in found.units.items()} == references
    assert {frozenset(each.units.items()) for each in go_on(*window, 1.0)} == {frozenset(found.units.items())}
    for unit, scale in film[0].run.arrows.scales.units.items():
        assert found.units[unit].length == pytest.approx(scale.length, rel=0.1), "but for the room in the picture"


def test_the_first_picture_of_a_window_shows_the_arrows_of_the_start():
    session, rig = opened("loops", thorough=False)
    frame = compose_frame(session, rig.views(SIZE)[0], 1 / FPS)
    assert {arrow.label for arrow in frame.arrows} >= {"ω", "L", "mg"}
    settled(session, rig)


def test_a_changed_parameter_changes_the_scale_smoothly_and_a_reset_does_not():
    session, rig = opened("loops", thorough=True)
    before = session.run.arrows.scales.units["N"]
    session.reset()
    rig.update(1 / FPS)
    assert session.run.arrows.scales.units["N"] == before
    edits.apply(session, Edit("parameter", 40.0, "gravity"))
    rig.update(0.25 * EASE_SECONDS)
    under_way = session.run.arrows.scales.units["N"]
    assert session.run.arrows.moves
    rig.update(EASE_SECONDS)
    after = session.run.arrows.scales.units["N"]
    assert after.reference > 3.0 * before.reference and not session.run.arrows.moves
    assert after.length < under_way.length < before.length


def test_another_size_on_the_screen_is_another_scale_where_room_is_short():
    session, rig = opened("loops", thorough=True)
    before = session.run.arrows.scales.units["rad/s"]
    for _ in range(20):
        rig.lab.zoom(1.0)
    rig.lab.settle()
    rig.update(1 / FPS)
    rig.update(EASE_SECONDS)
    after = session.run.arrows.scales.units["rad/s"]
    assert after.reference == before.reference and after.length < 0.5 * before.length


def test_arrows_are_those_of_the_scales_and_end_at_the_border():
    session, rig = opened("triple-pendulum", thorough=True)
    session.run.arrows.free = (0.0, 0.45, 1.0, 1.0)
    broken = 0
    for _ in range(60):
        go_on(session, rig, 1 / FPS)
        frame = compose_frame(session, rig.views(SIZE)[0], 1 / FPS)
        scales = session.run.arrows.scales
        for arrow in (each for each in frame.arrows if each.unit):
            length = float(np.linalg.norm(np.asarray(arrow.tip, float) - arrow.tail))
            exact = scales.units[arrow.unit].length * arrow.size
            assert arrow.broken or length == pytest.approx(exact, rel=1e-3)
            broken += arrow.broken
            if arrow.broken:
                assert length < exact and arrow.value
    assert broken


def test_arrows_come_and_go_in_a_fade_and_seldom():
    """Weights of a pendulum beside a small force: with a length that trembles about the least, its arrow stays."""
    session, rig = opened("loops", thorough=True)
    view = rig.views(SIZE)[0]
    first = compose_frame(session, view, 1 / FPS)
    arrows = [arrow for arrow in first.arrows if arrow.unit]
    scaling, pixel = session.run.arrows, 1.0 / pixels_per_metre(view, arrows[0].tail)
    changes, before, opacities = 0, True, []
    for k in range(120):
        length = pixel * (4.0 if k % 4 < 2 else 20.0)
        tip = (arrows[0].tail + np.array((0.0, 0.0, length))).astype(np.float32)
        frame = replace(first, arrows=[replace(arrows[0], tip=tip)])
        scaling.follow(scaling.high, 1 / 60)
        scaling.finish(frame)
        changes, before = changes + (bool(frame.arrows) is not before), bool(frame.arrows)
        opacities.append(frame.arrows[0].opacity if frame.arrows else 0.0)
    assert changes <= 4, "two seconds"
    assert max(abs(np.diff(opacities))) <= 1 / 60 / 0.15 + 1e-6
    assert 0.0 in opacities and 1.0 in opacities


def test_a_jump_shows_arrows_at_once():
    session, rig = opened("loops", thorough=True)
    go_on(session, rig, 0.2)
    jumps = session.run.arrows.jumps
    for each in session.run.arrows.appearance.present.values():
        each.shown, each.opacity = False, 0.0
    advancing.seek(session, 0)
    assert session.run.arrows.jumps == jumps + 1
    frame = compose_frame(session, rig.views(SIZE)[0], 1 / FPS)
    assert {arrow.opacity for arrow in frame.arrows if arrow.unit} == {1.0}
    session.reset()
    assert session.run.arrows.jumps == jumps + 2


def test_arrows_that_nobody_has_switched_on_are_not_computed_and_get_their_scale_with_the_switch(monkeypatch):
    asked = []
    offered = LevitronLook.offered
    monkeypatch.setattr(LevitronLook, "offered", lambda *given: asked.append(given) or offered(*given))
    session, rig = opened("levitron", thorough=True)
    arrows = session.run.arrows
    go_on(session, rig, 0.1)
    assert arrows.offers == ("τ", "dL/dt") and not asked and "N m" not in arrows.scales.units
    arrows.switch("τ")
    go_on(session, rig, 2 * EASE_SECONDS)
    assert "N m" in arrows.scales.units and len(asked) > 10
    arrows.switch("τ")
    asked.clear()
    go_on(session, rig, 0.1)
    assert not asked
