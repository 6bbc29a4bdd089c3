"""The choice of a tier by measuring."""

from __future__ import annotations

import pytest

from game.render.tiers import MOST_PATIENCE, TIERS, WARM_UP, WINDOW, AutoTier, tier


def feed(auto: AutoTier, milliseconds: float, frames: int) -> list[tuple[str, float]]:
    """The steps taken while so many pictures take so long."""
    return [(auto.tier, auto.scale) for _ in range(frames) if auto.feed(milliseconds)]


def test_a_software_renderer_starts_low_and_hardware_at_medium() -> None:
    assert (AutoTier(True).tier, AutoTier(True).scale) == ("low", 1.0)
    assert (AutoTier(False).tier, AutoTier(False).scale) == ("medium", 1.0)


def test_the_scale_falls_before_the_tier() -> None:
    auto = AutoTier(False)
    steps = feed(auto, 80.0, 1000)
    assert steps == [("medium", 0.75), ("medium", 0.5), ("low", 0.75), ("low", 0.5)]
    assert feed(AutoTier(True), 80.0, 1000) == [("low", 0.75), ("low", 0.5)]


def test_the_first_frames_and_single_slow_ones_do_not_count() -> None:
    auto = AutoTier(False)
    assert not feed(auto, 900.0, WARM_UP)
    for _ in range(10):
        assert not feed(auto, 12.0, WINDOW - 3)
        assert not feed(auto, 400.0, 3)
    assert auto.step == 0


def test_it_stays_where_pictures_take_neither_long_nor_little() -> None:
    auto = AutoTier(False)
    feed(auto, 80.0, WARM_UP + WINDOW)
    assert auto.step == 1
    assert not feed(auto, 30.0, 5000)


def test_it_comes_back_only_after_several_good_windows() -> None:
    auto = AutoTier(False)
    feed(auto, 80.0, WARM_UP + WINDOW)
    assert not feed(auto, 5.0, WARM_UP + 3 * WINDOW)
    assert feed(auto, 5.0, WINDOW) == [("medium", 1.0)]


def test_it_does_not_come_back_where_that_would_be_too_slow() -> None:
    auto = AutoTier(False)
    feed(auto, 80.0, WARM_UP + WINDOW)
    assert not feed(auto, 16.0, 5000), "16 ms at 0.75 would be 27 at 1"


def test_coming_back_in_vain_makes_it_more_patient() -> None:
    auto = AutoTier(False)
    feed(auto, 80.0, WARM_UP + WINDOW)
    waits = []
    for _ in range(7):
        frames = 0
        while not auto.feed(5.0):
            frames += 1
        waits.append(frames)
        feed(auto, 80.0, WARM_UP + WINDOW)
    assert waits == sorted(waits)
    assert waits[1] > 1.8 * waits[0]
    assert waits[-1] == waits[-2] < WARM_UP + (MOST_PATIENCE + 1) * WINDOW


def test_an_unknown_tier_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=f"'best'.*{', '.join(TIERS)}"):
        tier("best")
