"""Machine code has the bits of CPython for every system and every integrator, alone and side by side."""

import math
import pickle
import struct
import subprocess
import sys
from array import array
from pathlib import Path

import numpy as np
import pytest

import physics
from physics.batch.copies import LANES
from physics.compiled import code_cache, native
from physics.core.integrator import call
from physics.maths.trig import sincos
from tests.shipped_code import effort_of, made_with

ROOT = Path(__file__).parents[3]
STEPS, SOME_STEPS, FEW_STEPS, LANE_STEPS = 300, 100, 50, 25
"""Ticks of a run: of each pair in `make test-all`, of a sampled one, of one that is slow, of copies side by side."""
LARGE = 20
"""Systems with more variables than this run FEW_STEPS in CPython."""
SMALL = 8
"""Systems with as many variables or more run side by side in `make test-all` alone, but for one of each method."""
PAIRS = [
    (s, i)
    for s in physics.systems()
    for i in physics.integrators()
    if not physics.integrator(i).reason_against(physics.system_class(s))
]

SIZES = {name: len(physics.system(name).start()) for name in physics.systems()}
SMALLEST = {i: s for s, i in sorted(PAIRS, key=lambda pair: -SIZES[pair[0]])}
"""The system of each integrator with the fewest variables."""


def right_hand_side(system, integrator):
    """Return the name of the function of a system that an integrator calls: its rates, its momenta or its parts."""
    called = physics.integrator(integrator).rate_of(physics.system_class(system))
    return called.__module__, called.__qualname__


METHOD = {right_hand_side(*pair): pair for pair in sorted(PAIRS, key=lambda pair: pair[1] == "rk4")}
"""A pair for each right-hand side of each system, with rk4 where this calls it."""


def is_sampled(system, integrator):
    """Return whether `make test` takes this pair: it has every right-hand side and every kernel in one pair."""
    return METHOD[right_hand_side(system, integrator)] == (system, integrator) or SMALLEST[integrator] == system


def in_sample(*arguments):
    """Return the arguments of a test of a pair, marked as long where it is not sampled."""
    return pytest.param(*arguments, marks=() if is_sampled(*arguments[:2]) else pytest.mark.long)


def test_the_sample_has_every_system_and_every_integrator():
    """Code is compiled for a system and for a method: a fault in either shows in any pair."""
    sample = [pair for pair in PAIRS if is_sampled(*pair)]
    assert {s for s, _ in sample} == {s for s, _ in PAIRS}
    assert {i for _, i in sample} == {i for _, i in PAIRS}
    assert {right_hand_side(*pair) for pair in sample} == {right_hand_side(*pair) for pair in PAIRS}


def buffer(values):
    return memoryview(array("d", values))


def root(t, y, p, dy):
    dy[0], dy[1] = y[1], -(y[0] ** p[0])


