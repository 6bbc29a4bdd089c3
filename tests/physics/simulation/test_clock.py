import random
from fractions import Fraction

import pytest

from physics import BadInput, Clock

SECOND = 1_000_000_000


@pytest.mark.parametrize("fps", [24, 30, 59.94, 60, 144, 1000])
@pytest.mark.parametrize("dt", [1e-3, 3e-4, 1 / 240])
def test_ten_seconds_have_the_same_ticks_at_any_frame_rate(fps, dt):
    clock, left, ticks = Clock(dt), 10 * SECOND, 0
    dice = random.Random(0)
    while left:
        wall = min(left, int(SECOND / fps * (0.5 + dice.random())))
        left -= wall
        ticks += clock.advance(wall, budget=10**9)
        assert 0 <= clock.part < 1
    assert ticks == int(10 / Fraction(repr(dt)))


def test_an_hour_of_frames_of_a_sixtieth_does_not_drift():
    clock = Clock(1 / 1000)
    walls = [SECOND // 60 + (i % 3 == 0) for i in range(60 * 60 * 60)]
    assert sum(clock.advance(wall, 100) for wall in walls) == sum(walls) * 1000 // SECOND


def test_speed_multiplies_wall_time():
    clock = Clock(1e-3, speed=0.25)
    assert clock.advance(SECOND, 10**6) == 250
    clock.speed = 3
    assert clock.advance(SECOND, 10**6) == 3000


def test_ticks_beyond_the_budget_are_dropped_and_counted():
    clock = Clock(1e-3)
    assert clock.advance(5 * SECOND, budget=16) == 16
    assert clock.dropped == 4984
    assert clock.part == 0
    assert clock.advance(SECOND // 1000, budget=16) == 1


@pytest.mark.parametrize(("speed", "dt", "fps"), [(1, 1e-3, 60), (0.1, 1e-3, 60), (1, 1e-4, 24), (0.3, 7e-4, 50)])
def test_recording_gets_the_exact_number_of_ticks(speed, dt, fps):
    clock = Clock(dt, speed)
    ticks = [clock.advance_frame(fps) for _ in range(fps * 7)]
    assert sum(ticks) == int(7 * speed / dt + 1e-9)
    assert max(ticks) - min(ticks) <= 1


def test_share_scales_the_speed_of_one_call():
    clock = Clock(1e-3, speed=2)
    assert [clock.advance(SECOND // 100, 100, Fraction(1, 8)) for _ in range(4)] == [2, 3, 2, 3]
    assert clock.part == 0
    assert [clock.advance_frame(50, Fraction(1, 3)) for _ in range(3)] == [13, 13, 14]
    assert clock.advance(SECOND // 100, 100) == 20
    assert clock.speed == 2


@pytest.mark.parametrize("speed", [0, -1, 1e9, float("nan")])
def test_speeds_out_of_bounds_are_refused(speed):
    with pytest.raises(BadInput, match="speed"):
        Clock(speed=speed)
