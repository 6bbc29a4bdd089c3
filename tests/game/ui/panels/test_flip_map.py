from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from imgui_bundle import imgui

from game.experiments.flip_map import CELLS, Angles, FlipMap
from game.model import resources
from game.model.input import Action, Button, PointerMotion, Wheel
from game.model.messages import InterfaceStatus
from game.scenefile import Scene
from game.session.session import Session
from game.ui.backend import Imgui
from game.ui.interface import Interface
from game.ui.panels.flip_map import SHADES, UNABLE, WAITING, shades, shortest_time, table
from game.ui.widgets.pixels import Pixels
from physics import BadInput
from physics.systems.double_pendulum import DoublePendulum

SIZE = (1280, 800)


@pytest.fixture
def session() -> Session:
    return Session(Scene(system="double-pendulum", name="double-pendulum"))


@pytest.fixture
def interface(session: Session) -> Iterator[Interface]:
    made = Interface(session, resources.path("assets/fonts"))
    yield made
    session.forget_flip_map()
    made.close()


def frames(interface: Interface, count: int = 3):
    for _ in range(count):
        frame = interface.frame(SIZE, 0.3, InterfaceStatus())
    return frame


def window(name: str) -> imgui.internal.Window | None:
    windows = imgui.get_current_context().windows
    return next((each for each in windows if name in each.name and each.was_active and not each.hidden), None)


def click(interface: Interface, x: float, y: float) -> None:
    interface.feed(PointerMotion(x, y, 0.0, 0.0))
    frames(interface, 2)
    for down in (True, False):
        interface.feed(Button("left", down, x, y))
        frames(interface, 2)


def map_corner() -> tuple[float, float, float, float]:
    """Return left, top, width and height of the plot without its axes."""
    child = window("##map")
    assert child is not None
    plots = [each for each in imgui.get_current_context().windows if each.name == child.name]
    corner, size = plots[0].pos, plots[0].size
    return corner.x, corner.y, size.x, size.y


def test_the_key_opens_the_panel_and_the_button_starts_the_map(interface: Interface, session: Session) -> None:
    assert interface.act(Action.TUNING)
    frames(interface)
    assert window("flips") is not None and session.flip_map is None
    for name in ("Compute map", "Cancel"):
        interface.report()
        frames(interface)
        left, top, right, bottom = interface.report()["boxes"][f"flips/{name}"]
        click(interface, (left + right) / 2, (top + bottom) / 2)
        assert session.flip_map is not None
    session.flip_map.wait()
    assert session.flip_map.progress < 1.0
    assert interface.act(Action.TUNING)
    frames(interface)
    assert window("flips") is None


def test_a_map_is_drawn_as_a_texture(interface: Interface, session: Session) -> None:
    interface.act(Action.TUNING)
    frames(interface)
    session.map_flips()
    assert session.flip_map is not None
    frame = interface.frame(SIZE, 0.3, InterfaceStatus())
    session.flip_map.cancel()
    session.flip_map.wait()
    made = [each for each in frame.textures if each.size == (CELLS, CELLS) and each.pixels is not None]
    assert len(made) == 1
    assert any(command[4] == made[0].identity for batch in frame.batches for command in batch.commands)
    frames(interface)
    assert not frames(interface).textures  # a map that stands still is not sent again


def test_a_click_starts_the_pendulum_there(interface: Interface, session: Session) -> None:
    interface.act(Action.TUNING)
    session.map_flips()
    session.flip_map.cancel()
    session.flip_map.wait()
    frames(interface)
    session.advance_frame(60)
    left, top, width, height = map_corner()
    middle = left + 0.55 * width, top + 0.4 * height
    click(interface, *middle)
    first = dict(session.simulation.system.initial)
    assert session.simulation.tick == 0 and not session.simulation.paused
    assert first["theta2_dot"] == first["theta3_dot"] == 0.0
    click(interface, middle[0] + 20, middle[1] - 30)
    second = dict(session.simulation.system.initial)
    assert second["theta2"] > first["theta2"] and second["theta3"] > first["theta3"]
    assert all(abs(second[name]) < math.pi for name in ("theta2", "theta3"))


def test_the_zoomed_view_can_be_computed(interface: Interface, session: Session) -> None:
    interface.act(Action.TUNING)
    session.map_flips()
    session.flip_map.cancel()
    session.flip_map.wait()
    frames(interface)
    left, top, width, height = map_corner()
    interface.feed(PointerMotion(left + 0.5 * width, top + 0.4 * height, 0.0, 0.0))
    for _ in range(4):
        interface.feed(Wheel(0.0, 1.0))
        frames(interface, 2)
    choices = window("##choices")
    click(interface, choices.pos.x + 60, choices.pos.y + 12)
    finer = session.flip_map
    for seen in (finer.across, finer.up):
        assert -math.pi < seen.low < seen.high < math.pi and seen.high - seen.low < 0.8 * 2.0 * math.pi


def test_other_systems_have_no_flip_map(session: Session) -> None:
    top = Interface(Session(Scene(system="gyroscope", name="gyroscope")), resources.path("assets/fonts"))
    with pytest.raises(BadInput, match="map: gyroscope has none"):
        top.act(Action.TUNING)
    top.close()


def test_colours_show_the_time_of_the_first_flip_or_none(context: Imgui) -> None:
    chart = FlipMap(DoublePendulum(), Angles(-3.0, 3.0), Angles(-3.0, 3.0), cells=6, duration=10.0)
    chart.wait()
    chart.able[0] = chart.able[1] = True
    chart.able[2] = False
    chart.times[:] = np.inf
    chart.times[0, :4] = 1e-3, shortest_time(chart), math.sqrt(shortest_time(chart) * 10.0), 10.0
    found = shades(chart)
    assert found[0, :4].tolist() == [SHADES - 1, SHADES - 1, 127, 0]
    assert (found[1] == WAITING).all() and (found[2] == UNABLE).all()
    colors = table()
    assert len(colors) == UNABLE + 1 and len(set(colors.tolist())) > 250


def test_pixels_are_updated_only_when_they_change(context: Imgui) -> None:
    pixels = Pixels(2, 3)
    colors = np.arange(6, dtype=np.uint32).reshape(2, 3)
    pixels.put(colors)

    def sent() -> list[np.ndarray]:
        context.begin((100.0, 100.0), 1.0, 0.1)
        imgui.image(pixels.reference, imgui.ImVec2(3, 2))
        return [each.pixels for each in context.end().textures if each.size == (3, 2)]

    assert [each.view(np.uint32)[:, :, 0].tolist() for each in sent()] == [colors.tolist()]
    assert sent() == []
    pixels.put(colors + 7)
    assert [each.view(np.uint32)[:, :, 0].tolist() for each in sent()] == [(colors + 7).tolist()]
