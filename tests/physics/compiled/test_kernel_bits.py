"""The compiler of kernels gives the bits of numba's code for every function that machine code is made of."""

import ctypes
import math
from array import array
from functools import cache
from itertools import count

import numpy as np
import pytest

import physics
from physics.batch.batch_watch import watch_unit
from physics.batch.copies import LANES, shape_for
from physics.batch.watches import WATCH_ROWS, WATCHES
from physics.compiled import kernel_entry, native
from physics.compiled.code_generation import machine_code
from physics.compiled.compile_unit import pose_unit
from physics.compiled.measure_text import measure_units
from physics.core import events
from tests.physics.compiled.test_numba_backend import PAIRS, SMALLEST, all_of

ADDRESS, REAL, WHOLE = ctypes.c_void_p, ctypes.c_double, ctypes.c_int64
CALLED = {
    "rate": (None, REAL, ADDRESS, ADDRESS, ADDRESS),
    "settle": (None, ADDRESS, ADDRESS),
    "guards": (None, REAL, ADDRESS, ADDRESS, ADDRESS),
    "jump": (None, WHOLE, REAL, ADDRESS, ADDRESS),
    "value": (REAL, ADDRESS, ADDRESS),
    "guard": (WHOLE, ADDRESS, ADDRESS, REAL, REAL),
    "survey": (WHOLE, REAL, REAL, ADDRESS, ADDRESS, ADDRESS, ADDRESS),
}
"""Result and arguments of each kind of function that is called by itself."""
ROOM, SPARE = 4000, 64
"""Numbers that a function may write, and numbers behind the constants, which a pose may read."""
TICKS, LANE_TICKS = 500, 100
SAMPLE = "wilberforce", "euler"
"""A system with every kind of function, and a method: the smallest, because numba is slow."""


@cache
def text_of(unit, own):
    """Return the text of a function by the compiler of kernels, or numba's."""
    if own:
        return getattr(kernel_entry, unit.kind)(*unit.sources, *unit.numbers)
    return getattr(pytest.importorskip("physics.compiled.numba_backend"), unit.kind)(*unit.sources, *unit.numbers)


@cache
def address_of(unit, own):
    """Return the address of a function by one of the compilers."""
    parts = {part.kind: text_of(part, own) for part in unit.parts}
    return native._loaded(machine_code(text_of(unit, own), unit.variables, parts))


def pair_of(shape, own):
    """Return a compiled pair, all functions by one of the compilers."""
    found = {unit.kind: address_of(unit, own) for unit in native.units_of(shape)}
    driver, steady = found.pop("driver"), found.pop("steady", 0)
    return native.CompiledRun(shape, native.DRIVER(driver), **found, steady=native.DRIVER(steady) if steady else None)


def states(start, number):
    """Yield states around a start, and such as have zeros of both signs, infinities and nan."""
    rng = np.random.default_rng(number)
    yield start
    for size in (1e-8, 1e-4, 1e-2, 0.1, 1.0, 10.0):
        yield start + size * rng.uniform(-1.0, 1.0, start.shape)
    yield np.zeros_like(start)
    yield -np.zeros_like(start)
    for bad in (math.inf, -math.inf, math.nan):
        spoilt = np.array(start)
        spoilt[number % len(start)] = bad
        yield spoilt


def bits(numbers):
    """Return the bits of numbers; all that are nan are alike, whose sign LLVM leaves open."""
    numbers = np.concatenate(numbers)
    return np.where(np.isnan(numbers), math.nan, numbers).tobytes()


def result(unit, own, y, p, trial):
    """Return the bits of all that a function returns or writes."""
    call = ctypes.CFUNCTYPE(*CALLED[unit.kind])(address_of(unit, own))
    y, p, out, more = np.array(y), np.array(p), np.full(ROOM, 0.25), np.full(ROOM, 0.25)
    at = [each.ctypes.data for each in (y, p, out, more)]
    time = (4.0, 0.3, 12.0)[trial % 3]
    given = {
        "rate": (time, *at[:3]), "settle": at[:2], "guards": (time, *at[:3]), "jump": (0, time, *at[:2]),
        "value": at[:2], "guard": (*at[:2], 1.0, (-1.0, 1.0, 1e9)[trial % 3]), "survey": (time, time + 0.1, *at),
    }[unit.kind]  # fmt: skip
    answer = call(*given)
    return bits([y.ravel(), p.ravel(), out, more, np.array([0.0 if answer is None else answer], float)])


