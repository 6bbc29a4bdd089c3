"""Texts are the same each time, and serve any number of variables."""

import pytest

import physics
from physics.compiled import kernel_entry, native
from physics.core.driver_arguments import STEADY_ROWS


@pytest.mark.parametrize("size", [3, 17, 50])
def test_one_text_serves_chains_of_any_length(size):
    chain = physics.system("planar-chain", {"count": size})
    shapes = [native.shape(each, physics.integrator("rk4")) for each in (chain, physics.system("planar-chain"))]
    names = [{unit.text_name for unit in native.units_of(shape) if unit.kind != "driver"} for shape in shapes]
    assert names[0] == names[1]
    run = physics.Simulation(chain)
    assert run.compile()
    assert run.advance(3) == 3


def test_text_is_the_same_when_made_again():
    settle = physics.system_class("heavy-top").settle
    assert kernel_entry.settle(settle, 1) == kernel_entry.settle(settle, 1)


def test_steady_driver_has_room_for_the_rows_of_every_method_that_it_takes():
    methods = [method for method in physics.integrators().values() if method.rest_of_step is not None]
    assert max(method.workspace for method in methods) <= STEADY_ROWS
    shape = native.shape(physics.system("rattleback"), physics.integrator("rk4"))
    assert [unit.kind for unit in native.units_of(shape)][-1] == "steady"
