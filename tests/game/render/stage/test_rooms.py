"""Rooms: each family has its own, the user may choose another, and lines stay legible in it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from msgspec.structs import replace

import physics
from game import scenefile
from game.looks import look_for, usual_room
from game.model.colors import BRIGHTEST_INK, DARK_INKS, INKS, MIN_COLOR_DISTANCE, MIN_LUMINANCE, dark_ink
from game.model.frame import Curve, Room, SceneFrame, Surroundings
from game.render.lights import LIGHTS
from game.session.save_scene import scene_now
from game.session.session import Session
from physics import BadInput
from tests.game.model.test_colors import EYES, oklab
from tests.game.render.small_scene import view_of
from tests.game.render.stage.test_stage import SIZE, Make, drawn, empty

RIM = 0.5
"""Opacity of the rim of lines and arrows (shaders/ribbon.frag, arrow.frag)."""
USUAL = {
    "heavy-top": Room.LIBRARY,
    "gimbals": Room.LIBRARY,
    "double-pendulum": Room.LABORATORY,
    "planar-chain": Room.LABORATORY,
    "levitron": Room.LABORATORY,
    "tippe-top": Room.WORKSHOP,
    "rattleback": Room.WORKSHOP,
    "euler-disk": Room.WORKSHOP,
}


@pytest.mark.parametrize("name", USUAL)
def test_each_family_has_its_room(name: str) -> None:
    system = physics.system(name)
    view = view_of(SIZE, 0.0, 0.3)
    assert usual_room(type(system)) is USUAL[name]
    assert look_for(system).frame(system, memoryview(system.start()), view, 0.0).place is USUAL[name]


def place_of(session: Session) -> Surroundings | Room:
    """Return where a session shows its system."""
    return session.look.frame(session.simulation.system, session.shown, view_of(SIZE, 0.0, 0.3), 0.0).place


def test_a_chosen_room_stays_and_is_saved() -> None:
    session = Session(scenefile.load("double-pendulum").changed(room="workshop"))
    assert place_of(session) is Room.WORKSHOP
    assert scene_now(session, session.scene.camera, "auto").room == "workshop"
    session.use_room("library")
    session.open(scenefile.load("coin"))
    assert place_of(session) is Room.LIBRARY, "where the scene says nothing"
    session.use_room("auto")
    assert place_of(session) is Room.WORKSHOP
    session.open(scenefile.load("book"))
    assert place_of(session) is Surroundings.VOID


def test_an_unknown_room_is_named(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "scene.toml"
    path.write_text('system = "gyroscope"\nroom = "cellar"')
    with pytest.raises(BadInput, match="room = 'cellar': must be one of auto, library, laboratory, workshop"):
        scenefile.load(str(path))


@pytest.mark.parametrize("tier", ["low", "medium", "high"])
def test_the_table_of_the_workshop_is_bright_and_its_lines_dark(make: Make, tier: str) -> None:
    renderer, frame = make(tier=tier), empty(view_of(SIZE, -1.57, 0.9), Surroundings.STUDIO)
    tables = {room: middle(drawn(renderer, replace(frame, room=room)).mean(axis=2)) for room in Room}
    assert np.median(tables[Room.LIBRARY]) < 0.85 * np.median(tables[Room.WORKSHOP])
    dark, lines = tables[Room.LABORATORY], tables[Room.LABORATORY] - np.median(tables[Room.LABORATORY])
    assert np.median(dark) < 0.9 * np.median(tables[Room.LIBRARY])
    assert lines.max() > 6.0, "bright lines on the dark table"


def middle(picture: np.ndarray) -> np.ndarray:
    """Return the middle of a picture (h, w)."""
    return picture[SIZE[1] // 4 : -SIZE[1] // 4, SIZE[0] // 4 : -SIZE[0] // 4]


def light(values: np.ndarray) -> np.ndarray:
    """Return the luminance of displayed values (..., 3), 0 to 1, white being 1."""
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def contrast(ink: float, ground: float) -> float:
    """Return the contrast of two luminances (WCAG 2.2)."""
    return (ink + 0.05) / (ground + 0.05)


@pytest.mark.parametrize("tier", ["low", "high"])
def test_inks_are_legible_on_the_table_of_the_laboratory_and_before_its_wall(make: Make, tier: str) -> None:
    """Check inks against their rim on the table and on four fifths of wall and table, and against the table itself."""
    renderer, inks = make(tier=tier), [float(light(np.array(ink))) for ink in INKS]
    frame = replace(empty(view_of(SIZE, -1.2, 0.1), Surroundings.STUDIO), room=Room.LABORATORY)
    wall, table = (drawn(renderer, replace(frame, view=view_of(SIZE, -1.2, up))) / 255.0 for up in (0.1, 0.7))
    assert contrast(min(inks), np.percentile(light((1.0 - RIM) * table), 95)) > 4.5
    assert contrast(min(inks), np.percentile(light((1.0 - RIM) * wall), 80)) > 4.5
    assert contrast(min(inks), np.median(light(table))) > 3.0
    assert min(inks) >= MIN_LUMINANCE


@pytest.mark.parametrize("eye", EYES)
def test_dark_inks_are_distinguishable(eye: str) -> None:
    for one, other in itertools.combinations(DARK_INKS.values(), 2):
        assert float(np.linalg.norm(oklab(one, eye) - oklab(other, eye))) >= MIN_COLOR_DISTANCE, (one, other)


def test_dark_inks_are_dark() -> None:
    assert {*DARK_INKS} == {*INKS}
    for ink in INKS:
        assert oklab(dark_ink(ink), "full")[0] < 0.66
        assert oklab(dark_ink(ink), "full")[0] < oklab(ink, "full")[0]
    red, green, blue = dark_ink((1.0, 1.0, 1.0))
    assert red == green == blue == pytest.approx(BRIGHTEST_INK**0.5)


def test_only_the_bright_room_has_dark_inks() -> None:
    curve = Curve(np.zeros((2, 3), np.float32), INKS[0])
    frame = SceneFrame(view_of(SIZE, 0.0, 0.3), np.zeros(3, np.float32), 1.0, curves=[curve])
    assert frame.inked().curves[0].color == INKS[0]
    assert replace(frame, room=Room.LABORATORY).inked().curves[0].color == INKS[0]
    assert replace(frame, room=Room.WORKSHOP).inked().curves[0].color == DARK_INKS[INKS[0]]
    assert replace(frame, room=Room.WORKSHOP, stage=Surroundings.VOID).inked().curves[0].color == INKS[0]
    assert {*Room} < {*LIGHTS}
