"""WebAssembly modules have the bits of machine code for every system and every integrator."""

import ctypes
import json
import math
import shutil
import struct
import subprocess
from array import array
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import physics
from physics.compiled import code_cache, native, wasm
from physics.compiled.native import DriverArguments
from physics.compiled.wasm import MEMORY, STACK_POINTER, TABLE, sections, wasm_module
from physics.core import events
from physics.core.units import seconds
from tests.physics.compiled.test_numba_backend import PAIRS
from tests.physics.machines.test_contacts import four_bar_with_a_stop

RUNNER = Path(__file__).with_name("run_wasm.mjs")
STACK = 1 << 18
"""Room for the stack of a module [bytes]."""
TICKS, DT = 500, 1e-3
RESULTS = ("y", "memory", "log", "kept")
FAMILIES = {
    ("gyroscope", "splitting"),
    ("free-body", "rk4-adaptive"),
    ("tippe-top", "rk4"),
    ("foucault-pendulum", "dop853"),
    ("planar-chain", "rk4"),
    ("wilberforce", "gauss4"),
}
"""Pairs of `make test`: every kind of method, with events and without, and a chain; the smallest systems of each."""


class MemoryImage(NamedTuple):
    """What a module needs in its memory for a run.

    data: the record of arguments, then the buffers. at: the place where data begins. places: those of the buffers.
    """

    data: bytes
    at: int
    places: dict[str, int]


def memory_image(at, numbers, buffers):
    """Return the arguments of a run and its buffers as they lie in memory from the place `at`, a multiple of 64.

    numbers, buffers: by the names of the fields of `DriverArguments`; a field that is in neither is 0.
    """
    places, end = {}, at + wasm.ALIGNMENT * math.ceil(ctypes.sizeof(DriverArguments) / wasm.ALIGNMENT)
    for name, buffer in buffers.items():
        places[name] = end
        end += wasm.ALIGNMENT * math.ceil(8 * len(buffer) / wasm.ALIGNMENT)
    data = bytearray(end - at)
    record = bytes(DriverArguments(**numbers, **places))
    data[: len(record)] = record
    for name, buffer in buffers.items():
        place = places[name] - at
        data[place : place + 8 * len(buffer)] = bytes(buffer)
    return MemoryImage(bytes(data), at, places)


@cache
def module_of(name, integrator):
    """Return the module of a system with its defaults."""
    return wasm_module(physics.system(name), physics.integrator(integrator))