def assert_same(unit, start, numbers):
    """Check a function at several states of a system, or of its copies side by side."""
    lanes = unit.numbers[0] if unit.numbers else 1
    p = np.repeat(np.array([*numbers, *[0.0] * SPARE]), lanes)
    for trial, state in zip(count(), states(np.repeat(np.array(start)[:, None], lanes, 1), 1), strict=False):
        assert result(unit, True, state, p, trial) == result(unit, False, state, p, trial), (unit.text_name, trial)


def units_of(system):
    """Return the functions of a system that are called by themselves, with the constants that they read."""
    kind, n = type(system), len(system.variables)
    shapes = [
        make(system, method)
        for method in physics.integrators().values()
        if not method.reason_against(system)
        for make in (native.shape, shape_for)
    ]
    found = [part for shape in shapes for unit in native.units_of(shape) for part in unit.whole]
    found += measure_units(kind, n).values()
    named = {unit.text_name: (unit, system.p) for unit in found if unit.kind in CALLED}
    if unit := pose_unit(system):
        named[unit.text_name] = unit, system.pose_constants()
    return named.values()


@pytest.mark.parametrize("name", [pytest.param(s, marks=pytest.mark.long) for s in physics.systems()])
def test_functions_of_a_system(name):
    system = physics.system(name)
    for unit, numbers in units_of(system):
        assert_same(unit, system.start(), numbers)


@pytest.mark.parametrize("lanes", [1, pytest.param(LANES, marks=pytest.mark.long)])
def test_watches(lanes):
    for watch in WATCHES if lanes > 1 else WATCHES[:1]:
        assert_same(watch_unit(watch, lanes), np.linspace(-2.0, 3.0, WATCH_ROWS), [0.0, 1.0, 0.5])


@pytest.mark.long
@pytest.mark.parametrize(("system", "integrator"), PAIRS)
def test_runs_of_a_pair(system, integrator, monkeypatch):
    check_run(system, integrator, monkeypatch)


def test_runs_of_a_sample(monkeypatch):
    check_run(SMALLEST[SAMPLE[1]], SAMPLE[1], monkeypatch)


def check_run(system, integrator, monkeypatch):
    """Compare all state after many ticks."""
    runs = [physics.Simulation(system, integrator) for _ in range(2)]
    shape = native.shape(runs[0].system, runs[0].integrator)
    for own, run in enumerate(runs):
        monkeypatch.setitem(native._pairs, shape, pair_of(shape, bool(own)))
        assert run.compile()
        run.advance(TICKS)
    assert bytes(runs[0].y) == bytes(runs[1].y)
    assert all_of(runs[0]) == all_of(runs[1])


@pytest.mark.long
@pytest.mark.parametrize(("system", "integrator"), [p for p in PAIRS if physics.integrator(p[1]).side_by_side])
def test_copies_side_by_side(system, integrator):
    method, one = physics.integrator(integrator), physics.system(system)
    starts = np.repeat(np.array(one.start())[:, None], LANES, 1) + np.linspace(0.0, 1e-2, LANES)
    shape, ends = native.shape(one, method, LANES), []
    for own in (False, True):
        y, p = memoryview(array("d", starts.ravel())), memoryview(array("d", np.repeat(one.p, LANES)))
        settings = memoryview(array("d", method.checked_settings({}).values()))
        workspace, memory = (memoryview(array("d", bytes(8 * LANES * size))) for size in sizes(one, method))
        done = pair_of(shape, own).run(LANE_TICKS, 1e-3, (0, 1, 1000), y, p, settings, workspace, memory=memory)
        ends.append((done, bytes(y), bytes(memory)))
    assert ends[0] == ends[1]


def sizes(system, method):
    """Return the numbers of workspace and memory of a method for one copy."""
    n = len(system.variables)
    return method.room(n) + events.HEAD, method.memory(n)