def test_a_function_of_the_c_library_is_found(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(root, "__module__", "physics.tests")
    shape = native.shape(Pushed(), physics.integrator("rk4"))._replace(rate=root)
    native.compiled_run(shape)
    assert library_functions(shape) == {"pow"}


def all_of(simulation):
    """Return all state of a simulation except its system."""
    return simulation.snapshot().__dict__ | {"system": dict(simulation.system.parameters)}


HARMLESS = ("Py", "numba_", "memset", "memcpy")
"""Beginnings of the names of functions that report errors or move memory; all others compute something."""


def library_functions(shape):
    """Return the functions outside the machine code of a shape that it needs to compute.

    Read from the symbol tables of ELF, the format of object files on Linux: an undefined symbol is one of another
    library. `pow` and the like appear there although they are intrinsic functions before.
    """
    found = set()
    for part in native.units_of(shape):
        if not part.name:
            continue
        code = (code_cache.read(part.name) or native._compiled(part)).machine  # loaded by a test with its own cache
        found |= set(undefined_symbols(code)) if code.startswith(b"\x7fELF") else set()
    return {name for name in found if not name.startswith(HARMLESS)}


def undefined_symbols(code):
    """Yield the names of undefined symbols in an ELF object file of 64 bits."""
    (at,), (size, count) = struct.unpack_from("<Q", code, 40), struct.unpack_from("<HH", code, 58)
    sections = [struct.unpack_from("<IIQQQQII", code, at + size * k) for k in range(count)]
    for _, kind, _, _, start, length, link, _ in sections:
        for entry in range(start + 24, start + length, 24) if kind == 2 else ():
            name, _, _, section = struct.unpack_from("<IBBH", code, entry)
            first = sections[link][4] + name
            if section == 0:
                yield code[first : code.index(b"\0", first)].decode()


def is_long(system, integrator):
    """Return whether 300 steps of a pair take seconds in CPython: a composition makes 3 to 17 implicit steps of one."""
    return SIZES[system] > LARGE or integrator.startswith("midpoint-")


@pytest.mark.parametrize(
    ("system", "integrator", "steps", "effort"),
    [
        *(
            (s, i, FEW_STEPS if is_long(s, i) else SOME_STEPS, effort_of(k))
            for k, (s, i) in enumerate(pair for pair in PAIRS if is_sampled(*pair))
        ),
        *(pytest.param(s, i, STEPS, "full", marks=pytest.mark.long) for s, i in PAIRS),
    ],
)
def test_compiled_ticks_have_the_bits_of_cpython(system, integrator, steps, effort):
    plain, compiled = (physics.Simulation(system, integrator) for _ in range(2))
    with made_with(effort):
        assert compiled.compile()
        assert library_functions(native.shape(compiled.system, compiled.integrator)) == set()
        assert plain.advance(steps) == compiled.advance(steps)
    assert bytes(plain.y) == bytes(compiled.y)
    assert all_of(plain) == all_of(compiled)


def test_compiled_code_does_not_depend_on_the_number_of_constants():
    rk4 = physics.integrator("rk4")
    bodies = [physics.system("rolling-body", {"shape": "profile", "smoothing": w}) for w in (0.3, 0.2)]
    assert len(bodies[0].p) != len(bodies[1].p)
    assert native.shape(bodies[0], rk4) == native.shape(bodies[1], rk4)
    for body in bodies:
        plain, compiled = (physics.Simulation(body) for _ in range(2))
        assert compiled.compile()
        assert plain.advance(50) == compiled.advance(50) == 50
        assert bytes(plain.y) == bytes(compiled.y)


@pytest.mark.parametrize("name", physics.systems())
def test_trouble_is_reported_exactly_where_margin_is_not_positive(name):
    system = physics.system(name)
    for state in np.random.default_rng(1).uniform(-4.0, 4.0, (200, len(system.variables))):
        y = buffer(state)
        assert (system.margin(y, system.p) > 0.0) == (system.trouble(y) == "")


def has_lanes_in_sample(system, integrator):
    """Return whether `make test` runs a pair side by side: every method once, and each small right-hand side."""
    return is_sampled(system, integrator) and (SIZES[system] < SMALL or SMALLEST[integrator] == system)


@pytest.mark.parametrize(
    ("system", "integrator"),
    [
        pytest.param(s, i, marks=() if has_lanes_in_sample(s, i) else pytest.mark.long)
        for s, i in PAIRS
        if physics.integrator(i).side_by_side
    ],
)
def test_each_lane_has_the_bits_of_its_copy_alone(system, integrator):
    method, one = physics.integrator(integrator), physics.system(system)
    starts = np.tile(np.array(one.start())[:, None], (1, LANES))
    starts += np.linspace(0.0, 1e-2, LANES)
    shape = native.shape(one, method, LANES)
    block = native.compiled_run(shape)
    y, p = buffer(starts.ravel()), buffer(np.repeat(one.p, LANES))
    assert library_functions(shape) == set()
    settings = buffer(method.checked_settings({}).values())
    workspace = buffer([0.0] * method.room(len(starts)) * LANES)
    assert block.run(LANE_STEPS, 1e-3, (0, 1, 1000), y, p, settings, workspace) == LANE_STEPS
    for lane in (0, LANES - 1):
        alone = buffer(starts[:, lane])
        kernel, rate = method.kernel, method.rate_of(type(one))
        room = buffer([0.0] * method.room(len(alone)))
        for tick in range(LANE_STEPS):
            assert kernel(rate, tick / 1000, 1e-3, 1, alone, buffer(one.p), settings, room, 1) == 1
            one.settle(alone, buffer(one.p))
        assert bytes(alone) == np.array(y).reshape(starts.shape)[:, lane].tobytes()


@pytest.mark.parametrize(
    ("system", "integrator", "initial", "dt", "reason"),
    [
        ("gyroscope", "euler-cromer", {}, 1e-3, "0.0001 rad of"),
        ("gyroscope", "euler", {}, 1.0, "0.0001 rad of"),
        ("gyroscope", "newmark", {"phi_dot": 5000}, 0.1, "converge"),
        ("gyroscope", "rk4", {"phi_dot": 3000}, 2e-2, "0.0001 rad of"),
        ("heavy-top", "heun", {"phi_dot": 300}, 1e-2, "the energy ran away"),
        ("free-body", "heun", {"omega_1": 60, "omega_3": 60}, 1e-2, "the energy ran away"),
    ],
)
def test_compiled_divergence_has_the_state_and_message_of_cpython(system, integrator, initial, dt, reason):
    plain, compiled = (physics.Simulation(physics.system(system, initial=initial), integrator, dt) for _ in range(2))
    compiled.compile()
    assert plain.advance(3000) == compiled.advance(3000) < 3000
    assert plain.divergence is not None and reason in plain.message, plain.message
    assert all_of(plain) == all_of(compiled)
    assert np.isfinite(compiled.state).all()


def test_switching_to_compiled_code_changes_no_bit():
    plain, mixed = (physics.Simulation("gyroscope", "rk4") for _ in range(2))
    for name, ticks in (("rk4", 100), ("heun", 57), ("newmark", 33), ("rk4", 64)):
        plain.use(name)
        mixed.use(name)
        plain.advance(ticks)
        mixed.advance(ticks // 2)
        mixed.compile()
        mixed.advance(ticks - ticks // 2)
    mixed.set_dt(2.5e-4)
    plain.set_dt(2.5e-4)
    mixed.set_parameters({"mass": 0.05})
    plain.set_parameters({"mass": 0.05})
    plain.advance(200)
    mixed.advance(200)
    assert all_of(plain) == all_of(mixed)


def test_background_thread_compiles_and_the_run_switches_over(tmp_path, monkeypatch):
    monkeypatch.setenv(code_cache.VARIABLE, str(tmp_path))
    simulation = physics.Simulation("gyroscope", "heun")
    assert not simulation.compiled
    simulation.compile_in_background()
    simulation.advance(10)
    native.background.wait()
    assert simulation.compiled
    simulation.use("euler")
    simulation.advance(1)
    native.background.wait()
    assert simulation.compiled
    simulation.advance(10)
    plain = physics.Simulation("gyroscope", "heun")
    plain.advance(10)
    plain.use("euler")
    plain.advance(11)
    assert bytes(plain.y) == bytes(simulation.y)


def test_requests_wait_while_the_thread_is_held(monkeypatch):
    made = []
    monkeypatch.setattr(native, "compiled_run", made.append)
    monkeypatch.setattr(native.CompileThread, "_fill", lambda self, shape: None)
    thread = native.CompileThread()
    thread.hold()
    thread.ask("first")
    thread.ask("second")
    thread.wait()
    assert made == []
    assert thread.busy
    thread.go_on()
    thread.wait()
    assert made == ["first", "second"]
    assert not thread.busy
    thread.ask("third")
    thread.wait()
    assert made == ["first", "second", "third"]
    thread.hold()
    for name, ahead in (("later", True), ("soon", True), ("now", False), ("soon", False), ("later", True)):
        thread.ask(name, ahead)
    assert thread.busy
    thread.go_on()
    thread.wait()
    assert made[3:] == ["now", "soon", "later"], "what may be needed comes after what is"


def swinging(t, y, p, dy):
    s, _ = sincos(y[0])
    dy[0], dy[1] = y[1], -p[0] * s + math.floor(t)


def energy(system, y):
    return 0.5 * y[1] * y[1] - system.p[0] * sincos(y[0])[1]


class Pushed(physics.System):
    """A pendulum with a push once a second, whose equations depend on time."""

    name, title = "pushed", "Pushed pendulum"
    variables = (physics.Variable("q", "q", "rad", "angle", 0.3), physics.Variable("v", "v", "rad/s", "rate"))
    invariants = (physics.core.fields.Invariant("energy", "E", "J", "energy", energy, lambda system, y: 1.0),)
    rate = staticmethod(swinging)

    def constants(self):
        return (9.81,)


def test_compiled_time_is_exact():
    """Ticks of 1/30 s are not exact as doubles; an error of the time shows at once in floor(t)."""
    plain, compiled = (physics.Simulation(Pushed(), "rk4", 1 / 30) for _ in range(2))
    assert compiled.compile()
    for group in (100, 1, 200):
        plain.advance(group)
        compiled.advance(group)
        plain.set_dt(0.025)
        compiled.set_dt(0.025)
    assert bytes(plain.y) == bytes(compiled.y)


class Elsewhere(Pushed):
    """A system whose right-hand side cannot be compiled."""

    name = "elsewhere"

    @staticmethod
    def rate(t, y, p, dy):
        dy[0], dy[1] = y[1], -float(format(y[0]))


def test_source_that_cannot_be_compiled_runs_in_cpython():
    simulation = physics.Simulation(Elsewhere(), "heun")
    assert simulation.compile_problem == ""
    assert not simulation.compile()
    assert simulation.advance(10) == 10
    where, _, cure = simulation.compile_problem.partition(" a call of `format` cannot be compiled: ")
    assert where == f"physics/compiled/test_numba_backend.py:{Elsewhere.rate.__code__.co_firstlineno + 2}:"
    assert cure.startswith("call functions of this package")


def test_kernels_call_right_hand_sides_by_a_replaceable_name():
    for method in physics.integrators().values():
        assert method.kernel.__module__.startswith("physics.integrators.")
    assert call.__module__ == "physics.core.integrator"


@pytest.mark.parametrize("name", physics.systems())
def test_another_process_finds_the_sources_of_all_pairs_of_a_system(name):
    system = physics.system(name)
    for shape in [native.shape(system, physics.integrator(i)) for s, i in PAIRS if s == name]:
        assert pickle.loads(pickle.dumps(shape)) == shape
        assert all(native._names(shape)), shape


FRESH = """
import sys, physics
simulation = physics.Simulation("gyroscope", "euler")
made = simulation.compile()
simulation.advance(100)
print(made, "physics.compiled.kernel_entry" in sys.modules, bytes(simulation.y).hex())
"""
NO_NUMBA = "import sys; sys.modules['numba'] = None\n"
NO_COMPILER = "import sys; sys.modules['physics.compiled.kernel_entry'] = None\n"
BROKEN_COMPILER = "import sys, types; sys.modules['llvmlite'] = types.ModuleType('llvmlite')\n"


def fresh(cache, script=FRESH):
    environment = {"PATH": "", code_cache.VARIABLE: str(cache)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    made, loaded, state = done.stdout.split()
    return made == "True", loaded == "True", state


def test_cached_code_needs_no_compiler_and_damaged_code_is_not_run(tmp_path):
    first = fresh(tmp_path)
    assert first[:2] == (True, True)
    cached = NO_COMPILER + FRESH  # which itself puts the name into sys.modules
    assert fresh(tmp_path, cached) == (True, True, first[2])
    assert fresh(tmp_path) == (True, False, first[2])
    kept = list(tmp_path.rglob("driver-*"))
    assert kept
    for path in kept:
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    assert fresh(tmp_path) == (True, True, first[2])


def test_a_system_of_the_package_needs_no_numba_and_gives_the_same_bits(tmp_path):
    plain = physics.Simulation("gyroscope", "euler")
    plain.advance(100)
    assert fresh(tmp_path, NO_NUMBA + FRESH) == (True, True, bytes(plain.y).hex())


def test_background_compilation_runs_in_another_process(tmp_path):
    script = FRESH.replace(
        "made = simulation.compile()",
        "simulation.compile_in_background(); physics.compiled.native.background.wait(); made = simulation.compiled",
    )
    assert fresh(tmp_path, script)[:2] == (True, False)


def test_exit_does_not_wait_for_the_compiler(tmp_path):
    script = "import physics; physics.Simulation('gyroscope').compile_in_background(); print(1, 2, 3)"
    assert fresh(tmp_path, script)[2] == "3"
    assert not list(tmp_path.rglob("*rk4*"))


@pytest.mark.parametrize("trouble", [NO_COMPILER, BROKEN_COMPILER])
def test_without_a_compiler_everything_runs_in_cpython(tmp_path, trouble):
    plain = physics.Simulation("gyroscope", "euler")
    plain.advance(100)
    made, _, state = fresh(tmp_path, trouble + FRESH)
    assert not made
    assert state == bytes(plain.y).hex()
    said = "from physics.compiled import native; print(1, 1, native.status().startswith('missing:'))"
    assert fresh(tmp_path, trouble + said)[2] == "True"


def test_cache_that_cannot_be_written_is_ignored(tmp_path):
    occupied = tmp_path / "file"
    occupied.write_text("not a folder")
    assert fresh(occupied)[0]


def test_code_of_earlier_sources_is_removed(tmp_path, monkeypatch):
    monkeypatch.setenv(code_cache.VARIABLE, str(tmp_path))
    for number in range(8):
        (tmp_path / f"old{number}").mkdir()
    code_cache.write("x", code_cache.ObjectCode("f", ("g",), b"\x00\n\x01"))
    assert code_cache.read("x") == code_cache.ObjectCode("f", ("g",), b"\x00\n\x01")
    assert code_cache.read("y") is None
    assert len(list(tmp_path.iterdir())) == code_cache.MAX_FOLDERS
