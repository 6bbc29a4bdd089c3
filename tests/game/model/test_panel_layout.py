"""The free area between the panels is known before these are loaded."""

from __future__ import annotations

import pytest

from game import scenefile
from game.model import resources
from game.model.messages import InterfaceStatus
from game.model.panel_layout import Form, PanelState, film_share, form_of, initial_free_area, scale_in
from game.session.session import Session
from game.ui.interface import Interface


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 600), (420, 700), (2560, 1000)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_free_area_is_that_of_the_first_panels(size: tuple[int, int], scale: float) -> None:
    interface = Interface(Session(scenefile.load("fast-cone")), resources.path("assets/fonts"), scale)
    try:
        interface.frame(size, 0.0, InterfaceStatus())
        assert initial_free_area(size, scale) == pytest.approx(interface.free, abs=0.003)
    finally:
        interface.close()


def test_scale_of_panels_is_limited_by_the_window() -> None:
    assert scale_in((1280, 720), 2.5) == pytest.approx(2.4)
    assert scale_in((500, 300), 1.0) == 1.0


def test_the_arrangement_follows_the_width_in_text_heights() -> None:
    sizes = {Form.WIDE: (960, 600), Form.MEDIUM: (959, 600), Form.NARROW: (639, 600)}
    assert {form_of(size, 16.0): size for size in sizes.values()} == sizes
    assert form_of((1280, 720), 32.0) is Form.MEDIUM


def test_open_panels_are_not_free() -> None:
    assert initial_free_area((1280, 720), 1.0, PanelState(open=("body",)))[0] == pytest.approx(496 / 1280)


def test_panels_of_a_small_film_leave_room_for_the_motion() -> None:
    assert [film_share(height) for height in (2160, 720, 600, 360, 180)] == [1.0, 1.0, 1.0, 0.6, 0.5]
