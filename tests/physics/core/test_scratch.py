"""Scratch memory: the same in CPython and on the stack of machine code."""

import math
from array import array

import pytest

import physics
from physics.compiled import native
from physics.core.scratch import scratch
from physics.core.system import System


def buffer(values):
    return memoryview(array("d", values))


class Backwards(System):
    """A system whose right-hand side copies the state in reverse through slices of scratch memory, by a helper."""

    @staticmethod
    def rate(t, y, p, dy):
        """Write the reversed state plus the running sums as rates."""
        n = len(y)
        w = scratch(2 * n)
        summed(y, w[n : 2 * n])
        for i in range(n):
            w[i] = y[n - 1 - i]
        for i in range(n):
            dy[i] = w[i] + p[0] * w[n + i]


def summed(y, out):
    """Write the running sums, with scratch memory of its own besides the caller's."""
    n = len(y)
    kept = scratch(n)
    total = 0.0
    for i in range(n):
        total += y[i]
        kept[i] = total
    for i in range(n):
        out[i] = kept[i]


def test_scratch_is_new_and_nan():
    one, other = scratch(3), scratch(3)
    assert all(math.isnan(x) for x in one)
    one[0] = 1.0
    assert math.isnan(other[0])


@pytest.mark.parametrize(("n", "lanes"), [(1, 1), (5, 1), (5, 32), (40, 32), (2000, 1)])
def test_compiled_scratch_is_on_the_stack(n, lanes):
    from physics.compiled import kernel_entry as compiler
    from physics.compiled.code_generation import machine_code

    address = native._loaded(machine_code(compiler.rate(Backwards.rate, lanes), n))
    function = native.ctypes.CFUNCTYPE(None, native.REAL, *[native.WHOLE] * 3)(address)
    y, p, dy = buffer([math.sin(i) for i in range(n * lanes)]), buffer([0.5] * lanes), buffer([0.0] * (n * lanes))
    for _ in range(2000):  # enough to overflow the stack if it were not released
        function(0.0, *(native._address_of(each) for each in (y, p, dy)))
    for lane in (0, lanes - 1):
        expected = buffer([0.0] * n)
        Backwards.rate(0.0, buffer(y.tolist()[lane::lanes]), buffer([0.5]), expected)
        assert dy.tolist()[lane::lanes] == expected.tolist()


def test_compiled_chain_of_any_length_has_the_bits_of_cpython():
    for count in (1, 4, 30):
        system = physics.system("planar-chain", {"count": count, "drag": 0.1, "friction": 0.2, "drag_coefficient": 1.0})
        plain, compiled = (physics.Simulation(system) for _ in range(2))
        assert compiled.compile()
        assert plain.advance(40) == compiled.advance(40) == 40
        assert bytes(plain.y) == bytes(compiled.y)
