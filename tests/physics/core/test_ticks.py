"""The loop over ticks: what it keeps, undoes and logs, and its bits in CPython, in machine code and by `steady`."""

import math
from array import array
from dataclasses import replace

import pytest

import physics
from physics.compiled import native
from physics.core import events
from physics.core.ticks import RAISED, PythonRun, is_looked_at, is_valid
from physics.core.work import MAX_WORK
from tests.physics.compiled.test_numba_backend import PAIRS, all_of
from tests.physics.core.test_events import Spring

RK4 = physics.integrator("rk4")
TICKS = 500


class Free(Spring):
    events = ()


def buffer(*numbers):
    return memoryview(array("d", numbers))


class Loop:
    """Buffers of a run of a system by a kernel, with ticks of 0.1 s from x = 1, v = 0."""

    def __init__(self, system, kernel=RK4.kernel, y=(1.0, 0.0)):
        self.system, self.method = system, replace(RK4, kernel=kernel)
        self.y, self.kept = buffer(*y), buffer(math.nan, math.nan)
        self.memory = buffer(*[0.0] * (events.past_size(1) if system.events else 1))
        self.log = memoryview(events.empty_log(2, 200))

    def run(self, ticks, checked=True, spent=0.0, before=0, limit=1e3):
        """Run ticks and return how many were completed."""
        workspace = native.workspace(self.system, self.method)
        workspace[:] = buffer(*[1e9] * len(workspace))  # what an earlier run left
        run = PythonRun(self.system, self.method)
        run.spent = spent
        return run.run(
            ticks, 0.1, (before, 1, 10), self.y, buffer(*self.system.p), buffer(), workspace, self.memory, self.log,
            (self.kept, before, 0, 0.5, limit) if checked else None,
        )  # fmt: skip


def falls(after, result):
    """Return a kernel that moves x by 1 in each step, and by 9 from a time on, where it returns or raises something."""

    def kernel(rate, t, h, steps, y, p, s, w, lanes):
        y[0] += 1.0 if t < after else 9.0
        if t >= after and isinstance(result, Exception):
            raise result
        return 1 if t < after else result

    return kernel


def test_ticks_of_a_system_without_events():
    loop = Loop(Free())
    assert loop.run(10) == 10
    assert loop.y.tolist() == pytest.approx([math.cos(1.0), -math.sin(1.0)], abs=1e-5)
    assert loop.kept.tolist() == pytest.approx([math.cos(0.9), -math.sin(0.9)], abs=1e-5)
    assert loop.log[events.END] == math.inf


@pytest.mark.parametrize(("result", "why"), [(0, events.FAILED), (ValueError(), RAISED), (ZeroDivisionError(), RAISED)])
@pytest.mark.parametrize("system", [Free(), Spring()])
def test_a_tick_that_cannot_be_made_is_undone_and_the_log_says_why(system, result, why):
    loop = Loop(system, falls(0.25, result))
    assert loop.run(10, limit=-1.0) == 3
    assert (loop.y.tolist(), loop.kept.tolist()) == ([4.0, 0.0], [4.0, 0.0])
    assert (math.isnan(loop.log[events.END]), loop.log[events.FAILURE]) == (True, why)
    assert loop.run(10) == 10, "nothing is run after the end"
    assert loop.y.tolist() == [4.0, 0.0]


def test_memory_goes_on_from_the_last_tick_that_is_valid():
    def counts(rate, t, h, steps, y, p, s, w, lanes):
        w[0] += 1.0
        return int(w[0] < 9.0)

    loop = Loop(Free(), counts)
    assert (loop.run(3), loop.memory.tolist()) == (3, [3.0])
    assert (loop.run(2), loop.memory.tolist()) == (2, [5.0])
    assert (loop.run(9), loop.memory.tolist()) == (3, [8.0])


def test_without_a_check_a_failed_tick_is_not_undone():
    loop = Loop(Free(), falls(0.25, 0))
    assert loop.run(10, checked=False) == 3
    assert loop.y.tolist() == [13.0, 0.0]
    assert math.isnan(loop.log[events.END])


@pytest.mark.parametrize(("limit", "before", "done"), [(-1.0, 0, 15), (41.0, 0, 15), (39.0, 0, 7), (39.0, 3, 4)])
def test_the_energy_is_looked_at_every_eight_ticks_of_the_run(limit, before, done):
    """After the eighth tick x is 9 m, and the energy 40 J more than the 0.5 J of the start."""
    loop = Loop(Free(), falls(9.0, 1), (1.0 + before, 0.0))
    assert loop.run(15, before=before, limit=limit) == done


def test_the_energy_is_looked_at_after_the_last_tick_too():
    assert [is_looked_at(number, 11) for number in (7, 8, 11, 12)] == [False, True, True, False]


def test_a_tick_that_is_undone_leaves_no_events():
    """The mass bounces at 2.09 s; then numbers are lost."""

    class Lost(Spring):
        @staticmethod
        def jump(event, t, y, p):
            y[1] = math.nan

    loop = Loop(Lost())
    assert loop.run(30) == 20
    assert (loop.log[events.COUNT], loop.log[events.FAILURE]) == (0.0, 0.0)
    assert bytes(loop.y) == bytes(loop.kept)
    assert 0.0 < loop.y[0] + 0.5 < 0.1
    loop = Loop(Spring())
    assert loop.run(30) == 30
    assert loop.log[events.COUNT] == 1.0


