"""Records of calculations that compare numbers: repeated with the same bits, or refused."""

import math
import random

import numpy as np
import pytest

import physics
from physics.core.formulas import Formulas, OutOfRecord, ValuedTerm, mirror
from physics.core.record import Unrecorded
from physics.core.system_formulas import all_numbers, given_of, numbers_of
from physics.maths import dense


class Shape:
    """A shape whose area is computed by a property, as systems have them."""

    def __init__(self, side):
        self.side = side

    @property
    def area(self):
        return self.side * self.side


class Slab(Shape):
    def __init__(self, side, height):
        super().__init__(side)
        self.height = height

    def diagonal(self):
        return math.sqrt(self.area + self.height * self.height)


def branching(x, y):
    return max(x, y) / y if x > -1.0 else abs(x)


def recorded(function, *numbers):
    """Return the record of a function of this module and its result."""
    record = Formulas({f"x{k}": each for k, each in enumerate(numbers)})
    return record, mirror_of(function)(*record.given_terms.values())


def mirror_of(function):
    """Return a function that runs on formulas, though it is none of the program."""
    world = mirror()
    own = __name__, dense.__name__
    world._is_own = lambda value: getattr(value, "__module__", getattr(value, "__name__", "")) in own
    return world.of(function)


def test_a_record_is_repeated_where_its_comparisons_come_out_alike():
    record, result = recorded(branching, 3.0, 2.0)
    assert result.value == 1.5
    assert record.evaluate([7.0, 0.3])[result.number] == branching(7.0, 0.3)
    for other in ([1.0, 2.0], [-2.0, -3.0], [3.0, 0.0]):
        with pytest.raises(OutOfRecord):
            record.evaluate(other)


def test_classes_are_mirrored_with_their_bases_and_the_originals_stay():
    record, result = recorded(lambda side, height: Slab(side, height).diagonal(), 3.0, 4.0)
    assert result.value == 5.0 == Slab(3.0, 4.0).diagonal()
    assert record.evaluate([1.0, 2.0])[result.number] == Slab(1.0, 2.0).diagonal()


def test_the_sign_of_zero_is_part_of_a_number():
    record = Formulas({"x": 0.0})
    term = record.given_terms["x"]
    assert [math.copysign(1.0, (each * 1.0).value) for each in (record.given(0.0), record.given(-0.0))] == [1.0, -1.0]
    assert term == 0.0 and not term


def test_what_is_no_operation_of_a_record_is_never_lost():
    term = Formulas({"x": 2.0}).given_terms["x"]
    for lost in (math.sin, float, int, lambda x: np.asarray([x], float), lambda x: x**2, lambda x: [1.0][x]):
        with pytest.raises((Unrecorded, TypeError)):
            lost(term)


@pytest.mark.parametrize("count", [1, 7, 8, 21, 300])
def test_sums_have_the_order_of_numpy(count):
    chance = random.Random(count)
    numbers = [chance.uniform(-1.0, 1.0) for _ in range(count)]

    def total(*terms):
        return np.sum(np.array(terms))

    assert recorded(total, *numbers)[1].value == float(np.sum(np.array(numbers)))


def test_axes_of_a_matrix_are_one_step_whatever_their_order():
    def least(a, b, c):
        return dense.eigen(np.array([[a, 0.1, 0.0], [0.1, b, 0.2], [0.0, 0.2, c]]))[0][0]

    record, result = recorded(least, 1.0, 2.0, 3.0)
    assert isinstance(result, ValuedTerm)
    assert record.evaluate([3.0, 1.0, 2.0])[result.number] == float(least(3.0, 1.0, 2.0))


def test_numbers_of_a_system_follow_from_parameters_changed_together():
    system = physics.system("double-pendulum")
    given = given_of(system)
    formulas = numbers_of(system, given, all_numbers(system))
    changes = {"gravity": 1.62, "upper_mass": 0.7, "lower_length": 0.31}
    found = formulas.values(list({**given, **changes}.values()))
    assert np.array(found).tobytes() == np.array(all_numbers(system.replace(changes))).tobytes()
    with pytest.raises(Unrecorded, match="other numbers"):
        numbers_of(system, given, [0.0, *all_numbers(system)[1:]])
