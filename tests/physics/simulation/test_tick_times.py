"""Times of ticks are exact, and rounded once."""

from fractions import Fraction

import pytest

from physics.simulation.tick_times import TickTimes, are_exact

TENTH = TickTimes(Fraction(1, 3), 5, Fraction(1, 10))


@pytest.mark.parametrize("tick", [5, 6, 1000, 123_456_789])
def test_a_time_is_the_double_nearest_to_the_exact_one(tick):
    assert TENTH.exact(tick) == Fraction(1, 3) + Fraction(tick - 5, 10)
    assert TENTH.rounded(tick) == float(TENTH.exact(tick))


def test_integers_give_the_same_times():
    first, each, unit = TENTH.integers(8)
    assert [(first + k * each) / unit for k in range(101)] == [TENTH.rounded(8 + k) for k in range(101)]


def test_doubles_cannot_hold_all_integers():
    assert are_exact(TENTH.integers(5), 100)
    assert not are_exact(TENTH.integers(5), 10**16)
    assert not are_exact(TickTimes(Fraction(1, 2**53), 0, Fraction(1, 10)).integers(0), 1)
