from __future__ import annotations

import pytest

from game.model.recording import RecordChoice, file_frame


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1080), (1080, 1920)])
def test_frame_of_the_file_is_in_the_middle_of_what_is_free(size: tuple[int, int]) -> None:
    left, top, right, bottom = file_frame((1280.0, 720.0), (0.25, 0.0, 0.75, 0.9), size, 10.0)
    assert 330.0 - 1e-9 <= left < right <= 950.0 + 1e-9 and 10.0 - 1e-9 <= top < bottom <= 638.0 + 1e-9
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((640.0, 324.0))
    assert (right - left) / (bottom - top) == pytest.approx(size[0] / size[1])
    assert right - left == pytest.approx(620.0) or bottom - top == pytest.approx(628.0)


def test_frame_has_a_size_where_nothing_is_free() -> None:
    left, top, right, bottom = file_frame((1280.0, 720.0), (0.8, 0.0, 0.2, 0.0), (1920, 1080), 10.0)
    assert right > left and bottom > top


def test_ground_is_transparent_only_where_the_format_can_and_no_panel_is_shown() -> None:
    assert RecordChoice(format="WebM", transparent=True).clear
    assert not RecordChoice(format="MP4", transparent=True).clear
    assert not RecordChoice(format="PNG", transparent=True, panels=True).clear
