"""Scales of arrows: rounding, the quantiles of made-up series, what is magnified, where arrows are cut."""

import math

import numpy as np
import pytest

from game.model.arrow_scales import (
    MOST,
    STATES,
    STEPS,
    ArrowRules,
    ArrowScales,
    UnitScale,
    arrow_scales,
    bar_value,
    between,
    factor_words,
    reference_of,
    rounded_down,
    rounded_up,
    written,
)
from physics.types import Arrow

SIZE = 2.0


def vector(size: float, unit: str = "N", name: str = "force") -> Arrow:
    return Arrow(name, "F", unit, "", np.zeros(3), np.array([0.0, size, 0.0]))


def series(*sizes: float, unit: str = "N", name: str = "force") -> list[list[Arrow]]:
    """Return `STATES` samples of one arrow that has each of the sizes equally often, one after another."""
    return [[vector(sizes[k * len(sizes) // STATES], unit, name)] for k in range(STATES)]


class TestRounding:
    @pytest.mark.parametrize(
        ("value", "wanted"),
        [(1.0, 1.0), (1.01, 1.5), (1.5, 1.5), (1.6, 2.0), (2.2, 3.0), (3.1, 5.0), (5.01, 7.0), (7.1, 10.0),
         (922.0, 1000.0), (0.0736, 0.1), (4.2e-6, 5e-6), (0.3, 0.3)],
    )  # fmt: skip
    def test_references_are_rounded_up_to_seven_steps(self, value, wanted):
        assert rounded_up(value) == wanted

    def test_every_rounded_reference_stays_and_none_grows_by_more_than_two_thirds(self):
        for value in np.geomspace(1e-7, 1e7, 997):
            up = rounded_up(float(value))
            assert value <= up * (1.0 + 1e-8) and up <= 1.67 * value and rounded_up(up) == up
            assert min(abs(up / 10.0 ** math.floor(math.log10(up) + 1e-9) - step) for step in STEPS) < 1e-6

    @pytest.mark.parametrize(("value", "wanted"), [(1.0, 1.0), (1.99, 1.0), (4.9, 2.0), (9.9, 5.0), (0.05, 0.05)])
    def test_bars_and_factors_are_rounded_down(self, value, wanted):
        assert rounded_down(value) == wanted

    def test_a_bar_is_the_longest_that_fits(self):
        assert bar_value(0.5, 100.0, 90.0) == 1.0
        assert bar_value(0.2, 100.0, 90.0) == 2.0
        assert bar_value(0.0, 100.0, 90.0) is None


class TestReference:
    def test_a_quantile_of_forces_is_bounded_by_the_weight(self):
        rising = [np.linspace(0.0, 100.0, STATES)]
        assert reference_of("N", rising, 0.0) == pytest.approx(90.0)
        assert reference_of("N", rising, 60.0) == pytest.approx(90.0)
        assert reference_of("N", rising, 95.0) == 95.0, "not below the weight"
        assert reference_of("N", rising, 30.0) == pytest.approx(75.0), "not above 1.5 of the median"
        assert reference_of("N", [np.linspace(0.0, 100.0, STATES) ** 2], 60.0) == pytest.approx(3750.0, rel=1e-3)
        spike = np.where(np.arange(STATES) < 80, 1.0, 50.0)
        assert reference_of("N", [spike], 10.0) == 20.0, "not above twice the weight"

    def test_others_take_nearly_all_and_speeds_leave_out_spikes(self):
        rising = [np.linspace(0.0, 100.0, STATES)]
        for unit in ("rad/s", "kg m²/s", "m/s", "N m"):
            assert reference_of(unit, rising, 50.0) == pytest.approx(95.0)
        crack = np.where(np.arange(STATES) < 93, 1.0, 30.0)
        assert reference_of("m/s", [crack], 0.0) == 1.0
        assert reference_of("rad/s", [crack], 0.0) == 30.0

    def test_the_greatest_arrow_of_each_moment_counts(self):
        falling, rising = np.linspace(10.0, 0.0, STATES), np.linspace(0.0, 10.0, STATES)
        assert reference_of("rad/s", [falling, rising], 0.0) == pytest.approx(9.75, abs=0.06)


class TestScales:
    def test_an_arrow_as_large_as_the_reference_has_the_length_of_its_unit(self):
        for unit, top in (("N", 0.60), ("N m", 0.60), ("m/s", 0.80), ("rad/s", 0.95), ("kg m²/s", 1.10)):
            scales = arrow_scales(ArrowRules(SIZE), series(3.0, unit=unit))
            drawn = scales.drawn(vector(3.0, unit))
            assert drawn is not None and drawn.length == pytest.approx(top * SIZE) and not drawn.cut

    def test_lengths_are_proportional_and_cut_ones_are_said_to_be(self):
        scales = arrow_scales(ArrowRules(SIZE), series(1.0))
        half, long = scales.drawn(vector(0.5)), scales.drawn(vector(5.0))
        assert half is not None and half.length == pytest.approx(0.3 * SIZE) and not half.cut
        assert long is not None and long.length == pytest.approx(MOST * 0.6 * SIZE) and long.cut

    def test_the_picture_may_have_less_room(self):
        scales = arrow_scales(ArrowRules(SIZE), series(1.0), room=0.5)
        drawn = scales.drawn(vector(1.0))
        assert drawn is not None and drawn.length == pytest.approx(0.5)

    def test_a_construction_gives_its_own_scale(self):
        scales = arrow_scales(ArrowRules(SIZE, fixed={"rad/s": 0.7}), series(3.0, unit="rad/s"), room=0.1)
        drawn = scales.drawn(vector(3.0, "rad/s"))
        assert drawn is not None and drawn.length == pytest.approx(2.1) and not drawn.cut

    def test_nothing_is_drawn_without_length_or_scale(self):
        scales = arrow_scales(ArrowRules(SIZE), series(1.0))
        assert all(scales.drawn(each) is None for each in (vector(0.0), vector(1.0, "m"), vector(math.nan)))
        assert arrow_scales(ArrowRules(SIZE), series(0.0)).units == {}

    def test_a_subject_too_small_to_be_seen_is_magnified_and_does_not_count(self):
        samples = [[vector(10.0), vector(0.013, name="friction")] for _ in range(STATES)]
        rules = ArrowRules(SIZE, subjects=frozenset({"friction"}))
        scales = arrow_scales(rules, samples)
        assert scales.factors == {"friction": 500.0}
        drawn = scales.drawn(vector(0.013, name="friction"))
        assert drawn is not None and drawn.factor == 500.0
        assert drawn.length == pytest.approx(0.6 * SIZE * 500.0 * 0.013 / 10.0)
        assert arrow_scales(ArrowRules(SIZE), samples).factors == {}, "only those that a look is about"
        near = [[vector(10.0), vector(0.5, name="friction")] for _ in range(STATES)]
        assert arrow_scales(rules, near).factors == {}, "nor what can be seen"

    def test_what_is_far_too_small_is_left_out(self):
        samples = [[vector(10.0), vector(1e-6, name="friction")] for _ in range(STATES)]
        scales = arrow_scales(ArrowRules(SIZE, subjects=frozenset({"friction"})), samples)
        assert scales.factors == {"friction": 1e7} and scales.drawn(vector(1e-6, name="friction")) is None

    def test_scales_between_two_go_from_one_to_the_other(self):
        old, new = (ArrowScales({"N": UnitScale(1.0, length, 2.0 * length)}) for length in (0.1, 0.4))
        assert between(old, new, 0.0).units["N"].length == pytest.approx(0.1)
        assert between(old, new, 0.5).units["N"][1:] == pytest.approx((0.2, 0.4))
        assert between(old, new, 1.0) == new


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [(106e3, "N", "106 kN"), (0.2, "rad/s", "200 mrad/s"), (999.96, "N", "1 kN"), (5.0, "m/s", "5 m/s"),
     (2e-4, "kg m²/s", "2·10⁻⁴ kg m²/s"), (1e-5, "kg m²/s", "10⁻⁵ kg m²/s"), (0.05, "kg m²/s", "0.05 kg m²/s")],
)  # fmt: skip
def test_values_are_written_short(value, unit, words):
    assert written(value, unit) == words


def test_factors_are_written_as_names_have_them():
    assert [factor_words(each) for each in (50.0, 50000.0, 2e6, 1e7)] == ["×50", "×50000", "×2·10⁶", "×10⁷"]
