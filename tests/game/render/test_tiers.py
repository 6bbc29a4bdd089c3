"""Quality settings, and the choice of a tier by measuring."""

from __future__ import annotations

import pytest

from game.model.quality import QUALITIES, TIER_NAMES, QualitySetting, quality_setting
from game.render.auto_tier import HARDWARE, MAX_PATIENCE, SOFTWARE, WARM_UP, WINDOW, AutoTier
from game.render.tiers import TIERS, tier
from physics import BadInput

SLOW, FINE, QUICK = 40.0, 14.0, 2.0
"""Times of a picture [ms]: too long for any card; moderate; short enough for any more expensive step."""


def feed(auto: AutoTier, milliseconds: float, frames: int) -> list[str]:
    """Return the steps taken during a number of pictures of the same time."""
    return [str(auto.setting) for _ in range(frames) if auto.feed(milliseconds)]


def at_medium_075() -> AutoTier:
    """Return a choice that has just stepped down because of slow pictures."""
    auto = AutoTier(False)
    assert feed(auto, SLOW, WARM_UP + WINDOW) == ["medium@0.75"]
    return auto


def test_a_software_renderer_starts_low_and_hardware_at_medium() -> None:
    assert AutoTier(True).setting == ("low", 1.0)
    assert AutoTier(False).setting == ("medium", 1.0)


def test_the_scale_falls_before_the_tier() -> None:
    steps = feed(AutoTier(False), SLOW, 1000)
    assert steps == ["medium@0.75", "medium@0.5", "low@0.75", "low@0.5"]
    assert feed(AutoTier(True), SLOW, 1000) == ["low@0.75", "low@0.5"]


def test_a_quick_card_comes_to_draw_high_and_a_processor_never() -> None:
    assert feed(AutoTier(False), QUICK, 5000) == ["high"]
    assert not feed(AutoTier(True), QUICK, 5000)


@pytest.mark.parametrize("ladder", [SOFTWARE, HARDWARE])
def test_every_step_down_is_cheaper_and_a_valid_setting(ladder) -> None:  # type: ignore[no-untyped-def]
    costs = [step.cost for step in ladder.steps]
    assert costs == sorted(costs, reverse=True)
    assert all(str(QualitySetting(step.tier, step.scale)) in QUALITIES for step in ladder.steps)


def test_the_first_frames_and_single_slow_ones_do_not_count() -> None:
    auto = AutoTier(False)
    assert not feed(auto, 900.0, WARM_UP)
    for _ in range(10):
        assert not feed(auto, FINE, WINDOW - 3)
        assert not feed(auto, 400.0, 3)
    assert auto.step == HARDWARE.start


def test_the_tier_stays_at_moderate_times() -> None:
    assert not feed(at_medium_075(), FINE, 5000)


def test_the_tier_rises_only_after_several_good_windows() -> None:
    auto = at_medium_075()
    assert not feed(auto, QUICK, WARM_UP + 3 * WINDOW)
    assert feed(auto, QUICK, WINDOW) == ["medium"]


def test_the_tier_does_not_rise_where_that_would_be_too_slow() -> None:
    assert not feed(at_medium_075(), 9.0, 5000), "9 ms at 0.75 would be 15 at 1"


def test_a_failed_rise_makes_the_next_one_later() -> None:
    auto = at_medium_075()
    waits = []
    for _ in range(7):
        frames = 0
        while not auto.feed(QUICK):
            frames += 1
        waits.append(frames)
        feed(auto, SLOW, WARM_UP + WINDOW)
    assert waits == sorted(waits)
    assert waits[1] > 1.8 * waits[0]
    assert waits[-1] == waits[-2] < WARM_UP + (MAX_PATIENCE + 1) * WINDOW


def test_a_processor_takes_one_sample_and_smooths_instead() -> None:
    for name in TIERS:
        assert tier(name, software=True).samples == 0
        assert tier(name, software=True).edges
        assert tier(name, software=True).anisotropy == 1.0
    assert tier("medium").samples > 1


@pytest.mark.parametrize(
    ("text", "found"),
    [("auto", None), ("low", ("low", 1.0)), ("medium@0.75", ("medium", 0.75)), ("high@0.5", ("high", 0.5))],
)
def test_quality_settings_are_parsed(text: str, found: tuple[str, float] | None) -> None:
    assert quality_setting(text) == found
    assert text in QUALITIES


def test_the_accepted_tiers_are_the_existing_ones() -> None:
    assert tuple(TIERS) == TIER_NAMES


def test_a_setting_as_text_parses_to_itself() -> None:
    assert [str(quality_setting(text) or "auto") for text in QUALITIES] == list(QUALITIES)


@pytest.mark.parametrize("text", ["best", "", "low@", "low@2", "low@0.6", "@0.5", "auto@0.5", "low@half", "low@nan"])
def test_unknown_settings_are_refused_in_one_line_with_the_choices(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        quality_setting(text)
    said = str(refused.value)
    assert said.startswith(f"quality = {text!r}: must be auto, low, medium, high, or one at a scale")
    assert "\n" not in said


def test_an_unknown_tier_is_refused_with_the_choices() -> None:
    with pytest.raises(ValueError, match=f"'best'.*{', '.join(TIERS)}"):
        tier("best")
