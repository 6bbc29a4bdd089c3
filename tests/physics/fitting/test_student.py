"""Quantiles of Student's distribution, against scipy's and closed forms."""

import math

import pytest
from scipy.special import stdtrit

from physics.fitting.student import student_quantile


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_quantiles_agree_with_another_computation(level):
    # The rounding of a probability near 1 counts a thousandfold beside 1 - 0.999.
    for freedom in [*range(1, 40), 100, 399, 1000, 4000, 4001, 10**4, 10**6]:
        assert student_quantile(freedom, level) == pytest.approx(stdtrit(freedom, 0.5 + 0.5 * level), rel=1e-12)


def test_one_and_two_degrees_of_freedom_have_closed_forms():
    assert student_quantile(1, 0.95) == pytest.approx(math.tan(0.475 * math.pi), rel=1e-14)
    assert student_quantile(2, 0.95) == pytest.approx(0.95 / math.sqrt(2.0 * 0.975 * 0.025), rel=1e-14)


@pytest.mark.parametrize(("freedom", "level"), [(0, 0.95), (3, 1.0), (3, 0.0)])
def test_what_has_no_quantile_is_refused(freedom, level):
    with pytest.raises(ValueError, match="must be 1 or more, and between 0 and 1"):
        student_quantile(freedom, level)
