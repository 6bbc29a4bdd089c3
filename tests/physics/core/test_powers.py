"""Systems have powers whole, or not at all."""

import inspect

import pytest

import physics
from physics.core.powers import POWERS, HasCartesian, SplitsField


def methods_of(power):
    return {name: each for name, each in vars(power).items() if not name.startswith("_") and callable(each)}


def arguments_of(function, bound):
    """Return the number of arguments of a method as it is called."""
    return len(inspect.signature(function).parameters) - bound


def lacking(system, power):
    """Return what is wrong with a power of a class of systems, by the names of methods."""
    wanted = methods_of(power)
    found = {name: inspect.getattr_static(system, name, None) for name in wanted}
    if not any(found.values()):
        return []
    wrong = []
    for name, given in found.items():
        if given is None:
            wrong.append(name)
            continue
        asked = inspect.getattr_static(power, name)
        still = isinstance(asked, staticmethod)
        same = isinstance(given, staticmethod) == still
        if not same or arguments_of(getattr(system, name), not still) != arguments_of(getattr(power, name), not still):
            wrong.append(name)
    return wrong


@pytest.mark.parametrize("name", physics.systems())
def test_systems_have_the_whole_of_a_power(name):
    system = physics.system_class(name)
    assert {power.__name__: lacking(system, power) for power in POWERS if lacking(system, power)} == {}


@pytest.mark.parametrize("power", POWERS, ids=lambda power: power.__name__)
def test_some_system_has_each_power(power):
    assert any(isinstance(physics.system(name), power) for name in physics.systems())


def test_half_a_power_and_other_arguments_are_noticed():
    class Half:
        def splitting_excess(self, y): ...

    class Other:
        def cartesian(self, states, p): ...

    assert lacking(Half, SplitsField) == ["why_losing"]
    assert lacking(Other, HasCartesian) == ["cartesian"]
