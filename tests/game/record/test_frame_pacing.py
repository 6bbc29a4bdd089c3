from __future__ import annotations

from fractions import Fraction

import pytest

from game.record.frame_pacing import FramePacer

HOUR = 3600
SECOND = 10**9


def counts(pace: FramePacer, display: Fraction, seconds: int) -> list[int]:
    pictures = int(display * seconds)
    return [pace.due(int(i * SECOND / display)) for i in range(pictures)]


@pytest.mark.parametrize("display", [Fraction(30), Fraction(60000, 1001), Fraction(60), Fraction(144)])
def test_video_time_is_wall_time_on_every_display(display: Fraction) -> None:
    written = 0
    for i, count in enumerate(counts(FramePacer(60), display, 20)):
        written += count
        assert abs(Fraction(written - 1, 60) - i / display) <= Fraction(1, 120) + Fraction(1, SECOND)


def test_slow_display_repeats_and_a_fast_one_drops_frames() -> None:
    assert counts(FramePacer(60), Fraction(30), 5)[1:] == [2] * 149
    fast = counts(FramePacer(60), Fraction(144), 5)
    assert set(fast) == {0, 1}
    assert sum(fast) == 1 + round(60 * Fraction(719, 144))


def test_pictures_a_little_early_or_late_are_recorded_one_by_one() -> None:
    pace = FramePacer(60)
    late = (0, 6_000_000, -6_000_000, 3_000_000)
    assert [pace.due(i * SECOND // 60 + late[i % 4]) for i in range(600)] == [1] * 600


def test_no_drift_in_an_hour_at_an_odd_rate() -> None:
    pace = FramePacer(Fraction(60000, 1001))
    steps = HOUR * 7
    total = sum(pace.due(i * SECOND // 7) for i in range(steps + 1))
    assert total == HOUR * 60000 // 1001 + 1 == pace.frames


def test_second_call_gives_zero_and_a_pause_is_filled() -> None:
    pace = FramePacer(60)
    assert [pace.due(0), pace.due(0), pace.due(SECOND), pace.due(SECOND)] == [1, 0, 60, 0]


@pytest.mark.parametrize("fps", [0, -25])
def test_rate_that_is_not_positive_is_refused(fps: int) -> None:
    with pytest.raises(ValueError, match=f"fps {fps}"):
        FramePacer(fps)
