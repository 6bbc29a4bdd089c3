"""LLVM takes the text of kernels, and numbers in it keep their bits."""

import ctypes
import math
import struct

import pytest

from physics.compiled import native
from physics.compiled.code_generation import machine_code
from physics.compiled.kernel_builder import DOUBLE, INTEGER, Builder, Function, FunctionType, Module
from physics.compiled.kernel_text import KernelText


def function(write):
    """Return a function of a double as machine code, whose instructions `write` writes with a builder."""
    module = Module()
    made = Function(module, FunctionType(DOUBLE, [DOUBLE]), "kernel")
    write(made, Builder(made.append_basic_block()))
    address = native._loaded(machine_code(KernelText("kernel", str(module), False), 0))
    return ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(address)


@pytest.mark.parametrize("value", [0.1, -0.0, 5e-324, math.pi, math.inf, -math.inf])
def test_constants_keep_their_bits(value):
    found = function(lambda made, build: build.ret(DOUBLE(value)))(0.0)
    assert struct.pack("<d", found) == struct.pack("<d", value)


def test_a_value_may_depend_on_where_the_code_came_from():
    def write(made, build):
        start, other, end = build.block, made.append_basic_block(), made.append_basic_block()
        (x,) = made.args
        build.cbranch(build.fcmp_ordered("<", x, DOUBLE(0.0)), other, end)
        build.position_at_end(other)
        negative = build.fneg(x)
        build.branch(end)
        assert other.is_terminated and not end.is_terminated
        build.position_at_end(end)
        found = build.phi(DOUBLE)
        found.add_incoming(x, start)
        found.add_incoming(negative, other)
        build.ret(found)

    absolute = function(write)
    assert [absolute(x) for x in (-2.5, 0.0, 2.5)] == [2.5, 0.0, 2.5]


def test_room_on_the_stack_holds_several_numbers():
    def write(made, build):
        room = build.alloca(DOUBLE, INTEGER(3))
        room.align = 64
        for place in range(3):
            build.store(build.fmul(made.args[0], DOUBLE(float(place))), build.gep(room, [INTEGER(place)]))
        build.ret(build.load(build.gep(room, [INTEGER(2)])))

    assert function(write)(1.25) == 2.5