@pytest.fixture(scope="module")
def ask():
    """A function that has Node.js run a module."""
    if not shutil.which("node"):
        pytest.skip("Node.js is not installed")
    with subprocess.Popen(["node", str(RUNNER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:

        def answer(module, image, *calls):
            job = {"module": module.hex(), "image": image.data.hex(), "at": image.at, "calls": calls}
            node.stdin.write(json.dumps(job) + "\n")
            node.stdin.flush()
            said = json.loads(node.stdout.readline())
            assert "error" not in said, said["error"]
            return said["done"], bytes.fromhex(said["image"])

        yield answer
        node.stdin.close()


def run(system, method):
    """Return numbers and buffers of a run of TICKS from the start of a system, checked as runs are."""
    n = len(system.variables)
    rows = 300 + events.MAX_EVENTS if system.events else 0
    energy, size = system.invariants[0].reference(system, memoryview(system.start()))
    step = seconds(DT)
    numbers = {
        "first": 0, "each": step.numerator, "unit": step.denominator, "ticks": TICKS, "h": DT,
        "lanes": 1, "blocks": 1, "n": n, "last": TICKS, "start": energy, "limit": 1e3 * size,
    }  # fmt: skip
    buffers = {
        "y": system.start(),
        "p": array("d", system.p),
        "settings": array("d", method.checked_settings({}).values()),
        "workspace": array("d", native.workspace(system, method)),
        "memory": array("d", bytes(8 * method.memory(n))),
        "log": events.empty_log(n, rows, 300),
        "kept": array("d", bytes(8 * n)),
    }
    lengths = {"p": "constants", "settings": "count", "workspace": "room", "memory": "remembered", "log": "logged"}
    return numbers | {lengths[name]: len(buffers[name]) for name in lengths}, buffers


def run_natively(system, method, numbers, buffers):
    """Run machine code on copies of the buffers; return the ticks done and the copies."""
    held = {name: memoryview(array("d", values)) for name, values in buffers.items()}
    code = native.compiled_run(native.shape(system, method))
    done = code.run(
        numbers["ticks"],
        numbers["h"],
        (numbers["first"], numbers["each"], numbers["unit"]),
        held["y"],
        held["p"],
        held["settings"],
        held["workspace"],
        memory=held["memory"],
        log=held["log"],
        checked=(held["kept"], 0, numbers["last"], numbers["start"], numbers["limit"]),
    )
    return done, held


def bits(numbers):
    """Return the bits of numbers, those of any nan as of one: IEEE 754 does not define them."""
    return [struct.pack("d", math.nan if value != value else value) for value in numbers]


def imported_beside(module):
    """Return how many things a module imports beside memory, table and stack pointer, which it does not all need."""
    (imports,) = (body for kind, body in sections(module) if kind == 2)
    known = [name for name in (MEMORY, TABLE, STACK_POINTER) if name.encode() in imports]
    assert {MEMORY, TABLE} <= set(known)
    return imports.count(b"\x03env") - len(known)


@pytest.mark.parametrize(
    ("name", "integrator"),
    [pytest.param(*pair, marks=() if pair in FAMILIES else pytest.mark.long) for pair in PAIRS],
)
def test_module_imports_no_function_and_has_the_bits_of_machine_code(request, name, integrator):
    module, system, method = module_of(name, integrator), physics.system(name), physics.integrator(integrator)
    assert imported_beside(module) == 0
    check_bits(request.getfixturevalue("ask"), module, system, method)  # not before: it may skip the test


EXPRESSION = "A*exp(-t)*tanh(x) + log(1 + x²)*where(x' > 0, 1, -2)*abs(x)^0.3 + atan2(x', 3) - min(x, t)*sign(x')"


def test_a_machine_with_an_expression_has_the_bits_of_machine_code(ask):
    joint = {"slider": ["ground", "m"], "axis": "x", "stiffness": 30, "position": 0.3, "rate": 1, "force": EXPRESSION}
    body = {"shape": "box", "centre": [0, 0, 0], "size": [1, 1, 1], "mass": 2, "drag": 0.2}
    given = {"bodies": {"m": body}, "joints": {"x": joint}, "numbers": {"A": 1.5}}
    system, method = physics.system("machine", {"machine": given}), physics.integrator("rk4")
    module = wasm_module(system, method)
    assert imported_beside(module) == 0
    check_bits(ask, module, system, method)


def check_bits(ask, module, system, method):
    """Check that a module runs a system as machine code does; return the events of the run."""
    numbers, buffers = run(system, method)
    done, held = run_natively(system, method, numbers, buffers)
    image = memory_image(STACK, numbers, buffers)
    answered, after = ask(module, image, ["run", image.at])
    assert answered == [done]
    for result in RESULTS:
        place = image.places[result] - image.at
        found = memoryview(after[place : place + 8 * len(buffers[result])]).cast("d")
        assert bits(found) == bits(held[result]), result
    return [each.name for each in events.occurrences(system, held["log"])] if system.events else []


def test_a_machine_with_contacts_has_the_bits_of_machine_code(ask):
    system, method = four_bar_with_a_stop(joints__A__friction=0.2), physics.integrator("rk4")
    module = wasm_module(system, method)
    assert imported_beside(module) == 0
    assert {"stop", "hold"} <= set(check_bits(ask, module, system, method))


@pytest.mark.parametrize(
    "name",
    [pytest.param(s, marks=() if s in {name for name, _ in FAMILIES} else pytest.mark.long) for s in physics.systems()],
)
def test_module_shows_the_bits_of_cpython(ask, name):
    integrator = dict(FAMILIES).get(name, "dop853")
    simulation = physics.Simulation(name, integrator, 1e-3)
    simulation.advance(20)
    system = simulation.system
    quantities = (*system.invariants, *system.quantities)
    size = system.pose_layout.size if system.has_pose else 0
    buffers = {
        "y": array("d", simulation.y),
        "p": array("d", system.p),
        "settings": array("d", system.pose_constants()),
        "workspace": array("d", bytes(8 * size)),
        "memory": array("d", bytes(8 * len(quantities))),
    }
    image = memory_image(STACK, {}, buffers)
    at = image.places
    calls = [["measure", at["y"], at["p"], at["memory"]]]
    calls += [["pose", 0.0, at["y"], at["settings"], at["workspace"]]] * system.has_pose
    _, after = ask(module_of(name, integrator), image, *calls)
    found = {key: memoryview(after[place - image.at :][: 8 * len(buffers[key])]).cast("d") for key, place in at.items()}
    expected = [each.value(system, simulation.y) for each in quantities]
    assert bits(found["memory"]) == bits(map(float, expected))
    if system.has_pose:
        assert bits(found["workspace"]) == bits(system.posed(simulation.y))


def test_modules_are_cached_unless_their_sources_are_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setenv(code_cache.VARIABLE, str(tmp_path))
    made = []
    monkeypatch.setattr(wasm, "_linked", lambda *_: bytes([made.append("once") or len(made)]))
    system = physics.system("gyroscope")
    first, second = (wasm_module(system, physics.integrator(name)) for name in ("rk4", "heun"))
    assert (first, second) == (b"\1", b"\2")
    assert wasm_module(system, physics.integrator("rk4")) == first
    monkeypatch.setattr(type(system).rate, "__module__", "elsewhere")
    assert [wasm_module(system, physics.integrator("rk4")) for _ in range(2)] == [b"\3", b"\4"]


def test_families_are_pairs():
    assert set(PAIRS) >= FAMILIES


@pytest.mark.long
def test_a_machine_in_air_imports_no_function():
    module = wasm_module(physics.system("trebuchet", parameters={"drag": "sphere"}), physics.integrator("rk4"))
    assert imported_beside(module) == 0
