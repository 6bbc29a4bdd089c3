import numpy as np
import pytest

from physics.disk.decay import fitted


@pytest.mark.parametrize(("n", "end"), [(2 / 3, 5.0), (0.5, 12.0), (1 / 3, 30.0), (2.0, 20.0)])
def test_a_power_law_is_found_again(n, end):
    t = np.linspace(0.0, 0.99 * end, 3000)
    found = fitted(t, 0.01 * (end - t) ** n)
    assert found.exponent == pytest.approx(n, rel=1e-6)
    assert found.end == pytest.approx(end, rel=1e-7)


def test_a_small_wobble_changes_the_exponent_little():
    t = np.linspace(0.0, 4.9, 5000)
    found = fitted(t, 0.03 * (5.0 - t) ** 0.5 * (1.0 + 1e-3 * np.sin(80.0 * t)))
    assert found.exponent == pytest.approx(0.5, rel=5e-3)


def test_too_few_rows_or_too_little_fall_have_no_law():
    t = np.linspace(0.0, 1.0, 10)
    assert fitted(t, (2.0 - t) ** 0.5) is None
    t = np.linspace(0.0, 1.0, 100)
    assert fitted(t, (20.0 - t) ** 0.5) is None
    assert fitted(t, np.full(100, 0.1)) is None