def test_a_tick_begins_with_the_work_that_is_spent():
    """A trial of a step with events counts 4 evaluations of 2 numbers."""
    assert Loop(Spring()).run(5, spent=MAX_WORK - 40.0) == 5
    loop = Loop(Spring())
    assert loop.run(5, spent=MAX_WORK - 4.0) == 0
    assert loop.log[events.FAILURE] == events.TOO_MUCH_WORK


@pytest.mark.parametrize(("lowest", "done"), [(1.0, 3), (-math.inf, 0)])
def test_guards_that_cannot_be_computed_are_an_invalid_tick_unless_they_are_those_of_the_start(lowest, done):
    class Blind(Spring):
        @staticmethod
        def guards(t, y, p):
            return (1.0 / (0.0 if y[0] >= lowest else 1.0),)

    loop = Loop(Blind())
    assert loop.run(3) == done
    assert loop.y.tolist() == pytest.approx([math.cos(0.1 * done), -math.sin(0.1 * done)], abs=1e-5)


@pytest.mark.parametrize(
    ("y", "limit", "valid"),
    [((3.0, 4.0), -1.0, 1), ((3.0, 4.0), 12.0, 1), ((3.0, 4.0), 11.9, 0), ((-3.0, 4.0), -1.0, 0)]
    + [((lost, 1.0), -1.0, 0) for lost in (math.nan, math.inf, -math.inf)],
)
def test_a_state_is_valid_with_finite_numbers_positive_margin_and_near_energy(y, limit, valid):
    def margin(y, p):
        return y[0]

    assert is_valid(lambda system, y: 0.5 * (y[0] ** 2 + y[1] ** 2), margin, None, y, (), 0.5, limit) == valid


@pytest.mark.parametrize("numbers", [(), (1.0, -2.0, 3.0), (math.nan, 1.0), (1e308, 1e308, -1e308), (math.inf, 1.0)])
def test_what_machine_code_runs_instead_does_the_same(numbers):
    one, others = buffer(*numbers), [buffer(*[7.0] * (len(numbers) + 1)) for _ in range(2)]
    events.copy_into(one, others[0])
    events.copy_one_by_one(one, others[1])
    assert bytes(others[0]) == bytes(others[1]) == bytes(one) + bytes(buffer(7.0))
    finite = numbers in ((), (1.0, -2.0, 3.0))
    assert events.is_finite(one) == events.has_finite_sum(one) == finite


# Bits -----------------------------------------------------------------------------------------------------

METHODS = "rk4", "dop853", "newmark", "exact"
SAMPLE = ("gyroscope-recipe", "rk4"), ("sliding-body", "rk4"), ("trebuchet", "dop853"), ("free-body", "exact")
"""Two pairs with events for which there is `steady`, one with events and a memory, one with neither."""
FAILING = [
    ("gyroscope", "newmark", {"phi_dot": 5000}, 0.1, "converge"),
    ("gyroscope", "euler", {}, 1.0, "0.0001 rad of"),
    ("heavy-top", "heun", {"phi_dot": 300}, 1e-2, "the energy ran away"),
    ("sliding-body", "rk4", {"phi_dot": 300}, 0.1, ""),
]


def trail(make, ticks, group):
    """Return all state of a run after each group of ticks, up to one that fails."""
    run, rows = make(), []
    while run.tick < ticks and run.divergence is None:
        run.advance(group)
        rows.append((run.tick, bytes(run.y), run.memory, bytes(run._previous), run.message, list(run.events)))
    return rows, all_of(run)


def check_three_ways(make, monkeypatch, ticks, group):
    """Compare CPython, the driver taking turns with `steady`, and the driver alone; return what all give."""

    def compiled():
        run = make()
        assert run.compile()
        return run

    plain = trail(make, ticks, group)
    shape = native.shape(make().system, make().integrator)
    pair = native.compiled_run(shape)
    for way in (pair, replace(pair, steady=None)):
        with monkeypatch.context() as patch:
            patch.setitem(native._pairs, shape, way)
            assert trail(compiled, ticks, group) == plain
    return plain


def test_the_sample_has_pairs_with_and_without_steady():
    pairs = [native.compiled_run(native.shape(physics.system(s), physics.integrator(i))) for s, i in SAMPLE]
    assert [pair.steady is not None for pair in pairs] == [True, True, False, False]


@pytest.mark.parametrize("group", [1, 137])
@pytest.mark.parametrize(
    ("system", "integrator"),
    [
        *SAMPLE,
        *(pytest.param(*p, marks=pytest.mark.long) for p in PAIRS if p[1] in METHODS and p not in SAMPLE),
    ],
)
def test_ticks_have_the_same_bits_in_three_ways(system, integrator, group, monkeypatch):
    check_three_ways(lambda: physics.Simulation(system, integrator), monkeypatch, TICKS, group)


@pytest.mark.parametrize("group", [1, 137])
@pytest.mark.parametrize(("system", "integrator", "initial", "dt", "reason"), FAILING)
def test_failures_are_the_same_in_three_ways(system, integrator, initial, dt, reason, group, monkeypatch):
    def make():
        return physics.Simulation(physics.system(system, initial=initial), integrator, dt)

    rows, _ = check_three_ways(make, monkeypatch, 3000, group)
    assert reason in rows[-1][4] != ""
