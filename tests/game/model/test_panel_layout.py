"""The free area between the panels is known before these are loaded."""

from __future__ import annotations

import pytest

from game import scenefile
from game.model import resources
from game.model.messages import InterfaceStatus
from game.model.panel_layout import initial_free_area, scale_in, side_width
from game.session.session import Session
from game.ui.interface import Interface


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 600), (2560, 1000)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_free_area_is_that_of_the_first_panels(size: tuple[int, int], scale: float) -> None:
    interface = Interface(Session(scenefile.load("fast-cone")), resources.path("assets/fonts"), scale)
    try:
        interface.frame(size, 0.0, InterfaceStatus())
        assert initial_free_area(size, scale) == pytest.approx(interface.free, abs=0.002)
    finally:
        interface.close()


def test_scale_of_panels_is_limited_by_the_window() -> None:
    assert scale_in((1280, 800), 2.5) == 2.0
    assert scale_in((500, 300), 1.0) == 1.0
    assert side_width(1280.0, 16.0) == 328
    assert side_width(4000.0, 16.0) == 384
