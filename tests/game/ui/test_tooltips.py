"""Places of tooltips: as `tools.tooltip_places` expects them; `test_every_view` looks in every view."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui

from tools.interface_views import VIEWS, opened
from tools.tooltip_places import covered, tips_of


def test_a_tooltip_stands_where_it_is_expected_and_a_wrong_place_is_noticed() -> None:
    view = next(view for view in VIEWS if view.name == "body")
    with opened(view) as driver:
        (expected,) = (each for each in tips_of(driver) if each.words.startswith("length along the axis"))
        at = (expected.item[0] + expected.item[2]) / 2, (expected.item[1] + expected.item[3]) / 2
        assert covered([expected._replace(tip=expected.item)]) != []
        below = expected._replace(item=tuple(each + 30.0 for each in expected.item), words="the next row")
        assert covered([expected._replace(tip=below.item), below])
        for _ in range(60):
            imgui.get_io().add_mouse_pos_event(*at)
            driver.frame()
        (shown,) = (w for w in imgui.get_current_context().windows if w.name.startswith("##Tooltip") and w.was_active)
        box = shown.pos.x, shown.pos.y, shown.pos.x + shown.size.x, shown.pos.y + shown.size.y
        assert box == pytest.approx(expected.tip, abs=2.0)
